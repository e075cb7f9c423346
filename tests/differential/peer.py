"""The same hand at our table and in PokerKit: set up alike, acted on alike, compared at every step.

PokerKit plays one hand between positions; its players are numbered from the left of the button, as our ring is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pokerkit as pk
from pokerkit.games import FixedLimitPokerMixin, Holdem, NoLimitPokerMixin, OmahaHoldemMixin, PotLimitPokerMixin, TexasHoldemMixin

from croupier.kernel.cards import DECK, show_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.poker import commands as ask
from croupier.poker.betting import Range, open_range
from croupier.poker.events import BoardDealt, HandsDealt, PotPushed, Raised
from croupier.poker.positions import HEADS_UP_BUTTON
from croupier.poker.rules import Options
from croupier.poker.signs import ANTES
from croupier.tables.poker_table import PokerTable, whose

# PokerKit 0.7.7 names only four of these games, and gives its limit Omaha hi-lo the betting of pot limit. Its parts
# make all of them.
_BETTING = {"no limit": NoLimitPokerMixin, "pot limit": PotLimitPokerMixin, "fixed limit": FixedLimitPokerMixin}
_DEALING = {"crown-holdem": TexasHoldemMixin, "crown-omaha": OmahaHoldemMixin}
_HANDS = {
    "crown-holdem": (pk.StandardHighHand,),
    "crown-holdem-hi-lo": (pk.StandardHighHand, pk.EightOrBetterLowHand),
    "crown-omaha": (pk.OmahaHoldemHand,),
    "crown-omaha-hi-lo": (pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand),
}
GAMES = tuple(_HANDS)
BETTINGS = tuple(_BETTING)

_AUTOMATIONS = (
    pk.Automation.ANTE_POSTING,
    pk.Automation.BET_COLLECTION,
    pk.Automation.BLIND_OR_STRADDLE_POSTING,
    pk.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pk.Automation.HAND_KILLING,
    pk.Automation.CHIPS_PUSHING,
    pk.Automation.CHIPS_PULLING,
)


def peer_game(game: str, betting: str) -> Any:
    """PokerKit's class for one of our games."""
    dealing = _DEALING[game.removesuffix("-hi-lo")]
    return type("Peer", (_BETTING[betting], dealing, Holdem), {"hand_types": _HANDS[game]})


def posted_by_peer(game: str, betting: str, blinds: Sequence[int], stacks: Sequence[int], hands: Sequence[str] = ()) -> Any:
    """A hand of PokerKit's with the blinds posted and the cards dealt, stacks from the left of the button."""
    state = peer_game(game, betting)(_AUTOMATIONS, True, 0, blinds, blinds[-1], blinds[-1])(stacks, len(stacks))
    for number in range(len(stacks)):
        state.deal_hole(hands[number].replace(" ", "") if hands else "????")
    return state


class Pair:
    """One hand, here and there. `differences` counts where the two part, by the clause that says so."""

    def __init__(self, game: str, betting: str, chance: Random, *, button_first: bool = True, players: int = 0) -> None:
        self.chance = chance
        self.differences: Counter[str] = Counter()
        players = players or chance.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9))
        small, big = chance.choice(((5, 10), (2, 5), (1, 3), (10, 10))[: 4 if players > 2 else 3])
        limited = betting == "fixed limit"
        ante = chance.choice((0, 0, 0, 1, 2))
        self.ours = PokerTable(
            game,
            Options(
                places=players,
                betting=betting,  # type: ignore[arg-type]
                blinds=(small, big),
                bets=(big, big, 2 * big, 2 * big) if limited else (),
                chip=1,
                minimum_buy_in=1,
                ante=ante,
                readings=(ANTES, HEADS_UP_BUTTON) if button_first else (ANTES,),
            ),
        )
        for seat in range(1, players + 1):
            self._ask(ask.TakeSeat(seat=seat, chips=ante + self._chips(big)))
        stacks = {seat: self.ours.state.stack(seat) for seat in self.ours.state.seats}
        while self.ours.state.phase != "betting":
            step = self.ours.next_step()
            assert step is not None
            stacked = ask.Shuffle(deck=tuple(chance.sample(DECK, 52)), source="stacked")
            self._ask(stacked if isinstance(step, ask.Shuffle) else step)
        self.ring = list(self.ours.state.hand.ring)
        blinds = (small, big) if players > 2 or button_first else (big, small)
        self.theirs = peer_game(game, betting)(_AUTOMATIONS, True, ante, blinds, big, 2 * big if limited else big)(
            [stacks[seat] for seat in self.ring], players
        )
        for seat in self.ring:
            self.theirs.deal_hole(show_cards(self.ours.state.hand.players[seat].cards).replace(" ", ""))

    def _chips(self, big: int) -> int:
        """Short stacks are frequent, but nobody is short of a blind: what is then to call differs, and has its own test."""
        return self.chance.choice(
            (self.chance.randint(big, 4 * big), self.chance.randint(big, 20 * big), self.chance.randint(big, 100 * big))
        )

    def _ask(self, command: Command) -> None:
        decision = self.ours.do(command, by=whose(command))
        assert not isinstance(decision, Refused), (command, decision)

    def play(self) -> None:
        """Play the hand to its end, and compare the chips."""
        state = self.ours.state
        while state.phase != "between":
            if state.phase == "betting" and state.hand.turn:
                self._turn()
                continue
            step = self.ours.next_step()
            assert step is not None
            if isinstance(step, ask.DealBoard):
                self._deal_board(step)
            else:
                self._ask(step)
        self._idle_checks()
        assert not self.theirs.status, "our hand is over, the peer's is not"
        ours = [state.stack(seat) for seat in self.ring]
        theirs = list(self.theirs.stacks)
        if ours != theirs:
            clause = self._chips_explained([a - b for a, b in zip(ours, theirs, strict=True)])
            assert clause, (ours, theirs)
            self.differences[clause] += 1

    def _chips_explained(self, apart: list[int]) -> str:
        """The clause behind different winnings, or nothing."""
        pushed = [event for event in self.ours.events if isinstance(event, PotPushed)]
        halves: dict[int, int] = {}
        for event in pushed:
            halves[event.pot] = halves.get(event.pot, 0) + (event.amount if event.half != "low" else -event.amount)
        odd = sum(len(event.odd) for event in pushed) + sum(halves[event.pot] for event in pushed if event.half == "low")
        if odd and all(abs(chips) <= odd for chips in apart):
            return "8.5.1"  # each pot by itself, one odd chip each; PokerKit joins pots and gives all to the first
        whole = sum(event.amount for event in pushed if not event.half)
        if whole and any(event.half for event in pushed) and all(abs(chips) <= whole + odd for chips in apart):
            return "8.20.4"  # no low among those who contest a pot: the high hand takes it whole
        return ""

    def _deal_board(self, step: ask.DealBoard) -> None:
        before = len(self.ours.state.hand.board)
        self._ask(step)
        self._idle_checks()
        assert self.theirs.actor_index is None, "our betting round is over, the peer's is not"
        self.theirs.burn_card("??")
        self.theirs.deal_board(show_cards(self.ours.state.hand.board[before:]).replace(" ", ""))

    def _idle_checks(self) -> None:
        """PokerKit asks a last blind to check though all others are all-in; here nobody is left to bet against."""
        theirs = self.theirs
        while theirs.actor_index is not None and not theirs.checking_or_calling_amount:
            assert theirs.min_completion_betting_or_raising_to_amount is None
            theirs.check_or_call()
            self.differences["6.16.1"] += 1

    def _turn(self) -> None:
        """One act, drawn from what is legal in both."""
        state, theirs = self.ours.state, self.theirs
        player = state.hand.players[state.hand.turn]
        assert theirs.actor_index == self.ring.index(player.number), (player.number, theirs.actor_index)
        to_call = min(state.hand.to_call(player), state.stack(player.number))
        assert to_call == theirs.checking_or_calling_amount, (to_call, theirs.checking_or_calling_amount)
        room = self._common_range()
        acts = ["call"] * 5 + ["fold"] * (2 if theirs.can_fold() else 0) + (["raise"] * 4 if room else [])
        assert theirs.can_fold() or not to_call
        act = self.chance.choice(acts)
        if act == "fold":
            self._ask(ask.Fold(seat=player.number))
            theirs.fold()
        elif act == "call":
            self._ask(ask.Call(seat=player.number) if to_call else ask.Check(seat=player.number))
            theirs.check_or_call()
        else:
            assert room is not None
            to = self._amount(room)
            raised = ask.Raise(seat=player.number, to=to) if state.hand.bet else ask.Bet(seat=player.number, amount=to)
            self._ask(raised)
            theirs.complete_bet_or_raise_to(to)

    def _amount(self, room: Range) -> int:
        near = min(room.most, room.least + self.chance.randint(0, 30))
        return self.chance.choice((room.least, room.least, near, self.chance.randint(room.least, room.most), room.most))

    def _common_range(self) -> Range | None:
        """What both allow; where they allow different amounts there must be a clause that says so."""
        state, theirs = self.ours.state, self.theirs
        found = open_range(self.ours.rules, state, state.hand.players[state.hand.turn])
        ours = None if isinstance(found, Refused) else found
        least, most = (theirs.min_completion_betting_or_raising_to_amount, theirs.max_completion_betting_or_raising_to_amount)
        if ours is None and least is None:
            return None
        if ours is not None and (ours.least, ours.most) == (least, most):
            return ours
        clause = self._explained(found, least)
        assert clause, f"ours {found}, theirs {least} to {most}, with nothing in the book to say so"
        self.differences[clause] += 1
        if ours is None or least is None or most is None:
            return None
        low, high = max(ours.least, least), min(ours.most, most)
        return Range(low, high) if low <= high else None

    def _explained(self, found: Range | Refused, least: int | None) -> str:
        """The clause behind a difference in what may be bet, or nothing."""
        state, theirs, limited = self.ours.state, self.theirs, self.ours.state.options.limited
        if isinstance(found, Refused):
            if found.ground == "raises_used_up" and limited and state.hand.raises >= 3:
                return "6.9"  # three raises; PokerKit counts four bets and raises, the blind before the flop is none
            if found.ground == "not_reopened_limit" and self._cited_in_round("6.16.2(a)"):
                return "6.16.2(a)"
            return "6.16.3" if found.ground == "not_reopened" and self._cited_in_round("6.16.3") else ""
        if least is None:
            if self._nobody_can_answer():
                return "6.16.1"
            if limited and theirs.completion_betting_or_raising_count == 4:
                return "6.9"  # head to head there is no limit here, and short all-ins are no raises
            return "6.16.2(b)" if limited and self._cited_in_round("6.16.2(b)") else ""
        # a short all-in is completed to the level here; PokerKit adds a level to it
        return "6.16.2(a)" if limited and self._cited_in_round("6.16.2(a)") else ""

    def _cited_in_round(self, clause: str) -> bool:
        """Whether an all-in of this betting round stands on the clause."""
        for event in reversed(self.ours.events):
            if isinstance(event, BoardDealt | HandsDealt):
                return False
            if isinstance(event, Raised) and event.all_in and clause in event.clauses:
                return True
        return False

    def _nobody_can_answer(self) -> bool:
        """Whether all others are out or cannot match more, so that a raise would only come back."""
        state = self.ours.state
        others = [seat for seat in state.hand.in_hand if seat.number != state.hand.turn]
        return all(seat.wagered + state.stack(seat.number) <= state.hand.bet for seat in others)


def compared(hands: int, seed: int, *, button_first: bool = True, players: int = 0) -> Counter[str]:
    """Play so many random hands in both, over all games and bettings; what differed, by clause."""
    chance = Random(seed)
    found: Counter[str] = Counter()
    for number in range(hands):
        game = GAMES[number % len(GAMES)]
        betting = BETTINGS[number // len(GAMES) % len(BETTINGS)]
        pair = Pair(game, betting, chance, button_first=button_first, players=players)
        try:
            pair.play()
        except Exception as error:
            lines = "\n".join(map(str, pair.ours.events))
            raise AssertionError(f"hand {number} of seed {seed}, {game}, {betting}: {error}\n{lines}") from error
        found += pair.differences
    return found

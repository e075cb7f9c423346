"""Running a case of the poker room: play its lines at a table and compare the result with what it expects.

Besides the lines of `poker.lines`, a case may stack the deck before `deal`: `hand 1: As Ad`, `board: Kc 9d 4s 2h 2c` and
`burns: 3c 3d 3h`; what is not given comes from the rest of the deck. `deal` then begins the hand, has the blinds posted
that are still due, shuffles that deck, cuts it and deals, as far as that has not been done. `around` has everyone left
in the round check or call; `shuffle stub: 9c 2d` shuffles the rest of the deck so that these come next; `play out` plays the
hand to its end in that way, discards their first card where they must, and pushes the pots.
"""

import re
from collections.abc import Callable
from typing import Any

from croupier.books import poker_rules_of
from croupier.cases.run import CaseRun, Check, in_cents, of_state, options, sums
from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.lines import said_by
from croupier.kernel.money import plain
from croupier.poker import commands, events
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.deal import to_shuffle
from croupier.poker.deciding import decide
from croupier.poker.pots import pushed
from croupier.poker.rules import Options
from croupier.poker.state import Seat, State, held_of, side_of
from croupier.tables.any_line import read_line
from croupier.tables.poker_table import PokerTable, whose
from croupier.tables.stacking import CUT, before_cut, filled

_STAKE = 1000_00


class PokerRun(CaseRun):
    """A case played at a table of the poker room."""

    stacks = r"hand \d+|board|burns"
    stream: PokerTable

    def open(self, game: str, setup: dict[str, Any]) -> None:
        seats, chips = setup.pop("seats", 3), in_cents(setup.pop("chips", {}), money=True)
        rules = poker_rules_of(game)
        asked = options(Options, {"places": min(10, rules.most_players)}, setup)
        opening = decide(rules, State(), commands.OpenTable(options=asked), Said(DEALER, DEALER, 0))
        if isinstance(opening, Refused):  # the usual table is there, empty
            self.stream = PokerTable(game)
            self.note(opening)
            return
        self.stream = PokerTable(game, asked)
        self.note_events(self.stream.events)
        for seat in range(1, seats + 1):
            stake = chips.get(str(seat), _STAKE) if isinstance(chips, dict) else chips
            self.do(commands.TakeSeat(seat=seat, chips=stake))

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if re.fullmatch("deal( counts .+)?", said):
            self._deal(read_line(self.stream, said), who)
        elif said == "around":
            self._around()
        elif said.startswith("shuffle stub:"):
            self._shuffle_stub(parse_cards(said.removeprefix("shuffle stub:")))
        elif said == "play out":
            self._play_out()
        else:
            super().play(line)

    def _deal(self, command: Command, who: dict[str, Any]) -> None:
        if self.state.phase == "between":
            self.do(commands.BeginHand())
        while self.refused is None and (waiting := due(self.state)):
            self.do(commands.PostBlind(seat=next(iter(waiting))))
        if not self.state.hand.shuffled:
            self.do(commands.Shuffle(deck=before_cut(self._stacked()), source="stacked"))
        if not self.state.hand.cut:
            self.do(commands.Cut(place=CUT))
        self.do(command, **who)

    def _stacked(self) -> tuple[Card, ...]:
        """A deck that gives the hands, burns and board that the case asks for."""
        ring, count = to_be_dealt(self.state), self.stream.rules.hole_cards
        hands = {seat: self._asked(f"hand {seat}", count) for seat in ring}
        top = [hands[seat][turn] for turn in range(count) for seat in ring]
        board, burns = self._asked("board", 5), self._asked("burns", 3)
        return filled((*top, burns[0], *board[:3], burns[1], board[3], burns[2], board[4]))

    def _asked(self, what: str, number: int) -> tuple[Card | None, ...]:
        cards = self.cards.get(what, ())
        return (*cards, *(None,) * (number - len(cards)))

    def _shuffle_stub(self, top: tuple[Card, ...]) -> None:
        """What is left of the deck is shuffled so that these cards come next."""
        left = to_shuffle(self.state.hand)
        order = (*top, *(card for card in left if card not in top))
        self.do(commands.ShuffleStub(deck=order, source="stacked"))

    def _around(self) -> None:
        """Everyone left in the betting round checks or calls."""
        street = self.state.hand.street
        while self.refused is None and (hand := self.state.hand).phase == "betting" and hand.turn and hand.street == street:
            call = hand.players[hand.turn].wagered < hand.bet
            self.do(commands.Call(seat=hand.turn) if call else commands.Check(seat=hand.turn))

    def _play_out(self) -> None:
        while self.refused is None and self.state.phase not in ("between", "closed"):
            self._around()
            turn = self.stream.turn
            if turn and self.state.hand.phase != "showdown":
                card = self.state.hand.players[turn].cards[0]
                self.do(commands.Discard(seat=turn, card=card))
            elif (step := self.stream.next_step()) is not None:
                if isinstance(step, commands.NotifyBonus):  # in a case a line says whether the dealer tells of it
                    step = commands.PushPots()
                self.do(step, by=whose(step))
            else:
                break


def _seats(tell: Callable[[State, int], Any]) -> Check:
    return lambda run: {number: tell(run.state, number) for number in run.state.seats}


def _marked(is_so: Callable[[Seat], bool]) -> Check:
    """The seats for which something is true."""
    return lambda run: [number for number, seat in sorted(run.state.seats.items()) if is_so(seat)]


def _buttons(run: PokerRun) -> dict[int, str]:
    """The button in front of each player who has one: walking, absent, missed blind, dealt out."""
    buttons: dict[int, str] = {}
    for number, seat in run.state.seats.items():
        owes = bool(seat.missed)
        name = ("absent" if owes else "walking") if seat.away else "missed blind" if owes else ""
        if names := " and ".join(filter(None, (name, "dealt out" if seat.dealt_out else ""))):
            buttons[number] = names
    return buttons


def _in_muck(run: PokerRun) -> int:
    """How many cards are in the muck, with the hands that were passed in at the showdown."""
    hand = run.state.hand
    return len(hand.muck) + sum(len(player.cards) for player in hand.players.values() if player.mucked)


def _net(state: State, number: int) -> str:
    accounts = (purse_of(state.person_at(number)), side_of(number), held_of(number))
    return plain(state.stack(number) + sum(state.money.get(account, 0) for account in accounts))


def _raise(run: PokerRun) -> str:
    """What the player whose turn it is may bet or raise to, `20.00 to 1000.00`, or `nothing`."""
    for offer in run.stream.legal(seat=run.state.hand.turn):
        if isinstance(offer.command, commands.Bet | commands.Raise):
            least = offer.command.amount if isinstance(offer.command, commands.Bet) else offer.command.to
            return f"{plain(least)} to {plain(offer.most)}"
    return "nothing"


PokerRun.checks = {
    **of_state("phase", "positions", "wanted", "reserved", "done", hand="hand.number", turn="hand.turn", raises="hand.raises"),
    **of_state(dealt_in="hand.ring"),
    "bet": lambda run: plain(run.state.hand.bet),
    "pot": lambda run: plain(run.state.pot),
    "may_raise": _raise,
    "button": lambda run: run.state.positions[0] if run.state.positions else 0,
    "live": lambda run: [player.number for player in run.state.hand.in_hand],
    "all_in": lambda run: [player.number for player in run.state.hand.in_hand if player.all_in],
    "seats": _marked(lambda seat: True),
    "board": lambda run: show_cards(run.state.hand.board),
    "burns": lambda run: show_cards(run.state.hand.burns),
    "burned": lambda run: len(run.state.hand.burns),
    "stub": lambda run: len(run.state.hand.stub),
    "next_cards": lambda run: show_cards(run.state.hand.stub[:4]),
    "aside": lambda run: show_cards(run.state.hand.aside),
    "in_muck": _in_muck,
    "waiting": lambda run: [entry.person for entry in run.state.waiting],
    "picked_up": lambda run: list(run.state.picked_up),
    "buttons": _buttons,
    "penalty": _marked(lambda seat: seat.penalty),
    "away": _marked(lambda seat: seat.away),
    "due": lambda run: sums(due(run.state)),
    "account": lambda run: sums(run.state.money),
    "stack": _seats(lambda state, number: plain(state.stack(number))),
    "wagered": _seats(lambda state, number: plain(state.hand.players[number].wagered)),
    "put_in": _seats(lambda state, number: plain(state.hand.players[number].put_in)),
    "cards": _seats(lambda state, number: show_cards(state.hand.players[number].cards)),
    "side": _seats(lambda state, number: plain(state.money.get(side_of(number), 0))),
    "held": _seats(lambda state, number: plain(state.money.get(held_of(number), 0))),
    "missed": _seats(lambda state, number: state.seats[number].missed),
    "net": _seats(_net),
    "won": lambda run: sums(pushed(run.stream.events)),
    "returned": lambda run: {e.seat: plain(e.amount) for e in run.all(events.UncalledReturned)},
    "odd": lambda run: [e.odd for e in run.all(events.PotPushed)],
    "shown": lambda run: [e.seat for e in run.all(events.HandShown)],
    "mucked": lambda run: [e.seat for e in run.all(events.HandMucked)],
    "hands": lambda run: {e.seat: e.hand for e in run.all(events.HandShown)},
    "lows": lambda run: {e.seat: e.low for e in run.all(events.HandShown) if e.low},
    "commission": lambda run: plain(sum(e.amount for e in run.all(events.CommissionDropped))),
}

"""Running a case of the poker room: play its lines at a table and compare what came of it with what it expects.

Besides the lines of `poker.lines`, a case may stack the deck before `deal`: `hand 1: As Ad`, `board: Kc 9d 4s 2h 2c` and
`burns: 3c 3d 3h`; what is not given comes from the rest of the deck. `deal` then begins the hand, has the blinds posted
that are still due, shuffles that deck, cuts it and deals, as far as that has not been done. `around` has everybody left
in the round check or call; `shuffle stub: 9c 2d` shuffles the rest of the deck so that these come next; `play out` plays the
hand to its end in that way, discards their first card where they must, and pushes the pots.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.books import poker_rules_of
from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.cards import DECK, Card, parse_cards, show_cards, twice
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import AwaitingRuling, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.money import cents, plain
from croupier.poker import commands, endings, events, takings
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.deal import discards_due
from croupier.poker.engine import decide
from croupier.poker.lines import read_line
from croupier.poker.rules import Commission, Options
from croupier.poker.table import Table as State
from croupier.poker.table import held_of, purse_of, side_of
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable

_CUT = 20


class PokerRun(CaseRun):
    """A case as it was played at a table of the poker room."""

    setting = "the table is set up"

    def __init__(self, case: Case, game: str) -> None:
        super().__init__(case)
        self.awaiting: AwaitingRuling | None = None
        self._hands: dict[int, tuple[Card, ...]] = {}
        self._board: tuple[Card, ...] = ()
        self._burns: tuple[Card, ...] = ()
        setup = dict(case.table)
        seats = setup.pop("seats", 3)
        chips = setup.pop("chips", "1000.00")
        asked = options_from({"places": min(10, poker_rules_of(game).most_players), **setup})
        opening = decide(poker_rules_of(game), State(), commands.OpenTable(options=asked))
        refused = isinstance(opening, Refused)
        self.table = PokerTable(game, None if refused else asked)
        if refused:
            self.note(opening)
        else:
            self.note_events(self.table.events)
        for seat in range(1, 1 if refused else seats + 1):
            stake = chips if isinstance(chips, str) else chips.get(str(seat), "1000.00")
            self.do(commands.TakeSeat(seat=seat, chips=cents(stake)))
        self.play_all()

    def tell(self, event: Event) -> str:
        return tell(event, self.table.rules)

    def play(self, line: str) -> None:
        if line.startswith("hand "):
            place, cards = line.removeprefix("hand ").split(":")
            self._hands[int(place)] = parse_cards(cards)
        elif line.startswith("board:"):
            self._board = parse_cards(line.removeprefix("board:"))
        elif line.startswith("burns:"):
            self._burns = parse_cards(line.removeprefix("burns:"))
        elif re.fullmatch(r"(at \d+: )?deal( counts .+)?", line):
            self._deal(read_line(line))
        elif line == "around":
            self._around()
        elif line.startswith("shuffle stub:"):
            self._shuffle_stub(parse_cards(line.removeprefix("shuffle stub:")))
        elif line == "play out":
            self._play_out()
        else:
            self.do(read_line(line))

    def do(self, command: Command) -> None:
        if self.refused is not None:
            return
        decision = self.table.do(command)
        self.note(decision)
        if isinstance(decision, AwaitingRuling):
            self.awaiting = decision
            self.cited.update(decision.clauses)

    def _deal(self, command: Command) -> None:
        state = self.table.state
        if state.phase == "between":
            self.do(commands.BeginHand())
        while self.refused is None and (waiting := due(self.table.state)):
            self.do(commands.PostBlind(seat=next(iter(waiting))))
        state = self.table.state
        if self.refused is None and not state.shuffled:
            deck = self._stacked()
            self.do(commands.Shuffle(deck=deck[-_CUT:] + deck[:-_CUT]))
        if self.refused is None and not self.table.state.cut:
            self.do(commands.Cut(place=_CUT))
        self.do(command)

    def _stacked(self) -> tuple[Card, ...]:
        """A deck that gives the hands, burns and board that the case asks for."""
        given = [card for hand in (*self._hands.values(), self._board, self._burns) for card in hand]
        if (double := twice(given)) is not None:
            raise BookError(f"{self.case.name}: {double} is there twice")
        rest = iter([card for card in DECK if card not in given])
        count = self.table.rules.hole_cards
        ring = to_be_dealt(self.table.state)
        hands = {seat: [*self._hands.get(seat, ())] for seat in ring}
        for hand in hands.values():
            hand += [next(rest) for _ in range(count - len(hand))]
        top = [hands[seat][turn] for turn in range(count) for seat in ring]
        board = [*self._board, *(next(rest) for _ in range(5 - len(self._board)))]
        burns = [*self._burns, *(next(rest) for _ in range(3 - len(self._burns)))]
        return (*top, burns[0], *board[:3], burns[1], board[3], burns[2], board[4], *rest)

    def _shuffle_stub(self, top: tuple[Card, ...]) -> None:
        """What is left of the deck is shuffled so that these cards come next."""
        state = self.table.state
        left = state.stub if state.reshuffle else (*state.stub, *state.aside)
        self.do(commands.ShuffleStub(deck=(*top, *(card for card in left if card not in top))))

    def _around(self) -> None:
        """Everybody left in the betting round checks or calls."""
        street = self.table.state.street
        while (
            self.refused is None
            and (state := self.table.state).phase == "betting"
            and state.turn
            and state.street == street
        ):
            seat = state.seats[state.turn]
            call = seat.wagered < state.bet
            self.do(commands.Call(seat=seat.number) if call else commands.Check(seat=seat.number))

    def _play_out(self) -> None:
        while self.refused is None and self.table.state.phase not in ("between", "closed"):
            self._around()
            state = self.table.state
            if discards_due(self.table.rules, state) or (state.phase == "discard" and state.turn):
                number = next(seat.number for seat in state.in_hand if not seat.discarded)
                self.do(commands.Discard(seat=number, card=state.seats[number].cards[0]))
            elif (step := self.table.next_step()) is not None:
                self.do(step)
            else:
                break


_MONEY = {"minimum", "most", "chip", "minimum_buy_in", "maximum_buy_in", "ante", "extra_time_fee"}
_MONEYS = {"blinds", "bets", "flop_chase"}


def options_from(setup: dict[str, Any]) -> Options:
    """Options from the words of a case: money as text, commission and bonuses as tables."""
    given: dict[str, Any] = {}
    for name, value in setup.items():
        if name in _MONEY:
            given[name] = cents(value)
        elif name in _MONEYS:
            given[name] = tuple(map(cents, value))
        elif name == "commission":
            given[name] = commission_from(value)
        elif name == "bonuses":
            given[name] = [{k: cents(v) if k == "cash" else v for k, v in row.items()} for row in value]
        elif name == "readings":
            given[name] = tuple(value)
        else:
            given[name] = value
    try:
        return msgspec.convert(msgspec.to_builtins(given), Options)
    except msgspec.ValidationError as error:
        raise BookError(f"the table: {error}") from None


def commission_from(row: dict[str, Any]) -> Commission:
    """A commission from the words of a case: `{ percent = 5, cap = "10.00" }`."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name == "percent":
            found[name] = value
        else:
            found[name] = tuple(map(cents, value)) if name == "per_hand" else cents(value)
    return Commission(**found)


def _state(tell: Callable[[State], Any]) -> Callable[[PokerRun], Any]:
    return lambda run: tell(run.table.state)


def _seats(tell: Callable[[State, int], Any]) -> Callable[[PokerRun], dict[str, Any]]:
    return lambda run: {str(number): tell(run.table.state, number) for number in run.table.state.seats}


def _events(kind: type[Event], tell: Callable[[Any], Any]) -> Callable[[PokerRun], list[Any]]:
    return lambda run: [tell(event) for event in run.table.events if isinstance(event, kind)]


def _buttons(state: State) -> dict[str, str]:
    """The button that lies before each player who has one: walking, absent, missed blind, dealt out."""
    found: dict[str, str] = {}
    for number, seat in state.seats.items():
        owes = bool(seat.missed)
        name = ("absent" if owes else "walking") if seat.away else "missed blind" if owes else ""
        if names := " and ".join(filter(None, (name, "dealt out" if seat.dealt_out else ""))):
            found[str(number)] = names
    return found


def _won(run: PokerRun) -> dict[str, str]:
    """What each seat has been pushed from pots."""
    won: dict[str, int] = {}
    for event in run.table.events:
        if isinstance(event, endings.PotPushed):
            for seat, share in event.shares.items():
                won[str(seat)] = won.get(str(seat), 0) + share
    return {seat: plain(amount) for seat, amount in won.items()}


def _raise(run: PokerRun) -> str:
    """What the player whose turn it is may bet or raise to, `20.00 to 1000.00`, or `nothing`."""
    for offer in run.table.legal(seat=run.table.state.turn):
        if isinstance(offer.command, commands.Bet | commands.Raise):
            least = offer.command.amount if isinstance(offer.command, commands.Bet) else offer.command.to
            return f"{plain(least)} to {plain(offer.most)}"
    return "nothing"


CHECKS: dict[str, Any] = {
    "cites": lambda run: None,
    "refused": lambda run: run.refused.ground if run.refused else None,
    "reason": lambda run: run.refused.reason if run.refused else None,
    "says": lambda run: "\n".join(tell(event, run.table.rules) for event in run.table.events),
    "awaiting": lambda run: [option.name for option in run.awaiting.options] if run.awaiting else None,
    "phase": _state(lambda state: state.phase),
    "hand": _state(lambda state: state.hand),
    "turn": _state(lambda state: state.turn),
    "bet": _state(lambda state: plain(state.bet)),
    "pot": _state(lambda state: plain(state.pot)),
    "raises": _state(lambda state: state.raises),
    "may_raise": _raise,
    "button": _state(lambda state: state.positions[0] if state.positions else 0),
    "positions": _state(lambda state: list(state.positions)),
    "dealt_in": _state(lambda state: list(state.ring)),
    "live": _state(lambda state: [seat.number for seat in state.in_hand]),
    "all_in": _state(lambda state: [seat.number for seat in state.in_hand if seat.all_in]),
    "seats": _state(lambda state: sorted(state.seats)),
    "board": _state(lambda state: show_cards(state.board)),
    "burns": _state(lambda state: show_cards(state.burns)),
    "burned": _state(lambda state: len(state.burns)),
    "stub": _state(lambda state: len(state.stub)),
    "next_cards": _state(lambda state: show_cards(state.stub[:4])),
    "aside": _state(lambda state: show_cards(state.aside)),
    "in_muck": _state(lambda state: len(state.muck)),
    "waiting": _state(lambda state: [entry.name for entry in state.waiting]),
    "picked_up": _state(lambda state: list(state.picked_up)),
    "wanted": _state(lambda state: {str(place): list(seats) for place, seats in state.wanted.items()}),
    "buttons": _state(_buttons),
    "penalty": _state(lambda state: [number for number, seat in sorted(state.seats.items()) if seat.penalty]),
    "due": _state(lambda state: {str(seat): plain(amount) for seat, amount in due(state).items()}),
    "reserved": _state(lambda state: list(state.reserved)),
    "done": _state(lambda state: list(state.done)),
    "account": _state(lambda state: {name: plain(amount) for name, amount in state.money.items()}),
    "stack": _seats(lambda state, number: plain(state.stack(number))),
    "wagered": _seats(lambda state, number: plain(state.seats[number].wagered)),
    "put_in": _seats(lambda state, number: plain(state.seats[number].put_in)),
    "cards": _seats(lambda state, number: show_cards(state.seats[number].cards)),
    "side": _seats(lambda state, number: plain(state.money.get(side_of(number), 0))),
    "held": _seats(lambda state, number: plain(state.money.get(held_of(number), 0))),
    "missed": _seats(lambda state, number: list(state.seats[number].missed)),
    "away": _state(lambda state: [number for number, seat in sorted(state.seats.items()) if seat.away]),
    "net": _seats(
        lambda state, number: plain(
            state.stack(number)
            + state.money.get(purse_of(number), 0)
            + state.money.get(side_of(number), 0)
            + state.money.get(held_of(number), 0)
        )
    ),
    "won": _won,
    "returned": lambda run: {
        str(event.seat): plain(event.amount) for event in run.table.events if isinstance(event, events.UncalledReturned)
    },
    "odd": _events(endings.PotPushed, lambda event: list(event.odd)),
    "shown": _events(endings.HandShown, lambda event: event.seat),
    "mucked": _events(endings.HandMucked, lambda event: event.seat),
    "hands": lambda run: {str(e.seat): e.hand for e in run.table.events if isinstance(e, endings.HandShown)},
    "lows": lambda run: {str(e.seat): e.low for e in run.table.events if isinstance(e, endings.HandShown) and e.low},
    "commission": lambda run: plain(
        sum(event.amount for event in run.table.events if isinstance(event, takings.CommissionDropped))
    ),
}

PokerRun.checks = CHECKS

"""Running a case of the poker room: play its lines at a table and compare what came of it with what it expects.

Besides the lines of `poker.lines`, a case may stack the deck before `deal`: `hand 1: As Ad`, `board: Kc 9d 4s 2h 2c` and
`burns: 3c 3d 3h`; what is not given comes from the rest of the deck. `deal` then begins the hand, has the blinds posted
that are still due, shuffles that deck, cuts it and deals, as far as that has not been done. `around` has everybody left
in the round check or call; `shuffle stub: 9c 2d` shuffles the rest of the deck so that these come next; `play out` plays the
hand to its end in that way, discards their first card where they must, and pushes the pots.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.books import poker_rules_of
from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.money import cents, plain
from croupier.poker import commands, events
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.deal import to_shuffle
from croupier.poker.deciding import decide
from croupier.poker.lines import read_line, said_by
from croupier.poker.rules import Commission, Options
from croupier.poker.state import State, held_of, side_of
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable, whose
from croupier.tables.stacking import CUT, before_cut, filled


class PokerRun(CaseRun):
    """A case as it was played at a table of the poker room."""

    setting = "the table is set up"

    def __init__(self, case: Case, game: str) -> None:
        super().__init__(case)
        self._hands: dict[int, tuple[Card, ...]] = {}
        self._board: tuple[Card, ...] = ()
        self._burns: tuple[Card, ...] = ()
        setup = dict(case.table)
        seats = setup.pop("seats", 3)
        chips = setup.pop("chips", "1000.00")
        asked = options_from({"places": min(10, poker_rules_of(game).most_players), **setup})
        opening = decide(poker_rules_of(game), State(), commands.OpenTable(options=asked), Said(DEALER, DEALER, 0))
        refused = isinstance(opening, Refused)
        self.table = PokerTable(game, None if refused else asked)
        self.note(opening if refused else Accepted(tuple(self.table.events)))
        for seat in range(1, 1 if refused else seats + 1):
            stake = chips if isinstance(chips, str) else chips.get(str(seat), "1000.00")
            self.do(commands.TakeSeat(seat=seat, chips=cents(stake)))
        self.play_all()

    def tell(self, event: Event) -> str:
        return tell(event, self.table.rules)

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if said.startswith("hand "):
            place, cards = said.removeprefix("hand ").split(":")
            self._hands[int(place)] = parse_cards(cards)
        elif said.startswith("board:"):
            self._board = parse_cards(said.removeprefix("board:"))
        elif said.startswith("burns:"):
            self._burns = parse_cards(said.removeprefix("burns:"))
        elif re.fullmatch("deal( counts .+)?", said):
            self._deal(read_line(said), who)
        elif said == "around":
            self._around()
        elif said.startswith("shuffle stub:"):
            self._shuffle_stub(parse_cards(said.removeprefix("shuffle stub:")))
        elif said == "play out":
            self._play_out()
        else:
            self.do(read_line(said), **who)

    def do(self, command: Command, **who: Any) -> None:
        if self.refused is None:
            self.note(self.table.do(command, **who))

    def _deal(self, command: Command, who: dict[str, Any]) -> None:
        if self.table.state.phase == "between":
            self.do(commands.BeginHand())
        while self.refused is None and (waiting := due(self.table.state)):
            self.do(commands.PostBlind(seat=next(iter(waiting))))
        if self.refused is None and not self.table.state.hand.shuffled:
            self.do(commands.Shuffle(deck=before_cut(self._stacked()), source="stacked"))
        if self.refused is None and not self.table.state.hand.cut:
            self.do(commands.Cut(place=CUT))
        self.do(command, **who)

    def _stacked(self) -> tuple[Card, ...]:
        """A deck that gives the hands, burns and board that the case asks for."""
        ring, count = to_be_dealt(self.table.state), self.table.rules.hole_cards
        hands = {seat: _padded(self._hands.get(seat, ()), count) for seat in ring}
        top = [hands[seat][turn] for turn in range(count) for seat in ring]
        board, burns = _padded(self._board, 5), _padded(self._burns, 3)
        return filled((*top, burns[0], *board[:3], burns[1], board[3], burns[2], board[4]))

    def _shuffle_stub(self, top: tuple[Card, ...]) -> None:
        """What is left of the deck is shuffled so that these cards come next."""
        left = to_shuffle(self.table.state.hand)
        order = (*top, *(card for card in left if card not in top))
        self.do(commands.ShuffleStub(deck=order, source="stacked"))

    def _around(self) -> None:
        """Everybody left in the betting round checks or calls."""
        street = self.table.state.hand.street
        while self.refused is None and (hand := self.table.state.hand).phase == "betting" and hand.turn and hand.street == street:
            call = hand.players[hand.turn].wagered < hand.bet
            self.do(commands.Call(seat=hand.turn) if call else commands.Check(seat=hand.turn))

    def _play_out(self) -> None:
        while self.refused is None and self.table.state.phase not in ("between", "closed"):
            self._around()
            turn = self.table.turn
            if turn and self.table.state.hand.phase != "showdown":
                card = self.table.state.hand.players[turn].cards[0]
                self.do(commands.Discard(seat=turn, card=card))
            elif (step := self.table.next_step()) is not None:
                if isinstance(step, commands.NotifyBonus):  # in a case a line says whether the dealer tells of it
                    step = commands.PushPots()
                self.do(step, by=whose(step))
            else:
                break


def _padded(cards: tuple[Card, ...], number: int) -> tuple[Card | None, ...]:
    return (*cards, *(None,) * (number - len(cards)))


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
        raise TableError(f"the table: {error}") from None


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
    """The button that is before each player who has one: walking, absent, missed blind, dealt out."""
    found: dict[str, str] = {}
    for number, seat in state.seats.items():
        owes = bool(seat.missed)
        name = ("absent" if owes else "walking") if seat.away else "missed blind" if owes else ""
        if names := " and ".join(filter(None, (name, "dealt out" if seat.dealt_out else ""))):
            found[str(number)] = names
    return found


def _in_muck(state: State) -> int:
    """How many cards are in the muck, with the hands that were passed in at the showdown."""
    passed_in = (len(player.cards) for player in state.hand.players.values() if player.mucked)
    return len(state.hand.muck) + sum(passed_in)


def _won(run: PokerRun) -> dict[str, str]:
    """What each seat has been pushed from pots."""
    won: dict[str, int] = {}
    for event in run.table.events:
        if isinstance(event, events.PotPushed):
            for seat, share in event.shares.items():
                won[str(seat)] = won.get(str(seat), 0) + share
    return {seat: plain(amount) for seat, amount in won.items()}


def _raise(run: PokerRun) -> str:
    """What the player whose turn it is may bet or raise to, `20.00 to 1000.00`, or `nothing`."""
    for offer in run.table.legal(seat=run.table.state.hand.turn):
        if isinstance(offer.command, commands.Bet | commands.Raise):
            least = offer.command.amount if isinstance(offer.command, commands.Bet) else offer.command.to
            return f"{plain(least)} to {plain(offer.most)}"
    return "nothing"


PokerRun.checks = {
    "says": lambda run: "\n".join(tell(event, run.table.rules) for event in run.table.events),
    "phase": _state(lambda state: state.phase),
    "hand": _state(lambda state: state.hand.number),
    "turn": _state(lambda state: state.hand.turn),
    "bet": _state(lambda state: plain(state.hand.bet)),
    "pot": _state(lambda state: plain(state.pot)),
    "raises": _state(lambda state: state.hand.raises),
    "may_raise": _raise,
    "button": _state(lambda state: state.positions[0] if state.positions else 0),
    "positions": _state(lambda state: list(state.positions)),
    "dealt_in": _state(lambda state: list(state.hand.ring)),
    "live": _state(lambda state: [seat.number for seat in state.hand.in_hand]),
    "all_in": _state(lambda state: [seat.number for seat in state.hand.in_hand if seat.all_in]),
    "seats": _state(lambda state: sorted(state.seats)),
    "board": _state(lambda state: show_cards(state.hand.board)),
    "burns": _state(lambda state: show_cards(state.hand.burns)),
    "burned": _state(lambda state: len(state.hand.burns)),
    "stub": _state(lambda state: len(state.hand.stub)),
    "next_cards": _state(lambda state: show_cards(state.hand.stub[:4])),
    "aside": _state(lambda state: show_cards(state.hand.aside)),
    "in_muck": _state(_in_muck),
    "waiting": _state(lambda state: [entry.person for entry in state.waiting]),
    "picked_up": _state(lambda state: list(state.picked_up)),
    "wanted": _state(lambda state: {str(place): list(seats) for place, seats in state.wanted.items()}),
    "buttons": _state(_buttons),
    "penalty": _state(lambda state: [number for number, seat in sorted(state.seats.items()) if seat.penalty]),
    "due": _state(lambda state: {str(seat): plain(amount) for seat, amount in due(state).items()}),
    "reserved": _state(lambda state: list(state.reserved)),
    "done": _state(lambda state: list(state.done)),
    "account": _state(lambda state: {name: plain(amount) for name, amount in state.money.items()}),
    "stack": _seats(lambda state, number: plain(state.stack(number))),
    "wagered": _seats(lambda state, number: plain(state.hand.players[number].wagered)),
    "put_in": _seats(lambda state, number: plain(state.hand.players[number].put_in)),
    "cards": _seats(lambda state, number: show_cards(state.hand.players[number].cards)),
    "side": _seats(lambda state, number: plain(state.money.get(side_of(number), 0))),
    "held": _seats(lambda state, number: plain(state.money.get(held_of(number), 0))),
    "missed": _seats(lambda state, number: list(state.seats[number].missed)),
    "away": _state(lambda state: [number for number, seat in sorted(state.seats.items()) if seat.away]),
    "net": _seats(
        lambda state, number: plain(
            state.stack(number)
            + state.money.get(purse_of(state.person_at(number)), 0)
            + state.money.get(side_of(number), 0)
            + state.money.get(held_of(number), 0)
        )
    ),
    "won": _won,
    "returned": lambda run: {
        str(event.seat): plain(event.amount) for event in run.table.events if isinstance(event, events.UncalledReturned)
    },
    "odd": _events(events.PotPushed, lambda event: list(event.odd)),
    "shown": _events(events.HandShown, lambda event: event.seat),
    "mucked": _events(events.HandMucked, lambda event: event.seat),
    "hands": lambda run: {str(e.seat): e.hand for e in run.table.events if isinstance(e, events.HandShown)},
    "lows": lambda run: {str(e.seat): e.low for e in run.table.events if isinstance(e, events.HandShown) and e.low},
    "commission": lambda run: plain(
        sum(event.amount for event in run.table.events if isinstance(event, events.CommissionDropped))
    ),
}

"""Running a case: play its lines at a table and compare what came of it with what it expects.

Besides the lines of `stud.lines`, a case may stack the deck: `hand 1: As Ad 9c 7h 2s`, `hand dealer: ...` and `stub: Kd` for
the cards that come after the deal, then `deal`, which shuffles that deck, cuts it where there is a cut, and deals in the
book's own order up to 'bet or fold'. A hand that is not given gets cards from the rest of the deck. Steps of the dealer that
a line takes for granted are made: 'no more bets' before a recorded deal, 'bet or fold' before a decision, the dealer's hand
turned up before the settlement.

A table with a `meter`, whose terms are written as in `jackpots.lines`, is linked to a prize meter of its own: `meter: ...` is
said to that one, where the table is called `table`, and `pay 1` pays the prize of a box as the meter says.
"""

import re
from collections.abc import Callable
from typing import Any

from croupier.books import BOOKS, GAMES, book_of, game_of, rules_of
from croupier.cases.case import Case
from croupier.cases.meters import MeterRun
from croupier.cases.poker import PokerRun
from croupier.cases.promotions import PromotionRun
from croupier.cases.room import RoomRun
from croupier.cases.run import CaseRun
from croupier.cases.tournaments import TournamentRun
from croupier.jackpots.lines import exact_amount, read_terms
from croupier.jackpots.lines import read_line as read_meter_line
from croupier.jackpots.telling import SENTENCES as OF_METERS
from croupier.jackpots.telling import tell as tell_meters
from croupier.kernel.accounts import kind_of, owner_of, purse_of, withheld_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import HIDDEN, Card, parse_cards, show_cards
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.money import cents, plain
from croupier.stud import commands
from croupier.stud.deal import awaits_upcard, next_to_deal
from croupier.stud.engine import decide
from croupier.stud.events import (
    CardTurnedUp,
    DirectionGiven,
    HandShown,
    JackpotHandKept,
    JackpotLost,
    JackpotRegistered,
    PeopleNotified,
    PlayerTold,
    SeatLeft,
    WagerSettled,
)
from croupier.stud.lines import read_line, said_by
from croupier.stud.rules import Options
from croupier.stud.state import DEALER as DEALERS_BOX
from croupier.stud.state import State
from croupier.stud.telling import tell
from croupier.tables.house_table import HouseTable
from croupier.tables.linked_table import NAME as LINKED
from croupier.tables.linked_table import LinkedTable
from croupier.tables.stacking import CUT, before_cut, stacked_deck

_MONEY_OPTIONS = ("minimum", "maximum", "unit", "chip", "maximum_payout", "jackpot")


def run_case(case: Case, game: str) -> CaseRun:
    """Play a case at a table of the game (the first of the book, if none is named), or on whatever else its subject is."""
    if case.subject == "meters":
        return MeterRun(case, game)
    if case.subject == "promotion":
        return PromotionRun(case, book_of(game).id)
    if case.subject == "room":
        return RoomRun(case, book_of(game).id)
    if game in BOOKS and game not in GAMES:
        game = next(name for name, book in GAMES.items() if book == game)
    if case.subject == "tournament":
        return TournamentRun(case, game)
    return Run(case, game) if game_of(game).poker is None else PokerRun(case, game)


class Run(CaseRun):
    """A case as it was played at a table."""

    setting = "the table is set up"

    def __init__(self, case: Case, game: str) -> None:
        super().__init__(case)
        self._stacked: dict[int, tuple[Card, ...]] = {}
        self._stub: tuple[Card, ...] = ()
        setup = dict(case.table)
        seats = setup.pop("seats", 1)
        ante = setup.pop("ante", None)
        chips = cents(setup.pop("chips", "1000.00"))
        ready = setup.pop("ready", True)
        meter = setup.pop("meter", "")
        options = {name: cents(value) if name in _MONEY_OPTIONS else value for name, value in setup.items()}
        rules = rules_of(game)
        prescribed = {name: each.default for name, each in rules.prescribed.items() if each.default is not None}
        asked = Options(**{"places": max(rules.usual_places(), seats), **prescribed, **options})
        opening = decide(rules, State(), commands.OpenTable(options=asked), Said(DEALER, DEALER, 0))
        refused = isinstance(opening, Refused)
        # where this table cannot open, the usual one stands there, empty
        self.table = (
            LinkedTable(game, read_terms(game, meter), asked)
            if meter and not refused
            else HouseTable(game, None if refused else asked, ready=ready and not refused)
        )
        self.note(opening if refused else Accepted(tuple(self.table.events)))
        for seat in range(1, 1 if refused else seats + 1):
            self.do(commands.TakeSeat(seat=seat, chips=chips))
            if ante is not None:
                self.do(commands.PlaceAnte(seat=seat, amount=cents(ante)))
        if ready and self.refused is None:
            before = len(self.table.events)
            self.table.make_ready()
            self.note_events(self.table.events[before:])
        self.play_all()

    def tell(self, event: Event) -> str:
        return tell_meters(event) if type(event) in OF_METERS else tell(event, self.table.rules)

    def failures(self) -> list[str]:
        wrong = self.of_the_meter(lambda table: table.casino.wrong())
        return [*super().failures(), *(wrong or [])]

    def play(self, line: str) -> None:
        if line.startswith("hand "):
            place, cards = line.removeprefix("hand ").split(":")
            self._stacked[DEALERS_BOX if place == "dealer" else int(place)] = parse_cards(cards)
        elif line.startswith("stub:"):
            self._stub = parse_cards(line.removeprefix("stub:"))
        elif line.startswith("meter: ") and isinstance(self.table, LinkedTable):
            who, said = said_by(line.removeprefix("meter: "))
            self.note(self.table.casino.manage(read_meter_line(said, self.table.rules.game), **who))
        elif (match := re.fullmatch(r"pay (\d+)", line)) and isinstance(self.table, LinkedTable):
            self.note(self.table.casino.pay(LINKED, int(match.group(1))))
        elif line == "deal" and self.table.state.phase == "wagers":
            self._deal()
        else:
            who, said = said_by(line)
            command = read_line(said, self.table.state, self.table.rules)
            self._take_for_granted(command)
            self.do(command, **who)

    def do(self, command: Command, **who: Any) -> None:
        self.note(self.table.do(command, **who))

    def of_the_meter(self, read: Callable[[LinkedTable], Any]) -> Any:
        return read(self.table) if isinstance(self.table, LinkedTable) else None

    def settled(self) -> list[WagerSettled]:
        return [event for event in self.table.events if isinstance(event, WagerSettled)]

    def _deal(self) -> None:
        deck = stacked_deck(self.table, self._stacked, then=self._stub)
        shoe = self.table.state.options.device == "shoe"
        steps: list[Command] = [commands.Shuffle(deck=before_cut(deck) if shoe else deck, source="stacked")]
        if shoe:
            steps.append(commands.Cut(place=CUT))
        for step in (*steps, commands.CallNoMoreBets(), commands.Deal(), commands.CallBetOrFold()):
            if self.refused is None:
                self.do(step)

    def _take_for_granted(self, command: Command) -> None:
        state = self.table.state
        if isinstance(command, commands.DealCards) and state.phase == "wagers" and not state.shuffled:
            self.do(commands.Shuffle())
            if state.options.device == "shoe":
                self.do(commands.Cut(place=CUT))
            self.do(commands.CallNoMoreBets())
        if (
            isinstance(command, commands.PlaceBet | commands.Fold | commands.ChangeCard)
            and state.phase == "dealing"
            and next_to_deal(self.table.rules, state) is None
        ):
            if awaits_upcard(self.table.rules, state):
                self.do(commands.TurnUp())
            self.do(commands.CallBetOrFold())
        hidden = HIDDEN in state.dealer.cards
        if isinstance(command, commands.Settle) and state.phase == "deciding" and not state.undecided and not hidden:
            self.do(commands.Reveal())


def _net(run: Run) -> dict[str, str]:
    """The change of each player's money since sitting down, wagers still on the table counted as theirs."""
    state = run.table.state
    net = {}
    for seat in state.seats:
        on_layout = sum(
            state.ante(n) + state.bet(n) + sum(state.side_wagers(n).values())
            for n, box in enumerate(state.boxes)
            if box.seat == seat
        )
        on_layout += sum(state.jackpot(n) for n, owner in state.jackpots.items() if owner == seat)
        net[str(seat)] = plain(state.stack(seat) + on_layout + state.money.get(purse_of(state.people[seat]), 0))
    return net


def _next(run: Run) -> str | None:
    """Where the next cards go, as `2 x1`, or None once all are dealt."""
    due = next_to_deal(run.table.rules, run.table.state)
    return None if due is None else f"{'dealer' if due[0] == DEALERS_BOX else due[0]} x{due[1]}"


Run.checks = {
    "net": _net,
    "phase": lambda run: run.table.state.phase,
    "round": lambda run: run.table.state.round,
    "in_play": lambda run: list(run.table.state.betting),
    "undecided": lambda run: list(run.table.state.undecided),
    "ante": lambda run: {str(n): plain(run.table.state.ante(n)) for n in run.table.state.wagered},
    "bet": lambda run: {str(n): plain(run.table.state.bet(n)) for n in run.table.state.wagered},
    "stack": lambda run: {str(n): plain(run.table.state.stack(n)) for n in run.table.state.seats},
    "seats": lambda run: list(run.table.state.seats),
    "left": lambda run: {
        e.person: plain(e.postings.get(purse_of(e.person), 0)) for e in run.table.events if isinstance(e, SeatLeft)
    },
    "results": lambda run: {f"{e.wager} {e.box}": e.result for e in run.settled()},
    "pays": lambda run: {f"{e.wager} {e.box}": plain(e.pays) for e in run.settled()},
    "exchange": lambda run: {str(n): plain(run.table.state.exchange(n)) for n in run.table.state.wagered},
    "wagers": lambda run: {
        f"{name} {n}": plain(on) for n in run.table.state.wagered for name, on in run.table.state.side_wagers(n).items()
    },
    "settled_by": lambda run: {f"{e.wager} {e.box}": list(e.clauses) for e in run.settled()},
    "odds": lambda run: {f"{e.wager} {e.box}": e.odds for e in run.settled()},
    "settled": lambda run: list(dict.fromkeys(event.box for event in run.settled())),
    "told": lambda run: [f"{e.seat or e.person} {e.about}" for e in run.table.events if isinstance(e, PlayerTold)],
    "hands": lambda run: {str(e.box): e.hand for e in run.table.events if isinstance(e, HandShown)},
    "shown": lambda run: [e.box for e in run.table.events if isinstance(e, HandShown)],
    "dealer_shows": lambda run: show_cards(run.table.picture().dealer.cards),
    "notified": lambda run: [who for e in run.table.events if isinstance(e, PeopleNotified) for who in e.who],
    "says": lambda run: "\n".join(tell(event, run.table.rules) for event in run.table.events),
    "directed": lambda run: [e.says for e in run.table.events if isinstance(e, DirectionGiven)],
    "tokens": lambda run: {str(n): plain(run.table.state.tokens(n)) for n in run.table.state.seats},
    "own_limits": lambda run: {
        str(run.table.state.seat_of(person) or person): f"{plain(least)} to {plain(most)}"
        for person, (least, most) in run.table.state.limits.items()
    },
    "excluded": lambda run: list(run.table.state.excluded),
    "kept_out": lambda run: [
        person
        for person in run.table.state.people.values()
        if any(parted.keeps_out(person, run.table.state.people.values()) for parted in run.table.state.parted)
    ],
    "people": lambda run: {str(n): person for n, person in run.table.state.people.items()},
    "held_back": lambda run: {
        owner_of(account): plain(amount) for account, amount in run.table.state.money.items() if kind_of(account) == "withheld"
    },
    "device": lambda run: run.table.state.options.device,
    "withheld": lambda run: {
        str(n): plain(run.table.state.money.get(withheld_of(p), 0)) for n, p in run.table.state.people.items()
    },
    "retracting": lambda run: list(run.table.state.retracting),
    "exposed": lambda run: run.table.state.exposed,
    "limits": lambda run: f"{plain(run.table.state.options.minimum)} to {plain(run.table.state.options.maximum)}",
    "jackpot_hands": lambda run: {str(e.box): e.jackpot_hand for e in run.table.events if isinstance(e, HandShown)},
    "choices": lambda run: {str(n): run.table.state.boxes[n].choice for n in run.table.state.wagered},
    "shuffled": lambda run: run.table.state.shuffled,
    "done": lambda run: list(run.table.state.done),
    "looked_at": lambda run: [n for n, box in enumerate(run.table.state.boxes) if box.picked_up],
    "colour": lambda run: run.table.state.colour,
    "upcard": lambda run: next((str(e.card) for e in run.table.events if isinstance(e, CardTurnedUp)), None),
    "cards": lambda run: {
        "dealer" if n == DEALERS_BOX else str(n): show_cards(box.cards)
        for n, box in enumerate(run.table.state.boxes)
        if box.cards
    },
    "jackpot": lambda run: {str(n): plain(run.table.state.jackpot(n)) for n in range(1, len(run.table.state.boxes))},
    "lights": lambda run: list(run.table.state.lights),
    "jackpot_game": lambda run: list(run.table.state.registered),
    "jackpot_lost": lambda run: [e.box for e in run.table.events if isinstance(e, JackpotLost)],
    "jackpot_kept": lambda run: {str(e.box): e.hand for e in run.table.events if isinstance(e, JackpotHandKept)},
    "jackpot_games": lambda run: [list(e.boxes) for e in run.table.events if isinstance(e, JackpotRegistered)],
    "meter": lambda run: run.of_the_meter(lambda table: exact_amount(table.meter)),
    "pending": lambda run: run.of_the_meter(lambda table: list(table.casino.meters.state.prizes)),
    "unpaid": lambda run: {str(n): hand for n, hand in run.table.state.prizes.items()},
    "next": _next,
}

"""Running a case: play its lines at a table and compare the result with what it expects.

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
from croupier.cases.poker import PokerRun
from croupier.cases.run import CaseRun, Check, of_state, options
from croupier.cases.subjects import MeterRun, PromotionRun, RoomRun
from croupier.cases.tournament_cases import TournamentRun
from croupier.jackpots.lines import exact_amount, read_terms
from croupier.jackpots.telling import tell as tell_meters
from croupier.kernel.accounts import kind_of, owner_of, purse_of, withheld_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import HIDDEN, show_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.lines import said_by
from croupier.kernel.money import cents, plain
from croupier.stud import commands, events
from croupier.stud.deal import awaits_upcard, next_to_deal
from croupier.stud.engine import decide
from croupier.stud.rules import Options
from croupier.stud.state import DEALER as DEALERS_BOX, State
from croupier.tables.any_line import read_line
from croupier.tables.house_table import HouseTable
from croupier.tables.linked_table import NAME as LINKED, LinkedTable
from croupier.tables.stacking import CUT, before_cut, stacked_deck

_KINDS: dict[str, type[CaseRun]] = {"meters": MeterRun, "promotion": PromotionRun, "room": RoomRun, "tournament": TournamentRun}


def run_case(case: Case, game: str) -> CaseRun:
    """Play a case at a table of the game (the first of the book, if none is named), or on whatever else its subject is."""
    if case.subject in ("promotion", "room"):
        game = book_of(game).id
    elif case.subject != "meters" and game in BOOKS and game not in GAMES:
        game = next(name for name, book in GAMES.items() if book == game)
    if case.subject in _KINDS:
        return _KINDS[case.subject](case, game)
    return Run(case, game) if game_of(game).poker is None else PokerRun(case, game)


class Run(CaseRun):
    """A case played at a house table."""

    stacks = r"hand (?:dealer|\d+)|stub"
    stream: HouseTable

    def open(self, game: str, setup: dict[str, Any]) -> None:
        seats, ante, ready = setup.pop("seats", 1), setup.pop("ante", None), setup.pop("ready", True)
        chips, meter = cents(setup.pop("chips", "1000.00")), setup.pop("meter", "")
        rules = rules_of(game)
        prescribed = {name: option.default for name, option in rules.prescribed.items() if option.default is not None}
        asked = options(Options, {"places": max(rules.usual_places(), seats), **prescribed}, setup)
        opening = decide(rules, State(), commands.OpenTable(options=asked), Said(DEALER, DEALER, 0))
        if isinstance(opening, Refused):  # the usual table is there, empty
            self.stream = HouseTable(game, ready=False)
            self.note(opening)
            return
        self.stream = LinkedTable(game, read_terms(game, meter), asked) if meter else HouseTable(game, asked, ready=ready)
        self.note_events(self.stream.events)
        for seat in range(1, seats + 1):
            self.do(commands.TakeSeat(seat=seat, chips=chips))
            if ante is not None:
                self.do(commands.PlaceAnte(seat=seat, amount=cents(ante)))
        if ready and self.refused is None:
            before = len(self.stream.events)
            self.stream.make_ready()
            self.note_events(self.stream.events[before:])

    def tell(self, event: Event) -> str:
        return tell_meters(event) if type(event) in tell_meters.sentences else super().tell(event)

    def failures(self) -> list[str]:
        return [*super().failures(), *(self.linked.casino.wrong() if self.linked else ())]

    @property
    def linked(self) -> LinkedTable | None:
        """The table, if it has a meter."""
        return self.stream if isinstance(self.stream, LinkedTable) else None

    def play(self, line: str) -> None:
        if line.startswith("meter: ") and self.linked:
            who, said = said_by(line.removeprefix("meter: "))
            self.note(self.linked.casino.manage(read_line(self.linked.casino.meters, said), **who))
        elif (match := re.fullmatch(r"pay (\d+)", line)) and self.linked:
            self.note(self.linked.casino.pay(LINKED, int(match.group(1))))
        elif line == "deal" and self.state.phase == "wagers":
            self._deal()
        else:
            super().play(line)

    def _deal(self) -> None:
        hands = {n: self.cards.get(f"hand {_place(n)}", ()) for n in range(len(self.state.boxes))}
        deck = stacked_deck(self.stream, hands, then=self.cards.get("stub", ()))
        shoe = self.state.options.device == "shoe"
        steps: list[Command] = [commands.Shuffle(deck=before_cut(deck) if shoe else deck, source="stacked")]
        if shoe:
            steps.append(commands.Cut(place=CUT))
        for step in (*steps, commands.CallNoMoreBets(), commands.Deal(), commands.CallBetOrFold()):
            self.do(step)

    def before(self, command: Command) -> None:
        state = self.state
        if isinstance(command, commands.DealCards) and state.phase == "wagers" and not state.shuffled:
            self.do(commands.Shuffle())
            if state.options.device == "shoe":
                self.do(commands.Cut(place=CUT))
            self.do(commands.CallNoMoreBets())
        if (
            isinstance(command, commands.PlaceBet | commands.Fold | commands.ChangeCard)
            and state.phase == "dealing"
            and next_to_deal(self.stream.rules, state) is None
        ):
            if awaits_upcard(self.stream.rules, state):
                self.do(commands.TurnUp())
            self.do(commands.CallBetOrFold())
        hidden = HIDDEN in state.dealer.cards
        if isinstance(command, commands.Settle) and state.phase == "deciding" and not state.undecided and not hidden:
            self.do(commands.Reveal())


def _net(state: State, seat: int) -> int:
    """The change of a player's money since sitting down, wagers still on the table counted as theirs."""
    boxes = [n for n, box in enumerate(state.boxes) if box.seat == seat]
    on_layout = sum(state.ante(n) + state.bet(n) + sum(state.side_wagers(n).values()) for n in boxes)
    on_layout += sum(state.jackpot(n) for n, owner in state.jackpots.items() if owner == seat)
    return state.stack(seat) + on_layout + state.money.get(purse_of(state.people[seat]), 0)


def _next(run: Run) -> str | None:
    """Where the next cards go, as `2 x1`, or None once all are dealt."""
    due = next_to_deal(run.stream.rules, run.state)
    return None if due is None else f"{_place(due[0])} x{due[1]}"


def _place(box: int) -> str:
    return "dealer" if box == DEALERS_BOX else str(box)


def _boxes(amount: Callable[[State, int], int]) -> Check:
    """A sum for each box that is wagered on."""
    return lambda run: {n: plain(amount(run.state, n)) for n in run.state.wagered}


def _seats(amount: Callable[[State, int], int]) -> Check:
    """A sum for each player."""
    return lambda run: {n: plain(amount(run.state, n)) for n in run.state.seats}


def _wagers(tell: Callable[[events.WagerSettled], Any]) -> Check:
    """One value for each wager that was settled, as `ante 1`."""
    return lambda run: {f"{e.wager} {e.box}": tell(e) for e in run.all(events.WagerSettled)}


Run.checks = {
    **of_state(
        "phase", "round", "undecided", "seats", "excluded", "people", "retracting", "exposed", "shuffled", "done", "colour"
    ),
    **of_state("colour", "lights", in_play="betting", device="options.device", jackpot_game="registered", unpaid="prizes"),
    "ante": _boxes(State.ante),
    "bet": _boxes(State.bet),
    "exchange": _boxes(State.exchange),
    "stack": _seats(State.stack),
    "tokens": _seats(State.tokens),
    "net": _seats(_net),
    "withheld": _seats(lambda state, n: state.money.get(withheld_of(state.people[n]), 0)),
    "left": lambda run: {e.person: plain(e.postings.get(purse_of(e.person), 0)) for e in run.all(events.SeatLeft)},
    "results": _wagers(lambda settled: settled.result),
    "pays": _wagers(lambda settled: plain(settled.pays)),
    "settled_by": _wagers(lambda settled: settled.clauses),
    "odds": _wagers(lambda settled: settled.odds),
    "settled": lambda run: list(dict.fromkeys(event.box for event in run.all(events.WagerSettled))),
    "wagers": lambda run: {f"{name} {n}": plain(on) for n in run.state.wagered for name, on in run.state.side_wagers(n).items()},
    "told": lambda run: [f"{e.seat or e.person} {e.about}" for e in run.all(events.PlayerTold)],
    "hands": lambda run: {e.box: e.hand for e in run.all(events.HandShown)},
    "shown": lambda run: [e.box for e in run.all(events.HandShown)],
    "dealer_shows": lambda run: show_cards(run.stream.picture().dealer.cards),
    "notified": lambda run: [who for e in run.all(events.PeopleNotified) for who in e.who],
    "directed": lambda run: [e.says for e in run.all(events.DirectionGiven)],
    "own_limits": lambda run: {
        run.state.seat_of(person) or person: f"{plain(least)} to {plain(most)}"
        for person, (least, most) in run.state.limits.items()
    },
    "kept_out": lambda run: [
        person
        for person in run.state.people.values()
        if any(parted.keeps_out(person, run.state.people.values()) for parted in run.state.parted)
    ],
    "held_back": lambda run: {
        owner_of(account): plain(amount) for account, amount in run.state.money.items() if kind_of(account) == "withheld"
    },
    "limits": lambda run: f"{plain(run.state.options.minimum)} to {plain(run.state.options.maximum)}",
    "choices": lambda run: {n: run.state.boxes[n].choice for n in run.state.wagered},
    "looked_at": lambda run: [n for n, box in enumerate(run.state.boxes) if box.picked_up],
    "upcard": lambda run: next((str(e.card) for e in run.all(events.CardTurnedUp)), None),
    "cards": lambda run: {_place(n): show_cards(box.cards) for n, box in enumerate(run.state.boxes) if box.cards},
    "jackpot": lambda run: {n: plain(run.state.jackpot(n)) for n in range(1, len(run.state.boxes))},
    "jackpot_hands": lambda run: {e.box: e.jackpot_hand for e in run.all(events.HandShown)},
    "jackpot_lost": lambda run: [e.box for e in run.all(events.JackpotLost)],
    "jackpot_kept": lambda run: {e.box: e.hand for e in run.all(events.JackpotHandKept)},
    "jackpot_games": lambda run: [e.boxes for e in run.all(events.JackpotRegistered)],
    "meter": lambda run: exact_amount(run.linked.meter) if run.linked else None,
    "pending": lambda run: list(run.linked.casino.meters.state.prizes) if run.linked else None,
    "next": _next,
}

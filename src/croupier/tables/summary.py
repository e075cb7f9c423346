"""A stream at a glance: the few facts that lobby, floor, cage and search need to show it without loading it.

A row is kept with the entry that it follows, in the same transaction, so it describes the result of that entry. It is derived
from the stream alone, so it can be made again at any time. To its readers, the row of a table answers like a table.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Self

import msgspec

from croupier.kernel.accounts import FLOAT, Account
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Command, Event
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.streams import CODE, AnyStream
from croupier.poker.commands import SettleSideWagers
from croupier.poker.management import Closing, closing_of, closing_steps as poker_closing
from croupier.poker.state import Prize
from croupier.stud.commands import Settle
from croupier.stud.management import closing_steps
from croupier.stud.state import METER, Sign
from croupier.tables.any_game import KINDS
from croupier.tables.any_table import AnyTable
from croupier.tables.cage_desk import chips_before
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable

TABLES = HOUSE_KIND, POKER_KIND = HouseTable.engine.kind, PokerTable.engine.kind


class Asked(msgspec.Struct, frozen=True):
    """A ruling that a table waits for: the question, who must rule, and the clauses."""

    question: str
    rank: str
    clauses: tuple[str, ...]


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of every stream; and of a table its signs, who sits there and where its chips are.

    `money` is the ledger of a table, one sum for each kind of account; `due` is what its float pays next, `left` the chips of
    people at a closed table. `rests`: nothing is in play and nobody sits there. `code` is the version that wrote
    it.
    """

    name: str
    kind: str
    number: int
    at: int
    game: str
    edition: str
    code: str
    warnings: tuple[str, ...] = ()
    tournament: str = ""
    rests: bool = True
    # a table
    phase: str = ""
    round: int = 0
    places: int = 0
    people: dict[int, str] = {}
    training: bool = False
    question: Asked | None = None
    money: dict[Account, int] = {}
    guesses: int = 0
    due: int = 0
    left: dict[str, int] = {}
    # a table of the house
    minimum: int = 0
    maximum: int = 0
    signs: tuple[Sign, ...] = ()
    registered: dict[int, int] = {}
    kept: tuple[str, ...] = ()
    counted: int = 0
    wagered: bool = False
    # a table of the poker room
    betting: str = ""
    blinds: tuple[int, ...] = ()
    time_to_act: int = 0
    prizes: dict[str, Prize] = {}
    verified: tuple[int, str] = (0, "")
    picked_up: tuple[str, ...] = ()
    closing: Closing | None = None

    @property
    def table(self) -> bool:
        """Whether it is a table of the house or of the poker room."""
        return self.kind in TABLES

    @property
    def house(self) -> bool:
        """Whether it is a table of the house."""
        return self.kind == HOUSE_KIND

    @property
    def may_go(self) -> bool:
        """Whether the stream need not be in memory: it is a table, and not a tournament's, which holds all of its tables."""
        return self.table and not self.tournament

    @property
    def wants_book(self) -> bool:
        """Whether the stream's book is missing here."""
        with suppress(CroupierError, ValueError):
            return self.rules is None
        return True

    @property
    def rules(self) -> Any:
        engine = KINDS[self.kind].engine
        with suppress(ValueError):
            return engine.rules(self.game, self.edition)
        return engine.rules(self.game)

    @property
    def closed(self) -> bool:
        return self.phase == "closed"

    @property
    def seats(self) -> tuple[int, ...]:
        """The occupied places."""
        return tuple(self.people)

    def person_at(self, seat: int) -> str:
        return self.people.get(seat, "")

    def seat_of(self, person: str) -> int:
        """Where a person sits, or 0."""
        return next((seat for seat, sitting in self.people.items() if sitting == person), 0)

    def sign(self, says: str, amount: int = 0) -> Sign | None:
        return next((sign for sign in self.signs if sign.about == (says, amount)), None)

    def jackpot(self, box: int) -> int:
        return self.registered.get(box, 0)

    @property
    def state(self) -> Self:
        """What a table says in its state, its row says itself."""
        return self

    @property
    def options(self) -> Self:
        """The same of its signs."""
        return self

    def closing_steps(self, now: int) -> list[Any]:
        """What must be done before the table closes."""
        if self.closing is not None:
            return list(poker_closing(self.rules, self.closing))
        return list(closing_steps(self.rules, self, now))


def summary_of(stream: AnyStream, *, live: bool = False) -> Summary:
    """The row of a stream now. What the float pays next matters only if a dealer deals it `live`."""
    rules: Rulebook = stream.rules
    known: dict[str, Any] = {
        "name": stream.name,
        "kind": stream.engine.kind,
        "number": stream.number,
        "at": stream.at,
        "game": stream.pins.game,
        "edition": rules.edition,
        "code": CODE,
        "warnings": tuple(stream.warnings),
    }
    if not isinstance(stream, AnyTable):
        return Summary(**known)
    state, options = stream.state, stream.state.options
    question = state.question
    known |= {
        "game": stream.rules.game,
        "tournament": options.tournament,
        "phase": state.phase,
        "places": options.places,
        "people": {seat: state.person_at(seat) for seat in state.seats},
        "rests": not state.seats and state.at_rest,
        "question": None if question is None else Asked(question.question, question.rank, question.clauses),
        "money": _by_kind(state.money),
        "guesses": sum(stream.guesses.values()),
        "due": _due(stream) if live else 0,
    }
    if isinstance(stream, HouseTable):
        return _of_the_house(stream, known)
    return _of_the_room(stream, known)


def _of_the_house(table: HouseTable, known: dict[str, Any]) -> Summary:
    state, options = table.state, table.state.options
    return Summary(
        **known,
        round=state.round,
        training=options.training,
        minimum=options.minimum,
        maximum=options.maximum,
        signs=state.signs,
        registered={box: state.jackpot(box) for box in state.registered},
        kept=state.kept,
        counted=state.counted,
        wagered=bool(state.wagered),
        left=_left(table, state.people.values()) if state.phase == "closed" else {},
    )


def _of_the_room(table: PokerTable, known: dict[str, Any]) -> Summary:
    state, options = table.state, table.state.options
    return Summary(
        **known,
        round=state.hand.number,
        betting=options.betting,
        blinds=options.blinds,
        time_to_act=options.time_to_act,
        prizes=state.prizes,
        verified=state.verified,
        picked_up=tuple(state.picked_up),
        closing=closing_of(state),
        left=_left(table, (*known["people"].values(), *state.picked_up)) if state.closed else {},
    )


def _by_kind(money: dict[Account, int]) -> dict[Account, int]:
    """A ledger with one sum for each kind of account and currency."""
    sums: dict[Account, int] = {}
    for name, amount in money.items():
        if amount:
            kind: Any = name.partition(":")[0]
            sums[kind] = sums.get(kind, 0) + amount
    return sums


def house_wins(events: Iterable[Event]) -> int:
    """What the house gains at a table by events, in its float and for prize meters; negative for what it pays."""
    return sum(event.postings.get(FLOAT, 0) + event.postings.get(METER, 0) for event in events)


def _due(table: AnyTable) -> int:
    """What the float pays with a table's next step, if that step pays from it."""
    state: Any = table.state
    step: Command | None = None
    if isinstance(table, HouseTable):
        step = Settle() if state.phase == "settling" else None
    elif state.hand.side_open and state.hand.board and not table.turn:
        step = SettleSideWagers()
    if step is None:
        return 0
    decision = table.engine.decide(table.rules, table.engine.copied(state), step, Said(HOUSE, HOUSE, table.at))  # type: ignore[arg-type]
    return 0 if isinstance(decision, Refused) else -house_wins(decision.events)


def _left(table: AnyTable, people: Iterable[str]) -> dict[str, int]:
    """The chips that people still have at a table."""
    return {person: chips for person in people if (chips := chips_before(table, person))}

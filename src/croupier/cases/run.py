"""The run of a case, whatever it is about: the result of each line, what was refused, which clauses were cited.

A kind of case declares how to open its stream, and what can be expected: each expectation is read from the run,
mostly from the state or the events of its stream.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import msgspec

from croupier.books.book import nearest
from croupier.cases.case import Case
from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.decisions import AwaitingRuling, Decision, Refused
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.lines import said_by
from croupier.kernel.money import cents, plain
from croupier.tables.any_line import read_line

E = TypeVar("E", bound=Event)
T = TypeVar("T")
Check = Callable[[Any], Any]
"""What an expectation is compared with, read from a run."""


class Step(msgspec.Struct):
    """A line of the play, and for each result a sentence with its clauses."""

    line: str
    outcome: list[tuple[str, tuple[str, ...]]] = []


class CaseRun:
    """What all kinds of cases share. A kind says how its `stream` is opened, and what can be expected of it."""

    setting: ClassVar[str] = "the table is set up"
    checks: ClassVar[Mapping[str, Check]]
    stacks: ClassVar[str] = "(?!)"
    """The cards that a line may stack the deck with, as a pattern; they are kept in `cards` by the words before the colon."""
    stream: Any

    def __init__(self, case: Case, game: str) -> None:
        self.case = case
        self.cited: set[str] = set()
        self.refused: Refused | None = None
        self.awaiting: AwaitingRuling | None = None
        self.steps = [Step(self.setting)]
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.open(game, dict(case.table))
        for line in case.play.splitlines():
            if not (said := line.split("#")[0].strip()):
                continue
            if self.refused is not None:
                raise TableError(f"{case.name}: {said!r} follows a refusal: {self.refused.reason}")
            self.steps.append(Step(said))
            try:
                self.play(said)
            except Exception as error:
                error.add_note(f"at the line {said!r}")
                raise

    def open(self, game: str, setup: dict[str, Any]) -> None:
        """Open the stream as the `table` of the case has it."""
        raise NotImplementedError

    def play(self, line: str) -> None:
        """Carry out a line: one command of the stream, or some cards to stack the deck with."""
        who, said = said_by(line)
        if match := re.fullmatch(f"({self.stacks}):(.*)", said):
            self.cards[match[1]] = parse_cards(match[2])
            return
        command = read_line(self.stream, said)
        self.before(command)
        self.do(command, **who)

    def before(self, command: Command) -> None:
        """Do the steps that a line takes for granted."""

    def do(self, command: Command, **who: Any) -> None:
        """Give a command, unless one was refused."""
        if self.refused is None:
            self.note(self.stream.do(command, **who))

    def tell(self, event: Event) -> str:
        told: str = self.stream.engine.tell(event, self.stream.rules)
        return told

    def told(self, wanted: Any) -> Any:
        """What a case wants to be said, with its sums in the currency of the book: it may write `$` for any."""
        told = self.stream.rules.currency.told
        return told(wanted) if isinstance(wanted, str) else [told(text) for text in wanted]

    @property
    def state(self) -> Any:
        return self.stream.state

    def all(self, kind: type[E]) -> list[E]:
        """Every event of a kind."""
        return [event for event in self.stream.events if isinstance(event, kind)]

    def note(self, decision: Decision) -> None:
        """Keep the result of a command."""
        if isinstance(decision, Refused):
            self.refused = decision
            self.note_told(f"Refused: {decision.reason}.", decision.clauses)
        else:
            self.note_events(decision.events)
        if isinstance(decision, AwaitingRuling):
            self.awaiting = decision
            self.cited.update(decision.clauses)

    def note_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.note_told(self.tell(event), event.clauses)

    def note_told(self, told: str, clauses: tuple[str, ...]) -> None:
        self.cited.update(clauses)
        self.steps[-1].outcome.append((self.told(told), clauses))

    def failures(self) -> list[str]:
        """How the run differs from what the case expects, in words.

        Of a table such as `net` only what the case names is compared; `says` looks for each text in what was said; `uncited`
        are clauses that nothing may cite.
        """
        faults = [f"{clause} was not cited" for clause in self.case.shows if clause not in self.cited]
        for name, written in self.case.expect.items():
            wanted = self.told(written) if name in ("says", "reason") else written
            if (check := self.checks.get(name) or ALWAYS.get(name)) is None:
                faults.append(f"nothing that a case can expect is called {name!r}{nearest(name, {*self.checks, *ALWAYS})}")
                continue
            got = check(self)
            got = msgspec.json.decode(msgspec.json.encode(got))  # as a file of cases has it: lists, and names that are texts
            if name == "cites":
                faults += [f"{clause} was not cited" for clause in wanted if clause not in self.cited]
            elif name == "uncited":
                faults += [f"{clause} was cited" for clause in wanted if clause in self.cited]
            elif name == "says":
                faults += [f"nothing says {what!r}" for what in wanted if what.casefold() not in got.casefold()]
            elif isinstance(wanted, dict) and wanted and isinstance(got, dict):
                faults += [
                    f"{name} {key} is {got.get(key)}, not {so}" for key, so in wanted.items() if not _same(got.get(key), so)
                ]
            elif not _same(got, wanted):
                faults.append(f"{name} is {got}, not {wanted}")
        if self.refused is not None and "refused" not in self.case.expect:
            faults.append(f"refused: {self.refused.reason}")
        return faults


def _same(got: Any, wanted: Any) -> bool:
    """Whether it is as a case expects; a sum, which is a text, may be without cents."""
    is_sum = isinstance(got, str) and got.endswith(".00") and isinstance(wanted, str) and wanted.lstrip("-").isdigit()
    return bool(got == (f"{wanted}.00" if is_sum else wanted))


ALWAYS: Mapping[str, Callable[[CaseRun], Any]] = {
    "cites": lambda run: None,
    "uncited": lambda run: None,
    "says": lambda run: "\n".join(map(run.tell, run.stream.events)),
    "refused": lambda run: run.refused.ground if run.refused is not None else None,
    "reason": lambda run: run.refused.reason if run.refused is not None else None,
    "awaiting": lambda run: [option.name for option in run.awaiting.options] if run.awaiting else None,
}
"""What can be expected of every kind of case."""


def of_state(*names: str, **paths: str) -> dict[str, Check]:
    """What is expected, from the state, by the same name or at a path such as `hand.turn`."""

    def read(path: str) -> Check:
        return lambda run: attrgetter(path)(run.state)

    return {name: read(path) for name, path in ({name: name for name in names} | paths).items()}


def of_each(path: str, tell: Callable[[Any], Any]) -> Check:
    """One value for each item that the state has at a path, by its name."""
    return lambda run: {name: tell(one) for name, one in attrgetter(path)(run.state).items()}


def sums(amounts: Mapping[T, int]) -> dict[T, str]:
    """Amounts as a case writes them."""
    return {of: plain(amount) for of, amount in amounts.items()}


def options(kind: type[T], usual: dict[str, Any], setup: dict[str, Any]) -> T:
    """The options of a table: the usual ones, and those that a case sets."""
    try:
        return msgspec.convert({**usual, **in_cents(setup)}, kind)
    except msgspec.ValidationError as error:
        raise TableError(f"the table: {error}") from None


_MONEY = re.compile(
    "(minimum|maximum)(_buy_in)?|maximum_payout|ante|bets|blinds|cap|cash|chips?|extra_time_fee|flop_chase|jackpot|most|"
    "(most_)?hourly|per_hand|per_person|unit"
)


def in_cents(given: Any, money: bool = False) -> Any:
    """The settings of a case, with every sum of money, which must be a text such as `10.00`, in cents."""
    if isinstance(given, dict):
        return {name: in_cents(value, money or _MONEY.fullmatch(name) is not None) for name, value in given.items()}
    if isinstance(given, list | tuple):
        return tuple(in_cents(item, money) for item in given)
    if money and not isinstance(given, str):
        raise TableError(f'{given} is not a sum of money: write it in quotes, such as "10.00"')
    return cents(given) if money else given

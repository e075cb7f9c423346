"""What a table of the house and a table of the poker room have in common: it takes commands, keeps every event, shows each
viewer what they may see, and can be written down and read again.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import msgspec

from croupier.kernel.cards import DECK, Card
from croupier.kernel.clauses import BookError, cited
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import ONLOOKER, Command, Event, Viewer
from croupier.kernel.legal import Legal
from croupier.kernel.rulebook import Rulebook

R = TypeVar("R", bound=Rulebook)
S = TypeVar("S")


class Kind(NamedTuple):
    """What a kind of table is run by: its engine and its record, what is legal, an event in words, the empty state, the
    rules of a game by its name, the event that a history begins with, and what makes a state impossible.
    """

    engine: Any
    record: Any
    legal: Callable[..., list[Legal]]
    tell: Callable[[Event, Any], str]
    blank: Callable[[], Any]
    rules_of: Callable[[str], Any]
    opening: type[Event]
    impossible: Callable[[Any, Any], str]


class AnyTable(Generic[R, S]):
    """One table and its whole history."""

    kind: ClassVar[Kind]

    rules: R
    state: S

    def __init__(self, game: str, opening: Command, *, seed: int | None = None) -> None:
        self.rules = self.kind.rules_of(game)
        self.events: list[Event] = []
        self.state = self.kind.blank()
        self._answered: set[str] = set()
        self._random: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
        opened = self.do(opening)
        if isinstance(opened, Refused):
            raise BookError(f"{game}: {opened.reason}")

    def do(self, command: Command, *, seen: int | None = None, id: str = "") -> Decision:
        """Decide a command and take its events. A refusal changes nothing.

        `seen` is how many events the sender knew of: if there are more by now, the command is stale. `id` names the
        command, so that one sent twice is taken once.
        """
        if id and id in self._answered:
            return Refused("repeated_command", f"the command {id} has been answered already")
        if seen is not None and seen != len(self.events):
            reason = f"the table has moved on: {len(self.events)} events by now, {seen} when this was sent"
            return Refused("stale_command", reason)
        decision = self._carry_out(command)
        if id and not isinstance(decision, Refused):
            self._answered.add(id)
        return decision

    def _carry_out(self, command: Command) -> Decision:
        decision = self.foresee(command)
        if not isinstance(decision, Refused):
            self.take(decision.events)
        return decision

    def take(self, events: Iterable[Event]) -> None:
        """Take the events of a decision that `foresee` has just given."""
        for event in events:
            self.state = self.kind.engine.evolve(self.state, event)
            self.events.append(event)
        self.rules = self.rules_now()

    def rules_now(self) -> R:
        """The rules that the table is played by now; where the game can change, they follow it."""
        return self.rules

    def foresee(self, command: Command) -> Decision:
        """What would come of a command now. Nothing changes."""
        try:
            # as it would arrive from elsewhere, so every value has its type
            command = self.kind.record.read_command(self.kind.record.write(command))
        except (msgspec.MsgspecError, TypeError) as error:
            return Refused("command_not_understood", f"{type(command).__name__} is not understood: {error}")
        decision: Decision = self.kind.engine.decide(self.rules, self.state, command)
        return decision

    def legal(self, *, seat: int = 0, by: str = "") -> list[Legal]:
        """What the player of a seat, or else the dealer, may do now."""
        return self.kind.legal(self.rules, self.state, seat=seat, by=by)

    def view(self, viewer: Viewer = ONLOOKER) -> list[Event]:
        """The history as a viewer may see it."""
        seen: list[Event] = self.kind.engine.view(self.events, viewer)
        return seen

    def picture(self, viewer: Viewer = ONLOOKER) -> S:
        """The table as a viewer may see it, folded from nothing but what they were shown."""
        pictured: S = self.kind.engine.fold(self.view(viewer))
        return pictured

    def tell(self, decision: Decision, viewer: Viewer = ONLOOKER) -> str:
        """What came of a command in plain words, a line for each event with its clauses, as a viewer may know it."""
        if isinstance(decision, Refused):
            return str(decision)
        shown = (event.seen_by(viewer) for event in decision.events)
        return "\n".join(f"{self.kind.tell(event, self.rules)} ({cited(event.clauses)})" for event in shown)

    def shuffled_deck(self) -> tuple[Card, ...]:
        """A full deck in random order: by the operating system's source, or by the seed for training."""
        return tuple(self._random.sample(DECK, len(DECK)))

    def dump(self) -> str:
        """The whole history, one JSON event a line."""
        return "".join(self.kind.record.write(event).decode() + "\n" for event in self.events)

    @classmethod
    def load(cls, lines: Iterable[str]) -> Self:
        """The table that a dump was written from; `BookError` where it does not replay under the same rules."""
        table = cls.__new__(cls)
        table.events = []
        for number, line in enumerate(lines, 1):
            try:
                table.events.append(cls.kind.record.read_event(line))
            except (msgspec.MsgspecError, ValueError) as error:
                raise BookError(f"line {number}: {error}") from None
        if not table.events or not isinstance(table.events[0], cls.kind.opening):
            raise BookError(f"line 1: a history begins with {cls.kind.opening.__name__}")
        opened: Any = table.events[0]
        rules = cls.kind.rules_of(opened.game)
        if opened.digest != rules.digest:
            raise BookError(
                f"this history was played by {opened.game} with data {opened.digest}; here it is {rules.digest}"
            )
        table.rules = rules
        if wrong := rules.options_wrong(opened.options):
            raise BookError(f"line 1: {wrong}")
        table.state = cls.kind.blank()
        for number, event in enumerate(table.events, 1):
            try:
                table.state = cls.kind.engine.evolve(table.state, event)
            except (LookupError, ValueError, AttributeError):
                raise BookError(f"line {number}: {type(event).__name__} does not fit what came before") from None
            table.rules = table.rules_now()
            if wrong := cls.kind.impossible(table.rules, table.state):
                raise BookError(f"line {number}: {type(event).__name__} does not fit what came before: {wrong}")
        table._answered = set()
        table._random = secrets.SystemRandom()
        return table

"""A table that somebody can sit at: it takes commands, keeps every event and shows each viewer what they may see."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable

import msgspec

from croupier.books import rules_of
from croupier.kernel.cards import DECK, Card
from croupier.kernel.clauses import BookError, cited
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import ONLOOKER, Command, Event, Viewer
from croupier.stud import engine
from croupier.stud.checks import impossible
from croupier.stud.commands import (
    CallBetOrFold,
    CallNoMoreBets,
    Cut,
    Deal,
    OpenTable,
    Perform,
    Shuffle,
    TakeSeat,
)
from croupier.stud.deal import opening_left
from croupier.stud.engine import Legal
from croupier.stud.events import TableOpened
from croupier.stud.record import read_command, read_event, write
from croupier.stud.rules import Options, Rules
from croupier.stud.table import Table as State
from croupier.stud.telling import tell


class Table:
    """One table and its whole history. A table that is made `ready` has had its cards inspected as the book wants.

    >>> table = Table("crown-caribbean-stud", Options(places=1))
    >>> table.do(TakeSeat(seat=2, chips=100_00)).reason
    'the places are 1 to 1; there is no 2'
    """

    def __init__(
        self, game: str, options: Options | None = None, *, seed: int | None = None, ready: bool = True
    ) -> None:
        self.rules: Rules = rules_of(game)
        self.events: list[Event] = []
        self.state = State()
        self._answered: set[str] = set()
        self._random: random.Random = secrets.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311
        opened = self.do(OpenTable(options=options or Options()))
        if isinstance(opened, Refused):
            raise BookError(f"{game}: {opened.reason}")
        if ready:
            self.make_ready()

    def make_ready(self) -> None:
        """Do what the book wants done with the cards before the first shuffle, as far as it can be done by now."""
        for name in opening_left(self.rules, self.state):
            duty = self.rules.duties[name]
            if isinstance(self.do(Perform(duty=name, by=duty.by or "dealer")), Refused):
                return

    def do(self, command: Command, *, seen: int | None = None, id: str = "") -> Decision:
        """Decide a command and take its events. A refusal changes nothing.

        `seen` is how many events the sender knew of: if there are more by now, the command is stale. `id` names the
        command, so that one sent twice is taken once.
        """
        if id and id in self._answered:
            return Refused("repeated_command", f"the command {id} has been answered already")
        if seen is not None and seen != self.state.version:
            reason = f"the table has moved on: {self.state.version} events by now, {seen} when this was sent"
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
            self.state = engine.evolve(self.state, event)
            self.events.append(event)

    def foresee(self, command: Command) -> Decision:
        """What would come of a command now. Nothing changes."""
        try:
            command = read_command(write(command))  # as it would arrive from elsewhere, so every value has its type
        except (msgspec.MsgspecError, TypeError) as error:
            return Refused("command_not_understood", f"{type(command).__name__} is not understood: {error}")
        return engine.decide(self.rules, self.state, command)

    def legal(self, *, seat: int = 0, by: str = "") -> list[Legal]:
        """What the player of a seat, or else the dealer, may do now."""
        return engine.legal(self.rules, self.state, seat=seat, by=by)

    def view(self, viewer: Viewer = ONLOOKER) -> list[Event]:
        """The history as a viewer may see it."""
        return engine.view(self.events, viewer)

    def picture(self, viewer: Viewer = ONLOOKER) -> State:
        """The table as a viewer may see it, folded from nothing but what they were shown."""
        return engine.fold(self.view(viewer))

    def tell(self, decision: Decision, viewer: Viewer = ONLOOKER) -> str:
        """What came of a command in plain words, a line for each event with its clauses, as a viewer may know it."""
        if isinstance(decision, Refused):
            return str(decision)
        shown = (event.seen_by(viewer) for event in decision.events)
        return "\n".join(f"{tell(event, self.rules)} ({cited(event.clauses)})" for event in shown)

    def shuffled_deck(self) -> tuple[Card, ...]:
        """A full deck in random order: by the operating system's source, or by the seed for training."""
        return tuple(self._random.sample(DECK, len(DECK)))

    def deal(self) -> Decision:
        """All that the house does up to 'bet or fold', what is left of the opening included; stops at the first refusal."""
        before = len(self.events)
        self.make_ready()
        steps: list[Command] = []
        if not self.state.shuffled:
            steps.append(Shuffle(deck=self.shuffled_deck()))
        if self.state.options.device == "shoe" and not self.state.cut:
            steps.append(Cut(place=self._random.randint(10, 42)))
        for step in (*steps, CallNoMoreBets(), Deal(), CallBetOrFold()):
            decision = self.do(step)
            if not isinstance(decision, Accepted):
                return decision
        return Accepted(tuple(self.events[before:]))

    def dump(self) -> str:
        """The whole history, one JSON event a line."""
        return "".join(write(event).decode() + "\n" for event in self.events)

    @classmethod
    def load(cls, lines: Iterable[str]) -> Table:
        """The table that a dump was written from; `BookError` where it does not replay under the same rules."""
        table = cls.__new__(cls)
        table.events = []
        for number, line in enumerate(lines, 1):
            try:
                table.events.append(read_event(line))
            except (msgspec.MsgspecError, ValueError) as error:
                raise BookError(f"line {number}: {error}") from None
        if not table.events or not isinstance(opened := table.events[0], TableOpened):
            raise BookError("line 1: a history begins with TableOpened")
        table.rules = rules_of(opened.game)
        if opened.digest != table.rules.digest:
            raise BookError(
                f"this history was played by {opened.game} with data {opened.digest}; here it is {table.rules.digest}"
            )
        if wrong := table.rules.options_wrong(opened.options):
            raise BookError(f"line 1: {wrong}")
        table.state = State()
        for number, event in enumerate(table.events, 1):
            try:
                table.state = engine.evolve(table.state, event)
            except (LookupError, ValueError):
                raise BookError(f"line {number}: {type(event).__name__} does not fit what came before") from None
            if wrong := impossible(table.rules, table.state):
                raise BookError(f"line {number}: {type(event).__name__} does not fit what came before: {wrong}")
        table._answered = set()
        table._random = secrets.SystemRandom()
        return table

    def _repr_html_(self) -> str:
        from croupier.floor.drawing import table_html

        return table_html(self.rules, self.picture())


def table(
    game: str,
    *,
    seats: int = 1,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | None = None,
) -> Table:
    """An open table with players in the first `seats` places, each with chips.

    >>> table("crown-caribbean-stud", seats=3, seed=7).legal(seat=1)[0]
    PlaceAnte(seat=1, amount=1000..50000)  5.1, 5.2, 5.4, 5.4.1
    """
    if options is None:
        options = Options(places=min(max(seats, Options().places), rules_of(game).most_places))
    opened = Table(game, options, seed=seed)
    for seat in range(1, seats + 1):
        sat = opened.do(TakeSeat(seat=seat, chips=chips))
        if isinstance(sat, Refused):
            raise BookError(f"{game}: {sat.reason}")
    opened.make_ready()
    return opened

"""A table that somebody can sit at: it takes commands, keeps every event and shows each viewer what they may see."""

from __future__ import annotations

from croupier.books import rules_of
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.stud import engine, record
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
from croupier.stud.events import TableOpened
from croupier.stud.rules import Options, Rules
from croupier.stud.table import Table as State
from croupier.stud.telling import tell
from croupier.tables.any_table import AnyTable, Kind


class HouseTable(AnyTable[Rules, State]):
    """A table of the house. One that is made `ready` has had its cards inspected as the book wants.

    >>> table = HouseTable("crown-caribbean-stud", Options(places=1))
    >>> table.do(TakeSeat(seat=2, chips=100_00)).reason
    'the places are 1 to 1; there is no 2'
    """

    kind = Kind(engine, record, engine.legal, tell, State, rules_of, TableOpened, impossible)

    def __init__(
        self, game: str, options: Options | None = None, *, seed: int | None = None, ready: bool = True
    ) -> None:
        super().__init__(game, OpenTable(options=options or Options()), seed=seed)
        if ready:
            self.make_ready()

    def make_ready(self) -> None:
        """Do what the book wants done with the cards before the first shuffle, as far as it can be done by now."""
        for name in opening_left(self.rules, self.state):
            duty = self.rules.duties[name]
            if isinstance(self.do(Perform(duty=name, by=duty.by or "dealer")), Refused):
                return

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

    def _repr_html_(self) -> str:
        from croupier.drawing.house_table import table_html

        return table_html(self.rules, self.picture())


def table(
    game: str,
    *,
    seats: int = 1,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | None = None,
) -> HouseTable:
    """An open table with players in the first `seats` places, each with chips.

    >>> table("crown-caribbean-stud", seats=3, seed=7).legal(seat=1)[0]
    PlaceAnte(seat=1, amount=1000..50000)  5.1, 5.2, 5.4, 5.4.1
    """
    if options is None:
        options = Options(places=min(max(seats, Options().places), rules_of(game).most_places))
    opened = HouseTable(game, options, seed=seed)
    for seat in range(1, seats + 1):
        sat = opened.do(TakeSeat(seat=seat, chips=chips))
        if isinstance(sat, Refused):
            raise BookError(f"{game}: {sat.reason}")
    opened.make_ready()
    return opened

"""A case as it was played, line by line, with what came of each line in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.books.cases import Case
from croupier.floor.cases import Run
from croupier.kernel.events import Command
from croupier.stud.telling import tell


@dataclass
class Step:
    """A line of the play, and for each thing that came of it a sentence with its clauses."""

    line: str
    outcome: list[tuple[str, Sequence[str]]] = field(default_factory=list)


class Story:
    """A case that has been played. `failures` says in words what was not as expected; a case that cannot be played fails."""

    def __init__(self, file: str, case: Case, game: str) -> None:
        self.file = file
        self.case = case
        self.game = game
        self.steps: list[Step] = [Step("the table is set up")]
        try:
            self.failures = _ToldRun(case, game, self.steps).failures()
        except (ValueError, TypeError, KeyError, IndexError) as error:
            self.failures = [f"it cannot be played: {error}"]


class _ToldRun(Run):
    """A run that notes under each line what came of it."""

    def __init__(self, case: Case, game: str, steps: list[Step]) -> None:
        self._steps = steps
        self._told = 0
        super().__init__(case, game)

    def play(self, line: str) -> None:
        self._steps.append(Step(line))
        super().play(line)

    def do(self, command: Command) -> None:
        super().do(command)
        outcome = self._steps[-1].outcome
        for event in self.table.events[self._told :]:
            outcome.append((tell(event, self.table.rules), event.clauses))
        self._told = len(self.table.events)
        if self.refused is not None:
            outcome.append((f"Refused: {self.refused.reason}.", self.refused.clauses))

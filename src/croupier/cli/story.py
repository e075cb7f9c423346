"""A case as it was played, line by line, with what came of each line in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.books.cases import Case
from croupier.books.star_caribbean_stud.s17_lines import tell as tell_of_promotion
from croupier.floor.cases import Run
from croupier.floor.promotions import PromotionRun
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
        promotion = case.subject == "promotion"
        self.steps: list[Step] = [Step("the terms are set up" if promotion else "the table is set up")]
        try:
            run = _ToldPromotion(case, self.steps) if promotion else _ToldRun(case, game, self.steps)
            self.failures = run.failures()
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


class _ToldPromotion(PromotionRun):
    """The same for a case about a promotion."""

    def __init__(self, case: Case, steps: list[Step]) -> None:
        self._steps = steps
        self._told = 0
        super().__init__(case)

    def play(self, line: str) -> None:
        self._steps.append(Step(line))
        super().play(line)

    def do(self, command: Command) -> None:
        super().do(command)
        outcome = self._steps[-1].outcome
        outcome += [(tell_of_promotion(event), event.clauses) for event in self.events[self._told :]]
        self._told = len(self.events)
        if self.refused is not None:
            outcome.append((f"Refused: {self.refused.reason}.", self.refused.clauses))

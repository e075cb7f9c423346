"""A case as it was played, line by line, with what came of each line in plain words."""

from __future__ import annotations

from croupier.cases.case import Case
from croupier.cases.house import run_case
from croupier.cases.run import Step


class Story:
    """A case that has been played. `failures` says in words what was not as expected; a case that cannot be played fails."""

    def __init__(self, file: str, case: Case, game: str) -> None:
        self.file = file
        self.case = case
        self.game = game
        self.steps: list[Step] = []
        try:
            run = run_case(case, game)
            self.steps = run.steps
            self.failures = run.failures()
        except (ValueError, TypeError, KeyError, IndexError) as error:
            self.failures = [f"it cannot be played: {error}"]

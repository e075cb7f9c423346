"""Running a case about prize meters: its lines are those of `jackpots.lines`, one command each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.books.cases import Case
from croupier.floor.expectations import unmet
from croupier.floor.meters import Meters
from croupier.jackpots.events import OutcomeRecorded, PrizePaid
from croupier.jackpots.lines import read_line, told_exactly
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.money import plain


class MeterRun:
    """A case as it was played: the meters, what was refused, and every clause that was cited."""

    def __init__(self, case: Case, game: str) -> None:
        self.case = case
        self.game = game
        self.cited: set[str] = set()
        self.refused: Refused | None = None
        self.meters = Meters(game)
        for line in case.play.splitlines():
            if said := line.split("#")[0].strip():
                self.play(said)

    def play(self, line: str) -> None:
        """One line of the play; nothing may follow a refusal."""
        if self.refused is not None:
            raise BookError(f"{self.case.name}: {line!r} follows a refusal: {self.refused.reason}")
        self.do(read_line(line, self.game))

    def do(self, command: Command) -> None:
        decision = self.meters.do(command)
        if isinstance(decision, Refused):
            self.refused = decision
            self.cited.update(decision.clauses)
            return
        for event in decision.events:
            self.cited.update(event.clauses)

    def failures(self) -> list[str]:
        """What is not as the case expects, in words."""
        return unmet(self.case, self.cited, self.refused, _CHECKS, self)


def _won(run: MeterRun) -> dict[str, str]:
    """Every prize that was won, in cents, as it was reckoned last."""
    found: dict[str, str] = {}
    for event in run.meters.events:
        if isinstance(event, OutcomeRecorded):
            found |= {name: plain(prize.pays) for name, prize in event.prizes.items()}
    return found


def _systems(run: MeterRun, tell: Callable[[Any], Any]) -> dict[str, Any]:
    return {name: tell(system) for name, system in run.meters.state.systems.items()}


_CHECKS: dict[str, Callable[[MeterRun], Any]] = {
    "cites": lambda run: None,
    "refused": lambda run: run.refused.ground if run.refused else None,
    "reason": lambda run: run.refused.reason if run.refused else None,
    "meter": lambda run: _systems(run, lambda system: told_exactly(system.major.value)),
    "minor": lambda run: _systems(run, lambda system: told_exactly(system.minor.value)),
    "wagers": lambda run: _systems(run, lambda system: plain(system.wagers)),
    "added": lambda run: _systems(run, lambda system: told_exactly(system.major.added)),
    "tables": lambda run: _systems(run, lambda system: list(system.tables)),
    "in_play": lambda run: _systems(run, lambda system: sorted(system.games)),
    "taking_wagers": lambda run: _systems(run, lambda system: system.taking_wagers),
    "closed": lambda run: [name for name, system in run.meters.state.systems.items() if system.closed],
    "prizes": _won,
    "pending": lambda run: list(run.meters.state.prizes),
    "paid": lambda run: {e.prize: plain(e.pays) for e in run.meters.events if isinstance(e, PrizePaid)},
    "read_at_settlement": lambda run: {
        f"{e.outcome.table}/{e.outcome.round}": f"{told_exactly(e.outcome.meter)} at {e.outcome.at}"
        for e in run.meters.events
        if isinstance(e, OutcomeRecorded)
    },
    "order": lambda run: [
        f"{e.outcome.table}/{e.outcome.round}" for e in run.meters.events if isinstance(e, OutcomeRecorded)
    ],
}

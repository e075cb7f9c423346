"""Running a case about prize meters: its lines are those of `jackpots.lines`, one command each.

`read main` looks at what a meter shows, `read main on a promotional display` elsewhere, `read main as of 500` at its past.
"""

import re
from collections.abc import Callable
from typing import Any

from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.jackpots.events import OutcomeRecorded, PrizePaid
from croupier.jackpots.lines import exact_amount, read_line
from croupier.jackpots.telling import tell
from croupier.kernel.actors import DEALER
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Event
from croupier.kernel.lines import said_by
from croupier.kernel.money import plain
from croupier.tables.meters import Meters


class MeterRun(CaseRun):
    """A case as it was played on the prize meters of a casino."""

    setting = "a casino without prize meters"

    def __init__(self, case: Case, game: str) -> None:
        super().__init__(case)
        self.game = game
        self.meters = Meters(game)
        self.read: list[str] = []
        self.play_all()

    def play(self, line: str) -> None:
        who, said = said_by(line)
        if match := re.fullmatch(r"read (\S+)(?: as of (\d+)|( on a promotional display))?", said):
            system, as_of, promoted = match.groups()
            read = self.meters.reading(
                system, as_of=int(as_of) if as_of else None, promoted=bool(promoted), by=who.get("by", DEALER)
            )
            if isinstance(read, Refused):
                self.note(read)
            else:
                self.read.append(exact_amount(read.value))
                self.cited.update(read.clauses)
                self.steps[-1].outcome.append((f"the meter {system} reads ${self.read[-1]}.", read.clauses))
            return
        self.note(self.meters.do(read_line(said, self.game), **who))

    def tell(self, event: Event) -> str:
        return tell(event)


def _won(run: MeterRun) -> dict[str, str]:
    """Every prize that was won, in cents, as it was calculated last."""
    found: dict[str, str] = {}
    for event in run.meters.events:
        if isinstance(event, OutcomeRecorded):
            found |= {name: plain(prize.pays) for name, prize in event.prizes.items()}
    return found


def _systems(run: MeterRun, tell: Callable[[Any], Any]) -> dict[str, Any]:
    return {name: tell(system) for name, system in run.meters.state.systems.items()}


MeterRun.checks = {
    "meter": lambda run: _systems(run, lambda system: exact_amount(system.major.value)),
    "minor": lambda run: _systems(run, lambda system: exact_amount(system.minor.value)),
    "wagers": lambda run: _systems(run, lambda system: plain(system.wagers)),
    "added": lambda run: _systems(run, lambda system: exact_amount(system.major.added)),
    "tables": lambda run: _systems(run, lambda system: list(system.tables)),
    "in_play": lambda run: _systems(run, lambda system: sorted(system.games)),
    "taking_wagers": lambda run: _systems(run, lambda system: system.taking_wagers),
    "closed": lambda run: [name for name, system in run.meters.state.systems.items() if system.closed],
    "prizes": _won,
    "pending": lambda run: list(run.meters.state.prizes),
    "paid": lambda run: {e.prize: plain(e.pays) for e in run.meters.events if isinstance(e, PrizePaid)},
    "read_at_settlement": lambda run: {
        f"{e.outcome.table}/{e.outcome.round}": f"{exact_amount(e.outcome.meter)} at {e.outcome.at}"
        for e in run.meters.events
        if isinstance(e, OutcomeRecorded)
    },
    "read": lambda run: run.read,
    "order": lambda run: [f"{e.outcome.table}/{e.outcome.round}" for e in run.meters.events if isinstance(e, OutcomeRecorded)],
}

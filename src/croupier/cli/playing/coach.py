"""The coach of `croupier play --coach`: warns of a mistake once, and keeps count of what mistakes cost."""

from __future__ import annotations

from croupier.cli.terminal.output import Complaint
from croupier.kernel.events import Command
from croupier.kernel.money import dollars
from croupier.tables.house_table import HouseTable


class Coach:
    """Stands behind seat 1. A decision that was warned of stands when it is made again."""

    def __init__(self, table: HouseTable) -> None:
        try:
            import croupier.odds.solver  # noqa: F401  (needed at the first decision: say so before the first ante)
        except ImportError as error:
            raise Complaint(f"{error.name} is missing: install croupier with the extra 'odds'") from None
        self._table = table
        self._warned: Command | None = None
        self._cents = 0
        self._made = 0
        self._heeded = 0

    def warning(self, command: Command) -> str:
        """What is wrong with a decision, to be said before it is made; empty where it may go ahead."""
        from croupier.training.coach import mistake

        found = mistake(self._table, command)
        if found is None:
            self._heeded += self._warned is not None
            self._warned = None
            return ""
        if command == self._warned:
            self._warned = None
            self._made += 1
            self._cents += found.cents
            return ""
        self._warned = command
        return f"{found}. Say it again to do it all the same."

    def summary(self) -> str:
        """What the mistakes of the visit cost."""
        heeded = f"; {_times(self._heeded, 'warning')} heeded" if self._heeded else ""
        if not self._made:
            return f"The coach saw no mistake made{heeded}."
        return f"The coach saw {_times(self._made, 'mistake')}, which cost {dollars(self._cents)} on average{heeded}."


def _times(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")

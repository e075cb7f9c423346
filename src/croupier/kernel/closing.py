"""Closing a table: what must be done first. A page shows the list, and the engine decides by it."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from croupier.kernel.decisions import Refused


class ClosingStep(msgspec.Struct, frozen=True):
    """One task before a table closes. `missing` says what is left to do, and is empty once it is done; `duty` does it."""

    what: Literal["between", "prizes", "announced", "notice", "counted"]
    missing: str
    ground: str
    clauses: tuple[str, ...] = ()
    duty: str = ""


def too_soon(steps: Iterable[ClosingStep]) -> Refused | None:
    """The refusal for the first task that is not done, if any."""
    return next((Refused(step.ground, step.missing, step.clauses) for step in steps if step.missing), None)

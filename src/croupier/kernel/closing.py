"""Closing a table: what is done first, as a list that a page shows and by which the engine decides."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from croupier.kernel.decisions import Refused


class ClosingStep(msgspec.Struct, frozen=True):
    """One thing before a table closes. What is `missing` of it is said in words, and nothing once it is done; `duty` does it."""

    what: Literal["between", "prizes", "announced", "notice", "counted"]
    missing: str
    ground: str
    clauses: tuple[str, ...] = ()
    duty: str = ""


def too_soon(steps: Iterable[ClosingStep]) -> Refused | None:
    """The refusal for the first thing that is not done, if there is one."""
    return next((Refused(step.ground, step.missing, step.clauses) for step in steps if step.missing), None)

"""What runs have found once, as plans of their own, so that other seeds may mean other runs one day."""

from __future__ import annotations

from typing import NamedTuple

from simulation.plan import Plan


class Regression(NamedTuple):
    """A run that once failed, and what was wrong."""

    name: str
    plan: Plan


REGRESSIONS: tuple[Regression, ...] = ()

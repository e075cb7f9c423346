"""The houses of the simulation are furnished before any test of it does something wrong on purpose, and then only copied."""

from __future__ import annotations

import pytest

from simulation.houses import furnished
from simulation.plan import HOUSES


@pytest.fixture(autouse=True, scope="session")
def _furnished() -> None:
    for house in HOUSES:
        furnished(house)

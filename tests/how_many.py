"""How many examples a property gets: all of them in the long checks, a third of them in the ordinary run."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "stable")


def some_of(number: int) -> int:
    return number if PROFILE in ("full", "explore") else -(-number // 3)


def examples(number: int, **more: Any) -> settings:
    """The settings of a property that has so many examples in all."""
    return settings(max_examples=some_of(number), **more)

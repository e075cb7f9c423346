"""Whether kernels have been compiled before, so that somebody who waits can be told why."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.odds import decision_kernels, kernels, rank_kernels
from croupier.stud.rules import Rules


def is_compiled(rules: Rules) -> bool:
    """Whether the kernels that solve a game are in numba's cache, and no source is newer than they are."""
    if rules.has("wild cards"):
        return _cached(kernels.sweep)
    needed = [rank_kernels.rank_counts, decision_kernels.stud_counts]
    if rules.has("exchange"):
        needed += [decision_kernels.change_values, decision_kernels.change_outcomes]
    return all(map(_cached, needed))


def _cached(kernel: Any) -> bool:
    source = Path(kernel.py_func.__code__.co_filename)
    index = f"{source.stem}.{kernel.py_func.__qualname__}-*.nbi"
    newest = max((file.stat().st_mtime for file in Path(kernel.stats.cache_path).glob(index)), default=0.0)
    return newest >= source.stat().st_mtime

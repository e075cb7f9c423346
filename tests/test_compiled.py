"""Kernels are compiled in a child and read from disk, so that the compiler's memory is gone with it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

import compiled

KERNEL = """
from numba import njit

@njit
def _inner(x):
    return x + 1

@njit(cache=True)
def kept(x):
    return 2 * _inner(x)

@njit
def not_kept(x):
    return x - 1

@njit(cache=True)
def wrong(x):
    return x.nothing_of_that_name
"""


def test_a_kernel_is_compiled_in_a_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import TypingError, int64

    (tmp_path / "kernel_of_a_test.py").write_text(KERNEL, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    import kernel_of_a_test as kernels  # type: ignore[import-not-found]

    monkeypatch.delitem(sys.modules, "kernel_of_a_test")
    assert not compiled.is_kept(kernels.kept, (int64,))
    assert kernels.kept(4) == 10
    assert compiled.is_kept(kernels.kept, (int64,))
    assert (sum(kernels.kept.stats.cache_hits.values()), sum(kernels.kept.stats.cache_misses.values())) == (1, 0)
    assert kernels._inner.signatures == []  # this process compiled nothing
    assert kernels.kept(4.5) == 11
    assert kernels.not_kept(4) == 3
    with pytest.raises(TypingError, match="nothing_of_that_name"):
        kernels.wrong(4)

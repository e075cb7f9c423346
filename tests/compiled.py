"""A kernel is compiled once for all tests of a run, and in a process of its own.

To compile takes seconds, and what the compiler leaves behind takes up to a quarter of a gigabyte that a process never gives
back. So a process of a test forks: its child compiles, leaves the kernel in numba's cache on disk, and ends. Everybody then
reads it there. Only one process compiles at a time, so that no two do the same work.
"""

from __future__ import annotations

import os
import warnings
from functools import cache, wraps
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.compiler_lock import global_compiler_lock
from numba.core.dispatcher import Dispatcher
from numba.core.sigutils import normalize_signature

from worked_out import alone

_Kernel: Any = Dispatcher
_plain = _Kernel.compile
_types_of: Any = normalize_signature
_lock = Path()


@wraps(_plain)
def _compiled(kernel: Any, signature: Any) -> Any:
    if kernel.overloads.get(tuple(_types_of(signature)[0])) is None and not is_kept(kernel, signature):
        with global_compiler_lock, alone(_lock):
            if not is_kept(kernel, signature):
                _in_a_child(kernel, signature)
    return _plain(kernel, signature)


def is_kept(kernel: Any, signature: Any) -> bool:
    """Whether a kernel is on disk for these types, or cannot be kept there."""
    files = getattr(kernel._cache, "_cache_file", None)
    return files is None or kernel._cache._index_key(signature, kernel.targetctx.codegen()) in files._load_index()


@cache
def _warm_up() -> None:
    """Have the compiler imported and ready, so that every child finds it so."""
    _plain(njit(lambda: 0), ())


def _in_a_child(kernel: Any, signature: Any) -> None:
    """Compile and keep a kernel in a child. Where that fails, the process that asked compiles it, and says what is wrong."""
    _warm_up()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads wait: the compiler's lock is held here
        child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    _Kernel.compile = _plain
    try:
        _plain(kernel, signature)
    finally:
        os._exit(0)


def begin(folder: Path) -> None:
    """From now on this process compiles in children."""
    global _lock
    _lock = folder / "compiling"
    _Kernel.compile = _compiled

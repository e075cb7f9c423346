"""A progress line on a terminal, with the time still needed."""

import sys
from collections.abc import Callable
from time import monotonic

_WIDTH = 30
_PATIENCE = 0.2  # seconds between two looks


def announce(doing: str) -> None:
    """Say on a terminal why the answer takes a while."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{doing} ...\n")


def progress(label: str, *, waits: bool = False) -> Callable[[int, int], None] | None:
    """A callback for progress; None if standard error is not a terminal.

    The clock starts now, or if it `waits`, with the first call: earlier work is not measured.
    """
    if not sys.stderr.isatty():
        return None
    began = None if waits else monotonic()
    looked = began or 0.0

    def tell(done: int, whole: int) -> None:
        nonlocal began, looked
        now = monotonic()
        if began is None:
            began = looked = now
        if done >= whole:
            sys.stderr.write("\r\033[K")
        elif now - looked >= _PATIENCE:
            looked = now
            filled = _WIDTH * done // whole
            left = (now - began) * (whole - done) / max(done, 1)
            bar = "█" * filled + "░" * (_WIDTH - filled)
            sys.stderr.write(f"\r\033[K{label} {bar} {done / whole:4.0%}, {_said(left)} left")
        sys.stderr.flush()

    return tell


def _said(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60} min {whole % 60:02d} s" if whole < 3600 else f"{whole // 3600} h {whole % 3600 // 60:02d} min"

"""Lines for whoever started a run."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()

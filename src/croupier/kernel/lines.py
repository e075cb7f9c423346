"""What all lines of text have in common: who says them and when, and a comment behind."""

from __future__ import annotations

import re
from typing import Any


class LineError(ValueError):
    """A line that says nothing that is understood."""


def said_by(text: str) -> tuple[dict[str, Any], str]:
    """Who says a line and when, if it says so, and what it says without comment.

    >>> said_by("at 1200: by TG Area Manager: close  # for today")
    ({'at': 1200, 'by': 'TG Area Manager'}, 'close')
    """
    said = text.split("#")[0].strip()
    who: dict[str, Any] = {}
    while match := re.fullmatch(r"(by|at) ([^:]+):\s*(.*)", said):
        name, value, said = match.groups()
        if name == "at" and not value.strip().isdecimal():
            raise LineError(f"{value!r} is not a time in seconds")
        who[name] = int(value) if name == "at" else value.strip()
    return who, said

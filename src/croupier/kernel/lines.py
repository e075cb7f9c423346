"""What all lines of text have in common: who says them and when, and a comment behind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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


def read_facts(text: str, facts: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Facts by name, in any order, as behind `report miscount`; a note comes last and may say anything.

    >>> read_facts("count 6 box 2 note the box was full", {"box": int, "count": int})
    {'note': 'the box was full', 'count': 6, 'box': 2}
    """
    named, *note = re.split(r"\bnote ", text, maxsplit=1)
    said: dict[str, Any] = {"note": note[0].strip()} if note else {}
    words = re.split(rf"\b({'|'.join(facts)}) ", named)
    if words[0].strip():
        raise LineError(f"{words[0].strip()!r} is not a fact; facts are {', '.join([*facts, 'note'])}")
    for name, value in zip(words[1::2], words[2::2], strict=True):
        try:
            said[name] = facts[name](value.strip())
        except ValueError as error:
            raise LineError(f"{name} {value.strip()!r}: {error}") from None
    return said


def say_facts(said: Any, blank: Any, facts: Mapping[str, Callable[[Any], str]]) -> str:
    """The facts in which something said differs from what says nothing, as `read_facts` reads them."""
    differing = (name for name in (*facts, "note") if getattr(said, name) != getattr(blank, name))
    return " ".join(f"{name} {facts.get(name, str)(getattr(said, name))}" for name in differing)

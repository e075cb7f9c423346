"""What all typed lines have in common: who says them and when, and a comment at the end."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from croupier.kernel.errors import CroupierError


class LineError(CroupierError):
    """A line that is not understood."""


def said_by(text: str) -> tuple[dict[str, Any], str]:
    """Who says a line and when, if given, and the line without its comment: `by p7 as TG Area Manager: close`.

    A seat names its player, a rank names anyone else, and a person is named if it matters who it is.

    >>> said_by("at 1200: by p7 as TG Area Manager: close  # for today")
    ({'at': 1200, 'by': 'TG Area Manager', 'person': 'p7'}, 'close')
    >>> said_by("by seat 3: fold 3")
    ({'by': 3}, 'fold 3')
    """
    said = text.split("#")[0].strip()
    who: dict[str, Any] = {}
    while match := re.fullmatch(r"(by|at) ([^:]+):\s*(.*)", said):
        name, value, said = match.groups()
        value = value.strip()
        if name == "at":
            if not value.isdecimal():
                raise LineError(f"{value!r} is not a time in seconds")
            who["at"] = int(value)
            continue
        person, _, capacity = value.rpartition(" as ")
        seat = re.fullmatch(r"seat (\d{1,3})", capacity)
        who["by"] = int(seat.group(1)) if seat else capacity
        if person:
            who["person"] = person.strip()
    return who, said


def read_facts(text: str, facts: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    """Facts by name, in any order, as after `report miscount`; a note comes last and may say anything.

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
            why = str(error) if isinstance(error, CroupierError) else "that is not understood; a remark comes last, as `note ...`"
            raise LineError(f"{name} {value.strip()!r}: {why}") from None
    return said


def say_facts(said: Any, blank: Any, facts: Mapping[str, Callable[[Any], str]]) -> str:
    """The facts that differ from an empty report, in the form that `read_facts` reads."""
    differing = (name for name in (*facts, "note") if getattr(said, name) != getattr(blank, name))
    return " ".join(f"{name} {facts.get(name, str)(getattr(said, name))}" for name in differing)

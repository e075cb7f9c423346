"""The plain part of TOML, read fast: a name, an equals sign and a value on one line, as hand histories nearly always have it.

Whatever else TOML allows is left to `tomllib`; what is read here is read exactly as there.
"""

import datetime
import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Any

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?", re.ASCII)
_TIME = re.compile(r"\d\d:\d\d:\d\d", re.ASCII)
_DIGITS = 40
_WORDS = {"true": True, "false": False}


def plain_fields(lines: Iterable[str]) -> dict[str, Any] | None:
    """The fields by their names; None where a line is not plain.

    >>> plain_fields(["variant = 'NT'", "antes = [0, 0.50]"])
    {'variant': 'NT', 'antes': [0, Decimal('0.50')]}
    """
    fields: dict[str, Any] = {}
    for line in lines:
        line = line.strip(" \t\r\n")
        if not line:
            continue
        name, _, value = line.partition(" = ")
        if not line.isprintable() or not (name.isascii() and name.isidentifier()) or name in fields:
            return None
        read = _value(value)
        if read is None:
            return None
        fields[name] = read
    return fields


def _value(text: str) -> Any:
    """A text between single quotes, a number, a list of one or the other, a time, true or false; or None."""
    if text[:1] == "[" and text[-1:] == "]":
        inner = text[1:-1]
        if not inner:
            return []
        return _texts(inner) if inner[0] == "'" else _numbers(inner)
    if text[:1] == "'":
        return text[1:-1] if len(text) > 1 and text[-1] == "'" and "'" not in text[1:-1] else None
    if text in _WORDS:
        return _WORDS[text]
    return _time(text) if text[2:3] == ":" else _number(text)


def _texts(inner: str) -> list[str] | None:
    if len(inner) < 2 or inner[-1] != "'":
        return None
    found = inner[1:-1].split("', '")
    return None if inner.count("'") != 2 * len(found) else found


def _numbers(inner: str) -> list[int | Decimal] | None:
    found = [*map(_number, inner.split(", "))]
    return None if None in found else found  # type: ignore[return-value]


@lru_cache(maxsize=65536)
def _number(text: str) -> int | Decimal | None:
    if len(text) <= _DIGITS and (match := _NUMBER.fullmatch(text)) is not None:
        return Decimal(text) if match[1] else int(text)
    return Decimal("Infinity") if text == "inf" else None


def _time(text: str) -> datetime.time | None:
    if _TIME.fullmatch(text) is None:
        return None
    try:
        return datetime.time.fromisoformat(text)
    except ValueError:
        return None

"""The plain part of TOML, read fast: a name, an equals sign and a value on one line, the usual form in hand histories.

Such a value is JSON apart from its quotes, and is read as such; others, such as a time, by `tomllib`. Values of several lines
are left to `tomllib` entirely; the result is exactly the same.
"""

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal
from typing import Any

import msgspec

_JSON = msgspec.json.Decoder(float_hook=Decimal)


def plain_fields(lines: Iterable[str]) -> dict[str, Any] | None:
    """The fields by name; None if a line is not plain.

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
        try:
            fields[name] = _value(value)
        except (ValueError, RecursionError):
            return None
    return fields


def _value(text: str) -> Any:
    if '"' not in text and "\\" not in text and "{" not in text:
        with suppress(msgspec.DecodeError):
            if (read := _JSON.decode(text.replace("'", '"'))) is not None:
                return read
    return tomllib.loads(f"value = {text}", parse_float=Decimal)["value"]

"""The terms of a tournament as a form: every field, with missing values marked, and what was filled in."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from croupier.kernel.errors import CroupierError
from croupier.tables.tournament_stream import as_data
from croupier.tournaments.items import Finding
from croupier.tournaments.terms import NONE, Terms, read_terms
from croupier.web.texts import text

_HIDDEN = {"details.starts", "choices.practice"}
_MORE, _MOST = 2, 100
"""How many empty rows there are for more levels, rounds or shares; and the most rows allowed."""
_YES_NO, _LONGEST, _MOMENT = {"true": True, "false": False}, 12, "%Y-%m-%d %H:%M"


class TermField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the terms: its value, words to choose from if any, and what is missing. A list has `rows` of fields."""

    path: str
    label: str
    value: str = ""
    choices: tuple[str, ...] = ()
    rows: tuple[tuple["TermField", ...], ...] = ()
    gap: Finding | None = None


def fields_of(terms: Terms, lacks: list[Finding]) -> dict[str, list[TermField]]:
    """Every field of the terms, by part."""
    gaps = {field: finding for finding in reversed(lacks) for field in finding.fields}
    data = as_data(terms)
    parts = [field for field in msgspec.structs.fields(Terms) if _part(field.type) is not None]
    return {part.name: _fields(part.type, f"{part.name}.", data.get(part.name, {}), gaps) for part in parts}


def _fields(kind: type[msgspec.Struct], at: str, data: Mapping[str, Any], gaps: Mapping[str, Finding]) -> list[TermField]:
    fields: list[TermField] = []
    for field in msgspec.structs.fields(kind):
        path, value, inner = f"{at}{field.name}", data.get(field.name), _part(field.type)
        if path in _HIDDEN:
            continue
        label, gap = field.name.replace("_", " ").capitalize(), gaps.get(path)
        if inner is not None and get_origin(field.type) is tuple:
            rows = [_fields(inner, f"{path}.{n}.", row, {}) for n, row in enumerate([*(value or ()), *[{}] * _MORE])]
            fields.append(TermField(path=path, label=label, rows=tuple(map(tuple, rows)), gap=gap))
        elif inner is not None:
            word = value if isinstance(value, str) else ""
            fields.append(TermField(path=f"{path}.word", label=label, value=word, gap=gap))
            below = _fields(inner, f"{path}.", value if isinstance(value, dict) else {}, {})
            fields += [msgspec.structs.replace(sub_field, label=f"{label}: {sub_field.label.lower()}") for sub_field in below]
        else:
            fields.append(TermField(path=path, label=label, value=_shown(value), choices=_words(field.type), gap=gap))
    return fields


def _part(kind: Any) -> type[msgspec.Struct] | None:
    """The part that a field of the terms holds, one or several of it."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return next((part for argument in get_args(kind) if (part := _part(argument)) is not None), None)


def _words(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return "true", "false"
    if get_origin(kind) in (Union, UnionType):
        return tuple(dict.fromkeys(word for argument in get_args(kind) for word in _words(argument)))
    return tuple(filter(None, get_args(kind))) if get_origin(kind) is Literal else ()


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or NONE
    if isinstance(value, datetime):
        return value.strftime(_MOMENT)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def filled_in(sent: Mapping[str, Any], terms: Terms) -> Terms:
    """The terms in a form, for the same game; an error says what cannot be read."""
    parts = {field.name: kind for field in msgspec.structs.fields(Terms) if (kind := _part(field.type)) is not None}
    data = {name: _gathered(kind, sent.get(name, {})) for name, kind in parts.items()}
    try:
        return read_terms({"game": terms.game, "title": sent.get("title") or terms.title, **data})
    except CroupierError as error:
        if (at := re.search(r"(`int`)?[^`]*(?:`\w+`)? - at `\$\.(\w+)\.([\w.\[\]]+)`", str(error))) is None:
            raise
        field = re.sub(r"\[(\d+)\]", lambda row: f" {int(row[1]) + 1}", at[3]).replace(".", ", ").replace("_", " ").capitalize()
        said = text("terms.wrong_number" if at[1] else "terms.wrong_field", part=text(f"terms.{at[2]}"), field=field)
        raise CroupierError(said) from None


def _gathered(kind: type[msgspec.Struct], sent: Any) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind) if isinstance(sent, dict) else ():
        said, inner = sent.get(field.name), _part(field.type)
        listed = tuple in (get_origin(field.type), *map(get_origin, get_args(field.type)))
        if said is None:
            continue
        if isinstance(said, dict) != (inner is not None):
            raise CroupierError(f"the form is not understood: {field.name}")
        if inner is not None and listed:
            rows = (_gathered(inner, said.get(str(number))) for number in range(_MOST))
            values[field.name] = [row for row in rows if row]
        elif inner is not None:
            values[field.name] = _gathered(inner, said) or said.get("word", "")
        elif not isinstance(said, str):
            raise CroupierError(f"the form is not understood: {field.name}")
        elif listed:
            values[field.name] = [] if said == NONE else [_typed(item.strip()) for item in said.split(",") if item.strip()]
        else:
            values[field.name] = _typed(said)
    return values


def _typed(said: str) -> Any:
    """A typed value as a TOML file would have it: a number, yes or no, a time, or words."""
    if said in _YES_NO:
        return _YES_NO[said]
    if said.isdecimal() and len(said) <= _LONGEST:
        return int(said)
    with suppress(ValueError):
        return datetime.strptime(said, _MOMENT).replace(tzinfo=UTC)
    return said

"""Forms made from the commands that they send: which fields there are, what each holds and whether it is required."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, get_args, get_origin

import msgspec

from croupier.cage.engine import CageEngine
from croupier.jackpots.engine import MeterEngine
from croupier.kernel.engine import Engine
from croupier.kernel.events import Command
from croupier.people.engine import PeopleEngine
from croupier.room.engine import RoomEngine
from croupier.tournaments.engine import TournamentEngine
from croupier.web.texts import has_text, text

Choice = tuple[str, str]
"""A value, and its text."""

_ENGINES: tuple[type[Engine[Any, Any]], ...] = (CageEngine, MeterEngine, PeopleEngine, RoomEngine, TournamentEngine)
_KINDS = {int: "number", str: "text", bool: "flag", tuple[str, ...]: "names", tuple[int, ...]: "numbers"}


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a form. `kind` is how `forms.js` reads it; one with `choices` is a list to choose from. It is a part of
    what the command has `within` that name, a dot before each part of a part.
    """

    name: str
    kind: str
    label: str
    needed: bool = False
    value: str = ""
    choices: tuple[Choice, ...] = ()
    within: str = ""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """The form of one command; values that it sends without asking are `given`, as JSON."""

    tag: str
    title: str
    fields: tuple[Field, ...]
    given: str = ""


@cache
def command_of(kind: str, tag: str) -> type[Command]:
    """The command with that tag, for one kind of stream."""
    engine = next(each for each in _ENGINES if each.kind == kind)
    return next(each for each in engine.deciders if each.declared.tag == tag)


def form_of(
    command: type[Command],
    given: Mapping[str, object] = {},
    labels: Mapping[str, str] = {},
    choices: Mapping[str, Iterable[Choice | str]] = {},
    kinds: Mapping[str, str] = {},
    values: Mapping[str, object] = {},
    needed: Sequence[str] = (),
    parts: Mapping[str, Iterable[Field]] = {},
    without: Sequence[str] = (),
    under: Mapping[str, str] = {},
) -> Form:
    """The form of a command. Fields that are `given`, or that other streams know better, are not asked for, nor those `without`
    which the page does. A field that is made of parts has a field for each, `terms.seed`; where such parts are kept by name,
    `under` says the name: `terms.main.seed`. One that holds several sums, or the like, is asked for in `parts`.
    """
    fields: list[Field] = []
    known = {*given, *command.overruled, *without, *parts}
    for top, field in _with_parts(command, known - under.keys()):
        name = f"{under.get(top, top)}.{field.name}" if top else field.name
        choice = choices.get(name, get_args(field.type))
        if name in parts:
            fields += parts[name]
        if name in known or field.default is True:
            continue
        money = any(f"{{{name}:$}}" in line for line in command.declared.lines)
        listed = name in choices or get_origin(field.type) is Literal
        fields.append(
            Field(
                name=name,
                kind=kinds.get(name) or ("money" if money else "text" if listed else _KINDS.get(field.type, "json")),
                label=labels.get(name) or _said("field", field.name),
                needed=field.required or name in needed,
                value=str(values.get(name, "")),
                choices=tuple((option, option) if isinstance(option, str) else option for option in choice) if listed else (),
            )
        )
    said = msgspec.json.encode(given).decode() if given else ""
    return Form(tag=command.declared.tag, title=_said("act", command.declared.tag), fields=tuple(fields), given=said)


def _with_parts(command: type[Command], known: Container[str]) -> Iterator[tuple[str, msgspec.structs.FieldInfo]]:
    """The fields of a command; in place of one made of parts and not known, those parts, each with its name."""
    for field in msgspec.structs.fields(command):
        kinds = (field.type, *get_args(field.type))
        part = next((each for each in kinds if isinstance(each, type) and issubclass(each, msgspec.Struct)), None)
        if part is None or field.name in known:
            yield "", field
        else:
            yield from ((field.name, each) for each in msgspec.structs.fields(part))


def form(kind: str, tag: str, **more: Any) -> Form:
    """The form of a command by its name, for a template."""
    return form_of(command_of(kind, tag), **more)


def ready(kind: str, tag: str, given: Mapping[str, object] = {}) -> Form:
    """The form of a command that needs no input: one button. Its values are checked here, before anyone presses it."""
    command = command_of(kind, tag)
    msgspec.convert(given, command)
    said = msgspec.json.encode(given).decode() if given else ""
    return Form(tag=tag, title=_said("act", tag), fields=(), given=said)


def _said(section: str, name: str) -> str:
    said = f"{section}.{name}"
    return text(said) if has_text(said) else name.replace("_", " ").replace("-", " ").capitalize()

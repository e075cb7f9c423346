"""A grammar of short lines: one template per command both reads and writes it.

    ante {seat} {amount:$}[ tokens {tokens:$}][ box {box}]        limits {minimum:$} to {maximum:$}[ keeping players{=keep}]

`{field}` is a field of the command, `:$` a sum of money, `:word` one word, `:box` a box or the dealer. A
field without a form has the package's form of that name, or the form of its type. A part in brackets is optional, and is
written only if one of its fields has something to say. `{=keep}` and `{!covered}` make the words around them mean yes or no, and
`{limit=time day}` means exactly those words as the value of the field.

A command declares its lines in its class. If a text could be two of them, the one with more fixed words wins.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from croupier.kernel import incidents
from croupier.kernel.cards import Card, parse_cards, show_cards
from croupier.kernel.events import Command, Places
from croupier.kernel.incidents import Report
from croupier.kernel.lines import LineError, read_facts, say_facts
from croupier.kernel.money import cents, plain

Fill = Callable[[Any, dict[str, Any]], Any]
"""The value of a field that a line leaves out, from the state of the table and the fields that the line gives."""


class Form(NamedTuple):
    """How a value looks in a line: its pattern, how to read it and how to write it."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def json_form(kind: Any) -> Form:
    """A value as JSON, sums in cents: `{"blinds": [1000, 2000]}`."""

    def read(text: str) -> Any:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.MsgspecError as error:
            raise LineError(f"{text!r}: {error}") from None

    return Form(r"\{.*\}", read, lambda value: msgspec.json.encode(value).decode())


def _one_card(text: str) -> Card:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise LineError("say one card")
    return cards[0]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(","))


FORMS: dict[str, Form] = {
    "$": Form(r"\$?[\d.,]+", cents, plain),
    "$s": Form(r"[\d.,$ ]+?", lambda text: tuple(map(cents, text.split())), lambda sums: " ".join(map(plain, sums))),
    "int": Form(r"\d+", int, str),
    "ints": Form(r"\d+(?:, ?\d+)*", _numbers, lambda numbers: ",".join(map(str, numbers))),
    "box": Form(r"dealer|\d+", lambda text: 0 if text == "dealer" else int(text), lambda box: str(box) if box else "dealer"),
    "word": Form(r"[\w-]+", str, str),
    "names": Form(r"[^;]+?", lambda text: tuple(name.strip() for name in text.split(",")), ", ".join),
    "part": Form(r"[^;]+?", str.strip, str),
    "text": Form(r".+", str, str),
    "card": Form(r"\S+", _one_card, str),
    "cards": Form(r".+?", parse_cards, show_cards),
}
_FIXED = re.compile(r"\{(\w+)=([^}]+)\}")
_FIELD = re.compile(r"\{([=!]?)(\w+)(?::([$\w]+))?\}")
_BY_TYPE: dict[Any, str] = {int: "int", Places: "int", str: "text", Card: "card", Card | None: "card", tuple[Card, ...]: "cards"}


def _form_of(kind: Any) -> Form:
    """The form of a type: one of a list of words if it is such a list, or the type's usual form."""
    if get_origin(kind) is Literal:
        return Form("|".join(filter(None, get_args(kind))), str, str)
    return FORMS[_BY_TYPE[kind]]


class _Part(NamedTuple):
    text: str
    optional: bool


def _default(field: Any) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


class Line:
    """One command's template, ready to read and write."""

    def __init__(
        self,
        template: str,
        kind: type[Command],
        fills: Mapping[str, Fill] | None = None,
        forms: Mapping[str, Form] | None = None,
        **fixed: Any,
    ) -> None:
        fixed |= _FIXED.findall(template)
        template = _FIXED.sub(r"\2", template)
        self.template, self.kind, self.fixed, self.fills = template, kind, fixed, fills or {}
        own = forms or {}
        fields: Any = {field.name: field for field in msgspec.structs.fields(kind)}
        self._defaults = {name: _default(field) for name, field in fields.items()}
        self._parts = [_Part(text.strip("[]"), text.startswith("[")) for text in re.findall(r"\[[^]]*\]|[^[]+", template)]
        self._forms: dict[str, Form] = {}
        self._flags: dict[str, bool] = {}
        pattern, needed, always = "", set[str](), dict[str, Any]()
        for part in self._parts:
            marked = _FIELD.sub(lambda match: f"\0{match.group(2)}\0", part.text)
            flag = ""
            for mark, name, form in _FIELD.findall(part.text):
                if mark:
                    self._flags[name], flag = mark == "=", name
                    if not part.optional:
                        always[name] = mark == "="
                else:
                    self._forms[name] = own.get(form or name) or (FORMS[form] if form else _form_of(fields[name].type))
                    if not part.optional:
                        needed.add(name)
            pieces = []
            for piece in re.split(r"(\0\w+\0)", marked):
                name = piece.strip("\0")
                if not piece.startswith("\0"):
                    pieces.append(re.escape(piece).replace(r"\ ", " "))
                elif name in self._forms:
                    pieces.append(f"(?P<{name}>{self._forms[name].pattern})")
            whole = "".join(pieces)
            whole = f"(?P<{flag}>{whole})" if flag else whole
            pattern += f"(?:{whole})?" if part.optional else whole
        self._pattern = re.compile(pattern)
        self._needed = {name: value for name, value in self._defaults.items() if name in needed}
        said = {*self._forms, *self._flags, *self.fills, *fixed}
        self._unsaid = {name: value for name, value in self._defaults.items() if name not in said} | always

    def read(self, text: str, state: Any) -> Command | None:
        """The command that a line says, if it is one of these."""
        if (match := self._pattern.fullmatch(text)) is None:
            return None
        given: dict[str, Any] = dict(self.fixed)
        for name, written in match.groupdict().items():
            if written is None:
                continue
            given[name] = self._flags[name] if name in self._flags else self._forms[name].read(written)
        for name, fill in self.fills.items():
            if name not in given:
                given[name] = fill(state, given)
        return self.kind(**given)

    def says(self, command: Command) -> bool:
        """Whether this template says exactly what such a command says, and nothing more."""
        return all(getattr(command, name) == value for name, value in (self.fixed | self._unsaid).items()) and not any(
            getattr(command, name) == value for name, value in self._needed.items()
        )

    def write(self, command: Command) -> str:
        """The line that says a command."""
        said = ""
        for part in self._parts:
            named = [(mark, name) for mark, name, _ in _FIELD.findall(part.text)]
            if part.optional and not any(
                getattr(command, name) == self._flags[name]
                if mark
                else getattr(command, name) not in (self._defaults[name], (), "", None)
                for mark, name in named
            ):
                continue
            said += _FIELD.sub(
                lambda match: "" if match.group(1) else self._forms[match.group(2)].write(getattr(command, match.group(2))),
                part.text,
            )
        return said


class OnlyLine(Line):
    """The only line of its command: it can say every value of the fields."""

    def says(self, command: Command) -> bool:
        return True


class NoteLine(OnlyLine):
    """What the software notes, as JSON: `note {"do": ...}`. No person writes that."""

    def __init__(self, kind: type[Command]) -> None:
        super().__init__("note", kind)
        self._starts = f'note {{"{kind.__struct_config__.tag_field}":"{kind.__struct_config__.tag}"'

    def read(self, text: str, state: Any) -> Command | None:
        if not text.startswith(self._starts):
            return None
        try:
            return msgspec.json.decode(text.removeprefix("note "), type=self.kind)
        except msgspec.MsgspecError as error:
            raise LineError(f"{text!r}: {error}") from None

    def write(self, command: Command) -> str:
        return f"note {msgspec.json.encode(command).decode()}"


NOTE = "note"
"""The line of a command that only the software gives."""


Fills = Mapping[type[Command], Mapping[str, Fill]]


def lines_of(commands: ModuleType, forms: Mapping[str, Form], fills: Fills) -> Iterator[Line]:
    """The lines that the commands of a module declare; a command's last line can say every value of its fields."""
    for kind in vars(commands).values():
        if isinstance(kind, type) and issubclass(kind, Command) and kind.__module__ == commands.__name__:
            *others, last = kind.declared.lines or (None,)
            yield from (Line(template, kind, fills.get(kind), forms) for template in others)
            if last is not None:
                yield NoteLine(kind) if last == NOTE else OnlyLine(last, kind, fills.get(kind), forms)


def _plainness(line: Line) -> tuple[int, int]:
    """How few fixed words a line begins with, and has in total."""
    needed = re.sub(r"\[[^]]*\]", "", line.template)
    return -len(needed.partition("{")[0]), -len(_FIELD.sub("", needed))


class Grammar:
    """The lines of one kind of table; `hint` names a few, for text that is not understood. `commands` declare theirs, in forms
    of all tables and in these; `fills` gives the values that a line may leave out.
    """

    def __init__(
        self,
        *lines: Line,
        commands: ModuleType | None = None,
        forms: Mapping[str, Form] | None = None,
        fills: Fills | None = None,
        facts: Mapping[str, str] | None = None,
        hint: str,
    ) -> None:
        declared = () if commands is None else tuple(lines_of(commands, forms or {}, fills or {}))
        self._facts = {name: FORMS[form] for name, form in (facts or {}).items()}
        self._lines = (*lines, *sorted(declared, key=_plainness), *_SHARED)
        self._hint = hint
        self._writers: dict[type[Command], list[Line]] = {}
        for line in (*lines, *declared, *_SHARED):
            self._writers.setdefault(line.kind, []).append(line)

    @property
    def templates(self) -> list[tuple[str, type[Command]]]:
        """Every accepted line, as its template, with its command; and the reports."""
        return [(line.template, kind) for kind, lines in self._writers.items() for line in lines]

    @property
    def facts(self) -> tuple[str, ...]:
        """What a report may say."""
        return tuple(self._facts)

    def read(self, text: str, state: Any = None) -> Command:
        """The command that a line says; `said_by` has already taken off who says it and when."""
        if match := re.fullmatch(r"report ([\w-]+)(?: (.*))?", text):
            readers = {name: form.read for name, form in self._facts.items()}
            return Report(what=match.group(1), **read_facts(match.group(2) or "", readers))
        for line in self._lines:
            if (command := line.read(text, state)) is not None:
                return command
        alike = [f"'{template}'" for template, _ in self.templates if template.split()[:1] == text.split()[:1]]
        hint = f"lines such as {self._hint}" if not alike else " or ".join(alike)
        raise LineError(f"{text!r} is not understood; write {hint}")

    def write(self, command: Command) -> str:
        """The line that says a command."""
        if isinstance(command, Report):
            said = say_facts(command, Report(what=command.what), {name: form.write for name, form in self._facts.items()})
            return f"report {command.what} {said}".rstrip()
        lines = self._writers[type(command)]
        return next(line for line in lines if line.says(command)).write(command)


_SHARED = tuple(lines_of(incidents, {}, {}))

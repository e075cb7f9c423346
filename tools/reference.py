"""The pages of reference, written from what the program says of itself: help texts, docstrings, templates of lines, grounds.

`make docs` writes them again: `python tools/reference.py docs/reference`.
"""

import inspect
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from importlib import import_module, resources
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer

import croupier
from croupier.books import USUAL_GAME
from croupier.kernel.grammar import FORMS, Grammar
from croupier.kernel.grounds import grounds_of
from croupier.tables.any_game import KINDS

_MADE = "*Written by `make docs` from the program itself; do not edit it by hand.*"
_WIDTH = 100

_SAID = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_BEGINS: dict[str, str] = _SAID["begins"]


def commands() -> str:
    """Every command with its help."""
    from croupier.cli.main import COMMANDS, app

    whole: Any = typer.main.get_command(app)
    context = whole.make_context("croupier", [], resilient_parsing=True, terminal_width=_WIDTH)
    parts = ["# Commands", _MADE, _block(whole.get_help(context))]
    for name in COMMANDS:
        found = whole.get_command(context, name)
        parts += _help(f"croupier {name}", found, context, "##")
        for inner in sorted(getattr(found, "commands", {})):
            inside = type(context)(found, info_name=f"croupier {name}", terminal_width=_WIDTH)
            parts += _help(f"croupier {name} {inner}", found.commands[inner], inside, "###")
    return _page(parts)


def _help(title: str, command: Any, parent: Any, level: str) -> list[str]:
    context = type(parent)(command, info_name=title, terminal_width=_WIDTH)
    return [f"{level} `{title}`", _block(command.get_help(context))]


def api() -> str:
    """The names of `croupier`, what its tables do, the commands that one gives them, and a few names elsewhere."""
    parts = ["# Python", _MADE, "Everything under `croupier`:"]
    for name in sorted(set(dir(croupier)) - {"odds", "phh", "poker", "stud"}):
        parts += _told("croupier", name)
    for module, names in _SAID["functions"].items():
        for name in names:
            parts += _told(module, name)
    for module in ("stud", "poker"):
        parts += [f"## Commands of `croupier.{module}`"]
        codec = KINDS[{"stud": "house table", "poker": "poker table"}[module]].engine.codec
        rows = [(f"`{kind.__name__}{_signature(kind)}`", _sentences(kind)) for kind in codec.commands]
        parts.append(_table(("command", "what it asks for"), sorted(rows)))
    return _page(parts)


def _told(module: str, name: str) -> list[str]:
    found = getattr(import_module(module), name)
    given = _signature(found)
    parts = [f"## `{module}.{name}`", _block(f"{name}{given}") if given else "", _sentences(found)]
    if inspect.isclass(found) and not issubclass(found, Exception) and (members := list(_members(found))):
        parts.append(_table(("member", "what it is"), members))
    return [part for part in parts if part]


def _members(kind: type) -> Iterator[tuple[str, str]]:
    for name, member in inspect.getmembers(kind):
        home = next((base for base in kind.__mro__ if name in vars(base)), object)
        if name.startswith("_") or not home.__module__.startswith("croupier"):
            continue
        if inspect.isfunction(member) or inspect.ismethod(member):
            yield f"`{name}{_signature(member)}`", _sentences(member)
        elif isinstance(member, property) or hasattr(member, "func"):
            yield f"`{name}`", _sentences(member if isinstance(member, property) else member.func)


def lines() -> str:
    """The grammar of each engine."""
    forms = ", ".join(f"`{name}`" for name in FORMS)
    parts = ["# Lines", _MADE, _BEGINS["lines"].format(forms=forms)]
    for package, what in (_SAID["engines"] | _SAID["house"]).items():
        module = import_module(f"croupier.{package}.lines")
        parts.append(f"## Said to {what}")
        grammar: Grammar | None = getattr(module, "GRAMMAR", None)
        if grammar is None:  # lines of its own making, which its docstring shows
            parts.append(_block(inspect.getdoc(module) or ""))
            continue
        rows = [(f"`{template}`", f"`{kind.__name__}`") for template, kind in grammar.templates]
        facts = ", ".join(f"`{fact}`" for fact in grammar.facts)
        report = [("`report {what} ...`", f"`Report`, with {facts}, `note`")] if facts else []
        parts.append(_table(("line", "command"), [*rows, *report]))
    return _page(parts)


def events() -> str:
    """What can stand in a record."""
    parts = ["# Events", _MADE, _BEGINS["events"]]
    for kind, stream in KINDS.items():
        found = {member.__struct_config__.tag: member for member in stream.engine.codec.events}
        rows = [
            (f"`{tag}`", _fields(member), _sentences(member) if member.__doc__ else "") for tag, member in sorted(found.items())
        ]
        parts += [f"## {kind.capitalize()}", _table(("event", "fields", "what it means"), rows)]
    return _page(parts)


def grounds() -> str:
    """The facts that engines cite, and that refusals have as their code."""
    parts = ["# Grounds", _MADE, _BEGINS["grounds"]]
    package = resources.files("croupier")
    for folder in sorted(each.name for each in package.iterdir() if (each / "grounds.toml").is_file()):
        found = grounds_of(f"croupier.{folder}")
        parts += [f"## `{folder}`", _sayings(found.always)]
        for feature, says in found.feature.items():
            parts += [f"### Feature: {feature}", _sayings(says)]
        if found.borrowed:
            parts += ["### Borrowed", _sayings(found.borrowed)]
        if found.alike:
            groups = [", ".join(f"`{ground}`" for ground in group) for group in found.alike]
            parts += ["### Neighbours", _SAID["neighbours"], "\n".join(f"- {group}" for group in groups)]
    return _page(parts)


def http() -> str:
    """What a house answers over HTTP, from its own description."""
    from croupier.server.openapi import BESIDE, openapi

    whole = openapi()
    parts = ["# HTTP", _MADE, _BEGINS["http"].format(description=whole["info"]["description"])]
    for path, operations in whole["paths"].items():
        for method, operation in operations.items():
            if operation["tags"] == ["api"]:
                parts += _operation(method.upper(), path, operation)
    parts += [
        "## Refusals",
        "Whatever is not 200 has a body of this form; `clauses` are those of the book, where a book decided.",
        f"```json\n{_refusal()}\n```",
        "## Beside the API",
        "Requests of the pages and tools of a house. They may change with them.",
        _table(("request", "what it is for"), [(f"`{request}`", says) for request, says in BESIDE.items()]),
    ]
    return _page(parts)


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"## {method} {path}"
    signed = " You must be signed in." if "security" in operation else ""
    yield operation["summary"] + signed
    if taken := operation.get("parameters"):
        rows = [(f"`{one['name']}`", one["in"], one["schema"]["type"], one["description"]) for one in taken]
        yield _table(("parameter", "in", "type", "what it is"), rows)
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content:
        needed = content["schema"]["required"]
        fields = (f"`{name}`{'' if name in needed else ' (may be left out)'}" for name in content["schema"]["properties"])
        yield f"The body has {', '.join(fields)}."
    yield _block(_curl(method, path, operation, content))
    answers = []
    for status, answer in operation["responses"].items():
        schema = answer["content"]["application/json"]["schema"]
        has = ", ".join(f"`{name}`" for name in schema.get("properties", {}))
        answers.append((status, answer["description"], "[a refusal](#refusals)" if "$ref" in schema else has))
    yield _table(("status", "meaning", "what the body has"), answers)
    links = operation["responses"]["200"].get("links", {})
    if links:
        found = ", ".join(f"[{name}](#{_anchor(link['operationId'])})" for name, link in links.items())
        yield f"With the name of a stream from the answer, ask for: {found}."


def _curl(method: str, path: str, operation: dict[str, Any], content: dict[str, Any] | None) -> str:
    """The request as one types it, with the examples of the description."""
    for one in operation.get("parameters", ()):
        path = path.replace(f"{{{one['name']}}}", one.get("example", ""))
    said = ["curl", "-s", *([] if method == "GET" else ["-X", method])]
    said += ['-H "Authorization: Bearer $TOKEN"'] if "security" in operation or method == "DELETE" else []
    if content:
        said += ["-H 'Content-Type: application/json'", f"-d '{msgspec.json.encode(content['example']).decode()}'"]
    return " ".join([*said, f'"$HOUSE{path}"'])


def _refusal() -> str:
    """What a house says of a dealer who closes a table with people at it."""
    refused: Any = croupier.table(USUAL_GAME, seats=3, seed=7).do(croupier.stud.CloseTable(), by="Dealer")
    said = {"ground": refused.ground, "reason": refused.reason, "clauses": refused.clauses}
    return msgspec.json.encode(said).decode()


def _anchor(name: str) -> str:
    """Where the page tells of an operation."""
    from croupier.server.openapi import openapi

    found = ((method, path, one) for path, each in openapi()["paths"].items() for method, one in each.items())
    method, path = next((method, path) for method, path, one in found if one["operationId"] == name)
    return re.sub(r"[^\w\- ]", "", f"{method} {path}".lower()).replace(" ", "-")


def automatic_dealer() -> str:
    """Who does what where the software deals, at which step and with how much time, by book and clause."""
    from croupier.books import BOOKS, GAMES, game_of, poker_rules_of, rules_of
    from croupier.kernel.duties import parts_of

    parts = ["# The automatic dealer", _MADE, _BEGINS["automatic-dealer"]]
    head = ("clause", "right or duty", "who, where software deals", "when", "time")
    for book in BOOKS:
        games = [game for game, of in GAMES.items() if of == book]
        poker = [poker_rules_of(game) for game in games if game_of(game).poker is not None]
        every: list[Any] = [*poker, *(rules_of(game) for game in games if game_of(game).poker is None)]
        rows = []
        for tag, part in parts_of("croupier.poker" if poker else "croupier.stud").items():
            having = [each for each in every if not part.feature or _has(each, part.feature)]
            if having:
                cited = dict.fromkeys(
                    clause for rules in having for ground in part.grounds for clause in rules.grounds.get(ground, ())
                )
                rows.append((", ".join(cited), f"{part.says} (`{tag}`)", _SAID["who"][part.by], part.step, _time(part.time)))
        for name, duty in every[0].duties.items():
            when = "before the first shuffle" if duty.opening else ", ".join(duty.phases) or "at any time"
            rows.append((", ".join(duty.clauses), f"{name}: {duty.says}", _SAID["who"][duty.automatic], when, ""))
        parts += [f"## {book}", _table(head, rows)]
    return _page(parts)


def _has(rules: Any, feature: str) -> bool:
    return bool(rules.discard) if feature == "discards" else feature in rules.features


def _time(name: str) -> str:
    """How much time there is, in words, from the name of a pause of the dealer's settings."""
    from croupier.floor.dealing import Pace

    words: dict[str, str] = _SAID["time"]
    people = " where somebody sits who is no bot" if name in ("wagering", "asking") else ""
    return words[name] if name in words else f"{getattr(Pace(), name):g} s{people}"


def books() -> str:
    """Every field of every file of a book, from the types that read them, and the closed lists with their meaning."""
    from croupier.books.book import Cloth, Edition, Mishap, PlayTerms, Prescription, Title, WagerTerms, fields
    from croupier.cases.case import Case
    from croupier.cases.house_cases import Run
    from croupier.cases.run import ALWAYS
    from croupier.kernel.clauses import Clause, Parameter
    from croupier.kernel.duties import Duty
    from croupier.kernel.rulings import OpenRuling, Question, Step
    from croupier.stud.rules import Options, Rules

    kinds = (
        Title,
        Cloth,
        PlayTerms,
        Clause,
        Parameter,
        Prescription,
        WagerTerms,
        Duty,
        Mishap,
        Question,
        OpenRuling,
        Step,
        Edition,
        Case,
    )
    parts = ["# The files of a book", _MADE, _BEGINS["books"]]
    for kind in kinds:
        rows = [
            (f"`{one.name}`", _type(one.type), "yes" if one.required else "", fields()[kind.__name__][one.name])
            for one in msgspec.structs.fields(kind)
        ]
        parts += [f"## {_SAID['files'][kind.__name__]}", _table(("field", "type", "needed", "what it is"), rows)]
        if kind is Title:
            parts.append(_SAID["files"]["pending"])
    listed = {"numbers that the engine of house games asks for": fields()["numbers"], **fields()["lists"]}
    parts.append("## The closed lists")
    for title, words in listed.items():
        listing = [(f"`{word}`", says) for word, says in words.items()]
        parts += [f"### {title[:1].upper()}{title[1:]}", _table(("word", "what it means"), listing)]
    for package, what in (("stud", "house table"), ("jackpots", "prize meter")):
        features = grounds_of(f"croupier.{package}").feature.items()
        listing = [(f"`{name}`", "; ".join(says.values())) for name, says in features]
        parts += [f"### Features of a {what}", _table(("feature", "the grounds that it brings"), listing)]
    options = [(f"`{one.name}`", _type(one.type), f"`{one.default}`") for one in msgspec.structs.fields(Options)]
    parts += ["### Options of a house table", _sentences(Options), _table(("option", "type", "usually"), options)]
    parts += [
        "### What a case may expect of a house table",
        ", ".join(f"`{name}`" for name in sorted({*Run.checks, *ALWAYS})) + ".",
    ]
    given = re.sub(r", (?=\w+: )", "\n", _signature(Rules).strip("()"))
    parts += ["## What `caribbean_rules` takes", _SAID["files"]["rules"], _sentences(Rules), _block(given)]
    return _page(parts)


def _type(kind: Any) -> str:
    """A type in plain words."""
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    text = re.sub(r"typing\.|collections\.abc\.|croupier(\.\w+)+\.|datetime\.|msgspec\.|<class '|'>", "", text)
    text = re.sub(r"Annotated\[(\w+), .*\]", r"\1", text)
    text = re.sub(r"(tuple\[)?Literal\[([^\]]*)\](, \.\.\.\])?", r"words of a list", text)
    for old, new in _SAID["types"].items():
        text = text.replace(old, new)
    return f"`{text}`" if "[" in text else text


PAGES: dict[str, Callable[[], str]] = {
    "books": books,
    "commands": commands,
    "api": api,
    "lines": lines,
    "events": events,
    "grounds": grounds,
    "http": http,
    "automatic-dealer": automatic_dealer,
}


def _sayings(says: dict[str, str]) -> str:
    return _table(("ground", "says"), [(f"`{ground}`", sentence) for ground, sentence in says.items()])


def _fields(kind: Any) -> str:
    names = [name for name in kind.__struct_fields__ if name not in ("clauses", "postings")]
    return ", ".join(f"`{name}`" for name in names)


def _signature(found: Any) -> str:
    """What is given to it, with the types as they are written."""
    if inspect.isclass(found) and issubclass(found, msgspec.Struct):
        return _fields_given(found)
    if inspect.isclass(found) and issubclass(found, Enum | Exception):
        return ""
    try:
        said = re.sub(r"<function (\w+) at 0x\w+>", r"\1", str(inspect.signature(found)))
        said = re.sub(r"\*<class '(?:\w+\.)*(\w+)'>", r"Unpack[\1]", said)
        return re.sub(r"(: |-> )'([^']*)'", r"\1\2", said).replace("(self, ", "(").replace("(self)", "()")
    except (TypeError, ValueError):
        return ""


def _annotation(found: Any) -> str:
    """A type as a module writes it, also where annotations are the types themselves."""
    return found if isinstance(found, str) else re.sub(r"\b(?:\w+\.)+(?=\w)", "", inspect.formatannotation(found))


def _fields_given(kind: type[msgspec.Struct]) -> str:
    types = {name: said for base in reversed(kind.__mro__) for name, said in vars(base).get("__annotations__", {}).items()}
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    given = dict(zip(fields[len(fields) - len(defaults) :], defaults, strict=True))
    said = []
    for name in fields:
        default = given.get(name, msgspec.NODEFAULT)
        plain = isinstance(default, int | str | tuple | dict | None)
        has = "" if default is msgspec.NODEFAULT else f" = {default!r}" if plain else " = ..."
        said.append(f"{name}: {_annotation(types[name])}{has}")
    return f"({', '.join(said)})"


def _sentences(found: Any) -> str:
    """A docstring up to its examples, in one line; nothing where a class only has that of the class above."""
    if inspect.isclass(found) and not found.__dict__.get("__doc__"):
        return ""
    text = (inspect.getdoc(found) or "").split(">>>")[0]
    return " ".join(text.split())


def _block(text: str) -> str:
    return f"```text\n{text.rstrip()}\n```"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _page(parts: Iterable[str]) -> str:
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for page, write in PAGES.items():
        (Path(sys.argv[1]) / f"{page}.md").write_text(write(), encoding="utf-8")

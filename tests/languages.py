"""What a language says beside English: its words, what it lacks, and English that is left on a page."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from croupier.kernel.languages import ENGLISH, words_in

PACKAGES = ("stud", "jackpots", "people", "kernel")
VENICE = "croupier.books.venezia_caribbean_poker"
FILES = {
    ("croupier.web", "texts.toml"),
    *((f"croupier.{package}", file) for package in PACKAGES for file in ("sentences.toml", "refusals.toml", "words.toml")),
    *((f"croupier.{package}", "grounds.toml") for package in PACKAGES if package != "jackpots"),
    *((VENICE, f"{name}.toml") for name in ("clauses", "duties", "book", "params")),
}
"""Where the words are that a player in Venice reads, or hears."""

_NAMES = {"croupier", "caribbean", "stud", "poker", "casino", "seat", "holdem"}
_WORD = re.compile(r"[^\W\d_]{3,}(?:'[a-z]+)?")


def said(value: Any) -> list[str]:
    """Every text in a file, however deep, without what is filled in."""
    if isinstance(value, dict):
        return [text for one in value.values() for text in said(one)]
    if isinstance(value, list):
        return [text for one in value for text in said(one)]
    return [re.sub(r"\{[^}]*\}", " ", value)] if isinstance(value, str) else []


@cache
def only_english() -> frozenset[str]:
    """Words of the English catalogue that Italian does not have."""
    words = {code: set[str]() for code in (ENGLISH, "it")}
    for code, found in words.items():
        for package, file in FILES:
            for text in said(words_in(package, file, code)):
                found |= set(_WORD.findall(text.casefold()))
    return frozenset(words[ENGLISH] - words["it"] - _NAMES)


def english_in(html: str, names: tuple[str, ...] = ()) -> set[str]:
    """The words on a page, or read out from it, that only the English catalogue has; `names` are of people and the house."""
    words = set[str]()
    for text in shown(html):
        for name in names:
            text = text.replace(name, " ")
        words |= set(_WORD.findall(text.casefold())) & only_english()
    return words


_SHOWN = ("aria-label", "title", "placeholder", "alt", "data-confirm", "data-warning", "data-name", "data-hurry")


def shown(html: str) -> list[str]:
    """The texts of a page: between its tags, and in those attributes that people read or hear."""
    body = re.sub(r"(?s)<(script|style|svg)\b.*?</\1>", " ", html)
    attributes = [value for name in _SHOWN for value in re.findall(rf'\s{name}="([^"]*)"', html)]
    return [*re.split(r"<[^>]*>", body), *attributes]


# What a language lacks, and what cannot be translated.

_STAFF = (
    "announces|cage|clock|closing|dealer|desk|desk_act|desk_field|drill|figures|floor|inspector|jackpots|lab|lacks|people|phase|print|qualifying"
    "|room|terms|tournaments|trainer"
)
"""Sections of the page texts that are for staff, for tournaments and for what is beside a table."""
_POKER = (
    r"poker\.\S+|now\.poker_\w+|read\.(board|board_none|pot)|hands\.(export|export_all)|confirm\.discard"
    r"|act\.(make-up|take-back|take-back-to|buy-time|discard|post-blind|straddle|place-side-wager|take-back-side-wager|muck-hand"
    r"|ask-to-see|want-seat|agree|step-away)|acts\.(half|pot|most|before|ahead|ahead_not|pre_\w+|side|side_pays)"
    r"|result\.(pots|only_pot|half|contest|uncontested|with_hand|gets|odd_chip|beats|ties)"
    r"|signs\.(buy_in\w*|betting|commission|time|time_says|extra_time|time_bank|straddle|straddle_yes|flop_chase|bonus)"
)
"""Texts for the tables of the poker room alone."""
_SEARCH = r"rules\.(found|found_none|near|none|nothing|some)"
"""The search in the books, which finds English words."""
OTHER_PAGES = re.compile(rf"({_STAFF})\.\S+|{_POKER}|{_SEARCH}")


def lacking(code: str) -> dict[str, list[str]]:
    """By file, the names of what English says to a player in Venice and a language does not."""
    found: dict[str, list[str]] = {}
    for package, file in sorted(FILES):
        there = flat(words_in(package, file, "en"))
        if file == "grounds.toml" or (package, file) == ("croupier.people", "sentences.toml") or not there:
            continue
        theirs, forms = flat(words_in(package, file, code)), ("forms.", "section.", "you.")
        if package == VENICE:
            there = {of_book(name): said for name, said in there.items() if of_book(name)}
        names = [name for name in there if name not in theirs and not name.startswith(forms)]
        if package == "croupier.web":
            names = [name for name in names if not OTHER_PAGES.fullmatch(name)]
        if names:
            found[f"{package.removeprefix('croupier.')}/{file}"] = names
    return found


def flat(value: dict[str, Any], above: str = "") -> dict[str, Any]:
    """The texts of a file by dotted names."""
    found: dict[str, Any] = {}
    for name, one in value.items():
        found |= flat(one, f"{above}{name}.") if isinstance(one, dict) else {f"{above}{name}": one}
    return found


def of_book(name: str) -> str:
    """What another language calls something of a book, by its dotted name in English; empty where people do not read it."""
    parts = re.fullmatch(r"(?:clause\.(.+)\.line|duty\.(.+)\.says|sections\.(.+)|(title|edition))", name)
    if parts is None:
        return f"{name.removesuffix('.clause')}" if name.endswith(".clause") and not name.startswith("bet_odds.rows") else ""
    clause, duty, section, page = parts.groups()
    return clause or duty or page or f"section {section}"


_FIELD = re.compile(r"\{([\w ]+)(?:\.\w+)*(?::[^}]*)?\}")


def fields(said: Any) -> set[str]:
    """What a template shows, without what it only asks."""
    return set(_FIELD.findall(said)) - {"event", "it"} if isinstance(said, str) else set()


def differing(code: str) -> list[str]:
    """The names of what shows a field that English does not have, or lacks one."""
    found = []
    for package, file in sorted(FILES):
        there, theirs = flat(words_in(package, file, "en")), flat(words_in(package, file, code))
        for name in sorted(set(there) & set(theirs)):
            if not name.startswith("forms.") and fields(there[name]) != fields(theirs[name]):
                found.append(f"{package}/{file} {name}: {sorted(fields(there[name]) ^ fields(theirs[name]))}")
    return found


UNTRANSLATED = Path(__file__).parent / "untranslated.txt"
"""The sentences of refusals that still stand in Python, where a player in Venice could meet them."""
_MET = (
    "stud",
    "people",
    "kernel",
    "books/venezia_caribbean_poker",
    "tables/purses.py",
    "tables/player_limits.py",
    "tables/casino.py",
)


def untranslated() -> list[str]:
    """Each refusal with words in Python: where it is, and what it says."""
    home, found = Path(str(resources.files("croupier"))), list[str]()
    for part in _MET:
        paths = [home / part] if part.endswith(".py") else sorted((home / part).rglob("*.py"))
        for path in paths:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = node.func if isinstance(node, ast.Call) else None
                name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
                if isinstance(node, ast.Call) and name in ("refuse", "Refused") and len(node.args) > 1:
                    found.append(f"{path.relative_to(home).as_posix()}: {ast.unparse(node.args[1])}")
    return sorted(found)


def report(code: str) -> str:
    """What is still to be done for a language."""
    parts = [f"{file}\n" + "".join(f"    {name}\n" for name in names) for file, names in lacking(code).items()]
    parts += ["fields that differ\n" + "".join(f"    {each}\n" for each in differing(code))]
    return "\n".join([*parts, "still in Python\n" + "".join(f"    {each}\n" for each in untranslated())])


if __name__ == "__main__":
    sys.stdout.write(report(sys.argv[1]))

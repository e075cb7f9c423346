"""What a language says beside English: its words, what it lacks, and English that is left on a page."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
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


def files_of(package: str, code: str) -> set[str]:
    """The files of a language in a package."""
    return {each.name for each in resources.files(package).iterdir() if each.name.endswith(f".{code}.toml")}

"""Search in the rules: by word stems and casino synonyms, over our lines, the cases that show them and how they are read."""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from math import log
from typing import Any

import msgspec

from croupier.books import BOOKS, HOUSE, book_of
from croupier.cases.case import cases_of
from croupier.cases.readings import readings_of
from croupier.kernel.clauses import Clause
from croupier.kernel.data import data_of

_ENDINGS = ("ings", "ing", "edly", "ed", "ers", "er", "ies", "es", "s", "e", "y")
_LINE, _TERM, _CASE, _ALSO, _READING, _SECTION = 3.0, 2.0, 2.0, 1.2, 1.5, 1.0
"""How much a word counts in our line of a clause, in a term it defines, in a case of its own or one that shows it too, in a
reading, and in the heading of its section.
"""
_MEANT, _BESIDE = 0.6, 2.0
"""How much less a synonym counts than the word itself, and how much more two adjacent words count."""
_ENOUGH = 10
"""If fewer clauses have all the words, others with most of them fill up the list to this many."""


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that was found, and the title of the case or reading that matched better than its own line, if any."""

    book: str
    number: str
    clause: Clause
    by: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search, the best first: the first `whole` have all the words. `near` asks with a known word instead."""

    hits: tuple[Hit, ...]
    whole: int
    near: tuple[str, ...] = ()


class _Text(msgspec.Struct, frozen=True):
    """A text that can be searched: its stems, the pairs of them that stand beside each other, and what it counts."""

    stems: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    weight: float
    title: str = ""


class _Entry(msgspec.Struct, frozen=True):
    book: str
    number: str
    clause: Clause
    texts: tuple[_Text, ...]


def stem(word: str) -> str:
    """A word without its ending, so that `closing`, `closed` and `close` are one.

    >>> [stem(word) for word in ("closing", "closed", "close", "chips", "bodies", "betting")]
    ['clos', 'clos', 'clos', 'chip', 'bod', 'bet']
    """
    for ending in _ENDINGS:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) > 2 and re.search("[aeiouy]", rest) and not word.endswith("ss"):
            twice = rest[-1] == rest[-2] and rest[-1] not in "ls" and ending[0] in "ei"
            return rest[:-1] if twice else rest
    return word


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold().replace("'s", "").replace("-", " "))


def _text(words: str, weight: float, title: str = "") -> _Text:
    stems = [stem(word) for word in _words(words)]
    return _Text(frozenset(stems), frozenset(pairwise(stems)), weight, title)


@cache
def _data() -> dict[str, list[Any]]:
    return data_of("croupier.cases", "synonyms.toml")


@cache
def _synonyms() -> dict[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """For the stems of a word or phrase those that mean the same; the file has them in groups."""
    by_phrase: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for group in _data()["same"]:
        phrases = [tuple(stem(word) for word in _words(phrase)) for phrase in group]
        for phrase in phrases:
            by_phrase.setdefault(phrase, []).extend(other for other in phrases if other != phrase)
    return {phrase: tuple(others) for phrase, others in by_phrase.items()}


@cache
def also_called(what: str) -> str:
    """Other words for the same thing in a casino.

    >>> "six cards" in also_called("a hand with a wrong number of cards")
    True
    """
    said = _text(what, 1)
    groups = (group for group in _data()["same"] if any(_holds(said, tuple(map(stem, _words(name)))) for name in group))
    return " ".join(dict.fromkeys(phrase for group in groups for phrase in group))


@cache
def _index(names: tuple[str, ...]) -> tuple[tuple[_Entry, ...], Counter[str], dict[str, str]]:
    """Every clause of these books, how many of them contain each stem, and for each stem a word as it is written."""
    entries, written = [], dict[str, str]()
    for book in map(book_of, names):
        shown: dict[str, list[_Text]] = {}
        for _, case in cases_of(book.folder):
            for number in case.shows:
                weight = _CASE if number == case.clause else _ALSO
                shown.setdefault(number, []).append(_text(case.name, weight, case.name))
        for reading in readings_of(book):
            for number in reading.clauses:
                shown.setdefault(number, []).append(_text(f"{reading.title} {reading.body}", _READING, reading.title))
        for number, clause in book.catalogue.clause.items():
            section = book.title_page.sections.get(book.section_of(number), "")
            terms = (_text(f"{term} {means}", _TERM, f"{term}: {means}") for term, means in clause.terms.items())
            texts = (_text(clause.line, _LINE), _text(section, _SECTION), *terms, *shown.get(number, ()))
            entries.append(_Entry(book.id, number, clause, texts))
            for word in _words(" ".join((clause.line, section, *(text.title for text in texts)))):
                written.setdefault(stem(word), word)
    there = Counter(word_stem for entry in entries for word_stem in frozenset().union(*(text.stems for text in entry.texts)))
    return tuple(entries), there, written


def search(asked: str, books: Iterable[str] = (), most: int = 100) -> Found:
    """The clauses likely to answer the question; a number finds its clause and those below it."""
    entries, there, written = _index(tuple(books) or (*BOOKS, HOUSE))
    asked = asked.strip()
    if re.fullmatch(r"\d+[A-Z]?(\.\d+[A-Z]?)*(\(\w+\))*", asked):
        below = [entry for entry in entries if re.match(rf"{re.escape(asked)}(?![\dA-Z])", entry.number)]
        below.sort(key=lambda entry: entry.number != asked)
        return Found(hits=tuple(_hit(entry) for entry in below[:most]), whole=len(below[:most]))
    typed = _words(asked)
    words = [stem(word) for word in typed if len(typed) < 3 or word not in _data()["small"]]
    phrases = [tuple(words[first:last]) for first in range(len(words)) for last in range(first + 1, first + 4)]
    wanted = frozenset(words).union(*(other for phrase in phrases for other in _synonyms().get(phrase, ())))
    rated = sorted(
        ((*_rated(entry, words, wanted, there, len(entries)), entry) for entry in entries), key=lambda each: (-each[0], -each[1])
    )
    whole = sum(have == len(words) for have, *_ in rated) if words else 0
    best = [each for each in rated[: max(whole, _ENOUGH)] if each[0]]
    unknown = [word for word in typed if stem(word) not in there and stem(word) in words and stem(word) not in _meant()]
    near = tuple(
        " ".join(other if each == word else each for each in typed) for word in unknown for other in _near(stem(word), written)
    )
    return Found(hits=tuple(_hit(entry, by) for _, _, by, entry in best[:most]), whole=min(whole, most), near=near)


@cache
def _meant() -> dict[str, str]:
    """The words of the casino that mean what other words of the books do, each by its stem."""
    return {stem(each): each for group in _data()["same"] for phrase in group for each in _words(phrase)}


def _near(word: str, written: dict[str, str]) -> list[str]:
    known = _meant() | written
    close = get_close_matches(word, known, 3, 0.72) or get_close_matches(word, known, 3, 0.55)
    return [known[each] for each in close if each != word]


def _hit(entry: _Entry, by: str = "") -> Hit:
    return Hit(book=entry.book, number=entry.number, clause=entry.clause, by=by)


def _rated(entry: _Entry, words: list[str], wanted: frozenset[str], there: Counter[str], entries: int) -> tuple[int, float, str]:
    """How many of the words an entry has, how well it fits, and the title that fits better than its line."""
    best: dict[int, tuple[float, str]] = {}
    together, often = 0.0, 0
    for text in entry.texts:
        if wanted.isdisjoint(text.stems):
            continue
        matched = _matched(text, words, there, entries)
        if len(matched) == len(words):
            together, often = max(together, sum(matched.values())), often + 1
        for place, worth in matched.items():
            if worth > best.get(place, (0.0, ""))[0]:
                best[place] = worth, text.title
    titles = Counter(title for _, title in best.values() if title)
    score = (together or sum(worth for worth, _ in best.values()) / 2) + log(1 + often)  # words in one text belong together
    return len(best), score, titles.most_common(1)[0][0] if titles else ""


def _matched(text: _Text, words: list[str], there: Counter[str], entries: int) -> dict[int, float]:
    """How well each word of the question matches a text, by its place in the question."""
    weights = {}
    for place, word in enumerate(words):
        if word in text.stems:
            weights[place] = text.weight * (1 + log(entries / there[word]))
        for size in range(1, min(3, len(words) - place) + 1):
            phrase = words[place : place + size]
            for other in _synonyms().get(tuple(phrase), ()):
                if _holds(text, other):
                    common = max(min(there[each] for each in other), *(there[each] for each in phrase), 1)
                    worth = _MEANT * text.weight * (1 + log(entries / common))
                    for each in range(place, place + size):
                        weights[each] = max(weights.get(each, 0.0), worth)
    for place, pair in enumerate(pairwise(words)):
        if pair in text.pairs:
            weights[place] += _BESIDE * text.weight
    return weights


def _holds(text: _Text, phrase: tuple[str, ...]) -> bool:
    return phrase[0] in text.stems if len(phrase) == 1 else all(pair in text.pairs for pair in pairwise(phrase))

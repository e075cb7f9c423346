"""Plain English: words we do not use, and sentences that stay short, in everything a person reads.

Quoted code, tables of symbols and generated reference pages are left out: their words come from elsewhere. `problems` takes any
text, so that other files can be checked the same way.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]
DOCS = HOME / "docs"

INSTEAD = {
    r"whoever": "the person who, anyone who",
    r"whomever": "the person whom",
    r"anew": "again",
    r"nil": "zero, none",
    r"can not": "cannot",
    r"is told": "says, reads",
    r"lay down|lays down|laid down": "set out, commit to",
    r"for want of": "without",
    r"people to be": "test accounts",
    r"tap somebody": "choose a role",
    r"to be had": "available",
    r"had better": "should",
    r"of one's own|one's own": "your own",
    r"goes without saying": "(leave it out)",
    r"thereof|therein|thereby|hereby|herein|wherein|whereby|hitherto|heretofore|forthwith": "(plain words)",
    r"mends|mended": "fixed",
    r"reckons|reckoned|reckoning": "calculates",
    r"as it were": "(leave it out)",
    r"is no part of": "is not part of",
    r"two pairs": "two pair",
    r"what comes of": "the result of, the decision on",
    r"at the least": "at least",
    r"by way of": "through",
    r"of one's|what one (?:may|sees|holds)": "your, what you",
    r"(?:entry|command|hash) a line": "per line",
}
"""Words and phrases that a native speaker would not write here, and what to write instead."""

IN_PAGES = {
    r"what becomes of": "what happens to",
    r"what follows (?:if|when|from|cards|a wrong)": "what happens",
    r"twice running": "twice in a row",
    r"stands? on record": "is recorded",
    r"likewise|all the same": "also, even so",
    r"(?:is|are) no (?:rule|newcomer|proof|call|move|raises?|prize that)": "is not a",
    r"falls with": "lapses with",
    r"a day on|from a day": "a date",
    r"wants? done": "requires",
    r"made anew|begun anew": "made again",
}
"""What the program may say in records that are kept, but no page should."""

LONGEST_AVERAGE = 25.0
"""Words in a sentence, on average over a page."""

PAGES = [
    HOME / "README.md",
    HOME / "ARCHITECTURE.md",
    HOME / "CONTRIBUTING.md",
    HOME / "CHANGELOG.md",
    HOME / "SECURITY.md",
    *(page for page in sorted(DOCS.rglob("*.md")) if page.parent.name != "reference" and page.name != "games.md"),
]


def problems(text: str, words: dict[str, str] = INSTEAD) -> list[str]:
    """The words of a list that a text uses, each with what to write instead."""
    return [
        f"{found.group()!r}: write {instead}"
        for pattern, instead in words.items()
        for found in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE)
    ]


def prose(markdown: str) -> str:
    """What a person reads of a page: no code, no addresses, no signs."""
    text = re.sub(r"^(```+).*?^\1", "", markdown, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"`[^`\n]*`", "code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"<[^>\n]+>", "", text)


def sentences(markdown: str) -> list[str]:
    """The sentences of the running text; headings and rows of tables are none, an item of a list is at least one."""
    text = re.sub(r"^(#|\|).*$", "", prose(markdown), flags=re.MULTILINE)
    blocks = re.split(r"\n\s*\n|^\s*(?:[-*]|\d+\.)\s", text, flags=re.MULTILINE)
    found = [one for block in blocks for one in re.split(r"(?<=[.!?])[*_)\"]*\s+", " ".join(block.split()))]
    return [one for one in found if len(one.split()) > 2]


def average(markdown: str) -> float:
    found = sentences(markdown)
    return sum(len(one.split()) for one in found) / len(found) if found else 0.0


def at(page: Path) -> str:
    return page.relative_to(HOME).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=at)
def test_a_page_uses_plain_words(page: Path) -> None:
    text = prose(page.read_text(encoding="utf-8"))
    assert problems(text) + problems(text, IN_PAGES) == []


@pytest.mark.parametrize("page", PAGES, ids=at)
def test_no_sentence_has_a_bare_who_as_its_subject(page: Path) -> None:
    """ "Who cannot wait sends it" is not English; a question may begin with "Who", and so may the name of an entry."""
    wrong = [one for one in sentences(page.read_text(encoding="utf-8")) if re.match(r"Who\b(?!:)[^?]*$", one)]
    assert wrong == [], "write 'A person who' or 'If you'"


@pytest.mark.parametrize("page", PAGES, ids=at)
def test_its_sentences_are_short(page: Path) -> None:
    length = average(page.read_text(encoding="utf-8"))
    assert length <= LONGEST_AVERAGE, f"{length:.1f} words in a sentence on average"


def test_the_readme_has_at_most_800_words() -> None:
    assert len((HOME / "README.md").read_text(encoding="utf-8").split()) <= 800


def test_the_lint_finds_what_it_looks_for() -> None:
    assert problems("Whoever came anew was NIL.") == [
        "'Whoever': write the person who, anyone who",
        "'anew': write again",
        "'NIL': write zero, none",
    ]
    assert problems("A renewed vanilla file is tolder.") == []
    assert problems("What becomes of it, twice running?", IN_PAGES) == [
        "'What becomes of': write what happens to",
        "'twice running': write twice in a row",
    ]
    assert problems(prose("`nil` and\n```text\nanew\n```\n")) == []
    assert average("One two three four. One two.\n\n- One two three four five six.\n") == 5.0

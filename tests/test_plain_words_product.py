"""Plain English in the product: texts, templates, scripts, the data of the books, and every string, docstring and comment.

The words are those of `test_plain_words.py`. Names in the code are not words: only what a person reads is looked at.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from test_plain_words import HOME, INSTEAD, problems

SOURCES = HOME / "src" / "croupier"
MORE = {
    r"lies|lie (?:there|face|open|on|in)": "is, are, stays",
    r"are told": "hear, are notified",
    r"(?:can|cannot|may|must|could|would|will|comes to) are": "be",
    r"have to be somebody": "sign in",
    r"below nil|above nil": "below zero, above zero",
    r"cut off or written again": "truncated or rewritten",
    r"(?:that|it|which|this) is no (?:proof|key|card|time|sum|name|rank|clause|book|table|game|hand|role|address)": "is not a",
    r"\$?\d+ too (?:much|little) goes back": "excess ... returned",
}
"""What is said of the documentation is not always wrong in prose, but is in a sentence of the program."""

BY_DEVELOPERS = {
    r"(?:some|any|every)body": "someone, anyone, everyone; or a person, a player",
    r"becomes? so|what then is so": "happens",
    r"as nearly always|as mostly": "the usual case",
    r"put right": "corrected",
    r"wagers? of a pay table": "a side wager",
    r"worked out": "calculated",
    r"hangs? (?:there|at)": "is up",
    r"empty when": "empty if",
    r"kept out": "excluded",
    r"less (?:what|the|those)": "minus, without",
    r"what (?:came|comes?) of": "the result of",
    r"(?:is|are) none (?:of|that)": "is not, are not",
    r"where nobody (?:says|said|names|named|asks|knows)": "by default",
}
"""What read like a translation in docstrings and comments, each more than five times."""

NAMES = {"two pairs": "the name of a hand in records and in the data of books"}
"""Words of the list that the product has as names."""


def found_in(text: str) -> list[str]:
    """Words of either list in one piece of text; quoted code is left out."""
    prose = re.sub(r"`[^`\n]*`", "code", text)
    more = [
        f"{found.group()!r}: write {instead}"
        for pattern, instead in MORE.items()
        for found in re.finditer(rf"\b(?:{pattern})\b", prose, re.IGNORECASE)
    ]
    return [each for each in (*problems(prose), *more) if not any(f"'{name}'" in each.lower() for name in NAMES)]


def of_python(source: str) -> Iterator[tuple[int, str]]:
    """The strings with words in them, the docstrings and the comments of a module, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield node.lineno, re.sub(r"^\s*(>>>|\.\.\.).*$", "", node.value, flags=re.MULTILINE)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def by_developers(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings of a module without their examples, and its comments, each with its line."""
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        for part in body if isinstance(body, list) else ():
            if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str):
                yield part.lineno, re.sub(r"^\s*(>>>|\.\.\.).*$", "", part.value.value, flags=re.MULTILINE)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def of_toml(source: str) -> Iterator[tuple[int, str]]:
    """Every text of a file; keys are names."""

    def texts(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            for value in part.values():
                yield from texts(value)
        elif isinstance(part, list):
            for value in part:
                yield from texts(value)
        elif isinstance(part, str):
            yield part

    yield from ((0, text) for text in texts(tomllib.loads(source)))
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#"):
            yield number, line


def of_template(source: str) -> Iterator[tuple[int, str]]:
    """What a page shows by itself: neither tags nor what is filled in."""
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", source, flags=re.DOTALL)
    yield 0, re.sub(r"<[^>]*>", " ", text)


def of_script(source: str) -> Iterator[tuple[int, str]]:
    """The comments and strings of a script."""
    for number, line in enumerate(source.splitlines(), 1):
        for text in re.findall(r"//.*$|^\s*/?\*.*$|\"[^\"]* [^\"]*\"|`[^`]* [^`]*`", line):
            yield number, text.replace("`", "")


READ = {".py": of_python, ".toml": of_toml, ".html": of_template, ".js": of_script, ".sql": of_script}
FILES = [file for file in sorted(SOURCES.rglob("*")) if file.suffix in READ and file.name != "rewordings.toml"]
PACKAGES = sorted({file.relative_to(SOURCES).parts[0] for file in FILES})


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_uses_plain_words(package: str) -> None:
    wrong = [
        f"{file.relative_to(HOME)}:{line}: {problem}"
        for file in FILES
        if file.relative_to(SOURCES).parts[0] == package
        for line, text in READ[file.suffix](file.read_text(encoding="utf-8"))
        for problem in found_in(text)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_and_comments_read_as_a_colleague_writes(package: str) -> None:
    wrong = [
        f"{file.relative_to(HOME)}:{line}: {problem}"
        for file in FILES
        if file.relative_to(SOURCES).parts[0] == package and file.suffix == ".py"
        for line, text in by_developers(file.read_text(encoding="utf-8"))
        for problem in problems(re.sub(r"`[^`]*`", "code", text), BY_DEVELOPERS)
    ]
    assert wrong == []


def test_the_lint_finds_each_phrase_in_a_sentence_that_was_here() -> None:
    were = (
        "A person in a seat, or somebody who has left it.",
        "Everything that can become so at a stud table.",
        "as nearly always: one pot",
        "Cards that a live dealer recorded as others than they are: they are put right, with a reason.",
        "What is on a box for each wager of a pay table.",
        "It is the same for every deck, so it is worked out once.",
        "A notice on the table: what it announces, since when it hangs there.",
        "What the book does not allow in these options, in words; empty when all is well.",
        "The exclusion of people who are kept out of the house.",
        "What this table has taken for the prize meter, less what it has paid out for it.",
        "Play a case and compare what came of it with what it expects.",
        "A round that came to nothing is none of the hands that a notice promises.",
        "The options of a table where nobody says others.",
    )
    assert len(were) == len(BY_DEVELOPERS)
    for pattern, sentence in zip(BY_DEVELOPERS, were, strict=True):
        module = f'"""{sentence}"""\n\nsomebody = 1  # {sentence}\n'
        found = [problem for _, text in by_developers(module) for problem in problems(text, {pattern: "other words"})]
        assert len(found) == 2, sentence


def test_the_lint_reads_what_people_read() -> None:
    module = 'lies = 1  # who lies\ndef f():\n    """Whoever `nil` is."""\n    return f"can not {lies} be"\n'
    assert [problem for _, text in of_python(module) for problem in found_in(text)] == [
        "'Whoever': write the person who, anyone who",
        "'can not': write cannot",
        "'lies': write is, are, stays",
    ]
    assert [text for _, text in of_toml('anew = "is told"  # here\n# nil\n')] == ["is told", "# nil"]
    assert found_in(next(of_template('<p title="anew">{{ nil }} whoever</p>'))[1])
    assert list(of_script('const anew = "tap somebody"; // laid down')) == [(1, '"tap somebody"'), (1, "// laid down")]
    assert all(re.compile(pattern) for pattern in (*INSTEAD, *MORE))


UNCLEAR = {"told_exactly", "with_care", "not_so", "acquaint", "Beside", "found", "one", "each", "going", "so", "such", "it"}
"""Names that say nothing about what a function or class is. Without the underscore in front."""


def test_functions_and_classes_are_named_after_what_they_are() -> None:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    unclear = {
        f"{file.relative_to(SOURCES).as_posix()} {node.name}"
        for file in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, kinds) and node.name.strip("_") in UNCLEAR
    }
    assert not unclear, "find a name that says what it is"

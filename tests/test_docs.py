"""Every example in the documentation runs as it stands there; every page can be had, and its links lead somewhere.

Of a page the blocks run in their order, in a folder of their own: `python` blocks as doctests or, without a prompt, as they are;
`console` blocks line by line, `$` before the command and what it says below it, `...` for anything, `[2]` for an exit status.

When the program says something else, `UPDATE_GOLDEN=1 pytest tests/test_docs.py` writes it into the pages, one example of a page
at a time, with `...` where it was before. Repeat it until it passes, and read the difference.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pytest
import typer

from added_books import books_forgotten
from croupier.books import BOOKS, GAMES, game_of, poker_rules_of, rules_of
from croupier.cli.main import app, main
from croupier.cli.terminal.output import Complaint
from croupier.web import documentation
from reference import PAGES

HOME = Path(__file__).resolve().parents[1]
DOCS = HOME / "docs"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
RUN = ("python", "console", "toml")
FILES = [
    file
    for file in (HOME / "README.md", *sorted(DOCS.rglob("*.md")))
    if set(re.findall(r"^```(\w+)", file.read_text(), re.M)) & set(RUN)
]


def at(path: Path) -> str:
    return path.relative_to(DOCS if path.is_relative_to(DOCS) else HOME).as_posix()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder like the repository's, where an example may write."""
    for name in ("docs", "examples"):
        shutil.copytree(HOME / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with books_forgotten():
        yield tmp_path


@pytest.mark.parametrize("file", FILES, ids=at)
def test_the_examples_of_a_page_run(file: Path, folder: Path) -> None:
    scope: dict[str, Any] = {"__name__": "__main__"}
    for language, text in BLOCK.findall(file.read_text(encoding="utf-8")):
        if language == "toml":
            tomllib.loads(text)
        elif language == "console":
            console(text, file)
        elif language == "python" and ">>>" in text:
            examples = doctest.DocTestParser().get_doctest(text, scope, at(file), str(file), 0)
            told: list[str] = []
            failed = Runner(file).run(examples, out=told.append, clear_globs=False).failed
            scope.update(examples.globs)
            assert not failed, "".join(told)
        elif language == "python":
            exec(compile(text, at(file), "exec"), scope)  # noqa: S102


class Runner(doctest.DocTestRunner):
    """Runs examples of a page, and writes there what they say where that is wanted."""

    def __init__(self, file: Path) -> None:
        super().__init__(optionflags=doctest.ELLIPSIS)
        self.file = file

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        renew(self.file, example.want, got)
        super().report_failure(out, test, example, got)


def renew(file: Path | None, wanted: str, said: str) -> None:
    """Write what an example says now into its page, if it was asked for."""
    if file is not None and wanted.strip() and os.environ.get("UPDATE_GOLDEN"):
        page = file.read_text(encoding="utf-8")
        file.write_text(page.replace(wanted, renewed(wanted, said), 1), encoding="utf-8")


def renewed(wanted: str, said: str) -> str:
    """What is said now, with `...` where it stood before: each line is found again by its likeness."""
    lines, found = re.sub(r"\b[0-9a-f]{64}\b", "...", said).splitlines(), []
    for line in wanted.splitlines():
        if line == "..." or not lines:
            found.append(line)
            continue
        likeness = [SequenceMatcher(None, line, other).ratio() for other in lines]
        now = lines[likeness.index(max(likeness))]
        lines = lines[likeness.index(max(likeness)) + 1 :]
        before, dots, _ = line.partition("...")
        if dots and doctest.OutputChecker().check_output(line, now, doctest.ELLIPSIS):
            now = line
        elif dots and "..." not in now and (last := before[-6:]) and last in now:
            now = now[: now.index(last) + len(last)] + dots
        found.append(now)
    return "\n".join(found) + "\n"


def console(text: str, file: Path | None = None) -> None:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        typed, _, wanted = part.partition("\n")
        status, said = command(typed)
        shown = said + (f"[{status}]\n" if status else "")
        if wanted.strip() or status:
            match = doctest.OutputChecker().check_output(wanted, shown, doctest.ELLIPSIS)
            if not match:
                renew(file, wanted, shown)
            assert match, f"$ {typed}\nsays\n{shown}\nand not\n{wanted}"


def command(typed: str) -> tuple[int, str]:
    """What a command line says on both of its outputs; `< FILE` is read, `> FILE` written."""
    program, *words = shlex.split(typed, comments=True)
    assert program == "croupier", f"{typed}: only croupier is run here"
    files = {word: words[place + 1] for place, word in enumerate(words) if word in "<>"}
    words = words[: min(map(words.index, files))] if files else words
    said = Path(files["<"]).read_bytes() if "<" in files else b""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(said), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
            out.flush()
            err.flush()
    finally:
        sys.stdin = before
    told = [stream.buffer.getvalue().decode() for stream in (out, err)]
    if ">" in files:
        Path(files[">"]).write_text(told.pop(0), encoding="utf-8")
    return status, "".join(told)


def test_an_example_is_renewed_with_its_gaps() -> None:
    now = renewed("one ...\n...\nthree pairs. Head ...\n", "one two\nmore\nthree pair. Head 12\n")
    assert now == "one ...\n...\nthree pair. Head ...\n"


def test_examples_are_really_run() -> None:
    assert len(FILES) >= 8
    with pytest.raises(AssertionError, match="and not"):
        console("$ croupier --version\ncroupier of another kind\n")
    with pytest.raises(AssertionError, match="only croupier"):
        console("$ rm everything\n")


def test_every_page_of_the_folder_is_offered_once() -> None:
    assert sorted(documentation.names()) == sorted(at(file).removesuffix(".md") for file in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", documentation.names())
def test_a_page_has_one_title_and_links_that_lead_somewhere(name: str) -> None:
    page = documentation.page(name)
    assert page.count("<h1") == 1
    assert re.findall(r"<script[^>]*>", page) == [f'<script src="{"../" * name.count("/")}search.js" defer>']
    assert "style=" not in page
    for link in re.findall(r'href="([^"]+)"', page):
        path, _, place = link.partition("#")
        if path.startswith("https:") or link == "#":
            continue
        target = (Path("/") / name).parent / path if path else Path("/") / f"{name}.html"
        if str(target.resolve()).removeprefix("/") in documentation.FILES:
            continue
        found = str(target.resolve()).removeprefix("/").removesuffix(".html")
        assert found in documentation.names(), link
        assert not place or f'id="{place}"' in documentation.page(found), link


@pytest.mark.parametrize("book", BOOKS)
def test_every_reading_that_a_house_may_choose_is_explained(book: str) -> None:
    text = (DOCS / "interpretations" / f"{book}.md").read_text(encoding="utf-8")
    games = [name for name, of in GAMES.items() if of == book]
    offered = {name for game in games for name in (poker_rules_of if game_of(game).poker else rules_of)(game).readings}
    assert {name for name in offered if f"`{name}`" not in text} == set()
    listed = (DOCS / "interpretations.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\|.*\(interpretations/{book}\.md#.*\| `([\w-]+)` \|$", listed, re.M)
    assert sorted(rows) == sorted(offered), "every reading that a house may choose is in the table of interpretations.md"


def test_links_to_what_is_not_a_page_are_to_files_that_are_there() -> None:
    for file in (HOME / "README.md", *DOCS.rglob("*.md")):
        text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#]+)", text):
            if not re.match(r"[a-z]+:", link):
                assert (file.parent / link).exists(), f"{at(file)}: {link}"


def test_all_of_it_can_be_built(tmp_path: Path) -> None:
    assert documentation.build(tmp_path) == len(documentation.names())
    assert (tmp_path / "index.html").is_file()
    assert all((tmp_path / name).is_file() for name in documentation.FILES)
    for name in documentation.names():
        for source in re.findall(r'<img src="([^"]+)"', documentation.page(name)):
            shown = (tmp_path / name).parent / source
            assert shown.is_file(), (name, source)
            assert documentation.picture(shown.resolve().relative_to(tmp_path.resolve()).as_posix())[1].startswith("image/")


def test_every_picture_is_shown_on_some_page_with_a_caption() -> None:
    shown = {
        Path(source).name
        for name in documentation.names()
        for source in re.findall(r'<img src="([^"]+)"', documentation.page(name))
    }
    linked = {
        Path(link).name
        for file in DOCS.rglob("*.md")
        for link in re.findall(r"\]\(([^)]*pictures/[^)]+)", file.read_text("utf-8"))
    }
    assert shown | linked == {picture.name for picture in (DOCS / "pictures").iterdir()}
    for name in documentation.names():
        page = documentation.page(name)
        assert page.count("<img ") == page.count("<figcaption>") - page.count("<figcaption></figcaption>"), name
        assert "&lt;!--" not in page, f"{name} shows a remark"


def test_every_page_leads_to_the_one_before_and_after_it() -> None:
    first, *_, last = documentation.names()
    for name in documentation.names():
        page = documentation.page(name)
        assert page.count('rel="prev"') == (name != first)
        assert page.count('rel="next"') == (name != last)


def test_every_heading_can_be_searched() -> None:
    index = documentation.file("search-index.js").removeprefix("window.croupierHelp = ").removesuffix(";")
    parts = json.loads(index)
    assert {part["page"] for part in parts} == set(documentation.names())
    for part in parts:
        assert f'id="{part["id"]}"' in documentation.page(part["page"]), part["heading"]
    assert any("instant winner" in part["text"] for part in parts if part["page"] == "roles/mathematician")


def test_there_is_no_picture_but_those_of_the_folder() -> None:
    for name in ("pictures/nothing.webp", "pictures/../index.md", "pictures/", "/etc/passwd", "games.md"):
        with pytest.raises(documentation.NoSuchPage):
            documentation.picture(name)


def test_there_is_no_page_outside_the_folder() -> None:
    for name in ("../README", "/etc/passwd", "nothing", ""):
        with pytest.raises(documentation.NoSuchPage):
            documentation.page(name)


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_says_what_the_program_says(name: str) -> None:
    written = (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")
    assert written == PAGES[name](), "run `make docs`"


LABELS = ("croupier deck salt", "croupier proof 1")
"""Words that begin like a command: they go into a hash, or stand in a file."""


def _not_there(line: str) -> str:
    """What a command line names that the program does not have: a command, or an option of it."""
    command: Any = typer.main.get_command(app)
    words = iter(shlex.split(line, comments=True)[1:])
    options: dict[str, Any] = {}
    for word in words:
        options |= {name: one for one in command.params for name in (*one.opts, *one.secondary_opts)}
        if word.startswith("-") and word != "-":
            if (name := word.partition("=")[0]) not in options and name not in ("--help", "-h"):
                return word
            if name in options and not options[name].is_flag and "=" not in word:
                next(words, None)
        elif hasattr(command, "commands") and word.islower():
            try:
                command = command.get_command(None, word)
            except Complaint:
                return word
    return ""


def test_every_command_on_a_page_exists_with_its_options() -> None:
    wrong, seen = [], 0
    for file in (HOME / "README.md", HOME / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))):
        text = file.read_text(encoding="utf-8")
        blocks = [line for kind, block in BLOCK.findall(text) if kind in ("text", "sh") for line in block.splitlines()]
        for line in (*blocks, *re.findall(r"`(croupier [^`\n]*)`", BLOCK.sub("", text))):
            if line.startswith("croupier ") and "..." not in line and line not in LABELS:
                seen += 1
                wrong += [f"{at(file)}: {line}: {name}"] if (name := _not_there(line)) else []
    assert seen > 100
    assert wrong == []

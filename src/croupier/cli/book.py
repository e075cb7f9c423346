"""`croupier book`: begin a rulebook of your own from an existing one, see what it still lacks, compare it with another."""

import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument, Exit, Option, Typer

from croupier import books
from croupier.books.book import Book, place, read_book
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json, Report
from croupier.cli.terminal.output import Complaint, document, say, write_document
from croupier.kernel.errors import BookError

book = Typer(help="Rulebooks of your own: begin one, check what it lacks, compare two.", no_args_is_help=True)
GAP = "TODO"
"""What marks a gap in the files of a new book."""


@book.command()
def new(
    name: Annotated[str, Argument(metavar="NAME", help="What the book is called, such as harbour-stud.")],
    like: Annotated[str, Option(metavar="BOOK", callback=typed.book, help="The book to begin from.")],
    to: Annotated[str, Option("--to", metavar="FOLDER", help="The folder to write; named after the book if not said.")] = "",
) -> None:
    """Write a book that loads, like another one, with every gap marked: 'croupier book check' lists them."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise Complaint(f"{name!r} cannot be the name of a book: use small letters, digits and dashes, such as harbour-stud")
    source, folder = books.book_of(like), Path(to or name.replace("-", "_"))
    if folder.exists():
        raise Complaint(f"{folder} is there already")
    games = list(source.title_page.games)
    renamed = {source.folder: folder.name, source.id: name} | {
        game: name if len(games) == 1 else f"{name}-{number}" for number, game in enumerate(games, 1)
    }
    pattern = re.compile("|".join(sorted(map(re.escape, renamed), key=len, reverse=True)))
    like_it, cases = books.folder_of(like), books.folder_of(like) / "cases"
    for whole, to_folder in ((like_it, folder), (cases, folder / "cases")):
        for file in whole.iterdir() if whole.is_dir() else ():
            if re.fullmatch(r"[^.]+\.(py|toml)", file.name):  # translations belong to the other book's words
                text, called = (pattern.sub(lambda match: renamed[match[0]], old) for old in (file.read_text("utf-8"), file.name))
                to_folder.mkdir(parents=True, exist_ok=True)
                (to_folder / called).write_text(_with_gaps(file.name, text, source), encoding="utf-8")
    say(f"{folder} has a book like {source.id}. 'croupier book check {folder}' says what is left to do.")


def _with_gaps(file: str, text: str, source: Book) -> str:
    """A file of the new book: everything of the other book is marked, and every clause that needs a case is pending."""
    if file == "book.toml":
        parts = [
            part for part in re.split(r"(?m)^(?=\[)", re.sub(r"(?m)^#.*\n", "", text)) if part[:6] not in ("[cloth", "[forme")
        ]
        titled = [part.replace(' = "', f' = "{GAP} ') if part[:6] in ("[games", "[secti") else part for part in parts]
        return re.sub(r"(?m)^(title|operator|regulator|edition) = .*$", rf'\1 = "{GAP}: the \1 of your book"', "".join(titled))
    if file == "clauses.toml":
        return re.sub(r'(?m)^line = "', f'line = "{GAP} ', text)
    if file == "pending.toml":
        owed = (number for number, clause in source.catalogue.clause.items() if clause.executable)
        return "pending = [\n" + "".join(f'    "{number}",\n' for number in owed) + "]\n"
    return f"# {GAP}: compare this file with your own rules; it is that of {source.id}.\n{text}"


@book.command()
def check(folder: Annotated[Path, Argument(metavar="FOLDER", help="The folder of the book.")], as_json: Json = False) -> None:
    """List what a book lacks, each with file and line. Exit status 1 if anything."""
    lacking = list(_lacks(folder.resolve()))
    if as_json:
        document({"folder": str(folder), "complete": not lacking, "lacks": lacking})
    else:
        for line in lacking or [f"{folder} lacks nothing: it loads, every clause has a case that holds, and no gap is marked."]:
            say(line)
    if lacking:
        raise Exit(1)


def _lacks(folder: Path) -> Iterator[str]:
    from croupier.cli.clauses import Selection, played

    try:
        books.add_book(folder)
    except BookError as error:
        yield str(error)
        return
    draft = read_book(folder)
    for file in (path for pattern in ("*.toml", "*.py", "cases/*.toml") for path in sorted(folder.glob(pattern))):
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if GAP in line:
                yield f"{file}:{number}: {line.strip()[:60]}"
    try:
        cases = played(draft.id, str(folder))
    except BookError as error:
        yield str(error)
        return
    for name, case, wrong in cases:
        if wrong:
            yield f"{place(folder / 'cases' / name, 'name', case.name)}: the case {case.name!r} fails: {wrong}"
    selection = Selection(draft)
    for clause in selection.clauses:
        if clause in draft.pending and clause in selection.shown:
            yield f"{place(draft.files['pending'], 'pending', clause)}: {clause} has a case that holds: delete it from the list"
        elif selection.status(clause) in ("open", "pending"):
            yield f"{place(draft.files['clauses'], clause)}: {clause} has no case that holds and cites it"
    for name, sides in selection.owed().items():
        yield f"{place(draft.files['params'], name)}: {name} is a threshold, and owes a case {' and one '.join(sides)} it"


@book.command()
def diff(
    before: Annotated[
        str, Argument(metavar="BOOK", help="A book, a game, BOOK@EDITION, BOOK@DATE, or the folder of a book that is not added.")
    ],
    after: Annotated[
        str, Argument(metavar="OTHER", help="Another one; or an edition of the first, by its name, a day or its folder.")
    ],
    report: Report = "",
    as_json: Json = False,
) -> None:
    """Compare two books, or two editions of one.

    Clauses, numbers, cases that end differently (each is played by both), exact odds, and the plays that are no longer best.
    """
    from croupier.comparison.changes import changes, side_of
    from croupier.drawing import document as documents

    first = side_of(before)
    differences = changes(first, side_of(after, first), with_odds=find_spec("numba") is not None)
    page = documents.from_template("changes.md", found=differences)
    if report:
        write_document(report, documents.as_html(page).encode(), "comparison")
    if as_json:
        document(msgspec.to_builtins(differences))
    elif not report:
        say(documents.as_text(page))

"""Every command takes a book from outside: each is run with one, and a new command that is in no list here fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import typer

from added_books import books_forgotten
from cli.program import Done, Run, Shell
from croupier import books
from croupier.cli.main import app
from croupier.tables.house_table import house_table
from server.running import PASSWORD

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
OWN = EXAMPLES / "new_jersey"
BOOK = "nj-caribbean-stud"
HAND, DEALER = "9s 8d 7c 6h 5s", "Ac Kd 8h 5c 3d"

LINES: dict[str, tuple[tuple[str, ...], str]] = {
    "play": (("play", BOOK, "--seats", "2", "--seed", "1"), "Caribbean Stud Poker, New Jersey"),
    "settle": (("settle", BOOK, "--ante", "10", "--player", HAND, "--dealer", DEALER), "net +$90.00"),
    "rule": (("rule", BOOK, "--what", "exposed", "--box", "2", "--count", "1"), "16.13(a)"),
    "compare": (("compare", BOOK, "star-caribbean-stud"), BOOK),
    "clause": (("clause", BOOK, "16.13(b)"), "exposed_cards_void"),
    "clauses": (("clauses", BOOK), "16.13(b)"),
    "book diff": (("book", "diff", "nz-caribbean-stud", BOOK, "--json"), "16.13(b)"),
    "book check": (("book", "check", str(OWN)), "lacks nothing"),
    "hand": (("hand", HAND, "--book", BOOK), "straight"),
    "cases": (("cases", BOOK), "0 failed"),
    "odds": (("odds", BOOK), "5.2243%"),
    "cards": (("cards", BOOK, "--for", "dealer"), "16.10"),
    "submission": (("submission", BOOK, "--json"), "example, after the register"),
    "strategy": (("strategy", BOOK, f"{HAND} 9h"), "bet"),
    "simulate": (("simulate", BOOK, "--rounds", "2000", "--seed", "1"), BOOK),
    "drill": (("drill", BOOK, "--rounds", "1", "--seed", "1"), "Caribbean Stud Poker, New Jersey"),
    "jackpot quote": (("jackpot", "quote", BOOK, "--meter", "12000", "--hands", "flush"), "$50.00"),
    "jackpot break-even": (("jackpot", "break-even", BOOK), "$"),
    "jackpot round": (("jackpot", "round", BOOK, "--meter", "12000"), "$"),
    "conformance": (("conformance", "--json"), ""),
}
"""Commands that take a game or a book, with something that they say of New Jersey's."""
BOOKS_SAY_NO = {
    "tournament new": (("tournament", "new", BOOK), "has no tournaments here"),
    "room play": (("room", "play", str(OWN / "book.toml"), "--book", BOOK), ""),
    "promotion": (("promotion", "--sample", "--book", BOOK), BOOK),
    "jackpot funding": (("jackpot", "funding", BOOK), "no table of seeds"),
}
"""Commands for parts that this book does not have: they say so, by name."""
IN_A_HOUSE = {
    *("init", "user add", "user role", "user import", "user invite", "user exclude", "user password", "user unlock"),
    *("table open", "table limits", "table close", "do", "cage report", "backup", "restore", "archive", "upgrade"),
    *("audit verify", "audit round", "audit export", "audit prove", "audit check", "replay", "serve", "book new", "docs"),
    *("phh export", "jackpot report", "report"),
}
"""Commands that are run one after the other, below."""
NO_BOOK = {
    "audit witness": "asks another server",
    "shuffle": "a deck, whatever is played",
    "equity": "games with a flop, which are the poker room's",
    "jackpot distribution": "how a meter of Crown's two options spreads",
    "phh check": "files of other programs",
    "phh show": "files of other programs",
    "tournament check": "the terms name the game, and it takes a book with tournaments",
    "tournament terms": "the terms name the game, and it takes a book with tournaments",
    "tournament run": "the terms name the game, and it takes a book with tournaments",
    "room example": "an example to begin from",
    "key split": "the key of a house",
    "key check": "the key of a house",
    "icm": "stacks and prizes",
}
"""Commands that no game or book is named to, and why."""


def leaves(command: Any, path: tuple[str, ...], context: click.Context) -> Iterator[tuple[str, Any]]:
    names = command.list_commands(context) if hasattr(command, "list_commands") else []
    for name in names:
        inner = command.get_command(context, name)
        yield from leaves(inner, (*path, name), click.Context(inner, parent=context, info_name=name))
    if not names:
        yield " ".join(path), command


def every() -> dict[str, Any]:
    root: Any = typer.main.get_group(app)
    return dict(leaves(root, (), click.Context(root)))


def test_every_command_is_in_a_list() -> None:
    assert set(every()) == {*LINES, *BOOKS_SAY_NO, *IN_A_HOUSE, *NO_BOOK}


def test_whatever_takes_a_game_or_a_book_is_run_with_one() -> None:
    named = {name: {one.name for one in command.params} for name, command in every().items()}
    takes = {name for name, given in named.items() if given & {"game", "games", "book", "books"}}
    assert takes.isdisjoint({*NO_BOOK})
    assert len(takes) > 15


@pytest.fixture
def own() -> Iterator[None]:
    with books_forgotten():
        yield


@pytest.mark.parametrize("name", LINES)
def test_a_command_with_an_added_book(name: str, run: Run, own: None) -> None:
    line, says = LINES[name]
    done = run("--add-book", str(OWN), *line, said="1\n" * 9)
    assert (done.status, done.err) == (0, "")
    assert says in done.out


@pytest.mark.parametrize("name", BOOKS_SAY_NO)
def test_a_part_that_the_book_does_not_have_is_refused_by_name(name: str, run: Run, own: None) -> None:
    line, says = BOOKS_SAY_NO[name]
    done = run("--add-book", str(OWN), *line)
    assert done.complains(*([says] if says else []))


def test_the_environment_and_a_configuration_name_books_too(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(f'books = ["{OWN.as_posix()}"]\n', encoding="utf-8")
    line = ("settle", BOOK, "--ante", "10", "--player", HAND, "--dealer", DEALER)
    for done in (
        shell(*line, CROUPIER_BOOKS=str(OWN)),
        shell("--books-of", str(tmp_path / "house.toml"), *line),
        shell(*line, CROUPIER_CONFIG=str(tmp_path / "house.toml")),
    ):
        assert (done.status, done.err) == (0, "")
        assert "net +$90.00" in done.out


def test_a_house_with_the_book_from_the_first_account_to_the_restored_copy(run: Run, tmp_path: Path) -> None:
    """Everything that works on a house, in the order of its life, with a table and a role by the book."""
    folder, done = tmp_path / "grand", set[str]()

    def of(name: str, *more: str, said: str = "", status: int = 0, own: tuple[str, ...] = ("--add-book", str(OWN))) -> Done:
        with books_forgotten():
            ended = run(*own, *name.split(), *more, said=said)
        assert (ended.status, "Traceback" in ended.err) == (status, False), (name, ended)
        done.add(name)
        return ended

    of("init", str(folder), "--yes", "--book", str(OWN), "--table", BOOK, said=PASSWORD)
    where = ("--database", str(folder / "house.db"))
    table = f"{BOOK}-1"
    role = f"{BOOK}:Pit boss"
    of("user add", "m1", "--name", "M", "--role", role, "--person", "admin", *where, said=PASSWORD)
    of("user role", "m1", f"{BOOK}:Floorperson", "--person", "admin", *where, said=PASSWORD)
    (tmp_path / "people.csv").write_text(f"account,name,roles\nd1,Ana,{BOOK}:Dealer\n", "utf-8")
    of("user import", str(tmp_path / "people.csv"), "--person", "admin", *where, said=PASSWORD)
    of("user invite", f"{BOOK}:Dealer", "--person", "admin", *where, said=PASSWORD)
    of("user password", "m1", *where, said=PASSWORD)
    of("user unlock", "m1", "--person", "admin", *where, said=PASSWORD)
    of("user exclude", "d1", "--days", "30", "--reason", "asked for it", "--person", "m1", *where, said=PASSWORD)
    assert f"{BOOK}-2" in of("table open", f"{BOOK}-2", BOOK, "--person", "m1", *where, said=PASSWORD).out
    of(
        "table limits", f"{BOOK}-2", "20", "200", "--person", "m1", *where, said=PASSWORD, status=2
    )  # the book has no change of limits
    of("table close", f"{BOOK}-2", "--done", "inspect the cards", "--person", "m1", *where, said=PASSWORD)
    of("do", table, "shuffle", "--person", "m1", *where, said=PASSWORD)
    of("cage report", *where)
    of("report", "year", *where)
    of("backup", "--unsigned", "--to", str(tmp_path / "copy.bak"), *where)
    of("audit export", "--to", str(tmp_path / "export"), *where)
    of("audit verify", *where)
    missing = of("audit verify", *where, own=(), status=1)
    assert f"of the book {BOOK}, which is not here: add it with --add-book" in missing.out + missing.err
    assert "(16.2(c))" in of("audit round", table, "1", *where).out
    of("audit prove", table, "1", "--to", str(tmp_path / "proof.json"), *where, status=2)  # a server signs the first checkpoint
    of("upgrade", *where)
    of("archive", "--to", str(tmp_path / "old"), "--older-than", "1", *where)
    of("restore", str(tmp_path / "copy.bak"), "--unsigned", "--database", str(tmp_path / "again.db"))
    of("book new", "harbour-stud", "--like", BOOK, "--to", str(tmp_path / "harbour"))
    of("docs", "--to", str(tmp_path / "pages"))
    with books_forgotten():
        books.add_book(OWN)
        played = house_table(BOOK, seats=2, seed=1)
        (tmp_path / "table.jsonl").write_text(played.dump(), "utf-8")
    of("replay", str(tmp_path / "table.jsonl"), "--audit")
    of("phh export", str(tmp_path / "table.jsonl"), status=2)  # hand histories are of the poker room
    assert {*IN_A_HOUSE} - done == {*BY_OTHERS}


BY_OTHERS = {
    "serve": "tests/server/test_own_book.py and tests/browser/test_own_book.py",
    "audit check": "takes a proof, which is signed and names no game: tests/cli/test_audit.py",
    "jackpot report": "takes the record of a meter: tests/test_new_jersey.py plays one",
}
"""Commands of a house that other tests run with a book from outside."""

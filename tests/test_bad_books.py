"""Damaged books: whatever is wrong with a book's files is a one-line error that names the file and what is wrong."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier import books
from croupier.books import BOOKS, GAMES, game_of, poker_rules_of, rules_of
from croupier.books.book import read_book
from croupier.kernel.errors import BookError
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.rulings import Irregularity

FILES = ["book.toml", "clauses.toml", "params.toml", "duties.toml", "irregularities.toml", "pending.toml"]

PLAYABLE = [game for game in GAMES if game_of(game).rules is not None]

every_book = pytest.mark.parametrize("book", BOOKS)
every_file = pytest.mark.parametrize("file", FILES)


def copied(book: str, to: Path) -> Path:
    """A copy of a book's folder."""
    folder = Path(books.__file__).parent / BOOKS[book]
    copy = to / folder.name
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    return copy


def error_of(folder: Path) -> str:
    with pytest.raises(BookError) as error:
        read_book(folder)
    message = str(error.value)
    assert "\n" not in message
    return message


@every_book
def test_a_copy_can_be_read(tmp_path: Path, book: str) -> None:
    """So what is refused below is refused for the damage."""
    assert read_book(copied(book, tmp_path)).id == book


@every_book
@every_file
def test_a_missing_file(tmp_path: Path, book: str, file: str) -> None:
    folder = copied(book, tmp_path)
    (folder / file).unlink()
    assert re.search(rf"{file} is missing", error_of(folder))


@every_file
def test_a_folder_in_place_of_a_file(tmp_path: Path, file: str) -> None:
    folder = copied("crown-caribbean-stud", tmp_path)
    (folder / file).unlink()
    (folder / file).mkdir()
    assert file in error_of(folder)


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "no TOML": lambda raw: raw + b"\n[unfinished\n",
    "not UTF-8": lambda raw: b"# \xff\n" + raw,
    "a key twice": lambda raw: b'x = "1"\nx = "2"\n' + raw,
    "an unknown field": lambda raw: b'mystery = "1"\n' + raw,
    "another shape": lambda raw: b"",
}


HARMLESS = [
    ("params.toml", "another shape")  # a book without numbers can be read; its game then says which number is missing
]


@every_book
@pytest.mark.parametrize(
    ("file", "damage"), [(file, damage) for file in FILES for damage in DAMAGE if (file, damage) not in HARMLESS]
)
def test_a_damaged_file(tmp_path: Path, book: str, file: str, damage: str) -> None:
    folder = copied(book, tmp_path)
    (folder / file).write_bytes(DAMAGE[damage]((folder / file).read_bytes()))
    assert file in error_of(folder)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("book.toml", "id = ", "idd = ", "id"),
        ("book.toml", 'title = "', "title = 7 #", "title"),
        ("book.toml", "[games]", "[plays]", "plays"),
        ("clauses.toml", 'kind = "procedure"', 'kind = "rumour"', "rumour"),
        ("clauses.toml", "line = ", "lines = ", "line"),
        ("clauses.toml", 'grounds = ["', 'grounds = [7, "', "grounds"),
        ("params.toml", 'clause = "', 'clause = "99.', "99."),
        ("params.toml", "value = ", "worth = ", "worth"),
        ("params.toml", "value = ", "# ", "needs either a value or rows"),
        ("duties.toml", 'clauses = ["', 'clauses = ["99.', "99."),
        ("duties.toml", "says = ", 'by = "Emperor"\nsays = ', "Emperor"),
        ("duties.toml", "says = ", 'device = "hat"\nsays = ', "hat"),
        ("duties.toml", "says = ", "sings = ", "sings"),
        ("irregularities.toml", 'clauses = ["', 'clauses = ["99.', "99."),
        ("irregularities.toml", 'asks = ["', 'asks = ["hat", "', "hat"),
        ("irregularities.toml", "says = ", "sings = ", "sings"),
        ("pending.toml", "pending = [", "pending = [7, ", "pending"),
        ("pending.toml", "pending = ", "postponed = ", "pending"),
    ],
)
def test_a_file_with_one_thing_wrong(tmp_path: Path, file: str, old: str, new: str, says: str) -> None:
    folder = copied("crown-caribbean-stud", tmp_path)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    message = error_of(folder)
    assert file in message
    assert says in message


@pytest.mark.parametrize("game", PLAYABLE)
@pytest.mark.parametrize("ground", ["hand_folded", "rank_needed", "maximum_payout"])
def test_a_ground_without_a_clause(tmp_path: Path, game: str, ground: str) -> None:
    """A book that gives no clause for a fact of the engine cannot be played."""
    folder = copied(GAMES[game], tmp_path)
    file = folder / "clauses.toml"
    text, found = re.subn(rf'"{ground}"(, )?', "", file.read_text(encoding="utf-8"))
    assert found
    file.write_text(text, encoding="utf-8")
    rules = game_of(game).rules
    assert rules is not None
    with pytest.raises(BookError, match=f"no clause is given for {ground}"):
        rules(read_book(folder))


@pytest.mark.parametrize("game", PLAYABLE)
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r'(?m)^"royal flush" = \d+', '"royal flash" = 250', "royal flash"),
        (r'(?m)^"royal flush" = \d+', '"royal flush" = "plenty"', "plenty"),
        (r"\[bet_odds(.*?)\]", r"[odd_bets\1]", "bet_odds"),
    ],
)
def test_a_number_of_the_game_that_is_wrong_or_missing(tmp_path: Path, game: str, old: str, new: str, says: str) -> None:
    folder = copied(GAMES[game], tmp_path)
    file = folder / "params.toml"
    text, found = re.subn(old, new, file.read_text(encoding="utf-8"))
    assert found
    file.write_text(text, encoding="utf-8")
    rules = game_of(game).rules
    assert rules is not None
    with pytest.raises(BookError) as error:
        rules(read_book(folder))
    assert "params.toml" in str(error.value)
    assert says in str(error.value)


@pytest.mark.parametrize("game", PLAYABLE)
def test_an_irregularity_without_a_procedure(tmp_path: Path, game: str) -> None:
    """Nobody can report what the code does not know, and the code does nothing that the book does not name."""
    folder = copied(GAMES[game], tmp_path)
    file = folder / "irregularities.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("[irregularity.miscount]", "[irregularity.miscounts]"))
    make = game_of(game).rules
    assert make is not None
    with pytest.raises(BookError, match=r"irregularities.toml:\d+: miscounts is there without the procedure"):
        make(read_book(folder))


def rules(game: str) -> Rulebook:
    return rules_of(game) if game in PLAYABLE else poker_rules_of(game)


def named(game: str) -> list[str]:
    """The ranks that have something to rule in a game. Every book has a dealer, under whatever name."""
    return sorted({rank for known in rules(game).irregularities.values() for rank in known.ranks} - {"Dealer"})


@pytest.mark.parametrize(("game", "rank"), [(game, rank) for game in GAMES for rank in named(game)])
def test_a_rank_that_procedures_name_and_the_title_page_spells_otherwise(tmp_path: Path, game: str, rank: str) -> None:
    """Nobody could give the ruling, or everyone could: such a book is not played."""
    folder = copied(GAMES[game], tmp_path)
    for file in ("book.toml", "duties.toml"):
        text = (folder / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(f'"{rank}"', f'"{rank}s"'), encoding="utf-8")
    make = game_of(game).rules or game_of(game).poker
    assert make is not None
    with pytest.raises(BookError, match=f"'{rank}' is not a rank of {GAMES[game]}"):
        make(read_book(folder))


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_rank_in_a_procedure(game: str) -> None:
    typo = {"typo": Irregularity("a typo", lambda *_: None, ranks=("Area Manger",))}  # type: ignore[arg-type]
    with pytest.raises(BookError, match="'Area Manger' is not a rank"):
        replace(rules(game), irregularities=typo)


@pytest.mark.parametrize("game", PLAYABLE)
def test_a_misspelt_rank_for_an_act(game: str) -> None:
    with pytest.raises(BookError, match="'Supervizor' is not a rank"):
        replace(rules_of(game), ranks_for={"closing": "Supervizor"})

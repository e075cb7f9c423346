"""Every book in its currency: what people read of it has that sign and no other, and records know nothing of it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import currencies
from added_books import books_forgotten
from croupier import audit, books, house_table
from croupier.cases.case import cases_of
from croupier.cases.house_cases import run_case
from croupier.drawing.house_picture import house_text, table_html
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import BookError
from croupier.kernel.money import DOLLARS, MoneyError, cents, currency, dollars
from croupier.stud import commands
from croupier.tables.any_line import read_line
from web.tables import table_regions

SIXTH = Path(__file__).parents[1] / "examples" / "sixth_book"
OURS = {"venezia-caribbean-poker": "€", "nz-caribbean-stud": "NZ$", "crown-caribbean-stud": "$", "star-caribbean-stud": "$"}


def signs_in(text: str) -> set[str]:
    """The signs of every sum in a text."""
    return {found.strip() for found in re.findall(r"[A-Z]{0,3}[$€¥£](?=\d)|\b(?:CHF|KWD)(?=\s\d)", text)}


def test_the_file_is_what_cldr_has() -> None:
    assert currencies.FILE.read_text(encoding="utf-8") == currencies.made()


@pytest.mark.parametrize(
    ("code", "language", "shown"),
    [
        ("USD", "en", "-$1,012.50"), ("AUD", "en", "-A$1,012.50"), ("NZD", "en", "-NZ$1,012.50"), ("EUR", "en", "-€1,012.50"),
        ("CHF", "en", "-CHF\xa01,012.50"), ("KWD", "en", "-KWD\xa01,012.500"), ("EUR", "it", "-1.012,50\xa0€"),
        ("JPY", "en", "-¥1,012.50"),  # no part of a sum is hidden
    ],
)  # fmt: skip
def test_sums_are_written_as_each_currency_has_them(code: str, language: str, shown: str) -> None:
    assert currency(code, language=language).of(-1012_50) == shown


def test_whole_yen_have_no_decimals_and_dinars_three() -> None:
    assert currency("JPY").of(5_000_00) == "¥5,000"
    assert currency("KWD").of(5_00) == "KWD\xa05.000"
    assert currency("AUD", home=True).of(5_00) == "$5.00"


def test_a_code_that_there_is_not_is_an_error_that_says_what_to_write() -> None:
    with pytest.raises(MoneyError, match="three letters, such as EUR"):
        currency("EURO")


@given(st.integers(-(10**15), 10**15), st.sampled_from(["EUR", "JPY", "CHF", "KWD", "NZD", "AUD"]))
def test_a_sum_that_is_written_is_read_again(amount: int, code: str) -> None:
    money = currency(code)
    shown = money.of(amount)
    assert money.told(shown) == shown  # what is told once is told
    assert (-1 if amount < 0 else 1) * cents(money.read(shown).removeprefix("-")) == amount
    assert DOLLARS.of(amount) == dollars(amount)


def said_by_cases(book: str) -> Iterator[str]:
    """Everything that is said in the cases of a book: sentences, refusals, questions and their options."""
    for _, case in cases_of(books.BOOKS[book]):
        run: Any = run_case(case, case.game or book)
        for step in run.steps:
            yield from (said for said, _ in step.outcome)
        if run.awaiting is not None:
            yield " ".join((run.awaiting.question, *(option.means for option in run.awaiting.options)))


@pytest.mark.parametrize("book", OURS)
def test_all_that_the_cases_of_a_book_say_is_in_its_currency(book: str) -> None:
    said = "\n".join(line for line in said_by_cases(book) if "payout limit" not in line)  # a note is as someone wrote it
    assert signs_in(said) == {OURS[book]}


def sat(game: str) -> Any:
    table = house_table(game, seats=2, seed=4)
    for line in ("ante 1 20", "ante 2 35"):
        assert table.do(read_line(table, line))
    return table


@pytest.mark.parametrize("game", OURS)
def test_pages_and_drawings_are_in_the_currency_of_the_book(game: str) -> None:
    table = sat(game)
    pages = "\n".join(table_regions(table, "p1", capacity=1, now=0).values())
    assert signs_in(pages) == {OURS[game]}
    assert f'<span class="sum">{OURS[game]}<input' in pages or 'class="sum"' not in pages
    drawn = house_text(table.rules, table.state) + table_html(table.rules, table.state)
    assert signs_in(drawn) == {OURS[game]}


@pytest.fixture(params=["EUR", "JPY", "CHF", "KWD"])
def lantern(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The code of a currency, which an added book has."""
    folder = Path(shutil.copytree(SIXTH, tmp_path / "sixth_book", ignore=shutil.ignore_patterns("__pycache__")))
    page = folder / "book.toml"
    page.write_text(f'currency = "{request.param}"\n' + page.read_text(encoding="utf-8"), encoding="utf-8")
    with books_forgotten():
        books.add_book(folder)
        yield request.param


def test_an_added_book_plays_in_any_currency(lantern: str) -> None:
    (game,) = (game for game, book in books.GAMES.items() if not books.is_ours(book))
    money, table = currency(lantern), house_table(game, seats=2, seed=2)
    assert table.do(read_line(table, f"ante 1 {money.of(20_00)}"))
    refused = table.do(commands.PlaceAnte(seat=2, amount=9_000_00))
    assert isinstance(refused, Refused)
    assert signs_in(refused.reason) == {money.sign}
    table.play_hand()
    told = "\n".join(table.engine.tell(event, table.rules) for event in table.events)
    assert signs_in(told) == {money.sign}
    assert money.of(20_00) in told
    assert signs_in("\n".join(table_regions(table, "p1", capacity=1, now=0).values())) == {money.sign}
    assert audit(table.dump())


def test_a_record_does_not_know_the_currency(tmp_path: Path) -> None:
    """The same play in another currency is the same record, under the same digest."""
    dumps = []
    for code in ("USD", "EUR"):
        folder = Path(shutil.copytree(SIXTH, tmp_path / code / "sixth_book", ignore=shutil.ignore_patterns("__pycache__")))
        page = folder / "book.toml"
        page.write_text(f'currency = "{code}"\n' + page.read_text(encoding="utf-8"), encoding="utf-8")
        with books_forgotten():
            books.add_book(folder)
            (game,) = (game for game, book in books.GAMES.items() if not books.is_ours(book))
            table = house_table(game, seed=2)
            table.do(commands.PlaceAnte(seat=1, amount=20_00))
            table.play_hand()
            dumps.append(table.dump())
            assert all(audit(dump) for dump in dumps)  # that of the other currency, too
    assert dumps[0] == dumps[1]


def test_a_book_in_an_unknown_currency_does_not_load_and_says_where(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SIXTH, tmp_path / "sixth_book", ignore=shutil.ignore_patterns("__pycache__")))
    page = folder / "book.toml"
    page.write_text('currency = "EURO"\n' + page.read_text(encoding="utf-8"), encoding="utf-8")
    with books_forgotten(), pytest.raises(BookError, match=r"book\.toml:1: currency is wrong: .* such as EUR"):
        books.add_book(folder)


def test_a_foreign_sign_is_not_understood_and_the_neutral_one_is() -> None:
    table = house_table("venezia-caribbean-poker")
    assert read_line(table, "ante 1 €20") == read_line(table, "ante 1 $20.00") == read_line(table, "ante 1 20")
    with pytest.raises(Exception, match="not understood"):
        read_line(table, "ante 1 NZ$20")


def test_the_house_sets_the_currency_of_its_cage() -> None:
    before = books.book_of("house").digest
    try:
        books.set_house_currency("EUR")
        assert books.book_of("house").currency.of(5_00) == "€5.00"
        assert books.book_of("house").digest == before
        books.set_house_currency("AUD")
        assert books.book_of("house").currency.of(5_00) == "$5.00"  # as its books write it
    finally:
        books.set_house_currency("USD")


def test_a_terminal_without_the_sign_gets_letters() -> None:
    asked = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "croupier", "play", "venezia-caribbean-poker", "--seed", "3"]
    done = subprocess.run(command, env=asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert "Antes EUR 10.00 to EUR 500.00" in done.stdout

"""Searching the rules: by stems, synonyms, case titles and readings, the best find first, and never a dead end."""

import tomllib
from importlib import resources

import pytest
from msgspec.structs import replace

from croupier.books import BOOKS, book_of
from croupier.cases.readings import readings_of
from croupier.cases.searching import search, stem
from croupier.web import rules_page
from croupier.web.pieces import number
from croupier.web.rules_page import beside, readings


def test_every_number_of_a_book_is_shown_in_words() -> None:
    for book in BOOKS:
        for name, one in book_of(book).params.items():
            shown = number(one)
            assert shown.strip(), (book, name)
            assert not set(shown) & set("{}[]"), (book, name, shown)
            assert "None" not in shown, (book, name, shown)


def first(words: str, most: int = 6) -> list[tuple[str, str]]:
    return [(hit.book, hit.number) for hit in search(words).hits[:most]]


@pytest.mark.parametrize(
    ("words", "book", "number"),
    [
        ("six cards", "star-caribbean-stud", "14.8"),
        ("six cards", "venezia-caribbean-poker", "10.1"),
        ("odd chip", "crown-poker", "8.5.1"),
        ("odd chips", "crown-poker", "8.5.1"),
        ("string bet", "crown-poker", "6.12"),
        ("closing", "crown-poker", "13.3"),
        ("closing a table", "crown-caribbean-stud", "14.7"),
        ("close", "star-caribbean-stud", "16.8"),
        ("rake", "crown-poker", "7.1"),
        ("all-in", "crown-poker", "6.16.3"),
        ("betting out of turn", "crown-poker", "6.18.1"),
        ("what happens when the dealer exposes a card", "crown-caribbean-stud", "11.2"),
        ("MISDEAL", "nz-caribbean-stud", "12.11"),
    ],
)
def test_what_people_ask_for_is_among_the_first(words: str, book: str, number: str) -> None:
    assert (book, number) in first(words), first(words)


def test_a_number_finds_its_clause_first_and_what_is_below_it() -> None:
    found = search("11.5", ["crown-caribbean-stud"])
    assert [hit.number for hit in found.hits][:3] == ["11.5", "11.5.1", "11.5.2"]
    assert not any(hit.number.startswith("11.50") for hit in found.hits)


@pytest.mark.parametrize(("wrong", "right"), [("strnig bet", "string bet"), ("jackpott", "jackpot"), ("misdeel", "misdeal")])
def test_a_slip_is_no_dead_end(wrong: str, right: str) -> None:
    assert right in search(wrong).near


def test_what_has_some_of_the_words_follows_what_has_all() -> None:
    found = search("string bet")
    assert 0 < found.whole < len(found.hits)
    assert search("").hits == search("?!").hits == ()


def test_every_synonym_leads_somewhere() -> None:
    """A group none of whose words is in any book would help nobody, and one word twice in a group says nothing."""
    data = tomllib.loads((resources.files("croupier.cases") / "synonyms.toml").read_text(encoding="utf-8"))
    for group in data["same"]:
        assert len({tuple(map(stem, phrase.split())) for phrase in group}) == len(group), group
        for phrase in group:
            assert search(phrase).whole, phrase


def test_nearly_every_reading_is_found_by_its_clause() -> None:
    """The headings name their clauses; only those about a whole book do not."""
    for book in map(book_of, BOOKS):
        every = readings_of(book)
        assert len(every) > 30
        for reading in every:
            assert reading.title
            assert reading.body
            assert reading in readings_of(book, reading.clauses[0])
    poker = book_of("crown-poker")
    assert any("8.20.4(d)(v)" in reading.clauses for reading in readings_of(poker, "8.20.4(b)(v)"))
    assert "<" in readings(poker, "6.12")[0][1]


def test_editions_stand_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """One edition alone is not compared with itself; a second shows what it changes, and what it does not have."""
    book = book_of("nz-caribbean-stud")
    monkeypatch.setattr(rules_page, "editions_of", lambda name: (book,))
    assert beside(book, "9.6(c)") == []
    name, number = next((name, one) for name, one in book.params.items() if one.value is not None)
    clause, other = number.clauses[0], next(reversed(book.catalogue.clause))
    title = replace(book.title_page, edition="a draft")
    clauses = replace(book.catalogue, clause={each: one for each, one in book.catalogue.clause.items() if each != other})
    draft = replace(book, title_page=title, catalogue=clauses, params=book.params | {name: replace(number, value="7")})
    monkeypatch.setattr(rules_page, "editions_of", lambda name: (book, draft))
    assert [(one.edition, one.changed) for one in beside(book, clause)] == [(book.edition, False), ("a draft", True)]
    assert beside(book, other)[1].clause is None


def test_a_word_that_is_only_known_as_another_is_no_mistake_of_spelling() -> None:
    found = search("string bet")
    assert found.whole
    assert not found.near

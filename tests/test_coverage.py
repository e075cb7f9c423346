"""Every clause of the five books is accounted for: catalogued, and shown by a case or openly on the pending list."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from croupier.books import BOOKS, book_of, game_of, poker_rules_of, rules_of
from croupier.books.book import Book, read_book
from croupier.cases.case import Case, cases_of
from croupier.jackpots.systems import GROUNDS as METER_GROUNDS
from croupier.kernel.clauses import number_key
from croupier.kernel.errors import BookError
from croupier.kernel.rulebook import Rulebook
from croupier.poker.rules import GROUNDS as POKER_GROUNDS
from croupier.promotions.state import GROUNDS as PROMOTION_GROUNDS
from croupier.room.state import GROUNDS as ROOM_GROUNDS
from croupier.stud.grounds import GROUNDS
from croupier.tournaments.state import GROUNDS as TOURNAMENT_GROUNDS

RULEBOOKS = Path(__file__).resolve().parents[2] / "shared" / "rulebooks"
EDGES = {"below", "at", "above"}
COPIED_RUN = 8
"""So many words in a row, the same as in the rulebook, count as copied."""

# The second number is for New Zealand's 11.6C(d), which replaces 11.10 by a text with items of its own.
NUMBER = re.compile(r"\d+(\.\d+)*[A-Z]?(\([a-z]+\))*( \d+(\.\d+)+(\([a-z]+\))+)?")

every_book = pytest.mark.parametrize("book", [book_of(name) for name in BOOKS], ids=list(BOOKS))


def cases(book: Book) -> list[Case]:
    return [case for _, case in cases_of(book.folder)]


def shown(book: Book) -> set[str]:
    return {number for case in cases(book) for number in case.shows}


def words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", text.lower()))


def runs(text: str) -> set[tuple[str, ...]]:
    spoken = words(text)
    return {tuple(spoken[start : start + COPIED_RUN]) for start in range(len(spoken) - COPIED_RUN + 1)}


@every_book
def test_each_number_is_well_formed_and_stands_once_in_its_place(book: Book) -> None:
    file = resources.files("croupier.books") / book.folder / "clauses.toml"
    numbers = list(tomllib.loads(file.read_text(encoding="utf-8"))["clause"])
    assert numbers == list(book.catalogue.clause)
    assert [number for number in numbers if not NUMBER.fullmatch(number)] == []
    assert numbers == sorted({number_key(number): number for number in numbers}.values(), key=number_key)
    assert {number.split(".")[0] for number in numbers} == set(book.title_page.sections)


@every_book
def test_a_physical_clause_says_why_there_is_nothing_to_execute(book: Book) -> None:
    assert [n for n, clause in book.catalogue.clause.items() if clause.kind == "physical" and not clause.why] == []


@every_book
def test_a_clause_of_no_known_kind_does_not_load(book: Book, tmp_path: Path) -> None:
    with resources.as_file(resources.files("croupier.books") / book.folder) as folder:
        copy = Path(shutil.copytree(folder, tmp_path / book.folder))
    clauses = copy / "clauses.toml"
    text = clauses.read_text(encoding="utf-8")
    clauses.write_text(text.replace('kind = "procedure"', 'kind = "habit"', 1), encoding="utf-8")
    with pytest.raises(BookError, match=r"clauses\.toml:\d+: .*habit"):
        read_book(copy)


@every_book
def test_pending_lists_exactly_the_executable_clauses_without_a_case(book: Book) -> None:
    executable = [number for number, clause in book.catalogue.clause.items() if clause.executable]
    owed = [number for number in executable if number not in shown(book)]
    assert [number for number in owed if number not in book.pending] == [], "have no case and are not pending"
    assert [number for number in book.pending if number not in owed] == [], "are pending though nothing is owed"
    assert list(book.pending) == owed, "the pending list is not in the order of the book"


@every_book
def test_every_case_has_a_name_of_its_own_and_shows_clauses_of_the_book(book: Book) -> None:
    names = [case.name for case in cases(book)]
    assert [name for name in names if names.count(name) > 1] == []
    assert shown(book) - set(book.catalogue.clause) == set()


@every_book
def test_every_ground_of_a_playable_book_is_known_to_the_engine(book: Book) -> None:
    poker = any(game_of(game).poker for game in book.title_page.games)
    known = {*GROUNDS.sentences, *METER_GROUNDS.sentences, *PROMOTION_GROUNDS.sentences}
    known = {*({*POKER_GROUNDS.sentences, *ROOM_GROUNDS.sentences} if poker else known), *TOURNAMENT_GROUNDS.sentences}
    given = {ground: number for number, clause in book.catalogue.clause.items() for ground in clause.grounds}
    assert {ground: number for ground, number in given.items() if ground not in known} == {}


@every_book
def test_every_irregularity_names_clauses_of_the_book_and_who_may_have_to_rule(book: Book) -> None:
    for game in book.title_page.games:
        find = poker_rules_of if game_of(game).poker else rules_of
        rules: Rulebook = find(game)
        for what, known in rules.irregularities.items():
            assert known.clauses, f"{game}: {what}"
            assert set(known.clauses) <= set(book.catalogue.clause), f"{game}: {what}"
            asked = rules.questions.get(what)
            ruled = known.rule is not None or (asked is not None and bool(asked.options))
            assert bool(known.ranks) == ruled, f"{game}: {what}"


@every_book
def test_every_threshold_that_is_executed_has_cases_below_at_and_above(book: Book) -> None:
    """A threshold is owed its three sides as soon as a case shows one of its clauses."""
    missing = {}
    for name, parameter in book.params.items():
        if not parameter.threshold or not shown(book).intersection(parameter.clauses):
            continue
        sides = {case.edge for case in cases(book) if set(case.shows).intersection(parameter.clauses)}
        if EDGES - sides:
            missing[f"{name} ({', '.join(parameter.clauses)})"] = sorted(EDGES - sides)
    assert missing == {}


def numbers_found() -> Iterator[tuple[str, str]]:
    """Book and number of every clause that a pattern found in the texts, less what its own header calls no clause."""
    file = RULEBOOKS / "clause-numbers.txt"
    if not file.is_file():
        pytest.skip("the list of clause numbers is not beside this checkout")
    text = file.read_text(encoding="utf-8")
    header = " ".join(line for line in text.splitlines() if line.startswith("#") and "not clauses" in line)
    no_clauses = set(re.findall(r"([a-z]+(?:-[a-z]+)+) (\d[\d.]*\([a-z]\))", header))
    for section in re.split(r"^\[", text, flags=re.MULTILINE)[1:]:
        book, rest = section.split("]", 1)
        _, *numbers = rest.split()  # the first is how many there are
        yield from ((book, number) for number in numbers if (book, number) not in no_clauses)


def test_every_number_found_in_the_texts_is_in_the_catalogue() -> None:
    found = list(numbers_found())
    assert found
    assert [pair for pair in found if pair[1] not in book_of(pair[0]).catalogue.clause] == []


@every_book
def test_our_lines_are_in_our_own_words(book: Book) -> None:
    text = RULEBOOKS / f"{book.id}.txt"
    if not text.is_file():
        pytest.skip("the rulebooks are not beside this checkout")
    theirs = runs(text.read_text(encoding="utf-8"))
    ours = {number: [clause.line, clause.why, *clause.terms.values()] for number, clause in book.catalogue.clause.items()}
    ours |= {duty: [what.says] for duty, what in book.duties.items()}
    ours |= {irregularity: [what.says] for irregularity, what in book.irregularities.items()}
    copied = {where: [" ".join(run) for line in lines for run in runs(line) & theirs] for where, lines in ours.items()}
    assert {where: found for where, found in copied.items() if found} == {}

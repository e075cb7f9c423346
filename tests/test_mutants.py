"""The tool behind `make mutants`: it finds the changes, makes exactly one, and its list of explained ones is not stale."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType

import pytest

from croupier.books import book_of
from mutation.__main__ import explained, modules, mutants_in
from mutation.changed_books import changes_of, citations_left_out, fails, in_force, likely, noticed_by, others
from mutation.changed_code import changed_codes, mutants_of
from mutation.report import BEGIN, END, Score, score_table, write_into, written

SOURCE = '''
LIMIT = 5

def due(stake, paid=0):
    """What is due."""
    if stake > LIMIT and not paid:
        return min(stake, 3) - paid
    return stake
'''


def defined() -> dict[str, FunctionType]:
    scope: dict[str, FunctionType] = {}
    exec(compile(SOURCE, "due.py", "exec", dont_inherit=True), scope)  # noqa: S102
    return scope


def test_every_change_of_a_function_is_found() -> None:
    assert [mutant.what for mutant in mutants_of("due.py", SOURCE)] == [
        "`stake > LIMIT and (not paid)` becomes `stake > LIMIT or not paid`",
        "`stake > LIMIT and (not paid)` becomes `not paid`",
        "`stake > LIMIT and (not paid)` becomes `stake > LIMIT`",
        "`stake > LIMIT` becomes `stake >= LIMIT`",
        "`stake > LIMIT` becomes `stake <= LIMIT`",
        "`not paid` becomes `paid`",
        "without `return min(stake, 3) - paid`",
        "`min(stake, 3) - paid` becomes `min(stake, 3) + paid`",
        "`min(stake, 3)` becomes `max(stake, 3)`",
        "`3` becomes `4`",
        "without `return stake`",
    ]


def test_a_change_is_made_in_the_function_itself() -> None:
    outcomes = []
    for mutant in mutants_of("due.py", SOURCE):
        due = defined()["due"]
        ((old, new),) = changed_codes(SOURCE, mutant.number, "due.py")
        assert due.__code__ == old
        due.__code__ = new
        outcomes.append((due(5), due(6), due(6, 1)))
    assert (5, 3, 6) not in outcomes[:3] + outcomes[4:7]
    assert outcomes[3] == (3, 3, 6)
    assert outcomes[-1] == (None, 3, None)


def test_a_change_that_the_same_function_has_twice_is_numbered() -> None:
    twice = mutants_of("x.py", "def f(a):\n    return a == 1 or a == 1\n")
    assert len({mutant.name for mutant in twice}) == len(twice)
    assert any(mutant.what.endswith("(2)") for mutant in twice)


@pytest.mark.parametrize(
    ("figure", "wrong"),
    [
        (5, [6, 4]),
        (0, [1]),
        (True, [False]),
        ("10.00", ["11.00", "9.00"]),
        ("flush", ["full house", "straight"]),
        ("last", ["bottom"]),
    ],
)
def test_what_a_figure_could_wrongly_be(figure: object, wrong: list[object]) -> None:
    assert others(figure, ["last", "bottom"]) == wrong


def test_a_changed_book_is_in_force_only_as_long_as_it_is_tried() -> None:
    book = book_of("crown-caribbean-stud")
    (change, *_), *_ = changes_of(book, "ante_odds")
    assert noticed_by(change) is not None
    assert book_of("crown-caribbean-stud") is book
    first = likely(book, ("8.1",))[0]
    assert "8.1" in first.shows
    with in_force(change.book):
        assert book_of("crown-caribbean-stud") is change.book
    assert not fails(first, book)


def test_a_citation_can_be_left_out() -> None:
    book = book_of("crown-caribbean-stud")
    change = next(change for change in citations_left_out(book) if change.what == "bet_wins_higher does not cite 8.1")
    assert "bet_wins_higher" not in change.book.catalogue.clause["8.1"].grounds
    before, after = (version.catalogue.cites("crown-caribbean-stud")["bet_wins_higher"] for version in (book, change.book))
    assert set(before) - set(after) == {"8.1"}


def test_every_explained_change_is_one_that_there_is_and_says_why() -> None:
    known = explained()
    names = {mutant.name for module in {name.split(" ")[0] for name in known} for mutant in mutants_in(module)}
    assert [name for name in known if name not in names] == []
    assert all(known.values())


def test_the_modules_are_those_that_rule_and_move_money() -> None:
    found = modules()
    assert {"kernel/money.py", "stud/settlement.py", "poker/pots.py", "jackpots/systems.py"} <= set(found)
    assert {"books/star_caribbean_stud/s12_prizes.py", "books/crown_poker/params.toml"} <= set(found)
    assert not [module for module in found if module.endswith("telling.py")]


def test_the_table_is_written_between_its_marks(tmp_path: Path) -> None:
    """What was not tried now stays as it was, a module that is no more goes, and the order is that of the modules."""
    page = tmp_path / "page.md"
    kept, gone = Score(50, 10, 9, 0), Score(7, 7, 7, 0)
    table, _ = score_table({"kept.py": kept, "tried.py": Score(9, 4, 1, 0), "gone.py": gone}, 92, 85)
    page.write_text(f"before\n{BEGIN}\n{table}\n{END}\nafter\n", encoding="utf-8")
    write_into(page, {"tried.py": Score(20, 10, 8, 2)}, ["tried.py", "kept.py", "never.py"], 92, 85)
    assert written(page) == {"tried.py": Score(20, 10, 8, 2), "kept.py": kept}
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"before\n{BEGIN}\n\n| module |")
    assert text.endswith(f"\n\n{END}\nafter\n")
    assert "| `tried.py` | 20 | 10 | 8 | 2 | 80 % (!) |\n| `kept.py` | 50 | 10 | 9 | 0 | 90 % |\n" in text
    assert "| **all** | 70 | 20 | 17 | 2 | **85.0 %** |" in text


@pytest.mark.parametrize(
    ("first", "second", "reached"),
    [((100, 92), (0, 0), True), ((100, 91), (0, 0), False), ((20, 17), (100, 95), True), ((20, 16), (100, 97), False)],
)
def test_the_bars_are_over_all_and_in_every_module(first: tuple[int, int], second: tuple[int, int], reached: bool) -> None:
    scores = {f"{number}.py": Score(200, *each, 0) for number, each in enumerate((first, second)) if each[0]}
    assert score_table(scores, 92, 85)[1] is reached

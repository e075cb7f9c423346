"""Who stands where by a book: ranks, officials beside them, strangers; and books that name someone whom they do not have."""

from __future__ import annotations

import pytest

from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.duties import Duty
from croupier.kernel.errors import BookError
from croupier.kernel.rulebook import Rulebook

BOOK = Rulebook(
    game="game",
    book="book",
    title="A book",
    edition="first",
    digest="",
    ranks=("dealer", "Supervisor", "Manager"),
    officials=("Scrutineer",),
    grounds={"rank_needed": ("1.1",), "a": ("2.1", "2.2"), "b": ("2.2", "2.3")},
    numbers={"decks": 2},
)


@pytest.mark.parametrize(
    ("who", "rank", "official", "role"),
    [
        ("dealer", 0, False, "dealer"),
        (HOUSE, 0, False, "dealer"),
        ("Supervisor", 1, False, "supervisor"),
        ("supervisor", 1, False, "supervisor"),
        ("Manager", 2, False, "supervisor"),
        ("Scrutineer", -1, True, "inspector"),
        ("scrutineer", -1, True, "inspector"),
        ("inspector", -1, False, "inspector"),
        ("passer-by", -1, False, "onlooker"),
        (3, -1, False, "player"),
    ],
)
def test_where_somebody_stands(who: Capacity, rank: int, official: bool, role: str) -> None:
    assert (BOOK.rank_of(who), BOOK.is_official(who), BOOK.role_of(who)) == (rank, official, role)


@pytest.mark.parametrize(
    ("who", "rank", "fits"),
    [
        ("dealer", "Supervisor", False),
        ("Supervisor", "Supervisor", True),
        ("Manager", "Supervisor", True),
        ("Manager", "Scrutineer", False),  # nobody stands above an official
        ("Scrutineer", "Scrutineer", True),
        ("Scrutineer", "dealer", False),
        ("passer-by", "passer-by", False),  # a rank that the book does not have fits nobody
        (3, "dealer", False),
    ],
)
def test_who_has_the_rank_that_is_needed(who: Capacity, rank: str, fits: bool) -> None:
    refusal = BOOK.needs_rank(Said("p", who, 0), rank, ("3.1",))
    assert (refusal is None) is fits
    if refusal is not None:
        assert (refusal.ground, refusal.clauses) == ("rank_needed", ("3.1", "1.1"))


@pytest.mark.parametrize(("who", "known"), [("Manager", True), ("Scrutineer", True), (3, True), ("passer-by", False)])
def test_strangers_are_told_who_there_is(who: Capacity, known: bool) -> None:
    refusal = BOOK.stranger(Said("p", who, 0))
    assert (refusal is None) is known
    if isinstance(refusal, Refused):
        assert refusal.ground == "no_such_rank"
        assert refusal.clauses == ("1.1",)
        assert "dealer, Supervisor, Manager, Scrutineer" in refusal.reason


def test_clauses_of_several_grounds_are_cited_once_each_and_in_order() -> None:
    assert BOOK.cite("a", "b") == ("2.1", "2.2", "2.3")
    assert BOOK.cite("b", "a") == ("2.2", "2.3", "2.1")
    assert BOOK.refuse("a", "because").clauses == ("2.1", "2.2")


def test_a_number_is_read_by_its_name() -> None:
    assert BOOK.number("decks") == 2
    with pytest.raises(BookError, match=r"book params\.toml: cards is missing"):
        BOOK.number("cards")


@pytest.mark.parametrize(
    ("duty", "named"),
    [
        (Duty(says="count", by="Chief", clauses=("3.1",)), "Chief"),
        (Duty(says="count", by="Manager", also=("Auditor",), clauses=("3.1",)), "Auditor"),
    ],
)
def test_a_book_whose_duty_names_nobody_of_it_does_not_load(duty: Duty, named: str) -> None:
    fine = {"a": Duty(says="a", by="player", clauses=()), "b": Duty(says="b", by="dealer", also=("Scrutineer",), clauses=())}
    said = {name: getattr(BOOK, name) for name in ("game", "book", "title", "edition", "digest", "ranks", "grounds")}
    Rulebook(**said, officials=BOOK.officials, duties=fine)
    with pytest.raises(BookError, match=f"'{named}' is not a rank of book"):
        Rulebook(**said, officials=BOOK.officials, duties={**fine, "count": duty})


def test_a_book_that_names_only_its_own_people_loads_and_grounds_need_clauses() -> None:
    BOOK.check_ranks(("dealer", "Manager", "Scrutineer"))
    with pytest.raises(BookError, match="'Chief' is not a rank"):
        BOOK.check_ranks(("dealer", "Chief"))
    BOOK.check_grounds(("a", "b"))
    with pytest.raises(BookError, match="no clause is given for c; d"):
        BOOK.check_grounds(("a", "d", "c"))

"""Who is kept out: by the house or by themselves, from when, until when, and who says that it is over."""

from __future__ import annotations

import pytest

from croupier.kernel.roles import DAY
from croupier.people import commands as c
from croupier.people.register import excluded
from croupier.tables.people_stream import PeopleStream
from people.registered import act, done, ground, own, registered

LEAST = 180 * DAY


def why(register: PeopleStream, person: str, at: int) -> str:
    refusal = excluded(register.rules, register.state, person, at)
    return refusal.ground if refusal is not None else ""


@pytest.mark.parametrize("person", ["floor 1", "floor 2", "pit 1", "security 1"])
def test_a_supervisor_of_any_book_or_security_excludes(person: str) -> None:
    register = registered("p7")
    done(act(register, person, c.ExcludePerson(person="p7", reason="a quarrel"), at=50))
    assert why(register, "p7", 50) == "person_excluded"
    assert why(register, "p7", 10**9) == "person_excluded"
    assert why(register, "p8", 50) == ""


@pytest.mark.parametrize("person", ["dealer 1", "cashier 1", "inspector 1", "admin 1"])
def test_others_do_not(person: str) -> None:
    register = registered("p7")
    assert ground(act(register, person, c.ExcludePerson(person="p7", reason="a quarrel"))) == "rank_needed"


@pytest.mark.parametrize(
    ("begins", "ends", "said"),
    [(0, 0, ""), (100, 0, ""), (101, 102, ""), (0, 101, ""), (99, 0, "x"), (0, 100, "x"), (0, 99, "x"), (200, 200, "x")],
)
def test_an_exclusion_has_a_beginning_and_an_end_after_it(begins: int, ends: int, said: str) -> None:
    register = registered("p7")
    decision = act(register, "floor 1", c.ExcludePerson(person="p7", reason="x", begins=begins, ends=ends), at=100)
    if said:
        assert ground(decision) == "exclusion_dates"
        return
    done(decision)
    start = begins or 100
    assert why(register, "p7", start - 1) == ""
    assert why(register, "p7", start) == "person_excluded"
    if ends:
        assert why(register, "p7", ends - 1) == "person_excluded"
        assert why(register, "p7", ends) == ""


def test_what_an_exclusion_needs() -> None:
    register = registered("p7")
    assert ground(act(register, "floor 1", c.ExcludePerson(person="p7", reason="  "))) == "person_excluded"
    assert ground(act(register, "floor 1", c.ExcludePerson(person="p8", reason="x"))) == "not_registered"
    assert ground(act(register, "floor 1", c.ExcludePerson(person="floor 1", reason="x"))) == "own_exclusion"


@pytest.mark.parametrize(
    ("by", "lifts", "said"),
    [
        ("floor 1", "floor 2", ""),
        ("floor 2", "floor 1", "exclusion_lifted"),
        ("floor 1", "floor 1", "exclusion_lifted"),
        ("floor 1", "pit 2", "exclusion_lifted"),  # nobody stands above a rank of another book
        ("pit 1", "pit 2", ""),
        ("security 1", "pit 1", ""),
        ("security 1", "security 1", "rank_needed"),
        ("floor 2", "admin 1", ""),
        ("floor 2", "cashier 1", "rank_needed"),
    ],
)
def test_somebody_above_or_an_administrator_lifts_it(by: str, lifts: str, said: str) -> None:
    register = registered("p7")
    done(act(register, by, c.ExcludePerson(person="p7", reason="a quarrel")))
    decision = act(register, lifts, c.LiftExclusion(person="p7", number=1, reason="it was somebody else"))
    if said:
        assert ground(decision) == said
        assert why(register, "p7", 5) == "person_excluded"
    else:
        done(decision)
        assert why(register, "p7", 5) == ""


def test_what_lifting_needs() -> None:
    register = registered("p7")
    done(act(register, "floor 1", c.ExcludePerson(person="p7", reason="x", ends=1000), at=10))
    done(act(register, "security 1", c.ExcludePerson(person="p7", reason="y"), at=10))
    done(act(register, "floor 1", c.ExcludePerson(person="floor 2", reason="z"), at=10))
    assert ground(act(register, "admin 1", c.LiftExclusion(person="p7", number=3, reason="x"))) == "exclusion_lifted"
    assert ground(act(register, "admin 1", c.LiftExclusion(person="p7", number=1, reason=" "))) == "exclusion_lifted"
    assert ground(act(register, "floor 2", c.LiftExclusion(person="floor 2", number=1, reason="x"))) == "own_exclusion"
    done(act(register, "admin 1", c.LiftExclusion(person="p7", number=2, reason="y"), at=500))
    assert why(register, "p7", 500) == "person_excluded"  # the other one holds still
    late = act(register, "admin 1", c.LiftExclusion(person="p7", number=1, reason="x"), at=1000)
    assert ground(late) == "exclusion_lifted"  # it is over by itself
    done(act(register, "floor 1", c.ExcludePerson(person="p7", reason="again"), at=1000))
    assert [each.number for each in register.state.people["p7"].exclusions] == [3]


@pytest.mark.parametrize(("ends", "said"), [(LEAST - 1, "self_exclusion_least"), (LEAST, ""), (LEAST + 1, "")])
def test_a_self_exclusion_has_a_least_period(ends: int, said: str) -> None:
    register = registered("p7")
    decision = own(register, "p7", c.ExcludeMyself(ends=1000 + ends), at=1000)
    if said:
        assert ground(decision) == said
        assert why(register, "p7", 1000) == ""
        return
    done(decision)
    assert why(register, "p7", 1000) == why(register, "p7", 1000 + ends - 1) == "self_excluded"
    assert why(register, "p7", 1000 + ends) == ""


def test_a_self_exclusion_becomes_longer_and_never_shorter() -> None:
    register = registered("p7")
    done(own(register, "p7", c.ExcludeMyself(ends=LEAST), at=0))
    for ends in (0, 5, LEAST - 1, LEAST):
        assert ground(own(register, "p7", c.ExcludeMyself(ends=ends), at=10)) == "self_exclusion_stands"
    done(own(register, "p7", c.ExcludeMyself(ends=LEAST + 1), at=10))
    assert why(register, "p7", LEAST) == "self_excluded"
    for person in ("admin 1", "floor 2"):
        for number in (0, 1):
            lifted = act(register, person, c.LiftExclusion(person="p7", number=number, reason="they asked"), at=20)
            assert ground(lifted) == "exclusion_lifted"
    last = own(register, "p7", c.ExcludeMyself(ends=LEAST + 2), at=LEAST)
    assert done(last).events[0].longer  # type: ignore[attr-defined]
    early = own(register, "p7", c.ExcludeMyself(ends=LEAST + 3), at=LEAST + 2)
    assert ground(early) == "self_exclusion_least"  # that one is over, and this a new one


def test_a_self_exclusion_is_everybodys_own() -> None:
    register = registered("p7")
    assert ground(act(register, "admin 1", c.ExcludeMyself(ends=LEAST))) == "rank_needed"
    assert ground(own(register, "p99", c.ExcludeMyself(ends=LEAST))) == "not_registered"


def test_an_exclusion_goes_over_to_the_account_that_is_left() -> None:
    register = registered("p7", "p8")
    done(own(register, "p8", c.ExcludeMyself(ends=LEAST), at=0))
    assert why(register, "p7", 10) == ""
    done(act(register, "security 1", c.CloseDuplicate(person="p8", same_as="p7", reason="papers"), at=10))
    assert why(register, "p7", 10) == why(register, "p8", 10) == "self_excluded"

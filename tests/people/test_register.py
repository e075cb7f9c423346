"""Accounts and capacities: who is registered, as what they act, and that one human is one person."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.books import BOOKS, HOUSE, book_of
from croupier.cage.state import GROUNDS as OF_CAGE
from croupier.kernel.actors import HOUSE as SOFTWARE, INSPECTOR, SUPERVISOR, Said, Viewer
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.incidents import Perform
from croupier.kernel.roles import CONFIDENTIAL, Hidden
from croupier.kernel.streams import Stream
from croupier.people import commands as c
from croupier.people.lines import read_line, write_line
from croupier.people.register import account_of, humans, may_act, two_people
from croupier.people.state import GROUNDS, Role
from croupier.people.telling import HIDDEN, tell
from croupier.stud import commands as stud
from croupier.tables.cage_desk import CageStream
from croupier.tables.people_stream import PEOPLE, PeopleStream
from people.registered import ADMIN, act, done, ground, own, registered


@pytest.mark.parametrize(
    "name", ["", " ", "P7", "p7 ", " p7", "p  7", "7p", "рavel", "p:7", "p@7", "a" * 41, "p\n7", "-p", "p7-"]
)
def test_names_that_could_be_taken_for_another_are_no_accounts(name: str) -> None:
    register = PeopleStream()
    assert ground(register.do(c.RegisterPerson(person=name, name="Seven"), by="house")) == "name_not_usable"
    assert register.number == 0


@pytest.mark.parametrize("name", ["house", "dealer", "player", "cashier", "administrator", "tg area manager", "inspector"])
def test_nobody_is_called_what_somebody_is(name: str) -> None:
    register = PeopleStream()
    assert ground(register.do(c.RegisterPerson(person=name, name="Seven"), by="house")) == "name_not_usable"


@pytest.mark.parametrize("name", ["p7", "p.7", "dealer 1", "a-b_c", "a" * 40])
def test_names_of_accounts(name: str) -> None:
    register = PeopleStream()
    done(register.do(c.RegisterPerson(person=name, name="Seven"), by="house"))
    assert ground(register.do(c.RegisterPerson(person=name, name="Eight"), by="house")) == "registered_already"


@pytest.mark.parametrize("shown", ["", "  ", "a" * 41, "a\nb"])
def test_a_name_is_shown(shown: str) -> None:
    register = PeopleStream()
    assert ground(register.do(c.RegisterPerson(person="p7", name=shown), by="house")) == "person_registered"


def test_another_name_is_shown_and_the_account_stays() -> None:
    register = registered("p7")
    done(act(register, "cashier 1", c.RenamePerson(person="p7", name=" Seven of Nine ")))
    assert register.state.people["p7"].name == "Seven of Nine"
    assert register.tell(Accepted(register.entries[-1].events)).startswith("P7 is now shown as Seven of Nine.")
    assert ground(act(register, "admin 1", c.RenamePerson(person="p7", name="Seven of Nine"))) == "nothing_changes"
    assert ground(act(register, "admin 1", c.RenamePerson(person="p8", name="Eight"))) == "not_registered"
    assert ground(act(register, "admin 1", c.RenamePerson(person="p7", name="a" * 41))) == "person_registered"
    assert ground(own(register, "p7", c.RenamePerson(person="p7", name="Another"))) == "rank_needed"
    assert register.audit()


def test_nobody_has_two_accounts_on_the_same_papers() -> None:
    register = registered()
    done(act(register, "cashier 1", c.RegisterPerson(person="p7", name="Seven", identity="5f0c")))
    again = c.RegisterPerson(person="p8", name="Eight", identity="5f0c")
    assert ground(act(register, "cashier 1", again)) == "identity_known"
    done(act(register, "admin 1", c.RegisterPerson(person="p8", name="Eight", identity="77aa")))


def test_capacities_are_those_of_a_book_or_of_the_house() -> None:
    register = registered("p7")
    for book, capacity, spelt in [
        ("crown-poker", "Chip Runner", "Chip Runner"),
        ("crown-poker", "tg area manager", "TG Area Manager"),
        ("star-caribbean-stud", "Inspector", "Inspector"),
        ("nz-caribbean-stud", "scrutineer", "scrutineer"),
        ("*", "tournament director", "Tournament Director"),
        ("*", "security", "security"),
    ]:
        (event,) = done(act(register, "admin 1", c.GrantRole(person="p7", book=book, capacity=capacity))).events
        assert (event.book, event.capacity) == (book, spelt)  # type: ignore[attr-defined]
        again = c.GrantRole(person="p7", book=book, capacity=spelt)
        assert ground(act(register, "admin 1", again)) == "role_held"
    assert len(register.state.people["p7"].roles) == 6


@pytest.mark.parametrize(
    ("book", "capacity"),
    [
        ("crown-poker", "Gaming Manager"),
        ("star-caribbean-stud", "TG Area Manager"),
        ("*", "TG Area Manager"),
        ("*", "Dealer"),
        ("crown-poker", ADMIN),
        ("no-such-book", "Dealer"),
        ("no-such-book", "cashier"),
        ("crown-holdem", "Dealer"),
        ("crown-poker", ""),
        ("", "cashier"),
        ("*", "house"),
        ("*", "player"),
    ],
)
def test_a_rank_that_the_book_does_not_know_is_not_granted(book: str, capacity: str) -> None:
    register = registered("p7")
    refused = act(register, "admin 1", c.GrantRole(person="p7", book=book, capacity=capacity))
    assert ground(refused) == "no_such_capacity"


def test_who_grants() -> None:
    register = registered("p7")
    grant = c.GrantRole(person="p7", book="*", capacity="cashier")
    for person in ("floor 2", "cashier 1", "security 1", "inspector 1"):
        assert ground(act(register, person, grant)) == "rank_needed"
    assert ground(own(register, "p7", grant)) == "rank_needed"
    assert ground(register.do(grant, by=ADMIN, person="p7")) == "capacity_not_held"
    assert ground(register.do(grant, by=ADMIN, person="p99")) == "not_registered"
    assert ground(register.do(grant, by="house")) == "first_administrator"
    assert ground(register.do(grant, by=3, person="p7")) == "rank_needed"
    done(act(register, "admin 1", grant))


def test_nobody_grants_or_takes_a_capacity_of_their_own() -> None:
    register = registered("p7")
    assert ground(act(register, "admin 1", c.GrantRole(person="admin 1", book="*", capacity="cashier"))) == "own_role"
    assert ground(act(register, "admin 1", c.RevokeRole(person="admin 1", book="*", capacity=ADMIN))) == "own_role"


def test_the_software_names_the_first_administrator_and_no_other() -> None:
    register = PeopleStream()
    for person in ("p1", "p2"):
        done(register.do(c.RegisterPerson(person=person, name=person), by="house"))
    assert ground(register.do(c.GrantRole(person="p1", book="*", capacity="cashier"), by="house")) == "first_administrator"
    first = done(register.do(c.GrantRole(person="p1", book="*", capacity=ADMIN), by="house"))
    assert first.events[0].clauses == ("H2.2", "H2.3")
    assert ground(register.do(c.GrantRole(person="p2", book="*", capacity=ADMIN), by="house")) == "first_administrator"
    assert ground(register.do(c.RevokeRole(person="p1", book="*", capacity=ADMIN), by="house")) == "rank_needed"


def test_one_administrator_stays() -> None:
    register = registered("p7")
    done(act(register, "admin 1", c.GrantRole(person="p7", book="*", capacity=ADMIN)))
    done(register.do(c.RevokeRole(person="admin 1", book="*", capacity=ADMIN), by=ADMIN, person="p7"))
    assert register.state.administrators == ["p7"]
    assert ground(act(register, "security 1", c.CloseDuplicate(person="p7", same_as="admin 1", reason="papers"))) == (
        "last_administrator"
    )
    assert ground(act(register, "admin 1", c.GrantRole(person="p7", book="*", capacity="cashier"))) == "capacity_not_held"


def test_a_capacity_that_was_taken_back_is_gone() -> None:
    register = registered("p7")
    done(act(register, "admin 1", c.GrantRole(person="p7", book="crown-poker", capacity="Dealer")))
    said = Said("p7", "Dealer", 0)
    assert may_act(register.rules, register.state, said, "crown-poker") is None
    assert may_act(register.rules, register.state, Said("p7", "dealer", 0), "crown-poker") is None
    assert may_act(register.rules, register.state, said, "star-caribbean-stud") is not None
    assert may_act(register.rules, register.state, said) is None
    revoke = c.RevokeRole(person="p7", book="crown-poker", capacity="dealer")
    done(act(register, "admin 1", revoke))
    refusal = may_act(register.rules, register.state, said, "crown-poker")
    assert refusal is not None
    assert refusal.ground == "capacity_not_held"
    assert ground(act(register, "admin 1", revoke)) == "role_not_held"


def test_an_official_of_the_house_acts_at_every_table_and_a_player_at_any() -> None:
    register = registered("p7")
    for book in BOOKS:
        assert may_act(register.rules, register.state, Said("inspector 1", "inspector", 0), book) is None
        assert may_act(register.rules, register.state, Said("p7", 3, 0), book) is None
        assert may_act(register.rules, register.state, Said("p7", "player", 0), book) is None
        assert may_act(register.rules, register.state, Said("p7", "inspector", 0), book) is not None
        assert may_act(register.rules, register.state, Said("house", SOFTWARE, 0), book) is None
    assert may_act(register.rules, register.state, Said("p8", 3, 0)) is not None


def test_two_people_are_two_persons() -> None:
    register = registered("p7", "p8")
    state = register.state
    assert two_people(state, "p7", "p8")
    assert not two_people(state, "p7", "p7")
    assert not two_people(state, "p7", SOFTWARE)
    assert not two_people(state, SOFTWARE, SOFTWARE)
    done(act(register, "security 1", c.CloseDuplicate(person="p8", same_as="p7", reason="the same papers")))
    assert not two_people(state, "p7", "p8")
    assert two_people(state, "p8", "cashier 1")
    assert humans(state, ("p7", "p8", "cashier 1", SOFTWARE)) == {"p7", "cashier 1"}
    assert account_of(state, "p8") == "p7"


def test_a_second_account_that_is_found_out_acts_no_more() -> None:
    register = registered("p7", "p8", "p9")
    done(act(register, "admin 1", c.GrantRole(person="p8", book="*", capacity="cashier")))
    done(own(register, "p8", c.SetLimit(limit="deposit day", amount=100_00)))
    done(own(register, "p7", c.SetLimit(limit="deposit day", amount=200_00)))
    done(own(register, "p8", c.SetLimit(limit="loss week", amount=300_00)))
    done(act(register, "floor 1", c.ExcludePerson(person="p8", reason="a quarrel", ends=5000), at=100))
    done(act(register, "floor 1", c.ExcludePerson(person="p7", reason="a bet", ends=4000), at=100))
    done(act(register, "security 1", c.CloseDuplicate(person="p8", same_as="p7", reason="papers"), at=200))
    closed, kept = register.state.people["p8"], register.state.people["p7"]
    assert (closed.roles, closed.limits, closed.exclusions, closed.duplicate_of) == ((), {}, (), "p7")
    assert {name: kept.limit(name, 200) for name in kept.limits} == {"deposit day": 100_00, "loss week": 300_00}
    assert [(each.number, each.ends) for each in kept.exclusions] == [(1, 4000), (2, 5000)]
    assert kept.roles == ()
    assert ground(own(register, "p8", c.SetLimit(limit="deposit day", amount=1))) == "account_closed"
    assert ground(register.do(c.RegisterPerson(person="p10", name="x"), by="cashier", person="p8")) == "account_closed"
    assert ground(act(register, "admin 1", c.GrantRole(person="p8", book="*", capacity="cashier"))) == "account_closed"
    done(act(register, "security 1", c.CloseDuplicate(person="p7", same_as="p9", reason="papers"), at=300))
    assert register.state.people["p9"].duplicates == ("p7", "p8")
    assert humans(register.state, ("p7", "p8", "p9")) == {"p9"}
    (event,) = done(act(register, "floor 1", c.ExcludePerson(person="p9", reason="again"), at=400)).events
    assert event.exclusion.number == 3  # type: ignore[attr-defined]


def test_who_closes_a_second_account() -> None:
    register = registered("p7", "p8")
    close = c.CloseDuplicate(person="p8", same_as="p7", reason="papers")
    for person in ("floor 2", "cashier 1"):
        assert ground(act(register, person, close)) == "rank_needed"
    assert ground(own(register, "p7", close)) == "rank_needed"
    mine = c.CloseDuplicate(person="p8", same_as="security 1", reason="papers")
    assert ground(act(register, "security 1", mine)) == "own_role"
    for wrong in (
        c.CloseDuplicate(person="p7", same_as="p7", reason="papers"),
        c.CloseDuplicate(person="p8", same_as="p7", reason=" "),
    ):
        assert ground(act(register, "security 1", wrong)) == "duplicate_closed"
    assert ground(act(register, "security 1", c.CloseDuplicate(person="p8", same_as="p99", reason="x"))) == "not_registered"


def test_what_others_see_of_somebody() -> None:
    register = registered("p7", "p8")
    done(act(register, "cashier 1", c.RegisterPerson(person="p9", name="Nine", identity="5f0c")))
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=50_00)))
    done(act(register, "security 1", c.ExcludePerson(person="p8", reason="a secret reason")))
    for person in ("p7", "p8", "p9", "p99"):
        viewer = Viewer(person=person)
        shown = "\n".join(register.engine.tell(event, register.rules) for event in register.view(viewer))
        assert ("$50.00" in shown) == (person == "p7")
        assert ("secret" in shown) == (person == "p8")
        assert "5f0c" not in str(register.view(viewer))
        assert HIDDEN in shown
        assert register.picture(viewer) == PEOPLE.as_seen(register.state.copied(), viewer)
    for viewer in (SUPERVISOR, INSPECTOR):
        assert register.picture(viewer) == register.state
        assert HIDDEN not in "\n".join(register.engine.tell(event, register.rules) for event in register.view(viewer))


def test_others_do_not_learn_what_kind_of_thing_was_noted() -> None:
    worlds = []
    for secret in (c.ExcludeMyself(ends=10**9), c.SetLimit(limit="loss day", amount=5), c.SetReminder(minutes=9)):
        register = registered("p7", "p8")
        done(own(register, "p8", secret, at=50))
        viewers = (Viewer(person="p7"), Viewer(role="onlooker"), Viewer(role="dealer"))
        worlds.append([(register.view(viewer), register.picture(viewer)) for viewer in viewers])
        assert register.view(Viewer(person="p7"))[-1] == Hidden(clauses=CONFIDENTIAL)
        assert register.view(Viewer(person="p8"))[-1] == register.events[-1]
    assert worlds[0] == worlds[1] == worlds[2]
    assert CONFIDENTIAL == registered().rules.cite("confidential") == CageStream().rules.cite("confidential")


def test_a_snapshot_shows_each_person_what_the_record_shows() -> None:
    register = registered("p7", "p8")
    done(own(register, "p7", c.SetLimit(limit="loss day", amount=50_00)))
    again = PeopleStream.reopen(PEOPLE, register.snapshot())
    assert (again.state, again.head) == (register.state, register.head)
    for viewer in (Viewer(person="p7"), Viewer(person="p8"), SUPERVISOR, INSPECTOR, Viewer(role="onlooker")):
        assert again.picture(viewer) == register.picture(viewer)
    for each in (register, again):
        done(own(each, "p8", c.SetLimit(limit="loss day", amount=70_00), at=9))
    assert again.head == register.head
    assert again.picture(Viewer(person="p8")) == register.picture(Viewer(person="p8"))


def test_a_forged_role_is_found_by_an_audit() -> None:
    register = registered("p7")
    assert register.audit()
    entry = register.entries[-1]
    forged = PeopleStream.load(register.dump().splitlines())
    granted = c.GrantRole(person="p7", book="*", capacity=ADMIN)
    event = entry.events[0]
    forged.enter(granted, Said("p7", "player", 0), (type(event)(person="p7", book="*", capacity=ADMIN, clauses=("H2.2",)),))
    found = PeopleStream.load(forged.dump().splitlines())
    assert Role("*", ADMIN) in found.state.people["p7"].roles
    assert "it is refused" in str(found.audit())


def test_every_ground_has_its_clause_and_every_clause_its_ground() -> None:
    book = book_of(HOUSE)
    people, cage = book.catalogue.cites("people"), book.catalogue.cites("cage")
    assert set(people) == set(GROUNDS.always)
    assert set(cage) == set(OF_CAGE.always)
    assert all(clause.executable and clause.grounds for clause in book.catalogue.clause.values())
    numbers = {number for parameter in book.params.values() for number in parameter.clauses}
    assert numbers <= set(book.catalogue.clause)
    assert HOUSE not in BOOKS


def test_every_event_has_a_sentence() -> None:
    assert {*PEOPLE.codec.events, Hidden} == set(tell.sentences)


LINES = [
    "register p7 as Seven",
    "rename p7 to Seven of Nine",
    "register dealer 1 as The dealer, papers 5f0c",
    "close p7 as another account of p8: the same papers",
    "grant dealer 1: TG Area Manager in crown-poker",
    "revoke p7: cashier in *",
    "exclude p7: a quarrel",
    "exclude p7 from 3600 to 7200: a quarrel: with p8",
    "lift exclusion 2 of p7: it was somebody else",
    "keep me out to 99999999",
    "limit deposit month 500.00",
    "limit time day 7200",
    "no limit time day",
    "keep limit loss week",
    "remind me after 30 minutes",
    "assign p7 to crown-1 in crown-poker",
    "take p7 off crown-1 in crown-poker",
    "deal at crown-1: live on, assigned off",
    "deal at *: live off, assigned on",
    "failed login p7",
    "failed login p7 from 5f0c",
    "login p7",
    "login p7 with step 5",
    "login p7 with passkey 5f0c",
    "login p7 with passkey 5f0c used 3",
    "passkey 5f0c of p7 on",
    "passkey 5f0c of p7 off",
    "second factor of p7 on",
    "second factor of p7 off",
    "new password p7",
    "recovery code for p7",
    "unlock p7",
    "unlock p7 by code",
    "invite by 5f0c",
    "invite by 5f0c account p7",
    "invite by 5f0c as Dealer in crown-poker",
    "withdraw invitation 5f0c",
    "p7 accepts invitation 5f0c",
    "p7 accepts invitation 5f0c as Ana Silva",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_says_a_command_and_the_command_the_line(line: str) -> None:
    assert write_line(read_line(line)) == line


def test_every_command_has_a_line() -> None:
    assert {type(read_line(line)) for line in LINES} == set(PEOPLE.codec.commands)


@pytest.mark.parametrize("stream", [registered(), CageStream()])
def test_a_command_of_another_stream_is_not_understood(stream: Stream[Any, Any]) -> None:
    for command in (Perform(duty="count the cards"), stud.PlaceAnte(seat=1, amount=5), read_line("do something")):
        refused = stream.do(command)
        assert isinstance(refused, Refused)
        assert refused.ground == "command_not_understood"
    odd = stream.do(c.RegisterPerson(person=5, name="x"), by="house")  # type: ignore[arg-type]
    assert isinstance(odd, Refused)


def test_the_obvious_person() -> None:
    register = registered("p7")
    assert register.who(c.GrantRole(person="p7", book="*", capacity="cashier")) == Said("admin 1", ADMIN, 0)
    assert isinstance(register.foresee(c.SetLimit(limit="loss day", amount=1), by="player", person="p99"), Refused)

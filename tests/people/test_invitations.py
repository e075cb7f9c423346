"""Invitations: who may make which, how long one is good, that it opens one account, and that nobody rises by their own link."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.actors import ONLOOKER, Viewer
from croupier.kernel.decisions import Decision
from croupier.kernel.roles import Hidden
from croupier.people import commands as c, events as e
from croupier.people.state import Role
from croupier.tables.people_stream import PeopleStream
from people.registered import act, done, ground, registered

LINK, OTHER = "5f0c" * 16, "a1b2" * 16
DAY = 86400


def make(register: PeopleStream, by: str = "admin 1", link: str = LINK, at: int | None = None, **facts: Any) -> Decision:
    return act(register, by, c.MakeInvitation(invitation=link, **facts), at=at)


def accept(register: PeopleStream, person: str = "p7", link: str = LINK, at: int | None = None, name: str = "Seven") -> Decision:
    command = c.AcceptInvitation(invitation=link, person=person, name=name)
    return register.do(command, by="house", person="house", at=at)


def test_a_link_opens_one_account_in_its_role() -> None:
    register = registered()
    done(make(register, book="crown-poker", capacity="dealer"))
    events = done(accept(register)).events
    assert [type(event) for event in events] == [e.PersonRegistered, e.RoleGranted, e.InvitationEnded]
    assert register.state.people["p7"].roles == (Role("crown-poker", "Dealer"),)
    assert ground(accept(register)) == "no_invitation"
    assert ground(accept(register, "p8", name="Eight")) == "no_invitation"
    assert not register.state.invitations


@pytest.mark.parametrize(("later", "fits"), [(7 * DAY - 1, True), (7 * DAY, False), (7 * DAY + 1, False)])
def test_a_link_is_good_for_seven_days(later: int, fits: bool) -> None:
    register = registered()
    done(make(register, at=100))
    assert bool(accept(register, at=100 + later)) == fits


def test_a_cashier_invites_players_alone() -> None:
    register = registered("p8")
    done(make(register, "cashier 1"))
    assert done(accept(register)).events[0].clauses
    assert register.state.people["p7"].roles == ()
    beyond: list[dict[str, Any]] = [
        {"book": "*", "capacity": "cashier"},
        {"book": "crown-poker", "capacity": "Dealer"},
        {"person": "p8"},
    ]
    for facts in beyond:
        assert ground(make(register, "cashier 1", OTHER, None, **facts)) == "invitation_made"
    for person in ("security 1", "inspector 1", "floor 2", "dealer 1"):
        assert ground(make(register, person, OTHER)) == "rank_needed"


def test_a_role_that_is_not_there_is_not_offered() -> None:
    register = registered()
    assert ground(make(register, book="crown-poker", capacity="Emperor")) == "no_such_capacity"
    assert ground(make(register, book="crown-poker", capacity="administrator")) == "no_such_capacity"
    assert ground(make(register, link="abc")) == "invitation_made"
    done(make(register))
    assert ground(make(register)) == "invitation_made"


def test_the_first_way_in_to_an_account_and_never_a_second() -> None:
    register = registered("p7")
    done(make(register, person="p7"))
    assert ground(accept(register, "p8", name="Eight")) == "no_invitation"
    assert [type(event) for event in done(accept(register)).events] == [e.InvitationEnded]
    done(register.do(c.NotePasswordChange(person="p7"), by="house"))
    assert ground(make(register, link=OTHER, person="p7")) == "has_password"
    assert ground(make(register, link=OTHER, person="nobody-here")) == "not_registered"
    assert ground(make(register, link=OTHER, person="admin 1")) == "own_role"


def test_a_password_that_was_set_meanwhile_ends_the_first_way_in() -> None:
    register = registered("p7")
    done(make(register, person="p7"))
    done(register.do(c.NotePasswordChange(person="p7"), by="house"))
    assert ground(accept(register)) == "no_invitation"


def test_a_link_is_as_good_as_the_person_who_made_it() -> None:
    register = registered()
    done(make(register, book="*", capacity="administrator", link=OTHER))
    done(accept(register, "second", OTHER, name="Second"))
    done(make(register, book="*", capacity="cashier"))
    revoke = c.RevokeRole(person="admin 1", book="*", capacity="administrator")
    assert ground(register.do(revoke, by="administrator", person="second")) == "own_role"  # a link is no second person
    done(register.do(c.RegisterPerson(person="third", name="Third"), by="house"))
    done(act(register, "admin 1", c.GrantRole(person="third", book="*", capacity="administrator")))
    done(register.do(revoke, by="administrator", person="third"))
    assert ground(accept(register)) == "no_invitation"


def test_nobody_grants_themselves_anything_by_a_link_of_their_own() -> None:
    register = registered()
    done(make(register, book="*", capacity="administrator"))
    done(accept(register, "second", name="Second"))
    grant = c.GrantRole(person="admin 1", book="*", capacity="cashier")
    assert ground(register.do(grant, by="administrator", person="second")) == "own_role"


def test_nobody_loses_who_let_them_in_by_a_code_of_somebody_whom_they_let_in() -> None:
    """Two accounts in a row, and the second issues a code to the first: its way in is still from who made it."""
    register = registered()
    for number, by in enumerate(("admin 1", "puppet 1")):
        link = f"{number}f0c" * 16
        invite = c.MakeInvitation(invitation=link, book="*", capacity="administrator")
        done(register.do(invite, by="administrator", person=by))
        done(accept(register, f"puppet {number + 1}", link, name=("First", "Second")[number]))
        done(register.do(c.NotePasswordChange(person=f"puppet {number + 1}"), by="house"))
    grant = c.GrantRole(person="admin 1", book="*", capacity="cashier")
    done(register.do(c.IssueRecoveryCode(person="puppet 1"), by="administrator", person="puppet 2"))
    for _ in range(2):
        for puppet in ("puppet 1", "puppet 2"):
            assert ground(register.do(grant, by="administrator", person=puppet)) == "own_role"
        done(register.do(c.IssueRecoveryCode(person="puppet 1"), by="administrator", person="puppet 2"))
        done(register.do(c.UnlockAccount(person="puppet 1", code=True), by="house"))
    done(register.do(c.IssueRecoveryCode(person="puppet 1"), by="house"))  # at the console, which is someone else's
    done(register.do(c.UnlockAccount(person="puppet 1", code=True), by="house"))
    done(register.do(grant, by="administrator", person="puppet 1"))


def test_a_code_that_nobody_uses_takes_no_right_from_an_administrator() -> None:
    """Someone who is about to lose their rank issues a code to everyone who could take it from them."""
    register = registered("p7")
    done(act(register, "admin 1", c.GrantRole(person="p7", book="*", capacity="administrator")))
    done(register.do(c.NotePasswordChange(person="p7"), by="house"))
    done(act(register, "admin 1", c.IssueRecoveryCode(person="p7")))
    revoke = c.RevokeRole(person="admin 1", book="*", capacity="administrator")
    assert ground(register.do(c.UnlockAccount(person="p7"), by="administrator", person="p7")) == "account_not_locked"
    done(register.do(revoke, by="administrator", person="p7"))


def test_a_code_that_was_used_is_no_second_person() -> None:
    register = registered("p7")
    done(act(register, "admin 1", c.GrantRole(person="p7", book="*", capacity="administrator")))
    done(register.do(c.NotePasswordChange(person="p7"), by="house"))
    done(act(register, "admin 1", c.IssueRecoveryCode(person="p7")))
    done(register.do(c.UnlockAccount(person="p7", code=True), by="house"))
    grant = c.GrantRole(person="admin 1", book="*", capacity="cashier")
    assert ground(register.do(grant, by="administrator", person="p7")) == "own_role"


def test_a_link_is_withdrawn_by_who_made_it_or_an_administrator() -> None:
    register = registered()
    done(make(register, "cashier 1"))
    withdraw = c.WithdrawInvitation(invitation=LINK)
    assert ground(act(register, "cashier 2", withdraw)) == "invitation_withdrawn"
    done(act(register, "admin 1", withdraw))
    assert ground(act(register, "cashier 1", withdraw)) == "no_invitation"
    assert ground(accept(register)) == "no_invitation"


def test_only_the_software_accepts_and_names_are_checked() -> None:
    register = registered("p8")
    done(make(register))
    assert ground(act(register, "admin 1", c.AcceptInvitation(invitation=LINK, person="p7", name="x"))) == "rank_needed"
    assert ground(accept(register, "P 7")) == "name_not_usable"
    assert ground(accept(register, "p8")) == "registered_already"
    done(accept(register))


def test_others_see_that_something_was_recorded_and_no_digest() -> None:
    register = registered("p8")
    done(make(register, book="*", capacity="cashier"))
    for viewer in (ONLOOKER, Viewer(person="p8")):
        assert isinstance(register.view(viewer)[-1], Hidden)
        assert not register.picture(viewer).invitations
    assert register.picture(Viewer(role="supervisor")).invitations

"""A register with an administrator and some staff, for tests."""

from __future__ import annotations

from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.people import commands as c
from croupier.tables.people_stream import PeopleStream

ADMIN = "administrator"
STAFF = {
    "admin 1": ("*", ADMIN),
    "cashier 1": ("*", "cashier"),
    "cashier 2": ("*", "cashier"),
    "security 1": ("*", "security"),
    "inspector 1": ("*", "inspector"),
    "floor 1": ("crown-poker", "TG Area Manager"),
    "floor 2": ("crown-poker", "TG Assistant Casino Manager"),
    "pit 1": ("star-caribbean-stud", "Gaming Supervisor"),
    "pit 2": ("star-caribbean-stud", "Gaming Manager"),
    "dealer 1": ("crown-caribbean-stud", "Dealer"),
}


def done(decision: Decision) -> Accepted:
    assert isinstance(decision, Accepted), decision
    return decision


def ground(decision: Decision) -> str:
    assert isinstance(decision, Refused), decision
    assert decision.clauses
    assert all(clause.startswith("H") for clause in decision.clauses), decision
    return decision.ground


def registered(*people: str) -> PeopleStream:
    """The staff, each in one capacity, and these people."""
    register = PeopleStream()
    for person in (*STAFF, *people):
        done(register.do(c.RegisterPerson(person=person, name=person.title()), by="house"))
    for person, (book, capacity) in STAFF.items():
        by, who = ("house", "house") if capacity == ADMIN else (ADMIN, "admin 1")
        done(register.do(c.GrantRole(person=person, book=book, capacity=capacity), by=by, person=who))
    return register


def act(register: PeopleStream, person: str, command: Command, at: int | None = None) -> Decision:
    """Someone of the staff does something in the capacity that they have."""
    return register.do(command, by=STAFF[person][1], person=person, at=at)


def own(register: PeopleStream, person: str, command: Command, at: int | None = None) -> Decision:
    """Someone asks for something for themselves."""
    by: Capacity = "player"
    return register.do(command, by=by, person=person, at=at)

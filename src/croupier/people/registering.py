"""Accounts and capacities: who is registered, as what they may act, and second accounts that are found out."""

import re

from msgspec.structs import replace

from croupier.kernel.actors import DEALER, HOUSE, PLAYER, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.roles import ADMINISTRATOR, SUPERVISOR
from croupier.people import commands, events
from croupier.people.register import deals, in_charge, known, let_in, two_people
from croupier.people.state import ALL_BOOKS, LIMITS, Assignment, Limit, People, PeopleRules, Role

_NAME = re.compile(r"[a-z][a-z0-9]*(?:[ ._-][a-z0-9]+)*")
_LONGEST = 40
_NOBODY = (HOUSE, DEALER, PLAYER, SUPERVISOR, "onlooker", "nobody", "somebody")


def register_person(rules: PeopleRules, state: People, command: commands.RegisterPerson, said: Said) -> Decision:
    person = command.person
    taken = {*_NOBODY, *(name.casefold() for names in (rules.officials, rules.taken) for name in names)}
    if not _NAME.fullmatch(person) or len(person) > _LONGEST or person in taken:
        return rules.refuse("name_not_usable", f"{person!r} is not a valid account name: {rules.sentences['name_not_usable']}")
    if person in state.people:
        return rules.refuse("registered_already", f"{person} is already registered")
    if (refusal := _not_shown(rules, command.name)) is not None:
        return refusal
    if command.identity and any(account.identity == command.identity for account in state.people.values()):
        return rules.refuse("identity_known")
    return rules.accept(events.PersonRegistered, command, name=command.name.strip())


def _not_shown(rules: PeopleRules, name: str) -> Refused | None:
    """Why a person cannot have this display name."""
    if name.strip() and len(name) <= _LONGEST and name.isprintable():
        return None
    return rules.refuse("person_registered", f"the display name has 1 to {_LONGEST} letters")


def rename_person(rules: PeopleRules, state: People, command: commands.RenamePerson, said: Said) -> Decision:
    if (refusal := _not_shown(rules, command.name)) is not None:
        return refusal
    name = command.name.strip()
    if name == state.people[command.person].name:
        return Refused("nothing_changes", f"{command.person} is shown as {name} already", rules.cite("person_registered"))
    return rules.accept(events.PersonRenamed, command, name=name)


def grant_role(rules: PeopleRules, state: People, command: commands.GrantRole, said: Said) -> Decision:
    account = state.people[command.person]
    if (refusal := not_theirs(rules, state, command.person, said)) is not None:
        return refusal
    capacity = rules.capacity(command.book, command.capacity)
    if not capacity:
        return no_such(rules, command.book, command.capacity)
    if said.capacity == HOUSE and (capacity != ADMINISTRATOR or in_charge(state, said.at)):
        return rules.refuse("first_administrator")
    if Role(command.book, capacity) in account.roles:
        return rules.refuse("role_held", f"{command.person} already acts as {capacity}")
    grounds = ("role_granted", "first_administrator" if said.capacity == HOUSE else "")
    return rules.accept(events.RoleGranted, command, *grounds, capacity=capacity)


def revoke_role(rules: PeopleRules, state: People, command: commands.RevokeRole, said: Said) -> Decision:
    account = state.people[command.person]
    if (refusal := not_theirs(rules, state, command.person, said)) is not None:
        return refusal
    role = Role(command.book, rules.capacity(command.book, command.capacity) or command.capacity)
    if role not in account.roles:
        return rules.refuse("role_not_held", f"{command.person} does not act as {command.capacity} there")
    if role.capacity == ADMINISTRATOR and state.administrators == [command.person]:
        return rules.refuse("last_administrator")
    return rules.accept(events.RoleRevoked, command, capacity=role.capacity)


def assign_dealer(
    rules: PeopleRules, state: People, command: commands.AssignDealer | commands.EndAssignment, said: Said
) -> Decision:
    """A supervisor of that very book says at which of its tables a person deals, or no longer deals."""
    person, book, table = command.person, command.book, command.table
    assigned = Assignment(book, table) in state.people[person].assigned
    if not rules.supervises(said.capacity, book) or not state.people[said.person].holds(said.role, book):
        return rules.refuse("dealer_assigned", f"that is for a supervisor in {book}")
    if isinstance(command, commands.EndAssignment):
        if not assigned:
            return rules.refuse("not_assigned", f"{person} is not assigned to {table}")
        return rules.accept(events.AssignmentEnded, command)
    if not deals(rules, state, person, book):
        return rules.refuse("role_not_held", f"{person} does not deal in {book}")
    if assigned or not table.strip():
        return rules.refuse("dealer_assigned", f"{person} already deals there, or no table is named")
    return rules.accept(events.DealerAssigned, command)


def settle_dealing(rules: PeopleRules, state: People, command: commands.SettleDealing, said: Said) -> Decision:
    if state.dealing.get(command.table) == (command.live, command.assigned):
        return rules.refuse("dealer_assigned", f"{command.table} is dealt like that already")
    return rules.accept(events.DealingSettled, command, "dealer_assigned", "spoken_to_dealer")


def close_duplicate(rules: PeopleRules, state: People, command: commands.CloseDuplicate, said: Said) -> Decision:
    """The account no longer acts; exclusions and limits of both apply to the remaining one, the stricter of each."""
    account, other = state.people[command.person], known(rules, state, command.same_as)
    if isinstance(other, Refused):
        return other
    if command.person == command.same_as or not command.reason.strip():
        return rules.refuse("duplicate_closed", "name two accounts of one person, and say how that is known")
    if not all(two_people(state, said.person, person) for person in (command.person, command.same_as)):
        return rules.refuse("own_role", "nobody may close their own account")
    if state.administrators == [command.person]:
        return rules.refuse("last_administrator")
    closed = rules.event(events.DuplicateClosed, command, reason=command.reason.strip())
    limits = {
        name: other.limits.get(name, Limit(None)).stricter(account.limits.get(name, Limit(None)), said.at)
        for name in LIMITS
        if name in account.limits or name in other.limits
    }
    after = (replace(one, number=other.exclusions_made + number) for number, one in enumerate(account.exclusions, 1))
    merged = rules.event(
        events.AccountMerged,
        command,
        person=command.same_as,
        duplicates=(*other.duplicates, command.person, *account.duplicates),
        exclusions=(*other.exclusions, *after),
        excluded_until=max(account.excluded_until, other.excluded_until),
        limits=limits,
    )
    return Accepted((closed, merged))


def not_theirs(rules: PeopleRules, state: People, person: str, said: Said) -> Refused | None:
    """Why an administrator cannot decide on a person's capacities: their own, or those of people who let them in."""
    if said.capacity == HOUSE:
        return None
    if not two_people(state, said.person, person):
        return rules.refuse("own_role")
    if let_in(state, said.person, person):
        return rules.refuse("own_role", f"{said.person} signs in by a code of {person}: that is not a second person")
    return None


def no_such(rules: PeopleRules, book: str, capacity: str) -> Refused:
    if book != ALL_BOOKS and book not in rules.books:
        return rules.refuse("no_such_capacity", f"there is no book {book!r}; there are {', '.join(rules.books)}, or *")
    there = rules.officials if book == ALL_BOOKS else (*rules.books[book], *rules.officials_of.get(book, ()))
    return rules.refuse("no_such_capacity", f"there is no {capacity!r} in {book}; there are {', '.join(there)}")

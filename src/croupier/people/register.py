"""What others ask the register: who a person is, whether they may act, and whether two acts were by two people.

Every two-person act in the house compares account names. That is enough because one human has one open account: names
differ by more than their spelling (lower case only), nobody is registered twice with the same papers, and an account that turns
out to be a person's second one is closed, loses its capacities and never acts again. For what was done before that was found out,
`humans` counts the people behind some names.
"""

from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter
from typing import Generic, TypeVar

from croupier.kernel.actors import HOUSE, PLAYER, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.roles import DEPUTY, ENTRANT
from croupier.people.state import Assignment, Dealing, People, PeopleRules, Person

T = TypeVar("T")


def account_of(state: People, person: str) -> str:
    """The open account of the person that account belongs or belonged to."""
    while (account := state.people.get(person)) is not None and account.duplicate_of:
        person = account.duplicate_of
    return person


def humans(state: People, people: Iterable[str]) -> set[str]:
    """The people behind some names, each once; the software is not one."""
    return {account_of(state, person) for person in people} - {HOUSE}


def two_people(state: People, one: str, other: str) -> bool:
    """Whether two acts were by two different people, whatever capacities and accounts they used."""
    return len(humans(state, (one, other))) == 2


def let_in(state: People, person: str, by: str) -> bool:
    """Whether another person gave someone their way in, and could therefore use it too: with their code, or through others."""
    seen, ahead = set[str](), [person]
    while ahead:
        if (account := state.people.get(ahead.pop())) is None:
            continue
        if any(account_of(state, inviter) == account_of(state, by) for inviter in account.let_in_by):
            return True
        ahead += [inviter for inviter in account.let_in_by if inviter not in seen]
        seen.update(account.let_in_by)
    return False


def let_in_by(state: People, person: str, by: str) -> tuple[str, ...]:
    """Who let a person in, once they use a code or a link. The maker replaces those before. A maker whom they
    let in themselves is only added: that does not undo what applied before.
    """
    before = state.people[person].let_in_by
    return (by, *(earlier for earlier in before if earlier != by)) if let_in(state, by, person) else (by,)


def known(rules: PeopleRules, state: People, person: str) -> Person | Refused:
    """A person whose account is open, locked or not."""
    account = state.people.get(person)
    if account is None:
        return rules.refuse("not_registered", f"nobody is registered as {person!r}")
    if account.duplicate_of:
        return rules.refuse("account_closed", f"{person} is closed; the account of that person is {account.duplicate_of}")
    return account


def may_act(rules: PeopleRules, state: People, said: Said, book: str = "") -> Refused | None:
    """Why a person may not act in that capacity: at the tables of a book, or anywhere. The table checks seats, and the tournament
    its deputies.
    """
    if said.capacity == HOUSE:
        return None
    account = known(rules, state, said.person)
    if isinstance(account, Refused):
        return account
    if said.seat or said.capacity in (PLAYER, ENTRANT, DEPUTY) or account.holds(str(said.capacity), book):
        return None
    where = f" in {book}" if book else ""
    return rules.refuse("capacity_not_held", f"{said.person} does not act as {said.role}{where}")


def deals(rules: PeopleRules, state: People, person: str, book: str) -> bool:
    """Whether a person has the rank that deals in a book, or one below it."""
    return any(role.book == book and rules.deals(role.capacity, book) for role in state.people[person].roles)


def authority(
    rules: PeopleRules, state: People, said: Said, at: Assignment, dealt: Dealing | None = None, *, players: bool = False
) -> Refused | None:
    """Why the register does not let a person act at a stream of a book: they lack that capacity there, or are excluded.

    At a table that is `dealt` in a known way, the dealer must be assigned to it if that is required, and a `players` act
    is entered for them only if a person deals. The stream decides what else the capacity allows.
    """
    book = at.book
    if said.capacity == HOUSE:
        return None
    there = book if book in rules.books else ""  # streams of the whole house are for the ranks of all books
    refusal = may_act(rules, state, said, there)
    if refusal is None:
        refusal = excluded(rules, state, said.person, said.at)
    if refusal is not None or dealt is None or not there:
        return refusal
    deals = rules.deals(said.capacity, book)
    if deals and dealt.assigned and at not in state.people[said.person].assigned:
        return rules.refuse("not_assigned", f"{said.person} is not assigned to {at.table}")
    if players and not dealt.live and (deals or rules.supervises(said.capacity, book)):
        return rules.refuse("spoken_to_dealer", f"only the player may do that, not {said} for them")
    return None


def in_charge(state: People, at: int) -> list[str]:
    """The administrators who are not excluded, now or later. One without a password counts only if none has one."""
    able = [
        person
        for person in state.administrators
        if state.people[person].excluded_until <= at and all(ban.over(at) for ban in state.people[person].exclusions)
    ]
    return [person for person in able if state.people[person].has_password] or able


class AsOf(Generic[T]):
    """Everyone, or every table, as the register had them after a number of entries; `know` gets each entry in turn."""

    def __init__(self) -> None:
        self._known: dict[str, list[tuple[int, T]]] = {}
        self.number = 0

    def know(self, number: int, name: str, value: T) -> None:
        self._known.setdefault(name, []).append((number, value))

    def get(self, name: str) -> T | None:
        there = self._known.get(name, [])
        at = bisect_right(there, self.number, key=itemgetter(0))
        return there[at - 1][1] if at else None

    __getitem__ = get


def kept_away(rules: PeopleRules, state: People, person: str, at: int) -> Refused | None:
    """Why a person may have no session with the house at a moment: the account is closed, or they are excluded."""
    account = known(rules, state, person)
    return account if isinstance(account, Refused) else excluded(rules, state, person, at)


def excluded(rules: PeopleRules, state: People, person: str, at: int) -> Refused | None:
    """Why a person is excluded from the whole house at a moment; None if they are not."""
    account = state.people.get(account_of(state, person))
    if account is None:
        return None
    if at < account.excluded_until:
        return rules.no("self_excluded", "until", person=person, until=account.excluded_until)
    for exclusion in account.exclusions:
        if exclusion.holds(at):
            return rules.no("person_excluded", "until", person=person, ends=exclusion.ends)
    return None

"""What a person may do by the register of people and the cage: asked before chips are sold, before they go to a table, and
before a wager. Each answer is a refusal with its reason and clauses, or None.

    may_play(people, cage, person, at)            to wager: registered, not excluded, and time left for today
    may_buy(people, cage, person, amount, at)     chips at the cage: the limits on what is bought
    may_stake(people, cage, person, amount, at)   to take chips to a table or into a tournament: the limits on losses
    time_left(people, cage, person, at)           seconds until the time for today is over, None without a limit
    next_reminder(people, cage, person, at)       the next reminder of time and result, None while they do not play
    last_reminder(people, cage, person, at)       when the last reminder was due

A limit on losses covers what can be lost: what was lost in its days, and all that was brought to tables and
into tournaments and may still be lost. What a person has with a closed second account counts as theirs.
"""

from collections.abc import Iterator

from croupier.cage.state import Cage, Patron, Played
from croupier.kernel.decisions import Refused
from croupier.people.register import excluded, known
from croupier.people.state import LIMITS, Person
from croupier.tables.people_stream import PeopleStream


def may_play(people: PeopleStream, cage: Cage, person: str, at: int) -> Refused | None:
    """Why a person may not sit down or wager at this moment; a hand in play is played to its end."""
    if (refusal := may_enter(people, person, at)) is not None:
        return refusal
    if (left := time_left(people, cage, person, at)) is not None and left <= 0:
        return people.rules.no("time_limit", "person", person=person)
    return None


def may_enter(people: PeopleStream, person: str, at: int) -> Refused | None:
    """Why a person may not be in the house at this moment: they are unknown, or excluded."""
    account = known(people.rules, people.state, person)
    return account if isinstance(account, Refused) else excluded(people.rules, people.state, person, at)


def may_buy(people: PeopleStream, cage: Cage, person: str, amount: int, at: int) -> Refused | None:
    """Why a person may not buy this much in chips."""
    if (refusal := may_enter(people, person, at)) is not None:
        return refusal
    for limit, each, played in _limits(people, cage, person, "deposit", at):
        if played.bought + amount > limit:
            return people.rules.no("deposit_limit", "reached", person=person, bought=played.bought, limit=limit, each=each)
    return None


def may_stake(people: PeopleStream, cage: Cage, person: str, amount: int, at: int) -> Refused | None:
    """Why a person may not take this much to a table, or into a tournament."""
    if (refusal := may_enter(people, person, at)) is not None:
        return refusal
    account = people.state.people[person]
    risked = sum(patron.at_stake for patron in _patrons(cage, person, account)) + amount
    for limit, each, played in _limits(people, cage, person, "loss", at):
        if risked - played.result > limit:
            lost = -played.result
            return people.rules.no("loss_limit", "reached", person=person, limit=limit, each=each, lost=lost, risked=risked)
    return None


def time_left(people: PeopleStream, cage: Cage, person: str, at: int) -> int | None:
    """For how many seconds a person may play on this day; None without a limit."""
    account = people.state.people.get(person)
    limit = account.limit("time day", at) if account is not None else None
    if account is None or limit is None:
        return None
    return limit - _played(cage, person, account, 1, at).seconds


def next_reminder(people: PeopleStream, cage: Cage, person: str, at: int) -> int | None:
    """The next moment after this one at which a player is reminded of time and result."""
    account, since = people.state.people.get(person), cage.patron(person).since
    if account is None or since < 0:
        return None
    every = _every(people, account)
    return since + ((at - since) // every + 1) * every


def last_reminder(people: PeopleStream, cage: Cage, person: str, at: int) -> int | None:
    """The latest moment, up to this one, at which a player's reminder was due; None if there was none yet."""
    since, coming = cage.patron(person).since, next_reminder(people, cage, person, at)
    if coming is None:
        return None
    due = coming - _every(people, people.state.people[person])
    return due if due > since else None


def _every(people: PeopleStream, account: Person) -> int:
    """The time between a person's reminders, in seconds."""
    return 60 * (account.reminder or people.rules.number("reminder_every"))


def _patrons(cage: Cage, person: str, account: Person) -> list[Patron]:
    return [cage.patron(duplicate) for duplicate in (person, *account.duplicates)]


def _played(cage: Cage, person: str, account: Person, days: int, at: int) -> Played:
    total = Played()
    for patron in _patrons(cage, person, account):
        total = total.plus(patron.in_days(days, at))
    return total


def _limits(people: PeopleStream, cage: Cage, person: str, what: str, at: int) -> Iterator[tuple[int, str, Played]]:
    """A person's limits of one kind, each with its period and what was played in it."""
    account = people.state.people[person]
    days = {"day": 1, "week": people.rules.number("limit_week"), "month": people.rules.number("limit_month")}
    for name in LIMITS:
        kind, period = name.split()
        if kind == what and (limit := account.limit(name, at)) is not None:
            yield limit, period, _played(cage, person, account, days[period], at)

"""The register of people after its events, and the house's procedures for it.

Like a poker table it changes in place, because a house has many people; only events change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec.structs import replace

from croupier.kernel.changing import Changing
from croupier.kernel.grounds import grounds_of
from croupier.kernel.roles import ADMINISTRATOR, HouseRules

GROUNDS = grounds_of("croupier.people")

ALL_BOOKS = "*"
"""Where an official acts who does not belong to a single book."""
ALL_TABLES = "*"
"""Every table without a setting of its own."""

MOST_PASSKEYS = 10
"""How many passkeys one person may have: enough for every device, but not unlimited."""

LimitName = Literal["deposit day", "deposit week", "deposit month", "loss day", "loss week", "loss month", "time day"]
LIMITS: tuple[LimitName, ...] = get_args(LimitName)


class PeopleRules(HouseRules, frozen=True, kw_only=True):
    """The house's procedures for people: `officials` are those that any house has, `officials_of` a book's own.

    `taken` are the ranks that nobody may have as a name: those of the books included in the software, since another house may add
    other books to the same record.
    """

    declared = GROUNDS

    officials_of: Mapping[str, tuple[str, ...]]
    taken: frozenset[str]

    def capacity(self, book: str, wanted: str) -> str:
        """A capacity as it is spelled: a rank or an official of that book, or an official of the house; empty if there is none.

        An administrator of the register is one for the whole house, and a rank always belongs to one book.
        """
        known = self.officials
        if book != ALL_BOOKS:
            own = (*self.books.get(book, ()), *self.officials_of.get(book, ()))
            known = (*own, *(name for name in known if name != ADMINISTRATOR)) if book in self.books else ()
        return next((name for name in known if name.casefold() == wanted.casefold()), "")


class Role(NamedTuple):
    """A capacity in which a person may act, at the tables of one book or everywhere."""

    book: str
    capacity: str


class Assignment(NamedTuple):
    """A table where a person deals, and its book."""

    book: str
    table: str


class Dealing(NamedTuple):
    """How a table is dealt: whether by a person, and whether dealers must be assigned to it."""

    live: bool = False
    assigned: bool = True


class Exclusion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person is excluded: since when, until when (0: until it is lifted), why, and by whom in which capacity."""

    number: int
    reason: str
    by: str
    capacity: str
    begins: int
    ends: int = 0

    def holds(self, at: int) -> bool:
        return self.begins <= at and not self.over(at)

    def over(self, at: int) -> bool:
        return bool(self.ends) and at >= self.ends


class Invitation(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a link opens until a moment, and who made it: a new account, with a role or none, or the account of a `person`."""

    by: str
    until: int
    person: str = ""
    book: str = ""
    capacity: str = ""


class Limit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A limit (None: there is none), and the higher one that was requested and applies from `due` on, if any."""

    amount: int | None
    asked: int | None = None
    due: int = -1

    def at(self, at: int) -> int | None:
        """The limit that applies at a moment."""
        return self.asked if self.waits and at >= self.due else self.amount

    @property
    def waits(self) -> bool:
        return self.due >= 0

    def stricter(self, other: Limit, at: int) -> Limit:
        """The lower of two, without anything that was requested."""
        known = [amount for amount in (self.at(at), other.at(at)) if amount is not None]
        return Limit(min(known, default=None))


class Person(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A registered person. `excluded_until` is the end of a self-exclusion, `reminder` in minutes (0: the house's).

    Nobody can sign in to a `locked` account with a password alone; open sessions go on. Until `code_until` a recovery
    code is valid, which `code_by` has issued; `let_in_by` are those whose code or link they used. `failed_from` are sources of
    wrong passwords, `step` that of the second factor's last code, `passkeys` how often each says it was used. An account
    that is the `duplicate_of` another is closed for good; `duplicates` are the closed accounts of this person.
    """

    name: str = ""
    identity: str = ""
    roles: tuple[Role, ...] = ()
    assigned: tuple[Assignment, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    exclusions_made: int = 0
    excluded_until: int = 0
    limits: dict[LimitName, Limit] = {}
    reminder: int = 0
    failures: int = 0
    failed_from: tuple[str, ...] = ()
    locked: bool = False
    code_until: int = -1
    code_by: str = ""
    let_in_by: tuple[str, ...] = ()
    has_password: bool = False
    second_factor: bool = False
    step: int = 0
    passkeys: dict[str, int] = {}
    duplicate_of: str = ""
    duplicates: tuple[str, ...] = ()

    @property
    def asked_for_more(self) -> bool:
        """Whether a password alone is not enough, because they have a second factor of either kind."""
        return self.second_factor or bool(self.passkeys)

    def holds(self, capacity: str, book: str = "") -> bool:
        """Whether a person has a capacity: anywhere, or at the tables of a book."""
        wanted = capacity.casefold()
        held = (role for role in self.roles if role.capacity.casefold() == wanted)
        return any(role.book == ALL_BOOKS or book in ("", role.book) for role in held)

    def limit(self, name: LimitName, at: int) -> int | None:
        """A person's limit at a moment, if they have one."""
        known = self.limits.get(name)
        return known.at(at) if known is not None else None


class People(Changing):
    """Everyone who is registered, by the name of their account, how the tables are dealt that they act at, and invitations by
    the digest of their link.
    """

    people: dict[str, Person] = msgspec.field(default_factory=dict)
    dealing: dict[str, Dealing] = msgspec.field(default_factory=dict)
    invitations: dict[str, Invitation] = msgspec.field(default_factory=dict)

    def dealt(self, table: str) -> Dealing | None:
        """How a table is dealt; None if that is not on record, as in older houses."""
        return self.dealing.get(table) or self.dealing.get(ALL_TABLES)

    def dealers(self, table: str) -> list[str]:
        """Who is assigned to a table, by the names of their accounts."""
        return [person for person, one in self.people.items() if any(assignment.table == table for assignment in one.assigned)]

    @property
    def administrators(self) -> list[str]:
        return [person for person, account in self.people.items() if account.roles and account.holds(ADMINISTRATOR)]

    def change(self, person: str, **facts: object) -> None:
        self.people[person] = replace(self.people[person], **facts)

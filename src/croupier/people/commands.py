"""Everything that somebody can ask of the register of people. Who plays speaks for themselves, as a `player`."""

from __future__ import annotations

from croupier.kernel.events import Command, PersonsCommand
from croupier.people.state import LimitName


class RegisterPerson(PersonsCommand, frozen=True, kw_only=True):
    """Open an account: `person` is its name in every record, `name` the one that is shown.

    `identity` stands for the papers that were looked at, as a digest: nobody has two accounts on the same.
    """

    name: str
    identity: str = ""


class CloseDuplicate(PersonsCommand, frozen=True, kw_only=True):
    """Close an account whose owner has another one; what holds of it holds of the other from now on."""

    same_as: str
    reason: str


# Capacities


class GrantRole(PersonsCommand, frozen=True, kw_only=True):
    """Let somebody act as a rank of a book, or as an official, of one book or (`*`) of the whole house."""

    book: str
    capacity: str


class RevokeRole(PersonsCommand, frozen=True, kw_only=True):
    book: str
    capacity: str


class AssignDealer(PersonsCommand, frozen=True, kw_only=True):
    """Let somebody who deals by a book do so at a table of it; without that they act at none."""

    book: str
    table: str


class EndAssignment(PersonsCommand, frozen=True, kw_only=True):
    book: str
    table: str


# Exclusion


class ExcludePerson(PersonsCommand, frozen=True, kw_only=True):
    """Keep somebody out of the house: from now on or from `begins`, to `ends` or, with none said, until it is lifted."""

    reason: str
    begins: int = 0
    ends: int = 0


class LiftExclusion(PersonsCommand, frozen=True, kw_only=True):
    number: int
    reason: str


class ExcludeMyself(Command, frozen=True, kw_only=True):
    """Keep oneself out of the house until some time; said again, for longer."""

    ends: int


# Limits


class SetLimit(Command, frozen=True, kw_only=True):
    """The most that one wants to buy, lose (cents) or play (seconds) in a day, a week or a month."""

    limit: LimitName
    amount: int


class RemoveLimit(Command, frozen=True, kw_only=True):
    limit: LimitName


class CancelRaise(Command, frozen=True, kw_only=True):
    """Leave a limit as it is, while a higher one is waited for."""

    limit: LimitName


class SetReminder(Command, frozen=True, kw_only=True):
    """How many minutes of play it takes to be reminded of time and result."""

    minutes: int


# Accounts


class NoteFailedLogin(PersonsCommand, frozen=True, kw_only=True):
    """Somebody failed to sign in. `source` stands for where it came from, as a keyed digest: each counts once."""

    source: str = ""


class NoteLogin(PersonsCommand, frozen=True, kw_only=True):
    """Somebody got in: failures before that do not count any more. `step` is that of the second factor's code, good for once."""

    step: int = 0


class SetSecondFactor(PersonsCommand, frozen=True, kw_only=True):
    """Ask somebody for a second factor when they sign in, or no longer; the secret itself is nowhere on record."""

    on: bool


class NotePasswordChange(Command, frozen=True, kw_only=True):
    person: str


class IssueRecoveryCode(PersonsCommand, frozen=True, kw_only=True):
    """Let somebody set a new password with a code that is good for once; the code itself is nowhere on record."""


class UnlockAccount(PersonsCommand, frozen=True, kw_only=True):
    """Let somebody sign in again whose account needs it; with a `code`, it is the software that was shown it."""

    code: bool = False

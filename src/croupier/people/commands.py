"""Everything that somebody can ask of the register of people. Who plays speaks for themselves, as a `player`."""

from croupier.kernel.actors import HOUSE, PLAYER
from croupier.kernel.events import Command, PersonsCommand
from croupier.kernel.roles import ADMINISTRATOR, CASHIER, SECURITY, SUPERVISOR
from croupier.people.state import LimitName

THEMSELVES = (PLAYER,)


class RegisterPerson(
    PersonsCommand,
    line="register {person} as {name}[, papers {identity:word}]",
    by=(ADMINISTRATOR, CASHIER, HOUSE),
    ground="person_registered",
):
    """Open an account: `person` is its name in every record, `name` the one that is shown.

    `identity` stands for the papers that were looked at, as a digest: nobody has two accounts on the same.
    """

    name: str
    identity: str = ""


class RenamePerson(PersonsCommand, line="rename {person} to {name}", by=(ADMINISTRATOR, CASHIER), ground="person_registered"):
    """Show another name for an account, which keeps its own name in every record."""

    name: str


class MakeInvitation(
    Command,
    line="invite by {invitation:word}[ account {person:word}][ as {capacity} in {book}]",
    by=(ADMINISTRATOR, CASHIER),
    ground="invitation_made",
):
    """Let anyone who has a link open an account once: with a role, or without one as a player. With `person` the link is the
    first way in to an account that is registered already. `invitation` is the digest of the link, which is nowhere on record.
    """

    invitation: str
    person: str = ""
    book: str = ""
    capacity: str = ""


class WithdrawInvitation(
    Command, line="withdraw invitation {invitation:word}", by=(ADMINISTRATOR, CASHIER), ground="invitation_withdrawn"
):
    invitation: str


class AcceptInvitation(
    Command, line="{person} accepts invitation {invitation:word}[ as {name}]", by=(HOUSE,), ground="invitation_accepted"
):
    """Somebody has used the link of an invitation."""

    invitation: str
    person: str
    name: str = ""


class CloseDuplicate(
    PersonsCommand,
    line="close {person} as another account of {same_as}: {reason}",
    by=(ADMINISTRATOR, SECURITY),
    ground="duplicate_closed",
):
    """Close an account whose owner has another one; what holds of it holds of the other from now on."""

    same_as: str
    reason: str


# Capacities


class GrantRole(PersonsCommand, line="grant {person}: {capacity} in {book}", by=(ADMINISTRATOR, HOUSE), ground="role_granted"):
    """Let somebody act as a rank of a book, or as an official, of one book or (`*`) of the whole house."""

    book: str
    capacity: str


class RevokeRole(PersonsCommand, line="revoke {person}: {capacity} in {book}", by=(ADMINISTRATOR), ground="role_revoked"):
    book: str
    capacity: str


class AssignDealer(PersonsCommand, line="assign {person} to {table} in {book}", by=(SUPERVISOR), ground="dealer_assigned"):
    """Let somebody who deals by a book do so at a table of it; without that they act at none."""

    book: str
    table: str


class EndAssignment(PersonsCommand, line="take {person} off {table} in {book}", by=(SUPERVISOR), ground="dealer_assigned"):
    book: str
    table: str


class SettleDealing(
    Command, line="deal at {table}: live {live:on}, assigned {assigned:on}", by=(HOUSE,), ground="dealer_assigned"
):
    """How a table is dealt, or (`*`) every table of which nothing else is said: whether by a person, and whether dealers have
    to be assigned to it.
    """

    table: str
    live: bool
    assigned: bool


# Exclusion


class ExcludePerson(
    PersonsCommand,
    line="exclude {person}[ from {begins}][ to {ends}]: {reason}",
    by=(SUPERVISOR, SECURITY),
    ground="person_excluded",
):
    """Keep somebody out of the house: from now on or from `begins`, to `ends` or, with none said, until it is lifted."""

    reason: str
    begins: int = 0
    ends: int = 0


class LiftExclusion(
    PersonsCommand,
    line="lift exclusion {number} of {person}: {reason}",
    by=(ADMINISTRATOR, SUPERVISOR, HOUSE),
    ground="exclusion_lifted",
):
    number: int
    reason: str


class ExcludeMyself(Command, line="keep me out to {ends}", by=THEMSELVES, ground="self_excluded"):
    """Keep oneself out of the house until some time; said again, for longer."""

    ends: int


# Limits


class SetLimit(
    Command, line=("limit {limit=time day} {amount}", "limit {limit:sum} {amount:$}"), by=THEMSELVES, ground="limit_lowered"
):
    """The most that one wants to buy, lose (cents) or play (seconds) in a day, a week or a month."""

    limit: LimitName
    amount: int


class RemoveLimit(Command, line="no limit {limit}", by=THEMSELVES, ground="limit_raise_waits"):
    limit: LimitName


class CancelRaise(Command, line="keep limit {limit}", by=THEMSELVES, ground="limit_raise_waits"):
    """Leave a limit as it is, while a higher one is waited for."""

    limit: LimitName


class SetReminder(Command, line="remind me after {minutes} minutes", by=THEMSELVES, ground="reminder_set"):
    """How many minutes of play it takes to be reminded of time and result."""

    minutes: int


# Accounts


class NoteFailedLogin(PersonsCommand, line="failed login {person}[ from {source:word}]", by=(HOUSE), ground="login_failed"):
    """Somebody failed to sign in. `source` stands for where it came from, as a keyed digest: each counts once."""

    source: str = ""


class NoteLogin(
    PersonsCommand,
    line="login {person}[ with step {step}][ with passkey {passkey:word}][ used {count}]",
    by=(HOUSE,),
    ground="login_noted",
):
    """Somebody got in: failures before that do not count any more. `step` is that of the second factor's code, good for once;
    `count` is how often their `passkey` says it was used.
    """

    step: int = 0
    passkey: str = ""
    count: int = 0


class SetSecondFactor(
    PersonsCommand, line="second factor of {person} {on}", by=(ADMINISTRATOR, HOUSE), ground="second_factor_set"
):
    """Ask somebody for a code when they sign in, or no longer; the secret itself is nowhere on record. An administrator takes
    away everything that they are asked for beside their password, passkeys too.
    """

    on: bool


class SetPasskey(PersonsCommand, line="passkey {key:word} of {person} {on}", by=(HOUSE,), ground="second_factor_set"):
    """Let somebody sign in with a passkey, or no longer. `key` is a digest of its id; the passkey itself is nowhere on record."""

    key: str
    on: bool


class NotePasswordChange(PersonsCommand, line="new password {person}", by=(HOUSE,), ground="password_changed"):
    pass


class IssueRecoveryCode(PersonsCommand, line="recovery code for {person}", by=(ADMINISTRATOR, HOUSE), ground="code_issued"):
    """Let somebody set a new password with a code that is good for once; the code itself is nowhere on record."""


class UnlockAccount(
    PersonsCommand, line="unlock {person}[ by code{=code}]", by=(ADMINISTRATOR, SUPERVISOR, HOUSE), ground="account_unlocked"
):
    """Let somebody sign in again whose account needs it; with a `code`, it is the software that was shown it."""

    code: bool = False

"""Every command to the register of people. Players act for themselves, as a `player`."""

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
    """Open an account: `person` is its name in every record, `name` the one on display.

    `identity` is a digest of the papers that were checked: nobody may have two accounts with the same papers.
    """

    name: str
    identity: str = ""


class RenamePerson(PersonsCommand, line="rename {person} to {name}", by=(ADMINISTRATOR, CASHIER), ground="person_registered"):
    """Display another name for an account, which keeps its own name in every record."""

    name: str


class MakeInvitation(
    Command,
    line="invite by {invitation:word}[ account {person:word}][ as {capacity} in {book}]",
    by=(ADMINISTRATOR, CASHIER),
    ground="invitation_made",
):
    """Let the holder of a link open an account once: with a role, or without one as a player. With `person` the link is the
    first sign-in to an account that already exists. `invitation` is the digest of the link, which is recorded nowhere.
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
    """A person has used the link of an invitation."""

    invitation: str
    person: str
    name: str = ""


class CloseDuplicate(
    PersonsCommand,
    line="close {person} as another account of {same_as}: {reason}",
    by=(ADMINISTRATOR, SECURITY),
    ground="duplicate_closed",
):
    """Close an account whose owner has another one; from now on what applies to it applies to the other."""

    same_as: str
    reason: str


# Capacities


class GrantRole(PersonsCommand, line="grant {person}: {capacity} in {book}", by=(ADMINISTRATOR, HOUSE), ground="role_granted"):
    """Let a person act as a rank of a book, or as an official, of one book or (`*`) of the whole house."""

    book: str
    capacity: str


class RevokeRole(PersonsCommand, line="revoke {person}: {capacity} in {book}", by=(ADMINISTRATOR), ground="role_revoked"):
    book: str
    capacity: str


class AssignDealer(PersonsCommand, line="assign {person} to {table} in {book}", by=(SUPERVISOR), ground="dealer_assigned"):
    """Let a person who deals by a book deal at one of its tables; otherwise they act at none."""

    book: str
    table: str


class EndAssignment(PersonsCommand, line="take {person} off {table} in {book}", by=(SUPERVISOR), ground="dealer_assigned"):
    book: str
    table: str


class SettleDealing(
    Command, line="deal at {table}: live {live:on}, assigned {assigned:on}", by=(HOUSE,), ground="dealer_assigned"
):
    """How a table is dealt, or (`*`) every table without a setting of its own: whether by a person, and whether dealers must
    be assigned to it.
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
    """Keep a person out of the house: from now on or from `begins`, to `ends` or, if none is given, until it is lifted."""

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
    """Exclude yourself from the house until a time; given again, only for longer."""

    ends: int


# Limits


class SetLimit(
    Command, line=("limit {limit=time day} {amount}", "limit {limit:sum} {amount:$}"), by=THEMSELVES, ground="limit_lowered"
):
    """The most that a person wants to buy, lose (cents) or play (seconds) in a day, a week or a month."""

    limit: LimitName
    amount: int


class RemoveLimit(Command, line="no limit {limit}", by=THEMSELVES, ground="limit_raise_waits"):
    limit: LimitName


class CancelRaise(Command, line="keep limit {limit}", by=THEMSELVES, ground="limit_raise_waits"):
    """Keep a limit unchanged, cancelling a higher one that is still waiting."""

    limit: LimitName


class SetReminder(Command, line="remind me after {minutes} minutes", by=THEMSELVES, ground="reminder_set"):
    """After how many minutes of play to be reminded of time and result."""

    minutes: int


# Accounts


class NoteFailedLogin(PersonsCommand, line="failed login {person}[ from {source:word}]", by=(HOUSE), ground="login_failed"):
    """A person failed to sign in. `source` is where it came from, as a keyed digest: each counts once."""

    source: str = ""


class NoteLogin(
    PersonsCommand,
    line="login {person}[ with step {step}][ with passkey {passkey:word}][ used {count}]",
    by=(HOUSE,),
    ground="login_noted",
):
    """A person signed in: earlier failures no longer count. `step` is that of the second factor's code, valid once;
    `count` is how often their `passkey` says it was used.
    """

    step: int = 0
    passkey: str = ""
    count: int = 0


class SetSecondFactor(
    PersonsCommand, line="second factor of {person} {on}", by=(ADMINISTRATOR, HOUSE), ground="second_factor_set"
):
    """Ask a person for a code when they sign in, or stop asking; the secret itself is recorded nowhere. An administrator removes
    everything that they are asked for besides their password, including passkeys.
    """

    on: bool


class SetPasskey(PersonsCommand, line="passkey {key:word} of {person} {on}", by=(HOUSE,), ground="second_factor_set"):
    """Let a person sign in with a passkey, or stop it. `key` is a digest of its id; the passkey itself is recorded nowhere."""

    key: str
    on: bool


class NotePasswordChange(PersonsCommand, line="new password {person}", by=(HOUSE,), ground="password_changed"):
    pass


class IssueRecoveryCode(PersonsCommand, line="recovery code for {person}", by=(ADMINISTRATOR, HOUSE), ground="code_issued"):
    """Let a person set a new password with a code that is valid once; the code itself is recorded nowhere."""


class UnlockAccount(
    PersonsCommand, line="unlock {person}[ by code{=code}]", by=(ADMINISTRATOR, SUPERVISOR, HOUSE), ground="account_unlocked"
):
    """Let a person sign in again whose account needs it; with a `code`, the software was shown it."""

    code: bool = False

"""Getting in: failures that lock an account, and the ways back. What was typed is nowhere on record."""

from __future__ import annotations

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.house import ADMINISTRATOR, SUPERVISOR
from croupier.people.commands import (
    IssueRecoveryCode,
    NoteFailedLogin,
    NoteLogin,
    NotePasswordChange,
    UnlockAccount,
)
from croupier.people.events import (
    AccountLocked,
    AccountUnlocked,
    LoginFailed,
    LoginNoted,
    PasswordChanged,
    RecoveryCodeIssued,
)
from croupier.people.limits import HOUR
from croupier.people.register import known, two_people
from croupier.people.state import People, PeopleRules


def note_failed_login(rules: PeopleRules, state: People, command: NoteFailedLogin, said: Said) -> Decision:
    one = known(rules, state, command.person)
    if isinstance(one, Refused):
        return one
    if one.locked:
        return rules.refuse("account_locked")
    failures = one.failures + 1
    found: list[Event] = [LoginFailed(person=command.person, failures=failures, clauses=rules.cite("login_failed"))]
    if failures >= rules.number("failures_to_lock"):
        found.append(AccountLocked(person=command.person, clauses=rules.cite("locked_after_failures")))
    return Accepted(tuple(found))


def note_login(rules: PeopleRules, state: People, command: NoteLogin, said: Said) -> Decision:
    one = known(rules, state, command.person)
    if isinstance(one, Refused):
        return one
    if one.locked:
        return rules.refuse("account_locked")
    if not one.failures:
        return rules.refuse("no_failures")
    return Accepted((LoginNoted(person=command.person, clauses=rules.cite("login_noted")),))


def note_password_change(rules: PeopleRules, state: People, command: NotePasswordChange, said: Said) -> Decision:
    if isinstance(one := known(rules, state, command.person), Refused):
        return one
    return Accepted((PasswordChanged(person=command.person, clauses=rules.cite("password_changed")),))


def issue_recovery_code(rules: PeopleRules, state: People, command: IssueRecoveryCode, said: Said) -> Decision:
    if isinstance(one := known(rules, state, command.person), Refused):
        return one
    if said.capacity != HOUSE and not two_people(state, said.person, command.person):
        return rules.refuse("own_role", "nobody issues a code for their own account")
    until = said.at + rules.number("recovery_code_lasts") * HOUR
    return Accepted((RecoveryCodeIssued(person=command.person, until=until, clauses=rules.cite("code_issued")),))


def unlock_account(rules: PeopleRules, state: People, command: UnlockAccount, said: Said) -> Decision:
    """By a code that the software was shown, or by an administrator or supervisor."""
    wanted = (HOUSE,) if command.code else (ADMINISTRATOR, SUPERVISOR)
    if (refusal := rules.not_for(said, wanted, rules.cite("account_unlocked"))) is not None:
        return refusal
    one = known(rules, state, command.person)
    if isinstance(one, Refused):
        return one
    if not one.locked:
        return rules.refuse("account_not_locked")
    if command.code and said.at >= one.code_until:
        return rules.refuse("no_code")
    unlocked = AccountUnlocked(person=command.person, code=command.code, clauses=rules.cite("account_unlocked"))
    return Accepted((unlocked,))

"""Signing in: failures after which a password alone is not enough, and the ways back. What was typed is recorded nowhere."""

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.roles import ADMINISTRATOR, SUPERVISOR
from croupier.people import commands, events
from croupier.people.register import two_people
from croupier.people.state import MOST_PASSKEYS, People, PeopleRules


def note_failed_login(rules: PeopleRules, state: People, command: commands.NoteFailedLogin, said: Said) -> Decision:
    """Each source counts once: a person who tries again from there has to wait, but the account is not affected further."""
    account = state.people[command.person]
    if account.locked:
        return rules.refuse("account_locked")
    if command.source in account.failed_from:
        return rules.refuse("login_failed", "that source has already failed, and counts once")
    failures = account.failures + 1
    failed = rules.event(events.LoginFailed, command, failures=failures)
    if failures < rules.number("failures_to_lock"):
        return Accepted((failed,))
    return Accepted((failed, rules.event(events.AccountLocked, command, "locked_after_failures")))


def note_login(rules: PeopleRules, state: People, command: commands.NoteLogin, said: Said) -> Decision:
    account = state.people[command.person]
    if command.step and (not account.second_factor or command.step <= account.step):
        return rules.refuse("code_used")
    before = account.passkeys.get(command.passkey)
    if command.passkey and (before is None or command.count < before or command.count == before > 0):
        return rules.refuse("code_used", "that passkey is not known, or it was used more often before")
    more = bool(command.step or command.passkey)
    if account.locked and not more:
        return rules.refuse("account_locked")
    if not account.failures and not more:
        return rules.refuse("no_failures")
    return rules.accept(events.LoginNoted, command)


def set_second_factor(rules: PeopleRules, state: People, command: commands.SetSecondFactor, said: Said) -> Decision:
    """By the software, which was shown a code; an administrator can only remove it, for another person who lost the device. So
    can the software at its console: codes first, then passkeys, which their owner removes one by one.
    """
    account, person = state.people[command.person], command.person
    if said.capacity != HOUSE and (command.on or not two_people(state, said.person, person)):
        return rules.refuse("own_role", "a second factor is set up by its owner and removed by someone else")
    lost = account.passkeys if said.capacity != HOUSE or not (command.on or account.second_factor) else {}
    if account.second_factor == command.on and not lost:
        return rules.refuse("second_factor_set", f"{person} has {'one' if command.on else 'none'} already")
    switched = [rules.event(events.SecondFactorSet, command)] if account.second_factor != command.on else []
    return Accepted((*switched, *(rules.event(events.PasskeySet, command, key=key, on=False) for key in lost)))


def set_passkey(rules: PeopleRules, state: People, command: commands.SetPasskey, said: Said) -> Decision:
    """By the software, after the owner showed the passkey, or asked to remove it."""
    account = state.people[command.person]
    if (command.key in account.passkeys) == command.on:
        known = "already has" if command.on else "does not have"
        return rules.refuse("second_factor_set", f"{command.person} {known} that passkey")
    if command.on and len(account.passkeys) >= MOST_PASSKEYS:
        return rules.refuse("second_factor_set", f"nobody has more than {MOST_PASSKEYS} passkeys: remove one first")
    return rules.accept(events.PasskeySet, command)


def note_password_change(rules: PeopleRules, state: People, command: commands.NotePasswordChange, said: Said) -> Decision:
    return rules.accept(events.PasswordChanged, command)


def issue_recovery_code(rules: PeopleRules, state: People, command: commands.IssueRecoveryCode, said: Said) -> Decision:
    if said.capacity != HOUSE and not two_people(state, said.person, command.person):
        return rules.refuse("own_role", "nobody may issue a code for their own account")
    until = said.at + rules.number("recovery_code_lasts") * 60
    return rules.accept(events.RecoveryCodeIssued, command, until=until, by=said.person)


def unlock_account(rules: PeopleRules, state: People, command: commands.UnlockAccount, said: Said) -> Decision:
    """With a code that the software was shown, which is used up whether the account was locked or not, or by an administrator or
    supervisor.
    """
    wanted = (HOUSE,) if command.code else (ADMINISTRATOR, SUPERVISOR)
    if (refusal := rules.not_for(said, wanted, rules.cite("account_unlocked"))) is not None:
        return refusal
    account = state.people[command.person]
    if not account.locked and not command.code:
        return rules.refuse("account_not_locked")
    if command.code and said.at >= account.code_until:
        return rules.refuse("no_code")
    return rules.accept(events.AccountUnlocked, command)

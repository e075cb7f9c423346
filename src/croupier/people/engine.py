"""Deciding what is asked of the register of people: whether whoever asks has the capacity, and what then is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.kernel.actors import HOUSE, Capacity, Said, Viewer
from croupier.kernel.decisions import Decision
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, Event
from croupier.kernel.house import ADMINISTRATOR, CASHIER, PLAYER, SECURITY, SUPERVISOR, Confidential, Hidden
from croupier.kernel.streams import Engine
from croupier.people import commands, events, exclusions, limits, logins, registering
from croupier.people.register import may_act
from croupier.people.state import People, PeopleRules, Person
from croupier.people.telling import tell


class _Act(NamedTuple):
    """How a command is decided, in which capacities it may be given, and the ground that says so."""

    decide: Callable[[PeopleRules, People, Any, Said], Decision]
    by: tuple[str, ...]
    ground: str


_THEMSELVES = (PLAYER,)
_ACTS: dict[type[Command], _Act] = {
    commands.RegisterPerson: _Act(registering.register_person, (ADMINISTRATOR, CASHIER, HOUSE), "person_registered"),
    commands.CloseDuplicate: _Act(registering.close_duplicate, (ADMINISTRATOR, SECURITY), "duplicate_closed"),
    commands.GrantRole: _Act(registering.grant_role, (ADMINISTRATOR, HOUSE), "role_granted"),
    commands.RevokeRole: _Act(registering.revoke_role, (ADMINISTRATOR,), "role_revoked"),
    commands.AssignDealer: _Act(registering.assign_dealer, (SUPERVISOR,), "dealer_assigned"),
    commands.EndAssignment: _Act(registering.end_assignment, (SUPERVISOR,), "dealer_assigned"),
    commands.ExcludePerson: _Act(exclusions.exclude_person, (SUPERVISOR, SECURITY), "person_excluded"),
    commands.LiftExclusion: _Act(exclusions.lift_exclusion, (ADMINISTRATOR, SUPERVISOR), "exclusion_lifted"),
    commands.ExcludeMyself: _Act(exclusions.exclude_myself, _THEMSELVES, "self_excluded"),
    commands.SetLimit: _Act(limits.set_limit, _THEMSELVES, "limit_lowered"),
    commands.RemoveLimit: _Act(limits.remove_limit, _THEMSELVES, "limit_raise_waits"),
    commands.CancelRaise: _Act(limits.cancel_raise, _THEMSELVES, "limit_raise_waits"),
    commands.SetReminder: _Act(limits.set_reminder, _THEMSELVES, "reminder_set"),
    commands.NoteFailedLogin: _Act(logins.note_failed_login, (HOUSE,), "login_failed"),
    commands.NoteLogin: _Act(logins.note_login, (HOUSE,), "login_noted"),
    commands.SetSecondFactor: _Act(logins.set_second_factor, (ADMINISTRATOR, HOUSE), "second_factor_set"),
    commands.NotePasswordChange: _Act(logins.note_password_change, (HOUSE,), "password_changed"),
    commands.IssueRecoveryCode: _Act(logins.issue_recovery_code, (ADMINISTRATOR, HOUSE), "code_issued"),
    commands.UnlockAccount: _Act(logins.unlock_account, (ADMINISTRATOR, SUPERVISOR, HOUSE), "account_unlocked"),
}


class PeopleEngine(Engine[PeopleRules, People]):
    """The register of people as a stream. `rules_of` gives the house's procedures by an edition."""

    kind = "people"
    codec = Codec(commands, events, above=(Confidential,))
    state = People

    def decide(self, rules: PeopleRules, state: People, command: Command, said: Said) -> Decision:
        act = _ACTS[type(command)]
        if (refusal := may_act(rules, state, said)) is not None:
            return refusal
        if (refusal := rules.not_for(said, act.by, rules.cite(act.ground))) is not None:
            return refusal
        return act.decide(rules, state, command, said)

    def evolve(self, state: People, event: Event) -> People:
        if not isinstance(event, Hidden):
            state.take(event)
        return state

    def copied(self, state: People) -> People:
        return state.copied()

    def as_seen(self, state: People, viewer: Viewer) -> People:
        """Those in charge know all; everybody else knows themselves, and of others the name that is shown."""
        if viewer.role in ("supervisor", "inspector"):
            return state
        shown = {
            person: replace(one, identity="") if person == viewer.person else Person(name=one.name)
            for person, one in state.people.items()
        }
        return People(shown)

    def tell(self, event: Event, rules: PeopleRules) -> str:
        return tell(event)

    def obvious(self, state: People, command: Command) -> Capacity:
        """The least that may: the person themselves, or else the first capacity that is named for it."""
        act = _ACTS.get(type(command))
        return act.by[0] if act is not None else PLAYER

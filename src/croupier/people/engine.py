"""Deciding what is asked of the register of people: whether whoever asks has the capacity, and what then is so."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.kernel.actors import HOUSE, Said, Viewer
from croupier.kernel.decisions import Decision
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.house import ADMINISTRATOR, CASHIER, PLAYER, SECURITY, SUPERVISOR, Act, Confidential, HouseEngine
from croupier.people import commands, events, exclusions, limits, logins, registering
from croupier.people.register import may_act
from croupier.people.state import People, PeopleRules, Person
from croupier.people.telling import tell

_THEMSELVES = (PLAYER,)
_ACTS: dict[type[Command], Act] = {
    commands.RegisterPerson: Act(registering.register_person, (ADMINISTRATOR, CASHIER, HOUSE), "person_registered"),
    commands.CloseDuplicate: Act(registering.close_duplicate, (ADMINISTRATOR, SECURITY), "duplicate_closed"),
    commands.GrantRole: Act(registering.grant_role, (ADMINISTRATOR, HOUSE), "role_granted"),
    commands.RevokeRole: Act(registering.revoke_role, (ADMINISTRATOR,), "role_revoked"),
    commands.AssignDealer: Act(registering.assign_dealer, (SUPERVISOR,), "dealer_assigned"),
    commands.EndAssignment: Act(registering.end_assignment, (SUPERVISOR,), "dealer_assigned"),
    commands.ExcludePerson: Act(exclusions.exclude_person, (SUPERVISOR, SECURITY), "person_excluded"),
    commands.LiftExclusion: Act(exclusions.lift_exclusion, (ADMINISTRATOR, SUPERVISOR), "exclusion_lifted"),
    commands.ExcludeMyself: Act(exclusions.exclude_myself, _THEMSELVES, "self_excluded"),
    commands.SetLimit: Act(limits.set_limit, _THEMSELVES, "limit_lowered"),
    commands.RemoveLimit: Act(limits.remove_limit, _THEMSELVES, "limit_raise_waits"),
    commands.CancelRaise: Act(limits.cancel_raise, _THEMSELVES, "limit_raise_waits"),
    commands.SetReminder: Act(limits.set_reminder, _THEMSELVES, "reminder_set"),
    commands.NoteFailedLogin: Act(logins.note_failed_login, (HOUSE,), "login_failed"),
    commands.NoteLogin: Act(logins.note_login, (HOUSE,), "login_noted"),
    commands.SetSecondFactor: Act(logins.set_second_factor, (ADMINISTRATOR, HOUSE), "second_factor_set"),
    commands.NotePasswordChange: Act(logins.note_password_change, (HOUSE,), "password_changed"),
    commands.IssueRecoveryCode: Act(logins.issue_recovery_code, (ADMINISTRATOR, HOUSE), "code_issued"),
    commands.UnlockAccount: Act(logins.unlock_account, (ADMINISTRATOR, SUPERVISOR, HOUSE), "account_unlocked"),
}


class PeopleEngine(HouseEngine[PeopleRules, People]):
    """The register of people as a stream. `rules_of` gives the house's procedures by an edition."""

    kind = "people"
    codec = Codec(commands, events, above=(Confidential, events.Personal))
    state = People
    acts = _ACTS

    def decide(self, rules: PeopleRules, state: People, command: Command, said: Said) -> Decision:
        refusal = may_act(rules, state, said)
        return super().decide(rules, state, command, said) if refusal is None else refusal

    evolve = staticmethod(People.take)

    copied = staticmethod(People.copied)

    def as_seen(self, state: People, viewer: Viewer) -> People:
        """Those in charge know all; everybody else knows themselves, and of others the name that is shown."""
        if viewer.role in ("supervisor", "inspector"):
            return state
        shown = {
            person: replace(one, identity="") if person == viewer.person else Person(name=one.name)
            for person, one in state.people.items()
        }
        return People(shown)

    tell = staticmethod(tell)

"""Invitations: links that open an account once, in a role that the person who invites could grant."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.roles import ADMINISTRATOR, CASHIER, DAY
from croupier.people import commands, events
from croupier.people.register import excluded, known
from croupier.people.registering import no_such, not_theirs, register_person
from croupier.people.state import Invitation, People, PeopleRules


def make_invitation(rules: PeopleRules, state: People, command: commands.MakeInvitation, said: Said) -> Decision:
    """Only an administrator may give a role, or the first sign-in to a person's account, and never to themselves."""
    capacity = rules.capacity(command.book, command.capacity) if command.capacity else ""
    if (command.capacity or command.person) and said.capacity != ADMINISTRATOR:
        return rules.refuse("invitation_made", "a cashier invites players only: an administrator invites others")
    if command.capacity and not capacity:
        return no_such(rules, command.book, command.capacity)
    if command.person:
        if isinstance(account := known(rules, state, command.person), Refused):
            return account
        if (refusal := not_theirs(rules, state, command.person, said)) is not None:
            return refusal
        if account.has_password or capacity:
            return rules.refuse("has_password" if account.has_password else "role_granted")
    if len(command.invitation) < 32 or command.invitation in state.invitations:  # half a digest
        return rules.refuse("invitation_made", "an invitation is known by the digest of its link")
    offers = Invitation(
        by=said.person,
        until=said.at + rules.number("invitation_lasts") * DAY,
        person=command.person,
        book=command.book if capacity else "",
        capacity=capacity,
    )
    return rules.accept(events.InvitationMade, command, offers=offers)


def withdraw_invitation(rules: PeopleRules, state: People, command: commands.WithdrawInvitation, said: Said) -> Decision:
    offers = state.invitations.get(command.invitation)
    if offers is None:
        return rules.refuse("no_invitation")
    if said.capacity != ADMINISTRATOR and offers.by != said.person:
        return rules.refuse("invitation_withdrawn", f"{offers.by} made that invitation: they or an administrator withdraw it")
    return rules.accept(events.InvitationEnded, command)


def accept_invitation(rules: PeopleRules, state: People, command: commands.AcceptInvitation, said: Said) -> Decision:
    """A new account with the role of the invitation, or the first sign-in to the account it is for."""
    offers, person = offered(rules, state, command.invitation, said.at), command.person
    if offers is None:
        return rules.refuse("no_invitation")
    accepted = rules.event(events.InvitationEnded, command)
    if offers.person:
        if offers.person != person or state.people[person].has_password:
            return rules.refuse("no_invitation")
        return Accepted((accepted,))
    opened = register_person(rules, state, commands.RegisterPerson(person=person, name=command.name), said)
    if not isinstance(opened, Accepted):
        return opened
    role = rules.event(events.RoleGranted, command, "role_granted", book=offers.book, capacity=offers.capacity)
    return Accepted((*opened.events, *((role,) if offers.capacity else ()), accepted))


def offered(rules: PeopleRules, state: People, invitation: str, at: int) -> Invitation | None:
    """What an invitation offers at a moment: nothing once it has expired, or its maker could no longer make it."""
    offers = state.invitations.get(invitation)
    if offers is None or at >= offers.until or excluded(rules, state, offers.by, at) is not None:
        return None
    account = state.people[offers.by]
    may = account.holds(ADMINISTRATOR) or (account.holds(CASHIER) and not offers.capacity and not offers.person)
    return offers if may else None

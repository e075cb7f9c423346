"""Deciding commands to the register of people: whether the sender has the capacity, and what happens."""

from msgspec.structs import replace

from croupier.kernel.actors import HOUSE, PLAYER, Capacity, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, PersonsCommand
from croupier.kernel.roles import Confidential, HouseEngine
from croupier.people import commands, events, exclusions, invitations, limits, logins, registering
from croupier.people.register import known, may_act
from croupier.people.state import People, PeopleRules, Person
from croupier.people.telling import tell


class PeopleEngine(HouseEngine[PeopleRules, People]):
    """The register of people as a stream. `rules_of` gives the house's procedures by an edition."""

    kind = "people"
    codec = Codec(commands, events, above=(Confidential, events.Personal, events.OfLimit))
    state = People
    deciders = deciders_in(exclusions, invitations, limits, logins, registering)

    def refusal(self, rules: PeopleRules, state: People, command: Command, said: Said) -> Refused | None:
        refusal = may_act(rules, state, said)
        refusal = super().refusal(rules, state, command, said) if refusal is None else refusal
        if refusal is not None or not isinstance(command, PersonsCommand) or isinstance(command, commands.RegisterPerson):
            return refusal
        return account if isinstance(account := known(rules, state, command.person), Refused) else None

    def speaker(self, state: People, command: Command, capacity: Capacity) -> str:
        """The first who holds that role."""
        if not isinstance(capacity, str) or capacity in (PLAYER, HOUSE):
            return ""
        return next((person for person, known in state.people.items() if known.holds(capacity)), "")

    def as_seen(self, state: People, viewer: Viewer) -> People:
        """Those in charge know everything; everyone else knows themselves, and the display names of others."""
        if viewer.role in ("supervisor", "inspector"):
            return state
        shown = {
            person: replace(account, identity="") if person == viewer.person else Person(name=account.name)
            for person, account in state.people.items()
        }
        return People(shown, state.dealing)

    tell = staticmethod(tell)

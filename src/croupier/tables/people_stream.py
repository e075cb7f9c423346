"""The register of people as a stream: one for the house."""

from collections.abc import Iterator, Sequence
from unicodedata import normalize

from msgspec.structs import replace

from croupier.books import HOUSE as HOUSE_BOOK, When, book_of
from croupier.books.house import people
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import UnknownGame
from croupier.kernel.events import Command
from croupier.kernel.links import Ask, Link, Step, Work
from croupier.kernel.roles import SECURITY
from croupier.kernel.streams import Stream
from croupier.people.commands import AcceptInvitation, CloseDuplicate, ExcludeMyself, RegisterPerson, RenamePerson
from croupier.people.engine import PeopleEngine
from croupier.people.invitations import offered
from croupier.people.names import unfit
from croupier.people.register import in_charge
from croupier.people.state import People, PeopleRules

GAME = "people"


def _rules(game: str, edition: str, at: When = None) -> PeopleRules:
    if game != GAME:
        raise UnknownGame(f"the register of people is called {GAME!r}, not {game!r}")
    return people(book_of(HOUSE_BOOK, edition, at))


PEOPLE = PeopleEngine(_rules)


class PeopleStream(Stream[PeopleRules, People]):
    """Everyone who is registered, with the whole record.

    >>> from croupier.people.commands import RegisterPerson, SetLimit
    >>> register = PeopleStream()
    >>> _ = register.do(RegisterPerson(person="p7", name="Seven"), by="house")
    >>> register.do(SetLimit(limit="deposit day", amount=500_00), by="player", person="p7").events[0].clauses
    ('H4.2',)
    """

    engine = PEOPLE
    usual_game = GAME


_NAMING = RegisterPerson | RenamePerson | AcceptInvitation


class Names(Link):
    """Checks display names: ordinary spelling, and none that could be taken for another; papers that belong to nobody else;
    and that someone stays in charge of the register. The register itself also accepts what older records have.
    """

    def __init__(self, people: PeopleStream) -> None:
        self.people = people

    def fill(self, ask: Ask) -> Command:
        command = ask.command
        return replace(command, name=normalize("NFC", command.name)) if isinstance(command, _NAMING) else command

    def refuses(self, ask: Ask) -> Refused | None:
        command, people = ask.command, self.people.state
        if isinstance(command, CloseDuplicate) and ask.said.capacity == SECURITY:
            known = (people.people.get(person) for person in (command.person, command.same_as))
            if any(account is not None and account.roles for account in known):
                return self.people.rules.refuse("duplicate_closed", "an administrator closes accounts of people who have roles")
        if not isinstance(command, _NAMING) or self.people.rules.not_for(ask.said, command.declared.by, ()) is not None:
            return None  # without that role the register refuses it, and they learn nothing of names and papers
        if isinstance(command, AcceptInvitation):  # who has no link learns nothing about names
            offers = offered(self.people.rules, people, command.invitation, ask.said.at)
            if offers is None or offers.person:
                return None
        papers = _papers(command.identity) if isinstance(command, RegisterPerson) else ""
        if papers and papers in {_papers(account.identity) for account in people.people.values()}:
            return self.people.rules.refuse("identity_known")
        why = unfit(people, command.person, command.name)
        return self.people.rules.refuse("name_not_usable", why) if why else None

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Refused]:
        """One administrator who can act must remain, whatever one person does. Everyone decides on their own playing time."""
        for said in (step.said for step in steps if not isinstance(step.command, ExcludeMyself)):
            before = in_charge(self.people.state, said.at) if said.capacity != HOUSE else ()
            if before and not set(before).intersection(in_charge(work.state(self.people), said.at)):
                yield self.people.rules.refuse("last_administrator")


def _papers(identity: str) -> str:
    """A digest of a person's papers, however they were typed."""
    return "".join(filter(str.isalnum, normalize("NFKC", identity))).casefold()

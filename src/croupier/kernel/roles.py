"""What the two streams of the whole house, the register of people and the cage, have in common.

Both know the ranks of every book, hear from people who are at no particular table, and hold what not everyone may see.
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import asdict

from croupier.kernel.actors import DEALER, HOUSE, PLAYER, Capacity, Role, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import Engine
from croupier.kernel.events import Command, Event, Public
from croupier.kernel.rulebook import Rulebook

ENTRANT = "entrant"
"""A person who enters a tournament, for themselves."""
DEPUTY = "Deputy"
"""A stand-in for the director of a tournament, by the director's word alone."""

ADMINISTRATOR, CASHIER, SECURITY = "administrator", "cashier", "security"
SUPERVISOR = "supervisor"
"""Any rank above the dealer's, in any book."""

DAY = 86400
MOST = 10**12
"""The most that one person can have, in cents: small enough that every sum of the house fits 64 bits."""


class HouseRules(Rulebook, frozen=True, kw_only=True):
    """The house's own procedures. `books` has the ranks of every rulebook, lowest first."""

    books: Mapping[str, tuple[str, ...]]

    def supervises(self, who: Capacity, book: str = "") -> bool:
        """Whether that is a rank above the dealer's in a book, or in any book."""
        books = (self.books.get(book, ()),) if book else self.books.values()
        return isinstance(who, str) and any(_standing(ranks, who) > _standing(ranks, DEALER) for ranks in books)

    def dealer_of(self, book: str) -> str:
        """The rank that deals in a book: the dealer's, or the lowest if it has another name."""
        ranks = self.books[book]
        return next((rank for rank in ranks if rank.casefold() == DEALER), ranks[0])

    def deals(self, who: Capacity, book: str) -> bool:
        """Whether that rank deals in a book, or is below the one that does."""
        ranks = self.books[book]
        return isinstance(who, str) and 0 <= _standing(ranks, who) <= _standing(ranks, self.dealer_of(book))

    def above(self, one: Capacity, other: Capacity) -> bool:
        """Whether one rank is above the other in any book."""
        return (
            isinstance(one, str)
            and isinstance(other, str)
            and any(_standing(ranks, one) > _standing(ranks, other) >= 0 for ranks in self.books.values())
        )

    def role_of(self, who: Capacity) -> Role:
        if isinstance(who, str) and who.casefold() == "inspector":
            return "inspector"
        trusted = self.supervises(who) or who in (ADMINISTRATOR, CASHIER, SECURITY, HOUSE)
        return "supervisor" if trusted else "onlooker"

    def not_for(self, said: Said, wanted: tuple[str, ...], clauses: tuple[str, ...]) -> Refused | None:
        """A refusal unless the sender has one of these capacities."""
        if said.capacity in wanted or (SUPERVISOR in wanted and self.supervises(said.capacity)):
            return None
        names = ["the software" if capacity == HOUSE else f"a{'n' * (capacity[0] in 'aeiou')} {capacity}" for capacity in wanted]
        return Refused("rank_needed", f"that is for {' or '.join(names)}, not for {said.role}", clauses)


H = TypeVar("H", bound=HouseRules)
S = TypeVar("S")


class HouseEngine(Engine[H, S]):
    """A stream of the whole house. `rules_of` gives the house's procedures by an edition."""

    personal = True

    def refusal(self, rules: H, state: S, command: Command, said: Said) -> Refused | None:
        declared = command.declared
        return rules.not_for(said, declared.by, rules.cite(declared.ground))

    def given_by(self, rules: H, who: Capacity) -> dict[str, type[Command]]:
        """The commands that someone of that capacity may ever give, by their names in a record."""
        said = Said(str(who), who, 0)
        may = (kind for kind in self.deciders if rules.not_for(said, kind.declared.by, ()) is None)
        return {kind.declared.tag: kind for kind in may}

    def lacks(self, rules: H, command: Command, said: Said) -> str:
        """The book of a role or table, or one that has the sender's rank."""
        book = asdict(command).get("book", "")
        if book not in ("", "*", *rules.books):
            return f"the book {book}"
        known = (*rules.officials, *(rank for ranks in rules.books.values() for rank in ranks), HOUSE, DEALER, PLAYER, ENTRANT)
        there = isinstance(said.capacity, int) or said.capacity.casefold() in {name.casefold() for name in known}
        return "" if there else f"the book with the rank {said.capacity!r}"

    def obvious(self, state: S, command: Command) -> Capacity:
        """The first capacity that is named for it."""
        return command.declared.by[0] if type(command) in self.deciders else PLAYER


def _standing(ranks: tuple[str, ...], who: str) -> int:
    """A capacity's place among the ranks of a book, or -1."""
    return next((number for number, rank in enumerate(ranks) if rank.casefold() == who.casefold()), -1)


CONFIDENTIAL = ("H1.4",)
"""The house's clause that keeps personal records private."""


class Confidential(Event, frozen=True, kw_only=True):
    """An event that those in charge see in full, the person concerned as far as it is theirs, and nobody else.

    Everyone else learns only that something happened, not even of what kind.
    """

    def seen_by(self, viewer: Viewer) -> Event:
        if viewer.role in ("supervisor", "inspector"):
            return self
        return (self.seen_by_person(viewer.person) if viewer.person else None) or _HIDDEN

    def seen_by_person(self, person: str) -> Event | None:
        """What a person who is in charge of nothing sees of it, if anything."""
        return self if getattr(self, "person", "") == person else None


class Hidden(Public, frozen=True, kw_only=True):
    """What is shown in place of an event that is not for the viewer. It is never recorded."""


_HIDDEN = Hidden(clauses=CONFIDENTIAL)

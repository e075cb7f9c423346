"""What the two streams of the house as a whole share, the register of people and the cage.

Both know the ranks of every book, are asked by people who play at no table in particular, and hold what not everybody may see.
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
"""Somebody who enters a tournament, and says so for themselves."""
DEPUTY = "Deputy"
"""Who stands in for the director of a tournament, by whose word alone."""

ADMINISTRATOR, CASHIER, SECURITY = "administrator", "cashier", "security"
SUPERVISOR = "supervisor"
"""Any rank above the dealer's, of any book."""

DAY = 86400
MOST = 10**12
"""The most that one person has, in cents: so small that every sum of the house fits 64 bits."""


class HouseRules(Rulebook, frozen=True, kw_only=True):
    """The house's own procedures. `books` has the ranks of every rulebook, lowest first."""

    books: Mapping[str, tuple[str, ...]]

    def supervises(self, who: Capacity, book: str = "") -> bool:
        """Whether that is a rank above the dealer's in a book, or in some book."""
        books = (self.books.get(book, ()),) if book else self.books.values()
        return isinstance(who, str) and any(_standing(ranks, who) > _standing(ranks, DEALER) for ranks in books)

    def dealer_of(self, book: str) -> str:
        """The rank that deals in a book: the dealer's, or the first where it has another name."""
        ranks = self.books[book]
        return next((rank for rank in ranks if rank.casefold() == DEALER), ranks[0])

    def deals(self, who: Capacity, book: str) -> bool:
        """Whether that is the rank that deals in a book, or one below it."""
        ranks = self.books[book]
        return isinstance(who, str) and 0 <= _standing(ranks, who) <= _standing(ranks, self.dealer_of(book))

    def above(self, one: Capacity, other: Capacity) -> bool:
        """Whether one stands above the other in some book."""
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
        """A refusal unless somebody speaks in one of these capacities."""
        if said.capacity in wanted or (SUPERVISOR in wanted and self.supervises(said.capacity)):
            return None
        names = ["the software" if capacity == HOUSE else f"a{'n' * (capacity[0] in 'aeiou')} {capacity}" for capacity in wanted]
        return Refused("rank_needed", f"that is for {' or '.join(names)}, not for {said.role}", clauses)


H = TypeVar("H", bound=HouseRules)
S = TypeVar("S")


class HouseEngine(Engine[H, S]):
    """A stream of the house as a whole. `rules_of` gives the house's procedures by an edition."""

    personal = True

    def refusal(self, rules: H, state: S, command: Command, said: Said) -> Refused | None:
        declared = command.declared
        return rules.not_for(said, declared.by, rules.cite(declared.ground))

    def given_by(self, rules: H, who: Capacity) -> dict[str, type[Command]]:
        """The commands that somebody of that capacity may give at all, by their names in a record."""
        said = Said(str(who), who, 0)
        may = (kind for kind in self.deciders if rules.not_for(said, kind.declared.by, ()) is None)
        return {kind.declared.tag: kind for kind in may}

    def lacks(self, rules: H, command: Command, said: Said) -> str:
        """A book that a role or a table is of, or one that has the rank of the person who speaks."""
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
    """How high somebody stands among the ranks of a book, or -1."""
    return next((number for number, rank in enumerate(ranks) if rank.casefold() == who.casefold()), -1)


CONFIDENTIAL = ("H1.4",)
"""The clause of the house's procedures by which what is on record of people is not for everybody."""


class Confidential(Event, frozen=True, kw_only=True):
    """An event that those in charge see whole, the person whom it is about as far as it is theirs, and nobody else.

    All that others learn is that there was one, and not even of what kind.
    """

    def seen_by(self, viewer: Viewer) -> Event:
        if viewer.role in ("supervisor", "inspector"):
            return self
        return (self.seen_by_person(viewer.person) if viewer.person else None) or _HIDDEN

    def seen_by_person(self, person: str) -> Event | None:
        """What somebody who is in charge of nothing sees of it, if anything."""
        return self if getattr(self, "person", "") == person else None


class Hidden(Public, frozen=True, kw_only=True):
    """What is shown in place of an event that is not for the viewer. It is on no record."""


_HIDDEN = Hidden(clauses=CONFIDENTIAL)

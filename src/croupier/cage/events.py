"""Everything that can happen at the cage. People see what is theirs; everything else is for those in charge."""

from msgspec.structs import replace

from croupier.cage.state import Box, Cage, Count, Noted, Played, Transfer
from croupier.kernel.accounts import CHIPS, Account, Currency
from croupier.kernel.events import Event
from croupier.kernel.roles import Confidential

_NONE: dict[Account, int] = {}


class CageOpened(Confidential, frozen=True, kw_only=True):
    def alter(self, cage: Cage) -> None:
        cage.open = True


class OfAPatron(Confidential, frozen=True, kw_only=True):
    """Something between a person and the cage: they see their own part, and not what the cage has."""

    person: str

    def seen_by_person(self, person: str) -> Event | None:
        return replace(self, postings=_NONE) if person == self.person else None


class ChipsIssued(OfAPatron, frozen=True, kw_only=True):
    amount: int
    at: int

    def alter(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(CHIPS, self.amount)
        cage.patrons[self.person] = patron.played(self.at, Played(bought=self.amount))


class ChipsRedeemed(OfAPatron, frozen=True, kw_only=True):
    amount: int
    at: int

    def alter(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(CHIPS, -self.amount)
        cage.patrons[self.person] = patron.played(self.at, Played(redeemed=self.amount))


class TokensIssued(OfAPatron, frozen=True, kw_only=True):
    amount: int

    def alter(self, cage: Cage) -> None:
        cage.patrons[self.person] = cage.patron(self.person).moved("tokens", self.amount)


class TokensTakenBack(OfAPatron, frozen=True, kw_only=True):
    amount: int

    def alter(self, cage: Cage) -> None:
        cage.patrons[self.person] = cage.patron(self.person).moved("tokens", -self.amount)


class MovedToTable(OfAPatron, frozen=True, kw_only=True):
    table: str
    amount: int
    currency: Currency = CHIPS
    sits: bool = False
    at: int

    def alter(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(self.currency, -self.amount, self.amount)
        if self.currency != "tokens":
            patron = patron.sits(self.table, self.amount, self.at, sits=self.sits)
        cage.patrons[self.person] = patron


class MovedFromTable(OfAPatron, frozen=True, kw_only=True):
    table: str
    amount: int
    currency: Currency = CHIPS
    leaves: bool = False
    kept: bool = False
    at: int

    def alter(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(self.currency, self.amount, -self.amount)
        if self.currency != "tokens":
            patron = patron.leaves(self.table, self.amount, self.at, leaves=self.leaves, kept=self.kept)
        cage.patrons[self.person] = patron


class TournamentNoted(Confidential, frozen=True, kw_only=True):
    """What people pay into a tournament is lost until it pays them. `stocked` is the part of collected fees that goes back."""

    tournament: str
    people: dict[str, int]
    at: int
    stocked: int = 0

    def seen_by_person(self, person: str) -> Event | None:
        own = {account: amount for account, amount in self.people.items() if account == person}
        return replace(self, people=own, stocked=0, postings=_NONE) if own else None

    def alter(self, cage: Cage) -> None:
        for person, amount in self.people.items():
            patron = cage.patron(person).moved(CHIPS, amount, -amount)
            cage.patrons[person] = patron.played(self.at, Played(results={self.tournament: amount}))
        if self.stocked:
            cage.collected[self.tournament] -= self.stocked


class OfTheHouse(Confidential, frozen=True, kw_only=True):
    """Something that only those in charge see."""

    def seen_by_person(self, person: str) -> Event | None:
        return None


class TransferRequested(OfTheHouse, frozen=True, kw_only=True):
    number: int
    transfer: Transfer

    def alter(self, cage: Cage) -> None:
        cage.requested = self.number
        cage.transfers[self.number] = self.transfer


class TransferMade(OfTheHouse, frozen=True, kw_only=True):
    number: int
    transfer: Transfer
    by: str

    def alter(self, cage: Cage) -> None:
        del cage.transfers[self.number]


class TransferCancelled(OfTheHouse, frozen=True, kw_only=True):
    number: int

    def alter(self, cage: Cage) -> None:
        del cage.transfers[self.number]


class FloatFilled(OfTheHouse, frozen=True, kw_only=True):
    """The software has filled the float of a table that it deals, by the sum a payment lacked."""

    table: str
    amount: int


class TableNoted(OfTheHouse, frozen=True, kw_only=True):
    table: str
    noted: Noted

    def alter(self, cage: Cage) -> None:
        cage.noted[self.table] = self.noted


class DropCollected(OfTheHouse, frozen=True, kw_only=True):
    table: str
    amount: int
    by: str

    def alter(self, cage: Cage) -> None:
        cage.boxes[self.table] = Box(self.amount, self.by)


class Counting(OfTheHouse, frozen=True, kw_only=True):
    """A count; if it differs from the books, it has the number of its variance."""

    count: Count
    variance: int = 0

    def alter(self, cage: Cage) -> None:
        cage.counts[f"{self.count.of}, {self.count.currency}"] = self.count
        if self.variance:
            cage.variances[self.variance] = self.count


class DropCounted(Counting, frozen=True, kw_only=True):
    table: str

    def alter(self, cage: Cage) -> None:
        Counting.alter(self, cage)
        del cage.boxes[self.table]


class FloatCounted(Counting, frozen=True, kw_only=True):
    table: str


class CageCounted(Counting, frozen=True, kw_only=True):
    pass


class VarianceExplained(OfTheHouse, frozen=True, kw_only=True):
    number: int
    note: str

    def alter(self, cage: Cage) -> None:
        cage.variances[self.number] = replace(cage.variances[self.number], note=self.note)


class ResultExplained(OfTheHouse, frozen=True, kw_only=True):
    table: str
    day: str
    note: str

    def alter(self, cage: Cage) -> None:
        cage.explained[f"{self.table} {self.day}"] = self.note


class FeesCollected(OfTheHouse, frozen=True, kw_only=True):
    tournament: str
    amount: int

    def alter(self, cage: Cage) -> None:
        cage.collected[self.tournament] = cage.collected.get(self.tournament, 0) + self.amount

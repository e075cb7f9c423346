"""Everything that can become so at the cage. What is somebody's they see too; all else is for those in charge."""

from __future__ import annotations

from typing import Self

from msgspec.structs import replace

from croupier.cage.state import Box, Cage, Count, Noted, Played, Transfer
from croupier.kernel.accounts import CHIPS, Account, Currency
from croupier.kernel.house import Confidential

_NONE: dict[Account, int] = {}


class CageOpened(Confidential, frozen=True, kw_only=True):
    def apply(self, cage: Cage) -> None:
        cage.open = True


class OfAPatron(Confidential, frozen=True, kw_only=True):
    """Something between a person and the cage: they see what is theirs of it, and not what the cage has."""

    person: str = ""

    def seen_by_person(self, person: str) -> Self:
        return replace(self, postings=_NONE) if person == self.person else self.covered()


class ChipsIssued(OfAPatron, frozen=True, kw_only=True):
    amount: int = 0
    at: int = 0

    def apply(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(CHIPS, self.amount)
        cage.patrons[self.person] = patron.played(self.at, Played(bought=self.amount))


class ChipsRedeemed(OfAPatron, frozen=True, kw_only=True):
    amount: int = 0
    at: int = 0

    def apply(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(CHIPS, -self.amount)
        cage.patrons[self.person] = patron.played(self.at, Played(redeemed=self.amount))


class TokensIssued(OfAPatron, frozen=True, kw_only=True):
    amount: int = 0

    def apply(self, cage: Cage) -> None:
        cage.patrons[self.person] = cage.patron(self.person).moved("tokens", self.amount)


class TokensTakenBack(OfAPatron, frozen=True, kw_only=True):
    amount: int = 0

    def apply(self, cage: Cage) -> None:
        cage.patrons[self.person] = cage.patron(self.person).moved("tokens", -self.amount)


class MovedToTable(OfAPatron, frozen=True, kw_only=True):
    table: str = ""
    amount: int = 0
    currency: Currency = CHIPS
    sits: bool = False
    at: int = 0

    def apply(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(self.currency, -self.amount, self.amount)
        if self.currency != "tokens":
            patron = patron.sits(self.table, self.amount, self.at, sits=self.sits)
        cage.patrons[self.person] = patron


class MovedFromTable(OfAPatron, frozen=True, kw_only=True):
    table: str = ""
    amount: int = 0
    currency: Currency = CHIPS
    leaves: bool = False
    kept: bool = False
    at: int = 0

    def apply(self, cage: Cage) -> None:
        patron = cage.patron(self.person).moved(self.currency, self.amount, -self.amount)
        if self.currency != "tokens":
            patron = patron.leaves(self.table, self.amount, self.at, leaves=self.leaves, kept=self.kept)
        cage.patrons[self.person] = patron


class TournamentNoted(Confidential, frozen=True, kw_only=True):
    """What people pay into a tournament they have lost until it pays them."""

    tournament: str = ""
    people: dict[str, int] = {}
    at: int = 0

    def seen_by_person(self, person: str) -> Self:
        own = {each: amount for each, amount in self.people.items() if each == person}
        return replace(self, people=own, postings=_NONE) if own else self.covered()

    def apply(self, cage: Cage) -> None:
        for person, amount in self.people.items():
            patron = cage.patron(person).moved(CHIPS, amount, -amount)
            cage.patrons[person] = patron.played(self.at, Played(result=amount))


class OfTheHouse(Confidential, frozen=True, kw_only=True):
    """Something that only those in charge see."""

    def seen_by_person(self, person: str) -> Self:
        return self.covered()


class TransferRequested(OfTheHouse, frozen=True, kw_only=True):
    number: int = 0
    transfer: Transfer | None = None

    def apply(self, cage: Cage) -> None:
        cage.requested = self.number
        if self.transfer is not None:
            cage.transfers[self.number] = self.transfer


class TransferMade(OfTheHouse, frozen=True, kw_only=True):
    number: int = 0
    transfer: Transfer | None = None
    by: str = ""

    def apply(self, cage: Cage) -> None:
        del cage.transfers[self.number]


class TransferCancelled(OfTheHouse, frozen=True, kw_only=True):
    number: int = 0

    def apply(self, cage: Cage) -> None:
        del cage.transfers[self.number]


class TableNoted(OfTheHouse, frozen=True, kw_only=True):
    table: str = ""
    noted: Noted = Noted()

    def apply(self, cage: Cage) -> None:
        cage.noted[self.table] = self.noted


class DropCollected(OfTheHouse, frozen=True, kw_only=True):
    table: str = ""
    amount: int = 0
    by: str = ""

    def apply(self, cage: Cage) -> None:
        cage.boxes[self.table] = Box(self.amount, self.by)


class Counting(OfTheHouse, frozen=True, kw_only=True):
    """A count; one that differs from what the books say has the number of its variance."""

    count: Count | None = None
    variance: int = 0

    def apply(self, cage: Cage) -> None:
        if self.count is not None:
            cage.counts[f"{self.count.of}, {self.count.currency}"] = self.count
            if self.variance:
                cage.variances[self.variance] = self.count


class DropCounted(Counting, frozen=True, kw_only=True):
    table: str = ""

    def apply(self, cage: Cage) -> None:
        Counting.apply(self, cage)
        del cage.boxes[self.table]


class FloatCounted(Counting, frozen=True, kw_only=True):
    table: str = ""


class CageCounted(Counting, frozen=True, kw_only=True):
    pass


class VarianceExplained(OfTheHouse, frozen=True, kw_only=True):
    number: int = 0
    note: str = ""

    def apply(self, cage: Cage) -> None:
        cage.variances[self.number] = replace(cage.variances[self.number], note=self.note)


class FeesCollected(OfTheHouse, frozen=True, kw_only=True):
    tournament: str = ""
    amount: int = 0

    def apply(self, cage: Cage) -> None:
        cage.collected[self.tournament] = cage.collected.get(self.tournament, 0) + self.amount

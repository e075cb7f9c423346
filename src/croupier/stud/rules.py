"""What a book gives the engine (`Rules`), and what a house chooses within the book (`Options`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from croupier.kernel.cards import Card
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.hands import Category, HandValue
from croupier.kernel.money import Odds
from croupier.stud.grounds import GROUNDS

Device = Literal["shoe", "shuffler"]
Order = Literal["players first", "dealer first"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the signs at one table say. Sums are in cents.

    `unit` is what wagers above the minimum step by, `chip` the smallest chip that pays; no maximum payout is 0.
    """

    places: int = 7
    minimum: int = 10_00
    maximum: int = 500_00
    unit: int = 1_00
    chip: int = 1_00
    maximum_payout: int = 0
    device: Device = "shuffler"


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """One game of one book: its numbers, its hand values, and the clauses behind every ground."""

    game: str
    book: str
    title: str
    edition: str
    digest: str
    ranks: tuple[str, ...]
    grounds: Mapping[str, tuple[str, ...]]
    most_places: int
    deal_order: Order
    upcard_place: Mapping[Device, int]
    bet_odds: Mapping[Category, Odds]
    ante_odds: Odds
    qualifies: Callable[[HandValue], bool]
    qualifying_hand: str
    value: Callable[[Sequence[Card]], HandValue]
    jackpot_value: Callable[[Sequence[Card]], HandValue]
    cards: int = 5
    _cited: dict[tuple[str, ...], tuple[str, ...]] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        if unmapped := sorted(set(GROUNDS) - set(self.grounds)):
            raise BookError(f"{self.book}: no clause is given for {', '.join(unmapped)}")

    def cite(self, *grounds: str) -> tuple[str, ...]:
        """The clauses that these grounds stand on, each once."""
        if (known := self._cited.get(grounds)) is None:
            known = tuple(dict.fromkeys(clause for ground in grounds for clause in self.grounds[ground]))
            self._cited[grounds] = known
        return known

    def refuse(self, ground: str, reason: str = "") -> Refused:
        return Refused(ground=ground, reason=reason or GROUNDS[ground], clauses=self.cite(ground))

    def rank_of(self, by: str) -> int:
        """How high somebody stands among the book's ranks, or -1 for a player and for strangers."""
        wanted = by.casefold()
        return next((n for n, rank in enumerate(self.ranks) if rank.casefold() == wanted), -1)

    def options_wrong(self, options: Options) -> str:
        """What the book does not allow in these options, in words; empty when all is well."""
        if not 1 <= options.places <= self.most_places:
            return f"a table has 1 to {self.most_places} places, not {options.places}"
        if not 0 < options.minimum <= options.maximum:
            return "the minimum must be above nil and no more than the maximum"
        if options.unit <= 0 or options.chip <= 0 or options.maximum_payout < 0:
            return "unit and smallest chip must be above nil, the maximum payout nil or more"
        if options.device not in self.upcard_place:
            return f"{self.title} is not dealt from a {options.device}"
        return ""

"""What the cage knows about the whole house at one of its entries, as data."""

import msgspec

from croupier.cage.state import Box, Count, Transfer


class TableLine(msgspec.Struct, frozen=True, kw_only=True):
    """The chips at a table, in cents: with its players, in wagers, held back, and the house's in float and chip box.

    `meter` is the part of the float that was taken for prize meters, minus the prizes paid.
    """

    name: str
    currency: str
    players: int = 0
    wagers: int = 0
    withheld: int = 0
    slide: int = 0
    float: int = 0
    meter: int = 0
    box: int = 0
    other: int = 0

    @property
    def total(self) -> int:
        return self.players + self.wagers + self.withheld + self.slide + self.float + self.box + self.other


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """Money that is held for a tournament, what the house has taken of its fees, and its chips in play, worth nothing."""

    name: str
    fees: int
    pool: int
    collected: int
    chips: int


class CageReport(msgspec.Struct, frozen=True, kw_only=True):
    """The whole house at an entry of the cage. Sums are in cents, by currency: `made` is everything there is, and `places` where
    it is. `short` are tables that must be filled because they paid more than their float had. `differences` describes
    in words what does not balance.
    """

    number: int
    at: int
    head: str
    cash: dict[str, int]
    made: dict[str, int]
    issued: dict[str, int]
    places: dict[str, dict[str, int]]
    hands: dict[str, dict[str, int]]
    tables: list[TableLine]
    tournaments: list[TournamentLine]
    waiting: dict[int, Transfer]
    boxes: dict[str, Box]
    counts: dict[str, Count]
    variances: dict[int, Count]
    short: list[str]
    differences: list[str]

    @property
    def balanced(self) -> bool:
        return not self.differences

"""The prize meters of a casino: a stream of their own, whose order is the order of settlement between tables."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.books import rules_of_meters
from croupier.jackpots.engine import MeterEngine
from croupier.jackpots.systems import MeterRules, MeterState
from croupier.kernel.streams import Stream

METERS = MeterEngine(rules_of_meters)


class Meters(Stream[MeterRules, MeterState]):
    """All prize meters under one book, with their whole record."""

    engine = METERS

    def __init__(self, book: str, *, name: str = "", edition: str = "") -> None:
        super().__init__(METERS, book, name=name, edition=edition)

    @classmethod
    def load(cls, lines: Iterable[str | bytes]) -> Meters:
        """The meters that a record was written from; `HistoryError` says which line cannot be."""
        return cls.read(METERS, lines)

"""The eyes of one player: what this seat has been shown so far. Nothing else of the table reaches the player."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from croupier.kernel.events import Event, Viewer
from croupier.tables.any_table import AnyTable

S = TypeVar("S")


class Eyes(Generic[S]):
    """Watches a table for a seat. `seen` is every event as the seat may see it, `picture` what they add up to."""

    def __init__(self, table: AnyTable[Any, S], seat: int) -> None:
        self._table = table
        self._viewer = Viewer(seat=seat)
        self._seen: list[Event] = []
        self._picture: S = table.kind.blank()

    @property
    def seen(self) -> list[Event]:
        self._look()
        return self._seen

    @property
    def picture(self) -> S:
        self._look()
        return self._picture

    def _look(self) -> None:
        """Take in what has happened since the last look; folding it all anew would slow a long evening down."""
        engine = self._table.kind.engine
        for event in engine.view(self._table.events[len(self._seen) :], self._viewer):
            self._picture = engine.evolve(self._picture, event)
            self._seen.append(event)

"""What one viewer was shown of a stream, and the picture it adds up to."""

from collections.abc import Sequence
from typing import Any, Generic

from croupier.kernel.actors import INSPECTOR, Viewer
from croupier.kernel.engine import Engine, S
from croupier.kernel.events import Event


class Eyes(Generic[S]):
    """What one viewer was shown so far, and the picture it adds up to; both grow with the stream's events."""

    def __init__(self, engine: Engine[Any, S], viewer: Viewer, start: S, events: Sequence[Event]) -> None:
        self._engine, self.viewer, self._events = engine, viewer, events
        self._whole = engine.copied(start) if viewer == INSPECTOR else None
        self._picture = engine.as_seen(engine.copied(start), viewer)
        self._seen: list[Event] = []
        self._number = 0

    @property
    def seen(self) -> list[Event]:
        self._look()
        return self._seen

    @property
    def picture(self) -> S:
        self._look()
        return self._picture

    def _look(self) -> None:
        """Take in what has happened since the last look."""
        engine, viewer, events = self._engine, self.viewer, self._events
        while self._number < len(events):
            event = events[self._number]
            self._number += 1
            sees = viewer
            if viewer.person:
                sees = Viewer(seat=engine.seat_of(self._picture, viewer.person), person=viewer.person)
            shown = event.seen_by(sees)
            self._seen.append(shown)
            self._picture = engine.evolve(self._picture, shown)
            if self._whole is not None:
                self._whole = engine.evolve(self._whole, event)
                if engine.all_seen(event):
                    self._picture = engine.copied(self._whole)
                    self._seen = list(events[: self._number])

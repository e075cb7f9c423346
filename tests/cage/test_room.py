"""A poker room by way of the cage: who is seated, moved, merged, picked up or paid back takes their own chips along."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.cage import commands as c
from croupier.kernel.actors import HOUSE
from croupier.kernel.links import Work
from croupier.tables.balance import differences
from croupier.tables.cage_desk import CageStream
from croupier.tables.purses import follow
from people.registered import done, registered
from properties.room_play import PEOPLE, Evening

BOUGHT = 100_000_00


class Followed(Evening):
    """An evening in a room, each thing that was done there noted at the cage in one unit of work."""

    def __init__(self, seed: int) -> None:
        self.entries: list[Any] = []
        self.people = registered(*PEOPLE)
        self.cage = CageStream(people=self.people)
        done(self.cage.do(c.OpenCage(chips=10**9, cash=10**9), by=HOUSE))
        for person in PEOPLE:
            done(self.cage.do(c.IssueChips(person=person, amount=BOUGHT), by=HOUSE))
        super().__init__(seed)

    def _write(self, entry: Any, line: bytes) -> None:
        super()._write(entry, line)
        self.entries.append(entry)

    def catch_up(self) -> int:
        work, tables = Work(), self.room.tables
        for entry in self.entries:
            if (table := tables.get(entry.stream)) is not None:
                assert follow(work, self.cage, self.people, table, entry.events, self.time) is None
        self.entries.clear()
        work.commit()
        return len(work.steps)


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_room_balances_whatever_happens(seed: int) -> None:
    evening = Followed(seed)
    most = 0
    for _ in range(250):
        evening.step()
        most = max(most, evening.catch_up())
        assert differences(evening.cage.state, evening.room.tables.values()) == []
        for person in PEOPLE:
            seats = [name for name, table in evening.room.tables.items() if table.state.seat_of(person)]
            here = evening.cage.state.patron(person).tables
            assert seats == [name for name, at in here.items() if at.since >= 0]
            assert (evening.cage.state.patron(person).since >= 0) == bool(seats)
    assert most >= 2  # someone was moved with all that they had
    assert evening.cage.audit()

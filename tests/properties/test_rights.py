"""What belongs to a person goes with the person: to another seat, to another table, out of the room and back."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.tables.any_game import audit
from properties.rights_play import Room


def played(seed: int, steps: int) -> Room:
    evening = Room(seed)
    for _ in range(steps):
        evening.step()
        evening.account.check(evening.room)
    return evening


@pytest.mark.parametrize("seed", range(3))
def test_what_belongs_to_a_person_goes_with_them(seed: int) -> None:
    evening = played(seed, 100)
    for stream in evening.room.streams:
        assert audit(stream.lines()), str(audit(stream.lines()))


@pytest.mark.slow
def test_what_belongs_to_a_person_goes_with_them_for_long() -> None:
    seen: Counter[str] = Counter()
    for seed in range(100, 160):
        seen += played(seed, 300).account.seen
    wanted = ("PlayerMoved", "SeatChanged", "PickedUp", "ChipsBack", "PlayerExcluded", "WinningsWithheld", "FindingMade")
    also = ("WinningsReleased", "DisputeDecided", "FeesCollected", "PlayerAgreed", "TableChanged")
    assert all(seen[name] > 2 for name in (*wanted, *also)), seen

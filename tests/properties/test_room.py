"""A poker room in which anything happens: lists, seats and chips stay right, and a power cut at any entry loses nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.kernel.accounts import kind_of
from croupier.tables.any_game import audit
from croupier.tables.room import PokerRoom
from properties.room_play import Evening, Journal

SEEDS = range(12)


def check(room: PokerRoom) -> None:
    """What must be so of a room at every moment."""
    state = room.state
    assert room.wrong() == []
    seated = Counter(person for table in state.tables.values() for person in table.seats.values())
    assert not [person for person, seats in seated.items() if seats > 1]
    for name, each in state.lists.items():
        waiting = [entry.person for entry in each.waiting]
        playing = {person for table in state.tables_of(name).values() for person in table.seats.values()}
        assert len(set(waiting)) == len(waiting), "on a list twice"
        assert not playing & set(waiting), "seated and waiting for the same game"
        ranks = [("picked up", "closed game", "").index(entry.first) for entry in each.waiting]
        assert ranks == sorted(ranks), "somebody stands before who came back in time, or whose game closed"
    for table in state.tables.values():
        assert sorted(table.arrived) == sorted(table.seats.values())
        assert set(table.away) <= set(table.arrived)
        assert not set(table.reserved) & set(table.seats)
    for table in room.tables.values():
        assert table.state.waiting == (), "a table of the room has a list of its own"
        assert sum(table.state.money.values()) == 0


def chips(room: PokerRoom) -> int:
    """Chips that people brought to tables and have not taken away."""
    accounts = (pair for table in room.tables.values() for pair in table.state.money.items())
    return -sum(amount for name, amount in accounts if kind_of(name) == "purse")


def loaded(journal: Journal) -> PokerRoom:
    """The room that so much of a journal gives."""
    streams: dict[str, list[bytes]] = {}
    for stream, line in journal:
        streams.setdefault(stream, []).append(line)
    return PokerRoom.load(streams.pop("crown-poker"), streams)


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_and_seats_stay_right_whatever_happens(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(250):
        evening.step()
        check(evening.room)
    assert evening.done > 60
    for stream in (evening.room.stream, *evening.room.tables.values()):
        assert audit(stream.lines()), str(audit(stream.lines()))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_list_is_kept(seed: int) -> None:
    """Whoever sits down from a list was called, or stood before everybody who is going to play and was not called."""
    evening = Evening(seed)
    seen = 0
    for _ in range(250):
        before = evening.room.state
        number = evening.room.stream.number
        evening.step()
        for entry in evening.room.stream.entries[number:]:
            for event in entry.events:
                if type(event).__name__ != "PlayerSeated":
                    continue
                waiting = before.lists[event.game]  # type: ignore[attr-defined]
                one = waiting.entry(event.person)  # type: ignore[attr-defined]
                kept = before.tables[event.table].kept_for(event.person, event.place, entry.at)  # type: ignore[attr-defined]
                assert (
                    kept
                    or (one is None and not any(e.going for e in waiting.waiting))
                    or (one is not None and (one.called or one == waiting.next))
                )
                seen += one is not None
    assert seen > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_power_cut_at_any_entry_loses_nothing(seed: int) -> None:
    """Cut anywhere, the room opens again with its lists right, everybody's chips where they belong, and goes on."""
    evening = Evening(seed)
    whole: list[tuple[int, int]] = []
    while evening.done < 90:
        evening.step()
        whole.append((len(evening.journal), chips(evening.room)))
    sizes = dict(whole)
    for cut in range(3, len(evening.journal) + 1):
        room = loaded(evening.journal[:cut])
        check(room)
        for stream in (room.stream, *room.tables.values()):
            assert not (found := audit(stream.lines())).deviation, str(found)
        if cut in sizes:
            assert chips(room) == sizes[cut]
        again = PokerRoom.load(list(room.stream.lines()), {n: list(t.lines()) for n, t in room.tables.items()})
        assert again.state == room.state
    assert loaded(evening.journal).state == evening.room.state

"""A poker room in which anything happens: lists, seats and chips stay right, and a power cut at any entry loses nothing."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.kernel.accounts import kind_of
from croupier.room.events import PlayerSeated
from croupier.tables.any_game import audit
from croupier.tables.poker_room import PokerRoom
from properties.room_play import Evening, Journal, money

SEEDS = range(5)
NOT_AT_ONCE = ("call collection",)
"""Tables that have not paid when the power goes, pay before their next hand."""


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
    for here in room.tables.values():
        assert here.state.waiting == (), "a table of the room has a list of its own"
        assert sum(here.state.money.values()) == 0


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
    assert evening.done > 40
    evening.close_all()
    check(evening.room)
    for table in evening.room.tables.values():
        assert table.state.closed
        left = {kind_of(account) for account, amount in table.state.money.items() if amount}
        assert not left & {"stack", "held", "kept", "pot", "side"}, f"left at a closed table: {table.state.money}"
    for stream in evening.room.streams:
        assert audit(stream.lines()), str(audit(stream.lines()))


def test_the_order_of_the_list_is_kept() -> None:
    """A person who sits down from a list was called, or stood before everyone who is going to play and was not called."""
    seen = 0
    for seed in SEEDS:
        evening = Evening(seed)
        for _ in range(250):
            before, number = evening.room.state.copied(), evening.room.stream.number
            evening.step()
            for entry in evening.room.stream.entries[number:]:
                for event in entry.events:
                    if not isinstance(event, PlayerSeated):
                        continue
                    waiting = before.lists[event.game]
                    one = waiting.entry(event.person)
                    if before.tables[event.table].kept_for(event.person, event.place, entry.at):
                        continue
                    if one is None:
                        assert not any(other.going for other in waiting.waiting)
                    else:
                        assert one.called or one == waiting.next
                        seen += 1
    assert seen > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_a_power_cut_at_any_entry_loses_nothing(seed: int) -> None:
    """Cut anywhere, the room opens again as it was left by what was being done, or before it, and every record is sound."""
    evening = Evening(seed)
    while evening.done < 80:
        evening.step()
    units = iter(evening.units)
    unit = next(units)
    finished = 0
    for cut in range(2, len(evening.journal) + 1):
        while unit.size < cut:
            unit = next(units)
        room = loaded(evening.journal[:cut])
        check(room)
        for stream in room.streams:
            assert not (found := audit(stream.lines())).deviation, str(found)
        if unit.line not in NOT_AT_ONCE and not unit.line.startswith("open table"):
            assert room.state == unit.state, unit.line
            assert money(room) == unit.money, unit.line
            finished += unit.size > cut
        again = PokerRoom.load(list(room.stream.lines()), {n: list(t.lines()) for n, t in room.tables.items()})
        assert again.state == room.state
    assert finished > 5

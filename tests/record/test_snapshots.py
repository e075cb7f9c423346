"""Snapshots: a stream opened from one is the stream that was replayed, and goes on to the same hashes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given

from croupier.jackpots.commands import OpenSystem, RegisterWagers
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.errors import HistoryError
from croupier.kernel.streams import Stream
from croupier.stud import commands
from croupier.stud.rules import Device
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.house_terms import terms_for_play
from croupier.tables.meters import Meters
from croupier.tables.poker_table import PokerTable, poker_table
from properties.play import CHANCE, PLAYABLE, Sitting
from record.evenings import BET, DEVICES, ante, evening

GAME = "crown-caribbean-stud"


def reopened(stream: Stream[Any, Any], snapshot: bytes, lines: list[str] | None = None) -> Stream[Any, Any]:
    return type(stream).reopen(stream.engine, snapshot, lines or ())


def same(one: Stream[Any, Any], other: Stream[Any, Any]) -> bool:
    """Whether two streams are at the same point, and would answer the same."""
    return (one.state, one.number, one.at, one.head, one.pins, one.name, one.rules.edition) == (
        other.state,
        other.number,
        other.at,
        other.head,
        other.pins,
        other.name,
        other.rules.edition,
    )


@pytest.mark.parametrize(("game", "device"), DEVICES)
def test_a_snapshot_equals_the_replay_at_every_moment_between_rounds(game: str, device: Device) -> None:
    """And is refused at every other moment."""
    table = evening(game, device)
    lines = table.dump().splitlines()
    taken = 0
    for number in range(1, len(lines) + 1):
        then = HouseTable.load(lines[:number])
        if not then.state.at_rest:
            with pytest.raises(HistoryError, match="between rounds"):
                then.snapshot()
            continue
        taken += 1
        snapshot = then.snapshot()
        assert same(reopened(table, snapshot), then)
        whole = reopened(table, snapshot, lines[number:])
        assert same(whole, table)
        assert whole.entries == table.entries[number:]
    assert taken >= 8


@pytest.mark.parametrize("game", PLAYABLE)
@given(chance=CHANCE)
def test_a_snapshot_of_whatever_has_happened(game: str, chance: Any) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        table = sitting.table
        if table.state.at_rest:
            again = reopened(table, table.snapshot())
            assert same(again, table)
            assert again.legal() == table.legal()
            assert again.legal(seat=1) == table.legal(seat=1)


def between_rounds(**options: Any) -> HouseTable:
    table = house_table(GAME, seats=2, seed=3, **options)
    ante(table)
    for command in (commands.PlaceBet(seat=1, amount=20_00), commands.Fold(seat=2), commands.Reveal(), commands.Settle()):
        table.do(command, id=BET if isinstance(command, commands.PlaceBet) else "")
    assert table.state.at_rest
    return table


def test_a_reopened_stream_goes_on_and_gives_the_same_hashes() -> None:
    table = between_rounds()
    again = HouseTable.reopen(table.engine, table.snapshot())
    deck = table.shuffled_deck()
    for each in (table, again):
        for step in (
            commands.PlaceAnte(seat=1, amount=10_00),
            commands.Shuffle(deck=deck, source="stacked"),
            commands.CallNoMoreBets(),
            commands.Deal(),
            commands.CallBetOrFold(),
            commands.Fold(seat=1),
            commands.Reveal(),
            commands.Settle(),
        ):
            assert isinstance(each.do(step, at=77), Accepted)
    assert same(again, table)
    assert again.audit().deviation is not None  # what was before is not at hand there


def test_what_was_seen_before_is_not_at_hand_but_the_table_is() -> None:
    table = between_rounds()
    again = HouseTable.reopen(table.engine, table.snapshot())
    for viewer in (ONLOOKER, INSPECTOR, Viewer(role="dealer"), Viewer(person="p1"), Viewer(seat=2)):
        assert again.view(viewer) == []
        assert again.picture(viewer) == table.picture(viewer)
    for each in (table, again):
        each.do(commands.PlaceAnte(seat=1, amount=10_00))
    for viewer in (ONLOOKER, Viewer(person="p1")):
        assert again.view(viewer) == table.view(viewer)[-1:]
        assert again.picture(viewer) == table.picture(viewer)


def test_ids_survive_a_snapshot() -> None:
    table = between_rounds()
    again = HouseTable.reopen(table.engine, table.snapshot())
    answer = again.do(commands.PlaceBet(seat=1, amount=20_00), id=BET)
    assert isinstance(answer, Refused)
    assert answer.ground == "repeated_command"
    assert again.number == table.number
    assert isinstance(again.do(commands.PlaceAnte(seat=1, amount=10_00), id="new"), Accepted)
    assert isinstance(again.do(commands.PlaceAnte(seat=1, amount=10_00), id="new"), Accepted)
    assert again.number == table.number + 1


def test_entries_that_do_not_follow_a_snapshot_are_refused() -> None:
    table = between_rounds()
    snapshot, before = table.snapshot(), table.dump().splitlines()
    table.do(commands.PlaceAnte(seat=1, amount=10_00))
    table.do(commands.TakeBackAnte(seat=1))
    after = table.dump().splitlines()[len(before) :]
    assert same(HouseTable.reopen(table.engine, snapshot, after), table)
    for wrong in (after[1:], [*after, after[0]], [*after, after[1]], before[-1:], [after[0].replace("1000", "1001")]):
        with pytest.raises(HistoryError):
            HouseTable.reopen(table.engine, snapshot, wrong)


@pytest.mark.parametrize("snapshot", [b"", b"{}", b"once upon a time", b"[]", b'{"state":{}}', between_rounds().snapshot()[:-9]])
def test_what_is_no_snapshot(snapshot: bytes) -> None:
    with pytest.raises(HistoryError, match="the snapshot cannot be read"):
        HouseTable.reopen(HouseTable.engine, snapshot)


def test_a_snapshot_of_another_kind_of_stream() -> None:
    meters = Meters(GAME)
    snapshot = opened(meters).snapshot()
    with pytest.raises(HistoryError):
        HouseTable.reopen(HouseTable.engine, snapshot)


def opened(meters: Meters) -> Meters:
    """Meters with a system and wagers registered."""
    terms = terms_for_play(GAME, 1_00)
    opening = OpenSystem(system="main", terms=terms, tables=("A",))
    assert isinstance(meters.do(opening, by=meters.rules.ranks[-1]), Accepted)
    assert isinstance(meters.do(RegisterWagers(table="A", round=1, boxes=(1, 2))), Accepted)
    return meters


def test_meters_have_snapshots_too() -> None:
    meters = opened(Meters(GAME))
    again = Meters.reopen(meters.engine, meters.snapshot())
    assert same(again, meters)
    for each in (meters, again):
        each.do(RegisterWagers(table="A", round=2, boxes=(1,)), at=5)
    assert same(again, meters)


def test_poker_tables_have_snapshots_too() -> None:
    table = poker_table("crown-holdem", seats=4, seed=3)
    snapshot = table.snapshot()
    assert same(PokerTable.reopen(table.engine, snapshot), table)
    table.run()
    with pytest.raises(HistoryError, match="between rounds"):
        table.snapshot()
    again = PokerTable.reopen(table.engine, snapshot, table.dump().splitlines()[-(table.number - number_of(snapshot)) :])
    assert same(again, table)


def number_of(snapshot: bytes) -> int:
    number: int = msgspec.json.decode(snapshot)["number"]
    return number

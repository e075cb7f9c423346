"""What a record keeps, and what it is read back as: entries, ids, times, tags, and records of the first schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from croupier import poker, stud
from croupier.kernel.accounts import FLOAT
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, AwaitingRuling, Refused
from croupier.kernel.entries import NOWHERE
from croupier.kernel.errors import CroupierError
from croupier.kernel.incidents import GuessRefused
from croupier.kernel.streams import CODE
from croupier.stud import commands
from croupier.stud.rules import Device
from croupier.tables.any_game import KINDS, audit, load
from croupier.tables.house_table import HouseTable, house_table
from record.evenings import BET, DEVICES, GUESSED, RULED, ante, evening
from record.forging import entries_of

HERE = Path(__file__).parent
RECORDS = HERE.parent / "fixtures" / "records"
GAME = "crown-caribbean-stud"
every_device = pytest.mark.parametrize(("game", "device"), DEVICES)


def loaded(table: HouseTable) -> HouseTable:
    return HouseTable.load(table.dump().splitlines())


@every_device
def test_a_record_is_read_back_as_it_was_written(game: str, device: Device) -> None:
    table = evening(game, device)
    again = loaded(table)
    assert (again.state, again.events, again.entries) == (table.state, table.events, table.entries)
    assert (again.head, again.number, again.at, again.pins) == (table.head, table.number, table.at, table.pins)
    assert again.dump() == table.dump()
    assert again.warnings == []
    assert again.audit() == table.audit() == (table.number, table.head, None)


@every_device
def test_a_table_that_was_read_back_goes_on_as_if_nothing_had_happened(game: str, device: Device) -> None:
    tables = (evening(game, device), loaded(evening(game, device)))
    for table in tables:
        for seat in table.state.seats:
            table.do(commands.Fold(seat=seat), at=5000)
        for command in (commands.Reveal(), commands.Settle()):
            table.do(command, at=5000)
    one, again = tables
    assert one.state.round == again.state.round == 4
    assert one.head == again.head


@every_device
def test_every_entry_says_who_when_and_what(game: str, device: Device) -> None:
    table = evening(game, device)
    first, *others = entries_of(table.dump().splitlines())
    assert first["pins"] == {
        "kind": "house table",
        "game": game,
        "book": table.rules.book,
        "edition": table.rules.edition,
        "digest": table.rules.digest,
        "code": CODE,
    }
    previous = NOWHERE
    for number, entry in enumerate((first, *others), 1):
        assert (entry["stream"], entry["number"], entry["previous"]) == (game, number, previous)
        assert entry["person"]
        assert entry["capacity"]
        assert entry["command"]["do"] in table.engine.codec.tags
        assert all(event["event"] in table.engine.codec.tags for event in entry["events"])
        assert "by" not in entry["command"]
        assert "at" not in entry["command"]
        previous = entry["hash"]
    assert not any("pins" in entry for entry in others)
    people = {(entry["person"], entry["capacity"]) for entry in others}
    assert people >= {("p1", 1), ("p2", 2), ("p3", 3), ("p9", 3), ("d1", "dealer"), ("d2", "dealer"), (HOUSE, HOUSE)}
    assert {person for person, _ in people} >= {"m1"}


def test_the_source_of_every_deck_is_on_record() -> None:
    table = evening()
    shuffled = [entry["command"] for entry in entries_of(table.dump().splitlines()) if "deck" in entry["command"]]
    assert {command["source"] for command in shuffled} == {"seeded"}
    unseeded = house_table(GAME)
    unseeded.do(commands.PlaceAnte(seat=1, amount=10_00))
    unseeded.deal()
    assert '"source":"house"' in unseeded.dump()


@every_device
def test_a_repeated_command_gets_the_first_answer_also_after_a_load(game: str, device: Device) -> None:
    for table in (evening(game, device), loaded(evening(game, device))):
        entries = table.number
        bet = table.do(commands.PlaceBet(seat=1, amount=20_00), id=BET)
        assert isinstance(bet, Accepted)
        assert bet.events == next(entry.events for entry in table.entries if entry.id == BET)
        first = next(entry for entry in table.entries if entry.id == RULED)
        assert first.command is not None
        asked = table.do(first.command, said=first.said, id=RULED)
        assert isinstance(asked, AwaitingRuling)
        assert asked.events == first.events
        assert asked.options
        assert asked.rank in table.rules.ranks or asked.rank in table.rules.officials
        entry = next(entry for entry in table.entries if entry.id == GUESSED)
        assert entry.command is not None
        guessed, kept = table.do(entry.command, said=entry.said, id=GUESSED), entry.events[0]
        assert isinstance(guessed, Refused)
        assert isinstance(kept, GuessRefused)
        assert (guessed.ground, guessed.clauses) == (kept.ground, kept.clauses)
        other = table.do(commands.Settle(), id=RULED)  # an id names one command of one person
        assert isinstance(other, Refused)
        assert other.ground == "repeated_command"
        assert table.number == entries


def test_what_waits_for_a_ruling_gets_the_very_same_answer_again() -> None:
    table = house_table(GAME, seats=2, seed=1)
    ante(table)
    report = commands.Report(what="miscount", box=2, count=6)
    first = table.do(report, id="r")
    assert isinstance(first, AwaitingRuling)
    assert table.do(report, id="r") == first
    assert loaded(table).do(report, id="r") == first
    table.do(commands.Rule(option=first.options[0].name), by=first.rank)
    assert table.do(report, id="r") == first


def test_a_refused_command_is_not_remembered_unless_it_was_a_guess() -> None:
    table = house_table(GAME, seats=1, seed=1)
    assert isinstance(table.do(commands.Fold(seat=1), id="f"), Refused)
    ante(table)
    assert isinstance(table.do(commands.Fold(seat=1), id="f"), Accepted)


def test_a_stale_command_is_refused_and_tells_no_numbers() -> None:
    table = evening()
    for seen in (0, table.number - 1, table.number + 1):
        answer = table.do(commands.Fold(seat=1), seen=seen)
        assert isinstance(answer, Refused)
        assert answer.ground == "stale_command"
        assert not any(sign.isdigit() for sign in answer.reason)
    repeated = table.do(commands.PlaceBet(seat=1, amount=20_00), seen=0, id=BET)
    assert isinstance(repeated, Accepted)  # it was taken long ago
    assert isinstance(table.do(commands.Fold(seat=1), seen=table.number), Accepted)


@given(times=st.lists(st.integers(-10, 10_000), max_size=30))
def test_time_never_goes_back(times: list[int]) -> None:
    table = house_table(GAME, seats=1)
    for at in times:
        placed = table.state.wagered
        before = table.at
        said = table.do(commands.TakeBackAnte(seat=1) if placed else commands.PlaceAnte(seat=1, amount=10_00), at=at)
        assert isinstance(said, Refused) == (at < before)
    stamped = [entry.at for entry in table.entries]
    assert stamped == sorted(stamped)
    assert table.at == max((0, *times))
    assert loaded(table).head == table.head


def test_a_clock_that_goes_back_is_held() -> None:
    hours = iter((50, 60, 40, 70, 10))
    table = HouseTable(GAME, ready=False, clock=lambda: next(hours))
    for seat in (1, 2, 3, 4):
        table.do(commands.TakeSeat(seat=seat, chips=100_00))
    assert [entry.at for entry in table.entries] == [50, 60, 60, 70, 70]


def test_a_follower_gets_every_line_as_it_is_made() -> None:
    written: list[bytes] = []
    table = house_table(GAME, seats=2, seed=1, follower=lambda _, line: written.append(line))
    ante(table)
    table.do(commands.Fold(seat=9))
    assert b"\n".join(written).decode() + "\n" == table.dump()


def tags() -> list[str]:
    """The tags of every engine, each with the kind of stream that it belongs to."""
    return sorted(f"{kind}: {tag}" for kind, stream in KINDS.items() for tag in stream.engine.codec.tags)


def test_no_tag_has_vanished() -> None:
    """Records live longer than class names: a tag that was written once must be read for ever."""
    listed = (HERE / "tags.txt").read_text(encoding="utf-8").splitlines()
    assert listed == sorted(set(listed))
    assert not set(listed) - set(tags()), "these tags are in records, and cannot be read any more"
    assert not set(tags()) - set(listed), "new tags: add them to tests/record/tags.txt, in their order"


def first_schema(kind: str) -> list[str]:
    return (RECORDS / f"schema-0-{kind}.jsonl").read_text(encoding="utf-8").splitlines()


def test_a_stud_record_of_the_first_schema_reads() -> None:
    stream = load(first_schema("stud"))
    state: Any = stream.state
    assert isinstance(state, stud.State)
    assert (state.stack(1), state.stack(3), state.money[FLOAT]) == (970_00, 970_00, 70_00)
    assert sum(state.money.values()) == 0
    assert {seat: state.person_at(seat) for seat in (1, 3)} == {1: "p1", 3: "p3"}


def test_a_poker_record_of_the_first_schema_reads() -> None:
    stream = load(first_schema("poker"))
    state: Any = stream.state
    assert isinstance(state, poker.State)
    assert (state.stack(1), state.stack(3)) == (980_00, 1035_00)
    assert sum(state.money.values()) == 0


def test_a_record_of_meters_of_the_first_schema_reads() -> None:
    stream = load(first_schema("meters"))
    state: Any = stream.state
    assert list(state.systems)
    assert len(stream.events) == len(first_schema("meters"))


@pytest.mark.parametrize("kind", ["stud", "poker", "meters"])
def test_the_first_schema_kept_no_commands_and_an_audit_says_so(kind: str) -> None:
    found = audit(first_schema(kind))
    assert found.deviation is not None
    assert found.deviation.number == 1
    assert "commands were not recorded" in str(found)
    stream = load(first_schema(kind))
    assert {entry.command for entry in stream.entries} == {None}
    assert {entry.person for entry in stream.entries} == {HOUSE}


@pytest.mark.parametrize("kind", ["stud", "poker", "meters"])
def test_a_record_of_the_first_schema_is_kept_as_one_of_today(kind: str) -> None:
    stream = load(first_schema(kind))
    again = load(stream.dump().splitlines())
    assert (again.events, again.head) == (stream.events, stream.head)
    assert stream.state == again.state


@pytest.mark.parametrize("kind", ["stud", "poker", "meters"])
@given(chance=st.randoms(use_true_random=False))
def test_a_damaged_record_of_the_first_schema_is_one_clear_line(kind: str, chance: Any) -> None:
    """It has no hashes, so what still folds is read; nothing but a clear error ever comes of the rest."""
    lines = first_schema(kind)
    number = chance.randrange(len(lines))
    place = chance.randrange(len(lines[number]))
    lines[number] = lines[number][:place] + chance.choice('0179"{}[],As\\') + lines[number][place + 1 :]
    said = ""
    try:
        assert len(load(lines).events) == len(lines)
    except CroupierError as error:
        said = str(error)
    assert "\n" not in said

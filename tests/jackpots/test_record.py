"""The record of prize meters: whatever is changed in it is found, by the hashes or by deciding again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.jackpots import commands
from croupier.jackpots.lines import read_line
from croupier.jackpots.reconciliation import differences
from croupier.kernel.auditing import audit
from croupier.kernel.decisions import Accepted
from croupier.kernel.entries import NOWHERE, sealed
from croupier.kernel.errors import HistoryError
from croupier.kernel.lines import said_by
from croupier.tables.meters import METERS, Meters

PLAYS = {
    "crown-caribbean-stud": """
        by TG Area Manager: open main: option 1 seed 10000 cost 1 tables A, B
        by TG Area Manager: open side: option 1 seed 10000 cost 2 tables C
        at 5: register A 1: 1, 2, 5
        at 6: register B 7: 3
        at 9: cancel B; a retraction
        at 30: outcome A 1: 1 flush, 2 straight flush
        pay A/1/1
        by y as TG Assistant Casino Manager: verify A/1/2 deck 52
        at 40: pay A/1/2
        register C 4: 1
        at 60: outcome C 4
        equipment main fails, by hand
        by TG Area Manager: notice link D main
        by TG Area Manager: notice terms main
        by TG Area Manager: notice terms side
        at 1260: by TG Area Manager: link D main
        by TG Area Manager: terms main: option 2 seed 20000 cost 1; side: option 2 seed 20000 cost 2
        by TG Area Manager: notice close side
        at 2460: by TG Area Manager: close side
    """,
    "nz-caribbean-stud": """
        by Casino operator: open main: seed 20000 cost 1 increment 70 approval S1 tables A, B
        by Casino operator: contribute main 500.00
        by Casino operator: divide main 5000.00: seed 20000 cost 1 increment 40.50 minor 29.50 approval S2
        at 5: register A 1: 1, 2
        at 6: register B 1: 1
        at 30: outcome B 1 dealt 20: 1 straight flush
        at 40: outcome A 1 dealt 10: 1 straight flush, 2 flush
        by x as Dealer: verify A/1/1 deck 52
        by y as Game supervisor: verify A/1/1
        pay A/1/1
    """,
    "venezia-caribbean-poker": """
        open main: seed 0 cost 1 pays four of a kind=500, full house=100, flush=50 tables A, B
        at 5: register A 1: 1, 2
        at 6: register B 1: 1
        stop main
        at 30: outcome B 1: 1 straight flush
        at 40: outcome A 1: 1 straight flush, 2 flush
        resume main
        pay A/1/1
    """,
}
every_book = pytest.mark.parametrize("game", PLAYS)


def played(game: str) -> Meters:
    meters = Meters(game, name="the floor")
    for number, line in enumerate(PLAYS[game].strip().splitlines()):
        who, said = said_by(line)
        decision = meters.do(read_line(said, game), id=f"c{number}", **who)
        assert isinstance(decision, Accepted), decision
    return meters


def resealed(lines: Iterable[str]) -> list[str]:
    """A record with every hash made again, as a forger would."""
    head, found = NOWHERE, []
    for number, line in enumerate(lines, 1):
        entry = METERS.codec.read_entry(line.encode(), number)
        raw, head = sealed(replace(entry, previous=head, hash=""))
        found.append(raw.decode())
    return found


def altered(value: Any) -> Iterator[Any]:
    """The same data with one value changed, or left out, for every value in it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: other} for other in altered(item))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ([*value[:at], other, *value[at + 1 :]] for other in altered(item))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, -value - 1)
    else:
        yield f"{value}0"


def forgeries(lines: list[str], *parts: str) -> Iterator[list[str]]:
    """The record with one value changed in one of these parts of an entry; in any part where none is named."""
    for at, line in enumerate(lines):
        entry = json.loads(line)
        for part in parts or entry:
            for other in altered(entry.get(part)):
                changed = json.dumps({**entry, part: other}, separators=(",", ":"), ensure_ascii=False)
                yield [*lines[:at], changed, *lines[at + 1 :]]


@every_book
def test_a_record_is_loaded_as_it_was_and_follows_from_the_rules(game: str) -> None:
    meters = played(game)
    again = Meters.load(meters.dump().splitlines())
    assert (again.state, again.events, again.head, again.dump()) == (meters.state, meters.events, meters.head, meters.dump())
    assert again.audit(head=meters.head).deviation is None
    assert differences(again.events, again.state) == []


@every_book
def test_every_changed_value_is_found_by_its_hash(game: str) -> None:
    lines = played(game).dump().splitlines()
    for forged in forgeries(lines):
        with pytest.raises(HistoryError):
            Meters.load(forged)


@every_book
def test_what_does_not_follow_from_the_rules_is_found_when_all_hashes_are_made_anew(game: str) -> None:
    lines = played(game).dump().splitlines()
    assert audit(METERS, resealed(lines)).deviation is None
    for forged in forgeries(lines, "events", "command"):
        try:
            anew = resealed(forged)
        except HistoryError:
            continue
        assert audit(METERS, anew).deviation is not None, [one for one in forged if one not in lines]


@every_book
def test_entries_left_out_moved_or_cut_off_are_found(game: str) -> None:
    meters = played(game)
    lines = meters.dump().splitlines()
    for at in range(len(lines) - 1):
        with pytest.raises(HistoryError):
            Meters.load([*lines[:at], *lines[at + 1 :]])
        with pytest.raises(HistoryError):
            Meters.load([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]])
    deviation = audit(METERS, lines[:-1], head=meters.head).deviation
    assert deviation is not None
    assert deviation.command == "the head"


@every_book
def test_a_snapshot_is_the_replay(game: str) -> None:
    whole = played(game)
    lines = whole.dump().splitlines()
    for at in range(1, len(lines)):
        part = Meters.load(lines[:at])
        opened = Meters.reopen(METERS, part.snapshot(), lines[at:])
        assert (opened.state, opened.head, opened.number) == (whole.state, whole.head, whole.number)


def test_a_command_sent_twice_is_taken_once_also_after_loading() -> None:
    meters = played("crown-caribbean-stud")
    again = Meters.load(meters.dump().splitlines())
    answer = again.do(commands.PayPrize(prize="A/1/1"), id="c6")
    assert isinstance(answer, Accepted)
    assert answer.events == meters.entries[6].events
    assert again.number == meters.number


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("not json", "line 20: "), ("{}", "line 20: "), ('{"event":"tables-stopped","system":"gone"}', "line 20: ")],
)
def test_a_damaged_record_says_where(line: str, complaint: str) -> None:
    lines = played("crown-caribbean-stud").dump().splitlines()
    with pytest.raises(HistoryError, match=complaint):
        Meters.load([*lines, line])


def test_a_record_by_other_data_is_read_with_a_warning_and_not_audited() -> None:
    lines = played("venezia-caribbean-poker").dump().splitlines()
    first = json.loads(lines[0])
    first["pins"]["digest"] = "0" * 16
    other = resealed([json.dumps(first), *lines[1:]])
    assert "it can be read" in Meters.load(other).warnings[0]
    assert audit(METERS, other).deviation is not None

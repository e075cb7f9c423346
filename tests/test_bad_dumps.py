"""Damaged records: one that was changed anywhere is a one-line error, never another kind, and never passes in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from croupier.kernel.errors import HistoryError
from croupier.stud import commands
from croupier.tables.any_game import audit
from croupier.tables.house_table import HouseTable
from properties.play import PLAYABLE, offers
from record.forging import forged


@cache
def dumped(game: str = "crown-caribbean-stud") -> list[str]:
    """The lines of a short record with a settled round and one in play."""
    table = HouseTable(game, seed=5)
    for seat in (1, 2):
        table.do(commands.TakeSeat(seat=seat, chips=500_00))
    for _ in range(2):
        for seat in (1, 2):
            table.do(commands.PlaceAnte(seat=seat, amount=10_00))
        table.deal()
        table.do(commands.PlaceBet(seat=1, amount=20_00), id=f"bet? {table.state.round}")
        table.do(commands.Fold(seat=2))
        if table.state.round == 1:
            table.do(commands.Reveal())
            table.do(commands.Settle())
    assert table.state.round == 2
    return table.dump().splitlines()


def place_of(lines: list[str], tag: str) -> tuple[int, int]:
    """Which line has the first event of that kind, and as which of its events."""
    for number, line in enumerate(lines):
        tags = [event["event"] for event in json.loads(line)["events"]]
        if tag in tags:
            return number, tags.index(tag)
    raise AssertionError(f"there is no {tag}")


def with_event(lines: list[str], tag: str, **values: object) -> list[str]:
    """The record with one event changed, and all hashes made again: what the hashes alone do not find."""
    number, place = place_of(lines, tag)
    return forged(lines, number, lambda entry: entry["events"][place].update(values))


def with_pins(lines: list[str], **values: object) -> list[str]:
    return forged(lines, 0, lambda entry: entry["pins"].update(values))


def with_entry(lines: list[str], line: int, /, **values: object) -> list[str]:
    return forged(lines, line, lambda entry: entry.update(values))


def without(lines: list[str], number: int, name: str) -> list[str]:
    def drop(entry: dict[str, Any]) -> None:
        del entry[name]

    return forged(lines, number, drop)


DAMAGE: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "nothing at all": (lambda lines: [], "there is no entry"),
    "no first entry": (lambda lines: lines[1:], "line 1: "),
    "no entry in the middle": (lambda lines: [*lines[:5], *lines[6:]], "line 6: "),
    "an entry twice": (lambda lines: [*lines[:5], lines[4], *lines[5:]], "line 6: "),
    "two entries swapped": (lambda lines: [*lines[:4], lines[5], lines[4], *lines[6:]], "line 5: "),
    "an entry of another record": (lambda lines: [*lines, dumped("nz-caribbean-stud")[-1]], "line "),
    "an empty line": (lambda lines: [*lines, ""], "truncated"),
    "bad JSON": (lambda lines: [*lines, '{"stream":'], "truncated"),
    "no JSON": (lambda lines: ["once upon a time", *lines], "line 1: "),
    "a line that is an array": (lambda lines: [lines[0], "[]", *lines[1:]], "line 2: "),
    "a lone surrogate": (lambda lines: [*lines[:3], lines[3].replace('"person":"', '"person":"\ud800'), *lines[4:]], "line 4: "),
    "a lone surrogate where a question mark was": (lambda lines: [line.replace("bet?", "bet\ud800") for line in lines], "line "),
    "a hash that is cut off": (lambda lines: [*lines[:3], lines[3][:-5] + '"}', *lines[4:]], "line 4: it has no hash"),
    "no hash": (lambda lines: [lines[0], lines[1].split(',"hash"')[0] + "}", *lines[2:]], "line 2: it has no hash"),
    "something behind the hash": (lambda lines: [lines[0][:-1] + ',"id":"x"}', *lines[1:]], "line 1: it has no hash"),
    "no pins": (lambda lines: without(lines, 0, "pins"), "line 1: "),
    "a record of something else": (lambda lines: with_pins(lines, kind="prize meters"), "line 1: "),
    "an unknown kind": (lambda lines: with_pins(lines, kind="roulette"), "line 1: "),
    "another game": (lambda lines: with_pins(lines, game="solitaire"), "solitaire"),
    "an unknown event": (
        lambda lines: forged(lines, 4, lambda e: e["events"].append({"event": "earthquake", "clauses": ["1"]})),
        "earthquake",
    ),
    "no event": (lambda lines: with_entry(lines, 4, events=[]), "it has no events"),
    "an unknown command": (lambda lines: with_entry(lines, 4, command={"do": "dance"}), "dance"),
    "an unknown field": (lambda lines: with_event(lines, "seat-taken", mood="good"), "mood"),
    "an unknown field of the entry": (lambda lines: with_entry(lines, 4, mood="good"), "mood"),
    "a field that is missing": (lambda lines: without(lines, 4, "person"), "person"),
    "a wrong type": (lambda lines: with_event(lines, "seat-taken", seat="one"), ".seat"),
    "a number that is none": (lambda lines: with_entry(lines, 4, number=4.5), "line 5: "),
    "no clause": (lambda lines: with_event(lines, "seat-taken", clauses=[]), "cites no clause"),
    "money from nowhere": (lambda lines: with_event(lines, "seat-taken", postings={"stack:1": 50_000}), "does not balance"),
    "time that goes back": (lambda lines: with_entry(lines, 3, at=9), "its time is before"),
    "another stream": (lambda lines: with_entry(lines, 3, stream="elsewhere"), "elsewhere"),
    "another number": (lambda lines: with_entry(lines, 3, number=7), "it is entry 7"),
    "more places than there is memory": (
        lambda lines: forged(lines, 0, lambda e: e["events"][0]["options"].update(places=10**9)),
        "places",
    ),
    "a box that is not there": (lambda lines: with_event(lines, "cards-dealt", hands={"42": ["As"]}), "does not fit"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_record(damage: str) -> None:
    change, says = DAMAGE[damage]
    assert HouseTable.load(dumped()).state.round == 2
    changed = change(list(dumped()))
    with pytest.raises(HistoryError) as error:
        HouseTable.load(changed)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def audited(lines: list[str]) -> str:
    """What an audit says of a record: nothing where all is well, an error where nothing can be made of its first line."""
    try:
        return str(audit(lines).deviation or "")
    except HistoryError as error:
        return str(error)


@pytest.mark.parametrize("damage", DAMAGE)
def test_an_audit_finds_damage_too(damage: str) -> None:
    assert audited(dumped()) == ""
    found = audited(DAMAGE[damage][0](list(dumped())))
    assert found.startswith(("line 1: ", "entry ", "there is no game"))


@pytest.mark.parametrize("game", PLAYABLE)
@given(chance=st.randoms(use_true_random=False))
def test_any_damage_is_found(game: str, chance: Random) -> None:
    """Lines lost, doubled, swapped or with a character changed: an error, unless all that is gone is the end."""
    lines = list(dumped(game))
    for _ in range(chance.randint(1, 3)):
        number, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        place = chance.randrange(len(lines[number]) or 1)
        match chance.choice(("lose", "double", "swap", "change")):
            case "lose":
                del lines[number]
            case "double":
                lines.insert(other, lines[number])
            case "swap":
                lines[number], lines[other] = lines[other], lines[number]
            case "change":
                lines[number] = lines[number][:place] + chance.choice('0179"{}[],As\\') + lines[number][place + 1 :]
    if lines == dumped(game)[: len(lines)] and lines:
        table = HouseTable.load(lines)
        assert sum(table.state.money.values()) == 0
        assert table.picture().money == table.state.money
        offers(table)
        return
    with pytest.raises(HistoryError) as error:
        HouseTable.load(lines)
    assert "\n" not in str(error.value)

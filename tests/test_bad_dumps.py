"""Damaged histories: a dump that does not replay under the same rules is a one-line error, never another kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.kernel.clauses import BookError
from croupier.stud import commands
from croupier.tables.house_table import HouseTable
from properties.play import PLAYABLE, offers


@cache
def dumped(game: str = "crown-caribbean-stud") -> list[str]:
    """The lines of a short history with a settled round and one in play."""
    table = HouseTable(game, seed=5)
    for seat in (1, 2):
        table.do(commands.TakeSeat(seat=seat, chips=500_00))
    for _ in range(2):
        for seat in (1, 2):
            table.do(commands.PlaceAnte(seat=seat, amount=10_00))
        table.deal()
        table.do(commands.PlaceBet(seat=1, amount=20_00))
        table.do(commands.Fold(seat=2))
        if table.state.round == 1:
            table.do(commands.Reveal())
            table.do(commands.Settle())
    assert table.state.round == 2
    return table.dump().splitlines()


def changed(line: str, **values: object) -> str:
    return json.dumps(json.loads(line) | values)


def of_kind(lines: list[str], kind: str) -> int:
    return next(number for number, line in enumerate(lines) if f'"type":"{kind}"' in line)


def with_line(lines: list[str], kind: str, **values: object) -> list[str]:
    """The history with one event changed."""
    number = of_kind(lines, kind)
    return [*lines[:number], changed(lines[number], **values), *lines[number + 1 :]]


DAMAGE: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "nothing at all": (lambda lines: [], "begins with TableOpened"),
    "no first event": (lambda lines: lines[1:], "begins with TableOpened"),
    "an empty line": (lambda lines: [*lines, ""], "truncated"),
    "bad JSON": (lambda lines: [*lines, '{"type":'], "truncated"),
    "no JSON": (lambda lines: ["once upon a time", *lines], "line 1: "),
    "an unknown event": (lambda lines: [*lines, '{"type":"Earthquake","clauses":["1"]}'], "Earthquake"),
    "an unknown field": (lambda lines: with_line(lines, "SeatTaken", mood="good"), "mood"),
    "a field that is missing": (lambda lines: [*lines, '{"type":"SeatTaken","clauses":["2.1"]}'], "seat"),
    "a wrong type": (lambda lines: with_line(lines, "SeatTaken", seat="one"), "$.seat"),
    "no clause": (lambda lines: with_line(lines, "SeatTaken", clauses=[]), "names no clause"),
    "money from nowhere": (
        lambda lines: with_line(lines, "SeatTaken", postings={"stack 1": 50_000}),
        "does not balance",
    ),
    "another digest": (lambda lines: with_line(lines, "TableOpened", digest="0" * 16), "0000000000000000"),
    "another game": (lambda lines: with_line(lines, "TableOpened", game="solitaire"), "solitaire"),
    "a table that is not allowed": (
        lambda lines: with_line(lines, "TableOpened", options={"places": 99}),
        "99",
    ),
    "a box that is not there": (lambda lines: with_line(lines, "CardsDealt", box=42), "does not fit"),
    "a card turned up too soon": (
        lambda lines: [*lines[:2], lines[of_kind(lines, "CardTurnedUp")]],
        "does not fit",
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_history(damage: str) -> None:
    change, says = DAMAGE[damage]
    assert HouseTable.load(dumped()).state.round == 2
    with pytest.raises(BookError) as error:
        HouseTable.load(change(dumped()))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("game", PLAYABLE)
@given(chance=st.randoms(use_true_random=False))
def test_any_damage_is_found_or_does_no_harm(game: str, chance: Random) -> None:
    """Lines lost, doubled, swapped or with a character changed: an error, or a table that can go on."""
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
    try:
        table = HouseTable.load(lines)
    except BookError:
        return
    assert sum(table.state.money.values()) == 0
    assert table.picture().money == table.state.money
    offers(table)

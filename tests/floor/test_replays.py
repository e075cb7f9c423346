"""Rounds that are over, gone through again: what each viewer saw then and no more, as the record gives it when read again."""

from __future__ import annotations

import pytest

from croupier.floor.replays import RoundsSeen, steps
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN
from croupier.stud.events import AntePlaced
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.web.table_page import table_still
from web.tables import HANDS, house, poker

HAND = """
hand 1: As Ad
hand 2: Kh Kc
hand 3: 7c 6d
board: Qh 9d 4s 3h 8d
deal
raise 3 40.00
call 1
call 2
flop
check 1
check 2
bet 3 50.00
call 1
fold 2
turn
check 1
check 3
river
check 1
check 3
play out
"""
SECOND = """
hand 1: As Ad
hand 2: Kh Kc
hand 3: 7c 6d
deal
raise 1 40.00
call 2
fold 3
flop
check 2
bet 1 50.00
fold 2
play out
"""


@pytest.fixture(scope="module")
def holdem() -> PokerTable:
    return poker("crown-holdem", f"{HAND}{SECOND}", seats=3)


def seen(table: AnyTable, person: str) -> RoundsSeen:
    found = RoundsSeen(table, Viewer(person=person))
    found.follow(table.entries)
    return found


def test_every_hand_is_found_with_what_it_brought(holdem: PokerTable) -> None:
    found = {person: seen(holdem, person).found for person in ("p1", "p2", "p3", "")}
    assert [one.number for one in found["p1"]] == [1, 2]
    first = [found[person][0].net for person in ("p1", "p2", "p3", "")]
    assert first == [130_00, -40_00, -90_00, None]
    assert all("seat 1" in says and clauses for one in found["p1"] for says, clauses in one.outcome)
    begins = [holdem.entries[one.first - 1].events[0] for one in found["p1"]]
    assert [type(event).__name__ for event in begins] == ["HandBegun", "HandBegun"]


def test_following_in_parts_finds_the_same(holdem: PokerTable) -> None:
    whole, parts = seen(holdem, "p3"), RoundsSeen(holdem, Viewer(person="p3"))
    for place in range(0, len(holdem.entries), 7):
        parts.follow(holdem.entries[place : place + 7])
    assert parts.found == whole.found


@pytest.mark.parametrize("person", ["p1", "p2", "somebody", ""])
def test_a_step_is_what_the_record_up_to_it_shows(holdem: PokerTable, person: str) -> None:
    found, lines = seen(holdem, person).found[-1], list(holdem.lines())
    viewer = Viewer(person=person)
    for step, then in steps(holdem, holdem.entries[: found.last], found.first, viewer):
        anew = PokerTable.load(lines[: step.entry])
        assert table_still(then, person, None, {}) == table_still(anew, person, None, {})
        assert then.picture(viewer) == anew.picture(viewer)


def test_cards_that_were_not_shown_stay_hidden_in_every_step(holdem: PokerTable) -> None:
    found, viewer = seen(holdem, "p2").found[-1], Viewer(person="p2")
    for step, then in steps(holdem, holdem.entries[: found.last], found.first, viewer):
        assert isinstance(then, PokerTable)
        picture = then.picture(viewer)
        for number, player in picture.hand.players.items():
            if number != 2 and not player.shown:
                assert set(player.cards) <= {HIDDEN}, step
        if not any(player.shown for player in picture.hand.players.values()):
            page = table_still(then, "p2", None, {})
            assert not [face for face in ("As", "Ad", "7c", "6d") if f'data-face="{face}"' in page]


def test_a_still_picture_has_nothing_to_press(holdem: PokerTable) -> None:
    assert "data-do" not in table_still(holdem, "p1", 1, {})
    assert "data-do" not in table_still(holdem, "somebody", None, {})


def test_rounds_of_the_house_too() -> None:
    play = f"{HANDS}ante 1 10.00\nante 2 10.00\ndeal\nbet 1\nfold 2\nsettle\n"
    table = house("crown-caribbean-stud", play, seats=3)
    (one,), (two,), (none,) = (seen(table, person).found for person in ("p1", "p2", "p3"))
    assert (one.number, one.net, two.net, none.net) == (1, 30_00, -10_00, None)
    assert isinstance(table.entries[one.first - 1].events[0], AntePlaced)
    lines = list(table.lines())
    shown = list(steps(table, table.entries[: one.last], one.first, Viewer(person="p1")))
    assert [step.entry for step, _ in shown] == list(range(one.first, one.last + 1))
    for step, then in steps(table, table.entries[: one.last], one.first, Viewer(person="p1")):
        assert table_still(then, "p1", None, {}) == table_still(HouseTable.load(lines[: step.entry]), "p1", None, {})

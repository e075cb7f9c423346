"""Who may pay to be dealt in at once, all around the table: nobody at the button or between it and the last blind."""

from __future__ import annotations

import pytest

from croupier.kernel.decisions import Refused
from croupier.poker.blinds import POST_ANYWHERE, due
from croupier.poker.lines import read_line
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable


def table_of(*seats: int, readings: tuple[str, ...] = (), chips: str = "500.00") -> PokerTable:
    """Players at these places, the first with other chips where they are said."""
    table = PokerTable("crown-holdem", Options(places=8, readings=readings, minimum_buy_in=1_00))
    for seat in seats:
        assert _say(table, f"sit {seat} {chips if seat == seats[0] else '500.00'}") == "accepted"
    return table


def _say(table: PokerTable, line: str) -> str:
    """The ground of a refusal, or that it was accepted."""
    decision = table.do(read_line(line))
    return decision.ground if isinstance(decision, Refused) else "accepted"


def blinds(table: PokerTable) -> tuple[int, ...]:
    """A hand begins and its blinds are posted: where button and blinds are."""
    assert _say(table, "begin") == "accepted"
    while waiting := due(table.state):
        assert _say(table, f"post {next(iter(waiting))}") == "accepted"
    return table.state.positions


def play(table: PokerTable) -> None:
    """Everyone folds to the last blind."""
    for line in ("shuffle", "cut 20", "deal"):
        assert _say(table, line) == "accepted"
    while table.state.hand.phase == "betting" and table.state.hand.turn:
        assert _say(table, f"fold {table.state.hand.turn}") == "accepted"
    assert _say(table, "push") == "accepted"


NEW = {
    1: ((2, 3, 4), "accepted"),  # right behind the button
    2: ((1, 3, 4), "between_button_and_blind"),
    3: ((1, 2, 3), "blind_posted_already"),  # where the last blind falls, and is posted like anyone's
    4: ((1, 2, 3), "accepted"),  # left of the last blind
    8: ((1, 2, 3), "accepted"),
}


@pytest.mark.parametrize("place", NEW)
def test_a_new_player_posts_anywhere_but_between_button_and_last_blind(place: int) -> None:
    table = table_of(*(seat for seat in range(1, 9) if seat != place))
    blinds(table)
    play(table)
    assert _say(table, f"sit {place} 500.00") == "accepted"
    positions, answer = NEW[place]
    assert blinds(table) == positions
    assert _say(table, f"post {place}") == answer


BACK = [
    (2, 1, (3, 5, 6), "between_button_and_blind"),  # the last blind went by while seat 4 was away
    (3, 1, (4, 5, 6), "between_button_and_blind"),  # the first blind did: seat 4 is at the button now
    (2, 2, (5, 6, 7), "accepted"),
    (3, 2, (5, 6, 7), "accepted"),
    (3, 4, (7, 8, 1), "accepted"),
]


@pytest.mark.parametrize("readings", [(), (POST_ANYWHERE,)], ids=["as we read it", "post anywhere"])
@pytest.mark.parametrize(("before", "away", "positions", "answer"), BACK)
def test_who_missed_blinds_posts_them_once_the_button_has_passed(
    before: int, away: int, positions: tuple[int, ...], answer: str, readings: tuple[str, ...]
) -> None:
    table = table_of(*range(1, 9), readings=readings)
    for hand in range(before + away):
        if hand == before:
            assert _say(table, "away 4") == "accepted"
        blinds(table)
        play(table)
    assert _say(table, "back 4") == "accepted"
    assert blinds(table) == positions
    assert _say(table, "post 4") == ("accepted" if readings else answer)


@pytest.mark.parametrize(
    ("chips", "left", "pot"),
    [("500.00", 480_00, 40_00), ("20.00", 0, 40_00), ("19.00", 0, 39_00), ("15.00", 0, 35_00), ("12.00", 0, 32_00)],
)
def test_where_nobody_could_play_otherwise_all_who_missed_blinds_pay_them_as_far_as_they_can(
    chips: str, left: int, pot: int
) -> None:
    """Seats 1 and 2 missed both blinds; 3 leaves, so that 4, who has the last blind, would be alone."""
    table = table_of(1, 2, 3, 4, chips=chips)
    assert blinds(table) == (4, 1, 2)
    play(table)
    for seat in (1, 2):
        assert _say(table, f"away {seat}") == "accepted"
    for _ in range(3):
        blinds(table)
        play(table)
    for line in ("back 1", "back 2", "leave 3", "begin"):
        assert _say(table, line) == "accepted"
    assert due(table.state) == {4: 10_00, 1: 15_00, 2: 15_00}
    assert [_say(table, f"post {seat}") for seat in (1, 4, 1, 2)] == ["blinds_in_order", *["accepted"] * 3]
    assert (table.stacks[1], table.state.pot) == (left, pot)
    assert table.state.hand.players[1].wagered == min(10_00, pot - 25_00)
    assert table.state.hand.players[1].all_in is (left == 0)


def test_with_three_blinds_nobody_has_two_of_them_when_places_fall_empty() -> None:
    """The last blind goes on from seat 5 to seat 3, who would have had the second: the blinds follow behind it again."""
    table = PokerTable("crown-holdem", Options(places=8, blinds=(2_00, 5_00, 10_00)))
    for seat in (1, 2, 3, 5):
        assert _say(table, f"sit {seat} 500.00") == "accepted"
    assert blinds(table) == (5, 1, 2, 3)
    play(table)
    assert blinds(table) == (1, 2, 3, 5)
    play(table)
    for line in ("leave 1", "leave 2", "sit 4 500.00", "begin"):
        assert _say(table, line) == "accepted"
    assert table.state.positions == (3, 4, 5, 3)

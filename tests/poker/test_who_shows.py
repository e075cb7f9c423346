"""When all betting is over, and which hands must be turned up: pot by pot, high and low."""

from __future__ import annotations

import pytest

from croupier.kernel.cards import DECK
from croupier.kernel.strength import NO_LOW
from croupier.poker.pots import Pot
from croupier.poker.showdown import betting_over, to_show
from poker.tables_made import betting

HAND = betting().hand


@pytest.mark.parametrize(
    ("phase", "turn", "owed", "board", "live", "over"),
    [
        ("betting", 0, {}, 5, 2, True),
        ("betting", 0, {}, 4, 2, False),
        ("betting", 3, {}, 5, 2, False),
        ("betting", 0, {3: 1}, 5, 2, False),
        ("discard", 0, {}, 5, 2, False),
        ("betting", 0, {}, 0, 1, True),
        ("betting", 3, {}, 0, 1, False),
        ("discard", 3, {}, 0, 1, True),
        ("showdown", 0, {}, 5, 1, False),
        ("blinds", 0, {}, 0, 1, False),
    ],
)
def test_when_all_betting_is_over(phase: str, turn: int, owed: dict[int, int], board: int, live: int, over: bool) -> None:
    hand = betting(phase=phase, turn=turn, owed=owed, board=DECK[:board]).hand
    assert betting_over(hand, hand.in_hand[:live]) == over


MAIN = Pot(90, (1, 3, 5), 30)
SIDE = Pot(40, (3, 5), 50)
ALONE = Pot(10, (5,), 60)


@pytest.mark.parametrize(
    ("values", "pots", "order", "shown"),
    [
        ({1: (10, NO_LOW), 3: (20, NO_LOW), 5: (15, NO_LOW)}, [MAIN], [1, 3, 5], [1, 3]),
        ({1: (10, NO_LOW), 3: (10, NO_LOW), 5: (15, NO_LOW)}, [MAIN], [1, 3, 5], [1, 3, 5]),
        ({1: (20, NO_LOW), 3: (10, 4), 5: (15, NO_LOW)}, [MAIN], [1, 3, 5], [1, 3]),
        ({1: (20, 6), 3: (10, 4), 5: (15, 6)}, [MAIN], [1, 3, 5], [1, 5]),
        ({1: (20, 6), 3: (10, 7), 5: (15, 6)}, [MAIN], [1, 3, 5], [1, 3]),
        ({1: (15, 7), 3: (10, 5), 5: (20, 9)}, [MAIN, SIDE], [3, 5, 1], [3, 5]),
        ({1: (15, 7), 3: (10, 5), 5: (20, 9)}, [MAIN, SIDE], [3, 1, 5], [3, 5]),  # what the side pot has shown counts
        ({1: (15, NO_LOW), 3: (10, NO_LOW), 5: (20, NO_LOW)}, [MAIN, SIDE], [3, 1, 5], [3, 5]),
        ({1: (15, 9), 3: (10, 5), 5: (20, 9)}, [MAIN, SIDE], [3, 5, 1], [3, 5, 1]),
        ({1: (25, 7), 3: (10, 5), 5: (20, 9)}, [MAIN, SIDE], [3, 5, 1], [3, 5, 1]),
        ({1: (15, NO_LOW), 3: (20, NO_LOW), 5: (10, NO_LOW)}, [MAIN, SIDE, ALONE], [1, 3, 5], [3]),
        ({5: (10, NO_LOW)}, [ALONE], [5], []),
    ],
)
def test_which_hands_must_be_shown(
    values: dict[int, tuple[int, int]], pots: list[Pot], order: list[int], shown: list[int]
) -> None:
    live = [HAND.players[number] for number in order]
    assert [player.number for player in to_show(live, values, pots)] == shown


def test_a_hand_that_lies_open_is_beaten_or_beats_and_is_not_shown_again() -> None:
    hand = betting().hand
    hand.players[1].shown = True
    live = [hand.players[number] for number in (1, 3, 5)]
    values = {1: (15, NO_LOW), 3: (10, NO_LOW), 5: (20, NO_LOW)}
    assert [player.number for player in to_show(live, values, [MAIN])] == [5]

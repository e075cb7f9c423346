"""Four cards to a flush or a straight, and the odd card that a player who may change one would change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

Draw = Literal["", "flush", "open straight", "inside straight"]

ACE = 14


def draw_of(ranks: Sequence[int], suits: Sequence[object]) -> tuple[Draw, int]:
    """What four of five cards lack one card to, the best first, and the place of the fifth; nothing and -1 where there is none.

    Of two inside straights the one with the higher cards counts.

    >>> draw_of((14, 9, 7, 4, 3), "sshss")
    ('flush', 2)
    >>> draw_of((13, 8, 7, 6, 5), "shdch")
    ('open straight', 0)
    >>> draw_of((14, 13, 12, 10, 5), "shdch")
    ('inside straight', 4)
    """
    for suit, number in Counter(suits).items():
        if number == 4:
            return "flush", next(place for place, other in enumerate(suits) if other != suit)
    inside = -1
    for place in range(5):
        four = {rank for other, rank in enumerate(ranks) if other != place}
        if len(four) < 4:
            continue
        low, high = min(four), max(four)
        if high - low == 3 and high < ACE:
            return "open straight", place
        if high - low <= 4 or (high == ACE and max(four - {ACE}) <= 5):
            inside = place if inside < 0 or ranks[place] < ranks[inside] else inside
    return ("inside straight", inside) if inside >= 0 else ("", -1)

"""What a hand of each house game wins or loses, calculated from the printed rulebooks in a few lines and by other means.

It shares no code with the engine: hands are ranked by shape, wild cards by trying every card in their place.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

RANKS = "23456789TJQKA"
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]
RUNS = {frozenset("A23456789TJQKA"[n : n + 5]): n for n in range(10)}

Value = tuple[str, tuple[int, ...]]

ORDER = [
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
    "wild royal flush",
    "royal flush",
]

USUAL = {"high card": 1, "one pair": 1, "two pairs": 2, "three of a kind": 3, "straight": 4, "flush": 5, "full house": 7}
USUAL |= {"four of a kind": 20, "straight flush": 50, "royal flush": 250}
VENICE = USUAL | {"royal flush": 100}
VENICE_CHANGED = USUAL | {"four of a kind": 12, "straight flush": 30, "royal flush": 60}
ARUBA = {"one pair": 1, "two pairs": 1, "three of a kind": 1, "straight": 2, "flush": 2, "full house": 3}
ARUBA |= {"four of a kind": 3, "straight flush": 10, "five of a kind": 30, "wild royal flush": 50, "royal flush": 250}
ARUBA_INSTANT = {"straight flush": 10, "five of a kind": 30, "wild royal flush": 50, "royal flush": 100}

PAYS = {
    "crown-caribbean-stud": USUAL,
    "crown-wild-aruba": ARUBA,
    "star-caribbean-stud": USUAL,
    "venezia-caribbean-poker": VENICE,
    "nz-caribbean-stud": USUAL,
}


def shape(hand: tuple[str, ...]) -> Value:
    """What five cards are, as they lie."""
    ranks, suits = [card[0] for card in hand], {card[1] for card in hand}
    groups = sorted(((n, RANKS.index(rank)) for rank, n in Counter(ranks).items()), reverse=True)
    pattern, tie = "".join(str(n) for n, _ in groups), tuple(rank for _, rank in groups)
    run = RUNS.get(frozenset(ranks))
    if run is not None and len(suits) == 1:
        return ("royal flush", ()) if run == 9 else ("straight flush", (run,))
    if run is not None:
        return "straight", (run,)
    if len(suits) == 1 and pattern == "11111":
        return "flush", tie
    named = {"5": "five of a kind", "41": "four of a kind", "32": "full house", "311": "three of a kind"}
    named |= {"221": "two pairs", "2111": "one pair", "11111": "high card"}
    return named[pattern], tie


def strength(value: Value) -> tuple[int, tuple[int, ...]]:
    return ORDER.index(value[0]), value[1]


@cache
def wild(hand: tuple[str, ...]) -> Value:
    """The best that the hand can be when each deuce may be any card; only five of a kind holds a card twice."""
    fixed = [card for card in hand if card[0] != "2"]
    best = shape(hand)
    for filling in product(CARDS, repeat=5 - len(fixed)):
        made = (*fixed, *filling)
        same = len({card[0] for card in made}) == 1
        if not same and len(set(made)) < 5:
            continue
        value = ("five of a kind", (RANKS.index(made[0][0]),)) if same else shape(made)
        if value[0] == "royal flush" and set(made) != set(hand):
            value = ("wild royal flush", ())
        best = max(best, value, key=strength)
    return best


def net(game: str, ante: int, player: list[str], dealer: list[str], action: str) -> int:
    """The change of the player's money, in the unit of the ante."""
    aruba = game == "crown-wild-aruba"
    worth = wild if aruba else shape
    changed = action.startswith("exchange")
    if changed:
        _, old, new, *_ = action.split(":")
        player = [new if card == old else card for card in player]
    price = -ante if changed else 0
    if action == "fold" or action.endswith(":fold"):
        return price - ante
    if action == "concede":
        return -3 * ante
    mine, banks = worth(tuple(player)), worth(tuple(dealer))
    if action == "instant":
        return ante + ante * ARUBA_INSTANT[mine[0]]
    lowest = ("one pair", (RANKS.index("8"),)) if aruba else ("high card", (12, 11))
    if strength(banks) < strength(lowest):
        return price + ante
    if strength(mine) < strength(banks):
        return price - 3 * ante
    if strength(mine) == strength(banks):
        return price
    odds = (VENICE_CHANGED if changed else PAYS[game])[mine[0]]
    return price + ante + 2 * ante * odds

"""Poker hands in arrays against eval7's calls in the same run, and equities over all boards; kernels compiled before.

All times are processor times. eval7 comes with the extra `bench`; without it the ratio is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
from tests.odds import array_hands

from croupier.odds import frequencies
from croupier.odds.equities import equity

HANDS = 2_000_000
CALLS = 200_000
RUNS = 5
HEADINGS = ("hands in an array", "million/s", "times eval7", "bar")
EQUITY_HEADINGS = ("poker, all deals", "deals", "processor ms", "bar")


def rows() -> list[tuple[str, ...]]:
    """Hands a second of each evaluator, and how often that is eval7's rate for seven cards."""
    cards = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (HANDS, 1)), axis=1)
    seven, five, hole, board = (np.ascontiguousarray(cards[:, a:b]) for a, b in ((0, 7), (0, 5), (0, 4), (4, 9)))
    peer = _eval7(seven[:CALLS])
    return [
        _row("seven cards", lambda: array_hands.seven(seven), peer, "25 times"),
        _row("five cards", lambda: array_hands.five(five), peer),
        _row("five cards, deuces wild", lambda: array_hands.five_wild(five), peer),
        _row("eight-or-better low of seven", lambda: array_hands.low(seven), peer),
        _row("Omaha high", lambda: array_hands.omaha_high(hole, board), peer),
        ("eval7, one call a hand", f"{peer / 1e6:.1f}" if peer else "not installed", "1", ""),
    ]


def equity_rows() -> list[tuple[str, ...]]:
    """What exact answers cost, all cores together."""
    pairs = [
        ("AdAc v KhKs", "crown-holdem", ["AdAc", "KhKs"], ""),
        ("AA v KK", "crown-holdem", ["AA", "KK"], "50 ms"),
        ("AA v any hand", "crown-holdem", ["AA", "random"], ""),
        ("AA v KK v QQ", "crown-holdem", ["AA", "KK", "QQ"], ""),
        ("As2s3hKh v KdKcQdJd, Omaha hi-lo", "crown-omaha-hi-lo", ["As2s3hKh", "KdKcQdJd"], ""),
        ("AsAhKs v QdQcJd, crazy pineapple", "crown-crazy-pineapple", ["AsAhKs", "QdQcJd"], ""),
    ]
    found = [_equity_row(name, game, hands, bar) for name, game, hands, bar in pairs]
    counts = [("all hands of seven cards", frequencies.seven_cards), ("all deals of Omaha", frequencies.omaha)]
    for name, count in counts:
        seconds, answer = _best(count, process_time, 2)
        found.append((name, f"{answer.deals:,}", f"{seconds * 1e3:,.0f}", ""))
    return found


def _row(name: str, work: Callable[[], Any], peer: float, bar: str = "") -> tuple[str, ...]:
    work()  # builds tables and compiles, or reads what was compiled before
    rate = HANDS / _best(work, process_time, RUNS)[0]
    return name, f"{rate / 1e6:.1f}", f"{rate / peer:.0f}" if peer else "-", bar


def _equity_row(name: str, game: str, hands: list[str], bar: str) -> tuple[str, ...]:
    equity(game, hands, exact=True)
    seconds, answer = _best(lambda: equity(game, hands, exact=True), process_time, RUNS)
    return name, f"{answer.deals:,}", f"{seconds * 1e3:,.1f}", bar


def _best(work: Callable[[], Any], clock: Callable[[], float], runs: int) -> tuple[float, Any]:
    best, answer = 1e9, None
    for _ in range(runs):
        start = clock()
        answer = work()
        best = min(best, clock() - start)
    return best, answer


def _eval7(hands: Any) -> float:
    """Calls a second of eval7 for seven cards, its cards made before; 0 where it is not installed."""
    try:
        import eval7
    except ImportError:
        return 0.0
    deck = [eval7.Card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    made = [[deck[card] for card in hand] for hand in hands.tolist()]

    def call() -> None:
        for hand in made:
            eval7.evaluate(hand)

    return len(made) / _best(call, process_time, RUNS)[0]

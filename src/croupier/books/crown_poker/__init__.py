"""Crown Melbourne Limited, Crown Poker Rules: what the hands of its seven flop games are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from croupier.books import Game, Values
from croupier.kernel.cards import Card, CardError
from croupier.kernel.hands import HandValue, best_high, best_low, omaha_high, omaha_low

High = Callable[[Sequence[Card], Sequence[Card]], HandValue]
Low = Callable[[Sequence[Card], Sequence[Card]], HandValue | None]


def _holdem_high(hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
    """8.20.4(a), 8.20.4(b)(i): any five of the hole cards and the board."""
    return best_high([*hole, *board])


def _holdem_low(hole: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
    """8.20.4(b)(ii), 3.2.2(k): any five different cards of eight and below."""
    return best_low([*hole, *board])


def _omaha_high(hole: Sequence[Card], board: Sequence[Card]) -> HandValue:
    """8.20.4(c), 8.20.4(d)(i): two hole cards with three of the board."""
    if not board:
        raise CardError("Omaha needs a board: two of the hole cards count with three of the board")
    return omaha_high(hole, board)


def _omaha_low(hole: Sequence[Card], board: Sequence[Card]) -> HandValue | None:
    """8.20.4(d)(ii): two hole cards with three of the board, eight and below."""
    return omaha_low(hole, board)


def _values(high: High, low: Low | None = None) -> Values:
    def values(hole: Sequence[Card], board: Sequence[Card]) -> dict[str, HandValue | None]:
        found: dict[str, HandValue | None] = {"high": high(hole, board)}
        if low is not None:
            found["low"] = low(hole, board)
        return found

    return values


GAMES = {
    "crown-holdem": Game(title="Holdem at Crown Melbourne", values=_values(_holdem_high)),
    "crown-pineapple": Game(title="Pineapple Holdem at Crown Melbourne", values=_values(_holdem_high)),
    "crown-crazy-pineapple": Game(title="Crazy Pineapple Holdem at Crown Melbourne", values=_values(_holdem_high)),
    "crown-crazy-pineapple-hi-lo": Game(
        title="Crazy Pineapple Holdem Hi-Lo Eight Qualifier at Crown Melbourne",
        values=_values(_holdem_high, _holdem_low),
    ),
    "crown-holdem-hi-lo": Game(
        title="Holdem Hi-Lo Eight Qualifier at Crown Melbourne", values=_values(_holdem_high, _holdem_low)
    ),
    "crown-omaha": Game(title="Omaha at Crown Melbourne", values=_values(_omaha_high)),
    "crown-omaha-hi-lo": Game(
        title="Omaha Hi-Lo Eight Qualifier at Crown Melbourne", values=_values(_omaha_high, _omaha_low)
    ),
}

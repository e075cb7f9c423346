"""Crown Melbourne Limited, Crown Poker Rules: seven flop games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from croupier.books import Game, Values
from croupier.books.book import Book
from croupier.books.crown_poker import (
    s06_betting,
    s08_dealing,
    s09_board,
    s09_discards,
    s09_irregularities,
    s09_misdeals,
    s13_general,
)
from croupier.books.crown_poker.s08_room import MANAGER, SUPERVISOR
from croupier.books.crown_poker.s08_room import room as room
from croupier.kernel import strength
from croupier.kernel.cards import Card, CardError
from croupier.kernel.hands import HandValue, best_high, best_low, omaha_high, omaha_low
from croupier.kernel.money import Odds
from croupier.poker.betting import BEFORE_CAP, CHECK_KEEPS_RAISE, SHORT_ADD_UP
from croupier.poker.blinds import MISSED_LAST_ONLY, PENALTY_DEAD, POST_ANYWHERE
from croupier.poker.chips import HALF_OF_TOTAL
from croupier.poker.clock import AUTOMATIC
from croupier.poker.events import STRADDLE_SETS
from croupier.poker.positions import HEADS_UP_BUTTON
from croupier.poker.pushing import ODD_CHIPS_TO_NEAREST
from croupier.poker.remedies import SIDES_BACK
from croupier.poker.rules import Rules
from croupier.poker.showdown import LAST_BETTOR_SHOWS

High = Callable[[Sequence[Card], Sequence[Card]], HandValue]
Low = Callable[[Sequence[Card], Sequence[Card]], HandValue | None]

_READINGS_OF_BETTING = {STRADDLE_SETS, SHORT_ADD_UP, CHECK_KEEPS_RAISE, BEFORE_CAP, HALF_OF_TOTAL, AUTOMATIC}
_READINGS_OF_SEATS = {HEADS_UP_BUTTON, POST_ANYWHERE, MISSED_LAST_ONLY, PENALTY_DEAD}
_READINGS_OF_SHOWDOWN = {LAST_BETTOR_SHOWS, ODD_CHIPS_TO_NEAREST}
_READINGS_OF_MISHAPS = {s09_misdeals.ALWAYS_MISDEAL, SIDES_BACK, s09_discards.DISCARD_LATE}
READINGS = frozenset(_READINGS_OF_BETTING | _READINGS_OF_SEATS | _READINGS_OF_SHOWDOWN | _READINGS_OF_MISHAPS)
PROCEDURES = (
    s06_betting.PROCEDURES
    | s08_dealing.PROCEDURES
    | s09_misdeals.PROCEDURES
    | s09_irregularities.PROCEDURES
    | s09_board.PROCEDURES
    | s09_discards.PROCEDURES
    | s13_general.PROCEDURES
)


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


Strength = Callable[[tuple[Card, ...], tuple[Card, ...]], int]


def _face_up(value: Strength) -> Strength:
    """The strength of a hand that lies open, kept for a while: a showdown asks for it several times. There is none of another."""

    @lru_cache(maxsize=4096)
    def known(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        try:
            return value(hole, board)
        except KeyError:
            raise CardError("a hand with a card that lies face down has no value") from None

    return known


_any_five = _face_up(lambda hole, board: strength.best_of(hole + board))
_any_five_low = _face_up(lambda hole, board: strength.best_low_of(hole + board))
_omaha = _face_up(strength.best_of_omaha)
_omaha_eight = _face_up(strength.best_low_of_omaha)


def _game(game: str, values: Values, **parts: Any) -> Game:
    """One of the seven games; `parts` are what it has of its own."""

    def rules(book: Book) -> Rules:
        return Rules(
            **book.page(game),
            supervisor=SUPERVISOR,
            manager=MANAGER,
            notice_hands=book.number("change_notice"),
            closing_hands=book.number("closing_notice"),
            notice_seconds=book.number("higher_minimum_notice") * 60,
            return_seconds=book.number("picked_up_return") * 60,
            live_seats_free=book.number("seat_move_limit"),
            other_game=lambda name: _rules_of(name, book),
            most_players=book.table("maximum_players")[game],
            hole_cards=book.table("hole_cards")[game],
            most_raises=book.number("maximum_raises"),
            straddle_times=book.number("straddle_multiple"),
            reopens_percent=int(book.value("all_in_reopens_percent")),
            made_up_percent=int(book.value("raise_made_up_percent")),
            percents=(int(book.value("rake_percent_minimum")), int(book.value("rake_percent_maximum"))),
            flop_chase_odds={colour: Odds(paid) for colour, paid in book.table("flop_chase_odds").items()},
            readings=READINGS,
            irregularities=book.irregularities_by(PROCEDURES),
            **parts,
        )

    return Game(values=values, poker=rules)


_HOLDEM = {"high": _any_five}
_HOLDEM_HI_LO = {"high": _any_five, "low": _any_five_low}
_OMAHA = {"high": _omaha}
_OMAHA_HI_LO = {"high": _omaha, "low": _omaha_eight}

GAMES = {
    "crown-holdem": _game("crown-holdem", _values(_holdem_high), **_HOLDEM),
    "crown-pineapple": _game(
        "crown-pineapple",
        _values(_holdem_high),
        discard="before the flop",
        **_HOLDEM,
    ),
    "crown-crazy-pineapple": _game(
        "crown-crazy-pineapple",
        _values(_holdem_high),
        discard="after the flop",
        **_HOLDEM,
    ),
    "crown-crazy-pineapple-hi-lo": _game(
        "crown-crazy-pineapple-hi-lo",
        _values(_holdem_high, _holdem_low),
        discard="after the flop",
        **_HOLDEM_HI_LO,
    ),
    "crown-holdem-hi-lo": _game(
        "crown-holdem-hi-lo",
        _values(_holdem_high, _holdem_low),
        **_HOLDEM_HI_LO,
    ),
    "crown-omaha": _game("crown-omaha", _values(_omaha_high), **_OMAHA),
    "crown-omaha-hi-lo": _game(
        "crown-omaha-hi-lo",
        _values(_omaha_high, _omaha_low),
        **_OMAHA_HI_LO,
    ),
}


def _rules_of(name: str, book: Book) -> Rules | None:
    """The rules of another of the seven games."""
    game = GAMES.get(name)
    return None if game is None or game.poker is None else game.poker(book)

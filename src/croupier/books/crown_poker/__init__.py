"""Crown Melbourne Limited, Crown Poker Rules: seven flop games."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.crown_poker import s09_discards, s09_misdeals
from croupier.books.crown_poker.s08_room import MANAGER, SUPERVISOR, room as room
from croupier.books.crown_poker.s12_tournaments import tournaments as tournaments
from croupier.kernel import strength
from croupier.kernel.cards import Card, CardError
from croupier.kernel.errors import BookError
from croupier.kernel.hands import Category, HandValue, best_high, best_low, omaha_high, omaha_low
from croupier.kernel.money import Odds
from croupier.poker.betting import BEFORE_CAP, CHECK_KEEPS_RAISE, SHORT_ADD_UP
from croupier.poker.blinds import MISSED_LAST_ONLY, PENALTY_DEAD, POST_ANYWHERE
from croupier.poker.chips import HALF_OF_TOTAL
from croupier.poker.events import STRADDLE_SETS
from croupier.poker.excluding import PLAYS_ON
from croupier.poker.positions import HEADS_UP_BUTTON
from croupier.poker.pushing import ODD_CHIPS_TO_NEAREST
from croupier.poker.remedies import SIDES_BACK
from croupier.poker.rules import Discard, Rules, Strengths
from croupier.poker.showdown import LAST_BETTOR_SHOWS
from croupier.poker.signs import ANTES
from croupier.poker.time_to_act import AUTOMATIC

_READINGS_OF_BETTING = {STRADDLE_SETS, SHORT_ADD_UP, CHECK_KEEPS_RAISE, BEFORE_CAP, HALF_OF_TOTAL, AUTOMATIC}
_READINGS_OF_SEATS = {ANTES, HEADS_UP_BUTTON, POST_ANYWHERE, MISSED_LAST_ONLY, PENALTY_DEAD}
_READINGS_OF_SHOWDOWN = {LAST_BETTOR_SHOWS, ODD_CHIPS_TO_NEAREST}
_READINGS_OF_MISHAPS = {s09_misdeals.ALWAYS_MISDEAL, SIDES_BACK, s09_discards.DISCARD_LATE, PLAYS_ON}
READINGS = frozenset(_READINGS_OF_BETTING | _READINGS_OF_SEATS | _READINGS_OF_SHOWDOWN | _READINGS_OF_MISHAPS)


def _values(hole: Sequence[Card], board: Sequence[Card], *, omaha: bool, hi_lo: bool) -> dict[str, HandValue | None]:
    """8.20.4(a), (b)(i): any five of the hole cards and the board; 8.20.4(c), (d)(i): two hole cards with three of the board.

    8.20.4(b)(ii), (d)(ii), 3.2.2(k): a low hand uses the same cards: five different ones, eight or lower.
    """
    if omaha and not board:
        raise CardError("Omaha needs a board: two of the hole cards count with three of the board")
    hand_values: dict[str, HandValue | None] = {"high": omaha_high(hole, board) if omaha else best_high([*hole, *board])}
    if hi_lo:
        hand_values["low"] = omaha_low(hole, board) if omaha else best_low([*hole, *board])
    return hand_values


def _game(game: str, *, omaha: bool = False, hi_lo: bool = False) -> Game:
    """One of the seven games; in `hi_lo` games a low hand wins half of the pot."""

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
            percents=(Fraction(book.value("rake_percent_minimum")), Fraction(book.value("rake_percent_maximum"))),
            flop_chase_odds={colour: Odds(paid) for colour, paid in book.table("flop_chase_odds").items()},
            readings=READINGS,
            irregularities=book.irregularities_by(),
            hand_names=_hand_names(book),
            suits={suit[0]: place for place, suit in enumerate(_in_order(book, "suit_order"))},
            pot_percents=book.table("pot_ratio_limits"),
            full_raise_percent=int(book.value("all_in_reopens_full_raise")),
            discard=_discard(book, game),
            highs=strength.best_omaha_of_each if _uses_two(book, game) else strength.best_of_each,
            lows=_lows(book, game) if hi_lo else None,
        )

    return Game(values=partial(_values, omaha=omaha, hi_lo=hi_lo), poker=rules)


def _lows(book: Book, game: str) -> Strengths:
    """How low hands are read; no card may be above the highest that the book allows."""
    lows = strength.best_low_omaha_of_each if _uses_two(book, game) else strength.best_low_of_each
    highest = book.number("low_hand_highest_card")
    if not 5 <= highest <= EIGHT:
        raise BookError(f"{book.id} params.toml: a low hand of up to {highest} cannot be read")
    if highest == EIGHT:
        return lows
    return lambda hands, board: [low if strength.top_of_low(low) <= highest else strength.NO_LOW for low in lows(hands, board)]


def _uses_two(book: Book, game: str) -> bool:
    used = book.table("hole_cards_used")[game]
    if used not in (0, 2):
        raise BookError(f"{book.id} params.toml: a hand with {used} hole cards cannot be read")
    return used == 2


def _discard(book: Book, game: str) -> Discard:
    """When a card is discarded, if one is."""
    number = book.table("discards")[game]
    if number not in (0, 1):
        raise BookError(f"{book.id} params.toml: one card is discarded or none, not {number}")
    return _DISCARDS[book.table("discard_after_round")[game]] if number else ""


def _hand_names(book: Book) -> tuple[str, ...]:
    """The hands from the best down. Hands are read in this order, and no other book's order is supported."""
    kinds = {category.label: category for category in Category}
    names = tuple(_in_order(book, "hand_order"))
    if set(names) - set(kinds) or sorted(names, key=kinds.__getitem__, reverse=True) != list(names):
        raise BookError(f"{book.id} params.toml: hands are not read in that order")
    return names


def _in_order(book: Book, name: str) -> list[str]:
    """What a table of places ranks, first place first; every place must be present once."""
    places = book.table(name)
    if sorted(places.values()) != list(range(1, len(places) + 1)):
        raise BookError(f"{book.id} params.toml: {name} has a place twice, or leaves one out")
    return sorted(places, key=places.__getitem__)


_DISCARDS: dict[int, Discard] = {1: "before the flop", 2: "after the flop"}
EIGHT = 8
"""The highest card allowed in any low hand."""

GAMES = {
    "crown-holdem": _game("crown-holdem"),
    "crown-pineapple": _game("crown-pineapple"),
    "crown-crazy-pineapple": _game("crown-crazy-pineapple"),
    "crown-crazy-pineapple-hi-lo": _game("crown-crazy-pineapple-hi-lo", hi_lo=True),
    "crown-holdem-hi-lo": _game("crown-holdem-hi-lo", hi_lo=True),
    "crown-omaha": _game("crown-omaha", omaha=True),
    "crown-omaha-hi-lo": _game("crown-omaha-hi-lo", omaha=True, hi_lo=True),
}


def _rules_of(name: str, book: Book) -> Rules | None:
    """The rules of another of the seven games."""
    game = GAMES.get(name)
    return None if game is None or game.poker is None else game.poker(book)

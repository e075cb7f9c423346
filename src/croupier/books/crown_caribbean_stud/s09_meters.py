"""Section 9 (and 12.9): prize meter systems, and which hands win from them at the table."""

from collections.abc import Callable
from typing import Any

from croupier.books.book import Book
from croupier.books.crown_caribbean_stud.people import AREA_MANAGER, CASINO_MANAGER
from croupier.books.crown_caribbean_stud.s10_prizes import (
    DOLLAR,
    OPTION_UNSAID,
    OPTIONS,
    aruba_jackpot,
    caribbean_jackpot,
    sharing,
)
from croupier.jackpots.prizes import Jackpot
from croupier.jackpots.systems import MeterRules, Terms
from croupier.kernel.errors import TableError
from croupier.kernel.hands import Category, HandValue
from croupier.kernel.money import cents
from croupier.stud.rules import Options
from croupier.stud.state import Box

CARIBBEAN, ARUBA = "crown-caribbean-stud", "crown-wild-aruba"
SURPLUS_TO_ANY_GAME = "surplus-to-any-game"
"""The other reading of 9.1.1(j): the excess of a closing meter over its seed may go to a system of the other game."""

_FEATURES = frozenset(
    {
        "different costs",
        "one option",
        "notices",
        "closing transfer",
        "verification",
        "proper equipment",
        "wagers kept",
        "reset after royals",
    }
)


def counts(options: Options, box: Box) -> bool:
    """5.8.1, 12.6.4: a hand takes part in the jackpot if its player has bet or taken the instant win.

    A forfeited bet (7.5.1(a)) still counts as a bet.
    """
    return box.choice in ("bet", "instant") or (box.choice == "void" and box.had_bet)


def least_share(book: Book, prizes: str) -> Callable[[Options, str], int]:
    """9.3, 10.3.2: the smallest possible share of the meter, for a table that cannot see its meter.

    No meter is below the lowest seed, and a share is smallest if every other place has a straight flush beside one royal.
    """
    by = sharing(book, prizes)
    parts = {"royal flush": by.royal_share, "straight flush": by.straight_share}
    seed = min(cents(row["seed"]) for option in OPTIONS for row in book.rows(f"jackpot_seeds_option_{option}"))

    def least(options: Options, hand: str) -> int:
        return int(parts[hand](1, options.places - 1) * seed * options.jackpot / DOLLAR) if hand in parts else 0

    return least


def aruba_hand(hands: frozenset[str], lowest_four: int, value: HandValue) -> str:
    """The row of Table 12 that pays a hand: natural flushes apart from wild ones, four of a kind from tens up."""
    if value.category == Category.STRAIGHT_FLUSH and value.wild:
        return "wild straight flush"
    if value.category == Category.FOUR_OF_A_KIND and value.ranks[0] < lowest_four:
        return ""
    return value.category.label if value.category.label in hands else ""


def meters(book: Book) -> MeterRules:
    """What the book says about prize meters. The two games have separate systems (9.1.1(e), (f)).

    Where 9.1.1 names the operator, the lowest rank that section 9 mentions at the meters acts (9.5.3).
    """

    def jackpot(terms: Terms) -> Jackpot:
        makers = {CARIBBEAN: caribbean_jackpot, ARUBA: aruba_jackpot}
        if terms.game not in makers:
            raise TableError(f"{terms.game} is no game of this book")
        return makers[terms.game](book, terms)

    def rules(game: str, **more: Any) -> MeterRules:
        return MeterRules(
            **book.page(game),
            features=_FEATURES,
            jackpot=jackpot,
            operator=AREA_MANAGER,
            notice_minutes=book.number("table_transfer_notice"),
            closing_minutes=book.number("system_closing_notice"),
            reader=AREA_MANAGER,
            keeps_seed=True,
            verify_rank=CASINO_MANAGER,
            verifiers=1,
            verify_hands=frozenset({"royal flush", "straight flush"}),
            readings=frozenset({SURPLUS_TO_ANY_GAME}),
            surplus_to=lambda closing, other: closing.game == other.game or SURPLUS_TO_ANY_GAME in closing.readings,
            **more,
        )

    return rules(CARIBBEAN, option_unsaid=OPTION_UNSAID, others={ARUBA: rules(ARUBA)})

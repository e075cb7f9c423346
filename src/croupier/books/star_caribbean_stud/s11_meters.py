"""Section 11: the progressive jackpot, its prize pools, and which hands win from them at the table."""

from collections.abc import Mapping

from croupier.books.book import Book
from croupier.books.caribbean import on_approval
from croupier.books.star_caribbean_stud.people import INSPECTOR, REVIEWER
from croupier.books.star_caribbean_stud.s12_prizes import ROYAL, STRAIGHT, jackpot
from croupier.jackpots.systems import MeterRules
from croupier.stud.rules import Options
from croupier.stud.state import Box

FOLDED_LOSES = "folded-hand-no-jackpot"
"""The other reading of 11.4: a hand that was folded or conceded is out of the jackpot too."""


def counts(options: Options, box: Box) -> bool:
    """11.4: a hand takes part once its player has received it, whatever was decided on it later."""
    if box.choice in ("fold", "conceded"):
        return FOLDED_LOSES not in options.readings
    return box.choice == "bet"


def next_paid(prizes: Mapping[int, str]) -> int:
    """12.2, 12.4: from the dealer's right, but a royal flush waits for the straight flushes of the round."""
    first = max(prizes)
    straights = [box for box, hand in prizes.items() if hand == STRAIGHT]
    return max(straights) if straights and prizes[first] == ROYAL else first


def meters(book: Book) -> MeterRules:
    """What the book says about prize meters."""
    return MeterRules(
        **book.page(book.id),
        features=frozenset({"inspector", "payments in order", "payment refused"}),
        jackpot=on_approval(book, jackpot, "the Authority's approval of price, seed and rate"),
        refuse_rank=REVIEWER,
        inspector=INSPECTOR,
        pays_first=next_paid,
    )

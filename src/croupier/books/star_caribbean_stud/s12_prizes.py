"""Section 12: progressive jackpot prizes. Straight flushes are calculated before royal flushes; the house pays the bonuses."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.books.book import Book
from croupier.books.caribbean import meter_on
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, to_cents
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError
from croupier.kernel.money import dollars

ROYAL, STRAIGHT = "royal flush", "straight flush"
_BONUSES = ("four of a kind", "full house", "flush")
CLAUSES = {
    ROYAL: ("11.7.1", "12.1.1"),
    STRAIGHT: ("11.7.2", "12.1.2"),
    "four of a kind": ("11.7.3", "12.1.3"),
    "full house": ("11.7.4", "12.1.4"),
    "flush": ("11.7.5", "12.1.5"),
}
"""What a hand wins."""


def share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of one round, in the order of payment."""
    jackpot.check(hands)
    royals, straights = hands.count(ROYAL), hands.count(STRAIGHT)
    left = Fraction(pools.major, GRAINS)
    payments: list[Payment] = []
    owed = Fraction(0)  # what the percentages take; the house pays the guarantees above it
    if straights:
        part = jackpot.part(STRAIGHT)
        aggregate = left * (1 - (1 - part) ** straights)
        amount_each = aggregate / straights
        least = jackpot.fixed[STRAIGHT]
        several = straights > 1
        shared = "an equal share of " if several else ""
        how = f"the greater of {dollars(least)} and {shared}{jackpot.part_in_words(STRAIGHT)} payouts of {_said(aggregate)}"
        clauses = (*CLAUSES[STRAIGHT], *(("12.3.2",) if several else ()), *(("12.4",) if royals else ()))
        payments += [_payment(STRAIGHT, max(amount_each, Fraction(least)), how, clauses)] * straights
        owed += aggregate
        left -= aggregate
    if royals:
        least = jackpot.fixed[ROYAL]
        won = jackpot.part(ROYAL) * left
        amount_each = max(won / royals, Fraction(least))
        what = "an equal share" if royals > 1 else jackpot.part_in_words(ROYAL)
        clauses = (*CLAUSES[ROYAL], *(("12.3.1",) if royals > 1 else ()), *(("12.4",) if straights else ()))
        how = f"the greater of {dollars(least)} and {what} of {_said(left)}"
        payments += [_payment(ROYAL, amount_each, how, clauses)] * royals
    paid = grains(sum(payment.pays for payment in payments))
    after = grains(jackpot.seed) if royals else pools.major - int(owed * GRAINS)  # a jackpot that was won starts again
    top_up = paid - (pools.major - after)  # guarantees and odd cents beyond the percentages, and the new seed
    payments += [
        Payment(
            hand=hand,
            pays=jackpot.fixed[hand],
            source="house",
            formula=f"a bonus of {dollars(jackpot.fixed[hand])}",
            clauses=CLAUSES[hand],
        )
        for hand in hands
        if hand in _BONUSES
    ]
    return Shares(payments=tuple(payments), meter_after=after, top_up=top_up, guaranteed=0 if royals else top_up)


def _said(amount: Fraction) -> str:
    return dollars(to_cents(amount, up=True))


def _payment(hand: str, pays: Fraction, formula: str, clauses: tuple[str, ...]) -> Payment:
    return Payment(hand=hand, pays=to_cents(pays, up=True), source="meter", formula=formula, clauses=clauses)


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a jackpot. The Authority approves price, seed and rate (11.3, 11.6), so the house gives them."""
    if terms.cost <= 0 or terms.seed < 0 or not terms.increment:
        raise TableError("a jackpot needs a cost, a seed and an increment rate, as the Authority approved them")
    return meter_on(book, terms, share)

"""Sections 5 and 7 and rule 9.7: the progressive jackpot, divided equally among hands that win it at the same time."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.books.book import Book
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, percentages, rate, to_cents
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError
from croupier.kernel.money import dollars

ROYAL, STRAIGHT = "royal flush", "straight flush"
_CLAUSES = {ROYAL: "7.1", STRAIGHT: "7.2", "four of a kind": "7.3", "full house": "7.4", "flush": "7.5"}
_DIVIDED = {STRAIGHT: "9.7.4", ROYAL: "9.7.3"}
"""The hands that win a part of the jackpot, in the order in which it is calculated, and where several divide it."""


def share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of hands shown at the same time: fixed ones first, then one tenth among straight flushes, the rest to royals."""
    jackpot.check(hands)
    payments = [
        Payment(
            hand=hand,
            pays=jackpot.fixed[hand],
            source="meter",
            formula=f"{dollars(jackpot.fixed[hand])} by the table's notice",
            clauses=(_CLAUSES[hand], "5.6"),
        )
        for hand in hands
        if hand in jackpot.fixed
    ]
    spent = sum(payment.pays for payment in payments)
    left = max(Fraction(0), Fraction(pools.major, GRAINS) - spent)
    for hand, divided in _DIVIDED.items():
        if not (winners := hands.count(hand)):
            continue
        each = to_cents(jackpot.part(hand) * left / winners, up=False)
        how = f"{jackpot.part_in_words(hand)} of {dollars(to_cents(left, up=False))}"
        clauses: tuple[str, ...] = (_CLAUSES[hand],)
        if winners > 1:
            how, clauses = f"{how}, divided by {winners}", (*clauses, divided)
        payments += [Payment(hand=hand, pays=each, source="meter", formula=how, clauses=clauses)] * winners
        spent += each * winners
        left -= each * winners
    after = pools.major - grains(spent)
    top_up = max(0, -after)
    after = max(0, after)
    if ROYAL in hands and after < grains(jackpot.seed):
        top_up += grains(jackpot.seed) - after
        after = grains(jackpot.seed)
    return Shares(payments=tuple(payments), meter_after=after, top_up=top_up)


def row(hand: str) -> tuple[str, ...]:
    """The clause of what a hand wins."""
    return (_CLAUSES[hand],)


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a jackpot. What small hands win stands on the tables' notice (`terms.notice`, cents), not in the book."""
    rows = book.rows("jackpot_prizes")
    percent = percentages(rows)
    stated = [row["hand"] for row in rows if row["hand"] not in percent]
    if missing := [hand for hand in stated if hand not in terms.notice]:
        raise TableError(f"the table's notice must state what {' and '.join(missing)} win")
    if strange := set(terms.notice) - set(stated):
        raise TableError(f"the table's notice does not say what {min(strange)} wins")
    if min(terms.notice.values()) <= 0:
        raise TableError("every prize on the table's notice must be above zero")
    if terms.cost <= 0 or terms.seed < 0:
        raise TableError("a jackpot wager must cost something, and a seed must be zero or more")
    return Jackpot(
        game=terms.game,
        book=book.id,
        cost=terms.cost,
        seed=terms.seed,
        increment=rate(terms.increment or "100.00"),
        hands=tuple(row["hand"] for row in rows),
        fixed={hand: terms.notice[hand] for hand in stated},
        percent=percent,
        share=share,
    )

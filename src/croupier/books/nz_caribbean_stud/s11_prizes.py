"""Section 11: progressive jackpot prizes, from one pool or from a major and a minor one."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.books.book import Book
from croupier.books.caribbean import meter_on
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, rate, to_cents
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError
from croupier.kernel.money import dollars

ROYAL, STRAIGHT = "royal flush", "straight flush"
CLAUSES = {
    ROYAL: ("11.7(e)", "11.9(a)"),
    STRAIGHT: ("11.7(d)", "11.9(b)"),
    "four of a kind": ("11.7(c)", "11.9(c)"),
    "full house": ("11.7(b)", "11.9(d)"),
    "flush": ("11.7(a)", "11.9(e)"),
}
"""What a hand wins."""

_MAJOR = ("11.6A(b)", "11.6C(c)")
_MINOR = ("11.6A(a)",)
_ITEMS = {STRAIGHT: ("11.10(b)",), ROYAL: ("11.10(c)", "11.10(c)(i)", "11.10(c)(ii)")}
_MAJOR_ITEMS = {
    STRAIGHT: ("11.6C(d)", "11.6C(d) 11.10(a)"),
    ROYAL: ("11.6C(d)", "11.6C(d) 11.10(b)", "11.6C(d) 11.10(b)(i)", "11.6C(d) 11.10(b)(ii)"),
}
"""How several hands in one round are paid, from one pool and from the major one."""


def share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of one round at one table: small ones first, then straight flushes, then royal flushes (11.10)."""
    jackpot.check(hands)
    royals, straights = hands.count(ROYAL), hands.count(STRAIGHT)
    several = (royals + straights if jackpot.split else len(hands)) > 1
    payments: list[Payment] = []
    for hand in hands:
        if hand in (ROYAL, STRAIGHT):
            continue
        pays = jackpot.fixed[hand]
        clauses = (*CLAUSES[hand], *(_MINOR if jackpot.split else ("11.10(a)",) if several else ()))
        how = f"{pays // jackpot.cost} to 1 on {dollars(jackpot.cost)}"
        payments.append(Payment(hand=hand, pays=pays, source="meter", formula=how, clauses=clauses))
    small = grains(sum(payment.pays for payment in payments))
    pool = pools.major if jackpot.split else max(0, pools.major - small)
    left = Fraction(pool, GRAINS)
    major_paid = 0
    items = _MAJOR_ITEMS if jackpot.split else _ITEMS
    named = _MAJOR if jackpot.split else ()
    if straights:
        least = jackpot.fixed[STRAIGHT]
        part = jackpot.part(STRAIGHT)
        amount_each = max(to_cents(part * left, up=False), least)
        clauses = (*CLAUSES[STRAIGHT], *named, *(items[STRAIGHT] if several else ()))
        how = f"the greater of {dollars(least)} and {jackpot.part_in_words(STRAIGHT)} of {dollars(to_cents(left, up=False))}"
        payments += [Payment(hand=STRAIGHT, pays=amount_each, source="meter", formula=how, clauses=clauses)] * straights
        major_paid += amount_each * straights
    if royals:
        rest = jackpot.part(ROYAL) * max(Fraction(0), left - major_paid)
        least = jackpot.fixed[ROYAL]
        amount_each = max(to_cents(rest / royals, up=False), least)
        clauses = (*CLAUSES[ROYAL], *named, *(items[ROYAL] if several else ()))
        what = f"1/{royals}" if royals > 1 else jackpot.part_in_words(ROYAL)
        how = f"the greater of {dollars(least)} and {what} of {dollars(to_cents(rest, up=False))}"
        payments += [Payment(hand=ROYAL, pays=amount_each, source="meter", formula=how, clauses=clauses)] * royals
        major_paid += amount_each * royals
    paid = grains(major_paid) if jackpot.split else grains(major_paid) + small
    after, top_up = _less(pools.major, paid)
    minor = pools.minor
    if jackpot.split:
        minor, short = _less(pools.minor, small)
        top_up += short
    if royals and after < grains(jackpot.seed):  # the operator's contribution to the new pool (11.6(b))
        top_up += grains(jackpot.seed) - after
        after = grains(jackpot.seed)
    return Shares(payments=tuple(payments), meter_after=after, minor_after=minor, top_up=top_up)


def _less(pool: int, paid: int) -> tuple[int, int]:
    """What is left of a pool after payments, and what the operator adds if it is not enough (11.6(b))."""
    return (pool - paid, 0) if paid <= pool else (0, paid - pool)


def jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a jackpot. The Secretary approves rate and contributions (11.6), so the house gives them.

    A minor rate divides the pool (11.6A): small prizes from the minor pool, flushes in sequence from the major one.
    """
    if terms.cost <= 0 or terms.seed < 0 or not terms.increment:
        raise TableError("a jackpot needs a cost, a seed and an increment rate, as the Secretary approved them")
    increment, minor = rate(terms.increment), rate(terms.minor_increment or "0")
    if increment + minor > GRAINS:
        raise TableError("the two pools together get no more than the whole of a wager")
    split = bool(terms.minor_increment)
    return meter_on(book, terms, share, increment=increment, minor_increment=minor, split=split)

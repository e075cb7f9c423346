"""Section 10 (and 12.10): what simultaneous jackpot hands of one round are paid, by Tables 4 to 9 and 12."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from croupier.books.book import Book
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, to_cents
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import TableError
from croupier.kernel.money import cents, dollars

DOLLAR = 100


def rounded_meter(meter: int) -> int:
    """10.2.1: the meter in grains as cents, rounded up to the whole dollar."""
    return -(-meter // (DOLLAR * GRAINS)) * DOLLAR


def royal_share(royals: int, straights: int) -> Fraction:
    """10.3.2(a), Table 7: the part of the pool for each royal flush."""
    return Fraction(10, 10 * royals + straights)


def straight_share(royals: int, straights: int) -> Fraction:
    """10.3.2(b), Table 8: the part of the pool for each straight flush beside royal flushes."""
    return Fraction(1, 10 * royals + straights)


def straight_only_share(straights: int) -> Fraction:
    """10.3.3(a), Table 9: the part of the meter above the reseed for each straight flush, on top of a tenth of the reseed."""
    return sum((Fraction(9 ** (n - 1), 10**n) for n in range(1, straights + 1)), Fraction(0)) / straights


def share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of one round at one table; all of its outcomes are simultaneous (10.2.3)."""
    jackpot.check(hands)
    royals, straights = hands.count("royal flush"), hands.count("straight flush")
    j, r = rounded_meter(pools.major), jackpot.seed
    table = "12.10.1" if jackpot.game == "crown-wild-aruba" else "10.1.1"
    payments: list[Payment] = []
    if royals:
        pool = j + r * (royals - 1)
        clauses = (table, "10.2.1") if royals + straights == 1 else ("10.2.1", "10.3", "10.3.1", "10.3.2(a)")
        how = f"10/(10x{royals}+{straights}) of {dollars(pool)}" if royals + straights > 1 else f"100% of {dollars(j)}"
        each = to_cents(pool * royal_share(royals, straights), up=True)
        payments += [_from_meter("royal flush", each, how, clauses)] * royals
        each = to_cents(pool * straight_share(royals, straights), up=True)
        how = f"1/(10x{royals}+{straights}) of {dollars(pool)}"
        payments += [_from_meter("straight flush", each, how, ("10.2.1", "10.3", "10.3.1", "10.3.2(b)"))] * straights
    elif straights == 1:
        payments.append(
            _from_meter("straight flush", to_cents(Fraction(j, 10), up=True), f"10% of {dollars(j)}", (table, "10.2.1"))
        )
    elif straights:
        part = straight_only_share(straights)
        each = to_cents((j - r) * part + Fraction(r, 10), up=True)
        how = f"{float(part * 100):.3f}% of {dollars(j - r)} + 10% of {dollars(r)}"
        payments += [_from_meter("straight flush", each, how, ("10.2.1", "10.3", "10.3.3(a)"))] * straights
    paid = sum(payment.pays for payment in payments)
    after = pools.major - grains(paid)
    top_up = 0
    if royals > 1 or after < grains(r):  # 9.4: reset to the seed times the cost of the wager
        top_up, after = grains(r) - after, grains(r)
    payments += [_bonus(jackpot, hand) for hand in hands if hand not in ("royal flush", "straight flush")]
    return Shares(payments=tuple(payments), meter_after=after, top_up=top_up)


def _from_meter(hand: str, pays: int, formula: str, clauses: tuple[str, ...]) -> Payment:
    return Payment(hand=hand, pays=pays, source="meter", formula=formula, clauses=clauses)


def _bonus(jackpot: Jackpot, hand: str) -> Payment:
    pays = jackpot.fixed[hand]
    each = dollars(pays * DOLLAR // jackpot.cost)
    clause = "12.10.1" if jackpot.game == "crown-wild-aruba" else "10.1.2"
    return Payment(
        hand=hand,
        pays=pays,
        source="house",
        formula=f"{each} for each $1 of a {dollars(jackpot.cost)} wager",
        clauses=(clause,),
    )


def caribbean_jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a prize meter system under Option 1 (Tables 2 and 4) or Option 2 (Tables 3 and 5)."""
    option, seed = terms.option or 1, terms.seed
    if option not in (1, 2):
        raise TableError(f"the book has Option 1 and Option 2, not {option}")
    rates = {cents(row["seed"]): row["increment"] for row in book.rows(f"jackpot_seeds_option_{option}")}
    if seed not in rates:
        known = ", ".join(dollars(known) for known in rates)
        raise TableError(f"Option {option} has no seed of {dollars(seed)}; it has {known}")
    return _jackpot(book, terms, f"jackpot_prizes_option_{option}", rates[seed])


def aruba_jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a Wild Aruba system: Table 12, and 53% of the wagers onto the meter (12.9.1(a))."""
    if terms.option:
        raise TableError("Wild Aruba has one table of prizes and no options")
    return _jackpot(book, terms, "aruba_jackpot_prizes", str(book.value("aruba_jackpot_increment")))


def _jackpot(book: Book, terms: Terms, prizes: str, percent: str) -> Jackpot:
    if terms.increment and cents(terms.increment) != cents(percent):
        raise TableError(f"the increment rate of this book is {percent}%, not {terms.increment}%")
    if terms.cost <= 0:
        raise TableError("a jackpot wager costs something")
    rows = book.rows(prizes)
    fixed = {row["hand"]: cents(row["per_dollar"]) * terms.cost // DOLLAR for row in rows if "per_dollar" in row}
    return Jackpot(
        game=terms.game,
        book=book.id,
        cost=terms.cost,
        seed=terms.seed * terms.cost // DOLLAR,
        increment=cents(percent),
        hands=tuple(row["hand"] for row in rows),
        fixed=fixed,
        share=share,
    )

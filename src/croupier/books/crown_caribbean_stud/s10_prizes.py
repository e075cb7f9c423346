"""Section 10 (and 12.10): what simultaneous jackpot hands in one round win, by Tables 4 to 9 and 12."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import msgspec

from croupier.books.book import Book
from croupier.books.caribbean import meter_on
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains, to_cents
from croupier.jackpots.systems import Terms
from croupier.kernel.errors import BookError, TableError
from croupier.kernel.money import cents, dollars

DOLLAR = 100

OPTIONS = (1, 2)
OPTION_UNSAID = 1
"""The option of 9.1.1(f) if none was chosen."""


class Sharing(msgspec.Struct, frozen=True, kw_only=True):
    """The book's figures for calculating prizes from the meter: Tables 4, 5 and 12, and the formulas of 10.3."""

    royal_percent: Fraction
    straight_percent: Fraction
    rounding: int
    royal_parts: int
    straight_parts: int
    several_straights: int
    each_straight: Fraction

    def rounded_meter(self, meter: int) -> int:
        """10.2.1: the meter in cents, rounded up to the whole dollar."""
        return -(-meter // (self.rounding * GRAINS)) * self.rounding

    def royal_share(self, royals: int, straights: int) -> Fraction:
        """10.3.2(a), Table 7: each royal flush's share of the pool."""
        return Fraction(self.royal_parts, self.royal_parts * royals + self.straight_parts * straights)

    def straight_share(self, royals: int, straights: int) -> Fraction:
        """10.3.2(b), Table 8: each straight flush's share of the pool beside royal flushes."""
        return Fraction(self.straight_parts, self.royal_parts * royals + self.straight_parts * straights)

    def straight_only_share(self, straights: int) -> Fraction:
        """10.3.3(a), Table 9: each straight flush's share of the meter above the reseed, on top of its share of the reseed.

        Each in turn takes its percentage of what is left; the total is shared equally.
        """
        return (1 - (1 - self.each_straight) ** straights) / straights


def sharing(book: Book, prizes: str) -> Sharing:
    """The figures of a table of prizes."""
    percent = {hand: pay.percent / 100 for hand, pay in book.prizes(prizes).items() if pay.percent is not None}
    parts = book.table("jackpot_pool_shares")
    for hand in ("royal flush", "straight flush"):
        if hand not in percent or hand not in parts:
            raise BookError(f"{book.id} params.toml: {prizes} has no share of the meter for a {hand}")
    return Sharing(
        royal_percent=percent["royal flush"],
        straight_percent=percent["straight flush"],
        rounding=cents(str(book.value("meter_rounding"))),
        royal_parts=parts["royal flush"],
        straight_parts=parts["straight flush"],
        several_straights=book.number("simultaneous_straight_flushes"),
        each_straight=Fraction(str(book.value("straight_flush_percent"))) / 100,
    )


def share(by: Sharing, jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of one round at one table; all its outcomes are simultaneous (10.2.3)."""
    jackpot.check(hands)
    royals, straights = hands.count("royal flush"), hands.count("straight flush")
    j, r = by.rounded_meter(pools.major), jackpot.seed
    table = "12.10.1" if jackpot.game == "crown-wild-aruba" else "10.1.1"
    payments: list[Payment] = []
    if (royals == 1 and not straights) or (not royals and straights < by.several_straights):
        hand, part = ("royal flush", by.royal_percent) if royals else ("straight flush", by.straight_percent)
        amount_each = to_cents(j * part, up=True)
        how = f"{_percent(part)} of {dollars(j)}"
        payments += [_from_meter(hand, amount_each, how, (table, "10.2.1"))] * (royals + straights)
    elif royals:
        pool, parts = j + r * (royals - 1), f"({by.royal_parts}x{royals}+{straights})"
        amount_each = to_cents(pool * by.royal_share(royals, straights), up=True)
        how = f"{by.royal_parts}/{parts} of {dollars(pool)}"
        payments += [_from_meter("royal flush", amount_each, how, ("10.2.1", "10.3", "10.3.1", "10.3.2(a)"))] * royals
        amount_each = to_cents(pool * by.straight_share(royals, straights), up=True)
        how = f"{by.straight_parts}/{parts} of {dollars(pool)}"
        payments += [_from_meter("straight flush", amount_each, how, ("10.2.1", "10.3", "10.3.1", "10.3.2(b)"))] * straights
    else:
        part = by.straight_only_share(straights)
        amount_each = to_cents((j - r) * part + r * by.each_straight, up=True)
        exactly = f"{float(part * 100):.3f}%" if (part * 100_000).denominator == 1 else str(part)
        how = f"{exactly} of {dollars(j - r)} + {_percent(by.each_straight)} of {dollars(r)}"
        payments += [_from_meter("straight flush", amount_each, how, ("10.2.1", "10.3", "10.3.3(a)"))] * straights
    paid = sum(payment.pays for payment in payments)
    after = pools.major - grains(paid)
    top_up = 0
    if after < grains(r):  # 9.4: the meter is reset to the seed times the price of the wager, as after several royal flushes
        top_up, after = grains(r) - after, grains(r)
    payments += [_bonus(jackpot, hand) for hand in hands if hand not in ("royal flush", "straight flush")]
    return Shares(payments=tuple(payments), meter_after=after, top_up=top_up)


def _percent(part: Fraction) -> str:
    return f"{float(part * 100):g}%"


def _from_meter(hand: str, pays: int, formula: str, clauses: tuple[str, ...]) -> Payment:
    return Payment(hand=hand, pays=pays, source="meter", formula=formula, clauses=clauses)


def _bonus(jackpot: Jackpot, hand: str) -> Payment:
    pays = jackpot.fixed[hand]
    prize = dollars(pays * DOLLAR // jackpot.cost)
    clause = "12.10.1" if jackpot.game == "crown-wild-aruba" else "10.1.2"
    return Payment(
        hand=hand, pays=pays, source="house", formula=f"{prize} for each $1 of a {dollars(jackpot.cost)} wager", clauses=(clause,)
    )


def caribbean_jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a prize meter system under Option 1 (Tables 2 and 4) or Option 2 (Tables 3 and 5)."""
    option = terms.option or OPTION_UNSAID
    if option not in OPTIONS:
        raise TableError(f"the book has Option 1 and Option 2, not {option}")
    return _jackpot(book, terms, f"jackpot_prizes_option_{option}", _rate(book, terms.seed, option))


def _rate(book: Book, seed: int, option: int) -> str:
    """The increment rate for an initial seed, which must be one in the table (9.3.1, 9.3.2)."""
    rates = {cents(row["seed"]): str(row["increment"]) for row in book.rows(f"jackpot_seeds_option_{option}")}
    if seed not in rates:
        known = ", ".join(dollars(known) for known in rates)
        raise TableError(f"Option {option} has no seed of {dollars(seed)}; it has {known}")
    return rates[seed]


def seeds(book: Book) -> list[Terms]:
    """9.3.1, 9.3.2: the terms of every row of Tables 2 and 3, for a one-dollar wager."""
    tables = {option: book.rows(f"jackpot_seeds_option_{option}") for option in OPTIONS}
    return [
        Terms(game=book.id, cost=DOLLAR, seed=cents(row["seed"]), option=option)
        for option, rows in tables.items()
        for row in rows
    ]


def aruba_jackpot(book: Book, terms: Terms) -> Jackpot:
    """The terms of a Wild Aruba system: Table 12, with 53% of the wagers going to the meter (12.9.1(a)).

    Everything else follows section 9, so the seed is one that 9.3.1 lists; both of its tables have the same seeds.
    """
    if terms.option:
        raise TableError("Wild Aruba has one table of prizes and no options")
    _rate(book, terms.seed, OPTION_UNSAID)
    return _jackpot(book, terms, "aruba_jackpot_prizes", str(book.value("aruba_jackpot_increment")))


def _jackpot(book: Book, terms: Terms, prizes: str, percent: str) -> Jackpot:
    if terms.increment and cents(terms.increment) != cents(percent):
        raise TableError(f"the increment rate of this book is {percent}%, not {terms.increment}%")
    if terms.cost <= 0:
        raise TableError("a jackpot wager must cost something")
    seed = terms.seed * terms.cost // DOLLAR
    by = partial(share, sharing(book, prizes))
    return meter_on(book, terms, by, prizes, seed=seed, increment=cents(percent), percent={})

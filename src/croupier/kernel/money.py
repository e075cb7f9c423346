"""Money in whole cents, odds as integer ratios, and postings that sum to zero.

A cent is one hundredth of the unit, whatever the currency. The record and the engines write every sum one
way, `$1,012.50`; `Currency.told` converts it to the currency where people read it.

>>> cents("12.50"), dollars(1250), Odds(3, 2).pays(501), currency("EUR").told("the minimum is $12.50")
(1250, '$12.50', Fraction(1503, 2), 'the minimum is €12.50')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from croupier.kernel.accounts import Account, currency_of
from croupier.kernel.data import data_of
from croupier.kernel.errors import CroupierError
from croupier.kernel.languages import ENGLISH, language

Name = TypeVar("Name")
# At most fifteen digits, so that any balance fits a 64-bit integer.
_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d+))?", re.ASCII)


class MoneyError(CroupierError):
    """Text that is not an amount in whole cents, or postings that do not balance."""


def cents(text: str) -> int:
    """Cents from `10`, `10.5`, `$1,000.00`; negative sums and fractions of a cent are refused.

    >>> cents("0.005")
    Traceback (most recent call last):
    croupier.kernel.money.MoneyError: '0.005' is not a whole number of cents
    """
    if (match := _AMOUNT.fullmatch(text.strip())) is None:
        raise MoneyError(f"{text!r} is not an amount of money: enter one such as 10 or 12.50")
    whole, part = match.group(1).replace(",", ""), match.group(2) or ""
    if part[2:].strip("0"):
        raise MoneyError(f"{text!r} is not a whole number of cents")
    return int(whole) * 100 + int((part + "00")[:2])


def plain(amount: int) -> str:
    """Cents as `12.50`, the form in JSON."""
    return f"{'-' if amount < 0 else ''}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def dollars(amount: int) -> str:
    """Cents as `$1,012.50`, the form in sentences."""
    return f"{'-' if amount < 0 else ''}${abs(amount) // 100:,}.{abs(amount) % 100:02d}"


def money(amount: int) -> str:
    """Cents as people read them: `$12.50`, and `$1,000` where there are no odd cents."""
    return dollars(amount).removesuffix(".00")


_SAID = re.compile(r"(?<![A-Z])\$(\d+(?:,\d{3})*)(?:\.(\d+))?([kM]\b)?", re.ASCII)


class Currency(msgspec.Struct, frozen=True):
    """How to write sums of a currency: what goes before and after the number, its decimals, the thousands separator and
    the decimal point. `home` says that it is the money of the country.
    """

    code: str = "USD"
    before: str = "$"
    after: str = ""
    decimals: int = 2
    group: str = ","
    point: str = "."
    home: bool = False

    @property
    def here(self) -> Currency:
        """The currency as written in the language of the person who is being answered."""
        return self if language() == ENGLISH else currency(self.code, home=self.home, language=language())

    @property
    def sign(self) -> str:
        """What is next to the number: `€`, `$`, `CHF`."""
        return (self.before or self.after).strip()

    @property
    def pattern(self) -> str:
        """How to write a sum, for scripts: `€#.##`, with a `#` for each decimal; `#.###,## €` if it differs from English."""
        here = self.here
        parts = "" if here.group == "," else f"{here.group}###"
        return f"{here.before}#{parts}{here.point}{'#' * here.decimals}{here.after}"

    @property
    def units(self) -> str:
        """The heading of a column with whole units."""
        return "dollars" if "$" in self.sign else self.code

    def of(self, amount: int) -> str:
        """Cents in this currency."""
        return self.told(dollars(amount))

    def read(self, text: str) -> str:
        """A person's text with sums in this currency, in the form that the engines read."""
        return text if self.sign == "$" else re.sub(rf"(?<![A-Z]){re.escape(self.sign)}\s?(?=\d)", "$", text)

    def told(self, text: str) -> str:
        r"""A text with its sums in this currency; cents that were left out stay out, and none that count are lost.

        >>> currency("KWD").told("$1,012.50 or $5"), currency("JPY").told("-$5.00"), currency("EUR", language="it").told("$1.50")
        ('KWD\xa01,012.500 or KWD\xa05', '-¥5', '1,50\xa0€')
        """
        here = self.here
        as_it_is = (here.before, here.after, here.decimals, here.group, here.point) == ("$", "", 2, ",", ".")
        return text if as_it_is else _SAID.sub(here._written, text)

    def _written(self, said: re.Match[str]) -> str:
        whole, part = said[1].replace(",", self.group), said[2] or ""
        if len(part) == 2:
            part = part.ljust(self.decimals, "0") if part.strip("0") else "0" * self.decimals
        return f"{self.before}{whole}{self.point * bool(part)}{part}{said[3] or ''}{self.after}"


DOLLARS = Currency()
"""The currency if no book or house names another."""


@cache
def _currencies() -> dict[str, dict[str, dict[str, Any]]]:
    return data_of("croupier.kernel", "currencies.toml")


@cache
def currency(code: str, *, home: bool = False, language: str = "en") -> Currency:
    """The currency of that code, as CLDR has it for a language; `home` is its sign in its own country, `$` and not `A$`."""
    known, way = _currencies()["currency"], _currencies()["language"][language]
    if code not in known:
        near = get_close_matches(code.upper(), known, 3) or ["AUD", "EUR", "NZD", "USD"]
        raise MoneyError(f"there is no currency {code!r}: write its three letters, such as {' or '.join(near)}")
    sign = known[code].get("home", known[code]["en"]) if home else known[code][language]
    before, after = way["pattern"].replace("¤", sign).split("#")
    spaced = "\N{NO-BREAK SPACE}" if before[-1:].isalpha() else ""
    return Currency(code, before + spaced, after, known[code]["decimals"], way["group"], way["point"], home)


class Odds(msgspec.Struct, frozen=True):
    """`to` units paid for each `each` units wagered."""

    to: int
    each: int = 1

    @classmethod
    def read(cls, text: int | str) -> Odds:
        """Odds as a book writes them: `5` for 5 to 1, or `"3 to 2"`.

        >>> str(Odds.read(5)), str(Odds.read("6 to 4"))
        ('5 to 1', '3 to 2')
        """
        said = re.fullmatch(r"(\d{1,6})(?: to (\d{1,6}))?", str(text), re.ASCII)
        if said is None or isinstance(text, bool) or not int(said[2] or 1):
            raise MoneyError(f'{text!r} is no odds: write 5 for 5 to 1, or "3 to 2"')
        return cls(*Fraction(int(said[1]), int(said[2] or 1)).as_integer_ratio())

    def pays(self, stake: int) -> Fraction | int:
        """The exact winnings, stake not included; the payer rounds them by a clause."""
        return stake * self.to if self.each == 1 else Fraction(stake * self.to, self.each)

    @cache  # noqa: B019 - there are few, and settlements use them again and again
    def __str__(self) -> str:
        return f"{self.to} to {self.each}"


def round_up(amount: Fraction | int, unit: int) -> int:
    """The next multiple of `unit` cents that is not less than `amount`."""
    return -(-amount // unit) * unit


def left_of(results: Iterable[int]) -> int:
    """What is left of winnings if each loss (a negative sum) is taken from the winnings before it.

    >>> left_of([30, -50, 20, -5])
    15
    """
    left = 0
    for net in results:
        left = max(left + net, 0)
    return left


Postings = Mapping[Account, int]
"""A movement of money: what each account gains; the total is zero in every currency."""


def balanced(postings: Postings) -> bool:
    total = 0
    for account, amount in postings.items():
        if "@" in account:
            return not together(*({currency_of(each): amount} for each, amount in postings.items()))
        total += amount
    return not total  # the usual case: only chips


class Movement(dict[Account, int]):
    """Postings that need no check: one amount goes from one account to another in its currency."""

    __slots__ = ()


@lru_cache(maxsize=16384)
def moving(amount: int, source: Account, to: Account) -> dict[Account, int]:
    """The postings of an amount from one account to another.

    The same amounts move in round after round: one mapping serves all those events, and never changes.
    """
    postings = Movement({source: -amount, to: amount})
    if not balanced(postings):
        raise MoneyError(f"{source} and {to} are not of one currency, or are the same")
    return postings


def together(*movements: Mapping[Name, int]) -> dict[Name, int]:
    """Several movements as one, leaving out what gains nothing: accounts, seats, currencies."""
    after: dict[Name, int] = {}
    for postings in movements:
        for account, amount in postings.items():
            after[account] = after.get(account, 0) + amount
    return {account: amount for account, amount in after.items() if amount}


def post(money: dict[Account, int], postings: Postings) -> dict[Account, int]:
    """The balances after a movement; accounts at zero are dropped."""
    after = money.copy()  # faster than `{**money}` where accounts have been dropped
    for account, amount in postings.items():
        if balance := after.get(account, 0) + amount:
            after[account] = balance
        else:
            after.pop(account, None)
    return after

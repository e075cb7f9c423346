"""What a hand pays, in one form for every pay table: bets, side wagers, and the prizes of a meter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.kernel.money import MoneyError, Odds, cents


class Pay(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a pay table: `odds` on the wager; or a sum in cents, a multiple of the wager, a sum per unit of the wager,
    or a percentage of a prize meter. The row may have `clauses` of its own.

    >>> Pay.read("3 to 2").odds.to, Pay.read({"amount": "500"}).sum(1_00), Pay.read({"multiple": 50}).sum(2_00)
    (3, 50000, 10000)
    """

    odds: Odds | None = None
    amount: int = 0
    multiple: int = 0
    per_dollar: int = 0
    percent: Fraction | None = None
    clauses: tuple[str, ...] = ()

    @classmethod
    def read(cls, written: Any) -> Pay:
        """A row as a book writes it; `MoneyError` says what is wrong."""
        if not isinstance(written, Mapping):
            return cls(odds=Odds.read(written))
        clause, said = written.get("clause", ()), {name: value for name, value in written.items() if name != "clause"}
        if strange := next((name for name in said if name not in _READ), ""):
            raise MoneyError(f"{strange!r} is not supported: {_FORMS}; {ONLY_HANDS}")
        try:
            read: dict[str, Any] = {name: _READ[name](str(value)) for name, value in said.items()}
            if not str(said).isascii() or min(read.values(), default=0) < 0 or read.get("percent", 0) > 100:
                raise ValueError
        except (ArithmeticError, MoneyError, ValueError):
            raise MoneyError(f"that is no number: {_FORMS}") from None
        return cls(clauses=(clause,) if isinstance(clause, str) else tuple(clause), **read)

    def sum(self, cost: int) -> int:
        """What it pays whatever a meter shows, for a wager of this price; 0 if it pays odds or only a part of the meter."""
        return self.amount or self.multiple * cost + self.per_dollar * cost // 100


_FORMS = 'write amount = "500", percent = "10", or multiple = 50'
ONLY_HANDS = "a prize is for the hand that carries the wager: none is for its colour, for losing with it, or for another player's"

LOSES = "loses"
"""The row of a hand that wins nothing although a lower one does."""


_READ: dict[str, Callable[[str], Any]] = {"amount": cents, "multiple": int, "per_dollar": cents, "percent": Fraction}

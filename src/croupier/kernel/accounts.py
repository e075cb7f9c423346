"""Where money is: accounts of a kind, with their owner and currency.

>>> account("stack", 3), account("purse", "p7"), account("ante", 1, TOKENS)
('stack:3', 'purse:p7', 'ante@tokens:1')
>>> kind_of(account("ante", 1, TOKENS)), owner_of(account("purse", "p7")), currency_of(account("ante", 1, TOKENS))
('ante', 'p7', 'tokens')
"""

from functools import cache, lru_cache, partial
from typing import Literal, NewType

Account = NewType("Account", str)
"""An account name, made by `account` and read by `kind_of`, `owner_of` and `currency_of`."""

Currency = Literal["chips", "tokens", "tournament", "cash"]
CHIPS: Currency = "chips"
CASH: Currency = "cash"
"""Real money, which exists only in the cage."""
TOKENS: Currency = "tokens"
"""Promotional tokens: wagered like chips, worth nothing at the cage."""


@lru_cache(maxsize=65536)
def account(kind: str, owner: int | str = "", currency: Currency = CHIPS) -> Account:
    """The account of that kind for a box, seat or person, or the house's own."""
    name = kind if currency == CHIPS else f"{kind}@{currency}"
    return Account(f"{name}:{owner}" if owner != "" else name)


@lru_cache(maxsize=65536)
def in_tokens(name: Account) -> Account:
    """The account for promotional tokens, next to the one for chips."""
    kind, mark, owner = name.partition(":")
    return Account(f"{kind}@{TOKENS}{mark}{owner}")


def kind_of(name: Account) -> str:
    """The kind of an account. A dot separates several of a kind: `wager.pair-plus:3` is a wager."""
    return name.partition(":")[0].partition("@")[0].partition(".")[0]


def owner_of(name: Account) -> str:
    return name.partition(":")[2]


def currency_of(name: Account) -> str:
    return name.partition(":")[0].partition("@")[2] or CHIPS


FLOAT = account("float")
"""The chips of the house at a table."""


@cache
def stack_of(seat: int) -> Account:
    """The chips in front of a player."""
    return account("stack", seat)


purse_of = partial(account, "purse")
"""A person's money that is not on the table."""
withheld_of = partial(account, "withheld")
"""A person's winnings that are held back."""

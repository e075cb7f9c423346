"""The cage after its events, and the house's procedures for it.

Like a poker table it changes in place, because a house has many people; only events change it.
"""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace

from croupier.kernel.accounts import CHIPS, Account, Currency, account
from croupier.kernel.changing import Changing
from croupier.kernel.events import Event
from croupier.kernel.grounds import grounds_of
from croupier.kernel.money import together
from croupier.kernel.roles import DAY, HouseRules

GROUNDS = grounds_of("croupier.cage")

What = Literal["fill", "credit", "supply", "removal"]
Counted = Literal["opening", "between", "closing"]

KEPT_DAYS = 31
"""For how many days a person's purchases, wins and playing time are kept."""


# Accounts, by their currency, or by a table or tournament and then their currency

made = partial(account, "made", "")
"""All that was ever brought into the cage from outside, as a negative sum."""
stock = partial(account, "stock", "")
"""What is in the cage: chips, tokens, or money in the drawer."""
hands = partial(account, "hands", "")
"""What all people together have in hand; for money, what they have paid in, as a negative sum."""
missing = partial(account, "missing", "")
"""The total by which counts came out short; negative if they came out over."""
play_at = partial(account, "play")
"""What its players have brought to a table and not taken away."""
float_at = partial(account, "float")
"""What the cage has given a table for its float, minus what came back."""
box_at = partial(account, "box")
"""What was taken off a table with its chip box, as a negative sum."""
drop_of = partial(account, "drop")
"""A chip box that is not counted yet, at what it should hold."""
fees_of, pool_of = partial(account, "fees"), partial(account, "pool")


class CageRules(HouseRules, frozen=True, kw_only=True):
    """The house's procedures for the cage."""

    declared = GROUNDS


class AtTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person at a table: since when they sit there (-1: they do not, and their chips are kept), and what they brought."""

    since: int = -1
    brought: int = 0


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a person bought and redeemed at the cage, won at each table and in each tournament (negative: lost), and for how
    many seconds they played.
    """

    bought: int = 0
    redeemed: int = 0
    results: dict[str, int] = {}
    seconds: int = 0

    @property
    def result(self) -> int:
        """The total of that at the cage, where every chip counts the same."""
        return sum(self.results.values())

    def plus(self, other: Played) -> Played:
        results = together(self.results, other.results)
        return Played(self.bought + other.bought, self.redeemed + other.redeemed, results, self.seconds + other.seconds)


class Patron(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A person as the cage knows them: what they have in `hand`, and `out` on tables and in tournaments, by currency.

    `since` is when they sat down at the first of the tables where they sit. A result counts when they leave a table; what they
    have brought there until then may be lost.
    """

    hand: dict[Currency, int] = {}
    out: dict[Currency, int] = {}
    tables: dict[str, AtTable] = {}
    since: int = -1
    days: dict[int, Played] = {}

    def held(self, currency: Currency = CHIPS) -> int:
        return self.hand.get(currency, 0)

    @property
    def at_stake(self) -> int:
        """What they have brought to tables that they have not left."""
        return sum(here.brought for here in self.tables.values())

    def moved(self, currency: Currency, in_hand: int, out: int = 0) -> Patron:
        """With a change to what they have in hand and out on tables."""
        return replace(self, hand=together(self.hand, {currency: in_hand}), out=together(self.out, {currency: out}))

    def played(self, at: int, more: Played) -> Patron:
        """With an addition on that day; old days are dropped."""
        today = at // DAY
        days = {day: before for day, before in self.days.items() if day > today - KEPT_DAYS}
        return replace(self, days={**days, today: days.get(today, Played()).plus(more)})

    def sits(self, table: str, brought: int, at: int, *, sits: bool) -> Patron:
        """With chips brought to a table, sitting down there or already there."""
        here = self.tables.get(table, AtTable())
        since = at if sits and here.since < 0 else here.since
        tables = {**self.tables, table: AtTable(since, here.brought + brought)}
        return replace(self, tables=tables, since=at if sits and self.since < 0 else self.since)

    def leaves(self, table: str, back: int, at: int, *, leaves: bool, kept: bool) -> Patron:
        """With chips brought back from a table, leaving it or not. Leaving means winning or losing, unless chips are kept."""
        here = self.tables.get(table, AtTable())
        since = -1 if leaves else here.since
        after = AtTable(since, here.brought - back)
        gone = since < 0 and not kept
        tables = {name: at_table for name, at_table in self.tables.items() if name != table}
        patron = replace(self, tables=tables if gone else {**tables, table: after})
        if gone:
            patron = patron.played(at, Played(results={table: -after.brought}))
        return patron.stops(at) if leaves else patron

    def stops(self, at: int) -> Patron:
        """Without a seat anywhere, the time is counted, day by day."""
        if self.since < 0 or any(here.since >= 0 for here in self.tables.values()):
            return self
        patron, begun = replace(self, since=-1), max(self.since, at - KEPT_DAYS * DAY)
        while begun < at:
            end = min(at, (begun // DAY + 1) * DAY)
            patron = patron.played(begun, Played(seconds=end - begun))
            begun = end
        return patron

    def in_days(self, days: int, at: int) -> Played:
        """The totals of the last so many days including today, with the time of a seat not yet given up."""
        today, total = at // DAY, Played()
        for day, played in self.days.items():
            if today - days < day <= today:
                total = total.plus(played)
        if self.since >= 0:
            total = total.plus(Played(seconds=at - max(self.since, (today - days + 1) * DAY)))
        return total


class Transfer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Chips that a person has asked to move, and in which capacity."""

    what: What
    amount: int
    by: str
    capacity: str
    table: str = ""
    currency: Currency = CHIPS


class Box(msgspec.Struct, frozen=True):
    """A chip box that was taken off a table: what it should hold, and who took it."""

    amount: int
    by: str


class Noted(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the house has won at a table by the table's own ledger."""

    float: int = 0
    box: int = 0
    tokens: int = 0


class Count(msgspec.Struct, frozen=True, omit_defaults=True):
    """A count: of a table's float, its chip box or the cage (`of`), what the books said, what was counted, by whom and when."""

    of: str
    expected: int
    counted: int
    by: str
    at: int
    when: Counted = "between"
    currency: Currency = CHIPS
    note: str = ""

    @property
    def variance(self) -> int:
        return self.counted - self.expected


class Cage(Changing, kw_only=True):
    """The cage. `transfers` wait for a second person, `boxes` to be counted; `counts` are the last ones of each place, and
    `variances` all that were ever found, by number. `collected` are the fees of tournaments that were taken into the stock, and
    `explained` what was said of results, by table and day.
    """

    open: bool = False
    money: dict[Account, int] = msgspec.field(default_factory=dict)
    patrons: dict[str, Patron] = msgspec.field(default_factory=dict)
    transfers: dict[int, Transfer] = msgspec.field(default_factory=dict)
    requested: int = 0
    noted: dict[str, Noted] = msgspec.field(default_factory=dict)
    boxes: dict[str, Box] = msgspec.field(default_factory=dict)
    counts: dict[str, Count] = msgspec.field(default_factory=dict)
    variances: dict[int, Count] = msgspec.field(default_factory=dict)
    collected: dict[str, int] = msgspec.field(default_factory=dict)
    explained: dict[str, str] = msgspec.field(default_factory=dict)

    def holds(self, name: Account) -> int:
        return self.money.get(name, 0)

    def patron(self, person: str) -> Patron:
        return self.patrons.get(person, _NOBODY)

    def in_float(self, table: str, currency: Currency) -> int:
        """What the float of a table should hold, by what the cage gave and what was noted of the table's ledger."""
        noted = self.noted.get(table, _NOTHING)
        return self.holds(float_at(table, currency)) + (noted.float if currency == CHIPS else noted.tokens)

    def in_box(self, table: str) -> int:
        """What the chip box of a table should hold."""
        return self.holds(box_at(table)) + self.noted.get(table, _NOTHING).box

    def take(self, event: Event) -> Cage:
        """Change as an event says, move its money, and return this same cage."""
        event.alter(self)
        for name, amount in event.postings.items():
            after = self.money.get(name, 0) + amount
            if after:
                self.money[name] = after
            else:
                self.money.pop(name, None)
        return self


_NOBODY, _NOTHING = Patron(), Noted()

"""The meter at which a jackpot wager is fair, with its working: each prize, how often it comes, and what it adds."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.books import rules_of
from croupier.cli.terminal.output import Complaint, facts
from croupier.cli.terminal.typed import chosen
from croupier.drawing.figures import exact
from croupier.jackpots.prizes import GRAINS, Jackpot, Payment, Pools, Shares, grains
from croupier.jackpots.worth import break_even_meter, worth
from croupier.kernel.money import cents, dollars

_PART = re.compile(r"(\d{1,3}(?:\.\d{1,4})?)\s*%")


class Working:
    """The lowest meter in cents at which a wager returns its price, and what each prize adds to that."""

    def __init__(self, jackpot: Jackpot, counts: Mapping[str, int]) -> None:
        self.jackpot, self.counts = jackpot, counts
        self.meter = break_even_meter(jackpot, counts)
        self.total, self.before = worth(jackpot, self.meter, counts), worth(jackpot, self.meter - 1, counts)
        pools = Pools(grains(self.meter), grains(self.meter))
        self.prizes = [jackpot.share(jackpot, pools, [hand]).payments[0] for hand in jackpot.hands]

    def adds(self, prize: Payment) -> float:
        """What a prize adds to the value of a wager, in cents."""
        return float(Fraction(self.counts[prize.hand] * prize.pays, self.jackpot.all_hands))

    def as_data(self) -> dict[str, Any]:
        return {
            "returns_cents": exact(self.total),
            "working": [
                facts(prize, "hand", hands=self.counts[prize.hand], of=self.jackpot.all_hands)
                | facts(prize, "pays:$", adds_cents=self.adds(prize))
                | facts(prize, "formula clauses")
                for prize in self.prizes
            ],
        }

    def without_rounding(self) -> int:
        """The meter in cents at which the wager would be fair if fractions of a cent were paid."""
        fixed = sum(self.counts[hand] * pays for hand, pays in self.jackpot.fixed.items())
        parts = sum((self.counts[hand] * self.jackpot.part(hand) for hand in self.jackpot.percent), Fraction(0))
        return round((self.jackpot.cost * self.jackpot.all_hands - fixed) / parts)


def own_jackpot(game: str, text: str, cost: int, counts: Mapping[str, int]) -> Jackpot:
    """A user's own table: for each hand a part of the meter, or a sum."""
    rows = dict[str, str]()
    for name, prize in named_prizes(text, "'royal flush=100%' or flush=50"):
        hand = chosen(name.lower(), list(counts), "jackpot hand")
        if hand in rows:
            raise Complaint(f"{hand} is in the table twice")
        rows[hand] = prize
    percent = {hand: Fraction(part[1]) for hand, prize in rows.items() if (part := _PART.fullmatch(prize))}
    if not any(percent.values()):
        raise Complaint("no hand of that table wins a part of the meter, such as 'royal flush=100%': no meter breaks even")
    fixed = {hand: cents(prize) for hand, prize in rows.items() if hand not in percent}
    said: dict[str, Any] = {"hands": tuple(rows), "fixed": fixed, "percent": percent, "share": _share}
    return Jackpot(game=game, book="", cost=cost, seed=0, increment=0, cards=rules_of(game).cards, **said)


def named_prizes(text: str, such_as: str) -> list[tuple[str, str]]:
    """Hands with their prizes, such as `four of a kind=500, flush=50`."""
    rows = [part.strip() for part in text.split(",") if part.strip()]
    for row in rows:
        if "=" not in row:
            raise Complaint(f"{row!r} names no prize: write HAND=PRIZE, such as {such_as}")
    return [(name.strip(), prize.strip()) for name, _, prize in (row.partition("=") for row in rows)]


def _share(jackpot: Jackpot, pools: Pools, hands: Sequence[str]) -> Shares:
    """The prizes of such a table, a part of the meter to the whole cent."""
    meter = pools.major // GRAINS
    paid = [
        Payment(hand=hand, pays=jackpot.fixed[hand], source="house", formula="fixed", clauses=())
        if hand in jackpot.fixed
        else Payment(
            hand=hand,
            pays=int(jackpot.part(hand) * meter),
            source="meter",
            formula=f"{jackpot.part_in_words(hand)} of {dollars(meter)}",
            clauses=(),
        )
        for hand in hands
    ]
    return Shares(payments=tuple(paid), meter_after=pools.major)

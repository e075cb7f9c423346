"""A person's results at the tables, round by round, from the records, to look up and to draw."""

from collections.abc import Iterable
from itertools import accumulate

import msgspec

from croupier.floor.day_sums import currency_of
from croupier.floor.past_rounds import Past
from croupier.kernel.money import Currency


class RoundPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a person was in: where, when, and what it brought them in cents of a currency.

    Without a number, it is what moved their money between two rounds: a fee, a prize, winnings that were held back.
    """

    stream: str
    number: int
    at: int
    net: int
    currency: Currency


def rounds_played(tables: Iterable[Past], person: str) -> list[RoundPlayed]:
    """Every finished round that a person was in, oldest first. Tournaments are left out: their chips are not money."""
    found = (each for past in tables if not past.tournament for each in past.found if person in each.nets)
    rounds = [
        RoundPlayed(stream=one.stream, number=one.number, at=one.at, net=one.nets[person], currency=currency_of(one.terms))
        for one in found
    ]
    return sorted(rounds, key=lambda played: played.at)


class Course:
    """The result of an evening in one currency: at the end, at its best and at its worst, and as a line to draw."""

    def __init__(self, played: list[RoundPlayed]) -> None:
        self.currency, self.rounds = played[0].currency, sum(round_played.number > 0 for round_played in played)
        self.sums = [*accumulate((round_played.net for round_played in played), initial=0)]
        self.total, self.high, self.low = self.sums[-1], max(self.sums), min(self.sums)

    def points(self, width: int = 640, height: int = 180) -> str:
        """The points of the line, in a box of that size."""
        span, step = max(self.high - self.low, 1), width / (len(self.sums) - 1)
        return " ".join(f"{n * step:.1f},{height - (value - self.low) / span * height:.1f}" for n, value in enumerate(self.sums))

    def zero(self, height: int = 180) -> float:
        """The height of zero in the same box."""
        return round(height + self.low / max(self.high - self.low, 1) * height, 1)


def courses(played: list[RoundPlayed]) -> list[Course]:
    """The results, each currency separately: sums of different currencies are never added."""
    each = dict.fromkeys(round_played.currency for round_played in played)
    return [Course([one for one in played if one.currency == currency]) for currency in each]

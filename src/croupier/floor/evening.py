"""A person's results at the tables, round by round, from the records, to look up and to draw."""

from collections.abc import Iterable
from functools import partial
from itertools import accumulate

import msgspec

from croupier.floor.house import AnyStream
from croupier.kernel.money import Currency
from croupier.tables.any_table import AnyTable
from croupier.tables.results import ENDS, Results


class RoundPlayed(msgspec.Struct, frozen=True, kw_only=True):
    """A round that a person was in: where, when, and what it brought them in cents of a currency.

    Without a number, it is what moved their money between two rounds: a fee, a prize, winnings that were held back.
    """

    stream: str
    number: int
    at: int
    net: int
    currency: Currency


def rounds_played(streams: Iterable[AnyStream], person: str) -> list[RoundPlayed]:
    """Every finished round that a person was in, in order of time. Tournament chips are not money and do not count."""
    rounds: list[RoundPlayed] = []
    for stream in streams:
        if isinstance(stream, AnyTable) and not stream.state.options.tournament:
            rounds += _at_table(stream, person)
    return sorted(rounds, key=lambda played: played.at)


def _at_table(stream: AnyTable, person: str) -> list[RoundPlayed]:
    results, rounds, apart = Results(), list[RoundPlayed](), 0
    for entry in stream.entries:
        played = partial(RoundPlayed, stream=stream.name, at=entry.at, currency=stream.rules.currency)
        for event in entry.events:
            results.take(event)
            before, apart = apart, sum(row.net for row in results.between if row.person == person)
            if apart != before:
                rounds.append(played(number=0, net=apart - before))
            if isinstance(event, ENDS) and person in results.players:
                rounds.append(played(number=results.number, net=results.net(person)))
    return rounds


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

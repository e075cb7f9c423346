"""The input and output of a simulation: plain numbers, ready to be printed, drawn or written as JSON.

A *path* is the money of the first seat over one session of rounds. Sums are in antes unless said to be cents.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import msgspec
import numpy as np

from croupier.odds import bankroll
from croupier.odds.bankroll import Period, Schedule, Spread
from croupier.odds.counting import Array
from croupier.odds.simulation_kernels import BET, CHANGE, FOLD, INSTANT, LOWEST, Tables
from croupier.odds.simulation_tables import Play, ShapeTables, SideBet
from croupier.odds.tails import chi_square_tail
from croupier.stud.rules import Rules

MARKS = 50
"""How many points of a path are kept, at most."""

PATHS = 20_000
"""How many paths are kept, at most; later rounds only add to the counts."""

EXACT_RUIN = 10_000
"""The longest session for which ruin is also calculated exactly: the work grows with its square."""

_LEAST_EXPECTED = 5


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to simulate. `rounds` is rounded up to whole sessions; `ante` is in cents; `bankroll` in antes, 0 for none."""

    rounds: int = 10_000_000
    seats: int = 1
    session: int = 1_000
    seed: int = 1
    ante: int = 10_00
    bankroll: int = 0
    side: SideBet | None = None
    schedule: Schedule = Schedule()

    @property
    def length(self) -> int:
        """Rounds of a session: at most those of the whole simulation."""
        return min(self.session, self.rounds)

    @property
    def paths(self) -> int:
        return -(-self.rounds // self.length)

    @property
    def every(self) -> int:
        """How many rounds are between two looks at a path."""
        return -(-self.length // MARKS)

    @property
    def marks(self) -> list[int]:
        """The numbers of rounds after which paths are looked at, ending with the whole session."""
        return [*range(self.every, self.length, self.every), self.length]


class Count(msgspec.Struct, frozen=True):
    """How often a seat won so many antes in a round, and the exact share, if that is known."""

    units: int
    rounds: int
    share: float
    exact: float | None


class Fan(msgspec.Struct, frozen=True):
    """Where the paths are: for each number of rounds, by quantile (`"0.05"`, ...), what was won so far in antes."""

    rounds: list[int]
    quantiles: dict[str, list[float]]


class Bar(msgspec.Struct, frozen=True):
    """The share of sessions that ended from `low` to below `high` antes won."""

    low: float
    high: float
    share: float


class Ruin(msgspec.Struct, frozen=True, kw_only=True):
    """The chance that a bankroll has fallen below what a round may need (ante, bet, and a changed card if the game has one):
    in the simulation with its standard error, and exactly if that can be calculated, after each number of rounds.
    """

    bankroll: int
    needs: int
    rounds: list[int]
    simulated: list[float]
    standard_error: list[float]
    exact: list[float] | None


class Prize(msgspec.Struct, frozen=True):
    """How often a jackpot prize was won, and what it pays at the meter, in cents."""

    hand: str
    pays: int
    times: int


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the jackpot wagers: cost of one in cents, the prizes, and the part of the wagers that came back."""

    cost: int
    prizes: list[Prize]
    returned: float


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a simulation. `mean` and `standard_deviation` are of one seat's round without the jackpot wager.

    `goodness` is the p-value of the chi-square test of the counts against the exact chances (one seat only: seats that share
    a dealer's hand are not independent). `correlation` is that between the results of two seats of a table.
    """

    game: str
    seed: int
    rounds: int
    seats: int
    session: int
    paths: int
    ante: int
    mean: float
    standard_error: float
    standard_deviation: float
    exact_mean: float | None
    exact_standard_deviation: float | None
    goodness: float | None
    correlation: float | None
    decisions: dict[str, float]
    counts: list[Count]
    fan: Fan
    sessions: list[Bar]
    ahead: float
    ruin: Ruin | None
    periods: list[Period]
    jackpot: Jackpot | None

    @property
    def count_rows(self) -> list[tuple[str, ...]]:
        """The counts as rows of a table: antes won, times, share and exact share."""
        return [
            (
                f"{c.units:+d}" if c.units else "0",
                f"{c.rounds:,}",
                f"{c.share:.6%}",
                f"{c.exact:.6%}" if c.exact is not None else "",
            )
            for c in self.counts
        ]


class Tally(msgspec.Struct):
    """The counts of some paths, which add up, and the paths that are kept, in their order.

    `simulation_kernels.run` fills them, in the order in which they stand here.
    """

    results: Array
    together: Array
    decisions: Array
    wealth: Array
    lowest: Array

    @classmethod
    def empty(cls, tables: Tables | ShapeTables, plan: Plan, kept: int) -> Tally:
        paid = (tables.units,) if isinstance(tables, ShapeTables) else (tables.win, tables.instant, tables.win_changed)
        widest = LOWEST + 1 + max(int(units.max()) for units in paid)
        prizes = 1 + (len(plan.side.prizes) if plan.side else 0)
        marks = len(plan.marks)
        return cls(
            results=np.zeros((widest, prizes), np.int64),
            together=np.zeros(plan.seats * widest, np.int64),
            decisions=np.zeros(4, np.int64),
            wealth=np.zeros((kept, marks), np.int64),
            lowest=np.zeros((kept, marks), np.int64),
        )


def result_of(rules: Rules, play: Play, plan: Plan, tally: Tally) -> Result:
    """The counts turned into a result; figures of a round that are known exactly are not estimated from them."""
    exact = play.exact
    rounds = plan.paths * plan.length
    hands = rounds * plan.seats
    by_units = {place - LOWEST: int(n) for place, n in enumerate(tally.results.sum(axis=1)) if n}
    seat = bankroll.spread_of_counts(by_units)
    offset = LOWEST * plan.seats
    table = bankroll.spread_of_counts({place - offset: int(n) for place, n in enumerate(tally.together) if n})
    played = dict(zip((FOLD, BET, INSTANT, CHANGE), (tally.decisions / hands).tolist(), strict=True))
    return Result(
        game=rules.game,
        seed=plan.seed,
        rounds=rounds,
        seats=plan.seats,
        session=plan.length,
        paths=plan.paths,
        ante=plan.ante,
        mean=seat.mean,
        standard_error=table.standard_deviation / plan.seats / sqrt(rounds),
        standard_deviation=seat.standard_deviation,
        exact_mean=exact.mean if exact else None,
        exact_standard_deviation=exact.standard_deviation if exact else None,
        goodness=_goodness(by_units, exact) if exact and plan.seats == 1 else None,
        correlation=_correlation(table, seat, plan.seats),
        decisions={
            name: played[action]
            for name, action in (("bet", BET), ("fold", FOLD), ("instant win", INSTANT), ("change a card", CHANGE))
            if played[action]
        },
        counts=_counts(by_units, exact, hands),
        fan=_fan(plan, tally.wealth),
        sessions=_bars(tally.wealth[:, -1] / plan.ante),
        ahead=float((tally.wealth[:, -1] > 0).mean()),
        ruin=_ruin(rules, plan, tally.lowest, exact) if plan.bankroll else None,
        periods=bankroll.periods(
            exact if exact and plan.seats == 1 else table,
            plan.schedule,
            handle=plan.seats * (_wagered(play, played) if play.wager is None else play.wager),
            mean=plan.seats * exact.mean if exact else None,
        ),
        jackpot=_jackpot(plan.side, tally.results.sum(axis=0), hands) if plan.side else None,
    )


def _wagered(play: Play, played: Mapping[int, float]) -> float:
    """The average stake in a round, in antes, from what was played."""
    price = play.changed.price if play.changed else 0
    return 1 + play.terms.bet * played[BET] + price * played[CHANGE]


def _counts(observed: dict[int, int], exact: Spread | None, hands: int) -> list[Count]:
    chances = dict(zip(exact.units.tolist(), exact.chances.tolist(), strict=True)) if exact else {}
    units = sorted({*observed, *(u for u, chance in chances.items() if chance)}, reverse=True)
    return [Count(u, observed.get(u, 0), observed.get(u, 0) / hands, chances.get(u, 0.0) if exact else None) for u in units]


def _goodness(observed: dict[int, int], exact: Spread) -> float:
    """The chi-square test of the counts; outcomes expected fewer than five times are merged."""
    whole = sum(observed.values())
    statistic, degrees, rare, rare_expected = 0.0, -1, 0, 0.0
    for units, chance in zip(exact.units.tolist(), exact.chances.tolist(), strict=True):
        times, expected = observed.get(units, 0), whole * chance
        if expected < _LEAST_EXPECTED:
            rare, rare_expected = rare + times, rare_expected + expected
            continue
        statistic += (times - expected) ** 2 / expected
        degrees += 1
    if rare_expected >= _LEAST_EXPECTED:
        statistic += (rare - rare_expected) ** 2 / rare_expected
        degrees += 1
    return chi_square_tail(statistic, degrees) if degrees > 0 else 1.0


def _correlation(table: Spread, seat: Spread, seats: int) -> float | None:
    if seats == 1 or not seat.standard_deviation:
        return None
    variance = seat.standard_deviation**2
    return (table.standard_deviation**2 / (seats * variance) - 1) / (seats - 1)


def _fan(plan: Plan, wealth: Array) -> Fan:
    lines = np.quantile(wealth, bankroll.QUANTILES, axis=0, method="inverted_cdf") / plan.ante
    named = {str(chance): [0.0, *line.tolist()] for chance, line in zip(bankroll.QUANTILES, lines, strict=True)}
    return Fan([0, *plan.marks], named)


def _bars(ends: Array, bars: int = 24) -> list[Bar]:
    """The results of the sessions in steps of equal width; the first and the last include everything beyond."""
    low, high = (float(x) for x in np.quantile(ends, (0.005, 0.995), method="inverted_cdf"))
    width = max(1.0, np.ceil((high - low) / bars))
    edges = low + width * np.arange(bars + 1)
    edges = edges[: int(np.searchsorted(edges, high, side="right")) + 1]
    inner = np.clip(ends, low, edges[-1] - width / 2)
    shares = np.histogram(inner, edges)[0] / len(ends)
    return [Bar(*bar) for bar in zip(edges[:-1].tolist(), edges[1:].tolist(), shares.tolist(), strict=True)]


def _ruin(rules: Rules, plan: Plan, lowest: Array, exact: Spread | None) -> Ruin:
    needs = 1 + rules.bet_multiple + (rules.exchange_price if rules.has("exchange") else 0)
    extra = plan.side.cost if plan.side else 0
    shares = (lowest + plan.bankroll * plan.ante < needs * plan.ante + extra).mean(axis=0)
    errors = np.sqrt(shares * (1 - shares) / len(lowest))
    return Ruin(
        bankroll=plan.bankroll,
        needs=needs,
        rounds=plan.marks,
        simulated=shares.tolist(),
        standard_error=errors.tolist(),
        exact=bankroll.ruin(exact, plan.bankroll, needs, plan.marks)
        if exact and plan.side is None and plan.length <= EXACT_RUIN
        else None,
    )


def _jackpot(side: SideBet, times: Array, hands: int) -> Jackpot:
    prizes = [Prize(hand, pays, int(n)) for (hand, pays), n in zip(side.prizes.items(), times[1:].tolist(), strict=True)]
    paid = sum(prize.pays * prize.times for prize in prizes)
    return Jackpot(cost=side.cost, prizes=prizes, returned=paid / (side.cost * hands))

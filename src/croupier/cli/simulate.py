"""`croupier simulate`: millions of rounds of a house game, a player's fortunes and a table's year."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from typer import Context, Option

from croupier.books import USUAL_GAME, jackpot_of, rules_of
from croupier.cli.odds import solved
from croupier.cli.telling.odds_told import simulation_page
from croupier.cli.terminal.options import HouseGame, Json, Pay, Report, Strategy
from croupier.cli.terminal.output import Complaint, answer, missing_extra
from croupier.cli.terminal.progress_line import progress
from croupier.cli.terminal.typed import refuse_given
from croupier.kernel.money import cents, dollars

if TYPE_CHECKING:
    from croupier.odds.simulation import SideBet
    from croupier.odds.simulation_result import Fan, Result

_MOST = 10**12
_WIDE = 61
_ROWS = 10


def simulate(
    context: Context,
    game: HouseGame = USUAL_GAME,
    rounds: Annotated[int, Option(metavar="N", help="How many rounds in all.")] = 10_000_000,
    seats: Annotated[int, Option(metavar="N", help="Players against one dealer's hand.")] = 1,
    session: Annotated[int, Option(metavar="ROUNDS", help="Rounds that one player stays.")] = 1_000,
    strategy: Strategy = "",
    pay: Pay = None,
    ante: Annotated[str, Option(metavar="DOLLARS", help="The ante of every player.")] = "10",
    bankroll: Annotated[int, Option(metavar="ANTES", help="What a player brings, for the risk of ruin.")] = 0,
    jackpot: Annotated[str, Option(metavar="METER", help="Make the jackpot wager too, the meter standing here.")] = "",
    jackpot_cost: Annotated[str, Option(metavar="DOLLARS", help="Its price; else what the book prescribes, or 1.")] = "",
    rounds_an_hour: Annotated[int, Option(help="How fast the table deals.")] = 50,
    hours_a_day: Annotated[int, Option(help="How long the table is open.")] = 16,
    days_a_year: Annotated[int, Option(help="On how many days.")] = 365,
    seed: Annotated[int | None, Option(help="Repeat a run: the same seed gives the same rounds anywhere.")] = None,
    threads: Annotated[int, Option(help="How many work at once; 0 takes every core.")] = 0,
    scheduler: Annotated[str, Option(metavar="ADDRESS", help="Work on many machines: a Dask scheduler's address.")] = "",
    report: Report = "",
    as_json: Json = False,
) -> None:
    """Simulate a house game: results, bankroll, ruin, a table's year."""
    if not 1 <= rounds <= _MOST:
        raise Complaint(f"simulate 1 to {_MOST:,} rounds, not {rounds:,}")
    if threads < 0:
        raise Complaint("--threads is how many work at once: 1 or more, or 0 for every core")
    if not jackpot:
        refuse_given(context, ("jackpot_cost",), "this is the price of a jackpot wager: say --jackpot METER as well")
    rules, price = rules_of(game), cents(ante)
    side = _side_bet(game, cents(jackpot), jackpot_cost) if jackpot else None
    solution = solved(game, pay or [], strategy)

    from croupier.odds.bankroll import Schedule
    from croupier.odds.simulation import Plan, play_of, simulate as run

    plan = Plan(
        rounds=rounds,
        seats=seats,
        session=session,
        seed=secrets.randbits(32) if seed is None else seed,
        ante=price,
        bankroll=bankroll,
        side=side,
        schedule=Schedule(rounds_an_hour=rounds_an_hour, hours_a_day=hours_a_day, days_a_year=days_a_year),
    )
    with _machines(scheduler) as client:
        result = run(rules, play_of(solution), plan, threads=threads, client=client, progress=progress("simulating"))
    if report:
        simulation_page(report, rules, result, strategy)
    data = {"strategy": strategy or "optimal", **msgspec.to_builtins(result)}
    shown: dict[str, Any] = {"result": result, "strategy": strategy or "optimal play", "schedule": plan.schedule}
    shown |= {"fan": _fan(result), "rows": _ROWS, "whole": lambda antes: dollars(round(antes * price / 100) * 100)}
    answer(data, "simulation.txt", as_json=as_json, **shown, currency=rules.currency)


def _side_bet(game: str, meter: int, price: str) -> SideBet:
    """The jackpot wager of a game by terms that a house might choose, with the meter at so many cents."""
    from croupier.jackpots.prizes import Pools, grains
    from croupier.odds.simulation_tables import SideBet
    from croupier.tables.house_terms import terms_for_play, usual_cost

    cost = cents(price) if price else usual_cost(game)
    terms = jackpot_of(terms_for_play(game, cost))
    pools = Pools(grains(meter), grains(meter))
    prizes = {hand: terms.share(terms, pools, [hand]).payments[0].pays for hand in terms.hands}
    return SideBet(cost=cost, prizes=prizes)


@contextmanager
def _machines(address: str) -> Iterator[Any]:
    """The client of a Dask scheduler; None if no address is given."""
    if not address:
        yield None
        return
    with missing_extra("dask"):
        from distributed import Client
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise Complaint(f"no Dask scheduler answers at {address!r}: write tcp://HOST:PORT and start it first") from None
    try:
        if not client.scheduler_info()["workers"]:
            raise Complaint(f"the Dask scheduler at {address!r} has no workers: start some with 'dask worker {address}'")
        yield client
    finally:
        client.close()


def _fan(result: Result) -> Iterator[str]:
    """Where players are, a line for each of some numbers of rounds: the middle half, nine in ten, and all but two in 100."""
    fan: Fan = result.fan
    lines = fan.quantiles
    low, high = min(lines["0.01"]), max(lines["0.99"])
    step = max(1, (len(fan.rounds) - 1) // _ROWS)
    yield f"{'rounds':>9}  {low:<+.0f}{'':{_WIDE - len(f'{low:+.0f}{high:+.0f}')}}{high:+.0f}  median"
    for place in range(step, len(fan.rounds), step):
        bar = [" "] * _WIDE
        for one, other, mark in (("0.01", "0.99", "░"), ("0.05", "0.95", "▒"), ("0.25", "0.75", "▓")):
            _fill(bar, (lines[one][place], lines[other][place]), (low, high), mark)
        _fill(bar, (lines["0.5"][place],) * 2, (low, high), "█")
        yield f"{fan.rounds[place]:>9,}  {''.join(bar)}  {lines['0.5'][place]:+.0f}"


def _fill(bar: list[str], span: Sequence[float], scale: Sequence[float], mark: str) -> None:
    width = max(scale[1] - scale[0], 1e-9)
    first, last = (round((value - scale[0]) / width * (len(bar) - 1)) for value in span)
    bar[first : last + 1] = mark * (last + 1 - first)

"""`croupier simulate`: rounds of a house game by the million, a player's fortunes and a table's year."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.odds import GAME, PAY, solved
from croupier.cli.telling.odds_report import REPORT, simulation_page
from croupier.cli.terminal.output import Complaint, document, say
from croupier.cli.terminal.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.simulation import Result, SideBet

_MOST = 10**12


def simulate(
    game: Annotated[str, GAME] = "crown-caribbean-stud",
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", help="How many rounds in all.")] = 10_000_000,
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Players against one dealer's hand.")] = 1,
    session: Annotated[int, typer.Option("--session", metavar="ROUNDS", help="Rounds that one player stays.")] = 1_000,
    strategy: Annotated[
        str,
        typer.Option("--strategy", metavar="NAME|FILE.py", help="A fixed way of playing instead of the best one."),
    ] = "",
    pay: Annotated[list[str] | None, PAY] = None,
    ante: Annotated[str, typer.Option("--ante", metavar="DOLLARS", help="The ante of every player.")] = "10",
    bankroll: Annotated[
        int, typer.Option("--bankroll", metavar="ANTES", help="What a player brings, for the risk of ruin.")
    ] = 0,
    jackpot: Annotated[
        str, typer.Option("--jackpot", metavar="METER", help="Make the jackpot wager too, the meter standing here.")
    ] = "",
    jackpot_cost: Annotated[
        str, typer.Option("--jackpot-cost", metavar="DOLLARS", help="The price of a jackpot wager.")
    ] = "1",
    rounds_an_hour: Annotated[int, typer.Option("--rounds-an-hour", help="How fast the table deals.")] = 50,
    hours_a_day: Annotated[int, typer.Option("--hours-a-day", help="How long the table is open.")] = 16,
    days_a_year: Annotated[int, typer.Option("--days-a-year", help="On how many days.")] = 365,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Repeat a run: the same seed gives the same rounds anywhere.")
    ] = None,
    threads: Annotated[int, typer.Option("--threads", help="How many work at once; 0 takes every core.")] = 0,
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="Work on many machines: a Dask scheduler's address.")
    ] = "",
    report: Annotated[str, REPORT] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Simulate a house game: results, bankroll, ruin, a table's year."""
    from croupier.books import rules_of
    from croupier.kernel.money import cents

    if not 1 <= rounds <= _MOST:
        raise Complaint(f"simulate 1 to {_MOST:,} rounds, not {rounds:,}")
    if threads < 0:
        raise Complaint("--threads is how many work at once: 1 or more, or 0 for every core")
    rules, price = rules_of(game), cents(ante)
    side = _side_bet(game, cents(jackpot), cents(jackpot_cost)) if jackpot else None
    solution = solved(game, pay or [], strategy)

    from croupier.odds.bankroll import Schedule
    from croupier.odds.simulation import Plan, play_of
    from croupier.odds.simulation import simulate as run

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
    _tell(result, strategy, plan.schedule, as_json=as_json)


def _tell(result: Result, strategy: str, schedule: Any, *, as_json: bool) -> None:
    import msgspec

    if as_json:
        document({"strategy": strategy or "optimal", **msgspec.to_builtins(result)})
        return
    from croupier.cli.telling.simulation import told

    for line in told(result, strategy or "optimal play", schedule):
        say(line)


def _side_bet(game: str, meter: int, cost: int) -> SideBet:
    """The jackpot wager of a game by terms that a house might choose, with the meter at so many cents."""
    from croupier.books import jackpot_of
    from croupier.jackpots.prizes import Meters, grains
    from croupier.odds.simulation_tables import SideBet
    from croupier.tables.house_terms import terms_for_play

    terms = jackpot_of(terms_for_play(game, cost))
    meters = Meters(grains(meter), grains(meter))
    prizes = {hand: terms.share(terms, meters, [hand]).payments[0].pays for hand in terms.hands}
    return SideBet(cost=cost, prizes=prizes)


@contextmanager
def _machines(address: str) -> Iterator[Any]:
    """The client of a Dask scheduler; none where no address is given."""
    if not address:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise Complaint("distributed is missing: install croupier with the extra 'dask'") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise Complaint(f"no Dask scheduler answers at {address!r}: write tcp://HOST:PORT and start it first") from None
    try:
        if not client.scheduler_info()["workers"]:
            raise Complaint(
                f"the Dask scheduler at {address!r} has no workers: start some with 'dask worker {address}'"
            )
        yield client
    finally:
        client.close()

"""The report on a history of prize meters: contributions against wagers, hits, transfers, adjustments, reconciliation."""

from collections.abc import Iterator
from typing import Annotated, Any

from typer import Argument, Exit, Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import answer, facts, read_record
from croupier.jackpots.lines import exact_amount
from croupier.jackpots.reconciliation import Hit, Tally, differences, reckon
from croupier.jackpots.systems import MeterState
from croupier.jackpots.telling import tell
from croupier.kernel.errors import HistoryError
from croupier.tables.meters import Meters


def report(
    file: Annotated[str, Argument(metavar="FILE", help="A record of prize meters, one entry per line; - reads standard input.")],
    history: Annotated[bool, Option("--history", help="First tell everything that happened.")] = False,
    as_json: Json = False,
) -> None:
    """Report on a history of prize meters: contributions against wagers, hits, transfers, and whether it all adds up."""
    meters = read_record(file, Meters.load, HistoryError, "is not a record of prize meters that can be used")
    wrong, state = differences(meters.events, meters.state), meters.state
    tallies = dict(_shown(reckon(meters.events)))
    told = [(tell(event, meters.rules), event.clauses) for event in meters.events] if history else []
    pools = {name: _data(name, tally, state) for name, tally in tallies.items()}
    data = {"book": meters.rules.book, "meters": pools, "differences": wrong}
    data |= {"history": [says for says, _ in told]} if history else {}
    shown: dict[str, Any] = {"data": data, "told": told, "tallies": tallies, "currency": meters.rules.currency}
    answer(data, "meter_report.txt", as_json=as_json, **shown)
    if wrong:
        raise Exit(1)


def _shown(books: dict[str, Tally]) -> Iterator[tuple[str, Tally]]:
    """The pools with any history; a minor pool that was never used has none."""
    for name, tally in books.items():
        if "," not in name or tally.contributions or tally.transfers or tally.added or tally.prizes:
            yield name, tally


def _data(name: str, tally: Tally, state: MeterState) -> dict[str, Any]:
    return {
        **facts(tally, "seed:$$ wagers:$$", contributions=_signed(tally.contributions)),
        **facts(tally, "prizes:$$", added=_signed(tally.added), transfers=_signed(tally.transfers)),
        "meter": exact_amount(tally.value),
        "closed": name in state.systems and state.systems[name].closed,
        "adjustments": tally.adjustments,
        "hits": [_hit(hit) for hit in tally.hits.values()],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    won = {"from": hit.source, "meter_at_settlement": exact_amount(hit.meter)}
    return facts(hit, "prize hand pays:$", **won) | facts(hit, "at paid")


def _signed(amount: int) -> str:
    return f"-{exact_amount(-amount)}" if amount < 0 else exact_amount(amount)

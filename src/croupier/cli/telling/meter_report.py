"""The report on a history of prize meters: contributions against wagers, hits, transfers, adjustments, reconciliation."""

from collections.abc import Iterator
from typing import Annotated, Any

from typer import Argument, Option

from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import behind, document, exact_dollars, paint, read_record, say, table
from croupier.jackpots.lines import exact_amount
from croupier.jackpots.reconciliation import Hit, Tally, differences, reckon
from croupier.jackpots.systems import MeterState
from croupier.jackpots.telling import tell
from croupier.kernel.errors import HistoryError
from croupier.kernel.money import dollars, plain
from croupier.tables.meters import Meters


def report(
    file: Annotated[str, Argument(metavar="FILE", help="A record of prize meters, one entry a line; - reads standard input.")],
    history: Annotated[bool, Option("--history", help="First tell everything that happened.")] = False,
    as_json: Json = False,
) -> None:
    """Report on a history of prize meters: contributions against wagers, hits, transfers, and whether it all adds up."""
    meters = read_record(file, Meters.load, HistoryError, "is not a record of prize meters that can be used")
    books, wrong = reckon(meters.events), differences(meters.events, meters.state)
    told = [f"{tell(event)}  {behind(event.clauses)}" for event in meters.events] if history else []
    if as_json:
        shown = {name: _data(name, tally, meters.state) for name, tally in _shown(books)}
        data = {"book": meters.rules.book, "meters": shown, "differences": wrong}
        document({**data, "history": [tell(event) for event in meters.events]} if history else data)
    else:
        for line in told:
            say(line)
        for line in _lines(books, meters.state):
            say(line)
        for difference in wrong:
            say(f"{paint('does not agree', 'red')}: {difference}")
        if not wrong:
            say("every meter shows what its history adds up to")
    if wrong:
        raise SystemExit(1)


def _shown(books: dict[str, Tally]) -> Iterator[tuple[str, Tally]]:
    """The pools with anything in their history; a minor pool that was never used has nothing."""
    for name, tally in books.items():
        if "," not in name or tally.contributions or tally.transfers or tally.added or tally.prizes:
            yield name, tally


def _data(name: str, tally: Tally, state: MeterState) -> dict[str, Any]:
    return {
        "seed": exact_amount(tally.seed),
        "wagers": exact_amount(tally.wagers),
        "contributions": _signed(tally.contributions),
        "prizes": exact_amount(tally.prizes),
        "added": _signed(tally.added),
        "transfers": _signed(tally.transfers),
        "meter": exact_amount(tally.value),
        "closed": name in state.systems and state.systems[name].closed,
        "adjustments": tally.adjustments,
        "hits": [_hit(hit) for hit in tally.hits.values()],
    }


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "prize": hit.prize,
        "hand": hit.hand,
        "pays": plain(hit.pays),
        "from": hit.source,
        "meter_at_settlement": exact_amount(hit.meter),
        "at": hit.at,
        "paid": hit.paid,
    }


def _signed(amount: int) -> str:
    return f"-{exact_amount(-amount)}" if amount < 0 else exact_amount(amount)


def _lines(books: dict[str, Tally], state: MeterState) -> Iterator[str]:
    for name, tally in _shown(books):
        closed = name in state.systems and state.systems[name].closed
        yield paint(name, "bold") + (", closed" if closed else "")
        part = f", {tally.contributions / tally.wagers:.2%} of the wagers" if tally.wagers else ""
        yield f"  wagers taken     {exact_dollars(tally.wagers)}"
        yield f"  seed             {exact_dollars(tally.seed)}"
        yield f"  contributions    {exact_dollars(tally.contributions)}{part}"
        yield f"  prizes           {exact_dollars(tally.prizes)} from the meter"
        yield f"  added            {exact_dollars(tally.added)} by the house"
        yield f"  transfers        {exact_dollars(tally.transfers)}"
        yield f"  meter            {exact_dollars(tally.value)}"
        if tally.adjustments:
            yield f"  adjustments      {', '.join(tally.adjustments)}"
        if tally.hits:
            yield table(("prize", "hand", "pays", "from", "meter then", ""), [_row(hit) for hit in tally.hits.values()])


def _row(hit: Hit) -> list[str]:
    paid = "paid" if hit.paid else "pending"
    return [hit.prize, hit.hand, dollars(hit.pays), hit.source, exact_dollars(hit.meter), paid]

"""The report on a history of prize meters: contributions against wagers, hits, transfers, adjustments, reconciliation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.cli.terminal.output import Complaint, behind, document, paint, read_text, say, table
from croupier.jackpots.lines import told_exactly
from croupier.jackpots.reconciliation import Account, Hit, differences, reckon
from croupier.jackpots.systems import Casino
from croupier.jackpots.telling import tell
from croupier.kernel.clauses import BookError
from croupier.kernel.money import dollars, plain
from croupier.tables.meters import Meters


def loaded(file: str) -> Meters:
    """The meters of a dump; a complaint in one line where it cannot be read."""
    try:
        return Meters.load(read_text(file).splitlines())
    except BookError as error:
        name = "standard input" if file == "-" else file
        raise Complaint(f"{name} is not a history of prize meters that can be used: {error}") from None


def report(file: str, *, history: bool, as_json: bool) -> None:
    """Print the report, if wanted after the whole history; exit 1 when a meter does not agree with that."""
    meters = loaded(file)
    books, wrong = reckon(meters.events), differences(meters.events, meters.state)
    told = [f"{tell(event)}  {behind(event.clauses)}" for event in meters.events] if history else []
    if as_json:
        data = {"book": meters.rules.book, "meters": dict(_data(books, meters.state)), "differences": wrong}
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


def _shown(books: dict[str, Account]) -> Iterator[tuple[str, Account]]:
    """The pools with anything in their history; a minor pool that was never used has nothing."""
    for name, account in books.items():
        if "," not in name or account.contributions or account.transfers or account.added or account.prizes:
            yield name, account


def _data(books: dict[str, Account], casino: Casino) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, account in _shown(books):
        yield (
            name,
            {
                "seed": told_exactly(account.seed),
                "wagers": told_exactly(account.wagers),
                "contributions": _signed(account.contributions),
                "prizes": told_exactly(account.prizes),
                "added": _signed(account.added),
                "transfers": _signed(account.transfers),
                "meter": told_exactly(account.value),
                "closed": name in casino.systems and casino.systems[name].closed,
                "adjustments": account.adjustments,
                "hits": [_hit(hit) for hit in account.hits.values()],
            },
        )


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "prize": hit.prize,
        "hand": hit.hand,
        "pays": plain(hit.pays),
        "from": hit.source,
        "meter_at_settlement": told_exactly(hit.meter),
        "at": hit.at,
        "paid": hit.paid,
    }


def _signed(amount: int) -> str:
    return f"-{told_exactly(-amount)}" if amount < 0 else told_exactly(amount)


def _lines(books: dict[str, Account], casino: Casino) -> Iterator[str]:
    for name, account in _shown(books):
        closed = name in casino.systems and casino.systems[name].closed
        yield paint(name, "bold") + (", closed" if closed else "")
        part = f", {account.contributions / account.wagers:.2%} of the wagers" if account.wagers else ""
        yield f"  wagers taken     ${told_exactly(account.wagers)}"
        yield f"  seed             ${told_exactly(account.seed)}"
        yield f"  contributions    ${_signed(account.contributions)}{part}"
        yield f"  prizes           ${told_exactly(account.prizes)} from the meter"
        yield f"  added            ${_signed(account.added)} by the house"
        yield f"  transfers        ${_signed(account.transfers)}"
        yield f"  meter            ${told_exactly(account.value)}"
        if account.adjustments:
            yield f"  adjustments      {', '.join(account.adjustments)}"
        if account.hits:
            rows = [
                [
                    hit.prize,
                    hit.hand,
                    dollars(hit.pays),
                    hit.source,
                    f"${told_exactly(hit.meter)}",
                    "paid" if hit.paid else "pending",
                ]
                for hit in account.hits.values()
            ]
            yield table(("prize", "hand", "pays", "from", "meter then", ""), rows)

"""What is kept of every case: the clauses behind all that happens, where all money is at the end, and what is open then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from croupier.books import BOOKS
from croupier.kernel.clauses import number_key
from croupier.kernel.money import plain

HERE = Path(__file__).parent
TOLD = ("wager", "result", "half", "source", "about", "what", "option", "duty", "by")
"""The facts of an event, where it has them as text, that can call for other clauses."""


def kept_in(what: str, book: str, file: str) -> Path:
    """The file in `citations` or `ledgers` that belongs to a file of cases."""
    return HERE / what / BOOKS[book] / f"{file.removesuffix('.toml')}.txt"


@cache
def kept(what: str, book: str, file: str) -> tuple[str, ...]:
    return tuple(kept_in(what, book, file).read_text(encoding="utf-8").splitlines())


def citations(run: Any) -> Iterator[str]:
    """What the run of a case cites, a line for each thing."""
    streams = run.room.streams if run.case.subject == "room" else [run.stream]
    for event in (event for stream in streams for event in stream.events):
        facts = [value for name in TOLD if isinstance(value := getattr(event, name, None), str) and value]
        yield " ".join([type(event).__name__, *facts]) + f": {', '.join(event.clauses)}"
        prizes = getattr(event, "prizes", {})
        for prize in prizes.values() if isinstance(prizes, dict) else ():
            if hasattr(prize, "clauses"):
                yield f"prize {prize.hand} from {prize.source}: {', '.join(prize.clauses)}"
    if run.refused is not None:
        yield f"refused {run.refused.ground}: {', '.join(run.refused.clauses)}"
    if (awaiting := getattr(run, "awaiting", None)) is not None:
        yield f"asked by {awaiting.rank}: {', '.join(awaiting.clauses)}"
        for option in awaiting.options:
            yield f"may rule {option.name}: {', '.join(option.clauses)}"


def ledger(run: Any) -> str:
    """Where all money is at the end of a case, and the clauses that were cited on the way."""
    cited = sorted(run.cited, key=number_key)
    return f"{run.case.name}: {', '.join(_accounts(run)) or 'no money'}; cites {', '.join(cited)}"


def _accounts(run: Any) -> Iterator[str]:
    if run.case.subject in ("table", "tournament"):
        for account, amount in sorted(run.state.money.items()):
            if amount:
                yield f"{account} {plain(amount)}"
    elif run.case.subject == "meters":
        for name, system in run.state.systems.items():
            for pool, sums in (("major", system.major), ("minor", system.minor)):
                yield f"{name} {pool} {' '.join(map(str, astuple(sums)))}"
        for name, prize in run.state.prizes.items():
            yield f"{name} {prize.hand} {plain(prize.pays)} from {prize.source} needs {prize.needs}"


def offers(run: Any) -> Iterator[str]:
    """What the dealer and the player next to act may do when a case is over, with the amounts."""
    if run.case.subject != "table":
        return
    state = run.state
    seat = getattr(getattr(state, "hand", None), "turn", 0) or next(iter(state.seats), 0)
    for who, open_now in (("the dealer", run.stream.legal()), ("a player", run.stream.legal(seat=seat) if seat else [])):
        told = ", ".join(dict.fromkeys(f"{type(offer.command).__name__}{_amount(offer)}" for offer in open_now))
        yield f"{state.phase}: {who} may {told or 'do nothing'}"


def _amount(offer: Any) -> str:
    least = getattr(offer.command, "amount", 0) or getattr(offer.command, "to", 0)
    if not isinstance(least, int) or not least:
        return ""
    return f" {plain(least)} to {plain(offer.most)}" if offer.most > least else f" {plain(least)}"

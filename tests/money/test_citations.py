"""Exactly which clauses stand behind everything that happens in the cases: events with what they come to, refusals, rulings.

A case names the clauses that it shows; here are all of them, once for each kind of event, settlement, pot, commission, prize.
And where all money is at the end of each. `UPDATE_GOLDEN=1 pytest tests/money` writes the lists in `citations/` and
`ledgers/` anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import astuple

from croupier.books import BOOKS
from croupier.cases.case import Case, cases_of
from croupier.cases.house import run_case
from croupier.kernel.money import plain

HERE = Path(__file__).parent
TOLD = ("wager", "result", "half", "source", "about", "what", "option", "hand_is", "result_is", "duty", "by")
"""The facts of an event, where it has them as text, that can call for other clauses."""
FILES = [(book, file) for book in BOOKS for file in dict.fromkeys(file for file, _ in cases_of(BOOKS[book]))]


def lines_of(case: Case, book: str) -> Iterator[str]:
    """What the run of a case cites, a line for each thing."""
    run: Any = run_case(case, case.game or book)
    stream = next(getattr(run, name) for name in ("table", "meters", "promotion") if hasattr(run, name))
    for event in stream.events:
        facts = [value for name in TOLD if isinstance(value := getattr(event, name, None), str) and value]
        yield " ".join([type(event).__name__, *facts]) + f": {', '.join(event.clauses)}"
        for prize in getattr(event, "prizes", {}).values():
            if hasattr(prize, "clauses"):
                yield f"prize {prize.hand} from {prize.source}: {', '.join(prize.clauses)}"
    if run.refused is not None:
        yield f"refused {run.refused.ground}: {', '.join(run.refused.clauses)}"
    if (awaiting := getattr(run, "awaiting", None)) is not None:
        yield f"asked by {awaiting.rank}: {', '.join(awaiting.clauses)}"
        for option in awaiting.options:
            yield f"may rule {option.name}: {', '.join(option.clauses)}"


def found_in(book: str, file: str) -> list[str]:
    return sorted({line for name, case in cases_of(BOOKS[book]) if name == file for line in lines_of(case, book)})


def money_in(book: str, file: str) -> list[str]:
    """Where all money is at the end of each case."""
    return [f"{case.name}: {', '.join(_money(case, book))}" for name, case in cases_of(BOOKS[book]) if name == file]


def _money(case: Case, book: str) -> Iterator[str]:
    run: Any = run_case(case, case.game or book)
    if hasattr(run, "table"):
        for account, amount in sorted(run.table.state.money.items()):
            if amount:
                yield f"{account} {plain(amount)}"
    elif hasattr(run, "meters"):
        for name, system in run.meters.state.systems.items():
            for pool, ledger in (("major", system.major), ("minor", system.minor)):
                yield f"{name} {pool} {' '.join(map(str, astuple(ledger)))}"
        for name, prize in run.meters.state.prizes.items():
            yield f"{name} {prize.hand} {plain(prize.pays)} from {prize.source} needs {prize.needs}"


every_file = pytest.mark.parametrize(
    ("book", "file"), FILES, ids=[f"{book}-{file.removesuffix('.toml')}" for book, file in FILES]
)


def kept(what: str, book: str, file: str, found: list[str]) -> list[str]:
    """The list as it was kept; where it is asked for, it is written anew first."""
    path = HERE / what / BOOKS[book] / f"{file.removesuffix('.toml')}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    return path.read_text(encoding="utf-8").splitlines()


@every_file
def test_everything_cites_exactly_its_clauses(book: str, file: str) -> None:
    found = found_in(book, file)
    assert found == kept("citations", book, file, found)


@every_file
def test_all_money_is_where_it_was(book: str, file: str) -> None:
    found = money_in(book, file)
    assert found == kept("ledgers", book, file, found)

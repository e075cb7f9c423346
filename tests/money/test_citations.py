"""Exactly which clauses stand behind everything that happens in the cases: events with what they come to, refusals, rulings.

A case names the clauses that it shows; this holds all of them, once for each kind of event, settlement, pot, commission and prize.
`UPDATE_GOLDEN=1 pytest tests/money` writes the lists in `citations/` anew; read the difference before you keep it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.books import BOOKS
from croupier.cases.case import Case, cases_of
from croupier.cases.house import run_case

LISTS = Path(__file__).with_name("citations")
TOLD = ("wager", "result", "half", "source", "about", "what", "option", "hand_is", "result_is", "duty", "by")
"""The facts of an event, where it has them as text, that can call for other clauses."""
FILES = [(book, file) for book in BOOKS for file in dict.fromkeys(file for file, _ in cases_of(BOOKS[book]))]


def lines_of(case: Case, book: str) -> Iterator[str]:
    """What the run of a case cites, a line for each thing."""
    run: Any = run_case(case, case.game or book)
    stream = next(getattr(run, name) for name in ("table", "meters", "promotion", "room") if hasattr(run, name))
    for event in (event for each in getattr(stream, "streams", [stream]) for event in each.events):
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


@pytest.mark.parametrize(("book", "file"), FILES, ids=[f"{book}-{file.removesuffix('.toml')}" for book, file in FILES])
def test_everything_cites_exactly_its_clauses(book: str, file: str) -> None:
    kept = LISTS / BOOKS[book] / f"{file.removesuffix('.toml')}.txt"
    found = found_in(book, file)
    if os.environ.get("UPDATE_GOLDEN"):
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8").splitlines()

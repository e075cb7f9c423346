"""`croupier shuffle`: a report on the house shuffle, or on one that is known to be bad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from typer import Exit, Option

from croupier.books import USUAL_GAME
from croupier.cli.terminal.options import Json
from croupier.cli.terminal.output import Complaint, answer, facts, missing_extra
from croupier.cli.terminal.progress_line import progress
from croupier.kernel.cards import DECK

if TYPE_CHECKING:
    from croupier.odds.shuffle_quality import Report

_PART = 10_000
_MOST = 100_000_000
HOUSE = "house"


def shuffle(
    decks: Annotated[int, Option(metavar="N", help="How many decks to shuffle and test.")] = 100_000,
    kind: Annotated[
        str,
        Option(
            "--shuffle",
            metavar="NAME",
            help="The house shuffle, or to see the tests fail: naive, sticky, cut, riffle3 (or 1 to 20); fair is a good one.",
        ),
    ] = HOUSE,
    seed: Annotated[int | None, Option(min=0, help="Repeat a run; the house shuffle then draws as training tables do.")] = None,
    as_json: Json = False,
) -> None:
    """Test the house shuffle for flaws, or see a bad one fail."""
    with missing_extra("odds"):
        from croupier.odds.shuffle_quality import FEWEST, LEVEL, Battery

    if not FEWEST <= decks <= _MOST:
        raise Complaint(f"the tests need {FEWEST:,} to {_MOST:,} decks, not {decks:,}")
    tell = progress("shuffling")
    battery = Battery()
    for part in _decks(kind, seed, decks):
        battery.add(part)
        if tell is not None:
            tell(battery.decks, decks)
    report = battery.report()
    shown: dict[str, Any] = {"kind": kind, "source": _source(kind, seed), "report": report, "level": LEVEL}
    answer(_as_data(kind, seed, report, LEVEL), "shuffle.txt", as_json=as_json, **shown)
    if not report.passed:
        raise Exit(1)


def _decks(kind: str, seed: int | None, decks: int) -> Iterator[Any]:
    """The decks in parts, as arrays of places in a new deck."""
    import numpy as np

    parts = [min(_PART, decks - done) for done in range(0, decks, _PART)]
    if kind == HOUSE:
        from croupier.tables.house_table import HouseTable

        place = {card: number for number, card in enumerate(DECK)}
        dealer = HouseTable(USUAL_GAME, seed=seed)
        for part in parts:
            yield np.array([[place[card] for card in dealer.shuffled_deck()] for _ in range(part)], np.uint8)
        return
    from croupier.odds.shufflers import SHUFFLERS, shuffler

    method = shuffler(kind)
    if method is None:
        names = ", ".join((HOUSE, *SHUFFLERS))
        raise Complaint(f"there is no shuffle {kind!r}; there are {names} and riffle1 to riffle20")
    chance = np.random.default_rng(seed)
    for part in parts:
        yield method(chance, part)


def _source(kind: str, seed: int | None) -> str:
    if seed is not None:
        return f"seed {seed}"
    return "drawn from the operating system" if kind == HOUSE else "seed not fixed"


def _as_data(kind: str, seed: int | None, report: Report, level: float) -> dict[str, Any]:
    from croupier.odds.shuffle_quality import FIFTEEN

    return {
        "shuffle": kind,
        "seed": seed,
        **facts(report, "decks passed", level=level),
        "correction": "Holm",
        "of_the_fifteen": {name: list(tests) for name, tests in FIFTEEN.items()},
        "tests": [
            facts(f, "test statistic", degrees_of_freedom=f.degrees or None)
            | facts(f, "p", corrected_p=f.corrected, failed=f.failed)
            for f in report.findings
        ],
    }

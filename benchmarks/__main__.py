"""Run every measurement and print it, with the machine and the day, ready for `docs/benchmarks.md`."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from benchmarks import (
    browser,
    evaluators,
    floor,
    histories,
    meters,
    odds,
    poker,
    reports,
    rounds,
    simulation,
    stores,
    tournaments,
)
from benchmarks.machine import machine

PARTS = (
    ("Full rounds with seven seats, a second; every event and every entry kept", rounds, "HEADINGS", "rows"),
    ("The record of one table, seven seats", rounds, "RECORD_HEADINGS", "record_rows"),
    ("Poker hands to the showdown, six players, against PokerKit, hands a second", poker, "HEADINGS", "rows"),
    ("Hand histories read and checked, hands a second", histories, "HEADINGS", "rows"),
    ("Exact odds over all deals", odds, "HEADINGS", "rows"),
    ("Hands valued in arrays, one core", evaluators, "HEADINGS", "rows"),
    ("Poker equities over all boards", evaluators, "EQUITY_HEADINGS", "equity_rows"),
    ("House rounds simulated with the best strategy, and shuffles tested", simulation, "HEADINGS", "rows"),
    ("A prize meter shared by many tables, each settlement registered and recorded", meters, "HEADINGS", "rows"),
    ("No-limit hold'em tournaments with re-buys, played out by bots on one core", tournaments, "HEADINGS", "rows"),
    ("Durable appends a second, beside the bare database with the same row", stores, "HEADINGS", "rows"),
    (
        "Durable commands a second, hands of hold'em played by clients that wait for each answer",
        floor,
        "COMMANDS_HEADINGS",
        "commands_rows",
    ),
    ("From an act to every screen at the table", floor, "VIEWERS_HEADINGS", "viewers_rows"),
    ("Tables with bots at a human pace", floor, "TABLES_HEADINGS", "tables_rows"),
    ("The same tables of bots, served by several processes on one PostgreSQL", floor, "PROCESSES_HEADINGS", "processes_rows"),
    ("Many open tables of which few are in play", floor, "OPEN_HEADINGS", "open_rows"),
    ("A house with a long record, opened", floor, "OPENING_HEADINGS", "opening_rows"),
    ("The figures of a house with a long record", reports, "HEADINGS", "rows"),
    ("Pages in Chromium, against a server process with fifty tables of bots", browser, "HEADINGS", "rows"),
)
"""What is measured: what it says above its table, and where the headings and rows are."""


def main() -> None:
    """Each part in a process of its own, so that what one leaves in memory slows down no other."""
    print(f"Measured on {machine()}.")
    for title, module, headings, rows in PARTS:
        print(f"\n{title}:\n", flush=True)
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
            print(alone.submit(table, module.__name__, headings, rows).result(), flush=True)


def table(module: str, headings: str, rows: str) -> str:
    """The table of one part, measured."""
    part = import_module(module)
    return markdown(getattr(part, headings), getattr(part, rows)())


def markdown(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table as Markdown, numbers to the right."""
    lines = [headings, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings))]
    numbers = [column for column in range(len(headings)) if all(line[column][:1].isdigit() for line in lines[1:])]

    def row(cells: Iterable[str]) -> str:
        placed = (c.rjust(widths[n]) if n in numbers else c.ljust(widths[n]) for n, c in enumerate(cells))
        return f"| {' | '.join(placed)} |"

    ruler = "|".join("-" * (width + 1) + (":" if n in numbers else "-") for n, width in enumerate(widths))
    return "\n".join([row(headings), f"|{ruler}|", *(row(line) for line in lines[1:])])


if __name__ == "__main__":
    main()

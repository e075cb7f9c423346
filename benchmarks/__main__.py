"""Run every measurement and print it, with the machine and the day, ready for `docs/benchmarks.md`."""

from __future__ import annotations

from collections.abc import Iterable

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


def main() -> None:
    print(f"Measured on {machine()}.\n")
    print("Full rounds with seven seats, a second; every event and every entry kept:\n")
    print(markdown(rounds.HEADINGS, rounds.rows()))
    print("\nThe record of one table, seven seats:\n")
    print(markdown(rounds.RECORD_HEADINGS, rounds.record_rows()))
    print("\nPoker hands to the showdown, six players, against PokerKit, hands a second:\n")
    print(markdown(poker.HEADINGS, poker.rows()))
    print("\nHand histories read and checked, hands a second:\n")
    print(markdown(histories.HEADINGS, histories.rows()))
    print("\nExact odds over all deals:\n")
    print(markdown(odds.HEADINGS, odds.rows()))
    print("\nHands valued in arrays, one core:\n")
    print(markdown(evaluators.HEADINGS, evaluators.rows()))
    print("\nPoker equities over all boards:\n")
    print(markdown(evaluators.EQUITY_HEADINGS, evaluators.equity_rows()))
    print("\nHouse rounds simulated with the best strategy, and shuffles tested:\n")
    print(markdown(simulation.HEADINGS, simulation.rows()))
    print("\nA prize meter shared by many tables, each settlement registered and recorded:\n")
    print(markdown(meters.HEADINGS, meters.rows()))
    print("\nNo-limit hold'em tournaments with re-buys, played out by bots on one core:\n")
    print(markdown(tournaments.HEADINGS, tournaments.rows()))
    print("\nDurable appends a second, beside the bare database with the same row:\n")
    print(markdown(stores.HEADINGS, stores.rows()))
    print("\nDurable commands a second, hands of hold'em played by clients that wait for each answer:\n")
    print(markdown(floor.COMMANDS_HEADINGS, floor.commands_rows()))
    print("\nFrom an act to every screen at the table:\n")
    print(markdown(floor.VIEWERS_HEADINGS, floor.viewers_rows()))
    print("\nTables with bots at a human pace:\n")
    print(markdown(floor.TABLES_HEADINGS, floor.tables_rows()))
    print("\nThe same tables of bots, served by several processes on one PostgreSQL:\n")
    print(markdown(floor.PROCESSES_HEADINGS, floor.processes_rows()))
    print("\nMany open tables of which few are in play:\n")
    print(markdown(floor.OPEN_HEADINGS, floor.open_rows()))
    print("\nA house with a long record, opened:\n")
    print(markdown(floor.OPENING_HEADINGS, floor.opening_rows()))
    print("\nThe figures of a house with a long record:\n")
    print(markdown(reports.HEADINGS, reports.rows()))
    print("\nPages in Chromium, against a server process with fifty tables of bots:\n")
    print(markdown(browser.HEADINGS, browser.rows()))


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

"""The score of each module as a table, and its place in the documentation."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from mutation.changed_code import Mutant
from mutation.trying import Verdict

BEGIN, END = "<!-- mutants: written by `make mutants` -->", "<!-- end of mutants -->"
NO_MONEY = ("kernel/conduct.py", "kernel/rulebook.py", "jackpots/funding.py", "jackpots/worth.py")
"""Modules that move no money and rule nobody: they count over all."""


def score_table(
    verdicts: list[Verdict], every: dict[str, list[Mutant]], known: dict[str, str], over_all: int, each: int
) -> tuple[str, bool]:
    """The table as Markdown, and whether all bars are reached."""
    by_module: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        by_module[verdict.mutant.path].append(verdict)
    rows = ["| module | changes | tried | killed | explained | score |", "|---|---:|---:|---:|---:|---:|"]
    reached = True
    for module, mutants in every.items():
        if tried := by_module[module]:
            killed = sum(bool(verdict.killed_by) for verdict in tried)
            why = sum(name.startswith(f"{module} ") for name in known)
            below = 100 * killed < each * len(tried) and module not in NO_MONEY
            reached &= not below
            mark = " (!)" if below else ""
            rows.append(
                f"| `{module}` | {len(mutants)} | {len(tried)} | {killed} | {why} | {100 * killed / len(tried):.0f} %{mark} |"
            )
    killed = sum(bool(verdict.killed_by) for verdict in verdicts)
    total = len(verdicts) or 1
    everything = sum(map(len, every.values()))
    rows.append(
        f"| **all** | {everything} | {len(verdicts)} | {killed} | {len(known)} | **{100 * killed / total:.1f} %** |"
    )
    return "\n".join(rows) + "\n", reached and 100 * killed >= over_all * total


def write_into(file: Path, table: str) -> None:
    """Put the table between its marks."""
    text = file.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    file.write_text(f"{before}{BEGIN}\n\n{table}\n{END}{after}", encoding="utf-8")

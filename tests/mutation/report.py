"""The score of each module as a table, and its place in the documentation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from mutation.trying import Verdict

BEGIN, END = "<!-- mutants: written by `make mutants` -->", "<!-- end of mutants -->"
NO_MONEY = ("kernel/conduct.py", "kernel/rulebook.py", "jackpots/funding.py", "jackpots/worth.py")
"""Modules that move no money and rule nobody: they count over all."""
_ROW = re.compile(r"\| `(?P<module>[^`]+)` \| (?P<changes>\d+) \| (?P<tried>\d+) \| (?P<killed>\d+) \| (?P<explained>\d+) \|.*")


class Score(NamedTuple):
    """How many changes of a module there are, were tried, and were killed; and how many are explained."""

    changes: int
    tried: int
    killed: int
    explained: int

    def reaches(self, bar: int) -> bool:
        return 100 * self.killed >= bar * self.tried


def scores_of(verdicts: Iterable[Verdict], changes: Mapping[str, int], known: Iterable[str]) -> dict[str, Score]:
    """The score of each module that was tried."""
    tried: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for verdict in verdicts:
        tried[verdict.mutant.path] += 1
        killed[verdict.mutant.path] += bool(verdict.killed_by)
    why = Counter(name.split(" ")[0] for name in known)
    return {module: Score(changes[module], tried[module], killed[module], why[module]) for module in tried}


def score_table(scores: Mapping[str, Score], over_all: int, each: int) -> tuple[str, bool]:
    """The table as Markdown, and whether all bars are reached."""
    rows = ["| module | changes | tried | killed | explained | score |", "|---|---:|---:|---:|---:|---:|"]
    reached = True
    for module, score in scores.items():
        below = not score.reaches(each) and module not in NO_MONEY
        reached &= not below
        percent = f"{100 * score.killed / score.tried:.0f} %{' (!)' if below else ''}"
        rows.append(f"| `{module}` | {score.changes} | {score.tried} | {score.killed} | {score.explained} | {percent} |")
    total = Score(*map(sum, zip(*scores.values(), strict=True))) if scores else Score(0, 0, 0, 0)
    percent = f"**{100 * total.killed / (total.tried or 1):.1f} %**"
    rows.append(f"| **all** | {total.changes} | {total.tried} | {total.killed} | {total.explained} | {percent} |")
    return "\n".join(rows) + "\n", reached and total.reaches(over_all)


def written(file: Path) -> dict[str, Score]:
    """The scores that stand in the table of a page."""
    table = file.read_text(encoding="utf-8").split(BEGIN)[1].split(END)[0]
    rows = (found for line in table.splitlines() if (found := _ROW.fullmatch(line)) is not None)
    return {row["module"]: Score(*(int(row[name]) for name in Score._fields)) for row in rows}


def write_into(file: Path, scores: Mapping[str, Score], modules: Iterable[str], over_all: int, each: int) -> None:
    """Put these scores into the table between its marks; what was not tried now stays as it was, what is no more goes."""
    before, rest = file.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    every = written(file) | dict(scores)
    table, _ = score_table({module: every[module] for module in modules if module in every}, over_all, each)
    file.write_text(f"{before}{BEGIN}\n\n{table}\n{END}{after}", encoding="utf-8")

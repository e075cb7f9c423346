"""`make mutants`: change the code and the data of the books one thing at a time, and see whether a case or a test notices.

    PYTHONPATH=tests python -m mutation --sample 40                 # at most so many of each module, always the same
    PYTHONPATH=tests python -m mutation --module poker/pots.py      # all of one module; may be repeated
    PYTHONPATH=tests python -m mutation --sample 40 --write         # and write the table in docs/reliability.md, or a part of it

Every survivor is printed. One that cannot be told from the real thing is listed in `explained.toml` with the reason; it is not
tried. Exit status 1 if less than 92 % are killed over all, or less than 85 % in a module that moves money.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path
from random import Random

import pytest

from croupier.books import BOOKS
from mutation.changed_code import Mutant, mutants_of
from mutation.report import score_table, scores_of, write_into
from mutation.trying import PACKAGE, ROOT, Bench, Verdict, collect_and, data_mutants, try_all

OVER_ALL, EACH = 92, 85
EXPLAINED = Path(__file__).with_name("explained.toml")
_LEFT_OUT = ("telling.py", "lines.py", "drawing.py", "commands.py", "grounds.py", "__init__.py", "people.py")
_KERNEL = ("accounts", "conduct", "hands", "incidents", "money", "rulebook", "rulings", "strength", "waiting", "wild")


def modules() -> list[str]:
    """The modules that rule and move money, and the data that they go by."""
    found = [f"kernel/{name}.py" for name in _KERNEL]
    for room in ("stud", "poker", "room", "jackpots", "promotions", "tournaments", "books"):
        for file in sorted((PACKAGE / room).rglob("*.py")):
            if file.name not in _LEFT_OUT and file.name != "book.py":
                found.append(str(file.relative_to(PACKAGE)))
    found.append("tables/casino.py")
    for folder in BOOKS.values():
        found += [f"books/{folder}/params.toml", f"books/{folder}/clauses.toml"]
    return found


def mutants_in(module: str) -> list[Mutant]:
    if module.endswith(".toml"):
        return [Mutant(module, n, "data", 0, change.what) for n, change in enumerate(data_mutants(module))]
    return mutants_of(module, (PACKAGE / module).read_text(encoding="utf-8"))


def explained() -> dict[str, str]:
    """The mutants that cannot be told from the real thing, and why."""
    listed = tomllib.loads(EXPLAINED.read_text(encoding="utf-8")).get("mutant", [])
    return {row["name"]: row["why"] for row in listed}


def main() -> int:
    asked = _arguments()
    chosen = asked.module or modules()
    if strange := [module for module in chosen if module not in modules()]:
        sys.exit(f"{strange[0]} is no module that is changed; there are: {' '.join(modules())}")
    known = explained()
    every = {module: mutants_in(module) for module in chosen}
    names = {mutant.name for mutants in every.values() for mutant in mutants}
    if stale := [name for name in known if name.split(" ")[0] in every and name not in names]:
        sys.exit(f"explained.toml: there is no such change any more: {stale[0]}")
    picked: list[Mutant] = []
    for module, mutants in every.items():
        open_ones = [mutant for mutant in mutants if mutant.name not in known]
        random = Random(f"{asked.seed} {module}")
        sample = random.sample(open_ones, min(asked.sample or len(open_ones), len(open_ones)))
        picked += sorted(sample, key=lambda mutant: mutant.number)
    return collect_and(lambda items: _work(items, picked, every, known, asked))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--module", action="append", help="such as poker/pots.py; may be repeated")
    parser.add_argument("--sample", type=int, default=0, help="so many of each module at most; 0 is all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the table in docs/reliability.md")
    parser.add_argument("--survivors", type=Path, help="a file to which survivors are added as they are found")
    return parser.parse_args()


def _work(
    items: list[pytest.Item],
    picked: list[Mutant],
    every: dict[str, list[Mutant]],
    known: dict[str, str],
    asked: argparse.Namespace,
) -> int:
    bench = Bench(items, _progress)
    verdicts: list[Verdict] = []
    start = time.monotonic()

    def told(verdict: Verdict) -> None:
        verdicts.append(verdict)
        if asked.survivors and not verdict.killed_by:
            with asked.survivors.open("a", encoding="utf-8") as file:
                file.write(f"{_told(verdict)}\n")
        killed = sum(bool(each.killed_by) for each in verdicts)
        per_second = len(verdicts) / (time.monotonic() - start)
        rest = (len(picked) - len(verdicts)) / per_second
        _progress(f"{len(verdicts)}/{len(picked)} mutants, {killed} killed, {rest:.0f} s left: {verdict.mutant.path}")

    try:
        try_all(bench, picked, asked.jobs, told)
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; the table has what was tried so far\n")
    survivors = sorted((each for each in verdicts if not each.killed_by), key=lambda each: (each.mutant.path, each.mutant.line))
    sys.stdout.write("".join(f"{_told(each)}\n" for each in survivors))
    scores = scores_of(verdicts, {module: len(mutants) for module, mutants in every.items()}, known)
    table, reached = score_table(scores, OVER_ALL, EACH)
    sys.stdout.write(table)
    if asked.write:
        write_into(ROOT / "docs" / "reliability.md", scores, modules(), OVER_ALL, EACH)
    return 0 if reached else 1


def _told(verdict: Verdict) -> str:
    mutant = verdict.mutant
    calls = f"{verdict.tried} cases and tests call it" if verdict.tried else "nothing calls it"
    return f"{mutant.path}:{mutant.line} {mutant.function}: {mutant.what}  [{calls}]"


_told_at = [0.0]


def _progress(text: str) -> None:
    """One line that changes on a terminal; elsewhere a new one every half minute."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text[:110]}")
        sys.stderr.flush()
    elif time.monotonic() - _told_at[0] > 30:
        _told_at[0] = time.monotonic()
        sys.stderr.write(f"{text}\n")


if __name__ == "__main__":
    sys.exit(main())

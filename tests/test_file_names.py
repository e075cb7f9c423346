"""A file name says one thing: two files share it only where they do the same for two engines, two books or a command."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import croupier

HOME = Path(croupier.__file__).parent
ENGINES = {"kernel", "stud", "poker", "jackpots", "promotions", "tournaments", "room", "people", "cage"}
OF_EVERY_ENGINE = {"commands", "deciding", "engine", "events", "grounds", "lines", "rules", "state", "telling", "terms"}
"""What the kernel has for all engines, and each engine for itself."""
OF_BOTH_CARD_TABLES = {"betting", "corrections", "deal", "management", "seats", "side_wagers"}
"""Stud and poker, and what the kernel has for both."""


def idea(file: PurePosixPath) -> str:
    """What a file may share its name with: files of the same idea."""
    package, name = file.parts[0], file.stem
    if package == "cli" and len(file.parts) == 2:
        return "command"  # named after its command
    if package == "books" and len(file.parts) == 3:
        return "book"  # named after a section of the book
    if package in ENGINES and name in OF_EVERY_ENGINE:
        return "engine"
    if package in {"kernel", "stud", "poker"} and name in OF_BOTH_CARD_TABLES:
        return "card table"
    if len(file.parts) == 3 and file.parts[1] == "events":
        return f"{package}/{name}.py"  # the events of the file of that name beside the folder
    return str(file)


def shared(files: Iterable[PurePosixPath]) -> dict[str, list[str]]:
    """File names that stand for more than one idea, each with its files."""
    by_name: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for file in files:
        if not file.stem.startswith("__"):
            by_name[file.name][idea(file)].append(str(file))
    ideas = {
        name: [path for paths in found.values() for path in paths]
        for name, found in by_name.items()
        if len(set(found) - {"command"}) > 1
    }
    return dict(sorted(ideas.items()))


def test_a_file_name_stands_for_one_idea() -> None:
    assert shared(PurePosixPath(file.relative_to(HOME)) for file in sorted(HOME.rglob("*.py"))) == {}


def test_names_that_say_two_things_are_found() -> None:
    said = shared(map(PurePosixPath, ["floor/house.py", "tables/house.py", "stud/deal.py", "poker/deal.py", "cli/house.py"]))
    assert said == {"house.py": ["floor/house.py", "tables/house.py", "cli/house.py"]}

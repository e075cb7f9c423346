"""The program of the how-to that copies the record of a house: it goes on by number after a restart, and notices a gap."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.demo import Demo
from croupier.people.commands import RegisterPerson
from croupier.tables.any_game import audit
from server.running import Running, running

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "follow-from-outside.md"


def program() -> dict[str, Any]:
    code = re.findall(r"```py\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0]
    found: dict[str, Any] = {"__name__": "follow"}
    exec(code, found)  # noqa: S102
    return found


def copied(house: Running, folder: Path, stream: str = "people", person: str = "inspector-1") -> int:
    number: int = program()["follow"](house.url, house.client(person).token, stream, folder)
    return number


def test_a_copy_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def furnish(demo: Demo) -> None:
        await demo.people()

    database, folder = tmp_path / "house.db", tmp_path / "copies"
    folder.mkdir()
    with running(database, furnish=furnish) as house:
        first = copied(house, folder)
        assert first == house.server.floor.house.people.number > 10
        assert copied(house, folder) == first
    with running(database) as house:
        house.do("people", RegisterPerson(person="late", name="Late"), "admin-1", "administrator")
        assert copied(house, folder) == house.server.floor.house.people.number > first
        head = house.server.floor.house.people.head
        with pytest.raises(OSError, match="403"):
            copied(house, folder, person="player-1")
        file = folder / "people.jsonl"
        lines = file.read_text("utf-8").splitlines(keepends=True)
        assert audit("".join(lines), head=head).deviation is None
        file.write_text("".join([*lines[:-3], lines[-2]]), "utf-8")
        with pytest.raises(SystemExit, match="does not follow"):
            copied(house, folder)

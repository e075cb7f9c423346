"""A house with more tables than fit on a page."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from croupier.floor.house import AnyStream
from croupier.stud.rules import Options
from server.calling import Called

GAME, OTHER = "crown-caribbean-stud", "star-caribbean-stud"


async def furnished(key: Path) -> Called:
    """Fifty tables of Crown, the last with a minimum of its own, and one of The Star."""
    called = await Called(key, seed=1).open()
    house = called.server.floor.house
    for number in range(1, 51):
        options = Options(minimum=25_00 if number == 50 else 10_00, maximum=500_00)
        await called.server.floor.transact(
            lambda number=number, options=options: house.open_table(f"c{number:02}", GAME, options) and None  # type: ignore[misc]
        )
    await called.server.floor.transact(lambda: house.open_table("s1", OTHER) and None)
    return called


def tables(page: str) -> list[str]:
    return re.findall(r'class="table-card" href="/tables/([^"]+)"', page)


def test_a_large_house_shows_the_first_forty_tables_and_says_how_many_there_are(tmp_path: Path) -> None:
    async def work() -> None:
        called = await furnished(tmp_path / "key")
        page = (await called.ask("GET", "/")).body.decode()
        assert tables(page) == [*(f"c{number:02}" for number in range(1, 41)), "s1"]
        assert "40 of 50 tables are shown" in page

    asyncio.run(work())


def test_a_search_finds_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        called = await furnished(tmp_path / "key")
        for find, found in {
            "c47": ["c47"],
            "C4 stud": [f"c{number}" for number in range(40, 50)],
            "$25": ["c50"],
            "star": ["s1"],
            "no, <such> table": [],
        }.items():
            page = (await called.ask("GET", f"/?find={quote(find)}")).body.decode()
            assert tables(page) == found, find
            assert ("No open table matches" in page) == (not found), find
            assert "<such>" not in page
            opened = re.search(r'data-open="(lobby:[^"]*)"', page)
            assert opened is not None
            assert "," not in opened[1]  # which would be two views
            assert tables(called.server.live.show(opened[1], "")["tables"]) == found, find

    asyncio.run(work())


def test_free_seats_come_before_full_tables(tmp_path: Path) -> None:
    async def work() -> None:
        called = await furnished(tmp_path / "key")
        rows = called.server.floor.house.rows
        rows["c01"] = replace(rows["c01"], people={seat: f"p{seat}" for seat in range(1, rows["c01"].places + 1)})
        page = (await called.ask("GET", "/")).body.decode()
        assert tables(page) == [*(f"c{number:02}" for number in range(2, 42)), "s1"]

    asyncio.run(work())


@pytest.mark.parametrize(
    ("path", "person"),
    [
        ("/", ""),
        ("/me", "player-1"),
        ("/floor", "supervisor-1"),
        ("/cage", "cashier-1"),
        ("/inspector", "inspector-1"),
        ("/inspector?hand=flush&person=bot", "inspector-1"),
        ("/inspector/trace?book=crown-caribbean-stud&number=6.1", "inspector-1"),
        ("/figures", "manager-1"),
        ("/people", "admin-1"),
        ("/tournaments", ""),
        ("/room", ""),
    ],
)
def test_no_page_reads_the_whole_record_of_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, person: str
) -> None:
    async def work() -> None:
        called = await Called(tmp_path / "key", seed=1).open()
        await called.demo.furnish()
        read, whole = set[str](), called.server.whole

        async def noted(name: str) -> AnyStream:
            read.add(name)
            return await whole(name)

        monkeypatch.setattr(called.server, "whole", noted)
        assert (await called.ask("GET", path, person)).status == 200
        assert len(read) <= 1

    asyncio.run(work())

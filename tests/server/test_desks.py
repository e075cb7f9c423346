"""What the pages of those who run the house offer can be done, and every way that a page shows leads somewhere."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.dealing import TableSettings
from croupier.floor.demo import TOURNAMENT
from croupier.floor.house import ROOM
from croupier.kernel.actors import PLAYER
from croupier.poker.telling import limits
from croupier.room.commands import JoinList
from croupier.stud.rules import Options
from croupier.tournaments.state import DIRECTOR, ENTRANT
from server.calling import Called

CUP = "cup"


def in_a_house(tmp_path: Path, work: Callable[[Called], Awaitable[None]]) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key", seed=7).open()
        await called.demo.people()
        await work(called)

    asyncio.run(run())


async def done(called: Called, stream: str, who: str, by: int | str, **command: Any) -> None:
    body = {"command": command, "as": by, "id": str(command)}
    reply = await called.ask("POST", f"/api/streams/{stream}/commands", who, body)
    assert reply.status == 200, reply.body


async def shown(called: Called, path: str, person: str = "") -> str:
    reply = await called.ask("GET", path, person)
    assert reply.status == 200, (path, reply.status)
    return reply.body.decode()


def test_the_director_sells_re_buys_seats_late_entrants_and_colours_up(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        floor, desk = called.server.floor, f"/tournaments/{CUP}/desk"
        sent = {"name": CUP, "title": "A cup", "game": "crown-holdem", "starts": floor.clock.now(), "rebuys": 1}
        assert (await called.ask("POST", "/api/tournaments", "director-1", sent | {"rebuys": 99})).status == 422
        assert (await called.ask("POST", "/api/tournaments", "director-1", sent | {"publish": True})).status == 201
        await done(called, CUP, "director-1", _rank(called, "director-1"), do="open-entries")
        for person in ("player-1", *[await called.demo.bot(number) for number in (70, 71, 72)]):
            await done(called, CUP, person, ENTRANT, do="enter", person=person)
        for step in ({"do": "brief-players"}, {"do": "draw-seats", "order": []}, {"do": "start-play"}):
            await done(called, CUP, "director-1", DIRECTOR, **step)
        keeper = floor.house.tournaments[CUP]
        page = await shown(called, desk, "director-1")
        assert "Hand history" not in page  # a tournament has none; its tables have
        assert "enter-again" not in page  # these terms know no new entry
        mine = await shown(called, f"/tournaments/{CUP}", "player-1")
        assert "Re-buy $100" in mine
        await done(called, CUP, "player-1", ENTRANT, do="buy-again", person="player-1")
        assert keeper.stack_of("player-1") == 2 * 1500_00
        assert "Re-buy $100" not in await shown(called, f"/tournaments/{CUP}", "player-1")  # one is the most
        await done(called, CUP, "director-1", DIRECTOR, do="buy-again", person="bot-70")
        assert keeper.state.entrants["bot-70"].rebuys == 1

        await done(called, CUP, "player-2", ENTRANT, do="enter", person="player-2")
        page = await shown(called, desk, "director-1")
        assert 'data-command="seat-late"' in page
        assert 'data-command="brief-players"' in page
        await done(called, CUP, "director-1", DIRECTOR, do="brief-players", understood=True)
        await done(called, CUP, "director-1", DIRECTOR, do="seat-late", person="player-2", table="", seat=0)
        assert keeper.state.entrants["player-2"].place is not None
        assert 'data-command="seat-late"' not in await shown(called, desk, "director-1")

        for level in (2, 3, 4, 5, 6):
            assert 'data-command="colour-up"' not in page  # its wagers need the small chips
            agreed = {"agreed": len(keeper.state.playing)}
            reply = await called.ask("POST", f"/api/tournaments/{CUP}/next-level", "director-1", agreed)
            assert reply.json == {"level": level}
        await done(called, CUP, "director-1", DIRECTOR, do="close-entries")
        assert 'data-command="colour-up"' in await shown(called, desk, "director-1")
        for table in list(keeper.state.seats):
            await done(called, CUP, "director-1", DIRECTOR, do="colour-up", table=table, stacks={})
        assert keeper.state.chip == 100_00
        assert all(stack % 100_00 == 0 for table in keeper.tables for stack in keeper.stacks(table).values())

    in_a_house(tmp_path, work)


def test_a_table_is_opened_counted_and_its_variance_explained(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.demo.open_table("star-1", "star-caribbean-stud", Options(places=3), TableSettings())
        page = await shown(called, "/floor", "manager-1")
        assert 'data-post="/api/tables"' in page
        sent = {"name": "crown-4", "game": "crown-wild-aruba", "options": {"places": 5, "minimum": 25_00}}
        assert (await called.ask("POST", "/api/tables", "player-1", sent)).status == 403
        assert (await called.ask("POST", "/api/tables", "manager-1", sent)).status == 201
        assert "crown-4" in await shown(called, "/floor", "manager-1")
        office = _office(called, "cashier-1")
        await done(called, "cage", "cashier-1", office, do="count-float", table="crown-4", counted=5_00, when="opening")
        page = await shown(called, "/floor", "manager-1")
        assert "is not explained" in page
        assert 'data-command="explain-variance"' in page
        office = _office(called, "manager-1")
        await done(called, "cage", "manager-1", office, do="explain-variance", number=1, note="a chip")
        page = await shown(called, "/floor", "manager-1")
        assert "is not explained" not in page
        assert "a chip" in page

    in_a_house(tmp_path, work)


def _rank(called: Called, person: str) -> str:
    """The rank that someone holds in the poker room."""
    return next(
        str(capacity) for book, capacity in called.server.access.roles(person) if book == "crown-poker" and capacity != DIRECTOR
    )


def _office(called: Called, person: str) -> str:
    stream = called.server.floor.house.streams["cage"]
    return next(str(each) for each in called.server.access.capacities(person, stream))


def test_a_game_is_offered_opened_and_taken_off_the_board(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        floor = called.server.floor
        assert 'data-post="/api/room/games"' in await shown(called, "/room", "manager-1")
        assert 'data-post="/api/room/games"' not in await shown(called, "/room", "player-1")
        sent = {"game": "big-o", "played": "crown-omaha", "betting": "pot limit", "small": 25_00, "large": 50_00}
        assert (await called.ask("POST", "/api/room/games", "player-1", sent)).status == 403
        for wrong in ({"small": 75_00}, {"small": 12_50}, {"small": 0}):
            assert (await called.ask("POST", "/api/room/games", "manager-1", sent | wrong)).status == 422
        nothing = {"name": "omaha-8", "game": "big-o"}
        assert (await called.ask("POST", "/api/room/tables", "manager-1", nothing)).status == 422
        unknown = sent | {"played": "crown-caribbean-stud"}
        assert (await called.ask("POST", "/api/room/games", "manager-1", unknown)).status == 422
        assert ROOM not in floor.house.streams
        assert (await called.ask("POST", "/api/room/games", "manager-1", sent | {"needed": 1})).status == 201
        assert (await called.ask("POST", "/api/room/games", "manager-1", sent | {"game": "other"})).status == 201
        page = await shown(called, "/room", "manager-1")
        assert "Pot limit, blinds $25 and $50" in page
        assert page.count('data-command="withdraw-game"') == 2
        assert 'data-command="withdraw-game"' not in await shown(called, "/room", "player-1")
        room = floor.house.room
        assert room is not None
        room.signs.clear()  # as after a restart: what the board says is enough
        await called.demo.do(ROOM, JoinList(person="player-1", game="big-o"), "player-1", PLAYER)
        reply = await called.ask("POST", "/api/room/tables", "manager-1", {"name": "omaha-9", "game": "big-o"})
        assert reply.status == 201, reply.body
        assert limits(room.tables["omaha-9"].state.options) == "pot limit, blinds $25.00 and $50.00"
        page = await shown(called, "/room", "manager-1")
        assert page.count('data-command="withdraw-game"') == 1
        await done(called, ROOM, "manager-1", _rank(called, "manager-1"), do="withdraw-game", game="other")
        assert "other" not in room.state.lists

    in_a_house(tmp_path, work)


@pytest.mark.parametrize("demo", [True, False])
def test_people_to_be_are_offered_where_one_signs_in_to_a_demo_and_only_there(tmp_path: Path, demo: bool) -> None:
    async def work(called: Called) -> None:
        called.server.config = replace(called.server.config, demo=demo)
        page = await shown(called, "/sign-in?to=/tables/crown-1")
        assert ('data-be="player-1"' in page) is demo
        assert 'value="/tables/crown-1"' in page

    in_a_house(tmp_path, work)


PAGES = {
    "player-1": ("/", "/tables/crown-1", "/tables/holdem-1", "/room", "/me", f"/tournaments/{TOURNAMENT}"),
    "dealer-1": ("/dealer/crown-1", "/dealer/holdem-1"),
    "manager-1": ("/floor", "/room", "/tournaments"),
    "director-1": (f"/tournaments/{TOURNAMENT}/desk", f"/tournaments/{TOURNAMENT}"),
    "inspector-1": ("/inspector", "/inspector/trace?book=crown-caribbean-stud&number=7.6.3"),
    "": ("/", "/rules", "/rules/crown-poker", "/rules/crown-caribbean-stud/7.6.3", "/sign-in", "/help/index.html", "/lab"),
}


def test_no_way_that_a_page_shows_leads_nowhere(tmp_path: Path) -> None:
    async def work(called: Called) -> None:
        await called.demo.open_table("crown-1", "crown-caribbean-stud", Options(places=3), TableSettings())
        await called.demo._room()
        await called.demo.tournament()
        known: set[str] = set()
        for person, paths in PAGES.items():
            for path in paths:
                page = await shown(called, path, person)
                ways = {html.unescape(way) for way in re.findall(r'href="(/[^"#]*)', page)} - known
                known |= ways
                for way in sorted(ways):
                    if re.match(r"/rules/[a-z-]+/.", way) and len([k for k in known if k.startswith("/rules/")]) > 80:
                        continue  # so many clauses are enough
                    status = (await called.ask("GET", way, person)).status
                    assert status in (200, 303), f"{path} shows {person or 'a passer-by'} {way}, which answers {status}"
        assert len(known) > 60

    in_a_house(tmp_path, work)


def test_what_is_not_there_or_fails_is_told_as_whoever_asks_can_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(called: Called) -> None:
        reply = await called.ask("GET", "/nowhere", "player-1", accept="text/html,*/*")
        assert reply.status == 404
        assert b"Back to the lobby" in reply.body
        assert (await called.ask("GET", "/nowhere", "player-1")).json["ground"] == "no_such_page"
        assert (await called.ask("GET", "/api/nowhere", accept="text/html")).json["ground"] == "no_such_page"

        def broken(*args: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(called.server, "listing", broken)
        reply = await called.ask("GET", "/", accept="text/html")
        assert reply.status == 500
        assert b"Try again in a moment" in reply.body
        assert any(name == b"content-security-policy" for name, _ in reply.headers)

    in_a_house(tmp_path, work)

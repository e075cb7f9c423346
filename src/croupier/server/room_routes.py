"""The poker room over HTTP."""

from typing import Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.floor import must
from croupier.floor.house import ROOM
from croupier.kernel.actors import PLAYER
from croupier.poker.rules import Options
from croupier.server.answers import Problem, answered, json, problems
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.tables.poker_room import PokerRoom, RoomStream
from croupier.web.room_page import room_regions

_CHIP = Options().chip
"""The smallest chip of a table opened from the board."""

_MOST = 1_000_000_00
"""The largest blind accepted from a page."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table for a game on the board."""

    name: str
    game: str


class NewGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game for the board: its name there, what is played, how it is bet and with which blinds, and for how many it opens."""

    game: str
    played: str
    betting: Literal["no limit", "pot limit"]
    small: int
    large: int
    needed: int = 4


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access

    def room_here() -> PokerRoom:
        """The poker room; an empty one that is not stored, if the house has offered no game yet."""
        return floor.house.room or PokerRoom(stream=RoomStream(name=ROOM, clock=floor.clock.now))

    def runs(person: str, what: str) -> str:
        """The rank in which a person runs the room; people without one are refused."""
        may = access.capacities(person, room_here().stream)
        rank = next((capacity for capacity in may if isinstance(capacity, str) and capacity != PLAYER), "")
        if not rank:
            raise Problem(403, "rank_needed", f"{what} by the staff of the room")
        return rank

    def regions(name: str, person: str) -> dict[str, str]:
        room = room_here()
        may = access.capacities(person, room.stream)
        return room_regions(room, person, may, pages.names(person), floor.clock.now())

    server.views.kinds["room"] = View(lambda name: [ROOM], regions, lambda name, person: person)
    server.views.kinds["notices"] = View(lambda name: [ROOM], lambda name, person: {}, lambda name, person: "")

    async def show(request: Request) -> Response:
        person = await pages.person(request)
        return pages.answer("room.html", request, person, regions=regions("", person), now=floor.clock.now())

    async def open_table(request: Request) -> Response:
        person, sent = await server.sent(request, NewTable)
        room, rank = room_here(), runs(person, "tables are opened")

        def opened() -> None:
            said = floor.let(room.stream, person, rank)
            must(floor.house.open_room_table(sent.name, sent.game, said=said))

        with problems(422, "table_not_opened"):
            await floor.transact(opened)
        return json({"name": sent.name}, 201)

    async def offer(request: Request) -> Response:
        person, sent = await server.sent(request, NewGame)
        rank = runs(person, "games are offered")
        if not 0 < sent.small <= sent.large <= _MOST or sent.small % _CHIP or sent.large % _CHIP:
            raise Problem(422, "game_not_offered", "blinds are whole dollars, and the big blind is at least the small blind")
        signs = Options(betting=sent.betting, blinds=(sent.small, sent.large), minimum_buy_in=20 * sent.large)

        def offered() -> None:
            """The first game of a house opens its room; a refused one opens none."""
            room = floor.house.open_room()
            said = floor.let(room.stream, person, rank)
            must(room.offer(sent.game, sent.played, signs, needed=sent.needed, said=said))

        await floor.transact(offered)
        return json({"game": sent.game}, 201)

    return [
        Route("/room", pages.shown(show)),
        Route("/api/room/games", answered(offer), methods=["POST"]),
        Route("/api/room/tables", answered(open_table), methods=["POST"]),
    ]

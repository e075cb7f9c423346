"""The lobby, the tables, signing in, and a clause on demand."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import Capacity
from croupier.server.advice import Adviser
from croupier.server.answers import Problem, body_of, json
from croupier.server.live import View
from croupier.server.pages import Pages
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.web.extras import Extras, meter_of
from croupier.web.house_page import house_regions, house_says
from croupier.web.lobby import lobby_regions
from croupier.web.poker_page import poker_regions, poker_says


class DemoPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the people of a demo."""

    person: str


def table_routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access
    adviser = Adviser(server)

    def table(name: str) -> HouseTable | PokerTable:
        found = floor.house.streams.get(name)
        if not isinstance(found, HouseTable | PokerTable):
            raise Problem(404, "no_such_stream", f"there is no table {name[:80]!r} in this house")
        return found

    def capacity(found: HouseTable | PokerTable, person: str) -> Capacity | None:
        return next(iter(access.capacities(person, found)), None)

    def extras(found: HouseTable | PokerTable, person: str) -> Extras:
        house = floor.house
        casino = house.casino_of(found) if isinstance(found, HouseTable) else None
        people = house.people.state.people
        sitting = (found.state.person_at(seat) for seat in found.state.seats)
        return Extras(
            meter=meter_of(casino, found.name) if casino is not None else None,
            deadline=server.dealer.deadline(found),
            purse=house.cage.state.patron(person).hand.get(CHIPS, 0) if person else None,
            names={each: people[each].name for each in sitting if each in people},
            advice=adviser.of(found, person) if isinstance(found, HouseTable) else "",
        )

    def table_regions(name: str, person: str) -> dict[str, str]:
        found, now = table(name), floor.clock.now()
        who = capacity(found, person)
        if isinstance(found, HouseTable):
            return house_regions(found, person, capacity=who, now=now, extras=extras(found, person))
        return poker_regions(found, person, capacity=who, now=now, extras=extras(found, person))

    def table_says(name: str, person: str, since: int) -> list[str]:
        found = table(name)
        who = capacity(found, person)
        new = sum(len(entry.events) for entry in found.entries if entry.number > since)
        first = len(found.events) - new
        if isinstance(found, HouseTable):
            return house_says(found, person, capacity=who, since=first)
        return poker_says(found, person, capacity=who, since=first)

    def stream_regions(name: str, person: str) -> dict[str, str]:
        """None: whoever follows a stream by its number alone, such as a program, asks for the rest."""
        found = floor.house.streams.get(name)
        if found is None:
            raise Problem(404, "no_such_stream", f"there is no {name[:80]!r} in this house")
        access.readable(person, found)
        return {}

    def table_streams(name: str) -> list[str]:
        found = floor.house.streams.get(name)
        if isinstance(found, HouseTable) and (casino := floor.house.casino_of(found)) is not None:
            return [name, casino.meters.name]
        return [name]

    def alike(name: str, person: str) -> str:
        found = floor.house.streams.get(name)
        if found is None or not person:
            return ""
        return f"{person} {floor.house.cage.state.patron(person).hand.get(CHIPS, 0)}"

    def lobby_shown(name: str, person: str) -> dict[str, str]:
        return lobby_regions(server.listing(), person)

    server.views.kinds |= {
        "table": View(table_streams, table_regions, alike, table_says),
        "stream": View(lambda name: [name], stream_regions, lambda name, person: person),
        "lobby": View(lambda name: ["*"], lobby_shown, lambda name, person: ""),
    }

    async def lobby(request: Request) -> Response:
        person = await pages.person(request)
        people = server.demo_people() if server.config.demo else []
        return pages.answer("lobby.html", request, person, regions=lobby_shown("", person), people=people)

    async def show_table(request: Request) -> Response:
        person = await pages.person(request)
        name = request.path_params["name"]
        found = table(name)
        await floor.settled(name)
        return pages.answer(
            "table.html",
            request,
            person,
            stream=name,
            number=found.number,
            now=floor.clock.now(),
            regions=server.live.show(f"table:{name}", person),
            title=server.dealer.of(name).title or found.rules.title,
            kind="house-table" if isinstance(found, HouseTable) else "poker-table",
            capacity=capacity(found, person),
            deals=any(found.rules.rank_of(each) >= 0 for each in access.capacities(person, found)),
        )

    async def sign_in(request: Request) -> Response:
        person = await pages.person(request)
        return pages.answer("sign-in.html", request, person, to=request.query_params.get("to", "/"))

    async def demo_person(request: Request) -> Response:
        if not server.config.demo:
            raise Problem(404, "no_such_page", "there is nothing here")
        sent: DemoPerson = await body_of(request, DemoPerson)
        if sent.person not in dict(server.demo_people()):
            raise Problem(404, "no_such_person", "nobody of that name is in the demo")
        token = await server.sessions.begin(sent.person)
        response = json({"person": sent.person})
        server.set_cookie(request, response, token)
        return response

    return [
        Route("/", pages.shown(lobby)),
        Route("/tables/{name}", pages.shown(show_table)),
        Route("/sign-in", pages.shown(sign_in)),
        Route("/api/demo", pages.shown(demo_person), methods=["POST"]),
    ]

"""My evening: your own rounds, results and limits."""

import asyncio
from itertools import accumulate

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.evening import graph, rounds_played, zero_line
from croupier.floor.second_factor import address
from croupier.kernel.accounts import CHIPS
from croupier.people.state import LIMITS
from croupier.server.pages import Pages


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor = pages.server, pages.floor

    async def show(request: Request) -> Response:
        session = await server.signed_in(request)
        server.reads_much(request, session)
        person = session.person
        streams = [await server.whole(name) for name in floor.house.tables]
        played = await asyncio.to_thread(rounds_played, streams, person)
        course = list(accumulate(round_played.net for round_played in played))
        known, secret = floor.house.people.state.people[person], await server.pending_factor(person)
        return pages.answer(
            "me.html",
            request,
            person,
            played=played,
            total=sum(round_played.net for round_played in played),
            points=graph(played),
            high=max([0, *course]),
            low=min([0, *course]),
            zero=round(zero_line(played), 1),
            in_hand=floor.house.cage.state.patron(person).hand.get(CHIPS, 0),
            limits=LIMITS,
            mine=known.limits,
            factor=known.second_factor,
            asked_for_more=known.asked_for_more,
            passkeys=server.passkeys,
            mine_are=await server.passkeys.of(person),
            secret=secret,
            app=address(server.config.house.name, person, secret),
            staff=bool(known.roles),
            reminder_every=known.reminder or floor.house.people.rules.number("reminder_every"),
            now=floor.clock.now(),
        )

    return [Route("/me", pages.shown(show))]

"""My evening: your own rounds, results and limits."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.evening import courses
from croupier.floor.second_factor import address
from croupier.kernel.accounts import CHIPS
from croupier.people.state import LIMITS
from croupier.server.page_answers import Pages


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor = pages.server, pages.floor

    async def show(request: Request) -> Response:
        session = await server.signed_in(request)
        server.reads_much(request, session)
        person = session.person
        played = await server.figures.evening(person)
        known, secret = floor.house.people.state.people[person], await server.pending_factor(person)
        return pages.answer(
            "me.html",
            request,
            person,
            played=played,
            courses=courses(played),
            in_hand=floor.house.cage.state.patron(person).hand.get(CHIPS, 0),
            limits=LIMITS,
            house_currency=floor.house.cage.rules.currency.code,
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

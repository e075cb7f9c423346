"""The page of the cage, for those who work with it."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.house import CAGE, PEOPLE
from croupier.server.answers import Problem
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.web.cage_page import acts_of, cage_regions
from croupier.web.regions import said


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access

    def regions(name: str, person: str) -> dict[str, str]:
        if not pages.may_see("cage", person):
            raise Problem(403, "rank_needed", "the cage is only for those in charge of it")
        cage = floor.house.cage
        may = acts_of(cage, access.capacities(person, cage))
        return cage_regions(floor, server.floor.house.report(), may, access.viewer(person, cage))

    def say(name: str, person: str, since: int) -> list[str]:
        cage = floor.house.cage
        return said(cage, access.viewer(person, cage), since) if pages.may_see("cage", person) else []

    server.views.kinds["cage"] = View(lambda name: [CAGE, PEOPLE], regions, lambda name, person: person, say)

    async def show(request: Request) -> Response:
        person = await pages.signed_in(request)
        if not pages.may_see("cage", person):
            raise Problem(403, "rank_needed", "this page is for cage staff")
        return pages.answer("cage.html", request, person, regions=regions("", person), now=floor.clock.now())

    return [Route("/cage", pages.shown(show))]

"""Screens on the wall, for everyone: the display of each jackpot."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.drawing.cloths import cloth_of
from croupier.jackpots.prizes import GRAINS
from croupier.server.answers import Problem
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.tables.casino import Casino
from croupier.web.pages import page


def jackpot_regions(casino: Casino, name: str) -> dict[str, str]:
    """The amount, large; PENDING on a hit; and the fault, if there is one, alternating with the amount."""
    meters, system = casino.meters, casino.meters.state.systems[name]
    pending = [prize for prize in meters.state.prizes.values() if prize.table in system.tables]
    shown = {"cloth": cloth_of(meters.rules.book), "system": system, "pending": pending, "grains": GRAINS}
    return {"meter": page("jackpot_display.html", currency=meters.rules.currency, **shown)}


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor = pages.server, pages.floor

    def casino(name: str) -> tuple[Casino, str]:
        book, _, system = name.partition("/")
        linked = floor.house.casinos.get(book)
        if linked is None or system not in linked.meters.state.systems:
            raise Problem(404, "no_such_meter", "there is no such jackpot in this house")
        return linked, system

    def streams(name: str) -> list[str]:
        linked = floor.house.casinos.get(name.partition("/")[0])
        return [linked.meters.name] if linked is not None else []

    server.views.kinds["jackpot"] = View(streams, lambda name, person: jackpot_regions(*casino(name)), lambda name, person: "")

    async def jackpot(request: Request) -> Response:
        book, name = request.path_params["book"], request.path_params["name"]
        linked, system = casino(f"{book}/{name}")
        money = linked.meters.rules.currency.pattern
        return pages.answer(
            "jackpot_screen.html", request, "", book=book, name=name, money=money, regions=jackpot_regions(linked, system)
        )

    return [Route("/jackpot/{book}/{name}", pages.shown(jackpot))]

"""The floor page, for supervisors and above."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.books import GAMES, book_of, game_of
from croupier.floor.house import PEOPLE
from croupier.floor.roster import inviting
from croupier.server.answers import Problem
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.web.cage_page import acts_of
from croupier.web.floor_page import excluded, floor_regions
from croupier.web.pages import page


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access

    def regions(name: str, person: str) -> dict[str, str]:
        if not pages.may_see("floor", person):
            return {}
        tables = floor.house.at_a_glance()
        capacities = {stream_name: access.capacities(person, stream) for stream_name, stream in floor.house.streams.items()}
        capacities |= {stream_name: access.capacities(person, table) for stream_name, table in tables.items()}
        return floor_regions(
            floor,
            server.orders.all,
            capacities,
            {stream_name: server.dealer.of(stream_name).title for stream_name in tables},
            {stream_name: server.dealer.of(stream_name).live for stream_name in tables},
            server.floor.house.report(),
            floor.clock.now(),
            server.dealer.waiting(),
        )

    server.views.kinds["floor"] = View(lambda name: ["*"], regions, lambda name, person: person)

    def games(person: str) -> list[tuple[str, str]]:
        """The house games for which a person may open a table."""
        rules = floor.house.people.rules
        books = {book for book, capacity in access.roles(person) if rules.supervises(capacity)}
        return [
            (game, book_of(book).title_page.games[game])
            for game, book in GAMES.items()
            if book in books and game_of(game).poker is None and game in book_of(book).title_page.games
        ]

    def register(name: str, person: str) -> dict[str, str]:
        """The people of the house, as far as the viewer may know about them."""
        people = floor.house.people
        if not pages.may_see("people", person):
            raise Problem(403, "rank_needed", "this page is for staff with a role there")
        known, may = (people.picture(access.viewer(person, people)).people, acts_of(people, access.capacities(person, people)))
        now = floor.clock.now()
        out = excluded(known, now)
        open_ = [(digest, invite) for digest, invite in people.state.invitations.items() if now < invite.until] if may else []
        return {"register": page("people_list.html", people=known, may=may, rules=people.rules, excluded=out, invitations=open_)}

    server.views.kinds["people"] = View(lambda name: [PEOPLE], register, lambda name, person: person)

    async def show(request: Request) -> Response:
        person, name = await pages.signed_in(request), request.url.path.strip("/")
        if not pages.may_see(name, person):
            raise Problem(403, "rank_needed", "this page is for staff with a role there")
        shown = regions("", person) if name == "floor" else register("", person)
        more: dict[str, Any] = {
            "may_invite": by if ("*", by := inviting(floor, person)) in access.roles(person) else "",
            "rules": floor.house.people.rules,
            "games": games(person),
            "now": floor.clock.now(),
        }
        return pages.answer(f"{name}.html", request, person, 200, regions=shown, **more)

    return [Route("/floor", pages.shown(show)), Route("/people", pages.shown(show))]

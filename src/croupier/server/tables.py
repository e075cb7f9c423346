"""The lobby, the tables, signing in, and a clause on demand."""

import re
from collections import defaultdict
from urllib.parse import unquote

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.floor.chat import topic
from croupier.floor.dealing import SPEEDS
from croupier.floor.house import ROOM
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import Capacity
from croupier.kernel.languages import in_book, languages
from croupier.kernel.roles import DAY
from croupier.room.state import Room
from croupier.server.answers import Problem, answered, body_of, form_of, json, signed_out_because
from croupier.server.chat_routes import Talk
from croupier.server.language_choice import COOKIE as LANGUAGE
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.server.passkeys import COOKIE
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.summary import Summary
from croupier.tournaments.state import Place
from croupier.web.acts import KEYS
from croupier.web.documentation import names
from croupier.web.extras import Extras, meter_of
from croupier.web.lobby import SEARCHED, lobby_regions, picked
from croupier.web.table_page import seen_of
from croupier.web.texts import text


class SpeedSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The speed at which a person wants tables dealt."""

    speed: str


class LanguageSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The language that a person wants."""

    language: str


class DemoPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the demo's accounts."""

    person: str


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access
    talk = Talk(pages)

    def capacity(table: AnyTable, person: str) -> Capacity | None:
        return next(iter(access.capacities(person, table)), None)

    def extras(table: AnyTable, person: str) -> Extras:
        house = floor.house
        casino = house.casino_of(table)
        return Extras(
            meter=meter_of(casino, table.name) if casino is not None else None,
            deadline=server.dealer.deadline(table),
            purse=house.cage.state.patron(person).hand.get(CHIPS, 0) if person else None,
            names=pages.names_at(table),
            coach=server.coach.at(table, person) if isinstance(table, HouseTable) else None,
            ordered={
                order.id: table.engine.codec.read_command(bytes(order.command))
                for order in server.orders.for_hands(table.name)
                if order.person == person
            },
            elsewhere=elsewhere(table, person),
            in_room=in_room(table, person),
        )

    def elsewhere(table: AnyTable, person: str) -> Place | None:
        """Where a person plays in a tournament, if not at this table of it."""
        keeper = floor.house.tournament_of(table)
        place = keeper.state.entrants[person].place if keeper is not None and person in keeper.state.playing else None
        return place if place is not None and keeper is not None and keeper.tables.get(place.table) is not table else None

    def in_room(table: AnyTable, person: str) -> Place | None:
        """Where a person sits in the poker room, if not at this table of it."""
        room = room_of(table.name)
        sits, seat = room.seat_of(person) if room is not None and person else ("", 0)
        return Place(table=sits, seat=seat) if sits not in ("", table.name) else None

    def table_regions(name: str, person: str) -> dict[str, str]:
        table, now = pages.table(name), floor.clock.now()
        who, more = capacity(table, person), extras(table, person)
        looks = "" if guest(table, person) else person  # all guests see the same
        regions = seen_of(table, looks, who, more, now).regions()
        return {**regions, "chat": talk.region(table, person)}

    def table_says(name: str, person: str, since: int) -> list[str]:
        table = pages.table(name)
        who, looks = capacity(table, person), "" if guest(table, person) else person
        new = sum(len(entry.events) for entry in table.entries if entry.number > since)
        first = len(table.events) - new
        said = seen_of(table, looks, who, Extras(names=pages.names_at(table))).heard(first)
        place = elsewhere(table, person)
        if place is not None and person in {getattr(event, "person", "") for event in table.events[first:]}:
            said.append(text("now.elsewhere", table=place.table, seat=place.seat))
        return said

    def stream_regions(name: str, person: str) -> dict[str, str]:
        """None: a program that follows a stream by its number alone asks for the rest."""
        stream = floor.house.streams.get(name)
        if stream is None:
            raise Problem(404, "no_such_stream", f"there is no {name[:80]!r} in this house")
        access.readable(person, stream)
        return {}

    def table_streams(name: str) -> list[str]:
        table = floor.house.table(name)
        if table is not None and (casino := floor.house.casino_of(table)) is not None:
            return [name, casino.meters.name, topic(name)]
        return [name, topic(name), *([ROOM] if room_of(name) is not None else [])]

    def room_of(name: str) -> Room | None:
        """The poker room, for a table of it: its lists decide who may sit down there."""
        room = floor.house.room
        return room.state if room is not None and name in room.state.tables else None

    def guest(table: AnyTable, person: str) -> bool:
        """Whether a person only looks on, and has no part in the round or the talk."""
        own = isinstance(table, HouseTable) and person in table.state.limits
        waits = (room := room_of(table.name)) is not None and room.knows(person)
        if own or waits or elsewhere(table, person) or in_room(table, person) or server.chat.concerns(table, person):
            return False
        return not access.capacities(person, table) and not table.concerns(person)

    def alike(name: str, person: str) -> str:
        """All guests see the same; while places are free, so do people with the same chips to bring."""
        table = floor.house.table(name)
        if table is None or not person:
            return ""
        if not guest(table, person):
            who = person
        elif len(table.state.seats) >= table.state.options.places:
            return "guest"
        else:
            who = ""
        return f"{who} {floor.house.cage.state.patron(person).hand.get(CHIPS, 0)}"

    def lobby_shown(find: str, person: str) -> dict[str, str]:
        tables = floor.house.at_a_glance().values()
        some, counts = picked(tables, find, server.game_at, lambda table: server.dealer.of(table.name).live)
        signs = {table.name: table.signs for table in some}
        return lobby_regions(server.listing(some), counts, find, signs, floor.clock.now())

    server.views.kinds |= {
        "table": View(table_streams, table_regions, alike, table_says),
        "stream": View(lambda name: [name], stream_regions, lambda name, person: person),
        "lobby": View(lambda find: ["*"], lambda find, person: lobby_shown(unquote(find), person), lambda name, person: ""),
    }

    def ranked(table: AnyTable | Summary, person: str) -> bool:
        """Whether a person is behind a table, as its dealer or above."""
        return any(table.rules.rank_of(capacity) >= 0 for capacity in access.capacities(person, table))

    def to_deal(person: str) -> list[tuple[str, str]]:
        """The tables with a live dealer that a person may deal, by name and title."""
        return [
            (name, settings.title or table.rules.title)
            for name, table in sorted(floor.house.at_a_glance().items())
            if (settings := server.dealer.of(name)).live and not table.closed and ranked(table, person)
        ]

    def seats(person: str) -> dict[str, str]:
        """The tables where a person sits, each with its title."""
        tables = sorted(floor.house.at_a_glance().items()) if person else ()
        return {name: titled(table) for name, table in tables if table.seat_of(person)}

    def titled(table: AnyTable | Summary) -> str:
        return server.dealer.of(table.name).title or in_book(table.rules.book, "book.toml", "title", table.rules.title)

    async def lobby(request: Request) -> Response:
        person, find = await pages.person(request), request.query_params.get("find", "")[:100]
        open_tables = sum(not (table.closed or table.tournament) for table in floor.house.at_a_glance().values())
        return pages.answer(
            "lobby.html",
            request,
            person,
            regions=lobby_shown(find, person),
            find=find,
            searched=bool(find) or open_tables >= SEARCHED,
            people=pages.demo_people(request).items(),
            deals=to_deal(person),
            seats=seats(person),
            now=pages.floor.clock.now(),
        )

    async def show_table(request: Request) -> Response:
        person = await pages.person(request)
        name = request.path_params["name"]
        table = pages.table(name)
        await floor.settled(name)
        return pages.answer(
            "table.html",
            request,
            person,
            stream=name,
            number=table.number,
            money=table.rules.currency.pattern,
            now=floor.clock.now(),
            regions=server.live.show(f"table:{name}", person),
            title=titled(table),
            how_to=f"/help/{page}.html" if (page := f"play/{table.rules.game}") in names() else f"/rules/{table.rules.book}",
            kind=table.engine.kind.replace(" ", "-"),
            capacity=capacity(table, person),
            speeds=list(SPEEDS),
            own_keys=[(tag, keys[0]) for tag, keys in KEYS[table.engine.kind.split()[0]].items()],
            speed=server.dealer.wishes.get(person, "normal"),
            deals=ranked(table, person),
        )

    async def wish_speed(request: Request) -> Response:
        person, sent = await server.sent(request, SpeedSent)
        if sent.speed not in SPEEDS:
            raise Problem(422, "not_understood", f"a speed is one of {', '.join(SPEEDS)}")
        await server.dealer.wish(person, sent.speed)
        return json({"speed": sent.speed})

    async def choose_language(request: Request) -> Response:
        """Anyone can choose; the browser keeps it, and so does the house for people it knows."""
        server.rates.spend(f"language {server.address(request)}")
        sent: LanguageSent = await body_of(request, LanguageSent)
        if sent.language not in languages():
            raise Problem(422, "not_understood", f"a language is one of {', '.join(languages())}")
        if person := await pages.person(request):
            await server.spoken.choose(person, sent.language)
        response = json({"language": sent.language})
        server.set_cookie(request, response, sent.language, LANGUAGE, 365 * DAY)
        return response

    async def sign_in(request: Request) -> Response:
        ended = await server.sessions.ended(server.token(request))
        return await sign_in_page(request, request.query_params.get("to", ""), signed_out_because(ended) if ended else "")

    async def sign_in_page(request: Request, to: str, why: str, status: int = 200, said: str = "", account: str = "") -> Response:
        person, people = await pages.person(request), pages.demo_people(request).items()
        more = {"to": _ours(to), "why": why, "said": said, "people": people, "passkeys": server.passkeys, "account": account}
        shown = pages.answer("sign-in.html", request, person, status, **more)
        shown.headers["referrer-policy"] = "same-origin"  # otherwise a browser does not say where its own form comes from
        return shown

    async def sign_in_by_form(request: Request) -> Response:
        """The form of the page, sent by a browser without scripts: a session, or a new password by a recovery code."""
        source = server.address(request)
        server.rates.spend(f"sign-in {source}", cost=5)
        sent = defaultdict(str, await form_of(request))
        try:
            if sent["new"]:
                await server.change_password(sent["person"], "", sent["recovery"] or "-", sent["new"], source=source)
                return await sign_in_page(request, sent["to"], "", said=text("sign.changed"))
            passkey = {"token": request.cookies.get(COOKIE, ""), "said": sent["passkey"]}
            token = await server.sign_in(sent["person"], sent["password"], sent["code"], source, **passkey)
        except Problem as found:
            why = text("sign.not_in", why=found.reason)
            return await sign_in_page(request, sent["to"], why, found.status, account=sent["person"])
        response = RedirectResponse(_ours(sent["to"]), status_code=303)
        server.set_cookie(request, response, token)
        return response

    async def demo_person(request: Request) -> Response:
        if not (people := pages.demo_people(request)):
            raise Problem(404, "no_such_page", "there is nothing here")
        sent: DemoPerson = await body_of(request, DemoPerson)
        if sent.person not in people:
            raise Problem(404, "no_such_person", "nobody of that name is in the demo")
        token = await server.sessions.begin(sent.person)
        response = json({"person": sent.person, "token": token})
        server.set_cookie(request, response, token)
        return response

    return [
        Route("/", pages.shown(lobby)),
        Route("/tables/{name}", pages.shown(show_table)),
        Route("/sign-in", pages.shown(sign_in)),
        Route("/sign-in", pages.shown(sign_in_by_form), methods=["POST"]),
        *talk.routes(),
        Route("/api/speed", answered(wish_speed), methods=["POST"]),
        Route("/api/language", answered(choose_language), methods=["POST"]),
        Route("/api/demo", answered(demo_person), methods=["POST"]),
    ]


def _ours(path: str) -> str:
    r"""Where a person goes after signing in: a page of this house, however it is written.

    >>> [_ours(path) for path in ("/me", "//elsewhere", "/\\elsewhere", "/\t/elsewhere", "http://elsewhere", "")]
    ['/me', '/', '/', '/', '/', '/']
    """
    return path if re.fullmatch(r"/([!-.0-\[\]-~][!-~]*)?", path) else "/"

"""Tournaments over HTTP: what is planned, each with its clock, its terms and the director's desk."""

import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.books import GAMES, book_of, books_with
from croupier.floor.floor import must
from croupier.kernel.events import Command
from croupier.server.answers import Problem, answered, body_of, fit_title, json, problems
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.tables.tournament_stream import sample_text, write_terms
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands
from croupier.tournaments.items import findings, statements
from croupier.tournaments.state import DEPUTY, DIRECTOR
from croupier.tournaments.terms import Terms, read_terms
from croupier.web.pages import page
from croupier.web.terms_page import fields_of, filled_in
from croupier.web.tournament_desk import desk_regions
from croupier.web.tournament_page import PRINTED, clock_of, on_paper, tournament_regions

Render = Callable[[str, str], dict[str, str]]
_LATEST = 253_402_300_800
"""The first moment of the year 10000, in seconds."""


class Planned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament by the usual terms: its name and title, the game, when it starts in seconds, how many tables, and how many
    re-buys each player may have in the first levels. With `terms`, a TOML file, it is by those alone.

    With `publish`, the terms are made available and the inspectorate is notified with the draft. `by_hand` says that
    people deal at its tables whom the software does not follow.
    """

    name: str
    title: str = ""
    game: str = ""
    starts: int = 0
    tables: int = 2
    rebuys: int = 0
    publish: bool = False
    by_hand: bool = False
    terms: str = ""


class Termed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Other terms: as a TOML file, or part by part from a form; and why, if entrants know the old ones."""

    toml: str = ""
    terms: dict[str, Any] = {}
    why: str = ""


class Agreed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many players agree that a level ends early."""

    agreed: int = 0


_REBUY_LEVELS = 2
"""For how many levels the usual terms offer re-buys, if they do."""


def _with_rebuys(data: dict[str, Any], times: int) -> None:
    """Let each player buy the starting bank again so many times, for the buy-in, in the first levels."""
    data["details"]["rebuy"] = data["details"]["buy_in"]
    back = {"method": "at the table, at once", "until": _REBUY_LEVELS, "times": times}
    data["format"] |= {"buy_back": back, "rebuys": times, "rebuy_until": _REBUY_LEVELS}
    data["format"]["rebuy_chips"] = data["format"]["starting_bank"]
    data["prizes"]["per_rebuy"] = data["prizes"]["per_entry"]


def _usual(sent: Planned, text: str) -> dict[str, Any]:
    """The usual terms of a game, with the requested changes."""
    data = tomllib.loads(text)
    data["title"] = sent.title
    data["details"]["when"] = datetime.fromtimestamp(sent.starts, UTC)
    data["format"]["tables"] = sent.tables
    data["details"]["most_players"] = sent.tables * data["format"]["seats"]
    if sent.rebuys:
        _with_rebuys(data, sent.rebuys)
    return data


def _read_toml(text: str) -> Terms:
    try:
        return read_terms(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # also of a number with thousands of digits, or thousands of nested tables
        raise Problem(422, "terms_not_read", f"that is no TOML file: {error}") from None


def _check_title(terms: Terms) -> None:
    if not terms.title or not fit_title(terms.title, 200):
        raise Problem(422, "tournament_not_planned", "a title has 1 to 200 letters, in one line")


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access

    def tournament_named(name: str) -> TournamentTables:
        keeper = floor.house.tournaments.get(name)
        if keeper is None:
            raise Problem(404, "no_such_stream", f"there is no tournament {name[:80]!r} in this house")
        return keeper

    def streams(name: str) -> list[str]:
        keeper = floor.house.tournaments.get(name)
        return [name, *(table.name for table in keeper.tables.values())] if keeper is not None else [name]

    def shown(name: str, person: str) -> dict[str, str]:
        keeper = tournament_named(name)
        may = access.capacities(person, keeper.stream)
        return tournament_regions(keeper, person, may, pages.names(person), floor.clock.now())

    def at_desk(name: str, person: str) -> dict[str, str]:
        keeper = tournament_named(name)
        if not directs(keeper, person):
            return {}
        return desk_regions(keeper, person, access.capacities(person, keeper.stream), pages.names(person), floor.clock.now())

    def directs(keeper: TournamentTables, person: str) -> bool:
        may = access.capacities(person, keeper.stream)
        rules = keeper.stream.rules
        return DIRECTOR in may or DEPUTY in may or any(rules.rank_of(rank) >= rules.rank_of(rules.operator) for rank in may)

    def clock_regions(name: str, person: str) -> dict[str, str]:
        now = floor.clock.now()
        return {"clock": page("tournament_clock.html", clock=clock_of(tournament_named(name), now), now=now)}

    server.views.kinds |= {
        "tournament": View(streams, shown, lambda name, person: person),
        "desk": View(streams, at_desk, lambda name, person: person),
        "clock": View(lambda name: [name], clock_regions, lambda name, person: ""),
    }

    def plans(person: str, book: str) -> str:
        """The rank by which a person acts for the operator in tournaments of a book, or None."""
        ranks = book_of(book).title_page.ranks
        held = [c for b, c in access.roles(person) if b == book and c in ranks]
        return max(held, key=ranks.index, default="")

    async def overview(request: Request) -> Response:
        person = await pages.person(request)
        games = [
            (game, book_of(book).title_page.games[game])
            for game, book in GAMES.items()
            if book in books_with("tournaments") and plans(person, book)
        ]
        listing = server.listing(())["tournaments"]
        return pages.answer("tournaments.html", request, person, tournaments=listing, may_plan=bool(games), games=games)

    async def answer(request: Request, person: str, view: str, regions: Render, *, desk: bool) -> Response:
        name = request.path_params["name"]
        await floor.settled(name)
        return pages.answer(
            "tournament.html",
            request,
            person,
            stream=name,
            title=tournament_named(name).state.terms.title or name,
            view=view,
            desk=desk,
            regions=regions(name, person),
            now=floor.clock.now(),
        )

    async def show(request: Request) -> Response:
        person = await pages.person(request)
        desk = directs(tournament_named(request.path_params["name"]), person)
        return await answer(request, person, "tournament", shown, desk=desk)

    async def desk(request: Request) -> Response:
        person = await pages.signed_in(request)
        if not directs(tournament_named(request.path_params["name"]), person):
            raise Problem(403, "rank_needed", "only the Tournament Director can use this desk")
        return await answer(request, person, "desk", at_desk, desk=False)

    async def clock(request: Request) -> Response:
        name = request.path_params["name"]
        regions = clock_regions(name, "")
        return pages.answer("tournament_screen.html", request, "", stream=name, regions=regions, now=floor.clock.now())

    async def terms(request: Request) -> Response:
        person, name = await pages.person(request), request.path_params["name"]
        keeper = tournament_named(name)
        return pages.answer(
            "terms.html",
            request,
            person,
            stream=name,
            title=keeper.state.terms.title or name,
            book=keeper.stream.rules.book,
            parts=statements(keeper.stream.rules, keeper.state.terms),
        )

    def operating(request: Request, person: str) -> tuple[TournamentTables, str]:
        """The tournament, and the rank in which a person acts for its operator."""
        keeper = tournament_named(request.path_params["name"])
        rules = keeper.stream.rules
        rank = next((str(capacity) for capacity in access.capacities(person, keeper.stream) if rules.rank_of(capacity) >= 0), "")
        if not rank or rules.rank_of(rank) < rules.rank_of(rules.operator):
            raise Problem(403, "rank_needed", "only someone who acts for the operator can write the terms")
        return keeper, rank

    async def edit(request: Request) -> Response:
        person = await pages.signed_in(request)
        keeper, _ = operating(request, person)
        state, rules = keeper.state, keeper.stream.rules
        lacks = findings(rules, state.terms)
        return pages.answer(
            "terms_edit.html",
            request,
            person,
            stream=keeper.stream.name,
            title=state.terms.title or keeper.stream.name,
            book=rules.book,
            parts=fields_of(state.terms, lacks),
            lacks=lacks,
            draft=state.phase in commands.DRAFTS,
            fixed=state.phase not in commands.PUBLIC,
        )

    async def written(request: Request) -> Response:
        """The terms as a TOML file, for everyone who may read them."""
        text = write_terms(tournament_named(request.path_params["name"]).state.terms)
        return Response(text, media_type="application/toml", headers={"Content-Disposition": "attachment; filename=terms.toml"})

    async def write(request: Request) -> Response:
        """Draft the terms again, or change them once entries are open."""
        person, sent = await server.sent(request, Termed)
        keeper, rank = operating(request, person)
        with problems(422, "terms_not_read"):
            terms = _read_toml(sent.toml) if sent.toml else filled_in(sent.terms, keeper.state.terms)
        _check_title(terms)
        draft = keeper.state.phase in commands.DRAFTS
        command = commands.DraftTerms(terms=terms) if draft else commands.ChangeTerms(terms=terms, why=sent.why)
        stream = keeper.stream
        await floor.transact(lambda: must(keeper.do(command, said=floor.let(stream, person, rank))), concerns=stream.name)
        return json({"name": stream.name, "lacks": len(findings(keeper.stream.rules, terms))})

    async def printed(request: Request) -> Response:
        """What is printed: seat cards, move slips, the players, the prizes."""
        person, what = await pages.signed_in(request), request.path_params["what"]
        keeper = tournament_named(request.path_params["name"])
        if not directs(keeper, person) or what not in PRINTED:
            raise Problem(403, "rank_needed", "only the Tournament Director can print this")
        await floor.settled(keeper.stream.name)
        context = on_paper(keeper, pages.names(""), what)
        return pages.answer("tournament_print.html", request, person, now=floor.clock.now(), **context)

    async def plan(request: Request) -> Response:
        """Draft a tournament by the usual terms, with the person who asks as its director if they may be."""
        person, sent = await server.sent(request, Planned)
        with problems(422, "tournament_not_planned"):
            terms = _read_toml(sent.terms) if sent.terms else Terms(game=sent.game)
            book = book_of(terms.game).id
            text = sample_text(terms.game)
        rank = plans(person, book)
        if not rank:
            raise Problem(403, "rank_needed", "only someone who acts for the operator can plan a tournament")
        if not 0 <= sent.rebuys <= 9:
            raise Problem(422, "tournament_not_planned", "at most nine re-buys are possible")
        if not sent.terms:
            if not 1 <= sent.tables <= 100 or not floor.clock.now() - 60 <= sent.starts < _LATEST:
                raise Problem(422, "tournament_not_planned", "it must start later, at 1 to 100 tables")
            terms = read_terms(_usual(sent, text))
        _check_title(terms)
        steps: list[tuple[Command, str]] = [(commands.DraftTerms(terms=terms), rank)]
        if sent.publish:
            steps += [(commands.MakeTermsAvailable(), rank), (commands.AdviseInspectorate(), rank)]
        if (book, DIRECTOR) in access.roles(person):
            steps += [(commands.AppointDirector(person=person), rank), (commands.Attend(), DIRECTOR)]
        count = min(max(terms.format.tables, 1), 100) if sent.terms else sent.tables
        tables = tuple(f"{sent.name}-{number}" for number in range(1, count + 1))
        steps.append((commands.DesignateTables(tables=tables, by_hand=sent.by_hand), rank))

        def draft() -> None:
            keeper = floor.house.open_tournament(sent.name, terms.game)
            for command, by in steps:
                must(keeper.do(command, said=floor.let(keeper.stream, person, by)))

        with problems(422, "tournament_not_planned"):
            await floor.transact(draft)
        return json({"name": sent.name}, 201)

    async def next_level(request: Request) -> Response:
        """Go to the next level immediately: the rest of this one is taken off its clock. A stopped clock stays stopped."""
        person = (await server.signed_in(request)).person
        keeper = tournament_named(request.path_params["name"])
        by = next((office for office in (DIRECTOR, DEPUTY) if office in access.capacities(person, keeper.stream)), "")
        if not by:
            raise Problem(403, "rank_needed", "only the Tournament Director can change levels")
        sent: Agreed = await body_of(request, Agreed) if request.headers.get("content-length", "0") != "0" else Agreed()

        def change() -> None:
            now = max(floor.clock.now(), keeper.stream.at)
            stands, left = keeper.state.clock.since is None, keeper.state.clock.left_at(now)
            steps: list[Command] = [commands.DeductTime(seconds=left, agreed=sent.agreed)] if left > 0 else []
            steps += [commands.NextLevel(), *([commands.PauseClock()] if stands else [])]
            for command in steps:
                if isinstance(command, commands.PauseClock) and keeper.state.clock.since is None:
                    continue  # hand for hand, it has been stopped already
                must(keeper.do(command, said=floor.let(keeper.stream, person, by)))

        await floor.transact(change, concerns=keeper.stream.name)
        return json({"level": keeper.state.clock.level})

    return [
        Route("/tournaments", pages.shown(overview)),
        Route("/tournaments/{name}", pages.shown(show)),
        Route("/tournaments/{name}/clock", pages.shown(clock)),
        Route("/tournaments/{name}/desk", pages.shown(desk)),
        Route("/tournaments/{name}/terms", pages.shown(terms)),
        Route("/tournaments/{name}/terms.toml", pages.shown(written)),
        Route("/tournaments/{name}/terms/edit", pages.shown(edit)),
        Route("/tournaments/{name}/print/{what}", pages.shown(printed)),
        Route("/api/tournaments/{name}/terms", answered(write), methods=["POST"]),
        Route("/api/tournaments", answered(plan), methods=["POST"]),
        Route("/api/tournaments/{name}/next-level", answered(next_level), methods=["POST"]),
    ]

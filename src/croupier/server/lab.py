"""The lab over HTTP. The mathematics runs in a process of its own, which keeps its counts and only applies pay tables."""

import asyncio
import tempfile
from importlib.util import find_spec
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.books import GAMES, book_of, game_of, rules_of
from croupier.drawing.cloths import cloth_of
from croupier.kernel.errors import CroupierError
from croupier.server.answers import Problem, answered, body_of, download, json, problems
from croupier.server.page_answers import Pages
from croupier.web.lab_page import Answer, Variant, checked, qualifying_of, report_of, rows_of, seen_worth, warmed, worked_out
from croupier.web.pages import page
from croupier.web.texts import text

_MOST_SAVED = 50
_PATIENCE = 1.5
"""How long a page waits for its figures, in seconds."""


def _title(game: str) -> str:
    """A game with its house: several houses have one of the same name."""
    name = book_of(game).title_page.games[game].partition(" at ")[0].partition(" in ")[0]
    return f"{cloth_of(book_of(game).id).house}: {name}"


def routes(pages: Pages) -> list[BaseRoute]:
    server, store, worker = pages.server, pages.floor.store, pages.server.worker
    games = tuple(game for game in GAMES if game_of(game).rules is not None)
    titles = [(game, _title(game)) for game in games]
    installed = find_spec("numba") is not None

    async def saved(person: str) -> dict[str, Variant]:
        kept = await pages.floor.noted(f"lab/{person}/", Variant) if person else {}
        return {variant.name: variant for variant in kept.values()}

    async def rendered(variant: Variant, name: str = "", patience: float = 0) -> str:
        """The answer as a part of the page, or a note that it is being prepared; also if it takes longer than `patience`."""
        if not installed:
            return page("lab_answer.html", warming=text("lab.missing"), a=None, name=name)
        if variant.game not in worker.warm:
            if worker.warming != variant.game and variant.game not in waiting:
                waiting.add(variant.game)
                pages.floor.run(_warm(variant.game), "lab")
            return page("lab_answer.html", warming=text("lab.warming"), a=None, name=name)
        working = asyncio.ensure_future(worker.ask(worked_out, variant))
        done, _ = await asyncio.wait([working], timeout=patience or None)
        if not done:  # the page appears first, and asks again by itself
            return page("lab_answer.html", warming=text("lab.warming"), a=None, name=name)
        answer: Answer = working.result()
        return page("lab_answer.html", warming="", a=answer, name=name)

    waiting: set[str] = set()

    async def _warm(game: str) -> None:
        try:
            await worker.warm_up(warmed, (game,))
        finally:
            waiting.discard(game)

    async def show(request: Request) -> Response:
        person, said = await pages.person(request), request.query_params
        server.rates.spend(f"lab {server.address(request)}")
        game = said.get("game", games[0])
        if game not in games:
            raise Problem(404, "no_such_game", f"there is no {game[:60]!r} in the lab")
        mine = await saved(person)
        variant = mine.get(said.get("variant", ""), Variant(game=game))
        beside = mine.get(said.get("beside", ""))
        return pages.answer(
            "lab.html",
            request,
            person,
            games=titles,
            names=dict(titles),
            chosen=variant.game,
            rows=rows_of(variant.game),
            qualifying=qualifying_of(variant.game),
            qualifying_hand=rules_of(variant.game).qualifying_hand,
            exchange_price=rules_of(variant.game).exchange_price if rules_of(variant.game).has("exchange") else 0,
            variant=variant,
            said=msgspec.json.encode(variant).decode(),
            answer=await rendered(variant, patience=_PATIENCE),
            saved=list(mine.values()),
            beside=await rendered(beside, "beside") if beside is not None else "",
            beside_name=beside.name if beside is not None else "",
        )

    async def ask(request: Request) -> Response:
        server.rates.spend(f"lab {server.address(request)}")
        return HTMLResponse(await rendered(_checked(await body_of(request, Variant))))

    def _checked(variant: Variant) -> Variant:
        with problems(422, "no_such_variant"):
            if variant.game not in games:
                raise CroupierError(f"there is no {variant.game[:60]!r} in the lab")
            return checked(variant)

    async def seen(request: Request) -> Response:
        server.rates.spend(f"lab {server.address(request)}")
        variant = _checked(await body_of(request, Variant))
        title, html = await worker.ask(seen_worth, variant)
        return HTMLResponse(page("lab_seen.html", title=title, html=html))

    async def save(request: Request) -> Response:
        person, sent = await server.sent(request, Variant)
        variant = _checked(sent)
        if not variant.name.strip() or len(variant.name) > 40:
            raise Problem(422, "no_such_variant", "a variant has a name of 1 to 40 letters")
        if len(await saved(person)) >= _MOST_SAVED:
            raise Problem(422, "too_many_variants", f"you can save at most {_MOST_SAVED} variants")
        await store.put(f"lab/{person}/{variant.name}", msgspec.json.encode(variant))
        return json({"name": variant.name}, 201)

    async def report(request: Request) -> Response:
        server.reads_much(request, None)
        try:
            variant = _checked(msgspec.json.decode(request.query_params.get("variant", "{}"), type=Variant))
        except msgspec.MsgspecError:
            raise Problem(400, "not_understood", "the variant is not understood") from None
        with tempfile.TemporaryDirectory(prefix="croupier-") as folder:
            path = Path(folder) / "report.html"
            await worker.ask(report_of, variant, str(path))
            content = path.read_bytes()
        return download(content, "text/html", f"{variant.game}.html")

    if installed and server.config.demo:
        server.beside.append(lambda: worker.warm_up(warmed, games))
    return [
        Route("/lab", pages.shown(show)),
        Route("/lab/report", pages.shown(report)),
        Route("/api/lab", answered(ask), methods=["POST"]),
        Route("/api/lab/seen", answered(seen), methods=["POST"]),
        Route("/api/lab/save", answered(save), methods=["POST"]),
    ]

"""The drill over HTTP: each question has a seed in its address, so that it can be asked again and shared."""

import asyncio
import secrets
from random import SystemRandom

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.books import book_of
from croupier.server.answers import Problem, problems
from croupier.server.api import number_in
from croupier.server.page_answers import Pages
from croupier.training.drills import Question
from croupier.training.progress import Progress
from croupier.web.drill_page import asked, felt_of, games, named, titles, why


def routes(pages: Pages) -> list[BaseRoute]:
    server, store = pages.server, pages.floor.store

    async def progress_of(person: str) -> Progress:
        raw = await store.get(f"drill/{person}") if person else None
        return msgspec.json.decode(raw, type=Progress) if raw else Progress()

    async def show(request: Request) -> Response:
        person, said = await pages.person(request), request.query_params
        chosen = said.get("game", "")
        if chosen and chosen not in games():
            raise Problem(404, "no_such_game", f"there is no drill for {chosen[:60]!r}")
        learned = await progress_of(person)
        if "seed" not in said:
            known = (chosen,) if chosen else games()
            about, what = learned.next_up(SystemRandom(), known)
            where = f"/drill?game={chosen}&seed={secrets.randbits(40)}&about={about}&what={what}"
            return RedirectResponse(where, status_code=303)
        seed, about, what = number_in(request, "seed", 0), said.get("about", ""), said.get("what", "")
        server.rates.spend(f"drill {person or server.address(request)}")
        if about not in games():
            raise Problem(404, "no_such_game", "there is no drill for that game")

        def posed() -> tuple[Question, str]:
            drawn = asked(seed, about, what)
            return drawn, felt_of(drawn)

        with problems(404, "no_such_question"):
            question, felt = await asyncio.to_thread(posed)
        answer = number_in(request, "answer", 0) if said.get("answer", "") else None
        if answer is not None and person:
            learned = await _noted(person, learned, question, seed, answer)
        total, right = learned.totals
        return pages.answer(
            "drill.html",
            request,
            person,
            q=question,
            why=why(question) if answer is not None else [],
            felt=felt,
            seed=seed,
            chosen=chosen,
            what=what,
            answer=answer,
            games=titles(),
            names=dict(titles()),
            title=book_of(question.game).title_page.games[question.game],
            book=book_of(question.game).id,
            total=total,
            right=right,
            weak=[(record, named(record.game, record.what)) for record in learned.weak(games())[:5]],
        )

    async def _noted(person: str, learned: Progress, question: Question, seed: int, answer: int) -> Progress:
        """Count an answer once, however often its page is viewed."""
        key = f"drilled/{person}"
        last = await store.get(key)
        if last == str(seed).encode():
            return learned
        learned.note(question, answer == question.right)
        await store.put(f"drill/{person}", msgspec.json.encode(learned))
        await store.put(key, str(seed).encode())
        return learned

    return [Route("/drill", pages.shown(show))]

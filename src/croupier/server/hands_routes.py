"""Rounds of a table over HTTP, for anyone who may see it: the list, the replay step by step, and hand histories to download.

A viewer gets what they were shown at the time, and no more: cards they never saw are unknown in the replay and in the file.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from croupier.floor.replays import RoundSeen, RoundsSeen, steps
from croupier.histories.hand_log import HandLog, hands_of
from croupier.histories.open_hand_history import open_hand, written as open_hands
from croupier.histories.phh_format import HandHistory, write
from croupier.histories.phh_write import history_of
from croupier.kernel.actors import Capacity, Viewer
from croupier.kernel.errors import ProofError
from croupier.kernel.languages import in_book, language
from croupier.kernel.latest import Latest
from croupier.poker.rules import Rules
from croupier.server.answers import Handler, Problem, download
from croupier.server.api import number_in
from croupier.server.page_answers import Pages
from croupier.tables.any_table import AnyTable
from croupier.tables.poker_table import PokerTable
from croupier.web.regions import viewer_of
from croupier.web.replay_page import StepShown, hand_file, hand_replay, hands_list
from croupier.web.table_page import table_still
from croupier.web.texts import text

LISTED = 60
"""How many rounds are in the list and in a file of all hands."""
_MEDIA = {"phh": "application/toml", "ohh": "application/json"}
_KEPT = 60
_LONGEST = 2000
"""A round with more entries than this is not replayed step by step."""


class Asked(NamedTuple):
    """Who asks about which table, and in which role they look at it."""

    table: AnyTable
    person: str
    capacity: Capacity | None
    viewer: Viewer


def routes(pages: Pages) -> list[BaseRoute]:
    server, access = pages.server, pages.access
    reading = asyncio.Lock()
    followed: Latest[tuple[str, Viewer, str], RoundsSeen] = Latest(_KEPT)
    gone_through: Latest[tuple[str, Viewer, int, str], list[StepShown]] = Latest(_KEPT)

    async def asked(request: Request) -> Asked:
        person, name = await pages.person(request), request.path_params["name"]
        server.rates.spend(f"hands {person or server.address(request)}")
        live = pages.table(name)
        capacity = next(iter(access.capacities(person, live)), None)
        return Asked(live, person, capacity, viewer_of(live, person, capacity))

    async def whole_of(who: Asked) -> AnyTable:
        whole = await server.whole(who.table.name)
        assert isinstance(whole, AnyTable)  # noqa: S101  it is the same table
        return whole

    async def rounds(who: Asked) -> list[RoundSeen]:
        """All finished rounds, as a person saw them."""
        key = (who.table.name, who.viewer, language())
        async with reading:
            whole = await whole_of(who)
            known = followed.get(key)
            if known is None or known.then.number > whole.number:
                known = RoundsSeen(whole, who.viewer)
            followed[key] = known
            await asyncio.to_thread(known.follow, whole.entries[known.then.number :])
            return known.found

    async def round_asked(request: Request, who: Asked) -> RoundSeen:
        number = int(request.path_params["number"])
        round_seen = next((candidate for candidate in reversed(await rounds(who)) if candidate.number == number), None)
        if round_seen is None or round_seen.last - round_seen.first > _LONGEST:
            raise Problem(404, "no_such_round", text("problem.no_round"))
        return round_seen

    async def shown_steps(who: Asked, seen_round: RoundSeen) -> list[StepShown]:
        key = (who.table.name, who.viewer, seen_round.last, language())

        def render(whole: AnyTable) -> list[StepShown]:
            return [
                (step, table_still(then, who.person, who.capacity, pages.names_at(then)))
                for step, then in steps(whole, entries, seen_round.first, who.viewer)
            ]

        async with reading:
            shown = gone_through.get(key)
            if shown is None:
                whole = await whole_of(who)
                entries = whole.entries[: seen_round.last]
                shown = await asyncio.to_thread(render, whole)
            gone_through[key] = shown
            return shown

    def title_of(who: Asked) -> str:
        rules = who.table.rules
        return server.dealer.of(who.table.name).title or in_book(rules.book, "book.toml", "title", rules.title)

    def answer(request: Request, who: Asked, part: str) -> Response:
        """The part alone, for a page that is already open, or in a page of its own."""
        if request.query_params.get("fragment"):
            return HTMLResponse(part)
        return pages.answer("hands.html", request, who.person, part=part, title=title_of(who), stream=who.table.name)

    async def listed(request: Request) -> Response:
        who = await asked(request)
        mine = request.query_params.get("mine") == "1"
        rounds_seen = await rounds(who)
        names = pages.names("", {person for seen_round in rounds_seen for person in seen_round.people.values()})
        return answer(request, who, hands_list(who.table, rounds_seen, who.person, names, mine=mine, most=LISTED))

    async def replayed(request: Request) -> Response:
        who = await asked(request)
        round_seen = await round_asked(request, who)
        shown = await shown_steps(who, round_seen)
        return answer(request, who, hand_replay(who.table, round_seen, shown, number_in(request, "step", 1)))

    async def one_file(request: Request) -> Response:
        """A round in one file, as the asker saw it, with the proof of its cards if they can have one."""
        who = await asked(request)
        round_seen = await round_asked(request, who)
        shown, proof = await shown_steps(who, round_seen), b""
        if who.person:
            with suppress(ProofError):
                proof = await server.prover.round(who.table.name, round_seen.number, who.viewer)
        text = hand_file(
            *(who.table, round_seen, shown),
            title=title_of(who),
            viewer=pages.names("", [who.person]).get(who.person, who.person) or str(who.viewer),
            house=True,
            proof=proof,
        )
        return download(text, "text/html", f"{who.table.name}-{round_seen.number}.html")

    async def histories(who: Asked, wanted: list[RoundSeen], kind: str) -> Response:
        """These hands as PHH or as Open Hand History, each with the cards that the viewer saw."""
        if not isinstance(who.table, PokerTable):
            raise Problem(404, "no_such_page", "only poker tables have hand histories")
        rounds_by = {hand.number: hand for hand in wanted}
        names = pages.names("", {person for hand in wanted for person in hand.people.values()})

        def phh(rules: Rules, log: HandLog, at: datetime, players: dict[int, str]) -> HandHistory:
            where = {"venue": server.config.house.name, "table": who.table.name, "time_zone_abbreviation": "UTC"}
            when = {"time": at.time().replace(microsecond=0), "day": at.day, "month": at.month, "year": at.year}
            named = {"players": [players[seat] for seat in log.ring]}
            return HandHistory(history_of(rules, log).fields | where | when | named)

        def written(whole: PokerTable) -> str:
            """The hands with where and when they were played, and by whom."""
            then = whole.rewound()
            for entry in entries:
                then.repeat(entry)
            hands: list[tuple[Rules, HandLog, datetime, dict[int, str]]] = []
            for log in hands_of(then, who.viewer):
                if log.ended and (seen := rounds_by.get(log.number)) is not None:
                    players = {seat: names.get(seen.people.get(seat, ""), f"Seat {seat}") for seat in log.ring}
                    rules = then.engine.rules(seen.game, seen.edition)
                    hands.append((rules, log, datetime.fromtimestamp(seen.at, UTC), players))
            if kind == "phh":
                return write([phh(*hand) for hand in hands])
            about = {"site": server.config.house.name, "table": who.table.name}
            return open_hands(open_hand(rules, log, at=at, names=named, **about) for rules, log, at, named in hands)

        async with reading:
            whole = await whole_of(who)
            entries = whole.entries[: max((hand.last for hand in wanted), default=0)]
            text = await asyncio.to_thread(written, whole)  # type: ignore[arg-type]
        number = f"-{wanted[0].number}" if len(wanted) == 1 else ""
        ending = "phhs" if kind == "phh" and not number else kind
        return download(text, _MEDIA[kind], f"{who.table.name}{number}.{ending}")

    def history(kind: str) -> Handler:
        async def of_hands(request: Request) -> Response:
            """Of one hand, or of the latest where the address has no number."""
            who, one = await asked(request), "number" in request.path_params
            return await histories(who, [await round_asked(request, who)] if one else (await rounds(who))[-LISTED:], kind)

        return pages.shown(of_hands)

    return [
        Route("/tables/{name}/hands", pages.shown(listed)),
        Route("/tables/{name}/hands.phhs", history("phh")),
        Route("/tables/{name}/hands.ohh", history("ohh")),
        Route("/tables/{name}/hands/{number:int}.phh", history("phh")),
        Route("/tables/{name}/hands/{number:int}.ohh", history("ohh")),
        Route("/tables/{name}/hands/{number:int}.html", pages.shown(one_file)),
        Route("/tables/{name}/hands/{number:int}", pages.shown(replayed)),
    ]

"""The dealer's page, and payouts that are checked before they are made."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.kernel.actors import Capacity
from croupier.kernel.decisions import Refused
from croupier.server.answers import Problem, answered, json
from croupier.server.live import View
from croupier.server.page_answers import Pages
from croupier.stud.commands import StatePayout
from croupier.tables.any_table import AnyTable
from croupier.web.dealer_page import card_faces, dealer_regions, due_payouts, examples, verdict_on
from croupier.web.extras import Extras
from croupier.web.table_page import seen_of


class PayoutSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealer is about to pay a box."""

    box: int
    amount: int


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor, access = pages.server, pages.floor, pages.access

    def table_and_rank(name: str, person: str) -> tuple[AnyTable, Capacity]:
        """The table, and the rank in which a person is behind it."""
        table = pages.table(name)
        ranks = [capacity for capacity in access.capacities(person, table) if table.rules.rank_of(capacity) >= 0]
        if not ranks:
            raise Problem(403, "rank_needed", "this page is for those who deal or supervise here")
        return table, ranks[-1] if server.dealer.of(name).live else ranks[0]

    def regions(name: str, person: str) -> dict[str, str]:
        table, rank = table_and_rank(name, person)
        now = floor.clock.now()
        names = pages.names_at(table, person)
        felt = seen_of(table, person, rank, Extras(names=names), now).felt()
        return {"felt": felt, **dealer_regions(table, person, rank, now, names)}

    def may(name: str, person: str) -> str:
        try:
            return f"{table_and_rank(name, person)[1]} {person}"
        except Problem:
            return ""

    server.views.kinds["dealer"] = View(
        lambda name: [name], lambda name, person: regions(name, person) if may(name, person) else {}, may
    )

    async def show(request: Request) -> Response:
        person = await pages.signed_in(request)
        name = request.path_params["name"]
        table, rank = table_and_rank(name, person)
        await floor.settled(name)
        return pages.answer(
            "dealer.html",
            request,
            person,
            stream=name,
            number=table.number,
            money=table.rules.currency.pattern,
            now=floor.clock.now(),
            capacity=rank,
            title=table.rules.title,
            regions=server.live.show(f"dealer:{name}", person),
            faces=card_faces(),
            examples=examples(table),
        )

    async def payout(request: Request) -> Response:
        person, sent = await server.sent(request, PayoutSent)
        table, rank = table_and_rank(request.path_params["name"], person)
        live = server.dealer.of(table.name).live
        due = due_payouts(table, person, rank, floor.clock.now(), true=live)
        if sent.box not in due:
            raise Problem(422, "nothing_to_pay", f"there is nothing to pay to box {sent.box} now")
        payout_due = due[sent.box]
        if live:  # it is recorded, and a wrong one keeps the round waiting
            answer = await server.do(table.name, StatePayout(box=sent.box, amount=sent.amount), person, rank)
            if isinstance(refused := answer.decision, Refused):
                raise Problem(422, refused.ground, refused.reason, refused.clauses)
        right, says = verdict_on(payout_due, sent.amount) or (False, "")
        return json({"right": right, "says": says, "working": payout_due.working, "clauses": payout_due.clauses})

    return [Route("/dealer/{name}", pages.shown(show)), Route("/api/streams/{name}/payout", answered(payout), methods=["POST"])]

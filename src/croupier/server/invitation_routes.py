"""Invitations over HTTP: links that are made, used once, and made for everyone in a table of people."""

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.floor import must
from croupier.floor.house import PEOPLE
from croupier.floor.roster import digest_of, enter_roster, inviting, new_link, read_roster
from croupier.kernel.actors import HOUSE
from croupier.people.commands import AcceptInvitation, MakeInvitation
from croupier.server.answers import Problem, answered, body_of, json, problems, refused
from croupier.server.page_answers import Pages

_MOST_ROWS = 300
"""How many people are registered together: everyone else in the house waits for it."""


class InvitationSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The role for those invited, `*` for the whole house and none for players, or the account that the link is for."""

    book: str = "*"
    capacity: str = ""
    person: str = ""


class InvitationUsed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a link after the #, and the account that it opens."""

    invitation: Annotated[str, Meta(max_length=100)]
    person: str
    name: str = ""
    password: str


class RosterSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of people as CSV, to be registered or only checked."""

    table: str
    dry_run: bool = False


def routes(pages: Pages) -> list[BaseRoute]:
    server, floor = pages.server, pages.floor

    def address(request: Request) -> str:
        return f"{'https' if server.config.http.behind_proxy else request.url.scheme}://{request.headers['host']}"

    async def make(request: Request) -> Response:
        person, sent = await server.sent(request, InvitationSent)
        link, digest = new_link(sent.person)
        book = sent.book if sent.capacity else ""
        command = MakeInvitation(invitation=digest, person=sent.person, book=book, capacity=sent.capacity)
        must((await floor.do(PEOPLE, command, person=person, by=inviting(floor, person))).decision)
        return json({"code": address(request) + link, "invitation": digest})

    async def use(request: Request) -> Response:
        """Open the account, set its password, and sign in."""
        server.rates.spend(f"sign-in {(source := server.address(request))}", cost=5)
        sent: InvitationUsed = await body_of(request, InvitationUsed)
        if (unfit := server.passwords.unfit(sent.password, sent.person)) is not None:
            raise refused(unfit)
        command = AcceptInvitation(invitation=digest_of(sent.invitation), person=sent.person, name=sent.name)
        must((await floor.do(PEOPLE, command, person=HOUSE, by=HOUSE)).decision)
        await server.set_password(sent.person, sent.password)
        token = await server.sign_in(sent.person, sent.password, "", source)
        response = json({"person": sent.person, "token": token})
        server.set_cookie(request, response, token)
        return response

    async def enter(request: Request) -> Response:
        """Register everyone in a table, or nobody; `code` has the links as lines."""
        person, sent = await server.sent(request, RosterSent)
        if not pages.may_see("people", person):
            raise Problem(403, "rank_needed", "an administrator registers people from a table, or a cashier players")
        with problems(422, "roster_refused"):
            rows = read_roster(sent.table)
            if len(rows) > _MOST_ROWS:
                raise Problem(413, "too_long", f"a table has at most {_MOST_ROWS} people: split it")
            links = await enter_roster(floor, rows, person, dry_run=sent.dry_run)
        links = {account: link and address(request) + link for account, link in links.items()}
        return json(
            {"links": links, "code": "\n".join(f"{account} {link}" for account, link in links.items()), "kept": not sent.dry_run}
        )

    async def show(request: Request) -> Response:
        return pages.answer("invitation.html", request, await pages.person(request))

    return [
        Route("/invitation", pages.shown(show)),
        Route("/api/invitations", answered(make), methods=["POST"]),
        Route("/api/invitations/use", answered(use), methods=["POST"]),
        Route("/api/people", answered(enter), methods=["POST"]),
    ]

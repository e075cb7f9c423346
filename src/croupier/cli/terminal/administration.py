"""The desk of a house for people, roles and tables, in a store that no server has open or at a running server.

With `--person` a command acts as that person, with their password. Without it, on a store, the house itself acts, which may
do little: make the first administrator, set passwords, issue codes, open tables. The house's rules decide which.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from getpass import getpass
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import quote

from typer import Option

from croupier.books.book import nearest
from croupier.cli.terminal.house_access import with_floor
from croupier.cli.terminal.output import Complaint, missing_extra
from croupier.client import Client, Refusal
from croupier.kernel.actors import HOUSE, INSPECTOR
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import CroupierError

if TYPE_CHECKING:
    from croupier.floor.floor import Floor
    from croupier.floor.house import AnyStream
    from croupier.kernel.events import Command
    from croupier.server.server import Server

T = TypeVar("T")
At = Annotated[str, Option("--at", metavar="URL", help="A running server, instead of a store: http://host:port.")]
Acting = Annotated[str, Option("--person", metavar="PERSON", help="The account to act as; you are asked for its password.")]


class _Closed:
    """The desk of a house that no server has open."""

    def __init__(self, server: Server, person: str) -> None:
        self.server, self.person = server, person

    async def do(self, stream: str, do: str, **facts: Any) -> None:
        await self._give(stream, do, lambda served: served.engine.codec.read_command(json.dumps({"do": do, **facts}).encode()))

    async def line(self, stream: str, line: str) -> str:
        """A command in short words, and its result."""
        from croupier.tables.any_line import read_line

        return await self._give(stream, repr(line), lambda served: read_line(served, line))

    async def _give(self, stream: str, said: str, read: Callable[[AnyStream], Command]) -> str:
        await self.server.floor.memory.hold(stream)
        served = self.server.floor.house.streams.get(stream)
        if served is None:
            raise Complaint(f"there is no {stream!r} in this house{nearest(stream, self.server.floor.house.names)}")
        try:
            command = read(served)
        except ValueError as error:
            raise Complaint(f"{said} is not understood there: {error}") from None
        by = self.server.access.capacity(self.person, served, command, None) if self.person else HOUSE
        if by is None:
            raise Complaint(f"{self.person} has no part in {stream}")
        answer = await self.server.do(stream, command, self.person or HOUSE, by)
        if isinstance(answer.decision, Refused):
            raise Complaint(_said(answer.decision))
        viewer = self.server.access.viewer(self.person, served, by) if self.person else INSPECTOR
        shown = await self.server.shown(served, answer.decision, answer.number, viewer)
        return " ".join(served.engine.tell(event, served.rules) for event in shown)

    async def open_table(self, name: str, game: str, options: str, live: bool) -> None:
        from croupier.floor.dealing import TableSettings

        settings = TableSettings(live=live)
        await self.server.open_table(name, game, options.encode(), settings, person=self.person)

    async def recovery_code(self, person: str) -> str:
        return await self.server.recovery_code(person, by=self.person)

    async def enter(self, table: str, dry_run: bool, by: str = "") -> dict[str, str]:
        from croupier.floor.roster import enter_roster, read_roster

        return await enter_roster(self.server.floor, read_roster(table), by or self.person, dry_run=dry_run)

    async def set_password(self, person: str, new: str, code: str) -> None:
        if code:
            await self.server.change_password(person, "", code, new)
            return
        if (unfit := self.server.passwords.unfit(new, person)) is not None:
            raise Complaint(_said(unfit))
        if person not in self.server.floor.house.people.state.people:
            raise Complaint(f"nobody is registered as {person!r}")
        await self.server.set_password(person, new)
        await self.server.sessions.end_all(person)


class _Open:
    """The desk of a running server."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def do(self, stream: str, do: str, **facts: Any) -> None:
        self.client.stream(stream).do(do, **facts)

    async def line(self, stream: str, line: str) -> str:
        said = self.client.ask("POST", f"/api/streams/{quote(stream, safe='')}/lines", {"line": line})
        return " ".join(event["says"] for event in said["events"])

    async def open_table(self, name: str, game: str, options: str, live: bool) -> None:
        body = {"name": name, "game": game, "options": json.loads(options), "settings": {"live": live}}
        self.client.ask("POST", "/api/tables", body)

    async def recovery_code(self, person: str) -> str:
        code: str = self.client.ask("POST", "/api/recovery-code", {"name": person})["code"]
        return code

    async def enter(self, table: str, dry_run: bool, by: str = "") -> dict[str, str]:
        links: dict[str, str] = self.client.ask("POST", "/api/people", {"table": table, "dry_run": dry_run})["links"]
        return links

    async def set_password(self, person: str, new: str, code: str) -> None:
        old = "" if code else secret(f"Current password of {person}: ")
        body = {"person": person, "password": old, "code": code, "new": new}
        self.client.ask("POST", "/api/password", body)


Desk = _Closed | _Open
"""What can be done at the desk, whether the house is open or not."""


def at_desk(
    database: str,
    at: str,
    person: str,
    work: Callable[[Desk], Coroutine[Any, Any, T]],
    *,
    signed: bool = True,
    beside: bool = False,
) -> T:
    """Do something at the desk of a house. `signed` says whether a running server must first know who asks, `beside` whether
    its console may ask too.
    """
    with missing_extra("server"):
        from croupier.floor.floor import Undo
        from croupier.server.answers import Problem
    try:
        if beside and not at and not person and (running := console(database)) is not None:
            with suppress(OSError):  # it is no longer running, and left its file behind
                return asyncio.run(work(_Open(running)))
        return _running(at, person, work, signed) if at else _closed(database, person, work)
    except (Refusal, Problem) as error:
        raise Complaint(_said(error)) from None
    except Undo as undone:
        raise Complaint(_said(undone.refusal)) from None
    except OSError as error:
        raise Complaint(f"{at or database} cannot be reached: {getattr(error, 'reason', error)}") from None
    except ValueError as error:
        if isinstance(error, CroupierError):
            raise
        raise Complaint(str(error)) from None


def _running(at: str, person: str, work: Callable[[Desk], Coroutine[Any, Any, T]], signed: bool) -> T:
    client = Client(at)
    if signed:
        if not person:
            raise Complaint("a running server needs an account: give --person")
        client = _signed_in(client, person)
    try:
        return asyncio.run(work(_Open(client)))
    finally:
        if signed:
            client.ask("DELETE", "/api/session")


def _signed_in(client: Client, person: str) -> Client:
    """Signed in by password; a person with a second factor is asked for its code as well."""
    password = secret(f"Password of {person}: ")
    try:
        return client.sign_in(person, password)
    except Refusal as refusal:
        if refusal.status != 401 or not (code := _typed("Second-factor code (leave empty if there is none): ")):
            raise
        return client.sign_in(person, password, code)


def _closed(database: str, person: str, work: Callable[[Desk], Coroutine[Any, Any, T]]) -> T:
    password = secret(f"Password of {person}: ") if person else ""

    async def run(floor: Floor) -> T:
        from croupier.server.config import Config
        from croupier.server.server import Server

        server = Server(Config(database=database), floor=floor)
        if person:
            await server.sessions.end(await server.sign_in(person, password))
        return await work(_Closed(server, person))

    return with_floor(database, run)


def secret(asks: str) -> str:
    """A password, typed without echo at a terminal, or the next line of standard input."""
    if (said := _typed(asks)) is None:
        raise Complaint(f"{asks.strip().rstrip(':')}: nothing was read from standard input")
    return said


def _typed(asks: str) -> str | None:
    if sys.stdin is not None and sys.stdin.isatty():
        return getpass(asks)
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return line.rstrip("\r\n") if line else None


def console(database: str) -> Client | None:
    """A request to the server that has a house open on this machine, from anyone who may read the house's files."""
    try:
        with open(f"{database}.console", encoding="ascii") as file:
            where, _, token = file.read().partition(" ")
    except (OSError, ValueError):
        return None
    return Client(where, token=token)


def _said(error: Any) -> str:
    clauses = tuple(getattr(error, "clauses", ()))
    return f"{error.reason} ({', '.join(clauses)})" if clauses else str(error.reason)

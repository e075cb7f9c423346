"""For people who work in the house, over HTTP: typed lines, orders for later, tables opened and resumed."""

from uuid import uuid4

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.dealing import TableSettings
from croupier.floor.house import AnyStream
from croupier.floor.orders import FOR_HANDS, Order
from croupier.kernel.actors import HOUSE, PLAYER, Capacity
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.roles import ADMINISTRATOR, DAY
from croupier.people.commands import GrantRole, LiftExclusion, SetPasskey, SetSecondFactor
from croupier.server.answers import Problem, answered, body_of, decided, json, problems, refused, whole_number
from croupier.server.api import Api, CommandId, Seen
from croupier.server.server import Server
from croupier.tables.any_line import read_line
from croupier.tournaments.state import ENTRANT

_AT_CONSOLE = GrantRole | LiftExclusion | SetPasskey | SetSecondFactor
"""Commands by which the owner of a running house can undo someone's actions, besides a recovery code."""
_LATEST, _MOST_ORDERS = 366 * DAY, 100


class LineSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """A command in the short words of cases and of the dealer's keyboard."""

    line: str
    id: CommandId = ""
    seen: Seen | None = None
    as_: int | str | None = None


class OrderSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """A command for a later moment, in seconds; a player's own for the next hand has none (0)."""

    command: msgspec.Raw
    at: int
    as_: str


class TableSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table: its name, its game, its signs, and how it is dealt."""

    name: str
    game: str
    options: msgspec.Raw = msgspec.Raw(b"{}")
    settings: TableSettings = TableSettings()


class Named(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stream, an order or a person by name."""

    name: str


class Desk:
    """Handlers for people who work in the house."""

    def __init__(self, server: Server) -> None:
        self.server, self.floor, self._api = server, server.floor, Api(server)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/streams/{name}/lines", answered(self.line), methods=["POST"]),
            Route("/api/streams/{name}/orders", answered(self.order), methods=["POST"]),
            Route("/api/orders/cancel", answered(self.cancel), methods=["POST"]),
            Route("/api/tables", answered(self.open_table), methods=["POST"]),
            Route("/api/put-back", answered(self.put_back), methods=["POST"]),
            Route("/api/recovery-code", answered(self.recovery_code), methods=["POST"]),
        ]

    async def line(self, request: Request) -> Response:
        console = self.server.is_console(request)
        person, sent = (HOUSE, await body_of(request, LineSent)) if console else await self.server.sent(request, LineSent)
        stream = await self._api.stream_now(request)
        with problems(400, "command_not_understood", ValueError):
            command = read_line(stream, sent.line)
        if console:
            if not isinstance(command, _AT_CONSOLE) or (isinstance(command, SetPasskey | SetSecondFactor) and command.on):
                raise Problem(403, "rank_needed", "the console of a running house only gives back what those in charge have lost")
            answer = await self.floor.do(stream.name, command, person=HOUSE, by=HOUSE)
            if isinstance(answer.decision, Refused):
                raise refused(answer.decision, may_know=True)
            return json(decided(stream, answer.decision, answer.number, answer.decision.events))
        return await self._api.give(person, stream, command, sent.as_, seen=sent.seen, id=sent.id)

    async def order(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, OrderSent)
        stream = self._api.stream(request)
        command, by = self._checked(stream, sent, person)
        raw = msgspec.Raw(msgspec.json.encode(command))
        order = Order(id=uuid4().hex, stream=stream.name, person=person, capacity=by, at=sent.at, command=raw)
        await self.server.orders.add(order)
        return json({"id": order.id, "at": order.at})

    def _checked(self, stream: AnyStream, sent: OrderSent, person: str) -> tuple[Command, Capacity]:
        command, seat = self._api.read(stream, sent.command), whole_number(sent.as_)
        as_ = sent.as_ if seat is None else seat
        by = self.server.access.capacity(person, stream, command, as_)
        if not sent.at and isinstance(by, int) and isinstance(command, FOR_HANDS) and command.seat == by:
            if sum(order.person == person for order in self.server.orders.at(stream.name)) >= len(FOR_HANDS):
                raise Problem(422, "too_many_orders", "you have too many advance choices")
            return command, by
        if by is None or isinstance(by, int) or by in (PLAYER, ENTRANT):
            raise Problem(403, "not_your_capacity", "only staff can give orders for later")
        if (refusal := self.floor.house.refusal(stream, None, self.floor.said(stream, person, by))) is not None:
            raise refused(refusal)
        if not self.floor.clock.now() <= sent.at < self.floor.clock.now() + _LATEST:
            raise Problem(422, "time_is_past", "an order is for a later moment within a year")
        if len(self.server.orders.at(stream.name)) >= _MOST_ORDERS:
            raise Problem(422, "too_many_orders", f"{_MOST_ORDERS} orders wait at {stream.name} already")
        return command, by

    async def cancel(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, Named)
        order = self.server.orders.all.get(sent.name)
        if order is None:
            raise Problem(404, "no_such_order", "there is no such order")
        await self.floor.memory.hold(order.stream)
        if order.person != person and not self._supervises(person, order.stream):
            raise Problem(403, "rank_needed", "that order is someone else's")
        await self.server.orders.cancel(order.id)
        return json({})

    def _supervises(self, person: str, stream: str) -> bool:
        served = self.floor.house.streams.get(stream)
        return served is not None and self.server.access.viewer(person, served).role == "supervisor"

    async def open_table(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, TableSent)
        await self.server.open_table(sent.name, sent.game, bytes(sent.options), sent.settings, person=person)
        return json({"name": sent.name}, 201)

    async def put_back(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, Named)
        if sent.name not in self.floor.aside:
            raise Problem(404, "no_such_stream", "nothing of that name is out of service")
        await self.floor.memory.hold(sent.name)
        if not self._supervises(person, sent.name):
            raise Problem(403, "rank_needed", "only a supervisor can return a table to play")
        await self.floor.put_back(sent.name)
        return json({})

    async def recovery_code(self, request: Request) -> Response:
        if self.server.is_console(request):
            return json({"code": await self.server.recovery_code((await body_of(request, Named)).name)})
        person, sent = await self.server.sent(request, Named)
        if ("*", ADMINISTRATOR) not in self.server.access.roles(person):
            raise Problem(403, "rank_needed", "only an administrator can issue recovery codes")
        return json({"code": await self.server.recovery_code(sent.name, by=person)})

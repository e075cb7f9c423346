"""The HTTP API: commands, what is legal, pictures and history as the asker may see them, lists, and sessions."""

import secrets
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from croupier.floor.house import AnyStream
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Capacity, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.server import passkeys
from croupier.server.access import Session
from croupier.server.answers import Problem, body_of, decided, event_of, json, offer_of, refused, whole_number
from croupier.server.server import Server
from croupier.tables.house_table import HouseTable
from croupier.web.regions import seen_entries
from croupier.web.spoken import ME, refusal_to

CommandId = Annotated[str, Meta(max_length=100, pattern=r"^(?!order )")]
"""A sender's id for a command. Orders get ids of the house, which nobody can use in advance."""
Seen = Annotated[int, Meta(ge=0, le=10**12)]


class CommandSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"as_": "as"}):
    """A command as it comes: the sender's id for it, how many entries the sender had seen, and in what capacity."""

    command: msgspec.Raw
    id: CommandId = ""
    seen: Seen | None = None
    as_: int | str | None = None


class SignIn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's name and password, and the code of their second factor where they use one."""

    person: str
    password: str
    code: Annotated[str, Meta(max_length=20)] = ""


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The current password (with a code of the second `factor` if nobody is signed in), or a recovery code, and the new
    password.
    """

    person: str = ""
    password: str = ""
    factor: Annotated[str, Meta(max_length=20)] = ""
    code: str = ""
    new: str


class FactorSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The person's password, for a new second factor; a code from it, to switch it on or off."""

    password: str = ""
    code: Annotated[str, Meta(max_length=20)] = ""


class PasskeySent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The person's password, to begin a new passkey or remove one (`key`); the browser's answer for a new `passkey`; its name."""

    password: str = ""
    key: Annotated[str, Meta(max_length=64)] = ""
    passkey: str = ""
    name: Annotated[str, Meta(max_length=40)] = ""


class Api:
    """Handlers of the API for one server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.floor = server.floor

    # Finding

    def stream(self, request: Request) -> AnyStream:
        name = request.path_params["name"]
        stream = self.floor.house.streams.get(name)
        if stream is None:
            raise Problem(404, "no_such_stream", f"there is no {name[:80]!r} in this house")
        return stream

    async def stream_now(self, request: Request) -> AnyStream:
        """The same, including one that another process has only just opened."""
        if (name := request.path_params["name"]) not in self.floor.house.streams and self.floor.store.shared:
            await self.floor.catch_up({name})
            await self.floor.memory.hold(name)
        return self.stream(request)

    # Commands

    async def command(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, CommandSent)
        stream = await self.stream_now(request)
        return await self.give(person, stream, self.read(stream, sent.command), sent.as_, seen=sent.seen, id=sent.id)

    def read(self, stream: AnyStream, raw: msgspec.Raw) -> Command:
        """A command for a stream, in the form of a request."""
        try:
            return stream.engine.codec.read_command(bytes(raw))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise Problem(400, "command_not_understood", f"the command is not understood: {error}") from None

    async def give(self, person: str, stream: AnyStream, command: Command, wanted: Any, *, seen: int | None, id: str) -> Response:
        """Give a person's command, and answer with the result as they may see it."""
        by = await self._said_before(person, stream, wanted, stream.answered(id))
        if by is None:
            by = self.server.access.capacity(person, stream, command, wanted)
        if by is None and id:  # they may have sent it to another process
            by = await self._said_before(person, stream, wanted, await self.floor.store.refuse(stream.name, person, id))
        if by is None:
            reason = "you do not have that role here" if wanted is not None else "you have no role here"
            raise Problem(403, "not_your_capacity", reason)
        reads = self.server.access.reads(person, stream)  # a stale answer must not reveal the number of entries to others
        answer = await self.server.do(stream.name, command, person, by, seen=seen if reads else None, id=id)
        viewer = self.server.access.viewer(person, stream, by)
        if isinstance(answer.decision, Refused):
            staff = viewer.role in ("dealer", "supervisor", "inspector")
            known = self.floor.house.people.state.people.get(person) if not staff else None  # staff see accounts
            name = known.name if known is not None else person
            problem = refused(answer.decision, may_know=staff, names={person: ME if isinstance(by, int) else name})
            if isinstance(by, int):
                state, people = stream.state, self.floor.house.people.state.people
                seat = stream.engine.seat_of(state, person)  # they may have asked for another
                wagered = state.wagered if isinstance(stream, HouseTable) else ()
                boxes = [box for box in wagered if state.boxes[box].seat == seat] or [seat]
                names = {place: people[sits].name for place in state.seats if (sits := state.person_at(place)) in people}
                problem.reason = refusal_to(problem.reason, names | {seat: name}, seat, boxes)
            raise problem
        shown = await self.server.shown(stream, answer.decision, answer.number, viewer)
        return json(decided(stream, answer.decision, answer.number if reads else 0, shown))

    async def _said_before(self, person: str, stream: AnyStream, wanted: Any, number: int) -> Capacity | None:
        """The capacity in which a person gave the command behind this entry, whatever they are there by now: it only gets
        the first answer again.
        """
        if not number:
            return None
        first = await self.floor.entry(stream.name, number)
        return first.capacity if first.person == person and wanted in (None, "", first.capacity) else None

    async def legal(self, request: Request) -> Response:
        session = await self.server.signed_in(request)
        stream = self.stream(request)
        capacities = self.server.access.capacities(session.person, stream)
        offers = {str(who): [offer_of(offer) for offer in stream.legal(by=who, person=session.person)] for who in capacities}
        number = stream.number if self.server.access.reads(session.person, stream) else 0
        return json({"number": number, "capacities": capacities, "offers": offers})

    # Seeing

    async def _looks(self, request: Request) -> tuple[Session | None, AnyStream, Viewer]:
        """Who looks at which stream, and in which role."""
        session, stream = await self.server.session(request), self.stream(request)
        return session, stream, self.server.access.readable(session.person if session else "", stream)

    async def picture(self, request: Request) -> Response:
        _, stream, viewer = await self._looks(request)
        await self.floor.settled(stream.name)
        state = msgspec.to_builtins(stream.picture(viewer), str_keys=True)
        return json(
            {
                "stream": stream.name,
                "kind": stream.engine.kind,
                "game": stream.pins.game,
                "book": stream.rules.book,
                "edition": stream.rules.edition,
                "number": stream.number,
                "viewer": str(viewer),
                "state": state,
            }
        )

    async def history(self, request: Request) -> Response:
        """The entries of a stream from a number on, as the asker may see them."""
        session, stream, viewer = await self._looks(request)
        after, limit = number_in(request, "after", 0), min(number_in(request, "limit", 100), 500)
        self.server.reads_much(request, session)
        whole = await self.server.whole(stream.name)
        entries = whole.entries[after : after + limit]
        shown = seen_entries(whole, viewer)
        closed = await self.server.last_closed(stream.name)  # a hash would answer a guess at hidden cards
        rows = [
            {
                "number": entry.number,
                "at": entry.at,
                "who": str(entry.said),
                "events": [event_of(whole, event) for event in shown[entry.number - 1]],
                **({"hash": entry.hash} if viewer == INSPECTOR and entry.number <= closed else {}),
            }
            for entry in entries
        ]
        return json({"stream": stream.name, "number": whole.number, "entries": rows})

    async def replay(self, request: Request) -> Response:
        """The picture of a stream after an entry, as the asker saw it; the inspector sees what everyone did."""
        session, stream, viewer = await self._looks(request)
        if (person := request.query_params.get("as", "")) and viewer.role == "inspector":
            viewer = ONLOOKER if person == "onlooker" else Viewer(person=person)
            closed = await self.server.last_closed(stream.name)
            number = number_in(request, "number", closed)
            if not 1 <= number <= closed:
                raise Problem(422, "round_in_play", "other players' views can be replayed once the round is over")
        else:
            number = number_in(request, "number", stream.number)
        self.server.reads_much(request, session)
        then = await self.server.at_entry(stream.name, number)
        state = msgspec.to_builtins(then.picture(viewer), str_keys=True)
        return json({"stream": stream.name, "number": then.number, "viewer": str(viewer), "state": state})

    async def record(self, request: Request) -> Response:
        """The record itself, line by line: only for the inspector."""
        session = await self.server.signed_in(request)
        stream = self.stream(request)
        if self.server.access.viewer(session.person, stream) != INSPECTOR:
            raise Problem(403, "rank_needed", "only the inspector may see the record itself")
        self.server.reads_much(request, session)
        after, limit = number_in(request, "after", 0), min(number_in(request, "limit", 1000), 10_000)
        lines = await self.floor.store.read(stream.name, after=after, limit=limit)
        lines = lines[: max(0, await self.server.last_closed(stream.name) - after)]
        return Response(b"".join(line + b"\n" for line in lines), media_type="application/jsonl")

    async def house(self, request: Request) -> Response:
        """Everything that is open in the house, as a list."""
        return json(self.server.listing(self.server.floor.house.at_a_glance().values()))

    # Sessions

    async def sign_in(self, request: Request) -> Response:
        self.server.rates.spend(f"sign-in {(source := self.server.address(request))}", cost=5)
        sent: SignIn = await body_of(request, SignIn)
        token = await self.server.sign_in(sent.person, sent.password, sent.code, source)
        response = json({"person": sent.person, "token": token})
        self.server.set_cookie(request, response, token)
        return response

    async def sign_out(self, request: Request) -> Response:
        if token := self.server.token(request):
            await self.server.sessions.end(token)
        response = json({})
        response.delete_cookie("croupier", path="/")
        return response

    async def me(self, request: Request) -> Response:
        session = await self.server.signed_in(request)
        return json(await self.server.about(session.person))

    async def take_note(self, request: Request) -> Response:
        """A person has acknowledged a reminder."""
        session = await self.server.signed_in(request)
        await self.server.reminders.take_note(session.person)
        return json({})

    async def password(self, request: Request) -> Response:
        self.server.rates.spend(f"sign-in {(source := self.server.address(request))}", cost=5)
        sent: NewPassword = await body_of(request, NewPassword)
        session = await self.server.session(request)
        person, keep = (session.person, self.server.token(request)) if session is not None else (sent.person, "")
        await self.server.change_password(
            person, sent.password, sent.code, sent.new, keep=keep, factor=sent.factor, source=source
        )
        return json({"person": person})

    async def new_factor(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, FactorSent)
        return json(await self.server.begin_factor(person, sent.password, self.server.address(request)))

    async def switch_factor(self, request: Request) -> Response:
        person, sent = await self.server.sent(request, FactorSent)
        await self.server.switch_factor(person, sent.code, on=request.url.path.endswith("/on"))
        return json({})

    # Passkeys

    async def passkey_challenge(self, request: Request) -> Response:
        """For anyone about to sign in with a passkey: the answer must come from the same browser."""
        self.server.rates.spend(f"sign-in {self.server.address(request)}", cost=5)
        response = json(await self.server.passkeys.to_sign_in(token := secrets.token_urlsafe(32)))
        self.server.set_cookie(request, response, token, passkeys.COOKIE, passkeys.SECONDS)
        return response

    async def passkey(self, request: Request) -> Response:
        """A new passkey begun or removed, with the password, or added."""
        person, sent = await self.server.sent(request, PasskeySent)
        registry, token = self.server.passkeys, self.server.token(request)
        if sent.passkey:
            await registry.add(person, sent.name, token, sent.passkey)
            return json({})
        await self.server.says_password(person, sent.password, self.server.address(request))
        if not sent.key:
            return json(await registry.to_add(person, token, await self.server.own_digest(f"passkey {person}")))
        await registry.remove(person, sent.key)
        return json({})


def number_in(request: Request, name: str, default: int) -> int:
    """A whole number from the query, by name."""
    text = request.query_params.get(name, "")
    if not text:
        return default
    if (number := whole_number(text)) is None:
        raise Problem(400, "not_understood", f"{name} is a whole number")
    return number

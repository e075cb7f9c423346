"""Answers over HTTP: decisions and errors as JSON, each refusal with its ground, reason and clauses."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from croupier.floor.floor import Undo
from croupier.floor.stores.interface import StoreUnavailable
from croupier.kernel.decisions import Accepted, AwaitingRuling, Refused
from croupier.kernel.errors import CroupierError, NotHeld
from croupier.kernel.events import Event
from croupier.kernel.legal import Legal
from croupier.kernel.streams import Stream
from croupier.web.texts import text

_ACCOUNT = re.compile(r"[\w-]+")
_NOT_THEIRS = frozenset({"rank_needed", "not_your_place", "no_such_rank", "not_your_capacity", "excluded"})
_STATUS = {"stale_command": 409, "repeated_command": 409, "refused_before": 409, "table_set_aside": 503, "play_halted": 503}
MOST_BODY = 64 * 1024
MOST_DEEP = 20
_SLOWEST = 10.0
"""How many seconds a request may take to arrive."""


Handler = Callable[[Request], Awaitable[Response]]


class Problem(Exception):
    """A request that is answered with an error: a status, a ground, a reason, perhaps clauses."""

    def __init__(self, status: int, ground: str, reason: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.status, self.ground, self.reason, self.clauses = status, ground, reason, clauses


LOST = Problem(503, "store_unavailable", "the house cannot save anything right now, so nothing was done")
"""The message while the store is lost; the log has the cause."""


@contextmanager
def problems(status: int, ground: str, also: type[Exception] = CroupierError) -> Iterator[None]:
    """What is wrong with a request, in the error's own words."""
    try:
        yield
    except (CroupierError, also) as error:
        raise Problem(status, ground, str(error)) from None


def json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


def download(content: bytes | str, kind: str, name: str) -> Response:
    """A file that a browser keeps under this name."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def problem(error: Problem) -> Response:
    body = {"ground": error.ground, "reason": error.reason, "clauses": list(error.clauses)}
    return json(body, error.status)


def refused(decision: Refused, *, may_know: bool = True, names: Mapping[str, str] = {}) -> Problem:
    """A refusal as an error; one that depended on hidden cards says no more than that to people who may not see them. Accounts
    appear by their `names`.
    """
    status = _STATUS.get(decision.ground) or (403 if decision.ground in _NOT_THEIRS else 422)
    if decision.looked and not may_know:
        return Problem(422, "cards_not_known", "it named cards that not everybody may know")
    said = decision.told()
    reason = _ACCOUNT.sub(lambda match: names.get(match[0]) or match[0], said) if names else said
    return Problem(status, decision.ground, reason, decision.clauses)


def decided(stream: Stream[Any, Any], decision: Accepted | AwaitingRuling, number: int, shown: Sequence[Event]) -> dict[str, Any]:
    """The result of a command; `shown` are its events as its sender may see them."""
    answer: dict[str, Any] = {"number": number, "events": [event_of(stream, event) for event in shown]}
    if isinstance(decision, AwaitingRuling):
        answer |= {"question": decision.question, "options": decision.options, "rank": decision.rank}
    return answer


def event_of(stream: Stream[Any, Any], event: Event) -> dict[str, Any]:
    """An event as data, with its sentence."""
    return {"says": stream.engine.tell(event, stream.rules), **msgspec.to_builtins(event, str_keys=True)}


def offer_of(offer: Legal) -> dict[str, Any]:
    """An action that is open now, as data."""
    return {
        "command": msgspec.to_builtins(offer.command, str_keys=True),
        "clauses": list(offer.clauses),
        "most": offer.most,
        "step": offer.step,
        "by": offer.by,
        "at": offer.at,
    }


def whole_number(text: str) -> int | None:
    """A whole number in plain digits, of a useful length; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else None


def fit_title(title: str, most: int) -> bool:
    """Whether a title may be shown to everyone: not too long, and without control characters or direction marks."""
    return len(title) <= most and title.isprintable()


async def body_of(request: Request, kind: Any) -> Any:
    """The body of a request as a typed value; one that is too long, too deep or not understood is refused in words."""
    read = await read_body(request, "application/json")
    if _depth(read) > MOST_DEEP:
        raise Problem(400, "not_understood", "the body is nested too deep")
    try:
        return msgspec.json.decode(read, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Problem(400, "not_understood", f"the body is not understood: {error}") from None


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form sent by a browser without our scripts."""
    read = await read_body(request, "application/x-www-form-urlencoded")
    try:
        return dict(parse_qsl(read.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20))
    except ValueError:
        raise Problem(400, "not_understood", "the form is not understood") from None


async def read_body(request: Request, wanted: str) -> bytes:
    """The body of a request that declares this type exactly once, in UTF-8."""
    length = request.headers.get("content-length", "")
    if length and ((bytes_ := whole_number(length)) is None or bytes_ > MOST_BODY):
        raise Problem(413, "too_long", f"a request has at most {MOST_BODY} bytes")
    said = ",".join(request.headers.getlist("content-type")).replace(" ", "").replace('"', "").casefold()
    if said not in (wanted, f"{wanted};charset=utf-8") or "content-encoding" in request.headers:
        raise Problem(415, "not_json", f"the body is {wanted} in UTF-8, said so by its content type")
    return await all_of(request)


async def all_of(request: Request) -> bytes:
    """The whole body of a request, whatever it is; it is read once."""
    if (read := getattr(request.state, "read", None)) is not None:
        return bytes(read)
    read = bytearray()
    try:
        async with asyncio.timeout(_SLOWEST):
            async for chunk in request.stream():
                read += chunk
                if len(read) > MOST_BODY:
                    raise Problem(413, "too_long", f"a request has at most {MOST_BODY} bytes")
    except TimeoutError:
        raise Problem(408, "too_slow", f"a request must arrive within {_SLOWEST:g} seconds") from None
    except ClientDisconnect:
        raise Problem(400, "not_understood", "the request body was incomplete") from None
    request.state.read = bytes(read)
    return bytes(read)


def _depth(body: bytes) -> int:
    """How deep brackets are nested, counting those in strings: a cheap bound before parsing."""
    depth = deepest = 0
    for byte in body:
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


async def in_memory(request: Request, handler: Handler) -> Response:
    """A handler's answer, with the stream of the address in memory meanwhile. If it needs others too, they are
    loaded, and the answer is made again.
    """
    floor, more = request.app.state.floor, [request.path_params.get("name", "")]
    while True:
        async with floor.memory.holding(*more):
            try:
                return await handler(request)
            except NotHeld as missing:
                if request.method not in ("GET", "HEAD"):
                    raise
                more.append(missing.name)


def answered(handler: Handler) -> Handler:
    """The handler, with errors answered as such, including transactions undone by a refusal."""

    async def answer(request: Request) -> Response:
        try:
            return await in_memory(request, handler)
        except Problem as found:
            return problem(found)
        except Undo as undone:
            return problem(refused(undone.refusal))
        except StoreUnavailable:
            return problem(LOST)

    return answer


def signed_out_because(ground: str) -> str:
    """Why a session has ended; without a ground, its owner signed out or it expired."""
    return text(f"sign.{ground}" if ground in ("self_excluded", "person_excluded", "account_closed") else "live.signed_out")

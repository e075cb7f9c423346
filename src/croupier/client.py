"""A small client for a Croupier server: sign in, see what you may do, do it, and follow what happens.

    house = Client("http://127.0.0.1:8000").sign_in("p7", "a long password")
    table = house.stream("crown-1")
    table.do("take-seat", seat=1, chips=500_00)
    for state in table.follow():
        if offers := table.legal(1):
            table.do(**offers[0].command)

Refusals are exceptions with ground, reason and clauses. If the connection breaks before a command is answered, the client
sends it again under the same id, and it takes effect once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen
from uuid import uuid4

_TRIES = 5


class Refusal(Exception):
    """A refused command: why, on what ground, and under which clauses."""

    def __init__(self, status: int, ground: str, reason: str, clauses: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} ({', '.join(clauses)})" if clauses else reason)
        self.status, self.ground, self.reason, self.clauses = status, ground, reason, clauses


class Offer(NamedTuple):
    """Something you may do now: the command, the largest amount if there is a choice, and its clauses."""

    command: dict[str, Any]
    most: int
    step: int
    clauses: tuple[str, ...]


class Client:
    """A connection to a house."""

    def __init__(self, address: str, *, token: str = "", timeout: float = 30.0) -> None:
        if not address.startswith(("http://", "https://")):
            raise ValueError(f"{address!r} is no address of a house: it begins with http:// or https://")
        self.address, self.token, self.timeout = address.rstrip("/"), token, timeout

    def sign_in(self, person: str, password: str, code: str = "") -> Client:
        """The same house, signed in as a person. `code` is from their second factor, if they use one."""
        answer = self.ask("POST", "/api/session", {"person": person, "password": password, "code": code})
        return Client(self.address, token=answer["token"], timeout=self.timeout)

    @classmethod
    def demo(cls, person: str = "player-1", address: str = "http://127.0.0.1:8000") -> Client:
        """A test account of the demo casino on this machine (`croupier serve --demo`), without a password."""
        client = cls(address)
        client.token = client.ask("POST", "/api/demo", {"person": person})["token"]
        return client

    def house(self) -> dict[str, Any]:
        """Everything that is open: tables, meters, tournaments and lists."""
        listing: dict[str, Any] = self.ask("GET", "/api/house")
        return listing

    def me(self) -> dict[str, Any]:
        """Who you are here, with your roles, chips, limits and seats."""
        account: dict[str, Any] = self.ask("GET", "/api/me")
        return account

    def stream(self, name: str) -> StreamClient:
        """A table, meter, tournament, the room, the cage or the people, by name."""
        return StreamClient(self, name)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return its answer; if the connection breaks, send it again."""
        data = None if body is None else json.dumps(body).encode()
        for last in range(_TRIES, 0, -1):
            try:
                with self._send(method, path, data) as response:
                    return json.load(response)
            except HTTPError as error:
                raise _refusal(error) from None
            except (URLError, HTTPException, ConnectionError, TimeoutError):
                if last == 1:
                    start = "check the address, or start one with `croupier serve --demo`"
                    raise ConnectionError(f"no house answers at {self.address}: {start}") from None
                time.sleep(0.2)
        raise AssertionError

    def _send(self, method: str, path: str, data: bytes | None) -> Any:
        headers = {"content-type": "application/json"} if data is not None else {}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        request = Request(self.address + path, data=data, headers=headers, method=method)  # noqa: S310
        return urlopen(request, timeout=self.timeout)  # noqa: S310


class StreamClient:
    """One stream of a house."""

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name, self.number = client, name, 0
        self._path = f"/api/streams/{quote(name, safe='')}"

    def do(self, do: str, *, as_: int | str | None = None, seen: int | None = None, **facts: Any) -> dict[str, Any]:
        """Give a command by its name. Returns the result, or raises `Refusal`."""
        body: dict[str, Any] = {"id": uuid4().hex, "command": {"do": do, **facts}}
        if as_ is not None:
            body["as"] = as_
        if seen is not None:
            body["seen"] = seen
        answer: dict[str, Any] = self.client.ask("POST", f"{self._path}/commands", body)
        self.number = answer["number"]
        return answer

    def legal(self, who: int | str) -> list[Offer]:
        """What you may do now in a capacity: the seat where you sit, or a rank."""
        offers = self.client.ask("GET", f"{self._path}/legal")["offers"].get(str(who), [])
        return [Offer(offer["command"], offer["most"], offer["step"], tuple(offer["clauses"])) for offer in offers]

    def state(self) -> dict[str, Any]:
        """The stream as you may see it."""
        answer = self.client.ask("GET", self._path)
        self.number = answer["number"]
        state: dict[str, Any] = answer["state"]
        return state

    def history(self, after: int = 0) -> list[dict[str, Any]]:
        """The entries after a number, as you may see them."""
        entries: list[dict[str, Any]] = self.client.ask("GET", f"{self._path}/history?after={after}")["entries"]
        return entries

    def follow(self) -> Iterator[dict[str, Any]]:
        """The stream now, and again whenever it has grown. Reconnects by itself."""
        while True:
            try:
                with self.client._send("GET", f"/live?open=stream:{quote(self.name, safe='')}", None) as lines:
                    for line in lines:
                        if line.startswith(b"data:"):
                            yield self.state()
            except HTTPError as error:
                raise _refusal(error) from None
            except (URLError, HTTPException, ConnectionError, TimeoutError):
                time.sleep(0.5)


def _refusal(error: HTTPError) -> Refusal:
    try:
        with error:
            said = json.load(error)
        return Refusal(error.code, said["ground"], said["reason"], tuple(said.get("clauses", ())))
    except (ValueError, KeyError, TypeError):
        return Refusal(error.code, "no_answer", f"the server answered {error.code}")

"""Every address of the server, with hostile text wherever a request can carry some: no answer is a fault of ours."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.routing import Mount, Route

from server.calling import Called

HOSTILE = (
    "", "0", "1", "-1", "²", "٣", "１", "9" * 16, "9" * 5000, "1e9", "0x10", "NaN", "null", "true", "\x00", "a\x00b", "\r\nx: y",
    "../../etc/passwd", "%2e%2e%2f", "{}", "[]", "[[[[", '{"pair": 1e400}', '{"pair": -1}', "'; DROP TABLE entries; --",
    "<script>", "\u202e", "e\u0301" * 50, "\ud83d", "🂡", "a" * 3000, "2026-11-18T25:61", "0001-01-01T00:00", "99999-01-01T00:00",
    "crown-holdem", "crown-caribbean-stud", "11.5.2", "p1", "table", "cage", "register", ",,,", "table:,lobby:", "table:\x00",
    "&=&", "#", "?",
)  # fmt: skip
SOURCES = Path(__file__).parents[2] / "src/croupier/server"
QUERIES = sorted(
    set(
        re.findall(r"""(?:query_params|asked|said)(?:\.get\(|\[)"(\w+)\"""", "".join(f.read_text() for f in SOURCES.glob("*.py")))
    )
    | {"start", "limit", "after", "size", "old", "new", "from", "to", "seed", "price", "number", "seat"}
)
ORIGINS = ("http://[", "null", "http://127.0.0.1:99999999", "http://127.0.0.1", "https://127.0.0.1", "//", "http://[::1", "²")
ENDLESS = "/live"


def addresses(routes: list[Any], under: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for route in routes:
        if isinstance(route, Mount):
            found += addresses(list(route.routes or []), under + route.path)
        elif isinstance(route, Route):
            found += [(method, under + route.path) for method in sorted(route.methods or ())]
    return found


def filled(path: str, chance: random.Random, names: list[str]) -> str:
    def value(hole: re.Match[str]) -> str:
        if hole[1].endswith(":int"):
            return chance.choice(("0", "1", "3", "9" * 18, "9" * 5000))
        if chance.random() < 0.4:
            return quote(chance.choice(names), safe="")
        return quote(chance.choice(HOSTILE).encode("utf-8", "surrogatepass"), safe="")

    return re.sub(r"\{([^}]+)\}", value, path)


def asked(path: str, chance: random.Random) -> str:
    pairs = [
        f"{chance.choice(QUERIES)}={quote(chance.choice(HOSTILE).encode('utf-8', 'surrogatepass'), safe='')}"
        for _ in range(chance.randrange(4))
    ]
    return "?".join([path, "&".join(pairs)]) if pairs else path


def bodies(chance: random.Random, names: list[str]) -> Any:
    text = chance.choice(HOSTILE)
    return chance.choice(
        [
            None,
            text.encode("utf-8", "surrogatepass"),
            {"command": {"do": text}, "id": text},
            {"command": {"do": "take-seat", "seat": chance.choice((0, -1, 10**30, text)), "amount": text}},
            {"person": text, "password": text, "code": text, "new": text},
            {"line": text, "say": text, "name": text, "game": text, "pay": {text: 1}},
            {"text": text, "key": text, "table": chance.choice(names), "stream": text},
            [text],
        ]
    )


def tried(seed: int, times: int, key: Path) -> list[str]:
    chance, wrong = random.Random(seed), list[str]()

    async def test() -> None:
        called = await Called(key).open()
        await called.demo.furnish()
        names = list(called.server.floor.house.streams)
        everywhere = [at for at in addresses(list(called.app.routes)) if not at[1].startswith(ENDLESS)]
        assert len(everywhere) > 80
        for number in range(times):
            method, path = everywhere[number % len(everywhere)]
            at = asked(filled(path, chance, names), chance)
            person = chance.choice(("", "", "player-1", "inspector-1", "director-1", "admin-1"))
            body = bodies(chance, names) if method in ("POST", "PUT", "DELETE") else None
            origin = chance.choice(ORIGINS) if chance.random() < 0.1 else ""
            try:
                reply = await called.ask(method, at, person, body, until=lambda parts: parts > 3, origin=origin)
            except Exception as error:
                wrong.append(f"{method} {at[:200]} as {person or 'nobody'}, origin {origin!r}, {body!r:.200}: {error!r}")
            else:
                if reply.status >= 500 and reply.status != 503:
                    wrong.append(f"{method} {at[:200]}: {reply.status}")

    asyncio.run(test())
    return wrong


def test_no_hostile_text_is_a_fault_of_the_server(tmp_path: Path) -> None:
    assert tried(1, 400, tmp_path / "key") == []


LEVELS: tuple[Any, ...] = ("x", [[1]], 5, None, True, {"0": "x"}, {"0": {"minutes": [1]}})
DETAILS: tuple[Any, ...] = ({"when": [1]}, {"buy_in": {}}, "x", 5, {"days": 5}, {"starts": ["x"]})
TERMS: tuple[dict[str, Any], ...] = (
    {"toml": "x = " + "1" * 5000},
    {"toml": ".".join("a" * 5000) + " = 1"},
    *({"terms": {"format": {"levels": each}}} for each in LEVELS),
    *({"terms": {"details": each}} for each in DETAILS),
)


def test_no_hostile_terms_are_a_fault_of_the_server(tmp_path: Path) -> None:
    """As a form, as a file, or as the draft of a tournament by anybody who has signed in."""

    async def test() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        await called.demo.tournament()
        for sent in TERMS:
            reply = await called.ask("POST", "/api/tournaments/evening/terms", "director-1", {"why": "to see", **sent})
            assert 200 <= reply.status < 500, (sent, reply.body)
            if toml := sent.get("toml"):
                reply = await called.ask("POST", "/api/tournaments", "player-1", {"name": "mine", "terms": toml})
                assert (reply.status, reply.json["ground"]) == (422, "terms_not_read"), sent

    asyncio.run(test())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_no_hostile_text_is_a_fault_of_the_server_in_20_000_requests(tmp_path: Path, seed: int) -> None:
    assert tried(seed, 2_000, tmp_path / "key") == []

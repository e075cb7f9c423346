"""Two houses that differ in hidden cards alone answer alike: pages, API, live streams, refusals, metrics and logs, byte for byte.

Both play the same round from the same seed. In the second every card that one player has not seen is another one. Whoever may
not see the other player's hand asks both houses the same: once with all that can be asked and tried while two players decide,
and again and again while a round goes on, with the live streams of every role recorded from before the deal. No decks are laid
down here, since a root is a hash of the cards; the checkpoints of the record, which are hashes too, are left out.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import zipfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.demo import PEOPLE_OF_DEMO
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import DECK, Card
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.incidents import Report, Rule
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.server.logs import JsonLines
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from server.calling import Called, Reply
from server.test_roles import commands_of

FAST = TableSettings(pace=Pace(antes=0.0, closing=0.0, deciding=0.0, between=0.0, step=0.0, wagering=0.0, asking=0.0))
FACE = re.compile(r"[2-9TJQKA][cdhs]")
CHANGING = re.compile(
    rb"croupier_resident_bytes \d+|(?m:^croupier_dealing_late_seconds.*$)|\"at\": \"[^\"]+\"|[\d.]+ ms"
)
TABLE = "t1"
Swap = Mapping[Card, Card]


async def dealt(called: Called, game: str, swap: Swap) -> None:
    """A round of two players up to their decisions."""
    await seated(called, game, swap)
    await on(called)


async def seated(called: Called, game: str, swap: Swap) -> None:
    """Two players with their antes before a round; cards are swapped as they are shuffled."""
    floor = called.server.floor
    await called.demo.people()
    house = "caribbean" in game or "aruba" in game
    floor_options: Any = Options(places=3) if house else PokerOptions(places=3)
    await called.demo.open_table(TABLE, game, floor_options, FAST)
    table = floor.house.tables[TABLE]
    shuffled = table.shuffled
    table.shuffled = lambda cards: tuple(swap.get(card, card) for card in shuffled(cards))  # type: ignore[method-assign]
    for seat, person in ((1, "player-1"), (2, "player-2")):
        sits = stud.TakeSeat(seat=seat, chips=1000_00) if house else poker.TakeSeat(seat=seat, chips=1000_00)
        await called.demo.do(TABLE, sits, person, seat)
        if house:
            await called.demo.do(TABLE, stud.PlaceAnte(seat=seat, amount=10_00), person, seat)
    called.server.floor.clock.at += 100.0  # type: ignore[attr-defined]


async def on(called: Called, enough: Callable[[], bool] = lambda: False) -> None:
    """Let the house go on until it waits for somebody, or until it is enough."""
    for _ in range(60):
        step = called.server.dealer.next_step(TABLE)
        if step is None or enough():
            return
        decision = await called.server.floor.transact(step.do, concerns=TABLE)
        assert not isinstance(decision, Refused), decision
        called.server.floor.clock.at += 1.0  # type: ignore[attr-defined]
        await called.quiet()
    raise AssertionError("the house never waits for anybody")


PATHS = [
    "/",
    f"/tables/{TABLE}",
    f"/tables/{TABLE}/hands",
    f"/tables/{TABLE}/hands/1",
    f"/tables/{TABLE}/hands.phhs",
    f"/dealer/{TABLE}",
    "/floor",
    "/inspector",
    f"/inspector/{TABLE}/1",
    "/me",
    "/room",
    "/tournaments",
    "/api/house",
    "/api/me",
    f"/api/streams/{TABLE}",
    f"/api/streams/{TABLE}/legal",
    f"/api/streams/{TABLE}/history",
    f"/api/streams/{TABLE}/record",
    f"/api/streams/{TABLE}/replay?number=3",
    f"/api/streams/{TABLE}/replay?as=player-1",
    "/api/streams/cage",
    "/api/streams/people/history",
    "/api/export",
    f"/proof/streams/{TABLE}/rounds/1",
    f"/proof/streams/{TABLE}/entries/9",
    "/healthz",
    "/metrics",
    "/nowhere",
]
LIVE = [f"/live?open=table:{TABLE}", f"/live?open=dealer:{TABLE}", f"/live?open=stream:{TABLE}"]


async def looked(called: Called, people: list[str]) -> dict[str, Reply]:
    """Every answer to every one of these people; then what they try to do."""
    found = dict[str, Reply]()
    number = called.server.floor.house.streams[TABLE].number
    for person in people:
        for path in [*PATHS, f"/api/streams/{TABLE}/replay?number={number}"]:
            found[f"{person} {path}"] = await called.ask("GET", path, person)
        for path in LIVE:
            found[f"{person} {path}"] = await called.ask("GET", path, person, until=lambda sent: sent > 2)
    for person in people:
        if person in ("player-1", "player-2", "trainee-1", "cashier-1", ""):
            for command in commands_of(called.server.floor.house.streams[TABLE]):
                body = {"command": command}
                found[f"{person} {command}"] = await called.ask("POST", f"/api/streams/{TABLE}/commands", person, body)
        found[f"{person} afterwards"] = await called.ask("GET", f"/api/streams/{TABLE}/history", person)
    return found


def seen_by(called: Called, person: str) -> set[Card]:
    """The cards that a player has been shown."""
    stream = called.server.floor.house.streams[TABLE]
    said = f"{stream.picture(Viewer(person=person))}{stream.view(Viewer(person=person))}"
    return {Card(face) for face in FACE.findall(said)}


async def world(key: Path, game: str, swap: Swap) -> Called:
    called = await Called(key, seed=11).open()
    await dealt(called, game, swap)
    return called


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """All that is logged, as the server logs it."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(JsonLines())
    root = logging.getLogger("croupier")
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    try:
        yield log
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


@pytest.mark.parametrize(
    ("game", "player"),
    [
        ("crown-caribbean-stud", "player-1"),
        pytest.param("venezia-caribbean-poker", "player-2", marks=pytest.mark.slow),
        pytest.param("crown-holdem", "player-2", marks=pytest.mark.slow),
        ("crown-omaha-hi-lo", "player-1"),
    ],
)
def test_nobody_can_tell_two_worlds_apart(tmp_path: Path, game: str, player: str) -> None:
    people = ["", *(one for one in PEOPLE_OF_DEMO if one == player or not one.startswith("player"))]

    async def run() -> None:
        one = await world(tmp_path / "key", game, {})
        seen = seen_by(one, player)
        assert 2 <= len(seen) <= 10
        hidden = [card for card in DECK if card not in seen]
        other = await world(tmp_path / "key", game, dict(zip(hidden, hidden[7:] + hidden[:7], strict=True)))
        assert seen_by(other, player) == seen
        assert one.server.floor.house.streams[TABLE].state != other.server.floor.house.streams[TABLE].state
        answers, logs = list[dict[str, Reply]](), list[bytes]()
        for called in (one, other):
            with logged() as log:
                answers.append(await looked(called, people))
            logs.append(log.getvalue().encode())
        for asked, answer in answers[0].items():
            assert plain(answer) == plain(answers[1][asked]), asked
        assert answers[0].keys() == answers[1].keys()
        assert sum(reply.status == 200 for reply in answers[0].values()) > 60
        assert logs[0]
        assert CHANGING.sub(b"", logs[0]) == CHANGING.sub(b"", logs[1])

    asyncio.run(run())


def plain(reply: Reply) -> tuple[int, tuple[tuple[bytes, bytes], ...], bytes]:
    """An answer without what is another each time: memory, moments, and the length that comes of them."""
    headers = tuple(each for each in reply.headers if each[0] not in (b"content-length", b"last-modified", b"etag"))
    body = reply.body
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as whole:
            body = b"".join(name.encode() + whole.read(name) for name in whole.namelist())
    return reply.status, headers, CHANGING.sub(b"", body)


# Moment after moment

ROLES = ("", "trainee-1", "dealer-1", "supervisor-1", "inspector-1")
"""Somebody without a name, an observer, and those of the house; beside them the player whose eyes count."""
OPEN = (f"table:{TABLE}", f"dealer:{TABLE}", f"stream:{TABLE}", "floor:", "lobby:")
AT_A_MOMENT = [
    f"/tables/{TABLE}",
    f"/dealer/{TABLE}",
    "/floor",
    f"/inspector/{TABLE}/1",
    f"/api/streams/{TABLE}",
    f"/api/streams/{TABLE}/legal",
    f"/api/streams/{TABLE}/history",
    f"/api/streams/{TABLE}/replay?as=player-1",
    f"/proof/streams/{TABLE}/rounds/1",
    "/metrics",
    *(f"/live?open={view}" for view in OPEN),
]
ELSEWHERE = ["/", "/me", "/lab", "/drill?seed=3&about=star-caribbean-stud", "/api/house"]
GUESS = {"do": "report", "what": "exposed-card", "cards": ["As", "Kd"], "box": 2, "player": 2}


async def say(called: Called, command: Command, person: str, by: int | str) -> None:
    await called.demo.do(TABLE, command, person, by)
    await called.quiet()


async def house_moments(called: Called) -> AsyncIterator[str]:
    """A round at a house table: dealt, one has decided, a ruling is awaited, it is given, the round is over."""
    table = called.server.floor.house.tables[TABLE]
    assert isinstance(table, HouseTable)
    await on(called, lambda: bool(table.state.boxes[2].cards))
    yield "the cards lie face down"
    await on(called)
    yield "bet or fold"
    first = table.turn or 1
    await say(called, stud.Fold(seat=first), f"player-{first}", first)
    yield "one has folded"
    await say(called, Report(what="miscount", box=3 - first, count=6), "dealer-1", "Dealer")
    assert table.state.question is not None
    yield "a ruling is awaited"
    await say(called, Rule(option="52 cards"), "supervisor-1", "TG Area Manager")
    yield "it is given"


async def poker_moments(called: Called) -> AsyncIterator[str]:
    """A hand: before the flop, on the flop, and while a dispute waits for a ruling."""
    table = called.server.floor.house.tables[TABLE]
    assert isinstance(table, PokerTable)
    await on(called)
    yield "before the flop"
    for street in ("before the flop, one has acted", "the flop"):
        turn = table.turn
        does = poker.Call(seat=turn) if table.state.hand.to_call(table.state.hand.players[turn]) else None
        await say(called, does or poker.Check(seat=turn), f"player-{turn}", turn)
        await on(called)
        yield street
    assert len(table.state.hand.board) == 3
    await say(called, poker.Check(seat=table.turn), f"player-{table.turn}", table.turn)
    await say(called, Report(what="burned-twice"), "dealer-1", "Dealer")
    assert table.state.question is not None
    yield "a ruling is awaited"


async def recorded(key: Path, game: str, player: str, swap: Swap) -> tuple[dict[str, bytes], set[Card], str]:
    """All the traffic of a round: what everybody is answered at each moment, and their live streams from before the deal."""
    called = await Called(key, seed=11).open()
    called.server.worker.ask = _never  # type: ignore[method-assign, assignment]
    await seated(called, game, swap)
    traffic, people = dict[str, bytes](), (*ROLES, player)
    listening = {
        f"{person or 'nobody'} follows {view}": await called.listen(f"/live?open={view}", person)
        for person in people
        for view in OPEN[:3]
    }
    await called.quiet()
    moments = poker_moments if isinstance(called.server.floor.house.tables[TABLE], PokerTable) else house_moments
    with logged() as log:
        async for moment in moments(called):
            for person in people:
                for path in [*AT_A_MOMENT, *(ELSEWHERE if person == player else ())]:
                    reply = await called.ask("GET", path, person, until=lambda sent: sent > 2)
                    traffic[f"{moment}: {person or 'nobody'} asks {path}"] = repr(plain(reply)).encode()
                if person in ("", "trainee-1", player):
                    reply = await called.ask("POST", f"/api/streams/{TABLE}/commands", person, {"command": GUESS})
                    traffic[f"{moment}: {person or 'nobody'} guesses"] = repr(plain(reply)).encode()
    for name, one in listening.items():
        traffic[name] = await one.end()
    traffic["the log"] = CHANGING.sub(b"", log.getvalue().encode())
    return traffic, seen_by(called, player), str(called.server.floor.house.streams[TABLE].state)


async def _never(*asked: object) -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("game", "player"),
    [
        pytest.param("crown-caribbean-stud", "player-1", marks=pytest.mark.slow),
        ("crown-caribbean-stud", "player-2"),
        pytest.param("crown-holdem", "player-1", marks=pytest.mark.slow),
        ("crown-holdem", "player-2"),
    ],
)
def test_no_moment_of_a_round_tells_them_apart(tmp_path: Path, game: str, player: str) -> None:
    async def run() -> None:
        one, seen, state = await recorded(tmp_path / "key", game, player, {})
        hidden = [card for card in DECK if card not in seen]
        swap = dict(zip(hidden, hidden[7:] + hidden[:7], strict=True))
        other, seen_there, other_state = await recorded(tmp_path / "key", game, player, swap)
        assert seen_there == seen
        assert 5 <= len(seen) <= 10
        assert state != other_state
        assert one.keys() == other.keys()
        for asked, answer in one.items():
            assert answer == other[asked], asked
        follows = one[f"{player} follows table:{TABLE}"]
        assert follows.count(b"event: region") > 4
        assert sum(f'data-face=\\"{card}\\"'.encode() in follows for card in seen) >= 5

    asyncio.run(run())

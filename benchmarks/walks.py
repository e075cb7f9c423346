"""How far one act goes through the code: calls, functions, files and changes of file on some walks through the house.

`python -m benchmarks.walks` prints them as a table. A change of file is a call into another file than the caller's; only
functions of the package count, and a generator that goes on counts as a call. Nothing here depends on the machine.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple

import croupier
from benchmarks.__main__ import markdown
from benchmarks.tournaments import terms
from croupier.floor.clock import Clock
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.floor.floor import Floor
from croupier.floor.stores.sqlite import SQLiteStore
from croupier.jackpots.commands import VerifyPrize
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.lines import said_by
from croupier.players.field import Field
from croupier.server.app import application
from croupier.server.config import Config, Http, Record
from croupier.server.server import Server
from croupier.stud import commands as stud
from croupier.stud.lines import read_line
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.house_terms import terms_for_play
from croupier.tables.linked_table import NAME, LinkedTable, table_with_meter
from croupier.tables.stacking import stacked_deck
from croupier.tournaments.commands import ConfirmMoves

PACKAGE = str(Path(croupier.__file__).parent)
GAME = "crown-caribbean-stud"
HEADINGS = ("walk", "calls", "functions", "files", "changes of file")
ROYAL, DEALER = "As Ks Qs Js Ts", "Ac Kd 8h 5s 3d"
PLAYERS = 12


class Walk(NamedTuple):
    """What one act called."""

    calls: int
    functions: int
    files: int
    changes: int


def walked(act: Callable[[], object]) -> Walk:
    """Do something, and count the calls within the package that it took."""
    calls, changes, seen = 0, 0, set[tuple[str, int]]()

    def look(frame: FrameType, what: str, _: Any) -> None:
        nonlocal calls, changes
        name = frame.f_code.co_filename
        if what != "call" or not name.startswith(PACKAGE):
            return
        calls += 1
        seen.add((name, frame.f_code.co_firstlineno))
        changes += frame.f_back is not None and frame.f_back.f_code.co_filename != name

    sys.setprofile(look)
    try:
        answer = act()
    finally:
        sys.setprofile(None)
    if isinstance(answer, Refused):
        raise SystemExit(f"a walk ends at once: {answer}")
    return Walk(calls, len(seen), len({name for name, _ in seen}), changes)


def said(table: HouseTable, line: str) -> Callable[[], object]:
    who, words = said_by(line)
    command = read_line(words, table.state, table.rules)
    return lambda: table.do(command, **who)


def dealt(table: HouseTable) -> None:
    """A round with a royal flush on box 1, up to 'bet or fold'."""
    deck = stacked_deck(table, {1: parse_cards(ROYAL), 0: parse_cards(DEALER)})
    for step in (stud.Shuffle(deck=deck, source="stacked"), stud.CallNoMoreBets(), stud.Deal(), stud.CallBetOrFold()):
        table.do(step)


def jackpot() -> Iterator[tuple[str, Walk]]:
    options = Options(places=2, jackpot=100, device="shuffler")
    table: LinkedTable = table_with_meter(GAME, terms_for_play(GAME, 100), seats=2, chips=1000_00, options=options)
    for line in ("ante 1 10", "ante 2 10", "jackpot 1"):
        said(table, line)()
    dealt(table)
    for line in ("bet 1", "bet 2", "reveal"):
        said(table, line)()
    yield "settle a royal flush", walked(said(table, "settle"))
    meters, (key, prize) = table.casino.meters, next(iter(table.casino.meters.state.prizes.items()))
    by = meters.rules.verify_rank or meters.rules.ranks[-1]
    for number in range(prize.needs):
        verify = VerifyPrize(prize=key, deck=52)
        walk = walked(lambda: table.casino.manage(verify, by=by, person=f"number {number + 1}"))  # noqa: B023
    yield "verify the prize", walk
    yield "pay the prize", walked(lambda: table.casino.pay(NAME, 1))


def miscount() -> Iterator[tuple[str, Walk]]:
    table = house_table(GAME, seats=3, seed=7)
    for seat in (1, 2, 3):
        said(table, f"ante {seat} 10")()
    table.deal()
    said(table, "bet 2")()
    yield "report a miscount", walked(said(table, "report miscount box 1 count 4"))
    yield "rule on it", walked(said(table, "by TG Area Manager: rule 52 cards"))
    yield "take wagers back", walked(said(table, "retract 2"))


def moves() -> Iterator[tuple[str, Walk]]:
    field = Field(terms(PLAYERS), PLAYERS, seed=1)
    found: list[Walk] = []
    do = field.do

    def looked(command: Command, **who: Any) -> Any:
        if found or not isinstance(command, ConfirmMoves):
            return do(command, **who)
        answers: list[Any] = []
        found.append(walked(lambda: answers.append(do(command, **who))))
        return answers[0]

    field.do = looked  # type: ignore[method-assign]
    field.play()
    yield f"confirm moves, {PLAYERS} players", found[0]


def tap() -> Iterator[tuple[str, Walk]]:
    """A wager sent over HTTP, until the message for another player is ready; what the store's own thread does is not counted."""
    with TemporaryDirectory() as folder, asyncio.Runner() as runner:
        config = Config(database="memory", http=Http(requests_a_second=1e9), record=Record(key=str(Path(folder) / "key")))
        server = Server(config, floor=Floor(SQLiteStore(Path(folder) / "house.db"), Clock(), seed=1))
        app, token = application(server), runner.run(seated(server))

        async def bet() -> object:
            await posted(
                app, "/api/streams/crown-1/commands", token, {"command": {"do": "place-ante", "seat": 1, "amount": 10_00}}
            )
            return server.live.show("table:crown-1", "player-2")

        yield "a wager over HTTP, to another player's page", walked(lambda: runner.run(bet()))
        runner.run(server.floor.close())


async def seated(server: Server) -> str:
    """Open a house where two players sit at a table, and sign the first of them in."""
    await server.floor.open()
    await server.prover.open()
    await server.dealer.begin(assigned=True)
    demo = Demo(server.floor, server.dealer)
    await demo.people()
    await demo.open_table("crown-1", GAME, Options(places=3), TableSettings())
    for seat in (1, 2):
        await server.do("crown-1", stud.TakeSeat(seat=seat, chips=500_00), f"player-{seat}", seat)
    server.live.show("table:crown-1", "player-2")
    return await server.sessions.begin("player-1")


async def posted(app: Any, path: str, token: str, body: object) -> None:
    """Put one request to the application, without a network."""
    data = json.dumps(body).encode()
    names = {"host": "127.0.0.1", "authorization": f"Bearer {token}", "content-type": "application/json"}
    headers = [(name.encode(), text.encode()) for name, text in {**names, "content-length": str(len(data))}.items()]
    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http", "path": path}
    scope |= {"raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers}
    scope |= {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": data, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start" and message["status"] != 200:
            raise SystemExit(f"the wager over HTTP was answered {message['status']}")

    await app(scope, receive, send)


def odds() -> Iterator[tuple[str, Walk]]:
    from typer.testing import CliRunner

    from croupier.cli.main import app

    def run() -> int:
        return CliRunner().invoke(app, ["odds", GAME]).exit_code

    yield f"croupier odds {GAME}", walked(run)


def rows() -> Iterator[tuple[str, ...]]:
    for walks in (tap, jackpot, miscount, moves, odds):
        for name, walk in walks():
            yield name, *(f"{number:,}" for number in walk)


if __name__ == "__main__":
    print(markdown(HEADINGS, list(rows())))

"""Hands of a table over HTTP: the list, the replay step by step and the files, for each with the cards that they saw."""

from __future__ import annotations

import asyncio
import json
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path

from croupier.floor.dealing import TableSettings
from croupier.histories.phh_format import HandHistory, read
from croupier.kernel.actors import HOUSE
from croupier.kernel.cards import Card, parse_cards
from croupier.kernel.events import Command
from croupier.poker import commands as poker
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable
from croupier.tables.stacking import CUT, before_cut, filled
from server.calling import Called

TABLE = "poker-1"
PEOPLE = {1: "player-1", 2: "player-2"}
HANDS = {1: "As Ad", 2: "Kh Kc"}
MINE, OTHER = ("As", "Ad"), ("Kh", "Kc")


async def furnished(key: Path) -> Called:
    called = await Called(key).open()
    await called.demo.people()
    floor = called.server.floor
    await floor.transact(lambda: floor.house.open_table(TABLE, "crown-holdem", Options(places=6)) and None)
    await called.server.dealer.set(TABLE, TableSettings(live=True))
    for seat, person in PEOPLE.items():
        await called.demo.do(TABLE, poker.TakeSeat(seat=seat, chips=1000_00), person, seat)
    return called


async def played(called: Called, *, shown: bool) -> None:
    """A hand of two with these cards: to the showdown, or until one folds on the flop."""
    table = called.server.floor.house.tables[TABLE]
    assert isinstance(table, PokerTable)

    async def house(*commands: Command) -> None:
        for command in commands:
            await called.demo.do(TABLE, command, HOUSE, HOUSE)

    async def turn(act: Callable[[int], Command]) -> None:
        seat = table.state.hand.turn
        await called.demo.do(TABLE, act(seat), PEOPLE[seat], seat)

    await house(poker.BeginHand())
    while waiting := due(table.state):
        seat = next(iter(waiting))
        await called.demo.do(TABLE, poker.PostBlind(seat=seat), PEOPLE[seat], seat)
    held = {seat: parse_cards(cards) for seat, cards in HANDS.items()}
    top: list[Card | None] = [held[seat][turn] for turn in range(2) for seat in to_be_dealt(table.state)]
    board = parse_cards("Qh 9d 4s 3h 8d")
    deck = filled((*top, None, *board[:3], None, board[3], None, board[4]))
    await house(poker.Shuffle(deck=before_cut(deck), source="stacked"), poker.Cut(place=CUT), poker.Deal())
    await turn(lambda seat: poker.Call(seat=seat))
    await turn(lambda seat: poker.Check(seat=seat))
    await house(poker.DealBoard())
    if not shown:
        await turn(lambda seat: poker.Bet(seat=seat, amount=50_00))
        await turn(lambda seat: poker.Fold(seat=seat))
    else:
        for _ in range(3):
            await turn(lambda seat: poker.Check(seat=seat))
            await turn(lambda seat: poker.Check(seat=seat))
            if len(table.state.hand.board) < 5:
                await house(poker.DealBoard())
    while table.state.phase != "between":
        step = table.next_step()
        assert step is not None
        await house(step)


def on(key: Path, try_it: Callable[[Called], Awaitable[None]]) -> None:
    async def run() -> None:
        await try_it(await furnished(key))

    asyncio.run(run())


async def text(called: Called, path: str, person: str = "", status: int = 200) -> str:
    reply = await called.ask("GET", path, person)
    assert reply.status == status, reply
    return reply.body.decode()


def faces(page: str) -> set[str]:
    return {face for face in (*MINE, *OTHER) if f'data-face="{face}"' in page}


def test_a_hand_is_replayed_with_what_its_viewer_saw(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        assert "No finished hands here yet" in await text(called, f"/tables/{TABLE}/hands", "player-1")
        await played(called, shown=False)
        listed = await text(called, f"/tables/{TABLE}/hands", "player-1")
        assert f'href="/tables/{TABLE}/hands/1"' in listed
        assert "Only mine" in listed
        assert "Only mine" not in await text(called, f"/tables/{TABLE}/hands")
        last = 1
        while f"?step={last + 1}" in await text(called, f"/tables/{TABLE}/hands/1?step={last}", "player-1"):
            last += 1
        assert last > 10
        for person, own in (("player-1", set(MINE)), ("player-2", set(OTHER)), ("", set()), ("dealer-1", set())):
            seen = [
                faces(await text(called, f"/tables/{TABLE}/hands/1?step={step}&fragment=1", person))
                for step in range(1, last + 1)
            ]
            assert set().union(*seen) == own, person
        end = await text(called, f"/tables/{TABLE}/hands/1?step={last}&fragment=1", "player-1")
        assert f"Step {last} of {last}" in end
        assert 'class="clause"' in end
        assert "<html" not in end
        assert await text(called, f"/tables/{TABLE}/hands/1?step=99&fragment=1", "player-1") == end

    on(tmp_path / "key", try_it)


def test_a_file_has_the_cards_that_its_reader_saw(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        await played(called, shown=False)
        await played(called, shown=True)

        async def deals(person: str, path: str) -> list[list[str]]:
            hands: list[HandHistory] = read(await text(called, f"/tables/{TABLE}/{path}", person))
            return [sorted(act.split()[-1] for act in hand.actions if act.startswith("d dh")) for hand in hands]

        assert await deals("player-1", "hands/1.phh") == [["????", "AsAd"]]
        assert await deals("player-2", "hands/1.phh") == [["????", "KhKc"]]
        assert await deals("", "hands/1.phh") == [["????", "????"]]
        for person, hidden in (("player-1", OTHER), ("player-2", MINE), ("", (*MINE, *OTHER))):
            assert not [face for face in hidden if face in await text(called, f"/tables/{TABLE}/hands/1.phh", person)]
        told = tomllib.loads(await text(called, f"/tables/{TABLE}/hands/1.phh", "player-1"))
        assert (told["venue"], told["table"], told["year"]) == ("Croupier", TABLE, 2027)
        assert sorted(told["players"]) == ["Player", "Second player"]
        assert await deals("player-1", "hands.phhs") == [["????", "AsAd"], ["????", "AsAd"]]
        shown = await text(called, f"/tables/{TABLE}/hands/2.phh", "player-2")
        assert "sm AsAd" in shown
        (hand,) = map(json.loads, (await text(called, f"/tables/{TABLE}/hands/1.ohh", "player-1")).split("\n\n"))
        dealt = [act.get("cards", []) for act in hand["ohh"]["rounds"][0]["actions"] if act["action"] == "Dealt Cards"]
        assert sorted(map(sorted, dealt)) == [[], ["Ad", "As"]]
        assert sorted(player["name"] for player in hand["ohh"]["players"]) == ["Player", "Second player"]
        assert (await text(called, f"/tables/{TABLE}/hands.ohh", "player-1")).count('"ohh"') == 2
        for person, hidden in (("player-1", OTHER), ("player-2", MINE), ("", (*MINE, *OTHER))):
            assert not [face for face in hidden if face in await text(called, f"/tables/{TABLE}/hands/1.ohh", person)]

    on(tmp_path / "key", try_it)


def test_one_file_replays_a_hand_as_its_reader_saw_it(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        await played(called, shown=False)
        path = f"/tables/{TABLE}/hands/1.html"
        assert f'href="{path}" download' in await text(called, f"/tables/{TABLE}/hands/1", "player-1")
        for person, own in (("player-1", set(MINE)), ("player-2", set(OTHER)), ("", set()), ("dealer-1", set())):
            page = await text(called, path, person)
            assert faces(page) == own, person
            assert page.count("data-step=") > 10
        reply = await called.ask("GET", path, "player-1")
        assert (b"content-disposition", f'attachment; filename="{TABLE}-1.html"'.encode()) in reply.headers

    on(tmp_path / "key", try_it)


def test_only_hands_that_are_over_are_there(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        await called.demo.do(TABLE, poker.BeginHand(), HOUSE, HOUSE)
        for path in ("hands/1", "hands/1.phh", "hands/1.html", "hands/7"):
            await text(called, f"/tables/{TABLE}/{path}", "player-1", 404)
        await text(called, "/tables/nowhere/hands", "player-1", 404)
        await text(called, f"/tables/{TABLE}/hands/1?step=x", "player-1", 404)
        assert await text(called, f"/tables/{TABLE}/hands.phhs", "player-1") == ""

    on(tmp_path / "key", try_it)


def test_the_table_has_the_way_to_its_hands(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        page = await text(called, f"/tables/{TABLE}", "player-1")
        assert f'href="/tables/{TABLE}/hands"' in page
        assert f"/tables/{TABLE}/hands/1" not in page
        await played(called, shown=True)
        assert f'href="/tables/{TABLE}/hands/1"' in await text(called, f"/tables/{TABLE}", "player-1")

    on(tmp_path / "key", try_it)

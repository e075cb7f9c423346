"""Talk at a table: who may say what, who reads it when, and who is silenced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.books import BOOKS, book_of
from croupier.floor.chat import KEPT_SECONDS, LONGEST, Chat, tidy
from croupier.floor.dealing import TableSettings
from croupier.floor.floor import Floor
from croupier.kernel.actors import HOUSE
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable
from floor.memory import MemoryStore
from server.calling import Called, Reply, Still

TABLE = "poker-1"
SAY, SILENCE = f"/api/tables/{TABLE}/chat", f"/api/tables/{TABLE}/silence"


async def furnished(key: Path) -> Called:
    called = await Called(key).open()
    await called.demo.people()
    floor = called.server.floor
    await floor.transact(lambda: floor.house.open_table(TABLE, "crown-holdem", Options(places=6)) and None)
    await called.server.dealer.set(TABLE, TableSettings(live=True))
    for seat, person in ((1, "player-1"), (2, "player-2")):
        await called.demo.do(TABLE, poker.TakeSeat(seat=seat, chips=1000_00), person, seat)
    return called


def on(key: Path, try_it: Callable[[Called], Awaitable[None]]) -> None:
    async def run() -> None:
        await try_it(await furnished(key))

    asyncio.run(run())


async def played_out(called: Called) -> None:
    """The hand to its end: anyone who is to act folds."""
    table = called.server.floor.house.tables[TABLE]
    assert isinstance(table, PokerTable)
    while table.state.phase != "between":
        step = table.next_step() or poker.Fold(seat=table.turn)
        seat = getattr(step, "seat", 0)
        await called.demo.do(TABLE, step, table.state.person_at(seat) or HOUSE, seat or HOUSE)


async def say(called: Called, who: str, path: str = SAY, **body: Any) -> Reply:
    return await called.ask("POST", path, who, body)


async def reads(called: Called, person: str, words: str) -> bool:
    page = (await called.ask("GET", f"/tables/{TABLE}", person)).body.decode()
    return words in page.partition('id="chat"')[2]


def test_what_is_said_between_hands_is_read_by_all_and_is_no_markup(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        number = called.server.floor.house.streams[TABLE].number
        said = await say(called, "player-1", words="  <b>good</b>\n evening  ")
        assert (said.status, said.json["waits"]) == (200, False)
        for person in ("player-1", "player-2", "trainee-1", ""):
            assert await reads(called, person, "&lt;b&gt;good&lt;/b&gt; evening")
        assert called.server.floor.house.streams[TABLE].number == number  # it is no part of the record
        assert not await reads(called, "player-1", "<b>good")

    on(tmp_path / "key", try_it)


def test_what_is_said_while_cards_are_out_is_read_when_the_hand_is_over(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        await called.demo.do(TABLE, poker.BeginHand(), HOUSE, HOUSE)
        assert (await say(called, "player-1", words="I have aces")).json["waits"] is True
        assert (await say(called, "trainee-1", words="so does he")).json["waits"] is True
        assert (await say(called, "player-2", phrase="luck")).json["waits"] is False
        assert await reads(called, "player-1", "I have aces")
        assert await reads(called, "player-1", "after the round")
        for person in ("player-2", "trainee-1", "dealer-1", ""):
            assert not await reads(called, person, "I have aces")
        assert not await reads(called, "player-1", "so does he")
        for person in ("player-1", "player-2", ""):
            assert await reads(called, person, '<span class="words" dir="auto">Good luck</span>')
        await played_out(called)
        for person in ("player-1", "player-2", ""):
            assert await reads(called, person, "I have aces")
            assert await reads(called, person, "so does he")

    on(tmp_path / "key", try_it)


def test_words_are_few_and_not_too_often(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        assert (await say(called, "", words="hello")).status == 401
        for body in ({"words": "x" * (LONGEST + 1)}, {"words": " \u202e\n "}, {"phrase": "nonsense"}, {}):
            assert (await say(called, "player-1", **body)).status == 422
        assert (await say(called, "player-1", words="hello", phrase="luck")).status == 422
        assert (await say(called, "player-1", path="/api/tables/people/chat", words="hello")).status == 404
        answers = [(await say(called, "player-1", words=f"number {n}")).status for n in range(6)]
        assert answers == [200] * 5 + [429]
        assert (await say(called, "player-2", words="x" * LONGEST)).status == 200

    on(tmp_path / "key", try_it)


def test_a_supervisor_silences_somebody_at_one_table(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        for person in ("player-2", "dealer-1", "inspector-1"):
            assert (await say(called, person, SILENCE, person="player-1", silent=True)).status == 403
        assert (await say(called, "supervisor-1", SILENCE, person="nobody", silent=True)).status == 404
        assert (await say(called, "supervisor-1", SILENCE, person="player-1", silent=True)).status == 200
        refused = await say(called, "player-1", words="but")
        assert (refused.status, refused.json["ground"]) == (403, "silenced")
        assert refused.json["clauses"] == list(book_of("crown-poker").title_page.conduct)
        assert await reads(called, "player-1", "has muted you")
        again = Chat(called.server.floor)  # as a process that starts later
        await again.look()
        assert again.silenced[TABLE] == {"player-1"}
        assert (await say(called, "supervisor-1", SILENCE, person="player-1", silent=False)).status == 200
        assert (await say(called, "player-1", words="thank you")).status == 200

    on(tmp_path / "key", try_it)


def test_live_pages_hear_of_it(tmp_path: Path) -> None:
    async def try_it(called: Called) -> None:
        live = asyncio.create_task(called.ask("GET", f"/live?open=table:{TABLE}", "player-2", until=lambda sent: sent >= 4))
        await asyncio.sleep(0.05)
        await say(called, "player-1", words="anybody there")
        sent = (await live).body.decode()
        _, first, last = sent.split("event: region")[1:]
        assert "anybody there" not in first
        assert "anybody there" in last
        assert 'id=\\"felt\\"' not in last  # nothing else has changed

    on(tmp_path / "key", try_it)


def test_processes_pass_on_what_is_said_and_forget_it_after_an_hour() -> None:
    async def run() -> None:
        store, clock = MemoryStore(shared=True), Still()
        one, other = Floor(store, clock), Floor(store, clock)
        await one.open()
        await one.transact(lambda: one.house.open_table(TABLE, "crown-holdem", Options(places=6)) and None)
        await other.open()
        await other.memory.hold(TABLE)
        here, there = Chat(one), Chat(other)
        table, same = one.house.tables[TABLE], other.house.tables[TABLE]
        await here.say(table, "player-1", words="hello")
        clock.at += 1
        await there.say(same, "player-2", words="good evening")
        for chat in (here, there):
            await chat.look()
        expected = [("player-1", "hello"), ("player-2", "good evening")]
        for chat, at in ((here, table), (there, same)):
            assert [(one.person, one.words) for one, _ in chat.at(at, "")] == expected
        clock.at += KEPT_SECONDS + 1
        for chat, at in ((here, table), (there, same)):
            await chat.look()
            assert chat.at(at, "player-1") == []
        assert not [key for key in store.matters if key.startswith("chat/")]

    asyncio.run(run())


def test_the_clauses_on_talk_are_in_the_books() -> None:
    assert all(book_of(book).title_page.conduct for book in BOOKS)


@pytest.mark.parametrize(("typed", "said"), [(" a\tb\n", "a b"), ("\u202eabc\u200b", "abc"), ("\x00", ""), ("né", "né")])
def test_a_line_of_print(typed: str, said: str) -> None:
    assert tidy(typed) == said

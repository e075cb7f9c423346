"""What must happen at the director's desk, written down from sections 12 and 13 of Crown's books and asked over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.books import book_of
from croupier.tables.tournament_stream import sample_terms, write_terms
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from croupier.tournaments.state import DIRECTOR, ENTRANT
from croupier.tournaments.terms import read_terms
from server.calling import Called

NAME = "desk-1"
RANK = {game: book_of(game).title_page.ranks[-1] for game in ("crown-holdem", "crown-caribbean-stud")}


class Desk:
    """A tournament in a house, and people who ask things of it over HTTP."""

    def __init__(self, called: Called, game: str) -> None:
        self.called, self.game = called, game

    @property
    def keeper(self) -> TournamentTables:
        return self.called.server.floor.house.tournaments[NAME]

    @property
    def state(self) -> Any:
        return self.keeper.state

    async def say(self, who: str, do: str, by: str = DIRECTOR, /, **more: Any) -> str:
        """Give a command; the reason where it is refused, and nothing where it is done. What is done adds up."""
        body = {"command": {"do": do, **more}, "as": by}
        answer = await self.called.ask("POST", f"/api/streams/{NAME}/commands", who, body)
        assert not self.keeper.wrong(), (do, self.keeper.wrong())
        assert self.called.server.floor.house.report().balanced, do
        return "" if answer.status == 200 else str(answer.json["reason"])

    async def does(self, do: str, /, **more: Any) -> None:
        assert not (why := await self.say("director-1", do, **more)), (do, why)

    async def refused(self, words: str, do: str, /, **more: Any) -> None:
        why = await self.say("director-1", do, **more)
        assert why, do
        assert words in why, (do, why)

    async def operator(self, do: str, /, **more: Any) -> str:
        return await self.say("manager-1", do, RANK[self.game], **more)

    def at(self, number: int) -> list[str]:
        return [*self.state.seats[f"{NAME}-{number}"].values()]

    async def out(self, *people: str, had: int = 1500_00) -> None:
        table = self.state.entrants[people[0]].place.table
        await self.does("report-hand", table=table, hand=0, out=dict.fromkeys(people, had))

    async def counted(self, number: int) -> None:
        """The first has all that the others at a table have not."""
        people, table = self.at(number), f"{NAME}-{number}"
        stacks = dict.fromkeys(people, 100_00)
        stacks[people[0]] += self.state.chips_at(table) - sum(stacks.values())
        await self.does("count-chips", table=table, stacks=stacks)

    async def closed(self) -> None:
        clock = self.called.server.floor.clock
        while self.state.level_number < 5:
            clock.at += max(self.state.clock.left_at(clock.now()), 0) + 1  # type: ignore[attr-defined]
            await self.called.server.floor.transact(lambda: self.keeper.do(c.NextLevel(), by="house", at=clock.now()) and None)
        await self.does("close-entries")

    async def down_to(self, left: int) -> list[str]:
        while len(self.state.playing) > left:
            if len(self.state.seats) == len(self.state.playing) == 2:  # one at each table: they come together
                await self.does("propose-moves", facts={table: {"last": 1, "button": 1} for table in self.state.seats})
                await self.does("confirm-moves")
            fullest = max(self.state.seats, key=lambda table: len(self.state.seats[table]))
            await self.out([*self.state.seats[fullest].values()][-1], had=100_00)
        return [bust.person for bust in reversed(self.state.busts)]


async def planned(desk: Desk, **more: Any) -> None:
    called = desk.called
    await called.demo.people()
    body = {"name": NAME, "title": "At the desk", "game": desk.game, "starts": called.server.floor.clock.now() + 7200}
    body |= {"tables": 2, "publish": True, "by_hand": True, **more}
    assert (await called.ask("POST", "/api/tournaments", "director-1", body)).status == 201


async def entered(desk: Desk, players: int = 10) -> list[str]:
    assert not await desk.operator("open-entries")
    people = [await desk.called.demo.bot(60 + number) for number in range(players)]
    for person in people:
        assert not await desk.say(person, "enter", ENTRANT, person=person)
    return people


async def playing(desk: Desk, **more: Any) -> list[str]:
    await planned(desk, **more)
    people = await entered(desk)
    await desk.does("brief-players")
    await desk.does("draw-seats", order=[])
    desk.called.server.floor.clock.at = float(desk.state.starts)  # type: ignore[attr-defined]
    await desk.does("start-play")
    return people


Situation = Callable[[Desk], Awaitable[None]]
SITUATIONS: dict[str, Situation] = {}


def situation(work: Situation) -> Situation:
    SITUATIONS[work.__name__] = work
    return work


@situation
async def before_the_first_hand(desk: Desk) -> None:
    await planned(desk, publish=False)
    assert "have not been made available" in await desk.operator("open-entries")  # 12.2.2(a)
    assert not await desk.operator("make-terms-available")
    assert "have not been notified" in await desk.operator("open-entries")  # 12.2.2(b)
    assert not await desk.operator("advise-inspectorate")
    people = await entered(desk)
    await desk.refused("begins in", "start-play")  # 12.4.1(a)(i)
    assert "directs" in await desk.say("director-1", "enter", DIRECTOR, person="director-1")  # 12.2.3
    assert "has entered" in await desk.say(people[0], "enter", ENTRANT, person=people[0])
    assert "does not speak for" in await desk.say(people[0], "withdraw", ENTRANT, person=people[1])
    assert "plays in this tournament" in await desk.say("director-1", "appoint-deputy", person=people[0])
    assert not await desk.say(people[0], "name-substitute", ENTRANT, person=people[0], substitute="player-1")  # 12.4.2(d)
    assert not await desk.say("player-1", "withdraw", ENTRANT, person="player-1")  # in time: all money back
    assert desk.state.refunded["player-1"] == 110_00
    await desk.does("brief-players")
    assert desk.state.briefed
    assert not await desk.say("player-2", "enter", ENTRANT, person="player-2")
    assert not desk.state.briefed  # 12.3.1: a person who comes later is briefed too


@situation
async def a_change_of_terms_is_told_to_the_regulator_before_play(desk: Desk) -> None:
    await planned(desk)
    people = await entered(desk)
    terms = write_terms(desk.state.terms).replace("the poker room", "the terrace")
    path = f"/api/tournaments/{NAME}/terms"
    assert (await desk.called.ask("POST", path, people[0], {"toml": terms, "why": "rain"})).status == 403
    assert (await desk.called.ask("POST", path, "manager-1", {"toml": terms, "why": "rain"})).status == 200
    await desk.does("brief-players")
    await desk.does("draw-seats", order=[])
    desk.called.server.floor.clock.at = float(desk.state.starts)  # type: ignore[attr-defined]
    await desk.refused("", "start-play")  # 12.4.1(c)
    assert not await desk.operator("tell-regulator")
    await desk.refused("made available", "start-play")
    assert not await desk.operator("make-terms-available")
    await desk.does("start-play")
    answer = await desk.called.ask("POST", path, "manager-1", {"toml": terms, "why": "sun"})
    assert answer.status == 422  # nobody changes the terms of a tournament that is played


@situation
async def the_director_must_be_there(desk: Desk) -> None:
    await playing(desk)
    await desk.does("step-out")
    await desk.refused("not present", "pause-clock")  # 12.2.3
    await desk.does("attend")
    await desk.does("appoint-deputy", person="supervisor-1")
    assert "only the Tournament Director appoints" in await desk.say("supervisor-1", "appoint-deputy", "Deputy", person="admin-1")
    assert not await desk.say("supervisor-1", "attend", "Deputy")
    assert not await desk.say("supervisor-1", "pause-clock", "Deputy")
    desk_page = await desk.called.ask("GET", f"/tournaments/{NAME}/desk", "supervisor-1")
    assert desk_page.status == 200


@situation
async def absent_players(desk: Desk) -> None:
    people = await playing(desk)
    await desk.does("note-absent", person=people[0])
    await desk.refused("noted as absent", "note-absent", person=people[0])
    await desk.does("note-back", person=people[0])
    await desk.refused("is there", "note-back", person=people[0])
    await desk.refused("has not entered", "note-absent", person="nobody")
    await desk.refused("play has begun", "withdraw", person=people[0])


@situation
async def wrong_counts_at_a_table_dealt_by_hand(desk: Desk) -> None:
    await playing(desk)
    first, *others = desk.at(1)
    table = f"{NAME}-1"
    stacks = {first: 1400_00, **dict.fromkeys(others, 1500_00)}
    await desk.refused("100 are missing", "count-chips", table=table, stacks=stacks)
    await desk.refused("does not sit", "count-chips", table=table, stacks={desk.at(2)[0]: 100_00})
    await desk.does("count-chips", table=table, stacks=stacks, why="a chip was lost")
    assert desk.state.chips_at(table) == 7400_00
    await desk.out(first, had=1400_00)
    await desk.does("undo-elimination", person=first, why="the wrong name")
    assert not desk.state.loose
    await desk.refused("somebody at table", "report-hand", table=table, hand=0, out=dict.fromkeys(desk.at(1), 100_00))
    assert "for the Tournament Director" in await desk.say(first, "report-hand", ENTRANT, table=table, hand=0)


@situation
async def two_tables_break_at_once(desk: Desk) -> None:
    await playing(desk)
    for person in (*desk.at(1)[:2], *desk.at(2)[:1]):
        await desk.out(person)
    facts = {table: {"last": 3, "button": 1} for table in desk.state.seats}
    await desk.does("propose-moves", facts=facts)
    await desk.refused("count them first", "confirm-moves")
    await desk.counted(1)
    await desk.counted(2)
    await desk.out(desk.at(2)[-1], had=100_00)
    await desk.refused("no moves are proposed", "confirm-moves")  # they were for the tables of before
    await desk.counted(2)
    await desk.does("propose-moves", facts=facts)
    await desk.does("confirm-moves")
    assert len(desk.state.seats) == 1
    assert desk.state.chips_at(next(iter(desk.state.seats))) == 15000_00


@situation
async def re_buys_and_their_undoing(desk: Desk) -> None:
    people = await playing(desk, rebuys=1)
    out = desk.at(1)[0]
    await desk.refused("not been played with", "undo-purchase", person=out, why="none")
    await desk.out(out)
    await desk.counted(1)
    assert not await desk.say(out, "buy-again", ENTRANT, person=out)
    await desk.refused("at most", "buy-again", person=out)
    assert "for the Tournament Director" in await desk.say(out, "undo-purchase", ENTRANT, person=out, why="I changed my mind")
    await desk.does("undo-purchase", person=out, why="paid by another")
    assert desk.state.entrants[out].status == "out"
    await desk.closed()
    await desk.refused("time for re-buys", "buy-again", person=out)
    await desk.refused("", "undo-purchase", person=people[0], why="late")


@situation
async def a_bust_out_after_its_prize_was_paid(desk: Desk) -> None:
    await playing(desk)
    await desk.closed()
    out = await desk.down_to(2)
    await desk.does("pay-out", person=out[0])
    await desk.refused("take it back first", "undo-elimination", person=out[0], why="a misread hand")
    await desk.refused("take it back first", "undo-elimination", person=out[1], why="a misread hand")
    await desk.refused("take it back first", "disqualify", person=out[0], why="cheating")
    assert "take it back first" in await desk.operator("cancel-tournament", why="fire")
    await desk.does("take-back-prize", person=out[0], why="a misread hand")
    await desk.does("undo-elimination", person=out[0], why="a misread hand")
    await desk.does("redo-elimination", person=out[0])
    await desk.does("decide-tournament-dispute", about="the third place", decision="it stands")  # while a payout waits
    await desk.refused("that is final", "decide-tournament-dispute", about="the third place", decision="it does not")
    await desk.does("pay-out", person=out[0])
    await desk.down_to(1)
    await desk.does("finish")
    await desk.refused("while it is played", "undo-elimination", person=out[0], why="too late")
    for person in [one for one in desk.state.awarded if one not in desk.state.paid]:
        await desk.does("pay-out", person=person)
    assert sum(desk.state.paid.values()) == sum(desk.state.prizes) == 1000_00


@situation
async def a_deal_and_what_ends_it(desk: Desk) -> None:
    await planned(desk, publish=False)
    data = sample_terms(desk.game)
    data["choices"] |= {"deals": "agreed by all"}
    data["details"]["when"] = "2026-12-04 19:00"
    body = {"toml": write_terms(read_terms(data))}
    assert (await desk.called.ask("POST", f"/api/tournaments/{NAME}/terms", "manager-1", body)).json["lacks"] == 0
    assert not await desk.operator("make-terms-available")
    assert not await desk.operator("advise-inspectorate")
    await entered(desk)
    await desk.does("brief-players")
    await desk.does("draw-seats", order=[])
    desk.called.server.floor.clock.at = float(max(desk.state.starts, desk.called.server.floor.clock.now()))  # type: ignore[attr-defined]
    await desk.does("start-play")
    await desk.refused("not fixed yet", "propose-deal", how="even")
    await desk.closed()
    await desk.down_to(3)
    await desk.refused("count them first", "propose-deal", how="icm")
    for number in (1, 2):
        if f"{NAME}-{number}" in desk.state.seats and f"{NAME}-{number}" in desk.state.loose:
            await desk.counted(number)
    await desk.does("propose-deal", how="icm")
    assert sum(desk.state.deal.sums.values()) == 1000_00
    first, second, third = desk.state.playing
    assert not await desk.say(first, "agree-to-deal", ENTRANT, person=first)
    await desk.refused("only", "agree-to-deal", person=second)  # nobody agrees for another
    await desk.refused("3 players are left", "finish")
    for person in (second, third):
        assert not await desk.say(person, "agree-to-deal", ENTRANT, person=person)
    await desk.does("finish")
    assert desk.state.awarded == desk.state.deal.sums


@situation
async def money_back(desk: Desk) -> None:
    people = await playing(desk)
    await desk.refused("give one of these reasons", "refund", person=people[0], amount=10_00, why="he was sad")
    await desk.does("refund", person=people[0], amount=10_00, why="withdrawal in time")  # 12.4.8(a)(iv)
    await desk.refused("at most", "refund", person=people[0], amount=200_00, why="cancellation")
    assert "or above" in await desk.say("director-1", "cancel-tournament", why="fire")  # the operator's
    assert not await desk.operator("cancel-tournament", why="fire in the kitchen")
    assert all(one.paid == 0 for one in desk.state.entrants.values())
    await desk.refused("it is when it is cancelled", "refund", person=people[1], amount=1_00, why="cancellation")
    await desk.refused("it is when it is cancelled", "pay-out", person=people[1])


@situation
async def a_substitute_in_play_and_one_who_leaves(desk: Desk) -> None:
    people = await playing(desk)
    await desk.refused("no substitutes", "name-substitute", person=people[0], substitute="player-1")  # 12.4.8(a)(iii)
    await desk.does("retire", person=people[0])
    await desk.refused("has not entered, or is out", "retire", person=people[0])
    await desk.refused("give one of these reasons", "disqualify", person=people[1], why="I dislike him")
    await desk.does("disqualify", person=people[1], why="cheating")
    await desk.does("penalise", person=people[2], penalty="missed hands", number=2, why="shouting")
    assert desk.state.entrants[people[2]].penalty == 2


@situation
async def the_clock_and_hand_for_hand(desk: Desk) -> None:
    await playing(desk)
    await desk.does("pause-clock")
    await desk.refused("already paused", "pause-clock")
    await desk.does("resume-clock")
    await desk.refused("more was to be taken off", "deduct-time", seconds=100_000)
    await desk.does("start-hand-for-hand")
    first, second = (f"{NAME}-{number}" for number in (1, 2))
    await desk.does("report-hand", table=first, hand=0)
    await desk.refused("finish this hand", "end-hand-for-hand")
    await desk.refused("finish this hand", "report-hand", table=first, hand=0)
    await desk.does("report-hand", table=second, hand=0)
    await desk.does("end-hand-for-hand")


@situation
async def caribbean_stud_by_hand(desk: Desk) -> None:
    people = await playing(desk)
    await desk.does("start-round", order=[])
    await desk.refused("must finish the round", "close-round")
    for table in [*desk.state.seats]:
        there = [*desk.state.seats[table].values()]
        for hand in range(5):
            banks = {who: 1000_00 + 10_00 * place * (hand + 1) for place, who in enumerate(there)}
            await desk.does("report-hand", table=table, hand=0, banks=banks)
        await desk.refused("all hands", "report-hand", table=table, hand=0, banks=banks)
    await desk.does("close-round")
    assert len(desk.state.playing) == 4  # two of each table
    assert len(people) == 10


STUD = {"caribbean_stud_by_hand"}


@pytest.mark.parametrize("name", SITUATIONS)
def test_situation(tmp_path: Path, name: str) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        try:
            await SITUATIONS[name](Desk(called, "crown-caribbean-stud" if name in STUD else "crown-holdem"))
        finally:
            await called.server.close()

    asyncio.run(run())

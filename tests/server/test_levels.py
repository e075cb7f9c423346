"""A tournament in a house: the next level at the director's word, and nobody plays on who is kept out of the house."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.books import book_of
from croupier.floor.demo import TOURNAMENT
from croupier.people.commands import ExcludePerson
from croupier.poker import commands as poker
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands
from croupier.tournaments.state import DIRECTOR, ENTRANT
from server.calling import Called

RANK = book_of("crown-poker").title_page.ranks[-1]


async def announced(called: Called) -> TournamentTables:
    """The tournament of the demo, whose entries are open."""
    await called.demo.people()
    await called.demo.tournament()
    return called.server.floor.house.tournaments[TOURNAMENT]


async def begun(called: Called, keeper: TournamentTables) -> None:
    floor = called.server.floor
    await called.demo.do(TOURNAMENT, commands.BriefPlayers(), "director-1", DIRECTOR)
    await floor.transact(lambda: keeper.draw_seats(at=floor.clock.now()) and None)
    floor.clock.at = float(keeper.state.starts)  # type: ignore[attr-defined]
    await called.demo.do(TOURNAMENT, commands.StartPlay(), "director-1", DIRECTOR)
    assert keeper.state.clock.level == 1


def test_the_next_level_is_the_director_s_word(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        keeper = await announced(called)
        floor = called.server.floor
        path = f"/api/tournaments/{TOURNAMENT}/next-level"
        before = keeper.stream.number
        assert (await called.ask("POST", path, "director-1")).status == 422  # nothing is being played
        assert keeper.stream.number == before
        await begun(called, keeper)
        for person, status in (("", 401), ("player-1", 403), ("manager-1", 403), ("director-1", 422)):
            assert (await called.ask("POST", path, person)).status == status
        assert keeper.state.clock.level == 1  # no hand of it was played, and most players have yet to agree
        everybody = {"agreed": len(keeper.state.playing)}
        assert (await called.ask("POST", path, "director-1", everybody)).status == 200
        assert keeper.state.clock.level == 2
        assert keeper.state.clock.since is not None
        assert [type(entry.command) for entry in keeper.stream.entries[-2:]] == [commands.DeductTime, commands.NextLevel]
        await called.demo.do(TOURNAMENT, commands.PauseClock(), "director-1", DIRECTOR)
        assert (await called.ask("POST", path, "director-1", everybody)).json == {"level": 3}
        assert keeper.state.clock.since is None
        await called.demo.do(TOURNAMENT, commands.ResumeClock(), "director-1", DIRECTOR)
        floor.clock.at += 7_200  # type: ignore[attr-defined]
        assert (await called.ask("POST", path, "director-1")).json == {"level": 4}  # its time was up: nothing to deduct
        assert (await called.ask("POST", "/api/tournaments/nowhere/next-level", "director-1")).status == 404
        floor.halted = "a test"
        assert (await called.ask("POST", path, "director-1")).status == 503
        assert keeper.state.clock.level == 4
        floor.halted = ""

    asyncio.run(run())


def test_who_is_kept_out_of_the_house_takes_no_further_part_in_a_tournament(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        keeper = await announced(called)
        enters = commands.Enter(person="player-1")
        await called.demo.do(TOURNAMENT, enters, "player-1", ENTRANT)
        await begun(called, keeper)
        floor, dealer = called.server.floor, called.server.dealer
        step = dealer.next_step(TOURNAMENT)
        assert step is not None
        assert step.what == "next level"
        place = keeper.state.entrants["player-1"].place
        away = poker.StepAway(seat=place.seat)
        answer = await floor.do(keeper.tables[place.table].name, away, person="player-1", by=place.seat)
        assert "12.4.8(b)(ii)" in str(answer.decision)
        keeps = ExcludePerson(person="player-1", reason="asked to")
        await called.demo.do("people", keeps, "manager-1", RANK)
        step = dealer.next_step(TOURNAMENT)
        assert step is not None
        await floor.transact(step.do, concerns=TOURNAMENT)
        assert keeper.state.entrants["player-1"].status == "retired"
        assert keeper.wrong() == []
        step = dealer.next_step(TOURNAMENT)
        assert step is not None
        assert step.what == "next level"

    asyncio.run(run())

"""The next level at the director's word: in one step, by nobody else, and a clock that stands goes on standing."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.floor.demo import TOURNAMENT
from croupier.tournaments import commands
from croupier.tournaments.state import DIRECTOR
from server.calling import Called


def test_the_next_level_is_the_director_s_word(tmp_path: Path) -> None:
    async def run() -> None:
        called = await Called(tmp_path / "key").open()
        await called.demo.people()
        await called.demo.tournament()
        floor = called.server.floor
        keeper = floor.house.tournaments[TOURNAMENT]
        path = f"/api/tournaments/{TOURNAMENT}/next-level"
        before = keeper.stream.number
        assert (await called.ask("POST", path, "director-1")).status == 422  # nothing is being played
        assert keeper.stream.number == before
        await called.demo.do(TOURNAMENT, commands.BriefPlayers(), "director-1", DIRECTOR)
        await floor.transact(lambda: keeper.draw_seats(at=floor.clock.now()) and None)
        floor.clock.at = float(keeper.state.starts)  # type: ignore[attr-defined]
        await called.demo.do(TOURNAMENT, commands.StartPlay(), "director-1", DIRECTOR)
        assert keeper.state.clock.level == 1
        for person, status in (("", 401), ("player-1", 403), ("manager-1", 403), ("director-1", 422)):
            assert (await called.ask("POST", path, person)).status == status
        assert keeper.state.clock.level == 1  # no hand of it was played, and most players have yet to agree
        everybody = {"agreed": len(keeper.state.playing)}
        assert (await called.ask("POST", path, "director-1", everybody)).status == 200
        assert keeper.state.clock.level == 2
        assert keeper.state.clock.since is not None
        assert [type(entry.command) for entry in keeper.stream.entries[-2:]] == [
            commands.DeductTime,
            commands.NextLevel,
        ]
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

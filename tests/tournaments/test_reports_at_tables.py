"""Whatever is reported and ruled at the tables of a tournament, while anything happens in it: chips, seats and books stay right.

A ruling under the rules of the game meets a tournament here: someone is excluded, wagers are void, a round does not count, a sum
is claimed. No hand stands still for it, and the tournament can always be brought to an end.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command
from croupier.players.field import Field
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.any_table import AnyTable
from croupier.tables.poker_table import PokerTable, whose
from croupier.tournaments import commands as c
from tournaments.fields import POKER, REBUYS, STUD, terms
from tournaments.test_mishaps import mended, mishap

OFTEN = ("contravention", "device", "dispute")
WAITS = {"between_rounds", "table_waits", "director_absent", "terms_ends_early", "play_not_begun", "too_few_players"}
"""Why the next step of a table may be refused: it waits for the tournament, or for players."""


class Evening:
    def __init__(self, game: str, seed: int) -> None:
        self.chance = Random(seed)
        ways = ("removed", "left in play")
        conduct = {"disqualified_chips": self.chance.choice(ways), "retired_chips": self.chance.choice(ways)}
        parts: dict[str, Any] = {"conduct": {**conduct, "substitute_when": "illness"}}
        choices: dict[str, Any] = {}
        if game in POKER:
            absence = self.chance.choice(("blinded off", "dealt out"))
            missed = "posted for them" if absence == "blinded off" else "owed"
            choices = {"missed_blinds": missed, "dead_hand": self.chance.choice(("at once", "in turn")), "re_entry": 3}
            parts = {**REBUYS, "conduct": {**parts["conduct"], "absence": absence}}
        self.field = Field(terms(game, choices, **parts), 9, seed)
        self.field.open()
        self.tournament = self.field.tournament

    @property
    def tables(self) -> list[AnyTable]:
        return [table for name, table in self.tournament.tables.items() if name in self.tournament.state.seats]

    def check(self) -> None:
        assert self.tournament.wrong() == []

    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.tournament.state.phase != "playing" or self.field.over():
                return
            table = self.chance.choice(self.tables)
            if self.chance.random() < 0.3:
                self.tournament.do(mishap(self.chance, self.field), at=self.tournament.stream.at)
            self.reports(table, 0.3)
            mended(self.field)
            for _ in range(self.chance.randint(1, 12)):
                if table in self.tables and self.tournament.state.phase == "playing" and not self.goes_on(table):
                    break
                self.reports(table, 0.05)
            if self.tournament.state.terms.in_rounds and self.tournament.state.phase == "playing":
                self.next_round()

    def reports(self, table: AnyTable, how_often: float) -> None:
        """Someone reports something about a player, and anyone who has the rank rules on it."""
        if self.chance.random() < how_often and table.state.seats:
            what = self.chance.choice((*table.rules.irregularities, *OFTEN * 3))
            seat, count = self.chance.choice(list(table.state.seats)), self.chance.choice((-1, 1, 2, 3))
            said: dict[str, Any] = {"what": what, "player": seat, "count": count, "note": f"matter {table.number}"}
            said["amount"] = self.chance.choice((-1, -1, 100_00))
            kind = poker.Report if isinstance(table, PokerTable) else stud.Report
            table.do(kind(**said), by=table.rules.ranks[-1])
        for _ in range(5):
            if (question := table.state.question) is not None:
                table.do(poker.Rule(option=self.chance.choice(question.names)), by=question.rank)
        assert table.state.question is None
        self.check()

    def goes_on(self, table: AnyTable) -> bool:
        """The next thing at a table: the house's step, or an act of anyone who is to act; not if it waits for the tournament."""
        at, step = max(self.field._now, self.tournament.stream.at, table.at), self.step(table)
        if step is None and table.turn:
            if self.tournament.fold_for_absent(table.name, at=at) is None:
                acted = table.do(self.act(table), at=at)
                assert isinstance(acted, Accepted) or isinstance(table.do(table.fold(table.turn), at=at), Accepted)
        elif step is not None:
            decision = table.do(step, by=whose(step) or (None if isinstance(table, PokerTable) else HOUSE), at=at)
            assert not isinstance(decision, Refused) or decision.ground in WAITS, f"{step}: {decision}"
            self.check()
            return not isinstance(decision, Refused)
        else:
            return False
        self.check()
        return True

    def step(self, table: AnyTable) -> Command | None:
        if isinstance(table, PokerTable) or table.state.phase != "wagers":
            return table.next_step() if isinstance(table, PokerTable) or not table.turn else None
        for seat in table.state.seats:
            table.do(stud.PlaceAnte(seat=seat, amount=table.state.options.minimum))
        if table.state.wagered and not isinstance(table.deal(), Refused):
            return table.next_step() if not table.turn else None
        return None

    def act(self, table: AnyTable) -> Command:
        if isinstance(table, PokerTable):
            return self.field._act(table, table.turn)
        bet = stud.PlaceBet(seat=table.turn, amount=2 * table.state.options.minimum)
        return self.chance.choice((table.fold(table.turn), bet))

    def next_round(self) -> None:
        if isinstance(self.tournament.do(c.CloseRound()), Accepted) and not self.field.over():
            self.tournament.draw_seats(at=self.tournament.stream.at)

    def ends(self) -> None:
        """Every hand comes to its end, and the tournament can be cancelled: nobody is left at a table."""
        for table in self.tournament.tables.values():
            for _ in range(300):
                if table.state.phase in ("between", "wagers"):
                    break
                assert self.goes_on(table)
            assert table.state.phase in ("between", "wagers")
        if self.tournament.state.phase == "playing":
            assert isinstance(self.tournament.do(c.CancelTournament(why="the house closes")), Accepted)
        self.check()
        assert self.tournament.state.phase != "cancelled" or not any(t.state.seats for t in self.tournament.tables.values())
        for stream in (self.tournament.stream, *self.tournament.tables.values()):
            assert stream.audit(), str(stream.audit())


@pytest.mark.parametrize("game", [*POKER[:2], STUD[0]])
def test_reports_and_rulings_at_the_tables_leave_a_tournament_in_order(game: str) -> None:
    for seed in range(3):
        evening = Evening(game, seed)
        evening.play(40)
        evening.ends()


@pytest.mark.slow
@pytest.mark.parametrize("game", [*POKER, *STUD])
def test_many_reports_and_rulings_leave_a_tournament_in_order(game: str) -> None:
    for seed in range(3, 40):
        evening = Evening(game, seed)
        evening.play(150)
        evening.ends()

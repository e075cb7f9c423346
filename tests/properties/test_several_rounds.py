"""Several rounds in a row at one table, with players who come and go."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from croupier.kernel.accounts import purse_of
from croupier.kernel.actors import INSPECTOR
from croupier.kernel.decisions import Refused
from croupier.stud.commands import LeaveSeat, PlaceAnte, TakeSeat
from croupier.stud.events import SeatLeft, SeatTaken
from croupier.tables.house_table import HouseTable
from properties.play import CHANCE, ENOUGH, PLAYABLE, Sitting, Step, mishap, sits_down
from properties.test_stud import check_money

PLACE = st.integers(1, 9)


class Evening(RuleBasedStateMachine):
    """One table for an evening. What people brought and took home is kept apart from the table's own accounts."""

    game = ""

    def __init__(self) -> None:
        super().__init__()
        self.spent: dict[str, int] = {}
        self.present: dict[int, str] = {}

    @initialize(chance=CHANCE)
    def open(self, chance: Random) -> None:
        self.sitting = Sitting(self.game, chance)
        for step in self.sitting.given:
            self._keep_account(step)

    @rule(seat=PLACE, chips=st.sampled_from([1, 5_00, 30_00, ENOUGH]), chance=CHANCE)
    def sit_down(self, seat: int, chips: int, chance: Random) -> None:
        self._keep_account(self.sitting.do(sits_down(seat, chips, chance)))

    @rule(seat=PLACE)
    def leave(self, seat: int) -> None:
        self._keep_account(self.sitting.do(LeaveSeat(seat=seat)))

    @rule(seat=PLACE, units=st.integers(0, 3))
    def ante(self, seat: int, units: int) -> None:
        sign = self.sitting.state.options
        self._keep_account(self.sitting.do(PlaceAnte(seat=seat, amount=sign.minimum + units * sign.unit)))

    @rule(chance=CHANCE)
    def something_goes_wrong(self, chance: Random) -> None:
        self._keep_account(self.sitting.do(mishap(self.sitting.table, chance)))

    @rule()
    def go_on(self) -> None:
        for step in self.sitting.hurry():
            assert not step.refused, f"{step.command} was offered, then {step.decision}"
            self._keep_account(step)

    @rule()
    def play_the_round_out(self) -> None:
        for step in self.sitting.finish():
            assert not step.refused, f"{step.command} was offered, then {step.decision}"
            self._keep_account(step)

    @rule()
    def tell_it_again(self) -> None:
        """The table as it is loaded from its own history goes on as if nothing had happened."""
        before = self.sitting.table
        self.sitting.table = HouseTable.load(before.dump().splitlines())
        assert (self.sitting.state, self.sitting.table.head) == (before.state, before.head)

    @invariant()
    def money_is_where_it_belongs(self) -> None:
        state = self.sitting.state
        check_money(state)
        assert state.people == self.present
        for person, spent in self.spent.items():
            assert state.money.get(purse_of(person), 0) == -spent

    def teardown(self) -> None:
        self.play_the_round_out()
        if not self.sitting.closed:
            assert self.sitting.table.view(INSPECTOR) == self.sitting.table.events

    def _keep_account(self, step: Step) -> None:
        for event in () if isinstance(step.decision, Refused) else step.decision.events:
            if isinstance(event, SeatTaken):
                assert isinstance(step.command, TakeSeat)
                assert event.person not in self.present.values()
                self.present[event.seat] = event.person
                self.spent[event.person] = self.spent.get(event.person, 0) + step.command.chips
            elif isinstance(event, SeatLeft):
                assert self.present.pop(event.seat) == event.person
                kept = [box for box, owner in step.before.jackpots.items() if owner == event.seat]
                self.spent[event.person] -= step.before.stack(event.seat)
                self.spent[event.person] -= sum(step.before.jackpot(box) for box in kept)


@pytest.mark.hypothesis
@pytest.mark.parametrize("game", PLAYABLE)
def test_an_evening_at_the_table(game: str) -> None:
    few = settings(max_examples=max(1, settings().max_examples // 3), stateful_step_count=20)
    evening: type[Evening] = type("Evening", (Evening,), {"game": game})
    run_state_machine_as_test(evening, settings=few)

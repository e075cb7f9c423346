"""A colour-up takes its time, table by table, while hands are played and people move or leave: no odd chip is left anywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted
from croupier.players.field import Field
from croupier.tables.poker_table import PokerTable
from croupier.tournaments import commands as c
from tournaments.fields import terms

FORM: dict[str, Any] = {
    "levels": [{"minutes": 10, "blinds": ["25", "50"]}, {"minutes": 60, "blinds": ["100", "200"]}],
    "seats": 4,
    "tables": 6,
}


class Slow(Field):
    """Bots whose director changes chips up at one table after the other, and moves nobody meanwhile."""

    def _colour_up(self) -> None:
        return

    def _moves(self) -> None:
        if not self.tournament.state.coloured:
            super()._moves()


def changed_up(seed: int) -> int:
    """How many tables were coloured up in a tournament, all of whose stacks are whole chips after every hand."""
    chance, tables = Random(seed), 0
    choices = {"late_entry": 1, "redraw_at": [], "colour_up": chance.choice(("chip race", "rounded up"))}
    field = Slow(terms("crown-holdem", choices, format=FORM), 12, seed)
    field.open()
    tournament = field.tournament
    state = tournament.state
    for _ in range(120):
        if field.over():
            break
        for name in list(state.seats) if state.clock.level > 1 and chance.random() < 0.4 else ():
            if chance.random() < 0.3:
                tables += isinstance(tournament.do(c.ColourUp(table=name, stacks={}), by=HOUSE), Accepted)
        person, table = chance.choice(state.playing), chance.choice(list(state.seats))
        if chance.random() < 0.3:
            tournament.do(c.MovePlayer(person=person, table=table, seat=chance.randint(1, 4), why="a quieter seat"))
        elif chance.random() < 0.05:
            tournament.do(c.Retire(person=person))
        field.step()
        assert tournament.wrong() == []
        for name in state.seats:
            poker = tournament.tables[name]
            assert isinstance(poker, PokerTable)
            odd = {who: chips for who, chips in tournament.stacks(name).items() if chips % poker.state.options.chip}
            assert poker.state.phase != "between" or not odd, f"table {name}: {odd}"
    return tables


def test_no_odd_chips_are_left_by_a_colour_up() -> None:
    assert sum(map(changed_up, (1, 10, 43, 64))) > 5


@pytest.mark.slow
def test_no_odd_chips_are_left_by_many_colour_ups() -> None:
    assert sum(map(changed_up, range(80))) > 60

"""No house table is ever stuck, nor its prize meter: whatever was done, reported, ruled or left waiting, someone can lead on.

Wrong wagers, reports with all kinds of facts, rulings, prizes that wait, a deck that is short while one does, verifications that
are refused, equipment that fails, tables that are stopped, players who leave, tables that close. From wherever that comes to,
every round can be brought to its end by what someone may do, and another dealt and settled; a deck that is found short while a
prize waits has its answer too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from hypothesis import given, note, settings, strategies as st

from croupier.kernel.accounts import kind_of
from how_many import examples
from properties.casino_play import LINKED, Floor
from properties.test_stud import check_money

every_game = pytest.mark.parametrize("game", LINKED)
STEPS = 150


@every_game
@examples(10)
@given(seed=st.integers(0, 2**32 - 1))
def test_somebody_can_always_lead_on(game: str, seed: int) -> None:
    _an_evening(game, Random(seed))


@pytest.mark.slow
@every_game
@settings(max_examples=400)
@given(seed=st.integers(0, 2**32 - 1))
def test_somebody_can_always_lead_on_at_length(game: str, seed: int) -> None:
    _an_evening(game, Random(seed))


def _an_evening(game: str, chance: Random) -> None:
    """A walk over the floor; at some moments others go on from there, by every report and ruling, or straight to the end."""
    floor = Floor(game, chance)
    for _ in range(STEPS):
        with told_by(floor):
            floor.step()
            check_all(floor)
        phases = {table.state.phase for table in floor.made.tables.values()}
        if chance.random() < (0.1 if "prizes" in phases else 0.02 if phases & {"deciding", "settling"} else 0.005):
            for other in floor.mistakes_now():
                lead_on(other) if chance.random() < 0.3 else check_all(other)
        retracting = any(table.state.retracting for table in floor.made.tables.values())
        if chance.random() < (0.3 if "prizes" in phases or retracting else 0.05):
            lead_on(floor.copied())
        if chance.random() < 0.01:
            close_all(floor.copied())
    close_all(floor.copied())
    with told_by(floor):
        assert floor.made.wrong() == []
        assert [audit for stream in floor.streams if not (audit := stream.audit())] == []


def lead_on(floor: Floor) -> None:
    """Two rounds to their end at every table: the meters agree, and neither wagers nor prizes are left behind."""
    with told_by(floor):
        floor.lead_on()
        check_all(floor)
        assert floor.made.wrong() == []
        assert floor.made.meters.state.prizes == {}
        for table in floor.made.tables.values():
            lying = {kind_of(account) for account, amount in table.state.money.items() if amount}
            assert not lying & {"ante", "bet", "exchange"}, f"undecided wagers: {table.state.money}"
            if table.state.phase == "closed":
                assert not table.state.jackpots


def close_all(floor: Floor) -> None:
    """Every table closes, and nobody has anything left there but winnings that are held back."""
    with told_by(floor):
        floor.close_all()
        check_all(floor)
        assert floor.made.wrong() == []
        for table in floor.made.tables.values():
            assert table.state.phase == "closed"
            left = {kind_of(account) for account, amount in table.state.money.items() if amount}
            assert left <= {"purse", "float", "meter", "withheld", "vouchers"}, f"left at a closed table: {table.state.money}"


def check_all(floor: Floor) -> None:
    for table in floor.made.tables.values():
        check_money(table.state)


@contextmanager
def told_by(floor: Floor) -> Iterator[None]:
    """Whatever fails here comes with all that was said on the floor."""
    try:
        yield
    except BaseException:
        for line in floor.told:
            note(line)
        raise

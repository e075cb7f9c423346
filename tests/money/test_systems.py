"""The small truths about prize meters that everything else stands on: sums, when wagers are taken, when nothing is open."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from croupier.jackpots.reconciliation import Tally
from croupier.jackpots.systems import Ledger, MeterState, Prize, System, Terms, sign

TERMS = Terms(game="crown-caribbean-stud", cost=1_00, seed=10_000_00)
PRIZE = Prize(table="A", round=3, box=1, hand="flush", pays=100_00, source="house", formula="", clauses=("10.2",))


def test_a_meter_is_seeds_and_increments_less_prizes_with_transfers_and_additions() -> None:
    ledger = Ledger(seeded=1, increments=10, prizes=100, transfers=1_000, added=10_000)
    assert ledger.value == 1 + 10 - 100 + 1_000 + 10_000
    tally = Tally(seed=1, contributions=10, prizes=100, transfers=1_000, added=10_000)
    assert tally.value == ledger.value


@pytest.mark.parametrize(("closed", "stopped", "working", "manual"), list(product((False, True), repeat=4)))
def test_wagers_are_taken_while_the_system_is_open_and_works_or_is_kept_by_hand(
    closed: bool, stopped: bool, working: bool, manual: bool
) -> None:
    system = System(name="main", terms=TERMS, closed=closed, stopped=stopped, working=working, manual=manual)
    assert system.taking_wagers is ((closed, stopped) == (False, False) and (working, manual) != (False, False))


def test_a_new_system_takes_wagers_and_shows_its_two_pools() -> None:
    system = System(name="main", terms=TERMS, major=Ledger(seeded=5), minor=Ledger(seeded=3))
    assert system.taking_wagers
    assert (system.pools.major, system.pools.minor) == (5, 3)


def test_meters_are_at_rest_without_wagers_in_play_and_without_prizes_to_pay() -> None:
    idle = System(name="main", terms=TERMS)
    busy = replace(idle, name="side", games={"A": (1, (1, 2))})
    assert MeterState().at_rest
    assert MeterState(systems={"main": idle}).at_rest
    assert not MeterState(systems={"main": idle, "side": busy}).at_rest
    assert not MeterState(systems={"main": idle}, prizes={"A/3/1": PRIZE}).at_rest


def test_a_table_finds_its_system_and_a_round_its_own_prizes() -> None:
    main = System(name="main", terms=TERMS, tables=("A",))
    other = replace(PRIZE, round=4)
    elsewhere = replace(PRIZE, table="B")
    prizes = {"A/3/1": PRIZE, "A/4/1": other, "B/3/1": elsewhere}
    state = MeterState(systems={"main": main}, linked={"A": "main"}, prizes=prizes)
    assert state.system_of("A") is main
    assert state.system_of("B") is None
    assert state.prizes_of("A", 3) == [PRIZE]
    assert state.prizes_of("A", 4) == [other]
    assert state.prizes_of("C", 3) == []


def test_signs_name_what_they_announce() -> None:
    assert sign("link", "main", "C") == "link C main"
    assert sign("close", "main") == "close main"


def test_terms_that_are_equal_are_one_key_and_others_are_not() -> None:
    same = Terms(game="crown-caribbean-stud", cost=1_00, seed=10_000_00)
    assert hash(same) == hash(TERMS)
    for other in (replace(TERMS, cost=2_00), replace(TERMS, seed=1), replace(TERMS, option=2), replace(TERMS, game="x")):
        assert hash(other) != hash(TERMS)

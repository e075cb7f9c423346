"""What each pot bears of the commission, calculated by hand: the main pot first, and never more than a pot holds."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from croupier.books import poker_rules_of
from croupier.poker.commission import collected_now
from croupier.poker.events import CommissionCollected
from croupier.poker.lines import read_line
from croupier.poker.pots import Pot
from croupier.poker.pushing import _raked
from croupier.poker.rules import Commission, Options
from croupier.poker.state import POT, State
from croupier.tables.poker_table import PokerTable

TEN = Commission(percent=10, cap=75_00)
PER_HAND = Commission(per_hand=(5_00,), cap=5_00)
BOTH = Commission(percent=10, per_hand=(5_00,), cap=75_00)


def shares(charge: Commission, pots: list[int], taken: int, chip: int = 1_00) -> list[int]:
    table = State(options=Options(commission=charge, chip=chip))
    found = [Pot(amount, (1, 2)) for amount in pots]
    raked = _raked(table, found, taken)
    assert [(number, pot) for number, pot, _ in raked] == list(enumerate(found))
    return [rake for _, _, rake in raked]


@pytest.mark.parametrize(
    ("charge", "pots", "taken", "wanted"),
    [
        (TEN, [100_00], 10_00, [10_00]),
        (TEN, [99_00, 54_00], 15_00, [9_00, 6_00]),  # 10 % of 99 is 9 whole chips, of 153 it is 15
        (TEN, [95_00, 15_00, 40_00], 15_00, [9_00, 2_00, 4_00]),  # 9 of 95, 11 of 110, 15 of 150
        (TEN, [100_00, 100_00], 20_00, [10_00, 10_00]),
        (TEN, [100_00, 100_00], 12_00, [10_00, 2_00]),  # the cap is reached in the side pot
        (TEN, [100_00, 100_00], 10_00, [10_00, 0]),  # exactly at the end of the main pot
        (TEN, [100_00, 100_00], 4_00, [4_00, 0]),
        (TEN, [9_00, 9_00], 1_00, [0, 1_00]),  # neither pot has a chip of its own, both together have one
        (PER_HAND, [3_00, 38_00], 5_00, [3_00, 2_00]),  # the main pot is given up whole, the side pot bears the rest
        (PER_HAND, [5_00, 38_00], 5_00, [5_00, 0]),
        (PER_HAND, [2_00, 1_00, 38_00], 5_00, [2_00, 1_00, 2_00]),
        (PER_HAND, [2_00, 1_00], 3_00, [2_00, 1_00]),
        (BOTH, [20_00, 100_00], 17_00, [7_00, 10_00]),  # 2 and 10, and the amount per hand from the main pot
        (BOTH, [4_00, 100_00], 15_00, [4_00, 11_00]),  # the main pot holds 4 of it
        (TEN, [99_00, 54_00], 0, [0, 0]),
    ],
)
def test_what_each_pot_bears(charge: Commission, pots: list[int], taken: int, wanted: list[int]) -> None:
    assert shares(charge, pots, taken) == wanted


def test_one_cent_is_collected_too_and_nothing_is_not() -> None:
    for pot, due in ((9, []), (10, [1]), (19, [1]), (20, [2])):
        table = State(options=Options(commission=TEN, chip=1), money={POT: pot})
        table.hand.voluntary = True
        assert [event.amount for event in collected_now(poker_rules_of("crown-holdem"), table)] == due


def test_where_the_smallest_chip_is_a_cent_each_pot_bears_its_percentage_to_the_cent() -> None:
    assert shares(TEN, [9_99, 10_00], 1_99, chip=1) == [99, 1_00]  # 99.9 and 199.9 cents, less what they have of a chip


@given(st.lists(st.integers(1, 60), min_size=1, max_size=4), st.integers(0, 60), st.sampled_from((TEN, PER_HAND, BOTH)))
def test_no_pot_bears_more_than_it_holds_and_all_is_borne(pots: list[int], taken: int, charge: Commission) -> None:
    taken = min(taken, sum(pots)) * 1_00
    borne = shares(charge, [pot * 1_00 for pot in pots], taken)
    assert sum(borne) == taken
    assert all(0 <= rake <= pot * 1_00 for rake, pot in zip(borne, pots, strict=True))


@pytest.mark.parametrize(("charge", "clauses"), [(TEN, ("7.2.1", "7.5")), (PER_HAND, ("7.2.3",))], ids=["10 %", "$5"])
def test_what_nobody_called_matters_to_a_percentage_and_not_to_an_amount_per_hand(
    charge: Commission, clauses: tuple[str, ...]
) -> None:
    table = PokerTable("crown-holdem", Options(commission=charge))
    for line in ("sit 1 500.00", "sit 2 500.00", "sit 3 500.00", "begin", "post 1", "post 2", "shuffle", "cut 20"):
        table.do(read_line(line))
    for line in ("deal", "raise 3 60.00", "raise 1 200.00", "fold 2", "fold 3", "push"):
        table.do(read_line(line))
    collected = [event for event in table.events if isinstance(event, CommissionCollected)]
    assert collected
    cited = {clause for event in collected for clause in event.clauses}
    assert cited & {"7.2.1", "7.2.3", "7.5"} == set(clauses)

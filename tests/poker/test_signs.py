"""What signs must show and may not show: every limit at its edge, and nothing else beside what is wrong."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from croupier.books import poker_rules_of
from croupier.poker.management import earliest_change, raises_minimum
from croupier.poker.rules import Bonus, Commission, Options
from croupier.poker.signs import ANTES, sign_grounds, wrong_signs
from croupier.poker.state import Notice

RULES = poker_rules_of("crown-holdem")
NOT_ALLOWED = "options_not_allowed"
BOUGHT = {"time_to_act": 30, "extra_time": 20, "extra_times": 2}
TOURNAMENT = {"tournament": "t"}
FLUSH, STRAIGHT = Bonus(hand="flush", cash=1_00), Bonus(hand="straight", goods="a car")


def charged(**charges: object) -> Mapping[str, object]:
    return {"commission": Commission(**charges)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({}, []),
        ({"places": 1}, ["too_many_places"]),
        ({"places": 2}, []),
        ({"places": 11}, []),
        ({"places": 12}, ["too_many_places"]),
        ({"blinds": ()}, ["blinds_not_allowed"]),
        ({"blinds": (10_00, 5_00)}, ["blinds_not_allowed"]),
        ({"blinds": (10_00,)}, []),
        ({"blinds": (10_00, 10_00)}, []),
        ({"blinds": (0, 10_00)}, [NOT_ALLOWED]),
        ({"chip": 0}, [NOT_ALLOWED]),
        ({"minimum_buy_in": 0}, [NOT_ALLOWED]),
        ({"minimum_buy_in": 1}, []),
        ({"blinds": (1, 1), "chip": 1}, []),
        ({"betting": "fixed limit", "bets": (0, 10_00)}, [NOT_ALLOWED]),
        ({"minimum": 10_00}, []),
        ({"minimum": 11_00}, ["blinds_not_allowed"]),
        ({"betting": "fixed limit"}, [NOT_ALLOWED]),
        ({"betting": "fixed limit", "bets": (10_00,)}, []),
        ({"betting": "fixed limit", "bets": (10_00,) * 4}, []),
        ({"betting": "fixed limit", "bets": (10_00,) * 5}, [NOT_ALLOWED]),
        ({"bets": (10_00,) * 5}, []),
        ({"betting": "spread limit", "bets": (10_00, 20_00), "most": 19_00}, [NOT_ALLOWED]),
        ({"betting": "spread limit", "bets": (10_00, 20_00), "most": 20_00}, []),
        ({"betting": "spread limit"}, [NOT_ALLOWED]),
        ({"betting": "fixed limit", "bets": (10_00, 20_00), "most": 19_00}, []),
        ({"chip": 2_00}, [NOT_ALLOWED]),
        ({"chip": 5_00}, []),
        ({"chip": 5_00, "betting": "fixed limit", "bets": (5_00, 11_00)}, [NOT_ALLOWED]),
        ({"chip": 5_00, "minimum": 6_00}, [NOT_ALLOWED]),
        ({"chip": 5_00, "ante": 6_00, "readings": (ANTES,)}, [NOT_ALLOWED]),
        ({"maximum_buy_in": 199_99}, [NOT_ALLOWED]),
        ({"maximum_buy_in": 200_00}, []),
        ({"maximum_buy_in": 1}, [NOT_ALLOWED]),
        ({"flop_chase": (0, 5_00)}, [NOT_ALLOWED]),
        ({"flop_chase": (1_00, 1_00)}, []),
        ({"flop_chase": (1_00, 1_50)}, [NOT_ALLOWED]),
        ({"flop_chase": (2_00, 1_00)}, [NOT_ALLOWED]),
        ({"flop_chase": (1_00, 0)}, [NOT_ALLOWED]),
        ({"bonuses": (FLUSH, STRAIGHT)}, []),
        ({"bonuses": (Bonus(hand="flush", cash=1),)}, []),
        ({"bonuses": (Bonus(hand="flush"), STRAIGHT)}, ["bonus_not_named"]),
        ({"bonuses": (FLUSH, Bonus(hand="straight", cash=1, goods="a car"))}, ["bonus_not_named"]),
        ({"bonuses": (FLUSH, Bonus(hand="five aces", cash=1))}, ["bonus_not_named"]),
        ({"bonuses": (FLUSH, FLUSH)}, ["bonus_not_named"]),
        ({"ante": 1_00}, ["antes_not_played"]),
        ({"ante": 1_00, "readings": (ANTES,)}, []),
        ({"readings": ("as I like it", ANTES)}, [NOT_ALLOWED]),
        ({"time_to_act": -1}, [NOT_ALLOWED]),
        ({"time_to_act": 1}, []),
        ({"extra_times": -1}, [NOT_ALLOWED]),
        ({**BOUGHT, "extra_time": -1}, [NOT_ALLOWED]),
        (BOUGHT, []),
        ({**BOUGHT, "extra_times": 0}, [NOT_ALLOWED]),
        ({**BOUGHT, "time_to_act": 0}, [NOT_ALLOWED]),
        ({**BOUGHT, "extra_time": 0}, []),
        ({"time_bank": 1}, [NOT_ALLOWED]),
        ({"time_bank": 1, "time_to_act": 1}, []),
        (TOURNAMENT, []),
        ({**TOURNAMENT, **charged(percent=5, cap=1_00)}, ["tournament_chips"]),
        ({**TOURNAMENT, **charged(per_person=1)}, ["tournament_chips"]),
        ({**TOURNAMENT, **charged(hourly=1)}, ["tournament_chips"]),
        ({**TOURNAMENT, "flop_chase": (1_00, 1_00)}, ["tournament_chips"]),
        ({**TOURNAMENT, "bonuses": (FLUSH,)}, ["tournament_chips"]),
        ({**TOURNAMENT, "extra_time_fee": 1}, ["tournament_chips"]),
        ({"extra_time_fee": 1}, []),
        (charged(percent=1.99, cap=1), ["commission_out_of_range"]),
        (charged(percent=2, cap=1), []),
        (charged(percent=10, cap=1), []),
        (charged(percent=10.01, cap=1), ["commission_out_of_range"]),
        (charged(percent=float("nan"), cap=1), ["commission_out_of_range"]),
        (charged(percent=2), ["cap_missing"]),
        (charged(per_hand=(1,)), ["cap_missing"]),
        (charged(per_hand=(1,), cap=1), []),
        (charged(hourly=2, most_hourly=1), ["above_highest_hourly"]),
        (charged(hourly=2, most_hourly=2), []),
        (charged(hourly=2), []),
        (charged(cap=-1), [NOT_ALLOWED]),
        (charged(per_person=-1), [NOT_ALLOWED]),
        (charged(hourly=-1), [NOT_ALLOWED]),
        (charged(most_hourly=-1), ["above_highest_hourly", NOT_ALLOWED]),
        (charged(per_hand=(1, -1), cap=1), [NOT_ALLOWED]),
        ({"ante": -1_00, "readings": (ANTES,)}, [NOT_ALLOWED]),
        ({"extra_time_fee": -1}, [NOT_ALLOWED]),
    ],
)
def test_what_a_sign_may_not_show(said: Mapping[str, object], wrong: list[str]) -> None:
    assert [ground for ground, _ in wrong_signs(RULES, Options(**said))] == wrong  # type: ignore[arg-type]


def test_what_is_wrong_with_a_sign_is_said_with_its_figures() -> None:
    sign = Options(
        places=12, minimum=11_00, commission=Commission(percent=11, hourly=2_00, most_hourly=1_00), readings=("b", "a")
    )
    sentences = [sentence for _, sentence in wrong_signs(RULES, sign)]
    assert sentences[:2] == [
        f"at most 11 players play {RULES.title}, not 12",
        "the last blind must be at least the table minimum of $11.00",
    ]
    assert sentences[2].startswith("there is no reading 'a' of this book; there are antes_are_played, ")
    assert sentences[3:] == [
        "a percentage commission is zero or 2 to 10 percent, not 11",
        "a commission from the pots needs a cap in dollars",
        "the highest hourly fee on the sign is $1.00, not $2.00",
    ]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ({}, []),
        (charged(percent=5, cap=1), ["sign_commission"]),
        (charged(per_hand=(1,), cap=1), ["sign_commission", "sign_per_hand"]),
        (charged(per_person=1), ["sign_commission", "sign_per_person"]),
        (charged(hourly=1), ["sign_commission", "sign_hourly"]),
        ({"time_to_act": 30}, ["sign_time_to_act"]),
        ({"flop_chase": (1, 2)}, ["sign_side_wagers"]),
        ({"bonuses": (FLUSH,)}, ["sign_bonuses"]),
    ],
)
def test_what_a_sign_must_show(said: Mapping[str, object], shown: list[str]) -> None:
    assert sign_grounds(Options(**said)) == ("sign_blinds", *shown)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "dearer"),
    [
        ({}, {}, False),
        ({}, {"blinds": (10_00, 20_00)}, True),
        ({"blinds": (10_00, 20_00)}, {}, False),
        ({"bets": (10_00, 10_00, 20_00, 20_00)}, {"bets": (10_00, 10_00, 20_00, 40_00)}, True),
        ({"bets": (10_00, 10_00, 20_00, 20_00)}, {"bets": (20_00, 10_00, 10_00, 10_00)}, True),
        ({"bets": (10_00, 10_00, 20_00, 20_00)}, {"bets": (10_00, 10_00, 20_00, 20_00)}, False),
        ({"flop_chase": (1_00, 50_00)}, {"flop_chase": (2_00, 50_00)}, True),
        ({"flop_chase": (1_00, 50_00)}, {"flop_chase": (1_00, 90_00)}, False),
        ({}, {"flop_chase": (2_00, 50_00)}, False),
        ({"flop_chase": (2_00, 50_00)}, {"flop_chase": (1_00, 50_00)}, False),
    ],
)
def test_whether_new_signs_raise_the_least_wager(old: Mapping[str, object], new: Mapping[str, object], dearer: bool) -> None:
    assert raises_minimum(Options(**old), Options(**new)) == dearer  # type: ignore[arg-type]


@pytest.mark.parametrize(("dearer", "earliest"), [(False, 7), (True, 5 + RULES.notice_seconds)])
def test_from_when_a_change_may_be_made(dearer: bool, earliest: int) -> None:
    notice = Notice(Options(), "", at=5, hand=0, dearer=dearer, takes_effect=7)
    assert earliest_change(RULES, notice) == earliest
    late = Notice(Options(), "", at=5, hand=0, dearer=dearer, takes_effect=10**6)
    assert earliest_change(RULES, late) == 10**6


@pytest.mark.parametrize(("hourly", "most", "highest"), [(2_00, 0, 2_00), (2_00, 5_00, 5_00), (0, 5_00, 5_00), (0, 0, 0)])
def test_the_highest_hourly_fee_on_a_sign(hourly: int, most: int, highest: int) -> None:
    assert Commission(hourly=hourly, most_hourly=most).highest_hourly == highest

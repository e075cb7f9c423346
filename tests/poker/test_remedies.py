"""What goes back where a hand is undone: wagers, winnings from where they lie, commission, and lone pots."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.books import poker_rules_of
from croupier.kernel.accounts import FLOAT, stack_of, withheld_of
from croupier.poker.remedies import betting_undone, dead_hand, side_wagers_reopened, void_hand
from croupier.poker.rules import Bonus, Commission, Options
from croupier.poker.state import POT, SLIDE, Prize, State, held_of, side_of
from poker.tables_made import betting

HOLDEM = poker_rules_of("crown-holdem")


def void(made: State, seat: int) -> list[Any]:
    return [*void_hand(HOLDEM, made, made.hand.players[seat], "why", ("9.1",))]


def dead(made: State, seat: int) -> list[Any]:
    return [*dead_hand(HOLDEM, made, made.hand.players[seat], "why", ("9.1",))]


@pytest.mark.parametrize(
    ("held", "seized", "back"),
    [
        (15_00, 0, {held_of(5): -15_00}),
        (0, 15_00, {withheld_of("p5"): -15_00}),
        (9_00, 20_00, {held_of(5): -9_00, withheld_of("p5"): -6_00}),
        (40_00, 20_00, {held_of(5): -15_00}),
        (0, 0, {}),
    ],
)
def test_winnings_go_back_from_where_they_are(held: int, seized: int, back: dict[Any, int]) -> None:
    made = betting(side_results={5: ("red", 5_00, 10_00), 3: ("red", 2_00, 0)})
    made.money |= {name: amount for name, amount in ((held_of(5), held), (withheld_of("p5"), seized)) if amount}
    (reopened,) = side_wagers_reopened(made, ("9.16",))
    stakes = {side_of(5): 5_00, side_of(3): 2_00}
    assert {name: amount for name, amount in reopened.postings.items() if name != FLOAT} == stakes | back
    assert sum(reopened.postings.values()) == 0
    assert side_wagers_reopened(betting(), ("9.16",)) == []


def test_a_round_that_has_begun_on_a_wrong_card_is_undone() -> None:
    made = betting(board=(), street=0)
    made.hand.players[5].wagered = 0
    (undone,) = betting_undone(made, ("9.10",))
    assert undone.postings == {stack_of(1): 10_00, stack_of(3): 10_00, stack_of(7): 10_00, POT: -30_00}
    for player in made.hand.players.values():
        player.wagered = 0
    (nothing,) = betting_undone(made, ("9.10",))
    assert nothing.postings == {}
    made.hand.street = 1
    assert betting_undone(made, ("9.10",)) == []


def test_a_void_hand_has_all_back_that_it_put_in() -> None:
    made = betting()
    player = made.hand.players[5]
    player.dead = 3_00
    (voided,) = void(made, 5)
    assert (voided.amount, voided.postings) == (13_00, {POT: -13_00, player.stack: 13_00})
    player.put_in = player.dead = 0
    (voided,) = void(made, 5)
    assert voided.postings == {}


def test_commission_on_wagers_that_leave_the_pot_goes_back_into_it() -> None:
    made = betting(voluntary=True, collected=4_00)
    made.options = Options(places=8, commission=Commission(percent=10, cap=50_00))
    made.money |= {POT: 36_00, SLIDE: 4_00}
    less, _ = void(made, 5)
    assert (less.amount, less.postings) == (-1_00, {SLIDE: -1_00, POT: 1_00})


@pytest.mark.parametrize(("awarded", "number", "falls"), [(True, 0, True), (False, 4, True), (False, 3, False)])
def test_a_bonus_prize_of_the_hand_falls_with_it(awarded: bool, number: int, falls: bool) -> None:
    made = betting()
    made.hand.number = 4
    made.options = Options(places=8, bonuses=(Bonus(hand="flush", cash=50_00),))
    if awarded:
        made.hand.awarded[5], made.money[held_of(5)] = ("flush", 50_00), 50_00
    else:
        made.prizes["p5"] = Prize("flush", "dealer", number=number, cash=50_00)
    first, *rest = void(made, 5)
    assert (type(first).__name__ == "BonusDeclined") == falls == bool(rest)
    if falls:
        assert first.postings == ({held_of(5): -50_00, FLOAT: 50_00} if awarded else {})
        assert first.clauses == ("9.1", *HOLDEM.cite("bonus_falls"))


def test_a_pot_that_only_a_dead_hand_contested_goes_back() -> None:
    made = betting()
    for number, put_in in ((1, 10_00), (3, 40_00), (5, 30_00), (7, 10_00)):
        made.hand.players[number].put_in = put_in
    made.hand.players[5].live = False
    returned, folded = dead(made, 3)
    assert returned.amounts == {3: 30_00, 5: 20_00}
    assert returned.postings == {stack_of(3): 30_00, stack_of(5): 20_00, POT: -50_00}
    assert (folded.seat, folded.dead, folded.in_turn) == (3, "why", False)
    made.hand.turn = 1
    assert len(dead(made, 3)) == 1
    made.hand.turn = 0
    assert len(dead(made, 1)) == 1

"""Tables of a tournament: seats and chips are given by the tournament, in whole chips, and levels follow its signs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.poker import commands
from croupier.poker.blinds import begin_hand
from croupier.poker.rules import Options
from croupier.poker.state import State
from croupier.poker.tournament_seats import for_entrants, give_chips, not_here, set_level, take_seat
from poker.tables_made import answer, done, table

HOLDEM = poker_rules_of("crown-holdem")
SIGN = Options(places=8, tournament="t", chip=25_00, blinds=(25_00, 50_00))
SOFTWARE, DEALER = Said(HOUSE, HOUSE, 0), Said("d", "dealer", 0)


def seated(**said: Any) -> State:
    made = table(phase="between", **said)
    made.options = SIGN
    return made


@pytest.mark.parametrize(
    ("said", "ground"),
    [
        ({}, ""),
        ({"person": " "}, "who_sits"),
        ({"seat": 3}, "place_occupied"),
        ({"person": "p3"}, "place_occupied"),
        ({"chips": 0}, "tournament_chips"),
        ({"chips": -25_00}, "tournament_chips"),
        ({"chips": 30_00}, "tournament_chips"),
        ({"chips": 25_00}, ""),
        ({"missed": (0,)}, "no_blind_due"),
        ({"missed": (1,)}, ""),
        ({"missed": ()}, ""),
    ],
)
def test_an_entrant_sits_down(said: dict[str, Any], ground: str) -> None:
    command = commands.TakeSeat(**{"seat": 2, "person": "p9", "chips": 100_00, **said})
    found = take_seat(HOLDEM, seated(), command)
    assert answer(found)[0] == ground
    if not ground:
        (taken,) = done(found)
        assert (taken.seat, taken.person, taken.new, taken.missed) == (2, "p9", False, command.missed)
        assert taken.postings == {purse_of("p9"): -command.chips, stack_of(2): command.chips}
        more = ["blind_missed"] if command.missed else []
        assert taken.clauses == HOLDEM.cite("entrant_seated", "tournament_chips", *more)
        (later,) = done(take_seat(HOLDEM, seated(number=1), command))
        assert later.new


@pytest.mark.parametrize(
    ("seat", "chips", "phase", "ground"),
    [
        (3, 50_00, "between", ""),
        (3, -500_00, "between", ""),
        (3, -500_01, "between", "tournament_chips"),
        (3, 0, "between", "tournament_chips"),
        (3, 600_00, "between", ""),
        (2, 50_00, "between", "nobody_sits_there"),
        (3, 50_00, "betting", "stake_fixed"),
    ],
)
def test_chips_that_the_tournament_gives_or_takes(seat: int, chips: int, phase: Any, ground: str) -> None:
    made = seated()
    made.hand.phase = phase
    found = give_chips(HOLDEM, made, commands.AddChips(seat=seat, chips=chips))
    assert answer(found)[0] == ground
    if not ground:
        (given,) = done(found)
        assert given.postings == {purse_of("p3"): -chips, stack_of(3): chips}
        assert given.clauses == HOLDEM.cite("entrant_seated", "tournament_chips")


@pytest.mark.parametrize(
    ("sign", "options", "phase", "ground"),
    [
        (SIGN, {"blinds": (50_00, 100_00)}, "between", ""),
        (SIGN, {}, "between", "nothing_changes"),
        (SIGN, {"blinds": (50_00, 100_00)}, "betting", "change_after_hand"),
        (SIGN, {"tournament": "other"}, "between", "tournament_table"),
        (SIGN, {"blinds": (50_00, 25_00)}, "between", "blinds_not_allowed"),
        (Options(), {}, "between", "not_at_this_table"),
    ],
)
def test_a_level_is_set_between_hands(sign: Options, options: dict[str, Any], phase: Any, ground: str) -> None:
    made = seated()
    made.options, made.hand.phase = sign, phase
    command = commands.SetLevel(options=replace(SIGN, **options))
    found = set_level(HOLDEM, made, command, SOFTWARE)
    assert answer(found)[0] == ground
    if not ground:
        (level,) = done(found)
        assert (level.options, level.clauses) == (command.options, HOLDEM.cite("level_set"))


def test_what_has_no_place_at_such_a_table() -> None:
    take = commands.TakeSeat(seat=2, chips=25_00)
    for command, who, ground in (
        (commands.WantSeat(seat=1, place=2), SOFTWARE, "tournament_table"),
        (take, DEALER, "tournament_table"),
        (take, SOFTWARE, ""),
        (commands.BeginHand(), DEALER, ""),
    ):
        assert answer(not_here(HOLDEM, seated(), command, who))[0] == ground
    assert for_entrants(take, SOFTWARE)
    assert for_entrants(commands.Fold(seat=1), SOFTWARE)
    assert not for_entrants(take, DEALER)
    assert not for_entrants(commands.Check(seat=1), SOFTWARE)


@pytest.mark.parametrize(("late", "welcome"), [(False, (1,)), (True, ())])
def test_a_late_entrant_gets_no_cards_at_the_button_and_who_was_moved_does(late: bool, welcome: tuple[int, ...]) -> None:
    made = seated(number=1)
    made.get_up(1)
    command = commands.TakeSeat(seat=1, person="p9", chips=100_00, late=late)
    made.take(done(take_seat(HOLDEM, made, command))[0])
    made.money[stack_of(1)] = 100_00
    (begun,) = done(begin_hand(HOLDEM, made, commands.BeginHand(), SOFTWARE))
    assert (begun.positions, begun.welcome) == ((1, 3, 5), welcome)


def test_of_two_players_a_late_entrant_has_the_one_blind() -> None:
    made = seated(number=1)
    made.options = replace(SIGN, blinds=(50_00,))
    for number in (1, 3, 5):
        made.get_up(number)
    made.positions = (7, 3)
    made.take(done(take_seat(HOLDEM, made, commands.TakeSeat(seat=3, person="p9", chips=100_00, late=True)))[0])
    made.money[stack_of(3)] = 100_00
    (begun,) = done(begin_hand(HOLDEM, made, commands.BeginHand(), SOFTWARE))
    assert begun.positions == (7, 3)

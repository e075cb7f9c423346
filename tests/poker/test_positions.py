"""Where the button and the blinds come to lie, and who misses a blind by it: from each hand to the next."""

from __future__ import annotations

import pytest

from croupier.books import poker_rules_of
from croupier.kernel.accounts import stack_of
from croupier.poker.positions import HEADS_UP_BUTTON, between, missed_blinds, next_positions
from croupier.poker.rules import Options
from croupier.poker.state import Seat, State

RULES = poker_rules_of("crown-holdem")
ONE, TWO, THREE = (10_00,), (5_00, 10_00), (2_00, 5_00, 10_00)


def seated(*numbers: int, blinds: tuple[int, ...] = TWO, readings: tuple[str, ...] = ()) -> State:
    table = State(options=Options(blinds=blinds, readings=readings))
    for number in numbers:
        table.seat_down(Seat(number, f"p{number}", stack_of(number)))
    return table


def next_hand(table: State, players: list[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The places of the next hand, and who misses which blind: in the hand before, blinds came to those who sit there."""
    places = next_positions(RULES, table, players)
    came = {table.person_at(place): blind for blind, place in enumerate(table.positions[1:], 1)}
    table.came = {**came, **{seat.person: max(seat.missed) for seat in table.seats.values() if seat.missed}}
    return places, {table.seat_of(who): blind for who, blind in missed_blinds(table, players, places).items()}


@pytest.mark.parametrize(
    ("blinds", "players", "places"),
    [
        (ONE, [2, 5], (5, 2)),
        (ONE, [2, 5, 7], (7, 2)),
        (TWO, [2, 5, 7], (7, 2, 5)),
        (THREE, [2, 5, 7, 9], (9, 2, 5, 7)),
        (THREE, [2, 5, 7], (7, 2, 5, 7)),
        (TWO, [2, 5], (5, 2, 5)),
        (THREE, [2, 5], (5, 2, 5)),
    ],
)
def test_the_first_hand_of_a_table(blinds: tuple[int, ...], players: list[int], places: tuple[int, ...]) -> None:
    assert next_hand(seated(*players, blinds=blinds), players) == (places, {})


def test_in_the_first_hand_those_who_are_away_have_no_place() -> None:
    assert next_hand(seated(1, 2, 3, 4), [1, 3, 4]) == ((4, 1, 3), {2: 2})  # and the blind that comes to them is missed


@pytest.mark.parametrize(
    ("readings", "before", "after"),
    [((), (5, 2, 5), (2, 5, 2)), ((), (2, 5, 2), (5, 2, 5)), ((HEADS_UP_BUTTON,), (2, 2, 5), (5, 5, 2))],
)
def test_two_players_take_the_blinds_in_turn(readings: tuple[str, ...], before: tuple[int, ...], after: tuple[int, ...]) -> None:
    table = seated(2, 5, readings=readings)
    table.positions = before
    assert next_hand(table, [2, 5]) == (after, {})


def test_two_players_with_one_blind_have_a_button_and_a_blind() -> None:
    table = seated(2, 5, blinds=ONE)
    table.positions = (5, 2)
    assert next_hand(table, [2, 5]) == ((2, 5), {})


@pytest.mark.parametrize(
    ("before", "players", "after"),
    [
        ((1, 2, 3), [1, 2, 3, 4], (2, 3, 4)),
        ((2, 3, 4), [1, 2, 3, 4], (3, 4, 1)),
        ((1, 2, 3), [1, 3, 4], (2, 3, 4)),  # a dead button
        ((1, 2, 3), [1, 2, 4], (2, 3, 4)),  # a dead first blind
        ((1, 2, 1), [1, 2, 3], (3, 1, 2)),  # a third player joins two, and has the button
        ((1, 2, 1), [1, 2, 3, 4], (4, 1, 2)),
        ((1, 2, 3), [2, 3, 4], (2, 3, 4)),
        ((4,), [1, 2, 3, 4], (3, 4, 1)),  # the blinds have changed
        ((2,), [1, 2, 3, 4], (1, 2, 3)),
        ((4, 4, 1), [1, 2, 3, 4], (4, 1, 2)),
        ((1, 3, 1), [1, 2, 3], (3, 1, 2)),
    ],
)
def test_the_last_blind_goes_on_to_the_next_player(before: tuple[int, ...], players: list[int], after: tuple[int, ...]) -> None:
    table = seated(*players)
    table.positions = before
    assert next_hand(table, players)[0] == after


def test_the_button_is_not_for_somebody_who_is_away() -> None:
    table = seated(1, 2, 3, 4)
    table.positions = (1, 2, 1)
    assert next_hand(table, [1, 2, 3])[0] == (3, 1, 2)
    assert next_hand(table, [1, 2, 4])[0] == (4, 1, 2)


@pytest.mark.parametrize(
    ("before", "players", "after"),
    [
        ((9, 1, 2, 3), [1, 2, 3, 4, 5], (1, 2, 3, 4)),
        ((1, 2, 3, 1), [1, 2, 3], (2, 3, 1, 2)),  # nobody is without a blind: the button lies before the last one
        ((1, 2, 3), [1, 2, 3, 4], (1, 2, 3, 4)),
        ((3, 1, 2, 3), [1, 2, 3], (1, 2, 3, 1)),
    ],
)
def test_three_blinds(before: tuple[int, ...], players: list[int], after: tuple[int, ...]) -> None:
    table = seated(*players, blinds=THREE)
    table.positions = before
    assert next_hand(table, players) == (after, {})


@pytest.mark.parametrize(
    ("blinds", "before", "players", "missed"),
    [
        (TWO, (1, 2, 3), [1, 2, 3, 5, 6], {4: 2}),  # the last blind passes the player who is away
        (TWO, (1, 2, 3), [1, 2, 3, 6], {4: 2, 5: 2}),
        (TWO, (1, 2, 3), [1, 2, 4, 5, 6], {3: 1}),  # the first blind finds the player away
        (TWO, (1, 2, 4), [1, 2, 5, 6], {4: 1}),  # and is not for one who came to sit behind the last blind
        (TWO, (1, 2, 3), [2, 3, 4, 5, 6], {}),
        (TWO, (1, 2, 3), [1, 3, 4, 5, 6], {}),
        (THREE, (1, 2, 3, 4), [1, 2, 5, 6], {4: 2, 3: 1}),
        (THREE, (1, 2, 3, 4), [1, 2, 3, 4, 6], {5: 3}),
        (ONE, (1, 2), [1, 2, 4, 5, 6], {3: 1}),
        (ONE, (1, 2), [1, 3, 4, 5, 6], {}),
        (TWO, (3,), [1, 2, 3, 5, 6], {4: 2}),  # after other blinds only the last one is known
    ],
)
def test_who_misses_a_blind(blinds: tuple[int, ...], before: tuple[int, ...], players: list[int], missed: dict[int, int]) -> None:
    table = seated(1, 2, 3, 4, 5, 6, blinds=blinds)
    table.positions = before
    assert next_hand(table, players)[1] == missed


def test_whoever_is_new_misses_nothing_and_whoever_missed_before_misses_again() -> None:
    table = seated(1, 2, 3, 4, 5)
    table.positions = (1, 2, 3)
    table.seats[4].new = True
    assert next_hand(table, [1, 2, 3, 5])[1] == {}
    table.seats[4].new = False
    table.positions, table.seats[4].missed = (2, 3, 5), (2,)
    assert next_hand(table, [1, 2, 3, 4, 5]) == ((3, 5, 1), {4: 1})
    table.seats[4].missed = ()
    assert next_hand(table, [1, 2, 3, 4, 5]) == ((3, 5, 1), {})
    assert next_hand(table, [2, 3, 4, 5]) == ((3, 5, 2), {1: 2})


@pytest.mark.parametrize(
    ("after", "before", "passed"),
    [
        (2, 6, [4]),
        (2, 7, [4, 6]),
        (1, 3, [2]),
        (6, 2, [8]),
        (6, 4, [8, 2]),
        (6, 3, [8, 2]),
        (7, 1, [8]),
        (4, 4, []),
        (4, 5, []),
        (8, 9, []),
        (8, 2, []),
    ],
)
def test_the_places_between_two(after: int, before: int, passed: list[int]) -> None:
    assert list(between(seated(2, 4, 6, 8), after, before)) == passed


def test_nobody_lies_between_two_places_and_at_one_of_them() -> None:
    assert list(between(seated(4, 6), 4, 9)) == [6]
    assert list(between(seated(4, 6), 6, 1)) == []

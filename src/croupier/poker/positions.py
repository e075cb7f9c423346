"""Where the button and the blinds are in the next hand, and who misses a blind by that.

The last blind always moves to the next player clockwise. Every other blind moves to the place of the blind after it, and the
button to that of the first blind, whether somebody sits there or not. So nobody pays the last blind twice running while others
could, nobody is passed over without owing for it, and a button can lie before an empty seat.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from croupier.poker.rules import Rules
from croupier.poker.table import Table

HEADS_UP_BUTTON = "heads_up_button_small_blind"
"""The other reading of blinds for two: the button posts the first blind and acts first before the flop."""

HEADS_UP = 2


def next_positions(rules: Rules, table: Table, players: list[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The places of the button and of each blind in the next hand, and the blinds that fall on players who are not there."""
    if not table.positions:
        return fresh_positions(rules, table, players), {}
    start = bisect_right(players, table.positions[-1])
    order = players[start:] + players[:start]
    places = _places(rules, table, players, order)
    if len(players) == len(table.seats) and not any(seat.missed for seat in table.seats.values()):
        return places, {}  # everybody is here, as nearly always
    there = [seat for seat in places[1:] if seat in players]
    return places, {seat: blind for seat, blind in _missed(table, players, order[0]).items() if seat not in there}


def _places(rules: Rules, table: Table, players: list[int], order: list[int]) -> tuple[int, ...]:
    number = len(table.options.blinds)
    if len(players) == HEADS_UP and number > 1:
        return _heads_up(rules, table, last=order[0], other=order[1])
    length = min(number, len(players)) + 1
    places = (*table.positions[1:], order[0])
    if len(places) != length or len(set(places[1:])) < length - 1:
        places = tuple(order[-back % len(order)] for back in reversed(range(length)))
    elif places[0] in places[1:]:
        places = (_button_behind(table, players, places), *places[1:])
    return places


def fresh_positions(rules: Rules, table: Table, players: list[int]) -> tuple[int, ...]:
    """The places in the first hand of a table: the button lies before the player nearest to the dealer's right."""
    button, number = players[-1], len(table.options.blinds)
    if len(players) == HEADS_UP and number > 1:
        return _heads_up(rules, table, last=button, other=players[0])
    order = [seat for seat in table.clockwise(button) if seat in players]
    return (button, *order[:number])


def _heads_up(rules: Rules, table: Table, *, last: int, other: int) -> tuple[int, ...]:
    """With two players one posts the first blind and one the second, however many blinds there are."""
    button = other if HEADS_UP_BUTTON in table.options.readings else last
    return (button, other, last)


def _button_behind(table: Table, players: list[int], places: tuple[int, ...]) -> int:
    """The button when more players are back than had blinds before: the player before the first blind who has none."""
    free = [seat for seat in between(table, places[-1], places[1]) if seat in players]
    return free[-1] if free else places[0]


def _missed(table: Table, players: list[int], last: int) -> dict[int, int]:
    """The players whom a blind passes or finds away, each with the number of that blind; new players owe none yet."""
    old, number = table.positions, len(table.options.blinds)
    found = {seat: number for seat in between(table, old[-1], last) if seat not in players}
    for blind in range(1, number if len(old) == number + 1 else 1):
        for seat in (*between(table, old[blind], old[blind + 1]), old[blind + 1]):
            if seat in table.seats and (seat not in players or table.seats[seat].missed):
                found.setdefault(seat, blind)
    return {seat: blind for seat, blind in found.items() if not table.seats[seat].new}


def between(table: Table, after: int, before: int) -> Iterator[int]:
    """The occupied places passed clockwise from one place to another, both left out."""
    for seat in table.clockwise(after):
        if _beyond(seat, after, before):
            return
        yield seat


def _beyond(seat: int, after: int, before: int) -> bool:
    """Whether a place is `before` or lies past it, seen clockwise from `after`; `before` itself may be empty."""
    if after == before:
        return True
    return not (after < seat < before if after < before else seat > after or seat < before)

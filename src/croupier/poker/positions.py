"""Where the button and the blinds are in the next hand, and who misses a blind because of it.

The last blind always moves to the next player clockwise. Every other blind moves to the place of the blind after it, and the
button to that of the first blind, whether anyone sits there or not. So nobody pays the last blind twice in a row while others
could, nobody is passed over without owing for it, and a button can be before an empty seat.
"""

from bisect import bisect_right
from collections.abc import Iterator

from croupier.poker.rules import Rules
from croupier.poker.state import State

HEADS_UP_BUTTON = "heads_up_button_small_blind"
"""The other reading of blinds for two: the button posts the first blind and acts first before the flop."""

HEADS_UP = 2


def next_positions(rules: Rules, table: State, players: list[int]) -> tuple[int, ...]:
    """The places of the button and of each blind in the next hand; of two players, a newcomer has the last blind, not the
    button alone.
    """
    if not table.positions:
        return fresh_positions(rules, table, players)
    start = bisect_right(players, table.positions[-1])
    places = _places(rules, table, players, players[start:] + players[:start])
    button, last = places[0], places[-1]
    if len(players) == HEADS_UP and button != last and table.newcomer(button) and not table.newcomer(last):
        return (last, button) if len(places) == HEADS_UP else _heads_up(rules, table, last=button, other=last)
    return places


def _places(rules: Rules, table: State, players: list[int], order: list[int]) -> tuple[int, ...]:
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


def fresh_positions(rules: Rules, table: State, players: list[int]) -> tuple[int, ...]:
    """The places in a table's first hand: the button is in front of the player nearest to the dealer's right."""
    button, number = players[-1], len(table.options.blinds)
    if len(players) == HEADS_UP and number > 1:
        return _heads_up(rules, table, last=button, other=players[0])
    order = [seat for seat in table.clockwise(button) if seat in players]
    return (button, *order[:number])


def _heads_up(rules: Rules, table: State, *, last: int, other: int) -> tuple[int, ...]:
    """With two players one posts the first blind and one the second, however many blinds there are."""
    button = other if HEADS_UP_BUTTON in table.options.readings else last
    return (button, other, last)


def _button_behind(table: State, players: list[int], places: tuple[int, ...]) -> int:
    """The button when more players are back than had blinds before: the player before the first blind who has none."""
    free = [seat for seat in between(table, places[-1], places[1]) if seat in players]
    return free[-1] if free else places[0]


def missed_blinds(table: State, players: list[int], places: tuple[int, ...], asked: tuple[int, ...] = ()) -> dict[str, int]:
    """The absent players to whom a blind comes in the next hand, and which; new players owe none yet.

    After a blind came to a player, paid or missed, the next smaller one is theirs in the next hand, wherever they sit then. The
    last blind is missed by those whom it passes: they are away, or have left the table. Of those who owe something, the ones
    who are `asked` still pay.
    """
    missed: dict[str, int] = {}
    number = len(table.options.blinds)
    for person, blind in table.came.items():
        if (due := min(blind - 1, len(places) - 2)) < 1:
            continue
        seat = table.seats.get(table.seat_of(person)) or table.left.get(person)
        if seat is None or table.spared(seat):
            continue
        at = seat.number if person not in table.left and seat.number in players else 0
        if at not in places[due:] or (seat.owes and at not in (places[-1], *asked)):
            missed[person] = due
    if len(players) == len(table.seats) and not table.left:
        return missed  # the usual case: everyone is here
    if not table.positions:  # the first hand, in which the last seat would have the button
        would_post = enumerate(sorted(table.seats)[:number], 1)
        return {table.person_at(seat): blind for blind, seat in would_post if seat not in players}
    last = places[-1]
    for seat in (*table.seats.values(), *table.left.values()):
        gone = seat.person in table.left
        if table.spared(seat) or seat.person in missed or (seat.number in players and not gone):
            continue
        if not _beyond(seat.number, table.positions[-1], last) or (gone and seat.number == last):
            missed[seat.person] = number
    return missed


def between(table: State, after: int, before: int) -> Iterator[int]:
    """The occupied places passed clockwise between two places, not counting those two."""
    for seat in table.clockwise(after):
        if _beyond(seat, after, before):
            return
        yield seat


def _beyond(seat: int, after: int, before: int) -> bool:
    """Whether a place is `before` or past it, clockwise from `after`; `before` itself may be empty."""
    if after == before:
        return True
    return not (after < seat < before if after < before else seat > after or seat < before)

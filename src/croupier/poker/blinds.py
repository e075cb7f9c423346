"""Beginning a hand: the button and the blinds move, players post, straddle, or pay what they owe to be dealt in.

The last blind always moves to the next player clockwise; the other blinds and the button follow in the places behind it, whether
somebody sits there or not. So nobody pays twice and nobody is skipped, and a button can lie before an empty seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker.commands import BeginHand, PostBlind, Straddle
from croupier.poker.events import BlindPosted, HandBegun
from croupier.poker.rules import Rules
from croupier.poker.table import POT, Seat, Table

HEADS_UP_BUTTON = "heads_up_button_small_blind"
"""The other reading of 8.9.2: with two players the button posts the first blind and acts first before the flop."""


def present(table: Table) -> list[int]:
    """The players who can be dealt in, if they owe nothing, in the order of their places."""
    return [number for number in sorted(table.seats) if _present(table, table.seats[number])]


def _present(table: Table, seat: Seat) -> bool:
    return not (seat.away or seat.dealt_out or seat.number in table.excluded) and table.stack(seat.number) > 0


def owes(seat: Seat) -> bool:
    """Whether a player has to pay or to wait before the next cards."""
    return seat.new or seat.penalty or bool(seat.missed)


def begin_hand(rules: Rules, table: Table, command: BeginHand) -> Decision:
    if table.phase != "between":
        return rules.refuse("hand_in_play")
    players = present(table)
    if len(players) < 2:
        return rules.refuse("too_few_players")
    if table.options.commission.per_person and not set(players) <= set(table.done_fees):
        return rules.refuse("fees_not_collected")
    positions, missed = next_positions(rules, table, players)
    begun = HandBegun(
        hand=table.hand + 1,
        positions=positions,
        missed=missed,
        clauses=rules.cite("button_moves", *(("dead_button",) if positions[0] not in table.seats else ())),
    )
    return Accepted((begun, *_antes(rules, table, players, positions)))


def next_positions(rules: Rules, table: Table, players: list[int]) -> tuple[tuple[int, ...], dict[int, int]]:
    """The places of the button and of each blind in the next hand, and the blinds that fall on players who are not there."""
    number = len(table.options.blinds)
    if not table.positions:
        button = players[-1]
        return fresh_positions(rules, table, players, button), {}
    last = table.positions[-1]
    order = [seat for seat in table.clockwise(last) if seat in players]
    new_last = order[0]
    missed = {seat: number for seat in _between(table, last, new_last) if seat not in players}
    if len(players) == 2:
        other = order[1]
        if number == 1:
            return (other, new_last), missed
        first = other if rules.reads(table.options, HEADS_UP_BUTTON) else new_last
        return (first, other, new_last), missed
    if len(table.positions) != number + 1:
        before = list(reversed(order[1:]))[:number]
        return (*reversed(before), new_last), missed
    places = (*table.positions[1:], new_last)
    for blind, place in enumerate(places[1:-1], 1):
        if place in table.seats and place not in players:
            missed[place] = blind
    return places, missed


def fresh_positions(rules: Rules, table: Table, players: list[int], button: int) -> tuple[int, ...]:
    """The places in the first hand of a table: the button lies before the player nearest to the dealer's right."""
    order = [seat for seat in table.clockwise(button) if seat in players]
    number = len(table.options.blinds)
    if len(players) == 2 and number > 1:
        first = order[0] if rules.reads(table.options, HEADS_UP_BUTTON) else button
        return (first, order[0], button)
    return (button, *order[:number])


def _between(table: Table, after: int, before: int) -> Iterable[int]:
    """The occupied places passed clockwise from one place to another, both left out."""
    for seat in table.clockwise(after):
        if seat == before:
            return
        yield seat


def due(table: Table) -> dict[int, int]:
    """The blinds still to be posted in this hand: who, and how much."""
    amounts = table.options.blinds
    found: dict[int, int] = {}
    last = len(table.positions) - 1
    for number, place in enumerate(table.positions[1:], 1):
        seat = table.seats.get(place)
        if seat is None or seat.posted or not _present(table, seat) or (owes(seat) and number != last):
            continue
        found[place] = amounts[number - 1]
    return found


def post_blind(rules: Rules, table: Table, command: PostBlind) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if table.phase != "blinds":
        return rules.refuse("too_late_for_blinds")
    if seat.posted:
        return rules.refuse("blind_posted_already")
    if not _present(table, seat):
        return rules.refuse("not_present")
    waiting = due(table)
    if command.seat in waiting:
        if (first := next(iter(waiting))) != command.seat:
            return rules.refuse("blinds_in_order", f"seat {first} posts first")
        return Accepted(tuple(_post_due(rules, table, seat, waiting[command.seat])))
    if not owes(seat):
        return rules.refuse("no_blind_due")
    return _post_to_enter(rules, table, seat)


def _post_due(rules: Rules, table: Table, seat: Seat, amount: int) -> list[Event]:
    events: list[Event] = []
    stack = table.stack(seat.number)
    last = table.positions[-1] == seat.number
    if last and table.options.ante_by_last_blind and table.options.ante:
        ante = min(stack, table.options.ante)
        stack -= ante
        events.append(_posting(rules, seat, "ante", 0, "ante_posted", dead=ante, all_in=not stack))
    if stack:
        ground = "last_blind" if last else "first_blind" if table.positions[1] == seat.number else "next_blind"
        level = table.options.blinds[-1] if last else amount
        events.append(_posting(rules, seat, "blind", min(stack, amount), ground, level=level, all_in=stack <= amount))
    return events


def _post_to_enter(rules: Rules, table: Table, seat: Seat) -> Decision:
    """What a new player, one who changed seats too far, or one who missed blinds pays to be dealt in at once."""
    if due(table):
        return rules.refuse("blinds_in_order")
    button, last = table.positions[0], table.positions[-1]
    if seat.number in set(_between(table, button, last)):
        return rules.refuse("between_button_and_blind")
    if seat.new and table.options.new_players == "wait":
        return rules.refuse("new_player_waits")
    if seat.new and seat.number == button:
        return rules.refuse("new_player_at_button")
    blinds, stack = table.options.blinds, table.stack(seat.number)
    dead = sum(blinds[number - 1] for number in seat.missed if number < len(blinds))
    live = blinds[-1] if seat.new or seat.penalty or len(blinds) in seat.missed else 0
    live = min(live, stack)
    dead = min(dead, stack - live)
    ground = "new_player_posts" if seat.new else "penalty_blind" if seat.penalty else "missed_blinds_posted"
    posted = _posting(rules, seat, "post", live, ground, dead=dead, level=blinds[-1], all_in=stack == live + dead)
    return Accepted((posted,))


def _posting(
    rules: Rules, seat: Seat, kind: str, live: int, ground: str, *, dead: int = 0, level: int = 0, all_in: bool = False
) -> BlindPosted:
    return BlindPosted(
        seat=seat.number,
        kind=kind,  # type: ignore[arg-type]
        live=live,
        dead=dead,
        level=level,
        all_in=all_in,
        clauses=rules.cite(ground),
        postings={seat.stack: -live - dead, POT: live + dead},
    )


def _antes(rules: Rules, table: Table, players: list[int], positions: tuple[int, ...]) -> list[Event]:
    if not table.options.ante or table.options.ante_by_last_blind:
        return []
    events: list[Event] = []
    for number in players:
        seat, stack = table.seats[number], table.stack(number)
        if owes(seat) and number != positions[-1]:
            continue
        ante = min(stack, table.options.ante)
        events.append(_posting(rules, seat, "ante", ante, "ante_posted", all_in=ante == stack))
    return events


def straddle(rules: Rules, table: Table, command: Straddle) -> Decision:
    """A voluntary blind of twice the last, by the next player after it."""
    if not (table.options.straddle or table.options.over_blinds):
        return rules.refuse("no_straddles_here")
    if table.phase != "blinds":
        return rules.refuse("too_late_for_blinds")
    if due(table):
        return rules.refuse("blinds_in_order")
    wants = _next_straddler(rules, table)
    if isinstance(wants, Refused):
        return wants
    if command.seat != wants:
        return rules.refuse("not_left_of_blind", f"only seat {wants}, left of the last blind, may straddle now")
    amount = 2 * table.bet
    if table.stack(command.seat) < amount:
        return rules.refuse("straddle_not_covered", f"a straddle is {dollars(amount)}, in full")
    seat = table.seats[command.seat]
    ground = "over_blind" if table.straddles else "straddle"
    all_in = table.stack(command.seat) == amount
    posted = _posting(rules, seat, "straddle", amount, ground, level=amount, all_in=all_in)
    return Accepted((posted,))


def _next_straddler(rules: Rules, table: Table) -> int | Refused:
    if table.straddles and not table.options.over_blinds:
        return rules.refuse("straddle_made_already")
    after = table.straddles[-1] if table.straddles else table.positions[-1]
    free = [
        number
        for number in table.clockwise(after)
        if number in present(table) and not owes(table.seats[number]) and number not in table.posted
    ]
    if not free:
        return rules.refuse("straddle_head_to_head")
    return free[0]


def to_be_dealt(table: Table) -> list[int]:
    """Who gets cards, clockwise from the left of the button."""
    return [
        number
        for number in table.clockwise(table.positions[0])
        if _present_or_in(table, table.seats[number]) and (table.seats[number].posted or not owes(table.seats[number]))
    ]


def _present_or_in(table: Table, seat: Seat) -> bool:
    """A player who has posted the last chip is dealt in all the same."""
    return ((seat.posted or seat.put_in > 0) and seat.all_in) or _present(table, seat)

"""Beginning a hand: the button and the blinds move, players post, straddle, or pay what they owe to be dealt in."""

from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars, moving
from croupier.poker.commands import BeginHand, PostBlind, Straddle
from croupier.poker.commission import charged, hour_due
from croupier.poker.events import BlindPosted, HandBegun, Posting
from croupier.poker.positions import HEADS_UP, between, missed_blinds, next_positions
from croupier.poker.rules import Rules
from croupier.poker.state import POT, Seat, State

POST_ANYWHERE = "post_anywhere"
"""The other reading of where players post missed blinds: also at the button and between it and the last blind."""
MISSED_LAST_ONLY = "missed_blinds_cost_the_last"
"""The other reading of what missed blinds cost: only the last blind."""
PENALTY_DEAD = "penalty_blind_dead"
"""The other reading of the penalty for a seat change: it does not count as a bet."""


def present(table: State) -> list[int]:
    """The players who can be dealt in, if they owe nothing, in the order of their places."""
    return sorted([number for number, seat in table.seats.items() if _present(table, seat)])


def _present(table: State, seat: Seat) -> bool:
    if seat.away or seat.dealt_out or table.money.get(seat.stack, 0) <= 0 or seat.number in table.hand.out:
        return False
    return seat.person not in table.excluded and seat.person not in table.hour_unpaid


def sure_of_cards(rules: Rules, table: State) -> list[int]:
    """Who gets cards in the next hand unless they leave: everyone present who need not wait or post first."""
    players = present(table)
    if len(players) < 2:
        return []
    positions = next_positions(rules, table, players)
    return _sure(table, players, positions, *_not_to_wait(table, players, positions))


def _sure(
    table: State, players: list[int], positions: tuple[int, ...], welcome: tuple[int, ...], called_in: tuple[int, ...]
) -> list[int]:
    certain = {positions[-1], *welcome, *called_in}
    return [number for number in players if number in certain or not table.seats[number].owes]


def begin_hand(rules: Rules, table: State, command: BeginHand, said: Said) -> Decision:
    if table.hand.phase != "between":
        return rules.refuse("hand_in_play")
    if table.new_deck:
        return rules.refuse("new_deck_not_checked")
    players = present(table)
    if len(players) < 2:
        return rules.refuse("too_few_players")
    positions = next_positions(rules, table, players)
    welcome, called_in = _not_to_wait(table, players, positions)
    by_person = missed_blinds(table, players, positions, (*welcome, *called_in))
    missed: dict[int, int] = {}
    if by_person:
        missed = dict(sorted((seat, blind) for person, blind in by_person.items() if (seat := table.seat_of(person))))
    if table.options.commission.per_person and any(
        table.person_at(number) not in table.fees_paid for number in _sure(table, players, positions, welcome, called_in)
    ):
        return rules.refuse("fees_not_collected")
    if hour_due(rules, table, said.at) and (table.hour_began >= 0 or said.capacity == HOUSE):
        return rules.refuse("hour_not_collected")
    begun = HandBegun(
        hand=table.hand.number + 1,
        positions=positions,
        missed=missed,
        welcome=welcome,
        called_in=called_in,
        missed_gone={person: by_person[person] for person in by_person if person in table.left},
        clauses=rules.cite(*_grounds(table, players, positions, missed, welcome, called_in)),
    )
    return Accepted((begun, *antes(rules, table, players, positions, welcome)))


def _grounds(
    table: State,
    players: list[int],
    positions: tuple[int, ...],
    missed: dict[int, int],
    welcome: tuple[int, ...],
    called_in: tuple[int, ...],
) -> tuple[str, ...]:
    instead = positions[-1:] == table.positions[-1:] and table.newcomer(positions[-1])  # this player has the blind
    return (
        "button_moves",
        "dead_button" if positions[0] not in table.seats else "",
        "blind_not_there" if any(place not in players for place in positions[1:]) else "",
        "blind_missed" if missed else "",
        "absent_button" if any(table.seats[number].away for number in missed) else "",
        "new_player_at_button" if instead else "",
        "new_player_welcome" if welcome else "",
        "debts_called_in" if called_in else "",
    )


def _not_to_wait(table: State, players: list[int], positions: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The new players who need not wait or post, and the players who must pay what they owe immediately.

    New players need not if the house asks nothing of them, but get no cards at the button. If fewer than two could
    play otherwise, nobody waits: new players begin as in a table's first hand, the others pay.
    """
    button, last, taken = positions[0], positions[-1], table.seats
    owing = [seat for number in players if ((seat := taken[number]).new or seat.penalty or seat.missed) and number != last]
    if not owing:
        return (), ()  # the usual case
    new = [seat.number for seat in owing if not seat.in_debt]
    if table.options.tournament:
        # moved players wait only between the button and the first blind, late entrants at the button too
        waiting = set(between(table, button, positions[1])) & set(new) | {n for n in (button,) if table.newcomer(n)}
        welcome = [number for number in new if number not in waiting or len(players) - len(waiting) < HEADS_UP]
        in_debt = tuple(seat.number for seat in owing if seat.in_debt)
        return tuple(welcome), in_debt if len(players) - len(owing) + len(welcome) < HEADS_UP else ()
    welcome = [number for number in new if number != button] if table.options.new_players == "dealt in" else []
    if len(owing) < len(players) - (last in players) or welcome:
        return tuple(welcome), ()
    called_in = tuple(seat.number for seat in owing if seat.in_debt)
    away_from_button = [number for number in new if number != button]
    return tuple(away_from_button if away_from_button or called_in else new), called_in


def due(table: State) -> dict[int, int]:
    """The blinds still to be posted in this hand: who, and how much."""
    amounts, players = table.options.blinds, table.hand.players
    owed: dict[int, int] = {}
    last = len(table.positions) - 1
    for number, place in enumerate(table.positions[1:], 1):
        seat = table.seats.get(place)
        if seat is None or players[place].posted or (number != last and seat.owes) or not _present(table, seat):
            continue
        owed[place] = amounts[number - 1]
    for place in table.hand.called_in:
        seat = table.seats.get(place)
        if seat is not None and not players[place].posted and seat.owes and _present(table, seat):
            owed[place] = sum(to_enter(table, seat))
    return owed


def to_enter(table: State, seat: Seat) -> tuple[int, int]:
    """What a player pays to be dealt in: the part that counts as a bet, and the part dead to the pot. Ignores their chips."""
    blinds, readings = table.options.blinds, table.options.readings
    last = blinds[-1]
    if MISSED_LAST_ONLY in readings and not seat.penalty:
        return last, 0
    as_new = seat.new and not (seat.in_debt and table.options.new_players == "dealt in")
    dead = sum(blinds[number - 1] for number in seat.missed if number < len(blinds))
    live = last if as_new or seat.penalty or len(blinds) in seat.missed else 0
    if seat.penalty and PENALTY_DEAD in readings:
        live, dead = 0, dead + last
    if seat.number in table.hand.called_in and seat.number in table.positions[1:]:
        live = max(live, blinds[table.positions.index(seat.number, 1) - 1])
    return live, dead


def could_play(table: State, gone: int, last: int) -> bool:
    """Whether two or more would have cards in this hand if the `gone` had left and the last blind were at `last`."""
    able = 0
    for number, seat in table.seats.items():
        player = table.hand.players[number]
        pays = not seat.owes or number == last or number in table.hand.called_in
        if number not in table.hand.out:
            able += player.posted or player.all_in or (number != gone and _present(table, seat) and pays)
    return able > 1


def post_blind(rules: Rules, table: State, command: PostBlind, said: Said) -> Decision:
    if (seat := table.seats.get(command.seat)) is None:
        return rules.refuse("nobody_sits_there")
    if table.hand.phase != "blinds":
        return rules.refuse("too_late_for_blinds")
    if table.hand.players[command.seat].posted:
        return rules.refuse("blind_posted_already")
    if not _present(table, seat):
        return rules.refuse("excluded" if seat.person in table.excluded else "not_present")
    if (fee := table.options.commission.per_person) and seat.person not in table.fees_paid:
        return _post_with_fee(rules, table, command, said, fee)
    waiting = due(table)
    if command.seat in waiting:
        if (first := next(iter(waiting))) != command.seat:
            return rules.refuse("blinds_in_order", f"seat {first} posts first")
        if seat.owes and command.seat != table.positions[-1]:
            return _entering(rules, table, seat, "debts_called_in")
        return Accepted(tuple(_post_due(rules, table, seat, waiting[command.seat])))
    if not seat.owes:
        return rules.refuse("no_blind_due")
    return _post_to_enter(rules, table, seat)


def _post_with_fee(rules: Rules, table: State, command: PostBlind, said: Said, fee: int) -> Decision:
    """A player who joins a hand that has begun pays first; there is no credit."""
    if table.stack(command.seat) <= fee:
        return rules.refuse("fees_not_collected", f"the charge of {dollars(fee)} for the hand comes first")
    paid = charged(rules, table, [command.seat])
    decision = post_blind(rules, table.after([paid]), command, said)
    return decision if isinstance(decision, Refused) else Accepted((paid, *decision.events))


def _post_due(rules: Rules, table: State, seat: Seat, amount: int) -> list[Event]:
    events: list[Event] = []
    stack = table.money.get(seat.stack, 0)
    last = table.positions[-1] == seat.number
    if last and table.options.ante_by_last_blind and table.options.ante:
        over = max(stack - amount, 0) if table.options.blind_before_ante else stack
        ante = min(over, table.options.ante)
        stack -= ante
        level = 0 if stack else table.options.blinds[-1]  # the others still call the full blind
        if ante:
            events.append(posting(rules, seat, "ante", 0, "ante_posted", dead=ante, level=level, all_in=not stack))
    if stack:
        ground = "last_blind" if last else "first_blind" if table.positions[1] == seat.number else "next_blind"
        why = ("waited_for_blind",) if seat.new else ("waited_for_blind_again",) if seat.owes else ()
        why = (*why, "all_in") if stack < amount else why
        level = table.options.blinds[-1] if last else amount
        events.append(posting(rules, seat, "blind", min(stack, amount), ground, *why, level=level, all_in=stack <= amount))
    return events


def _post_to_enter(rules: Rules, table: State, seat: Seat) -> Decision:
    """What a new player, one who changed seats too far, or one who missed blinds pays to be dealt in immediately."""
    if due(table):
        return rules.refuse("blinds_in_order")
    button, last = table.positions[0], table.positions[-1]
    if seat.new and table.options.new_players == "wait":
        return rules.refuse("new_player_waits")
    if seat.new and seat.number == button:
        return rules.refuse("new_player_at_button")
    if POST_ANYWHERE not in table.options.readings and seat.number in (button, *between(table, button, last)):
        return rules.refuse("between_button_and_blind")
    return _entering(rules, table, seat)


def _entering(rules: Rules, table: State, seat: Seat, *why: str) -> Decision:
    events = _antes(rules, table, [seat.number])
    stack = table.stack(seat.number) + sum(event.postings[seat.stack] for event in events)
    if not stack:
        return Accepted(tuple(events))
    live, dead = to_enter(table, seat)
    live = min(live, stack)
    dead = min(dead, stack - live)
    owing = {"new_player_posts": seat.new, "penalty_blind": seat.penalty, "missed_blinds_posted": seat.missed}
    grounds = [ground for ground, owes in owing.items() if owes]
    level, all_in = table.options.blinds[-1], stack == live + dead
    posted = posting(rules, seat, "post", live, *grounds, *why, dead=dead, level=level, all_in=all_in)
    return Accepted((*events, posted))


def posting(
    rules: Rules, seat: Seat, kind: Posting, live: int, *grounds: str, dead: int = 0, level: int = 0, all_in: bool = False
) -> BlindPosted:
    """What a player puts in before the cards."""
    return BlindPosted(
        seat=seat.number,
        kind=kind,
        live=live,
        dead=dead,
        level=level,
        all_in=all_in,
        clauses=rules.cite(*grounds),
        postings=moving(live + dead, seat.stack, POT),
    )


def antes(
    rules: Rules, table: State, players: list[int], positions: tuple[int, ...], welcome: tuple[int, ...] = ()
) -> list[Event]:
    """The antes of those certain to get cards, if everyone pays one; the others pay theirs as they post."""
    if not table.options.ante or table.options.ante_by_last_blind:
        return []
    certain = {positions[-1], *welcome}
    return _antes(rules, table, [n for n in players if n in certain or not table.seats[n].owes])


def _antes(rules: Rules, table: State, players: list[int]) -> list[Event]:
    if not table.options.ante or table.options.ante_by_last_blind:
        return []
    events: list[Event] = []
    for number in players:
        seat, stack = table.seats[number], table.stack(number)
        ante = min(stack, table.options.ante)
        events.append(posting(rules, seat, "ante", ante, "ante_posted", all_in=ante == stack))
    return events


def straddle(rules: Rules, table: State, command: Straddle, said: Said) -> Decision:
    """A voluntary blind of twice the last, by the next player after it."""
    if not (table.options.straddle or table.options.over_blinds):
        return rules.refuse("no_straddles_here")
    if table.hand.phase != "blinds":
        return rules.refuse("too_late_for_blinds")
    if due(table):
        return rules.refuse("blinds_in_order")
    if isinstance(wants := _next_straddler(rules, table), Refused):
        return wants
    if command.seat != wants:
        return rules.refuse("not_left_of_blind", f"only seat {wants}, left of the last blind, may straddle now")
    times = rules.number("over_blind_multiple") if table.hand.straddles else rules.straddle_times
    amount = times * table.hand.bet
    seat, stack = table.seats[command.seat], table.stack(command.seat)
    live = amount - table.hand.players[command.seat].wagered  # a player who posted to be dealt in adds the rest
    if stack < live:
        return rules.refuse("straddle_not_covered", f"a straddle is {dollars(amount)}, in full")
    grounds = ("over_blind" if table.hand.straddles else "straddle", "straddle_not_counted" if table.options.limited else "")
    return Accepted((posting(rules, seat, "straddle", live, *grounds, level=amount, all_in=stack == live),))


def _next_straddler(rules: Rules, table: State) -> int | Refused:
    if table.hand.straddles and not table.options.over_blinds:
        return rules.refuse("straddle_made_already")
    after = table.hand.straddles[-1] if table.hand.straddles else table.positions[-1]
    playing = [number for number in present(table) if not table.seats[number].owes]
    first = next((number for number in table.clockwise(after) if number in playing), 0)
    if not first or first in table.positions[1:] or first in table.hand.straddles:
        return rules.refuse("straddle_head_to_head")
    return first


def to_be_dealt(table: State) -> list[int]:
    """Who gets cards, clockwise from the left of the button.

    A player who has paid for this hand is dealt in, even with the last chip, or before walking off.
    """
    seats, players, numbers = table.seats, table.hand.players, []
    for number in table.clockwise(table.positions[0]):
        seat, player = seats[number], players[number]
        if number not in table.hand.out and (
            player.posted
            or (not (seat.new or seat.penalty or seat.missed) and (player.all_in or player.put_in or _present(table, seat)))
        ):
            numbers.append(number)
    return numbers

"""Who gets a place: wishes of players at the table, draws of cards, the waiting list, and players who were picked up."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, twice
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker.commands import CallFromList, DrawForSeat, JoinList, LeaveList, PickUp, WantSeat
from croupier.poker.incidents import ChipsBack, ListJoined, ListLeft, PickedUp, SeatDrawn, SeatTaken, SeatWanted
from croupier.poker.rules import Rules
from croupier.poker.seats import MOST_CHIPS, not_free
from croupier.poker.table import Table, kept_of, purse_of, stack_of

DRAWERS = 2
"""One person alone needs no draw."""


def want_seat(rules: Rules, table: Table, command: WantSeat) -> Decision:
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if not 1 <= command.place <= table.options.places:
        return rules.refuse("no_such_place", f"the places are 1 to {table.options.places}; there is no {command.place}")
    if command.place in table.seats:
        return rules.refuse("place_occupied")
    if command.seat in table.wanted.get(command.place, ()):
        return rules.refuse("seat_wanted_already")
    return Accepted((SeatWanted(seat=command.seat, place=command.place, clauses=rules.cite("seat_wanted")),))


def draw_for_seat(rules: Rules, table: Table, command: DrawForSeat) -> Decision:
    """The highest card has the seat; equal ranks draw again. Players of the table are named by their seats: `seat 3`."""
    names, cards = command.names, command.cards
    if not 1 <= command.place <= table.options.places:
        return rules.refuse("no_such_place", f"the places are 1 to {table.options.places}; there is no {command.place}")
    if command.place in table.seats:
        return rules.refuse("place_occupied")
    if len(set(names)) < DRAWERS or len(set(names)) < len(names):
        return rules.refuse("draw_needs_two")
    if len(cards) != len(names) or HIDDEN in cards or twice(cards) is not None:
        return rules.refuse("draw_needs_cards")
    wishes = [f"seat {number}" for number in table.wanted.get(command.place, ())]
    if wishes and set(wishes) != set(names):
        return rules.refuse("seated_players_first", f"the draw is between {' and '.join(wishes)}")
    highest = max(card.rank for card in cards)
    best = tuple(name for name, card in zip(names, cards, strict=True) if card.rank == highest)
    winner = best[0] if len(best) == 1 else ""
    drawn = SeatDrawn(
        place=command.place,
        names=names,
        cards=cards,
        winner=winner,
        tied=() if winner else best,
        seat=int(winner.removeprefix("seat ")) if winner in wishes else 0,
        clauses=rules.cite("drawn_for_seat"),
    )
    return Accepted((drawn,))


def pick_up(rules: Rules, table: Table, command: PickUp) -> Decision:
    """The seat of a player who is away too long falls vacant; how long that is, the manager finds."""
    if (refusal := rules.needs_rank(command.by, rules.manager)) is not None:
        return refusal
    seat = table.seats.get(command.player)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if not seat.away:
        return rules.refuse("not_absent")
    if table.phase != "between" and (seat.dealt_in or seat.put_in or seat.dead):
        return rules.refuse("leaves_after_hand")
    if command.player in table.prizes:
        return rules.refuse("bonus_waits")
    name = command.name or f"the player of seat {command.player}"
    if name in table.picked_up:
        return rules.refuse("on_list_already", f"chips are kept for {name} already: say another name")
    stack = table.stack(command.player)
    picked = PickedUp(
        player=command.player,
        name=name,
        at=command.at,
        clauses=rules.cite("picked_up"),
        postings={seat.stack: -stack, kept_of(name): stack} if stack else {},
    )
    return Accepted((picked,))


def join_list(rules: Rules, table: Table, command: JoinList) -> Decision:
    """To the bottom; to the top for a player who was picked up and is back in time, behind others who were."""
    if any(entry.name == command.name for entry in table.waiting):
        return rules.refuse("on_list_already")
    place, ground = len(table.waiting), "list_joined"
    since = table.picked_up.get(command.name)
    in_time = since is not None and command.at - since <= rules.return_seconds
    if in_time:
        place, ground = sum(entry.in_time for entry in table.waiting), "back_in_time"
    elif since is not None:
        ground = "back_too_late"
    joined = ListJoined(name=command.name, place=place, in_time=in_time, clauses=rules.cite(ground))
    return Accepted((joined,))


def leave_list(rules: Rules, table: Table, command: LeaveList) -> Decision:
    waits = any(entry.name == command.name for entry in table.waiting)
    if not waits and command.name not in table.picked_up:
        return rules.refuse("not_on_list")
    events: list[Event] = [ListLeft(name=command.name, clauses=rules.cite("list_left"))] if waits else []
    return Accepted((*events, *_kept_back(rules, table, command.name, f"purse {command.name}")))


def call_from_list(rules: Rules, table: Table, command: CallFromList) -> Decision:
    """The first on the list sits down, as a new player, with the kept chips if there are any, or buys in."""
    sign, place = table.options, command.place
    if not table.waiting:
        return rules.refuse("nobody_waiting")
    if not 1 <= place <= sign.places:
        return rules.refuse("no_such_place", f"the places are 1 to {sign.places}; there is no {place}")
    if (refusal := not_free(rules, table, place)) is not None:
        return refusal
    name = table.waiting[0].name
    kept = table.money.get(kept_of(name), 0)
    if command.chips % sign.chip or command.chips < 0:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(sign.chip)}")
    if not kept and command.chips < sign.minimum_buy_in:
        return rules.refuse("below_buy_in", f"the least buy-in is {dollars(sign.minimum_buy_in)}")
    if command.chips and kept + command.chips > (sign.maximum_buy_in or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the sign says at most {dollars(sign.maximum_buy_in)}")
    bought = {purse_of(place): -command.chips, stack_of(place): command.chips} if command.chips else {}
    taken = SeatTaken(
        seat=place,
        new=bool(table.hand),
        clauses=rules.cite("called_from_list", *(("bought_in",) if bought else ())),
        postings=bought,
    )
    left = ListLeft(name=name, clauses=rules.cite("called_from_list"))
    return Accepted((left, taken, *_kept_back(rules, table, name, stack_of(place))))


def _kept_back(rules: Rules, table: Table, name: str, to: str) -> list[Event]:
    """The chips that were kept for somebody go back, to a stack or to a purse."""
    if name not in table.picked_up:
        return []
    kept = table.money.get(kept_of(name), 0)
    postings = {kept_of(name): -kept, to: kept} if kept else {}
    return [ChipsBack(name=name, clauses=rules.cite("kept_chips_back"), postings=postings)]

"""Who gets a place: wishes of players at the table, drawing cards, the waiting list, and players who were picked up."""

from croupier.kernel.accounts import Account, purse_of, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, twice
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.waiting import comes_to_list
from croupier.poker.commands import CallFromList, DrawForSeat, JoinList, LeaveList, PickUp, WantSeat
from croupier.poker.events import ChipsBack, ListJoined, ListLeft, PickedUp, SeatDrawn, SeatWanted
from croupier.poker.rules import Rules
from croupier.poker.seats import MOST_CHIPS, all_chips, no_such_place, not_free, sits_down
from croupier.poker.state import State, kept_of


def want_seat(rules: Rules, table: State, command: WantSeat, said: Said) -> Decision:
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if (refusal := no_such_place(rules, table, command.place)) is not None:
        return refusal
    if command.place in table.seats:
        return rules.refuse("place_occupied")
    if command.seat in table.wanted.get(command.place, ()):
        return rules.refuse("seat_wanted_already")
    return rules.accept(SeatWanted, command, "seat_wanted")


def draw_for_seat(rules: Rules, table: State, command: DrawForSeat, said: Said) -> Decision:
    """The highest card has the seat; equal ranks draw again. Players of the table are named by their seats: `seat 3`."""
    names, cards = command.names, command.cards
    if (refusal := no_such_place(rules, table, command.place)) is not None:
        return refusal
    if command.place in table.seats:
        return rules.refuse("place_occupied")
    if len(set(names)) < rules.number("seat_draw_players") or len(set(names)) < len(names):
        return rules.refuse("draw_needs_two")
    if barred := [name for name in names if name in table.excluded]:
        return rules.refuse("excluded", f"{barred[0]} is excluded from the game")
    if len(cards) != len(names) or HIDDEN in cards or twice(cards) is not None:
        return rules.refuse("draw_needs_cards")
    wishes = [f"seat {number}" for number in table.wanted.get(command.place, ())]
    if wishes and set(wishes) != set(names):
        return rules.refuse("seated_players_first", f"the draw is between {' and '.join(wishes)}")
    highest = max(card.rank for card in cards)
    best = tuple(name for name, card in zip(names, cards, strict=True) if card.rank == highest)
    winner = best[0] if len(best) == 1 else ""
    seat = int(winner.removeprefix("seat ")) if winner in wishes else 0
    drawn = {"names": names, "cards": cards, "winner": winner, "tied": () if winner else best, "seat": seat}
    return rules.accept(SeatDrawn, command, "drawn_for_seat", **drawn)


def pick_up(rules: Rules, table: State, command: PickUp, said: Said) -> Decision:
    """The seat of a player who is away too long falls vacant; the manager decides how long that is."""
    if (refusal := rules.needs_rank(said, rules.manager, rules.cite("picked_up"))) is not None:
        return refusal
    if (seat := table.seats.get(command.player)) is None:
        return rules.refuse("nobody_sits_there")
    if not seat.away:
        return rules.refuse("not_absent")
    player = table.hand.players[command.player]
    if table.hand.phase != "between" and (player.dealt_in or player.put_in or player.dead):
        return rules.refuse("leaves_after_hand")
    postings = all_chips(table, command.player, kept_of(seat.person))
    return rules.accept(PickedUp, command, "picked_up", person=seat.person, at=said.at, postings=postings)


def join_list(rules: Rules, table: State, command: JoinList, said: Said) -> Decision:
    """To the bottom; to the top for a player who was picked up and is back in time, behind others who were."""
    if not (person := command.person):
        return rules.refuse("who_sits")
    if person in table.excluded:
        return rules.refuse("excluded", f"{person} is excluded from the game")
    if any(entry.person == person for entry in table.waiting):
        return rules.refuse("on_list_already")
    if seat := table.seat_of(person):
        return rules.refuse("seated_already", f"{person} sits in seat {seat}")
    ground = comes_to_list(table.picked_up.get(person), said.at, rules.return_seconds)
    in_time = ground == "back_in_time"
    place = sum(entry.in_time for entry in table.waiting) if in_time else len(table.waiting)
    return rules.accept(ListJoined, command, ground, person=person, place=place, in_time=in_time)


def leave_list(rules: Rules, table: State, command: LeaveList, said: Said) -> Decision:
    person = command.person
    waits = any(entry.person == person for entry in table.waiting)
    if not waits and person not in table.picked_up:
        return rules.refuse("not_on_list")
    events: list[Event] = [ListLeft(person=person, clauses=rules.cite("list_left"))] if waits else []
    return Accepted((*events, *_kept_back(rules, table, person, purse_of(person))))


def call_from_list(rules: Rules, table: State, command: CallFromList, said: Said) -> Decision:
    """The first on the list sits down, as a new player, with kept chips if there are any, or buys in."""
    sign, place = table.options, command.place
    if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("called_from_list"))) is not None:
        return refusal
    if not table.waiting:
        return rules.refuse("nobody_waiting")
    person = table.waiting[0].person
    if (refusal := no_such_place(rules, table, place)) is not None:
        return refusal
    if (refusal := not_free(rules, table, place, person)) is not None:
        return refusal
    kept = table.money.get(kept_of(person), 0)
    if command.chips % sign.chip or command.chips < 0:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(sign.chip)}")
    if not kept and command.chips < sign.minimum_buy_in:
        return rules.refuse("below_buy_in", f"the minimum buy-in is {dollars(sign.minimum_buy_in)}")
    if command.chips and kept + command.chips > (sign.maximum_buy_in or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the maximum buy-in is {dollars(sign.maximum_buy_in)}")
    bought = {purse_of(person): -command.chips, stack_of(place): command.chips} if command.chips else {}
    taken = sits_down(rules, table, place, person, ("called_from_list", *(("bought_in",) if bought else ())), bought)
    left = ListLeft(person=person, clauses=rules.cite("called_from_list"))
    return Accepted((left, taken, *_kept_back(rules, table, person, stack_of(place))))


def _kept_back(rules: Rules, table: State, person: str, to: Account) -> list[Event]:
    """A person's kept chips go back, to a stack or to a purse."""
    if person not in table.picked_up:
        return []
    kept = table.money.get(kept_of(person), 0)
    postings = {kept_of(person): -kept, to: kept} if kept else {}
    return [ChipsBack(person=person, clauses=rules.cite("kept_chips_back"), postings=postings)]

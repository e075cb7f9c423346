"""Players come, go, step away and come back; the table opens; chips are bought and stay on the table."""

from typing import NamedTuple

from croupier.kernel.accounts import Account, purse_of, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker import commands, events, tournament_seats
from croupier.poker.blinds import could_play, due, present, to_be_dealt
from croupier.poker.positions import between
from croupier.poker.rules import Rules
from croupier.poker.signs import sign_grounds, wrong_signs
from croupier.poker.state import POT, Seat, State, held_of, side_of

MOST_CHIPS = 10**12


def open_table(rules: Rules, table: State, command: commands.OpenTable, said: Said) -> Decision:
    if table.game:
        return rules.refuse("table_opened", "the table is already open")
    for ground, wrong in wrong_signs(rules, command.options):
        return rules.refuse(ground, wrong)
    grounds = ("table_opened", *sign_grounds(command.options))
    return rules.accept(events.TableOpened, command, *grounds, game=rules.game, edition=rules.edition)


def take_seat(rules: Rules, table: State, command: commands.TakeSeat, said: Said) -> Decision:
    sign = table.options
    if (refusal := no_such_place(rules, table, command.seat)) is not None:
        return refusal
    if sign.tournament:
        return tournament_seats.take_seat(rules, table, command)
    person = command.person or (said.person if said.seat else "")
    if not person:
        return rules.refuse("who_sits")
    if said.seat and person != said.person:
        return rules.refuse("not_your_place", f"{said.person} cannot sit down for {person}")
    if (refusal := not_free(rules, table, command.seat, person)) is not None:
        return refusal
    if command.from_game:
        if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("moved_player"))) is not None:
            return refusal
    elif table.waiting:
        return rules.refuse("list_first", f"{table.waiting[0].person} is first on the waiting list")
    least, most = (sign.minimum_buy_in, sign.maximum_buy_in) if not command.from_game else (sign.chip, 0)
    if command.chips < least:
        return rules.refuse("below_buy_in", f"the minimum buy-in is {dollars(least)}")
    if command.chips > (most or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the maximum buy-in is {dollars(sign.maximum_buy_in or MOST_CHIPS)}")
    if command.chips % sign.chip:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(sign.chip)}")
    grounds = ("seat_taken", "bought_in", *(("moved_player",) if command.from_game else ()))
    postings = {purse_of(person): -command.chips, stack_of(command.seat): command.chips}
    return Accepted((sits_down(rules, table, command.seat, person, grounds, postings, moved=command.from_game, won=command.won),))


def sits_down(
    rules: Rules,
    table: State,
    place: int,
    person: str,
    grounds: tuple[str, ...],
    postings: dict[Account, int],
    *,
    moved: bool = False,
    won: int = 0,
) -> events.SeatTaken:
    """A person sits down, as a new player unless the house has `moved` them; one who comes back has changed seats."""
    before, move = table.left.get(person), Move()
    if before is not None and len(table.options.blinds) not in before.missed:
        move = _move(rules, table, before, place)
    return events.SeatTaken(
        seat=place,
        person=person,
        new=bool(table.hand.number) and not moved,
        missed=move.missed or None,
        penalty=move.far,
        passed=move.passed,
        won=won if moved else 0,
        clauses=rules.cite(*grounds, *move.grounds),
        postings=postings,
    )


def no_such_place(rules: Rules, table: State, place: int) -> Refused | None:
    if 1 <= place <= table.options.places:
        return None
    return rules.refuse("no_such_place", f"seats are numbered 1 to {table.options.places}; there is no {place}")


def not_free(rules: Rules, table: State, place: int, person: str) -> Refused | None:
    """Why a person who is not seated cannot have a place."""
    if place in table.seats:
        return rules.refuse("place_occupied")
    if place in table.wanted:
        return rules.refuse("seated_players_first")
    if person in table.excluded:
        return rules.refuse("excluded", f"{person} is excluded from the game")
    if seat := table.seat_of(person):
        return rules.refuse("seated_already", f"{person} sits in seat {seat} already")
    return None


def add_chips(rules: Rules, table: State, command: commands.AddChips, said: Said) -> Decision:
    if table.options.tournament:
        return tournament_seats.give_chips(rules, table, command)
    player, phase = table.hand.players.get(command.seat), table.hand.phase
    if player is None:
        return rules.refuse("nobody_sits_there")
    if (player.live and phase not in ("between", "blinds")) or (player.put_in + player.dead and phase == "blinds"):
        return rules.refuse("stake_fixed")
    if command.chips <= 0 or command.chips % table.options.chip:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(table.options.chip)}")
    if table.stack(command.seat) + command.chips > (table.options.maximum_buy_in or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the maximum buy-in is {dollars(table.options.maximum_buy_in)}")
    postings = {purse_of(table.person_at(command.seat)): -command.chips, player.stack: command.chips}
    return rules.accept(events.ChipsAdded, command, "chips_added", postings=postings)


def remove_chips(rules: Rules, table: State, command: commands.RemoveChips, said: Said) -> Decision:
    return rules.refuse("chips_stay" if command.seat in table.seats else "nobody_sits_there")


def leave_seat(rules: Rules, table: State, command: commands.LeaveSeat, said: Said) -> Decision:
    player, phase = table.hand.players.get(command.seat), table.hand.phase
    if player is None:
        return rules.refuse("nobody_sits_there")
    if (player.dealt_in and phase not in ("between", "blinds")) or (player.put_in + player.dead and phase != "between"):
        return rules.refuse("leaves_after_hand")
    if player.side:
        return rules.refuse("side_wager_first")
    return Accepted((*gone(rules, table, command.seat), left(rules, table, command.seat)))


def left(rules: Rules, table: State, number: int) -> events.SeatLeft:
    """A player goes, with all chips, including winnings that are held."""
    person = table.person_at(number)
    postings = all_chips(table, number, purse_of(person))
    return events.SeatLeft(seat=number, person=person, clauses=rules.cite("seat_left"), postings=postings)


def all_chips(table: State, number: int, to: Account) -> dict[Account, int]:
    """The postings that move all chips of a player somewhere, including those that are held."""
    chips = table.chips_of(number)
    return {name: -amount for name, amount in chips.items()} | {to: sum(chips.values())} if chips else {}


def gone(rules: Rules, table: State, number: int) -> list[Event]:
    """What follows if a player leaves before the first card of a hand that has begun.

    A blind due is missed, and the last blind falls to the next player. With fewer than two left there is no hand.
    """
    players = table.hand.players
    if table.hand.phase != "blinds" or players[number].posted:
        return []
    positions, again = table.positions, False
    done: list[Event] = []
    if number in due(table) and number in positions[1:]:
        last = positions[-1] == number
        blind = len(table.options.blinds) if last else positions.index(number, 1)
        if last:
            after = [other for other in table.clockwise(number) if other in present(table) and other != number]
            positions = (*positions[:-1], *after[:1])
            again = not after or players[after[0]].posted
        missed = {number: blind} if not table.spared(table.seats[number]) else {}
        grounds = ("last_blind_passes" if last else "blind_not_there", *(("blind_missed",) if missed else ()))
        done = [events.BlindsMoved(positions=positions, missed=missed, clauses=rules.cite(*grounds))]
    if again or not could_play(table, number, positions[-1]):
        return [called_off(rules, table)]
    return done


def called_off(rules: Rules, table: State) -> events.HandCalledOff:
    """All that was posted and all side wagers go back; winnings held through a misdeal join the stacks."""
    postings: dict[Account, int] = {}
    for number, player in table.hand.players.items():
        side = table.money.get(side_of(number), 0)
        postings |= {side_of(number): -side} if side else {}
        if back := player.put_in + player.dead + side:
            postings[player.stack] = back
    postings |= {POT: -sum(postings.values())} if sum(postings.values()) else {}
    for number in table.seats:
        if held := table.money.get(held_of(number), 0):
            stack = stack_of(number)
            postings |= {held_of(number): -held, stack: postings.get(stack, 0) + held}
    paid = tuple(number for number in sorted(table.seats) if table.person_at(number) in table.fees_paid)
    return events.HandCalledOff(paid=paid, clauses=rules.cite("hand_called_off"), postings=postings)


def call_off(rules: Rules, table: State, command: commands.CallOff, said: Said) -> Decision:
    """A hand needs two players, however the others were lost."""
    if table.hand.phase != "blinds":
        return rules.refuse("no_hand_to_call_off")
    if len({*to_be_dealt(table), *due(table)}) >= 2:
        return rules.refuse("enough_players")
    return Accepted((called_off(rules, table),))


def step_away_or_sit_out(rules: Rules, table: State, command: commands.StepAway | commands.SitOut, said: Said) -> Decision:
    """A button in front of the player: walking, or absent if blinds are owed; or dealt out."""
    number, sits_out = command.seat, isinstance(command, commands.SitOut)
    if (seat := table.seats.get(number)) is None:
        return rules.refuse("nobody_sits_there")
    if seat.dealt_out if sits_out else seat.away:
        return rules.refuse("button_there_already")
    player, blinds = table.hand.players[number], table.hand.phase == "blinds"
    if player.side and blinds:
        return rules.refuse("side_wager_first")
    if sits_out and blinds and (player.posted or player.put_in or player.dead):
        return rules.refuse("leaves_after_hand")
    button: events.Button = "dealt out" if sits_out else "absent" if seat.missed else "walking"
    ground = {"walking": "walking_button", "absent": "absent_button", "dealt out": "dealt_out_button"}[button]
    return Accepted((*gone(rules, table, number), rules.event(events.ButtonPlaced, command, ground, button=button)))


def come_back(rules: Rules, table: State, command: commands.ComeBack, said: Said) -> Decision:
    if (seat := table.seats.get(command.seat)) is None:
        return rules.refuse("nobody_sits_there")
    if not (seat.away or seat.dealt_out):
        return rules.refuse("not_away")
    button: events.Button = "missed blind" if seat.missed else "none"
    ground = "missed_blind_button" if seat.missed else "button_taken_away"
    return rules.accept(events.ButtonPlaced, command, ground, button=button)


def change_seat(rules: Rules, table: State, command: commands.ChangeSeat, said: Said) -> Decision:
    """To an empty seat between hands; more than two live players clockwise costs a wait or a penalty blind."""
    if (seat := table.seats.get(command.seat)) is None:
        return rules.refuse("nobody_sits_there")
    if (refusal := no_such_place(rules, table, command.to)) is not None:
        return refusal
    if command.to in table.seats:
        return rules.refuse("place_occupied")
    if table.hand.phase != "between":
        return rules.refuse("seats_between_hands")
    wishes = table.wanted.get(command.to, ())
    if wishes and wishes != (command.seat,):
        return rules.refuse("draw_needed" if command.seat in wishes else "seated_players_first")
    move = _move(rules, table, seat, command.to)
    to_button = bool(table.positions) and command.to == table.positions[0]
    paid = to_button and not seat.owes and not move.missed and not move.far
    stack = table.stack(command.seat)
    grounds = ("moved_to_button" if paid else "" if move.far else "seat_changed", *move.grounds)
    postings = {stack_of(command.seat): -stack, stack_of(command.to): stack} if stack else {}
    owes = {"penalty": move.far, "missed": move.missed, "passed": move.passed}
    return rules.accept(events.SeatChanged, command, *grounds, postings=postings, **owes)


class Move(NamedTuple):
    """What a change of seats means for the blinds: whether it is too `far`, which are `missed` by it, and how many players
    the player has let by to the last blind in all.
    """

    far: bool = False
    missed: tuple[int, ...] = ()
    passed: int = 0

    @property
    def grounds(self) -> tuple[str, ...]:
        return ("moved_too_far",) if self.far else ("move_avoids_blinds",) if self.missed else ()


def _move(rules: Rules, table: State, seat: Seat, to: int) -> Move:
    """A move delays the last blind by the players who then come before. Clockwise a few of them are free, counting all moves
    since that blind was paid; moving back over the blind, to behind it, does not avoid it.
    """
    if not table.positions:
        return Move()
    puts_off = _before_last_blind(table, seat, to) - _before_last_blind(table, seat, seat.number)
    places = table.options.places
    if puts_off > 0 and (to - seat.number) % places > places // 2:
        return Move(missed=() if table.spared(seat) else tuple(range(1, len(table.options.blinds) + 1)))
    passed = max(seat.passed + puts_off, 0)
    far = max(passed, passed_clockwise(table, seat.number, to)) > rules.live_seats_free
    return Move(far, passed=0 if far else passed)


def _before_last_blind(table: State, seat: Seat, place: int) -> int:
    """How many others the last blind reaches before a player at this place."""
    last = table.positions[-1]
    places = table.clockwise(last) if place == last else between(table, last, place)
    return sum(table.person_at(other) != seat.person for other in places)


def passed_clockwise(table: State, start: int, end: int) -> int:
    """How many players sit between two places, clockwise; a move the other way, towards the blinds, passes none."""
    places = table.options.places
    steps = (end - start) % places
    if steps > places // 2:
        return 0
    return sum((start + step - 1) % places + 1 in table.seats for step in range(1, steps))

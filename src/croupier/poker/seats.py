"""Players come, go, step away and come back; the table opens; chips are bought and stay on the table."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker.blinds import due, present
from croupier.poker.commands import (
    AddChips,
    ChangeSeat,
    ComeBack,
    LeaveSeat,
    OpenTable,
    RemoveChips,
    SitOut,
    StepAway,
    TakeSeat,
)
from croupier.poker.events import TableOpened
from croupier.poker.incidents import BlindsMoved, ButtonPlaced, ChipsAdded, SeatChanged, SeatLeft, SeatTaken
from croupier.poker.rules import Rules
from croupier.poker.signs import sign_grounds, wrong_signs
from croupier.poker.table import Table, purse_of, stack_of

MOST_CHIPS = 10**12


def open_table(rules: Rules, table: Table, command: OpenTable) -> Decision:
    if table.version:
        return rules.refuse("table_opened", "the table is open already")
    for ground, wrong in wrong_signs(rules, command.options):
        return rules.refuse(ground, wrong)
    opened = TableOpened(
        game=rules.game,
        book=rules.book,
        edition=rules.edition,
        digest=rules.digest,
        options=command.options,
        clauses=rules.cite("table_opened", *sign_grounds(command.options)),
    )
    return Accepted((opened,))


def take_seat(rules: Rules, table: Table, command: TakeSeat) -> Decision:
    sign = table.options
    if not 1 <= command.seat <= sign.places:
        return rules.refuse("no_such_place", f"the places are 1 to {sign.places}; there is no {command.seat}")
    if command.seat in table.seats:
        return rules.refuse("place_occupied")
    if command.chips < sign.minimum_buy_in:
        return rules.refuse("below_buy_in", f"the least buy-in is {dollars(sign.minimum_buy_in)}")
    if command.chips > (sign.maximum_buy_in or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the sign says at most {dollars(sign.maximum_buy_in or MOST_CHIPS)}")
    if command.chips % sign.chip:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(sign.chip)}")
    new = bool(table.hand) and not command.from_game and sign.new_players != "dealt in"
    taken = SeatTaken(
        seat=command.seat,
        new=new,
        clauses=rules.cite("seat_taken", "bought_in", *(("moved_player",) if command.from_game else ())),
        postings={purse_of(command.seat): -command.chips, stack_of(command.seat): command.chips},
    )
    return Accepted((taken,))


def add_chips(rules: Rules, table: Table, command: AddChips) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if (seat.live and table.phase not in ("between", "blinds")) or (seat.put_in and table.phase == "blinds"):
        return rules.refuse("stake_fixed")
    if command.chips <= 0 or command.chips % table.options.chip:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(table.options.chip)}")
    if table.stack(command.seat) + command.chips > (table.options.maximum_buy_in or MOST_CHIPS):
        return rules.refuse("above_buy_in", f"the sign says at most {dollars(table.options.maximum_buy_in)}")
    postings = {purse_of(command.seat): -command.chips, seat.stack: command.chips}
    return Accepted((ChipsAdded(seat=command.seat, clauses=rules.cite("chips_added"), postings=postings),))


def remove_chips(rules: Rules, table: Table, command: RemoveChips) -> Decision:
    return rules.refuse("chips_stay" if command.seat in table.seats else "nobody_sits_there")


def leave_seat(rules: Rules, table: Table, command: LeaveSeat) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if (seat.dealt_in and table.phase not in ("between", "blinds")) or (seat.put_in and table.phase != "between"):
        return rules.refuse("leaves_after_hand")
    if seat.side:
        return rules.refuse("side_wager_first")
    stack = table.stack(command.seat)
    left = SeatLeft(
        seat=command.seat,
        clauses=rules.cite("seat_left"),
        postings={seat.stack: -stack, purse_of(command.seat): stack} if stack else {},
    )
    return Accepted((*_last_blind_passes(rules, table, command.seat), left))


def _last_blind_passes(rules: Rules, table: Table, gone: int) -> list[Event]:
    """Where the player due the last blind is gone before posting it, it falls to the next one."""
    if table.phase != "blinds" or gone not in due(table) or table.positions[-1] != gone:
        return []
    players = [number for number in present(table) if number != gone]
    if len(players) < 2:
        return []
    after = [number for number in table.clockwise(gone) if number in players]
    positions = (*table.positions[:-1], after[0])
    return [BlindsMoved(positions=positions, missed={}, clauses=rules.cite("last_blind_passes"))]


def step_away(rules: Rules, table: Table, command: StepAway) -> Decision:
    return _button(rules, table, command.seat, "walking")


def sit_out(rules: Rules, table: Table, command: SitOut) -> Decision:
    return _button(rules, table, command.seat, "dealt out")


def _button(rules: Rules, table: Table, number: int, button: str) -> Decision:
    seat = table.seats.get(number)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if (seat.away and button == "walking") or (seat.dealt_out and button == "dealt out"):
        return Refused("button_there_already", "that button lies there already")
    if seat.side and table.phase == "blinds":
        return rules.refuse("side_wager_first")
    name = "absent" if button == "walking" and seat.missed else button
    ground = {"walking": "walking_button", "absent": "absent_button", "dealt out": "dealt_out_button"}[name]
    placed = ButtonPlaced(seat=number, button=name, clauses=rules.cite(ground))  # type: ignore[arg-type]
    moved = _last_blind_passes(rules, table, number)
    missed: list[Event] = []
    if table.phase == "blinds" and number in due(table):
        blind = table.positions[1:].index(number) + 1
        positions = moved[0].positions if moved and isinstance(moved[0], BlindsMoved) else table.positions
        missed = [
            BlindsMoved(
                positions=positions, missed={number: blind}, clauses=rules.cite("last_blind_passes", "blind_missed")
            )
        ]
    return Accepted((placed, *missed))


def come_back(rules: Rules, table: Table, command: ComeBack) -> Decision:
    seat = table.seats.get(command.seat)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if not (seat.away or seat.dealt_out):
        return Refused("not_away", "the player is not away")
    button, ground = ("missed blind", "missed_blind_button") if seat.missed else ("none", "button_taken_away")
    return Accepted((ButtonPlaced(seat=command.seat, button=button, clauses=rules.cite(ground)),))  # type: ignore[arg-type]


def change_seat(rules: Rules, table: Table, command: ChangeSeat) -> Decision:
    """To an empty seat between hands; more than two live players clockwise costs a wait or a penalty blind."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if not 1 <= command.to <= table.options.places:
        return rules.refuse("no_such_place", f"the places are 1 to {table.options.places}; there is no {command.to}")
    if command.to in table.seats:
        return rules.refuse("place_occupied")
    if table.phase != "between":
        return rules.refuse("seats_between_hands")
    passed = passed_clockwise(table, command.seat, command.to)
    far = passed > rules.live_seats_free
    stack = table.stack(command.seat)
    to_button = bool(table.positions) and command.to == table.positions[0]
    ground = "moved_to_button" if to_button and far else "moved_too_far" if far else "seat_changed"
    moved = SeatChanged(
        seat=command.seat,
        to=command.to,
        penalty=far and not to_button,
        clauses=rules.cite(ground),
        postings={seat.stack: -stack, stack_of(command.to): stack} if stack else {},
    )
    return Accepted((moved,))


def passed_clockwise(table: Table, start: int, end: int) -> int:
    """How many players sit between two places, clockwise; a move the other way round, towards the blinds, passes none."""
    places = table.options.places
    steps = (end - start) % places
    if steps > places // 2:
        return 0
    return sum((start + step - 1) % places + 1 in table.seats for step in range(1, steps))

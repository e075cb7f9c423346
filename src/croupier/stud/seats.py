"""Opening the table, sitting down and leaving, and who may say what."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.stud.commands import LeaveSeat, OpenTable, TakeSeat
from croupier.stud.events import SeatLeft, SeatTaken, TableOpened
from croupier.stud.rules import Rules
from croupier.stud.table import Table, purse_of, stack_of


def open_table(rules: Rules, table: Table, command: OpenTable) -> Decision:
    if table.version:
        return rules.refuse("table_opened", "the table is open already")
    if wrong := rules.options_wrong(command.options):
        return rules.refuse("options_not_allowed", wrong)
    opened = TableOpened(
        game=rules.game,
        book=rules.book,
        edition=rules.edition,
        digest=rules.digest,
        options=command.options,
        clauses=rules.cite("table_opened"),
    )
    return Accepted((opened,))


def take_seat(rules: Rules, table: Table, command: TakeSeat) -> Decision:
    seat, chips = command.seat, command.chips
    if not 1 <= seat <= table.options.places:
        return rules.refuse("no_such_place", f"the places are 1 to {table.options.places}; there is no {seat}")
    if seat in table.seats:
        return rules.refuse("place_occupied", f"somebody sits at place {seat} already")
    if chips <= 0:
        return rules.refuse("wagers_in_chips", "nobody sits down without chips")
    postings = {stack_of(seat): chips, purse_of(seat): -chips}
    return Accepted((SeatTaken(seat=seat, clauses=rules.cite("seat_taken"), postings=postings),))


def leave_seat(rules: Rules, table: Table, command: LeaveSeat) -> Decision:
    seat = command.seat
    if (refusal := not_seated(rules, table, seat)) is not None:
        return refusal
    if any(box.seat == seat for box in table.boxes):
        return rules.refuse("wager_locked", f"seat {seat} has a wager on the table")
    stack = table.stack(seat)
    postings = {purse_of(seat): stack, stack_of(seat): -stack} if stack else {}
    return Accepted((SeatLeft(seat=seat, clauses=rules.cite("seat_left"), postings=postings),))


def not_seated(rules: Rules, table: Table, seat: int) -> Refused | None:
    if not 1 <= seat <= table.options.places:
        return rules.refuse("no_such_place", f"the places are 1 to {table.options.places}; there is no {seat}")
    if seat not in table.seats:
        return rules.refuse("nobody_sits_there", f"nobody sits at place {seat}")
    return None


def cannot_pay(rules: Rules, table: Table, seat: int, amount: int) -> Refused | None:
    if amount <= 0:
        return rules.refuse("wagers_in_chips", f"{dollars(amount)} is not a wager")
    if (stack := table.stack(seat)) < amount:
        return rules.refuse("wagers_in_chips", f"seat {seat} has {dollars(stack)} in chips, not {dollars(amount)}")
    return None

"""Acts out of turn: they are held until the turn comes, and stand, unless somebody due earlier has bet more."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.poker import betting
from croupier.poker.commands import AllIn, Bet, Call, Check, Fold, Raise
from croupier.poker.events import ActedOutOfTurn, Checked, Folded, HeldActReleased
from croupier.poker.rules import Rules
from croupier.poker.table import Held, Seat, Table


def act(rules: Rules, table: Table, command: Command) -> Decision:
    """What somebody does before the turn has come to them."""
    number: int = command.seat  # type: ignore[attr-defined]
    if number in table.held:
        return rules.refuse("acted_out_of_turn_already")
    seat = table.seats[number]
    if isinstance(command, Fold):
        clauses = rules.cite("folded", "fold_out_of_turn")
        return Accepted((Folded(seat=number, in_turn=False, clauses=clauses),))
    held = _held(rules, table, seat, command)
    if isinstance(held, Refused):
        return held
    ground = "check_out_of_turn" if held.act == "check" else "bet_out_of_turn"
    if held.all_in and held.to < table.bet:
        ground = "all_in_out_of_turn"
    return Accepted((ActedOutOfTurn(seat=number, held=held, clauses=rules.cite(ground)),))


def _held(rules: Rules, table: Table, seat: Seat, command: Command) -> Held | Refused:
    stack = table.stack(seat.number)
    total = seat.wagered + stack
    if isinstance(command, Check):
        if seat.wagered < table.bet:
            return rules.refuse("bet_to_call")
        return Held("check", seat.wagered, table.bet)
    if isinstance(command, Call):
        if table.bet <= seat.wagered:
            return rules.refuse("nothing_to_call")
        return Held("call", min(table.bet, total), table.bet, all_in=total <= table.bet)
    if isinstance(command, AllIn) and total <= table.bet:
        return Held("call", total, table.bet, all_in=True)
    room = betting.open_range(rules, table, seat)
    if isinstance(room, Refused):
        return room
    to = room.most if isinstance(command, AllIn) else command.amount if isinstance(command, Bet) else 0
    if isinstance(command, Raise):
        to = command.to
    if not room.least <= to <= room.most:
        return rules.refuse("raise_too_small" if to < room.least else "above_limit")
    return Held("raise" if table.bet else "bet", to, table.bet, all_in=to == total)


def in_turn(rules: Rules, table: Table, number: int) -> list[Event]:
    """What a held act comes to now that it is the player's turn."""
    seat, held = table.seats[number], table.held[number]
    if held.act == "check":
        if table.bet > seat.wagered:
            return [HeldActReleased(seat=number, clauses=rules.cite("check_out_of_turn"))]
        return [Checked(seat=number, clauses=rules.cite("checked", "check_out_of_turn"))]
    short_all_in = held.all_in and held.to < held.faced
    if table.bet > held.to and not short_all_in:
        return [HeldActReleased(seat=number, clauses=rules.cite("outbet_before_turn"))]
    why = "all_in_out_of_turn" if short_all_in else "bet_out_of_turn"
    if held.to <= table.bet or held.act == "call":
        if table.bet <= seat.wagered:
            return [Checked(seat=number, clauses=rules.cite("checked", why))]
        return [betting.called(rules, table, seat, table.bet - seat.wagered, why)]
    room = betting.open_range(rules, table, seat)
    if isinstance(room, Refused):
        return [betting.called(rules, table, seat, table.bet - seat.wagered, why)]
    if held.to >= room.least:
        return [betting.raised(rules, table, seat, min(held.to, room.most), why)]
    over = held.to - table.bet
    if 2 * over >= table.step:
        return [betting.raised(rules, table, seat, room.least, why, "half_raise_made_up")]
    return [betting.called(rules, table, seat, table.bet - seat.wagered, why, "under_half_is_call")]

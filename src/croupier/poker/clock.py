"""The time to act: when it began, when it is over, what then becomes of the hand, and more of it for a fee.

Only a table whose sign has a time to act keeps it: there every event after which the turn is another's says when that was.
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.poker import betting, commands
from croupier.poker.commands import BuyTime, CallTime
from croupier.poker.events import BoardDealt, Called, Checked, Folded, HandsDealt, Raised, TimeBought
from croupier.poker.incidents import IrregularityReported, RulingGiven
from croupier.poker.rules import Rules
from croupier.poker.table import FLOAT, Table, purse_of

AUTOMATIC = "time_to_act_automatic"
"""The other reading of the time to act: it is over by itself, and an act after it is too late."""

_PASSING = (Checked, Called, Raised, Folded, HandsDealt, BoardDealt, IrregularityReported, RulingGiven)
_ACTING = (
    commands.Check,
    commands.Call,
    commands.Bet,
    commands.Raise,
    commands.Fold,
    commands.AllIn,
    commands.PutChips,
    commands.MakeUp,
    commands.TakeBack,
    commands.BuyTime,
)


def deadline(table: Table) -> int:
    """The last second at which the player whose turn it is acts in time."""
    return table.turn_since + table.options.time_to_act + table.turn_extra


def stamped(table: Table, events: tuple[Event, ...], at: int) -> tuple[Event, ...]:
    """The events with the time at which they pass the turn. Time never runs backwards."""
    now = max(at, table.turn_since)
    return tuple(replace(event, at=now) if isinstance(event, _PASSING) else event for event in events)


def too_late(rules: Rules, table: Table, command: Command) -> Refused | None:
    """Why an act comes too late, where the time is over by itself."""
    if not isinstance(command, _ACTING) or command.seat != table.turn or table.phase != "betting":
        return None
    if command.at <= deadline(table) or not rules.reads(table.options, AUTOMATIC):
        return None
    return rules.refuse("time_is_up", f"the time to act was over at {deadline(table)} seconds")


def call_time(rules: Rules, table: Table, command: CallTime) -> Decision:
    """The time is over: facing a bet the hand is dead, otherwise it is a check."""
    if not table.options.time_to_act:
        return rules.refuse("no_time_to_act")
    if table.phase != "betting" or not table.turn:
        return rules.refuse("no_betting_now")
    if command.at <= (last := deadline(table)):
        return rules.refuse("time_not_up", f"seat {table.turn} has until {last} seconds")
    seat = table.seats[table.turn]
    clauses = rules.cite("time_is_up", betting.street_grounds(table))
    if table.to_call(seat):
        return Accepted((Folded(seat=seat.number, dead="the time to act is over", clauses=clauses),))
    return Accepted((Checked(seat=seat.number, timed_out=True, clauses=clauses),))


def buy_time(rules: Rules, table: Table, command: BuyTime) -> Decision:
    """More time, as much and as often as the sign says; the fee comes out of money that is not on the table."""
    sign = table.options
    if not (sign.time_to_act and sign.extra_time):
        return rules.refuse("no_time_for_sale")
    if (refusal := betting.not_to_act(rules, table, command.seat)) is not None:
        return refusal
    if command.seat != table.turn:
        return rules.refuse("time_bought_in_turn")
    seat = table.seats[command.seat]
    if seat.extra >= sign.extra_times:
        return rules.refuse("time_bought_up", f"the sign says at most {sign.extra_times} times in a hand")
    fee = sign.extra_time_fee
    bought = TimeBought(
        seat=command.seat,
        seconds=sign.extra_time,
        fee=fee,
        clauses=rules.cite("time_bought", "sign_time_to_act"),
        postings={purse_of(command.seat): -fee, FLOAT: fee} if fee else {},
    )
    return Accepted((bought,))

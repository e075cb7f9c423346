"""Acts in turn: check, call, bet, raise, fold, all-in, and how much a bet or raise may be."""

from __future__ import annotations

from typing import NamedTuple

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.poker.commands import AllIn, Bet, Call, Check, Fold, Raise
from croupier.poker.events import Called, Checked, Folded, Raised
from croupier.poker.rules import STREETS, Options, Rules
from croupier.poker.table import POT, Seat, Table

OPENS = tuple(f"opens_{street}" for street in STREETS)
FOLLOWS = tuple(f"follows_{street}" for street in STREETS)
SHORT_ADD_UP = "short_all_ins_add_up"
"""The other reading of several short all-ins: they open the betting to a player who faces a full raise in all."""
CHECK_KEEPS_RAISE = "check_keeps_raise"
"""The other reading of who acted before a short all-in: a player who only checked keeps the right to raise."""
BEFORE_CAP = "head_to_head_before_cap"
"""The other reading of head to head: it frees the raises only if it was so before the last of the limited ones."""


class Range(NamedTuple):
    """The totals of this round that a bet or raise may make: the least and the most. `short` when all chips are fewer."""

    least: int
    most: int
    short: bool = False


def street_grounds(table: Table) -> str:
    """The ground of acting in this betting round: as the first, or after another."""
    return FOLLOWS[table.street] if table.actors else OPENS[table.street]


def not_to_act(rules: Rules, table: Table, number: int) -> Refused | None:
    """Why this player cannot act at all now, in turn or out of it."""
    seat = table.seats.get(number)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if table.phase != "betting" or not table.turn:
        return rules.refuse("no_betting_now")
    if not seat.live:
        return rules.refuse("not_in_hand")
    if seat.all_in:
        return rules.refuse("all_in_already")
    return None


def owing(rules: Rules, table: Table, number: int) -> Refused:
    """Why a player who put in less than the call can do nothing but make it up or fold."""
    return rules.refuse("wager_too_small", f"make up {dollars(table.owed[number])} to call, or fold")


def open_range(rules: Rules, table: Table, seat: Seat) -> Range | Refused:
    """What this player may bet, or raise to, in turn; or why not."""
    if seat.mute:
        return rules.refuse("checked_out_of_turn")
    limited = table.options.limited
    total = seat.wagered + table.money.get(seat.stack, 0)
    if total <= table.bet:
        return rules.refuse("call_takes_all")
    if seat.closed and not _open_again(table, seat):
        return rules.refuse("not_reopened_limit" if limited else "not_reopened")
    able = len(table.able)
    if able < 2:
        return rules.refuse("nobody_to_raise")
    if limited and table.raises >= rules.most_raises and (able > 2 or table.capped):
        return rules.refuse("raises_used_up")
    least, most = _amounts(table, seat, table.options)
    most = min(most, total)
    if total < least:
        return Range(total, total, short=True)
    return Range(least, max(most, least))


def _open_again(table: Table, seat: Seat) -> bool:
    """Whether, by another reading, the betting is open to a player who has acted before a short all-in."""
    readings = table.options.readings
    if SHORT_ADD_UP in readings and not table.options.limited and table.to_call(seat) >= table.step:
        return True
    return CHECK_KEEPS_RAISE in readings and not seat.wagered


def least_raise(table: Table, seat: Seat) -> int:
    """By how much a full bet or raise goes above what there is to call now."""
    return _amounts(table, seat, table.options)[0] - table.bet


def _amounts(table: Table, seat: Seat, sign: Options) -> tuple[int, int]:
    """The least and the most that a bet or raise makes, chips aside."""
    if sign.betting == "fixed limit":
        level = table.full + table.step
        return level, level
    if sign.betting == "spread limit":
        return table.full + table.step, table.bet + sign.most
    least = table.bet + table.step
    if sign.betting == "no limit":
        return least, seat.wagered + table.money.get(seat.stack, 0)
    after_call = table.pot + table.to_call(seat)
    most = after_call if sign.betting == "pot limit" else after_call // 2 // sign.chip * sign.chip
    return least, max(table.bet + most, least)


def check(rules: Rules, table: Table, command: Check) -> Decision:
    seat = table.seats[command.seat]
    if seat.wagered < table.bet:
        return rules.refuse("bet_to_call", f"there is {dollars(table.to_call(seat))} to call")
    return Accepted((checked(rules, table, seat),))


def checked(rules: Rules, table: Table, seat: Seat, *why: str, change: int = 0) -> Checked:
    ground = "option_stands_pat" if table.bet else "checked"
    return Checked(seat=seat.number, change=change, clauses=rules.cite(ground, *why, street_grounds(table)))


def call(rules: Rules, table: Table, command: Call) -> Decision:
    seat = table.seats[command.seat]
    amount = table.bet - seat.wagered
    if amount <= 0:
        return rules.refuse("nothing_to_call")
    return Accepted((called(rules, table, seat, amount),))


def called(rules: Rules, table: Table, seat: Seat, amount: int, *why: str, change: int = 0) -> Called:
    stack = table.money.get(seat.stack, 0)
    paid = min(amount, stack)
    ground = "called" if amount <= stack else "all_in_call"
    return Called(
        seat=seat.number,
        amount=paid,
        all_in=paid == stack,
        change=change,
        clauses=rules.cite(ground, *why, street_grounds(table)),
        postings={seat.stack: -paid, POT: paid},
    )


def bet(rules: Rules, table: Table, command: Bet) -> Decision:
    if table.bet:
        return rules.refuse("betting_open", "the betting is open: call, raise or fold")
    return raise_to(rules, table, table.seats[command.seat], command.amount)


def raise_(rules: Rules, table: Table, command: Raise) -> Decision:
    if not table.bet:
        return rules.refuse("nothing_to_raise", "there is nothing to raise: bet or check")
    return raise_to(rules, table, table.seats[command.seat], command.to)


def raise_to(rules: Rules, table: Table, seat: Seat, to: int, *why: str) -> Decision:
    """A bet or raise to an announced total, if it is within the limits."""
    room = open_range(rules, table, seat)
    if isinstance(room, Refused):
        return room
    total = seat.wagered + table.money.get(seat.stack, 0)
    if to > total:
        return rules.refuse("table_stakes", f"only {dollars(total - seat.wagered)} more is on the table")
    if to < room.least:
        ground = "raise_too_small" if table.bet else "bet_too_small"
        ground = "below_spread" if table.options.betting == "spread limit" else ground
        return rules.refuse(ground, f"the least is {dollars(room.least)}, not {dollars(to)}")
    if to > room.most:
        return rules.refuse(_over(table), f"the most is {dollars(room.most)}, not {dollars(to)}")
    if (to - seat.wagered) % table.options.chip and to != total:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(table.options.chip)}")
    return Accepted((raised(rules, table, seat, to, *why),))


def _over(table: Table) -> str:
    betting = table.options.betting
    if betting in ("pot limit", "half pot limit"):
        return "above_pot_limit"
    return "above_spread" if betting == "spread limit" else "above_limit"


def raised(rules: Rules, table: Table, seat: Seat, to: int, *why: str, change: int = 0) -> Raised:
    """A bet or raise to a total that is allowed, with what it means for those who have acted."""
    amount = to - seat.wagered
    all_in = amount == table.money.get(seat.stack, 0)
    opens, counts, caps = True, bool(table.bet), False
    grounds = ["raised" if counts else "bet_made", *why]
    sign = table.options
    if sign.limited:
        if all_in:
            opens = 100 * (to - table.full) >= rules.reopens_percent * table.step
            counts = counts and opens
            grounds.append("all_in_half_or_more" if opens else "all_in_under_half")
        if counts:
            last = table.raises + 1 == rules.most_raises
            caps = last and BEFORE_CAP in sign.readings and len(table.able) > 2
            grounds.append("raise_counted" if table.raises < rules.most_raises else "raises_head_to_head")
        if sign.betting == "spread limit":
            grounds.append("spread_limit")
    else:
        if all_in:
            opens = to >= table.bet + table.step
            counts = counts and opens
            grounds.append("all_in_full_raise" if opens else "all_in_short_of_raise")
        if sign.betting != "no limit":
            grounds.append("pot_limit")
    if all_in:
        grounds.append("all_in")
    return Raised(
        seat=seat.number,
        to=to,
        amount=amount,
        opens=opens,
        counts=counts,
        caps=caps,
        all_in=all_in,
        change=change,
        clauses=rules.cite(*grounds, street_grounds(table)),
        postings={seat.stack: -amount, POT: amount},
    )


def all_in(rules: Rules, table: Table, command: AllIn) -> Decision:
    """All chips, or as many as a legal bet or raise takes; where no raise is open, the call."""
    seat = table.seats[command.seat]
    room = open_range(rules, table, seat)
    why: tuple[str, ...]
    if isinstance(room, Refused):
        amount = table.to_call(seat)
        if amount <= 0:
            return room
        why = () if room.ground == "call_takes_all" else ("all_in_within_limits",)
        return Accepted((called(rules, table, seat, amount, *why),))
    total = seat.wagered + table.money.get(seat.stack, 0)
    why = () if room.most == total else ("all_in_within_limits",)
    return Accepted((raised(rules, table, seat, room.most, *why),))


def fold(rules: Rules, table: Table, command: Fold) -> Decision:
    why = ("wager_too_small",) if command.seat in table.owed else ()
    clauses = rules.cite("folded", *why, street_grounds(table))
    return Accepted((Folded(seat=command.seat, clauses=clauses),))

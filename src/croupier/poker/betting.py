"""Acts in turn: check, call, bet, raise, fold, all-in, and how much a bet or raise may be."""

from typing import NamedTuple

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars, moving
from croupier.poker.commands import AllIn, Bet, Call, Check, Fold, Raise
from croupier.poker.events import Called, Checked, Folded, Raised
from croupier.poker.hand import Hand, Player
from croupier.poker.rules import STREETS, Rules
from croupier.poker.state import POT, State

OPENS = tuple(f"opens_{street}" for street in STREETS)
FOLLOWS = tuple(f"follows_{street}" for street in STREETS)
SHORT_ADD_UP = "short_all_ins_add_up"
"""The other reading of several short all-ins: together they open the betting to a player who faces a full raise."""
CHECK_KEEPS_RAISE = "check_keeps_raise"
"""The other reading of who acted before a short all-in: a player who only checked keeps the right to raise."""
BEFORE_CAP = "head_to_head_before_cap"
"""The other reading of head to head: it lifts the limit on raises only if it was so before the last of the limited ones."""


class Range(NamedTuple):
    """The smallest and largest total for a bet or raise in this round. `short` if all chips are fewer."""

    least: int
    most: int
    short: bool = False


def street_grounds(hand: Hand) -> str:
    """The ground for acting in this betting round: first, or after another player."""
    return FOLLOWS[hand.street] if hand.actors else OPENS[hand.street]


def not_to_act(rules: Rules, table: State, number: int) -> Refused | None:
    """Why this player cannot act at all now, in turn or out of it."""
    if (player := table.hand.players.get(number)) is None:
        return rules.refuse("nobody_sits_there")
    if table.hand.phase != "betting" or not table.hand.turn:
        return rules.refuse("no_betting_now")
    if not player.live:
        return rules.refuse("excluded" if table.person_at(number) in table.excluded else "not_in_hand")
    if player.all_in:
        return rules.refuse("excluded" if player.excluded else "all_in_already")
    return None


def owing(rules: Rules, table: State, number: int) -> Refused:
    """Why a player who put in less than the call can only make up the rest or fold."""
    return rules.refuse("wager_too_small", f"make up {dollars(table.hand.owed[number])} to call, or fold")


def open_range(rules: Rules, table: State, player: Player) -> Range | Refused:
    """What this player may bet, or raise to, in turn; or why not."""
    if player.mute:
        return rules.refuse("checked_out_of_turn")
    hand, limited = table.hand, table.options.limited
    total = player.wagered + table.money.get(player.stack, 0)
    if total <= hand.bet:
        return rules.refuse("call_takes_all")
    if player.closed and not _open_again(table, player):
        return rules.refuse("not_reopened_limit" if limited else "not_reopened")
    able = len(hand.able)
    if able < 2:
        return rules.refuse("nobody_to_raise")
    crowd = able > rules.number("head_to_head_players")
    if limited and hand.raises >= rules.most_raises and (crowd or hand.capped):
        return rules.refuse("raises_used_up")
    least, most = _amounts(rules, table, player)
    most = min(most, total)
    if total < least:
        return Range(total, total, short=True)
    return Range(least, max(most, least))


def _open_again(table: State, player: Player) -> bool:
    """Whether, by another reading, the betting is open to a player who acted before a short all-in."""
    hand, readings = table.hand, table.options.readings
    if SHORT_ADD_UP in readings and not table.options.limited and hand.to_call(player) >= hand.step:
        return True
    return CHECK_KEEPS_RAISE in readings and not player.wagered


def least_raise(rules: Rules, table: State, player: Player) -> int:
    """How far a full bet or raise goes above what there is to call now."""
    return _amounts(rules, table, player)[0] - table.hand.bet


def _amounts(rules: Rules, table: State, player: Player) -> tuple[int, int]:
    """The limits of a bet or raise, not counting chips."""
    hand, sign = table.hand, table.options
    if sign.betting == "fixed limit":
        level = hand.full + hand.step
        return level, level
    if sign.betting == "spread limit":
        return hand.full + hand.step, hand.bet + sign.most
    least = hand.bet + hand.step
    if sign.betting == "no limit":
        return least, player.wagered + table.money.get(player.stack, 0)
    after_call = table.pot + hand.to_call(player)
    most = after_call * rules.pot_percents[sign.betting] // 100
    if sign.betting != "pot limit":
        most = most // sign.chip * sign.chip
    return least, max(hand.bet + most, least)


def check(rules: Rules, table: State, command: Check, said: Said) -> Decision:
    hand = table.hand
    player = hand.players[command.seat]
    if player.wagered < hand.bet:
        return rules.refuse("bet_to_call", f"{dollars(hand.to_call(player))} to call: check is not possible")
    key = command.seat, hand.street, not hand.actors, not hand.bet
    if (known := rules.checks.get(key)) is None:
        known = rules.checks[key] = Accepted((checked(rules, hand, player),))
    return known


def checked(rules: Rules, hand: Hand, player: Player, *why: str, change: int = 0) -> Checked:
    """A check on other grounds than the usual ones."""
    ground = "option_stands_pat" if hand.bet else "checked"
    return Checked(seat=player.number, change=change, clauses=rules.cite(ground, *why, street_grounds(hand)))


def call(rules: Rules, table: State, command: Call, said: Said) -> Decision:
    player = table.hand.players[command.seat]
    amount = table.hand.bet - player.wagered
    if amount <= 0:
        return rules.refuse("nothing_to_call")
    return Accepted((called(rules, table, player, amount),))


def called(rules: Rules, table: State, player: Player, amount: int, *why: str, change: int = 0) -> Called:
    stack = table.money.get(player.stack, 0)
    paid = min(amount, stack)
    ground = "called" if amount <= stack else "all_in_call"
    return Called(
        seat=player.number,
        amount=paid,
        all_in=paid == stack,
        change=change,
        clauses=rules.cite(ground, *why, street_grounds(table.hand)),
        postings=moving(paid, player.stack, POT),
    )


def bet(rules: Rules, table: State, command: Bet, said: Said) -> Decision:
    if table.hand.bet:
        return rules.refuse("betting_open", "the betting is open: call, raise or fold")
    return raise_to(rules, table, table.hand.players[command.seat], command.amount)


def raise_(rules: Rules, table: State, command: Raise, said: Said) -> Decision:
    if not table.hand.bet:
        return rules.refuse("nothing_to_raise", "there is no bet to raise: bet or check")
    return raise_to(rules, table, table.hand.players[command.seat], command.to)


def raise_to(rules: Rules, table: State, player: Player, to: int, *why: str) -> Decision:
    """A bet or raise to an announced total, if it is within the limits."""
    if isinstance(room := open_range(rules, table, player), Refused):
        return room
    total = player.wagered + table.money.get(player.stack, 0)
    if to > total:
        return rules.refuse("table_stakes", f"only {dollars(total - player.wagered)} more is on the table")
    if to < room.least:
        ground = "raise_too_small" if table.hand.bet else "bet_too_small"
        ground = "below_spread" if table.options.betting == "spread limit" else ground
        return rules.refuse(ground, f"the minimum is {dollars(room.least)}, not {dollars(to)}")
    if to > room.most:
        return rules.refuse(_over(table), f"the maximum is {dollars(room.most)}, not {dollars(to)}")
    if (to - player.wagered) % table.options.chip and to != total:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(table.options.chip)}")
    return Accepted((raised(rules, table, player, to, *why),))


def _over(table: State) -> str:
    betting = table.options.betting
    if betting in ("pot limit", "half pot limit"):
        return "above_pot_limit"
    return "above_spread" if betting == "spread limit" else "above_limit"


def raised(rules: Rules, table: State, player: Player, to: int, *why: str, change: int = 0) -> Raised:
    """A bet or raise to an allowed total, with its effect on those who have acted."""
    hand, sign = table.hand, table.options
    amount = to - player.wagered
    all_in = amount == table.money.get(player.stack, 0)
    opens, counts, caps = True, bool(hand.bet), False
    grounds = ["raised" if counts else "bet_made", *why]
    if sign.limited:
        if all_in:
            opens = 100 * (to - hand.full) >= rules.reopens_percent * hand.step
            counts = counts and opens
            grounds.append("all_in_half_or_more" if opens else "all_in_under_half")
        if counts:
            last = hand.raises + 1 == rules.most_raises
            caps = last and BEFORE_CAP in sign.readings and len(hand.able) > rules.number("head_to_head_players")
            grounds.append("raise_counted" if hand.raises < rules.most_raises else "raises_head_to_head")
        grounds.append("spread_limit" if sign.betting == "spread limit" else "")
    else:
        if all_in:
            opens = 100 * (to - hand.bet) >= rules.full_raise_percent * hand.step
            counts = counts and opens
            grounds.append("all_in_full_raise" if opens else "all_in_short_of_raise")
        grounds.append("pot_limit" if sign.betting != "no limit" else "")
    return Raised(
        seat=player.number,
        to=to,
        amount=amount,
        opens=opens,
        counts=counts,
        caps=caps,
        all_in=all_in,
        change=change,
        clauses=rules.cite(*grounds, "all_in" if all_in else "", street_grounds(hand)),
        postings=moving(amount, player.stack, POT),
    )


def all_in(rules: Rules, table: State, command: AllIn, said: Said) -> Decision:
    """All chips, or as many as a legal bet or raise takes; if no raise is open, the call."""
    player = table.hand.players[command.seat]
    room = open_range(rules, table, player)
    why: tuple[str, ...]
    if isinstance(room, Refused):
        amount = table.hand.to_call(player)
        if amount <= 0:
            return room
        why = () if room.ground == "call_takes_all" else ("all_in_within_limits",)
        return Accepted((called(rules, table, player, amount, *why),))
    total = player.wagered + table.money.get(player.stack, 0)
    why = () if room.most == total else ("all_in_within_limits",)
    return Accepted((raised(rules, table, player, room.most, *why),))


def fold(rules: Rules, table: State, command: Fold, said: Said) -> Decision:
    why = ("wager_too_small",) if command.seat in table.hand.owed else ()
    clauses = rules.cite("folded", *why, street_grounds(table.hand))
    return Accepted((Folded(seat=command.seat, clauses=clauses),))

"""Chips put forward with one word or none: what they mean, what goes back, what must be made up."""

from typing import Literal, NamedTuple

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.money import dollars
from croupier.poker import betting
from croupier.poker.commands import MakeUp, PutChips
from croupier.poker.events import ShortWager
from croupier.poker.hand import Player
from croupier.poker.rules import Rules
from croupier.poker.state import POT, State

HALF_OF_TOTAL = "half_raise_of_total"
"""The other reading of half a raise: half of all that the last player wagered in the round, not of the smallest raise."""


OF_CHIPS = (
    "half_raise_made_up",
    "under_half_is_call",
    "oversize_limit",
    "oversize_first_round",
    "oversize_later",
    "oversize_opens",
    "oversize_raise",
    "wager_too_small",
)
"""What chips can mean besides their value."""


class Meaning(NamedTuple):
    """What chips amount to: the act, the total it makes in the round, and the facts behind it."""

    act: Literal["check", "call", "raise", "short"]
    to: int
    why: tuple[str, ...] = ()


def meaning(rules: Rules, table: State, player: Player, command: PutChips) -> Meaning | Refused:
    """What these chips mean now. A word said with them counts before their value."""
    chip, put = table.options.chip, sum(command.chips)
    if not command.chips or any(value <= 0 or value % chip for value in command.chips):
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(chip)}")
    if put > table.stack(player.number):
        return rules.refuse("table_stakes", f"only {dollars(table.stack(player.number))} more is on the table")
    if command.said:
        return _said(rules, table, player, command.said, command.chips)
    if not table.hand.bet:
        return _opening(rules, table, player, command.chips)
    return _answering(rules, table, player, command.chips)


def _said(rules: Rules, table: State, player: Player, word: str, chips: tuple[int, ...]) -> Meaning | Refused:
    """`call` takes the whole call; `raise` and `bet` as much as the chips are worth, within the limits."""
    put = sum(chips)
    if word == "call":
        if not (call := table.hand.to_call(player)):
            return rules.refuse("nothing_to_call")
        return Meaning("call", table.hand.bet, ("declared", "wager_too_small") if put < call else ("declared",))
    if word not in ("raise", "bet"):
        return Refused("word_not_known", f"{word!r} is not understood: say raise, bet or call, or nothing")
    if (word == "raise") != bool(table.hand.bet):
        return rules.refuse("betting_open" if table.hand.bet else "nothing_to_raise")
    if isinstance(room := betting.open_range(rules, table, player), Refused):
        return room
    oversize = _single(rules, chips) and put > table.hand.to_call(player) and not table.options.limited
    why = ("declared", "oversize_raise") if oversize and word == "raise" else ("declared",)
    return Meaning("raise", min(max(player.wagered + put, room.least), room.most), why)


def _opening(rules: Rules, table: State, player: Player, chips: tuple[int, ...]) -> Meaning | Refused:
    """The first wager of a later round: its value, brought within the limits."""
    if isinstance(room := betting.open_range(rules, table, player), Refused):
        return room
    put = sum(chips)
    why: tuple[str, ...] = ()
    if put < room.least:
        why = ("bet_made_up",)
    elif put > room.least and _single(rules, chips):
        why = ("oversize_limit" if table.options.limited else "oversize_opens",)
    return Meaning("raise", min(max(put, room.least), room.most), why)


def _answering(rules: Rules, table: State, player: Player, chips: tuple[int, ...]) -> Meaning:
    """Chips when there is a bet: a call, a raise, or too little of either."""
    put, call = sum(chips), table.hand.to_call(player)
    if put < call:
        return Meaning("call" if put == table.stack(player.number) else "short", player.wagered + put)
    if put == call:
        return Meaning("call", table.hand.bet)
    if _single(rules, chips):
        return Meaning("call" if call else "check", table.hand.bet, (_oversize_call(table),))
    if isinstance(room := betting.open_range(rules, table, player), Refused):
        return Meaning("call" if call else "check", table.hand.bet, (room.ground,))
    if player.wagered + put >= room.least:
        return Meaning("raise", min(player.wagered + put, room.most))
    if half_or_more(rules, table, player, put - call):
        return Meaning("raise", room.least, ("half_raise_made_up",))
    return Meaning("call" if call else "check", table.hand.bet, ("under_half_is_call",))


def _single(rules: Rules, chips: tuple[int, ...]) -> bool:
    """Whether there are so few chips that one bigger than needed shows nothing about intent."""
    return len(chips) <= rules.number("oversize_chips")


def _oversize_call(table: State) -> str:
    if table.options.limited:
        return "oversize_limit"
    return "oversize_later" if table.hand.street else "oversize_first_round"


def half_or_more(rules: Rules, table: State, player: Player, over: int) -> bool:
    """Whether this much above the call is enough of a raise to be made up to a full one."""
    whole = table.hand.bet if HALF_OF_TOTAL in table.options.readings else betting.least_raise(rules, table, player)
    return 100 * over >= rules.made_up_percent * whole


def put_chips(rules: Rules, table: State, command: PutChips, said: Said) -> Decision:
    player, put = table.hand.players[command.seat], sum(command.chips)
    if isinstance(meant := meaning(rules, table, player, command), Refused):
        return meant
    if meant.act == "short":
        return Accepted((short(rules, table, player, put),))
    change = max(put - (meant.to - player.wagered), 0)
    if meant.act == "raise":
        return Accepted((betting.raised(rules, table, player, meant.to, *meant.why, change=change),))
    if meant.act == "call":
        amount = table.hand.to_call(player)
        return Accepted((betting.called(rules, table, player, amount, *meant.why, change=change),))
    return Accepted((betting.checked(rules, table.hand, player, *meant.why, change=change),))


def short(rules: Rules, table: State, player: Player, put: int, *why: str) -> ShortWager:
    """Chips below the call: the rest is made up, or the hand is folded and they are lost."""
    clauses = rules.cite("wager_too_small", *why, betting.street_grounds(table.hand))
    postings = {player.stack: -put, POT: put}
    return ShortWager(seat=player.number, amount=put, clauses=clauses, postings=postings)


def make_up(rules: Rules, table: State, command: MakeUp, said: Said) -> Decision:
    """The rest of a call, or all that is left."""
    if (player := table.hand.players.get(command.seat)) is None:
        return rules.refuse("nobody_sits_there")
    if command.seat not in table.hand.owed:
        return rules.refuse("nothing_to_make_up")
    return Accepted((betting.called(rules, table, player, table.hand.owed[command.seat], "wager_too_small"),))

"""Acts out of turn: they are held until the turn comes, and stand, unless a player due earlier has bet more.

The chips of a held act are in front of the player. They are wagered only when the turn comes, because until then they
might be taken back; so they do not count in any pot, or towards a pot limit.
"""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.poker import betting
from croupier.poker.chips import OF_CHIPS, half_or_more, short
from croupier.poker.commands import TakeBack
from croupier.poker.events import ActedOutOfTurn, Called, Folded, HeldActReleased, Raised, ShortWager
from croupier.poker.hand import Held, Player
from croupier.poker.rules import Rules
from croupier.poker.state import State


def act(rules: Rules, table: State, number: int, in_turn: Decision) -> Decision:
    """The decision on an act before its turn; `in_turn` is the decision if it were in turn now."""
    player, before = table.hand.players[number], table.hand.held.get(number)
    if not isinstance(in_turn, Refused) and isinstance(in_turn.events[0], Folded):
        if before is not None and before.act != "check":
            return rules.refuse("bet_out_of_turn", "what was wagered out of turn stands until the turn comes")
        clauses = rules.cite("folded", "fold_out_of_turn")
        return Accepted((Folded(seat=number, in_turn=False, clauses=clauses),))
    if before is not None:
        return rules.refuse("acted_out_of_turn_already")
    if player.closed and player.wagered >= table.hand.bet:
        return rules.refuse("acted_already")
    if not isinstance(in_turn, Refused):
        held = _held(table, player, in_turn.events[0])
    elif in_turn.ground == "nothing_to_call" and _level(table) > player.wagered:
        held = _held_call(table, player)
    else:
        return in_turn
    ground = "check_out_of_turn" if held.act == "check" else "bet_out_of_turn"
    if _short(held):
        ground = "all_in_out_of_turn"
    clauses = (*rules.cite(ground), *_of_chips(rules, in_turn))
    return Accepted((ActedOutOfTurn(seat=number, held=held, clauses=clauses),))


def _of_chips(rules: Rules, in_turn: Decision) -> tuple[str, ...]:
    """What turns silent chips into the act that they are."""
    known = rules.cite(*OF_CHIPS)
    return () if isinstance(in_turn, Refused) else tuple([clause for clause in in_turn.events[0].clauses if clause in known])


def _held(table: State, player: Player, event: Event) -> Held:
    if isinstance(event, Called):
        return _held_call(table, player)
    if isinstance(event, Raised):
        return Held("raise" if table.hand.bet else "bet", event.to, table.hand.bet, all_in=event.all_in)
    if isinstance(event, ShortWager):
        return Held("short", player.wagered + event.amount, table.hand.bet)
    return Held("check", player.wagered, table.hand.bet)


def _held_call(table: State, player: Player) -> Held:
    total = player.wagered + table.stack(player.number)
    to = min(_level(table), total)
    return Held("call", to, table.hand.bet, all_in=to == total)


def _level(table: State) -> int:
    """What a call is taken to match: the bet, or a higher one made out of turn."""
    return max(table.hand.bet, *(held.to for held in table.hand.held.values()), 0)


def _short(held: Held) -> bool:
    """Whether it was an all-in for less than the call at that moment: such a player has no choice later."""
    return held.all_in and held.to < held.faced


def due(table: State) -> bool:
    """Whether the turn has come for a player whose act out of turn waits for it."""
    if table.hand.phase != "betting":
        return False
    held = table.hand.held.get(table.hand.turn)
    return held is not None and not held.outbet


def come_due(rules: Rules, table: State) -> Event:
    """The result now of the held act of the player in turn."""
    hand = table.hand
    player, held = hand.players[hand.turn], hand.held[hand.turn]
    if held.act == "check":
        if hand.to_call(player):
            return HeldActReleased(seat=player.number, clauses=rules.cite("check_out_of_turn"))
        return betting.checked(rules, hand, player, "check_out_of_turn")
    if held.act == "short" and hand.bet == held.faced:
        return short(rules, table, player, held.to - player.wagered, "bet_out_of_turn")
    if hand.bet > held.to and not _short(held):
        return HeldActReleased(seat=player.number, clauses=rules.cite("outbet_before_turn"))
    why = "all_in_out_of_turn" if _short(held) else "bet_out_of_turn"
    if held.to <= hand.bet or held.act == "call":
        return _called(rules, table, player, why)
    if isinstance(room := betting.open_range(rules, table, player), Refused):
        return _called(rules, table, player, why, room.ground)
    if held.to >= room.least:
        return betting.raised(rules, table, player, min(held.to, room.most), why)
    if half_or_more(rules, table, player, held.to - hand.bet):
        return betting.raised(rules, table, player, room.least, why, "half_raise_made_up")
    return _called(rules, table, player, why, "under_half_is_call")


def _called(rules: Rules, table: State, player: Player, *why: str) -> Event:
    if amount := table.hand.to_call(player):
        return betting.called(rules, table, player, amount, *why)
    return betting.checked(rules, table.hand, player, *why)


def take_back(rules: Rules, table: State, command: TakeBack, said: Said) -> Decision:
    """Take back what was bet out of turn, after a player due earlier bet more: to fold, or to raise to a total."""
    if (player := table.hand.players.get(command.seat)) is None:
        return rules.refuse("nobody_sits_there")
    held = table.hand.held.get(command.seat)
    if held is None or not held.outbet or table.hand.turn != command.seat:
        return rules.refuse("nothing_to_take_back")
    if command.to:
        return betting.raise_to(rules, table, player, command.to, "taken_back")
    clauses = rules.cite("folded", "taken_back", betting.street_grounds(table.hand))
    return Accepted((Folded(seat=command.seat, clauses=clauses),))

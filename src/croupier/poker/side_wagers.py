"""The side wager on the colour of the flop: placed before the first card, settled once the betting on the flop has begun."""

from croupier.kernel.accounts import FLOAT
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker import commands, events
from croupier.poker.blinds import present
from croupier.poker.rules import Rules
from croupier.poker.state import State, held_of, side_of

COLOURS = {"red": frozenset("dh"), "black": frozenset("cs")}
FLOP = 3
_ACTS = (events.Called, events.Checked, events.Raised)


def place_side_wager(rules: Rules, table: State, command: commands.PlaceSideWager, said: Said) -> Decision:
    """Chips of a seated player on a colour, out of the table stakes."""
    least, most = table.options.flop_chase
    if not most:
        return rules.refuse("no_side_wagers_here")
    if command.colour not in rules.flop_chase_odds:
        return rules.refuse("no_such_colour", f"the colours are {' and '.join(rules.flop_chase_odds)}")
    seat, hand = table.seats.get(command.seat), table.hand
    if seat is None:
        return rules.refuse("side_wager_seated_only")
    if hand.phase != "blinds":
        return rules.refuse("too_late_for_side_wager" if hand.phase != "between" else "no_hand_begun")
    player = hand.players[command.seat]
    if command.seat not in present(table) or (seat.owes and not player.posted):
        return rules.refuse("side_wager_seated_only", "only who is dealt in may wager on the flop")
    if player.side not in ("", command.colour):
        return rules.refuse("one_colour")
    wagered = table.money.get(side_of(command.seat), 0)
    if not least <= wagered + command.amount <= most or command.amount <= 0:
        return rules.refuse("side_wager_limits", f"from {dollars(least)} to {dollars(most)}")
    if command.amount % table.options.chip:
        return rules.refuse("wagers_in_chips", f"the smallest chip is {dollars(table.options.chip)}")
    if command.amount >= table.stack(command.seat):
        return rules.refuse("table_stakes", "some chips must be left to play the hand with")
    postings = {player.stack: -command.amount, side_of(command.seat): command.amount}
    return rules.accept(events.SideWagerPlaced, command, "side_wager_placed", postings=postings)


def take_back_side_wager(rules: Rules, table: State, command: commands.TakeBackSideWager, said: Said) -> Decision:
    player = table.hand.players.get(command.seat)
    if player is None or not player.side:
        return rules.refuse("nothing_on_the_flop")
    if table.hand.phase != "blinds":
        return rules.refuse("too_late_for_side_wager")
    amount = table.money[side_of(command.seat)]
    postings = {side_of(command.seat): -amount, player.stack: amount}
    return rules.accept(events.SideWagerTakenBack, command, "side_wager_taken_back", amount=amount, postings=postings)


def settle_side_wagers(rules: Rules, table: State, command: commands.SettleSideWagers, said: Said) -> Decision:
    """Settle immediately if no betting on the flop can begin."""
    if not table.hand.side_open:
        return rules.refuse("nothing_on_the_flop")
    if len(table.hand.board) < FLOP or table.hand.turn:
        return rules.refuse("not_time_for_side_wagers")
    return Accepted(tuple(settled(rules, table)))


def settled(rules: Rules, table: State) -> list[Event]:
    """Every wager on the flop won or lost; winnings are held until the hand is over."""
    flop = table.hand.board[:FLOP]
    settled_events: list[Event] = []
    for number in table.clockwise(table.positions[0]):
        if not (colour := table.hand.players[number].side):
            continue
        stake = table.money[side_of(number)]
        if sum(card.suit in COLOURS[colour] for card in flop) >= rules.number("flop_chase_cards"):
            pays = rules.flop_chase_odds[colour].to * stake
            postings = {side_of(number): -stake, FLOAT: -pays, held_of(number): stake + pays}
            clauses = rules.cite("side_wagers_settled", f"{colour}_wins", "flop_chase_pays", "side_winnings_held")
        else:
            pays = 0
            postings = {side_of(number): -stake, FLOAT: stake}
            clauses = rules.cite("side_wagers_settled", f"{colour}_loses")
        settled_events.append(
            events.SideWagerSettled(seat=number, colour=colour, stake=stake, pays=pays, clauses=clauses, postings=postings)
        )
    return settled_events


def follow(rules: Rules, table: State, decision: Accepted) -> Accepted:
    """With the first act in turn on the flop the wagers on it are settled, except those that went back with it."""
    if table.hand.street == 1 and len(table.hand.board) == FLOP and any(map(_in_turn, decision.events)):
        after = table if len(decision.events) == 1 else table.after(decision.events)
        return Accepted((*decision.events, *settled(rules, after)))
    return decision


def _in_turn(event: Event) -> bool:
    """Whether it is an act in turn: a hand given up before its turn, or found dead, begins no betting."""
    return isinstance(event, _ACTS) or (isinstance(event, events.Folded) and event.in_turn)

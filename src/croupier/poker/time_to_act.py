"""The time to act: when it began, when it is over, what happens to the hand then, buying more of it, and the time bank.

It is for betting and, in the pineapple games, for discarding: a betting round with a discard goes on until all are made. Only a
table whose sign has a time to act keeps it: there every event that passes the turn has the time.
"""

from msgspec.structs import replace

from croupier.kernel.accounts import FLOAT, purse_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import IrregularityReported, RulingGiven
from croupier.kernel.telling import moment
from croupier.poker import betting, commands, events
from croupier.poker.deal import waited_for
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Rules
from croupier.poker.state import State

AUTOMATIC = "time_to_act_automatic"
"""The other reading of the time to act: it ends by itself, and an act after it is too late."""

_PASSING = (
    events.Checked,
    events.Called,
    events.Raised,
    events.Folded,
    events.CardDiscarded,
    events.HandsDealt,
    events.BoardDealt,
    IrregularityReported,
    RulingGiven,
)
_ACTING = (commands.Act, commands.MakeUp, commands.TakeBack, commands.BuyTime, commands.Discard)


def deadline(table: State) -> int:
    """The last second at which the player in turn acts in time, without drawing on the time bank."""
    return table.hand.turn_since + table.options.time_to_act + table.hand.turn_extra


def in_bank(table: State, waited: int = 0) -> int:
    """The seconds left in the time bank of the player in turn, or of the one who is `waited` for to discard."""
    seat = table.seats.get(waited or table.hand.turn)
    return max(table.options.time_bank - seat.drawn, 0) if seat is not None else 0


def last_second(table: State, waited: int = 0) -> int:
    """When the time of the player in turn ends, including the time bank."""
    return deadline(table) + in_bank(table, waited)


def stamped(events: tuple[Event, ...], at: int) -> tuple[Event, ...]:
    """The events with the time at which they pass the turn."""
    return tuple(replace(event, at=at) if isinstance(event, _PASSING) else event for event in events)


def too_late(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """Why an act comes too late, if the time ends by itself."""
    if not isinstance(command, _ACTING) or not command.seat == waited_for(rules, table.hand) != 0:
        return None
    if said.at <= (last := last_second(table, command.seat)) or AUTOMATIC not in table.options.readings:
        return None
    return rules.refuse("time_is_up", f"the time to act was over at {moment(last)}")


def call_time(rules: Rules, table: State, command: commands.CallTime, said: Said) -> Decision:
    """The time is over: facing a bet, or with a card still to discard, the hand is dead; otherwise it is a check."""
    if not table.options.time_to_act:
        return rules.refuse("no_time_to_act")
    hand = table.hand
    if not (seat := waited_for(rules, hand)):
        return rules.refuse("no_betting_now")
    if said.at <= (last := last_second(table, seat)):
        return rules.refuse("time_not_up", f"seat {seat} has until {moment(last)}")
    if seat != hand.turn or hand.phase == "discard":
        return no_discard(rules, table, seat, "the time to discard is over", "time_is_up")
    clauses = rules.cite("time_is_up", betting.street_grounds(hand))
    if hand.to_call(hand.players[hand.turn]):
        return Accepted((events.Folded(seat=hand.turn, dead="the time to act is over", clauses=clauses),))
    return Accepted((events.Checked(seat=hand.turn, timed_out=True, clauses=clauses),))


def no_discard(rules: Rules, table: State, seat: int, why: str, *grounds: str) -> Accepted:
    """The hand of a player who must discard and does not: with a card too many it cannot go on, so it is dead."""
    hand, asked = table.hand, list[Event]()
    if hand.phase != "discard":
        asked.append(events.DiscardsAsked(clauses=rules.cite("discards_asked")))
    clauses = rules.cite(*grounds, "discards_missing", "card_discarded")
    return Accepted((*asked, *dead_hand(rules, table, hand.players[seat], why, clauses)))


def buy_time(rules: Rules, table: State, command: commands.BuyTime, said: Said) -> Decision:
    """More time, as much and as often as the sign says; the fee comes out of money that is not on the table."""
    sign = table.options
    if not (sign.time_to_act and sign.extra_time):
        return rules.refuse("no_time_for_sale")
    waited = waited_for(rules, table.hand)
    discarding = bool(waited) and (waited != table.hand.turn or table.hand.phase == "discard")
    if not discarding and (refusal := betting.not_to_act(rules, table, command.seat)) is not None:
        return refusal
    if command.seat != waited:
        return rules.refuse("time_bought_in_turn")
    if table.hand.players[command.seat].extra >= sign.extra_times:
        return rules.refuse("time_bought_up", f"the sign allows extra time {sign.extra_times} times a hand at most")
    fee = sign.extra_time_fee
    postings = {purse_of(table.person_at(command.seat)): -fee, FLOAT: fee} if fee else {}
    grounds, seconds = ("time_bought", "sign_time_to_act"), sign.extra_time
    return rules.accept(events.TimeBought, command, *grounds, seconds=seconds, fee=fee, postings=postings)

"""What happens to the hand in play of a person who takes no further part in the game."""

from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.incidents import PlayerExcluded
from croupier.kernel.rulings import Clauses
from croupier.poker.commands import ExcludePlayer
from croupier.poker.events import HandCalledOff, PassedOver, SideWagerTakenBack
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Rules
from croupier.poker.seats import gone
from croupier.poker.state import State, side_of

PLAYS_ON = "excluded_after_the_hand"
"""The other reading of an exclusion: a player who has wagered in the hand in play acts to its end, and then goes."""


def exclude_player(rules: Rules, table: State, command: ExcludePlayer, said: Said) -> Decision:
    """A ruling at another table of the room takes effect where that person sits."""
    if said.capacity != HOUSE:
        return rules.refuse("rank_needed", "only the software may do that: it keeps the tables of a room together")
    person, seat = command.person, table.seat_of(command.person)
    if not seat:
        return rules.refuse("nobody_sits_there", f"{person} has no seat here")
    if person in table.excluded:
        return rules.refuse("excluded", f"{person} is excluded from the game")
    clauses = rules.cite("excluded")
    events = leaves_the_hand(rules, table, seat, clauses)
    return Accepted((*events, PlayerExcluded(person=person, player=seat, clauses=clauses)))


def leaves_the_hand(rules: Rules, table: State, seat: int, clauses: Clauses) -> list[Event]:
    """What an excluded player has wagered is played for, and nothing more; without a wager there are no cards.

    A wager out of turn is not in a pot yet, and no longer takes effect.
    """
    phase, player = table.hand.phase, table.hand.players.get(seat)
    if player is None or phase == "between":
        return []
    events = gone(rules, table, seat)  # the next player owes a blind that is not posted yet
    if any(isinstance(event, HandCalledOff) for event in events):
        return events
    wagered = player.put_in + player.dead > 0 and seat not in table.hand.out
    if phase == "blinds" and not wagered:
        return [*events, *off_the_flop(table, seat, clauses)]
    if PLAYS_ON in table.options.readings:
        return events
    if player.live and not wagered and table.hand.in_hand != [player]:
        return [*events, *dead_hand(rules, table, player, "its player has wagered nothing", clauses)]
    if (player.live or phase == "blinds") and not player.all_in:
        events.append(PassedOver(seat=seat, excluded=True, clauses=clauses))
    return events


def off_the_flop(table: State, seat: int, clauses: Clauses) -> list[Event]:
    """An invalid wager on the flop goes back: no pot exists where it could stay."""
    if not (stake := table.money.get(side_of(seat), 0)):
        return []
    postings = {side_of(seat): -stake, stack_of(seat): stake}
    return [SideWagerTakenBack(seat=seat, amount=stake, clauses=clauses, postings=postings)]

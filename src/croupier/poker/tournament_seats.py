"""A poker table of a tournament: only the tournament gives seats and chips, and its blinds rise by the terms.

All money at such a table is tournament chips. The software acts for the tournament; nobody buys in there, adds to a stake or
walks off with chips.
"""

from msgspec.structs import replace

from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, ForCash
from croupier.poker import commands
from croupier.poker.events import ChipsAdded, LevelSet, SeatTaken
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Rules
from croupier.poker.signs import wrong_signs
from croupier.poker.state import State

_GIVEN = (commands.TakeSeat, commands.LeaveSeat, commands.AddChips, commands.SetLevel, commands.CloseTable)
"""What only the tournament does."""

_ABSENCE = (commands.StepAway, commands.SitOut, commands.ComeBack)
"""What only the tournament notes: its terms say what absence means, and no player avoids blinds by a button."""

_FOR_ENTRANTS = (*_GIVEN, commands.ComeBack, commands.Fold)
"""What the tournament does for its entrants: it seats, moves and pays them, notes who is back, and has hands killed for those
who are absent or serve a penalty.
"""


def for_entrants(command: Command, said: Said) -> bool:
    """Whether the tournament does this for an entrant."""
    return said.capacity == HOUSE and isinstance(command, _FOR_ENTRANTS)


def not_here(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """A refusal of what has no place at a tournament table, or is not theirs to do."""
    if isinstance(command, ForCash):
        return rules.refuse("tournament_table", "this table is a tournament's: there is no cash game at it")
    if isinstance(command, _GIVEN) and said.capacity != HOUSE:
        return rules.refuse("tournament_table", "this table is a tournament's: seats and chips are given by the tournament")
    if isinstance(command, _ABSENCE) and said.capacity != HOUSE:
        return rules.refuse("terms_absence", "in a tournament the director notes who is absent, and who is back")
    return None


def take_seat(rules: Rules, table: State, command: commands.TakeSeat) -> Decision:
    """An entrant sits down; once hands have been played they wait only between the button and the first blind."""
    if not command.person.strip():
        return rules.refuse("who_sits")
    if command.seat in table.seats or table.seat_of(command.person):
        return rules.refuse("place_occupied")
    if command.chips <= 0 or command.chips % table.options.chip:
        return rules.refuse("tournament_chips", "an entrant sits down with whole chips")
    if any(number < 1 for number in command.missed or ()):
        return rules.refuse("no_blind_due", "blinds are counted from 1")
    grounds = ("entrant_seated", "tournament_chips", "blind_missed" if command.missed else "")
    postings = {purse_of(command.person): -command.chips, stack_of(command.seat): command.chips}
    return rules.accept(SeatTaken, command, *grounds, new=bool(table.hand.number), won=0, postings=postings)


def give_chips(rules: Rules, table: State, command: commands.AddChips) -> Decision:
    """Chips that the tournament gives, or takes if negative, between hands."""
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if table.hand.phase != "between":
        return rules.refuse("stake_fixed")
    if not command.chips or table.stack(command.seat) + command.chips < 0:
        return rules.refuse("tournament_chips", "no more can be taken than is there")
    postings = {purse_of(table.person_at(command.seat)): -command.chips, stack_of(command.seat): command.chips}
    return rules.accept(ChipsAdded, command, "entrant_seated", "tournament_chips", postings=postings)


_DEAD = {
    **dict.fromkeys(("", "absence"), ("sits_out_dead", "its player sits out")),
    "penalty": ("penalty_dead", "its player serves a penalty"),
    "disqualified": ("disqualified_dead", "its player is disqualified"),
    "retired": ("retired_dead", "its player has retired"),
}
"""For each reason why a player takes no part in a hand: the ground for its being dead, and the words."""


def kill(rules: Rules, table: State, number: int, because: str) -> Decision:
    """The tournament kills the hand of a player who sits out, in turn or not; the last hand left cannot be dead."""
    ground, why = _DEAD[because]
    hand, player = table.hand, table.hand.players.get(number)
    if player is None or not player.live or hand.phase in ("between", "blinds"):
        return rules.refuse("not_in_hand")
    if hand.in_hand == [player]:
        return rules.refuse(ground, "no other hand is left that could win the pot")
    return Accepted(tuple(dead_hand(rules, table, player, why, rules.cite(ground))))


def killed_in_turn(rules: Rules, decision: Decision, because: str) -> Decision:
    """A fold that the tournament makes for a player in turn kills the hand; earlier records do not say why."""
    if not because or isinstance(decision, Refused):
        return decision
    ground, why = _DEAD[because]
    first = replace(decision.events[0], dead=why, clauses=rules.cite(ground))
    return replace(decision, events=(first, *decision.events[1:]))


def set_level(rules: Rules, table: State, command: commands.SetLevel, said: Said) -> Decision:
    if not table.options.tournament:
        return Refused("not_at_this_table", "levels are for tables of a tournament", rules.cite("level_set"))
    if table.hand.phase != "between":
        return rules.refuse("change_after_hand")
    if command.options.tournament != table.options.tournament:
        return rules.refuse("tournament_table")
    for ground, wrong in wrong_signs(rules, command.options):
        return rules.refuse(ground, wrong)
    if command.options == table.options:
        return Refused("nothing_changes", "the table plays by these signs", rules.cite("level_set"))
    return rules.accept(LevelSet, command, "level_set")

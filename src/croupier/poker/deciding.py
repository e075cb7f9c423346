"""The decision on a command at a poker table: who may give it, whose turn it is, and then what the book says."""

from croupier.kernel import incidents, rulings
from croupier.kernel.actors import DEALER, HOUSE, PLAYER, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.engine import deciders_in
from croupier.kernel.events import Command, PlayersCommand
from croupier.kernel.roles import SUPERVISOR
from croupier.poker import (
    betting,
    blinds,
    bonuses,
    chips,
    commands,
    corrections,
    deal,
    excluding,
    fees,
    management,
    out_of_turn,
    pushing,
    seat_wishes,
    seats,
    showdown,
    side_wagers,
    time_to_act,
    tournament_seats,
)
from croupier.poker.rules import Rules
from croupier.poker.state import State

DECIDERS = deciders_in(
    betting,
    blinds,
    bonuses,
    chips,
    time_to_act,
    corrections,
    deal,
    excluding,
    fees,
    management,
    seat_wishes,
    out_of_turn,
    pushing,
    rulings,
    seats,
    showdown,
    side_wagers,
    tournament_seats,
)
_ACTS = frozenset(kind for kind in DECIDERS if issubclass(kind, commands.Act))
"""What players do in turn; out of turn the same acts bind in other ways."""

_THEIR_WORD = frozenset(kind for kind in DECIDERS if kind.declared.by == (PLAYER,))
"""What only the player may say when the house's software deals, because each player has a screen: a wager, a fold, a
discard, a hand shown or passed in, chips bought, a seat given up. If a dealer holds the cards, the dealer records it.
"""

_TAKES_PART = (
    commands.AddChips,
    commands.ChangeSeat,
    commands.WantSeat,
    commands.Straddle,
    commands.PlaceSideWager,
    commands.AskToSee,
    commands.Agree,
)
"""What a player does in the game apart from the hand: not for a person who is excluded and still sits there."""

_STILL_OPEN = (commands.LeaveList, commands.VerifyFees, commands.DropFees)
"""What a closed table still accepts: kept chips are handed out, hourly charges verified and dropped."""


def decide(rules: Rules, table: State, command: Command, said: Said) -> Decision:
    """The decision on a command at this table. Only the events in the answer change anything."""
    kind, hand = type(command), table.hand
    if (
        kind in _ACTS
        and (number := hand.turn)
        and number == said.capacity
        and number == command.seat  # type: ignore[attr-defined]
        and hand.phase == "betting"
        and table.seats[number].person == said.person
        and table.question is None
        and not (hand.owed or hand.held or hand.side_open or table.options.time_to_act)
    ):
        return DECIDERS[kind](rules, table, command, said)  # the usual case: in turn, with nothing else to consider
    if (refusal := _refusal(rules, table, command, said)) is not None:
        return refusal
    decision = (_acted if kind in _ACTS else DECIDERS[kind])(rules, table, command, said)
    if (hand.side_open or hand.held or table.options.time_to_act) and isinstance(decision, Accepted):
        return _with_what_follows(rules, table, decision, said)
    return decision


def _refusal(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """Why this person may not give the command, or not now, no matter whose turn it is."""
    sign, capacity = table.options, said.capacity
    if type(capacity) is not int and (refusal := rules.plays_here(said, table)) is not None:
        return refusal
    if capacity not in rules.staff and (refusal := _without_authority(rules, table, command, said)) is not None:
        return refusal
    if sign.tournament and (refusal := tournament_seats.not_here(rules, table, command, said)) is not None:
        return refusal
    if type(command) in _THEIR_WORD and not said.seat and (refusal := _said_for_them(rules, table, command, said)) is not None:
        return refusal
    waits = not table.game or table.closed or table.question is not None
    if waits and (refusal := _must_wait(rules, table, command)) is not None:
        return refusal
    if table.excluded and isinstance(command, _TAKES_PART) and (who := table.person_at(command.seat)) in table.excluded:
        return rules.refuse("excluded", f"{who} is excluded from the game")
    return time_to_act.too_late(rules, table, command, said) if sign.time_to_act else None


def _said_for_them(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """If the software deals, nobody else acts for a player; but it moves players to other tables, and keeps some out."""
    kind = type(command)
    if not (table.hand.known or kind is commands.Agree) or (kind is commands.LeaveSeat and said.capacity == HOUSE):
        return None
    if table.options.tournament and tournament_seats.for_entrants(command, said):
        return None
    return rules.refuse(
        "players_own_act" if kind in _ACTS else "not_your_place", f"only the player may do that, not {said} for them"
    )


def _acted(rules: Rules, table: State, command: Command, said: Said) -> Decision:
    """A player's act, in turn or out of it; the software folds for absent players in a tournament."""
    hand, kind = table.hand, type(command)
    number: int = command.seat  # type: ignore[attr-defined]
    in_turn = 0 < number == hand.turn and hand.phase == "betting"
    for_entrant = bool(table.options.tournament) and tournament_seats.for_entrants(command, said)
    because = command.because if isinstance(command, commands.Fold) else ""
    if not in_turn and for_entrant:
        return tournament_seats.kill(rules, table, number, because)
    if not in_turn and (refusal := betting.not_to_act(rules, table, number)) is not None:
        absent = kind is commands.Fold and table.options.tournament and said.capacity == HOUSE
        if not (absent and number == deal.waited_for(rules, hand) != 0):
            return refusal
        return time_to_act.no_discard(rules, table, number, "the player is not there to discard")
    if hand.owed and number in hand.owed and kind is not commands.Fold:
        return betting.owing(rules, table, number)
    decision = DECIDERS[kind](rules, table, command, said)
    if for_entrant and kind is commands.Fold:
        decision = tournament_seats.killed_in_turn(rules, decision, because)
    return decision if in_turn else out_of_turn.act(rules, table, number, decision)


def _with_what_follows(rules: Rules, table: State, decision: Accepted, said: Said) -> Decision:
    """Acts out of turn whose turn has come, wagers on the flop settled by an act on it, and the time."""
    if table.hand.held:
        decision = _with_held_acts(rules, table, decision)
    if table.hand.side_open:
        decision = side_wagers.follow(rules, table, decision)
    return Accepted(time_to_act.stamped(decision.events, said.at)) if table.options.time_to_act else decision


def _with_held_acts(rules: Rules, table: State, decision: Accepted) -> Accepted:
    """An act made out of turn takes its effect as soon as the turn has come."""
    events = list(decision.events)
    after = table.after(events)
    while out_of_turn.due(after):
        events.append(out_of_turn.come_due(rules, after))
        after.take(events[-1])
    return Accepted(tuple(events))


def _must_wait(rules: Rules, table: State, command: Command) -> Refused | None:
    """A table must be opened first and accepts little once closed; a pending ruling comes before anything else."""
    if not table.game:
        opens = isinstance(command, commands.OpenTable)
        return None if opens else rules.refuse("table_opened", "the table is not open yet")
    if table.closed and not rulings.outlasts_table(rules, table, command):
        return None if isinstance(command, _STILL_OPEN) else rules.refuse("table_closed")
    question = table.question
    if question is None or isinstance(command, commands.Rule):
        return None
    reason = f"the {question.rank} or above must rule first: {', '.join(question.names)}"
    return Refused("ruling_awaited", reason, question.clauses)


def _without_authority(rules: Rules, table: State, command: Command, said: Said) -> Refused | None:
    """Players act for their own seat, and the dealer may record what they do; the rest belongs to the dealer or above."""
    capacity = said.capacity
    if isinstance(capacity, int) and isinstance(command, PlayersCommand):
        number = command.seat
        if number == capacity:
            seat = table.seats.get(number)
            if seat is None or seat.person == said.person or isinstance(command, commands.TakeSeat):
                return None
        return rules.refuse("not_your_place", f"{said} cannot act for seat {number}")
    if (refusal := rules.stranger(said)) is not None:
        return refusal
    declared = command.declared
    if declared.by[0] in (SUPERVISOR, incidents.HIGHEST, incidents.NAMED):  # the decider says which rank it needs
        return None
    known = rules.irregularities.get(command.what) if isinstance(command, commands.Report) else None
    clauses = known.clauses if known is not None else rules.cite(declared.ground or "rank_needed")
    return rules.needs_rank(said, DEALER, clauses)

"""While a tournament is played: the clock, hands, eliminations, hand for hand, colour-up."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import together
from croupier.kernel.telling import counted
from croupier.tournaments import commands, events, finishing
from croupier.tournaments.entrants import level_begun, place_back
from croupier.tournaments.funds import issued, removed, uncounted
from croupier.tournaments.items import chips
from croupier.tournaments.ranking import batch
from croupier.tournaments.state import DEPUTY_STANDS_IN, Bust, Place, Tournament, TournamentRules, Why


def in_charge(rules: TournamentRules, state: Tournament) -> bool:
    """Whether the right person is present: the Director, or a deputy if allowed."""
    stands_in = rules.deputy_stands_in or DEPUTY_STANDS_IN in state.readings
    return state.director in state.present or (stands_in and any(deputy in state.present for deputy in state.deputies))


def may_begin(rules: TournamentRules, state: Tournament, table: str, at: int) -> Refused | None:
    """Why no hand may begin at a table now."""
    if state.phase != "playing":
        return rules.refuse("play_not_begun", "the tournament is not being played")
    if not in_charge(rules, state):
        return rules.refuse("director_absent", "the Tournament Director is not present")
    level = state.level_at(table, at)
    if level is not None and level.is_break:
        return rules.refuse("between_rounds", "the tournament is on a break")
    if state.hand_for_hand:
        if table in state.done:
            return rules.refuse("between_rounds", "the other tables must finish this hand first")
    elif level is not None and state.clock.since is None:
        return rules.refuse("between_rounds", "the clock is paused")
    if table in state.ended:
        return rules.refuse("terms_ends_early", f"play at table {table} has ended")
    if (refusal := round_over(rules, state, table, at)) is not None:
        return refusal
    if state.proposal is not None and table in state.proposal.origins:
        return rules.refuse("table_waits", f"players of table {table} are to be moved: confirm or decline that first")
    short = state.terms.choices.halt_short or 0
    if short and not state.terms.in_rounds and state.terms.choices.balancing != "none" and table in state.seats:
        if len(state.seats[table]) + short > state.terms.format.seats:  # no table can have that many more, so stop here
            return None
        most = max(len(there) for there in state.seats.values())
        if most - len(state.seats[table]) >= short:
            return rules.refuse(
                "table_waits", f"table {table} is {most - len(state.seats[table])} players short: balance it first"
            )
    return None


def round_over(rules: TournamentRules, state: Tournament, table: str, at: int) -> Refused | None:
    """In rounds: why a table has played this one. If nobody can make the minimum wager any more, no hand can begin."""
    this = state.this_round
    if not state.terms.in_rounds:
        return None
    if this is None or table not in state.seats:
        return rules.refuse("between_rounds", "no round is being played here")
    if this.hands and state.hands.get(table, 0) >= this.hands:
        return rules.refuse("between_rounds", f"all hands of round {state.round} are played, {this.hands} in all")
    if this.minutes and at >= state.round_began + 60 * this.minutes + state.more(table, state.round):
        return rules.refuse("between_rounds", f"the {this.minutes} minutes of round {state.round} are over")
    if state.terms.against_house and all(state.banks.get(seat, 0) < this.minimum for seat in state.seats[table].values()):
        return rules.refuse("terms_minimum", f"nobody at table {table} can make the minimum bet any more")
    return None


# The clock


def pause(rules: TournamentRules, state: Tournament, command: commands.PauseClock, said: Said) -> Decision:
    if state.clock.since is None:
        return Refused("nothing_changes", "the clock is already paused", rules.cite("terms_rounds"))
    return rules.accept(events.ClockPaused, command, left=state.clock.left_at(said.at))


def resume(rules: TournamentRules, state: Tournament, command: commands.ResumeClock, said: Said) -> Decision:
    if state.clock.since is not None or not state.clock.level or state.hand_for_hand:
        return Refused("nothing_changes", "the clock is not paused", rules.cite("terms_rounds"))
    return rules.accept(events.ClockResumed, command, at=said.at)


def deduct(rules: TournamentRules, state: Tournament, command: commands.DeductTime, said: Said) -> Decision:
    if not state.clock.level or not 0 < command.seconds <= max(state.clock.left_at(said.at), 0):
        return rules.refuse("terms_rounds", "more was to be taken off than is left of the level")
    playing = len(state.playing)
    if not 0 <= command.agreed <= playing:
        return rules.refuse("level_notice", f"{playing} players can agree, and no more")
    fresh = 0 <= command.played < rules.notice_hands or not state.clock.passed_at(said.at)
    if fresh and state.level is not None and not state.level.is_break and 2 * command.agreed <= playing:
        reason = f"each table plays {rules.notice_hands} hands of a level that ends early, or most players agree to it"
        return rules.refuse("level_notice", reason)
    return rules.accept(events.TimeDeducted, command, "terms_rounds", "level_notice")


def extend(rules: TournamentRules, state: Tournament, command: commands.ExtendTime, said: Said) -> Decision:
    if not state.clock.level or command.seconds <= 0:
        return rules.refuse("terms_rounds", "say how many seconds more")
    return rules.accept(events.TimeExtended, command)


def extend_table(rules: TournamentRules, state: Tournament, command: commands.ExtendTable, said: Said) -> Decision:
    """More time for one table, if the terms allow it: never more than the length of its level or round."""
    if state.terms.choices.table_time != "director":
        return rules.refuse("terms_rounds", "by these terms all tables have the same time")
    if command.table not in state.seats:
        return rules.refuse("table_not_designated", f"no player of the tournament is at table {command.table}")
    if not command.why.strip():
        return rules.refuse("terms_rounds", "say why this table has more time")
    level, this = state.level_at(command.table, said.at), state.this_round
    minutes = this.minutes if this is not None else level.minutes if level is not None and not level.is_break else 0
    if not minutes:
        return rules.refuse("terms_rounds", "there is no time of a level or round to extend")
    of = state.round if this is not None else state.place_at(command.table, said.at)
    seconds = state.more(command.table, of) + command.seconds
    after = state.terms.format.levels[of : of + 1] if this is None else ()
    most = min([minutes, *(later.minutes for later in after if not later.is_break)])
    if command.seconds <= 0 or seconds > 60 * most:
        return rules.refuse("terms_rounds", f"a table gets more than zero and at most {most} extra minutes")
    return rules.accept(events.TableExtended, command, of=of, seconds=seconds)


def next_level(rules: TournamentRules, state: Tournament, command: commands.NextLevel, said: Said) -> Decision:
    if not (level := state.clock.level):
        return rules.refuse("play_not_begun")
    if (left := state.clock.left_at(said.at)) > 0:
        return rules.refuse("level_not_over", f"level {level} has {counted('second', left)} left")
    begun = level_begun(rules, state, level + 1, said.at, command.hands)
    if state.hand_for_hand:  # the clock stays stopped
        return Accepted((begun, rules.event(events.ClockPaused, command, left=begun.seconds)))
    return Accepted((begun,))


# Hands


def report(rules: TournamentRules, state: Tournament, command: commands.ReportHand, said: Said) -> Decision:
    """A hand is over. Players without chips are out; hand for hand, all tables' eliminations count as simultaneous."""
    if not (there := state.seats.get(command.table, {})):
        return rules.refuse("table_not_designated", f"no player of the tournament is at table {command.table}")
    if strange := [person for person in command.out if person not in there.values()]:
        return rules.refuse("not_entered", f"{strange[0]} does not sit at table {command.table}")
    if not state.terms.in_rounds and len(command.out) == len(there):  # pots stay at the table
        return rules.refuse("terms_elimination", f"somebody at table {command.table} has won the chips of the others")
    if state.hand_for_hand and command.table in state.done:
        return rules.refuse("between_rounds", "the other tables must finish this hand first")
    if command.table in state.ended:
        return rules.refuse("terms_ends_early", f"play at table {command.table} has ended")
    this = state.this_round
    if this is not None and this.hands and state.hands.get(command.table, 0) >= this.hands:
        return rules.refuse("between_rounds", f"all hands of round {state.round} are played, {this.hands} in all")
    if any(person in state.secrets for person in there.values()):
        return rules.refuse("terms_secret", "secret wagers are revealed before the hand is played")
    if state.by_hand and (refusal := _not_so_by_hand(rules, state, command)) is not None:
        return refusal
    if state.by_hand:  # who is said to have nothing is out
        gone = {person: state.banks[person] for person, bank in command.banks.items() if not bank}
        banks = {person: bank for person, bank in command.banks.items() if bank}
        command = replace(command, out=gone | command.out, banks=banks)
    served = tuple(person for person in there.values() if state.entrants[person].penalty and person not in command.out)
    postings = issued(won_from_house(state, [*there.values()], dict.fromkeys(command.out, 0) | command.banks))
    grounds = ("terms_structure", "terms_penalties" if served else "")
    done: list[Event] = [rules.event(events.HandReported, command, *grounds, served=served, postings=postings)]
    moment = batch(state)
    for number, (person, stack) in enumerate(command.out.items(), 1):
        why = why_out(state, person, "no chips")
        done.append(eliminated(rules, state, person, stack, command.hand, number, moment, why))
    if state.hand_for_hand and not _awaited(state, {*state.done, command.table}):
        done += _hand_done(rules, state, command)
    return Accepted(tuple(done))


def _not_so_by_hand(rules: TournamentRules, state: Tournament, command: commands.ReportHand) -> Refused | None:
    """Why the report about a table dealt by hand cannot be right."""
    there, this, said = {*state.seats[command.table].values()}, state.this_round, command.banks
    if not state.terms.in_rounds:
        if said:
            return rules.refuse("terms_chips", "count the chips of the table apart from the hand")
        if min(command.out.values(), default=1) <= 0 or sum(command.out.values()) > state.chips_at(command.table):
            return rules.refuse("terms_elimination", "say what those who are out had before the hand")
        return None
    if this is None or {*said} | {*command.out} != there or {*said} & {*command.out} or min(said.values(), default=0) < 0:
        return rules.refuse("terms_chips", "say once what each player at the table has after the hand")
    difference = sum(said.values()) - state.chips_at(command.table)
    if difference and not state.terms.against_house:
        return rules.refuse("terms_chips", _miscounted(state, command.table, difference))
    return None


def _miscounted(state: Tournament, table: str, difference: int) -> str:
    what = f"{chips(abs(difference))} {'too many' if difference > 0 else 'are missing'}"
    return f"table {table} holds {chips(state.chips_at(table))} in chips, and by this count {what}: count again, or say why"


def count(rules: TournamentRules, state: Tournament, command: commands.CountChips, said: Said) -> Decision:
    """Chips stay at a table dealt by hand: the count must equal what the table holds. A difference needs a reason."""
    there, stacks = {*state.seats.get(command.table, {}).values()}, command.stacks
    if not state.by_hand:
        return rules.refuse("terms_chips", "at these tables the software knows what everybody has")
    if strange := sorted({*stacks} - there):
        return rules.refuse("not_entered", f"{strange[0]} does not sit at table {command.table}")
    if not stacks or min(stacks.values()) <= 0:
        return rules.refuse("terms_chips", "say what players have; one with no chips is out, and the hand is reported")
    chip = state.next_chip if command.table in state.coloured else state.chip
    if chip and any(stack % chip for stack in stacks.values()):
        return rules.refuse("terms_chips", f"the smallest chip in play is {chips(chip)}")
    difference = sum(stacks.values()) - state.chips_at(command.table) if {*stacks} == there else 0
    if difference and not command.why.strip():
        return rules.refuse("terms_chips", _miscounted(state, command.table, difference))
    if sum(stacks.values()) > state.chips_at(command.table) + difference:
        return rules.refuse("terms_chips", f"the whole table holds only {chips(state.chips_at(command.table))}")
    postings = issued(difference) if difference > 0 else removed(-difference)
    return rules.accept(events.ChipsCounted, command, difference=difference, postings=postings)


def _awaited(state: Tournament, done: set[str]) -> list[str]:
    """The tables that have yet to finish a hand that all play together. A table that can deal to nobody, or to one player, is not
    waited for: absent players may be dealt out.
    """
    out = "dealt out" in (state.terms.conduct.absence, state.terms.conduct.late)
    dealt_out = {entrant.person for entrant in state.entrants.values() if out and entrant.absent and entrant.playing}
    return [name for name, there in state.seats.items() if name not in done and len({*there.values()} - dealt_out) > 1]


def won_from_house(state: Tournament, people: list[str], banks: dict[str, int]) -> int:
    """How many more chips are in play since the last report, negative if the house has won: zero if pots are played.

    A bank that is not reported stays the same.
    """
    if not state.terms.in_rounds:
        return 0
    return sum(banks[person] - state.banks.get(person, 0) for person in people if person in banks)


def why_out(state: Tournament, person: str, otherwise: Why) -> Why:
    """Why a player is out: one who left before losing the chips stays retired or disqualified."""
    status = state.entrants[person].status
    return status if status == "retired" or status == "disqualified" else otherwise


def not_in_hand(rules: TournamentRules, state: Tournament, person: str) -> Refused | None:
    """Why a player whose chips are still there takes no part in a hand."""
    entrant = state.entrants[person]
    if entrant.status == "disqualified":
        return rules.refuse("terms_disqualified_chips", f"{person} is disqualified")
    if entrant.status == "retired":
        return rules.refuse("terms_retirement", f"{person} has retired")
    if entrant.penalty:
        return rules.refuse("terms_penalties", f"{person} serves a penalty")
    return rules.refuse("terms_absence", f"{person} is noted as absent") if entrant.absent else None


def eliminated(
    rules: TournamentRules, state: Tournament, person: str, stack: int, hand: int, number: int, batch: int, why: Why
) -> events.PlayerEliminated:
    """A player is out, in this hand and batch, the `number`th of this moment."""
    place = state.entrants[person].place or Place("", 0)
    bust = Bust(
        person=person, table=place.table, seat=place.seat, hand=hand, stack=stack, order=state.outs + number, batch=batch, why=why
    )
    together = ("terms_winners",) if state.hand_for_hand or number > 1 else ()
    return events.PlayerEliminated(bust=bust, clauses=rules.cite("terms_elimination", *together))


def _hand_done(rules: TournamentRules, state: Tournament, command: commands.ReportHand) -> Iterator[Event]:
    """All tables have finished the hand: it takes its time off the clock, and the next one is for all together again."""
    choices, left = state.terms.choices, state.clock.left
    if choices.hand_seconds and state.hands_off < (choices.hand_most or 0):
        seconds, practice = min(choices.hand_seconds, max(left, 0)), choices.practice.get("hand_seconds", "")
        yield rules.event(events.HandTimeTaken, command, seconds=seconds, practice=practice)
        left -= seconds
    yield rules.event(events.HandForHandStarted, command, number=state.rounds_held + 1, left=left)


def start_hand_for_hand(rules: TournamentRules, state: Tournament, command: commands.StartHandForHand, said: Said) -> Decision:
    if state.terms.choices.hand_for_hand != "director" or state.terms.in_rounds:
        return rules.refuse("terms_structure", "these terms have no hand for hand")
    if state.hand_for_hand:
        return Refused("nothing_changes", "hand-for-hand play has already started", rules.cite("terms_structure"))
    if len(state.seats) < 2:
        return rules.refuse("terms_structure", "one table alone waits for no other")
    left = state.clock.left_at(said.at)
    return rules.accept(events.HandForHandStarted, command, number=state.rounds_held + 1, left=left)


def end_hand_for_hand(rules: TournamentRules, state: Tournament, command: commands.EndHandForHand, said: Said) -> Decision:
    if not state.hand_for_hand:
        return Refused("nothing_changes", "there is no hand-for-hand play", rules.cite("terms_structure"))
    if state.done and _awaited(state, {*state.done}):
        return rules.refuse("between_rounds", "the other tables must finish this hand first")
    return rules.accept(events.HandForHandEnded, command, at=said.at)


def undo(rules: TournamentRules, state: Tournament, command: commands.UndoElimination, said: Said) -> Decision:
    """Back to the old place or another one, with chips from other players, or from the house if it is the opponent."""
    bust = next((recorded for recorded in state.busts if recorded.person == command.person), None)
    if bust is None or bust.why != "no chips":
        return rules.refuse("nobody_out", f"{command.person} was not eliminated by losing all chips")
    if not command.why.strip():
        return rules.refuse("nobody_out", "say why it is undone")
    if (place := place_back(state, bust.person, elsewhere=True)) is None:
        return rules.refuse("place_taken", "no table has a seat for them any more")
    if strange := [person for person in command.chips if person not in state.playing]:
        return rules.refuse("not_entered", f"{strange[0]} has not entered, or is out")
    against = state.terms.against_house
    given, not_here = (command.house, command.chips) if against else (command.chips, command.house)
    if not_here:
        return rules.refuse("nobody_out", f"here chips must come from {'the house' if against else 'other players'}")
    loose = state.by_hand and not state.terms.in_rounds and not given and bust.table in state.seats
    if not loose and min(given.values() if isinstance(given, dict) else (given,), default=0) <= 0:
        return rules.refuse("nobody_out", "say who hands over how many chips")
    grounds = ("terms_elimination", "terms_director_final")
    undone = rules.event(events.EliminationUndone, command, *grounds, place=place, postings=issued(command.house))
    refusal = finishing.overpaid(rules, state.copied().take(undone))
    return refusal if refusal is not None else Accepted((undone,))


def redo(rules: TournamentRules, state: Tournament, command: commands.RedoElimination, said: Said) -> Decision:
    if command.person not in state.undone or state.player(command.person) is None:
        return rules.refuse("nobody_out", f"no elimination of {command.person} was taken back")
    undone = state.undone[command.person]
    if gone := [person for person in undone.chips if person not in state.playing]:
        return rules.refuse("nobody_out", f"{gone[0]} is out by now: the earlier position cannot be restored")
    grounds = ("terms_elimination", "terms_director_final")
    return rules.accept(events.EliminationRedone, command, *grounds, chips=undone.chips, postings=issued(-undone.house))


# Colour-up


def small_chips(state: Tournament) -> str:
    """Why the smallest chip stays in play: the terms do not remove it, or wagers or chips to be given out need it."""
    if state.phase != "playing" or state.terms.choices.colour_up == "none" or state.terms.in_rounds:
        return "these terms have no colour-up"
    if not (larger := state.next_chip):
        return "there is no smaller chip to take out of play"
    levels, bank = state.terms.format.levels, state.terms.format
    ahead = levels[min(state.clock.level, len(levels)) - 1 :]
    if any(sum_ % larger for level in ahead for sum_ in (*level.blinds, level.ante, *level.bets)):
        return f"the wagers of this level or a later one need chips below {larger // 100}"
    given = [entrant.bought for entrant in state.entrants.values()]
    given += [] if state.closed else [bank.starting_bank, bank.rebuy_chips, bank.add_on_chips]
    return "chips that are still to be given out need smaller ones" if any(sum_ % larger for sum_ in given) else ""


def colour_up(rules: TournamentRules, state: Tournament, command: commands.ColourUp, said: Said) -> Decision:
    """The smallest chips of a table are changed up. What is less than the next chip is raced for, one chip each at the most, or
    rounded up; and a player who would have nothing left by it gets one.
    """
    how, larger = state.terms.choices.colour_up, state.next_chip
    if reason := small_chips(state):
        return rules.refuse("terms_chips", reason)
    if any(state.place_at(table, said.at) < state.clock.level for table in state.seats):
        return rules.refuse("terms_chips", "a table still plays the level before, with the smaller chips")
    there = state.seats.get(command.table, {})
    if not there or command.table in state.coloured or set(command.stacks) != set(there.values()):
        return rules.refuse("terms_chips", "each table in play is coloured up once, with what each of its players has")
    if (refusal := uncounted(rules, state, [command.table])) is not None:
        return refusal
    odd = {person: stack % larger for person, stack in command.stacks.items() if stack % larger}
    winners = (*odd,) if how == "rounded up" else command.order[: (sum(odd.values()) + larger // 2) // larger]
    if how != "rounded up" and sorted(command.order) != sorted(odd):
        reason = f"the race is between {', '.join(odd) or 'nobody'}: say in which order the cards fell"
        return rules.refuse("terms_chips", reason)
    rescued = tuple(person for person in odd if person not in winners and command.stacks[person] == odd[person])
    changes = together({person: -chips for person, chips in odd.items()}, dict.fromkeys((*winners, *rescued), larger))
    more, less = (sum(change for change in changes.values() if change * sign > 0) for sign in (1, -1))
    return rules.accept(
        events.ColouredUp,
        command,
        chip=larger,
        changes=changes,
        won=winners,
        rescued=rescued,
        last={*state.coloured, command.table} >= set(state.seats),
        practice=state.terms.choices.practice.get("colour_up", ""),
        postings=together(issued(more), removed(-less)),
    )

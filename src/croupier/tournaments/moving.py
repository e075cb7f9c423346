"""Balancing and breaking tables, and redraws: moves are proposed by the terms, and made when the director confirms them."""

from collections.abc import Iterator, Mapping

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.tournaments import commands, events
from croupier.tournaments.funds import uncounted
from croupier.tournaments.state import Move, Place, Proposal, TableFacts, Tournament, TournamentRules


def propose(rules: TournamentRules, state: Tournament, command: commands.ProposeMoves, said: Said) -> Decision:
    if state.terms.in_rounds:
        return rules.refuse("terms_progression", "seats are drawn again for each round")
    if not set(concerned(state)) <= set(command.facts) <= set(state.seats):
        return rules.refuse("terms_tables", "say of every table concerned where its button and blinds are")
    if (proposal := wanted(state, command.facts, iter(command.draws))) is None:
        return Refused("nothing_changes", "the tables stand as the terms want them", rules.cite("terms_tables"))
    if isinstance(proposal, str):
        return rules.refuse("equal_chance", proposal)
    name = {"balance": "moved", "break": "moved_seat", "redraw": "final_table"}[proposal.why]
    practice, grounds = state.terms.choices.practice.get(name, ""), ("terms_tables", "terms_progression")
    return rules.accept(events.MovesProposed, command, *grounds, proposal=proposal, practice=practice)


def confirm(rules: TournamentRules, state: Tournament, command: commands.ConfirmMoves, said: Said) -> Decision:
    proposal = state.proposal
    if proposal is None:
        return Refused("nothing_changes", "no moves are proposed", rules.cite("terms_tables"))
    movers = {move.person for move in proposal.moves}
    for move in proposal.moves:
        if state.at(move.origin) != move.person or (state.at(move.to) and state.at(move.to) not in movers):
            return rules.refuse("place_taken", f"{move.person} can no longer be moved: propose again")
    if proposal.why != "balance" and (refusal := uncounted(rules, state, sorted(proposal.origins))) is not None:
        return refusal
    made = {"moves": proposal.moves, "why": proposal.why, "breaks": proposal.breaks, "paid": proposal.paid}
    return rules.accept(events.PlayersMoved, command, "terms_tables", "terms_progression", **made)


def move(rules: TournamentRules, state: Tournament, command: commands.MovePlayer, said: Said) -> Decision:
    """The director's own move, if the terms allow it: to a free seat of another table in use, keeping the tables in balance."""
    entrant = state.player(command.person)
    if entrant is None or entrant.place is None:
        return rules.refuse("not_entered", f"{command.person} has no seat in this tournament")
    origin, to = entrant.place, Place(command.table, command.seat)
    if (refusal := _move_refused(rules, state, command, origin)) is not None:
        return refusal
    places = {command.person: to}
    if not {origin.table, to.table} <= set(command.facts):
        return rules.refuse("terms_tables", "say of both tables where their button and blinds are")
    never = state.terms.choices.moved_blind == "never twice running"
    if never and command.person in twice_running(state, command.facts, places):
        return rules.refuse("terms_minimum", f"{command.person} would pay the last blind twice in a row")
    paid, made = just_paid(state, command.facts, command.person), Move(command.person, origin, to)
    grounds = ("terms_tables", "terms_progression", "terms_director_final")
    return rules.accept(events.PlayerMoved, command, *grounds, move=made, paid=paid)


def _move_refused(rules: TournamentRules, state: Tournament, command: commands.MovePlayer, origin: Place) -> Refused | None:
    """Why the terms do not allow this move."""
    if state.terms.in_rounds:
        return rules.refuse("terms_progression", "seats are drawn again for each round")
    if not command.why.strip():
        return rules.refuse("terms_director_final", "say why this player is moved")
    if state.proposal is not None:
        return rules.refuse("terms_progression", "moves are proposed: confirm or decline them first")
    if state.hand_for_hand and state.done:
        return rules.refuse("between_rounds", "hand for hand, players are moved when all tables have finished the hand")
    if command.table not in state.tables:
        return rules.refuse("table_not_designated", f"table {command.table} is not designated")
    if command.table not in state.seats or command.table == to_break(state):
        return rules.refuse("terms_tables", f"table {command.table} is not one that those who are left need")
    if command.table == origin.table:
        return rules.refuse("equal_chance", "a player keeps the seat that was drawn while they are at a table")
    if not 1 <= command.seat <= state.terms.format.seats or state.at(Place(command.table, command.seat)):
        return rules.refuse("place_taken", f"seat {command.seat} of table {command.table} is not free")
    return _out_of_balance(rules, state, origin.table, command.table)


def _out_of_balance(rules: TournamentRules, state: Tournament, origin: str, to: str) -> Refused | None:
    """A refusal of a move that leaves the tables so uneven that the terms would require another."""
    if state.terms.choices.balancing in ("", "none"):
        return None
    now = {table: len(there) for table, there in state.seats.items()}
    then = now | {origin: now[origin] - 1, to: now[to] + 1}
    apart = max(then.values()) - min(then.values())
    if apart < _too_far(state) or apart <= max(now.values()) - min(now.values()):
        return None
    return rules.refuse("terms_tables", f"tables would differ by {apart} players, and the terms keep them closer")


def _too_far(state: Tournament) -> int:
    """By how many players two tables differ when the terms require a move."""
    return 2 if state.terms.choices.balancing == "one short" else 3


def decline(rules: TournamentRules, state: Tournament, command: commands.DeclineMoves, said: Said) -> Decision:
    if state.proposal is None:
        return Refused("nothing_changes", "no moves are proposed", rules.cite("terms_tables"))
    return rules.accept(events.MovesDeclined, command, "terms_tables", "terms_director_final")


def wanted(state: Tournament, facts: Mapping[str, TableFacts], draws: Iterator[int]) -> Proposal | str | None:
    """The moves that the terms require now: a redraw, breaking a table, or balancing two. A text says what is missing."""
    if not state.seats:
        return None
    gone = to_break(state)
    try:
        if (places := _redraw(state, gone, draws)) is not None:
            why = "redraw"
        elif gone:
            places, why = _break(state, gone, draws), "break"
        else:
            places, why = _balance(state, facts, draws), "balance"
    except StopIteration:
        return "seats are drawn: give numbers in random order, enough for everybody who moves"
    if not places:
        return None
    if why != "balance" and state.terms.choices.moved_blind == "never twice running":
        places = _clear_of_blind(state, facts, places)
    moves = tuple(
        Move(person, origin, place)
        for person, place in places.items()
        if (origin := state.entrants[person].place) is not None and origin != place
    )
    paid = tuple(move.person for move in moves if just_paid(state, facts, move.person))
    tables = {place.table for move in moves for place in (move.origin, move.to)}
    return Proposal(moves, why, gone, paid, {table: facts[table].last for table in sorted(tables)})


def concerned(state: Tournament) -> list[str]:
    """The tables whose blinds must be known: all if one is broken, otherwise the fullest and the shortest."""
    return list(state.seats) if to_break(state) else list(dict.fromkeys(_extremes(state)))


def _extremes(state: Tournament) -> tuple[str, ...]:
    """The fullest and the shortest table."""
    if not state.seats:
        return ()
    by_size = {table: len(there) for table, there in state.seats.items()}
    return max(by_size, key=by_size.__getitem__), min(by_size, key=by_size.__getitem__)


def just_paid(state: Tournament, facts: Mapping[str, TableFacts], person: str) -> bool:
    """Whether a player paid the last blind in their last hand, here or at the table they come from."""
    entrant = state.entrants[person]
    if entrant.place is None:
        return False
    there = facts[entrant.place.table]
    return entrant.paid_last if entrant.place.seat in there.new else there.last == entrant.place.seat


Places = dict[str, Place]
"""Where people will sit."""


def twice_running(state: Tournament, facts: Mapping[str, TableFacts], places: Places) -> list[str]:
    """Those who would pay the last blind in two consecutive hands in these seats."""
    seats = {table: {**there} for table, there in state.seats.items()}
    for person in places:
        origin = state.entrants[person].place
        if origin is not None:
            del seats[origin.table][origin.seat]
    for person, place in places.items():
        seats[place.table][place.seat] = person
    payers = []
    for table in (table for table in facts if seats[table]):
        order = clockwise(state.terms.format.seats, facts[table].last)
        coming = next((seats[table][seat] for seat in order if seat in seats[table]), "")
        moved = coming in places or (coming and state.entrants[coming].paid_last)
        if moved and just_paid(state, facts, coming):
            payers.append(coming)
    return payers


def _clear_of_blind(state: Tournament, facts: Mapping[str, TableFacts], places: Places) -> Places:
    """The places, swapped so that nobody pays the last blind twice in a row, if possible."""
    for person in twice_running(state, facts, places):
        for other in places:
            changed = places | {person: places[other], other: places[person]}
            if person in places and len(twice_running(state, facts, changed)) < len(twice_running(state, facts, places)):
                places = changed
                break
    return places


def needed(state: Tournament, players: int) -> int:
    """How many tables so many players need: the last one may be smaller than the others."""
    seats = state.terms.format.seats
    if players <= min(state.terms.choices.final_table or seats, seats):
        return 1
    return max(-(-players // seats), 2)


def to_break(state: Tournament) -> str:
    """The table to break next, or none: the remaining players fit at the others."""
    players, tables = sum(map(len, state.seats.values())), len(state.seats)
    if tables < 2 or needed(state, players) >= tables:
        return ""
    order = [table for table in state.tables if table in state.seats]
    return order[0] if state.terms.choices.breaking == "lowest number first" else order[-1]


def _free(state: Tournament, table: str) -> list[int]:
    return [seat for seat in range(1, state.terms.format.seats + 1) if seat not in state.seats.get(table, {})]


def _redraw(state: Tournament, gone: str, draws: Iterator[int]) -> Places | None:
    """When a table is broken and as many are left as the terms name, everyone draws a new seat."""
    kept = [table for table in state.tables if table in state.seats and table != gone]
    if not gone or len(kept) not in (state.terms.choices.redraw_at or ()):
        return None
    persons = [person for there in state.seats.values() for person in there.values()]
    if needed(state, len(persons)) < len(kept):
        return None
    drawn = sorted(persons, key=lambda person: (next(draws), person))
    return {person: Place(kept[n % len(kept)], n // len(kept) + 1) for n, person in enumerate(drawn)}


def _break(state: Tournament, table: str, draws: Iterator[int]) -> Places:
    """Everyone at the table goes to free seats elsewhere, drawn, at the shortest tables first."""
    counts = {name: len(there) for name, there in state.seats.items() if name != table}
    free = {name: sorted(_free(state, name), key=lambda seat: (next(draws), seat)) for name in counts}
    movers = sorted(state.seats[table].items(), key=lambda mover: (next(draws), mover[0]))
    places: Places = {}
    for _, person in movers:
        shortest = min((name for name in counts if free[name]), key=lambda name: counts[name])
        places[person] = Place(shortest, free[shortest].pop(0))
        counts[shortest] += 1
    return places


def clockwise(places: int, after: int) -> list[int]:
    """All places, clockwise from the one after `after`."""
    return [(after + step - 1) % places + 1 for step in range(1, places + 1)]


def _balance(state: Tournament, facts: Mapping[str, TableFacts], draws: Iterator[int]) -> Places:
    """One player from the fullest table to the shortest, if they differ by more than the terms allow."""
    choices = state.terms.choices
    if choices.balancing in ("", "none") or len(state.seats) < 2:
        return {}
    most, least = _extremes(state)
    if len(state.seats[most]) - len(state.seats[least]) < _too_far(state):
        return {}
    movers = [seat for seat in clockwise(state.terms.format.seats, facts[most].last) if seat in state.seats[most]]
    if choices.moved == "drawn":
        movers.sort(key=lambda seat: (next(draws), seat))
    free = _worst_first(state, facts[least], least)
    if choices.moved_seat == "drawn":
        free.sort(key=lambda seat: (next(draws), seat))
    ways = ({state.seats[most][seat]: Place(least, to)} for seat in movers for to in free)
    first = next(ways)  # unless drawn, the player who is next to have the last blind, to the worst seat
    if choices.moved_blind != "never twice running" or not twice_running(state, facts, first):
        return first
    return next((way for way in ways if not twice_running(state, facts, way)), first)


def _worst_first(state: Tournament, facts: TableFacts, table: str) -> list[int]:
    """Free seats at a table, those that the last blind reaches soonest first; where it is now gets the first blind: last."""
    free = _free(state, table)
    order = [seat for seat in clockwise(state.terms.format.seats, facts.last) if seat in free and seat != facts.last]
    return order + [seat for seat in free if seat == facts.last]

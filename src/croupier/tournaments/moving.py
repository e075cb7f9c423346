"""Balancing and breaking tables, and redraws: moves are proposed by the terms, and made when the director confirms them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.tournaments import commands, events
from croupier.tournaments.state import Move, Place, Proposal, TableFacts, Tournament, TournamentRules

Seats = Mapping[str, Mapping[int, str]]


def propose(rules: TournamentRules, state: Tournament, command: commands.ProposeMoves, said: Said) -> Decision:
    if state.terms.in_rounds:
        return rules.refuse("terms_progression", "seats are drawn anew for each round")
    if set(command.facts) != set(state.seats):
        return rules.refuse("terms_tables", "say of every table in play where its button and blinds are")
    found = wanted(state, command.facts, iter(command.draws))
    if found is None:
        return Refused("nothing_changes", "the tables stand as the terms want them", rules.cite("terms_tables"))
    if isinstance(found, str):
        return rules.refuse("equal_chance", found)
    name = {"balance": "moved", "break": "moved_seat", "redraw": "final_table"}[found.why]
    proposed = events.MovesProposed(
        proposal=found,
        practice=state.terms.choices.practice.get(name, ""),
        clauses=rules.cite("terms_tables", "terms_progression"),
    )
    return Accepted((proposed,))


def confirm(rules: TournamentRules, state: Tournament, command: commands.ConfirmMoves, said: Said) -> Decision:
    proposal = state.proposal
    if proposal is None:
        return Refused("nothing_changes", "no moves are proposed", rules.cite("terms_tables"))
    movers = {move.person for move in proposal.moves}
    for move in proposal.moves:
        if state.at(move.origin) != move.person or (state.at(move.to) and state.at(move.to) not in movers):
            return rules.refuse("place_taken", f"{move.person} can not be moved any more: propose anew")
    moved = events.PlayersMoved(
        moves=proposal.moves,
        why=proposal.why,
        breaks=proposal.breaks,
        clauses=rules.cite("terms_tables", "terms_progression"),
    )
    return Accepted((moved,))


def decline(rules: TournamentRules, state: Tournament, command: commands.DeclineMoves, said: Said) -> Decision:
    if state.proposal is None:
        return Refused("nothing_changes", "no moves are proposed", rules.cite("terms_tables"))
    return Accepted(
        (events.MovesDeclined(why=command.why, clauses=rules.cite("terms_tables", "terms_director_final")),)
    )


def wanted(state: Tournament, facts: Mapping[str, TableFacts], draws: Iterator[int]) -> Proposal | str | None:
    """What the terms want moved now: a redraw, else a table broken, else one player to balance tables. A text says what lacks."""
    seats = state.seats
    if not seats:
        return None
    try:
        if (redraw := _redraw(state, draws)) is not None:
            return redraw
        if (broken := to_break(state)) != "":
            return _break(state, facts, broken, draws)
        return _balance(state, facts, draws)
    except StopIteration:
        return "seats are drawn: give numbers in random order, enough for everybody who moves"


def size_of(state: Tournament, tables: int) -> int:
    """How many sit at a table when there are so many: the last one may be larger or smaller than the others."""
    return (state.terms.choices.final_table or state.terms.format.seats) if tables == 1 else state.terms.format.seats


def needed(state: Tournament, players: int) -> int:
    """How many tables so many players need."""
    if players <= min(size_of(state, 1), state.terms.format.seats):
        return 1
    return max(-(-players // state.terms.format.seats), 2)


def to_break(state: Tournament) -> str:
    """The table that is broken next, or none: those who are left have room at the others."""
    players, tables = sum(map(len, state.seats.values())), len(state.seats)
    if tables < 2 or needed(state, players) >= tables:
        return ""
    order = [table for table in state.tables if table in state.seats]
    return order[0] if state.terms.choices.breaking == "lowest number first" else order[-1]


def _free(state: Tournament, table: str) -> list[int]:
    return [seat for seat in range(1, state.terms.format.seats + 1) if seat not in state.seats.get(table, {})]


def _redraw(state: Tournament, draws: Iterator[int]) -> Proposal | None:
    """Everybody draws a new seat once so many tables are left as the terms name."""
    tables = len(state.seats)
    if to_break(state):
        tables -= 1
    if tables not in (state.terms.choices.redraw_at or ()) or tables in state.redrawn or tables >= _most_ever(state):
        return None
    kept = [table for table in state.tables if table in state.seats]
    gone = to_break(state)
    if needed(state, sum(map(len, state.seats.values()))) < tables:
        return None
    kept = [table for table in kept if table != gone]
    persons = [person for table in state.seats for person in state.seats[table].values()]
    drawn = sorted(persons, key=lambda person: (next(draws), person))
    places = {person: Place(kept[n % len(kept)], n // len(kept) + 1) for n, person in enumerate(drawn)}
    moves = tuple(
        Move(person, origin, places[person])
        for person in persons
        if (origin := state.entrants[person].place) is not None and origin != places[person]
    )
    return Proposal(moves, "redraw", gone)


def _most_ever(state: Tournament) -> int:
    """How many tables the tournament began with, as far as its entrants tell: a redraw is for a field that has shrunk."""
    return -(-max(state.total, 1) // state.terms.format.seats)


def _break(state: Tournament, facts: Mapping[str, TableFacts], table: str, draws: Iterator[int]) -> Proposal:
    """Everybody at the table goes to free seats elsewhere, drawn, at the shortest tables first."""
    counts = {name: len(there) for name, there in state.seats.items() if name != table}
    free = {name: sorted(_free(state, name), key=lambda seat: (next(draws), seat)) for name in counts}
    movers = sorted(state.seats[table].items(), key=lambda one: (next(draws), one[0]))
    paid = facts[table].last if state.terms.choices.moved_blind == "never twice running" else 0
    movers.sort(key=lambda one: one[0] != paid)  # whoever has just paid the last blind is seated first, clear of it
    moves = []
    for seat, person in movers:
        shortest = min((name for name in counts if free[name]), key=lambda name: counts[name])
        choice = free[shortest]
        if seat == paid:
            clear = [one for one in choice if not _next_last(state, facts[shortest], shortest, one)]
            choice = clear or choice
        to = choice[0]
        free[shortest].remove(to)
        counts[shortest] += 1
        moves.append(Move(person, Place(table, seat), Place(shortest, to)))
    return Proposal(tuple(moves), "break", table)


def _next_last(state: Tournament, facts: TableFacts, table: str, seat: int) -> bool:
    """Whether somebody who sits down there has the last blind next."""
    order = clockwise(state.terms.format.seats, facts.last)
    taken = state.seats.get(table, {})
    return next((one for one in order if one in taken or one == seat), 0) == seat


def clockwise(places: int, after: int) -> list[int]:
    """All places, clockwise from the one after `after`."""
    return [(after + step - 1) % places + 1 for step in range(1, places + 1)]


def _balance(state: Tournament, facts: Mapping[str, TableFacts], draws: Iterator[int]) -> Proposal | None:
    """One player from the fullest table to the shortest, where they differ by more than the terms let them."""
    choices = state.terms.choices
    if choices.balancing in ("", "none") or len(state.seats) < 2:
        return None
    most = max(state.seats, key=lambda table: len(state.seats[table]))
    least = min(state.seats, key=lambda table: len(state.seats[table]))
    differ = len(state.seats[most]) - len(state.seats[least])
    if differ < (2 if choices.balancing == "one short" else 3):
        return None
    order = [seat for seat in clockwise(state.terms.format.seats, facts[most].last) if seat in state.seats[most]]
    if choices.moved == "drawn":
        order.sort(key=lambda seat: (next(draws), seat))
    mover = order[0]  # whoever has the last blind next
    free = _worst_first(state, facts[least], least)
    if choices.moved_seat == "drawn":
        free.sort(key=lambda seat: (next(draws), seat))
    if choices.moved_blind == "never twice running" and mover == facts[most].last:
        free = [seat for seat in free if not _next_last(state, facts[least], least, seat)] or free
    move = Move(state.seats[most][mover], Place(most, mover), Place(least, free[0]))
    return Proposal((move,), "balance")


def _worst_first(state: Tournament, facts: TableFacts, table: str) -> list[int]:
    """Free seats at a table, the one that the last blind reaches soonest first; where it lies now comes the first blind: last."""
    free = _free(state, table)
    order = [seat for seat in clockwise(state.terms.format.seats, facts.last) if seat in free and seat != facts.last]
    return order + [seat for seat in free if seat == facts.last]

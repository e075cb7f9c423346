"""Deciding commands to a poker room: who may give them, and what happens."""

from croupier.kernel.actors import HOUSE, PLAYER, Capacity, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command, PersonsCommand
from croupier.kernel.legal import Legal
from croupier.kernel.telling import Telling
from croupier.room import commands, events, lists, open_tables, seating
from croupier.room.state import Room, RoomRules


class RoomEngine(Engine[RoomRules, Room]):
    """A poker room as a stream. `rules_of` gives the rules of a book by an edition."""

    kind = "room"
    codec = Codec(commands, events, above=(commands.TakesPart,))
    state = Room
    deciders = deciders_in(open_tables, lists, seating)

    def refusal(self, rules: RoomRules, state: Room, command: Command, said: Said) -> Refused | None:
        if (refusal := super().refusal(rules, state, command, said)) is not None:
            return refusal
        (by,), clauses = command.declared.by, rules.cite(command.declared.ground)
        if not state.open and not isinstance(command, commands.OpenRoom):
            return Refused("not_at_this_time", "the room is not open yet", rules.cite("room_opened"))
        if isinstance(command, commands.TakesPart) and command.person in state.excluded:
            return rules.refuse("excluded", f"{command.person} is excluded from the game, at every table of the room")
        if by == HOUSE and said.capacity != HOUSE:
            return rules.refuse("rank_needed", "only the software notes what happens at a table")
        if by == PLAYER and isinstance(command, PersonsCommand):
            refusal = _not_theirs(rules, said, command.person, clauses)
        if refusal is None and isinstance(command, _OF_A_LIST) and command.game not in state.lists:
            return rules.refuse("no_such_list")
        return refusal

    def legal(self, rules: RoomRules, state: Room, who: Capacity) -> list[Legal]:
        """For each table with a vacant place, who gets it next: a move, or a call from the list."""
        due: list[Legal] = []
        for name, table in state.tables.items():
            places = table.vacant(0)  # as if every reservation still held
            if not places:
                continue
            longest = [*state.feeders(name).values()]
            if mover := next(iter(longest or state.wanting(name)), ""):
                move = commands.MovePlayer(person=mover, table=name, place=places[0])
                grounds = ("must_move" if longest else "change_asked", "moved_player")
                due.append(Legal(move, rules.cite(*grounds), by=rules.supervisor))
            elif state.lists[table.game].next is not None and state.vacancies(table.game, 0) > 0:
                call = commands.CallPlayer(game=table.game, table=name, place=places[0])
                due.append(Legal(call, rules.cite("called_to_seat"), by=rules.supervisor))
        return [offer for offer in due if rules.rank_of(who) >= rules.rank_of(offer.by)]

    tell = Telling("croupier.room", events)

    def obvious(self, state: Room, command: Command) -> Capacity:
        """The player who is named, or the lowest rank that may."""
        if isinstance(command, commands.SeatPlayer) and seating.allocates(state, command):
            return "supervisor"
        return command.declared.by[0]

    def speaker(self, state: Room, command: Command, capacity: Capacity) -> str:
        return command.person if capacity == PLAYER and isinstance(command, PersonsCommand) else ""


_OF_A_LIST = (
    *(commands.WithdrawGame, commands.AddTable, commands.JoinList, commands.SayGoing, commands.LeaveList),
    *(commands.RequestSeat, commands.CallPlayer, commands.PassOver),
)
"""Commands about a game that the room has: an offered game is new, and a table says what it plays."""


def _not_theirs(rules: RoomRules, said: Said, person: str, clauses: tuple[str, ...]) -> Refused | None:
    """Why the sender may not do this for a person: players act for themselves, a host for everyone."""
    if not person or person != person.strip():
        return rules.refuse("who_sits")
    if said.capacity == PLAYER or said.seat:
        return None if said.person == person else rules.refuse("not_your_place", f"{said.person} is not {person}")
    return rules.needs_rank(said, rules.host, clauses)

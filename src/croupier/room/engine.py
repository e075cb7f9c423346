"""Deciding what is asked of a poker room: who may ask it, and what then is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.entries import Codec
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.streams import Engine
from croupier.room import commands, events, floor, lists, seating
from croupier.room.state import PLAYER, Room, RoomRules
from croupier.room.telling import tell


class _Act(NamedTuple):
    """How a command is decided, the rank that it takes, and the ground that asks for it; none where the decider asks itself."""

    decide: Callable[[RoomRules, Room, Any, Said], Decision]
    rank: Literal["", "host", "supervisor", "manager"] = ""
    ground: str = ""


_ACTS: dict[type[Command], _Act] = {
    commands.OpenRoom: _Act(lists.open_room, "manager", "room_opened"),
    commands.OfferGame: _Act(lists.offer_game, "supervisor", "game_offered"),
    commands.WithdrawGame: _Act(lists.withdraw_game, "supervisor", "game_withdrawn"),
    commands.JoinList: _Act(lists.join_list),
    commands.SayGoing: _Act(lists.say_going),
    commands.LeaveList: _Act(lists.leave_list),
    commands.RequestSeat: _Act(lists.request_seat),
    commands.CallPlayer: _Act(lists.call_player, "supervisor", "called_to_seat"),
    commands.PassOver: _Act(lists.pass_over, "host", "call_missed"),
    commands.SeatPlayer: _Act(seating.seat_player),
    commands.ReserveSeat: _Act(seating.reserve_seat, "supervisor", "seat_reserved"),
    commands.ReleaseSeat: _Act(seating.release_seat, "supervisor", "seat_reserved"),
    commands.AskChange: _Act(seating.ask_change),
    commands.TakeBackChange: _Act(seating.take_back_change),
    commands.MovePlayer: _Act(seating.move_player, "supervisor", "moved_player"),
    commands.AddTable: _Act(floor.add_table, "supervisor", "table_opened"),
    commands.SetMustMove: _Act(floor.set_must_move, "supervisor", "must_move"),
    commands.MergeTables: _Act(floor.merge_tables, "manager", "tables_merged"),
    commands.CallCollection: _Act(floor.call_collection, "supervisor", "collection_called"),
    commands.NoteTable: _Act(floor.note_table),
}


_TAKES_PART = (
    commands.JoinList,
    commands.SayGoing,
    commands.RequestSeat,
    commands.SeatPlayer,
    commands.ReserveSeat,
    commands.AskChange,
    commands.MovePlayer,
)
"""What lets somebody take part: not for those who are excluded."""


class RoomEngine(Engine[RoomRules, Room]):
    """A poker room as a stream. `rules_of` gives the rules of a book by an edition."""

    kind = "room"
    codec = Codec(commands, events)
    state = Room

    def decide(self, rules: RoomRules, state: Room, command: Command, said: Said) -> Decision:
        if (refusal := rules.stranger(said)) is not None:
            return refusal
        act = _ACTS[type(command)]
        if act.rank:
            rank = getattr(rules, act.rank)
            if (refusal := rules.needs_rank(said, rank, rules.cite(act.ground))) is not None:
                return refusal
        if not state.open and not isinstance(command, commands.OpenRoom):
            return Refused("not_at_this_time", "the room is not open yet", rules.cite("room_opened"))
        if isinstance(command, _TAKES_PART) and command.person in state.excluded:
            return rules.refuse("excluded", f"{command.person} is excluded from the game, at every table of the room")
        return act.decide(rules, state, command, said)

    def legal(self, rules: RoomRules, state: Room, who: Capacity) -> list[Legal]:
        """For each table with a vacant place, who has it next: a move, or a call from the list."""
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

    tell = staticmethod(tell)

    def obvious(self, state: Room, command: Command) -> Capacity:
        """The player who is named, or the least rank that may."""
        if isinstance(command, commands.NoteTable):
            return HOUSE
        if isinstance(command, commands.SeatPlayer) and seating.allocates(state, command):
            return "supervisor"
        return _ACTS[type(command)].rank or PLAYER

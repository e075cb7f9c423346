"""Who sits where: from the list to a seat, seats that are kept, and moves from table to table."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.room import commands, events
from croupier.room.lists import players_first
from croupier.room.state import Change, Room, RoomRules


def seat_player(rules: RoomRules, room: Room, command: commands.SeatPlayer, said: Said) -> Decision:
    """The person who was called or is next on the list sits down; if nobody waits, anyone may. A kept place is for its owner."""
    person, table = command.person, room.tables.get(command.table)
    if table is None:
        return rules.refuse("no_such_table")
    sits, place = room.seat_of(person)
    if sits:
        return rules.refuse("seated_already", f"{person} sits at {sits}, seat {place}")
    if (refusal := not_vacant(rules, room, command.table, command.place, person, said.at)) is not None:
        return refusal
    kept = table.kept_for(person, command.place, said.at)
    if not kept and (refusal := _others_first(rules, room, command, said)) is not None:
        return refusal
    entry, picked_up = room.lists[table.game].entry(person), room.picked_up_from(person, table.game)
    moved = command.from_game or (entry is not None and entry.first == "closed game")
    grounds = ("seat_taken" if entry is None else "called_from_list", *(("moved_player",) if moved else ()))
    refusal = rules.needs_rank(said, rules.supervisor, rules.cite(grounds[-1]))
    if refusal is not None and allocates(room, command):
        return refusal
    chips_at = picked_up.table if picked_up is not None else ""
    return rules.accept(events.PlayerSeated, command, *grounds, game=table.game, moved=moved, kept=chips_at)


def allocates(room: Room, command: commands.SeatPlayer) -> bool:
    """Whether a person is given a seat: from the list without a call, from another game, or with kept
    chips. A person who was called, or has a reserved seat, or comes when nobody waits, simply sits down.
    """
    table = room.tables.get(command.table)
    if table is None:
        return False
    entry = room.lists[table.game].entry(command.person)
    kept = room.picked_up_from(command.person, table.game) is not None
    return command.from_game or kept or (entry is not None and (entry.first == "closed game" or not entry.called))


def not_vacant(rules: RoomRules, room: Room, table: str, place: int, person: str, at: int) -> Refused | None:
    """Why a person cannot have a place at a table."""
    here = room.tables[table]
    if not 1 <= place <= here.places:
        return rules.refuse("no_such_place", f"seats are numbered 1 to {here.places}; there is no {place}")
    if place in here.seats:
        return rules.refuse("place_occupied")
    if not here.free(place, at, person):
        return rules.refuse("seat_reserved", f"seat {place} is reserved for {here.reserved[place].person}")
    return None


def _others_first(rules: RoomRules, room: Room, command: commands.SeatPlayer, said: Said) -> Refused | None:
    """Why a vacant place is not for this person yet: those who move come first, then those ahead on the list."""
    person, name = command.person, room.tables[command.table].game
    if (refusal := players_first(rules, room, command.table)) is not None:
        return refusal
    waiting = room.lists[name]
    entry = waiting.entry(person)
    before = next((listed for listed in waiting.waiting if listed.going), None)
    if entry is None:
        return rules.refuse("list_first", f"{before.person} is first on the list") if before is not None else None
    if not entry.going:
        return rules.refuse("list_first", f"{person} is only interested, and must first say that they are ready to play")
    if not entry.called and (entry != waiting.next or room.vacancies(name, said.at) < 1):
        turn = waiting.next
        return rules.refuse("list_first", f"{turn.person} is next on the list" if turn is not None else "")
    wanted = (command.table, command.place)
    if any((listed.table, listed.place) == wanted for listed in waiting.called if listed.person != person):
        return rules.refuse("draw_needed")
    return None


def charge_first(rules: RoomRules, room: Room, *tables: str) -> Refused | None:
    """Nobody moves past an hourly charge that is due at one of these tables, or pays it twice by moving."""
    owing = next((name for name in tables if room.tables[name].owes), "")
    return rules.refuse("collection_due", f"the hourly charge is due at {owing}") if owing else None


def reserve_seat(rules: RoomRules, room: Room, command: commands.ReserveSeat, said: Said) -> Decision:
    if not command.person or command.person != command.person.strip():
        return rules.refuse("who_sits")
    if command.seconds < 0:
        return rules.refuse("seat_reserved", "a seat is reserved for a time, or until it is released")
    if command.table not in room.tables:
        return rules.refuse("no_such_table")
    if (refusal := not_vacant(rules, room, command.table, command.place, command.person, said.at)) is not None:
        return refusal
    return rules.accept(events.SeatReserved, command, until=said.at + command.seconds if command.seconds else 0)


def release_seat(rules: RoomRules, room: Room, command: commands.ReleaseSeat, said: Said) -> Decision:
    if command.table not in room.tables:
        return rules.refuse("no_such_table")
    if command.place not in room.tables[command.table].reserved:
        return rules.refuse("nothing_reserved")
    return rules.accept(events.SeatReleased, command)


def ask_change(rules: RoomRules, room: Room, command: commands.AskChange, said: Said) -> Decision:
    sits, _ = room.seat_of(command.person)
    if not sits:
        return rules.refuse("nobody_sits_there")
    if any(change.person == command.person for change in room.changes):
        return rules.refuse("change_asked_already")
    if command.table and command.table not in room.tables:
        return rules.refuse("no_such_table")
    if not room.can_change(Change(command.person, command.table)):
        return rules.refuse("another_game", f"{command.table} is not another table of the game at {sits}")
    if room.tables[sits].must_move and command.table in ("", room.tables[sits].must_move):
        return rules.refuse("must_move_order", f"players move on from {sits} in the order they arrived")
    return rules.accept(events.ChangeAsked, command)


def take_back_change(rules: RoomRules, room: Room, command: commands.TakeBackChange, said: Said) -> Decision:
    if all(change.person != command.person for change in room.changes):
        return rules.refuse("change_not_asked")
    return rules.accept(events.ChangeTakenBack, command)


def move_player(rules: RoomRules, room: Room, command: commands.MovePlayer, said: Said) -> Decision:
    """First from a must-move game, then by request, then by the supervisor's choice, within one game and its limits."""
    person, to = command.person, command.table
    sits, place = room.seat_of(person)
    if not sits:
        return rules.refuse("nobody_sits_there")
    if to not in room.tables:
        return rules.refuse("no_such_table")
    if not room.can_change(Change(person, to)):
        return rules.refuse("another_game", f"{to} is not another table of the game at {sits}")
    if (refusal := not_vacant(rules, room, to, command.place, person, said.at)) is not None:
        return refusal
    if (refusal := charge_first(rules, room, sits, to)) is not None:
        return refusal
    why = "asked" if any(change.person == person for change in room.changes) else "moved"
    if not room.tables[to].kept_for(person, command.place, said.at):
        if feeders := room.feeders(to):
            if sits not in feeders:
                return rules.refuse("must_move_first", f"the players of {', '.join(feeders)} move to {to} first")
            if (longest := feeders[sits]) != person:
                return rules.refuse("must_move_order", f"{longest} has been at {sits} longest")
            why = "must move"
        elif (mover := next(room.wanting(to), person)) != person:
            return rules.refuse("change_first", f"{mover} has asked for {to} before")
    grounds = ({"must move": "must_move", "asked": "change_asked"}.get(why, ""), "moved_player")
    moved = {"table": sits, "place": place, "to": to, "to_place": command.place, "why": why}
    return rules.accept(events.PlayerMoved, command, *grounds, away=person in room.tables[sits].away, **moved)

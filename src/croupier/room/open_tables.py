"""The tables of the room: opening, must-move games, merging, the hourly charge, and news from the tables."""

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.telling import counted
from croupier.room import commands, events
from croupier.room.seating import charge_first
from croupier.room.state import Room, RoomRules


def add_table(rules: RoomRules, room: Room, command: commands.AddTable, said: Said) -> Decision:
    """The first table of a game opens when enough people are going to play it; further ones at the room's discretion."""
    if command.table in room.tables or not command.table.strip():
        return rules.refuse("table_opened", f"there is already a table {command.table!r}")
    if command.places < 1:
        return rules.refuse("no_such_place", "a table has at least one seat")
    game = room.lists[command.game]
    going = sum(entry.going for entry in game.waiting)
    if not room.tables_of(command.game) and going < game.needed:
        return rules.refuse("too_few_going", f"a table opens once {game.needed} people are ready to play; {going} are")
    return rules.accept(events.TableAdded, command)


def set_must_move(rules: RoomRules, room: Room, command: commands.SetMustMove, said: Said) -> Decision:
    if command.table not in room.tables or (command.into and command.into not in room.tables):
        return rules.refuse("no_such_table")
    table = room.tables[command.table]
    if table.must_move == command.into:
        return rules.refuse("must_move", "that is already the case")
    if command.into and room.tables[command.into].game != table.game:
        return rules.refuse("another_game")
    onward = command.into
    while onward:  # no circle so far
        if onward == command.table:
            return rules.refuse("must_move_circle")
        onward = room.tables[onward].must_move
    return rules.accept(events.MustMoveSet, command)


def merge_tables(rules: RoomRules, room: Room, command: commands.MergeTables, said: Said) -> Decision:
    """The players take the vacant places of the other table in the order of their arrival; all of them, or none."""
    table, into = room.tables.get(command.table), room.tables.get(command.into)
    if table is None or into is None:
        return rules.refuse("no_such_table")
    if table.game != into.game or command.table == command.into:
        return rules.refuse("another_game", "merge two tables of the same game")
    if (refusal := charge_first(rules, room, command.table, command.into)) is not None:
        return refusal
    if barred := [person for person in table.arrived if person in room.excluded]:
        return rules.refuse("excluded", f"{barred[0]} is excluded, and goes on nowhere: hand out their chips first")
    vacant = into.vacant(said.at)
    if len(vacant) < len(table.arrived):
        return rules.refuse("too_few_places", f"{counted('player', len(table.arrived))}, {counted('vacant place', len(vacant))}")
    places = dict(zip(table.arrived, vacant, strict=False))
    return rules.accept(events.TablesMerged, command, "tables_merged", "moved_player", places=places, away=table.away)


def call_collection(rules: RoomRules, room: Room, command: commands.CallCollection, said: Said) -> Decision:
    charging = {name: table for name, table in room.tables.items() if table.hourly and table.seats}
    tables = tuple(name for name, table in charging.items() if said.at >= table.paid_until)
    if not tables:
        return rules.refuse("no_collection")
    if owing := [name for name in tables if room.tables[name].owes]:
        return rules.refuse("collection_due", f"the last charge is still due at {', '.join(owing)}")
    return rules.accept(events.CollectionCalled, command, tables=tables)


def note_table(rules: RoomRules, room: Room, command: commands.NoteTable, said: Said) -> Decision:
    """The table decides who sits there; the room draws the consequences for its lists."""
    before = room.tables.get(command.table)
    if before is None or command.game not in room.lists:
        return rules.refuse("no_such_table")
    here, offered = set(command.seats.values()), room.lists[command.game]
    elsewhere = ((person, sits) for person in here if (sits := room.seat_of(person)[0]) not in ("", command.table))
    if person_at := next(elsewhere, None):
        return rules.refuse("seated_already", " sits at ".join(person_at))
    if len(here) < len(command.seats):
        return rules.refuse("seated_already")
    gone = tuple(person for person in before.arrived if person not in here)
    excluded = tuple(name for name in command.excluded if room.settings.excluded_from == "room" and name not in room.excluded)
    goes_on = command.closed and len(room.tables_of(before.game)) > 1
    lost = tuple(person for person in gone if goes_on and person not in (*room.excluded, *excluded))
    called = {entry.person for entry in offered.called}
    won = {place: person for place, person in command.won.items() if person in called}  # a draw does not bypass the list
    cited = {
        "picked_up": command.picked_up,
        "table_closing": command.closed,
        "moved_player": lost,
        "drawn_for_seat": won,
        "collection_called": command.paid_until > before.paid_until,
        "excluded": excluded,
    }
    grounds = [ground for ground, applies in cited.items() if applies] or ["seat_left" if gone else "seat_taken"]
    return rules.accept(
        events.TableNoted,
        command,
        *grounds,
        gone=gone,
        picked_up={person: at for person, at in command.picked_up.items() if person in gone},
        off_list=tuple(person for person in command.seats.values() if offered.entry(person) is not None),
        on_list=lost,
        won=won,
        until=said.at + room.settings.call_seconds if won else 0,
        excluded=excluded,
    )

"""A poker room as lines of text: a map of every table's seats, and the board with its lists."""

from collections.abc import Mapping

from croupier.kernel.money import dollars
from croupier.poker.state import State
from croupier.room.state import GameList, Room, RoomTable, Waiting


def room_text(room: Room, tables: Mapping[str, State], at: int = 0) -> str:
    """Seat maps, then the board: who waits for which game, and who wants another table."""
    parts = [line for name, table in room.tables.items() for line in _map(name, table, tables[name], at)]
    parts += [_board(name, one, room) for name, one in room.lists.items()]
    changes = [f"{change.person} to {change.table or 'any'}" for change in room.changes]
    parts += [f"table changes: {', '.join(changes)}"] if changes else []
    away = [f"{one.person} from {one.table} at {one.at}" for one in room.picked_up]
    parts += [f"picked up: {', '.join(away)}"] if away else []
    return "\n".join(parts)


def _map(name: str, table: RoomTable, state: State, at: int) -> list[str]:
    """The places around the table, clockwise as its players sit: one half above, the other below."""
    marks = [f"must move to {table.must_move}"] if table.must_move else []
    marks += ["hourly charge due"] if table.owes else []
    head = f"{name}: {table.game}, {len(table.seats)} of {table.places}{''.join(f'; {mark}' for mark in marks)}"
    half = (table.places + 1) // 2
    rows = (range(1, half + 1), range(table.places, half, -1))
    seats = {place: _seat(place, table, state, at) for place in range(1, table.places + 1)}
    width = max(len(cell) for cells in seats.values() for cell in cells) + 3
    return [head, *(line for row in rows for line in _row([seats[place] for place in row], width))]


def _row(seats: list[tuple[str, str]], width: int) -> list[str]:
    """Two lines for a row of places: who sits there, and with what."""
    lines = ("".join(cell.ljust(width) for cell in cells) for cells in zip(*seats, strict=True))
    return [f"  {line}".rstrip() for line in lines if line.strip()]


def _seat(place: int, table: RoomTable, state: State, at: int) -> tuple[str, str]:
    if place in table.seats:
        away = " away" if table.seats[place] in table.away else ""
        return f"[{place}] {table.seats[place]}", f"    {dollars(state.stack(place))}{away}"
    kept = table.reserved.get(place)
    if kept is not None and kept.holds(at):
        return f"[{place}] -", f"    for {kept.person}"
    return f"[{place}] -", ""


def _board(name: str, one: GameList, room: Room) -> str:
    going = "going" if room.tables_of(name) else f"interested, opens for {one.needed}"
    waiting = ", ".join(f"{number} {_entry(entry)}" for number, entry in enumerate(one.waiting, 1)) or "nobody waits"
    return f"{name} ({one.played}, {one.limit}; {going}): {waiting}"


def _entry(entry: Waiting) -> str:
    notes = [] if entry.going else ["interested"]
    notes += [entry.first] if entry.first else []
    notes += [f"called until {entry.until}"] if entry.called else []
    notes += [f"wants {entry.table} place {entry.place}"] if entry.table else []
    return f"{entry.person} ({', '.join(notes)})" if notes else entry.person

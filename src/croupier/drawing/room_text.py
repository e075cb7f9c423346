"""A poker room as lines of text: a map of every table's seats, and the board with its lists."""

from collections.abc import Iterator, Mapping

from croupier.drawing.document import in_lines
from croupier.kernel.money import dollars
from croupier.poker.state import State
from croupier.room.state import Room, RoomTable


def room_text(room: Room, tables: Mapping[str, State], at: int = 0) -> str:
    """Seat maps, then the board: who waits for which game, and who wants another table."""

    def seat_map(name: str, table: RoomTable) -> Iterator[str]:
        """The places around the table, clockwise as its players sit, two lines for each half: who sits there, and with what."""
        half = (table.places + 1) // 2
        seats = {place: _seat(place, table, tables[name], at) for place in range(1, table.places + 1)}
        width = max(len(cell) for cells in seats.values() for cell in cells) + 3
        for row in (range(1, half + 1), range(table.places, half, -1)):
            for cells in zip(*(seats[place] for place in row), strict=True):
                yield "".join(cell.ljust(width) for cell in cells)

    return in_lines("room.txt", room=room, seat_map=seat_map)


def _seat(place: int, table: RoomTable, state: State, at: int) -> tuple[str, str]:
    if place in table.seats:
        away = " away" if table.seats[place] in table.away else ""
        return f"[{place}] {table.seats[place]}", f"    {dollars(state.stack(place))}{away}"
    kept = table.reserved.get(place)
    return f"[{place}] -", f"    for {kept.person}" if kept is not None and kept.holds(at) else ""

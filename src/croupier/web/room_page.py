"""The poker room: lists by game and limit, calls with their time, the seat map, and players who were picked up."""

import msgspec

from croupier.books import book_of
from croupier.kernel.actors import PLAYER, Capacity
from croupier.kernel.decisions import Refused
from croupier.tables.room import PokerRoom
from croupier.web.forms import command_of
from croupier.web.pages import page


class TableMap(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the room: who sits where."""

    name: str
    game: str
    places: tuple[tuple[int, str, bool], ...]


def title_of(game: str) -> str:
    """What a game is called, without the house that has it."""
    title: str = book_of(game).title_page.games.get(game, game)
    return title.partition(" at ")[0]


def offered(book: str) -> list[tuple[str, str]]:
    """The games that a room by this book may offer."""
    return [(game, title_of(game)) for game in book_of(book).title_page.games]


def room_regions(room: PokerRoom, person: str, capacities: list[Capacity], names: dict[str, str], now: int) -> dict[str, str]:
    """The board and the map, with what this person may do."""
    state = room.state
    rank = next((each for each in capacities if isinstance(each, str) and each != PLAYER), "")
    tables = [
        TableMap(
            name=name,
            game=title_of(state.lists[table.game].played) if table.game in state.lists else table.game,
            places=tuple(
                (
                    place,
                    names.get(table.seats[place], table.seats[place]) if place in table.seats else "",
                    table.seats.get(place) in table.away,
                )
                for place in range(1, table.places + 1)
            ),
        )
        for name, table in state.tables.items()
    ]
    rules = room.stream.rules
    runs = bool(rank) and rules.rank_of(rank) >= rules.rank_of(rules.supervisor)

    def may(tag: str, by: Capacity, **given: str) -> bool:
        """Whether something that needs no more words would be accepted now."""
        command = msgspec.convert(given, command_of("room", tag))
        return bool(by and person) and not isinstance(room.stream.foresee(command, by=by, person=person), Refused)

    picked = [(one.person, one.table, one.at + room.stream.rules.return_seconds) for one in state.picked_up]
    book = room.stream.rules.book
    return {
        "lists": page(
            "room_lists.html",
            currency=rules.currency,
            lists=state.lists,
            titles={game: title_of(one.played) for game, one in state.lists.items()},
            games=offered(book) if runs else [],
            runs=runs,
            may=may,
            person=person,
            rank=rank,
            names=names,
            now=now,
            player=PLAYER,
            book=book,
        ),
        "map": page("room_map.html", currency=rules.currency, tables=tables, picked=picked, names=names, now=now),
    }

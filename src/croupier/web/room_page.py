"""The poker room: lists by game and limit, calls with their time, the seat map, and players who were picked up."""

from functools import partial

import msgspec

from croupier.books import book_of
from croupier.kernel.actors import PLAYER, Capacity
from croupier.kernel.decisions import Refused
from croupier.tables.poker_room import PokerRoom
from croupier.web.forms import command_of
from croupier.web.pages import page


def title_of(game: str) -> str:
    """The name of a game without its house."""
    title: str = book_of(game).title_page.games.get(game, game)
    return title.partition(" at ")[0]


def room_regions(room: PokerRoom, person: str, capacities: list[Capacity], names: dict[str, str], now: int) -> dict[str, str]:
    """The board and the map, with what this person may do."""
    state = room.state
    rank = next((capacity for capacity in capacities if isinstance(capacity, str) and capacity != PLAYER), "")
    rules = room.stream.rules
    runs = bool(rank) and rules.rank_of(rank) >= rules.rank_of(rules.supervisor)

    def may(tag: str, by: Capacity, **given: str | int) -> bool:
        """Whether something that needs no input would be accepted now."""
        command = msgspec.convert(given, command_of("room", tag))
        return bool(by and person) and not isinstance(room.stream.foresee(command, by=by, person=person), Refused)

    def seat(game: str) -> str:
        """A table of a game where a person may sit down now; it asks for a name if nobody is signed in."""
        for name, table in state.tables.items():
            places = (place for place in range(1, table.places + 1) if place not in table.seats)
            place = next((place for place in places if table.free(place, now, person)), 0)
            sits = not person or may("seat-player", PLAYER, person=person, table=name, place=place)
            if table.game == game and place and sits:
                return name
        return ""

    picked = [(one.person, one.table, one.at + room.stream.rules.return_seconds) for one in state.picked_up]
    book, titles = rules.book, {game: title_of(one.played) for game, one in state.lists.items()}
    shown = partial(page, currency=rules.currency, titles=titles, names=names, now=now)
    return {
        "lists": shown(
            "room_lists.html",
            lists=state.lists,
            games=[(game, title_of(game)) for game in book_of(book).title_page.games] if runs else [],
            runs=runs,
            may=may,
            seat=seat,
            sits=state.seat_of(person)[0] if person else "",
            tables=state.tables,
            person=person,
            rank=rank,
            player=PLAYER,
            book=book,
        ),
        "map": shown("room_map.html", tables=state.tables, picked=picked),
    }

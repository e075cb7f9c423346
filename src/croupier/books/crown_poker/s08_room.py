"""Section 8 for the room as a whole: who allocates seats (8.3), who moves players (8.10), and how long a place is kept (8.12)."""

from croupier.books.book import Book
from croupier.kernel.actors import PLAYER
from croupier.room.state import RoomRules

HOST = "Chip Runner"
"""Handles buy-ins and seating, by the definition in 1.1."""
SUPERVISOR = "TG Higher Duties Dealer"
MANAGER = "TG Area Manager"


def room(book: Book) -> RoomRules:
    """What the book says about its poker room. Anyone who wants to play may speak there, without a rank."""
    games = tuple(book.title_page.games)
    own = {"game": book.id, "title": f"The poker room of {book.title_page.operator}"}
    return RoomRules(
        **(book.page(games[0], PLAYER) | own),
        host=HOST,
        supervisor=SUPERVISOR,
        manager=MANAGER,
        games=games,
        return_seconds=book.number("picked_up_return") * 60,
    )

"""Everything that somebody can ask for in a poker room. A player speaks for themselves; the rest is for a rank of the book."""

from croupier.kernel.events import Command, PersonsCommand, Places
from croupier.room.state import Settings


class OpenRoom(Command, frozen=True, kw_only=True):
    settings: Settings = Settings()


class OfferGame(Command, frozen=True, kw_only=True):
    """Offer a game with its limits under a name of the board; the first table opens once `needed` are going."""

    game: str
    played: str
    limit: str
    needed: int = 2


class WithdrawGame(Command, frozen=True, kw_only=True):
    game: str


class AddTable(Command, frozen=True, kw_only=True):
    """Open a table of a game that the room offers."""

    table: str
    game: str
    places: Places


# Waiting


class JoinList(PersonsCommand, frozen=True, kw_only=True):
    """Put somebody on the list of a game: going to play, or only interested, who is not called before they say more."""

    game: str
    going: bool = True


class SayGoing(PersonsCommand, frozen=True, kw_only=True):
    """Who was interested is here and going to play."""

    game: str


class LeaveList(PersonsCommand, frozen=True, kw_only=True):
    """Take somebody off the list; who was picked up has the kept chips back."""

    game: str


class RequestSeat(PersonsCommand, frozen=True, kw_only=True):
    """Ask, while waiting, for one seat of a table."""

    game: str
    table: str
    place: int


class CallPlayer(Command, frozen=True, kw_only=True):
    """Call the next one on the list, to a place that is then kept for them if one is named."""

    game: str
    table: str = ""
    place: int = 0


class PassOver(PersonsCommand, frozen=True, kw_only=True):
    """Strike somebody who was called and has not come in time."""

    game: str


# Seats


class SeatPlayer(PersonsCommand, frozen=True, kw_only=True):
    """Somebody sits down, from the list or, where nobody waits, just so.

    `from_game` is true of a player from a game that closed, or moved by a supervisor, who says so. `id` is that of the command
    at the table, where it was given there.
    """

    table: str
    place: int
    chips: int = 0
    from_game: bool = False
    id: str = ""


class ReserveSeat(PersonsCommand, frozen=True, kw_only=True):
    """Keep a vacant place for somebody, for some time or, with no time said, until it is released."""

    table: str
    place: int
    seconds: int = 0


class ReleaseSeat(Command, frozen=True, kw_only=True):
    table: str
    place: int


class AskChange(PersonsCommand, frozen=True, kw_only=True):
    """A player asks for another table of the game: one in particular, or any."""

    table: str = ""


class TakeBackChange(Command, frozen=True, kw_only=True):
    person: str


class MovePlayer(PersonsCommand, frozen=True, kw_only=True):
    """Move a player, with all chips, to a vacant place of another table of the game."""

    table: str
    place: int


class SetMustMove(Command, frozen=True, kw_only=True):
    """Make one table the must-move game of another: its players move on in the order of their coming. Nothing named ends it."""

    table: str
    into: str = ""


class MergeTables(Command, frozen=True, kw_only=True):
    """Close a table and seat its players at another one of the game."""

    table: str
    into: str


class CallCollection(Command, frozen=True, kw_only=True):
    """Let the hourly charge fall due at every table that has one."""


class NoteTable(Command, frozen=True, kw_only=True):
    """What has become of a table, by the software that keeps room and tables together.

    `away` are those whose button says so, `picked_up` who lost the seat and when, `won` who drew the highest card for a place.
    `paid_until` is the end of the hour that is paid for, `excluded` are those who take no further part in the game.
    At a must-move game `owing` are those who owe blinds or an hour's fee.
    """

    table: str
    game: str
    places: Places
    seats: dict[int, str]
    away: tuple[str, ...] = ()
    hourly: bool = False
    paid_until: int = 0
    picked_up: dict[str, int] = {}
    won: dict[int, str] = {}
    closed: bool = False
    excluded: tuple[str, ...] = ()
    owing: tuple[str, ...] = ()

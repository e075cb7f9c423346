"""Every command in a poker room. Players act for themselves; the rest needs a rank of the book."""

from croupier.kernel.actors import HOUSE, PLAYER
from croupier.kernel.events import BeginsPlay, Command, PersonsCommand, Places
from croupier.kernel.grammar import NOTE
from croupier.kernel.roles import SUPERVISOR
from croupier.room.state import Settings

HOST, MANAGER = "host", "manager"
"""What the book's ranks do in the room."""


class TakesPart(PersonsCommand):
    """A command that lets a person take part: not for excluded people."""


class OpenRoom(Command, line="open room[ with calls of {settings}]", by=MANAGER, ground="room_opened"):
    settings: Settings = Settings()


class OfferGame(Command, line="offer {game}: {played:word}; {limit:part}[; for {needed}]", by=SUPERVISOR, ground="game_offered"):
    """Offer a game with its limits under a name of the board; the first table opens once `needed` are going."""

    game: str
    played: str
    limit: str
    needed: int = 2


class WithdrawGame(Command, line="withdraw {game}", by=SUPERVISOR, ground="game_withdrawn"):
    game: str


class AddTable(Command, line="add table {table} for {game}, {places} places", by=SUPERVISOR, ground="table_opened"):
    """Open a table of a game that the room offers."""

    table: str
    game: str
    places: Places


# Waiting


class JoinList(TakesPart, BeginsPlay, line="list {person} for {game}[, interested{!going}]", by=PLAYER, ground="list_joined"):
    """Put a person on the list of a game: going to play, or only interested and not called until they say more."""

    game: str
    going: bool = True


class SayGoing(TakesPart, line="{person} is going for {game}", by=PLAYER, ground="going_said"):
    """A person who was interested is here and going to play."""

    game: str


class LeaveList(PersonsCommand, line="unlist {person} for {game}", by=PLAYER, ground="list_left"):
    """Take a person off the list; a player who was picked up gets the kept chips back."""

    game: str


class RequestSeat(
    TakesPart, BeginsPlay, line="{person} wants {table} place {place} for {game}", by=PLAYER, ground="seat_requested"
):
    """Ask, while waiting, for one seat of a table."""

    game: str
    table: str
    place: int


class CallPlayer(Command, line="call for {game}[ to {table} place {place}]", by=SUPERVISOR, ground="called_to_seat"):
    """Call the next one on the list, to a place that is then kept for them if one is named."""

    game: str
    table: str = ""
    place: int = 0


class PassOver(PersonsCommand, line="pass over {person} for {game}", by=HOST, ground="call_missed"):
    """Remove a person who was called and has not come in time."""

    game: str


# Seats


class SeatPlayer(
    TakesPart,
    BeginsPlay,
    line="seat {person} at {table} place {place}[ with {chips:$}][ from another game{=from_game}]",
    by=PLAYER,
    ground="called_from_list",
):
    """A person sits down, from the list or, if nobody waits, directly.

    `from_game` is true of a player from a game that closed, or moved by a supervisor, who says so. `id` is that of the command
    at the table, where it was given there.
    """

    table: str
    place: int
    chips: int = 0
    from_game: bool = False
    id: str = ""


class ReserveSeat(
    TakesPart,
    BeginsPlay,
    line="reserve {table} place {place} for {person}[, {seconds} seconds]",
    by=SUPERVISOR,
    ground="seat_reserved",
):
    """Keep a vacant place for a person, for some time or, by default, until it is released."""

    table: str
    place: int
    seconds: int = 0


class ReleaseSeat(Command, line="release {table} place {place}", by=SUPERVISOR, ground="seat_reserved"):
    table: str
    place: int


class AskChange(TakesPart, line="{person} asks for {table:any}", by=PLAYER, ground="change_asked"):
    """A player asks for another table of the game: one in particular, or any."""

    table: str = ""


class TakeBackChange(PersonsCommand, line="{person} stays", by=PLAYER, ground="change_asked"):
    pass


class MovePlayer(TakesPart, line="move {person} to {table} place {place}", by=SUPERVISOR, ground="moved_player"):
    """Move a player, with all chips, to a vacant place of another table of the game."""

    table: str
    place: int


class SetMustMove(Command, line="must move {table} to {into:none}", by=SUPERVISOR, ground="must_move"):
    """Make one table the must-move game of another: its players move on in the order of arrival. Without a name it ends."""

    table: str
    into: str = ""


class MergeTables(Command, line="merge {table} into {into}", by=MANAGER, ground="tables_merged"):
    """Close a table and seat its players at another one of the game."""

    table: str
    into: str


class CallCollection(Command, line="call collection", by=SUPERVISOR, ground="collection_called"):
    """Let the hourly charge fall due at every table that has one."""


class NoteTable(Command, line=NOTE, by=HOUSE, ground="rank_needed"):
    """The current state of a table, from the software that keeps room and tables together.

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

"""A line of the short grammar at a stream of any kind: the words of cases, scripts and the dealer's keyboard."""

from __future__ import annotations

from typing import Any

from croupier.kernel.events import Command
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.streams import Stream
from croupier.tables.cage import CageStream
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters
from croupier.tables.people import PeopleStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.room import RoomStream
from croupier.tables.tournament_stream import TournamentStream


def read_line(stream: Stream[Any, Any], text: str) -> Command:
    """The command that a line says at this stream. Who says it, and when, is not for the line to say."""
    who, line = said_by(text.strip())
    if who:
        raise LineError("who gives a command, and when, is known: leave it out")
    match stream:
        case HouseTable():
            from croupier.stud.lines import read_line as of_house

            return of_house(line, stream.state)
        case PokerTable():
            from croupier.poker.lines import read_line as of_poker

            return of_poker(line)
        case Meters():
            from croupier.jackpots.lines import read_line as of_meters

            return of_meters(line, stream.pins.game)
        case RoomStream():
            from croupier.room.lines import read_line as of_room

            return of_room(line)
        case TournamentStream():
            from croupier.tournaments.lines import GRAMMAR

            return GRAMMAR.read(line)
        case PeopleStream():
            from croupier.people.lines import read_line as of_people

            return of_people(line)
        case CageStream():
            from croupier.cage.lines import read_line as of_cage

            return of_cage(line)
    raise LineError(f"{stream.name} takes no lines")

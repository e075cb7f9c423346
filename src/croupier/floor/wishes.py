"""Commands as people give them, with what the software knows better filled in: draws, and what people have in chips."""

from __future__ import annotations

from unicodedata import normalize

from msgspec.structs import replace

from croupier.floor.house import AnyStream, House
from croupier.kernel.events import Command
from croupier.people.commands import RegisterPerson
from croupier.tables.tournament import TournamentTables
from croupier.tournaments import commands as tournament


def wished(house: House, stream: AnyStream, command: Command) -> Command:
    """The command with the draws and facts that its sender can not know, and names written as everybody writes them."""
    if isinstance(command, RegisterPerson):
        return replace(command, name=normalize("NFC", command.name))
    keeper = house.tournaments.get(stream.name)
    return command if keeper is None else _for_tournament(keeper, command)


def _for_tournament(keeper: TournamentTables, command: Command) -> Command:
    match command:
        case tournament.DrawSeats() if not command.order:
            command = replace(command, order=keeper.draw_order(), source=keeper.source)
        case tournament.StartRound() if not command.order:
            command = replace(command, order=keeper.draw_order(), source=keeper.source)
        case tournament.CloseRound() if not command.draws:
            command = replace(command, draws=keeper.draw_order())
        case tournament.ProposeMoves() if not command.facts:
            command = keeper.proposal()
        case tournament.ColourUp() if not command.order:
            command = keeper.race(command.table)
        case tournament.SeatLate() if not command.table:
            command = keeper.late_seat(command.person) or command
    return keeper.with_facts(command)

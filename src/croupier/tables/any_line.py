"""A line of the short grammar at a stream of any kind: the words of cases, scripts and the dealer's keyboard."""

from importlib import import_module

from croupier.kernel.events import Command
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.streams import AnyStream
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters


def read_line(stream: AnyStream, text: str) -> Command:
    """The command that a line says at this stream. The line does not say who gives it, or when."""
    who, line = said_by(text.strip())
    if who:
        raise LineError("who gives a command, and when, is known: leave it out")
    package = type(stream.engine).__module__.rpartition(".")[0]  # the lines of every engine are beside it
    read = import_module(f"{package}.lines").read_line
    at = (stream.state, stream.rules) if isinstance(stream, HouseTable) else (stream.state,)
    line = stream.rules.currency.read(line)
    command: Command = read(line, *((stream.pins.game,) if isinstance(stream, Meters) else at))
    return command

"""Events and commands of the prize meters as JSON, one a line, and back."""

from __future__ import annotations

from croupier.jackpots import commands, events
from croupier.kernel.record import Record, write

__all__ = ["COMMANDS", "EVENTS", "read_command", "read_event", "write"]

_RECORD = Record(events, commands, above=(commands.MeterCommand,))
EVENTS, COMMANDS = _RECORD.events, _RECORD.commands
read_event, read_command = _RECORD.read_event, _RECORD.read_command

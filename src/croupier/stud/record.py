"""Events and commands of a stud table as JSON, one a line, and back."""

from __future__ import annotations

from croupier.kernel.record import Record, write
from croupier.stud import commands, events, incidents, jackpot_events

__all__ = ["COMMANDS", "EVENTS", "read_command", "read_event", "write"]

_RECORD = Record(events, incidents, jackpot_events, commands, above=(commands.HouseCommand,))
EVENTS, COMMANDS = _RECORD.events, _RECORD.commands
read_event, read_command = _RECORD.read_event, _RECORD.read_command

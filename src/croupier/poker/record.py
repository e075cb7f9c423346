"""The poker table's events and commands as JSON, one a line, and back."""

from __future__ import annotations

from croupier.kernel.record import Record, write
from croupier.poker import commands, conduct, corrections, endings, events, incidents, takings

__all__ = ["COMMANDS", "EVENTS", "read_command", "read_event", "write"]

_RECORD = Record(commands, conduct, events, endings, takings, incidents, corrections)
EVENTS, COMMANDS = _RECORD.events, _RECORD.commands
read_event, read_command = _RECORD.read_event, _RECORD.read_command

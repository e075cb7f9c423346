"""The poker table's events and commands as JSON, one a line, and back."""

from __future__ import annotations

from croupier.kernel.record import Record, write
from croupier.poker import commands, conduct, corrections, events, incidents

__all__ = ["read_command", "read_event", "write"]

_RECORD = Record(commands, conduct, events, incidents, corrections)
read_event = _RECORD.read_event
read_command = _RECORD.read_command

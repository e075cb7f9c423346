"""Events and commands of the prize meters as JSON, one a line, and back."""

from __future__ import annotations

from functools import reduce
from inspect import getmembers, isclass
from operator import or_
from types import ModuleType
from typing import Any

import msgspec

from croupier.jackpots import commands, events
from croupier.kernel.events import Command, Event, Public


def _kinds(base: type, module: ModuleType) -> list[type]:
    found = [member for _, member in getmembers(module, isclass)]
    return [kind for kind in found if issubclass(kind, base) and kind not in (base, Public, commands.MeterCommand)]


EVENTS: list[type[Event]] = _kinds(Event, events)
COMMANDS: list[type[Command]] = _kinds(Command, commands)

_event_kinds: Any = reduce(or_, EVENTS)
_command_kinds: Any = reduce(or_, COMMANDS)
_ENCODER = msgspec.json.Encoder()
_EVENT_DECODER = msgspec.json.Decoder(_event_kinds)
_COMMAND_DECODER = msgspec.json.Decoder(_command_kinds)


def write(item: Event | Command) -> bytes:
    return _ENCODER.encode(item)


def read_event(line: bytes | str) -> Event:
    """An event from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
    event: Event = _EVENT_DECODER.decode(line)
    return event


def read_command(line: bytes | str) -> Command:
    """A command from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
    command: Command = _COMMAND_DECODER.decode(line)
    return command

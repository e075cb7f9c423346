"""Events and commands as JSON, one a line, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from inspect import getmembers, isclass
from operator import or_
from types import ModuleType
from typing import Any

import msgspec

from croupier.kernel.events import Command, Event, Public


class Record:
    """The kinds of events and commands that some modules define, but for those that only stand above others."""

    def __init__(self, *modules: ModuleType, above: Iterable[type] = ()) -> None:
        left_out = {Event, Public, Command, *above}
        found = dict.fromkeys(member for module in modules for _, member in getmembers(module, isclass))
        kinds = [kind for kind in found if kind not in left_out]
        self.events: list[type[Event]] = [kind for kind in kinds if issubclass(kind, Event)]
        self.commands: list[type[Command]] = [kind for kind in kinds if issubclass(kind, Command)]
        event_kinds: Any = reduce(or_, self.events)
        command_kinds: Any = reduce(or_, self.commands)
        self._events = msgspec.json.Decoder(event_kinds)
        self._commands = msgspec.json.Decoder(command_kinds)

    def read_event(self, line: bytes | str) -> Event:
        """An event from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
        event: Event = self._events.decode(line)
        return event

    def read_command(self, line: bytes | str) -> Command:
        """A command from JSON; `msgspec.ValidationError` says what is wrong with it and where."""
        command: Command = self._commands.decode(line)
        return command


_ENCODER = msgspec.json.Encoder()


def write(item: Event | Command) -> bytes:
    return _ENCODER.encode(item)

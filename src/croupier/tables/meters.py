"""The prize meters of a casino: they take commands, keep every event, and can prove what they hold."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.books import rules_of_meters
from croupier.jackpots.engine import decide, evolve
from croupier.jackpots.events import SystemOpened
from croupier.jackpots.record import read_command, read_event, write
from croupier.jackpots.systems import Casino, MeterRules
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command, Event


class Meters:
    """All prize meters under one book, with their whole history. The order of the history is the order of settlement."""

    def __init__(self, book: str) -> None:
        self.rules: MeterRules = rules_of_meters(book)
        self.events: list[Event] = []
        self.state = Casino()

    def do(self, command: Command) -> Decision:
        """Decide a command and take its events. A refusal changes nothing."""
        try:
            command = read_command(write(command))
        except (msgspec.MsgspecError, TypeError) as error:
            return Refused("command_not_understood", f"{type(command).__name__} is not understood: {error}")
        decision = decide(self.rules, self.state, command)
        if not isinstance(decision, Refused):
            for event in decision.events:
                self.state = evolve(self.state, event)
            self.events.extend(decision.events)
        return decision

    def dump(self) -> str:
        """The whole history, one JSON event a line."""
        return "".join(write(event).decode() + "\n" for event in self.events)

    @classmethod
    def load(cls, lines: Iterable[str]) -> Meters:
        """The meters that a dump was written from; `BookError` where it does not replay under the same rules."""
        history = [_read(number, line) for number, line in enumerate(lines, 1)]
        if not history or not isinstance(first := history[0], SystemOpened):
            raise BookError("line 1: a history of prize meters begins with SystemOpened")
        meters = cls(first.terms.game)
        for number, event in enumerate(history, 1):
            if isinstance(event, SystemOpened) and event.digest != meters.rules.digest:
                here = meters.rules.digest
                raise BookError(f"line {number}: recorded with data {event.digest} of the book; here it is {here}")
            try:
                meters.state = evolve(meters.state, event)
            except (LookupError, StopIteration, ValueError):
                raise BookError(f"line {number}: {type(event).__name__} does not fit what came before") from None
        meters.events = history
        return meters


def _read(number: int, line: str) -> Event:
    try:
        return read_event(line)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BookError(f"line {number}: {error}") from None

"""A unit of work: commands to several streams that take effect together or not at all."""

from collections.abc import Callable
from typing import Any, NamedTuple

from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.errors import HistoryError
from croupier.kernel.events import Command, Event
from croupier.kernel.streams import Stream, on_record


class Step(NamedTuple):
    """One command of a unit of work, and the events that it came to; `number` is how many entries its stream then had."""

    stream: Stream[Any, Any]
    number: int
    command: Command
    said: Said
    events: tuple[Event, ...]
    id: str


class Work:
    """A unit of work: commands to several streams that take effect together or not at all.

    Each is decided on what the ones before it come to. `commit` enters them all, at the numbers that they were decided at.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.then: list[Callable[[], None]] = []  # what is done once everything is entered
        self._states: dict[Stream[Any, Any], tuple[int, Any]] = {}

    def do(self, stream: Stream[Any, Any], command: Command, said: Said, id: str = "") -> Decision:
        """Decide one more command. A refusal changes nothing."""
        decision = stream.decided(command, said, self.state(stream))
        if (events := on_record(decision)) is not None:
            number = stream.number + sum(step.stream is stream for step in self.steps)
            self.steps.append(Step(stream, number, command, said, events, id))
        return decision

    def state(self, stream: Stream[Any, Any]) -> Any:
        """A stream as the commands so far would leave it."""
        folded, state = self._states.get(stream, (0, stream.state))
        if own := [step for step in self.steps[folded:] if step.stream is stream]:
            engine = stream.engine
            state = engine.copied(state) if state is stream.state else state
            for event in (event for step in own for event in step.events):
                state = engine.evolve(state, event)
            self._states[stream] = len(self.steps), state
        return state

    def commit(self) -> None:
        for step in self.steps:
            if step.stream.number > step.number:
                raise HistoryError(f"{step.stream.name} has moved on to {step.stream.number}, this was decided at {step.number}")
        for step in self.steps:
            step.stream.enter(step.command, step.said, step.events, step.id)
        for do in self.then:
            do()

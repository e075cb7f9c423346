"""Links: what one stream means for others.

A table feeds a prize meter, a tournament seats people at tables, the cage follows every chip. Each of these is a `Link`, and
`Links.do` is the one way from a command to the streams it concerns:

1. `fill` adds what the sender need not know;
2. `refuses` says what another stream forbids;
3. `asks` says what must happen first, or instead;
4. the engine of the stream decides;
5. `follows` says what that means for other streams, until nothing more follows;
6. everything is recorded, or nothing: all of it is one unit of work (`Work`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from threading import RLock
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.errors import HistoryError, NotHeld, TableError
from croupier.kernel.events import Command, Event
from croupier.kernel.legal import Legal
from croupier.kernel.streams import AnyStream, on_record

T = TypeVar("T", bound=AnyStream)


class Held(dict[str, T]):
    """Streams by name, some of them kept `elsewhere`: asking for one of those raises `NotHeld`. Iterating finds only
    those in memory.
    """

    elsewhere: Callable[[str], bool] = staticmethod(lambda name: False)

    def here(self, name: str) -> T | None:
        """The stream if it is in memory."""
        return super().get(name)

    def get(self, name: str, default: T | None = None) -> T | None:  # type: ignore[override]
        return self[name] if name in self else default  # noqa: SIM401 - this is `get`

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or self.elsewhere(str(name))

    def __missing__(self, name: str) -> T:
        raise NotHeld(name) if self.elsewhere(name) else KeyError(name)


class Step(NamedTuple):
    """One command of a unit of work, with its events; `number` is how many entries its stream then had."""

    stream: AnyStream
    number: int
    command: Command
    said: Said
    events: tuple[Event, ...]
    id: str


class Work:
    """A unit of work: commands to several streams that take effect together or not at all.

    Each is decided on the result of the ones before it. `commit` records them all, at the numbers they were decided at.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.then: list[Callable[[], None]] = []  # done once everything is recorded
        self._states: dict[AnyStream, tuple[int, Any]] = {}

    def do(self, stream: AnyStream, command: Command, said: Said, id: str = "") -> Decision:
        """Decide one more command. A refusal changes nothing."""
        decision = stream.decided(command, said, self.state(stream))
        if (events := on_record(decision)) is not None:
            number = stream.number + sum(step.stream is stream for step in self.steps)
            self.steps.append(Step(stream, number, command, said, events, id))
        return decision

    def state(self, stream: AnyStream) -> Any:
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


class Ask(NamedTuple):
    """A command to a stream. If it is `optional`, its refusal undoes nothing else; `where` goes before its words."""

    stream: AnyStream
    command: Command
    said: Said
    id: str = ""
    optional: bool = False
    where: str = ""


class Link:
    """What one stream means for others. A link that is `last` follows when the others have nothing more to add."""

    last = False

    def fill(self, ask: Ask) -> Command:
        """The command, completed with what other streams know better than the sender."""
        return ask.command

    def refuses(self, ask: Ask) -> Refused | None:
        """Why other streams do not allow a command now."""
        return None

    def asks(self, ask: Ask) -> Iterable[Ask]:
        """What must be done for a command: others before it, or another one instead."""
        return (ask,)

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Ask | Refused]:
        """What these steps mean for other streams. If any of that is refused, everything is."""
        return iter(())

    def offers(self, stream: AnyStream, offer: Legal, said: Said) -> Legal | None:
        """An offer of a stream as other streams allow it, or nothing if they forbid it."""
        return offer if self.refuses(Ask(stream, offer.command, said)) is None else None


class TablesLink(Link, Generic[T]):
    """The link between a stream and its tables, each by name."""

    def __init__(self, stream: AnyStream, links: Links | None) -> None:
        self.stream = stream
        self.tables: Held[T] = Held()
        self._names: dict[AnyStream, str] = {}
        self._links = links or Links()
        self._links.link(stream, self)

    def keep(self, name: str, table: T) -> None:
        """Add a table, which may already be on record."""
        if self.tables.here(name) is not None:
            raise TableError(f"there is already a table {name!r}")
        self.tables[name], self._names[table] = table, name
        self._links.link(table, self)

    def forget(self, name: str) -> None:
        """Remove a table that was never saved."""
        if (table := self.tables.pop(name, None)) is not None:
            del self._names[table]


class Links:
    """The links between streams. A stream that is added here sends its commands through them."""

    def __init__(self) -> None:
        self._turn = RLock()
        self._links: dict[AnyStream, list[Link]] = {}
        self._everywhere: list[Link] = []

    def link(self, stream: AnyStream, *links: Link) -> None:
        """Apply links to a stream."""
        self._links.setdefault(stream, []).extend(links)
        stream.links = self

    def link_all(self, link: Link) -> None:
        """Apply a link to every stream, including those added later."""
        self._everywhere.append(link)

    def unlink(self, stream: AnyStream) -> None:
        """Forget a stream."""
        self._links.pop(stream, None)
        stream.links = None

    def of(self, stream: AnyStream) -> list[Link]:
        """The links that apply to a stream."""
        return [*self._links.get(stream, ()), *self._everywhere]

    def refusal(self, stream: AnyStream, command: Command | None, said: Said) -> Refused | None:
        """Why other streams do not allow a command, or anything that a person would do."""
        ask = Ask(stream, command, said)  # type: ignore[arg-type]
        return next((stream.worded(no) for link in self.of(stream) if (no := link.refuses(ask)) is not None), None)

    def do(self, stream: AnyStream, command: Command, said: Said, id: str = "") -> Decision:
        """Decide a command with everything it means elsewhere. All of it is recorded, or nothing."""
        with self._turn:
            work = Work()
            decision = self._decided(work, Ask(stream, command, said, id))
            if not isinstance(decision, Refused) or decision.looked:
                work.commit()
            return decision

    def by_software(self, stream: AnyStream, command: Command, said: Said) -> Decision:
        """Decide a command of the software itself, which no link refuses, with everything it means elsewhere."""
        with self._turn:
            work = Work()
            decision = _do(work, Ask(stream, command, said))
            if isinstance(decision, Refused) or (refusal := self._followed(work)) is None:
                work.commit()
                return decision
            return refusal

    def _decided(self, work: Work, ask: Ask) -> Decision:
        links = self.of(ask.stream)
        for link in links:
            ask = ask._replace(command=link.fill(ask))
        if (refusal := next((no for link in links if (no := link.refuses(ask)) is not None), None)) is not None:
            return ask.stream.worded(refusal)
        asked = [ask]
        for link in links:
            asked = [more for request in asked for more in (link.asks(request) if request is ask else (request,))]
        own: Decision | None = None
        for request in asked:
            answer = work.do(*request[:4]) if request is ask else _do(work, request)
            if isinstance(answer, Refused) and not request.optional:
                return answer
            own = answer if request is ask else own
        if (refusal := self._followed(work)) is not None:
            return ask.stream.worded(refusal)
        return own or next(Accepted(step.events) for step in reversed(work.steps) if step.stream is ask.stream)

    def _followed(self, work: Work) -> Refused | None:
        """Do what follows, until nothing more does."""
        looked: dict[Link, int] = {}
        while (link := self._next(work, looked)) is not None:
            steps = work.steps[looked.get(link, 0) :]
            looked[link] = len(work.steps)
            for ask in link.follows(work, steps):
                if isinstance(ask, Refused):
                    return ask
                if isinstance(answer := _do(work, ask), Refused) and not ask.optional:
                    return replace(answer, reason=f"{ask.where}: {answer.reason}") if ask.where else answer
        return None

    def _next(self, work: Work, looked: dict[Link, int]) -> Link | None:
        """The next link that has not yet seen everything that was done."""
        links = {link: None for step in work.steps for link in self.of(step.stream)}
        behind = [link for link in links if looked.get(link, 0) < len(work.steps)]
        return min(behind, key=lambda link: link.last, default=None)

    def legal(self, stream: AnyStream, who: Capacity, offers: list[Legal], person: str = "") -> list[Legal]:
        """What a person may do now: what the engine offers, as far as the links allow it."""
        asked = [(offer, stream.who(offer.command, by=who, person=person)) for offer in offers]
        for link in self.of(stream):
            asked = [(left, said) for offer, said in asked if (left := link.offers(stream, offer, said)) is not None]
        return [offer for offer, _ in asked]

    def would(self, ask: Ask) -> Decision:
        """The decision that a command would get, with everything it means elsewhere. Nothing is recorded."""
        with self._turn:
            return self._decided(Work(), ask)


def software(said: Said, stream: AnyStream) -> Said:
    """The software, which does what follows at another stream at the same moment."""
    return Said(HOUSE, HOUSE, max(said.at, stream.at))


def _do(work: Work, ask: Ask) -> Decision:
    """Do what the software asks elsewhere, in the form in which a record would be read."""
    checked = ask.stream.understood(ask.command, ask.said, ask.id)
    return checked if isinstance(checked, Refused) else work.do(ask.stream, checked, ask.said, ask.id)

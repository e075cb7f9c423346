"""The trainer of the training tables: the value of each choice, calculated in a separate process, and each person's record
of decisions, stored for them.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from croupier.floor.floor import Floor
from croupier.floor.house import AnyStream
from croupier.kernel.actors import Capacity
from croupier.kernel.events import Command
from croupier.kernel.latest import Latest
from croupier.server.answers import Problem, answered, json
from croupier.server.workers import Worker
from croupier.stud.commands import BoxCommand
from croupier.tables.house_table import HouseTable
from croupier.training.coach import Advice, Question, advised, is_choice, is_decision, judged, question
from croupier.training.score import Score
from croupier.web.extras import Coaching
from croupier.web.trainer import praise

if TYPE_CHECKING:
    from croupier.server.page_answers import Pages

_KEPT = 1000


class Trained(msgspec.Struct, kw_only=True):
    """A person's decisions at training tables, whether they want to be warned, and the last message.

    `warned` is the decision that they were warned about.
    """

    score: Score = msgspec.field(default_factory=Score)
    warns: bool = True
    said: str = ""
    warned: str = ""


class Made(msgspec.Struct, frozen=True):
    """A decision that a person makes at a training table, and its situation."""

    table: str
    person: str
    command: Command
    asked: Question
    moment: str


class Coach:
    """The trainer of one server. Elsewhere than at training tables the book forbids advice, and nothing is calculated."""

    def __init__(self, floor: Floor, worker: Worker) -> None:
        self._floor, self._worker = floor, worker
        self._installed = find_spec("numba") is not None
        self._found: Latest[Question, Advice] = Latest(_KEPT)
        self._asked: dict[Question, asyncio.Future[Advice]] = {}
        self._trained: Latest[str, Trained] = Latest(_KEPT)
        self._one_by_one = asyncio.Lock()

    def at(self, table: HouseTable, person: str) -> Coaching | None:
        """The trainer's message to a person at a table now; empty if there is none."""
        if not table.state.options.training or not self._installed or not person:
            return None
        known = self._trained.get(person)
        if known is None:
            self._floor.run(self.recall(person, table.name), "trainer")
            known = Trained()
        advice_by_box, waits = dict[int, Advice](), False
        for box in _to_decide(table, person):
            if (asked := question(table, table.state.boxes[box].seat, box)) is None:
                continue
            if asked in self._found:
                advice_by_box[box] = self._found[asked]
            else:
                waits = True
                self._floor.run(self._ready(asked, table.name), "trainer")
        return Coaching(found=advice_by_box, waits=waits, warns=known.warns, score=known.score, said=known.said)

    async def recall(self, person: str, table: str = "") -> Trained:
        """What is stored about a person; viewers of the table learn it once it is known."""
        raw = await self._floor.store.get(f"trainer/{person}")
        known = msgspec.json.decode(raw, type=Trained) if raw else Trained()
        self._trained[person] = known
        if table:
            self._floor.followers.publish({table})
        return known

    async def keep(self, person: str, known: Trained, table: str) -> None:
        await self._floor.store.put(f"trainer/{person}", msgspec.json.encode(known))
        self._trained[person] = known
        self._floor.followers.publish({table})

    # What is decided

    def before(self, stream: AnyStream, command: Command, person: str, by: Capacity) -> Made | None:
        """The decision that a command would be, on the table before it."""
        if not isinstance(stream, HouseTable) or not stream.state.options.training or not self._installed:
            return None
        seat, box = command.own_seat, command.box if isinstance(command, BoxCommand) else 0
        if not is_decision(command) or by != seat or stream.state.person_at(seat) != person:
            return None
        if (box or seat) not in _to_decide(stream, person) or (asked := question(stream, seat, box)) is None:
            return None
        return Made(stream.name, person, command, asked, _moment(stream, box or seat))

    def made(self, decision: Made) -> None:
        """Count a decision that the table has accepted; the player does not wait for it."""
        self._floor.run(self._count(decision), "trainer")

    async def _count(self, made: Made) -> None:
        advice = await self._advice(made.asked)
        if not is_choice(advice, made.command):
            return
        wrong = judged(advice, made.command)
        async with self._one_by_one:
            known = await self.recall(made.person)
            if known.warned == made.moment:
                known.score.warn()
            known.warned = ""
            known.score.hands += not made.asked.given_up
            known.score.decide(max(wrong.cents, 1) if wrong else 0, float(wrong.cost) if wrong else 0.0)
            known.said = praise(advice, wrong)
            await self.keep(made.person, known, made.table)

    async def warned(self, table: HouseTable, person: str, box: int) -> None:
        """The person was warned about what they were about to do with a box."""
        async with self._one_by_one:
            known = await self.recall(person)
            known.warned = _moment(table, box)
            await self.keep(person, known, table.name)

    async def set(self, person: str, table: str, *, warns: bool | None, anew: bool) -> None:
        """Switch warnings on or off, or restart the score."""
        async with self._one_by_one:
            known = await self.recall(person)
            if anew:
                known = Trained(warns=known.warns)
            if warns is not None:
                known.warns = warns
            await self.keep(person, known, table)

    # The value of choices

    async def _ready(self, asked: Question, table: str) -> None:
        if asked not in self._asked:
            await self._advice(asked)
            self._floor.followers.publish({table})

    async def _advice(self, asked: Question) -> Advice:
        """The value of every choice; the same question is calculated once."""
        if asked in self._found:
            return self._found[asked]
        if asked not in self._asked:
            self._asked[asked] = asyncio.ensure_future(self._worker.ask(advised, asked))
        working = self._asked[asked]
        try:
            advice = await asyncio.shield(working)
        finally:
            if working.done():
                self._asked.pop(asked, None)
        self._found[asked] = advice
        return advice


def _to_decide(table: HouseTable, person: str) -> list[int]:
    """A person's boxes that wait for a decision."""
    state = table.state
    if state.phase != "deciding":
        return []
    return [box for box in state.undecided if state.person_at(state.boxes[box].seat) == person]


def _moment(table: HouseTable, box: int) -> str:
    """A name for one decision: on a box, in a round, after so many changed cards."""
    return f"{table.name} {table.state.round} {box} {len(table.state.boxes[box].given_up)}"


class Warned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """At which table, and of which box."""

    stream: str
    box: int


class Wanted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person's wishes for the trainer: warnings or none, or a new score."""

    stream: str
    warns: bool | None = None
    anew: bool = False


def routes(pages: Pages) -> list[BaseRoute]:
    coach, house = pages.server.coach, pages.floor.house

    async def training_table(name: str) -> HouseTable:
        await pages.floor.memory.hold(name)
        stream = house.streams.get(name)
        if not isinstance(stream, HouseTable) or not stream.state.options.training:
            raise Problem(404, "no_such_stream", f"there is no training table {name[:80]!r} in this house")
        return stream

    async def warned(request: Request) -> Response:
        person, sent = await pages.server.sent(request, Warned)
        table = await training_table(sent.stream)
        if sent.box not in _to_decide(table, person):
            raise Problem(422, "not_your_box", "you have nothing to decide on that box")
        await coach.warned(table, person, sent.box)
        return json({})

    async def wanted(request: Request) -> Response:
        person, sent = await pages.server.sent(request, Wanted)
        await coach.set(person, (await training_table(sent.stream)).name, warns=sent.warns, anew=sent.anew)
        return json({})

    return [
        Route("/api/trainer", answered(wanted), methods=["POST"]),
        Route("/api/trainer/warned", answered(warned), methods=["POST"]),
    ]

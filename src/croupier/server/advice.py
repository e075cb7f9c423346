"""What a training table tells a player who decides: worked out in a process of its own, shown when it is there."""

from __future__ import annotations

from collections import OrderedDict
from importlib.util import find_spec

from croupier.server.casino import Server
from croupier.tables.house_table import HouseTable
from croupier.training.coach import Question, advised, question
from croupier.web.texts import text

_KEPT = 1000


class Adviser:
    """Answers to the questions of all training tables; elsewhere the book forbids advice, and nothing is asked."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._installed = find_spec("numba") is not None
        self._said: OrderedDict[Question, str] = OrderedDict()
        self._asked: set[Question] = set()

    def of(self, table: HouseTable, person: str) -> str:
        """What each choice is worth to a person who has a hand to decide on, that it is being worked out, or nothing."""
        state = table.state
        if not state.options.training or state.phase != "deciding" or not person or not self._installed:
            return ""
        own = [box for box in state.undecided if state.person_at(state.boxes[box].seat) == person]
        own.sort(key=lambda box: not state.is_own(box))
        asked = question(table, state.boxes[own[0]].seat, own[0]) if own else None
        if asked is None:
            return ""
        if asked in self._said:
            return self._said[asked]
        if asked not in self._asked:
            self._asked.add(asked)
            self._server.floor.run(self._work_out(asked, table.name), "advice")
        return text("house.advice_waits")

    async def _work_out(self, asked: Question, name: str) -> None:
        try:
            found = await self._server.worker.ask(advised, asked)
            self._said[asked] = text("house.advice", says=found)
            if len(self._said) > _KEPT:
                self._said.popitem(last=False)
        finally:
            self._asked.discard(asked)
        self._server.floor.publish({name})

"""Running a case about a poker room: its lines are those of `tables.room.PokerRoom.say`.

The case's `table` has the settings of the room: `call_seconds`, `missed_call`.
"""

import msgspec

from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.actors import ONLOOKER
from croupier.kernel.decisions import Refused
from croupier.kernel.money import plain
from croupier.room.state import Settings
from croupier.tables.room import PokerRoom


class RoomRun(CaseRun):
    """A case as it was played in a poker room."""

    setting = "a room without games"

    def __init__(self, case: Case, book: str) -> None:
        super().__init__(case)
        self.room = PokerRoom(book, settings=msgspec.convert(case.table, Settings))
        self.play_all()

    def play(self, line: str) -> None:
        decision = self.room.say(line)
        if isinstance(decision, Refused):
            self.note(decision)
            return
        self.steps[-1].outcome.extend(told := self.room.told(line, decision))
        self.cited.update(clause for _, clauses in told for clause in clauses)


def _said(run: RoomRun) -> str:
    return "\n".join(s.engine.tell(event, s.rules) for s in run.room.streams for event in s.view(ONLOOKER))


RoomRun.checks = {
    "says": _said,
    "waiting": lambda run: {g: [one.person for one in each.waiting] for g, each in run.room.state.lists.items()},
    "called": lambda run: {g: [one.person for one in each.called] for g, each in run.room.state.lists.items()},
    "seats": lambda run: {
        name: [table.seats.get(place, "") for place in range(1, table.places + 1)]
        for name, table in run.room.state.tables.items()
    },
    "kept": lambda run: {
        name: {str(place): one.person for place, one in table.reserved.items()} for name, table in run.room.state.tables.items()
    },
    "stacks": lambda run: {
        name: {str(place): plain(stack) for place, stack in table.stacks.items()} for name, table in run.room.tables.items()
    },
    "new": lambda run: {
        name: [place for place, seat in sorted(table.state.seats.items()) if seat.new] for name, table in run.room.tables.items()
    },
    "changes": lambda run: [change.person for change in run.room.state.changes],
    "picked_up": lambda run: [one.person for one in run.room.state.picked_up],
    "due": lambda run: [name for name, table in run.room.state.tables.items() if table.owes],
    "wrong": lambda run: run.room.wrong(),
}

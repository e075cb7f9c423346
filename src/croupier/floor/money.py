"""Money follows the person: what moves between people and tables or tournaments is noted at the cage in the same transaction.

Before anything is asked of a table, the register of people is asked whether the person may act at all; what nobody has, nobody
takes to a table: then the whole transaction is undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.floor.floor import Floor, Undo
from croupier.floor.house import AnyStream
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.streams import AnyEntry
from croupier.kernel.work import Work
from croupier.people.register import may_act
from croupier.tables.cage import CageReport, cage_report, follow
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_stream import TournamentStream


class Money:
    """The cage and the register of people beside every command of a floor."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        floor.before.append(self._may)
        floor.after.append(self._follow)

    def _may(self, stream: AnyStream, command: Command, said: Said) -> Refused | None:
        people = self.floor.house.people
        return may_act(people.rules, people.state, said)

    def _follow(self, stream: AnyStream, entries: Sequence[AnyEntry], said: Said) -> None:
        house = self.floor.house
        moved: dict[str, list[Event]] = {}
        for entry in entries:
            moved.setdefault(entry.stream, []).extend(entry.events)
        work = Work()
        for name, events in moved.items():
            concerned = house.streams[name]
            if isinstance(concerned, HouseTable | PokerTable | TournamentStream):
                refusal = follow(work, house.cage, house.people, concerned, events, said.at)
                if refusal is not None:
                    raise Undo(refusal)
        work.commit()

    def report(self) -> CageReport:
        """The whole house as it is now, to the cent."""
        house = self.floor.house
        meters = [casino.meters for casino in house.casinos.values()]
        return cage_report(house.cage, house.tables.values(), meters, house.tournaments.values())

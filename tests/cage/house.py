"""A small house for tests: people, a cage, tables of two books, a poker room's table, prize meters and a tournament.

Whatever is done at a table is noted at the cage in the same unit of work, or not done at all.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cage import commands as c
from croupier.cage.state import Cage, Patron
from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.links import Work
from croupier.people.commands import RegisterPerson
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import differences
from croupier.tables.cage_desk import CageStream
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.purses import follow
from croupier.tables.tournament_tables import TournamentTables
from people.registered import STAFF, done, registered

CROWN, STAR, ROOM = "crown-caribbean-stud", "star-caribbean-stud", "crown-holdem"


class House:
    """People `p1` to `p6`, a cage with a hundred thousand, and tables A (Crown), S (The Star) and R (the poker room)."""

    def __init__(self, *, seed: int = 1, people: int = 6) -> None:
        self.people = registered(*(f"p{number}" for number in range(1, people + 1)))
        self.casino = Casino(CROWN)
        self.tables: dict[str, AnyTable] = {}
        self.add(HouseTable(CROWN, Options(places=3), name="A", seed=seed))
        self.add(HouseTable(STAR, Options(places=2), name="S", seed=seed))
        self.add(PokerTable(ROOM, PokerOptions(places=4, blinds=(1_00, 2_00)), name="R", seed=seed))
        self.tournaments: list[TournamentTables] = []
        self.cage = CageStream(tables=self.tables, people=self.people)
        self.desk(c.OpenCage(chips=100_000_00, cash=1_000_00, tokens=5_000_00), by=HOUSE)

    def add(self, table: AnyTable) -> None:
        self.tables[table.name] = table
        if isinstance(table, HouseTable) and table.rules.book == CROWN:
            self.casino.add(table.name, table)

    @property
    def state(self) -> Cage:
        return self.cage.state

    @property
    def at(self) -> int:
        return max(stream.at for stream in (self.cage, self.people, self.casino.meters, *self.tables.values()))

    def patron(self, person: str) -> Patron:
        return self.state.patron(person)

    def hand(self, person: str) -> int:
        return self.patron(person).held()

    # Doing

    def desk(self, command: Command, *, by: str = "cashier", person: str = "", at: int | None = None) -> Decision:
        """Something at the cage, by a cashier unless someone else is named."""
        who = person or ("cashier 1" if by == "cashier" else by)
        return self.cage.do(command, by=by, person=who, at=self.at if at is None else at)

    def staff(self, person: str, command: Command, at: int | None = None) -> Decision:
        return self.desk(command, by=STAFF[person][1], person=person, at=at)

    def buys(self, person: str, amount: int, at: int | None = None) -> Decision:
        return self.desk(c.IssueChips(person=person, amount=amount), at=at)

    def moves(self, what: str, table: str, amount: int, currency: str = "chips") -> Decision:
        """A fill or a credit, asked for by a supervisor and confirmed by a cashier."""
        ask = c.RequestTransfer(what=what, table=table, amount=amount, currency=currency)  # type: ignore[arg-type]
        done(self.staff("floor 1", ask))
        return self.desk(c.ConfirmTransfer(number=self.state.requested))

    def play(
        self, name: str, command: Command, *, by: Capacity | None = None, person: str = "", at: int | None = None
    ) -> Decision:
        """A command at a table with what follows at the cage: both, or neither."""
        table = self.tables[name]
        said = table.who(command, by=by, person=person, at=max(self.at, at or 0))
        checked = table.understood(command, said)
        if isinstance(checked, Refused):
            return checked
        decision: Decision = table.decided(checked, said)
        if isinstance(decision, Refused):
            return decision
        work = Work()
        if (refusal := follow(work, self.cage, self.people, table, decision.events, said.at)) is not None:
            return refusal
        answer = table.do(checked, said=said)
        if not isinstance(answer, Refused):
            assert answer.events == decision.events
            work.commit()
        return answer

    def sit(self, name: str, seat: int, person: str, chips: int, at: int | None = None) -> Decision:
        kind = _sits(self.tables[name])
        return self.play(name, kind(seat=seat, chips=chips, person=person), by=seat, person=person, at=at)

    # Seeing

    @property
    def wrong(self) -> list[str]:
        found = differences(self.state, self.tables.values(), [self.casino.meters], self.tournaments)
        return found + self.casino.wrong()

    def register(self, people: Iterable[str]) -> None:
        for person in people:
            done(self.people.do(RegisterPerson(person=person, name=person), by=HOUSE))


def _sits(table: AnyTable) -> type[Command]:
    from croupier.poker import commands as poker
    from croupier.stud import commands as stud

    return poker.TakeSeat if isinstance(table, PokerTable) else stud.TakeSeat


def software(at: int) -> Said:
    return Said(HOUSE, HOUSE, at)


def accepted(decision: Decision) -> Accepted:
    assert not isinstance(decision, Refused), decision
    assert isinstance(decision, Accepted)
    return decision

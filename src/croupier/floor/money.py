"""Money follows the person: what moves between people and tables or tournaments is noted at the cage in the same transaction.

Before anything is asked of a table, the register of people is asked whether the person may act at all; what nobody has, nobody
takes to a table: then the whole transaction is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from croupier.cage.commands import FillFloat, MoveToTable
from croupier.cage.report import CageReport
from croupier.floor.floor import Floor, Undo
from croupier.floor.house import AnyStream
from croupier.kernel.accounts import CHIPS, kind_of, owner_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event, PlayersCommand
from croupier.kernel.house import PLAYER
from croupier.kernel.money import dollars
from croupier.kernel.streams import AnyEntry
from croupier.kernel.work import Work
from croupier.people.register import authority, excluded
from croupier.poker import commands as poker
from croupier.room import commands as room
from croupier.stud import commands as stud
from croupier.tables.cage import cage_report, follow, house_wins, movements, table_line
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import ENTRANT

_BEGINS = (
    stud.TakeSeat,
    stud.BuyChips,
    stud.PlaceAnte,
    stud.PlaceJackpot,
    stud.TakeTokens,
    poker.JoinList,
    poker.TakeSeat,
    poker.AddChips,
    poker.ComeBack,
    poker.Straddle,
    poker.PlaceSideWager,
    room.JoinList,
    room.RequestSeat,
    room.ReserveSeat,
    room.SeatPlayer,
    tournament.Enter,
    tournament.NameSubstitute,
    tournament.SeatLate,
    tournament.BuyAgain,
    tournament.BuyAddOn,
    tournament.EnterAgain,
)
"""What somebody who is kept out of the house does not do any more, and nobody does for them; a hand that has begun is played to
its end.
"""


_ENFORCED = ("person_excluded", "self_excluded", "account_closed", "not_registered")
"""What the staff of the house must hear of somebody, to keep them out."""


def discreet(refusal: Refused, about: set[str], said: Said) -> Refused:
    """A refusal in words for whoever asked: nobody hears of somebody else's money, limits or standing, and a player nothing."""
    if about <= {said.person}:
        return refusal
    if said.seat or said.capacity in (PLAYER, ENTRANT):
        return Refused("not_at_this_time", "somebody else who is concerned can not do that now", ())
    if refusal.ground in _ENFORCED:
        return refusal
    return replace(refusal, reason="somebody who is concerned can not pay that now, and may ask the cage why")


def _concerned(events: Sequence[Event]) -> set[str]:
    """Whose money or seat some events are about."""
    purses = {owner_of(account) for event in events for account in event.postings if kind_of(account) == "purse"}
    return purses | {person for event in events if (person := getattr(event, "person", ""))}


class Money:
    """The cage and the register of people beside every command of a floor."""

    def __init__(
        self, floor: Floor, live: Callable[[str], bool] = lambda name: False, *, assigned: bool = True
    ) -> None:
        self.floor, self.live, self.assigned = floor, live, assigned
        floor.before.append(self._may)
        floor.after.append(self._follow)

    def _may(self, stream: AnyStream, command: Command | None, said: Said) -> Refused | None:
        people, at_table = self.floor.house.people, isinstance(stream, HouseTable | PokerTable)
        if stream is people and said.capacity == PLAYER:  # who is kept out may still keep themselves out for longer
            return None
        table = stream.name if at_table and self.assigned else ""
        if (refusal := authority(people.rules, people.state, said, stream.rules.book, table)) is not None:
            return refusal
        for_them = isinstance(command, PlayersCommand) and not said.seat and said.capacity != HOUSE
        if at_table and for_them and stream.rules.rank_of(said.capacity) >= 0 and not self.live(stream.name):
            return people.rules.refuse("spoken_to_dealer", f"only the player may say that, not {said} for them")
        if not isinstance(command, _BEGINS):
            return None
        speaks_for_themselves = said.seat or said.capacity in (PLAYER, ENTRANT)
        begin = {getattr(command, "substitute", "") or getattr(command, "person", "")}
        begin |= {said.person} if speaks_for_themselves else set()
        for person in sorted(begin):
            if (refusal := excluded(people.rules, people.state, person, said.at)) is not None:
                return discreet(refusal, {person}, said)
        return None

    def _follow(self, stream: AnyStream, entries: Sequence[AnyEntry], said: Said) -> None:
        house, at = self.floor.house, max(entry.at for entry in entries)  # a table that opens may bring no time along
        moved: dict[str, list[Event]] = {}
        for entry in entries:
            moved.setdefault(entry.stream, []).extend(entry.events)
        work = Work()
        for name, events in moved.items():
            concerned = house.streams[name]
            if isinstance(concerned, HouseTable | PokerTable | TournamentStream):
                refusal = self._of_somebody_else(concerned, events, said)
                if refusal is None:
                    refusal = follow(work, house.cage, house.people, concerned, events, at)
                if refusal is None and not isinstance(concerned, TournamentStream):
                    refusal = self._not_in_the_float(work, concerned, events, said, at)
                if refusal is not None:
                    raise Undo(discreet(refusal, _concerned(events), said))
        work.commit()

    def _of_somebody_else(
        self, stream: HouseTable | PokerTable | TournamentStream, events: Sequence[Event], said: Said
    ) -> Refused | None:
        """A refusal of whatever somebody who deals takes from a player's purse."""
        rules = self.floor.house.people.rules
        if said.capacity != rules.dealer_of(stream.rules.book):
            return None
        for note in movements(stream, events):
            paid = {note.person: -note.amount} if isinstance(note, MoveToTable) else getattr(note, "people", {})
            if any(amount < 0 for person, amount in paid.items() if person != said.person):
                return rules.refuse("own_purse")
        return None

    def _not_in_the_float(
        self, work: Work, table: HouseTable | PokerTable, events: list[Event], said: Said, at: int
    ) -> Refused | None:
        """A refusal of a payment that a table has no chips for, unless somebody above the dealer makes it.

        Where the software deals, it is paid at once and the float filled from the stock; the floor shows it if that is short too.
        """
        cage = self.floor.house.cage
        if table.state.options.tournament or not cage.state.open or house_wins(events) >= 0:
            return None
        if (lacks := -table_line(cage.state, table, CHIPS).float) <= 0:
            return None
        if not self.live(table.name):
            work.do(cage, FillFloat(table=table.name, amount=lacks), Said(HOUSE, HOUSE, max(at, cage.at)))
            return None
        if table.rules.rank_of(said.capacity) >= 1:
            return None
        reason = "the table waits for chips" if said.seat else f"the float lacks {dollars(lacks)} for it"
        return cage.rules.refuse("float_lacks", f"{reason}: it is paid after a fill, or by somebody above the dealer")

    def report(self) -> CageReport:
        """The whole house as it is now, to the cent."""
        house = self.floor.house
        meters = [casino.meters for casino in house.casinos.values()]
        return cage_report(house.cage, house.tables.values(), meters, house.tournaments.values())

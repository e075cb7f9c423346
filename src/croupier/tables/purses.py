"""Money follows the person: what moves between people and tables or tournaments is noted at the cage in the same unit of work.

Before a table decides anything, the register of people says whether the person may act at all. `movements` are the
commands to the cage that follow from a table's or a tournament's events, `mirror` the sums alone, and `follow` puts them on a
unit of work: nobody takes along more than they have.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from msgspec.structs import asdict, replace

from croupier.cage import commands
from croupier.cage.state import Cage
from croupier.kernel.accounts import CHIPS, TOKENS, Currency, currency_of, kind_of, owner_of
from croupier.kernel.actors import HOUSE, PLAYER, Said
from croupier.kernel.decisions import Refused
from croupier.kernel.events import BeginsPlay, Command, Event, PlayersCommand
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask, Link, Step, Work
from croupier.kernel.money import dollars, together
from croupier.kernel.streams import AnyStream
from croupier.people.register import authority, excluded
from croupier.people.state import Assignment, Dealing
from croupier.poker import commands as poker, events as at_poker
from croupier.poker.state import kept_of
from croupier.stud import commands as stud, events as at_house
from croupier.stud.state import VOUCHERS
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import table_line
from croupier.tables.cage_desk import CageStream
from croupier.tables.people_stream import PeopleStream
from croupier.tables.player_limits import may_enter, may_play, may_stake
from croupier.tables.summary import house_wins
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.commands import AppointDeputy, AppointDirector
from croupier.tournaments.state import ADDED, ENTRANT, FEES, POOL, WITHHELD

Moved = dict[tuple[str, Currency], int]
"""What each person gains from a table, by currency; negative for what they take there."""

_SITS = (at_house.SeatTaken, at_poker.SeatTaken)
_LEAVES = (at_house.SeatLeft, at_poker.SeatLeft, at_poker.PickedUp)
_BRINGS = (stud.TakeSeat, stud.BuyChips, poker.TakeSeat, poker.AddChips)  # bring your own chips to a table
_PAYS = (stud.Settle, stud.PayJackpot, stud.TakeInstantWin, poker.SettleSideWagers, poker.AwardBonus)  # from the float
_ENFORCED = ("person_excluded", "self_excluded", "account_closed", "not_registered")
"""What the staff must know about a person, to keep them out."""


def discreet(refusal: Refused, about: set[str], said: Said) -> Refused:
    """A refusal that hides another person's money, limits or status from everyone, and gives a player no details at all."""
    if about <= {said.person}:
        return refusal
    if _plays(said):
        return Refused("not_at_this_time", "somebody else who is concerned cannot do that now", ())
    if refusal.ground in _ENFORCED:
        return refusal
    return replace(refusal, reason="somebody who is concerned cannot pay that now, and may ask the cage why")


def _concerned(events: Sequence[Event]) -> set[str]:
    """Whose money or seat some events are about."""
    purses = {owner_of(account) for event in events for account in event.postings if kind_of(account) == "purse"}
    return purses | {person for event in events if (person := getattr(event, "person", ""))}


def _plays(said: Said) -> bool:
    """Whether a person speaks as a player, and not for the house."""
    return bool(said.seat) or said.capacity in (PLAYER, ENTRANT)


def _begins(command: BeginsPlay) -> str:
    """The person who begins to play by a command, if it names one."""
    named = asdict(command)
    return str(named.get("substitute") or named.get("person", ""))


class Books(Protocol):
    """Where the cage and the register of people are."""

    @property
    def cage(self) -> CageStream: ...

    @property
    def people(self) -> PeopleStream: ...


class Money(Link):
    """The cage and the register of people next to every command of a house."""

    last = True

    def __init__(self, house: Books) -> None:
        self.house = house

    def dealt(self, table: str) -> Dealing:
        """How a table is dealt if the register does not say: by the software, with dealers assigned."""
        return self.house.people.state.dealt(table) or Dealing()

    def refuses(self, ask: Ask) -> Refused | None:
        """Why a person may not act there, may not act for a player, or is excluded from what they would begin."""
        people, said, command, stream = self.house.people, ask.said, ask.command, ask.stream
        if said.person == str(said.capacity) and said.person not in people.state.people:
            return None  # nobody in particular: the software does the dealer's part
        if stream is people and said.capacity == PLAYER:  # an excluded person may still exclude themselves for longer
            return None
        at, players = Assignment(stream.rules.book, stream.name), isinstance(command, PlayersCommand)
        dealt = self.dealt(stream.name) if isinstance(stream, AnyTable) else None
        refusal = authority(people.rules, people.state, said, at, dealt, players=players)
        if refusal is not None or not isinstance(command, BeginsPlay):
            return refusal
        return self._kept_out({said.person} if _plays(said) else {_begins(command)}, said)

    def _kept_out(self, begin: set[str], said: Said) -> Refused | None:
        """Why some of these people may not begin to play."""
        people = self.house.people
        refusals = ((person, excluded(people.rules, people.state, person, said.at)) for person in sorted(begin))
        return next((discreet(refusal, {person}, said) for person, refusal in refusals if refusal is not None), None)

    def offers(self, stream: AnyStream, offer: Legal, said: Said) -> Legal | None:
        """An offer to a registered person: no more chips than they have and may take along. Without a person it says only in
        which capacity it is open.
        """
        if said.person not in self.house.people.state.people:
            return offer
        if super().offers(stream, offer, said) is None:
            return None
        command = offer.command
        if isinstance(command, _PAYS) and stream.links is not None and self.dealt(stream.name).live:
            paid = stream.links.would(Ask(stream, command, said))
            return None if isinstance(paid, Refused) and paid.ground == "float_lacks" else offer
        if not said.seat or not isinstance(command, _BRINGS):
            return offer
        field, links, least = command.declared.amount, stream.links, offer.least
        held = self.house.cage.state.patron(said.person).held()
        steps = (min(offer.most, held) - least) // offer.step if offer.most > least else 0

        def allowed(step: int) -> bool:
            ask = Ask(stream, replace(command, **{field: least + step * offer.step}), said)
            return links is None or not isinstance(links.would(ask), Refused)

        if steps < 0 or not allowed(0):
            return None
        low, high = 0, steps
        while low < high:
            middle = high if low == 0 else (low + high + 1) // 2
            low, high = (middle, high) if allowed(middle) else (low, middle - 1)
        return replace(offer, most=least + low * offer.step) if offer.most > least else offer

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Ask | Refused]:
        """What the cage notes of everything done, stream by stream. Only now do we ask whether a player names an excluded person,
        so what is refused for another reason is refused in the same words for everyone.
        """
        at, said = max(step.said.at for step in steps), work.steps[0].said
        named = {_begins(step.command) for step in steps if isinstance(step.command, BeginsPlay)}
        if _plays(said) and (refusal := self._kept_out(named, said)) is not None:
            yield refusal
        for command in (step.command for step in steps if isinstance(step.command, AppointDeputy | AppointDirector)):
            if (refusal := may_enter(self.house.people, command.person, at)) is not None:
                yield refusal
        moved: dict[AnyStream, list[Event]] = {}
        for step in steps:
            moved.setdefault(step.stream, []).extend(step.events)
        for stream, events in moved.items():
            if not isinstance(stream, AnyTable | TournamentStream):
                continue
            if (refusal := self._of_somebody_else(stream, events, said)) is None:
                refusal = follow(work, self.house.cage, self.house.people, stream, events, at)
            if refusal is None and not isinstance(stream, TournamentStream):
                refusal = self._not_in_the_float(work, stream, events, said, at)
            if refusal is not None:
                yield discreet(refusal, _concerned(events), said)

    def _of_somebody_else(self, stream: AnyTable | TournamentStream, events: Sequence[Event], said: Said) -> Refused | None:
        """A refusal of anything that a dealer takes from a player's purse."""
        rules = self.house.people.rules
        if not rules.deals(said.capacity, stream.rules.book):
            return None
        for note in movements(stream, events):
            paid = {note.person: -note.amount} if isinstance(note, commands.MoveToTable) else getattr(note, "people", {})
            if any(amount < 0 for person, amount in paid.items() if person != said.person):
                return rules.refuse("own_purse")
        return None

    def _not_in_the_float(self, work: Work, table: AnyTable, events: list[Event], said: Said, at: int) -> Refused | None:
        """A refusal of a payment for which a table has no chips, unless a person above the dealer makes it.

        If the software deals, it is paid immediately and the float filled from the stock; the floor shows if that is short too.
        """
        cage, wins = self.house.cage, house_wins(events)
        if table.state.options.tournament or not cage.state.open or wins >= 0:
            return None
        if (lacks := -table_line(cage.state, table, CHIPS).float - wins) <= 0:
            return None
        if not self.dealt(table.name).live:
            work.do(cage, commands.FillFloat(table=table.name, amount=lacks), Said(HOUSE, HOUSE, max(at, cage.at)))
            return None
        if self.house.people.rules.supervises(said.capacity, table.rules.book):
            return None
        reason = "the table waits for chips" if said.seat else f"the float lacks {dollars(lacks)} for it"
        return cage.rules.refuse("float_lacks", f"{reason}: it is paid after a fill, or by someone above the dealer")


def mirror(table: AnyTable, events: Iterable[Event]) -> Moved:
    """What moved between people and a table in one unit of work there; nothing does at a tournament table.

    Chips move through purses; promotional tokens are a player's own voucher again once they leave the table.
    """
    moved: Moved = {}
    if table.state.options.tournament:
        return moved
    all_events = list(events)
    here = {event.seat: event.person for event in all_events if isinstance(event, at_house.SeatTaken | at_house.SeatLeft)}
    for event in all_events:
        for name, amount in event.postings.items():
            if name == VOUCHERS:
                seat = getattr(event, "seat", 0)
                person = getattr(event, "person", "") or here.get(seat) or table.state.person_at(seat)
                moved[person, TOKENS] = moved.get((person, TOKENS), 0) + amount
            elif kind_of(name) == "purse":
                moved[owner_of(name), CHIPS] = moved.get((owner_of(name), CHIPS), 0) + amount
    return {key: amount for key, amount in moved.items() if amount}


def movements(stream: AnyTable | TournamentStream, events: Iterable[Event]) -> list[Command]:
    """The commands to the cage for the events of one unit of work at a table or in a tournament; what comes back is first."""
    all_events = list(events)
    if isinstance(stream, TournamentStream):
        return _in_tournament(stream.name, all_events)
    moved = mirror(stream, all_events)
    seats = [event for event in all_events if isinstance(event, (*_SITS, *_LEAVES))]
    first = {event.person: event for event in reversed(seats)}
    last = {event.person: event for event in seats}
    kept = {person for person in last if sum(event.postings.get(kept_of(person), 0) for event in all_events) > 0}
    left = [p for p in last if isinstance(first[p], _LEAVES) and isinstance(last[p], _LEAVES)]
    sat = [p for p in last if isinstance(first[p], _SITS) and isinstance(last[p], _SITS)]
    currency: Currency = "tournament" if stream.state.options.tournament else CHIPS
    keys = dict.fromkeys([*moved, *((person, currency) for person in (*left, *sat))])
    back: list[Command] = []
    there: list[Command] = []
    for person, key in keys:
        amount, own = moved.get((person, key), 0), key == currency
        leaves, sits = own and person in left, own and person in sat
        if amount < 0 or sits:
            brings = max(-amount, 0)
            to = commands.MoveToTable(person=person, table=stream.name, amount=brings, currency=key, sits=sits)
            (back if leaves else there).append(to)  # a player who leaves has paid before
        if amount > 0 or leaves:
            away = commands.MoveFromTable(
                person=person,
                table=stream.name,
                amount=max(amount, 0),
                currency=key,
                leaves=leaves,
                kept=leaves and person in kept,
            )
            back.append(away)
    return back + there


def _in_tournament(name: str, events: Iterable[Event]) -> list[Command]:
    moved = together(*(event.postings for event in events))
    sums = {account: amount for account, amount in moved.items() if currency_of(account) == CHIPS}
    people = {owner_of(account): amount for account, amount in sums.items() if kind_of(account) == "purse"}
    note = commands.NoteTournament(
        tournament=name,
        people=people,
        fees=sums.get(FEES, 0),
        pool=sums.get(POOL, 0) + sums.get(WITHHELD, 0),
        added=sums.get(ADDED, 0),
    )
    return [note] if people or note.fees or note.pool or note.added else []


def follow(
    work: Work,
    cage: CageStream,
    people: PeopleStream | None,
    stream: AnyTable | TournamentStream,
    events: Iterable[Event],
    at: int,
) -> Refused | None:
    """Put the commands to the cage for these events on the unit of work; a refusal by the cage, or by the register of people,
    refuses the whole unit.
    """
    for command in movements(stream, events):
        if people is not None and (refusal := _not_allowed(people, work.state(cage), command, work, at)) is not None:
            return refusal
        said = Said(HOUSE, HOUSE, max(at, cage.at))
        if isinstance(answer := work.do(cage, command, said), Refused):
            return answer
    return None


def _not_allowed(people: PeopleStream, cage: Cage, command: Command, work: Work, at: int) -> Refused | None:
    """Why a person may not take chips along. A player who moves between tables with the same chips takes nothing new along."""
    if isinstance(command, commands.NoteTournament):
        paying = ((person, -amount) for person, amount in command.people.items() if amount < 0)
        refusals = (may_stake(people, cage, person, amount, at) for person, amount in paying)
        return next((refusal for refusal in refusals if refusal is not None), None)
    if not isinstance(command, commands.MoveToTable):
        return None
    person = command.person
    if (refusal := may_enter(people, person, at)) is not None:
        return refusal
    if command.currency != CHIPS:
        return None
    earlier = (step.command for step in work.steps if isinstance(step.command, commands.MoveFromTable))
    brought = [movement.amount for movement in earlier if movement.person == person and movement.leaves]
    if brought and command.amount <= sum(brought):
        return None
    if command.sits and (refusal := may_play(people, cage, person, at)) is not None:
        return refusal
    return may_stake(people, cage, person, command.amount, at) if command.amount else None

"""The cage as a stream, and what keeps it together with the tables and tournaments of the house.

Whatever moves between people and a table or a tournament is noted at the cage in the same unit of work:

    decision = work.do(table, command, said)
    refusal = follow(work, cage, people, table, decision.events, said.at)       # nobody takes along more than they have

`movements` has the commands to the cage that a table's or a tournament's events ask for, `mirror` the sums alone. `differences`
says what does not balance over the whole house, `cage_report` where every chip is, `going` what somebody is reminded of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Self

from croupier.books import HOUSE as HOUSE_BOOK
from croupier.books import book_of
from croupier.books.house import cage as cage_of
from croupier.cage import commands
from croupier.cage.engine import CageEngine
from croupier.cage.report import CageReport, TableLine, TournamentLine
from croupier.cage.state import (
    Cage,
    CageRules,
    box_at,
    drop_of,
    fees_of,
    float_at,
    hands,
    made,
    missing,
    play_at,
    pool_of,
    stock,
)
from croupier.jackpots.reconciliation import Reckoning
from croupier.jackpots.reconciliation import differences as meter_differences
from croupier.kernel.accounts import (
    CASH,
    CHIPS,
    FLOAT,
    TOKENS,
    Account,
    Currency,
    currency_of,
    in_tokens,
    kind_of,
    owner_of,
    stack_of,
)
from croupier.kernel.actors import HOUSE, Said, Viewer
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.errors import UnknownGame
from croupier.kernel.events import Command, Event
from croupier.kernel.house import PLAYER
from croupier.kernel.money import dollars, plain
from croupier.kernel.streams import Stream
from croupier.kernel.work import Work
from croupier.people.register import may_act, two_people
from croupier.poker import events as poker
from croupier.poker.table import CHIP_BOX, held_of, kept_of, side_of
from croupier.poker.table import Table as PokerState
from croupier.stud import events as stud
from croupier.stud.commands import Settle
from croupier.stud.table import METER, VOUCHERS, ante_of, bet_of, exchange_of, jackpot_of
from croupier.tables.house_table import HouseTable
from croupier.tables.limits import may_buy, may_enter, may_play, may_stake
from croupier.tables.meters import Meters
from croupier.tables.people import PeopleStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament import TournamentTables
from croupier.tables.tournament_stream import TournamentStream
from croupier.tournaments.money import chips_in_play
from croupier.tournaments.state import ADDED, FEES, POOL, WITHHELD

GAME = "cage"
Table = HouseTable | PokerTable
Moved = dict[tuple[str, Currency], int]
"""What each person gains from a table, by currency; below nil what they take there."""

_SOLD: tuple[Currency, ...] = (CHIPS, TOKENS)
_SITS = (stud.SeatTaken, poker.SeatTaken)
_LEAVES = (stud.SeatLeft, poker.SeatLeft, poker.PickedUp)


@cache
def _rules(game: str, edition: str) -> CageRules:
    if game != GAME:
        raise UnknownGame(f"the cage is called {GAME!r}, not {game!r}")
    return cage_of(book_of(HOUSE_BOOK, edition))


CAGE = CageEngine(_rules)


class CageStream(Stream[CageRules, Cage]):
    """The cage of the house, with its whole record.

    Where `tables` are given, what the house has there is noted before a float or a chip box is counted or moved; where `people`
    are, chips are sold to nobody who may not buy them, and two people are two persons by the register.
    """

    engine = CAGE
    tables: Mapping[str, Table] = {}
    people: PeopleStream | None = None

    def __init__(
        self,
        *,
        name: str = GAME,
        edition: str = "",
        tables: Mapping[str, Table] | None = None,
        people: PeopleStream | None = None,
        clock: Callable[[], int] | None = None,
        follower: Callable[[Any, bytes], None] | None = None,
    ) -> None:
        super().__init__(CAGE, GAME, name=name, edition=edition, clock=clock)
        self.follower, self.people = follower, people
        self.tables = {} if tables is None else tables
        self.keeper = self._at_the_desk

    @classmethod
    def _blank(cls, engine: Any, pins: Any, name: str) -> Self:
        cage = super()._blank(engine, pins, name)
        cage.keeper = cage._at_the_desk
        return cage

    @classmethod
    def load(cls, lines: Iterable[str | bytes]) -> Self:
        """The cage that a record was written from; `HistoryError` says which line cannot be."""
        return cls.read(CAGE, lines)

    def viewer_of(self, said: Said) -> Viewer:
        """Who speaks for themselves looks at what is theirs."""
        return Viewer(person=said.person) if said.capacity == PLAYER else super().viewer_of(said)

    def _at_the_desk(self, stream: CageStream, command: Command, said: Said, id: str) -> Decision:
        """What is asked at the desk, after what the software notes for it."""
        if (refusal := self._not_by_the_register(command, said)) is not None:
            return refusal
        work = Work()
        if (note := self._note(command)) is not None:
            work.do(self, note, Said(HOUSE, HOUSE, said.at))
        decision = work.do(self, command, said, id)
        if not isinstance(decision, Refused):
            work.commit()
        return decision

    def _not_by_the_register(self, command: Command, said: Said) -> Refused | None:
        if self.people is None:
            return None
        if (refusal := may_act(self.people.rules, self.people.state, said)) is not None:
            return refusal
        first = ""
        match command:
            case commands.IssueChips():
                return may_buy(self.people, self.state, command.person, command.amount, said.at)
            case commands.IssueTokens():
                return may_enter(self.people, command.person, said.at)
            case commands.ConfirmTransfer() if command.number in self.state.transfers:
                first = self.state.transfers[command.number].by
            case commands.CountDrop() if command.table in self.state.boxes:
                first = self.state.boxes[command.table].by
        if first and not two_people(self.people.state, first, said.person):
            return self.rules.refuse("two_people")
        return None

    def _note(self, command: Command) -> Command | None:
        """What the house has at a table by the table's own ledger, where a command is about that."""
        name = ""
        match command:
            case commands.CountFloat() | commands.CollectDrop():
                name = command.table
            case commands.ConfirmTransfer() if command.number in self.state.transfers:
                name = self.state.transfers[command.number].table
        return noted(self.tables[name]) if name in self.tables else None


def noted(table: Table) -> commands.NoteTable:
    """What the house has won at a table: into the float, prize meters included, into the chip box, and of tokens."""
    money: Mapping[Account, int] = table.state.money
    return commands.NoteTable(
        table=table.name,
        float=money.get(FLOAT, 0) + money.get(METER, 0),
        box=money.get(CHIP_BOX, 0),
        tokens=money.get(in_tokens(FLOAT), 0),
    )


# From tables and tournaments to the cage


def mirror(table: Table, events: Iterable[Event]) -> Moved:
    """What moved between people and a table by events of one unit of work there; nothing does at a tournament's table.

    Chips move by way of purses; promotional tokens are a player's own voucher again once they leave the table.
    """
    moved: Moved = {}
    if table.state.options.tournament:
        return moved
    found = list(events)
    here = {event.seat: event.person for event in found if isinstance(event, stud.SeatTaken | stud.SeatLeft)}
    for event in found:
        for name, amount in event.postings.items():
            if name == VOUCHERS:
                seat = getattr(event, "seat", 0)
                person = getattr(event, "person", "") or here.get(seat) or table.state.person_at(seat)
                moved[person, TOKENS] = moved.get((person, TOKENS), 0) + amount
            elif kind_of(name) == "purse":
                moved[owner_of(name), CHIPS] = moved.get((owner_of(name), CHIPS), 0) + amount
    return {key: amount for key, amount in moved.items() if amount}


def movements(stream: Table | TournamentStream, events: Iterable[Event]) -> list[Command]:
    """What the cage is to be told of events of one unit of work at a table or in a tournament; what comes back is first."""
    found = list(events)
    if isinstance(stream, TournamentStream):
        return _in_tournament(stream.name, found)
    moved = mirror(stream, found)
    seats = [event for event in found if isinstance(event, (*_SITS, *_LEAVES))]
    first = {event.person: event for event in reversed(seats)}
    last = {event.person: event for event in seats}
    kept = {person for person in last if sum(event.postings.get(kept_of(person), 0) for event in found) > 0}
    left = [p for p in last if isinstance(first[p], _LEAVES) and isinstance(last[p], _LEAVES)]
    sat = [p for p in last if isinstance(first[p], _SITS) and isinstance(last[p], _SITS)]
    currency: Currency = "tournament" if stream.state.options.tournament else CHIPS
    keys = dict.fromkeys([*moved, *((person, currency) for person in (*left, *sat))])
    back: list[Command] = []
    there: list[Command] = []
    for person, each in keys:
        amount, own = moved.get((person, each), 0), each == currency
        leaves, sits = own and person in left, own and person in sat
        if amount < 0 or sits:
            brings = max(-amount, 0)
            to = commands.MoveToTable(person=person, table=stream.name, amount=brings, currency=each, sits=sits)
            (back if leaves else there).append(to)  # who leaves has paid before
        if amount > 0 or leaves:
            away = commands.MoveFromTable(
                person=person,
                table=stream.name,
                amount=max(amount, 0),
                currency=each,
                leaves=leaves,
                kept=leaves and person in kept,
            )
            back.append(away)
    return back + there


def _in_tournament(name: str, events: Iterable[Event]) -> list[Command]:
    sums: dict[Account, int] = {}
    for event in events:
        for account, amount in event.postings.items():
            if currency_of(account) == CHIPS:
                sums[account] = sums.get(account, 0) + amount
    people = {owner_of(account): amount for account, amount in sums.items() if kind_of(account) == "purse" and amount}
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
    stream: Table | TournamentStream,
    events: Iterable[Event],
    at: int,
) -> Refused | None:
    """Put on the unit of work what the cage is to be told of these events; a refusal of the cage, or of the register of people,
    is one of the whole unit.
    """
    for command in movements(stream, events):
        if people is not None and (refusal := _not_allowed(people, _so_far(work, cage), command, work, at)) is not None:
            return refusal
        said = Said(HOUSE, HOUSE, max(at, cage.at))
        if isinstance(answer := work.do(cage, command, said), Refused):
            return answer
    return None


def _so_far(work: Work, cage: CageStream) -> Cage:
    """The cage as it is by the steps of a unit of work so far."""
    own = [event for step in work.steps if step.stream is cage for event in step.events]
    if not own:
        return cage.state
    state = cage.state.copied()
    for event in own:
        state.take(event)
    return state


def _not_allowed(people: PeopleStream, cage: Cage, command: Command, work: Work, at: int) -> Refused | None:
    """Why somebody may not take chips along. Who is moved from table to table with what they had, takes nothing new along."""
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
    brought = [each.amount for each in earlier if each.person == person and each.leaves]
    if brought and command.amount <= sum(brought):
        return None
    if command.sits and (refusal := may_play(people, cage, person, at)) is not None:
        return refusal
    return may_stake(people, cage, person, command.amount, at) if command.amount else None


# What somebody is reminded of


class Going(NamedTuple):
    """How it goes for somebody: for how many seconds they have been at tables without a break, and what they have won on this
    day (below nil: lost), the chips before them included.
    """

    seconds: int
    result: int


def going(cage: Cage, tables: Mapping[str, Table], person: str, at: int) -> Going:
    """What a reminder says. What lies in a pot counts as lost until it is won."""
    patron = cage.patron(person)
    before_them = sum(chips_before(tables[name], person) for name in patron.tables if name in tables)
    brought = sum(here.brought for name, here in patron.tables.items() if name in tables)
    seconds = at - patron.since if patron.since >= 0 else 0
    return Going(seconds, patron.in_days(1, at).result + before_them - brought)


def chips_before(table: Table, person: str) -> int:
    """A player's chips at a table: the stack, those on the layout, and those that are kept for them; none of a tournament's."""
    state, seat = table.state, table.state.seat_of(person)
    if state.options.tournament:
        return 0
    if isinstance(state, PokerState):
        own = [kept_of(person), *((stack_of(seat), held_of(seat), side_of(seat)) if seat else ())]
    else:
        boxes = [number for number, box in enumerate(state.boxes) if seat and box.seat == seat]
        own = [spot(number) for number in boxes for spot in (ante_of, bet_of, exchange_of)]
        own += [jackpot_of(box) for box, owner in state.jackpots.items() if owner == seat]
        own += [stack_of(seat)] if seat else []
    return sum(state.money.get(name, 0) for name in own)


# The whole house


_PLAYERS = ("stack", "held", "kept")
_WAGERS = ("ante", "bet", "exchange", "jackpot", "pot", "side")
_SLIDE = ("slide", "time-charges")
_HOUSE = (kind_of(FLOAT), kind_of(METER))


def house_wins(events: Iterable[Event]) -> int:
    """What the house gains at a table by events, in its float and for prize meters; below nil what it pays."""
    return sum(event.postings.get(FLOAT, 0) + event.postings.get(METER, 0) for event in events)


def float_lacks(cage: Cage, table: Table, prizes: int = 0) -> int:
    """What the float of a table lacks for what it is to pay next, with `prizes` that wait there."""
    step = table.next_step() if isinstance(table, PokerTable) else Settle() if table.state.phase == "settling" else None
    due = prizes
    if step is not None:
        state = table.engine.copied(table.state)  # type: ignore[arg-type]
        decision = table.engine.decide(table.rules, state, step, Said(HOUSE, HOUSE, table.at))  # type: ignore[arg-type]
        due -= 0 if isinstance(decision, Refused) else house_wins(decision.events)
    return due - table_line(cage, table, CHIPS).float if due > 0 else 0


def table_line(cage: Cage, table: Table, currency: Currency) -> TableLine:
    """Where the chips of a currency at a table are, by its own ledger and by what the cage has given it."""
    sums: dict[str, int] = {}
    for name, amount in table.state.money.items():
        if currency_of(name) == currency and kind_of(name) not in ("purse", kind_of(VOUCHERS)):
            sums[kind_of(name)] = sums.get(kind_of(name), 0) + amount

    def of(*kinds: str) -> int:
        return sum(sums.pop(kind, 0) for kind in kinds)

    meter = sums.get(kind_of(METER), 0)
    return TableLine(
        name=table.name,
        currency=currency,
        players=of(*_PLAYERS),
        wagers=of(*_WAGERS),
        withheld=of("withheld"),
        slide=of(*_SLIDE),
        float=of(*_HOUSE) + cage.holds(float_at(table.name, currency)),
        meter=meter,
        box=of(kind_of(CHIP_BOX)) + (cage.holds(box_at(table.name)) if currency == CHIPS else 0),
        other=sum(sums.values()),
    )


def for_cash(tables: Iterable[Table]) -> list[Table]:
    """The tables without those of tournaments, which have no money on them."""
    return [table for table in tables if not table.state.options.tournament]


def places(cage: Cage, tables: Iterable[Table], tournaments: Iterable[TournamentTables]) -> dict[str, dict[str, int]]:
    """Where everything is that was ever brought into the cage, by currency; on tables and in tournaments by their own ledgers."""
    cash_tables, held = for_cash(tables), [each.stream for each in tournaments]
    found: dict[str, dict[str, int]] = {}
    for currency in _SOLD:
        lies = {
            "stock": cage.holds(stock(currency)),
            "in hand": sum(patron.held(currency) for patron in cage.patrons.values()),
            "missing": cage.holds(missing(currency)),
        }
        for table in cash_tables:
            lies[f"at {table.name}"] = table_line(cage, table, currency).total
        if currency == CHIPS:
            for table in cash_tables:
                lies[f"box of {table.name}"] = cage.holds(drop_of(table.name))
            for tournament in held:
                money = tournament.state.money
                kept = money.get(FEES, 0) - cage.collected.get(tournament.name, 0)
                lies[f"for {tournament.name}"] = kept + money.get(POOL, 0) + money.get(WITHHELD, 0)
        found[currency] = {name: amount for name, amount in lies.items() if amount}
    return found


def differences(
    cage: Cage,
    tables: Iterable[Table] = (),
    meters: Iterable[Meters] = (),
    tournaments: Iterable[TournamentTables] = (),
) -> list[str]:
    """What does not balance over the whole house, in words; empty when all is well."""
    cash_tables, held = for_cash(tables), list(tournaments)
    found = [*_in_the_cage(cage), *_at_tables(cage, cash_tables), *_with_people(cage, cash_tables, held)]
    for tournament in held:
        name, money = tournament.stream.name, tournament.state.money
        fees = cage.holds(fees_of(name)) + cage.collected.get(name, 0)
        pool = money.get(POOL, 0) + money.get(WITHHELD, 0)
        if (fees, cage.holds(pool_of(name))) != (money.get(FEES, 0), pool):
            found.append(f"tournament {name}: the cage holds other fees or another pool than the tournament has")
        found += [f"tournament {name}: {wrong}" for wrong in tournament.wrong()]
    known = {tournament.stream.name for tournament in held}
    lost = {owner_of(name) for name in cage.money if kind_of(name) in ("fees", "pool")} - known
    found += [f"the cage holds money for a tournament {name} that is not there" for name in sorted(lost)]
    for currency, lies in places(cage, cash_tables, held).items():
        total, there = -cage.holds(made("tokens" if currency == TOKENS else CHIPS)), sum(lies.values())
        if total != there:
            found.append(f"{plain(total)} in {currency} was brought in, and {plain(there)} is there")
    for each in meters:
        found += [f"meters {each.name}: {wrong}" for wrong in _on_meters(each, cash_tables)]
    return found


def _on_meters(meters: Meters, tables: list[Table]) -> list[str]:
    """The meters by their own history, and what their tables have taken for them less the prizes that were paid."""
    if len(meters.entries) < meters.number:  # opened from a snapshot, they do not know how it came about
        return []
    found, reckoning = meter_differences(meters.events, meters.state), Reckoning()
    for event in meters.events:
        reckoning.take(event)
    return found + at_their_tables(meters, reckoning, tables)


def at_their_tables(meters: Meters, reckoning: Reckoning, tables: Iterable[Table]) -> list[str]:
    """What does not agree between meters, by a reckoning of their history, and their tables."""
    here = {table.name: table.state for table in tables if isinstance(table, HouseTable)}
    if not set(meters.state.plays) <= set(here):
        return []
    linked = [here[name] for name in meters.state.plays]
    taken = sum(state.money.get(METER, 0) for state in linked)
    wagers = sum(system.wagers for system in meters.state.systems.values()) - sum(
        state.jackpot(box) for state in linked for box in state.registered
    )
    known = wagers - reckoning.paid
    if taken != known:
        return [f"its tables have {plain(taken)} for it less prizes, and it knows of {plain(known)}"]
    return []


def _in_the_cage(cage: Cage) -> list[str]:
    """The cage's own ledger, and that what its people have comes to what the ledger says."""
    found = []
    sums: dict[str, int] = {}
    for name, amount in cage.money.items():
        sums[currency_of(name)] = sums.get(currency_of(name), 0) + amount
        if amount < 0 and kind_of(name) in ("stock", "drop", "fees", "pool"):
            found.append(f"{name} is below nil: {plain(amount)}")
    found += [f"the ledger of the cage does not sum to nil in {each}" for each, amount in sums.items() if amount]
    for currency in _SOLD:
        people = sum(patron.held(currency) for patron in cage.patrons.values())
        if people != cage.holds(hands(currency)):
            found.append(
                f"people have {plain(people)} in {currency} in hand, the ledger has {plain(cage.holds(hands(currency)))}"
            )
    for person, patron in cage.patrons.items():
        found += [f"{person} has {plain(held)} in {each} in hand" for each, held in patron.hand.items() if held < 0]
    waiting = {table: box.amount for table, box in cage.boxes.items()}
    if waiting != {owner_of(name): amount for name, amount in cage.money.items() if kind_of(name) == "drop"}:
        found.append("the chip boxes that wait are not those of the ledger")
    return found


def _at_tables(cage: Cage, tables: list[Table]) -> list[str]:
    """What players have brought to each table, by the cage and by the table."""
    found = []
    for table in tables:
        money: Mapping[Account, int] = table.state.money
        brought: dict[Currency, int] = {
            CHIPS: -sum(amount for name, amount in money.items() if kind_of(name) == "purse"),
            TOKENS: -money.get(VOUCHERS, 0),
        }
        for currency in _SOLD:
            if sum(amount for name, amount in money.items() if currency_of(name) == currency):
                found.append(f"table {table.name}: its ledger does not sum to nil in {currency}")
            if brought[currency] != (by_cage := cage.holds(play_at(table.name, currency))):
                found.append(
                    f"table {table.name}: players have brought {plain(brought[currency])} in {currency}, the cage has "
                    f"{plain(by_cage)}"
                )
        if (box := table_line(cage, table, CHIPS).box) < 0:
            found.append(f"table {table.name}: more was taken off with its chip box than went in: {plain(box)}")
    known = {table.name for table in tables}
    lost = {owner_of(name) for name in cage.money if kind_of(name) in ("play", "float", "box")} - known
    return found + [f"the cage has chips at a table {name} that is not there" for name in sorted(lost)]


def _with_people(cage: Cage, tables: list[Table], tournaments: list[TournamentTables]) -> list[str]:
    """What each person has out, by the cage and by the purses of all tables and tournaments."""
    out: dict[str, int] = {}
    for stream in (*tables, *(tournament.stream for tournament in tournaments)):
        for name, amount in stream.state.money.items():
            if kind_of(name) == "purse":
                out[owner_of(name)] = out.get(owner_of(name), 0) - amount
    people = {*out, *cage.patrons}
    known = {person: cage.patron(person).out.get(CHIPS, 0) for person in people}
    return [
        f"{person} has {plain(known[person])} out by the cage, and {plain(out.get(person, 0))} by the tables"
        for person in sorted(people)
        if known[person] != out.get(person, 0)
    ]


def cage_report(
    cage: CageStream,
    tables: Iterable[Table] = (),
    meters: Iterable[Meters] = (),
    tournaments: Iterable[TournamentTables] = (),
) -> CageReport:
    """The whole house as it is now: money, chips, where each of them is, variances, and what does not balance."""
    state, every, held = cage.state, list(tables), list(tournaments)
    lines = [table_line(state, table, currency) for table in for_cash(every) for currency in _SOLD]
    brought = {currency: -state.holds(made(currency)) for currency in (*_SOLD, CASH)}
    return CageReport(
        number=cage.number,
        at=cage.at,
        head=cage.head,
        cash={
            "in the drawer": state.holds(stock(CASH)),
            "brought in": brought[CASH],
            "paid in by people": -state.holds(hands(CASH)),
            "missing": state.holds(missing(CASH)),
        },
        made={currency: brought[currency] for currency in _SOLD},
        issued={currency: brought[currency] - state.holds(stock(currency)) for currency in _SOLD},
        places=places(state, every, held),
        hands={
            person: {str(currency): amount for currency, amount in patron.hand.items()}
            for person, patron in sorted(state.patrons.items())
            if patron.hand
        },
        tables=[line for line in lines if line.currency == CHIPS or line.total],
        tournaments=[
            TournamentLine(
                name=each.stream.name,
                fees=state.holds(fees_of(each.stream.name)),
                pool=state.holds(pool_of(each.stream.name)),
                collected=state.collected.get(each.stream.name, 0),
                chips=chips_in_play(each.state),
            )
            for each in held
        ],
        waiting={**state.transfers},
        boxes={**state.boxes},
        counts={**state.counts},
        variances={**state.variances},
        short=[f"{line.name}: {dollars(-line.float)} in {line.currency}" for line in lines if line.float < 0],
        differences=differences(state, every, meters, held),
    )

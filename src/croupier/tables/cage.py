"""The cage as a stream, and its books: `differences` says what does not balance over the whole house, `cage_report` where every
chip is, `going` what somebody is reminded of.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Unpack

from croupier.books import HOUSE as HOUSE_BOOK
from croupier.books import book_of
from croupier.books.house import cage as cage_of
from croupier.cage import commands
from croupier.cage import state as books
from croupier.cage.engine import CageEngine
from croupier.cage.report import CageReport, TableLine, TournamentLine
from croupier.cage.state import Cage, CageRules
from croupier.jackpots.reconciliation import Reckoning
from croupier.jackpots.reconciliation import differences as meter_differences
from croupier.kernel import accounts
from croupier.kernel.accounts import CASH, CHIPS, FLOAT, TOKENS, Account, Currency, currency_of, kind_of
from croupier.kernel.actors import HOUSE, Said, Viewer
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import UnknownGame
from croupier.kernel.events import Event
from croupier.kernel.house import PLAYER
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask, Link, Links
from croupier.kernel.money import dollars, plain
from croupier.kernel.streams import Kept, Stream
from croupier.people.register import may_act, two_people
from croupier.poker import events as poker
from croupier.poker.state import CHIP_BOX, State, held_of, kept_of, side_of
from croupier.stud import events as stud
from croupier.stud.commands import Settle
from croupier.stud.state import METER, VOUCHERS, ante_of, bet_of, exchange_of, jackpot_of
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import HouseTable
from croupier.tables.limits import may_buy, may_enter
from croupier.tables.meters import Meters
from croupier.tables.people import PeopleStream
from croupier.tables.poker_table import PokerTable
from croupier.tables.tournament import TournamentTables
from croupier.tournaments.money import chips_in_play
from croupier.tournaments.state import FEES, POOL, WITHHELD

GAME = "cage"
Moved = dict[tuple[str, Currency], int]
"""What each person gains from a table, by currency; below nil what they take there."""

_SOLD: tuple[Currency, ...] = (CHIPS, TOKENS)
_SITS = (stud.SeatTaken, poker.SeatTaken)
_LEAVES = (stud.SeatLeft, poker.SeatLeft, poker.PickedUp)


def _rules(game: str, edition: str) -> CageRules:
    if game != GAME:
        raise UnknownGame(f"the cage is called {GAME!r}, not {game!r}")
    return cage_of(book_of(HOUSE_BOOK, edition))


CAGE = CageEngine(_rules)


class CageStream(Stream[CageRules, Cage]):
    """The cage of the house, with its whole record; `tables` and `people` are those that its `Desk` knows."""

    engine = CAGE
    usual_game = GAME

    def __init__(
        self, *, tables: Mapping[str, AnyTable] | None = None, people: PeopleStream | None = None, **kept: Unpack[Kept]
    ) -> None:
        super().__init__(**kept)
        if tables is not None or people is not None:
            Links().link(self, Desk(self, ({} if tables is None else tables).get, people))

    def viewer_of(self, said: Said) -> Viewer:
        """Who speaks for themselves looks at what is theirs."""
        return Viewer(person=said.person) if said.capacity == PLAYER else super().viewer_of(said)


class Desk(Link):
    """The desk of the cage knows the tables and the register of people.

    What the house has at a table is noted before a float or a chip box is counted or moved. Chips are sold to nobody who may not
    buy them, and two people are two persons by the register.
    """

    def __init__(self, cage: CageStream, table: Callable[[str], AnyTable | None], people: PeopleStream | None) -> None:
        self.cage, self.table, self.people = cage, table, people

    def asks(self, ask: Ask) -> Iterable[Ask]:
        """What the house has at a table by the table's own ledger comes first, where a command is about that."""
        name = ""
        match ask.command:
            case commands.CountFloat() | commands.CollectDrop():
                name = ask.command.table
            case commands.ConfirmTransfer() if ask.command.number in self.cage.state.transfers:
                name = self.cage.state.transfers[ask.command.number].table
        if (table := self.table(name)) is not None:
            yield Ask(self.cage, noted(table), Said(HOUSE, HOUSE, ask.said.at), optional=True)
        yield ask

    def refuses(self, ask: Ask) -> Refused | None:
        if self.people is None:
            return None
        state, said, command = self.cage.state, ask.said, ask.command
        if (refusal := may_act(self.people.rules, self.people.state, said)) is not None:
            return refusal
        first = ""
        match command:
            case commands.IssueChips():
                return may_buy(self.people, state, command.person, command.amount, said.at)
            case commands.IssueTokens():
                return may_enter(self.people, command.person, said.at)
            case commands.ConfirmTransfer() if command.number in state.transfers:
                first = state.transfers[command.number].by
            case commands.CountDrop() if command.table in state.boxes:
                first = state.boxes[command.table].by
        if first and not two_people(self.people.state, first, said.person):
            return self.cage.rules.refuse("two_people")
        return None

    def offers(self, stream: Stream[Any, Any], offer: Legal, said: Said) -> Legal | None:
        """An offer says in which capacity it is open; who asks is not known."""
        return offer


def noted(table: AnyTable) -> commands.NoteTable:
    """What the house has won at a table: into the float, prize meters included, into the chip box, and of tokens."""
    money: Mapping[Account, int] = table.state.money
    return commands.NoteTable(
        table=table.name,
        float=money.get(FLOAT, 0) + money.get(METER, 0),
        box=money.get(CHIP_BOX, 0),
        tokens=money.get(accounts.in_tokens(FLOAT), 0),
    )


# What somebody is reminded of


class Going(NamedTuple):
    """How it goes for somebody: for how many seconds they have been at tables without a break, and what they have won on this
    day (below nil: lost), the chips before them included.
    """

    seconds: int
    result: int


def going(cage: Cage, tables: Mapping[str, AnyTable], person: str, at: int) -> Going:
    """What a reminder says. What lies in a pot counts as lost until it is won."""
    patron = cage.patron(person)
    before_them = sum(chips_before(tables[name], person) for name in patron.tables if name in tables)
    brought = sum(here.brought for name, here in patron.tables.items() if name in tables)
    seconds = at - patron.since if patron.since >= 0 else 0
    return Going(seconds, patron.in_days(1, at).result + before_them - brought)


def chips_before(table: AnyTable, person: str) -> int:
    """A player's chips at a table: the stack, those on the layout, and those that are kept for them; none of a tournament's."""
    state, seat = table.state, table.state.seat_of(person)
    if state.options.tournament:
        return 0
    if isinstance(state, State):
        own = [kept_of(person), *((accounts.stack_of(seat), held_of(seat), side_of(seat)) if seat else ())]
    else:
        boxes = [number for number, box in enumerate(state.boxes) if seat and box.seat == seat]
        own = [spot(number) for number in boxes for spot in (ante_of, bet_of, exchange_of)]
        own += [jackpot_of(box) for box, owner in state.jackpots.items() if owner == seat]
        own += [accounts.stack_of(seat)] if seat else []
    return sum(state.money.get(name, 0) for name in own)


# The whole house


_PLAYERS = ("stack", "held", "kept")
_WAGERS = ("ante", "bet", "exchange", "jackpot", "pot", "side")
_SLIDE = ("slide", "time-charges")
_HOUSE = (kind_of(FLOAT), kind_of(METER))


def house_wins(events: Iterable[Event]) -> int:
    """What the house gains at a table by events, in its float and for prize meters; below nil what it pays."""
    return sum(event.postings.get(FLOAT, 0) + event.postings.get(METER, 0) for event in events)


def float_lacks(cage: Cage, table: AnyTable, prizes: int = 0) -> int:
    """What the float of a table lacks for what it is to pay next, with `prizes` that wait there."""
    step = table.next_step() if isinstance(table, PokerTable) else Settle() if table.state.phase == "settling" else None
    due = prizes
    if step is not None:
        state = table.engine.copied(table.state)  # type: ignore[arg-type]
        decision = table.engine.decide(table.rules, state, step, Said(HOUSE, HOUSE, table.at))  # type: ignore[arg-type]
        due -= 0 if isinstance(decision, Refused) else house_wins(decision.events)
    return due - table_line(cage, table, CHIPS).float if due > 0 else 0


def table_line(cage: Cage, table: AnyTable, currency: Currency) -> TableLine:
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
        float=of(*_HOUSE) + cage.holds(books.float_at(table.name, currency)),
        meter=meter,
        box=of(kind_of(CHIP_BOX)) + (cage.holds(books.box_at(table.name)) if currency == CHIPS else 0),
        other=sum(sums.values()),
    )


def for_cash(tables: Iterable[AnyTable]) -> list[AnyTable]:
    """The tables without those of tournaments, which have no money on them."""
    return [table for table in tables if not table.state.options.tournament]


def places(
    cage: Cage, tables: Iterable[AnyTable], tournaments: Iterable[TournamentTables]
) -> dict[str, dict[str, int]]:
    """Where everything is that was ever brought into the cage, by currency; on tables and in tournaments by their own ledgers."""
    cash_tables, held = for_cash(tables), [each.stream for each in tournaments]
    found: dict[str, dict[str, int]] = {}
    for currency in _SOLD:
        lies = {
            "stock": cage.holds(books.stock(currency)),
            "in hand": sum(patron.held(currency) for patron in cage.patrons.values()),
            "missing": cage.holds(books.missing(currency)),
        }
        for table in cash_tables:
            lies[f"at {table.name}"] = table_line(cage, table, currency).total
        if currency == CHIPS:
            for table in cash_tables:
                lies[f"box of {table.name}"] = cage.holds(books.drop_of(table.name))
            for tournament in held:
                money = tournament.state.money
                kept = money.get(FEES, 0) - cage.collected.get(tournament.name, 0)
                lies[f"for {tournament.name}"] = kept + money.get(POOL, 0) + money.get(WITHHELD, 0)
        found[currency] = {name: amount for name, amount in lies.items() if amount}
    return found


def differences(
    cage: Cage,
    tables: Iterable[AnyTable] = (),
    meters: Iterable[Meters] = (),
    tournaments: Iterable[TournamentTables] = (),
) -> list[str]:
    """What does not balance over the whole house, in words; empty when all is well."""
    cash_tables, held = for_cash(tables), list(tournaments)
    found = [*_in_the_cage(cage), *_at_tables(cage, cash_tables), *_with_people(cage, cash_tables, held)]
    for tournament in held:
        name, money = tournament.stream.name, tournament.state.money
        fees = cage.holds(books.fees_of(name)) + cage.collected.get(name, 0)
        pool = money.get(POOL, 0) + money.get(WITHHELD, 0)
        if (fees, cage.holds(books.pool_of(name))) != (money.get(FEES, 0), pool):
            found.append(f"tournament {name}: the cage holds other fees or another pool than the tournament has")
        found += [f"tournament {name}: {wrong}" for wrong in tournament.wrong()]
    known = {tournament.stream.name for tournament in held}
    lost = {accounts.owner_of(name) for name in cage.money if kind_of(name) in ("fees", "pool")} - known
    found += [f"the cage holds money for a tournament {name} that is not there" for name in sorted(lost)]
    for currency, lies in places(cage, cash_tables, held).items():
        total, there = -cage.holds(books.made("tokens" if currency == TOKENS else CHIPS)), sum(lies.values())
        if total != there:
            found.append(f"{plain(total)} in {currency} was brought in, and {plain(there)} is there")
    for each in meters:
        found += [f"meters {each.name}: {wrong}" for wrong in _on_meters(each, cash_tables)]
    return found


def _on_meters(meters: Meters, tables: list[AnyTable]) -> list[str]:
    """The meters by their own history, and what their tables have taken for them less the prizes that were paid."""
    if len(meters.entries) < meters.number:  # opened from a snapshot, they do not know how it came about
        return []
    found, reckoning = meter_differences(meters.events, meters.state), Reckoning()
    for event in meters.events:
        reckoning.take(event)
    return found + at_their_tables(meters, reckoning, tables)


def at_their_tables(meters: Meters, reckoning: Reckoning, tables: Iterable[AnyTable]) -> list[str]:
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
        if people != cage.holds(books.hands(currency)):
            found.append(
                f"people have {plain(people)} in {currency} in hand, the ledger has {plain(cage.holds(books.hands(currency)))}"
            )
    for person, patron in cage.patrons.items():
        found += [f"{person} has {plain(held)} in {each} in hand" for each, held in patron.hand.items() if held < 0]
    waiting = {table: box.amount for table, box in cage.boxes.items()}
    if waiting != {accounts.owner_of(name): amount for name, amount in cage.money.items() if kind_of(name) == "drop"}:
        found.append("the chip boxes that wait are not those of the ledger")
    return found


def _at_tables(cage: Cage, tables: list[AnyTable]) -> list[str]:
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
            if brought[currency] != (by_cage := cage.holds(books.play_at(table.name, currency))):
                found.append(
                    f"table {table.name}: players have brought {plain(brought[currency])} in {currency}, the cage has "
                    f"{plain(by_cage)}"
                )
        if (box := table_line(cage, table, CHIPS).box) < 0:
            found.append(f"table {table.name}: more was taken off with its chip box than went in: {plain(box)}")
    known = {table.name for table in tables}
    lost = {accounts.owner_of(name) for name in cage.money if kind_of(name) in ("play", "float", "box")} - known
    return found + [f"the cage has chips at a table {name} that is not there" for name in sorted(lost)]


def _with_people(cage: Cage, tables: list[AnyTable], tournaments: list[TournamentTables]) -> list[str]:
    """What each person has out, by the cage and by the purses of all tables and tournaments."""
    out: dict[str, int] = {}
    for stream in (*tables, *(tournament.stream for tournament in tournaments)):
        for name, amount in stream.state.money.items():
            if kind_of(name) == "purse":
                out[accounts.owner_of(name)] = out.get(accounts.owner_of(name), 0) - amount
    people = {*out, *cage.patrons}
    known = {person: cage.patron(person).out.get(CHIPS, 0) for person in people}
    return [
        f"{person} has {plain(known[person])} out by the cage, and {plain(out.get(person, 0))} by the tables"
        for person in sorted(people)
        if known[person] != out.get(person, 0)
    ]


def cage_report(
    cage: CageStream,
    tables: Iterable[AnyTable] = (),
    meters: Iterable[Meters] = (),
    tournaments: Iterable[TournamentTables] = (),
) -> CageReport:
    """The whole house as it is now: money, chips, where each of them is, variances, and what does not balance."""
    state, every, held = cage.state, list(tables), list(tournaments)
    lines = [table_line(state, table, currency) for table in for_cash(every) for currency in _SOLD]
    brought = {currency: -state.holds(books.made(currency)) for currency in (*_SOLD, CASH)}
    return CageReport(
        number=cage.number,
        at=cage.at,
        head=cage.head,
        cash={
            "in the drawer": state.holds(books.stock(CASH)),
            "brought in": brought[CASH],
            "paid in by people": -state.holds(books.hands(CASH)),
            "missing": state.holds(books.missing(CASH)),
        },
        made={currency: brought[currency] for currency in _SOLD},
        issued={currency: brought[currency] - state.holds(books.stock(currency)) for currency in _SOLD},
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
                fees=state.holds(books.fees_of(each.stream.name)),
                pool=state.holds(books.pool_of(each.stream.name)),
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

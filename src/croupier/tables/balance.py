"""The books of the whole house: where every chip is (`cage_report`), and what does not balance (`differences`)."""

from collections.abc import Iterable, Mapping

from croupier.cage import state as books
from croupier.cage.report import CageReport, TableLine, TournamentLine
from croupier.cage.state import Cage
from croupier.jackpots.reconciliation import Reckoning, differences as meter_differences
from croupier.kernel import accounts
from croupier.kernel.accounts import CASH, CHIPS, FLOAT, TOKENS, Account, Currency, currency_of, kind_of
from croupier.kernel.money import dollars, plain, together
from croupier.poker.state import CHIP_BOX
from croupier.stud.state import METER, VOUCHERS
from croupier.tables.any_table import AnyTable
from croupier.tables.cage_desk import CageStream
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters
from croupier.tables.summary import Summary
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments.funds import chips_in_play
from croupier.tournaments.state import FEES, POOL, WITHHELD

_SOLD: tuple[Currency, ...] = (CHIPS, TOKENS)
_PLAYERS = ("stack", "held", "kept")
_WAGERS = ("ante", "bet", "exchange", "jackpot", "wager", "pot", "side")
_SLIDE = ("slide", "time-charges")
_HOUSE = (kind_of(FLOAT), kind_of(METER))
Seen = AnyTable | Summary
"""A table, or its row, with its ledger by kind of account."""


def float_lacks(cage: Cage, row: Summary, prizes: int = 0) -> int:
    """What the float of a table lacks for its next payment, including pending `prizes`."""
    due = row.due + prizes
    return due - table_line(cage, row, CHIPS).float if due > 0 else 0


def table_line(cage: Cage, table: Seen, currency: Currency) -> TableLine:
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


def for_cash(tables: Iterable[Seen]) -> list[Seen]:
    """The tables except those of tournaments, which have no money on them."""
    return [table for table in tables if not table.state.options.tournament]


def places(cage: Cage, tables: Iterable[Seen], tournaments: Iterable[TournamentTables]) -> dict[str, dict[str, int]]:
    """Where everything is that was ever brought into the cage, by currency; on tables and in tournaments by their own ledgers."""
    cash_tables, held = for_cash(tables), [keeper.stream for keeper in tournaments]
    by_currency: dict[str, dict[str, int]] = {}
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
        by_currency[currency] = {name: amount for name, amount in lies.items() if amount}
    return by_currency


def differences(
    cage: Cage, tables: Iterable[Seen] = (), meters: Iterable[Meters] = (), tournaments: Iterable[TournamentTables] = ()
) -> list[str]:
    """What does not balance over the whole house, in words; empty if all is well."""
    cash_tables, held = for_cash(tables), list(tournaments)
    faults = [*_in_the_cage(cage), *_at_tables(cage, cash_tables), *_with_people(cage, cash_tables, held)]
    for tournament in held:
        name, money = tournament.stream.name, tournament.state.money
        fees = cage.holds(books.fees_of(name)) + cage.collected.get(name, 0)
        pool = money.get(POOL, 0) + money.get(WITHHELD, 0)
        if (fees, cage.holds(books.pool_of(name))) != (money.get(FEES, 0), pool):
            faults.append(f"tournament {name}: the cage holds other fees or another pool than the tournament has")
        faults += [f"tournament {name}: {wrong}" for wrong in tournament.wrong()]
    known = {tournament.stream.name for tournament in held}
    lost = {accounts.owner_of(name) for name in cage.money if kind_of(name) in ("fees", "pool")} - known
    faults += [f"the cage holds money for a tournament {name} that is not there" for name in sorted(lost)]
    for currency, lies in places(cage, cash_tables, held).items():
        total, there = -cage.holds(books.made("tokens" if currency == TOKENS else CHIPS)), sum(lies.values())
        if total != there:
            faults.append(f"{plain(total)} in {currency} was brought in, and {plain(there)} is there")
    for meter in meters:
        faults += [f"meters {meter.name}: {wrong}" for wrong in _on_meters(meter, cash_tables)]
    return faults


def _on_meters(meters: Meters, tables: list[Seen]) -> list[str]:
    """The meters by their own history, and what their tables have taken for them minus the prizes paid."""
    if len(meters.entries) < meters.number:  # opened from a snapshot, they do not know the history
        return []
    wrong, reckoning = meter_differences(meters.events, meters.state), Reckoning()
    for event in meters.events:
        reckoning.take(event)
    return wrong + at_their_tables(meters, reckoning, tables)


def at_their_tables(meters: Meters, reckoning: Reckoning, tables: Iterable[Seen]) -> list[str]:
    """Where meters, by a calculation from their history, and their tables disagree."""
    here = {table.name: table.state for table in tables if isinstance(table, HouseTable | Summary)}
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
    """The cage's own ledger, and whether people's chips add up to it."""
    below = ((name, amount) for name, amount in cage.money.items() if amount < 0)
    wrong = [f"{name} is below zero: {plain(sum_)}" for name, sum_ in below if kind_of(name) in ("stock", "drop", "fees", "pool")]
    sums = together(*({currency_of(name): amount} for name, amount in cage.money.items()))
    wrong += [f"the ledger of the cage does not sum to zero in {each}" for each in sums]
    for currency in _SOLD:
        people = sum(patron.held(currency) for patron in cage.patrons.values())
        if people != cage.holds(books.hands(currency)):
            wrong.append(
                f"people have {plain(people)} in {currency} in hand, the ledger has {plain(cage.holds(books.hands(currency)))}"
            )
    for person, patron in cage.patrons.items():
        wrong += [f"{person} has {plain(held)} in {each} in hand" for each, held in patron.hand.items() if held < 0]
    waiting = {table: box.amount for table, box in cage.boxes.items()}
    if waiting != {accounts.owner_of(name): amount for name, amount in cage.money.items() if kind_of(name) == "drop"}:
        wrong.append("the chip boxes that wait are not those of the ledger")
    return wrong


def _at_tables(cage: Cage, tables: list[Seen]) -> list[str]:
    """What players have brought to each table, by the cage and by the table."""
    wrong = []
    for table in tables:
        money: Mapping[Account, int] = table.state.money
        brought: dict[Currency, int] = {
            CHIPS: -sum(amount for name, amount in money.items() if kind_of(name) == "purse"),
            TOKENS: -money.get(VOUCHERS, 0),
        }
        for currency in _SOLD:
            if sum(amount for name, amount in money.items() if currency_of(name) == currency):
                wrong.append(f"table {table.name}: its ledger does not sum to zero in {currency}")
            if brought[currency] != (by_cage := cage.holds(books.play_at(table.name, currency))):
                wrong.append(
                    f"table {table.name}: players have brought {plain(brought[currency])} in {currency}, the cage has "
                    f"{plain(by_cage)}"
                )
        if (box := table_line(cage, table, CHIPS).box) < 0:
            wrong.append(f"table {table.name}: more was taken off with its chip box than went in: {plain(box)}")
    known = {table.name for table in tables}
    lost = {accounts.owner_of(name) for name in cage.money if kind_of(name) in ("play", "float", "box")} - known
    return wrong + [f"the cage has chips at a table {name} that is not there" for name in sorted(lost)]


def _with_people(cage: Cage, tables: list[Seen], tournaments: list[TournamentTables]) -> list[str]:
    """What each person has out, by the cage and by the purses of all tables and tournaments."""
    out: dict[str, int] = {}
    for stream in (*tables, *(tournament.stream for tournament in tournaments)):
        for name, amount in stream.state.money.items():
            if kind_of(name) == "purse":
                out[accounts.owner_of(name)] = out.get(accounts.owner_of(name), 0) - amount
    people = {*out, *cage.patrons}
    known = {person: cage.patron(person).out.get(CHIPS, 0) for person in people}
    if "" in out:  # rows have only the sum of purses
        there, noted = sum(out.values()), sum(known.values())
        return [] if there == noted else [f"people have {plain(noted)} out by the cage, and {plain(there)} by the tables"]
    return [
        f"{person} has {plain(known[person])} out by the cage, and {plain(out.get(person, 0))} by the tables"
        for person in sorted(people)
        if known[person] != out.get(person, 0)
    ]


def cage_report(
    cage: CageStream, tables: Iterable[Seen] = (), meters: Iterable[Meters] = (), tournaments: Iterable[TournamentTables] = ()
) -> CageReport:
    """The whole house now: money, chips, where each of them is, variances, and what does not balance."""
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
                name=tournament.stream.name,
                fees=state.holds(books.fees_of(tournament.stream.name)),
                pool=state.holds(books.pool_of(tournament.stream.name)),
                collected=state.collected.get(tournament.stream.name, 0),
                chips=chips_in_play(tournament.state),
            )
            for tournament in held
        ],
        waiting={**state.transfers},
        boxes={**state.boxes},
        counts={**state.counts},
        variances={**state.variances},
        short=[f"{line.name}: {dollars(-line.float)} in {line.currency}" for line in lines if line.float < 0],
        differences=differences(state, every, meters, held),
    )

"""The floor at a glance: what needs a person first, then tables with their signs, jackpots, the cage and excluded people."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.books import book_of
from croupier.cage.report import CageReport
from croupier.drawing.cloths import cloth_of
from croupier.floor.dealing import Stuck
from croupier.floor.floor import Floor
from croupier.floor.house import ROOM
from croupier.floor.orders import Order
from croupier.jackpots.prizes import GRAINS
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import Capacity
from croupier.kernel.money import money
from croupier.kernel.roles import ADMINISTRATOR
from croupier.kernel.telling import capital
from croupier.people.register import deals as deals_in
from croupier.people.state import Person
from croupier.poker.state import TIME_CHARGES
from croupier.tables.balance import float_lacks, table_line
from croupier.tables.house_terms import terms_for_play, usual_cost
from croupier.tables.people_stream import PEOPLE
from croupier.tables.summary import Summary
from croupier.web.cage_page import acts_of, house_region
from croupier.web.forms import form_of
from croupier.web.pages import page
from croupier.web.pieces import stakes
from croupier.web.texts import text

NOTHING: Mapping[str, Any] = MappingProxyType({})
_CLOSING = ("announced", "notice", "between", "prizes", "counted")
"""The order of the steps to close a table."""


LeftBehind = tuple[str, str, str, dict[str, Any], int]
"""A person with chips at a closed table: the stream, command and fields that return them, and how much it is."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """Something that waits for a person: where, what, whose task, under which clauses, and where to go for it."""

    where: str
    says: str
    who: str = ""
    book: str = ""
    clauses: tuple[str, ...] = ()
    link: str = ""
    grave: bool = False


def needs(
    floor: Floor, orders: Mapping[str, Order], stuck: Mapping[str, Stuck] = NOTHING, live: Mapping[str, bool] = NOTHING
) -> list[Need]:
    """What waits for a person, the gravest first; `stuck` is where the software cannot go on by itself."""
    return sorted(_needs(floor, orders, stuck, live), key=lambda need: not need.grave)


def _needs(floor: Floor, orders: Mapping[str, Order], stuck: Mapping[str, Stuck], live: Mapping[str, bool]) -> Iterator[Need]:
    for name, fault in stuck.items():
        says = text("floor.stuck", step=fault.what, why=fault.why) if fault.what else text("floor.held_up", why=fault.why)
        row = floor.house.row(name)
        link = f"/dealer/{name}" if row is not None and row.table else f"/tournaments/{name}/desk"
        book = row.rules.book if row is not None else ""
        yield Need(where=name, says=says, book=book, clauses=fault.clauses, link=link, grave=True)
    for name, aside in floor.aside.items():
        yield Need(where=name, says=text("floor.aside", why=aside.why), link=f"/tables/{name}", grave=True)
    for name, table in floor.house.at_a_glance().items():
        if not table.house:
            yield from _poker_needs(name, table)
        if (question := table.state.question) is not None:
            yield Need(
                where=name,
                says=capital(question.question),
                who=question.rank,
                book=table.rules.book,
                clauses=question.clauses,
                link=f"/dealer/{name}",
                grave=True,
            )
    for casino in floor.house.casinos.values():
        for system in casino.meters.state.systems.values():
            if not system.working and not system.closed:
                says, book = text("floor.meter_failed", system=system.name), casino.meters.rules.book
                yield Need(where=casino.meters.name, says=says, book=book, link="#jackpots", grave=True)
        for prize in casino.meters.state.prizes.values():
            says = text("floor.prize", hand=prize.hand, box=prize.box, amount=money(prize.pays))
            yield Need(where=prize.table, says=says, book=casino.meters.rules.book, clauses=prize.clauses, link="#jackpots")
    if not floor.house.cage.state.open:
        yield Need(where="cage", says=text("cage.not_open"), who=ADMINISTRATOR, link="/cage", grave=True)
    yield from _short_floats(floor, live)
    for number, transfer in floor.house.cage.state.transfers.items():
        where, amount = transfer.table or text("floor.cage"), money(transfer.amount)
        says = text("floor.transfer", number=number, what=transfer.what, where=where, amount=amount)
        yield Need(where="cage", says=says, link="#cage")
    for number, variance in floor.house.cage.state.variances.items():
        if not variance.note:
            yield Need(where="cage", says=text("floor.variance", number=number), link="#cage")
    for name, day in floor.unexplained:
        if f"{name} {day}" not in floor.house.cage.state.explained:
            yield Need(where=name, says=text("floor.unexplained", day=day), link=f"/figures?of=day&which={day}")
    for order in orders.values():
        if order.failed:
            yield Need(where=order.stream, says=text("floor.order_failed", why=order.failed), link="#tables")


def _poker_needs(name: str, table: Summary) -> Iterator[Need]:
    """Bonus prizes for a supervisor to verify, and hourly charges to verify before they are dropped."""
    state, rules = table.state, table.rules
    waiting = [(text("floor.bonus", seat=prize.seat, hand=prize.hand), "bonus_verified") for prize in state.prizes.values()]
    charges = state.money.get(TIME_CHARGES, 0)
    if charges and state.verified[0] != charges:
        waiting.append((text("floor.hourly", amount=money(charges)), "time_charge_verified"))
    for says, ground in waiting:
        clauses, link = rules.cite(ground), f"/dealer/{name}"
        yield Need(where=name, says=says, who=rules.supervisor, book=rules.book, clauses=clauses, link=link)


def _short_floats(floor: Floor, live: Mapping[str, bool]) -> Iterator[Need]:
    """The tables whose float is too small for what they must pay, or have paid."""
    cage = floor.house.cage
    prizes = [prize for casino in floor.house.casinos.values() for prize in casino.meters.state.prizes.values()]
    for name, table in floor.house.at_a_glance().items() if cage.state.open else ():
        waiting = sum(prize.pays for prize in prizes if prize.table == name)
        lacks = float_lacks(cage.state, table, waiting) if live.get(name) else 0
        says = text("floor.float_lacks", amount=money(lacks)) if lacks > 0 else ""
        if lacks <= 0 and not table.state.options.tournament:
            lacks = -table_line(cage.state, table, CHIPS).float
            says = text("floor.float_short", amount=money(lacks))
        if lacks > 0:
            clauses = cage.rules.cite("float_lacks")
            yield Need(where=name, says=says, book=cage.rules.book, clauses=clauses, link="#cage", grave=bool(live.get(name)))


def floor_regions(
    floor: Floor,
    orders: Mapping[str, Order],
    capacities: Mapping[str, Sequence[Capacity]],
    titles: Mapping[str, str],
    live: Mapping[str, bool],
    report: CageReport,
    now: int,
    stuck: Mapping[str, Stuck] = {},
) -> dict[str, str]:
    """Every part of the page; `capacities` has the person's rank at each stream."""
    rows = [
        _row(floor, orders, table, _rank(capacities, name), titles, now)
        for name, table in sorted(floor.house.at_a_glance().items())
    ]
    rows = [row for row in rows if row is not None and row["capacity"]]
    return {
        "needs": page("floor_needs.html", needs=needs(floor, orders, stuck, live)),
        "tables": page("floor_tables.html", rows=rows, now=now, may=acts_of(floor.house.cage, capacities.get("cage", ()))),
        "jackpots": page(
            "floor_jackpots.html",
            prizes=_prizes(floor, capacities),
            books=list(_jackpots(floor, capacities)),
            now=now,
            grains=GRAINS,
        ),
        "cage": house_region(floor, report, acts_of(floor.house.cage, capacities.get("cage", ())), link=True),
        "people": page(
            "floor_people.html",
            excluded=excluded(floor.house.people.state.people, now),
            locked=[person for person, account in floor.house.people.state.people.items() if account.locked],
            capacity=(capacity := _rank(capacities, "people")),
            excludes=capacity not in ("", ADMINISTRATOR),
            more=[form_of(kind) for kind in PEOPLE.given_by(floor.house.people.rules, capacity).values()] if capacity else [],
        ),
    }


def _rank(capacities: Mapping[str, Sequence[Capacity]], stream: str) -> str:
    """The person's rank at a stream."""
    return next((capacity for capacity in capacities.get(stream, ()) if isinstance(capacity, str)), "")


def _row(
    floor: Floor, orders: Mapping[str, Order], table: Summary, rank: str, titles: Mapping[str, str], now: int
) -> dict[str, Any] | None:
    """A table as the floor sees it; it is `ready` if the book lets it close now."""
    name, cage, state = table.name, floor.house.cage.state, table
    line, left = table_line(cage, table, CHIPS), _left_behind(floor, table)
    if state.options.tournament or (state.phase == "closed" and not (left or line.withheld or line.slide)):
        return None
    notice, closing, steps = 0, "", table.closing_steps(now)
    if not table.house:
        said = stakes(table.betting, table.blinds)
        closing = text("floor.closing_notice", number=table.rules.closing_hands, unit="hands")
    else:
        notice = int(table.rules.minimum_notice)
        said = text("lobby.limits", least=money(table.minimum), most=money(table.maximum))
        closing = text("floor.closing_silent")
        if table.rules.closing is not None:
            closing = text("floor.closing_notice", number=table.rules.closing[1], unit=table.rules.closing[0])
    rules, count = table.rules, cage.counts.get(f"the float of {name}, {CHIPS}")
    register, deals = floor.house.people, floor.house.people.state.dealers(name)
    known = register.state.people
    barred = {person for person, *_ in excluded(known, now)}
    free: list[str] = []
    if register.rules.supervises(rank, rules.book):
        who = (p for p in known if deals_in(register.rules, register.state, p, rules.book))
        free = [person for person in who if person not in deals]
    return {
        "table": table,
        "title": titles.get(name) or rules.title.partition(" at ")[0].partition(" in ")[0],
        "cloth": cloth_of(rules.book).name,
        "limits": said,
        "phase": text(f"phase.{state.phase}"),
        "house": table.house,
        "capacity": rank,
        "ranked": rules.rank_of(rank) >= 0,
        "dealers": tuple((person, known[person].name) for person in deals),
        "free": tuple((person, known[person].name) for person in free),
        "orders": tuple((order.id, _order(order), order.at, order.failed) for order in orders.values() if order.stream == name),
        "aside": floor.aside[name].why if name in floor.aside else "",
        "notice": notice,
        "closing": closing,
        "steps": tuple(sorted(steps, key=lambda step: _CLOSING.index(step.what))),
        "counted": count is not None and count.when == "closing" and count.counted == line.float,
        "left": left,
        "kept": tuple(known[person].name for person in table.kept),
        "barred": tuple(f"{known[player].name}, {player}" for player in map(state.person_at, state.seats) if player in barred),
        "ready": not any(step.missing for step in steps),
    }


def _left_behind(floor: Floor, table: Summary) -> tuple[LeftBehind, ...]:
    """People with chips at a closed table; kept chips go through the room, if the table belongs to it."""
    leavers: list[tuple[str, str, str, dict[str, Any]]] = [
        (person, table.name, "leave-seat", {"seat": seat}) for seat, person in table.people.items()
    ]
    kept = floor.house.room.state.picked_up if floor.house.room is not None else ()
    of_room = {one.person: one.game for one in kept if one.table == table.name}
    for person in table.picked_up:
        game = {"game": of_room[person]} if person in of_room else {}
        leavers.append((person, ROOM if game else table.name, "leave-list", {"person": person, **game}))
    return tuple((*one, chips) for one in leavers if (chips := table.left.get(one[0])))


def _order(order: Order) -> str:
    command: dict[str, Any] = msgspec.json.decode(order.command)
    says = str(command.pop("do")).replace("-", " ")
    facts = ", ".join(f"{name} {money(value) if isinstance(value, int) else value}" for name, value in command.items())
    return f"{says} {facts}".strip()


def _prizes(floor: Floor, capacities: Mapping[str, Sequence[Capacity]]) -> list[dict[str, Any]]:
    """The pending jackpot prizes, with the person's rank at their meters and at their table."""
    return [
        {
            "key": key,
            "prize": prize,
            "meters": casino.meters,
            "capacity": _rank(capacities, casino.meters.name),
            "table_capacity": _rank(capacities, prize.table),
        }
        for casino in floor.house.casinos.values()
        for key, prize in casino.meters.state.prizes.items()
    ]


def _jackpots(floor: Floor, capacities: Mapping[str, Sequence[Capacity]]) -> Iterator[dict[str, Any]]:
    """The prize meters of each book, with what is needed to manage them: the person's rank and the one required,
    the tables that belong to none, the games that are open, and terms to begin with.
    """
    for book, casino in floor.house.casinos.items():
        meters, rules = casino.meters, casino.meters.rules
        tables = {name: table for name, table in floor.house.tables_of(book).items() if not table.closed}
        there = {table.rules.game for table in tables.values()}
        games = [(game, title) for game, title in book_of(book).title_page.games.items() if game in there]
        yield {
            "meters": meters,
            "cloth": cloth_of(book),
            "capacity": _rank(capacities, meters.name),
            "operator": rules.operator or rules.ranks[0],
            "free": [name for name in tables if name not in meters.state.linked],
            "games": games,
            "usual": terms_for_play(games[0][0], usual_cost(games[0][0])) if games else None,
        }


def excluded(people: Mapping[str, Person], now: int) -> list[tuple[str, int, str, int]]:
    """Excluded people: each with the number of the exclusion (0: their own), why, and until when."""
    rows = []
    for person, account in people.items():
        for exclusion in account.exclusions:
            if not exclusion.over(now):
                rows.append((person, exclusion.number, exclusion.reason, exclusion.ends))
        if account.excluded_until > now:
            rows.append((person, 0, text("floor.by_themselves"), account.excluded_until))
    return rows

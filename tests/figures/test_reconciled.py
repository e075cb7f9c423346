"""Every figure against the ledgers, to the cent: random rounds with mistakes and prizes, and a whole evening in a store."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from croupier.cage import commands as cage
from croupier.cage.state import float_at, hands, play_at
from croupier.floor.day_figures import Calendar, Folds, report, weigh
from croupier.floor.day_sums import DATA, QUARTER, Fold
from croupier.floor.house import CAGE, PEOPLE, ROOM
from croupier.jackpots.events import OutcomeWithdrawn
from croupier.jackpots.reconciliation import reckon
from croupier.kernel.accounts import CASH, CHIPS, FLOAT, kind_of
from croupier.kernel.roles import ADMINISTRATOR
from croupier.people import commands as people
from croupier.poker import commands as poker
from croupier.poker.rules import Commission
from croupier.poker.state import CHIP_BOX
from croupier.room import commands as room
from croupier.stud import events as stud
from croupier.stud.state import METER
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import table_line
from croupier.tables.meters import Meters
from croupier.tables.results import Results
from croupier.tournaments.state import ADDED, FEES, POOL
from properties import casino_play
from properties.test_offers import GAME, MANAGER, PLAYERS, Evening

GAMES = ("crown-caribbean-stud", "star-caribbean-stud", "nz-caribbean-stud", "venezia-caribbean-poker")


def folded(stream: Any, lines: Iterable[bytes] | None = None) -> Fold:
    fold = Fold(stream.name, stream.engine.kind)
    fold.read(line.encode() for line in stream.lines()) if lines is None else fold.read(lines)
    return fold


def total(fold: Fold, *subject: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for (_, about, _), figures in fold.sums.items():
        for name, each in figures.items() if about == subject else ():
            found[name] = found.get(name, 0) + each.amount
    return found


FOUND = stud.AnteFound | stud.BetFound
LOST = stud.WagerSettled | stud.HandFolded | stud.HandConceded | stud.WagersForfeited


def staked(table: AnyTable) -> int:
    """What was wagered in rounds that are over, jackpots apart, by the rows that players are shown."""
    results, found = Results(), 0
    for event in table.events:
        results.take(event)
        if isinstance(event, stud.RoundEnded):
            found += sum(row.stake for row in results.rows if isinstance(row.event, LOST))
            found += sum(row.stake - row.back for row in results.rows if isinstance(row.event, FOUND))
    return found


def check_table(table: AnyTable, fold: Fold) -> dict[str, int]:
    sums, money = total(fold, "table", table.name), table.state.money
    assert sums.get("float", 0) == money.get(FLOAT, 0)
    assert sums.get("jackpot", 0) + sums.get("prizes", 0) == money.get(METER, 0)
    assert sums.get("box", 0) == money.get(CHIP_BOX, 0)
    brought = sums.get("drop", 0) + sums.get("brought", 0) - sums.get("taken away", 0)
    assert brought == -sum(amount for name, amount in money.items() if kind_of(name) == "purse")
    assert all(each.start for figures in fold.sums.values() for one in figures.values() for each in one.numbers(table.name))
    for figures in fold.sums.values():  # each figure is the sum of just the entries that it names
        for name, account in (("float", FLOAT), ("box", CHIP_BOX)):
            if (each := figures.get(name)) is not None:
                listed = [table.entries[number - 1] for numbers in each.numbers(table.name) for number in numbers]
                moved = [sum(event.postings.get(account, 0) for event in entry.events) for entry in listed]
                assert sum(moved) == each.amount
                assert all(any(account in event.postings for event in entry.events) for entry in listed)
    return sums


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_rounds_with_mistakes_and_prizes(game: str, seed: int) -> None:
    floor = casino_play.Floor(game, Random(seed))
    for _ in range(260):
        floor.step()
    rounds = 0
    for stream in floor.streams:
        fold = folded(stream)
        if isinstance(stream, AnyTable):
            sums = check_table(stream, fold)
            rounds += sums.get("rounds", 0)
            wagered = sum(amount for name, amount in sums.items() if name.startswith("wagered "))
            assert wagered - sums.get("wagered jackpot", 0) == staked(stream)
        elif isinstance(stream, Meters):
            check_meters(stream, fold)
    assert rounds


@pytest.mark.parametrize("seed", [109, 116])
def test_a_prize_that_was_paid_and_taken_back_is_none(seed: int) -> None:
    floor = casino_play.Floor("crown-caribbean-stud", Random(seed))
    for _ in range(300):
        floor.step()
    (meters,) = (stream for stream in floor.streams if isinstance(stream, Meters))
    assert any(isinstance(event, OutcomeWithdrawn) and event.paid_boxes for event in meters.events)
    at_tables = sum(
        total(folded(table), "table", table.name).get("prizes", 0) for table in floor.streams if isinstance(table, AnyTable)
    )
    off_meters = sum(figures["paid"].amount for figures in folded(meters).sums.values() if "paid" in figures)
    hits = [hit for tally in reckon(meters.events).values() for hit in tally.hits.values()]
    assert -at_tables == off_meters == sum(hit.pays for hit in hits if hit.paid)


def check_meters(meters: Meters, fold: Fold) -> None:
    for name, system in meters.state.systems.items():
        for pool, ledger in ((name, system.major), (f"{name}, minor", system.minor)):
            sums = total(fold, "jackpot", f"{fold.terms.book} {pool}")
            shown = sums.get("seed", 0) + sums.get("contributions", 0) - sums.get("prizes", 0)
            assert shown + sums.get("transfers", 0) + sums.get("added", 0) == Fraction(ledger.value, 10_000)
        assert total(fold, "jackpot", f"{fold.terms.book} {name}").get("wagers", 0) == system.wagers


def test_an_evening_with_every_kind_of_stream() -> None:
    """House tables with a prize meter, a poker room, a tournament and the cage: the report against every ledger."""
    evening = Evening(6)
    house = evening.house
    poker_hands(evening)
    for _ in range(40):
        evening.step()
    fill_and_credit(evening)
    folds: Folds = {}
    for name, stream in house.streams.items():
        if stream.engine.kind in DATA["accounts"]:
            folds[name] = folded(stream)
    weigh(folds)
    found, state = report(folds, "year"), house.cage.state
    assert {fold.kind for fold in folds.values()} == set(DATA["accounts"])
    rows = {row.name: row for row in found.rows if row.section == "table" and not row.total}
    for name, table in house.tables.items():
        if table.state.options.tournament:
            assert name not in rows
            continue
        check_table(table, folds[name])
        row, line = rows[name], table_line(state, table, CHIPS)
        assert row.get("closing") == line.float
        assert row.get("box") - row.get("collected") == line.box
        assert row.get("win") == table.state.money.get(FLOAT, 0) + table.state.money.get(CHIP_BOX, 0)
        brought = row.get("drop") + row.get("brought") - row.get("taken away")
        assert brought == state.holds(play_at(name, CHIPS))
        assert row.get("fills") - row.get("credits") + row.get("counted") == state.holds(float_at(name, CHIPS))
    assert rows["r1"].get("commission") == house.tables["r1"].state.money[CHIP_BOX] > 0
    assert (
        sum(row.get("commission") for row in found.rows if row.section == "hour") == 0
    )  # by the hour only where a day is asked for
    day = report(folds, "hour", Calendar().period("day", house.tables["r1"].at // QUARTER))
    assert sum(row.get("commission") for row in day.rows if row.name == "r1") == rows["r1"].get("commission")
    (cup,) = [row for row in found.rows if row.section == "tournament"]
    money = house.tournaments["cup"].state.money
    assert (cup.get("fees"), cup.get("pool"), cup.get("overlay")) == (money[FEES], money[POOL], -money.get(ADDED, 0))
    assert cup.get("entries") == 5
    meters = house.casinos[GAME].meters
    check_meters(meters, folds[meters.name])
    shown = {row.name.partition(" ")[2]: row for row in found.rows if row.section == "jackpot"}
    for name, system in meters.state.systems.items():
        assert shown[name].get("closing") == Fraction(system.major.value, 10_000)
        kept = shown[name].get("wagers") - shown[name].get("contributions") - shown[name].get("paid") + shown[name].get("prizes")
        assert shown[name].get("reserve") == kept
    bought = sum(amount for *_, amount in folds["cage"].cash)
    assert bought == -state.holds(hands(CASH))
    for each in found.rows:
        for name, figure in each.figures.items():
            assert figure.entries or not figure.amount, (each.name, name)


def poker_hands(evening: Evening) -> None:
    """Three people from the list play a hand, and the house takes commission."""
    table, rank = evening.house.tables["r1"], evening.ranks["crown-poker"]
    for place, person in enumerate(PLAYERS[:3], 1):
        evening.give(ROOM, room.SeatPlayer(person=person, table="r1", place=place, chips=500_00), MANAGER, rank)
    charge = poker.ChangeCommission(commission=Commission(percent=5, cap=10_00))
    evening.give("r1", charge, MANAGER, rank)
    table.play_hand(lambda seat: table.moves(seat)[1].command)


def fill_and_credit(evening: Evening) -> None:
    """A fill, a credit, a count and a chip box by two people."""
    give = evening.give
    for person, capacity in (("c1", "cashier"), ("s1", "security")):
        give(PEOPLE, people.RegisterPerson(person=person, name=person), "admin", ADMINISTRATOR)
        give(PEOPLE, people.GrantRole(person=person, book="*", capacity=capacity), "admin", ADMINISTRATOR)
    for what, amount in (("fill", 900_00), ("credit", 300_00)):
        give(CAGE, cage.RequestTransfer(what=what, table="one", amount=amount), "c1", "cashier")  # type: ignore[arg-type]
        give(CAGE, cage.ConfirmTransfer(number=evening.house.cage.state.requested), "s1", "security")
    give(CAGE, cage.CountFloat(table="two", counted=7_00), "c1", "cashier")
    give(CAGE, cage.CollectDrop(table="r1"), "s1", "security")

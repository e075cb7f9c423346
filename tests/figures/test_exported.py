"""The figures against sums over an exported record that need none of our code; archives, two currencies, and midnight."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from cage.house import House
from croupier.drawing.document import as_text, from_template
from croupier.floor import day_figures
from croupier.floor.day_figures import Folds, Report, Row, read_on, report, weigh
from croupier.floor.day_sums import Fold, Place, Terms
from croupier.floor.stores import Line, store_of
from croupier.floor.stores.archive import archive
from croupier.proof.checkpoints import Sequencer
from croupier.proof.exporting import export
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.training.house_scenes import finish_round
from people.registered import done
from proof.house import SIGNER

DAY = 86_400
MIDNIGHT = (1_800_000_000 // DAY + 1) * DAY  # between 2027-01-15 and 2027-01-16


def evening() -> House:
    """A long day at table X; and a round on each of two tables in Australian dollars and one in euro, begun before midnight and
    settled after it.
    """
    house = House()
    house.add(HouseTable("crown-caribbean-stud", Options(places=2), name="X", seed=5))
    house.add(HouseTable("venezia-caribbean-poker", Options(places=2), name="V", seed=3))
    for number, name in enumerate("ASVX", 1):
        done(house.buys(f"p{number}", 4_000_00, at=MIDNIGHT - 60))
        done(house.sit(name, 1, f"p{number}", 2_000_00))
        done(house.moves("fill", name, 10_000_00))
    for _ in range(60):
        done(house.play("X", stud.PlaceAnte(seat=1, amount=10_00), at=MIDNIGHT - 30))
        finish_round(house.tables["X"])  # type: ignore[arg-type]
    for name in "ASV":
        done(house.play(name, stud.PlaceAnte(seat=1, amount=50_00), at=MIDNIGHT - 1))
    for name in "ASV":
        table = house.tables[name]
        table.clock = lambda: MIDNIGHT + 1
        finish_round(table)  # type: ignore[arg-type]
    return house


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The house in a store, and its record exported."""
    folder = tmp_path_factory.mktemp("exported")
    house = evening()

    async def fill() -> None:
        store = store_of(str(folder / "house.db"))
        await store.start()
        for stream in (house.cage, house.casino.meters, *house.tables.values()):
            pairs = zip(stream.entries, stream.lines(), strict=True)
            kind = stream.engine.kind
            await store.append(
                [Line(stream.name, kind, e.number, e.at, e.person, "", e.hash, line.encode()) for e, line in pairs]
            )
        sequencer = Sequencer(store, SIGNER)
        await sequencer.open()
        await sequencer.advance()
        await export(store, folder / "house.zip")
        for name, head in (await store.heads()).items():
            await store.save_snapshot(name, head.number, b"{}")
        await store.stop()

    asyncio.run(fill())
    return folder / "house.db", folder / "house.zip"


def read(where: Path, of: day_figures.Of = "year", which: str = "", archived: Path | None = None) -> Report:
    """A report by a process that has just been started."""

    async def work() -> Folds:
        folds: Folds = {}
        store = store_of(str(where))
        await store.start()
        if archived is not None:
            assert await archive(store, str(archived), 2**40, least=5)
        await read_on(store, folds)
        await store.stop()
        return folds

    folds = asyncio.run(work())
    weigh(folds)
    return report(folds, of, which)


def tables(found: Report) -> dict[str, Row]:
    return {row.name: row for row in found.rows if row.section == "table" and not row.total}


def test_every_table_as_an_independent_sum_has_it(kept: tuple[Path, Path]) -> None:
    sums: Counter[tuple[str, str]] = Counter()
    with zipfile.ZipFile(kept[1]) as record:
        for name in record.namelist():
            for line in record.read(name).splitlines() if name.startswith("entries/") else ():
                entry = json.loads(line)
                for event in entry["events"]:
                    for account, amount in event.get("postings", {}).items():
                        kind, _, owner = account.partition(":")
                        table = owner if entry["stream"] == "cage" else entry["stream"]
                        if kind == "float":
                            sums[table, "fills" if entry["stream"] == "cage" else "float"] += amount
                        if kind == "purse":
                            sums[table, "drop"] -= amount
                    if event["event"] in ("wager-settled", "hand-folded"):
                        sums[entry["stream"], "wagered"] += event.get("stake", event.get("collected", 0))
    rows = tables(read(kept[0]))
    assert set(rows) == {"A", "S", "V", "X"}
    for name, row in rows.items():
        for figure in ("float", "fills", "drop"):
            assert row.get(figure) == sums[name, figure], (name, figure)
        assert sum(row.get(each) for each in row.figures if each.startswith("wagered ")) == sums[name, "wagered"] > 0
        assert row.get("closing") == sums[name, "float"] + sums[name, "fills"]


def test_sums_in_two_currencies_are_never_added(kept: tuple[Path, Path]) -> None:
    found = read(kept[0])
    rows = tables(found)
    *games, total = [row for row in found.rows if row.total]
    assert [(row.game, row.get("rounds")) for row in games] == [("crown-caribbean-stud", 61)]
    assert (rows["A"].currency.code, rows["S"].currency.code, rows["V"].currency.code) == ("AUD", "AUD", "EUR")
    assert (total.currency.code, total.get("drop")) == ("AUD", sum(rows[name].get("drop") for name in "ASX"))
    paper = as_text(from_template("report.md", report=found))
    assert "all tables, AUD" in paper
    assert "€10,000.00" in paper
    assert len(list(day_figures.charts(found))) == len({row.currency for row in rows.values() if row.get("win")})


def test_a_round_over_midnight_is_counted_once_where_it_was_settled(kept: tuple[Path, Path]) -> None:
    before, after = (tables(read(kept[0], "day", day)) for day in ("2027-01-15", "2027-01-16"))
    for name in "ASV":
        one, other = before[name].figures, after[name].figures
        assert not any(each in one for each in ("rounds", "hands", "expected", "wagered ante", "float"))
        assert other["rounds"].amount == other["hands"].amount == 1
        assert other["wagered ante"].amount == 50_00
        assert other["expected"].amount > 0
        assert other["opening"].amount == one["closing"].amount == 10_000_00
        assert "drop" not in other


def test_archived_entries_are_read_like_the_others(kept: tuple[Path, Path], tmp_path: Path) -> None:
    before = read(kept[0])
    assert read(kept[0], archived=tmp_path / "archive") == before


def test_a_book_that_is_not_there_has_sums_but_no_expected_win(kept: tuple[Path, Path]) -> None:
    gone, stood = Fold("G", "house table"), MIDNIGHT // 900
    gone.terms = Terms("gone", "gone")
    gone.put("float", 12_00, at=Place(stood, 1, gone.terms))
    gone.put("unweighed", at=Place(stood, 1, gone.terms))
    (row,) = report({"G": gone}).rows
    assert (row.get("win"), row.said("win"), "z" in row.figures) == (12_00, "$12.00", False)

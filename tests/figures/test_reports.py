"""Reports as people ask for them: a house with a cage, tables and meters in a store, gaming days, cash around a limit, slips."""

from __future__ import annotations

import asyncio
import csv
import json
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cage.house import House
from croupier.cage import commands as c
from croupier.cli.main import app
from croupier.drawing.document import as_text, from_template
from croupier.floor import day_figures
from croupier.floor.day_figures import Calendar, Folds, ReportError, cash, report, weigh
from croupier.floor.day_sums import Fold, Place, Played, Terms
from croupier.floor.stores import Line, store_of
from croupier.kernel.accounts import FLOAT
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Refused
from croupier.kernel.money import DOLLARS, cents, dollars
from croupier.poker import commands as poker
from croupier.poker.rules import Commission
from croupier.poker.state import CHIP_BOX
from croupier.stud import commands as stud
from croupier.stud.events import JackpotPaid
from croupier.tables.balance import table_line
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import poker_table
from croupier.tables.results import Row as ResultRow
from croupier.tournaments.commands import PayOut
from croupier.training.house_scenes import finish_round
from people.registered import done
from properties import casino_play
from tournaments.test_paid_in_play import closed, down_to

DAY = 86_400
NOON = 1_800_000_000 // DAY * DAY + DAY // 2  # 2027-01-15


def evening() -> House:
    """Two days: chips bought, sold and brought to tables, rounds, a fill, a credit, a count, and a note."""
    house = House()
    for person in ("p1", "p2"):
        done(house.buys(person, 4_000_00, at=NOON))
        done(house.sit("A", int(person[1]), person, 2_000_00))
    done(house.moves("fill", "A", 50_000_00))
    for day in (0, DAY):
        for _ in range(4):
            for seat in (1, 2):
                done(house.play("A", stud.PlaceAnte(seat=seat, amount=50_00), at=NOON + day))
            table = house.tables["A"]
            finish_round(table)  # type: ignore[arg-type]
    done(house.moves("credit", "A", 1_000_00))
    done(house.staff("floor 1", c.CountFloat(table="A", counted=house.state.in_float("A", "chips") + 5_00, when="closing")))
    return house


def folded(house: House) -> Folds:
    found: Folds = {}
    for stream in (house.cage, house.casino.meters, *house.tables.values()):
        fold = found[stream.name] = Fold(stream.name, stream.engine.kind)
        fold.read(line.encode() for line in stream.lines())
    weigh(found)
    return found


@pytest.fixture(scope="module")
def house() -> House:
    return evening()


def test_floats_close_as_the_cage_has_them_and_open_as_they_closed(house: House) -> None:
    found = report(folded(house), "table", "A")
    first, last, total = found.rows
    assert (first.period, last.period) == ("2027-01-15", "2027-01-16")
    assert first.get("opening") == 0
    assert first.get("closing") == last.get("opening")
    assert last.get("closing") == table_line(house.state, house.tables["A"], "chips").float
    assert first.get("fills") == 50_000_00
    assert last.get("credits") == 1_000_00
    assert last.get("counted") == 5_00
    assert first.get("drop") == 4_000_00
    assert sum(int(row.get("wagered ante")) for row in (first, last)) == 2 * 8 * 50_00
    assert total.get("win") == house.tables["A"].state.money[FLOAT]
    assert total.get("opening") == 0
    assert total.get("closing") == last.get("closing")
    assert str(first.figures["fills"]).startswith("cage ")


def test_a_meter_opens_as_it_closed_on_the_day_before() -> None:
    fold, main = Fold("meters", "meters"), ("jackpot", "main")
    for number, (at, amount) in enumerate(((NOON, 3_00), (NOON + DAY, 2_00)), 1):
        fold.put("contributions", amount, main, Place(at // 900, number, Terms()))
    first, last = (report({"meters": fold}, "day", day).rows[0] for day in ("2027-01-15", "2027-01-16"))
    assert (first.get("opening"), first.get("closing")) == (0, 3_00)
    assert (last.get("opening"), last.get("closing")) == (3_00, 5_00)


def test_what_was_expected_is_the_edge_of_the_antes_and_what_mistakes_cost(house: House) -> None:
    from solutions import best

    found = report(folded(house), "month")
    (row,) = [one for one in found.rows if one.name == "A"]
    solution = best("crown-caribbean-stud")
    assert row.get("expected") == -Fraction(solution.total, solution.deals) * 2 * 8 * 50_00
    assert row.get("played") == row.get("expected") + row.get("mistakes")
    assert row.get("mistakes") >= 0
    assert row.get("z") == pytest.approx(float((row.get("win") - row.get("played")) / row.get("deviation")), abs=1e-6)
    assert f"{row.get('z'):+.2f}{' outside 95 %' * row.outside}" in as_text(from_template("report.md", report=found))


def test_a_table_that_changes_its_game_has_a_row_for_each() -> None:
    table = poker_table("crown-holdem", name="P", seats=3, seed=2)
    rank = table.rules.ranks[-1]

    def play(hands: int) -> None:
        for _ in range(hands):
            table.play_hand()

    done(table.do(poker.ChangeCommission(commission=Commission(percent=5, cap=10_00)), by=rank))
    play(1)
    done(table.do(poker.AnnounceChange(options={}, game="crown-omaha"), by=rank))
    play(3)
    done(table.do(poker.ChangeTable(), by=rank))
    play(2)
    fold = Fold("P", "poker table")
    fold.read(line.encode() for line in table.lines())
    found = report({"P": fold}, "day")
    hands = {row.game: row.get("hands") for row in found.rows if not row.total}
    assert hands == {"crown-holdem": 4, "crown-omaha": 2}
    assert sum(row.get("win") for row in found.rows if not row.total) == table.state.money[CHIP_BOX]
    assert [found.label(row) for row in found.rows if not row.total] == ["P crown-holdem AUD", "P crown-omaha AUD"]
    (row,) = report({"P": fold}, "game", "crown-omaha").rows
    assert row.get("hands") == 2


def test_a_hand_without_an_ante_counts_in_the_round_where_it_was() -> None:
    fold = Fold("A", "house table")
    fold.at, fold.number = NOON, 7
    paid = JackpotPaid(box=1, hand="flush", amount=75_00, postings={}, clauses=("1",))
    place = Place(NOON // 900, 6, fold.terms)
    fold._results.rows = [ResultRow(person="p", box=1, event=paid, net=74_00, stake=1_00, back=75_00, place=place)]
    fold._ended()
    (found,) = fold.sums.values()
    assert {name: str(each) for name, each in found.items()} == {"wagered jackpot": "A 6", "hands": "A 7"}


def test_a_period_that_is_not_over_says_so(house: House) -> None:
    folds = folded(house)
    assert report(folds, "day", "2027-01-15", now=NOON).so_far
    assert not report(folds, "day", "2027-01-15", now=NOON + DAY).so_far
    assert not report(folds, "table", "A", now=NOON).so_far
    assert "So far" in as_text(from_template("report.md", report=report(folds, "month", now=NOON)))


def test_hands_that_are_not_weighed_yet_have_no_expected_win(house: House) -> None:
    folds = folded(house)
    waiting = folds["A"] = Fold("A", "house table")
    waiting.read(line.encode() for line in house.tables["A"].lines())
    weigh(folds, lambda terms: False)
    found = report(folds, "month")
    (row,) = [one for one in found.rows if one.name == "A"]
    assert found.lacks == "weighed"
    assert not {"expected", "played", "deviation", "z"} & set(row.figures)
    weigh(folds)
    assert "z" in next(one for one in report(folds, "month").rows if one.name == "A").figures


def test_a_report_reads_on_where_it_stopped(house: House) -> None:
    table = house.tables["A"]
    lines = [line.encode() for line in table.lines()]
    whole, parts = Fold("A", "house table"), Fold("A", "house table")
    whole.read(lines)
    for line in lines:
        parts.read([line])
    assert parts.sums == whole.sums
    assert parts.played == whole.played


def test_a_note_goes_on_record_by_a_supervisor_alone(house: House) -> None:
    note = c.ExplainResult(table="A", day="2027-01-15", note="two royal flushes, cards checked")
    assert isinstance(house.desk(note), Refused)
    for wrong in ({"table": "Z"}, {"day": "yesterday"}, {"note": " "}):
        refusal = house.staff("floor 1", c.ExplainResult(**{"table": "A", "day": "2027-01-15", "note": "x"} | wrong))
        assert isinstance(refusal, Refused)
        assert refusal.ground == "variance_explained"
    done(house.staff("floor 1", note))
    assert house.state.explained == {"A 2027-01-15": note.note}
    (row,) = [one for one in report(folded(house), "day", "2027-01-15").rows if one.name == "A"]
    assert row.note == note.note


@pytest.mark.parametrize(
    ("calendar", "of", "at", "period"),
    [
        (Calendar(), "day", "2027-01-15T00:00", "2027-01-15"),
        (Calendar(day_begins=6), "day", "2027-01-16T05:59", "2027-01-15"),
        (Calendar(day_begins=6), "day", "2027-01-16T06:00", "2027-01-16"),
        (Calendar(zone="Australia/Melbourne"), "day", "2027-01-15T13:00", "2027-01-16"),
        (Calendar(zone="Pacific/Chatham"), "hour", "2027-01-15T10:15", "2027-01-16 00:00"),
        (Calendar(day_begins=6, shifts=(6, 14, 22)), "shift", "2027-01-16T03:00", "2027-01-15, from 22:00"),
        (Calendar(day_begins=6, shifts=(6, 14, 22)), "shift", "2027-01-15T13:59", "2027-01-15, from 06:00"),
        (Calendar(day_begins=6), "month", "2027-02-01T05:00", "2027-01"),
        (Calendar(day_begins=6), "year", "2027-01-01T05:00", "2026"),
    ],
)
def test_gaming_days_and_shifts(calendar: Calendar, of: str, at: str, period: str) -> None:
    from datetime import UTC, datetime

    moment = int(datetime.fromisoformat(at).replace(tzinfo=UTC).timestamp())
    assert calendar.period(of, moment // 900) == period


def bought(*amounts: tuple[float, str]) -> Folds:
    """Somebody buys (or, below zero, redeems) these sums, each so many days after noon of the first."""
    fold = Fold("cage", "cage")
    for number, (day, amount) in enumerate(amounts, 1):
        sign = -1 if amount.startswith("-") else 1
        fold.cash.append((NOON + int(day * DAY), number, "p1", sign * cents(amount.removeprefix("-"))))
    return {"cage": fold}


@pytest.mark.parametrize(
    ("made", "reasons"),
    [
        ([(0, "9000")], []),
        ([(0, "10000")], [["at the limit"]]),
        ([(0, "-10000")], [["at the limit"]]),
        ([(0, "5000"), (0, "4999.99")], [["split just below"]]),
        ([(0, "3300"), (0.1, "3300"), (0.2, "3300")], [["split just below"]]),
        ([(0, "3000"), (0.1, "3000"), (0.2, "3000")], []),
        ([(0.4, "6000"), (0.6, "6000")], [["split"], ["split"]]),
        ([(0.4, "6000"), (0.6, "3500"), (1.7, "6000")], [["split just below"], ["split just below"]]),
        ([(-0.5, "1000"), (0.4, "6000"), (0.6, "3999.99")], [["split just below"], ["split just below"]]),
        ([(0, "12000"), (0, "500")], [["at the limit"]]),
        ([(0, "5000"), (0, "5000")], [["split"]]),
        ([(0, "5000"), (0, "-5000")], []),
        ([(0, "5000"), (1, "5000")], []),
        ([(0, "9000.01")], []),
        ([(0, "9000.01"), (1, "9999.99")], [["just below"], ["just below"]]),
        ([(0, "9000"), (1, "9999.99")], []),
        ([(0, "9500"), (1, "-9500")], []),
        ([(0, "9500"), (0, "9500"), (1, "9500")], [["split", "just below"], ["just below"]]),
    ],
)
def test_cash_at_the_limit_split_and_just_below(made: Sequence[tuple[float, str]], reasons: list[list[str]]) -> None:
    found = cash(bought(*made), Calendar(), 10_000_00, DOLLARS)
    assert [day.note.split(", ") for day in found] == reasons
    everybody = cash(bought(*made), Calendar(), 10_000_00, DOLLARS, everybody=True)
    assert sum(int(day.get("bought") - day.get("redeemed")) for day in everybody) == sum(
        amount for *_, amount in bought(*made)["cage"].cash
    )


def test_a_wrong_period_or_name_says_what_there_is(house: House) -> None:
    with pytest.raises(ReportError, match="there are 2027-01-15, 2027-01-16"):
        report(folded(house), "day", "18.11.2026")
    with pytest.raises(ReportError, match="there are A"):
        report(folded(house), "table", "nowhere")
    assert report({}).rows == []


@pytest.fixture(scope="module")
def database(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("figures") / "house.db"

    async def fill() -> None:
        store = store_of(str(where))
        await store.start()
        for stream in (house.cage, house.casino.meters, *house.tables.values()):
            kind = stream.engine.kind
            kept = zip(stream.entries, stream.lines(), strict=True)
            await store.append([Line(stream.name, kind, e.number, e.at, e.person, "", e.hash, line.encode()) for e, line in kept])
        await store.stop()

    asyncio.run(fill())
    return where


def told(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, ["report", *arguments], catch_exceptions=True)
    assert result.exit_code == status, (result.output, result.exception)
    return result.output


def test_the_command_in_every_form(database: Path, tmp_path: Path) -> None:
    where = ("--database", str(database))
    assert "Floats" in told("day", *where)
    rows = list(csv.DictReader(StringIO(told("table", "A", "--csv", *where))))
    fills = [row for row in rows if row["section"] == "table" and row["figure"] == "fills"]
    assert [(row["amount"], row["entries"].split()[0]) for row in fills] == [("50000.00", "cage")]
    assert json.loads(told("table", "A", "--json", *where)) == rows
    paper = tmp_path / "month.pdf"
    told("month", "2027-01", "--to", str(paper), *where)
    assert paper.read_bytes().startswith(b"%PDF")
    told("month", "2027-01", "--to", str(tmp_path / "month.doc"), *where, status=1)
    assert "Nothing to look at" in told("cash", *where)
    assert "split" not in told("cash", "--csv", *where)
    assert "2027-01-15,p1,USD,4000.00,0.00,4000.00,at the limit,cage " in told("cash", "--csv", "--limit", "4000", *where)


def test_slips(house: House, database: Path) -> None:
    number = next(e.number for e in house.cage.entries if isinstance(e.command, c.IssueChips))
    said = told("slip", "cage", str(number), "--database", str(database))
    assert "Receipt: chips bought" in said
    assert "$4,000.00" in said
    assert "Person: p1" in said
    store = str(database)

    async def made(name: str, entry: int) -> None:
        opened = store_of(store, read_only=True)
        await opened.start()
        try:
            await day_figures.slip(opened, name, entry, Calendar(), "House")
        finally:
            await opened.stop()

    for name, entry in (("cage", 1), ("cage", 10_000), ("nowhere", 1)):
        with pytest.raises(ReportError):
            asyncio.run(made(name, entry))


def test_slips_of_prizes_name_person_and_amount(tmp_path: Path) -> None:
    """A jackpot that was paid by hand at a table, and a prize of a tournament."""
    floor = casino_play.Floor("crown-caribbean-stud", Random(109))
    for _ in range(300):
        floor.step()
    desk = closed()
    (winner,) = down_to(desk, len(desk.state.prizes) - 1)[:1]
    desk.do(PayOut(person=winner))
    shown: dict[str, list[tuple[Any, dict[str, str]]]] = {"jackpot-paid": [], "prize-paid-out": []}

    async def read(stream: Any, number: int) -> None:
        store = store_of(str(tmp_path / f"{number}.db"))
        await store.start()
        kept = list(zip(stream.entries, stream.lines(), strict=True))
        kind = stream.engine.kind
        await store.append([Line(stream.name, kind, e.number, e.at, e.person, "", e.hash, line.encode()) for e, line in kept])
        for entry, _ in kept:
            for event in entry.events:
                if (tag := str(event.__struct_config__.tag)) in shown:
                    paper = await day_figures.slip(store, stream.name, entry.number, Calendar(), "House")
                    shown[tag].append((event, dict(paper.facts)))
        await store.stop()

    tables = [stream for stream in floor.streams if isinstance(stream, HouseTable)]
    for number, stream in enumerate([*tables, desk.keeper.stream]):
        asyncio.run(read(stream, number))
    assert shown["jackpot-paid"]
    for event, facts in shown["jackpot-paid"]:
        assert facts["Amount"] == dollars(event.amount)
        assert facts["Person"] != "not known"
    ((event, facts),) = shown["prize-paid-out"]
    assert (facts["Person"], facts["Amount"]) == (winner, dollars(event.amount))


def test_no_cell_is_a_formula() -> None:
    paper = from_template("cash.md", days=[], limit=0)
    assert day_figures.as_file("csv", [("=1+1", "-5.00", "-x", "@a")], paper) == b"'=1+1,-5.00,'-x,'@a\n"
    for cell in ("-1+cmd|' /C calc'!A0", "-5.00\n=1", " =1", "＝1+1", "－2", "\n@a"):
        read = list(csv.reader(StringIO(day_figures.as_file("csv", [(cell,)], paper).decode(), newline="")))
        assert read == [[f"'{cell}"]]


def test_what_has_no_expectation_is_not_in_the_deviation_of_a_total(house: House) -> None:
    """The commission of a poker table has no expected win beside it: it says nothing of how the house games went."""
    folds = folded(house)
    (alone,) = [row for row in report(folds, "year").rows if row.name == "A"]
    poker = folds["P"] = Fold("P", "poker table")
    poker.terms = folds["A"].terms
    poker.put("box", 9_000_00, at=Place(NOON // 900, 1, poker.terms))
    total = report(folds, "year").rows[-1]
    assert total.total
    assert total.get("win") == alone.get("win") + 9_000_00
    assert total.get("z") == pytest.approx(alone.get("z"))


def test_every_table_of_the_house_has_a_row(house: House) -> None:
    found = report(folded(house), "year", "2027")
    played = {name for name, table in house.tables.items() if table.number > 1}
    assert {row.name for row in found.rows if row.section == "table"} - {""} <= set(house.tables)
    assert "A" in {row.name for row in found.rows} & played


def test_parquet_has_exact_numbers_or_says_what_to_install() -> None:
    paper, lines = from_template("cash.md", days=[], limit=0), [("name", "amount"), ("A", "12.50"), ("B", "-3.0000")]
    if find_spec("pyarrow") is None:
        with pytest.raises(ReportError, match=r"pip install 'croupier\[parquet\]'"):
            day_figures.as_file("parquet", lines, paper)
        return
    from pyarrow import parquet

    rows = parquet.read_table(BytesIO(day_figures.as_file("parquet", lines, paper))).to_pylist()
    assert rows == [{"name": "A", "amount": Decimal("12.50")}, {"name": "B", "amount": Decimal("-3")}]


def test_mistakes_in_hands_that_stayed_face_down_are_for_those_who_may_know_them() -> None:
    """Two hands that are folded are as good to everybody else, whatever their cards."""
    table = HouseTable("crown-caribbean-stud", name="A", seed=5)
    for seat in (1, 2):
        done(table.do(stud.TakeSeat(seat=seat, chips=1_000_00)))
        done(table.do(stud.PlaceAnte(seat=seat, amount=50_00)))
    while not table.turn:
        step = table.next_step()
        assert step is not None
        done(table.do(step))
    done(table.do(stud.Fold(seat=table.turn)))
    finish_round(table)
    read = Fold("A", "house table")
    read.read(line.encode() for line in table.lines())
    played = read.played
    assert {(one.play, one.shown) for one in played} == {("bet", True), ("fold", False)}
    told = list[tuple[Any, Any]]()
    for cards in ("As Ah Ac Kd Kh", "2s 4h 6c 8d Th"):
        fold = Fold("A", "house table")
        fold.terms = Terms("crown-caribbean-stud", "crown-caribbean-stud")
        asked = replace(played[0].asked, hand=tuple(map(Card, cards.split())), up=Card("3d"))
        fold.played = [Played(Place(NOON // 900, 1, fold.terms), asked, "fold", 0, shown=False)]
        weigh({"A": fold})
        inspectors, others = ([row.figures for row in report({"A": fold}, "year", sees=sees).rows] for sees in (None, ()))
        told.append((inspectors, others))
    assert told[0][0] != told[1][0]
    assert "mistakes" in told[0][0][0]
    assert told[0][1] == told[1][1]
    assert "expected" in told[0][1][0]

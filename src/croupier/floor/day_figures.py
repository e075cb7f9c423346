"""The figures of a house for people: by table, game, shift, gaming day, month and year, each with the entries that it sums.

Every report is made the same way: the sums of `day_sums.py`, by quarter of an hour, are added up by period and subject.
Sums in different currencies are never added.
"""

import csv
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO, StringIO
from itertools import accumulate
from math import sqrt
from operator import itemgetter
from typing import Annotated, Any, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo

import msgspec

from croupier.drawing import plots
from croupier.drawing.document import Document, as_pdf, from_template
from croupier.floor.books import read_stream
from croupier.floor.day_sums import DATA, QUARTER, UNSEEN, Figure, Fold, Subject, Terms, currency_of, signed
from croupier.floor.house import CAGE
from croupier.floor.stores.interface import Store
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import DOLLARS, Currency, plain
from croupier.kernel.roles import DAY
from croupier.training import coach

Of = Literal["day", "month", "year", "shift", "hour", "table", "game"]
Hour = Annotated[int, msgspec.Meta(ge=0, le=23)]
OFS: tuple[Of, ...] = get_args(Of)
BAND = 1.96
"""How many standard deviations hold 95 % of all results."""
_FORMS = {"day": "%Y-%m-%d", "shift": "%Y-%m-%d, from ", "month": "%Y-%m", "year": "%Y", "hour": "%Y-%m-%d %H:00"}
_FORMULA = r"\A(?=[\t\r]|\s*[=+@＝＋＠－]|\s*-(?![\d.,]+\Z))"
"""Where a cell begins that a spreadsheet would take for a formula: by a sign, also in full width, unless it is a number."""
SOLVER = find_spec("numba") is not None
Folds = dict[str, Fold]
Lines = Iterable[Sequence[str]]


class ReportError(CroupierError):
    """A report that cannot be made; the message says what is available."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """When a gaming day and its shifts begin in the house's own time, at full hours."""

    zone: str = "UTC"
    day_begins: Hour = 0
    shifts: tuple[Hour, ...] = (0, 8, 16)

    @lru_cache(maxsize=1 << 17)  # noqa: B019  (calendars are few, and equal ones are one)
    def period(self, of: str, quarter: int) -> str:
        """The day, month, year, shift or hour of a quarter of an hour, as text that sorts by time."""
        local = self.local(quarter * QUARTER).replace(tzinfo=None)
        day = local if of == "hour" else local - timedelta(hours=self.day_begins)
        since = max((after for hour in self.shifts if (after := (hour - self.day_begins) % 24) <= day.hour), default=0)
        return f"{day:{_FORMS[of]}}" + (f"{(self.day_begins + since) % 24:02d}:00" if of == "shift" else "")

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, UTC if self.zone == "UTC" else ZoneInfo(self.zone))  # not every system has zones


class Row(msgspec.Struct, kw_only=True):
    """A table, prize meter or tournament in a period, or a `total` of tables; or what a person bought and redeemed on a day."""

    section: str
    period: str
    name: str
    game: str = ""
    currency: Currency = DOLLARS
    figures: dict[str, Figure] = {}
    note: str = ""
    total: bool = False

    @property
    def subject(self) -> Subject:
        return self.section, self.name

    @property
    def outside(self) -> bool:
        """Whether its win is outside the band that 95 % of all results are in."""
        return bool(abs(self.get("z")) > BAND)

    def get(self, name: str) -> Any:
        return self.figures[name].amount if name in self.figures else 0

    def said(self, name: str) -> str:
        """A figure in the form that people read."""
        form = DATA["forms"].get(name)
        return form.format(self.get(name)) if form else self.currency.of(round(self.get(name)))

    def add(self, name: str, figure: Figure, sign: int = 1) -> None:
        self.figures.setdefault(name, Figure()).take(sign * figure.amount, figure.entries)

    def finish(self) -> None:
        """Calculate what follows from its sums."""
        sums = dict(DATA["sums"][self.section])
        if "unweighed" in self.figures:
            self.figures = {name: figure for name, figure in self.figures.items() if name not in DATA["weighed"]}
        if "variance" in self.figures:
            sums |= DATA["sums"]["judged"]
            self.figures["deviation"] = Figure(Fraction(sqrt(self.get("variance"))), self.figures["variance"].entries)
        for name, parts in sums.items():
            known = [(part, sign) for part, sign in signed(parts) if part in self.figures and name not in self.figures]
            for part, sign in known:
                self.add(name, self.figures[part], sign)
        for name, (part, whole) in DATA["ratios"].items():
            if self.get(whole) and part in self.figures:
                self.add(name, Figure(float(self.get(part) / self.get(whole)), self.figures[part].entries))


class Report(msgspec.Struct, kw_only=True):
    """`of` and `which` say what it is about, and `known` lists the alternatives. While a period is not over, its figures are
    only `so_far`. `lacks` says why some expected wins are missing: hands are still `weighed`, or there is no `solver`.
    """

    of: Of
    which: str
    known: list[str]
    rows: list[Row]
    so_far: bool = False
    lacks: str = ""

    def beside(self, step: int) -> str:
        """The period, table or game before or after this one."""
        at = self.known.index(self.which) + step if self.known else -1
        return self.known[at] if 0 <= at < len(self.known) else ""

    def label(self, row: Row) -> str:
        """The first cells of a row, before its figures; with the game, if a table has changed it."""
        if row.total:
            return f"all {row.game or 'tables'}, {row.currency.code}"
        period = row.period if self.of in ("table", "game", "shift", "hour") else ""
        others = [other for other in self.rows if (other.subject, other.period) == (row.subject, row.period)]
        game = f"{row.game} {row.currency.code}" if len(others) > 1 else ""
        return " ".join(filter(None, (period, row.name if self.of != "table" else "", game)))

    @property
    def asking(self) -> list[Row]:
        """The days of tables on which the result was outside the band."""
        return [row for row in self.rows if row.section == "table" and len(row.period) == 10 and row.outside]

    def grids(self) -> Iterator[tuple[dict[str, Any], dict[str, str], list[Row]]]:
        """Each table of the report: what it is, its figures with their headings, and its rows."""
        for grid in DATA["grid"]:
            rows, columns = [row for row in self.rows if row.section == grid["of"]], dict(grid.get("columns", {}))
            if begins := grid.get("begins"):
                names = dict.fromkeys(name for row in rows for name in row.figures if name.startswith(begins))
                columns = {name: name.removeprefix(begins).capitalize() for name in names}
            if rows := [row for row in rows if any(row.get(name) for name in columns)]:
                yield grid, columns, rows


async def read_on(store: Store, folds: Folds) -> None:
    """Read what the store has of every stream beyond the last read."""
    for name, head in (await store.heads()).items():
        if head.kind in DATA["accounts"]:
            fold = folds.setdefault(name, Fold(name, head.kind))
            while fold.number < head.number:
                fold.read(await store.read(name, after=fold.number))


class _Fact(NamedTuple):
    """What a stream has for a quarter of an hour, and what was played then."""

    quarter: int
    subject: Subject
    terms: Terms
    fold: Fold
    figures: dict[str, Figure]


def _facts(folds: Folds, since: int = 0) -> list[_Fact]:
    """Everything that has figures, by time. What the cage does for a table belongs to what is played there then."""
    facts = [_Fact(*key, fold, sums) for fold in folds.values() for key, sums in fold.sums.items() if key[0] >= since]
    facts.sort(key=itemgetter(0, 1))
    playing = {fact.subject: fact.terms for fact in reversed(facts) if fact.fold.kind != CAGE}
    for place, fact in enumerate(facts):
        if fact.fold.kind != CAGE:
            playing[fact.subject] = fact.terms
        else:
            facts[place] = fact._replace(terms=playing.get(fact.subject, fact.terms._replace(game="")))
    return facts


def _rows(
    folds: Folds, facts: Iterable[_Fact], period_of: Callable[[_Fact], str], sees: Container[str] | None = None
) -> list[Row]:
    """The rows that facts make, by time, each finished; a fact without a period only counts for what others open with."""
    rows: dict[tuple[str, Subject, str, str], Row] = {}
    held: dict[Subject, Figure] = {}
    notes = folds[CAGE].notes if CAGE in folds else {}
    waits = {(one.place.quarter, fold.subject) for fold in folds.values() for one in fold.played}
    for fact in facts:
        (section, name), figures, before = fact.subject, fact.figures, held.setdefault(fact.subject, Figure())
        if period := period_of(fact):
            game, currency = fact.terms.game, currency_of(fact.terms)
            key = period, fact.subject, game, currency.code
            if (row := rows.get(key)) is None:
                row = Row(section=section, period=period, name=name, game=game, currency=currency)
                row.note = notes.get(f"{name} {period}", "")
                row.add("opening", before)
                rows[key] = row
            for each, figure in figures.items():
                if each != UNSEEN or sees is None or name in sees:
                    row.add("mistakes" if each == UNSEEN else each, figure)
            if (fact.quarter, fact.subject) in waits:
                row.add("unweighed", figures.get("hands", Figure()))
        last = max(ranges[-1].stop for each in figures.values() for ranges in each.entries.values())
        signs = signed(DATA["sums"][section]["closing"])
        moved = sum(sign * figures[each].amount for each, sign in signs if each in figures)
        held[fact.subject] = Figure(before.amount + moved, before.entries | {fact.fold.stream: [range(1, last)]})
    found = sorted(rows.values(), key=lambda row: (row.section, row.period, row.name))
    for row in found:
        row.finish()
    return found


def asking(folds: Folds, calendar: Calendar, now: int) -> list[tuple[str, str]]:
    """The tables and days, of the seven days before this one, with a result outside the band and no note of a supervisor."""
    first, today = (calendar.period("day", (now - days * DAY) // QUARTER) for days in (8, 0))
    facts = [fact for fact in _facts(folds, (now - 8 * DAY) // QUARTER) if fact.subject[0] == "table"]
    rows = _rows(folds, facts, lambda fact: calendar.period("day", fact.quarter))
    return sorted({(row.name, row.period) for row in rows if first < row.period < today and row.outside and not row.note})


def report(
    folds: Folds,
    of: Of = "day",
    which: str = "",
    calendar: Calendar = Calendar(),  # noqa: B008
    now: int = 0,
    sees: Container[str] | None = None,
) -> Report:
    """A report of all that was read: of the latest period, unless it says which. `now` tells whether that period is over.
    `sees` are the tables of which the reader may know all cards once a round is over, where that is not every table.

    Rows with hands that are not weighed yet have no expected win (`weigh`).
    """
    named, unit = of in ("table", "game"), "day" if of in ("shift", "hour") else of
    facts = [fact for fact in _facts(folds) if fact.subject[0] == "table" or not named]

    def about(fact: _Fact) -> str:
        if named:
            return fact.subject[1] if of == "table" else fact.terms.game
        return calendar.period(unit, fact.quarter)

    known = sorted({about(fact) for fact in facts} - {""})
    if which and which not in known:
        raise ReportError(f"no {of} {which!r} has figures; there are {', '.join(known[-12:]) or 'none'}")
    which = which or (known[-1] if known else "")
    found = _rows(
        folds, facts, lambda fact: calendar.period("day" if named else of, fact.quarter) if about(fact) == which else "", sees
    )
    so_far = not named and calendar.period(unit, now // QUARTER) == which
    lacks = "solver" if not SOLVER else "weighed" if any(fold.played for fold in folds.values()) else ""
    rows_and_totals = [*found, *_totals(found)]
    return Report(of=of, which=which, known=known, rows=rows_and_totals, so_far=so_far, lacks=lacks)


def _totals(rows: Iterable[Row]) -> Iterator[Row]:
    """The tables of a game together, and all of them, by currency."""
    totals: dict[tuple[str, str], Row] = {}
    members: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        for key in {(row.currency.code, row.game), (row.currency.code, "")} if row.section == "table" else ():
            new = Row(section="table", period="", name="", game=key[1], currency=row.currency, total=True)
            total, summed = totals.setdefault(key, new), members.setdefault(key, [])
            for name, figure in row.figures.items():
                if name not in DATA["apart"] and (name != "opening" or row.name not in summed):
                    total.add(name, figure)
            summed.append(row.name)
    for key in sorted(totals, key=lambda each: (each[0], not each[1], each[1])):
        if len(members[key]) > 1 and (not key[1] or len(members[key]) < len(members[key[0], ""])):
            totals[key].finish()
            yield totals[key]


def weigh(folds: Folds, solved: Callable[[coach.Terms], bool] = lambda terms: True) -> None:
    """Have new hands evaluated, if there is a solver: those of games that are `solved`."""
    if not SOLVER:
        return
    from croupier.floor import theory

    for fold in folds.values():
        for terms in {one.asked.terms for one in fold.played}:
            if solved(terms):
                theory.weigh(fold, terms)


def cash(
    folds: Folds, calendar: Calendar, limit: int, currency: Currency, which: str = "", *, everybody: bool = False
) -> list[Row]:
    """The days on which people reached the limit or seem to have stayed below it; or all days of everyone.

    The note of a day says why the compliance officer should know of it. Buying and redeeming are looked at apart.
    `at the limit`: one transaction reached it. `split`: several, each below it, reached it together on a day or within 24
    hours; `split just below`: they came within a tenth of it. `just below`: one came that near, on this day and on another.
    """
    made: dict[tuple[str, str], list[_Cash]] = {}
    for at, number, person, amount in folds[CAGE].cash if CAGE in folds else ():
        one = _Cash(at, number, calendar.period("day", at // QUARTER), abs(amount))
        made.setdefault((person, "bought" if amount > 0 else "redeemed"), []).append(one)
    rows = dict[tuple[str, str], Row]()
    for (person, side), all_made in made.items():
        together = _together([one for one in all_made if one.amount < limit])
        near = {one.day for one in all_made if limit * 9 < one.amount * 10 < limit * 10}
        for one in all_made:
            row = rows.setdefault((one.day, person), Row(section="cash", period=one.day, name=person, currency=currency))
            moved, most = Figure(one.amount, {CAGE: [range(one.number, one.number + 1)]}), together.get(one.number, 0)
            row.add(side, moved)
            row.add("largest", moved, 0)
            row.figures["largest"].amount = max(row.get("largest"), one.amount)
            reasons = ["at the limit"] * (one.amount >= limit) + ["split"] * (most >= limit)
            reasons += ["split just below"] * (limit * 9 < most * 10 < limit * 10)
            reasons += ["just below"] * (one.day in near and len(near) > 1)
            row.note = ", ".join(dict.fromkeys([*filter(None, row.note.split(", ")), *reasons]))
    return [row for _, row in sorted(rows.items()) if (row.note or everybody) and row.period.startswith(which)]


class _Cash(NamedTuple):
    """What a person bought or redeemed in a transaction: when, in which entry of the cage, on which gaming day, and how much."""

    at: int
    number: int
    day: str
    amount: int


def _together(made: Sequence[_Cash]) -> dict[int, int]:
    """The most that each of these transactions came to with others, on one gaming day or within 24 hours."""
    most, first = dict[int, int](), 0
    for last, end in enumerate(made, 1):
        while made[first].day != end.day and made[first].at <= end.at - DAY:
            first += 1
        recent = made[first:last]
        for several in ([one for one in recent if one.day == end.day], [one for one in recent if one.at > end.at - DAY]):
            for one in several if len(several) > 1 else ():
                most[one.number] = max(most.get(one.number, 0), sum(each.amount for each in several))
    return most


# For people to read


def tidy(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    """Every figure in a line of its own, with the entries that it sums."""
    yield "section", "period", "name", "game", "currency", "figure", "amount", "entries", "note"
    for row in rows:
        for name, figure in row.figures.items():
            amount = f"{float(figure.amount):.4f}" if name in DATA["forms"] else plain(round(figure.amount))
            section = f"{row.section} total" if row.total else row.section
            yield section, row.period, row.name, row.game, row.currency.code, name, amount, str(figure), row.note


def tidy_cash(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    """Every day of a person on one line, for the compliance officer."""
    yield "day", "person", "currency", "bought", "redeemed", "largest", "reasons", "entries"
    for row in rows:
        amounts = (plain(row.get(name)) for name in ("bought", "redeemed", "largest"))
        yield row.period, row.name, row.currency.code, *amounts, row.note, str(row.figures["largest"])


def as_file(kind: str, lines: Lines, paper: Document) -> bytes:
    """A report as `csv`, `parquet` or `pdf`. Text that a spreadsheet could take for a formula stays text; Parquet has numbers."""
    if kind == "pdf":
        return as_pdf(paper)
    (head, *rows), text, data = lines, StringIO(), BytesIO()
    if kind == "csv":
        for row in (head, *rows):
            csv.writer(text, lineterminator="\n").writerow(re.sub(_FORMULA, "'", cell) for cell in row)
        return text.getvalue().encode()
    try:
        from pyarrow import parquet, table
    except ModuleNotFoundError:
        raise ReportError("Parquet files need pyarrow: pip install 'croupier[parquet]'") from None
    numbers = ("amount", "bought", "redeemed", "largest")
    columns = {name: [Decimal(row[at]) if name in numbers else row[at] for row in rows] for at, name in enumerate(head)}
    parquet.write_table(table(columns), data)
    return data.getvalue()


def charts(found: Report) -> Iterator[tuple[str, str]]:
    """Each chart with its title: the win of tables or hours, by currency; or the course of a table or game from day to day."""
    rows = [row for row in found.rows if row.section == "table" and not row.total and (row.get("win") or row.get("played"))]
    for currency in dict.fromkeys(row.currency for row in rows):
        shown, wins = [row for row in rows if row.currency == currency], Counter[str]()
        for row in shown:
            wins[row.name if found.of in ("day", "month", "year") else row.period] += row.get("win")
        if found.of in ("table", "game") and len(wins) > 1:
            title = f"Win from day to day in {currency.code}, expected win and 95 % band"
            yield title, _course(title, shown, currency)
        else:
            title = f"Win in {currency.code}"
            yield title, plots.bars(title, [plots.Bar(name, currency.of(win), abs(win), win) for name, win in wins.items()])


def _course(title: str, rows: Sequence[Row], currency: Currency) -> str:
    """The win added up day by day, and the band that holds 95 % of all such courses each day."""
    days = sorted({row.period for row in rows})
    wins, means, variances = (
        [0.0, *accumulate(sum(float(row.get(name)) for row in rows if row.period == day) / unit for day in days)]
        for name, unit in (("win", 100), ("played", 100), ("variance", 100**2))
    )
    low, high = (
        [*enumerate(mean + sign * BAND * sqrt(spread) for mean, spread in zip(means, variances, strict=True))] for sign in (-1, 1)
    )
    lines = [plots.Line([*enumerate(wins)]), plots.Line([*enumerate(means)], "thin")]
    across = "day", lambda at: days[int(at) - 1][5:] if at >= 1 and at == int(at) else ""
    up = f"won, {currency.code}", lambda value: f"{value:,.0f}"
    return plots.curves(title, lines, across=across, up=up, areas=[(low, high)], level=0.0)


# Slips


async def slip(store: Store, name: str, number: int, calendar: Calendar, house: str = "") -> Document:
    """A receipt of the cage, or the slip for a prize paid at a table, from its entry."""
    heads = await store.heads([name])
    if name not in heads or not 0 < number <= heads[name].number:
        raise ReportError(f"{name} has no entry {number}")
    stream = await read_stream(store, name, heads[name].kind, number)
    for paid in stream.entries[-1].events:
        if title := DATA["slips"].get(paid.__struct_config__.tag):
            moment = f"{calendar.local(stream.at):%Y-%m-%d %H:%M:%S %Z}"
            about = {"stream": stream, "entry": stream.entries[-1], "paid": paid, "moment": moment}
            return from_template("slip.md", house=house, title=title, currency=stream.rules.currency, **about)
    raise ReportError(f"entry {number} of {name} is no purchase, redemption or prize: there is no slip for it")

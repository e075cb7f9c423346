"""The figures of a house for people: by table, game, shift, gaming day, month and year, each with the entries that it sums.

Every report is made the same way: what `figures.py` has put down by quarters of an hour is added up by period and subject.
Sums in different currencies are never added.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from io import BytesIO, StringIO
from itertools import accumulate
from math import sqrt
from operator import itemgetter
from typing import Any, Literal, get_args
from zoneinfo import ZoneInfo

import msgspec

from croupier.books import BOOKS, book_of
from croupier.drawing import plots
from croupier.drawing.document import Document, as_pdf, from_template
from croupier.floor.books import read_stream
from croupier.floor.figures import DATA, QUARTER, Cash, Figure, Fold, Subject, signed
from croupier.floor.house import CAGE, AnyStream
from croupier.floor.stores.interface import Store
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import DOLLARS, Currency, plain
from croupier.kernel.reading import AnyEntry

Of = Literal["day", "month", "year", "shift", "table", "game"]
OFS: tuple[Of, ...] = get_args(Of)
BAND = 1.96
"""So many standard deviations have 95 % of all results between them."""
_FORMS = {"day": "%Y-%m-%d", "shift": "%Y-%m-%d", "month": "%Y-%m", "year": "%Y", "hour": "%Y-%m-%d %H:00"}
Folds = dict[str, Fold]
Lines = Iterable[Sequence[str]]


class ReportError(CroupierError):
    """A report that cannot be made; the message says what can be asked for."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """When a gaming day begins in the house's own time, at a full hour, and when its shifts do."""

    zone: str = "UTC"
    day_begins: int = 0
    shifts: tuple[int, ...] = (0, 8, 16)

    @lru_cache(maxsize=1 << 17)  # noqa: B019  (calendars are few, and equal ones are one)
    def period(self, of: str, quarter: int) -> str:
        """The day, month, year, shift or hour in which a quarter of an hour is, as text that sorts by time."""
        local = self.local(quarter * QUARTER).replace(tzinfo=None)
        day = local if of == "hour" else local - timedelta(hours=self.day_begins)
        since = max((after for hour in self.shifts if (after := (hour - self.day_begins) % 24) <= day.hour), default=0)
        return f"{day:{_FORMS[of]}}" + (f", from {(self.day_begins + since) % 24:02d}:00" if of == "shift" else "")

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, UTC if self.zone == "UTC" else ZoneInfo(self.zone))  # not every system has zones


class Row(msgspec.Struct, kw_only=True):
    """A table, prize meter or tournament in a period, or several of them; or what somebody bought and redeemed on a day."""

    section: str
    period: str
    name: str
    game: str = ""
    currency: Currency = DOLLARS
    figures: dict[str, Figure] = {}
    note: str = ""

    @property
    def id(self) -> str:
        return " ".join((self.section, self.period, self.name, self.game, self.currency.code))

    def get(self, name: str) -> Any:
        return self.figures[name].amount if name in self.figures else 0

    def said(self, name: str) -> str:
        """A figure as people read it."""
        if name in DATA["forms"]:
            return str(DATA["forms"][name].format(self.get(name)))
        return self.currency.of(round(self.get(name)))

    def add(self, figures: dict[str, Figure]) -> None:
        for name, figure in figures.items():
            self.figures.setdefault(name, Figure()).take(figure)

    def finish(self) -> None:
        """Work out what follows from its sums."""
        sums = DATA["sums"].get(self.section.partition(" ")[0], {})
        if "variance" not in self.figures or "unweighed" in self.figures:
            sums = {name: parts for name, parts in sums.items() if name not in ("played", "over")}
            self.figures = {name: one for name, one in self.figures.items() if name not in ("expected", "mistakes", "variance")}
        for name, parts in sums.items():
            if name not in self.figures:
                self.figures[name] = self._sum(parts)
        if self.get("drop"):
            self._ratio("hold", self.get("win") / self.get("drop"), "win", "drop")
        if "variance" in self.figures:
            self._ratio("deviation", Fraction(sqrt(self.get("variance"))).limit_denominator(10**6), "variance")
            self._ratio("z", float(self.get("over") / (self.get("deviation") or 1)), "over", "variance")

    def _sum(self, parts: Iterable[str]) -> Figure:
        figure = Figure()
        for part, sign in signed(parts):
            figure.take(self.figures.get(part, Figure()), sign)
        return figure

    def _ratio(self, name: str, amount: Any, *parts: str) -> None:
        self.figures[name] = Figure(amount, self._sum(parts).entries)

    @property
    def outside(self) -> bool:
        """Whether its win is outside the band that 95 % of all results are in."""
        return abs(self.get("z")) > BAND


class Report(msgspec.Struct, kw_only=True):
    """`of` and `which` say what it is about, and `known` what else there is; without the solver there is no `theory`."""

    of: Of
    which: str
    known: list[str]
    theory: bool
    rows: list[Row]

    def label(self, row: Row) -> str:
        """What stands before the figures of a row."""
        if not row.name:
            return f"all {row.game}, {row.currency.code}".replace(" ,", ",")
        period = row.period if self.of in ("table", "game", "shift") or row.section == "hour" else ""
        return f"{period} {row.name if self.of != 'table' else ''}".strip()

    @property
    def asking(self) -> list[Row]:
        """The days of tables on which the result was outside the band."""
        return [row for row in self.rows if row.section == "table" and len(row.period) == 10 and row.outside]

    def grids(self) -> Iterator[tuple[dict[str, Any], dict[str, str], list[Row]]]:
        """Each table of the report: what it is, its figures with their headings, and its rows."""
        for grid in DATA["grid"]:
            rows, columns = [row for row in self.rows if row.section.partition(" ")[0] == grid["of"]], dict[str, str]()
            for name, heading in grid["columns"].items():
                begins, many, _ = name.partition("*")
                found = sorted({each for row in rows for each in row.figures if each.startswith(begins)}) if many else [name]
                columns |= {each: heading or each.removeprefix(begins) for each in found}
            if rows := [row for row in rows if any(row.get(name) for name in columns)]:
                yield grid, columns, rows


async def read_on(store: Store, folds: Folds) -> None:
    """Read what the store has of every stream beyond where it was read to."""
    for name, head in (await store.heads()).items():
        if head.kind in DATA["accounts"]:
            fold = folds.setdefault(name, Fold(name, head.kind))
            while fold.number < head.number:
                fold.read(await store.read(name, after=fold.number))


def report(folds: Folds, of: Of = "day", which: str = "", calendar: Calendar = Calendar()) -> Report:  # noqa: B008
    """A report of all that was read: of the latest period, unless it says which.

    The first one solves the games that were played, which takes seconds.
    """
    named, theory = of in ("table", "game"), _weighed(folds.values())
    games = {subject: fold for fold in folds.values() for _, subject in fold.sums if fold.kind != "cage"}
    facts = [(quarter, subject, fold) for fold in folds.values() for quarter, subject in fold.sums]

    def about(quarter: int, subject: Subject) -> str:
        if named:
            return subject[1] if of == "table" else _game(games, subject)
        return calendar.period("day" if of == "shift" else of, quarter)

    known = sorted({about(quarter, subject) for quarter, subject, _ in facts if subject[0] == "table" or not named})
    if which:
        _check(of, which, known)
    which = which or (known[-1] if known else "")
    rows: dict[tuple[str, str, Subject], Row] = {}
    held: dict[Subject, Figure] = {}
    for quarter, subject, fold in sorted(facts, key=itemgetter(0, 1)):
        figures, before = fold.sums[quarter, subject], held.setdefault(subject, Figure())
        if about(quarter, subject) == which and (subject[0] == "table" or not named):
            hours = {"commission": figures["commission"]} if "commission" in figures and of in ("day", "shift", "table") else {}
            for by, each in (("day" if named else of, figures), ("hour", hours)):
                if each:
                    section, period = "hour" if by == "hour" else subject[0], calendar.period(by, quarter)
                    if (key := (section, period, subject)) not in rows:
                        rows[key] = _row(*key, games, before)
                    rows[key].add(each)
        moved = sum(
            sign * figures[name].amount for name, sign in signed(DATA["sums"][subject[0]].get("closing", ())) if name in figures
        )
        last = max(one[-1].stop for each in figures.values() for one in each.entries.values())
        held[subject] = Figure(before.amount + moved, before.entries | {fold.stream: [range(1, last)]})
    found = sorted(rows.values(), key=lambda row: (row.section, row.period, row.name))
    for row in found:
        row.finish()
        row.note = folds[CAGE].notes.get(f"{row.name} {row.period}", "") if CAGE in folds else ""
    return Report(of=of, which=which, known=known, theory=theory, rows=[*found, *_totals(found)])


def _game(games: dict[Subject, Fold], subject: Subject) -> str:
    return games[subject].game if subject in games else ""


def _row(section: str, period: str, subject: Subject, games: dict[Subject, Fold], before: Figure) -> Row:
    book = games[subject].book if subject in games else ""
    currency = book_of(book).currency if book in BOOKS else DOLLARS
    opening = {"opening": before} if "closing" in DATA["sums"][section] else {}
    return Row(section=section, period=period, name=subject[1], game=_game(games, subject), currency=currency, figures=opening)


def _totals(rows: Sequence[Row]) -> Iterator[Row]:
    """The tables of a game together, and all of them, by currency. Opening and closing are those of each table's ends."""
    groups: dict[tuple[str, Currency], list[Row]] = {}
    for row in rows:
        for game in (row.game, "") if row.section == "table" else ():
            groups.setdefault((game, row.currency), []).append(row)
    for (game, currency), members in sorted(groups.items(), key=lambda group: (group[0][1].code, not group[0][0], group[0][0])):
        if len(members) > 1 and (not game or len(members) < len(groups["", currency])):
            total = Row(section="table total", period="", name="", game=game, currency=currency)
            first, last = {row.name: row for row in reversed(members)}, {row.name: row for row in members}
            for row in members:
                total.add({name: one for name, one in row.figures.items() if name not in DATA["apart"]})
            for name, ends in (("opening", first), ("closing", last)):
                for row in ends.values():
                    total.add({name: row.figures[name]})
            total.finish()
            yield total


def _check(of: str, which: str, known: Sequence[str]) -> None:
    if of in ("table", "game"):
        if which not in known:
            raise ReportError(f"no {of} {which!r} has figures; there are {', '.join(known) or 'none'}")
        return
    try:
        right = datetime.strptime(which, _FORMS[of]).strftime(_FORMS[of]) == which
    except ValueError:
        right = False
    if not right:
        raise ReportError(f"{which!r} is not a {of}: write one such as {datetime(2026, 11, 18).strftime(_FORMS[of])}")


def _weighed(folds: Iterable[Fold]) -> bool:
    """Have the hands weighed that were read since; whether there is a solver to do it."""
    try:
        from croupier.floor.theory import weigh
    except ModuleNotFoundError:
        return False
    for fold in folds:
        weigh(fold)
    return True


def cash(
    folds: Folds, calendar: Calendar, limit: int, currency: Currency, which: str = "", *, everybody: bool = False
) -> list[Row]:
    """The days on which people reached the limit or seem to have stayed below it; all days of everybody, if asked for.

    The note of a day says why the compliance officer should know of it. Buying and redeeming are looked at apart.
    `at the limit`: one transaction reached it. `split`: several, each below it, reached it together. `just below`: a
    transaction was less than a tenth below it, on this day and on another.
    """
    sides: dict[tuple[str, str, str], list[Cash]] = {}
    for one in folds[CAGE].cash if CAGE in folds else ():
        side = "bought" if one.amount > 0 else "redeemed"
        sides.setdefault((calendar.period("day", one.at // QUARTER), one.person, side), []).append(one)
    near = {key for key, made in sides.items() if any(limit * 9 < abs(one.amount) * 10 < limit * 10 for one in made)}
    often = Counter(key[1:] for key in near)
    rows: dict[tuple[str, str], Row] = {}
    for (day, person, side), made in sorted(sides.items()):
        none = {name: Figure() for name in ("bought", "redeemed", "largest")}
        new = Row(section="cash", period=day, name=person, currency=currency, figures=none)
        row, most = rows.setdefault((day, person), new), max(abs(one.amount) for one in made)
        for one in made:
            row.figures[side].add(abs(one.amount), CAGE, one.number)
            row.figures["largest"].add(0, CAGE, one.number)
        row.figures["largest"].amount = max(row.get("largest"), most)
        reasons = ["at the limit"] * (most >= limit) + ["split"] * (most < limit <= row.get(side))
        reasons += ["just below"] * ((day, person, side) in near and often[person, side] > 1)
        row.note = ", ".join(dict.fromkeys([*filter(None, row.note.split(", ")), *reasons]))
    return [row for row in rows.values() if (row.note or everybody) and row.period.startswith(which)]


# For people to read


def tidy(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    """Every figure in a line of its own, with the entries that it sums."""
    yield "section", "period", "name", "game", "currency", "figure", "amount", "entries", "note"
    for row in rows:
        for name, figure in row.figures.items():
            form = DATA["forms"].get(name)
            amount = (
                plain(round(figure.amount))
                if form is None
                else f"{float(figure.amount):.4f}"
                if "." in form
                else f"{figure.amount}"
            )
            yield row.section, row.period, row.name, row.game, row.currency.code, name, amount, str(figure), row.note


def tidy_cash(rows: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    """Every day of a person in a line, for the compliance officer."""
    yield "day", "person", "currency", "bought", "redeemed", "largest", "reasons", "entries"
    for row in rows:
        amounts = (plain(int(row.get(name))) for name in ("bought", "redeemed", "largest"))
        yield row.period, row.name, row.currency.code, *amounts, row.note, str(row.figures["largest"])


def as_file(kind: str, lines: Lines, paper: Document) -> bytes:
    """A report as `csv`, `parquet` or `pdf`."""
    if kind == "pdf":
        return as_pdf(paper)
    return as_parquet(lines) if kind == "parquet" else as_csv(lines).encode()


def as_csv(lines: Lines) -> str:
    """Lines as CSV. What a spreadsheet would take for a formula is only text."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in line] for line in lines)
    return out.getvalue()


def _harmless(cell: str) -> str:
    formula = cell.startswith(("=", "+", "@", "\t", "\r")) or (cell[:1] == "-" and not cell[1:2].isdigit())
    return f"'{cell}" if formula else cell


def as_parquet(lines: Lines) -> bytes:
    """Lines as a Parquet file, with amounts as exact numbers; it takes the extra `parquet`."""
    try:
        from pyarrow import parquet, table
    except ModuleNotFoundError:
        raise ReportError("Parquet files need pyarrow: pip install 'croupier[parquet]'") from None
    (head, *rows), out = lines, BytesIO()
    numbers = ("amount", "bought", "redeemed", "largest")
    columns = {name: [Decimal(row[at]) if name in numbers else row[at] for row in rows] for at, name in enumerate(head)}
    parquet.write_table(table(columns), out)
    return out.getvalue()


def printed(found: Report) -> Document:
    return from_template("report.md", report=found)


def printed_cash(found: Sequence[Row], limit: int, currency: Currency) -> Document:
    return from_template("cash.md", days=found, limit=limit, currency=currency)


def charts(found: Report) -> Iterator[str]:
    """The win of each table, by currency; over several days of one, where the win went beside what was expected."""
    tables = [row for row in found.rows if row.section == "table"]
    if found.of == "table" and len(tables) > 1:
        yield _course(tables)
        return
    for currency in dict.fromkeys(row.currency for row in tables):
        won = Counter[str]()
        for row in tables:
            won[row.name] += int(row.get("win")) if row.currency == currency else 0
        bars = [plots.Bar(name, currency.of(win), abs(win), 1 if win > 0 else -1) for name, win in won.most_common() if win]
        if bars:
            yield plots.bars(f"Win by table, {currency.code}", bars)


def _course(rows: Sequence[Row]) -> str:
    """The win of a table added up day by day, and the band that 95 % of all such courses stay in at each day."""
    wins, means, variances = ([float(row.get(name)) for row in rows] for name in ("win", "played", "variance"))
    won, meant = ([*enumerate(total / 100 for total in accumulate(each, initial=0.0))] for each in (wins, means))
    halves = [BAND * sqrt(variance) / 100 for variance in accumulate(variances, initial=0.0)]
    low, high = ([(day, mean + sign * half) for (day, mean), half in zip(meant, halves, strict=True)] for sign in (-1, 1))
    across, up = ("days", lambda day: f"{day:.0f}"), ("won", lambda value: f"{value:,.0f}")
    lines = [plots.Line(won), plots.Line(meant, "thin")]
    return plots.curves("Win day by day, and the 95 % band", lines, across=across, up=up, areas=[(low, high)], level=0.0)


# Slips


def has_slip(entry: AnyEntry) -> bool:
    return any(event.__struct_config__.tag in DATA["slips"] for event in entry.events)


async def slip(store: Store, name: str, number: int, calendar: Calendar, house: str) -> Document:
    """A receipt of the cage, or the slip for a prize that was paid at a table, from its entry."""
    heads = await store.heads([name])
    if name not in heads or not 0 < number <= heads[name].number:
        raise ReportError(f"{name} has no entry {number}")
    stream = await read_stream(store, name, heads[name].kind, number)
    entry = stream.entries[-1]
    paid: Any = next((event for event in entry.events if event.__struct_config__.tag in DATA["slips"]), None)
    if paid is None:
        raise ReportError(f"entry {number} of {name} is no purchase, redemption or prize: there is no slip for it")
    return from_template(
        "slip.md",
        house=house,
        title=DATA["slips"][paid.__struct_config__.tag],
        person=_receiver(stream, paid),
        amount=getattr(paid, "amount", 0) or getattr(paid, "cash", 0),
        entry=entry,
        moment=f"{calendar.local(stream.at):%Y-%m-%d %H:%M:%S %Z}",
        said=stream.engine.tell(paid, stream.rules),
        currency=stream.rules.currency,
    )


def _receiver(stream: AnyStream, paid: Any) -> str:
    """Who it is about, or who a prize at a table belongs to: the player of the box, or of the place."""
    if said := getattr(paid, "person", "") or getattr(paid, "whose", ""):
        return str(said)
    return str(stream.state.person_at(stream.state.boxes[paid.box].seat if hasattr(paid, "box") else paid.player))

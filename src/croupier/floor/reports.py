"""The figures of a house for people: by table, game, shift, gaming day, month and year, each with the entries that it sums.

Every report is made the same way: what `tables/figures.py` has put down by quarters of an hour is added up by period and subject.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from itertools import accumulate
from math import sqrt
from operator import itemgetter
from typing import Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from croupier.drawing import plots
from croupier.drawing.document import Document, from_template
from croupier.floor.books import read_stream
from croupier.floor.house import CAGE, AnyStream
from croupier.floor.stores.interface import Store
from croupier.jackpots.prizes import GRAINS
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import dollars, plain
from croupier.kernel.reading import AnyEntry
from croupier.tables.figures import DATA, KINDS_READ, QUARTER, Cash, Figure, Fold, Terms, Wagered

Of = Literal["day", "month", "year", "shift", "table", "game"]
BAND = 1.96
"""So many standard deviations have 95 % of all results between them."""


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
        day = local - timedelta(hours=self.day_begins)
        if of == "hour":
            return f"{local:%Y-%m-%d %H:00}"
        if of == "shift":
            since = max((after for hour in self.shifts if (after := (hour - self.day_begins) % 24) <= day.hour), default=0)
            return f"{day:%Y-%m-%d}, from {(self.day_begins + since) % 24:02d}:00"
        return f"{day:%Y-%m-%d}"[: {"day": 10, "month": 7, "year": 4}[of]]

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at, UTC if self.zone == "UTC" else ZoneInfo(self.zone))  # not every system has zones


class Row(msgspec.Struct, kw_only=True):
    """A table, prize meter or tournament in a period, or several of them; or what somebody bought and redeemed on a day.

    `z` is by how many standard deviations the win is above what was expected as it was played; a day `outside` the band wants
    a `note`.
    """

    period: str
    name: str
    game: str = ""
    figures: dict[str, Figure] = {}
    z: float | None = None
    note: str = ""

    def get(self, name: str) -> int | Fraction:
        return self.figures[name].amount if name in self.figures else 0

    @property
    def outside(self) -> bool:
        return self.z is not None and abs(self.z) > BAND

    @property
    def hold(self) -> float | None:
        """The part of the drop that was won; what is brought to a poker table is no drop."""
        return float(self.get("win") / self.get("drop")) if self.get("drop") else None

    @property
    def wagered(self) -> dict[str, int | Fraction]:
        return {name.removeprefix("wagered "): each.amount for name, each in self.figures.items() if name.startswith("wagered ")}


class Report(msgspec.Struct, kw_only=True):
    """`of` and `which` say what it is about, and `known` what else there is; `totals` are of each game and of all; without the
    solver there is no `theory`.
    """

    of: Of
    which: str
    known: list[str]
    theory: bool
    tables: list[Row]
    totals: list[Row]
    jackpots: list[Row]
    tournaments: list[Row]
    hours: list[Row]


Folds = dict[str, Fold]


async def read_on(store: Store, folds: Folds) -> None:
    """Read what the store has of every stream beyond where it was read to."""
    for name, head in (await store.heads()).items():
        if head.kind in KINDS_READ:
            fold = folds.setdefault(name, Fold(name, head.kind))
            while fold.number < head.number:
                fold.read(await store.read(name, after=fold.number))


# For a process of its own, which keeps what it has read

_READ: Folds = {}


def reached() -> dict[str, int]:
    """How far every stream was read in this process."""
    return {name: fold.number for name, fold in _READ.items()}


def take(name: str, kind: str, lines: list[bytes]) -> int:
    """Read on here; how far it was read."""
    fold = _READ.setdefault(name, Fold(name, kind))
    fold.read(lines)
    return fold.number


def answer(of: Of, which: str, calendar: Calendar, limit: int) -> tuple[Report, list[Row]]:
    """A report from what was read here, with the cash transactions to look at in its period."""
    found = report(_READ, of, which, calendar)
    return found, [] if of in ("table", "game") else cash(_READ, calendar, limit, found.which)


def report(folds: Folds, of: Of = "day", which: str = "", calendar: Calendar = Calendar()) -> Report:  # noqa: B008
    """A report of all that was read: of the latest period, unless it says which.

    The first one solves the games that were played, which takes seconds.
    """
    named = of in ("table", "game")
    theory = _weighed(folds.values())
    rows = _rows(folds, calendar, "day" if named else of)

    def subject(row: Row) -> str:
        return {"table": row.name, "game": row.game}.get(of, row.period[:10])

    known = sorted({subject(row) for section, each in rows.items() for row in each if section == "table" or not named})
    if which:
        _check(of, which, known)
    which = which or (known[-1] if known else "")
    wanted = {section: [row for row in each if subject(row) == which] for section, each in rows.items()}
    tables = sorted(wanted.get("table", []), key=lambda row: (row.period, row.name))
    for row in tables:
        row.note = folds[CAGE].notes.get(f"{row.name} {row.period}", "") if CAGE in folds else ""
    by_game = {game: [row for row in tables if row.game == game] for game in sorted({row.game for row in tables})}
    totals = [_total(game, rows) for game, rows in by_game.items() if len(rows) > 1 and len(by_game) > 1]
    totals += [_total("", tables)] if len(tables) > 1 else []
    hours = _rows(folds, calendar, "hour", which).get("table", []) if of in ("day", "shift", "table") else []
    return Report(
        of=of,
        which=which,
        known=known,
        theory=theory,
        tables=tables,
        totals=totals,
        jackpots=[] if named else wanted.get("jackpot", []),
        tournaments=[] if named else wanted.get("tournament", []),
        hours=[row for row in hours if row.get("commission") and (of != "table" or row.name == which)],
    )


def _check(of: str, which: str, known: Sequence[str]) -> None:
    if of in ("table", "game"):
        if which not in known:
            raise ReportError(f"no {of} {which!r} has figures; there are {', '.join(known) or 'none'}")
        return
    form = {"month": "%Y-%m", "year": "%Y"}.get(of, "%Y-%m-%d")
    try:
        right = datetime.strptime(which, form).strftime(form) == which
    except ValueError:
        right = False
    if not right:
        raise ReportError(f"{which!r} is not a {of}: write one such as {datetime(2026, 11, 18).strftime(form)}")


def _weighed(folds: Iterable[Fold]) -> bool:
    """Have the decisions weighed that were read since; whether there is a solver to do it."""
    try:
        from croupier.tables.theory import weigh
    except ModuleNotFoundError:
        return False
    for fold in folds:
        if fold.choices:
            weigh(fold)
    return True


def _rows(folds: Folds, calendar: Calendar, by: str, which: str = "") -> dict[str, list[Row]]:
    """Rows of every section by period and subject, in the order of time; by the hour those of a day, or of a table."""
    made: dict[tuple[str, str], Row] = {}
    worth: dict[tuple[str, str], dict[Terms, Wagered]] = {}
    held: dict[str, Figure] = {}
    games = {f"table/{name}": fold.game for name, fold in folds.items()}
    every = ((quarter, name, fold, sums) for name, fold in folds.items() for quarter, sums in fold.sums.items())
    for quarter, _, fold, subjects in sorted(every, key=itemgetter(0, 1)):
        if by == "hour" and which not in folds and calendar.period("day", quarter) != which:
            continue
        period = calendar.period(by, quarter)
        for subject, sums in subjects.items():
            before, signs = held.setdefault(subject, Figure()), DATA["held"][subject.partition("/")[0]]
            if (row := made.get((period, subject))) is None:
                name, game = subject.partition("/")[2], games.get(subject, fold.game)
                row = made[period, subject] = Row(period=period, name=name, game=game, figures={"opening": before})
            for figure, amount in sums.items():
                row.figures.setdefault(figure, Figure()).take(amount)
            moved = sum(signs.get(figure, 0) * amount.amount for figure, amount in sums.items())
            last = max(amount.entries[fold.stream][-1] for amount in sums.values())
            row.figures["closing"] = held[subject] = Figure(before.amount + moved, before.entries | {fold.stream: [1, last]})
        for terms, wagered in fold.theory.get(quarter, {}).items():
            there = worth.setdefault((period, fold.subject), {}).setdefault(terms, {})
            for figure, amount in wagered.items():
                there.setdefault(figure, Figure()).take(amount)
    found: dict[str, list[Row]] = {}
    for (_, subject), row in made.items():
        section = subject.partition("/")[0]
        if section == "table":
            _finish(row, worth.get((row.period, subject), {}))
        elif section == "jackpot":
            _with_reserve(row)
        found.setdefault(section, []).append(row)
    return found


def _finish(row: Row, theory: dict[Terms, Wagered]) -> None:
    """The win of a table, and where it falls."""
    row.figures["win"] = Figure().take(*(row.figures[name] for name in ("float", "box") if name in row.figures))
    try:
        from croupier.tables.theory import expected
    except ModuleNotFoundError:
        return
    row.figures |= expected(theory)
    if "deviation" in row.figures:
        over = row.get("win") + row.get("tokens") - row.get("played")
        row.z = float(over / row.get("deviation")) if row.get("deviation") else 0.0


def _with_reserve(row: Row) -> None:
    """What the house has kept of jackpot wagers that no meter shows, less prizes that did not come off one; all in cents."""
    row.figures = {name: Figure(Fraction(each.amount, GRAINS), each.entries) for name, each in row.figures.items()}
    signs = {"wagers": 1, "contributions": -1, "paid": -1, "prizes": 1}
    parts = (Figure(sign * row.get(name), row.figures[name].entries) for name, sign in signs.items() if name in row.figures)
    row.figures["reserve"] = Figure().take(*parts)


def _total(game: str, rows: Sequence[Row]) -> Row:
    """The rows of a game together, or all of them. Opening and closing are those of the first and the last row of each table."""
    names = dict.fromkeys(name for row in rows for name in row.figures if name not in ("opening", "closing", "deviation"))
    figures = {name: Figure().take(*(row.figures[name] for row in rows if name in row.figures)) for name in names}
    first, last = {row.name: row for row in reversed(rows)}, {row.name: row for row in rows}
    figures["opening"] = Figure().take(*(row.figures["opening"] for row in first.values()))
    figures["closing"] = Figure().take(*(row.figures["closing"] for row in last.values()))
    total = Row(period="", name=game, game=game, figures=figures)
    if deviation := Fraction(sqrt(sum(row.get("deviation") ** 2 for row in rows))).limit_denominator(10**6):
        figures["deviation"] = Figure(deviation, figures["played"].entries)
        total.z = float(sum(row.z * row.get("deviation") for row in rows if row.z is not None) / float(deviation))
    return total


def cash(folds: Folds, calendar: Calendar, limit: int, which: str = "", *, all_days: bool = False) -> list[Row]:
    """The days on which people reached the limit or seem to have stayed below it; all days of everybody, if asked for.

    The note of a day says why the compliance officer should know of it. Buying and redeeming are looked at apart.
    `at the limit`: one transaction reached it. `split`: several, each below it, reached it together. `just below`: a
    transaction was less than a tenth below it, on this day and on another.
    """
    sides: dict[tuple[str, str, str], list[Cash]] = {}
    for one in folds[CAGE].cash if CAGE in folds else ():
        side = "bought" if one.amount > 0 else "redeemed"
        sides.setdefault((calendar.period("day", one.at // QUARTER), one.person, side), []).append(one)
    near = {key: any(limit * 9 < abs(one.amount) * 10 < limit * 10 for one in made) for key, made in sides.items()}
    often = Counter(key[1:] for key in near if near[key])
    rows: dict[tuple[str, str], Row] = {}
    for (day, person, side), made in sorted(sides.items()):
        none = {name: Figure() for name in ("bought", "redeemed", "largest")}
        row = rows.setdefault((day, person), Row(period=day, name=person, figures=none))
        for one in made:
            row.figures[side].add(abs(one.amount), CAGE, one.number)
            row.figures["largest"].add(0, CAGE, one.number)
        total, most = row.get(side), max(abs(one.amount) for one in made)
        row.figures["largest"].amount = max(row.get("largest"), most)
        reasons = ["at the limit"] * (most >= limit) + ["split"] * (most < limit <= total)
        reasons += ["just below"] * (near[day, person, side] and often[person, side] > 1)
        row.note = ", ".join(dict.fromkeys([*filter(None, row.note.split(", ")), *reasons]))
    return [row for row in rows.values() if (row.note or all_days) and row.period.startswith(which)]


# For people to read


def tidy(found: Report) -> Iterator[tuple[str, ...]]:
    """Every figure in a line of its own, with the entries that it sums."""
    yield "section", "period", "name", "game", "figure", "amount", "entries"
    sections = {"table": found.tables, "jackpot": found.jackpots, "tournament": found.tournaments, "hour": found.hours}
    for section, row in ((section, row) for section, rows in sections.items() for row in rows):
        about = section, row.period, row.name, row.game
        for name, figure in row.figures.items():
            if section != "hour" or name == "commission":
                amount = f"{figure.amount}" if name in DATA["counts"] else plain(round(figure.amount))
                yield *about, name, amount, figure.sums
        if row.z is not None and section != "hour":
            yield *about, "z", f"{row.z:.3f}", row.note


def tidy_cash(found: Iterable[Row]) -> Iterator[tuple[str, ...]]:
    yield "day", "person", "bought", "redeemed", "largest", "reasons", "entries"
    for row in found:
        amounts = (plain(int(row.get(name))) for name in ("bought", "redeemed", "largest"))
        yield row.period, row.name, *amounts, row.note, row.figures["largest"].sums


def as_csv(lines: Iterable[Sequence[str]]) -> str:
    """Lines as CSV. What a spreadsheet would take for a formula is only text."""
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows([_harmless(cell) for cell in line] for line in lines)
    return out.getvalue()


def _harmless(cell: str) -> str:
    formula = cell.startswith(("=", "+", "@", "\t", "\r")) or (cell[:1] == "-" and not cell[1:2].isdigit())
    return f"'{cell}" if formula else cell


def printed(found: Report) -> Document:
    return from_template("report.md", report=found)


def printed_cash(found: Sequence[Row], limit: int) -> Document:
    return from_template("cash.md", days=found, limit=limit)


def charts(found: Report) -> list[str]:
    """The win of each table; over several days of one, where the win went beside what was expected."""
    if found.of == "table" and len(found.tables) > 1:
        return [_course(found.tables)]
    won = Counter[str]()
    for row in found.tables:
        won[row.name] += int(row.get("win"))
    bars = [plots.Bar(name, dollars(win), abs(win), 1 if win > 0 else -1) for name, win in won.most_common() if win]
    return [plots.bars("Win by table", bars)] if bars else []


def _course(rows: Sequence[Row]) -> str:
    """The win of a table added up day by day, and the band that 95 % of all such courses stay in at each day."""
    names = ("win", "played", "deviation")
    wins, means, deviations = ([float(row.get(name)) / 100 for row in rows] for name in names)
    won, meant = ([*enumerate(accumulate(each, initial=0.0))] for each in (wins, means))
    spread = accumulate((each**2 for each in deviations), initial=0.0)
    halves = [BAND * sqrt(variance) for variance in spread]
    low, high = ([(day, mean + sign * half) for (day, mean), half in zip(meant, halves, strict=True)] for sign in (-1, 1))
    lines = [plots.Line(won), plots.Line(meant, "thin")]
    across, up = ("days", lambda day: f"{day:.0f}"), ("won", lambda value: f"{value:,.0f}")
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
    paid = next((event for event in entry.events if event.__struct_config__.tag in DATA["slips"]), None)
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
    )


def _receiver(stream: AnyStream, paid: Any) -> str:
    """Who it is about, or who a prize at a table belongs to: the player of the box, or of the place."""
    if said := getattr(paid, "person", "") or getattr(paid, "whose", ""):
        return str(said)
    return str(stream.state.person_at(stream.state.boxes[paid.box].seat if hasattr(paid, "box") else paid.player))

"""The figures of a house for people: by table, game, shift, gaming day, month and year, each with the entries that it sums.

Every report is made the same way: what `tables/figures.py` has put down by quarters of an hour is added up by period and subject.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction
from functools import lru_cache
from io import StringIO
from math import sqrt
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo

import msgspec

from croupier.cage import events
from croupier.drawing import plots
from croupier.drawing.document import Document, from_template
from croupier.floor.books import read_stream
from croupier.floor.house import CAGE, AnyStream
from croupier.floor.stores.interface import Store
from croupier.jackpots.prizes import GRAINS
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import dollars, plain
from croupier.kernel.reading import AnyEntry
from croupier.poker import events as poker
from croupier.stud import events as stud
from croupier.tables.figures import KINDS_READ, QUARTER, Cash, Fold, Sum, Terms, Wagered

if TYPE_CHECKING:
    from croupier.tables.theory import Expected

Of = Literal["day", "month", "year", "shift", "table", "game"]
BAND = 1.96
"""So many standard deviations have 95 % of all results between them."""
_IN_FLOAT = {"float": 1, "jackpot": 1, "prizes": 1, "fills": 1, "credits": -1, "counted": 1}
_ON_METER = {"seed": 1, "contributions": 1, "prizes": -1, "transfers": 1, "added": 1}
_COUNTS = frozenset({"rounds", "hands", "voided", "entries", "withdrawn"})


class ReportError(CroupierError):
    """A report that cannot be made; the message says what can be asked for."""


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """When a gaming day begins in the house's own time, at a full hour, and when its shifts do."""

    zone: str = "UTC"
    day_begins: int = 0
    shifts: tuple[int, ...] = (0, 8, 16)

    def period(self, of: str, quarter: int) -> str:
        """The day, month, year, shift or hour in which a quarter of an hour is, as text that sorts by time."""
        return _period(self, of, quarter)

    def day_of(self, at: int) -> str:
        return self.period("day", at // QUARTER)

    def moment(self, at: int) -> str:
        return f"{datetime.fromtimestamp(at, _zone(self.zone)):%Y-%m-%d %H:%M:%S %Z}"


def _zone(name: str) -> tzinfo:
    return UTC if name == "UTC" else ZoneInfo(name)  # which not every system has data for


@lru_cache(maxsize=1 << 17)
def _period(calendar: Calendar, of: str, quarter: int) -> str:
    local = datetime.fromtimestamp(quarter * QUARTER, _zone(calendar.zone)).replace(tzinfo=None)
    day = local - timedelta(hours=calendar.day_begins)
    if of == "hour":
        return f"{local:%Y-%m-%d %H:00}"
    if of == "shift":
        since = [hour for hour in calendar.shifts if (hour - calendar.day_begins) % 24 <= day.hour]
        begins = max(since, key=lambda hour: (hour - calendar.day_begins) % 24, default=calendar.day_begins)
        return f"{day:%Y-%m-%d}, from {begins:02d}:00"
    return f"{day:%Y-%m-%d}"[: {"day": 10, "month": 7, "year": 4}[of]]


class Figure(msgspec.Struct):
    """An amount, and the entries that it sums: by stream, the first and the last of each row of them."""

    amount: int | Fraction = 0
    entries: dict[str, list[int]] = msgspec.field(default_factory=dict)

    def add(self, stream: str, more: Sum) -> None:
        self.amount += more.amount
        self.entries.setdefault(stream, []).extend(more.entries)

    def plus(self, *others: Figure) -> Figure:
        found = Figure()
        for each in (self, *others):
            for stream, rows in each.entries.items():
                found.add(stream, Sum(0, rows))
            found.amount += each.amount
        return found

    def rows(self, stream: str) -> list[tuple[int, int]]:
        """Its entries in a stream: the first and the last of each row, in order, none of them twice."""
        found: list[tuple[int, int]] = []
        listed = self.entries.get(stream, [])
        for first, last in sorted(zip(listed[::2], listed[1::2], strict=True)):
            if found and first <= found[-1][1] + 1:
                found[-1] = found[-1][0], max(found[-1][1], last)
            else:
                found.append((first, last))
        return found

    def numbers(self, stream: str) -> list[int]:
        return [number for first, last in self.rows(stream) for number in range(first, last + 1)]

    def listed(self, stream: str) -> str:
        """Its entries in a stream in words: `3, 7-9`."""
        return ", ".join(f"{first}" if first == last else f"{first}-{last}" for first, last in self.rows(stream))

    @property
    def sums(self) -> str:
        """The entries in words: `A 12; cage 3, 7-9`."""
        return "; ".join(f"{stream} {self.listed(stream)}" for stream in sorted(self.entries) if self.entries[stream])


class Row(msgspec.Struct, kw_only=True):
    """A table, prize meter or tournament in a period, or several of them. `z` is by how many standard deviations the win
    is above what was expected as it was played; a day `outside` the band wants a `note`.
    """

    period: str
    name: str
    game: str = ""
    figures: dict[str, Figure] = {}
    z: float | None = None
    outside: bool = False
    note: str = ""

    def get(self, name: str) -> int | Fraction:
        return self.figures[name].amount if name in self.figures else 0

    @property
    def hold(self) -> float | None:
        """The part of the drop that was won; what is brought to a poker table is no drop."""
        return float(self.get("win") / self.get("drop")) if self.get("drop") else None

    @property
    def wagered(self) -> dict[str, int | Fraction]:
        return {name.removeprefix("wagered "): each.amount for name, each in self.figures.items() if name.startswith("wagered ")}


class Report(msgspec.Struct, kw_only=True):
    """`of` and `which` say what it is about, `totals` are of each game and of all; without the solver there is no `theory`."""

    of: Of
    which: str
    tables: list[Row]
    totals: list[Row]
    jackpots: list[Row]
    tournaments: list[Row]
    hours: list[Row]
    periods: list[str]
    names: list[str]
    theory: bool


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A report that somebody wants: of the latest period, unless it says which."""

    of: Of = "day"
    which: str = ""
    calendar: Calendar = Calendar()


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


def answer(asked: Asked, limit: int) -> tuple[Report, list[CashDay]]:
    """A report from what was read here, with the cash transactions to look at in its period."""
    found = report(_READ, asked)
    named = asked.of in ("table", "game")
    return found, [] if named else cash(_READ, asked.calendar, limit, found.which)


def report(folds: Folds, asked: Asked) -> Report:
    """A report of all that was read. The first one solves the games that were played, which takes seconds."""
    of, named = asked.of, asked.of in ("table", "game")
    by = "day" if named else of
    theory = _weighed(folds.values())
    rows = _rows(folds, asked.calendar, by)
    tables = rows.get("table", [])
    names = sorted({row.game if of == "game" else row.name for row in tables})
    periods = sorted({row.period[:10] for each in rows.values() for row in each})
    known = names if named else periods
    which = asked.which or (known[-1] if known else "")
    if named and asked.which and which not in known:
        raise ReportError(f"no {of} {which!r} has figures; there are {', '.join(known) or 'none'}")
    if not named:
        _checked(which, of)

    def wanted(row: Row) -> bool:
        return {"table": row.name, "game": row.game}.get(of, row.period[:10]) == which

    tables = sorted((row for row in tables if wanted(row)), key=lambda row: (row.period, row.name))
    notes = folds[CAGE].notes if CAGE in folds else {}
    for row in tables:
        row.note = notes.get(f"{row.name} {row.period}", "")
    by_game = {game: [row for row in tables if row.game == game] for game in sorted({row.game for row in tables})}
    totals = [_total(game, rows) for game, rows in by_game.items() if len(rows) > 1 and len(by_game) > 1]
    totals += [_total("", tables)] if len(tables) > 1 else []
    hours = _rows(folds, asked.calendar, "hour", which).get("table", []) if by in ("day", "shift") and of != "game" else []
    return Report(
        of=of,
        which=which,
        tables=tables,
        totals=totals,
        jackpots=[row for row in rows.get("jackpot", []) if wanted(row) and not named],
        tournaments=[row for row in rows.get("tournament", []) if wanted(row) and not named],
        hours=[row for row in hours if row.get("commission") and (of != "table" or row.name == which)],
        periods=periods,
        names=names,
        theory=theory,
    )


def _checked(which: str, of: str) -> None:
    form = {"month": "%Y-%m", "year": "%Y"}.get(of, "%Y-%m-%d")
    try:
        if which and datetime.strptime(which, form).strftime(form) != which:
            raise ValueError
    except ValueError:
        said = datetime(2026, 11, 18).strftime(form)
        raise ReportError(f"{which!r} is not a {of}: write one such as {said}") from None


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


class _Made(msgspec.Struct):
    """A row that is being added up, with what its wagers were worth."""

    row: Row
    theory: dict[Terms, Wagered] = msgspec.field(default_factory=dict)


def _rows(folds: Folds, calendar: Calendar, by: str, which: str = "") -> dict[str, list[Row]]:
    """Rows of every section by period and subject, in the order of time; by the hour those of a day, or of a table."""
    made: dict[tuple[str, str], _Made] = {}
    held: dict[str, Figure] = {}
    games = {f"table/{name}": fold.game for name, fold in folds.items()}
    every = ((quarter, name, fold, sums) for name, fold in folds.items() for quarter, sums in fold.sums.items())
    for quarter, _, fold, subjects in sorted(every, key=itemgetter(0, 1)):
        if by == "hour" and which not in folds and calendar.period("day", quarter) != which:
            continue
        period = calendar.period(by, quarter)
        for subject, sums in subjects.items():
            before = held.setdefault(subject, Figure())
            if (period, subject) not in made:
                name, game = subject.partition("/")[2], games.get(subject, fold.game)
                made[period, subject] = _Made(Row(period=period, name=name, game=game, figures={"opening": before}))
            one = made[period, subject]
            for figure, amount in sums.items():
                one.row.figures.setdefault(figure, Figure()).add(fold.stream, amount)
            signs = _ON_METER if subject.startswith("jackpot/") else _IN_FLOAT
            moved = sum(signs[figure] * amount.amount for figure, amount in sums.items() if figure in signs)
            last = max(amount.entries[-1] for amount in sums.values())
            held[subject] = Figure(before.amount + moved, before.entries | {fold.stream: [1, last]})
            one.row.figures["closing"] = held[subject]
        for terms, wagered in fold.theory.get(quarter, {}).items():
            there = made[period, f"table/{fold.stream}"].theory.setdefault(terms, {})
            for figure, amount in wagered.items():
                there[figure] = _plus(there.get(figure), amount)
    found: dict[str, list[Row]] = {}
    for (_, subject), one in made.items():
        section = subject.partition("/")[0]
        if section == "table":
            _finish(one)
        elif section == "jackpot":
            _with_reserve(one.row)
        found.setdefault(section, []).append(one.row)
    return found


def _plus(known: Sum | None, more: Sum) -> Sum:
    return Sum(known.amount + more.amount, known.entries + more.entries) if known is not None else more


def _finish(one: _Made) -> None:
    """The win of a table, and where it falls."""
    figures, row = one.row.figures, one.row
    nothing = Figure()
    figures["win"] = figures.get("float", nothing).plus(figures.get("box", nothing))
    if not one.theory or (found := _expected(one.theory)) is None:
        return
    wagered = Figure()
    for sums in one.theory.values():
        wagered.add(row.name, sums["antes"])
    figures["expected"] = Figure(found.best, wagered.entries)
    figures["mistakes"] = Figure(found.mistakes, {row.name: [n for s in one.theory.values() for n in _entries(s, "mistakes")]})
    figures["played"] = Figure(found.played, wagered.entries)
    figures["deviation"] = Figure(Fraction(found.deviation).limit_denominator(10**6), wagered.entries)
    row.z = found.z(int(row.get("win") + row.get("tokens")))
    row.outside = abs(row.z) > BAND


def _entries(sums: Wagered, name: str) -> list[int]:
    return sums[name].entries if name in sums else []


def _expected(theory: Mapping[Terms, Wagered]) -> Expected | None:
    try:
        from croupier.tables.theory import expected
    except ModuleNotFoundError:
        return None
    return expected(theory)


def _with_reserve(row: Row) -> None:
    """What the house has kept of jackpot wagers that no meter shows, less prizes that did not come off one; all in cents."""
    for figure in {id(each): each for each in row.figures.values()}.values():
        figure.amount = Fraction(figure.amount, GRAINS)
    rest = row.get("wagers") - row.get("contributions") - (row.get("paid") - row.get("prizes"))
    parts = (row.figures[name] for name in ("wagers", "contributions", "paid", "prizes") if name in row.figures)
    row.figures["reserve"] = Figure(rest, Figure().plus(*parts).entries)


def _total(game: str, rows: Sequence[Row]) -> Row:
    """The rows of a game together, or all of them. Opening and closing are those of the first and the last row of each table."""
    names = dict.fromkeys(name for row in rows for name in row.figures if name not in ("opening", "closing", "deviation"))
    figures = {name: Figure().plus(*(row.figures[name] for row in rows if name in row.figures)) for name in names}
    first, last = {row.name: row for row in reversed(rows)}, {row.name: row for row in rows}
    figures["opening"] = Figure().plus(*(row.figures["opening"] for row in first.values()))
    figures["closing"] = Figure().plus(*(row.figures["closing"] for row in last.values()))
    total = Row(period="", name=game, game=game, figures=figures)
    if variance := sum(row.get("deviation") ** 2 for row in rows):
        figures["deviation"] = Figure(Fraction(sqrt(variance)).limit_denominator(10**6), figures["played"].entries)
        total.z = (float(total.get("win") + total.get("tokens") - total.get("played"))) / sqrt(variance)
        total.outside = abs(total.z) > BAND
    return total


# Cash


class CashDay(msgspec.Struct, kw_only=True):
    """What somebody bought and redeemed at the cage on a gaming day, and why the compliance officer should know of it."""

    day: str
    person: str
    bought: Figure
    redeemed: Figure
    most: int
    reasons: list[str]


def cash(folds: Folds, calendar: Calendar, limit: int, which: str = "", *, all_days: bool = False) -> list[CashDay]:
    """The days on which people reached the limit or seem to have stayed below it; all days of everybody, if asked for.

    Buying and redeeming are looked at apart. `at the limit`: one transaction reached it. `split`: several, each below it,
    reached it together. `just below`: a transaction was less than a tenth below it, on this day and on another.
    """
    days: dict[tuple[str, str], list[Cash]] = {}
    for one in folds[CAGE].cash if CAGE in folds else ():
        days.setdefault((calendar.day_of(one.at), one.person), []).append(one)
    near: dict[tuple[str, bool], set[str]] = {}
    for (day, person), made in days.items():
        for one in made:
            if limit * 9 < abs(one.amount) * 10 and abs(one.amount) < limit:
                near.setdefault((person, one.amount > 0), set()).add(day)
    found = []
    for (day, person), made in sorted(days.items()):
        reasons, sides = [], []
        for bought in (True, False):
            side = [one for one in made if (one.amount > 0) == bought]
            total, most = sum(abs(one.amount) for one in side), max((abs(one.amount) for one in side), default=0)
            sides.append(Figure(total, {CAGE: [number for one in side for number in (one.number, one.number)]}))
            reasons += ["at the limit"] * (most >= limit) + ["split"] * (most < limit <= total)
            often = near.get((person, bought), set())
            reasons += ["just below"] * (day in often and len(often) > 1)
        if (reasons or all_days) and day.startswith(which):
            most = max(abs(one.amount) for one in made)
            reasons = [*dict.fromkeys(reasons)]
            found.append(CashDay(day=day, person=person, bought=sides[0], redeemed=sides[1], most=most, reasons=reasons))
    return found


# For people to read


def amount_of(name: str, amount: int | Fraction) -> str:
    """A figure in plain digits: money with two decimals, counts without."""
    return f"{amount}" if name in _COUNTS else plain(round(amount))


def tidy(found: Report) -> Iterator[tuple[str, ...]]:
    """Every figure in a line of its own, with the entries that it sums."""
    yield "section", "period", "name", "game", "figure", "amount", "entries"
    for section, rows in (("table", found.tables), ("jackpot", found.jackpots), ("tournament", found.tournaments)):
        for row in rows:
            for name, figure in row.figures.items():
                yield section, row.period, row.name, row.game, name, amount_of(name, figure.amount), figure.sums
            if row.z is not None:
                yield section, row.period, row.name, row.game, "z", f"{row.z:.3f}", row.note
    for row in found.hours:
        part = row.figures["commission"]
        yield "hour", row.period, row.name, row.game, "commission", plain(int(part.amount)), part.sums


def tidy_cash(found: Iterable[CashDay]) -> Iterator[tuple[str, ...]]:
    yield "day", "person", "bought", "redeemed", "largest", "reasons", "entries"
    for one in found:
        sums = one.bought.plus(one.redeemed).sums
        amounts = (plain(int(each)) for each in (one.bought.amount, one.redeemed.amount, one.most))
        yield one.day, one.person, *amounts, ", ".join(one.reasons), sums


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


def printed_cash(found: Sequence[CashDay], limit: int) -> Document:
    return from_template("cash.md", days=found, limit=limit)


def charts(found: Report) -> list[str]:
    """The win of each table; over several days of one, where the win went beside what was expected."""
    if found.of == "table" and len(found.tables) > 1:
        return [_course(found.tables)]
    rows = [row for row in found.tables if row.get("win")]
    bars = [
        plots.Bar(row.name, dollars(int(row.get("win"))), abs(float(row.get("win"))), 1 if row.get("win") > 0 else -1)
        for row in sorted(rows, key=lambda row: -row.get("win"))
    ]
    return [plots.bars("Win by table", bars)] if bars else []


def _course(rows: Sequence[Row]) -> str:
    """The win of a table added up day by day, and the band that 95 % of all such courses stay in at each day."""
    won, low, high, meant = ([(0.0, 0.0)] for _ in range(4))
    win = mean = variance = 0.0
    for day, row in enumerate(rows, 1):
        win, mean = win + float(row.get("win")) / 100, mean + float(row.get("played")) / 100
        variance += (float(row.get("deviation")) / 100) ** 2
        half = BAND * sqrt(variance)
        for line, value in ((won, win), (low, mean - half), (high, mean + half), (meant, mean)):
            line.append((float(day), value))
    lines = [plots.Line(won), plots.Line(meant, "thin")]
    across, up = ("days", lambda day: f"{day:.0f}"), ("won", lambda value: f"{value:,.0f}")
    return plots.curves("Win day by day, and the 95 % band", lines, across=across, up=up, areas=[(low, high)], level=0.0)


# Slips

_SLIPS: dict[type[Any], str] = {
    events.ChipsIssued: "Receipt: chips bought",
    events.ChipsRedeemed: "Receipt: chips redeemed",
    stud.JackpotPaid: "Hand-pay slip: jackpot prize",
    poker.BonusAwarded: "Hand-pay slip: bonus prize",
}
"""What there is a slip for, by the event that it is about."""


def has_slip(entry: AnyEntry) -> bool:
    return any(type(event) in _SLIPS for event in entry.events)


async def slip(store: Store, name: str, number: int, calendar: Calendar, house: str) -> Document:
    """A receipt of the cage, or the slip for a prize that was paid at a table, from its entry."""
    heads = await store.heads([name])
    if name not in heads or not 0 < number <= heads[name].number:
        raise ReportError(f"{name} has no entry {number}")
    stream = await read_stream(store, name, heads[name].kind, number)
    paid = next((event for event in stream.entries[-1].events if type(event) in _SLIPS), None)
    if paid is None:
        raise ReportError(f"entry {number} of {name} is no purchase, redemption or prize: there is no slip for it")
    return from_template(
        "slip.md",
        house=house,
        title=_SLIPS[type(paid)],
        event=paid,
        person=getattr(paid, "person", "") or _winner(stream, paid),
        amount=getattr(paid, "amount", 0) or getattr(paid, "cash", 0),
        entry=stream.entries[-1],
        moment=calendar.moment(stream.at),
        said=stream.engine.tell(paid, stream.rules),
    )


def _winner(stream: AnyStream, paid: Any) -> str:
    """Who a prize at a table belongs to: the player of the box, or of the place."""
    seat = stream.state.boxes[paid.box].seat if isinstance(paid, stud.JackpotPaid) else paid.player
    return getattr(paid, "whose", "") or stream.state.person_at(seat)

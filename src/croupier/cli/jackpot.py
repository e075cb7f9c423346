"""`croupier jackpot`: what hands win from a prize meter, and what the wager is worth."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Context, Option, Typer

from croupier.books import USUAL_GAME, book_of, game_of, games, jackpot_counts, jackpot_of, rules_of, rules_of_meters
from croupier.books.book import Book
from croupier.cli.odds import solved
from croupier.cli.telling.break_even import Working, named_prizes, own_jackpot
from croupier.cli.telling.meter_report import report
from croupier.cli.telling.odds_told import jackpot_page
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import Json, Report
from croupier.cli.terminal.output import Complaint, answer, facts, on_files
from croupier.drawing import plots
from croupier.drawing.figures import exact
from croupier.jackpots.commands import RecordOutcome
from croupier.jackpots.events import OutcomeRecorded
from croupier.jackpots.funding import Meter, fixed_return
from croupier.jackpots.lines import exact_amount
from croupier.jackpots.prizes import Jackpot, Payment, grains
from croupier.jackpots.systems import Ledger, MeterState, Prize as Won, System, Terms
from croupier.jackpots.worth import break_even_meter
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import SUITS
from croupier.kernel.decisions import Accepted
from croupier.kernel.money import cents, dollars, plain
from croupier.tables.house_terms import usual_cost, usual_terms
from croupier.tables.meters import METERS

if TYPE_CHECKING:
    from croupier.odds.round_value import RoundValue

_STEPS = 10
jackpot = Typer(help="Prize meters: quote prizes, see what the wager returns.", no_args_is_help=True)

_Game = Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The game whose jackpot it is.")]
_Option = Annotated[int, Option(help="The book's option that prizes are paid by, if it has several.")]
_Seed = Annotated[str, Option(metavar="DOLLARS", help="The seed; the value in the book's table if it has one, for a $1 wager.")]
_Cost = Annotated[str, Option(metavar="DOLLARS", help="The price of one jackpot wager; else what the book prescribes, or 1.")]
_RATE = "Part of each wager that feeds the meter, where the book leaves it open."
_MINOR = "The minor pool's part, where the book has one; divides the pool."
_OWN = "A table of your own: dollars, or a part of the meter, such as 'royal flush=100%, straight flush=10%, flush=50'."
_Notice = Annotated[str, Option(metavar="HAND=DOLLARS,...", help="What small hands win, if the table's notice says so.")]


def refuse_others(context: Context, game: str) -> None:
    """Complain of options that the jackpot of this game does not have."""
    asks = {name: game_of(name).asks for name in games() if game_of(name).jackpot is not None}
    for option in sorted(frozenset[str]().union(*asks.values()) - asks.get(game, frozenset())):
        having = " and ".join(name for name, its in asks.items() if option in its)
        typed.refuse_given(context, (option,), f"only {having} has that, not {game}")


def _price(game: str, cost: str) -> int:
    return cents(cost) if cost else usual_cost(game)


def _named(book: str, option: int, seed: str, cost: str = "", increment: str = "", minor: str = "", notice: str = "") -> Terms:
    price, paid = _price(book, cost), notice_of(notice)
    return usual_terms(book, cost=price, seed=seed, option=option, increment=increment, minor_increment=minor, notice=paid)


def _terms(book: str, option: int, seed: str, cost: str = "", notice: str = "") -> Jackpot:
    return jackpot_of(_named(book, option, seed, cost, notice=notice))


def _recorded(book: str, terms: Terms, meter: int, minor: int, won: list[str]) -> OutcomeRecorded:
    """The round in the meter engine's form, with the first hand at the dealer's right and the meters at these sums."""
    if len(won) > (most := rules_of(book).most_places):
        raise Complaint(f"{len(won)} hands: a table of {book} has {most} places")
    if (royals := won.count("royal flush")) > len(SUITS):
        raise Complaint(f"{royals} royal flushes: a deck has {len(SUITS)}")
    boxes = range(len(won), 0, -1)
    system = System(
        name="main",
        terms=terms,
        tables=("A",),
        games={"A": (1, tuple(sorted(boxes)))},
        major=Ledger(seeded=grains(meter)),
        minor=Ledger(seeded=grains(minor)),
    )
    command = RecordOutcome(table="A", round=1, hands=dict(zip(boxes, won, strict=True)))
    decision = METERS.decide(
        rules_of_meters(book).of(terms.game),
        MeterState(systems={"main": system}, linked={"A": "main"}, plays={"A": book}),
        command,
        Said(DEALER, DEALER, 0),
    )
    if not isinstance(decision, Accepted):
        raise Complaint(getattr(decision, "reason", "nothing is recorded"))
    return next(event for event in decision.events if isinstance(event, OutcomeRecorded))


def notice_of(text: str) -> dict[str, int]:
    """The prizes of a table's notice, such as `four of a kind=500, flush=50`."""
    return {hand: cents(amount) for hand, amount in named_prizes(text, "flush=50")}


@jackpot.command()
def quote(
    context: Context,
    meter: Annotated[str, Option(metavar="DOLLARS", help="What the meter records at settlement.")],
    hands: Annotated[str, Option(metavar="HAND, ...", help="Winning hands of one round, by name.")],
    book: _Game = USUAL_GAME,
    option: _Option = 0,
    seed: _Seed = "",
    cost: _Cost = "",
    increment: Annotated[str, Option(metavar="PERCENT", help=_RATE)] = "",
    minor_increment: Annotated[str, Option(metavar="PERCENT", help=_MINOR)] = "",
    minor_meter: Annotated[str, Option(metavar="DOLLARS", help="The minor pool.")] = "0",
    notice: _Notice = "",
    as_json: Json = False,
) -> None:
    """Explain what each winning hand of a round is paid, with clause and formula."""
    refuse_others(context, book)
    named = _named(book, option, seed, cost, increment, minor_increment, notice)
    terms = jackpot_of(named)
    won = [typed.chosen(" ".join(hand.split()).lower(), terms.hands, "jackpot hand") for hand in hands.split(",") if hand.strip()]
    if not won:
        raise Complaint("name at least one hand, such as --hands 'royal flush, straight flush'")
    recorded = _recorded(book, named, cents(meter), cents(minor_meter), won)
    outcome, prizes = recorded.outcome, recorded.prizes.values()
    meter_after = outcome.meter - outcome.deducted + outcome.added
    minor_left = grains(cents(minor_meter)) - outcome.minor_deducted + outcome.minor_added
    top_up = outcome.added + outcome.minor_added
    payments = [facts(one, "hand pays:$", **{"from": one.source}) | facts(one, "formula clauses") for one in prizes]
    data = {"payments": payments, "meter_after": exact_amount(meter_after), "added_by_the_house": exact_amount(top_up)}
    data |= {"minor_meter_after": exact_amount(minor_left)} if terms.split else {}
    shown: dict[str, Any] = {"meter": meter_after, "minor": minor_left, "added": top_up, "currency": book_of(book).currency}
    answer(data, "jackpot_quote.txt", as_json=as_json, prizes=prizes, split=terms.split, **shown, under=_paid_by(book, prizes))


def _paid_by(book: str, payments: Iterable[Won | Payment]) -> tuple[Book, list[str]]:
    """The clauses by which prizes are paid, each once, including how a meter is rounded."""
    return book_of(book), list(dict.fromkeys(clause for payment in payments for clause in payment.clauses))


@jackpot.command()
def funding(
    book: _Game = USUAL_GAME, option: Annotated[int, Option(help="Only this option; all if not said.")] = 0, as_json: Json = False
) -> None:
    """Show what each row of a book's tables of seeds returns in the long run, and what they have in common."""
    tabulated = game_of(book).seeds(book_of(book))
    options = sorted({terms.option for terms in tabulated})
    if not tabulated:
        raise Complaint(f"{book} has no table of seeds")
    if option and option not in options:
        raise Complaint(f"the book has {' and '.join(f'Option {one}' for one in options)}")
    rows: list[dict[str, Any]] = []
    for tabled in (one for one in tabulated if option in (0, one.option)):
        terms = jackpot_of(tabled)
        counts = {hand: terms.counts()[hand] for hand in terms.fixed}
        fixed = float(fixed_return(terms.fixed, terms.cost, counts))
        meter = Meter(seed=terms.seed / 100, increment=terms.increment / 10_000)
        parts = meter.funding(fixed=fixed)
        rows.append(
            {
                "option": tabled.option,
                "seed": plain(terms.seed).removesuffix(".00"),
                "increment": f"{terms.increment / 100:.2f}",
                "fixed_prizes": parts.fixed,
                **facts(parts, "reseeding top_ups", **{"return": parts.total}),
                "mean_meter": parts.mean_meter,
                "median_at_royal_flush": meter.quantile(0.5),
                "tenth_highest_at_royal_flush": meter.quantile(0.9),
            }
        )
    answer({"rows": rows}, "jackpot_funding.txt", as_json=as_json, rows=rows, currency=book_of(book).currency)


@jackpot.command()
def distribution(
    option: Annotated[int, Option(help="Option 1 or 2.")] = 1,
    seed: _Seed = "10000",
    svg: Annotated[str, Option(metavar="FILE", help="Draw it into a file as well.")] = "",
    as_json: Json = False,
) -> None:
    """Plot the value of a meter when a royal flush hits it."""
    terms = _terms(USUAL_GAME, option, seed)
    meter = Meter(seed=terms.seed / 100, increment=terms.increment / 10_000)
    title = f"Option {option}, seed {dollars(terms.seed)}, increment {terms.increment / 100:.2f}%"
    if svg:
        with on_files(svg):
            Path(svg).write_text(plots.distribution(meter, title), encoding="utf-8")
    steps = meter.histogram()
    rows = [{"from": low, "to": None if high == inf else high, "chance": chance} for low, high, chance in steps]
    data = {"option": option, "seed": terms.seed / 100, "mean": meter.mean, "steps": rows}
    answer(data, "jackpot_distribution.txt", as_json=as_json, title=title, meter=meter, steps=steps)


@jackpot.command("break-even")
def break_even(
    context: Context,
    book: _Game = USUAL_GAME,
    option: _Option = 0,
    seed: _Seed = "",
    cost: _Cost = "",
    notice: _Notice = "",
    prizes: Annotated[str, Option(metavar="HAND=PRIZE,...", help=_OWN)] = "",
    as_json: Json = False,
) -> None:
    """Find the meter at which a jackpot wager returns what it costs, for a player alone at the table, and show why."""
    refuse_others(context, book)
    counts = jackpot_counts(book, option)
    if not (price := _price(book, cost)):
        raise Complaint("the wager must cost something, for example --cost 1")
    if prizes:
        typed.refuse_given(context, ("option", "seed", "notice"), "this is the book's jackpot: leave --prizes out")
        terms = own_jackpot(book, prizes, price, counts)
    else:
        terms = _terms(book, option, seed, cost, notice=notice)
    working = Working(terms, counts)
    data = {"game": book, "cost": plain(price), "break_even_meter": plain(working.meter), **working.as_data()}
    unrounded = dollars(working.without_rounding()) if prizes else ""
    shown: dict[str, Any] = {"price": price, "game": book, "unrounded": unrounded, "currency": book_of(book).currency}
    under = None if prizes else _paid_by(book, working.prizes)
    answer(data, "break_even.txt", as_json=as_json, found=working, **shown, under=under)


@jackpot.command("round")
def whole_round(
    context: Context,
    book: _Game = USUAL_GAME,
    meter: Annotated[str, Option(metavar="DOLLARS", help="What the meter shows; default: in steps.")] = "",
    ante: Annotated[str, Option(metavar="DOLLARS", help="The ante beside the jackpot wager.")] = "10",
    option: _Option = 0,
    seed: _Seed = "",
    cost: _Cost = "",
    notice: _Notice = "",
    report_file: Report = "",
    as_json: Json = False,
) -> None:
    """Show what a round with ante and jackpot wager is worth at each meter value."""
    refuse_others(context, book)
    stake = cents(ante)
    if stake <= 0:
        raise Complaint("the ante must be above zero, such as --ante 10")
    terms, shown = _terms(book, option, seed, cost, notice=notice), cents(meter) if meter else 0
    values, alone, fair = _round(book, terms, stake, shown, report_file)
    sums: dict[str, Any] = {"ante": stake, "cost": terms.cost, "break_even_meter": alone, "fair_meter": fair}
    data = {"game": book, **{name: plain(money) for name, money in sums.items()}, "rounds": [_as_data(value) for value in values]}
    answer(data, "jackpot_round.txt", as_json=as_json, game=book, rounds=values, **sums, currency=book_of(book).currency)


def _round(game: str, jackpot: Jackpot, ante: int, meter: int, report: str) -> tuple[list[RoundValue], int, int]:
    """The round at the meter, or at several if none is given; the meters at which jackpot wager and round are fair."""
    solution = solved(game, [])

    from croupier.odds.round_value import curve, fair_meter, round_value

    alone, fair = break_even_meter(jackpot, jackpot.counts()), fair_meter(solution, jackpot, ante=ante)
    if report:
        jackpot_page(report, rules_of(game), solution, jackpot, ante=ante, meter=meter)
    if meter:
        return [round_value(solution, jackpot, ante=ante, meter=meter)], alone, fair
    most = -(-fair * 5 // 4 // 100_000_00) * 100_000_00
    return curve(solution, jackpot, ante=ante, most=most, steps=_STEPS), alone, fair


jackpot.command()(report)


def _as_data(value: RoundValue) -> dict[str, Any]:
    return {
        "meter": plain(value.meter),
        "jackpot_return": exact(value.jackpot_return, "decimal"),
        "main_cents": exact(value.main, "decimal"),
        "prize_cents": exact(value.prize, "decimal"),
        "round_cents": exact(value.value, "decimal"),
        "element_of_risk": float(value.element_of_risk),
    }

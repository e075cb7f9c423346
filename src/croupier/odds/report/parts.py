"""The parts of a report on a game or on a simulation of it: figures as tables, and the same drawn."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import pairwise

from croupier.kernel.money import dollars
from croupier.odds.charts import Chart
from croupier.odds.counting import NotCounted
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.report import plots
from croupier.odds.report.page import Part, figure, folded, paragraph, table
from croupier.odds.round_value import RoundValue
from croupier.odds.rules_of_thumb import RulesOfThumb
from croupier.odds.shapes import wager_odds
from croupier.odds.simulation_result import Result, Ruin
from croupier.odds.solver import Solution, Units
from croupier.stud.rules import Rules

_FULL_HEAT = 0.5
"""The gain in antes from which a square has its full colour."""

_THE_CARD = "the dealer's card"
_MARKS_TOLD = "B: every such hand bets. A point: every one folds. A number: the part that bets, in percent."

_MOST_ROWS = 200
"""A longer chart helps nobody, and makes a page of megabytes."""


def result(solution: Solution, title: str = "Result") -> Part:
    """What the game comes to over all deals."""
    rows = [
        ("deals", f"{solution.deals:,}"),
        ("antes won or lost by the player over all deals", f"{solution.total:,}"),
        ("expected value of a round, in antes", f"{-solution.house_edge:.10f}"),
        ("house edge, of the ante", f"{solution.house_edge:.6%}"),
        ("wagered in a round, in antes", f"{solution.average_wager:.6f}"),
        ("element of risk, of all that is wagered", f"{solution.element_of_risk:.6%}"),
        ("standard deviation of a round, in antes", f"{solution.standard_deviation:.6f}"),
    ]
    return Part(title, table(("", "exact, over all deals"), rows))


def pay_table(solution: Solution) -> Part:
    """The odds of the bet, and where a card may be changed those after a change."""
    after = isinstance(solution, ExchangeSolution)
    rows = []
    for hand, odds in sorted(solution.pays.items(), reverse=True):
        row = [str(hand), f"{odds} to 1"]
        if isinstance(solution, ExchangeSolution):
            row.append(f"{float(solution.changed.paid(hand)):g} to 1")
        rows.append(tuple(row))
    return Part("Pay table of the bet", table(("hand", "pays", *(("after a change",) if after else ())), rows))


def wagers(rules: Rules, solution: Solution) -> list[Part]:
    """The wagers that are paid by a table of hands, each by itself; none where the book has no such wagers."""
    rows = []
    for found in wager_odds(rules, solution):
        if isinstance(found, NotCounted):
            rows.append((str(found), "", "", ""))
            continue
        rows.append((found.wager.title, "", "", f"{found.house_edge:.6%}"))
        for hand, number in found.rows.items():
            rows.append((f"{hand}", str(found.wager.odds[hand]), f"{number:,}", f"{number / found.all:.6%}"))
    return [Part("Other wagers", table(("wager and hand", "pays", "hands", "share, or house edge"), rows))] if rows else []


def outcomes(solution: Solution) -> Part:
    """Every way that a round can end, with its exact count."""
    found = solution.outcomes
    rows = [(o.outcome, _signed(o.units), f"{o.deals:,}", f"{o.deals / solution.deals:.6%}") for o in found]
    drawn = plots.bars(
        "How rounds end",
        [
            plots.Bar(
                f"{o.outcome}, {_signed(o.units)}", f"{o.deals / solution.deals:.6%}", o.deals / solution.deals, _sign(o.units)
            )
            for o in found
            if o.deals
        ],
    )
    caption = "How often rounds end in each way. What is too rare for a bar to be seen has its figure alone."
    return Part("Outcomes", table(("outcome", "antes", "deals", "share"), rows) + figure(drawn, caption))


def decisions(solution: Solution) -> Part:
    rows = [(play, f"{deals:,}", f"{deals / solution.deals:.6%}") for play, deals in solution.decisions.items()]
    return Part("Decisions", table(("decision", "deals", "share"), rows))


def strategy(short: Chart, full: Chart) -> Part:
    """The best play as heat maps: one to learn from, and where it is not too long one that tells all hands apart."""
    told = f"{short.told[:1].upper()}{short.told[1:]}. ".replace(",", ";")
    if short.rows:
        told += f"Between them it depends on {'the suits' if len(short.ups) == 1 else _THE_CARD}. {_MARKS_TOLD}"
    if any(cell.change for row in short.rows for cell in row.cells):
        told += " C: change the odd card, the one outside the four; with a number, the part that does."
    caption = "Blue where betting gains over folding, orange where it loses; the stronger, the more is at stake."
    html = paragraph(f"{short.instant} {told}".strip())
    if short.rows:
        html += figure(heat(short, "Strategy"), caption)
    if len(short.rows) < len(full.rows) <= _MOST_ROWS:
        html += folded(f"All {len(full.rows)} hands apart", figure(heat(full, "Strategy, all hands"), caption))
    return Part("Strategy", html)


def heat(chart: Chart, title: str) -> str:
    rows = []
    for row in chart.rows:
        cells = []
        for up, cell in zip(chart.ups, row.cells, strict=True):
            against = f" against {up}" if up else ""
            says = f"{row.label}{against}: betting gains {cell.gain:+.4f} antes, {cell.bet} of {cell.all} bet"
            says += f", {cell.change} change a card" if cell.change else ""
            mark = "·" if cell.mark == "." else cell.mark
            cells.append(plots.HeatCell(mark, cell.gain / _FULL_HEAT, says if cell.all else "cannot be dealt"))
        rows.append((row.label, cells))
    return plots.heat_map(title, chart.ups, rows)


def thumb(rules: RulesOfThumb) -> Part:
    """Rules of thumb in words, with their exact cost."""
    html, items = "", []
    for sentence in [*rules.sentences, ""]:
        if sentence.startswith("- "):
            items.append(f"<li>{escape(sentence[2:])}</li>")
            continue
        html += f"<ul>{''.join(items)}</ul>" if items else ""
        html += paragraph(sentence) if sentence else ""
        items = []
    parts = "antes" if rules.parts == 1 else f"parts of an ante ({rules.parts} make one)"
    loss = f"Against the best play this loses {float(rules.loss):.6%} of the ante"
    cost = f"{loss}: {rules.cost:,} {parts} over all {rules.deals:,} deals."
    return Part("Rules of thumb", html + paragraph(cost))


def meter(values: Sequence[RoundValue], now: RoundValue | None, jackpot_fair: int, round_fair: int) -> Part:
    """What the jackpot wager, and a round with ante and jackpot wager together, are worth by the height of the meter."""
    ante, cost = values[0].ante, values[0].cost
    facts = [
        ("ante", dollars(ante)),
        ("jackpot wager", dollars(cost)),
        ("the jackpot wager alone is fair from a meter of", dollars(jackpot_fair)),
        ("ante and jackpot wager together are fair from a meter of", dollars(round_fair)),
    ]
    if now is not None:
        facts += [
            ("meter", dollars(now.meter)),
            ("the jackpot wager returns", f"{float(now.jackpot_return):.6%}"),
            ("the round is worth, in dollars", f"{float(now.value) / 100:+.6f}"),
            ("element of risk", f"{float(now.element_of_risk):.6%}"),
        ]
    money = ("the meter", lambda cents: f"${cents / 100:,.0f}")
    returned = plots.curves(
        "Return of the jackpot wager by meter",
        [plots.Line([(v.meter, float(v.jackpot_return)) for v in values])],
        across=money,
        up=("return", lambda share: f"{share:.0%}"),
        level=1.0,
        marks=[(jackpot_fair, "fair")],
    )
    whole = plots.curves(
        "Value of a round by meter",
        [plots.Line([(v.meter, float(v.value) / 100) for v in values])],
        across=money,
        up=("dollars", lambda worth: f"{worth:+.2f}"),
        level=0.0,
        marks=[(round_fair, "fair")],
    )
    shown = values[:: max(1, len(values) // 10)]
    rows = [
        (dollars(v.meter), f"{float(v.jackpot_return):.4%}", f"{float(v.value) / 100:+.4f}", f"{float(v.element_of_risk):.4%}")
        for v in shown
    ]
    return Part(
        "Ante and jackpot wager together",
        table(("", ""), facts)
        + figure(returned, "What comes back of the jackpot wager, for a player who alone wins.")
        + figure(whole, "What a round with both wagers is worth to the player, on average.")
        + table(("meter", "jackpot wager returns", "round, dollars", "element of risk"), rows),
    )


def _signed(units: Units) -> str:
    if isinstance(units, int):
        return f"{units:+d}" if units else "0"
    return f"{float(units):+.4f}"


def _sign(units: Units) -> int:
    return (units > 0) - (units < 0)


def simulation(result: Result) -> Iterator[Part]:
    """What simulated rounds come to: a session's fan and histogram, ruin, and a table's year."""
    yield _rounds(result)
    yield _sessions(result)
    if result.ruin is not None:
        yield _ruin(result.ruin)
    yield _year(result)


def _rounds(result: Result) -> Part:
    rows = [
        ("rounds", f"{result.rounds:,}"),
        ("seats", f"{result.seats}"),
        ("seed", f"{result.seed}"),
        ("mean of a round, in antes", f"{result.mean:+.6f} ± {result.standard_error:.6f}"),
        ("standard deviation, in antes", f"{result.standard_deviation:.6f}"),
    ]
    if result.exact_mean is not None:
        rows.append(("exact mean", f"{result.exact_mean:+.6f}"))
    if result.goodness is not None:
        rows.append(("p-value of the counts against the exact chances", f"{result.goodness:.4f}"))
    counts = table(("antes", "rounds", "share", "exact"), result.count_rows)
    return Part("Simulated rounds", table(("", ""), rows) + counts)


def _sessions(result: Result) -> Part:
    fan = result.fan
    edges = [
        list(zip(map(float, fan.rounds), line, strict=True))
        for _, line in sorted(fan.quantiles.items(), key=lambda item: float(item[0]))
    ]
    middle = len(edges) // 2
    drawn = plots.curves(
        "Bankroll over a session",
        [plots.Line(edge, "curve" if n == middle else "thin") for n, edge in enumerate(edges)],
        across=("rounds", lambda rounds: f"{rounds:,.0f}"),
        up=("antes", _antes),
        areas=list(pairwise(edges)),
        level=0.0,
    )
    named = ", ".join(f"{float(name):.0%}" for name in sorted(fan.quantiles, key=float))
    ends = plots.histogram(
        "How sessions end", [(bar.low, bar.high, bar.share) for bar in result.sessions], across=("antes won or lost", _antes)
    )
    return Part(
        "Sessions of a player",
        paragraph(f"{result.paths:,} sessions of {result.session:,} rounds; {result.ahead:.2%} end ahead.")
        + figure(drawn, f"What a player has won or lost by then: quantiles {named}.")
        + figure(ends, "How sessions end; the first and the last bar take everything beyond."),
    )


def _ruin(ruin: Ruin) -> Part:
    marks = [float(n) for n in ruin.rounds]
    lines = [plots.Line(list(zip(marks, ruin.simulated, strict=True)))]
    if ruin.exact is not None:
        lines.append(plots.Line(list(zip(marks, ruin.exact, strict=True)), "thin"))
    drawn = plots.curves(
        "Risk of ruin", lines, across=("rounds", lambda rounds: f"{rounds:,.0f}"), up=("chance", lambda share: f"{share:.0%}")
    )
    exact = "" if ruin.exact is None else f", exactly {ruin.exact[-1]:.4%}"
    told = f"A bankroll of {ruin.bankroll} antes: after {ruin.rounds[-1]:,} rounds ruined in {ruin.simulated[-1]:.4%}{exact}."
    return Part("Risk of ruin", paragraph(told) + figure(drawn, "The chance that the bankroll no longer pays for a round."))


def _year(result: Result) -> Part:
    rows = [
        (
            f"{period.period} of {period.rounds:,} rounds",
            f"{period.expected_win:,.0f}",
            f"{period.standard_deviation:,.0f}",
            f"{period.quantiles['0.05']:,.0f}",
            f"{period.quantiles['0.95']:,.0f}",
            f"{period.hold:.4%}",
            f"{period.loses:.4%}",
        )
        for period in result.periods
    ]
    head = ("", "expected win", "standard deviation", "1 in 20 below", "1 in 20 above", "hold", "chance of a loss")
    told = paragraph("What the house wins at the table, in antes. Hold is the win as a part of all that is wagered.")
    return Part("The table over time", told + table(head, rows))


def _antes(number: float) -> str:
    return f"{number:+,.0f}" if round(number) else "0"

"""The drawings in reports on a game: how rounds end, what each hand should do, what a meter or a session comes to."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from croupier.drawing import plots
from croupier.drawing.figures import antes
from croupier.odds.charts import Chart
from croupier.odds.round_value import RoundValue
from croupier.odds.simulation_result import Bar, Fan, Ruin
from croupier.odds.solution import Solution

_FULL_HEAT = 0.5
"""The gain in antes from which a square has its full colour."""

_ROUNDS = ("rounds", lambda rounds: f"{rounds:,.0f}")
_METER = ("the meter", lambda cents: f"${cents / 100:,.0f}")


def outcomes(solution: Solution) -> str:
    shares = [(o, o.deals / solution.deals) for o in solution.outcomes if o.deals]
    rows = [
        plots.Bar(f"{o.outcome}, {antes(o.units)}", f"{share:.6%}", share, (o.units > 0) - (o.units < 0)) for o, share in shares
    ]
    return plots.bars("How rounds end", rows)


def reactions(solution: Solution) -> str:
    """How one more unit on each row of the pay table changes the house edge."""
    times = Fraction(solution.terms.bet, solution.terms.parts)
    rows = []
    for hand, odds in sorted(solution.pays.items(), reverse=True):
        won = sum(o.deals for o in solution.outcomes_by_hand if o.outcome == f"{hand} wins")
        share = float(times * won / solution.deals)
        rows.append(plots.Bar(f"{hand}, now {odds} to 1", f"{-share:+.4%}", share, 1))
    return plots.bars("Change of the house edge by pay row", rows)


def seen(worth: Sequence[tuple[str, float, float]]) -> str:
    return plots.bars("Worth of seen cards", [plots.Bar(what, f"{gain:.2%}", gain, 1) for what, gain, _ in worth])


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


def returned(values: Sequence[RoundValue], fair: int) -> str:
    """The return of a jackpot wager by the height of the meter."""
    line = plots.Line([(v.meter, float(v.jackpot_return)) for v in values])
    up = ("return", lambda share: f"{share:.0%}")
    return plots.curves("Return of the jackpot wager by meter", [line], across=_METER, up=up, level=1.0, marks=[(fair, "fair")])


def worth(values: Sequence[RoundValue], fair: int, units: str) -> str:
    """The value of a round with ante and jackpot wager by the height of the meter."""
    line = plots.Line([(v.meter, float(v.value) / 100) for v in values])
    up = (units, lambda worth: f"{worth:+.2f}")
    return plots.curves("Value of a round by meter", [line], across=_METER, up=up, level=0.0, marks=[(fair, "fair")])


def fan(bankrolls: Fan) -> str:
    """Where players are after so many rounds, by quantiles."""
    quantiles = sorted(bankrolls.quantiles.items(), key=lambda item: float(item[0]))
    edges = [list(zip(map(float, bankrolls.rounds), line, strict=True)) for _, line in quantiles]
    lines = [plots.Line(edge, "curve" if n == len(edges) // 2 else "thin") for n, edge in enumerate(edges)]
    areas = list(pairwise(edges))
    return plots.curves("Bankroll over a session", lines, across=_ROUNDS, up=("antes", _antes), areas=areas, level=0.0)


def ends(sessions: Sequence[Bar]) -> str:
    steps = [(bar.low, bar.high, bar.share) for bar in sessions]
    return plots.histogram("How sessions end", steps, across=("antes won or lost", _antes))


def ruin(risk: Ruin) -> str:
    marks = [float(n) for n in risk.rounds]
    lines = [plots.Line(list(zip(marks, risk.simulated, strict=True)))]
    if risk.exact is not None:
        lines.append(plots.Line(list(zip(marks, risk.exact, strict=True)), "thin"))
    return plots.curves("Risk of ruin", lines, across=_ROUNDS, up=("chance", lambda share: f"{share:.0%}"))


def _antes(number: float) -> str:
    return f"{number:+,.0f}" if round(number) else "0"

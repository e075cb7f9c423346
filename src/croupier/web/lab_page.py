"""The lab: the exact mathematics of a house game, with your own pay rows, recalculated at each change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from croupier.books import jackpot_of, rules_of
from croupier.jackpots.worth import break_even_meter
from croupier.kernel.cards import parse_cards
from croupier.kernel.data import data_of
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import Category, spoken
from croupier.kernel.money import Odds, dollars
from croupier.stud.rules import Rules
from croupier.tables.house_terms import terms_for_play

if TYPE_CHECKING:
    from croupier.drawing.reports import Sections
    from croupier.odds.solution import Solution

MOST = 100_000


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with some pay rows changed, another hand that qualifies the dealer, another price of a card in antes, and a meter
    value: sums in cents. Empty or zero fields are as in the book. `bankroll` is what a player brings, in antes.
    """

    game: str
    pay: dict[str, int] = {}
    qualifies: str = ""
    price: int = 0
    cost: int = 0
    meter: int = 0
    bankroll: int = 0
    name: str = ""


QUALIFYING: dict[str, tuple[str, str]] = data_of("croupier.web", "lab.toml")["qualifying"]
"""The qualifying hands to choose from: the lowest, and the lowest without deuces if those are wild."""
_DEAREST = 9
_BANKROLL, _MOST_BANKROLL = 100, 10_000
"""What a player brings by default, and the most allowed, in antes."""
_ROUNDS = [25, 50, 100, 150, 200, 300, 400, 500, 600, 800, 1000]
"""The number of rounds for the risk of ruin."""
_ANTE = 10_00
"""The ante next to a jackpot wager, in cents."""
_SAMPLES, _SEED, _OTHERS = 2000, 1, (1, 3, 6)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a variant. Everything is exact; rounding is for the page alone. A row of the `chart` is a hand, and a mark
    for each dealer's card.
    """

    game: str
    edge: str
    players: bool
    total: str
    deals: int
    risk: str
    deviation: str
    bets: str
    always: str = ""
    never: str = ""
    ups: tuple[str, ...] = ()
    chart: tuple[tuple[str, tuple[str, ...]], ...] = ()
    plain: str = ""
    wagers: tuple[tuple[str, str], ...] = ()
    drawn: tuple[tuple[str, str], ...] = ()


def rows_of(game: str) -> list[tuple[str, str, int]]:
    """The pay rows of a game that can be changed, whole ones only: name, description, and what the book pays."""
    rules = rules_of(game)
    falling = sorted(rules.bet_odds.items(), key=lambda pair: -int(pair[0]))
    return [(category.name.lower(), spoken(category.label), odds.to) for category, odds in falling if odds.each == 1]


def qualifying_of(game: str) -> list[str]:
    """The qualifying hands that the lab offers for the dealer: hands of five cards."""
    return list(QUALIFYING) if rules_of(game).cards == 5 else []


def checked(variant: Variant) -> Variant:
    """The variant, if there is such a game and its rows are valid."""
    known = {name for name, _, _ in rows_of(variant.game)}
    if strange := set(variant.pay) - known:
        raise CroupierError(f"there is no pay row {min(strange)!r} in {variant.game}")
    if any(not 0 <= pays <= MOST for pays in variant.pay.values()):
        raise CroupierError(f"a row pays 0 to {MOST:,} to 1")
    if variant.qualifies and variant.qualifies not in (known_hands := qualifying_of(variant.game)):
        raise CroupierError(f"the dealer may play with {', '.join(known_hands) or 'the hand of the book alone'}")
    if variant.price and not (rules_of(variant.game).has("exchange") and 1 <= variant.price <= _DEAREST):
        raise CroupierError(f"a card costs 1 to {_DEAREST} antes, where one can be changed at all")
    if not 0 <= variant.bankroll <= _MOST_BANKROLL:
        raise CroupierError(f"a bankroll has 1 to {_MOST_BANKROLL:,} antes")
    if variant.cost < 0 or variant.meter < 0 or (variant.meter and not variant.cost):
        raise CroupierError("say what the jackpot wager costs, and how high the meter is")
    return variant


def rules_for(variant: Variant) -> Rules:
    """The rules of the game in the variant."""
    rules = rules_of(variant.game)
    if variant.price:
        rules = replace(rules, exchange_price=variant.price)
    if not variant.qualifies:
        return rules
    lowest = QUALIFYING[variant.qualifies][rules.has("wild cards")]
    floor = rules.value(parse_cards(lowest)) if lowest else None
    pays = {category: Odds(1) for category in (Category.HIGH_CARD, Category.ONE_PAIR)} | dict(rules.bet_odds)
    return replace(rules, bet_odds=pays, qualifies=lambda value: floor is None or value >= floor)  # new hands pay even money


def changes_of(variant: Variant) -> str:
    """What a variant has changed, in words."""
    says = [f"{name.replace('_', ' ')} {pays} to 1" for name, pays in variant.pay.items()]
    says += [f"the dealer plays with {variant.qualifies.replace('-', ' ')}"] if variant.qualifies else []
    says += [f"a card costs {variant.price} antes"] if variant.price else []
    return ", ".join(says)


def worked_out(variant: Variant, with_chart: bool = True) -> Answer:
    """The exact answer; runs where it disturbs nobody."""
    from croupier.odds.charts import chart
    from croupier.odds.counting import NotCounted
    from croupier.odds.shapes import wager_odds

    rules = rules_for(variant)
    solution = _solved(variant, rules)
    charted: dict[str, Any] = {}
    if with_chart:
        drawn = chart(solution, wild=rules.has("wild cards"))
        charted = {"always": drawn.always, "never": drawn.never, "ups": drawn.ups, "plain": "" if drawn.rows else drawn.told}
        charted["chart"] = tuple((row.label, tuple(cell.mark for cell in row.cells)) for row in drawn.rows)
        charted["drawn"] = tuple(map(_titled, _drawn(variant, rules, solution)))
    total = solution.total
    return Answer(
        game=variant.game,
        edge=f"{abs(solution.house_edge):.4%}",
        players=solution.house_edge < 0,
        total=f"{total:,}" if isinstance(total, int) else f"{float(total):,.2f}",
        deals=solution.deals,
        risk=f"{abs(solution.element_of_risk):.4%}",
        deviation=f"{solution.standard_deviation:.4f}",
        bets=f"{solution.bet_share:.2%}",
        wagers=tuple(
            (str(result), "") if isinstance(result, NotCounted) else (result.wager.title, f"{result.house_edge:.4%}")
            for result in wager_odds(rules, solution)
        ),
        **charted,
    )


def _drawn(variant: Variant, rules: Rules, solution: Solution) -> Iterator[Sections]:
    """The drawings of a variant, for the page and the report."""
    from croupier.drawing.document import Section
    from croupier.drawing.reports import part
    from croupier.odds.bankroll import ruin, spread_of
    from croupier.odds.round_value import curve, fair_meter, round_value
    from croupier.odds.simulation_result import Ruin

    yield part("outcomes", solution)
    yield part("reactions", solution)
    needs = 1 + int(rules.bet_multiple) + (variant.price or rules.exchange_price if rules.has("exchange") else 0)
    bankroll = variant.bankroll or _BANKROLL
    exact = ruin(spread_of(solution.outcomes), bankroll, needs, _ROUNDS)
    yield part("ruined", Ruin(bankroll=bankroll, needs=needs, rounds=_ROUNDS, simulated=exact, standard_error=[], exact=None))
    if not variant.cost or not variant.meter:
        return
    try:
        jackpot = jackpot_of(terms_for_play(variant.game, variant.cost))
        fair, both = break_even_meter(jackpot, jackpot.counts()), fair_meter(solution, jackpot, ante=_ANTE)
    except CroupierError as error:
        yield (Section("Jackpot wager", (str(error),)),)
        return
    most = max(fair, both, variant.meter) * 5 // 4
    now = round_value(solution, jackpot, ante=_ANTE, meter=variant.meter)
    yield part("meter", curve(solution, jackpot, ante=_ANTE, most=most), now, fair, both, currency=rules.currency)


def seen_worth(variant: Variant) -> tuple[str, str]:
    """The value of seen cards in a variant: a title, and a table with its drawing.

    The dealer's second card is counted exactly; with wild cards or changes that would take minutes, and is left out.
    """
    from croupier.drawing.reports import part
    from croupier.odds.information import others_seen, two_seen

    rules = rules_for(variant)
    solution = _solved(variant, rules)
    others = [others_seen(rules, solution, each, samples=_SAMPLES, seed=_SEED) for each in _OTHERS]
    quick = not (rules.has("wild cards") or rules.has("exchange"))
    seen = [(f"the hands of {each.others} other players", each.gain, each.standard_error) for each in others]
    seen += [("one more card of the dealer", float(two_seen(rules, solution).gain), 0.0)] if quick else []
    return _titled(part("seen_cards", solution, seen))


def _titled(part: Sections) -> tuple[str, str]:
    """A part of a report for a page of its own kind: its title, and its content."""
    from croupier.drawing.document import blocks_html

    (section,) = part
    return section.title, blocks_html(section)


def _solved(variant: Variant, rules: Rules) -> Solution:
    from croupier.odds.solver import solve

    return solve(rules, pay={Category[name.upper()]: pays for name, pays in variant.pay.items()})


def warmed(game: str) -> bool:
    """Count all deals of a game once, so that every later pay table is only applied."""
    worked_out(Variant(game=game))
    return True


def report_of(variant: Variant, path: str) -> None:
    """Write the report of a variant to a file."""
    from croupier.drawing.reports import part, report, strategy
    from croupier.odds.shapes import wager_odds

    rules = rules_for(variant)
    solution = _solved(variant, rules)
    parts = [part("result", solution), part("pay_table", solution), part("decisions", solution), strategy(rules, solution)]
    parts += [part("wagers", wagers)] if (wagers := list(wager_odds(rules, solution))) else []
    wager = f"{dollars(variant.cost)} with the meter at {dollars(variant.meter)}" if variant.meter else "none"
    facts = {"Changed": changes_of(variant) or "nothing", "Jackpot wager": rules.currency.told(wager)}
    title = variant.name or "exact odds"
    text = report(rules, title, "Under the best play.", *parts, *_drawn(variant, rules, solution), facts=facts)
    Path(path).write_text(text, encoding="utf-8")

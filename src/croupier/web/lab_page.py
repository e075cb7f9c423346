"""The lab: the exact mathematics of a house game, with pay rows of your own, worked out again at each change."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
from msgspec.structs import replace

from croupier.books import book_of, rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.errors import CroupierError
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds, dollars
from croupier.stud.rules import Rules

MOST = 100_000


class Variant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with some pay rows changed, another hand that qualifies the dealer, another price of a card in antes, and a meter
    to look at: sums in cents. What is empty or zero is as in the book.
    """

    game: str
    pay: dict[str, int] = {}
    qualifies: str = ""
    price: int = 0
    cost: int = 0
    meter: int = 0
    name: str = ""


QUALIFYING = {
    "any": ("", ""),
    "ace-high": ("As 6d 4c 3h 2s", "As 6d 5c 4h 3s"),
    "ace-king": ("As Kd 4c 3h 2s", "As Kd 5c 4h 3s"),
    "fours": ("4s 4d 5c 3h 2s", "4s 4d 6c 5h 3s"),
    "sixes": ("6s 6d 4c 3h 2s", "6s 6d 5c 4h 3s"),
    "eights": ("8s 8d 4c 3h 2s", "8s 8d 5c 4h 3s"),
    "tens": ("Ts Td 4c 3h 2s", "Ts Td 5c 4h 3s"),
}
"""From which hand on the dealer may be made to play: the lowest that does, and the lowest without deuces where those are wild."""
_DEAREST = 9


class ChartRow(msgspec.Struct, frozen=True):
    """A row of the strategy chart: the hand, and a mark for each dealer's card."""

    label: str
    marks: tuple[str, ...]


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a variant comes to. Everything is exact; rounding is for the page alone."""

    game: str
    edge: str
    total: str
    deals: int
    risk: str
    deviation: str
    bets: str
    always: str = ""
    never: str = ""
    ups: tuple[str, ...] = ()
    chart: tuple[ChartRow, ...] = ()
    plain: str = ""
    wagers: tuple[tuple[str, str], ...] = ()
    outcomes: tuple[tuple[str, str, int, str], ...] = ()
    jackpot: str = ""
    breaks_even: str = ""


def rows_of(game: str) -> list[tuple[str, str, int]]:
    """The pay rows of a game that can be changed, the whole ones: name, how it is read, and what the book pays."""
    rules = rules_of(game)
    falling = sorted(rules.bet_odds.items(), key=lambda pair: -int(pair[0]))
    return [(category.name.lower(), _label(category), odds.to) for category, odds in falling if odds.each == 1]


def qualifying_of(game: str) -> list[str]:
    """From which hands on the dealer may be made to play in the lab: they are of five cards."""
    return list(QUALIFYING) if rules_of(game).cards == 5 else []


def _label(category: Category) -> str:
    return category.name.replace("_", " ").lower()


def checked(variant: Variant) -> Variant:
    """The variant, if there is such a game and its rows can be."""
    known = {name for name, _, _ in rows_of(variant.game)}
    if strange := set(variant.pay) - known:
        raise CroupierError(f"there is no pay row {min(strange)!r} in {variant.game}")
    if any(not 0 <= pays <= MOST for pays in variant.pay.values()):
        raise CroupierError(f"a row pays 0 to {MOST:,} to 1")
    if variant.qualifies and variant.qualifies not in (known_hands := qualifying_of(variant.game)):
        raise CroupierError(f"the dealer may play with {', '.join(known_hands) or 'the hand of the book alone'}")
    if variant.price and not (rules_of(variant.game).has("exchange") and 1 <= variant.price <= _DEAREST):
        raise CroupierError(f"a card costs 1 to {_DEAREST} antes, where one can be changed at all")
    return variant


def rules_for(variant: Variant) -> Rules:
    """The rules of the game as the variant has them."""
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
    found = [f"{name.replace('_', ' ')} {pays} to 1" for name, pays in variant.pay.items()]
    found += [f"the dealer plays with {variant.qualifies.replace('-', ' ')}"] if variant.qualifies else []
    found += [f"a card costs {variant.price} antes"] if variant.price else []
    return ", ".join(found)


def worked_out(variant: Variant, with_chart: bool = True) -> Answer:
    """The exact answer; runs where it disturbs nobody."""
    from croupier.odds.charts import chart
    from croupier.odds.counting import NotCounted
    from croupier.odds.shapes import wager_odds
    from croupier.odds.solver import solve

    rules = rules_for(variant)
    pay = {Category[name.upper()]: pays for name, pays in variant.pay.items()}
    solution = solve(rules, pay=pay)
    drawn = chart(solution, wild=rules.has("wild cards")) if with_chart else None
    total = solution.total
    jackpot, fair = _jackpot(variant)
    return Answer(
        game=variant.game,
        edge=f"{solution.house_edge:.4%}",
        total=f"{total:,}" if isinstance(total, int) else f"{float(total):,.2f}",
        deals=solution.deals,
        risk=f"{solution.element_of_risk:.4%}",
        deviation=f"{solution.standard_deviation:.4f}",
        bets=f"{solution.bet_share:.2%}",
        always=drawn.always if drawn is not None else "",
        never=drawn.never if drawn is not None else "",
        ups=drawn.ups if drawn is not None else (),
        chart=tuple(ChartRow(row.label, tuple(cell.mark for cell in row.cells)) for row in drawn.rows) if drawn else (),
        plain=drawn.told if drawn is not None and not drawn.rows else "",
        wagers=tuple(
            (str(one), "") if isinstance(one, NotCounted) else (one.wager.title, f"{one.house_edge:.4%}")
            for one in wager_odds(rules, solution)
        ),
        outcomes=tuple(
            (one.outcome, _antes(one.units), one.deals, f"{one.deals / solution.deals:.6%}") for one in solution.outcomes
        ),
        jackpot=jackpot,
        breaks_even=fair,
    )


def _antes(units: object) -> str:
    if isinstance(units, Fraction):
        return f"{float(units):+.2f}"
    return f"{units:+}" if isinstance(units, int) else str(units)


def _jackpot(variant: Variant) -> tuple[str, str]:
    """What a jackpot wager returns at a meter, and at what meter it breaks even; nothing where none is asked about."""
    if not variant.cost or not variant.meter:
        return "", ""
    from croupier.books import jackpot_of
    from croupier.jackpots.worth import break_even_meter, worth
    from croupier.tables.house_terms import terms_for_play

    try:
        jackpot = jackpot_of(terms_for_play(variant.game, variant.cost))
        counts = jackpot.counts()
        value = worth(jackpot, variant.meter, counts) / variant.cost
        fair = break_even_meter(jackpot, counts)
    except CroupierError as error:
        return str(error), ""
    return f"{float(value):.2%}", dollars(fair)


def warmed(game: str) -> bool:
    """Count all deals of a game once, so that every pay table after that is only weighed."""
    worked_out(Variant(game=game))
    return True


def report_of(variant: Variant, path: str) -> None:
    """Write the report of a variant to a file."""
    from croupier import __version__
    from croupier.odds.charts import chart
    from croupier.odds.report import parts
    from croupier.odds.report.page import page
    from croupier.odds.solver import solve

    rules = rules_for(variant)
    solution = solve(rules, pay={Category[name.upper()]: pays for name, pays in variant.pay.items()})
    wild = rules.has("wild cards")
    charts = (chart(solution, wild=wild, detail="short"), chart(solution, wild=wild, detail="full"))
    facts = [
        ("Game", rules.game),
        ("Book", f"{book_of(rules.book).title_page.title}, {rules.edition}"),
        ("Data of the book", rules.digest),
        ("Changed", changes_of(variant) or "nothing"),
        ("Made by", f"croupier {__version__}"),
    ]
    found = [parts.result(solution), parts.outcomes(solution), parts.decisions(solution), parts.strategy(*charts)]
    found += [parts.pay_table(solution), *parts.wagers(rules, solution)]
    text = page(f"{rules.title}: exact odds", "Under the best play.", facts, found, _FOOTER)
    Path(path).write_text(text, encoding="utf-8")


_FOOTER = "Every figure is an exact sum over all deals by the rules named above, and comes out the same on every machine."

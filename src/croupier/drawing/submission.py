"""What a test laboratory needs to know of a house game: the mathematics with every assumption named, exact to the last deal.

All figures come from the exact solver as whole numbers and fractions; `templates/submission.md` says what they mean. Nothing is
rounded before it is printed, and it does not contain the time: two runs with the same versions give the same bytes.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from math import isqrt
from typing import Any

import msgspec
from msgspec.structs import asdict

from croupier.books import book_of, folder_of
from croupier.drawing.document import Document, from_template
from croupier.drawing.figures import exact
from croupier.jackpots.funding import fixed_return
from croupier.jackpots.prizes import GRAINS, Jackpot, Pools, grains
from croupier.jackpots.worth import break_even_meter
from croupier.kernel.cards import rank_name
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds, dollars
from croupier.odds.charts import chart
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.exposure import dear_round, dearest_box, limits, most_for
from croupier.odds.instant_wins import instant_gain
from croupier.odds.payout import compare
from croupier.odds.round_value import fair_meter, hands_kept, round_value, variance
from croupier.odds.shapes import wager_odds
from croupier.odds.simulation_result import Result
from croupier.odds.solution import Solution, Terms, Units
from croupier.stud.grounds import hand_ground
from croupier.stud.rules import Options, Rules

_CONFIDENCE_90, _CONFIDENCE_95 = Fraction(1645, 1000), Fraction(196, 100)
"""How many standard deviations of a normal distribution are within these parts of all."""


class Submission(msgspec.Struct, frozen=True, kw_only=True):
    """What is submitted: a game under its rules, solved, on a table with these signs; with a jackpot, if it has one.

    `options` are the signs of the table, among them the maximum ante and the maximum payout; `ante` is the wager beside
    which a jackpot wager is weighed. `held` is the solution at the maximum ante where a maximum payout is said, `made_by`
    the program with its version, `computed_with` the versions beneath it. `strategies` are simpler ways to play, solved alike;
    `simulated` is the best play simulated, as a check of the solver by other code. `notice` are prizes that the house declares.
    """

    rules: Rules
    solution: Solution
    options: Options
    ante: int
    jackpot: Jackpot | None = None
    held: Solution | None = None
    command: str = ""
    made_by: str = "croupier"
    computed_with: str = ""
    strategies: Mapping[str, Solution] = {}
    simulated: Result | None = None
    notice: Mapping[str, int] = {}


def submission(subject: Submission) -> Document:
    """The whole document."""
    rules, solution, options, jackpot = subject.rules, subject.solution, subject.options, subject.jackpot
    dearest = subject.held or solution
    limited = limits(dearest)

    def at_most(units: Units) -> str:
        """So many antes at the maximum of the table."""
        return dollars(round(Fraction(units) * options.maximum))

    return from_template(
        "submission.md",
        currency=rules.currency,
        **asdict(subject),
        page=book_of(rules.book, rules.edition).title_page,
        best=_best(rules),
        pay_tables=_pay_tables(rules, solution),
        hand_ground=hand_ground,
        chart=chart(solution, wild=rules.has("wild cards")),
        unqualified=[ground for ground in ("ante_wins_unqualified", "bet_void_unqualified") if ground in rules.grounds],
        wagers=list(wager_odds(rules, solution)),
        all_own=int(solution.table.weight.sum()),
        part=lambda deals: Fraction(deals, solution.deals),
        instant_gain=instant_gain,
        decided=_played,
        expected=_expected,
        one=Fraction(1),
        confidence_90=_CONFIDENCE_90,
        confidence_95=_CONFIDENCE_95,
        square_root=lambda value: Fraction(isqrt(int(value * 10**24)), 10**12),
        compare=compare,
        dearest=dearest_box(dearest),
        dear=dear_round(rules, dearest, options.places),
        limited=limited,
        most=most_for(limited, options.places),
        at_most=at_most,
        components=_components(subject),
        **(_with_jackpot(subject, jackpot) if jackpot is not None else {}),
    )


def as_data(subject: Submission) -> dict[str, object]:
    """The figures for another program: exact ones as numerator and denominator."""
    solution, options = subject.solution, subject.options
    held = subject.held or solution
    data: dict[str, object] = {
        "game": subject.rules.game,
        "edition": subject.rules.edition,
        "strategy": _best(subject.rules),
        "deals": str(solution.deals),
        "outcomes": [
            {"outcome": o.outcome, "antes": exact(Fraction(o.units)), "deals": str(o.deals)} for o in solution.outcomes_by_hand
        ],
        "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
        "expected_value": exact(_expected(solution)),
        "wagered": exact(solution.wagered),
        "return": exact(1 + _expected(solution) / solution.wagered),
        "return_by_strategy": {name: exact(1 + _expected(other) / other.wagered) for name, other in subject.strategies.items()},
        "dealer_qualifies": exact(solution.dealer_qualifies),
        "hit_frequency": exact(solution.hit_frequency),
        "variance": exact(solution.variance),
        "decision_table_sha256": _played(solution),
        "maximum_exposure_of_a_box_cents": exact(Fraction(dearest_box(held)) * options.maximum),
        "exposure_of_all_boxes_cents": {
            "dealt": exact(Fraction(dear_round(subject.rules, held, options.places).units) * options.maximum),
            "at_most": exact(Fraction(most_for(limits(held), options.places)) * options.maximum),
        },
        "digests": {name: digest for name, _, digest in _components(subject)},
    }
    if (jackpot := subject.jackpot) is not None:
        data["jackpot"] = [
            {
                "meter_cents": str(meter),
                "jackpot_return": exact(value.jackpot_return),
                "return_of_all": exact(1 - value.element_of_risk),
                "variance_cents": exact(_spread(subject, jackpot, meter)),
            }
            for meter in _meters(subject, jackpot)
            for value in [round_value(solution, jackpot, ante=subject.ante, meter=meter)]
        ]
    return data


def _best(rules: Rules) -> str:
    """The way of playing that the figures assume."""
    seen = f"their own {rank_name(rules.cards)} cards" + (" and the dealer's face-up card" if rules.has_upcard else "")
    return (
        f"the best play: at each decision the choice of the greatest expected value, for a player who sees {seen}, and no other"
    )


def _pay_tables(rules: Rules, solution: Solution) -> dict[str, dict[Category, Odds]]:
    """What each hand is paid, by the name of the wager."""
    columns = {"bet": _paid(solution.terms)}
    if isinstance(solution, ExchangeSolution):
        columns["bet after a change"] = _paid(solution.changed)
    if rules.instant_odds:
        columns["instant win, on the ante"] = dict(rules.instant_odds)
    return columns


def _paid(terms: Terms) -> dict[Category, Odds]:
    """What a bet is paid with each hand, as in the solver: a reading may return it instead."""
    return {hand: Odds(*terms.paid(hand).as_integer_ratio()) for hand in terms.wins}


def _with_jackpot(subject: Submission, jackpot: Jackpot) -> dict[str, Any]:
    """What there is to say about the jackpot wager."""
    counts, solution, ante = jackpot.counts(), subject.solution, subject.ante
    seeded = Pools(grains(jackpot.seed), grains(jackpot.seed))
    prizes = {hand: jackpot.share(jackpot, seeded, [hand]) for hand in jackpot.hands}
    own = {
        hand: sum(grains(paid.pays) for paid in shares.payments if paid.source == "house") + shares.top_up
        for hand, shares in prizes.items()
    }
    dearest = max(own, key=lambda hand: own[hand])
    return {
        "all_hands": jackpot.all_hands,
        "rate": Fraction(jackpot.increment, 10_000),
        "fixed": fixed_return(jackpot.fixed, jackpot.cost, counts, jackpot.all_hands),
        "prizes": [(hand, counts[hand], shares.payments[0]) for hand, shares in prizes.items()],
        "hands_kept": hands_kept(subject.rules, solution, subject.options),
        "by_meter": [
            (round_value(solution, jackpot, ante=ante, meter=meter), _spread(subject, jackpot, meter))
            for meter in _meters(subject, jackpot)
        ],
        "alone": break_even_meter(jackpot, counts),
        "fair": fair_meter(solution, jackpot, ante=ante),
        "owed": (dearest, -(-own[dearest] // GRAINS)),
    }


def _meters(subject: Submission, jackpot: Jackpot) -> list[int]:
    """The meters at which figures are given: the seed, and where jackpot wager and round are fair."""
    alone = break_even_meter(jackpot, jackpot.counts())
    return sorted({jackpot.seed, alone, fair_meter(subject.solution, jackpot, ante=subject.ante)})


def _spread(subject: Submission, jackpot: Jackpot, meter: int) -> Fraction:
    return variance(subject.rules, subject.solution, jackpot, subject.options, ante=subject.ante, meter=meter)


_PARTS = ("kernel", "stud", "jackpots", "odds", "drawing")
"""The parts of the code that produce the figures, besides the books."""


def _components(subject: Submission) -> Iterator[tuple[str, str, str]]:
    """Each part with the number of its files and its digest."""
    yield "data of the book", "", subject.rules.digest
    package = resources.files("croupier")
    book = folder_of(subject.rules.book)
    parts = [(name, package / name) for name in _PARTS] + [
        ("books, what they share", package / "books"),
        (f"books/{book.name}", book),
    ]
    for name, folder in parts:
        files = list(_files(folder, "", deep=name != "books, what they share"))
        lines = "".join(f"{path} {digest}\n" for path, digest in sorted(files))
        yield name, f"{len(files)}", sha256(lines.encode()).hexdigest()


def _files(folder: Traversable, before: str, *, deep: bool) -> Iterator[tuple[str, str]]:
    for path in folder.iterdir():
        if path.is_dir():
            if deep and path.name != "__pycache__":
                yield from _files(path, f"{before}{path.name}/", deep=True)
        elif path.name.endswith((".py", ".toml", ".md")):
            yield f"{before}{path.name}", sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _played(solution: Solution) -> str:
    """The digest of every decision: a byte for each class of hands and up card, in the solver's order."""
    return sha256(solution.plays.tobytes()).hexdigest()


def _expected(solution: Solution) -> Fraction:
    return Fraction(solution.total) / solution.deals

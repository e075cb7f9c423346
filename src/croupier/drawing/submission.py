"""What a test laboratory wants to see of a house game: the mathematics with every assumption named, exact to the last deal.

All figures come from the exact solver as whole numbers and fractions. Nothing is rounded before it is printed, and there is
nothing of the time in it: two runs with the same versions give the same bytes.
"""

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from math import isqrt

import msgspec

from croupier.books import book_of, folder_of
from croupier.drawing.document import Document, Grid, Section
from croupier.jackpots.funding import HANDS, fixed_return
from croupier.jackpots.prizes import GRAINS, Jackpot, Pools, grains
from croupier.jackpots.worth import break_even_meter
from croupier.kernel.cards import rank_name
from croupier.kernel.hands import Category
from croupier.kernel.money import Odds, dollars
from croupier.odds.charts import chart
from croupier.odds.counting import NotCounted
from croupier.odds.exchange import ExchangeSolution
from croupier.odds.exposure import dear_round, dearest_box, limits, most_for
from croupier.odds.instant_wins import instant_gain
from croupier.odds.payout import compare
from croupier.odds.round_value import fair_meter, hands_kept, round_value, variance
from croupier.odds.shapes import wager_odds
from croupier.odds.simulation_result import Result
from croupier.odds.solver import Solution, Terms, Units
from croupier.stud.grounds import hand_ground
from croupier.stud.rules import Options, Rules

_SENTENCES: Mapping[str, str] = tomllib.loads(
    (resources.files("croupier.drawing") / "submission.toml").read_text(encoding="utf-8")
)


def _say(name: str, **filled: object) -> str:
    return _SENTENCES[name].format(**filled)


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
    rules = subject.rules
    page = book_of(rules.book, rules.edition).title_page
    sections = [
        _game(subject),
        _pay_tables(subject),
        _strategy(subject),
        _outcomes(subject),
        _return(subject),
        *([_wagers(subject)] if any(wager.placed for wager in subject.rules.wagers.values()) else []),
        *([_by_strategy(subject)] if subject.strategies else []),
        _volatility(subject),
        *([_check(subject, subject.simulated)] if subject.simulated else []),
        *([_jackpot(subject, subject.jackpot)] if subject.jackpot else []),
        *([_held(subject, subject.held)] if subject.held else []),
        _exposure(subject),
        _digests(subject),
    ]
    return Document(
        title=_say("title", game=rules.title),
        lead=_say("lead"),
        facts=(
            ("Game", rules.game),
            ("Rules", f"{page.title}, {page.edition}"),
            ("Operator", page.operator),
            ("Regulator", page.regulator),
            ("Made by", subject.made_by),
            ("Computed with", subject.computed_with),
            ("Command", subject.command),
        ),
        sections=tuple(sections),
        footer=_say("footer"),
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
            {"outcome": o.outcome, "antes": _ratio(Fraction(o.units)), "deals": str(o.deals)} for o in solution.outcomes_by_hand
        ],
        "decisions": {play: str(deals) for play, deals in solution.decisions.items()},
        "expected_value": _ratio(_expected(solution)),
        "wagered": _ratio(solution.wagered),
        "return": _ratio(1 + _expected(solution) / solution.wagered),
        "return_by_strategy": {name: _ratio(1 + _expected(other) / other.wagered) for name, other in subject.strategies.items()},
        "dealer_qualifies": _ratio(solution.dealer_qualifies),
        "hit_frequency": _ratio(solution.hit_frequency),
        "variance": _ratio(solution.variance),
        "decision_table_sha256": _played(solution),
        "maximum_exposure_of_a_box_cents": _ratio(Fraction(dearest_box(held)) * options.maximum),
        "exposure_of_all_boxes_cents": {
            "dealt": _ratio(Fraction(dear_round(subject.rules, held, options.places).units) * options.maximum),
            "at_most": _ratio(Fraction(most_for(limits(held), options.places)) * options.maximum),
        },
        "digests": {name: digest for name, _, digest in _components(subject)},
    }
    if (jackpot := subject.jackpot) is not None:
        data["jackpot"] = [
            {
                "meter_cents": str(meter),
                "jackpot_return": _ratio(value.jackpot_return),
                "return_of_all": _ratio(1 - value.element_of_risk),
                "variance_cents": _ratio(_spread(subject, jackpot, meter)),
            }
            for meter in _meters(subject, jackpot)
            for value in [round_value(solution, jackpot, ante=subject.ante, meter=meter)]
        ]
    return data


def _best(rules: Rules) -> str:
    """The way of playing that the figures assume: what a player sees, and what they do with it."""
    return _say("best", cards=rank_name(rules.cards), shown=_say("shown") if rules.has_upcard else "")


def _game(subject: Submission) -> Section:
    rules, options = subject.rules, subject.options
    rows = [
        ("cards in the deck", f"{rules.deck_size}"),
        ("cards of each hand", f"{rules.cards}"),
        ("the dealer plays with", f"{rules.qualifying_hand} or better"),
        ("a bet is", f"{rules.bet_multiple} times the ante"),
        ("equal hands", rules.equal_hands),
        ("places at the table", f"{options.places}"),
        ("least and greatest ante", f"{dollars(options.minimum)} to {dollars(options.maximum)}"),
        ("maximum payout", dollars(options.maximum_payout) if options.maximum_payout else "none"),
        ("readings other than the usual", ", ".join(options.readings) or "none"),
    ]
    if rules.has("exchange"):
        rows.append(("a changed card costs", f"{rules.exchange_price} times the ante"))
    if rules.has("wild cards"):
        rows.append(("wild cards", "deuces"))
    return Section("The game", (Grid(("rule", "in this document"), tuple(rows)), _say("signs")))


def _pay_tables(subject: Submission) -> Section:
    rules, solution = subject.rules, subject.solution
    columns = {"bet": _paid(solution.terms)}
    if isinstance(solution, ExchangeSolution):
        columns["bet after a change"] = _paid(solution.changed)
    if rules.instant_odds:
        columns["instant win, on the ante"] = dict(rules.instant_odds)
    rows = []
    for hand in sorted(solution.pays, reverse=True):
        paid = [_odds(column[hand]) if hand in column else "" for column in columns.values()]
        rows.append((str(hand), *paid, ", ".join(rules.cite(hand_ground(hand)))))
    odds, clauses = rules.ante_odds, ", ".join(rules.cite("ante_wins_higher"))
    plays = [ground for ground in ("ante_wins_unqualified", "bet_void_unqualified") if ground in rules.grounds]
    unqualified = ", ".join(rules.cite(*plays))
    blocks: list[str | Grid] = [
        _say("ante", to=odds.to, each=odds.each, clauses=clauses, unqualified=unqualified),
        _say("bet", clauses=", ".join(rules.cite("bet_wins_higher"))),
        Grid(("hand", *columns, "clauses of the hand"), tuple(rows)),
    ]
    if solution.unpaid.any():
        blocks.append(_say("unpaid"))
    for wager in (one for one in rules.wagers.values() if not one.placed):
        rows = [(str(hand), str(odds)) for hand, odds in wager.odds.items()]
        blocks += [_say("on_ante", title=wager.title, clauses=", ".join(wager.clauses)), Grid(("hand", "pays"), tuple(rows))]
    return Section("Pay table", tuple(blocks))


def _wagers(subject: Submission) -> Section:
    """The wagers of a pay table that chips are put up for, each by itself."""
    blocks: list[str | Grid] = []
    for found in wager_odds(subject.rules, subject.solution):
        if isinstance(found, NotCounted):
            blocks.append(str(found))
            continue
        said = {"title": found.wager.title, "clauses": ", ".join(found.wager.clauses)}
        blocks.append(_say("wager", **said, edge=_percent(found.edge), exact=_fraction(found.edge)))
        rows = [
            (str(hand), str(found.wager.odds[hand]), f"{number:,}", _decimal(Fraction(number, found.all), 15))
            for hand, number in found.rows.items()
        ]
        blocks.append(Grid(("hand", "pays", f"of {found.all:,} hands", "probability"), tuple(rows)))
    return Section("Other wagers", tuple(blocks))


def _paid(terms: Terms) -> dict[Category, Odds]:
    """What a bet is paid with each hand, as the solver has it: a reading may have it go back."""
    return {hand: Odds(*terms.paid(hand).as_integer_ratio()) for hand in terms.wins}


def _odds(odds: Odds) -> str:
    return f"{odds.to} to {odds.each}" if odds.to else "goes back"


def _strategy(subject: Submission) -> Section:
    solution, rules = subject.solution, subject.rules
    found = chart(solution, wild=subject.rules.has("wild cards"))
    decided = tuple((play, f"{deals:,}", _percent(Fraction(deals, solution.deals))) for play, deals in solution.decisions.items())
    marks = tuple((row.label, *("·" if cell.mark == "." else cell.mark for cell in row.cells)) for row in found.rows)
    told = _say("chart" if found.rows else "chart_plain", always=found.always, never=found.never)
    if isinstance(solution, ExchangeSolution):
        told += _say("chart_changes")
    if found.instant:
        told += _say("chart_instant", gain=_percent(instant_gain(solution), 4), rule=found.instant)
    order = "decisions" if rules.cards == 5 else "decisions_few"
    exactly = _say(order, bytes=f"{solution.bets.size:,}", digest=_played(solution))
    return Section(
        "Strategy assumed",
        (
            _say("follows", best=_best(rules)),
            Grid(("decision", "deals", "share"), decided),
            told,
            *([Grid(("hand", *found.ups), marks)] if marks else []),
            *([exactly] if rules.cards != 5 or rules.has_upcard else []),
        ),
    )


def _outcomes(subject: Submission) -> Section:
    solution = subject.solution
    rows = tuple(
        (o.outcome, _antes(o.units), f"{o.deals:,}", _decimal(Fraction(o.deals, solution.deals), 15))
        for o in solution.outcomes_by_hand
        if o.deals
    )
    total = ("all deals", "", f"{sum(o.deals for o in solution.outcomes_by_hand):,}", _decimal(Fraction(1), 15))
    told = _say("outcomes", deals=f"{solution.deals:,}")
    return Section("Outcomes", (told, Grid(("outcome", "antes", "deals", "probability"), (*rows, total))))


def _return(subject: Submission) -> Section:
    solution = subject.solution
    mean, wagered = _expected(solution), solution.wagered
    rows = (
        ("what a round brings the player, in antes", _decimal(mean, 12), _fraction(mean)),
        ("house edge, of the ante", _percent(-mean), ""),
        ("wagered in a round on average, in antes", _decimal(wagered, 12), _fraction(wagered)),
        ("return, of all that is wagered", _percent(1 + mean / wagered), _fraction(1 + mean / wagered)),
        ("rounds that the player wins (hit frequency)", _percent(solution.hit_frequency), ""),
        ("rounds that neither wins", _percent(solution.share(0)), ""),
        ("rounds that the player loses", _percent(solution.share(-1)), ""),
        ("deals in which the dealer qualifies", _percent(solution.dealer_qualifies), _fraction(solution.dealer_qualifies)),
    )
    return Section("Return without the jackpot", (Grid(("figure", "rounded", "exact"), rows),))


def _by_strategy(subject: Submission) -> Section:
    rows = [
        (name, _percent(-_expected(one)), _percent(1 + _expected(one) / one.wagered))
        for name, one in {"best play": subject.solution, **subject.strategies}.items()
    ]
    return Section("Return by strategy", (_say("strategies"), Grid(("strategy", "house edge", "return"), tuple(rows))))


def _check(subject: Submission, found: Result) -> Section:
    exact = float(_expected(subject.solution))
    told = _say(
        "simulation",
        rounds=f"{found.rounds:,}",
        seed=found.seed,
        mean=f"{found.mean:+.6f}",
        error=f"{found.standard_error:.6f}",
        exact=f"{exact:+.6f}",
        away=f"{abs(found.mean - exact) / found.standard_error:.2f}",
    )
    return Section("Simulation", (told,))


def _volatility(subject: Submission) -> Section:
    solution = subject.solution
    mean, wagered = _expected(solution), solution.wagered
    rows = (
        ("variance of a round, in antes squared", _decimal(solution.variance, 9)),
        ("standard deviation of a round, in antes", _root(solution.variance, 9)),
        ("the same for each unit wagered", _root(solution.variance / wagered**2, 9)),
        (
            "volatility index at 90 % confidence, 1.645 times that",
            _root(solution.variance / wagered**2 * Fraction(1645, 1000) ** 2, 6),
        ),
    )
    spread = []
    for rounds in (1_000, 10_000, 100_000, 1_000_000, 10_000_000):
        width = solution.variance * Fraction(196, 100) ** 2 / rounds / wagered**2
        half = Fraction(isqrt(int(width * 10**24)), 10**12)
        middle = 1 + mean / wagered
        spread.append((f"{rounds:,}", _percent(middle - half, 3), _percent(middle + half, 3)))
    return Section(
        "Volatility", (Grid(("figure", "rounded"), rows), _say("spread"), Grid(("rounds", "from", "to"), tuple(spread)))
    )


def _jackpot(subject: Submission, jackpot: Jackpot) -> Section:
    rules, solution = subject.rules, subject.solution
    counts = jackpot.counts()
    pools = Pools(grains(jackpot.seed), grains(jackpot.seed))
    prizes = []
    for hand in jackpot.hands:
        paid = jackpot.share(jackpot, pools, [hand]).payments[0]
        chance = _decimal(Fraction(counts[hand], HANDS), 12)
        prizes.append((hand, f"{counts[hand]:,}", chance, dollars(paid.pays), paid.source, ", ".join(paid.clauses)))
    rows = []
    for meter in _meters(subject, jackpot):
        value = round_value(solution, jackpot, ante=subject.ante, meter=meter)
        deviation = _root(_spread(subject, jackpot, meter) / 100**2, 4)
        whole = _percent(1 - value.element_of_risk)
        rows.append((dollars(meter), _percent(value.jackpot_return), whole, _decimal(value.value / 100, 8), deviation))
    added, fixed = Fraction(jackpot.increment, 10_000), fixed_return(jackpot.fixed, jackpot.cost, counts)
    wager = {"cost": dollars(jackpot.cost), "ante": dollars(subject.ante), "seed": dollars(jackpot.seed)}
    terms = _say("jackpot", **wager, increment=_percent(added, 2))
    if subject.notice:
        terms += _say("notice", prizes=", ".join(f"{hand} {dollars(prize)}" for hand, prize in subject.notice.items()))
    alone, fair = break_even_meter(jackpot, counts), fair_meter(solution, jackpot, ante=subject.ante)
    returned = {"fixed": _percent(fixed, 4), "added": _percent(added, 4), "both": _percent(fixed + added, 4)}
    return Section(
        "Return and volatility with the jackpot",
        (
            terms,
            _say("prizes", hands=f"{HANDS:,}"),
            Grid(("hand", "hands", "probability", "prize", "paid by", "clauses"), tuple(prizes)),
            _say("kept" if hands_kept(rules, solution, subject.options) else "not_kept"),
            Grid(("meter", "jackpot returns", "whole round returns", "round, dollars", "st. deviation, dollars"), tuple(rows)),
            _say("even", alone=dollars(alone), fair=dollars(fair)),
            _say("long_run", **returned),
        ),
    )


def _meters(subject: Submission, jackpot: Jackpot) -> list[int]:
    """The meters at which figures are given: the seed, and where jackpot wager and round are fair."""
    alone = break_even_meter(jackpot, jackpot.counts())
    return sorted({jackpot.seed, alone, fair_meter(subject.solution, jackpot, ante=subject.ante)})


def _spread(subject: Submission, jackpot: Jackpot, meter: int) -> Fraction:
    return variance(subject.rules, subject.solution, jackpot, subject.options, ante=subject.ante, meter=meter)


def _held(subject: Submission, held: Solution) -> Section:
    found = compare(subject.solution, held)
    options = subject.options
    rows = tuple((f"{cut.wager} with a {cut.hand}", _antes(cut.full), _antes(cut.paid)) for cut in found.cuts)
    mean = _expected(held)
    signs = {"ante": dollars(options.maximum), "payout": dollars(options.maximum_payout)}
    came = {"mean": _decimal(mean, 12), "back": _percent(1 + mean / held.wagered)}
    told = _say("held", **signs, **came, other=_percent(Fraction(found.other_play, held.deals)))
    cuts = (Grid(("wager", "antes without", "antes with"), rows),) if rows else (_say("not_held"),)
    return Section("At the maximum payout", (told, *cuts))


def _exposure(subject: Submission) -> Section:
    rules, options, solution = subject.rules, subject.options, subject.held or subject.solution
    one, dear = dearest_box(solution), dear_round(rules, solution, options.places)
    rows = [
        (f"box {number}", " ".join(map(str, hand)), _antes(units), _sum(units, options))
        for number, (hand, units) in enumerate(dear.boxes, 1)
    ]
    rows += [
        ("dealer", " ".join(map(str, dear.dealer)), "", ""),
        ("all boxes", "", _antes(dear.units), _sum(dear.units, options)),
    ]
    told = _say("exposure", sum=_sum(one, options), antes=_antes(one), boxes=len(dear.boxes))
    limited = limits(solution)
    most = most_for(limited, options.places)
    how = "proven" if most == dear.units else "not_proven"
    proven = _say(how, places=options.places, sum=_sum(most, options), antes=_antes(most))
    grid = tuple((_antes(each.units), each.ranks, str(each.each), str(each.hands)) for each in limited)
    blocks: list[str | Grid] = [
        told,
        Grid(("place", "hand", "antes", "wins"), tuple(rows)),
        _say("because", proven=proven, hands=f"{int(solution.table.weight.sum()):,}"),
        Grid(("antes or more", "ranks", "cards of them in each hand", "hands at most"), grid),
    ]
    if subject.jackpot is not None:
        blocks.append(_jackpot_exposure(subject.jackpot))
    return Section("Maximum exposure", tuple(blocks))


def _jackpot_exposure(jackpot: Jackpot) -> str:
    """What the house itself may have to find for one hand that wins a jackpot prize, with the meter at its lowest."""
    pools = Pools(grains(jackpot.seed), grains(jackpot.seed))
    owed = {}
    for hand in jackpot.hands:
        shares = jackpot.share(jackpot, pools, [hand])
        own = sum(grains(paid.pays) for paid in shares.payments if paid.source == "house")
        owed[hand] = -(-(own + shares.top_up) // GRAINS)
    dearest = max(owed, key=lambda hand: owed[hand])
    return _say("jackpot_exposure", sum=dollars(owed[dearest]), hand=dearest)


def _digests(subject: Submission) -> Section:
    rows = tuple((name, files, digest) for name, files, digest in _components(subject))
    return Section("Digests of data and code", (_say("digests"), Grid(("part", "files", "digest"), rows)))


_PARTS = ("kernel", "stud", "jackpots", "odds", "drawing")
"""The parts of the code that figures come from, beside the books."""


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
        found = list(_files(folder, "", deep=name != "books, what they share"))
        lines = "".join(f"{path} {digest}\n" for path, digest in sorted(found))
        yield name, f"{len(found)}", sha256(lines.encode()).hexdigest()


def _files(folder: Traversable, before: str, *, deep: bool) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        if each.is_dir():
            if deep and each.name != "__pycache__":
                yield from _files(each, f"{before}{each.name}/", deep=True)
        elif each.name.endswith((".py", ".toml")):
            yield f"{before}{each.name}", sha256(each.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def _played(solution: Solution) -> str:
    """The digest of every decision: a byte for each class of hands and up card, in the solver's order."""
    plays = solution.bets.astype("int8") + 2 * (solution.instant > 0).astype("int8")
    if isinstance(solution, ExchangeSolution):
        plays = plays + 3 * (solution.given_up.astype("int8") + 1)
    return sha256(plays.astype("int8").tobytes()).hexdigest()


def _expected(solution: Solution) -> Fraction:
    return Fraction(solution.total) / solution.deals


def _decimal(value: Fraction, places: int) -> str:
    """A fraction as a decimal number, rounded once, half to the even digit.

    >>> _decimal(Fraction(-1, 3), 4), _decimal(Fraction(2, 1), 1)
    ('-0.3333', '2.0')
    """
    whole = round(value * 10**places)
    digits = f"{abs(whole):0{places + 1}d}"
    text = f"{int(digits[: len(digits) - places]):,}" + (f".{digits[-places:]}" if places else "")
    return f"-{text}" if whole < 0 else text


def _percent(value: Fraction, places: int = 8) -> str:
    return f"{_decimal(value * 100, places)} %"


def _root(value: Fraction, places: int) -> str:
    """The square root of a fraction, rounded.

    >>> _root(Fraction(2), 6)
    '1.414214'
    """
    return _decimal(Fraction(isqrt(int(value * 10 ** (2 * places + 4))), 10 ** (places + 2)), places)


def _fraction(value: Fraction) -> str:
    return f"{value.numerator:,} / {value.denominator:,}"


def _ratio(value: Fraction) -> dict[str, str]:
    return {"numerator": str(value.numerator), "denominator": str(value.denominator)}


def _antes(units: Units) -> str:
    text = _decimal(Fraction(units), 4).rstrip("0").rstrip(".")
    return f"+{text}" if units > 0 else text


def _sum(units: Units, options: Options) -> str:
    """So many antes at the maximum of the table."""
    return dollars(round(Fraction(units) * options.maximum))

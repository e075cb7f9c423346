"""`croupier odds`: the exact mathematics of a house game, over all deals, from the book's own data."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Context, Option

from croupier.books import USUAL_GAME, rules_of
from croupier.cli.telling.odds_told import facts_of, in_antes, information_facts, odds_page, payout_facts, wager_facts
from croupier.cli.terminal.options import ExactJson, HouseGame, Pay, PayTable, Reading, Report, Strategy
from croupier.cli.terminal.output import Complaint, answer, missing_extra
from croupier.cli.terminal.progress_line import announce
from croupier.cli.terminal.typed import refuse_given
from croupier.kernel.cards import Card
from croupier.kernel.hands import Category
from croupier.kernel.money import cents

if TYPE_CHECKING:
    from croupier.odds.exchange import Exchange
    from croupier.odds.solution import Solution, Strategy as Bets
    from croupier.stud.rules import Rules

_CHANGED = "changed "


def odds(
    context: Context,
    game: HouseGame = USUAL_GAME,
    pay: Pay = None,
    pay_table: PayTable = "",
    strategy: Strategy = "",
    reading: Reading = None,
    wager: Annotated[
        list[str] | None, Option(metavar="NAME=ANTES", help="A wager of the book beside the ante, and its stake in antes.")
    ] = None,
    maximum_payout: Annotated[str, Option(metavar="SUM", help="The maximum payout of a bet, and its effect; needs --ante.")] = "",
    ante: Annotated[str, Option(metavar="SUM", help="The ante that meets the maximum payout.")] = "",
    seen: Annotated[int, Option(metavar="N", help="What it is worth to see this many more dealer's cards: 1.")] = 0,
    others: Annotated[int, Option(metavar="N", help="What it is worth to see the cards of 1 to 6 other players.")] = 0,
    samples: Annotated[int, Option(metavar="N", help="How many deals --others samples.")] = 10_000,
    seed: Annotated[int, Option(metavar="N", help="The same seed samples the same deals.")] = 1,
    report: Report = "",
    as_json: ExactJson = False,
) -> None:
    """Calculate the exact odds of a house game over all deals.

    A strategy file defines bets(hand, up). Where a card may be exchanged, it also defines exchange(hand, up): the card to
    exchange, or None.
    """
    _check(strategy, maximum_payout, ante, seen, others, samples)
    if not others:
        refuse_given(context, ("samples", "seed"), "this is about the cards of other players: say --others as well")
    limit = _limit(maximum_payout, ante) if maximum_payout else None
    chosen = tuple(reading or ())
    beside = _beside(wager or [])
    solution = solved(game, pay or [], strategy, pay_table=pay_table, readings=chosen, maximum_payout=limit, wagers=beside)
    from croupier.odds.instant_wins import instant_gain
    from croupier.odds.payout import compare
    from croupier.odds.shapes import wager_odds

    facts, payout, information = facts_of(solution, strategy), None, {}
    if limit is not None:
        payout = compare(solved(game, pay or [], strategy, pay_table=pay_table, readings=chosen, wagers=beside), solution)
        facts["maximum_payout"] = payout_facts(payout)
    if (seen or others) and solution.unpaid.any():
        raise Complaint("--seen and --others cannot be calculated where a reading leaves some pairs unpaid")
    if seen or others:
        facts["information"] = information = information_facts(game, solution, seen, others, samples, seed)
    if wagers := list(wager_odds(rules_of(game), solution)):
        facts["wagers"] = [wager_facts(result) for result in wagers]
    if report:
        odds_page(report, rules_of(game), solution, strategy)
    shown: dict[str, Any] = {"game": game, "strategy": strategy, "solution": solution, "payout": payout, "seen": information}
    shown |= {"most": cents(maximum_payout), "stake": cents(ante)} if payout else {}
    shown |= {"in_antes": in_antes, "instant_gain": instant_gain, "wagers": wagers}
    answer(facts, "odds.txt", as_json=as_json, **shown, currency=rules_of(game).currency)


def solved(
    game: str,
    pay: list[str],
    strategy: str = "",
    *,
    pay_table: str = "",
    readings: tuple[str, ...] = (),
    maximum_payout: Fraction | None = None,
    wagers: dict[str, Fraction] | None = None,
) -> Solution:
    """The solution of a game with changed pay rows, by the best strategy or a named one; the maximum payout is in antes."""
    rules = rules_of(game)
    if strange := set(readings) - rules.readings:
        known = ", ".join(sorted(rules.readings)) or "none"
        raise Complaint(f"there is no reading {min(strange)!r} of this book; there are {known}")
    with missing_extra("odds"):
        from croupier.odds.shapes import is_usual
        from croupier.odds.solver import solve
        from croupier.odds.strategies import STRATEGIES
    if strategy in STRATEGIES and not is_usual(rules):
        raise Complaint(f"{strategy!r} is for hands of five cards against the dealer's card: write bets(hand, up) in a file")
    changed = _pay_table(pay_table, set(rules.bet_odds)) | _pay_rows(pay, set(rules.bet_odds))
    after = _pay_rows(pay, set(rules.bet_odds_after_exchange), _CHANGED)
    bets, exchange = _strategy(strategy) if strategy else (None, None)
    announce_solving(rules)
    return solve(
        rules,
        pay=changed,
        pay_changed=after,
        strategy=bets,
        exchange=exchange,
        readings=readings,
        maximum_payout=maximum_payout,
        wagers=wagers,
    )


def _beside(said: list[str]) -> dict[str, Fraction]:
    """Wagers of the book by name, with their stakes in antes."""
    stakes = {}
    for text in said:
        name, _, stake = text.partition("=")
        try:
            stakes[name] = Fraction(stake)
        except (ValueError, ZeroDivisionError):
            raise Complaint(f"{text!r} is no wager and stake in antes: write it as --wager pair-plus=1/2") from None
        if stakes[name] <= 0:
            raise Complaint(f"{text!r}: a stake is above zero")
    return stakes


def announce_solving(rules: Rules) -> None:
    """Say on a terminal that all deals are counted, and that the code for it may have to be compiled."""
    from croupier.odds.counting import is_compiled

    compiles = "compiling what this needs, the first time only, about ten seconds"
    announce("counting all deals" if is_compiled(rules) else compiles)


def _check(strategy: str, maximum_payout: str, ante: str, seen: int, others: int, samples: int) -> None:
    if bool(maximum_payout) != bool(ante):
        raise Complaint("a maximum payout and an ante belong together: say --maximum-payout 50000 --ante 100")
    if seen not in (0, 1):
        raise Complaint("--seen is how many more of the dealer's cards are seen: 1")
    if not 0 <= others <= 6:
        raise Complaint("--others is how many other players' hands are seen: 1 to 6")
    if samples < 2:
        raise Complaint("--samples is how many deals are sampled: 2 or more")
    if strategy and (seen or others):
        raise Complaint("what cards seen are worth is said of the best play: leave --strategy out")


def _limit(maximum_payout: str, ante: str) -> Fraction:
    """The maximum payout in antes."""
    most, stake = cents(maximum_payout), cents(ante)
    if not most or not stake:
        raise Complaint("a maximum payout and an ante must be above zero")
    return Fraction(most, stake)


def _pay_table(name: str, known: set[Category]) -> dict[Category, int]:
    from croupier.odds.strategies import PAY_TABLES

    if not name:
        return {}
    if name not in PAY_TABLES:
        raise Complaint(f"there is no pay table {name!r}; there are {', '.join(PAY_TABLES)}")
    if known - set(PAY_TABLES[name]):
        raise Complaint(f"the pay table {name!r} does not have every hand of this game")
    return dict(PAY_TABLES[name])


def _pay_rows(pay: list[str], known: set[Category], prefix: str = "") -> dict[Category, int]:
    """The rows for one table: those whose hand begins with the prefix, or without a prefix those that have none."""
    by_label = {category.label: category for category in known}
    rows = {}
    for row in (part.strip() for text in pay for part in text.split(",")):
        hand, _, paid = (part.strip() for part in row.partition("="))
        hand = hand.lower()
        if hand.startswith(_CHANGED) != bool(prefix):
            continue
        if hand.removeprefix(prefix) not in by_label or not paid.isdigit():
            if not by_label:
                raise Complaint(f"{row!r}: no card can be exchanged in this game")
            raise Complaint(f"{row!r} is not a row of the pay table: write {prefix}HAND=ODDS, with {', '.join(by_label)}")
        rows[by_label[hand.removeprefix(prefix)]] = int(paid)
    return rows


def _strategy(name: str) -> tuple[Bets, Exchange | None]:
    """A strategy by its name, or the functions `bets(hand, up)` and `exchange(hand, up)` of a Python file."""
    from croupier.odds.strategies import STRATEGIES

    if name in STRATEGIES:
        return STRATEGIES[name], None
    file = Path(name)
    if file.suffix != ".py":
        raise Complaint(f"there is no strategy {name!r}; there are {', '.join(STRATEGIES)}, or a file that ends in .py")
    scope: dict[str, Any] = {}
    try:
        exec(compile(file.read_text(encoding="utf-8"), name, "exec"), scope)  # noqa: S102
    except OSError as error:
        raise Complaint(f"{name}: {error.strerror}") from None
    except (Exception, SystemExit) as error:
        raise Complaint(f"{name} fails: {_failure(error)}") from None
    if not callable(scope.get("bets")):
        raise Complaint(f"{name} must define bets(hand, up), which says whether to bet")
    exchange = scope.get("exchange")
    if exchange is not None and not callable(exchange):
        raise Complaint(f"{name}: exchange(hand, up) must say which card to change, or None")
    bets = _guarded(name, scope["bets"], lambda answer, hand: answer in (True, False), "True or False")
    if exchange is None:
        return bets, None
    return bets, _guarded(name, exchange, lambda answer, hand: answer is None or answer in hand, "a card of hand, or None")


def _guarded(
    name: str, function: Callable[..., Any], fits: Callable[[Any, Any], bool], wanted: str
) -> Callable[[tuple[Card, ...], Card], Any]:
    """A user's own function: if it fails, or returns something invalid, one line says so."""

    def asked(hand: tuple[Card, ...], up: Card) -> Any:
        try:
            answer = function(hand, up)
            if fits(answer, hand):
                return answer
            why = f"answers {answer!r}, and not {wanted}"
        except Exception as error:
            why = f"fails: {_failure(error)}"
        raise Complaint(f"{name}: {function.__name__}({' '.join(map(str, hand))}, {up}) {why}")

    return asked


def _failure(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__

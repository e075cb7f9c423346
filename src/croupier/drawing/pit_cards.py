"""Cards for the pit: what dealer, supervisor and player of a game keep beside the table, from the data of its book."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.books import book_of, game_of, poker_rules_of, rules_of
from croupier.books.book import Book
from croupier.drawing.document import Document, from_template
from croupier.kernel.data import data_of
from croupier.kernel.decisions import Option
from croupier.kernel.duties import parts_of
from croupier.kernel.money import Odds, dollars
from croupier.kernel.telling import capital
from croupier.odds.charts import chart
from croupier.odds.rules_of_thumb import rules_of_thumb
from croupier.odds.solver import solve
from croupier.poker.rules import Rules as PokerRules
from croupier.stud.rules import Rules
from croupier.version import VERSION

READERS = ("dealer", "supervisor", "player")
_SAID = data_of("croupier.drawing", "pit_cards.toml")


class Best(NamedTuple):
    """How to play well, in sentences, the house's share against the best play, and any extra cost of the sentences."""

    sentences: list[str]
    edge: Fraction
    loss: Fraction | None


def pit_card(game: str, reader: str) -> Document:
    """The card for one of them."""
    poker = game_of(game).poker is not None
    rules: Rules | PokerRules = poker_rules_of(game) if poker else rules_of(game)
    book = book_of(game, rules.edition)
    return from_template(
        f"card_{reader}.md",
        currency=rules.currency,
        rules=rules,
        poker=poker,
        page=book.title_page,
        line=lambda number: book.clause(number).line,
        order=list(_order(rules, book, "poker" if poker else "stud")),
        opening=[duty for duty in rules.duties.values() if duty.opening],
        called=[duty for duty in rules.duties.values() if not duty.opening and duty.by != "player"],
        paid=list(_paid(rules)),
        chips=_SAID["chips"],
        won=lambda chip, odds: dollars(chip * odds.to // odds.each),
        mishaps=[(name, one, _rulings(rules, name)) for name, one in rules.irregularities.items()],
        best=_best(rules) if isinstance(rules, Rules) and reader == "player" else None,
        version=VERSION,
    )


def _order(rules: Rules | PokerRules, book: Book, engine: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The steps of a round, each with its clauses; what the book does not have is left out."""
    parts = parts_of(f"croupier.{engine}")
    for tag in _SAID[engine]:
        part = parts[tag]
        cited = [ground for ground in part.grounds if ground in rules.grounds]
        if cited and (not part.feature or engine == "poker" or rules.has(part.feature)):
            yield part.says, tuple(clause for clause in rules.cite(*cited) if book.clause(clause).kind != "definition")


def _rulings(rules: Rules | PokerRules, mishap: str) -> list[Option]:
    """The rulings on something that goes wrong: those of its own questions, such as `miscount-in-deal` of `miscount`; else those
    of what is carried out the same way, or of questions that are about nothing by name.
    """
    known = rules.irregularities
    asked = {name: next((each for each in known if name == each or name.startswith(f"{each}-")), "") for name in rules.questions}
    alike = [name for name in known if name != mishap and known[name].rule is known[mishap].rule is not None]
    ways = ([mishap], alike, [""] if known[mishap].ranks else [])
    named = next(filter(None, ([name for name, of in asked.items() if of in way] for way in ways)), [])
    return [
        Option(_left_open(option, rules), _left_open(ruling.means, rules), ruling.clauses)
        for name in named
        for option, ruling in rules.questions[name].options.items()
    ]


def _left_open(template: str, rules: Rules | PokerRules) -> str:
    """A template of a book with dots for what only a report says; of parts that depend on it each is there."""
    known = re.sub(r"\{rules\.(\w+)\}", lambda part: str(getattr(rules, part[1])), template)
    return re.sub(r"\{[^}]*\}", "…", re.sub(r"\{[?!]\w+\}", "", known).replace("][", ", or ")).strip("[]")


def _paid(rules: Any) -> Iterator[tuple[str, tuple[str, ...], list[tuple[Any, Odds]]]]:
    """Every table of pays: its title, its clauses, and its rows from the best hand down."""
    if isinstance(rules, PokerRules):
        if rules.flop_chase_odds:
            yield "A wager on the flop", rules.cite("side_wager_placed"), list(rules.flop_chase_odds.items())
        return
    for title, odds, ground in (
        ("A winning bet", rules.bet_odds, "bet_wins_higher"),
        ("A bet after an exchange", rules.bet_odds_after_exchange, "bet_wins_reduced"),
        ("An instant win, on the ante,", rules.instant_odds, "instant_prize"),
    ):
        if odds:
            yield title, rules.cite(ground), sorted(odds.items(), reverse=True)
    for wager in rules.wagers.values():
        yield f"The {wager.title}", wager.clauses, sorted(wager.odds.items(), key=lambda row: -row[1].pays(1))


def _best(rules: Rules) -> Best:
    """The best play in a few rules: searched for if hands have five cards, otherwise read from the chart."""
    solution = solve(rules)
    edge = Fraction(solution.house_edge)
    if solution.table.places is None:
        thumb = rules_of_thumb(rules, solution)
        return Best(thumb.sentences, edge, thumb.loss)
    told = chart(solution, wild=rules.has("wild cards")).told
    return Best([f"{capital(told)}."], edge, None)

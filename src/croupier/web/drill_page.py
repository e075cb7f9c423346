"""The drill: a scene on the cloth, what happened, plausible answers, and why the right one is right."""

import random

from croupier.books import GAMES, book_of, poker_games, poker_rules_of, rules_of
from croupier.cases.readings import readings_of
from croupier.training.drills import Question, question
from croupier.training.house_scenes import playable
from croupier.web.table_page import seen_of


def asked(seed: int, game: str, what: str) -> Question:
    """The question of a seed, about a game and, if given, one irregularity."""
    return question(random.Random(seed), game, what)  # noqa: S311


def games() -> tuple[str, ...]:
    return (*playable(), *poker_games())


def titles() -> list[tuple[str, str]]:
    return [(game, book_of(game).title_page.games[game]) for game in games() if game in GAMES]


def felt_of(asked_about: Question) -> str:
    """The scene as the dealer sees it."""
    table, _ = asked_about.scene.played(asked_about.report)
    return seen_of(table, "", "dealer").felt()


def named(game: str, what: str) -> str:
    """What went wrong in a question, in its book's words."""
    rules = poker_rules_of(game) if game in poker_games() else rules_of(game)
    return rules.irregularities[what].says if what in rules.irregularities else what.replace("-", " ")


def why(asked_about: Question) -> list[tuple[str, str, list[str]]]:
    """The basis of the answer: each clause that it cites, our line, and the readings chosen for it."""
    book, explanation = book_of(asked_about.game), []
    for number in asked_about.clauses:
        readings = [reading.title for reading in readings_of(book, number) if reading.clauses[0] == number]
        explanation.append((number, book.clause(number).line, readings if book.clause(number).executable else []))
    return explanation

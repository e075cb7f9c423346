"""Every drill explains its answers, and what it says agrees with the clauses that it cites: over all games and irregularities."""

import re
from random import Random

import pytest

from croupier.books import book_of, poker_games, poker_rules_of, rules_of
from croupier.cases.readings import readings_of
from croupier.training.drills import Question, question
from croupier.training.house_scenes import playable
from croupier.web.drill_page import named

SEEDS = range(2)

MEANS = {
    r"round is void|misdeal": r"misdeal|void|null|annul|invalid|dealt again|deal|new round",
    r"forfeits": r"forfeit|loses|lost|surrender|keeps",
    r"hand of (box|seat) \d+ is void|hand is dead|is dead": r"void|null|dead|misdeal|fold|stakes are returned",
    r"may take back": r"retract|take back|withdraw|alter",
    r"excluded|no further part": r"exclude|shut|out of|no further|play on|leave|part|remove",
}
"""What an answer says, and words of which at least one is in the lines of the clauses that it cites, or in how they are read."""


def asked(game: str) -> list[Question]:
    names = sorted((poker_rules_of(game) if game in poker_games() else rules_of(game)).irregularities)
    return [question(Random(f"{game} {name} {seed}"), game, name) for name in names for seed in SEEDS]


def test_what_is_still_weak_is_named_as_its_book_puts_it() -> None:
    assert named("star-caribbean-stud", "miscount") == "a hand with a wrong number of cards"
    assert named("crown-holdem", "boxed-card") == "a card is face up in the deck"
    assert named("crown-holdem", "not-there-any-more") == "not there any more"


@pytest.mark.parametrize("game", [*playable(), *poker_games()[:1], *poker_games()[-1:]])
def test_every_answer_is_explained_and_agrees_with_its_clauses(game: str) -> None:
    book, wrong = book_of(game), []
    for one in asked(game):
        what = f"{one.report.what}, {one.kind}: {one.answer}"
        if not one.clauses or not all(one.reasons[place] or place == one.right for place in range(len(one.choices))):
            wrong.append(f"{what}: not every answer says why")
        if one.reasons[one.right]:
            wrong.append(f"{what}: the right answer is said to belong elsewhere")
        if not one.explanation or not all(says for says, _ in one.explanation):
            wrong.append(f"{what}: nothing is explained")
        cited = {number for _, numbers in one.explanation for number in numbers} | set(one.clauses)
        if one.kind == "what follows":  # a ruling that was given is its own reason
            lines = " ".join([book.clause(n).line + str(readings_of(book, n)) for n in cited])
            silent = [said for said, line in MEANS.items() if re.search(said, one.answer) and not re.search(line, lines, re.I)]
            wrong += [f"{what}: {sorted(cited)} do not speak of {said}" for said in silent]
        if re.search(r"\b[tjqka][♠♥♦♣]", " ".join(one.choices)):
            wrong.append(f"{what}: a card in small letters")
    assert not wrong, "\n".join(wrong)

"""Questions for training: plausible, answerable, and right by the engine."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from croupier.books import book_of, rules_of
from croupier.kernel.decisions import Refused
from croupier.stud.commands import Rule
from croupier.stud.state import State
from croupier.training.consequences import Outcome, rule_on, what_follows
from croupier.training.drills import Question, ask, question
from croupier.training.house_scenes import Scene, playable, set_up
from croupier.training.outcomes import in_words, those_who_rule, told_people

ASKED = 200
NEEDS_A_PAST = {"investigation-over", "review", "staff-player", "not-accepted"}
"""What can only be reported after something else was ruled, won or wagered, so that no single situation has it."""


@cache
def asked(game: str) -> tuple[Question, ...]:
    return tuple(question(Random(seed), game) for seed in range(ASKED))


def outcome_of(each: Question) -> Outcome[State]:
    """What the engine says, asked once more from nothing but the scene and the report."""
    rules = rules_of(each.game)
    outcome = what_follows(rules, set_up(each.scene).state, each.report)
    return rule_on(rules, outcome.after, each.ruling, outcome.rank) if each.kind == "carried out" else outcome


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", playable())
def test_exactly_one_choice_is_right_and_it_is_the_engines(game: str, every: int) -> None:
    rules = rules_of(game)
    for each in asked(game)[::every]:
        outcome = outcome_of(each)
        right = in_words(outcome, rules, told_people(outcome, rules))
        if each.kind == "who rules":
            right = those_who_rule(outcome, rules)
            right = right[:1].upper() + right[1:]
        assert each.answer == right
        assert each.choices.count(right) == 1
        assert len(set(each.choices)) == len(each.choices)
        assert 3 <= len(each.choices) <= 4


def _whole(state: State) -> dict[int, int]:
    """Each player's money with everything that was wagered on this round, and taken of it, counted as theirs."""
    money = {seat: state.stack(seat) for seat in state.seats}
    for box in state.wagered:
        money[state.boxes[box].seat] += state.ante(box) + state.bet(box) + state.exchange(box)
        money[state.boxes[box].seat] += state.boxes[box].collected
    return money


@pytest.mark.parametrize("game", playable())
def test_the_right_choice_says_what_happens_to_the_round_and_to_the_money(game: str) -> None:
    """Played at a table of its own, without the code that puts outcomes into words."""
    checked = Counter[str]()
    for each in asked(game):
        if each.kind == "who rules":
            continue
        table = set_up(each.scene)
        before = table.state
        table.do(each.report)
        if each.kind == "carried out":
            before = table.state
            assert before.question is not None
            assert not isinstance(table.do(Rule(option=each.ruling), by=before.question.rank), Refused)
        state, said = table.state, each.answer.lower()
        all_back = state.round > before.round and {n: state.stack(n) for n in state.seats} == _whole(before)
        assert ("the round is void and all wagers are returned" in said) == all_back, each
        assert ("must rule" in said) == (state.question is not None), each
        assert ("may take back the wagers" in said) == bool(state.retracting), each
        for box in state.wagered if state.round == before.round else ():
            void = f"the hand of box {box} is void" in said
            forfeited = f"box {box} forfeits its wagers" in said
            if void or forfeited:
                assert state.boxes[box].choice == "void"
                assert state.ante(box) == state.bet(box) == 0
            checked.update({"void": void, "forfeited": forfeited})
        checked.update({"all back": all_back, "waits": state.question is not None})
    assert checked["all back"] >= 5
    assert checked["waits"] >= 5


@pytest.mark.parametrize("game", playable())
def test_everything_that_the_book_knows_comes_up(game: str) -> None:
    names = {each.report.what for each in asked(game)}
    assert names >= set(rules_of(game).irregularities) - NEEDS_A_PAST
    kinds = {"what follows", "who rules", "carried out"}
    few = len(rules_of(game).ranks) < 3  # with two ranks there is nothing to choose from
    assert {each.kind for each in asked(game)} == kinds - ({"who rules"} if few else set())
    assert {each.scene.device for each in asked(game)} == set(rules_of(game).upcard_place)


def test_the_thresholds_come_up_on_both_sides() -> None:
    random = Random(3)
    for game, least in (("crown-caribbean-stud", 3), ("star-caribbean-stud", 2), ("venezia-caribbean-poker", 1)):
        counts = set()
        for _ in range(60):
            scene, report = Scene.made_up(random, rules_of(game), "exposed")
            each = ask(random, scene, report)
            if each is not None and report.box != 0:
                counts.add(report.count)
                assert ("the round is void" in each.answer.lower()) == (report.count >= least)
        assert counts == {1, 2, 3, 4}


@pytest.mark.parametrize("game", playable())
def test_an_explanation_cites_clauses_of_the_book(game: str) -> None:
    for each in asked(game):
        assert each.clauses
        for number in (*each.clauses, *(number for _, clauses in each.explanation for number in clauses)):
            assert book_of(game).clause(number).line
        assert "-" not in each.clauses


def test_the_wrong_choices_do_not_name_ranks_of_other_books() -> None:
    ranks = {game: set(rules_of(game).ranks[1:]) for game in playable()}
    for game in playable():
        foreign = set().union(*ranks.values()) - ranks[game]
        text = " ".join(choice for each in asked(game) for choice in each.choices)
        assert not [rank for rank in foreign if rank in text]


def test_the_same_source_asks_the_same() -> None:
    first, second = (question(Random(5), "nz-caribbean-stud") for _ in range(2))
    assert first == second


def test_a_report_that_the_book_does_not_take_is_no_question() -> None:
    random = Random(1)
    scene, report = Scene.made_up(random, rules_of("crown-caribbean-stud"), "miscount")
    assert ask(random, scene, replace(report, count=5)) is None

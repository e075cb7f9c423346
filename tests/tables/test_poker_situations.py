"""Situations in the poker room: at every moment, everything that the book knows is answered or clearly refused."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from croupier.books import book_of, poker_games, poker_rules_of
from croupier.kernel.cards import CardError, parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.errors import TableError
from croupier.poker.commands import Report, Rule
from croupier.poker.events import Misdealt
from croupier.poker.state import State
from croupier.training.consequences import Outcome, irregularity_of, rule_on, what_follows
from croupier.training.drills import Question, ask, question
from croupier.training.outcomes import in_words, poker_effect as effect, those_who_rule
from croupier.training.poker_scenes import Scene
from croupier.training.scenes import happened, moments_of, texts_of

ROUNDS = ("first", "flop", "turn", "river")
COUNTS = {"wrong-count": 1, "many-cards-opened": 3, "flop-too-many": 4, "defective-deck": 51}
ASKED = 60


def report_of(what: str, scene: Scene) -> Report:
    """A report with every fact that some irregularity asks for."""
    if what == "passed-over":
        turn = scene.acted + (3 if scene.moment == "first" else 1)
        return Report(what=what, player=turn, players=(turn + 1,))
    player = scene.seats + 1 if what == "extra-hand" else 2
    return Report(what=what, player=player, players=(2, 3), count=COUNTS.get(what, -1))


def scenes(game: str, what: str) -> list[Scene]:
    rules = poker_rules_of(game)
    found = []
    for moment, live in product(moments_of(rules, what), (False, True)):
        for acted in (0, 2) if moment in ROUNDS else (0,):
            found.append(Scene(game=game, moment=moment, acted=acted, live=live, side=live))
    return found


def outcome_of(scene: Scene, report: Report) -> Outcome[State]:
    table, said = scene.played(report)
    return what_follows(poker_rules_of(scene.game), table.state, said)


@pytest.mark.parametrize(
    "game",
    [
        game if game in ("crown-omaha", "crown-crazy-pineapple-hi-lo") else pytest.param(game, marks=pytest.mark.slow)
        for game in poker_games()
    ],
)
def test_everything_is_answered_at_every_moment(game: str) -> None:
    rules, book = poker_rules_of(game), book_of(game)
    impossible: set[str] = set()
    for what in rules.irregularities:
        answered = 0
        for scene in scenes(game, what):
            report = report_of(what, scene)
            try:
                table, said = scene.played(report)
            except TableError:  # a player without cards cannot discard, so no such hand gets that far
                impossible.add(what)
                continue
            before = table.state.copied()
            outcome = what_follows(rules, table.state, said)
            assert table.state == before
            assert in_words(outcome, rules).endswith(".")
            assert outcome.cited, (what, scene)
            assert all(book.clause(number).line for number in outcome.cited)
            assert happened(rules, said).endswith(".")
            assert all(scene.described(table))
            for ruling in outcome.rulings:
                assert ruling.leads_to.refused is None, (what, scene, ruling.name)
            answered += outcome.refused is None
        assert answered or (what == "missed-discard" and not rules.discard), what
    assert impossible <= {"dealt-out"}


@pytest.mark.parametrize("moment", texts_of(poker_rules_of("crown-holdem"))["moments"])
def test_a_scene_is_at_its_moment(moment: str) -> None:
    boards = {"flop": 3, "turn": 4, "river": 5, "showdown": 5, "discard": 3}
    phases = {"between": "between", "blinds": "blinds", "discard": "discard", "showdown": "showdown"}
    for live in (False, True):
        table, _ = Scene(game="crown-crazy-pineapple", moment=moment, live=live).played(Report(what="dispute", player=1))
        assert table.state.phase == phases.get(moment, "betting")
        assert len(table.state.hand.board) == boards.get(moment, 0)


def test_what_was_reported_is_really_so() -> None:
    scene = Scene(game="crown-holdem", moment="first")
    table, _ = scene.played(Report(what="wrong-count", player=2, count=3))
    assert {number: len(player.cards) for number, player in table.state.hand.players.items()} == {
        1: 2,
        2: 3,
        3: 2,
        4: 2,
        5: 2,
        6: 2,
    }
    table, _ = scene.played(Report(what="extra-hand", player=8))
    assert {place: len(cards) for place, cards in table.state.hand.strays.items()} == {8: 2}
    table, _ = replace(scene, moment="turn").played(Report(what="no-burn"))
    assert (len(table.state.hand.board), len(table.state.hand.burns)) == (4, 1)
    table, said = scene.played(Report(what="exposed-card", player=4))
    assert said.cards == table.state.hand.players[4].cards[:1]
    nine = parse_cards("9c")
    for live in (False, True):
        table, said = replace(scene, live=live).played(Report(what="exposed-card", player=4, cards=nine))
        assert live or nine[0] in table.state.hand.players[4].cards
        assert what_follows(table.rules, table.state, said).cited == ("9.7",)
    flop = parse_cards("As Kd 2c")
    table, said = scene.played(Report(what="flop-early", cards=flop))
    assert table.state.hand.stub[1:4] == flop


@pytest.mark.parametrize(
    ("what", "acted", "says", "clauses"),
    [
        ("wrong-count", 1, "The Dealer or above must rule: 'correct' or 'misdeal'.", {"9.1.1(e)"}),
        ("wrong-count", 2, "The hand of seat 2 is void and its wagers are returned.", {"9.1.1(f)"}),
        ("not-shuffled", 1, "A misdeal: the blinds stay up", {"9.1.1", "9.1.1(b)"}),
        ("not-shuffled", 2, "Play goes on.", {"9.1.1(b)"}),
        ("exposed-card", 1, "becomes the first burn card", {"9.7"}),
        ("exposed-card", 2, "stays in play.", {"9.7"}),
    ],
)
def test_substantial_action_decides(what: str, acted: int, says: str, clauses: set[str]) -> None:
    report = Report(what=what, player=2, count=3 if what == "wrong-count" else -1)
    outcome = outcome_of(Scene(game="crown-holdem", moment="first", acted=acted), report)
    assert says in in_words(outcome, poker_rules_of("crown-holdem"))
    assert clauses <= set(outcome.cited)


def test_the_usual_moment_is_one_at_which_something_follows() -> None:
    expected = {"flop-early": "first", "turn-early": "flop", "river-early": "turn", "no-burn": "flop"}
    expected |= {"two-cards-opened": "turn", "missed-discard": "turn", "exposed-in-cut": "first"}
    scene = Scene(game="crown-crazy-pineapple", moment="first")
    assert {what: scene.usual_moment(report_of(what, scene)) for what in expected} == expected


def test_what_cannot_be_is_said() -> None:
    dispute = Report(what="dispute", player=1)
    with pytest.raises(TableError, match="has 2 to 11 players"):
        Scene(game="crown-pineapple", moment="first", seats=1).played(dispute)
    with pytest.raises(TableError, match="only 6 players can act"):
        Scene(game="crown-holdem", moment="first", acted=7).played(dispute)
    with pytest.raises(TableError, match="nobody acts at the moment 'showdown'"):
        Scene(game="crown-holdem", moment="showdown", acted=1).played(dispute)
    with pytest.raises(CardError, match="As appears twice"):
        Scene(game="crown-holdem", moment="first").played(Report(what="flop-early", cards=parse_cards("As As 2c")))
    with pytest.raises(TableError, match="has no irregularity 'spill'"):
        irregularity_of(poker_rules_of("crown-holdem"), "spill")


# Training


@cache
def asked(game: str) -> tuple[Question, ...]:
    return tuple(question(Random(seed), game) for seed in range(ASKED))


@pytest.mark.parametrize("game", ["crown-holdem", "crown-crazy-pineapple", "crown-omaha-hi-lo"])
def test_exactly_one_choice_is_right_and_it_is_the_engines(game: str) -> None:
    rules = poker_rules_of(game)
    for each in asked(game):
        outcome = outcome_of(each.scene, each.report)
        if each.kind == "carried out":
            outcome = rule_on(rules, outcome.after, each.ruling, outcome.rank)
        right = in_words(outcome, rules)
        if each.kind == "who rules":
            right = those_who_rule(outcome, rules).capitalize()
            assert each.answer.casefold() == right.casefold()
        else:
            assert each.answer == right
        assert each.choices.count(each.answer) == 1
        assert len(set(each.choices)) == len(each.choices)
        assert 3 <= len(each.choices) <= 4
        assert all(book_of(game).clause(number).line for number in each.clauses)


@pytest.mark.parametrize("game", ["crown-holdem", "crown-crazy-pineapple", "crown-omaha-hi-lo"])
def test_the_right_choice_says_what_happens_at_a_table(game: str) -> None:
    """Played at a table of its own, without the code that puts outcomes into words."""
    seen = set()
    for each in asked(game):
        if each.kind == "who rules":
            continue
        table, said = each.scene.played(each.report)
        before = {seat.number for seat in table.state.hand.in_hand}
        stacks = {seat: table.state.stack(seat) for seat in table.state.seats}
        put_in = {number: player.put_in + player.dead for number, player in table.state.hand.players.items()}
        table.do(said)
        if each.kind == "carried out":
            waits = table.state.question
            assert waits is not None
            assert not isinstance(table.do(Rule(option=each.ruling), by=waits.rank), Refused)
        state, answer = table.state, each.answer.casefold()
        dealt_anew = any(isinstance(event, Misdealt) for event in table.events)
        assert ("a misdeal" in answer) == dealt_anew, each
        assert ("must rule" in answer) == (state.question is not None), each
        for seat in before - {live.number for live in state.hand.in_hand} if not dealt_anew else ():
            assert f"the hand of seat {seat} is" in answer, each
            back = state.stack(seat) - stacks[seat]
            assert back == (put_in[seat] if f"the hand of seat {seat} is void" in answer else 0), each
            seen.add("out")
        seen.update({"misdeal"} if dealt_anew else set())
        seen.update({"waits"} if state.question else set())
    assert seen == {"out", "misdeal", "waits"}


def test_everything_that_the_book_knows_can_be_asked() -> None:
    rules = poker_rules_of("crown-crazy-pineapple")
    for what in rules.irregularities:
        random = Random(5)
        tries = (ask(random, *Scene.made_up(random, rules, what)) for _ in range(60))
        assert any(each is not None for each in tries), what


def test_no_wrong_choice_comes_to_the_same_as_the_right_one() -> None:
    scene = Scene(game="crown-holdem", moment="turn")
    three, four = (outcome_of(scene, Report(what="many-cards-opened", count=count)) for count in (3, 4))
    two = outcome_of(scene, Report(what="two-cards-opened"))
    assert effect(three) == effect(four) != effect(two)


def test_the_same_source_asks_the_same() -> None:
    first, second = (question(Random(5), "crown-pineapple") for _ in range(2))
    assert first == second

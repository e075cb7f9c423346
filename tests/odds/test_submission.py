"""The document for a test laboratory: every figure the solver's, and the same bytes each time."""

from __future__ import annotations

import re
from fractions import Fraction
from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest

import solutions
from croupier.books import jackpot_of, rules_of
from croupier.drawing import document
from croupier.drawing.submission import Submission, as_data, submission
from croupier.jackpots.prizes import Pools, grains
from croupier.odds.counting import CARDS, COMPLETIONS
from croupier.odds.exposure import dear_round, dearest_box, limits, most_for
from croupier.odds.round_value import round_value, variance
from croupier.odds.solver import solve
from croupier.stud.rules import Options
from croupier.tables.house_terms import terms_for_play
from paper import words_of

STUD = "crown-caribbean-stud"
QUICK = (STUD, "star-caribbean-stud", "nz-caribbean-stud")
"""Games that share one count of all deals."""


def subject(game: str) -> Submission:
    return Submission(
        rules=rules_of(game),
        solution=solutions.best(game),
        options=Options(),
        ante=10_00,
        jackpot=jackpot_of(terms_for_play(game, 1_00)),
    )


@pytest.mark.parametrize("game", [*QUICK, "crown-wild-aruba", pytest.param("venezia-caribbean-poker", marks=pytest.mark.slow)])
def test_every_house_game_has_its_document(game: str) -> None:
    found = subject(game)
    titles = {section.title: section for section in submission(found).sections}
    assert list(titles) == [
        "The game",
        "Pay table",
        "Strategy assumed",
        "Outcomes",
        "Return without the jackpot",
        "Volatility",
        "Return and volatility with the jackpot",
        "Maximum exposure",
        "Digests of data and code",
    ]
    outcomes = titles["Outcomes"].blocks[1]
    assert isinstance(outcomes, document.Grid)
    *rows, total = outcomes.rows
    counted = [int(row[2].replace(",", "")) for row in rows]
    assert sum(counted) == int(total[2].replace(",", "")) == found.solution.deals
    antes = [Fraction(row[1].replace(",", "")) for row in rows]
    assert sum(units * deals for units, deals in zip(antes, counted, strict=True)) == found.solution.total
    names = [row[0] for row in rows]
    assert len(names) == len(set(names))
    assert not any(" or " in name for name in names)  # one line for each kind of hand


def test_the_figures_are_those_of_the_solver() -> None:
    solution = solutions.best(STUD)
    text = document.as_text(submission(subject(STUD)))
    assert f"{solution.house_edge:.8%}".replace("%", " %") in text
    assert f"{solution.standard_deviation:.9f}" in text
    assert f"{1 - solution.element_of_risk:.8%}".replace("%", " %") in text
    data = as_data(subject(STUD))
    mean = Fraction(solution.total, solution.deals)
    assert data["expected_value"] == {"numerator": str(mean.numerator), "denominator": str(mean.denominator)}
    assert re.search(r"^royal flush wins +\+501 +\d", text, re.MULTILINE)


def test_what_a_reading_leaves_unpaid_is_said() -> None:
    rules = rules_of("crown-wild-aruba")
    solution = solve(rules, readings=["eights-unpaid"])
    found = submission(Submission(rules=rules, solution=solution, options=Options(readings=("eights-unpaid",)), ante=10_00))
    text = document.as_text(found)
    assert "win the ante alone" in text
    assert re.search(r"^a hand below the pay table wins +\+1 +1,507,962,180 ", text, re.MULTILINE)
    assert re.search(r"^one pair +1 to 1", text, re.MULTILINE)


def test_the_same_document_is_the_same_bytes() -> None:
    one, two = (submission(subject("nz-caribbean-stud")) for _ in range(2))
    assert document.as_pdf(one) == document.as_pdf(two)
    assert document.as_html(one) == document.as_html(two)
    assert not re.search(r"20\d\d-\d\d-\d\d", document.as_html(one))


def test_with_a_jackpot_the_variance_is_that_of_every_way_a_round_can_end() -> None:
    """Calculated again from the counts of single hands: what each may bring with its prize, squared."""
    rules, solution, meter, ante = rules_of(STUD), solutions.best(STUD), 123_456_78, 25_00
    jackpot = jackpot_of(terms_for_play(STUD, 1_00))
    table, terms, options = solution.table, solution.terms, Options()
    square = Fraction(0)
    left = {o.outcome: o.deals for o in solution.outcomes_by_hand}
    for row in (table.category >= 4).nonzero()[0].tolist():
        hand = tuple(CARDS[card] for card in table.cards[row].tolist())
        if not (name := rules.jackpot_hand(options, rules.jackpot_value(hand))):
            continue
        prize = jackpot.share(jackpot, Pools(grains(meter), grains(meter)), [name]).payments[0].pays
        weight = int(table.weight[row])
        won, stopped, tied = (int(each[row].astype(int).sum()) for each in (table.wins, table.unqualified, table.ties))
        lost = 47 * COMPLETIONS - won - stopped - tied
        category = rules.value(hand).category
        ways = [
            (f"{category.label} wins", terms.wins[category], won),
            ("dealer does not qualify", terms.unqualified, stopped),
            ("stand-off", terms.stand_off, tied),
            ("dealer wins", terms.lose, lost),
        ]
        for outcome, units, deals in ways:
            square += weight * deals * (ante * units + prize) ** 2
            if deals:
                left[outcome] -= weight * deals  # what is left of the line has no prize
    for each in solution.outcomes_by_hand:
        square += left[each.outcome] * Fraction(each.units * ante) ** 2
    mean = round_value(solution, jackpot, ante=ante, meter=meter).value + jackpot.cost
    assert variance(rules, solution, jackpot, options, ante=ante, meter=meter) == square / solution.deals - mean**2


@pytest.mark.parametrize("game", [STUD, "crown-wild-aruba"])
def test_the_dear_round_can_be_dealt_and_every_box_wins(game: str) -> None:
    rules, solution = rules_of(game), solutions.best(game)
    found = dear_round(rules, solution, 7)
    cards = [card for hand, _ in found.boxes for card in hand] + list(found.dealer)
    assert len(cards) == len(set(cards)) == 40
    assert rules.qualifies(rules.value(found.dealer))
    assert all(rules.value(hand) > rules.value(found.dealer) for hand, _ in found.boxes)
    assert found.boxes[0][1] == dearest_box(solution) == 501
    assert [units for _, units in found.boxes[:4]] == [501] * 4
    assert found.boxes[4][1] < 501  # there are four royal flushes in a deck


@pytest.mark.parametrize("game", [*QUICK, "crown-wild-aruba"])
def test_the_dear_round_is_the_dearest_there_is(game: str) -> None:
    """What is dealt reaches what cannot be passed, for every number of boxes; with deuces wild and nine of them nearly."""
    rules, solution = rules_of(game), solutions.best(game)
    limited = limits(solution)
    assert limited[0].units == dearest_box(solution)
    for boxes in range(1, 10):
        dealt, most = dear_round(rules, solution, boxes), most_for(limited, boxes)
        assert len(dealt.boxes) == boxes
        assert dealt.units == most if (game, boxes) != ("crown-wild-aruba", 9) else most - 14


def test_limits_are_those_of_a_deck() -> None:
    """One royal flush has the ten of its suit; one straight flush the five or the ten, and so at most two a suit."""
    royal, straight_flush, four = limits(solutions.best(STUD))[:3]
    assert (royal.hands, royal.each, len(royal.ranks)) == (4, 1, 1)
    assert royal.ranks in "TJQKA"
    assert (straight_flush.units, straight_flush.hands) == (101, 8)
    assert (four.units, four.hands) == (41, 10)
    wild = {one.units: one.hands for one in limits(solutions.best("crown-wild-aruba"))}
    assert [wild[units] for units in (501, 101, 61, 21)] == [4, 4, 8, 10]  # one deuce at least in five of a kind


def test_the_pdf_is_one_that_readers_can_read() -> None:
    whole = document.as_pdf(submission(subject(STUD)))
    assert "mathematics for submission" in words_of(whole)
    assert "□" not in words_of(whole)  # every letter is one that the fonts have


@pytest.mark.slow
def test_the_table_of_decisions_can_be_written_by_others() -> None:
    """By the words of the document alone: hands in their order, the dealer's cards in theirs, a byte for each decision."""
    best = solutions.best(STUD)
    every = np.array(list(combinations(range(52), 5)), np.int8)
    rank, suit = 1 << (every.astype(np.int64) // 4), every % 4
    sums = np.stack([np.where(suit == one, rank, 0).sum(axis=1) for one in range(4)])
    hands = every[(np.diff(sums, axis=0) <= 0).all(axis=0)]
    hands = hands[np.lexsort(hands.T)]  # by the highest card, then the next
    assert (hands == best.table.cards).all()
    code = {"fold": 0, "bet": 1}
    plays = best.bets.astype("int8")
    for row in range(0, len(hands), 9_973):
        held = hands[row].tolist()
        others = [card for card in range(52) if card not in held]
        for column in (0, 23, 46):
            advised = best.advice([CARDS[card] for card in held], CARDS[others[column]]).play
            assert code[advised] == plays[row, column]
    assert as_data(subject(STUD))["decision_table_sha256"] == sha256(plays.tobytes()).hexdigest()

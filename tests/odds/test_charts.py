"""Strategy charts against the solution that they picture."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from croupier.books import rules_of
from croupier.kernel.cards import Card
from croupier.odds.charts import UP_CARDS, Cell, Chart, Detail, chart
from croupier.odds.solver import CARDS, COMPLETIONS, Solution, solve

CROWN, ARUBA = "crown-caribbean-stud", "crown-wild-aruba"


@cache
def best(game: str) -> Solution:
    return solve(rules_of(game))


@cache
def drawn(game: str, detail: Detail = "short") -> Chart:
    return chart(best(game), wild=game == ARUBA, detail=detail)


def cell(found: Chart, label: str, up: str) -> Cell:
    row = next(row for row in found.rows if row.label == label)
    return row.cells[UP_CARDS.index(up)]


def test_ace_king_hands_by_their_third_card() -> None:
    found = drawn(CROWN)
    assert (found.always, found.never) == ("a pair", "ace and king")
    assert [row.label for row in found.rows][:3] == ["A-K-Q", "A-K-J", "A-K-10"]
    assert [cell(found, "A-K-Q", up).mark for up in ("Q", "K", "A")] == ["B", "B", "B"]
    assert cell(found, "A-K-9", "A").mark == "."
    assert cell(found, "A-K-J", "2").mark == "18"


@pytest.mark.parametrize("game", [CROWN, ARUBA])
def test_every_hand_between_the_bounds_is_counted_once(game: str) -> None:
    bets = sum(cell.bet for row in drawn(game).rows for cell in row.cells)
    solution, found = best(game), drawn(game)
    weight, made = solution.table.weight, solution.bets.sum(axis=1)
    open_rows = np.flatnonzero((made > 0) & (made + (solution.instant > 0).sum(axis=1) < 47))
    assert int((made[open_rows] * weight[open_rows]).sum()) <= bets < solution.decisions["bet"] // COMPLETIONS
    assert sum(cell.all for row in found.rows for cell in row.cells) % 47 == 0


def test_the_full_chart_tells_hands_apart_by_all_ranks() -> None:
    found = drawn(CROWN, "full")
    random = np.random.default_rng(3)
    suits = [Card("As"), Card("Kd")]
    for _ in range(40):
        others = [CARDS[n] for n in random.permutation(44)[:3].tolist()]
        hand = (*suits, *others)
        label = "-".join(c.symbol[:-1] for c in sorted(hand, key=lambda c: -c.rank))
        if label not in {row.label for row in found.rows}:
            continue
        up = next(CARDS[n] for n in random.permutation(52).tolist() if CARDS[n] not in hand)
        here = cell(found, label, up.symbol[:-1])
        advice = best(CROWN).advice(hand, up)
        if here.mark in ("B", "."):
            assert advice.play == ("bet" if here.mark == "B" else "fold"), (hand, up)


def test_the_gain_is_the_mean_of_what_betting_gains() -> None:
    here = cell(drawn(ARUBA), "kings with a deuce", "2")
    assert here.bet == 0
    assert here.gain < 0
    assert cell(drawn(ARUBA), "pair of kings", "A").mark == "B"

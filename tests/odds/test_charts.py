"""Strategy charts against the solution that they picture."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from croupier.kernel.cards import Card
from croupier.odds.cells import four_to
from croupier.odds.charts import UP_CARDS, Cell, Chart, Detail, chart
from croupier.odds.counting import CARDS, COMPLETIONS
from solutions import best

CROWN, ARUBA = "crown-caribbean-stud", "crown-wild-aruba"


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


@pytest.mark.slow
def test_a_chart_with_changes() -> None:
    venice = "venezia-caribbean-poker"
    found = drawn(venice)
    assert {c.mark for c in next(row for row in found.rows if row.label == "four to a flush").cells} == {"C"}
    assert cell(found, "twos and four to a flush", "A").mark == "C"
    assert cell(found, "A-K-Q", "K").mark == "B"
    solution = best(venice)
    changes = sum(c.change for row in found.rows for c in row.cells)
    plays = solution.decisions
    assert changes * COMPLETIONS * 42 == plays["change and bet"] + plays["change and fold"]


@pytest.mark.parametrize(
    ("ranks", "suits", "draw"),
    [
        ((14, 13, 12, 10, 5), "shdcs", ("inside straight", 4)),
        ((14, 5, 4, 3, 9), "shdcs", ("inside straight", 4)),
        ((14, 13, 12, 11, 9), "shdcs", ("inside straight", 4)),
        ((9, 8, 7, 6, 6), "shdcs", ("open straight", 3)),
        ((10, 9, 8, 6, 5), "shdcs", ("inside straight", 4)),
        ((14, 9, 8, 7, 6), "ssssh", ("flush", 4)),
        ((13, 12, 8, 4, 2), "shdcs", ("", -1)),
        ((2, 3, 4, 5, 13), "shdcs", ("open straight", 4)),
    ],
)
def test_four_to_something(ranks: tuple[int, ...], suits: str, draw: tuple[str, int]) -> None:
    assert four_to(ranks, suits) == draw

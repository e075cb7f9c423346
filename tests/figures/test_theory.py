"""What decisions cost, many hands at once, against the solver's advice for each; and the band that results fall in."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from added_books import books_forgotten
from croupier import books
from croupier.floor.day_sums import Fold, Place, Played, Terms
from croupier.floor.theory import CORRELATION, costs, weigh
from croupier.kernel.cards import DECK, Card
from croupier.odds.exchange import ExchangeSolution, bet_after_change
from croupier.odds.simulation import Plan, play_of, simulate
from croupier.training.coach import Question
from solutions import best


def hand(game: str, cards: list[Card], up: Card, play: str, given_up: tuple[Card, ...] = (), before: int | None = 0) -> Played:
    asked = Question(
        game=game, edition="", readings=(), payout=None, box=1, ante=10_00, hand=tuple(cards), up=up, given_up=given_up
    )
    return Played(Place(0, 1, Terms()), asked, play, before)


THREE_CARD = Path(__file__).resolve().parents[2] / "examples" / "three_card_poker"
GAMES = ("crown-caribbean-stud", "crown-wild-aruba", "venezia-caribbean-poker")


@pytest.mark.parametrize("game", GAMES)
def test_costs_are_those_of_the_advice(game: str) -> None:
    solution, chance = best(game), Random(3)
    choices, wanted = [], []
    for _ in range(120):
        *cards, up = chance.sample(DECK, 6)
        values = solution.advice(tuple(cards), up).values
        play = chance.choice([one for one in values if one != "instant win" or values[one]])
        choices.append(hand(game, cards, up, play))
        wanted.append(max(values.values()) - values[play])
    assert list(costs(solution, choices)) == wanted
    assert any(wanted)
    assert not all(wanted)


def test_a_decision_after_a_change_knows_the_card_given_up() -> None:
    solution, chance = best("venezia-caribbean-poker"), Random(4)
    assert isinstance(solution, ExchangeSolution)
    *cards, up, old = chance.sample(DECK, 7)
    bet = bet_after_change(solution, cards, up, old)
    fold = Fraction(solution.changed.fold, solution.changed.parts)
    made = [hand(solution.game, cards, up, play, (old,)) for play in ("bet", "fold")]
    assert list(costs(solution, made)) == [max(bet, fold) - bet, max(bet, fold) - fold]


def test_the_band_knows_that_boxes_share_a_dealer() -> None:
    solution = best("crown-caribbean-stud")

    def weighed(*before: int) -> dict[str, Fraction]:
        fold = Fold("A", "house table")
        fold.played = [hand("crown-caribbean-stud", [], DECK[0], "", before=each) for each in before]
        weigh(fold, fold.played[0].asked.terms)
        return {name: one.amount for name, one in fold.sums[0, ("table", "A"), Terms()].items()}

    alone, together = weighed(*[0] * 7), weighed(*(10_00 * box for box in range(7)))
    assert alone["expected"] == together["expected"] == -70_00 * Fraction(solution.total, solution.deals)
    assert alone["variance"] == 7 * 10_00**2 * solution.variance
    assert together["variance"] / alone["variance"] == 1 + 6 * CORRELATION


SIX_CARD = """
[wager.six-card]
title = "6-Card Bonus"
clause = "6.6"
cards = "both"
fold = "stays"
[wager.six-card.rows]
"three of a kind" = 5
"straight" = 10
"flush" = 20
"full house" = 25
"four of a kind" = 50
"straight flush" = 200
"royal flush" = 1000
"""


@pytest.mark.parametrize(("payout", "edge"), [(None, 0.102247904), (Fraction(20), 0.131330568)])
def test_a_wager_that_no_decision_changes_is_in_the_expected_win(payout: Fraction | None, edge: float, tmp_path: Path) -> None:
    """The edges are those of a separate enumeration, in C; 20 antes on half an ante are 40 to 1."""
    folder = Path(shutil.copytree(THREE_CARD, tmp_path / "torch"))
    for file in ("book.toml", "play.toml"):
        (folder / file).write_text(
            (folder / file).read_text(encoding="utf-8").replace("three-card-poker", "torch"), encoding="utf-8"
        )
    with (folder / "params.toml").open("a", encoding="utf-8") as params:
        params.write(SIX_CARD)
    with books_forgotten():
        books.add_book(folder)
        found = {}
        for wagers in ((), (("six-card", Fraction(1, 2)),)):
            fold = Fold("A", "house table")
            played = hand("torch", [], DECK[0], "")
            fold.played = [played._replace(asked=replace(played.asked, payout=payout, wagers=wagers))]
            weigh(fold, fold.played[0].asked.terms)
            found[bool(wagers)] = {name: one.amount for name, one in fold.sums[0, ("table", "A"), Terms()].items()}
    assert found[True]["expected"] - found[False]["expected"] == pytest.approx(5_00 * edge, rel=1e-8)
    assert found[True]["variance"] > found[False]["variance"]


def test_a_game_that_is_not_solved_has_no_expected_win() -> None:
    fold = Fold("A", "house table")
    fold.played = [hand("no-such-game", [], DECK[0], "bet")]
    weigh(fold, fold.played[0].asked.terms)
    assert {name: one.amount for name, one in fold.sums[0, ("table", "A"), Terms()].items()} == {"unweighed": 1}


@pytest.mark.parametrize("game", GAMES[:2])
def test_the_correlation_assumed_is_no_less_than_simulated(game: str) -> None:
    found = simulate(game, play_of(best(game)), Plan(rounds=1_000_000, seats=7)).correlation
    assert found is not None
    assert 0.09 < found < float(CORRELATION) + 0.003

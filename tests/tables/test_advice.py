"""The coach at a training table: it warns of mistakes alone, says their cost, and keeps silent elsewhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.books import book_of, rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.errors import TableError
from croupier.kernel.events import Command
from croupier.odds.solver import solve
from croupier.stud.commands import ChangeCard, Fold, PlaceAnte, PlaceBet, TakeInstantWin
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.stacking import shuffle_into, stacked_deck
from croupier.training.coach import Mistake, mistake, refusal_for

CROWN, ARUBA, VENICE = "crown-caribbean-stud", "crown-wild-aruba", "venezia-caribbean-poker"
ANTE = 10_00
DEALER = "9h 5c 7d 2s Jh"


def dealt(game: str, hand: str, dealer: str = DEALER, then: str = "") -> HouseTable:
    """A training table at which seat 1 has this hand to decide on."""
    opened = house_table(game, options=Options(places=1, training=True))
    opened.do(PlaceAnte(seat=1, amount=ANTE))
    deck = stacked_deck(opened, {1: parse_cards(hand), 0: parse_cards(dealer)}, then=parse_cards(then))
    assert shuffle_into(opened, deck) is None
    opened.deal()
    assert opened.state.undecided == (1,)
    return opened


def test_folding_a_pair_is_a_mistake_with_its_cost() -> None:
    opened = dealt(CROWN, "4s 8s 2d 4c Ts")
    up = opened.state.upcard_face
    assert up is not None
    advice = solve(rules_of(CROWN)).advice(parse_cards("4s 8s 2d 4c Ts"), up)
    found = mistake(opened, Fold(seat=1))
    assert found is not None
    assert (found.play, found.better) == ("fold", "bet")
    assert found.cost == advice.bet + 1
    assert found.cents == round(found.cost * ANTE)
    assert str(found) == f"folding costs {float(found.cost):.2f} antes (${found.cents / 100:.2f}): bet"
    assert mistake(opened, PlaceBet(seat=1, amount=2 * ANTE)) is None


def test_betting_on_nothing_is_a_mistake() -> None:
    opened = dealt(CROWN, "4s 8s 2d 6c Ts")
    found = mistake(opened, PlaceBet(seat=1, amount=2 * ANTE))
    assert found is not None
    assert found.better == "fold"
    assert mistake(opened, Fold(seat=1)) is None


@pytest.mark.parametrize("command", [PlaceBet(seat=1, amount=15_00), Fold(seat=2), PlaceAnte(seat=1, amount=ANTE)])
def test_what_the_table_refuses_or_is_no_decision_is_no_mistake(command: Command) -> None:
    assert mistake(dealt(CROWN, "4s 8s 2d 6c Ts", "Ah Kc 7d 2s Jh"), command) is None


def test_nothing_is_known_before_the_hand_is_seen() -> None:
    opened = house_table(CROWN, options=Options(places=1, training=True))
    opened.do(PlaceAnte(seat=1, amount=ANTE))
    assert mistake(opened, Fold(seat=1)) is None


def test_an_instant_win_is_weighed_too() -> None:
    opened = dealt(ARUBA, "As Ks Qs Js Ts")
    found = mistake(opened, TakeInstantWin(seat=1))
    kept = mistake(opened, PlaceBet(seat=1, amount=2 * ANTE))
    assert (found is None) != (kept is None)
    assert isinstance(mistake(opened, Fold(seat=1)), Mistake)


@pytest.mark.parametrize(("game", "clauses"), [(CROWN, ("14.5",)), ("star-caribbean-stud", ("16.6",)), (ARUBA, ("14.5",))])
def test_elsewhere_the_book_forbids_it(game: str, clauses: tuple[str, ...]) -> None:
    opened = house_table(game)
    assert refusal_for(opened.rules).clauses == clauses
    assert all(book_of(game).clause(number) for number in clauses)
    with pytest.raises(TableError, match="only advised at training tables"):
        mistake(opened, Fold(seat=1))


@pytest.mark.parametrize("game", ["nz-caribbean-stud", VENICE])
def test_a_book_that_is_silent_is_not_cited(game: str) -> None:
    assert refusal_for(rules_of(game)).clauses == ()
    with pytest.raises(TableError, match="only advised at training tables"):
        mistake(house_table(game), Fold(seat=1))


@pytest.mark.slow
def test_in_venice_the_change_is_weighed_and_what_comes_after() -> None:
    opened = dealt(VENICE, "Ks Qs 9s 4s 2d", "7h 5c 8d 3s Jh", then="Kc")
    found = mistake(opened, Fold(seat=1))
    assert found is not None
    assert found.better == "change 2d"
    change = ChangeCard(seat=1, amount=ANTE, card=parse_cards("2d")[0])
    assert mistake(opened, change) is None
    opened.do(change)
    after = mistake(opened, Fold(seat=1))
    assert after is not None
    assert after.better == "bet"
    assert after.values["fold"] == Fraction(-2)

"""What the lab changes of a game beside its pay rows: the hand that qualifies the dealer, and the price of a card."""

from __future__ import annotations

import pytest

from croupier.books import rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.errors import CroupierError
from croupier.odds.counting import qualifying_value
from croupier.web.lab_page import QUALIFYING, Variant, changes_of, checked, rules_for

CROWN, ARUBA, VENICE = "crown-caribbean-stud", "crown-wild-aruba", "venezia-caribbean-poker"


@pytest.mark.parametrize(("game", "own"), [(CROWN, "ace-king"), (ARUBA, "eights"), (VENICE, "ace-king")])
def test_the_book_s_own_hand_is_among_those_that_can_be_chosen(game: str, own: str) -> None:
    chosen = rules_for(Variant(game=game, qualifies=own))
    assert qualifying_value(chosen) == qualifying_value(rules_of(game))


@pytest.mark.parametrize("game", [CROWN, ARUBA])
def test_each_choice_asks_more_of_the_dealer_than_the_one_before(game: str) -> None:
    found = [qualifying_value(rules_for(Variant(game=game, qualifies=name))) for name in QUALIFYING]
    assert found == sorted(set(found))


def test_a_hand_below_the_chosen_one_does_not_play() -> None:
    rules = rules_for(Variant(game=CROWN, qualifies="sixes"))
    assert rules.qualifies(rules.value(parse_cards("6s 6h 4c 3h 2s")))
    assert not rules.qualifies(rules.value(parse_cards("5s 5h Ac Kh Qs")))
    assert rules_for(Variant(game=CROWN)).qualifies(rules.value(parse_cards("5s 5h Ac Kh Qs")))


def test_a_price_is_for_games_in_which_a_card_can_be_changed() -> None:
    assert rules_for(checked(Variant(game=VENICE, price=2))).exchange_price == 2
    for wrong in (
        Variant(game=CROWN, price=2),
        Variant(game=VENICE, price=10),
        Variant(game=VENICE, price=-1),
        Variant(game=CROWN, qualifies="threes"),
    ):
        with pytest.raises(CroupierError):
            checked(wrong)


def test_a_report_says_what_was_changed() -> None:
    variant = Variant(game=VENICE, pay={"royal_flush": 100}, qualifies="ace-high", price=2)
    assert changes_of(variant) == "royal flush 100 to 1, the dealer plays with ace high, a card costs 2 antes"
    assert not changes_of(Variant(game=VENICE))

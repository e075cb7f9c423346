"""What the lab changes of a game beside its pay rows: the hand that qualifies the dealer, and the price of a card."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from croupier.books import rules_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.errors import CroupierError
from croupier.odds.counting import qualifying_value
from croupier.web.lab_page import QUALIFYING, Variant, changes_of, checked, report_of, rules_for, worked_out
from croupier.web.pages import page

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


def test_an_edge_names_its_owner() -> None:
    house, player = worked_out(Variant(game=CROWN)), worked_out(Variant(game=CROWN, pay={"flush": 100}))
    assert not house.players
    assert house.edge == "5.1991%"
    assert player.players
    assert not player.edge.startswith("-")
    assert not player.risk.startswith("-")


def test_the_report_shows_what_the_screen_shows(tmp_path: Path) -> None:
    """Every drawing of the page is in the report of the same variant, to the letter."""
    variant = Variant(game=CROWN, pay={"flush": 9}, qualifies="pair", cost=5_00, meter=100_000_00, bankroll=50, name="Generous")
    answer = worked_out(variant)
    report_of(variant, str(tmp_path / "report.html"))
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    titles = [title for title, _ in answer.drawn]
    assert titles == ["Outcomes", "How the edge reacts to each pay row", "Risk of ruin", "Ante and jackpot wager together"]
    assert all(html in text for _, html in answer.drawn)
    assert "Generous" in text
    assert "flush 9 to 1, the dealer plays with pair" in text
    assert answer.edge[:6] in text
    assert "A bankroll of 50 antes" in text


def test_the_edge_reacts_to_a_row_as_it_is_drawn() -> None:
    """One unit more on a row that changes no decision moves the edge by exactly the figure beside its bar."""
    before, after = (worked_out(Variant(game=CROWN, pay={"flush": pays})) for pays in (5, 6))
    drawn = dict(before.drawn)["How the edge reacts to each pay row"]
    moved = float(after.edge.rstrip("%")) - float(before.edge.rstrip("%"))
    figure = float(drawn.partition("flush, now 5 to 1</text>")[2].partition('class="figure">')[2].partition("%")[0])
    assert moved == pytest.approx(figure, abs=0.0006)


@pytest.mark.parametrize(
    "wrong", [Variant(game=CROWN, bankroll=-1), Variant(game=CROWN, meter=5_00), Variant(game=CROWN, cost=-5)]
)
def test_what_makes_no_sense_is_answered_in_words(wrong: Variant) -> None:
    with pytest.raises(CroupierError, match=r"bankroll|jackpot wager"):
        checked(wrong)


@pytest.mark.parametrize(("marks", "named"), [(("B", "18"), False), (("B", "C"), True)])
def test_a_chart_names_an_exchange_only_where_there_is_one(marks: tuple[str, ...], named: bool) -> None:
    blank = dict.fromkeys(("edge", "risk", "deviation", "bets", "total", "plain"), "")
    answer = SimpleNamespace(
        **blank, players=False, wagers=(), deals=1, drawn=(), chart=(("A-K-Q", marks),), ups=("2", "3"), always="a", never="b"
    )
    assert ("exchange" in page("lab_answer.html", a=answer, name="", warming="")) == named

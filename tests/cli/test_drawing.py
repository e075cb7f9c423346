"""Tables as drawings: what the viewer may see, and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from croupier.drawing.house_picture import table_html
from croupier.kernel.actors import ONLOOKER, Viewer
from croupier.kernel.cards import DECK
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet, Reveal
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable, house_table

SVG = "{http://www.w3.org/2000/svg}"


def dealt(seats: int = 3, places: int = 5) -> HouseTable:
    opened = house_table("crown-caribbean-stud", seats=seats, seed=5, options=Options(places=places))
    for seat in range(1, seats + 1):
        opened.do(PlaceAnte(seat=seat, amount=10_00 * seat))
    opened.deal()
    return opened


def texts(drawn: str) -> list[str]:
    """Every piece of text in the drawing, from the top left."""
    return ["".join(element.itertext()) for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]  # noqa: S314


def ranks(drawn: str) -> list[str]:
    """The index of every card that lies face up in the drawing."""
    found = ElementTree.fromstring(drawn).iter(f"{SVG}text")  # noqa: S314
    return [element.text or "" for element in found if element.get("font-size") == "24"]


def title(drawn: str) -> str:
    found = ElementTree.fromstring(drawn).find(f"{SVG}title")  # noqa: S314
    assert found is not None
    return found.text or ""


@pytest.mark.parametrize("places", range(1, 10))
def test_a_table_before_the_deal(places: int) -> None:
    opened = house_table("crown-caribbean-stud", seats=1, options=Options(places=places))
    drawn = opened._repr_html_()
    said = texts(drawn)
    assert "Caribbean Stud Poker at Crown Melbourne" in said
    assert "place your antes" in said
    assert "seat 1" in said
    assert [text for text in said if text.startswith("place ") and text[-1].isdigit()] == [
        f"place {number}" for number in range(2, places + 1)
    ]


def test_wagers_and_chips_are_there() -> None:
    opened = dealt()
    opened.do(PlaceBet(seat=2, amount=40_00))
    opened.do(Fold(seat=3))
    said = texts(table_html(opened.rules, opened.picture()))
    for text in ("bet or fold", "$10", "$20", "$40", "$990", "$940", "to decide", "bets", "folded"):
        assert text in said
    assert "$30" not in said


@pytest.mark.parametrize("viewer", [ONLOOKER, Viewer(seat=1), Viewer(seat=2), Viewer(role="inspector")])
def test_only_what_the_viewer_may_see_is_drawn(viewer: Viewer) -> None:
    opened = dealt()
    drawn = table_html(opened.rules, opened.picture(viewer))
    up = [opened.state.dealer.cards[0]]
    seen = {*up, *(opened.state.boxes[viewer.seat].cards if viewer.seat else ())}
    assert {card for card in DECK if card.symbol in title(drawn).replace(";", " ").split()} == seen
    assert sorted(ranks(drawn)) == sorted(card.symbol[:-1] for card in seen)


def test_after_the_reveal_the_dealer_s_hand_is_named() -> None:
    opened = dealt(seats=1, places=1)
    opened.do(PlaceBet(seat=1, amount=20_00))
    opened.do(Reveal())
    said = texts(opened._repr_html_())
    value = opened.rules.value(opened.state.dealer.cards)
    verdict = "qualifies" if opened.rules.qualifies(value) else "does not qualify"
    assert f"{value.name}: {verdict}" in said
    assert "settlement" in said


def test_box_1_is_at_the_dealer_s_left_which_is_our_right() -> None:
    drawn = house_table("crown-caribbean-stud", seats=3, options=Options(places=3))._repr_html_()
    plates = {
        text: float(element.get("x", "0"))
        for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")  # noqa: S314
        if (text := "".join(element.itertext())).startswith("seat ")
    }
    assert plates["seat 1"] > plates["seat 2"] > plates["seat 3"]


def test_a_drawing_needs_nothing_from_elsewhere() -> None:
    drawn = dealt()._repr_html_()
    assert "http" not in drawn.replace("http://www.w3.org/2000/svg", "")
    for foreign in ("<script", "<image", "url(", "@import", " id="):
        assert foreign not in drawn

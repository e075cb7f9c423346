"""Playing cards as SVG: large indices, real pips, court cards with figures of our own. One source for notebook, report and page.

A card is 60 by 84. Its suit is drawn in the current colour, so the caller chooses between two colours and four.
A small card leaves the pips out and shows its suit once, large.
"""

from functools import cache
from typing import Any

from croupier.drawing.document import in_one_line
from croupier.drawing.paths import placed
from croupier.kernel.cards import DECK, HIDDEN, Card, rank_name
from croupier.kernel.data import data_of
from croupier.kernel.languages import language, words_in

WIDTH, HEIGHT = 60, 84

INKS = {"s": "#16181d", "h": "#c1121f", "d": "#c1121f", "c": "#16181d"}
FOUR_INKS = {**INKS, "d": "#1c4fc4", "c": "#0b6b34"}
"""The colours of the suits in a deck of two colours, and in one of four."""

BACKS = {"blue": ("#27466f", "#7f9cc9"), "red": ("#7d1f2b", "#d39aa2")}
"""The colours of the backs: ground and lines."""

_EDGE = "#b9b3a4"

_DRAWN = data_of("croupier.drawing", "cards.toml")
PIPS: dict[str, str] = _DRAWN["pips"]
"""The four suits, each about the middle of a square of 20."""


def card_name(card: Card) -> str:
    """A card in words: `ace of spades`."""
    words = words_in("croupier.kernel", "words.toml", language())
    if card is HIDDEN:
        return str(words["card"]["down"])
    return str(words["card"]["name"].format(rank=words["rank"][rank_name(card.rank)]["one"], suit=words["suit"][card.suit]))


def card_svg(card: Card, x: float, y: float, width: float, *, back: str = "blue", small: bool | None = None) -> str:
    """A card as a complete piece of a drawing. Cards of up to 44 are small by default."""
    is_small = width <= 44 if small is None else small
    inside = back_svg(back) if card is HIDDEN else _face(card, is_small)
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{width * HEIGHT / WIDTH:.1f}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" color="{INKS.get(card.suit, _EDGE)}">{inside}</svg>'
    )


@cache
def sprite() -> str:
    """All cards as symbols, defined once in a page: `#card-As`, `#back-blue`.

    Parts of large cards only have the class `pips`, parts of small ones the class `suit`.
    """
    return _drawn("sprite", deck=DECK, backs=BACKS)


@cache
def back_svg(colour: str) -> str:
    """The back of a card, in the colour of its deck."""
    return _drawn("back", colours=BACKS.get(colour, BACKS["blue"]))


@cache
def _face(card: Card, small: bool) -> str:
    return _drawn("face", card=card, small=small)


def _drawn(part: str, **what: Any) -> str:
    return in_one_line("cards.svg", part=part, drawn=_DRAWN, placed=placed, rank_name=rank_name, edge=_EDGE, **what)

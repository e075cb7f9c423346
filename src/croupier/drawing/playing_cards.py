"""Playing cards as SVG: large indices, real pips, court cards with figures of our own. One source for notebook, report and page.

A card is 60 by 84. Its suit is drawn in the current colour, so that anyone who places it decides between two colours and four.
A small card leaves the pips out and shows its suit once, large.
"""

from functools import cache

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

_GOLD, _PAPER, _EDGE = "#d9a53a", "#fffefb", "#b9b3a4"

_DRAWN = data_of("croupier.drawing", "cards.toml")
PIPS: dict[str, str] = _DRAWN["pips"]
"""The four suits, each about the middle of a square of 20."""

_INK = 'fill="currentColor"'
_MIDDLE = 39.75


def card_name(card: Card) -> str:
    """A card in words: `ace of spades`."""
    words = words_in("croupier.kernel", "words.toml", language())
    if card is HIDDEN:
        return str(words["card"]["down"])
    return str(words["card"]["name"].format(rank=words["rank"][rank_name(card.rank)]["one"], suit=words["suit"][card.suit]))


def card_svg(card: Card, x: float, y: float, width: float, *, back: str = "blue", small: bool | None = None) -> str:
    """A card as a piece of a drawing, whole in itself. Cards of up to 44 are small unless it is said otherwise."""
    is_small = width <= 44 if small is None else small
    inside = back_svg(back) if card is HIDDEN else _paper() + _index(card) + (_large_suit(card) if is_small else _middle(card))
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{width * HEIGHT / WIDTH:.1f}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" color="{INKS.get(card.suit, _EDGE)}">{inside}</svg>'
    )


@cache
def sprite() -> str:
    """All cards as symbols, to be placed once in a page: `#card-As`, `#back-blue`.

    What belongs to large cards only is of the class `pips`, what belongs to small ones of the class `suit`.
    """
    suits = "".join(
        f'<symbol id="pip-{suit}" viewBox="-10 -10 20 20"><path d="{path}" {_INK}/></symbol>' for suit, path in PIPS.items()
    )
    cards = "".join(
        f'<symbol id="card-{card}" viewBox="0 0 {WIDTH} {HEIGHT}">{_paper()}{_index(card)}'
        f'<g class="pips">{_middle(card)}</g><g class="suit">{_large_suit(card)}</g></symbol>'
        for card in DECK
    )
    backs = "".join(f'<symbol id="back-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{back_svg(name)}</symbol>' for name in BACKS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true">'
        f"{suits}{cards}{backs}</svg>"
    )


@cache
def back_svg(colour: str) -> str:
    """The back of a card, in the colour of its deck."""
    ground, ink = BACKS.get(colour, BACKS["blue"])
    lines_at = "".join(_slanting(offset) for offset in range(-72, 48, 12))
    return (
        f"{_paper()}"
        f'<rect x="5" y="5" width="50" height="74" rx="4" fill="{ground}"/>'
        f'<path d="{lines_at}M9 9H51V75H9Z" fill="none" stroke="{ink}" stroke-width="1.1" opacity=".7"/>'
    )


def _slanting(offset: int) -> str:
    """Two lines across the back, one each way, as far as its inner frame from 9 to 51 and from 9 to 75."""
    first, last = max(9, 9 + offset), min(51, 75 + offset)
    if first >= last:
        return ""
    return f"M{first} {first - offset}L{last} {last - offset}M{60 - first} {first - offset}L{60 - last} {last - offset}"


def _paper() -> str:
    return f'<rect x=".6" y=".6" width="58.8" height="82.8" rx="6" fill="{_PAPER}" stroke="{_EDGE}" stroke-width="1.2"/>'


def _pips(suit: str, size: float, *places: tuple[float, float]) -> str:
    """Pips about these points, all of them one path; those in the lower half of a card are upside down."""
    outline = "".join(placed(PIPS[suit], x, y, (-size if y > 43 else size) / 20) for x, y in places)
    return f'<path d="{outline}" {_INK}/>'


def _upright(suit: str, size: float, x: float, y: float) -> str:
    """One pip about a point, wherever on the card it is."""
    return f'<path d="{placed(PIPS[suit], x, y, size / 20)}" {_INK}/>'


def _index(card: Card) -> str:
    rank = card.symbol[:-1]
    narrow = ' textLength="19" lengthAdjust="spacingAndGlyphs"' if rank == "10" else ""
    return (
        f'<text x="11.5" y="23" font-size="24" font-weight="700" text-anchor="middle" fill="currentColor"{narrow}>{rank}</text>'
        + _upright(card.suit, 14, 11.5, 35.5)
    )


def _middle(card: Card) -> str:
    suit, rank = card.suit, card.rank
    if rank == 14:
        return _upright(suit, 34, _MIDDLE, 44)
    if (places := _DRAWN["places"].get(str(rank))) is not None:
        return _pips(suit, 12.5, *places)
    figures = _DRAWN["figures"]
    parts = [*figures["robe"], *figures[rank_name(rank)]]
    drawn = (piece for part in parts for piece in (figures["face"] if part == "face" else [part]))
    figure = "".join(f'<path d="{placed(outline, 22, 8)}{placed(outline, 56, 76, -1)}" {paint}/>' for outline, paint in drawn)
    return f'{figure}<path d="M22 42H56" stroke="{_GOLD}" stroke-width="1"/>'


def _large_suit(card: Card) -> str:
    return _upright(card.suit, 32, 39, 60)

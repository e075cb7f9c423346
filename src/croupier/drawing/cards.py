"""Playing cards as SVG: large indices, real pips, court cards with figures of our own. One source for notebook, report and page.

A card is 60 by 84. Its suit is drawn in the current colour, so that anyone who places it decides between two colours and four.
A small card leaves the pips out and shows its suit once, large.
"""

from functools import cache

from croupier.drawing.paths import placed
from croupier.kernel.cards import DECK, HIDDEN, Card, rank_name

WIDTH, HEIGHT = 60, 84

INKS = {"s": "#16181d", "h": "#c1121f", "d": "#c1121f", "c": "#16181d"}
FOUR_INKS = {"s": "#16181d", "h": "#c1121f", "d": "#1c4fc4", "c": "#0b6b34"}
"""The colours of the suits in a deck of two colours, and in one of four."""

BACKS = {"blue": ("#27466f", "#7f9cc9"), "red": ("#7d1f2b", "#d39aa2")}
"""The colours of the backs: ground and lines."""

_GOLD, _SKIN, _PAPER, _EDGE = "#d9a53a", "#f7e3c6", "#fffefb", "#b9b3a4"
_JEWELS = ((6.6, 4.8), (13.6, 2.6), (20.4, 2.6), (27.4, 4.8))
"""Where the queen's crown has its jewels."""

_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

PIPS = {
    "d": "M0-10C2-6 5-2.6 7.6 0C5 2.6 2 6 0 10C-2 6-5 2.6-7.6 0C-5-2.6-2-6 0-10Z",
    "h": "M0 9.6C-5.8 4.6-9.2 1-9.2-3.6C-9.2-6.9-6.9-9-4.4-9C-2.4-9-.8-7.8 0-6C.8-7.8 2.4-9 4.4-9C6.9-9 9.2-6.9 9.2-3.6"
    "C9.2 1 5.8 4.6 0 9.6Z",
    "s": "M0-9.8C-5.4-4.6-9.2-1.5-9.2 2.6C-9.2 5.4-7.1 7.2-4.7 7.2C-3.1 7.2-1.7 6.4-.9 5.2C-1 7.3-1.6 8.8-3 9.8H3"
    "C1.6 8.8 1 7.3 .9 5.2C1.7 6.4 3.1 7.2 4.7 7.2C7.1 7.2 9.2 5.4 9.2 2.6C9.2-1.5 5.4-4.6 0-9.8Z",
    "c": "M0-9.6A4.5 4.5 0 0 1 3.2-1.9A4.5 4.5 0 1 1 .9 3.9C1 6.9 1.7 8.7 3.2 9.8H-3.2C-1.7 8.7-1 6.9-.9 3.9"
    "A4.5 4.5 0 1 1-3.2-1.9A4.5 4.5 0 0 1 0-9.6Z",
}
"""The four suits, each about the middle of a square of 20."""

_LEFT, _MIDDLE, _RIGHT = 29.5, 39.75, 50
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    2: ((_MIDDLE, 16), (_MIDDLE, 68)),
    3: ((_MIDDLE, 16), (_MIDDLE, 42), (_MIDDLE, 68)),
    4: ((_LEFT, 17), (_RIGHT, 17), (_LEFT, 67), (_RIGHT, 67)),
    5: ((_LEFT, 17), (_RIGHT, 17), (_MIDDLE, 42), (_LEFT, 67), (_RIGHT, 67)),
    6: ((_LEFT, 17), (_RIGHT, 17), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 67), (_RIGHT, 67)),
    7: ((_LEFT, 17), (_RIGHT, 17), (_MIDDLE, 29.5), (_LEFT, 42), (_RIGHT, 42), (_LEFT, 67), (_RIGHT, 67)),
    8: (*((_LEFT, 17), (_RIGHT, 17), (_MIDDLE, 29.5), (_LEFT, 42), (_RIGHT, 42)), *((_MIDDLE, 54.5), (_LEFT, 67), (_RIGHT, 67))),
    9: (
        *((_LEFT, 15), (_RIGHT, 15), (_LEFT, 33), (_RIGHT, 33), (_MIDDLE, 42)),
        *((_LEFT, 51), (_RIGHT, 51), (_LEFT, 69), (_RIGHT, 69)),
    ),
    10: (
        *((_LEFT, 15), (_RIGHT, 15), (_MIDDLE, 24), (_LEFT, 33), (_RIGHT, 33)),
        *((_LEFT, 51), (_RIGHT, 51), (_MIDDLE, 60), (_LEFT, 69), (_RIGHT, 69)),
    ),
}

# Half a figure each, 34 by 34, its shoulders at the bottom; the other half is the same, turned upside down. Each line is an
# outline and how it is painted, the lowest first.
_Painted = tuple[tuple[str, str], ...]
_INK = 'fill="currentColor"'


def _fill(colour: str) -> str:
    return f'fill="{colour}"'


def _line(colour: str, width: float, end: str = "butt") -> str:
    ends = f' stroke-linecap="{end}"' if end != "butt" else ""
    return f'fill="none" stroke="{colour}" stroke-width="{width:g}"{ends}'


_BROWN, _BEARD, _DARK = "#8a5a24", "#5b4632", "#16181d"
_ROBE: _Painted = (
    ("M0 34V31C1 27.5 6 26 10.5 25L17 29.5L23.5 25C28 26 33 27.5 34 31V34Z", _INK),
    ("M9 25.6L17 31.4L25 25.6L23.2 24.4L17 28.2L10.8 24.4Z", _fill(_GOLD)),
    ("M4.5 34L6.5 29.2M29.5 34L27.5 29.2", _line(_GOLD, 1.3)),
)
_FACE: _Painted = (
    ("M11 15H23V20C23 24.2 20.4 26.4 17 26.4S11 24.2 11 20Z", _fill(_SKIN)),
    ("M13.2 18.2H15M19 18.2H20.8", _line(_DARK, 1.2, "round")),
    ("M17 18.6V21.2", _line("#a9835a", 0.9)),
)
_FIGURES: dict[int, _Painted] = {
    11: (
        ("M9.4 14.5C8.6 19 8.8 22.5 10.4 24.6L12 15ZM24.6 14.5C25.4 19 25.2 22.5 23.6 24.6L22 15Z", _fill(_BROWN)),
        *_FACE,
        ("M15.2 23.6H18.8", _line("#9b3b2e", 1, "round")),
        ("M7.6 14.8C7 8.6 12 5.4 17.6 5.4C23.4 5.4 27.4 8.8 26.4 14.8Z", _INK),
        ("M7.4 13.2H26.7V16H7.4ZM22.5 7.6C24 3.4 28.4 1.4 32.6 2.2C31.8 6 28 9.4 23.4 9.8Z", _fill(_GOLD)),
    ),
    12: (
        ("M7.4 28.5C5.8 21 6 8.5 17 8.5S28.2 21 26.6 28.5L22.6 24H11.4Z", _fill(_BROWN)),
        *_FACE,
        ("M15 23.4C16.2 24.4 17.8 24.4 19 23.4", _line("#b3242c", 1.3, "round")),
        ("M8.6 13.4C9.4 9 12.6 7 17 7S24.6 9 25.4 13.4Q17 10.8 8.6 13.4Z", _INK),
        (
            "M8.4 13.4L6.6 5.6L11.4 8.6L13.6 3.4L17 7.4L20.4 3.4L22.6 8.6L27.4 5.6L25.6 13.4Q17 10.4 8.4 13.4Z"
            + "".join(f"M{x - 1.5:g} {y}A1.5 1.5 0 1 1 {x + 1.5:g} {y}A1.5 1.5 0 1 1 {x - 1.5:g} {y}Z" for x, y in _JEWELS),
            _fill(_GOLD),
        ),
    ),
    13: (
        ("M9.6 14H24.4V20C24.4 27 20.6 30.4 17 30.4S9.6 27 9.6 20Z", _fill(_BEARD)),
        *_FACE,
        (
            "M11 20.4C12.4 21.8 15 22.6 17 21.4C19 22.6 21.6 21.8 23 20.4C23.4 26.4 20.6 29.6 17 29.6S10.6 26.4 11 20.4Z",
            _fill(_BEARD),
        ),
        ("M8 12.4L5.4 2.6L11.6 6.6L17 .8L22.4 6.6L28.6 2.6L26 12.4Z", _fill(_GOLD)),
        ("M7.8 12H26.2V15H7.8Z", _INK),
        ("M11 13.5H12.6M16.2 13.5H17.8M21.4 13.5H23", _line(_GOLD, 1.4)),
    ),
}


def card_name(card: Card) -> str:
    """A card in words: `ace of spades`."""
    return "card face down" if card is HIDDEN else f"{rank_name(card.rank)} of {_SUIT_NAMES[card.suit]}"


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
    if rank in _PLACES:
        return _pips(suit, 12.5, *_PLACES[rank])
    figure = "".join(
        f'<path d="{placed(outline, 22, 8)}{placed(outline, 56, 76, -1)}" {paint}/>' for outline, paint in _ROBE + _FIGURES[rank]
    )
    return f'{figure}<path d="M22 42H56" stroke="{_GOLD}" stroke-width="1"/>'


def _large_suit(card: Card) -> str:
    return _upright(card.suit, 32, 39, 60)

"""A table as one self-contained drawing (inline SVG), for notebooks and pages: no style sheet, no script, no font to load.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is a back here too.
The dealer stands at the top and deals from the left hand, which is on our right: box 1 is the rightmost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from croupier.kernel.cards import HIDDEN, SYMBOLS, Card
from croupier.kernel.hands import HandValue
from croupier.kernel.money import dollars
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, Box, Table

_FONT = "ui-sans-serif,system-ui,Helvetica,Arial,sans-serif"
_WOOD, _WOOD_LIGHT, _FELT, _FELT_DARK = "#3f2415", "#7a4e2d", "#1f7350", "#185c40"
_PRINT, _CREAM, _GOLD, _INK, _RED = "#8cc9aa", "#fbf7ec", "#f0cd6b", "#15171b", "#b8131f"
_ANTE_CHIP, _BET_CHIP, _BACK = "#1f3a6e", "#8e1626", "#24406b"

_CARD_WIDTH, _CARD_HEIGHT, _OVERLAP = 32, 46, 18
_BOX_WIDTH, _BOX_HEIGHT = 122, 150
_TOP = 204  # where the boxes begin, below the dealer and the print on the felt

_PHASES = {
    "wagers": "place your antes",
    "dealing": "no more bets",
    "deciding": "bet or fold",
    "settling": "settlement",
    "prizes": "jackpot prizes",
}


def table_html(rules: Rules, picture: Table) -> str:
    """The table as the viewer of this picture sees it."""
    places = len(picture.boxes) - 1
    width = max(660, places * _BOX_WIDTH + 90)
    bend = min(12 * (places - 1), 76)
    height = _TOP + bend + _BOX_HEIGHT + 34
    body = "".join(
        (
            _felt(width, height),
            _heading(rules, picture, width),
            _dealer(rules, picture, width),
            *(_box(rules, picture, number, *_spot(number, places, width, bend)) for number in range(1, places + 1)),
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'style="width:100%;max-width:{width}px;height:auto" font-family="{_FONT}">'
        f"<title>{escape(_summary(rules, picture))}</title>{body}</svg>"
    )


def _spot(number: int, places: int, width: int, bend: int) -> tuple[float, float]:
    """The top left corner of a box: box 1 on the right, those in the middle nearest to us."""
    across = (places - number + 0.5) / places
    x = 45 + across * (width - 90) - _BOX_WIDTH / 2
    return round(x, 1), round(_TOP + bend * (1 - (2 * across - 1) ** 2), 1)


def _felt(width: int, height: int) -> str:
    left, right, top, bottom = 14, width - 14, 14, height - 14
    side, turn = bottom - 120, width * 0.12
    shape = (
        f"M{left + 26} {top}H{right - 26}Q{right} {top} {right} {top + 26}V{side}"
        f"C{right} {bottom - 6} {right - turn:.0f} {bottom} {width / 2:g} {bottom}"
        f"C{left + turn:.0f} {bottom} {left} {bottom - 6} {left} {side}V{top + 26}Q{left} {top} {left + 26} {top}Z"
    )
    return (
        f'<path d="{shape}" fill="{_FELT}" stroke="{_WOOD}" stroke-width="22"/>'
        f'<path d="{shape}" fill="none" stroke="{_WOOD_LIGHT}" stroke-width="6" opacity=".7"/>'
    )


def _heading(rules: Rules, picture: Table, width: int) -> str:
    sign = picture.options
    left, right = 44, width - 44
    limits = f"{_short(sign.minimum)} to {_short(sign.maximum)}"
    return (
        _text(left, 52, rules.title, size=15, weight=600, fill=_CREAM)
        + _text(left, 72, f"antes {limits}", size=12, fill=_PRINT)
        + _text(right, 52, f"Round {picture.round}", size=15, weight=600, fill=_CREAM, anchor="end")
        + _text(right, 72, _PHASES.get(picture.phase, picture.phase), size=12, fill=_GOLD, anchor="end")
    )


def _dealer(rules: Rules, picture: Table, width: int) -> str:
    cards = picture.dealer.cards
    gap, scale = 4, 1.25
    step = (_CARD_WIDTH * scale) + gap
    x, y = (width - 5 * step + gap) / 2, 84
    if not cards:
        hand = "".join(_place(x + n * step, y, scale) for n in range(rules.cards))
        caption = "dealer"
    else:
        x = (width - len(cards) * step + gap) / 2
        hand = "".join(_card(card, x + n * step, y, scale) for n, card in enumerate(cards))
        caption = _dealer_caption(rules, picture)
    plays = f"Dealer plays with {rules.qualifying_hand} or better"
    return (
        hand
        + _text(width / 2, y + 76, caption, size=13, weight=600, fill=_CREAM, anchor="middle")
        + _text(width / 2, y + 98, plays, size=12, fill=_PRINT, anchor="middle", spacing=1.5)
    )


def _dealer_caption(rules: Rules, picture: Table) -> str:
    value = _value(rules, picture.dealer.cards)
    if value is None:
        return "dealer"
    return f"{value.name}: {'qualifies' if rules.qualifies(value) else 'does not qualify'}"


def _box(rules: Rules, picture: Table, number: int, x: float, y: float) -> str:
    box = picture.boxes[number]
    faded = box.choice not in ("", "bet")
    hand_width = _OVERLAP * (max(len(box.cards), rules.cards) - 1) + _CARD_WIDTH
    first = x + (_BOX_WIDTH - hand_width) / 2
    if box.cards:
        last = len(box.cards) - 1
        cards = "".join(_card(card, first + n * _OVERLAP, y, covered=n < last) for n, card in enumerate(box.cards))
    else:
        cards = _outline(first, y, hand_width, _CARD_HEIGHT)
    return (
        f'<g opacity="{".45" if faded else "1"}">{cards}</g>'
        + _wager("ante", picture.ante(number), x + 35, y + 74, _ANTE_CHIP)
        + _wager("bet", picture.bet(number), x + 87, y + 74, _BET_CHIP)
        + _jackpot(picture.jackpot(number), x + 61, y + 74)
        + _plate(rules, picture, number, box, x, y + 112)
    )


def _jackpot(amount: int, x: float, y: float) -> str:
    """A small gold chip between ante and bet; nothing where no jackpot wager lies."""
    if not amount:
        return ""
    letter = _text(x, y + 3, "J", size=8.5, weight=600, fill=_INK, anchor="middle")
    return f'<circle cx="{x}" cy="{y}" r="8" fill="{_GOLD}"/>{letter}'


def _wager(name: str, amount: int, x: float, y: float, colour: str) -> str:
    if not amount:
        return (
            f'<circle cx="{x}" cy="{y}" r="17" fill="none" stroke="{_PRINT}" stroke-width="1.2" opacity=".8"/>'
            + _text(x, y + 3.5, name, size=10, fill=_PRINT, anchor="middle")
        )
    return (
        f'<circle cx="{x}" cy="{y + 2}" r="16" fill="#000" opacity=".3"/>'
        f'<circle cx="{x}" cy="{y}" r="16" fill="{colour}"/>'
        f'<circle cx="{x}" cy="{y}" r="14" fill="none" stroke="{_CREAM}" stroke-width="4" stroke-dasharray="5.5 9.16"/>'
        f'<circle cx="{x}" cy="{y}" r="10.5" fill="{_CREAM}"/>'
        + _text(x, y + 2.6, name, size=7.5, weight=600, fill=colour, anchor="middle")
        + _text(x, y + 31, _short(amount), size=12, weight=600, fill=_CREAM, anchor="middle")
    )


def _plate(rules: Rules, picture: Table, number: int, box: Box, x: float, y: float) -> str:
    """Who sits there, with how many chips, and what was decided or is to be decided."""
    seat = box.seat or (number if number in picture.seats else 0)
    if not seat:
        return _outline(x + 4, y, _BOX_WIDTH - 8, 34) + _text(
            x + _BOX_WIDTH / 2, y + 21, f"place {number}", size=11, fill=_PRINT, anchor="middle"
        )
    waits = picture.phase == "deciding" and box.seat and not box.choice
    edge = _GOLD if waits else _FELT_DARK
    value = _value(rules, box.cards)
    status = {"": "to decide" if waits else "", "bet": "bets", "fold": "folded"}.get(box.choice, box.choice)
    if value is not None and box.choice in ("", "bet"):
        status = value.category.label
    middle = 15 if status else 21
    chips = _short(picture.stack(seat))
    return (
        f'<rect x="{x + 4}" y="{y}" width="{_BOX_WIDTH - 8}" height="34" rx="6" fill="#0e3a28" stroke="{edge}" '
        f'stroke-width="1.5"/>'
        + _text(x + 12, y + middle, f"seat {seat}", size=12, weight=600, fill=_CREAM)
        + _text(x + _BOX_WIDTH - 12, y + middle, chips, size=11 if len(chips) < 9 else 9, fill=_CREAM, anchor="end")
        + (_text(x + 12, y + 28, status, size=11, fill=_GOLD if value or waits else _PRINT) if status else "")
    )


def _card(card: Card, x: float, y: float, scale: float = 1, *, covered: bool = False) -> str:
    """A card, or its back; of a card that the next one covers only the corner is drawn."""
    width, height = _CARD_WIDTH * scale, _CARD_HEIGHT * scale
    edge = f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{4 * scale:.1f}"'
    if card is HIDDEN:
        inset = 3 * scale
        return (
            f'{edge} fill="{_CREAM}" stroke="#8b8577" stroke-width=".8"/>'
            f'<rect x="{x + inset:.1f}" y="{y + inset:.1f}" width="{width - 2 * inset:.1f}" '
            f'height="{height - 2 * inset:.1f}" rx="{2 * scale:.1f}" fill="{_BACK}"/>'
            f'<path d="{_lattice(x + inset, y + inset, width - 2 * inset, height - 2 * inset)}" '
            f'stroke="#7f9cc9" stroke-width=".8" fill="none"/>'
        )
    ink = _RED if card.suit in "dh" else _INK
    rank, suit = card.symbol[:-1], SYMBOLS[card.suit]
    size = 11 if rank == "10" else 13
    return (
        f'{edge} fill="#fff" stroke="#8b8577" stroke-width=".8"/>'
        + _text(x + 8.8 * scale, y + 14 * scale, rank, size=size * scale, weight=700, fill=ink, anchor="middle")
        + _text(x + 8.8 * scale, y + 26 * scale, suit, size=12 * scale, fill=ink, anchor="middle")
        + ("" if covered else _text(x + 22 * scale, y + 41 * scale, suit, size=19 * scale, fill=ink, anchor="middle"))
    )


def _lattice(x: float, y: float, width: float, height: float) -> str:
    """Crossing lines for the back of a card."""
    rows = 4
    step = height / rows
    lines = []
    for row in range(rows):
        top, low = y + row * step, y + (row + 1) * step
        lines.append(f"M{x:.1f} {top:.1f}L{x + width:.1f} {low:.1f}M{x + width:.1f} {top:.1f}L{x:.1f} {low:.1f}")
    return "".join(lines)


def _place(x: float, y: float, scale: float) -> str:
    return _outline(x, y, _CARD_WIDTH * scale, _CARD_HEIGHT * scale)


def _outline(x: float, y: float, width: float, height: float) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="5" fill="none" '
        f'stroke="{_PRINT}" stroke-width="1.2" stroke-dasharray="3 3" opacity=".7"/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float,
    fill: str,
    weight: int = 400,
    anchor: str = "start",
    spacing: float = 0,
) -> str:
    apart = f' letter-spacing="{spacing}"' if spacing else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}"{apart}>{escape(text)}</text>'
    )


def _value(rules: Rules, cards: Sequence[Card]) -> HandValue | None:
    return None if HIDDEN in cards or len(cards) != rules.cards else rules.value(cards)


def _short(amount: int) -> str:
    return dollars(amount).removesuffix(".00")


def _summary(rules: Rules, picture: Table) -> str:
    """The picture in words, for those who cannot see it."""
    return "; ".join(_said(rules, picture))


def _said(rules: Rules, picture: Table) -> Iterator[str]:
    yield f"{rules.title}, round {picture.round}, {_PHASES.get(picture.phase, picture.phase)}"
    if picture.dealer.cards:
        yield f"dealer {' '.join(card.symbol for card in picture.boxes[DEALER].cards)}"
    for number in picture.wagered:
        cards = " ".join(card.symbol for card in picture.boxes[number].cards)
        wagers = f"ante {dollars(picture.ante(number))} bet {dollars(picture.bet(number))}"
        jackpot = f" jackpot {dollars(picture.jackpot(number))}" if picture.jackpot(number) else ""
        yield f"box {number} {wagers}{jackpot} {cards}".rstrip()

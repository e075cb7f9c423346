"""A house table as lines of text, and as one self-contained drawing (inline SVG) for notebooks and reports.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is a back here too.
The dealer stands at the top and deals from the left hand, which is on our right: box 1 is the rightmost.
"""

from collections.abc import Iterator, Sequence

from croupier.drawing.cards import HEIGHT, WIDTH, card_svg
from croupier.drawing.cloths import Cloth, cloth_of
from croupier.drawing.svg import INK, WHITE, chips, drawing, outline, short, text
from croupier.kernel.cards import HIDDEN, Card, faces
from croupier.kernel.hands import HandValue
from croupier.kernel.money import dollars
from croupier.stud.rules import Rules
from croupier.stud.state import DEALER, Box, State

_CARD_WIDTH, _OVERLAP, _DEALERS_WIDTH = 36, 18, 46
_CARD_HEIGHT = _CARD_WIDTH * HEIGHT / WIDTH
_BOX_WIDTH, _BOX_HEIGHT = 122, 154
_TOP = 214  # where the boxes begin, below the dealer and the print on the felt

_PHASES = {
    "wagers": "place your antes",
    "dealing": "no more bets",
    "deciding": "bet or fold",
    "settling": "settlement",
    "prizes": "jackpot prizes",
}


def house_text(rules: Rules, table: State, *, brief: bool = False) -> str:
    """The table in text: what the sign says, the dealer's hand, and each place with its player, wagers and cards.
    If `brief`, only the places, without their cards.
    """
    sign = table.options
    lines = [f"{rules.title}: round {table.round}, {table.phase}; antes {dollars(sign.minimum)} to {dollars(sign.maximum)}"]
    lines.append(f"  dealer  {faces(table.dealer.cards)}".rstrip())
    for number in range(1, len(table.boxes)):
        box, person = table.boxes[number], table.person_at(number)
        if not person and not box.seat:
            continue
        who = f"{person or 'box of seat ' + str(box.seat)}"
        wagers = [
            f"{name} {dollars(amount)}"
            for name, amount in (
                ("ante", table.ante(number)),
                ("bet", table.bet(number)),
                ("change", table.exchange(number)),
                ("jackpot", table.jackpot(number)),
                *((rules.wagers[name].title, on) for name, on in table.side_wagers(number).items()),
            )
            if amount
        ]
        decided = [box.choice] if box.choice and number != DEALER else []
        parts = [faces(() if brief else box.cards), *wagers, *decided]
        chips = f"{dollars(table.stack(number)):>12}" if person else " " * 12
        lines.append(f"  {number:>2} {who:<10}{chips}  {', '.join(part for part in parts if part)}".rstrip())
    return rules.currency.told("\n".join(lines[2 * brief :]))


def table_html(rules: Rules, picture: State) -> str:
    """The table as the viewer of this picture sees it."""
    cloth = cloth_of(rules.book)
    places = len(picture.boxes) - 1
    width = max(660, places * _BOX_WIDTH + 90)
    bend = min(12 * (places - 1), 76)
    height = _TOP + bend + _BOX_HEIGHT + 34
    body = "".join(
        (
            _felt(cloth, width, height),
            _heading(cloth, rules, picture, width),
            _dealer(cloth, rules, picture, width),
            *(_box(cloth, rules, picture, number, *_spot(number, places, width, bend)) for number in range(1, places + 1)),
        )
    )
    return rules.currency.told(drawing(width, height, "; ".join(_said(rules, picture)), body))


def _spot(number: int, places: int, width: int, bend: int) -> tuple[float, float]:
    """The top left corner of a box: box 1 on the right, those in the middle nearest to us."""
    across = (places - number + 0.5) / places
    x = 45 + across * (width - 90) - _BOX_WIDTH / 2
    return round(x, 1), round(_TOP + bend * (1 - (2 * across - 1) ** 2), 1)


def _felt(cloth: Cloth, width: int, height: int) -> str:
    left, right, top, bottom = 14, width - 14, 14, height - 14
    side, turn = bottom - 120, width * 0.12
    shape = (
        f"M{left + 26} {top}H{right - 26}Q{right} {top} {right} {top + 26}V{side}"
        f"C{right} {bottom - 6} {right - turn:.0f} {bottom} {width / 2:g} {bottom}"
        f"C{left + turn:.0f} {bottom} {left} {bottom - 6} {left} {side}V{top + 26}Q{left} {top} {left + 26} {top}Z"
    )
    return (
        f'<path d="{shape}" fill="{cloth.felt}" stroke="{cloth.deep}" stroke-width="18"/>'
        f'<path d="{shape}" fill="none" stroke="{cloth.print}" stroke-width="1.5" opacity=".45"/>'
    )


def _heading(cloth: Cloth, rules: Rules, picture: State, width: int) -> str:
    sign = picture.options
    left, right = 44, width - 44
    limits = f"{short(sign.minimum)} to {short(sign.maximum)}"
    return (
        text(left, 52, rules.title, size=15, weight=600, fill=WHITE)
        + text(left, 72, f"antes {limits}", size=12, fill=cloth.print)
        + text(right, 52, f"Round {picture.round}", size=15, weight=600, fill=WHITE, anchor="end")
        + text(right, 72, _PHASES.get(picture.phase, picture.phase), size=12, fill=cloth.accent, anchor="end")
    )


def _dealer(cloth: Cloth, rules: Rules, picture: State, width: int) -> str:
    cards, step, y = picture.dealer.cards, _DEALERS_WIDTH + 4, 84
    x = (width - (len(cards) or rules.cards) * step + 4) / 2
    if cards:
        hand = "".join(card_svg(card, x + n * step, y, _DEALERS_WIDTH, back=picture.colour) for n, card in enumerate(cards))
    else:
        high = _DEALERS_WIDTH * HEIGHT / WIDTH
        hand = "".join(outline(cloth, x + n * step, y, _DEALERS_WIDTH, high) for n in range(rules.cards))
    caption = "dealer"
    if (value := _value(rules, cards)) is not None:
        caption = f"{value.name}: {'qualifies' if rules.qualifies(value) else 'does not qualify'}"
    plays = f"Dealer plays with {rules.qualifying_hand} or better"
    return (
        hand
        + text(width / 2, y + 84, caption, size=13, weight=600, fill=WHITE, anchor="middle")
        + text(width / 2, y + 106, plays, size=12, fill=cloth.print, anchor="middle", spacing=1.5)
    )


def _box(cloth: Cloth, rules: Rules, picture: State, number: int, x: float, y: float) -> str:
    box = picture.boxes[number]
    faded = box.choice not in ("", "bet")
    hand_width = _OVERLAP * (max(len(box.cards), rules.cards) - 1) + _CARD_WIDTH
    first = x + (_BOX_WIDTH - hand_width) / 2
    cards = "".join(card_svg(card, first + n * _OVERLAP, y, _CARD_WIDTH, back=picture.colour) for n, card in enumerate(box.cards))
    return (
        f'<g opacity="{".45" if faded else "1"}">'
        f"{cards or outline(cloth, first, y, hand_width, _CARD_HEIGHT)}</g>"
        + _wager(cloth, "ante", picture.ante(number), x + 35, y + 78)
        + _wager(cloth, "bet", picture.bet(number), x + 87, y + 78)
        + _jackpot(cloth, picture.jackpot(number), x + 61, y + 72)
        + _plate(cloth, rules, picture, number, box, x, y + 116)
    )


def _jackpot(cloth: Cloth, amount: int, x: float, y: float) -> str:
    """A small gold chip between ante and bet; nothing where no jackpot wager is."""
    if not amount:
        return ""
    letter = text(x, y + 3, "J", size=8.5, weight=600, fill=INK, anchor="middle")
    return f'<circle cx="{x}" cy="{y}" r="8" fill="{cloth.accent}"/>{letter}'


def _wager(cloth: Cloth, name: str, amount: int, x: float, y: float) -> str:
    if amount:
        return chips(amount, x, y)
    return f'<circle cx="{x}" cy="{y}" r="17" fill="none" stroke="{cloth.print}" stroke-width="1.2" opacity=".8"/>' + text(
        x, y + 3.5, name, size=10, fill=cloth.print, anchor="middle"
    )


def _plate(cloth: Cloth, rules: Rules, picture: State, number: int, box: Box, x: float, y: float) -> str:
    """Who sits there, with how many chips, and what was decided or is to be decided."""
    seat = box.seat or (number if number in picture.seats else 0)
    if not seat:
        return outline(cloth, x + 4, y, _BOX_WIDTH - 8, 34) + text(
            x + _BOX_WIDTH / 2, y + 21, f"place {number}", size=11, fill=cloth.print, anchor="middle"
        )
    waits = picture.phase == "deciding" and box.seat and not box.choice
    value = _value(rules, box.cards)
    status = {"": "to decide" if waits else "", "bet": "bets", "fold": "folded"}.get(box.choice, box.choice)
    if value is not None and box.choice in ("", "bet"):
        status = str(value.category)
    middle = 15 if status else 21
    stack = short(picture.stack(seat))
    return (
        f'<rect x="{x + 4}" y="{y}" width="{_BOX_WIDTH - 8}" height="34" rx="6" fill="{cloth.deep}" '
        f'stroke="{cloth.accent if waits else cloth.deep}" stroke-width="1.5"/>'
        + text(x + 12, y + middle, f"seat {seat}", size=12, weight=600, fill=WHITE)
        + text(x + _BOX_WIDTH - 12, y + middle, stack, size=11 if len(stack) < 9 else 9, fill=WHITE, anchor="end")
        + (text(x + 12, y + 28, status, size=11, fill=cloth.accent if value or waits else cloth.print) if status else "")
    )


def _value(rules: Rules, cards: Sequence[Card]) -> HandValue | None:
    return None if HIDDEN in cards or len(cards) != rules.cards else rules.value(cards)


def _said(rules: Rules, picture: State) -> Iterator[str]:
    """The picture in words, for those who cannot see it."""
    yield f"{rules.title}, round {picture.round}, {_PHASES.get(picture.phase, picture.phase)}"
    if picture.dealer.cards:
        yield f"dealer {faces(picture.dealer.cards)}"
    for number in picture.wagered:
        cards = faces(picture.boxes[number].cards)
        wagers = f"ante {dollars(picture.ante(number))} bet {dollars(picture.bet(number))}"
        jackpot = f" jackpot {dollars(picture.jackpot(number))}" if picture.jackpot(number) else ""
        sides = "".join(f" {rules.wagers[name].title} {dollars(on)}" for name, on in picture.side_wagers(number).items())
        yield f"box {number} {wagers}{jackpot}{sides} {cards}".rstrip()

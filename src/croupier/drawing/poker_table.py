"""A table of the poker room as lines of text, and as one self-contained drawing (inline SVG) for notebooks and reports.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is a back here too. Seat 1
is at the bottom, the others follow clockwise.
"""

from collections.abc import Iterator

from croupier.drawing.cards import HEIGHT, WIDTH, card_svg
from croupier.drawing.cloths import Cloth, cloth_of
from croupier.drawing.ring import spot
from croupier.drawing.svg import INK, WHITE, chips, drawing, outline, short, text
from croupier.kernel.cards import faces
from croupier.kernel.money import dollars
from croupier.poker.hand import Player
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.poker.telling import limits

_WIDTH, _HEIGHT = 900, 500
_BOARD, _HOLE = 48, 36
_PLATE = 120


def poker_text(rules: Rules, table: State, *, brief: bool = False) -> str:
    """The table in text: what the sign says, board and pot, and each player with chips, cards and wager; `D` is the button.
    If `brief`, only the pot and the players, without cards.
    """
    hand = table.hand
    lines = [f"{rules.title}: hand {hand.number}, {table.phase}; {limits(table.options)}"]
    if hand.board or table.pot:
        lines.append(
            "  " + ", ".join(filter(None, (faces(() if brief else hand.board), f"pot {dollars(table.pot)}" * bool(table.pot))))
        )
    for number, seat in sorted(table.seats.items()):
        player = hand.players[number]
        mark = ">" if hand.turn == number else "D" if table.positions[:1] == (number,) else " "
        cards = faces(player.cards) if not brief and (player.live or player.shown) else ""
        wagered = f"{dollars(player.wagered)} in front" if player.wagered else ""
        parts = ", ".join(filter(None, (cards, wagered, standing(table, player))))
        lines.append(f"{mark} {number:>2} {seat.person:<10}{dollars(table.stack(number)):>12}  {parts}".rstrip())
    return rules.currency.told("\n".join(lines[brief:]))


def poker_table_html(rules: Rules, picture: State) -> str:
    """The table as the viewer of this picture sees it: the board, the pot, and every place with its player."""
    cloth = cloth_of(rules.book)
    places = max(picture.options.places, 2)
    spots = {number: spot(number - 1, places) for number in range(1, places + 1)}
    at = {number: (x * _WIDTH / 100, 30 + y * (_HEIGHT - 60) / 100) for number, (x, y) in spots.items()}
    body = _oval(cloth) + _print(cloth, rules, picture) + _middle(cloth, picture)
    body += "".join(_seat(cloth, picture, number, *at[number]) for number in at)
    body += "".join(_wager(player, *at[player.number]) for player in picture.hand.players.values())
    return rules.currency.told(drawing(_WIDTH, _HEIGHT, "; ".join(_said(rules, picture)), body))


def _oval(cloth: Cloth) -> str:
    return (
        f'<ellipse cx="{_WIDTH / 2}" cy="{_HEIGHT / 2}" rx="{_WIDTH * 0.43:g}" ry="{_HEIGHT * 0.37:g}" '
        f'fill="{cloth.felt}" stroke="{cloth.deep}" stroke-width="18"/>'
    )


def _print(cloth: Cloth, rules: Rules, picture: State) -> str:
    return text(_WIDTH / 2, 168, rules.title, size=15, weight=600, fill=WHITE, anchor="middle") + text(
        _WIDTH / 2, 187, limits(picture.options), size=12, fill=cloth.print, anchor="middle"
    )


def _middle(cloth: Cloth, picture: State) -> str:
    board, step, y = picture.hand.board, _BOARD + 5, 204
    x = (_WIDTH - 5 * step + 5) / 2
    high = _BOARD * HEIGHT / WIDTH
    cards = "".join(card_svg(card, x + n * step, y, _BOARD) for n, card in enumerate(board))
    cards += "".join(outline(cloth, x + n * step, y, _BOARD, high) for n in range(len(board), 5))
    if not picture.pot:
        return cards
    return cards + chips(picture.pot, x + 5 * step + 22, y + 28)


def _seat(cloth: Cloth, picture: State, number: int, x: float, y: float) -> str:
    seat, player = picture.seats.get(number), picture.hand.players.get(number)
    left, top = x - _PLATE / 2, y - 17
    if seat is None or player is None:
        return (
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{_PLATE}" height="34" rx="6" fill="{cloth.deep}"/>'
            + outline(cloth, left, top, _PLATE, 34)
            + text(x, y + 4, f"seat {number}", size=11, fill=cloth.print, anchor="middle")
            + _button(picture, number, x, y)
        )
    held = player.cards if player.live or player.shown else ()
    step = min(_HOLE + 2, (_PLATE - _HOLE) / max(len(held) - 1, 1))
    first = x - (step * (len(held) - 1) + _HOLE) / 2
    cards = "".join(card_svg(card, first + n * step, top - 38, _HOLE) for n, card in enumerate(held))
    status = standing(picture, player)
    turn = picture.hand.turn == number
    middle = 15 if status else 21
    stack = short(picture.stack(number))
    return (
        cards
        + f'<rect x="{left:.1f}" y="{top:.1f}" width="{_PLATE}" height="34" rx="6" fill="{cloth.deep}" '
        + f'stroke="{cloth.accent if turn else cloth.print}" stroke-width="{2 if turn else 0.6}"/>'
        + text(left + 9, top + middle, f"seat {number}", size=12, weight=600, fill=WHITE)
        + text(left + _PLATE - 9, top + middle, stack, size=11 if len(stack) < 9 else 9, fill=WHITE, anchor="end")
        + (text(left + 9, top + 28, status, size=11, fill=cloth.print) if status else "")
        + _button(picture, number, x, y)
    )


def _button(picture: State, number: int, x: float, y: float) -> str:
    if picture.positions[:1] != (number,):
        return ""
    letter = text(x, y + 24, "D", size=11, weight=700, fill=INK, anchor="middle")
    return f'<circle cx="{x:.1f}" cy="{y + 20:.1f}" r="10" fill="{WHITE}" stroke="{INK}" stroke-width="1.5"/>{letter}'


def _wager(player: Player, x: float, y: float) -> str:
    """What is in front of a player in this betting round, between the seat and the middle."""
    if not player.wagered:
        return ""
    return chips(player.wagered, _WIDTH / 2 + (x - _WIDTH / 2) * 0.64, _HEIGHT / 2 + (y - _HEIGHT / 2) * 0.5)


def _said(rules: Rules, picture: State) -> Iterator[str]:
    """The picture in words, for those who cannot see it."""
    yield f"{rules.title}, {limits(picture.options)}, hand {picture.hand.number}"
    if picture.hand.board:
        yield f"board {faces(picture.hand.board)}"
    if picture.pot:
        yield f"pot {dollars(picture.pot)}"
    for number, player in sorted(picture.hand.players.items()):
        parts = [f"seat {number}", dollars(picture.stack(number))]
        parts += [f"{dollars(player.wagered)} in front"] if player.wagered else []
        parts += [standing(picture, player)] if standing(picture, player) else []
        if player.cards and (player.live or player.shown):
            parts.append(faces(player.cards))
        yield ", ".join(parts)


def standing(picture: State, player: Player) -> str:
    """How a player stands in the hand, or that nobody is there."""
    if picture.seats[player.number].away:
        return "away"
    if player.dealt_in and picture.hand.phase not in ("between", "blinds"):
        return "all-in" if player.live and player.all_in else "" if player.live else "folded"
    return ""

"""A table of the poker room as a small piece of HTML, for notebooks: no style sheet, no script.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is a back here too.
"""

from __future__ import annotations

from html import escape

from croupier.kernel.drawing import cards_html
from croupier.kernel.money import dollars
from croupier.poker.rules import Rules
from croupier.poker.table import Seat, Table
from croupier.poker.telling import limits

_CELL = "padding:.2em .8em;text-align:left"


def poker_table_html(rules: Rules, picture: Table) -> str:
    """The table as the viewer of this picture sees it: the board, the pot, and a row for each player."""
    rows = "".join(_row(picture, seat) for _, seat in sorted(picture.seats.items()))
    board = f"<div>{cards_html(picture.board)}</div>" if picture.board else ""
    pot = f"<div>pot {dollars(picture.pot)}</div>" if picture.pot else ""
    return (
        f"<div><strong>{escape(rules.title)}</strong>, {escape(limits(picture.options))}"
        f'{board}{pot}<table style="border-collapse:collapse">{rows}</table></div>'
    )


def _row(picture: Table, seat: Seat) -> str:
    number = seat.number
    button = "D" if picture.positions and picture.positions[0] == number else ""
    weight = "font-weight:600" if picture.turn == number else ""
    cells = (
        button,
        f"seat {number}",
        dollars(picture.stack(number)),
        f"{dollars(seat.wagered)} in front" if seat.wagered else "",
        _standing(picture, seat),
        cards_html(seat.cards) if seat.cards and (seat.live or seat.shown) else "",
    )
    return f'<tr style="{weight}">{"".join(f"""<td style="{_CELL}">{cell}</td>""" for cell in cells)}</tr>'


def _standing(picture: Table, seat: Seat) -> str:
    if seat.away:
        return "away"
    if seat.dealt_in and picture.phase not in ("between", "blinds"):
        return "all-in" if seat.live and seat.all_in else "" if seat.live else "folded"
    return ""

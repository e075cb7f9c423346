"""A table of the poker room as a small piece of HTML, for notebooks: no style sheet, no script.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is a back here too.
"""

from __future__ import annotations

from html import escape

from croupier.kernel.drawing import cards_html
from croupier.kernel.money import dollars
from croupier.poker.hand import Player
from croupier.poker.rules import Rules
from croupier.poker.table import Table
from croupier.poker.telling import limits

_CELL = "padding:.2em .8em;text-align:left"


def poker_table_html(rules: Rules, picture: Table) -> str:
    """The table as the viewer of this picture sees it: the board, the pot, and a row for each player."""
    rows = "".join(_row(picture, player) for _, player in sorted(picture.hand.players.items()))
    board = f"<div>{cards_html(picture.hand.board)}</div>" if picture.hand.board else ""
    pot = f"<div>pot {dollars(picture.pot)}</div>" if picture.pot else ""
    return (
        f"<div><strong>{escape(rules.title)}</strong>, {escape(limits(picture.options))}"
        f'{board}{pot}<table style="border-collapse:collapse">{rows}</table></div>'
    )


def _row(picture: Table, player: Player) -> str:
    number = player.number
    button = "D" if picture.positions and picture.positions[0] == number else ""
    weight = "font-weight:600" if picture.hand.turn == number else ""
    cells = (
        button,
        f"seat {number}",
        dollars(picture.stack(number)),
        f"{dollars(player.wagered)} in front" if player.wagered else "",
        standing(picture, player),
        cards_html(player.cards) if player.cards and (player.live or player.shown) else "",
    )
    return f'<tr style="{weight}">{"".join(f"""<td style="{_CELL}">{cell}</td>""" for cell in cells)}</tr>'


def standing(picture: Table, player: Player) -> str:
    """How a player stands in the hand, or that nobody is there."""
    if picture.seats[player.number].away:
        return "away"
    if player.dealt_in and picture.hand.phase not in ("between", "blinds"):
        return "all-in" if player.live and player.all_in else "" if player.live else "folded"
    return ""

"""A table of the poker room as lines of text, and as one self-contained drawing (inline SVG) for notebooks and reports.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is face down here too.
Seat 1 is at the bottom, the others follow clockwise.
"""

from functools import partial
from typing import Any

from croupier.drawing.cloths import cloth_of
from croupier.drawing.document import in_lines, in_one_line
from croupier.drawing.ring import spot
from croupier.poker.hand import Player
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.poker.telling import limits


def poker_text(rules: Rules, table: State, *, brief: bool = False) -> str:
    """The table in text: what the sign says, board and pot, and each player with chips, cards and wager; `D` is the button.
    If `brief`, only the pot and the players, without cards.
    """
    return in_lines("poker_table.txt", brief=brief, **_figures(rules, table))


def poker_table_html(rules: Rules, picture: State) -> str:
    """The table as the viewer of this picture sees it: the board, the pot, and every place with its player."""
    return in_one_line("poker_table.svg", cloth=cloth_of(rules.book), spot=spot, **_figures(rules, picture))


def _figures(rules: Rules, table: State) -> dict[str, Any]:
    said = {"limits": limits(table.options), "standing": partial(standing, table)}
    return {"currency": rules.currency, "rules": rules, "table": table, **said}


def standing(picture: State, player: Player) -> str:
    """A player's status in the hand, or that nobody is there."""
    if picture.seats[player.number].away:
        return "away"
    if player.dealt_in and picture.hand.phase not in ("between", "blinds"):
        return "all-in" if player.live and player.all_in else "" if player.live else "folded"
    return ""

"""A house table as lines of text, and as one self-contained drawing (inline SVG) for notebooks and reports.

Everything comes from a picture that was folded for one viewer, so a card that the viewer may not see is face down here too.
The dealer is at the top and deals from the left hand, which is on our right: box 1 is the rightmost.
"""

from collections.abc import Sequence

from croupier.drawing.cloths import cloth_of
from croupier.drawing.document import in_lines, in_one_line
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.hands import HandValue
from croupier.stud.rules import Rules
from croupier.stud.state import State


def house_text(rules: Rules, table: State, *, brief: bool = False) -> str:
    """The table in text: what the sign says, the dealer's hand, and each place with its player, wagers and cards.
    If `brief`, only the places, without their cards.
    """
    return in_lines("house_table.txt", currency=rules.currency, rules=rules, table=table, brief=brief)


def table_html(rules: Rules, picture: State) -> str:
    """The table as the viewer of this picture sees it."""

    def value_of(cards: Sequence[Card]) -> HandValue | None:
        return None if HIDDEN in cards or len(cards) != rules.cards else rules.value(cards)

    return in_one_line(
        "house_table.svg", currency=rules.currency, rules=rules, table=picture, cloth=cloth_of(rules.book), value_of=value_of
    )

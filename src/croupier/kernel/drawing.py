"""Cards and hands as small pieces of HTML, for notebooks and pages. No style sheet is needed."""

from collections.abc import Iterable
from html import escape

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.hands import HandValue

_INK = {"c": "#1c1c1c", "s": "#1c1c1c", "d": "#c1121f", "h": "#c1121f"}
_CARD = (
    "display:inline-block;min-width:1.9em;margin:0 .12em;padding:.25em .15em;border:1px solid #9a9a9a;"
    "border-radius:.3em;text-align:center;font:600 1em/1.2 ui-sans-serif,system-ui,sans-serif;"
)


def cards_html(cards: Iterable[Card]) -> str:
    """The cards side by side, hidden ones face down."""
    return f'<span style="white-space:nowrap">{"".join(_card(card) for card in cards)}</span>'


def hand_html(value: HandValue) -> str:
    """The five cards as laid out, with the name of the hand."""
    return f'<div>{cards_html(value.cards)} <span style="margin-left:.5em">{escape(value.name)}</span></div>'


def table_html(title: str, rows: Iterable[Iterable[str]]) -> str:
    """A small table; its cells are HTML already."""
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><caption>{escape(title)}</caption>{body}</table>"


def _card(card: Card) -> str:
    if card is HIDDEN:
        return f'<span style="{_CARD}background:#27496d;color:#27496d" title="face down">?</span>'
    return f'<span style="{_CARD}background:#fff;color:{_INK[card.suit]}">{card.symbol}</span>'

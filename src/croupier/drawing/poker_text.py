"""A table of the poker room as lines of text, as whoever it was pictured for may see it."""

from __future__ import annotations

from croupier.drawing.poker_table import standing
from croupier.kernel.money import dollars
from croupier.poker.hand import Cards
from croupier.poker.rules import Rules
from croupier.poker.table import Table
from croupier.poker.telling import limits


def poker_text(rules: Rules, table: Table) -> str:
    """The table in text: what the sign says, board and pot, and each player with chips, cards and wager; `D` is the button."""
    hand = table.hand
    lines = [f"{rules.title}: hand {hand.number}, {table.phase}; {limits(table.options)}"]
    if hand.board or table.pot:
        lines.append(
            "  " + ", ".join(filter(None, (_cards(hand.board), f"pot {dollars(table.pot)}" * bool(table.pot))))
        )
    for number, seat in sorted(table.seats.items()):
        player = hand.players[number]
        mark = ">" if hand.turn == number else "D" if table.positions[:1] == (number,) else " "
        cards = _cards(player.cards) if player.live or player.shown else ""
        wagered = f"{dollars(player.wagered)} in front" if player.wagered else ""
        parts = ", ".join(filter(None, (cards, wagered, standing(table, player))))
        lines.append(f"{mark} {number:>2} {seat.person:<10}{dollars(table.stack(number)):>12}  {parts}".rstrip())
    return "\n".join(lines)


def _cards(cards: Cards) -> str:
    return " ".join(card.symbol for card in cards)

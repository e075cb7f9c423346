"""What cannot be so at any poker table: for histories that come from elsewhere and may be damaged."""

from __future__ import annotations

from croupier.kernel.cards import twice
from croupier.kernel.money import dollars
from croupier.poker.rules import Rules
from croupier.poker.table import Table

_NEVER_BELOW_NIL = ("stack", "pot", "slide", "side", "held", "kept")


def impossible(rules: Rules, table: Table) -> str:
    """What makes this state one that no play leads to, in words; empty when nothing does."""
    for account, amount in table.money.items():
        if amount < 0 and account.split()[0] in _NEVER_BELOW_NIL:
            return f"{account} stands at {dollars(amount)}"
    if strange := [number for number in table.seats if not 1 <= number <= table.options.places]:
        return f"there is no place {strange[0]}"
    held = [card for seat in table.seats.values() for card in seat.cards]
    if (double := twice([*held, *table.board, *table.stub])) is not None:
        return f"{double} is there twice"
    if table.turn and table.turn not in table.ring:
        return f"it cannot be the turn of seat {table.turn}"
    return ""

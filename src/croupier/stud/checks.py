"""What cannot be so at any table: for histories that come from elsewhere and may be damaged."""

from __future__ import annotations

from croupier.kernel.cards import twice
from croupier.kernel.money import dollars
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, Table

_NEVER_BELOW_NIL = ("stack", "ante", "bet", "exchange", "tokens", "jackpot")


def impossible(rules: Rules, table: Table) -> str:
    """What makes this state one that no play leads to, in words; empty when nothing does."""
    for account, amount in table.money.items():
        if amount < 0 and account.split()[0] in _NEVER_BELOW_NIL:
            return f"{account} holds {dollars(amount)}"
    on_boxes = (card for box in table.boxes for card in (*box.cards, *box.given_up))
    if (again := twice((*table.deck, *on_boxes))) is not None:
        return f"{again} is there twice"
    dealt = {"wagers": 0, "closed": 0}.get(table.phase, rules.cards)
    for number, box in enumerate(table.boxes):
        held, plays = len(box.cards), number == DEALER or (box.seat and box.choice in ("", "bet"))
        if held > dealt or (held < dealt and plays and table.phase in ("deciding", "settling", "prizes")):
            whose = "the dealer" if number == DEALER else f"box {number}"
            return f"{whose} has {held} cards while {table.phase}"
    if table.upcard is not None and table.upcard >= len(table.dealer.cards):
        return "a card is turned up that the dealer does not have"
    return ""

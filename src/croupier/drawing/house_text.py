"""A table of the house as lines of text, as whoever it was pictured for may see it."""

from __future__ import annotations

from croupier.kernel.cards import Card
from croupier.kernel.money import dollars
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, Table


def house_text(rules: Rules, table: Table) -> str:
    """The table in text: what the sign says, the dealer's hand, and each place with its player, wagers and cards."""
    sign = table.options
    lines = [
        f"{rules.title}: round {table.round}, {table.phase}; antes {dollars(sign.minimum)} to {dollars(sign.maximum)}"
    ]
    lines.append(f"  dealer  {_cards(table.dealer.cards)}".rstrip())
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
            )
            if amount
        ]
        decided = [box.choice] if box.choice and number != DEALER else []
        parts = [_cards(box.cards), *wagers, *decided]
        chips = f"{dollars(table.stack(number)):>12}" if person else " " * 12
        lines.append(f"  {number:>2} {who:<10}{chips}  {', '.join(part for part in parts if part)}".rstrip())
    return "\n".join(lines)


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.symbol for card in cards)

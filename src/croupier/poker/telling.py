"""Events of the poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.cards import HIDDEN
from croupier.kernel.money import dollars
from croupier.kernel.telling import Telling, cards_told, counted, several
from croupier.poker import events
from croupier.poker.rules import Rules


def _dealt(event: events.HandsDealt, rules: Rules) -> str:
    known = {seat: cards for seat, cards in event.hands.items() if any(card is not HIDDEN for card in cards)}
    if not known:
        number = max(map(len, event.hands.values()))
        return f"{several('seat', event.hands)} are dealt {counted('card', number)} each."
    return "; ".join(f"seat {seat} is dealt {cards_told(cards)}" for seat, cards in event.hands.items()) + "."


tell = Telling(
    "croupier.poker",
    events,
    {
        "blinds": lambda positions: several("the blind at", positions[1:], "the blinds at"),
        "board": lambda cards: f"{'the flop is' if len(cards) == 3 else 'the next card is'} {cards_told(cards)}",
        "chase": lambda sums: f", bets on the flop from {dollars(sums[0])} to {dollars(sums[1])}" if sums[1] else "",
        "one": lambda card: cards_told((card,)),
        "next card": lambda card: "the next card" if card is HIDDEN else card.symbol,
        "put back": lambda event: dollars(-event.amount),
        "posted": lambda event: dollars(event.level if event.kind == "straddle" else event.live or event.dead),
        "does": lambda event: "raises to" if event.to != event.amount or event.counts else "bets",
    },
    {events.HandsDealt: _dealt},
)
"""A sentence for every event; a test fails for an event without one."""

limits, charges = tell.forms["limits"], tell.forms["charges"]
"""The betting of a table, and what the house charges, as on the table's sign."""

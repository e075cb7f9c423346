"""Decks in a chosen order, so that known hands come out of the book's own deal: for one hand, for training, for rulings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from croupier.kernel.cards import DECK, HIDDEN, Card, CardError, twice
from croupier.kernel.decisions import Refused
from croupier.stud.commands import Cut, Shuffle
from croupier.stud.deal import dealing_order
from croupier.tables.house_table import HouseTable

_CUT = 20


def stacked_deck(
    table: HouseTable, hands: Mapping[int, Sequence[Card]], *, then: Sequence[Card] = (), others: Iterable[Card] = DECK
) -> tuple[Card, ...]:
    """A deck that deals these hands to the boxes wagered on (0 is the dealer), and `then` the cards after the deal.

    Cards that are not given come from the others, in their order; a box that is not wagered on is dealt nothing.
    """
    order = list(dealing_order(table.rules, table.state))
    hands = {box: hands[box] for box in dict.fromkeys(box for box, _ in order) if box in hands}
    given = [card for cards in (*hands.values(), then) for card in cards]
    if HIDDEN in given:
        raise CardError("a face-down card cannot be put into a deck: say its face")
    if (double := twice(given)) is not None:
        raise CardError(f"{double} is there twice")
    rest = iter([card for card in others if card not in given])
    top: list[Card] = []
    held: dict[int, int] = {}
    for box, count in order:
        cards = hands.get(box, ())
        for place in range(held.get(box, 0), count):
            top.append(cards[place] if place < len(cards) else next(rest))
        held[box] = count
    return (*top, *then, *rest)


def shuffle_into(table: HouseTable, deck: tuple[Card, ...]) -> Refused | None:
    """Shuffle the table's cards into this order, inspected first as the book wants, and cut where they come from a shoe."""
    table.make_ready()
    shoe = table.state.options.device == "shoe"
    steps = [Shuffle(deck=deck[-_CUT:] + deck[:-_CUT] if shoe else deck), *([Cut(place=_CUT)] if shoe else [])]
    for step in steps:
        if isinstance(refusal := table.do(step), Refused):
            return refusal
    return None

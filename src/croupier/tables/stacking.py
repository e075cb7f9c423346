"""Decks in a chosen order, so that the book's own deal produces known hands: for cases, for training, for rulings."""

from collections.abc import Iterable, Mapping, Sequence

from croupier.kernel.cards import DECK, HIDDEN, Card, CardError, twice
from croupier.kernel.decisions import Refused
from croupier.stud.commands import Cut, Shuffle
from croupier.stud.deal import dealing_order
from croupier.tables.house_table import HouseTable

CUT = 20
"""Where a stacked deck is cut."""


def filled(wanted: Iterable[Card | None], others: Iterable[Card] = DECK) -> tuple[Card, ...]:
    """A deck with these cards from the top; a place without a wish gets the next unused card, and the rest follow."""
    places = tuple(wanted)
    given = [card for card in places if card is not None]
    if HIDDEN in given:
        raise CardError("a face-down card cannot be put into a deck: say its face")
    if (double := twice(given)) is not None:
        raise CardError(f"{double} appears twice")
    rest = iter([card for card in others if card not in given])
    return (*(card or next(rest) for card in places), *rest)


def before_cut(deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The order that a deck must have before it is cut, to end up as this one."""
    return deck[-CUT:] + deck[:-CUT]


def stacked_deck(
    table: HouseTable, hands: Mapping[int, Sequence[Card]], *, then: Sequence[Card] = (), others: Iterable[Card] = DECK
) -> tuple[Card, ...]:
    """A deck that deals these hands to the boxes wagered on (0 is the dealer), and `then` the cards after the deal.

    A box that is not wagered on is dealt nothing.
    """
    wanted: list[Card | None] = []
    held: dict[int, int] = {}
    for box, count in dealing_order(table.rules, table.state):
        cards = hands.get(box, ())
        wanted += [cards[place] if place < len(cards) else None for place in range(held.get(box, 0), count)]
        held[box] = count
    return filled((*wanted, *then), others)


def shuffle_into(table: HouseTable, deck: tuple[Card, ...]) -> Refused | None:
    """Shuffle the table's cards into this order, inspected first as the book requires, and cut if they come from a shoe."""
    table.make_ready()
    shoe = table.state.options.device == "shoe"
    steps = [Shuffle(deck=before_cut(deck) if shoe else deck, source="stacked"), *([Cut(place=CUT)] if shoe else [])]
    for step in steps:
        if isinstance(refusal := table.do(step), Refused):
            return refusal
    return None

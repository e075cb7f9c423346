"""Whether every card of the deck lies somewhere, once, at a poker table."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, Card
from croupier.poker.state import State

DECK = 52


def lying(table: State) -> list[Card]:
    """Every card of the hand in play, wherever it lies: nothing while no deck is out.

    A folded hand and a discard lie in the muck, a hand that was passed in at the showdown before its player.
    """
    hand = table.hand
    hands = [
        card for player in (*hand.players.values(), *hand.gone.values()) if player.live or player.mucked for card in player.cards
    ]
    strays = [card for cards in hand.strays.values() for card in cards]
    return [*hand.stub, *hand.burns, *hand.board, *hand.muck, *hand.aside, *hands, *strays]


def cards_complete(table: State) -> bool:
    """Whether the cards are 52 different ones; faces that are not on record are taken to be different."""
    cards = lying(table)
    faces = [card for card in cards if card is not HIDDEN]
    return len(cards) in (0, DECK) and len(set(faces)) == len(faces)

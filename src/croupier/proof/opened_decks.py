"""Opening committed decks: to each viewer the cards they were shown, with a proof that they were there before the deal.

`kernel.decks` says how a deck is committed, and `decide` checks every shuffle of the house against it. This module says what is
opened to whom. A card is opened by its salt and its path in the tree over the deck, which reveal that card alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, get_type_hints

import msgspec

from croupier.kernel.actors import Viewer
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decks import card_leaf, deck_leaves, salt_of
from croupier.kernel.events import Event, ShuffleCommand
from croupier.kernel.incidents import CardCorrected, DeckCommitted
from croupier.kernel.reading import AnyEntry
from croupier.kernel.streams import Stream
from croupier.poker import events as poker
from croupier.proof.merkle import Tree, included
from croupier.stud import events as stud


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One card of a committed deck, opened: `place` counts from 0 at the top as the shuffle left it, `salt` and `path` are
    in hexadecimal.
    """

    place: int
    card: str
    salt: str
    path: tuple[str, ...]


def open_cards(round: int, deck: Sequence[Card], secret: bytes, places: Iterable[int]) -> Iterator[Opening]:
    """Open the cards at these places of a deck."""
    tree = Tree(tail=deck_leaves(round, deck, secret))
    for place in places:
        path = tuple(digest.hex() for digest in tree.inclusion(place, len(deck), {}))
        yield Opening(place=place, card=deck[place].value, salt=salt_of(secret, place).hex(), path=path)


def verify(opening: Opening, root: str, round: int, cards: int) -> bool:
    """Whether that card was at that place of a deck of so many cards, committed by this root for this round."""
    try:
        card, salt = Card(opening.card), bytes.fromhex(opening.salt)
        path, whole = [bytes.fromhex(digest) for digest in opening.path], bytes.fromhex(root)
    except ValueError:
        return False
    if card is HIDDEN or len(salt) != 32 or not 0 <= opening.place < cards <= len(DECK) or not 0 <= round < 2**63:
        return False
    return included(card_leaf(round, opening.place, card, salt), opening.place, cards, path, whole)


class CommittedDeck:
    """A deck that was shuffled, and by which entry; if it was `committed` before, by which entry, for which round.

    `seen` are the places of the cards that a viewer was shown; `cut` is where it was cut, or 0.
    """

    def __init__(self, entry: AnyEntry, deck: tuple[Card, ...], laid_down: tuple[int, DeckCommitted] | None) -> None:
        self.shuffled, self.deck, self.secret = entry.number, deck, b""
        self.committed, self.round, self.root = 0, 0, ""
        if isinstance(entry.command, ShuffleCommand) and entry.command.secret and laid_down is not None:
            self.committed, self.round, self.root = laid_down[0], laid_down[1].round, laid_down[1].root
            self.secret = bytes.fromhex(entry.command.secret)
        self.places = {card: place for place, card in enumerate(deck) if card is not HIDDEN}
        self.seen: set[int] = set()
        self.cut = 0

    def openings(self) -> tuple[Opening, ...]:
        """The cards that the viewer was shown, opened."""
        return tuple(open_cards(self.round, self.deck, self.secret, sorted(self.seen)))


OTHER_CARDS: tuple[type[Event], ...] = (poker.SeatDrawn, CardCorrected)
"""Events with cards of another deck, or of a dealer's own, which nobody commits."""


@cache
def shown_by(event: type[Event]) -> tuple[str, ...]:
    """The fields in which an event shows cards of the deck in play; a card that a person names in a report was not shown."""
    if event in OTHER_CARDS:
        return ()
    return tuple(name for name, hint in get_type_hints(event).items() if "Card" in str(hint) and name != "report")


def committed_decks(stream: Stream[Any, Any], viewer: Viewer) -> list[CommittedDeck]:
    """Every committed deck of a table, with the places of the cards that this viewer was shown.

    A card is known by its face, since a deck has each only once: so its place is that in the deck as committed, however
    it was cut and whichever player got it. If the rest of a deck was shuffled again, a card seen later is of the new order.
    """
    seen_events, at = stream.view(viewer), 0
    every: list[CommittedDeck] = []
    in_play: list[CommittedDeck] = []
    laid_down: tuple[int, DeckCommitted] | None = None
    for entry in stream.entries:
        for event in entry.events:
            seen, at = seen_events[at], at + 1
            if isinstance(event, DeckCommitted):
                laid_down = entry.number, event
            elif isinstance(event, stud.CardsShuffled | poker.CardsShuffled | poker.StubShuffled):
                rest = in_play if isinstance(event, poker.StubShuffled) else []
                in_play = [*rest, CommittedDeck(entry, event.deck, laid_down)]
                every.append(in_play[-1])
                laid_down = None
            elif isinstance(event, stud.CardsCut | poker.CardsCut) and in_play:
                in_play[-1].cut = event.place
            for card in cards_shown(seen):
                deck = next((deck for deck in reversed(in_play) if card in deck.places), None)
                if deck is not None:
                    deck.seen.add(deck.places[card])
            if isinstance(event, stud.RoundEnded | stud.RoundVoided | poker.HandBegun):
                in_play, laid_down = [], None
    return [deck for deck in every if deck.committed]


def cards_shown(event: Event) -> Iterator[Card]:
    """The cards of the deck in play whose faces an event shows."""
    for name in shown_by(type(event)):
        held = getattr(event, name)
        hands = held.values() if isinstance(held, dict) else [held]
        for cards in hands:
            yield from (card for card in (cards if isinstance(cards, tuple) else (cards,)) if card is not HIDDEN)

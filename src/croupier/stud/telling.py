"""Events in plain words, one sentence each, for people who read along. The clauses stand with the event, not in the sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.stud import events
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, purse_of, stack_of


def tell(event: Event, rules: Rules) -> str:
    """What became so, as whoever this event was shown to may know it.

    >>> from croupier.books import rules_of
    >>> tell(events.BetPlaced(box=2, amount=20_00, clauses=("5.5",)), rules_of("crown-caribbean-stud"))
    'Box 2 bets $20.00.'
    """
    said = SENTENCES[type(event)](event, rules)
    return said[:1].upper() + said[1:]


def whose(box: int) -> str:
    return "the dealer" if box == DEALER else f"box {box}"


def _cards(cards: tuple[Card, ...]) -> str:
    """The faces that are known, and how many are not."""
    known = " ".join(card.symbol for card in cards if card is not HIDDEN)
    hidden = sum(card is HIDDEN for card in cards)
    unseen = f"{hidden} card{'s' * (hidden != 1)} face down" if hidden else ""
    return " and ".join(part for part in (known, unseen) if part) or "no cards"


def _opened(event: events.TableOpened, rules: Rules) -> str:
    sign = event.options
    most = f", the most that a bet pays is {dollars(sign.maximum_payout)}" if sign.maximum_payout else ""
    return (
        f"the table opens for {rules.title}, {event.edition}: {sign.places} places, cards from a {sign.device}, "
        f"antes from {dollars(sign.minimum)} to {dollars(sign.maximum)}{most}."
    )


def _sat_down(event: events.SeatTaken, rules: Rules) -> str:
    return f"a player sits down at seat {event.seat} with {dollars(event.postings.get(stack_of(event.seat), 0))}."


def _left(event: events.SeatLeft, rules: Rules) -> str:
    return f"the player of seat {event.seat} leaves with {dollars(event.postings.get(purse_of(event.seat), 0))}."


def _dealt(event: events.CardsDealt, rules: Rules) -> str:
    return f"{whose(event.box)} is dealt {_cards(event.cards)}."


def _picked_up(event: events.HandPickedUp, rules: Rules) -> str:
    return f"seat {event.seat} picks up the hand of box {event.box}: {_cards(event.cards)}."


def _folded(event: events.HandFolded, rules: Rules) -> str:
    lost = event.postings.get("float", 0)
    return f"box {event.box} folds and loses {dollars(lost)}; its {event.counted} cards are counted and put away."


def _revealed(event: events.DealerRevealed, rules: Rules) -> str:
    does = "qualifies" if event.qualifies else f"does not qualify, for want of {rules.qualifying_hand}"
    return f"the dealer shows {_cards(event.cards)}, {event.hand}, and {does}."


def _settled(event: events.WagerSettled, rules: Rules) -> str:
    wager = f"the {event.wager} of box {event.box}, {dollars(event.stake)},"
    if event.result == "win":
        return f"{wager} wins {event.odds}: {dollars(event.pays)} is paid and the wager goes back."
    if event.result == "lose":
        back = f"; {dollars(event.returned)} goes back" if event.returned else ""
        return f"{wager} loses{back}."
    return f"{wager} {'is void' if event.result == 'void' else 'stands off'} and goes back."


SENTENCES: dict[type[Event], Callable[[Any, Rules], str]] = {
    events.TableOpened: _opened,
    events.SeatTaken: _sat_down,
    events.SeatLeft: _left,
    events.CardsShuffled: lambda event, _: f"the {len(event.deck)} cards are shuffled.",
    events.CardsCut: lambda event, _: f"the dealer cuts the cards: the top {event.place} go below the others.",
    events.AntePlaced: lambda event, _: (
        f"seat {event.seat} puts an ante of {dollars(event.amount)} on box {event.box}."
    ),
    events.AnteTakenBack: lambda event, _: f"the ante of box {event.box} is taken back.",
    events.PlayerTold: lambda event, _: f"seat {event.seat} is told: {event.advice}.",
    events.NoMoreBetsCalled: lambda event, _: "the dealer says: no more bets.",
    events.CardsDealt: _dealt,
    events.CardTurnedUp: lambda event, _: f"the dealer's card is turned up: {event.card.symbol}.",
    events.BetOrFoldCalled: lambda event, _: "the dealer says: bet or fold.",
    events.HandPickedUp: _picked_up,
    events.BetPlaced: lambda event, _: f"box {event.box} bets {dollars(event.amount)}.",
    events.HandFolded: _folded,
    events.DealerRevealed: _revealed,
    events.HandShown: lambda event, _: f"box {event.box} shows {_cards(event.cards)}: {event.hand}.",
    events.WagerSettled: _settled,
    events.CardsCollected: lambda event, _: (
        f"the {event.counted} cards of box {event.box} are counted and put in the discard rack."
    ),
    events.RoundEnded: lambda event, _: f"round {event.round} is over.",
}
"""A sentence for every event; a test fails for an event that has none."""

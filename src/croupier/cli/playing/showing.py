"""A table, its offers and its payments as lines of text for the player of a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from croupier.cli.terminal.output import behind, cards_drawn, cards_text, paint
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Command, Event
from croupier.kernel.legal import Legal
from croupier.kernel.money import Odds, dollars
from croupier.stud import commands
from croupier.stud.events import BetPlaced, DealerRevealed, HandFolded, HandShown, WagerSettled
from croupier.stud.jackpot_events import JackpotLost, JackpotPaid
from croupier.stud.rules import Options, Rules
from croupier.stud.table import DEALER, FLOAT, Table

_OFFERS: dict[type[Command], tuple[str, Callable[[Any, int], str]]] = {
    commands.PlaceAnte: ("sum", lambda ante, most: f"place an ante of {dollars(ante.amount)} to {dollars(most)}"),
    commands.TakeBackAnte: ("u", lambda _, most: "take the ante back"),
    commands.PlaceJackpot: ("j", lambda wager, most: f"place a jackpot wager of {dollars(wager.amount)}"),
    commands.TakeBackJackpot: ("uj", lambda _, most: "take the jackpot wager back"),
    commands.PlaceBlindBet: ("bb", lambda bet, most: f"bet {dollars(bet.amount)} before the deal"),
    commands.TakeBackBet: ("ub", lambda _, most: "take the bet back"),
    commands.PlaceBet: ("b", lambda bet, most: f"bet {dollars(bet.amount)}, twice the ante"),
    commands.Fold: ("f", lambda _, most: "fold and lose the ante"),
    commands.TakeInstantWin: ("i", lambda _, most: "be paid at once for this hand"),
    commands.ChangeCard: ("x", lambda change, most: f"pay the ante again and change a card, as 'x {change.card}'"),
    commands.LeaveSeat: ("q", lambda _, most: "leave the table"),
}


def keyed(offers: Iterable[Legal], seat: int) -> dict[str, Legal]:
    """The offers for a player's own box by the key that takes them up."""
    own = (offer for offer in offers if getattr(offer.command, "box", 0) in (0, seat))
    found: dict[str, Legal] = {}
    for offer in own:
        if type(offer.command) in _OFFERS:
            found.setdefault(_OFFERS[type(offer.command)][0], offer)
    return found


def offer_lines(offers: Mapping[str, Legal]) -> Iterator[str]:
    """What may be done now: the key, the deed, the clauses."""
    for key, offer in offers.items():
        deed = _OFFERS[type(offer.command)][1](offer.command, offer.most)
        yield f"  {paint(key.ljust(3), 'bold')}  {deed}  {behind(offer.clauses)}"


def hands_lines(rules: Rules, picture: Table, seat: int) -> Iterator[str]:
    """The dealer's hand, this player's, and what lies on the other boxes."""
    yield from _hand_lines("Dealer", picture.dealer.cards, _named(rules, picture, DEALER))
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat == seat:
            yield from _hand_lines("Your hand", box.cards, _named(rules, picture, number))
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat != seat:
            yield f"Seat {box.seat}: ante {dollars(picture.ante(number))}, {cards_text(box.cards)}"


def outcome_lines(
    rules: Rules, events: Sequence[Event], seat: int, hand: Sequence[Card], sign: Options
) -> Iterator[str]:
    """How a round ended: the dealer's hand, the other players, then this player's hand and wagers line by line."""
    for event in events:
        if isinstance(event, DealerRevealed):
            does = "qualifies" if event.qualifies else "does not qualify"
            yield from _hand_lines("Dealer", event.cards, f"{event.hand}; {does}  {behind(event.clauses)}")
    yield from _others_lines(events, seat)
    named = "a hand that nobody saw" if HIDDEN in hand else f"{cards_text(hand)}, {rules.value(hand).name}"
    yield f"{paint('Your wagers', 'bold')} on {named}"
    for event in events:
        if isinstance(event, HandFolded) and event.box == seat:
            yield f"  folded and lost: {signed(-event.postings.get(FLOAT, 0))}  {behind(event.clauses)}"
        elif isinstance(event, WagerSettled) and event.box == seat:
            yield f"  {payment(event)}{_note(event, sign)}  {behind(event.clauses)}"
        elif isinstance(event, JackpotLost) and event.box == seat:
            yield f"  jackpot loses: {signed(-sign.jackpot)}  {behind(event.clauses)}"
        elif isinstance(event, JackpotPaid) and event.box == seat:
            yield f"  jackpot pays for the {event.hand}: {signed(event.amount - sign.jackpot)}  {behind(event.clauses)}"


def _others_lines(events: Iterable[Event], seat: int) -> Iterator[str]:
    for event in events:
        if isinstance(event, BetPlaced) and event.box != seat:
            yield f"Seat {event.box} bets {dollars(event.amount)}.  {behind(event.clauses)}"
        elif isinstance(event, HandFolded) and event.box != seat:
            yield f"Seat {event.box} folds.  {behind(event.clauses)}"
        elif isinstance(event, HandShown) and event.box != seat:
            yield f"Seat {event.box} shows {cards_text(event.cards)}, {event.hand}.  {behind(event.clauses)}"
        elif isinstance(event, WagerSettled) and event.box != seat:
            yield f"  seat {event.box}: {payment(event)}"


def payment(event: WagerSettled) -> str:
    """`ante wins 1 to 1: +$10.00`."""
    how = {
        "win": f"wins {event.odds}",
        "lose": "loses",
        "void": "is void and comes back",
        "stand-off": "stands off and comes back",
    }[event.result]
    return f"{event.wager} {how}: {signed(event.returned + event.pays - event.stake)}"


def signed(amount: int) -> str:
    """A change of money with its sign, in green or red."""
    text = dollars(amount) if amount <= 0 else f"+{dollars(amount)}"
    return paint(text, "green" if amount > 0 else "red") if amount else text


def _note(event: WagerSettled, sign: Options) -> str:
    """Why a payment is not simply the odds times the wager."""
    plays = min(event.stake, sign.maximum) if event.wager == "ante" else event.stake
    over = f", {dollars(event.stake - plays)} above the maximum comes back" if plays < event.stake else ""
    if event.result != "win" or not event.stake:
        return over
    to, each = map(int, event.odds.split(" to "))
    exact = Odds(to, each).pays(plays)
    if event.pays < exact:
        return f", held to the maximum payout{over}"
    return f", paid up to the next chip{over}" if event.pays > exact else over


def _named(rules: Rules, picture: Table, number: int) -> str:
    cards = picture.boxes[number].cards
    if HIDDEN in cards or len(cards) != rules.cards:
        return ""
    value = rules.value(cards)
    if number == DEALER:
        return f"{value.name}; {'qualifies' if rules.qualifies(value) else 'does not qualify'}"
    return value.name


def _hand_lines(title: str, cards: Iterable[Any], name: str) -> Iterator[str]:
    drawn = cards_drawn(tuple(cards))
    if len(drawn) == 1:
        yield f"{title}: {drawn[0]}" + (f", {name}" if name else "")
        return
    yield paint(title, "bold") + (f": {name}" if name else "")
    yield from (f"  {line}" for line in drawn)

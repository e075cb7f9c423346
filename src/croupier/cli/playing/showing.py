"""A table, its offers and its payments as lines of text for the player of a seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from croupier.cli.playing.visit import Offers, came_out, hand_lines, signed
from croupier.cli.terminal.output import behind, cards_text, paint
from croupier.kernel.accounts import FLOAT
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.money import Odds, dollars
from croupier.stud import commands, events
from croupier.stud.rules import Options, Rules
from croupier.stud.table import DEALER, Table

OFFERS: Offers = {
    commands.PlaceAnte: ("sum", lambda ante, most, _: f"place an ante of {dollars(ante.amount)} to {dollars(most)}"),
    commands.TakeBackAnte: ("u", lambda *_: "take the ante back"),
    commands.PlaceJackpot: ("j", lambda wager, most, _: f"place a jackpot wager of {dollars(wager.amount)}"),
    commands.TakeBackJackpot: ("uj", lambda *_: "take the jackpot wager back"),
    commands.PlaceBlindBet: ("bb", lambda bet, most, _: f"bet {dollars(bet.amount)} before the deal"),
    commands.TakeBackBet: ("ub", lambda *_: "take the bet back"),
    commands.PlaceBet: ("b", lambda bet, most, _: f"bet {dollars(bet.amount)}, twice the ante"),
    commands.Fold: ("f", lambda *_: "fold and lose the ante"),
    commands.TakeInstantWin: ("i", lambda *_: "be paid at once for this hand"),
    commands.ChangeCard: ("x", lambda change, most, _: f"pay the ante again and change a card, as 'x {change.card}'"),
    commands.LeaveSeat: ("q", lambda *_: "leave the table"),
}


def hands_lines(rules: Rules, picture: Table, seat: int) -> Iterator[str]:
    """The dealer's hand, this player's, and what lies on the other boxes."""
    yield from hand_lines("Dealer", picture.dealer.cards, _named(rules, picture, DEALER))
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat == seat:
            yield from hand_lines("Your hand", box.cards, _named(rules, picture, number))
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat != seat:
            yield f"Seat {box.seat}: ante {dollars(picture.ante(number))}, {cards_text(box.cards)}"


def outcome_lines(rules: Rules, seen: Sequence[Event], seat: int, hand: Sequence[Card], sign: Options) -> Iterator[str]:
    """How a round ended: the dealer's hand, the other players, then this player's hand and wagers line by line."""
    for event in seen:
        if isinstance(event, events.DealerRevealed):
            does = "qualifies" if event.qualifies else "does not qualify"
            yield from hand_lines("Dealer", event.cards, f"{event.hand}; {does}  {behind(event.clauses)}")
    yield from _others_lines(seen, seat)
    named = "a hand that nobody saw" if HIDDEN in hand else f"{cards_text(hand)}, {rules.value(hand).name}"
    yield f"{paint('Your wagers', 'bold')} on {named}"
    for event in seen:
        if isinstance(event, events.HandFolded) and event.box == seat:
            yield f"  folded and lost: {signed(-event.postings.get(FLOAT, 0))}  {behind(event.clauses)}"
        elif isinstance(event, events.WagerSettled) and event.box == seat:
            yield f"  {payment(event)}{_note(event, sign)}  {behind(event.clauses)}"
        elif isinstance(event, events.JackpotLost) and event.box == seat:
            yield f"  jackpot loses: {signed(-sign.jackpot)}  {behind(event.clauses)}"
        elif isinstance(event, events.JackpotPaid) and event.box == seat:
            yield f"  jackpot pays for the {event.hand}: {signed(event.amount - sign.jackpot)}  {behind(event.clauses)}"


def _others_lines(seen: Iterable[Event], seat: int) -> Iterator[str]:
    for event in seen:
        if isinstance(event, events.BetPlaced) and event.box != seat:
            yield f"Seat {event.box} bets {dollars(event.amount)}.  {behind(event.clauses)}"
        elif isinstance(event, events.HandFolded) and event.box != seat:
            yield f"Seat {event.box} folds.  {behind(event.clauses)}"
        elif isinstance(event, events.HandShown) and event.box != seat:
            yield f"Seat {event.box} shows {cards_text(event.cards)}, {event.hand}.  {behind(event.clauses)}"
        elif isinstance(event, events.WagerSettled) and event.box != seat:
            yield f"  seat {event.box}: {payment(event)}"


def payment(event: events.WagerSettled) -> str:
    """`ante wins 1 to 1: +$10.00`."""
    return f"{event.wager} {came_out(event.result, event.odds)}: {signed(event.returned + event.pays - event.stake)}"


def _note(event: events.WagerSettled, sign: Options) -> str:
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

"""A table, its offers and its payments as lines of text for the player of a seat."""

from collections.abc import Iterable, Iterator, Sequence

from croupier.cli.playing.visit import Offers, came_out, hand_lines, signed
from croupier.cli.terminal.output import cards_text, paint, table
from croupier.kernel.accounts import FLOAT
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.hands import spoken
from croupier.kernel.money import dollars, plain
from croupier.kernel.telling import times
from croupier.stud import commands, events
from croupier.stud.rules import Options, Rules
from croupier.stud.state import DEALER, State
from croupier.stud.telling import working


def _times(bet: commands.PlaceBet, seen: State) -> str:
    return times(bet.amount // max(seen.ante_in_play(bet.box or bet.seat), 1))


def _wager_offer(wager: commands.PlaceWager, most: int) -> str:
    upto = f" to {dollars(most)}" if most > wager.amount else ""
    return f"place {wager.wager}, {dollars(wager.amount)}{upto}: s {wager.wager} {plain(wager.amount)}"


OFFERS: Offers = {
    commands.PlaceAnte: ("sum", lambda ante, most, _: f"place an ante of {dollars(ante.amount)} to {dollars(most)}"),
    commands.TakeBackAnte: ("u", lambda *_: "take back the ante, until the first card is dealt"),
    commands.PlaceJackpot: ("j", lambda wager, most, _: f"place a jackpot wager of {dollars(wager.amount)}"),
    commands.TakeBackJackpot: ("uj", lambda *_: "take back the jackpot wager, until the first card is dealt"),
    commands.PlaceWager: ("s", lambda wager, most, _: _wager_offer(wager, most)),
    commands.TakeBackWager: ("us", lambda wager, *_: f"take back {wager.wager}, until the first card is dealt"),
    commands.PlaceBlindBet: ("bb", lambda bet, most, _: f"bet {dollars(bet.amount)} before the deal"),
    commands.TakeBackBet: ("ub", lambda *_: "take back the bet, until the first card is dealt"),
    commands.PlaceBet: ("b", lambda bet, _, seen: f"bet {dollars(bet.amount)}, {_times(bet, seen)} the ante"),
    commands.Fold: ("f", lambda *_: "fold and lose the ante"),
    commands.TakeInstantWin: ("i", lambda *_: "be paid at once for this hand"),
    commands.ChangeCard: ("x", lambda *_: "pay the ante again and exchange a card"),
    commands.LeaveSeat: ("q", lambda *_: "leave the table"),
}


Said = tuple[str, tuple[str, ...]]
"""A line, and the clauses behind it."""


def wild_rank(rules: Rules) -> int:
    """The rank whose cards are wild in this game, or 0."""
    return 2 if rules.has("wild cards") else 0


def hands_lines(rules: Rules, picture: State, seat: int) -> Iterator[str]:
    """The dealer's hand, this player's, and what is on the other boxes."""
    wild = wild_rank(rules)
    yield from hand_lines("Dealer", picture.dealer.cards, _named(rules, picture, DEALER), wild)
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat == seat:
            yield from hand_lines("Your hand", box.cards, _named(rules, picture, number), wild)
    for number in picture.wagered:
        box = picture.boxes[number]
        if box.seat != seat:
            yield f"Seat {box.seat}: ante {dollars(picture.ante(number))}, {cards_text(box.cards, wild)}"


def outcome_lines(rules: Rules, seen: Sequence[Event], seat: int, hand: Sequence[Card], sign: Options) -> Iterator[Said]:
    """How a round ended: the dealer's hand, the other players, then this player's hand and wagers line by line."""
    wild = wild_rank(rules)
    for event in seen:
        if isinstance(event, events.DealerRevealed):
            does = "qualifies" if event.qualifies else "does not qualify"
            for line in hand_lines("Dealer", event.cards, f"{spoken(event.hand)}; {does}", wild):
                yield line, event.clauses
    yield from _others_lines(rules, seen, seat, wild)
    named = "a hand that nobody saw" if HIDDEN in hand else f"{cards_text(hand, wild)}, {rules.value(hand).name}"
    yield f"{paint('Your wagers', 'bold')} on {named}", ()
    for event in seen:
        if isinstance(event, events.HandFolded) and event.box == seat:
            yield f"  folded and lost: {signed(-event.postings.get(FLOAT, 0))}", event.clauses
        elif isinstance(event, events.WagerSettled) and event.box == seat:
            yield f"  {payment(event, rules)}", event.clauses
        elif isinstance(event, events.JackpotLost) and event.box == seat:
            yield f"  jackpot loses: {signed(-sign.jackpot)}", event.clauses
        elif isinstance(event, events.JackpotPaid) and event.box == seat:
            yield f"  jackpot pays for the {spoken(event.hand)}: {signed(event.amount - sign.jackpot)}", event.clauses


def _others_lines(rules: Rules, seen: Iterable[Event], seat: int, wild: int) -> Iterator[Said]:
    for event in seen:
        if isinstance(event, events.BetPlaced) and event.box != seat:
            yield f"Seat {event.box} bets {dollars(event.amount)}.", event.clauses
        elif isinstance(event, events.HandFolded) and event.box != seat:
            yield f"Seat {event.box} folds.", event.clauses
        elif isinstance(event, events.HandShown) and event.box != seat:
            yield f"Seat {event.box} shows {cards_text(event.cards, wild)}, {spoken(event.hand)}.", event.clauses
        elif isinstance(event, events.WagerSettled) and event.box != seat:
            yield f"  seat {event.box}: {payment(event, rules)}", ()


def pay_lines(rules: Rules, sign: Options) -> Iterator[str]:
    """What the wagers pay, by hand."""
    yield f"  A winning ante pays {rules.ante_odds}; the dealer qualifies with {rules.qualifying_hand}."
    head = ("a winning bet on", "pays", *(("after a change",) if rules.bet_odds_after_exchange else ()))
    rows = []
    for category in sorted(rules.bet_odds, reverse=True):
        changed = rules.bet_odds_after_exchange.get(category)
        rows.append((str(category), str(rules.bet_odds[category]), *((str(changed),) if changed else ())))
    yield from (f"  {line}" for line in table(head, rows).split("\n"))
    for category in sorted(rules.instant_odds, reverse=True):
        yield f"  {category}: {rules.instant_odds[category]} on the ante, paid at once, where it is taken"
    if sign.maximum_payout:
        yield f"  The maximum payout of a bet is {dollars(sign.maximum_payout)}."


def payment(event: events.WagerSettled, rules: Rules, *, whole: bool = False) -> str:
    """`ante wins 1 to 1: +$10.00`, with what makes that other than the odds times the wager; `whole` says the wager too."""
    part, paid = working(event, rules)
    stake = f" of {dollars(event.stake)}" if event.stake and (whole or part) else " on the ante" if part else ""
    over = f", {dollars(event.returned)} of it is returned" if event.result == "lose" and event.returned else ""
    net = signed(event.returned + event.pays - event.stake)
    how = f" ({paid.rstrip(',')})" if event.result == "win" and paid != dollars(event.pays) else ""
    part = f"{part}," if part else ""
    name = rules.wagers[event.wager].title if event.wager in rules.wagers else event.wager
    return f"{name}{stake}{part} {came_out(event.result, event.odds)}{over}: {net}{how}"


def _named(rules: Rules, picture: State, number: int) -> str:
    cards = picture.boxes[number].cards
    if HIDDEN in cards or len(cards) != rules.cards:
        return ""
    value = rules.value(cards)
    if number == DEALER:
        return f"{value.name}; {'qualifies' if rules.qualifies(value) else 'does not qualify'}"
    return value.name

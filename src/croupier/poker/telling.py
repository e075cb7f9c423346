"""Events of the poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from croupier.kernel.cards import HIDDEN
from croupier.kernel.events import Event
from croupier.kernel.hands import spoken
from croupier.kernel.money import dollars
from croupier.kernel.telling import FORMS, Sentence, cards_told, counted, sentence, sentences_of, several
from croupier.poker import events
from croupier.poker.rules import NO_COMMISSION, Commission, Options, Rules


def tell(event: Event, rules: Rules) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> from croupier.books import poker_rules_of
    >>> tell(events.Called(seat=2, amount=20_00, clauses=("8.2.1",)), poker_rules_of("crown-holdem"))
    'Seat 2 calls $20.00.'
    """
    return sentence(SENTENCES, event, rules, _FORMS)


def limits(sign: Options) -> str:
    """The betting of a table, as its sign has it."""
    blinds = " and ".join(dollars(blind) for blind in sign.blinds)
    bets = ""
    if sign.bets:
        bets = f", bets {', '.join(dollars(bet) for bet in sign.bets)}"
        if sign.betting == "spread limit":
            bets += f" to {dollars(sign.most)}"
    return f"{sign.betting}, blinds {blinds}{bets}"


def charges(charge: Commission) -> str:
    """What the house charges, as its sign has it."""
    parts = [
        f"{charge.percent}% of each pot" if charge.percent else "",
        f"{', '.join(map(dollars, charge.per_hand))} a hand, by number of players" if charge.per_hand else "",
        f"at most {dollars(charge.cap)}" if charge.from_pots else "",
        f"{dollars(charge.per_person)} per player per hand" if charge.per_person else "",
        f"{dollars(charge.hourly)} per player per hour" if charge.hourly else "",
        f"at most {dollars(charge.highest_hourly)} an hour" if charge.highest_hourly else "",
    ]
    return ", ".join(part for part in parts if part) or "none"


def _time_to_act(sign: Options) -> str:
    if not sign.time_to_act:
        return ""
    more = f" and {sign.extra_time} more for {dollars(sign.extra_time_fee)}, up to {counted('time', sign.extra_times)} a hand"
    bank = f", {counted('second', sign.time_bank)} in each time bank" if sign.time_bank else ""
    return f", {counted('second', sign.time_to_act)} to act{more if sign.extra_time else ''}{bank}"


def _charged(sign: Options) -> str:
    return f", commission {charges(sign.commission)}" if sign.commission != NO_COMMISSION else ""


def _extras(sign: Options) -> str:
    """Wagers on the flop and bonus prizes, as the sign has them."""
    least, most = sign.flop_chase
    parts = [f", bets on the flop from {dollars(least)} to {dollars(most)}"] if most else []
    parts += [f", {bonus.goods or dollars(bonus.cash)} for a {spoken(bonus.hand)}" for bonus in sign.bonuses]
    return "".join(parts)


def _posted(event: events.BlindPosted, rules: Rules) -> str:
    dead = f" and {dollars(event.dead)} dead" if event.dead and event.kind != "ante" else ""
    amount = dollars(event.level if event.kind == "straddle" else event.live or event.dead)
    what = {"blind": "posts a blind of", "post": "posts", "straddle": "straddles for", "ante": "pays an ante of"}
    return f"seat {event.seat} {what[event.kind]} {amount}{dead if event.live else ''}{' and is all-in' if event.all_in else ''}."


def _dealt(event: events.HandsDealt, rules: Rules) -> str:
    known = {seat: cards for seat, cards in event.hands.items() if any(card is not HIDDEN for card in cards)}
    if not known:
        number = max(map(len, event.hands.values()))
        return f"{several('seat', event.hands)} are dealt {counted('card', number)} each."
    return "; ".join(f"seat {seat} is dealt {cards_told(cards)}" for seat, cards in event.hands.items()) + "."


def _raised(event: events.Raised, rules: Rules) -> str:
    does = f"raises to {dollars(event.to)}" if event.to != event.amount or event.counts else f"bets {dollars(event.to)}"
    all_in = " and is all-in" if event.all_in else ""
    change = f"; {dollars(event.change)} in change" if event.change else ""
    short = "" if event.opens else ", less than a full bet or raise"
    return f"seat {event.seat} {does}{all_in}{short}{change}."


def _pushed(event: events.PotPushed, rules: Rules) -> str:
    which = "the pot" if event.pot == 0 else f"side pot {event.pot}"
    half = f"the {event.half} half of {which}" if event.half else which
    shares = ", ".join(f"seat {seat} ({dollars(share)})" for seat, share in event.shares.items())
    if len(event.shares) == 1:
        shares = f"seat {next(iter(event.shares))}"
    hand = f" with {spoken(event.hand)}" if event.hand else ""
    chips = "odd chips go" if len(event.odd) > 1 else "odd chip goes"
    odd = f"; the {chips} to {several('seat', event.odd)}" if event.odd else ""
    return f"{half}, {dollars(event.amount)}, goes to {shares}{hand}{odd}."


def _commission(event: events.CommissionCollected, rules: Rules) -> str:
    if event.amount < 0:
        return f"commission of {dollars(-event.amount)} goes back into the pot."
    return f"commission of {dollars(event.amount)} is taken from the pot."


def _fees(event: events.FeesCollected, rules: Rules) -> str:
    what = "hour" if event.hourly else "hand"
    if len(event.players) < 2:
        return f"seat {event.players[0]} pays {dollars(event.amount)} for the {what}." if event.players else "nobody can pay."
    return f"{several('seat', event.players)} pay {dollars(event.amount)} each for the {what}."


def _who(event: events.BonusNotified | events.BonusAwarded | events.BonusDeclined | events.HandInspected) -> str:
    """A seat, or the person who has left it."""
    return f"{event.whose}, who has left seat {event.player}" if event.whose else f"seat {event.player}"


_FORMS = FORMS | {
    "limits": limits,
    "charges": charges,
    "sign": lambda sign: f"{_time_to_act(sign)}{_charged(sign)}{_extras(sign)}",
    "blinds": lambda positions: several("the blind at", positions[1:], "the blinds at"),
    "board": lambda cards: f"{'the flop is' if len(cards) == 3 else 'the next card is'} {cards_told(cards)}",
    "who": _who,
    "one": lambda card: cards_told((card,)),
    "next card": lambda card: "the next card" if card is HIDDEN else card.symbol,
    "hands": lambda hands: "; ".join(f"seat {seat} has {cards_told(cards)}" for seat, cards in hands.items()),
    "seat sums": lambda sums: ", ".join(f"seat {seat} {dollars(amount)}" for seat, amount in sums.items()),
}

SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.poker", events) | {
    events.BlindPosted: _posted,
    events.FeesCollected: _fees,
    events.HandsDealt: _dealt,
    events.Raised: _raised,
    events.CommissionCollected: _commission,
    events.PotPushed: _pushed,
}
"""A sentence for every event; a test fails for an event that has none."""

"""Events in plain words, one sentence each, for people who read along. The clauses stand with the event, not in the sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.stud import events, incidents
from croupier.stud import jackpot_events as jackpots
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, FLOAT, purse_of, stack_of


def tell(event: Event, rules: Rules) -> str:
    """What became so, as whoever this event was shown to may know it.

    >>> from croupier.books import rules_of
    >>> tell(events.BetPlaced(box=2, amount=20_00, clauses=("5.5",)), rules_of("crown-caribbean-stud"))
    'Box 2 bets $20.00.'
    """
    said = SENTENCES[type(event)](event, rules)
    return said[:1].upper() + said[1:]


def _whose(box: int) -> str:
    return "the dealer" if box == DEALER else f"box {box}"


def _boxes(numbers: Iterable[int]) -> str:
    shown = [str(number) for number in numbers]
    return f"box {shown[0]}" if len(shown) == 1 else f"boxes {', '.join(shown)}"


def _seats(numbers: Iterable[int]) -> str:
    shown = ", ".join(map(str, numbers))
    return f"the player of seat {shown} is" if shown else "all players are"


def _cards(cards: tuple[Card, ...]) -> str:
    """The faces that are known, and how many are not."""
    known = " ".join(card.symbol for card in cards if card is not HIDDEN)
    hidden = sum(card is HIDDEN for card in cards)
    unseen = f"{hidden} card{'s' * (hidden != 1)} face down" if hidden else ""
    return " and ".join(part for part in (known, unseen) if part) or "no cards"


def _card(card: Card) -> str:
    return "a card" if card is HIDDEN else card.symbol


def _because(why: str) -> str:
    return f": {why}" if why else ""


def _opened(event: events.TableOpened, rules: Rules) -> str:
    sign = event.options
    most = f", the most that a bet pays is {dollars(sign.maximum_payout)}" if sign.maximum_payout else ""
    return (
        f"the table opens for {rules.title}, {event.edition}: {sign.places} places, cards from a {sign.device}, "
        f"antes from {dollars(sign.minimum)} to {dollars(sign.maximum)}{most}; "
        f"the dealer plays only with {rules.qualifying_hand} or higher."
    )


def _sat_down(event: events.SeatTaken, rules: Rules) -> str:
    return f"a player sits down at seat {event.seat} with {dollars(event.postings.get(stack_of(event.seat), 0))}."


def _left(event: events.SeatLeft, rules: Rules) -> str:
    return f"the player of seat {event.seat} leaves with {dollars(event.postings.get(purse_of(event.seat), 0))}."


def _dealt(event: events.CardsDealt, rules: Rules) -> str:
    return f"{_whose(event.box)} is dealt {_cards(event.cards)}."


def _picked_up(event: events.HandPickedUp, rules: Rules) -> str:
    return f"seat {event.seat} picks up the hand of box {event.box}: {_cards(event.cards)}."


def _folded(event: events.HandFolded, rules: Rules) -> str:
    lost = event.postings.get(FLOAT, 0)
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


def _bets(event: events.BetPlaced, rules: Rules) -> str:
    return f"box {event.box} bets {dollars(event.amount)}{', before the deal' if event.blind else ''}."


def _ante(event: events.AntePlaced, rules: Rules) -> str:
    tokens = f", {dollars(event.tokens)} of it in tokens" if event.tokens else ""
    return f"seat {event.seat} puts an ante of {dollars(event.amount)} on box {event.box}{tokens}."


def _reported(event: incidents.IrregularityReported, rules: Rules) -> str:
    known = rules.irregularities.get(event.what)
    where = [_boxes(event.boxes)] if event.boxes else [_whose(event.box)] if event.box >= 0 else []
    where += [f"the player of seat {event.player}"] if event.player else []
    where += [f"{event.count} counted"] if event.count >= 0 else []
    where += [dollars(event.amount)] if event.amount >= 0 else []
    where += [event.note] if event.note else []
    said = known.says if known else event.what
    return f"it is reported: {said}" + (f" ({', '.join(where)})." if where else ".")


def _ruling_asked(event: incidents.RulingAsked, rules: Rules) -> str:
    return f"the {event.rank} must rule: {event.question} ({' or '.join(event.options)})."


def _duty(event: incidents.DutyDone, rules: Rules) -> str:
    duty = rules.duties.get(event.duty)
    return f"{event.by}: {duty.says if duty else event.duty}{_because(event.note)}."


def _sign(event: incidents.SignDisplayed, rules: Rules) -> str:
    amount = f" of {dollars(event.amount)}" if event.amount else ""
    return f"a sign announces a {event.says}{amount}."


def _limits(event: incidents.LimitsChanged, rules: Rules) -> str:
    kept = ", ".join(
        f"seat {seat} may keep the old minimum of {dollars(least)}" for seat, (least, _) in event.keep.items()
    )
    keeping = f"; {kept}, and the sign shows that too" if kept else ""
    return f"the limits are now {dollars(event.minimum)} to {dollars(event.maximum)}{keeping}."


def _own_limits(event: incidents.LimitsAgreed, rules: Rules) -> str:
    if event.limits is None:
        return f"seat {event.player} plays by the limits on the sign again."
    least, most = event.limits
    return f"seat {event.player} has limits of its own, {dollars(least)} to {dollars(most)}, shown by a marker."


SENTENCES: dict[type[Event], Callable[[Any, Rules], str]] = {
    # the table
    events.TableOpened: _opened,
    events.SeatTaken: _sat_down,
    events.SeatLeft: _left,
    events.TokensTaken: lambda event, _: f"seat {event.seat} gets {dollars(event.amount)} in promotional tokens.",
    events.PlayerTold: lambda event, _: f"seat {event.seat} is told: {event.advice}.",
    # the round
    events.CardsShuffled: lambda event, _: f"the {len(event.deck)} cards are shuffled.",
    events.CardsCut: lambda event, _: f"the dealer cuts the cards: the top {event.place} go below the others.",
    events.AntePlaced: _ante,
    events.AnteTakenBack: lambda event, _: f"the ante of box {event.box} is taken back.",
    events.AnteMadeUp: lambda event, _: f"the ante of box {event.box} is made up by {dollars(event.amount)}.",
    events.BetTakenBack: lambda event, _: f"the bet of box {event.box} is taken back before the deal.",
    events.AnteMadeUp: lambda event, _: (
        f"the ante of box {event.box} is made up to the minimum by {dollars(event.amount)}."
    ),
    events.BetTakenBack: lambda event, _: f"the bet of box {event.box} is taken back, to be decided after the deal.",
    events.NoMoreBetsCalled: lambda event, rules: (
        f"the dealer says: {rules.calls.get('no more bets', 'no more bets')}."
    ),
    events.CardsDealt: _dealt,
    events.CardTurnedUp: lambda event, _: f"the dealer's card is turned up: {event.card.symbol}.",
    events.BetOrFoldCalled: lambda event, rules: f"the dealer says: {rules.calls.get('bet or fold', 'bet or fold')}.",
    events.HandPickedUp: _picked_up,
    events.HandStaysBlind: lambda event, _: f"nobody looks at the hand of box {event.box}: it is played blind.",
    events.CardChanged: lambda event, _: f"seat {event.seat} changes {_card(event.old)} for {_card(event.new)}.",
    events.BetPlaced: _bets,
    events.HandFolded: _folded,
    events.InstantWinTaken: lambda event, _: (
        f"box {event.box} shows {_cards(event.cards)}, {event.hand}, and takes the instant win."
    ),
    events.DealerRevealed: _revealed,
    events.HandConceded: lambda event, _: f"box {event.box} gives up against the dealer's hand.",
    events.HandShown: lambda event, _: (
        f"box {event.box} shows {_cards(event.cards)}: {event.hand}"
        + (f", and for a jackpot {event.jackpot_hand}." if event.jackpot_hand else ".")
    ),
    events.WagerSettled: _settled,
    events.CardsCollected: lambda event, _: (
        f"the {event.counted} cards of box {event.box} are counted and put in the discard rack."
    ),
    events.RoundEnded: lambda event, _: f"round {event.round} is over.",
    # irregularities
    incidents.IrregularityReported: _reported,
    incidents.PeopleNotified: lambda event, _: (
        f"{' and '.join(event.who)} {'is' if len(event.who) == 1 else 'are'} told of it: {event.of}."
    ),
    incidents.RulingAsked: _ruling_asked,
    incidents.RulingGiven: lambda event, _: f"{event.by} rules: {event.option}{_because(event.note)}.",
    incidents.CardTurnedBack: lambda event, _: f"the exposed card of {_whose(event.box)} is turned face down again.",
    incidents.ExposedCardStays: lambda event, _: f"the dealer's exposed {event.card.symbol} stays face up.",
    incidents.DealerCardSeen: lambda event, _: f"the dealer's {event.card.symbol} can be seen too.",
    incidents.CardsCounted: lambda event, _: f"the deck is counted: {event.count} cards.",
    incidents.RoundVoided: lambda event, _: f"round {event.round} is void and all wagers go back{_because(event.why)}.",
    incidents.RoundStands: lambda event, _: f"the round is played on{_because(event.why)}.",
    incidents.HandVoided: lambda event, _: (
        f"the hand of box {event.box} is void, its wagers go back{_because(event.why)}."
    ),
    incidents.WagersForfeited: lambda event, _: f"box {event.box} forfeits its wagers{_because(event.why)}.",
    incidents.CardsBurnt: lambda event, _: f"{event.counted} cards of {_whose(event.box)} are taken away unseen.",
    incidents.DealerHandVoided: lambda event, _: "the dealer's hand is void.",
    incidents.AnteReinstated: lambda event, _: f"the ante of box {event.box} is put back on its box.",
    incidents.RetractionOffered: lambda event, _: f"{_boxes(event.boxes)} may take the wagers back.",
    incidents.WagersRetracted: lambda event, _: f"box {event.box} takes its wagers back.",
    incidents.RetractionDeclined: lambda event, _: f"box {event.box} leaves its wagers and plays on.",
    incidents.CardsReturned: lambda event, _: f"box {event.box} gets its cards back.",
    incidents.HandDeemedOwn: lambda event, _: (
        f"the hand of box {event.box}, once looked at, counts as the player's own."
    ),
    incidents.AnteFound: lambda event, _: f"{dollars(event.amount)} is found on the ante of box {event.box}.",
    incidents.BetFound: lambda event, _: f"{dollars(event.amount)} is found on the bet of box {event.box}.",
    incidents.AnteFound: lambda event, _: f"{dollars(event.amount)} is found on the ante of box {event.box}.",
    incidents.RoundStands: lambda event, _: f"the round is played on all the same{_because(event.why)}.",
    incidents.BetReopened: lambda event, _: f"the bet of {_boxes(event.boxes)} goes back, to be decided again.",
    incidents.ExcessReturned: lambda event, _: f"{dollars(event.amount)} too much goes back to box {event.box}.",
    incidents.ShuffleOrdered: lambda event, _: f"the cards are to be shuffled again{_because(event.why)}.",
    incidents.DeckCheckOrdered: lambda event, _: (
        f"the deck is to be checked before it is used again{_because(event.why)}."
    ),
    incidents.DeviceReplaced: lambda event, _: f"play goes on with a {event.device} and new cards.",
    incidents.DirectionGiven: lambda event, _: f"{_seats(event.seats)} told: {event.says}.",
    incidents.PlayFirstDirected: lambda event, _: (
        f"{_seats(event.seats)} to decide before the others pick up their cards."
        if event.seats
        else "all players pick up their cards together again."
    ),
    incidents.DisputeDecided: lambda event, _: (
        f"the dispute of seat {event.player} is decided: {event.decision}"
        + (f", {dollars(event.amount)} is paid." if event.amount else ".")
    ),
    # those in charge
    incidents.DutyDone: _duty,
    incidents.SignDisplayed: _sign,
    incidents.LimitsChanged: _limits,
    incidents.LimitsAgreed: _own_limits,
    incidents.WagerRefused: lambda event, _: f"the wager of box {event.box} is not accepted{_because(event.why)}.",
    incidents.PlayerExcluded: lambda event, _: f"the player of seat {event.player} takes no further part.",
    incidents.WinningsWithheld: lambda event, _: (
        f"{dollars(event.amount)} of winnings is held back from the player of seat {event.player}."
    ),
    incidents.WinningsReleased: lambda event, _: (
        f"{dollars(event.amount)} held back from the player of seat {event.player} is "
        f"{'paid after all' if event.paid else 'kept by the house'}."
    ),
    incidents.TableClosed: lambda event, _: "the table is closed.",
    # jackpot wagers
    jackpots.JackpotOffered: lambda event, _: (
        f"jackpot wagers cost {dollars(event.cost)} here." if event.cost else "no jackpot wagers are taken here."
    ),
    jackpots.JackpotPlaced: lambda event, _: (
        f"seat {event.seat} puts a jackpot wager of {dollars(event.amount)} on box {event.box}."
    ),
    jackpots.JackpotTakenBack: lambda event, _: f"the jackpot wager of box {event.box} is taken back.",
    jackpots.JackpotReturned: lambda event, _: f"the jackpot wager of box {event.box} goes back{_because(event.why)}.",
    jackpots.JackpotRegistered: lambda event, _: f"the jackpot game begins for {_boxes(event.boxes)}.",
    jackpots.JackpotCancelled: lambda event, _: f"the jackpot game is cancelled{_because(event.why)}.",
    jackpots.JackpotsKept: lambda event, _: f"the jackpot wagers of {_boxes(event.boxes)} count for the next round.",
    jackpots.JackpotHandsAwaited: lambda event, _: f"the hands of {_boxes(event.boxes)} are to be turned up.",
    jackpots.JackpotLost: lambda event, _: f"the jackpot wager of box {event.box} loses.",
    jackpots.JackpotHandKept: lambda event, _: (
        f"box {event.box} wins a jackpot prize with {_cards(event.cards)}, {event.hand}; the hand stays face up."
    ),
    jackpots.JackpotPaid: lambda event, _: (
        f"box {event.box} is paid a jackpot prize of {dollars(event.amount)} for the {event.hand}."
    ),
}
"""A sentence for every event; a test fails for an event that has none."""

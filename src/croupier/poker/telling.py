"""Events of the poker room in plain words, one sentence each. The clauses stand with the event, not in the sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.poker import conduct, corrections, endings, events, incidents, takings
from croupier.poker.rules import Commission, Options, Rules
from croupier.poker.table import purse_of, stack_of


def tell(event: Event, rules: Rules) -> str:
    """What became so, as whoever this event was shown to may know it.

    >>> from croupier.books import poker_rules_of
    >>> tell(events.Called(seat=2, amount=20_00, clauses=("8.2.1",)), poker_rules_of("crown-holdem"))
    'Seat 2 calls $20.00.'
    """
    said = SENTENCES[type(event)](event, rules)
    return said[:1].upper() + said[1:]


def shown(cards: tuple[Card, ...]) -> str:
    """The faces that are known, and how many are not."""
    known = " ".join(card.symbol for card in cards if card is not HIDDEN)
    hidden = sum(card is HIDDEN for card in cards)
    unseen = f"{hidden} card{'s' * (hidden != 1)} face down" if hidden else ""
    return " and ".join(part for part in (known, unseen) if part) or "no cards"


def _seats(numbers: Any) -> str:
    listed = [str(number) for number in numbers]
    return f"seat {listed[0]}" if len(listed) == 1 else f"seats {', '.join(listed)}"


def limits(sign: Options) -> str:
    """The betting of a table, as its sign has it."""
    blinds = " and ".join(dollars(blind) for blind in sign.blinds)
    bets = ""
    if sign.bets:
        bets = f", bets {', '.join(dollars(bet) for bet in sign.bets)}"
        if sign.betting == "spread limit":
            bets += f" to {dollars(sign.most)}"
    return f"{sign.betting}, blinds {blinds}{bets}"


def _other(game: str) -> str:
    return f", and the game is {game}" if game else ""


def charges(charge: Commission) -> str:
    """What the house charges, as its sign has it."""
    parts = [
        f"{charge.percent} percent of the pots" if charge.percent else "",
        f"{', '.join(map(dollars, charge.per_hand))} a hand by the number of players" if charge.per_hand else "",
        f"at most {dollars(charge.cap)}" if charge.from_pots else "",
        f"{dollars(charge.per_person)} from each player a hand" if charge.per_person else "",
        f"{dollars(charge.hourly)} from each player an hour" if charge.hourly else "",
    ]
    return ", ".join(part for part in parts if part) or "none"


def _time_to_act(sign: Options) -> str:
    if not sign.time_to_act:
        return ""
    more = f" and {sign.extra_time} more for {dollars(sign.extra_time_fee)}, {sign.extra_times} times in a hand"
    return f", {sign.time_to_act} seconds to act{more if sign.extra_time else ''}"


def _opened(event: events.TableOpened, rules: Rules) -> str:
    sign = event.options
    return (
        f"the table opens for {rules.title}, {event.edition}: {sign.places} places, {limits(sign)}, "
        f"buy-in from {dollars(sign.minimum_buy_in)}{_time_to_act(sign)}."
    )


def _begun(event: events.HandBegun, rules: Rules) -> str:
    blinds = ", ".join(str(place) for place in event.positions[1:])
    missed = f" {_seats(event.missed)} missed a blind." if event.missed else ""
    missed += f" {_seats(event.welcome)} need not wait." if event.welcome else ""
    missed += f" {_seats(event.called_in)} must make good what is owed." if event.called_in else ""
    return f"hand {event.hand}: the button is at seat {event.positions[0]}, the blinds at {blinds}.{missed}"


def _posted(event: events.BlindPosted, rules: Rules) -> str:
    dead = f" and {dollars(event.dead)} dead" if event.dead and event.kind != "ante" else ""
    amount = dollars(event.level if event.kind == "straddle" else event.live or event.dead)
    what = {"blind": "posts a blind of", "post": "posts", "straddle": "straddles for", "ante": "pays an ante of"}
    return f"seat {event.seat} {what[event.kind]} {amount}{dead if event.live else ''}{_all_in(event)}."


def _all_in(event: Any) -> str:
    return " and is all-in" if event.all_in else ""


def _dealt(event: events.HandsDealt, rules: Rules) -> str:
    known = {seat: cards for seat, cards in event.hands.items() if any(card is not HIDDEN for card in cards)}
    if not known:
        number = max(map(len, event.hands.values()))
        return f"{_seats(event.hands)} are dealt {number} cards each."
    return "; ".join(f"seat {seat} is dealt {shown(cards)}" for seat, cards in event.hands.items()) + "."


def _raised(event: events.Raised, rules: Rules) -> str:
    does = f"raises to {dollars(event.to)}" if event.to != event.amount or event.counts else f"bets {dollars(event.to)}"
    short = "" if event.opens else ", which is no full bet or raise"
    return f"seat {event.seat} {does}{_all_in(event)}{short}{_change(event)}."


def _change(event: Any) -> str:
    return f"; {dollars(event.change)} goes back" if event.change else ""


def _checked(event: events.Checked, rules: Rules) -> str:
    return f"seat {event.seat} checks{', out of time' if event.timed_out else ''}{_change(event)}."


def _board(event: events.BoardDealt, rules: Rules) -> str:
    burned = "a card is burned and " if event.burn else ""
    name = "the flop is" if len(event.cards) == 3 else "the next card is"
    return f"{burned}{name} {shown(event.cards)}."


def _hand_shown(event: endings.HandShown, rules: Rules) -> str:
    low = f", and {event.low}" if event.low else ""
    out = "" if event.live else ", which cannot win"
    return f"seat {event.seat} shows {shown(event.cards)}: {event.hand}{low}{out}."


def _pushed(event: endings.PotPushed, rules: Rules) -> str:
    which = "the pot" if event.pot == 0 else f"side pot {event.pot}"
    half = f"the {event.half} half of {which}" if event.half else which
    shares = ", ".join(f"seat {seat} ({dollars(share)})" for seat, share in event.shares.items())
    if len(event.shares) == 1:
        shares = f"seat {next(iter(event.shares))}"
    hand = f" with {event.hand}" if event.hand else ""
    odd = f"; the odd chip goes to {_seats(event.odd)}" if event.odd else ""
    return f"{half}, {dollars(event.amount)}, goes to {shares}{hand}{odd}."


def _discarded(event: events.CardDiscarded, rules: Rules) -> str:
    card = "a card" if event.card is HIDDEN else event.card.symbol
    return f"seat {event.seat} discards {card}."


def _commission(event: takings.CommissionCollected, rules: Rules) -> str:
    if event.amount < 0:
        return f"commission of {dollars(-event.amount)} goes back into the pot."
    return f"commission of {dollars(event.amount)} is taken from the pot."


_OUT_OF_TURN = {"check": "checks", "call": "calls", "bet": "bets", "raise": "raises"}


def _held(event: events.ActedOutOfTurn, rules: Rules) -> str:
    to = "" if event.held.act == "check" else f" to {dollars(event.held.to)}"
    return f"seat {event.seat} {_OUT_OF_TURN[event.held.act]}{to} out of turn."


def _sat(event: incidents.SeatTaken, rules: Rules) -> str:
    new = ", and waits for the blind or posts" if event.new else ""
    return f"a player sits down at seat {event.seat} with {dollars(event.postings.get(stack_of(event.seat), 0))}{new}."


def _left(event: incidents.SeatLeft, rules: Rules) -> str:
    return f"the player of seat {event.seat} leaves with {dollars(event.postings.get(purse_of(event.seat), 0))}."


def _taken_back(event: corrections.CardsTakenBack, rules: Rules) -> str:
    where = {
        "stub": f"into the deck, to be shuffled{' and cut' if event.cut else ''}",
        "aside": "aside",
        "burns": "to the burn cards",
        "muck": "to the muck",
    }
    return f"{shown(event.cards)} {'goes' if len(event.cards) == 1 else 'go'} {where[event.to]}."


def _fees(event: takings.FeesCollected, rules: Rules) -> str:
    what = "hour" if event.hourly else "hand"
    return (
        f"{_seats(event.players)} pay {dollars(event.amount)} each for the {what}."
        if event.players
        else "nobody can pay."
    )


def _side(event: takings.SideWagerSettled, rules: Rules) -> str:
    wager = f"seat {event.seat}'s {dollars(event.stake)} on {event.colour}"
    return f"{wager} wins {dollars(event.pays)}." if event.pays else f"{wager} loses."


def _folded(event: events.Folded, rules: Rules) -> str:
    if event.dead:
        return f"the hand of seat {event.seat} is dead: {event.dead}."
    return f"seat {event.seat} folds{'' if event.in_turn else ' out of turn'}."


def _sums(amounts: dict[int, int]) -> str:
    return ", ".join(f"seat {seat} {dollars(amount)}" for seat, amount in amounts.items())


def _undone(event: corrections.BettingUndone, rules: Rules) -> str:
    back = f": {_sums(event.amounts)} back" if event.amounts else ""
    return f"the betting round has not begun{back}."


def _put_right(event: corrections.HandsPutRight, rules: Rules) -> str:
    hands = "; ".join(f"seat {seat} has {shown(cards)}" for seat, cards in event.hands.items())
    return f"the hands are put right: {hands}."


def _replaced(event: corrections.CardReplaced, rules: Rules) -> str:
    what = "becomes the first burn card" if event.to == "burns" else "goes to the muck"
    new = "the next card" if event.new is HIDDEN else event.new.symbol
    return f"{shown((event.card,))} of seat {event.seat} {what}, and {new} takes its place."


def _misdealt(event: corrections.Misdealt, rules: Rules) -> str:
    stays = "all wagers go back" if event.all_back else "the blinds stay up and other wagers go back"
    return f"a misdeal: {event.why}; {stays}, and the cards are shuffled, cut and dealt anew."


def _reported(event: incidents.IrregularityReported, rules: Rules) -> str:
    who = f", seat {event.player}" if event.player else ""
    return f"{event.says}{who}{f' ({event.note})' if event.note else ''}."


SENTENCES: dict[type[Event], Callable[[Any, Rules], str]] = {
    events.TableOpened: _opened,
    events.HandBegun: _begun,
    events.BlindPosted: _posted,
    takings.FeesCollected: _fees,
    takings.FeesVerified: lambda e, r: f"{e.by} verifies time charges of {dollars(e.amount)}.",
    takings.FeesDropped: lambda e, r: f"time charges of {dollars(e.amount)} are dropped.",
    takings.SideWagerPlaced: lambda e, r: f"seat {e.seat} wagers {dollars(e.amount)} on a {e.colour} flop.",
    takings.SideWagerTakenBack: lambda e, r: f"seat {e.seat} takes {dollars(e.amount)} on the flop back.",
    takings.SideWagerSettled: _side,
    takings.BonusNotified: lambda e, r: f"the dealer tells of a bonus prize for seat {e.player}: {e.hand}.",
    takings.BonusAwarded: lambda e, r: (
        f"{e.by} verifies the {e.hand} of seat {e.player}, who gets {dollars(e.cash) if e.cash else e.goods}."
    ),
    events.CardsShuffled: lambda e, r: "the cards are shuffled.",
    events.CardsCut: lambda e, r: f"the cards are cut below {e.place}.",
    events.HandsDealt: _dealt,
    events.Checked: _checked,
    events.Called: lambda e, r: f"seat {e.seat} calls {dollars(e.amount)}{_all_in(e)}{_change(e)}.",
    events.Raised: _raised,
    events.Folded: _folded,
    events.ActedOutOfTurn: _held,
    events.HeldActReleased: lambda e, r: f"seat {e.seat}, who acted out of turn, chooses anew.",
    events.ShortWager: lambda e, r: (
        f"seat {e.seat} puts in {dollars(e.amount)}, less than the call: make it up or fold."
    ),
    events.UncalledReturned: lambda e, r: f"{dollars(e.amount)} that nobody called goes back to seat {e.seat}.",
    events.TimeBought: lambda e, r: f"seat {e.seat} buys {e.seconds} seconds for {dollars(e.fee)}.",
    events.CardDiscarded: _discarded,
    events.DiscardsAsked: lambda e, r: "each player discards one card.",
    events.BoardDealt: _board,
    takings.CommissionCollected: _commission,
    endings.ShowdownBegun: lambda e, r: f"the hands are shown, seat {e.order[0]} first.",
    endings.HandShown: _hand_shown,
    events.HandCalledOff: lambda e, r: (
        "too few players are left: the hand is called off and what was posted goes back."
    ),
    endings.HandShownTo: lambda e, r: f"seat {e.seat} shows the hand to seat {e.to}: {shown(e.cards)}.",
    endings.HandSeen: lambda e, r: f"seat {e.seat} shows the hand to the whole table: {shown(e.cards)}.",
    endings.HandInspected: lambda e, r: f"{e.by} inspects the hand of seat {e.player}: {shown(e.cards)}.",
    endings.HandMucked: lambda e, r: f"seat {e.seat} passes the hand in unshown.",
    endings.PotPushed: _pushed,
    takings.CommissionDropped: lambda e, r: f"commission of {dollars(e.amount)} is dropped.",
    endings.HandEnded: lambda e, r: "the hand is over.",
    incidents.SeatTaken: _sat,
    incidents.ChipsAdded: lambda e, r: f"seat {e.seat} adds {dollars(e.postings.get(stack_of(e.seat), 0))}.",
    incidents.SeatLeft: _left,
    incidents.SeatChanged: lambda e, r: (
        f"the player of seat {e.seat} moves to seat {e.to}"
        + (", too far to be dealt in free." if e.penalty else ", which avoids blinds." if e.missed else ".")
    ),
    incidents.SeatWanted: lambda e, r: f"seat {e.seat} asks for place {e.place}.",
    incidents.SeatDrawn: lambda e, r: (
        f"{e.winner} draws the highest card and has place {e.place}."
        if e.winner
        else f"the draw for place {e.place} is tied: {' and '.join(e.tied)} draw again."
    ),
    incidents.ButtonPlaced: lambda e, r: (
        f"seat {e.seat} has no button any more."
        if e.button == "none"
        else f"a {e.button} button lies before seat {e.seat}."
    ),
    incidents.BlindsMoved: lambda e, r: (
        (f"{_seats(e.missed)} missed a blind; " if e.missed else "") + f"the last blind is seat {e.positions[-1]}'s."
    ),
    incidents.PickedUp: lambda e, r: f"{e.name} of seat {e.player} is picked up; the chips are kept.",
    incidents.ListJoined: lambda e, r: f"{e.name} is number {e.place + 1} on the waiting list.",
    incidents.ListLeft: lambda e, r: f"{e.name} is off the waiting list.",
    incidents.ChipsBack: lambda e, r: f"{e.name} has the kept chips back.",
    corrections.CardsOpened: lambda e, r: (
        f"{shown(e.cards)} {'is' if len(e.cards) == 1 else 'are'} turned up by mistake."
    ),
    corrections.CardsTakenBack: _taken_back,
    corrections.StubShuffled: lambda e, r: (
        f"the rest of the deck is shuffled{', with the card that was set aside' if e.aside else ''}."
    ),
    corrections.CardBurned: lambda e, r: "a card is burned by mistake.",
    corrections.BurnTakenBack: lambda e, r: "the last burn card belongs on top of the deck.",
    corrections.BettingUndone: _undone,
    corrections.SideWagersReopened: lambda e, r: "the wagers on the flop stand until there is a valid one.",
    corrections.HandCounted: lambda e, r: f"the hand at place {e.place} has {e.count} card{'s' * (e.count != 1)}.",
    corrections.HandsPutRight: _put_right,
    corrections.CardExposed: lambda e, r: f"everybody has seen {shown((e.card,))} of seat {e.seat}.",
    corrections.CardReplaced: _replaced,
    corrections.BoxedCardMucked: lambda e, r: (
        f"{shown((e.card,))}, a boxed card, goes to the muck, and the next takes its place."
    ),
    corrections.StrayHandMucked: lambda e, r: f"the hand at place {e.place}, which should have none, goes to the muck.",
    corrections.HandVoided: lambda e, r: (
        f"the hand of seat {e.seat} is void: {e.why}{f'; {dollars(e.amount)} goes back' if e.amount else ''}."
    ),
    corrections.PotReturned: lambda e, r: f"what nobody is left to win goes back: {_sums(e.amounts)}.",
    corrections.DiscardUndone: lambda e, r: f"seat {e.seat} has not discarded.",
    corrections.Misdealt: _misdealt,
    incidents.IrregularityReported: _reported,
    incidents.RulingAsked: lambda e, r: (
        f"{e.question}{'' if e.question.endswith('?') else '.'} The {e.rank} or above decides: {', '.join(e.options)}."
    ),
    incidents.PassedOver: lambda e, r: f"seat {e.seat}, passed over, plays on with what is in, and bets no more.",
    incidents.RulingGiven: lambda e, r: f"{e.by} rules: {e.option}{f' ({e.note})' if e.note else ''}.",
    incidents.DutyDone: lambda e, r: f"{r.duties[e.duty].says}{f': {e.note}' if e.note else ''}.",
    incidents.ChangeAnnounced: lambda e, r: f"a change is announced: {limits(e.options)}{_other(e.game)}.",
    incidents.ClosingAnnounced: lambda e, r: "it is announced that the table will close.",
    incidents.PlayerAgreed: lambda e, r: f"seat {e.seat} agrees to the {e.to}.",
    incidents.CommissionChanged: lambda e, r: f"commission from now on: {charges(e.commission)}.",
    incidents.TableChanged: lambda e, r: f"from now on: {limits(e.options)}{_other(e.game)}.",
    conduct.PlayerExcluded: lambda e, r: f"seat {e.player} takes no further part in the game.",
    conduct.WinningsSeized: lambda e, r: f"{dollars(e.amount)} of seat {e.player} is seized until an inquiry is over.",
    conduct.WinningsReleased: lambda e, r: (
        f"{dollars(e.amount)} that was seized {f'is paid to seat {e.player}' if e.paid else 'stays with the house'}."
    ),
    conduct.FindingMade: lambda e, r: f"{e.says}.",
    incidents.TableClosed: lambda e, r: "the table is closed.",
}

"""Events of the poker room in plain words, one sentence each. The event has the clauses, not the sentence."""

from typing import Any

from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.cards import HIDDEN
from croupier.kernel.events import Event
from croupier.kernel.hands import spoken
from croupier.kernel.money import dollars
from croupier.kernel.telling import Sentence, cards_told, counted, moment, sentence, sentences_of, several
from croupier.poker import events
from croupier.poker.rules import NO_COMMISSION, Commission, Options, Rules


def tell(event: Event, rules: Rules) -> str:
    """The event in words, for the viewer it was redacted for.

    >>> from croupier.books import poker_rules_of
    >>> tell(events.Called(seat=2, amount=20_00, clauses=("8.2.1",)), poker_rules_of("crown-holdem"))
    'Seat 2 calls $20.00.'
    """
    return sentence(SENTENCES, event, rules)


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


def _from(time: int) -> str:
    return f", from {moment(time)}" if time else ""


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


def _opened(event: events.TableOpened, rules: Rules) -> str:
    sign = event.options
    return (
        f"the table opens for {rules.title}, {event.edition}: {counted('seat', sign.places)}, {limits(sign)}, "
        f"buy-in from {dollars(sign.minimum_buy_in)}{_time_to_act(sign)}{_charged(sign)}{_extras(sign)}."
    )


def _begun(event: events.HandBegun, rules: Rules) -> str:
    blinds = several("the blind at", event.positions[1:], "the blinds at")
    missed = f" {several('seat', event.missed)} missed a blind." if event.missed else ""
    missed += f" {several('seat', event.welcome)} may play without waiting." if event.welcome else ""
    missed += f" {several('seat', event.called_in)} must make up missed blinds." if event.called_in else ""
    return f"hand {event.hand}: the button is at seat {event.positions[0]}, {blinds}.{missed}"


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
        return f"{several('seat', event.hands)} are dealt {counted('card', number)} each."
    return "; ".join(f"seat {seat} is dealt {cards_told(cards)}" for seat, cards in event.hands.items()) + "."


def _raised(event: events.Raised, rules: Rules) -> str:
    does = f"raises to {dollars(event.to)}" if event.to != event.amount or event.counts else f"bets {dollars(event.to)}"
    short = "" if event.opens else ", less than a full bet or raise"
    return f"seat {event.seat} {does}{_all_in(event)}{short}{_change(event)}."


def _change(event: Any) -> str:
    return f"; {dollars(event.change)} in change" if event.change else ""


def _checked(event: events.Checked, rules: Rules) -> str:
    return f"seat {event.seat} checks{', having run out of time' if event.timed_out else ''}{_change(event)}."


def _board(event: events.BoardDealt, rules: Rules) -> str:
    burned = "a card is burned and " if event.burn else ""
    name = "the flop is" if len(event.cards) == 3 else "the next card is"
    return f"{burned}{name} {cards_told(event.cards)}."


def _hand_shown(event: events.HandShown, rules: Rules) -> str:
    low = f", and {spoken(event.low)}" if event.low else ""
    out = "" if event.live else ", which cannot win"
    return f"seat {event.seat} shows {cards_told(event.cards)}: {spoken(event.hand)}{low}{out}."


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


def _discarded(event: events.CardDiscarded, rules: Rules) -> str:
    card = "a card" if event.card is HIDDEN else event.card.symbol
    return f"seat {event.seat} discards {card}."


def _commission(event: events.CommissionCollected, rules: Rules) -> str:
    if event.amount < 0:
        return f"commission of {dollars(-event.amount)} goes back into the pot."
    return f"commission of {dollars(event.amount)} is taken from the pot."


_OUT_OF_TURN = {"check": "checks", "call": "calls", "bet": "bets", "raise": "raises", "short": "puts in chips"}


def _held(event: events.ActedOutOfTurn, rules: Rules) -> str:
    to = "" if event.held.act == "check" else f" to {dollars(event.held.to)}"
    return f"seat {event.seat} {_OUT_OF_TURN[event.held.act]}{to} out of turn."


def _sat(event: events.SeatTaken, rules: Rules) -> str:
    new = "; a new player waits for the big blind or posts" if event.new else ""
    chips = dollars(event.postings.get(stack_of(event.seat), 0))
    owes = " and blinds missed elsewhere" if event.missed else ""
    return f"seat {event.seat} is taken by {event.person}, with {chips}{owes}{new}."


def _left(event: events.SeatLeft, rules: Rules) -> str:
    return f"the player in seat {event.seat} leaves with {dollars(event.postings.get(purse_of(event.person), 0))}."


def _taken_back(event: events.CardsTakenBack, rules: Rules) -> str:
    where = {
        "stub": f"into the deck, to be shuffled{' and cut' if event.cut else ''}",
        "aside": "aside",
        "burns": "to the burn cards",
        "muck": "to the muck",
    }
    return f"{cards_told(event.cards)} {'goes' if len(event.cards) == 1 else 'go'} {where[event.to]}."


def _fees(event: events.FeesCollected, rules: Rules) -> str:
    what = "hour" if event.hourly else "hand"
    if len(event.players) < 2:
        return (
            f"seat {event.players[0]} pays {dollars(event.amount)} for the {what}."
            if event.players
            else "nobody can pay."
        )
    return f"{several('seat', event.players)} pay {dollars(event.amount)} each for the {what}."


def _who(event: events.BonusNotified | events.BonusAwarded | events.BonusDeclined | events.HandInspected) -> str:
    """A seat, or the person who has left it."""
    return f"{event.whose}, who has left seat {event.player}" if event.whose else f"seat {event.player}"


def _side(event: events.SideWagerSettled, rules: Rules) -> str:
    wager = f"seat {event.seat}'s {dollars(event.stake)} on {event.colour}"
    return f"{wager} wins {dollars(event.pays)}." if event.pays else f"{wager} loses."


def _folded(event: events.Folded, rules: Rules) -> str:
    if event.dead:
        return f"the hand of seat {event.seat} is dead: {event.dead}."
    return f"seat {event.seat} folds{'' if event.in_turn else ' out of turn'}."


def _sums(amounts: dict[int, int]) -> str:
    return ", ".join(f"seat {seat} {dollars(amount)}" for seat, amount in amounts.items())


def _undone(event: events.BettingUndone, rules: Rules) -> str:
    back = f": {_sums(event.amounts)} returned" if event.amounts else ""
    return f"the betting round is undone{back}."


def _put_right(event: events.HandsPutRight, rules: Rules) -> str:
    hands = "; ".join(f"seat {seat} has {cards_told(cards)}" for seat, cards in event.hands.items())
    return f"the hands are corrected: {hands}."


def _replaced(event: events.CardReplaced, rules: Rules) -> str:
    what = "becomes the first burn card" if event.to == "burns" else "goes to the muck"
    new = "the next card" if event.new is HIDDEN else event.new.symbol
    return f"seat {event.seat}'s {cards_told((event.card,))} {what}, and {new} replaces it."


def _misdealt(event: events.Misdealt, rules: Rules) -> str:
    stays = "all bets are returned" if event.all_back else "the blinds stay in and other bets are returned"
    return f"misdeal: {event.why}; {stays}, and the cards are shuffled, cut and dealt again."


_SOURCES = {"live": "", "house": " by the house", "seeded": " from a seed", "stacked": " into a chosen order"}

SENTENCES: dict[type[Event], Sentence] = sentences_of("croupier.poker", events) | {
    events.TableOpened: _opened,
    events.HandBegun: _begun,
    events.BlindPosted: _posted,
    events.FeesCollected: _fees,
    events.SideWagerSettled: _side,
    events.BonusNotified: lambda e, r: f"the dealer announces a bonus prize for {_who(e)}: {spoken(e.hand)}.",
    events.BonusAwarded: lambda e, r: (
        f"{e.by} verifies the {spoken(e.hand)} of {_who(e)}, who gets {dollars(e.cash) if e.cash else e.goods}."
    ),
    events.BonusDeclined: lambda e, r: (
        f"{e.by} finds that {_who(e)} has not won the bonus prize announced for a {spoken(e.hand)}."
        if e.by
        else f"the bonus prize of {_who(e)} for a {spoken(e.hand)} is cancelled with the hand."
    ),
    events.CardsShuffled: lambda e, r: f"the cards are shuffled{_SOURCES[e.source]}.",
    events.HandsDealt: _dealt,
    events.Checked: _checked,
    events.Called: lambda e, r: f"seat {e.seat} calls {dollars(e.amount)}{_all_in(e)}{_change(e)}.",
    events.Raised: _raised,
    events.Folded: _folded,
    events.ActedOutOfTurn: _held,
    events.CardDiscarded: _discarded,
    events.BoardDealt: _board,
    events.CommissionCollected: _commission,
    events.ShowdownBegun: lambda e, r: f"the hands are shown, seat {e.order[0]} first.",
    events.HandShown: _hand_shown,
    events.HandSeen: lambda e, r: (
        f"the hand of {e.whose}, who has left seat {e.seat}, is shown to the whole table: {cards_told(e.cards)}."
        if e.whose
        else f"seat {e.seat} shows the hand to the whole table: {cards_told(e.cards)}."
    ),
    events.HandInspected: lambda e, r: f"{e.by} inspects the hand of {_who(e)}: {cards_told(e.cards)}.",
    events.PotPushed: _pushed,
    events.SeatTaken: _sat,
    events.ChipsAdded: lambda e, r: f"seat {e.seat} adds {dollars(e.postings.get(stack_of(e.seat), 0))}.",
    events.SeatLeft: _left,
    events.SeatChanged: lambda e, r: (
        f"the player in seat {e.seat} moves to seat {e.to}"
        + (", too far to be dealt in for free." if e.penalty else ", which avoids blinds." if e.missed else ".")
    ),
    events.SeatDrawn: lambda e, r: (
        f"{e.winner} draws the highest card and gets seat {e.place}."
        if e.winner
        else f"the draw for seat {e.place} is tied: {' and '.join(e.tied)} draw again."
    ),
    events.ButtonPlaced: lambda e, r: (
        f"seat {e.seat} no longer has a button." if e.button == "none" else f"seat {e.seat} has the {e.button} button."
    ),
    events.BlindsMoved: lambda e, r: (
        (f"{several('seat', e.missed)} missed a blind; " if e.missed else "")
        + f"the last blind is at seat {e.positions[-1]}."
    ),
    events.ListJoined: lambda e, r: f"{e.person} is number {e.place + 1} on the waiting list.",
    events.CardsOpened: lambda e, r: (
        f"{cards_told(e.cards)} {'is' if len(e.cards) == 1 else 'are'} turned up by mistake."
    ),
    events.CardsTakenBack: _taken_back,
    events.StubShuffled: lambda e, r: (
        f"the rest of the deck is shuffled{_SOURCES[e.source]}{', with the card set aside' if e.aside else ''}."
    ),
    events.BettingUndone: _undone,
    events.HandCounted: lambda e, r: f"the hand at seat {e.place} has {counted('card', e.count)}.",
    events.HandsPutRight: _put_right,
    events.CardReplaced: _replaced,
    events.HandVoided: lambda e, r: (
        f"the hand of seat {e.seat} is void: {e.why}{f'; {dollars(e.amount)} is returned' if e.amount else ''}."
    ),
    events.PotReturned: lambda e, r: f"nobody is left to win the pot, so it is returned: {_sums(e.amounts)}.",
    events.Misdealt: _misdealt,
    events.ChangeAnnounced: lambda e, r: (
        f"change announced: {limits(e.options)}{_other(e.game)}{_from(e.takes_effect)}."
    ),
    events.CommissionChanged: lambda e, r: f"commission from now on: {charges(e.commission)}.",
    events.TableChanged: lambda e, r: f"from now on: {limits(e.options)}{_other(e.game)}.",
    events.LevelSet: lambda e, r: f"tournament level: {limits(e.options)}.",
    events.DisputeDecided: lambda e, r: (
        f"the dispute is {e.decision}{f', and {e.person} is paid {dollars(e.amount)}' if e.amount else ''}."
    ),
}

"""Pushing the pots: to the best hands, whole or halved, with odd chips by the rule, or to the last player left."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.strength import NO_LOW, category_of, low_named, named
from croupier.poker.commands import PushPots
from croupier.poker.commission import collected_now, none_for_equal_hands
from croupier.poker.endings import Half, HandEnded, HandMucked, PotPushed
from croupier.poker.events import UncalledReturned
from croupier.poker.pots import Pot, divided, pots, uncalled
from croupier.poker.rules import STREETS, Rules
from croupier.poker.showdown import Strengths, betting_over, strengths, to_show, wrong_number
from croupier.poker.table import CHIP_BOX, FLOAT, POT, SLIDE, Table, held_of
from croupier.poker.takings import CommissionDropped

ODD_CHIPS_TO_NEAREST = "odd_chips_to_nearest"
"""The other reading of odd chips: all of them go to the first winner clockwise from the button."""

_SUITS = {"c": "suit_clubs", "d": "suit_diamonds", "h": "suit_hearts", "s": "suit_spades"}
"""The suits from the lowest to the highest."""


def push_pots(rules: Rules, table: Table, command: PushPots) -> Decision:
    """Push every pot, the last side pot first; the commission is dropped and the hand is over."""
    in_hand = table.in_hand
    if len(in_hand) == 1 and (table.phase == "showdown" or betting_over(table)):
        return _to_the_last(rules, table)
    if table.phase != "showdown":
        return rules.refuse("not_time_to_push")
    hidden = [seat for seat in in_hand if not seat.shown]
    owed = [seat for seat in hidden if HIDDEN in seat.cards]
    values: Strengths = {} if owed else {seat.number: strengths(rules, table, seat) for seat in in_hand}
    every = pots(table)
    if hidden and not owed:
        owed = to_show([seat for number in table.showing if (seat := table.seats[number]).live], values, every)
    if owed:
        return rules.refuse("hand_not_shown", f"seat {owed[0].number} has yet to show or to muck")
    if table.side_open:
        return rules.refuse("side_wagers_not_settled")
    contesting = {seat.number: values[seat.number] for seat in in_hand if seat.shown}
    found = [_claimed(pot, contesting) for pot in every]
    alone = {pot.seats[0] for pot in found if pot.seats[0] not in contesting}
    passed = [seat.number for seat in hidden if seat.number not in alone]
    events: list[Event] = [HandMucked(seat=number, clauses=rules.cite("hand_mucked")) for number in passed]
    free = _free_of_commission(table, contesting)
    commission = _commission(rules, table, free)
    events += commission
    taken = table.collected + sum(getattr(event, "amount", 0) for event in commission)
    pushed: list[Event] = []
    for number, pot, rake in _raked(table, found, taken):
        pushed = [*_pushed(rules, table, number, pot.amount - rake, pot.seats, contesting), *pushed]
    return Accepted((*events, *pushed, *hand_over(rules, table, taken, free)))


def _claimed(pot: Pot, contesting: Strengths) -> Pot:
    """A pot with the hands shown for it, or the one player left to claim it, who need not show."""
    return Pot(pot.amount, tuple(seat for seat in pot.seats if seat in contesting) or pot.seats, pot.level)


def _raked(table: Table, found: list[Pot], taken: int) -> list[tuple[int, Pot, int]]:
    """Each pot with its part of the commission: the main pot bears it first, as far as its own percentage goes.

    What is left then, of an amount per hand or of a pot too small for its part, falls on the pots from the main one on.
    """
    if not taken:
        return [(number, pot, 0) for number, pot in enumerate(found)]
    charge, chip = table.options.commission, table.options.chip
    shares, left, seen = [], taken, 0
    for pot in found:
        seen += pot.amount
        own = seen * charge.percent // 100 // chip * chip - (taken - left)
        shares.append(min(max(own, 0), left, pot.amount))
        left -= shares[-1]
    for number, pot in enumerate(found):
        more = min(left, pot.amount - shares[number])
        shares[number] += more
        left -= more
    return list(zip(range(len(found)), found, shares, strict=True))


def _free_of_commission(table: Table, contesting: Strengths) -> str:
    """The ground on which a hand that comes to a showdown bears no percentage, or does though nobody else put in a chip."""
    if not table.options.commission.from_pots:
        return ""
    if not table.voluntary:
        return "only_blinds_no_commission"
    wagered = {number for number, seat in table.seats.items() if seat.put_in}
    if wagered != set(table.showing) or len(wagered) < 2 or table.dead or not table.options.commission.percent:
        return ""
    equal = set(contesting) == wagered and len(set(contesting.values())) == 1
    return "equal_hands_no_commission" if equal else "unequal_hands_commission"


def _commission(rules: Rules, table: Table, free: str) -> list[Event]:
    """What is still due, or put back because those who tie put in every chip."""
    if free == "equal_hands_no_commission":
        return none_for_equal_hands(rules, table)
    return collected_now(rules, table) if table.options.commission.from_pots else []


def _pushed(
    rules: Rules, table: Table, number: int, amount: int, seats: tuple[int, ...], contesting: Strengths
) -> list[Event]:
    """One pot to its winners: whole, or halved between high and low, what is odd to the high half."""
    if seats[0] not in contesting:
        return [_uncontested(rules, table, number, amount, seats[0], "last_player_wins")]
    best_low = max((contesting[seat][1] for seat in seats), default=NO_LOW)
    if best_low == NO_LOW:
        grounds = ("pot_pushed", "no_low_hand") if rules.low is not None else ("pot_pushed",)
        return [_half(rules, table, number, amount, seats, {seat: contesting[seat][0] for seat in seats}, "", *grounds)]
    chip = table.options.chip
    low_half = amount // 2 // chip * chip
    odd = ("odd_chip_to_high",) if low_half * 2 != amount else ()
    highs = {seat: contesting[seat][0] for seat in seats}
    lows = {seat: contesting[seat][1] for seat in seats}
    return [
        _half(rules, table, number, amount - low_half, seats, highs, "high", "pot_pushed", "high_half", *odd),
        _half(rules, table, number, low_half, seats, lows, "low", "pot_pushed", "low_half"),
    ]


def _half(
    rules: Rules,
    table: Table,
    number: int,
    amount: int,
    seats: tuple[int, ...],
    strength: dict[int, int],
    half: Half,
    *grounds: str,
) -> PotPushed:
    best = max(strength.values())
    winners = [seat for seat in seats if strength[seat] == best]
    odd: tuple[int, ...] = ()
    shares, why = {winners[0]: amount}, [*grounds, *_ranked(strength, best, half)]
    if len(winners) > 1:
        if not table.options.button:
            winners.sort(key=lambda seat: _by_suit(table.seats[seat].cards), reverse=True)
        nearest = ODD_CHIPS_TO_NEAREST in table.options.readings
        shares, odd = divided(amount, winners, table.options.chip, all_to_first=nearest)
        why.append("pot_divided")
        if odd:
            why += ["odd_chip_by_button"] if table.options.button else _suits(table, winners)
    return PotPushed(
        pot=number,
        amount=amount,
        shares=shares,
        half=half,
        odd=odd,
        hand=low_named(best) if half == "low" else named(best),
        clauses=rules.cite(*why),
        postings={POT: -amount} | {table.seats[seat].stack: share for seat, share in shares.items()},
    )


def _ranked(strength: dict[int, int], best: int, half: Half) -> list[str]:
    """By which rules of the order a hand wins: what it is, and whether that or its cards put it before the next."""
    if half == "low":
        return ["hand_low"]
    category = category_of(best)
    found = [f"hand_{category.name.lower()}"]
    beaten = [other for other in strength.values() if other < best]
    if beaten:
        found.append("cards_ranked" if category_of(max(beaten)) == category else "hands_ranked")
    return found


def _suits(table: Table, winners: list[int]) -> list[str]:
    """The grounds of odd chips by suit: with the suits of the two first, where their highest cards have one rank."""
    (first, *_), (second, *_) = (_by_suit(table.seats[seat].cards) for seat in winners[:2])
    suits = list(_SUITS.values())
    return ["odd_chip_by_suit", *([suits[first[1]], suits[second[1]]] if first[0] == second[0] else [])]


def _by_suit(cards: tuple[Card, ...]) -> tuple[tuple[int, int], ...]:
    """The hole cards from the highest down, suits deciding between equal ranks: spades, hearts, diamonds, clubs."""
    return tuple(sorted(((card.rank, list(_SUITS).index(card.suit)) for card in cards), reverse=True))


def _to_the_last(rules: Rules, table: Table) -> Decision:
    """One player is left and takes the pot; the hand need not be shown."""
    if table.side_open:
        return rules.refuse("side_wagers_not_settled")
    if (refusal := wrong_number(rules, table)) is not None:
        return refusal
    winner = table.in_hand[0]
    events: list[Event] = uncalled(rules, table)
    back = sum(event.amount for event in events if isinstance(event, UncalledReturned))
    commission = collected_now(rules, table, back) if table.options.commission.from_pots else []
    taken = table.collected + sum(getattr(event, "amount", 0) for event in commission)
    amount = table.pot - back - taken
    grounds = ["last_player_wins"]
    if table.phase != "showdown":
        grounds.append(f"alone_{STREETS[table.street]}")
    if table.options.commission.from_pots and not table.voluntary:
        grounds.append("only_blinds_no_commission")
    pushed = _uncontested(rules, table, 0, amount, winner.number, *grounds)
    return Accepted((*events, *commission, pushed, *hand_over(rules, table, taken)))


def _uncontested(rules: Rules, table: Table, number: int, amount: int, winner: int, *grounds: str) -> PotPushed:
    return PotPushed(
        pot=number,
        amount=amount,
        shares={winner: amount},
        clauses=rules.cite(*grounds),
        postings={POT: -amount, table.seats[winner].stack: amount},
    )


def hand_over(rules: Rules, table: Table, taken: int, free: str = "") -> list[Event]:
    """Drop the commission, and end the hand: winnings that were held join the stacks.

    `free` is the ground on which the hand bore no commission, if there is one.
    """
    events: list[Event] = []
    if taken:
        charge, alone = table.options.commission, table.options.standalone
        grounds = ["commission_to_float" if alone else "commission_dropped"] if charge.percent else []
        grounds += ["commission_per_hand_dropped"] if charge.per_hand else []
        dropped = {SLIDE: -taken, FLOAT if alone else CHIP_BOX: taken}
        events.append(CommissionDropped(amount=taken, clauses=rules.cite(*grounds), postings=dropped))
    held = {number: table.money.get(held_of(number), 0) for number in table.seats}
    postings: dict[str, int] = {}
    for number, amount in held.items():
        if amount:
            postings |= {held_of(number): -amount, table.seats[number].stack: amount}
    why = ["hand_over", *(["side_winnings_join"] if postings else []), *([free] if free else [])]
    events.append(HandEnded(clauses=rules.cite(*why), postings=postings))
    return events

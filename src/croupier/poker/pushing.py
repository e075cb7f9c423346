"""Pushing the pots: to the best hands, whole or halved, with odd chips by the rule, or to the last player left."""

from croupier.kernel.accounts import FLOAT, Account, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import Card
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.hands import Category
from croupier.kernel.money import moving
from croupier.kernel.strength import NO_LOW, category_of, low_named, named
from croupier.poker import commands, events
from croupier.poker.commission import collected_now, none_for_equal_hands
from croupier.poker.pots import Pot, divided, pots, uncalled
from croupier.poker.rules import STREETS, Rules
from croupier.poker.showdown import Strengths, betting_over, strengths, wrong_number
from croupier.poker.state import CHIP_BOX, POT, SLIDE, State, held_of

ODD_CHIPS_TO_NEAREST = "odd_chips_to_nearest"
"""The other reading of odd chips: all of them go to the first winner clockwise from the button."""

_SUITS = {"c": "suit_clubs", "d": "suit_diamonds", "h": "suit_hearts", "s": "suit_spades"}
"""The name of a suit among the grounds."""
_KINDS = {category: f"hand_{category.name.lower()}" for category in Category}
"""The name of a kind of hand among the grounds."""


def push_pots(rules: Rules, table: State, command: commands.PushPots, said: Said) -> Decision:
    """Push every pot, the last side pot first; the commission is dropped and the hand is over."""
    hand = table.hand
    in_hand = hand.in_hand
    if len(in_hand) == 1 and (hand.phase == "showdown" or betting_over(hand, in_hand)):
        return _to_the_last(rules, table)
    if hand.phase != "showdown":
        return rules.refuse("not_time_to_push")
    down = [player for player in in_hand if not player.shown]
    if down and not hand.opened:
        return rules.refuse("hand_not_shown", f"seat {down[0].number} must show or muck first")
    if hand.side_open:
        return rules.refuse("side_wagers_not_settled")
    contesting = strengths(rules, hand, [player for player in in_hand if player.shown])
    claimed = [_claimed(pot, contesting) for pot in pots(hand)]
    claiming = {pot.seats[0] for pot in claimed}  # players who need not show, because they have a pot alone
    passed = [player.number for player in down if player.number not in claiming]
    mucked = rules.cite("hand_mucked")
    done: list[Event] = [events.HandMucked(seat=number, clauses=mucked) for number in passed]
    free = _free_of_commission(rules, table, contesting) if table.options.commission.from_pots else ""
    if free == "equal_hands_no_commission":  # the tied players put in every chip, so the commission is put back
        commission = none_for_equal_hands(rules, table)
    else:
        commission = collected_now(rules, table) if table.options.commission.from_pots else []
    done += commission
    taken = hand.collected + sum([event.amount for event in commission])
    pushed: list[Event] = []
    for number, pot, rake in _raked(table, claimed, taken):
        pushed = [*_pushed(rules, table, number, pot.amount - rake, pot.seats, contesting), *pushed]
    return Accepted((*done, *pushed, *hand_over(rules, table, taken, free)))


def _claimed(pot: Pot, contesting: Strengths) -> Pot:
    """A pot with the hands shown for it, or the one player left to claim it, who need not show."""
    return Pot(pot.amount, tuple([seat for seat in pot.seats if seat in contesting]) or pot.seats, pot.level)


def _raked(table: State, pots: list[Pot], taken: int) -> list[tuple[int, Pot, int]]:
    """Each pot with its part of the commission: the main pot pays it first, up to its own percentage.

    The rest, from an amount per hand or from a pot too small for its part, falls on the pots from the main one on.
    """
    if not taken:
        return [(number, pot, 0) for number, pot in enumerate(pots)]
    charge, chip = table.options.commission, table.options.chip
    shares, left, seen = [], taken, 0
    for pot in pots:
        seen += pot.amount
        own = charge.share(seen, chip) - (taken - left)
        shares.append(min(max(own, 0), left, pot.amount))
        left -= shares[-1]
    for number, pot in enumerate(pots):
        more = min(left, pot.amount - shares[number])
        shares[number] += more
        left -= more
    return list(zip(range(len(pots)), pots, shares, strict=True))


def _free_of_commission(rules: Rules, table: State, contesting: Strengths) -> str:
    """The ground for taking no percentage from a hand at showdown, or for taking one although nobody else put in a chip."""
    if not table.hand.voluntary:
        return "only_blinds_no_commission"
    wagered = {number for number, player in table.hand.players.items() if player.put_in}
    if (
        wagered != set(table.hand.showing)
        or len(wagered) < rules.number("equal_hands_without_commission")
        or table.hand.dead
        or not table.options.commission.percent
    ):
        return ""
    equal = set(contesting) == wagered and len(set(contesting.values())) == 1
    return "equal_hands_no_commission" if equal else "unequal_hands_commission"


def _pushed(rules: Rules, table: State, number: int, amount: int, seats: tuple[int, ...], contesting: Strengths) -> list[Event]:
    """One pot to its winners: whole, or split between high and low, with the odd part to the high half."""
    if seats[0] not in contesting:
        return [_uncontested(rules, number, amount, seats[0], "last_player_wins")]
    highs = {seat: contesting[seat][0] for seat in seats}
    if rules.lows is None:
        return [_half(rules, table, number, amount, seats, highs, "", "pot_pushed")]
    lows = {seat: contesting[seat][1] for seat in seats}
    if max(lows.values()) == NO_LOW:
        return [_half(rules, table, number, amount, seats, highs, "", "pot_pushed", "no_low_hand")]
    chip = table.options.chip
    low_half = amount // 2 // chip * chip
    odd = ("odd_chip_to_high",) if low_half * 2 != amount else ()
    return [
        _half(rules, table, number, amount - low_half, seats, highs, "high", "pot_pushed", "high_half", *odd),
        _half(rules, table, number, low_half, seats, lows, "low", "pot_pushed", "low_half"),
    ]


def _half(
    rules: Rules,
    table: State,
    number: int,
    amount: int,
    seats: tuple[int, ...],
    strength: dict[int, int],
    half: events.Half,
    *grounds: str,
) -> events.PotPushed:
    best = max(strength.values())
    winners = [seat for seat in seats if strength[seat] == best]
    odd: tuple[int, ...] = ()
    shares, why = {winners[0]: amount}, [*grounds, *_ranked(strength, best, half)]
    if len(winners) >= rules.number("equal_hands_share"):
        if not table.options.button:
            winners.sort(key=lambda seat: _by_suit(rules, table.hand.players[seat].cards), reverse=True)
        nearest = ODD_CHIPS_TO_NEAREST in table.options.readings
        shares, odd = divided(amount, winners, table.options.chip, all_to_first=nearest)
        why.append("pot_divided")
        if odd:
            why += ["odd_chip_by_button"] if table.options.button else _suits(rules, table, winners)
    return events.PotPushed(
        pot=number,
        amount=amount,
        shares=shares,
        half=half,
        odd=odd,
        hand=low_named(best) if half == "low" else named(best),
        clauses=rules.cite(*why),
        postings=moving(amount, POT, stack_of(winners[0]))
        if len(shares) == 1
        else {POT: -amount, **{stack_of(seat): share for seat, share in shares.items()}},
    )


def _ranked(strength: dict[int, int], best: int, half: events.Half) -> list[str]:
    """By which rules of the order a hand wins: its kind, and whether that or its cards put it ahead of the next."""
    if half == "low":
        return ["hand_low"]
    category = category_of(best)
    if not (beaten := [other for other in strength.values() if other < best]):
        return [_KINDS[category]]
    return [_KINDS[category], "cards_ranked" if category_of(max(beaten)) is category else "hands_ranked"]


def _suits(rules: Rules, table: State, winners: list[int]) -> list[str]:
    """The grounds for odd chips by suit: with the suits of the first two, if their highest cards have the same rank."""
    (first, *_), (second, *_) = (_by_suit(rules, table.hand.players[seat].cards) for seat in winners[:2])
    return ["odd_chip_by_suit", *([_SUITS[first[2]], _SUITS[second[2]]] if first[0] == second[0] else [])]


def _by_suit(rules: Rules, cards: tuple[Card, ...]) -> list[tuple[int, int, str]]:
    """The hole cards from the highest down, suits deciding between equal ranks by their places in the book."""
    return sorted(((card.rank, -rules.suits[card.suit], card.suit) for card in cards), reverse=True)


def _to_the_last(rules: Rules, table: State) -> Decision:
    """One player is left and takes the pot; the hand need not be shown."""
    hand = table.hand
    if hand.side_open:
        return rules.refuse("side_wagers_not_settled")
    if (refusal := wrong_number(rules, hand.in_hand)) is not None:
        return refusal
    winner = hand.in_hand[0]
    returned = uncalled(rules, hand)
    back = sum(event.amount for event in returned)
    commission = collected_now(rules, table) if table.options.commission.from_pots else []
    taken = hand.collected + sum(event.amount for event in commission)
    amount = table.pot - back - taken
    alone = f"alone_{STREETS[hand.street]}" if hand.phase != "showdown" else ""
    free = "only_blinds_no_commission" if table.options.commission.from_pots and not hand.voluntary else ""
    pushed = _uncontested(rules, 0, amount, winner.number, "last_player_wins", alone, free)
    return Accepted((*returned, *commission, pushed, *hand_over(rules, table, taken)))


def _uncontested(rules: Rules, number: int, amount: int, winner: int, *grounds: str) -> events.PotPushed:
    return events.PotPushed(
        pot=number,
        amount=amount,
        shares={winner: amount},
        clauses=rules.cite(*grounds),
        postings=moving(amount, POT, stack_of(winner)),
    )


def hand_over(rules: Rules, table: State, taken: int, free: str = "") -> list[Event]:
    """Drop the commission, and end the hand: held winnings join the stacks.

    `free` is the ground for taking no commission from the hand, if there is one.
    """
    done: list[Event] = []
    if taken:
        charge, alone = table.options.commission, table.options.standalone
        grounds = ["commission_to_float" if alone else "commission_dropped"] if charge.percent else []
        grounds += ["commission_per_hand_dropped"] if charge.per_hand else []
        dropped = {SLIDE: -taken, FLOAT if alone else CHIP_BOX: taken}
        done.append(events.CommissionDropped(amount=taken, clauses=rules.cite(*grounds), postings=dropped))
    postings: dict[Account, int] = {}
    for number, seat in table.seats.items() if table.options.flop_chase[1] or table.options.bonuses else ():
        if amount := table.money.get(held_of(number)):
            postings |= {held_of(number): -amount, seat.stack: amount}
    clauses = rules.cite("hand_over", "side_winnings_join" if postings else "", free)
    done.append(events.HandEnded(clauses=clauses, postings=postings))
    return done

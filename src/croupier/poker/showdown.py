"""The showdown: hands are shown in order, read, and the pots pushed; or the last player left takes all."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.strength import NO_LOW, low_named, named
from croupier.poker.commands import AskToSee, MuckHand, OpenHands, PushPots, ShowHand
from croupier.poker.commission import collected_now, none_for_equal_hands
from croupier.poker.deal import discards_due
from croupier.poker.events import (
    CommissionDropped,
    HandEnded,
    HandMucked,
    HandShown,
    PotPushed,
    ShowdownBegun,
    UncalledReturned,
)
from croupier.poker.pots import Pot, divided, pots, uncalled
from croupier.poker.rules import STREETS, Rules
from croupier.poker.table import CHIP_BOX, FLOAT, POT, SLIDE, Seat, Table, held_of

Strengths = dict[int, tuple[int, int]]


def betting_over(table: Table) -> bool:
    """Whether all betting of the hand is over and there is something to show or to push."""
    quiet = table.phase == "betting" and not table.turn and not table.owed
    return quiet and (len(table.board) == 5 or len(table.in_hand) < 2)


def show_order(table: Table) -> tuple[int, ...]:
    """Who shows in which order: who was called first, or else the first left of the button, then clockwise."""
    live = [seat.number for seat in table.in_hand]
    first = table.opener if table.opener in live else live[0]
    start = live.index(first)
    return (*live[start:], *live[:start])


def _begun(rules: Rules, table: Table) -> Refused | list[Event]:
    """What opens the showdown, if it is not open yet."""
    if table.phase == "showdown":
        return []
    if not betting_over(table) or discards_due(rules, table):
        return rules.refuse("not_time_to_show")
    if len(table.in_hand) < 2:
        return rules.refuse("one_player_left")
    begun = ShowdownBegun(order=show_order(table), clauses=rules.cite("showdown", "show_order"))
    return [*uncalled(rules, table), begun]


def strengths(rules: Rules, table: Table, seat: Seat) -> tuple[int, int]:
    """The high and the low strength of a hand that is on record."""
    low = NO_LOW if rules.low is None else rules.low(seat.cards, table.board)
    return rules.high(seat.cards, table.board), low


def shown(rules: Rules, table: Table, seat: Seat, cards: tuple[Card, ...], *why: str, live: bool = True) -> HandShown:
    high = rules.high(cards, table.board)
    low = NO_LOW if rules.low is None else rules.low(cards, table.board)
    return HandShown(
        seat=seat.number,
        cards=cards,
        hand=named(high),
        low="" if low == NO_LOW else low_named(low),
        live=live,
        clauses=rules.cite("hand_shown", *why),
    )


def show_hand(rules: Rules, table: Table, command: ShowHand) -> Decision:
    begun = _begun(rules, table)
    if isinstance(begun, Refused):
        return begun
    seat = table.seats.get(command.seat)
    if seat is None or not seat.live:
        return rules.refuse("not_in_hand")
    if seat.shown:
        return rules.refuse("hand_shown_already")
    cards = faces(rules, table, seat, command.cards)
    if isinstance(cards, Refused):
        return cards
    return Accepted((*begun, shown(rules, table, seat, cards)))


def faces(rules: Rules, table: Table, seat: Seat, given: tuple[Card, ...]) -> tuple[Card, ...] | Refused:
    """The faces of a hand: as recorded, or as somebody says who sees them."""
    if HIDDEN not in seat.cards:
        if given and sorted(map(str, given)) != sorted(map(str, seat.cards)):
            return Refused("card_twice", f"seat {seat.number} does not hold these cards")
        return seat.cards
    if len(given) != len(seat.cards) or HIDDEN in given:
        return rules.refuse("hand_needs_faces", f"say the {len(seat.cards)} cards of seat {seat.number}")
    if (double := twice([*given, *table.known_cards()])) is not None:
        return Refused("card_twice", f"{double} lies somewhere else")
    return given


def muck_hand(rules: Rules, table: Table, command: MuckHand) -> Decision:
    begun = _begun(rules, table)
    if isinstance(begun, Refused):
        return begun
    seat = table.seats.get(command.seat)
    if seat is None or not seat.live:
        return rules.refuse("not_in_hand")
    if seat.shown:
        return rules.refuse("hand_shown_already")
    if len(table.in_hand) == 1:
        return rules.refuse("last_hand_stays")
    return Accepted((*begun, HandMucked(seat=command.seat, clauses=rules.cite("hand_mucked"))))


def open_hands(rules: Rules, table: Table, command: OpenHands) -> Decision:
    """Turn up every hand that must be shown: the first, and each that equals or beats the best so far in either half."""
    begun = _begun(rules, table)
    if isinstance(begun, Refused):
        return begun
    order = table.showing or list(show_order(table))
    live = [table.seats[number] for number in order if table.seats[number].live]
    if any(HIDDEN in seat.cards for seat in live if not seat.shown):
        return rules.refuse("hand_needs_faces", "the hands are not on record: show them one by one")
    events = list(begun)
    back = {event.seat: event.amount for event in begun if isinstance(event, UncalledReturned)}
    for seat in must_show(rules, table, live, back):
        high, low = strengths(rules, table, seat)
        low_name = "" if low == NO_LOW else low_named(low)
        clauses = rules.cite("hand_shown")
        events.append(HandShown(seat=seat.number, cards=seat.cards, hand=named(high), low=low_name, clauses=clauses))
    return Accepted(tuple(events)) if events else rules.refuse("all_hands_shown")


def must_show(rules: Rules, table: Table, live: list[Seat], back: dict[int, int]) -> list[Seat]:
    """The hands still to be turned up, pot by pot from the last side pot to the main pot: in each the first to show, and
    every hand that equals or beats the best before it, high or low.
    """
    showing: list[Seat] = []
    for pot in reversed(pots(table, back)):
        best = best_low = NO_LOW
        for seat in live:
            if seat.number not in pot.seats:
                continue
            high, low = strengths(rules, table, seat)
            seen = seat.shown or seat in showing
            if not seen and (high < best and (low == NO_LOW or low < best_low)):
                continue
            best, best_low = max(best, high), max(best_low, low)
            if not seen:
                showing.append(seat)
    return showing


def push_pots(rules: Rules, table: Table, command: PushPots) -> Decision:
    """Push every pot, the last side pot first; the commission is dropped and the hand is over."""
    if table.phase == "betting" and betting_over(table) and len(table.in_hand) == 1:
        return _to_the_last(rules, table)
    if table.phase != "showdown":
        return rules.refuse("not_time_to_push")
    hidden = [seat for seat in table.in_hand if not seat.shown]
    live = [table.seats[number] for number in table.showing if table.seats[number].live]
    owed = [seat for seat in hidden if HIDDEN in seat.cards] or must_show(rules, table, live, {})
    if owed:
        return rules.refuse("hand_not_shown", f"seat {owed[0].number} has yet to show or to muck")
    if table.side_open:
        return rules.refuse("side_wagers_not_settled")
    events: list[Event] = [HandMucked(seat=seat.number, clauses=rules.cite("hand_mucked")) for seat in hidden]
    contesting = {seat.number: strengths(rules, table, seat) for seat in table.in_hand if seat.shown}
    free = _free_of_commission(table, contesting)
    commission = _commission(rules, table, free)
    events += commission
    taken = table.collected + sum(getattr(event, "amount", 0) for event in commission)
    found = [Pot(pot.amount, tuple(seat for seat in pot.seats if seat in contesting)) for pot in pots(table)]
    pushed: list[Event] = []
    for number, pot, rake in _raked(rules, table, found, taken):
        pushed = [
            *_pushed(rules, table, number, pot.amount - rake, pot.seats or tuple(contesting), contesting),
            *pushed,
        ]
    return Accepted((*events, *pushed, *hand_over(rules, table, taken, free)))


def _raked(rules: Rules, table: Table, found: list[Pot], taken: int) -> list[tuple[int, Pot, int]]:
    """Each pot with its part of the commission: the main pot bears it first, as far as its own percentage goes."""
    charge, chip = table.options.commission, table.options.chip
    rows, left, seen = [], taken, 0
    for number, pot in enumerate(found):
        seen += pot.amount
        last = number == len(found) - 1
        share = (
            left
            if last or not charge.percent
            else min(left, seen * charge.percent // 100 // chip * chip - (taken - left))
        )
        share = min(max(share, 0), pot.amount)
        rows.append((number, pot, share))
        left -= share
    return rows


def _free_of_commission(table: Table, contesting: Strengths) -> str:
    """The ground on which a hand that comes to a showdown bears no percentage, if there is one."""
    if not table.options.commission.from_pots:
        return ""
    if not table.voluntary:
        return "only_blinds_no_commission"
    alone = set(contesting) == {number for number in table.ring if table.seats[number].put_in} and not table.dead
    equal = len(contesting) > 1 and len(set(contesting.values())) == 1
    return "equal_hands_no_commission" if alone and equal and table.options.commission.percent else ""


def _commission(rules: Rules, table: Table, free: str) -> list[Event]:
    """What is still due, or put back because those who tie put in every chip."""
    if free == "equal_hands_no_commission":
        return none_for_equal_hands(rules, table)
    return collected_now(rules, table) if table.options.commission.from_pots else []


def _pushed(
    rules: Rules, table: Table, number: int, amount: int, seats: tuple[int, ...], contesting: Strengths
) -> list[Event]:
    """One pot to its winners: whole, or halved between high and low, what is odd to the high half."""
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
    half: str,
    *grounds: str,
) -> PotPushed:
    best = max(strength.values())
    winners = [seat for seat in seats if strength[seat] == best]
    odd: tuple[int, ...] = ()
    shares, why = {winners[0]: amount}, list(grounds)
    if len(winners) > 1:
        if not table.options.button:
            winners.sort(key=lambda seat: _by_suit(table.seats[seat].cards), reverse=True)
        shares, odd = divided(amount, winners, table.options.chip)
        why.append("pot_divided")
        if odd:
            why.append("odd_chip_by_button" if table.options.button else "odd_chip_by_suit")
    return PotPushed(
        pot=number,
        amount=amount,
        shares=shares,
        half=half,  # type: ignore[arg-type]
        odd=odd,
        hand=low_named(best) if half == "low" else named(best),
        clauses=rules.cite(*why),
        postings={POT: -amount} | {table.seats[seat].stack: share for seat, share in shares.items()},
    )


def _by_suit(cards: tuple[Card, ...]) -> tuple[tuple[int, int], ...]:
    """The hole cards from the highest down, suits deciding between equal ranks: spades, hearts, diamonds, clubs."""
    return tuple(sorted(((card.rank, "cdhs".index(card.suit)) for card in cards), reverse=True))


def _to_the_last(rules: Rules, table: Table) -> Decision:
    """One player is left and takes the pot; the hand need not be shown."""
    if table.side_open:
        return rules.refuse("side_wagers_not_settled")
    winner = table.in_hand[0]
    events: list[Event] = uncalled(rules, table)
    back = sum(event.amount for event in events if isinstance(event, UncalledReturned))
    commission = collected_now(rules, table, back) if table.options.commission.from_pots else []
    taken = table.collected + sum(getattr(event, "amount", 0) for event in commission)
    amount = table.pot - back - taken
    grounds = ["last_player_wins", f"alone_{STREETS[table.street]}"]
    if table.options.commission.from_pots and not table.voluntary:
        grounds.append("only_blinds_no_commission")
    pushed = PotPushed(
        pot=0,
        amount=amount,
        shares={winner.number: amount},
        clauses=rules.cite(*grounds),
        postings={POT: -amount, winner.stack: amount},
    )
    return Accepted((*events, *commission, pushed, *hand_over(rules, table, taken)))


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


def ask_to_see(rules: Rules, table: Table, command: AskToSee) -> Decision:
    """A player at the table asks to see a hand of the showdown; one passed in is live again only if a winner asks."""
    if table.phase != "showdown":
        return rules.refuse("not_time_to_show")
    seat = table.seats.get(command.whose)
    if command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if seat is None or command.whose not in table.showing:
        return rules.refuse("not_in_showdown")
    if seat.shown:
        return rules.refuse("hand_shown_already")
    cards = faces(rules, table, seat, command.cards)
    if isinstance(cards, Refused):
        return cards
    if not seat.mucked:
        return Accepted((shown(rules, table, seat, cards, "asked_to_see"),))
    live = _would_win(rules, table, command.seat)
    ground = "mucked_hand_live" if live else "mucked_hand_dead"
    return Accepted((shown(rules, table, seat, cards, "asked_to_see", ground, live=live),))


def _would_win(rules: Rules, table: Table, number: int) -> bool:
    """Whether a player, by the hands shown so far, would win all or part of any pot."""
    contesting = {seat.number: strengths(rules, table, seat) for seat in table.in_hand if seat.shown}
    if number not in contesting:
        return False
    for pot in pots(table):
        rivals = [contesting[seat] for seat in pot.seats if seat in contesting]
        if number in pot.seats and rivals:
            high, low = contesting[number]
            if high == max(rival[0] for rival in rivals) or (
                low != NO_LOW and low == max(rival[1] for rival in rivals)
            ):
                return True
    return False

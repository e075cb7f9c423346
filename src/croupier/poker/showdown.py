"""The showdown: hands are shown in order and read, passed in, asked for; and hands that are looked at afterwards."""

from __future__ import annotations

from croupier.kernel.cards import HIDDEN, Card, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.strength import NO_LOW, low_named, named
from croupier.poker.commands import AgreeToSplit, AskToSee, InspectHand, MuckHand, OpenHands, ShowHand, ShowTo
from croupier.poker.deal import discards_due, right_number
from croupier.poker.endings import HandInspected, HandMucked, HandSeen, HandShown, HandShownTo, ShowdownBegun
from croupier.poker.events import UncalledReturned
from croupier.poker.pots import Pot, pots, uncalled
from croupier.poker.rules import Rules
from croupier.poker.table import Seat, Table

Strengths = dict[int, tuple[int, int]]

LAST_BETTOR_SHOWS = "last_bettor_shows_first"
"""The other reading of who shows first when everybody checks at the end: the last to have bet in an earlier round."""


def betting_over(table: Table) -> bool:
    """Whether all betting of the hand is over and there is something to show or to push."""
    if table.phase not in ("betting", "discard"):
        return False
    if len(table.in_hand) < 2:
        return table.phase == "discard" or not table.turn
    return table.phase == "betting" and not table.turn and not table.owed and len(table.board) == 5


def show_order(table: Table) -> tuple[int, ...]:
    """Who shows in which order: who was called first, or else the first left of the button, then clockwise.

    Where nobody could act in the final round any more, who was called is the last to have bet or raised in the hand.
    """
    live = [seat.number for seat in table.in_hand]
    by_hand = not table.actors or LAST_BETTOR_SHOWS in table.options.readings
    called = table.bettor if by_hand else table.opener
    first = called if called in live else live[0]
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
    if (refusal := wrong_number(rules, table)) is not None:
        return refusal
    begun = ShowdownBegun(order=show_order(table), clauses=rules.cite("showdown", "show_order"))
    return [*uncalled(rules, table), begun]


def wrong_number(rules: Rules, table: Table) -> Refused | None:
    """A hand with the wrong number of cards wins nothing: it is reported first."""
    for seat in table.in_hand:
        if len(seat.cards) != right_number(rules, seat):
            return rules.refuse("wrong_number_of_cards", f"seat {seat.number} has {len(seat.cards)} cards: report it")
    return None


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


def _unshown(rules: Rules, table: Table, number: int) -> tuple[list[Event], Seat] | Refused:
    """What opens the showdown, if it is not open yet, and the live hand of a seat that nobody has seen."""
    begun = _begun(rules, table)
    if isinstance(begun, Refused):
        return begun
    seat = table.seats.get(number)
    if seat is None or not seat.live:
        return rules.refuse("not_in_hand")
    return rules.refuse("hand_shown_already") if seat.shown else (begun, seat)


def show_hand(rules: Rules, table: Table, command: ShowHand) -> Decision:
    unshown = _unshown(rules, table, command.seat)
    if isinstance(unshown, Refused):
        return unshown
    begun, seat = unshown
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
    seen = {card for card in seat.cards if card is not HIDDEN}
    if not seen <= set(given):
        return Refused("card_twice", f"seat {seat.number} does not hold these cards")
    if (double := twice([*given, *(table.known_cards() - seen)])) is not None:
        return Refused("card_twice", f"{double} lies somewhere else")
    return given


def muck_hand(rules: Rules, table: Table, command: MuckHand) -> Decision:
    unshown = _unshown(rules, table, command.seat)
    if isinstance(unshown, Refused):
        return unshown
    begun, _ = unshown
    back = {event.seat: event.amount for event in begun if isinstance(event, UncalledReturned)}
    if any(pot.seats == (command.seat,) for pot in pots(table, back)):
        return rules.refuse("last_hand_stays")
    return Accepted((*begun, HandMucked(seat=command.seat, clauses=rules.cite("hand_mucked"))))


def open_hands(rules: Rules, table: Table, command: OpenHands) -> Decision:
    """Turn up every hand that must be shown: the first, and each that equals or beats the best so far in either half."""
    begun = _begun(rules, table)
    if isinstance(begun, Refused):
        return begun
    order = table.showing or next(list(event.order) for event in begun if isinstance(event, ShowdownBegun))
    live = [table.seats[number] for number in order if table.seats[number].live]
    if any(HIDDEN in seat.cards for seat in live if not seat.shown):
        return rules.refuse("hand_needs_faces", "the hands are not on record: show them one by one")
    events = list(begun)
    back = {event.seat: event.amount for event in begun if isinstance(event, UncalledReturned)}
    values = {seat.number: strengths(rules, table, seat) for seat in live}
    for seat in to_show(live, values, pots(table, back)):
        high, low = values[seat.number]
        low_name = "" if low == NO_LOW else low_named(low)
        clauses = rules.cite("hand_shown")
        events.append(HandShown(seat=seat.number, cards=seat.cards, hand=named(high), low=low_name, clauses=clauses))
    return Accepted(tuple(events)) if events else rules.refuse("all_hands_shown")


def must_show(rules: Rules, table: Table, live: list[Seat], back: dict[int, int]) -> list[Seat]:
    """The hands still to be turned up, of those that are live, in the order of showing."""
    return to_show(live, {seat.number: strengths(rules, table, seat) for seat in live}, pots(table, back))


def to_show(live: list[Seat], values: Strengths, found: list[Pot]) -> list[Seat]:
    """The hands still to be turned up, pot by pot from the last side pot to the main pot: in each the first to show, and
    every hand that equals or beats the best before it, high or low. Who alone can claim a pot need not show for it.
    """
    showing: list[Seat] = []
    for pot in reversed(found):
        if len(pot.seats) == 1:
            continue
        best = best_low = NO_LOW
        for seat in live:
            if seat.number not in pot.seats:
                continue
            high, low = values[seat.number]
            seen = seat.shown or seat in showing
            if not seen and (high < best and (low == NO_LOW or low < best_low)):
                continue
            best = high if high > best else best
            best_low = low if low > best_low else best_low
            if not seen:
                showing.append(seat)
    return showing


def ask_to_see(rules: Rules, table: Table, command: AskToSee) -> Decision:
    """A player at the table asks to see a hand of the showdown; one passed in is live again only if a winner asks.

    After the hand the same is asked of a player who had shown the hand to another.
    """
    if table.phase == "between" and table.hand:
        return _ask_afterwards(rules, table, command)
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
    live = _would_win(rules, table, command.seat, seat)
    ground = "mucked_hand_live" if live else "mucked_hand_dead"
    return Accepted((shown(rules, table, seat, cards, "asked_to_see", ground, live=live),))


def _ask_afterwards(rules: Rules, table: Table, command: AskToSee) -> Decision:
    seat = table.seats.get(command.whose)
    if seat is None or command.seat not in table.seats:
        return rules.refuse("nobody_sits_there")
    if seat.shown:
        return rules.refuse("hand_shown_already")
    if not seat.shown_to:
        return rules.refuse("not_shown_to_anybody")
    cards = faces(rules, table, seat, command.cards)
    if isinstance(cards, Refused):
        return cards
    return Accepted((HandSeen(seat=command.whose, cards=cards, clauses=rules.cite("shown_to_all")),))


def show_to(rules: Rules, table: Table, command: ShowTo) -> Decision:
    """A player lets another one look; what that does to the hand in play is for somebody to rule."""
    seat = table.seats.get(command.seat)
    if seat is None or command.to not in table.seats or command.to == command.seat:
        return rules.refuse("nobody_sits_there", "a hand is shown to another player at the table")
    if not seat.cards:
        return rules.refuse("not_in_hand")
    shown = HandShownTo(seat=command.seat, to=command.to, cards=seat.cards, clauses=rules.cite("shown_to_another"))
    return Accepted((shown,))


def inspect_hand(rules: Rules, table: Table, command: InspectHand) -> Decision:
    if table.phase != "between" or not table.hand:
        return rules.refuse("hand_not_over")
    seat = table.seats.get(command.player)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if not seat.cards:
        return rules.refuse("not_in_hand")
    cards = faces(rules, table, seat, command.cards)
    if isinstance(cards, Refused):
        return cards
    seen = HandInspected(player=command.player, cards=cards, by=command.by, clauses=rules.cite("hand_inspected"))
    return Accepted((seen,))


def agree_to_split(rules: Rules, table: Table, command: AgreeToSplit) -> Decision:
    return rules.refuse("no_agreed_split")


def _would_win(rules: Rules, table: Table, number: int, mucked: Seat) -> bool:
    """Whether a player, by the hands shown so far, would win all or part of any pot that the other hand contested."""
    contesting = {seat.number: strengths(rules, table, seat) for seat in table.in_hand if seat.shown}
    if number not in contesting:
        return False
    for pot in pots(table):
        if mucked.put_in < pot.level:
            continue
        rivals = [contesting[seat] for seat in pot.seats if seat in contesting]
        if number in pot.seats and rivals:
            high, low = contesting[number]
            if high == max(rival[0] for rival in rivals) or (
                low != NO_LOW and low == max(rival[1] for rival in rivals)
            ):
                return True
    return False

"""Shuffle, cut, hole cards, discards and the board, for cards that the house software deals and for a dealer's own."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.kernel.cards import HIDDEN, Card, full_deck, twice
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.commands import Cut, Deal, DealBoard, Discard, Shuffle, ShuffleStub
from croupier.poker.commission import collected_now
from croupier.poker.corrections import StubShuffled
from croupier.poker.events import BoardDealt, CardDiscarded, CardsCut, CardsShuffled, DiscardsAsked, HandsDealt
from croupier.poker.pots import uncalled
from croupier.poker.rules import Rules
from croupier.poker.table import Seat, Table

FLOP = 3
BOARD_GROUNDS = {0: "flop_dealt", FLOP: "fourth_card_dealt", 4: "fifth_card_dealt"}


def shuffle(rules: Rules, table: Table, command: Shuffle) -> Decision:
    if table.phase != "blinds":
        return rules.refuse("not_time_to_shuffle")
    if table.shuffled:
        return rules.refuse("cards_shuffled_already")
    if command.deck and (wrong := full_deck(command.deck)):
        return rules.refuse("deck_not_complete", wrong)
    deck = command.deck or (HIDDEN,) * 52
    return Accepted((CardsShuffled(deck=deck, clauses=rules.cite("cards_shuffled")),))


def cut(rules: Rules, table: Table, command: Cut) -> Decision:
    if not table.shuffled:
        return rules.refuse("cards_not_shuffled")
    if table.cut:
        return rules.refuse("cards_cut_already")
    if not 1 <= command.place <= 51:
        return rules.refuse("cut_divides_deck")
    return Accepted((CardsCut(place=command.place, clauses=rules.cite("cards_cut")),))


def deal(rules: Rules, table: Table, command: Deal) -> Decision:
    """Every player's cards at once, one at a time clockwise from the left of the button."""
    if table.phase != "blinds":
        return rules.refuse("dealt_already" if table.phase != "between" else "no_hand_begun")
    if waiting := due(table):
        return rules.refuse("blind_not_posted", f"seat {next(iter(waiting))} has yet to post a blind")
    if not (table.shuffled and table.cut):
        return rules.refuse("cards_not_shuffled" if not table.shuffled else "cards_not_cut")
    ring = to_be_dealt(table)
    if len(ring) < 2:
        return rules.refuse("too_few_players")
    counts = dict.fromkeys(ring, rules.hole_cards)
    if command.counts:
        if strange := [n for n, count in command.counts.items() if not 1 <= n <= table.options.places or count < 0]:
            return rules.refuse("deal_out_of_order", f"no cards can lie before place {strange[0]}")
        counts = {n: command.counts.get(n, rules.hole_cards) for n in dealing_order(table, {*ring, *command.counts})}
    if sum(counts.values()) > len(table.stub):
        return rules.refuse("deal_out_of_order", "the deck has not so many cards")
    hands = _dealt(table, counts, command.hands)
    if isinstance(hands, Refused):
        return hands
    strays = {place: hands.pop(place) for place in counts if place not in ring and place in hands}
    after = table.straddles[-1] if table.straddles else table.positions[-1]
    first = next(number for number in table.clockwise(after) if number in ring)
    dealt = HandsDealt(
        hands=hands,
        used=sum(counts.values()),
        first=first,
        strays=strays,
        clauses=rules.cite("hands_dealt", "hole_cards"),
    )
    return Accepted((dealt,))


def dealing_order(table: Table, places: Iterable[int]) -> list[int]:
    """Places in the order of the deal: clockwise from the left of the button."""
    button, most = table.positions[0], table.options.places
    return sorted(places, key=lambda place: (place - button - 1) % most)


def _dealt(
    table: Table, counts: dict[int, int], known: dict[int, tuple[Card, ...]]
) -> dict[int, tuple[Card, ...]] | Refused:
    """The hands as the deck gives them, or as a dealer says that they are."""
    hands: dict[int, tuple[Card, ...]] = dict.fromkeys(counts, ())
    stub, place = table.stub, 0
    if HIDDEN not in stub and set(counts.values()) == {len_ := next(iter(counts.values()))} and not known:
        number = len(counts)
        return {seat: stub[n : n + number * len_ : number] for n, seat in enumerate(counts)}
    for turn in range(max(counts.values(), default=0)):
        for seat, count in counts.items():
            if turn < count:
                hands[seat] = (*hands[seat], stub[place])
                place += 1
    for seat, cards in known.items():
        if len(cards) != len(hands.get(seat, ())) or HIDDEN not in hands[seat]:
            return Refused("deal_out_of_order", f"seat {seat} does not get {len(cards)} cards of these")
        hands[seat] = cards
    if (double := twice([card for cards in hands.values() for card in cards])) is not None:
        return Refused("card_twice", f"{double} cannot be dealt twice")
    return hands


def deal_board(rules: Rules, table: Table, command: DealBoard) -> Decision:
    """The flop, the fourth or the fifth card, once the betting round before it is over."""
    if table.phase not in ("betting", "discard") or len(table.board) == 5:
        return rules.refuse("no_card_due")
    if table.turn or table.owed:
        return rules.refuse("round_not_over", f"seat {table.turn or next(iter(table.owed))} has yet to act")
    if stub_to_shuffle(table):
        return Refused("stub_not_shuffled", "the rest of the deck must be shuffled first", _shuffled_by(rules, table))
    if discards_due(rules, table):
        return rules.refuse("discards_missing")
    if table.side_open and table.board:
        return rules.refuse("side_wagers_not_settled")
    side_only = len(table.in_hand) < 2
    if side_only and not table.side_open:
        return rules.refuse("one_player_left")
    number = FLOP if not table.board else 1
    made = table.skip_burns > 0 and len(table.board) >= table.skip_from
    burns = command.burn and not made
    used = burns + number
    top = table.stub[:used]
    cards = command.cards or top[burns:]
    if len(cards) != number or HIDDEN in cards:
        return rules.refuse("board_needs_faces", f"say which {number} card{'s' * (number > 1)} lie face up")
    if command.cards and HIDDEN not in top[burns:] and tuple(command.cards) != top[burns:]:
        return Refused("card_not_on_top", "the deck has other cards on top")
    if command.cards and (double := twice([*cards, *table.known_cards()])) is not None:
        return Refused("card_twice", f"{double} cannot be dealt twice")
    ground = "flop_for_side_wagers" if side_only else BOARD_GROUNDS[len(table.board)]
    clauses = rules.cite(ground) if burns or made else rules.cite(ground, "burn_missing")
    if table.because:
        clauses = tuple(dict.fromkeys((*clauses, *table.because)))
    elif table.aside:
        clauses = (*clauses, *rules.cite("new_card_for_aside"))
    dealt = BoardDealt(cards=cards, burn=top[:burns], used=used, for_side=side_only, clauses=clauses)
    return Accepted((*round_over(rules, table), dealt))


def round_over(rules: Rules, table: Table) -> list[Event]:
    """What the dealer does at the end of a betting round: what nobody matched goes back, and commission is collected."""
    events = uncalled(rules, table)
    if table.options.commission.from_pots:
        events += collected_now(rules, table, sum(getattr(event, "amount", 0) for event in events))
    return events


def discards_due(rules: Rules, table: Table) -> bool:
    """Whether players must discard now, or were to and some have not."""
    if not rules.discard or table.phase not in ("betting", "discard") or len(table.in_hand) < 2:
        return False
    street = 0 if rules.discard == "before the flop" else 1
    return table.street == street and any(not seat.discarded for seat in table.in_hand)


def right_number(rules: Rules, seat: Seat) -> int:
    """How many cards a hand should have now."""
    return rules.hole_cards - seat.discarded


def discard(rules: Rules, table: Table, command: Discard) -> Decision:
    """One card given up, in turn from the left of the button."""
    if not rules.discard:
        return rules.refuse("no_discards_here")
    seat = table.seats.get(command.seat)
    if seat is None or not seat.live:
        return rules.refuse("not_in_hand")
    if seat.discarded:
        return rules.refuse("discarded_already")
    asked: list[Event] = []
    turn = table.turn
    if table.phase == "betting" and discards_due(rules, table) and not table.turn:
        asked.append(DiscardsAsked(clauses=rules.cite("discards_asked")))
        turn = next(other.number for other in table.in_hand if not other.discarded)
    elif table.phase != "discard":
        return rules.refuse("not_time_to_discard")
    if turn != command.seat:
        return rules.refuse("discards_in_turn", f"seat {turn} discards first")
    if command.card in seat.cards:
        place = seat.cards.index(command.card)
    elif HIDDEN in seat.cards:
        if command.card in table.known_cards():
            return Refused("card_twice", f"{command.card} lies somewhere else")
        place = seat.cards.index(HIDDEN)
    else:
        return rules.refuse("not_your_card", f"{command.card} is not among the cards of seat {command.seat}")
    given = CardDiscarded(seat=command.seat, card=command.card, place=place, clauses=rules.cite("card_discarded"))
    return Accepted((*asked, given))


def shuffle_stub(rules: Rules, table: Table, command: ShuffleStub) -> Decision:
    """What is left of the deck is shuffled, with the cards that were taken back or set aside."""
    if not stub_to_shuffle(table):
        return rules.refuse("nothing_to_shuffle")
    left = (*table.stub, *table.aside) if _aside_due(table) else table.stub
    deck = command.deck or (HIDDEN,) * len(left)
    if HIDDEN in left:
        elsewhere = set(deck) & (table.known_cards() - set(left))
        right = len(deck) == len(left) and twice(deck) is None and not elsewhere
    else:
        right = sorted(map(str, deck)) == sorted(map(str, left))
    if not right:
        return Refused("stub_not_complete", "these are not the cards that are left", _shuffled_by(rules, table))
    return Accepted((StubShuffled(deck=deck, aside=_aside_due(table), clauses=_shuffled_by(rules, table)),))


def stub_to_shuffle(table: Table) -> bool:
    """Whether the rest of the deck must be shuffled before the next card: cards were taken back into it, or one that was
    set aside goes in before the last card.
    """
    return table.reshuffle or _aside_due(table)


def _aside_due(table: Table) -> bool:
    return bool(table.aside) and len(table.board) == FLOP + 1 and not table.turn


def _shuffled_by(rules: Rules, table: Table) -> tuple[str, ...]:
    return rules.cite("aside_shuffled_in") if _aside_due(table) else table.because

"""Section 9: what can be reported, and what follows. Misdeals, the board and discards have files of their own."""

from __future__ import annotations

from croupier.books.book import load_book
from croupier.books.crown_poker.s09_board import (
    burned_twice,
    flop_early,
    flop_too_many,
    no_burn,
    opened_together,
    river_early,
    rule_burned_twice,
    rule_flop_too_many,
    turn_early,
)
from croupier.books.crown_poker.s09_discards import DISCARD_LATE, missed_discard
from croupier.books.crown_poker.s09_misdeals import (
    ALWAYS_MISDEAL,
    AREA_MANAGER,
    dealt_out,
    exposed_card,
    exposed_in_cut,
    extra_hand,
    new_deal,
    not_shuffled,
    out_of_order,
    rule_exposed_card,
    rule_exposed_in_cut,
    rule_out_of_order,
    rule_wrong_count,
    rule_wrong_hands,
    seen_card,
    wrong_count,
)
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.rulings import Irregularity
from croupier.poker.commands import Report
from croupier.poker.corrections import BoxedCardMucked, CardExposed, CardReplaced
from croupier.poker.irregularities import ask, follows
from croupier.poker.remedies import SIDES_BACK
from croupier.poker.rules import Rules
from croupier.poker.table import Table

_BOOK = load_book("crown_poker")
DECK_SIZE = _BOOK.number("deck_size")
BOXED_DEFECTIVE = _BOOK.number("boxed_cards_defective")
BACKS_DEFECTIVE = _BOOK.number("back_designs_defective")

READINGS = frozenset({ALWAYS_MISDEAL, SIDES_BACK, DISCARD_LATE})

DEFECTS = ("duplicate cards", "joker", "different backs", "marked cards", "imperfection")
"""What makes a deck defective by its definition (1.1), beside the number of its cards and boxed cards."""


def boxed_card(rules: Rules, table: Table, report: Report) -> Decision:
    """9.3, and from the fifth one 9.1.1(h): cards that lie face up in the deck, or were dealt so to a player."""
    number = max(report.count if report.count >= 0 else 1, len(report.cards))
    if number < 1 or number > len(table.stub):
        return Refused("report_incomplete", "say how many boxed cards there are", ("9.3",))
    if table.boxed + number >= BOXED_DEFECTIVE:
        why = f"the deck is defective: {table.boxed + number} boxed cards"
        return follows(rules, report, ("9.3", "1.1"), *new_deal(rules, table, why, "h", all_back=True))
    if report.player:
        return _boxed_in_hand(rules, table, report)
    if table.phase == "blinds" and not table.cut:
        return Refused("not_at_this_time", "the cards are not cut yet", ("9.3",))
    mucked: list[Event] = []
    stub = list(table.stub)
    for card in report.cards or (None,) * number:
        place = stub.index(card) if card in stub else 0
        face = stub.pop(place)
        if face is HIDDEN and card is not None:
            face = card
        if card not in (None, face) or (face is not HIDDEN and face in table.known_cards()):
            return Refused("report_incomplete", f"{card} is not in the deck", ("9.3",))
        mucked.append(BoxedCardMucked(place=place, card=face, clauses=("9.3",)))
    return follows(rules, report, ("9.3",), *mucked)


def _boxed_in_hand(rules: Rules, table: Table, report: Report) -> Decision:
    boxed = seen_card(rules, table, report, ("9.3",))
    if isinstance(boxed, Refused):
        return boxed
    if table.board or any(seat.acted for seat in table.seats.values()):
        return Refused("not_at_this_time", "a boxed card is replaced as soon as it is dealt", ("9.3",))
    seat, place, card = boxed
    new = CardReplaced(seat=seat, place=place, card=card, new=table.stub[0], to="muck", clauses=("9.3",))
    return follows(rules, report, ("9.3",), new)


def defective_deck(rules: Rules, table: Table, report: Report) -> Decision:
    """9.1.1(h): the number of cards is wrong, or the deck has one of the defects of its definition, or as management finds."""
    if report.count >= 0 and report.note == "different backs":
        if report.count < BACKS_DEFECTIVE:
            return Refused("not_irregular", "one design of backs is the right number", ("1.1",))
    elif report.count >= 0:
        if report.count == DECK_SIZE:
            return Refused("not_irregular", f"{DECK_SIZE} cards is the right number", ("3.1",))
        why = f"the deck is defective: {report.count} cards"
        again = new_deal(rules, table, why, "h", all_back=True)
        return follows(rules, report, ("1.1", "3.1"), *again)
    if report.note in DEFECTS:
        why = f"the deck is defective: {report.note}"
        return follows(rules, report, ("1.1",), *new_deal(rules, table, why, "h", all_back=True))
    return ask(
        rules,
        report,
        question=f"{report.note or 'something'} is wrong with the deck: does it harm the game?",
        rank=AREA_MANAGER,
        options=(
            Option("play on", "the deck is not defective", ("1.1",)),
            Option("defective", "all wagers go back, and a new deal", ("9.1.1(h)",)),
        ),
        clauses=("1.1",),
    )


def rule_defective_deck(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "defective":
        return Accepted(tuple(new_deal(rules, table, "the deck is defective", "h", all_back=True)))
    return follows(rules, report, ("1.1",))


def card_dropped(rules: Rules, table: Table, report: Report) -> Decision:
    """9.6: cards that a player drops or shows stay in play."""
    seen: list[Event] = []
    taken: set[int] = set()
    cards = table.seats[report.player].cards
    for card in report.cards:
        found = seen_card(rules, table, Report(what=report.what, player=report.player, cards=(card,)), ("9.6",))
        if isinstance(found, Refused):
            return found
        seat, place, face = found
        if place in taken:
            hidden = [n for n, held in enumerate(cards) if held is HIDDEN and n not in taken]
            if not hidden or face in cards:
                return Refused("report_incomplete", "say different cards of that hand", ("9.6",))
            place = hidden[0]
        taken.add(place)
        seen.append(CardExposed(seat=seat, place=place, card=face, clauses=("9.6",)))
    return follows(rules, report, ("9.6",), *seen)


_DEALT = ("betting", "discard")
_HAND = ("betting", "discard", "showdown")
_SHUFFLED = ("blinds", "betting", "discard", "showdown")

IRREGULARITIES: dict[str, Irregularity] = {
    "exposed-in-cut": Irregularity(
        "cards were exposed in the cut", exposed_in_cut, rule_exposed_in_cut, phases=("blinds", "betting", "discard")
    ),
    "not-shuffled": Irregularity("the cards were not shuffled or cut before the deal", not_shuffled, phases=_DEALT),
    "out-of-order": Irregularity(
        "cards were dealt out of order", out_of_order, rule_out_of_order, asks=("players",), phases=_DEALT
    ),
    "dealt-out": Irregularity(
        "a player was dealt no cards", dealt_out, rule_wrong_hands, asks=("player",), phases=_DEALT
    ),
    "extra-hand": Irregularity(
        "a hand was dealt to a place that should have none",
        extra_hand,
        rule_wrong_hands,
        asks=("place",),
        phases=_DEALT,
    ),
    "wrong-count": Irregularity(
        "a hand has the wrong number of cards", wrong_count, rule_wrong_count, asks=("player",), phases=_HAND
    ),
    "defective-deck": Irregularity("the deck is defective", defective_deck, rule_defective_deck, phases=_SHUFFLED),
    "exposed-card": Irregularity(
        "the dealer exposed a card in the deal", exposed_card, rule_exposed_card, phases=_DEALT
    ),
    "boxed-card": Irregularity("a card lies face up in the deck", boxed_card, phases=("blinds", "betting", "discard")),
    "card-dropped": Irregularity(
        "a player dropped or showed cards", card_dropped, asks=("player", "cards"), phases=_DEALT
    ),
    "no-burn": Irregularity("the dealer did not burn a card", no_burn, phases=_HAND),
    "burned-twice": Irregularity(
        "the dealer burned a card that should not be", burned_twice, rule_burned_twice, phases=_DEALT
    ),
    "flop-too-many": Irregularity("the flop has too many cards", flop_too_many, rule_flop_too_many, phases=_HAND),
    "flop-early": Irregularity("the flop was turned up too early", flop_early, phases=_DEALT),
    "turn-early": Irregularity("the fourth card was turned up too early", turn_early, phases=_DEALT),
    "river-early": Irregularity("the fifth card was turned up too early", river_early, phases=_DEALT),
    "two-cards-opened": Irregularity("two cards were opened at once", opened_together, phases=_HAND),
    "many-cards-opened": Irregularity("more than two cards were opened at once", opened_together, phases=_HAND),
    "missed-discard": Irregularity("a player has not discarded", missed_discard, asks=("player",), phases=_HAND),
}

"""9.1.1(h), 9.3 and 9.6: defective decks, boxed cards, cards that a player drops.

Misdeals, the board and discards have files of their own.
"""

from msgspec.structs import replace

from croupier.books.crown_poker.s09_misdeals import new_deal, seen_card
from croupier.kernel.cards import HIDDEN, CardError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import ask, follows
from croupier.kernel.telling import counted
from croupier.poker.events import BoxedCardMucked, CardExposed, CardReplaced
from croupier.poker.rules import Rules
from croupier.poker.state import State

DEFECTS = ("duplicate cards", "joker", "different backs", "marked cards", "imperfection")
"""What makes a deck defective by definition (1.1), besides the number of its cards and boxed cards."""


def boxed_card(rules: Rules, table: State, report: Report) -> Decision:
    """9.3, and from the fifth card 9.1.1(h): cards face up in the deck, or dealt face up to a player."""
    hand = table.hand
    number = max(report.count if report.count >= 0 else 1, len(report.cards))
    if number < 1 or number > len(hand.stub):
        return Refused("report_incomplete", "say how many boxed cards there are", ("9.3",))
    if hand.boxed + number >= rules.number("boxed_cards_defective"):
        why = f"the deck is defective: {hand.boxed + number} boxed cards"
        return follows(rules, report, ("9.3", "1.1"), *new_deal(rules, table, why, "h", all_back=True))
    if report.player:
        return _boxed_in_hand(rules, table, report)
    if hand.phase == "blinds" and not hand.cut:
        return Refused("not_at_this_time", "the cards are not cut yet", ("9.3",))
    mucked: list[Event] = []
    stub, known = list(hand.stub), hand.known_cards()
    if report.cards and hand.known and HIDDEN in stub:
        raise CardError("the deck is not known here")
    for card in report.cards or (None,) * number:
        place = stub.index(card) if card in stub else 0
        face = stub.pop(place)
        if face is HIDDEN and card is not None:
            face = card
        if card not in (None, face) or face in known:
            return Refused("report_incomplete", f"{card} is not in the deck", ("9.3",))
        mucked.append(BoxedCardMucked(place=place, card=face, clauses=("9.3",)))
    return follows(rules, report, ("9.3",), *mucked)


def _boxed_in_hand(rules: Rules, table: State, report: Report) -> Decision:
    if isinstance(boxed := seen_card(rules, table, report, ("9.3",)), Refused):
        return boxed
    hand = table.hand
    if hand.board or any(player.acted for player in hand.players.values()):
        return Refused("not_at_this_time", "a boxed card is replaced as soon as it is dealt", ("9.3",))
    seat, place, card = boxed
    new = CardReplaced(seat=seat, place=place, card=card, new=hand.stub[0], to="muck", clauses=("9.3",))
    return follows(rules, report, ("9.3",), new)


def defective_deck(rules: Rules, table: State, report: Report) -> Decision:
    """9.1.1(h): the number of cards is wrong, the deck has a defect listed in the definition, or management finds one."""
    size = rules.number("deck_size")
    if report.count >= 0 and report.note == "different backs":
        if report.count < rules.number("back_designs_defective"):
            return Refused("not_irregular", "one design of backs is the right number", ("1.1",))
    elif report.count >= 0:
        if report.count == size:
            return Refused("not_irregular", f"{size} cards is the right number", ("3.1",))
        why = f"the deck is defective: {counted('card', report.count)}"
        again = new_deal(rules, table, why, "h", all_back=True)
        return follows(rules, report, ("1.1", "3.1"), *again)
    if report.note in DEFECTS:
        why = f"the deck is defective: {report.note}"
        return follows(rules, report, ("1.1",), *new_deal(rules, table, why, "h", all_back=True))
    return ask(rules, report, clauses=("1.1",), about=report.note or "something")


def card_dropped(rules: Rules, table: State, report: Report) -> Decision:
    """9.6: cards that a player drops or shows stay in play."""
    seen: list[Event] = []
    taken: set[int] = set()
    cards = table.hand.players[report.player].cards
    for card in report.cards:
        if isinstance(decision := seen_card(rules, table, replace(report, cards=(card,)), ("9.6",)), Refused):
            return decision
        seat, place, face = decision
        if place in taken:
            hidden = [n for n, held in enumerate(cards) if held is HIDDEN and n not in taken]
            if not hidden:
                return Refused("report_incomplete", "say different cards of that hand", ("9.6",))
            place = hidden[0]
        taken.add(place)
        seen.append(CardExposed(seat=seat, place=place, card=face, clauses=("9.6",)))
    return follows(rules, report, ("9.6",), *seen)

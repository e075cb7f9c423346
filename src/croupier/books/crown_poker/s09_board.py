"""9.4 and 9.8 to 9.14: forgotten burn cards; community cards too early or too many."""

from msgspec.structs import replace

from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import Clauses, ask, follows
from croupier.poker.deal import FLOP, discards_due, turned_up
from croupier.poker.events import BurnTakenBack, CardBurned, CardsOpened, CardsTakenBack
from croupier.poker.hand import Hand
from croupier.poker.remedies import betting_undone, side_wagers_reopened
from croupier.poker.rules import Rules
from croupier.poker.state import State

WHOLE_BOARD = 5
WITHOUT_BURN = "without a burn"
FACE_DOWN = "face down"


def acted_on_card(rules: Rules, hand: Hand) -> bool:
    """Substantial action since the last community card (1.1); false if no betting round has begun on it."""
    return hand.begun_on_board and len(hand.actors) >= rules.number("substantial_action_players")


def opened(rules: Rules, hand: Hand, report: Report, number: int, burn: int, clauses: Clauses) -> CardsOpened | Refused:
    """Cards that the dealer turned up by mistake: as they are in the deck, or as the report names them."""
    if isinstance(cards := turned_up(rules, hand, report.cards, number, burn), Refused):
        return replace(cards, clauses=clauses)
    return CardsOpened(cards=cards, burn=hand.stub[:burn], clauses=clauses)


def flop_withdrawn(table: State, clauses: Clauses, *, discards: int = 0) -> list[Event]:
    """The betting on a withdrawn flop is undone, and wagers settled on it stand again (9.16)."""
    return [*betting_undone(table, clauses, discards=discards), *side_wagers_reopened(table, ("9.16",))]


def back_to_deck(cards: tuple[Card, ...], burned: int, clauses: Clauses, *, cut: bool) -> CardsTakenBack:
    return CardsTakenBack(cards=cards, to="stub", burned=burned, cut=cut, clauses=clauses)


def flop_clauses(hand: Hand, clause: str) -> Clauses:
    """9.16 as well, if wagers on the flop wait for a valid one."""
    return (clause, "9.16") if hand.side_open or hand.side_results else (clause,)


def no_burn(rules: Rules, table: State, report: Report) -> Decision:
    """9.4 and 9.8: the dealer forgot to burn before the last community card.

    If more cards have come by then, that is recorded and the hand goes on.
    """
    hand = table.hand
    if not hand.board:
        return Refused("not_irregular", "there is no community card there", ("9.4",))
    flop = len(hand.board) == FLOP
    clause = "9.8" if flop else "9.4"
    recorded = hand.lay_before not in hand.unburned
    if recorded and hand.unburned:
        return follows(rules, report, ("9.4",))
    if recorded and (hand.known or hand.burns[-1] is not HIDDEN):
        return Refused("not_irregular", "a card was burned", (clause,))
    events: list[Event] = [BurnTakenBack(missing=True, clauses=("9.4",))] if recorded else []
    if acted_on_card(rules, hand) or hand.phase == "showdown":
        return follows(rules, report, ("9.4",), *events)
    if flop:
        clauses = flop_clauses(hand, "9.8")
        taken = back_to_deck(hand.board, 0, clauses, cut=True)
        return follows(rules, report, ("9.8",), *events, *flop_withdrawn(table, ("9.8",)), taken)
    card = CardsTakenBack(cards=hand.board[-1:], to="burns", burned=1, clauses=("9.4",))
    return follows(rules, report, ("9.4",), *events, *betting_undone(table, ("9.4",)), card)


def burned_twice(rules: Rules, table: State, report: Report) -> Decision:
    """A card burned twice or too early: the book does not say (13.10)."""
    hand = table.hand
    if not hand.stub:
        return Refused("not_irregular", "no card is left to burn", ("13.10",))
    return ask(rules, report, clauses=("13.10",), first=(CardBurned(card=hand.stub[0], clauses=("13.10",)),))


def rule_burned_twice(rules: Rules, table: State, report: Report, option: str) -> Decision:
    return Accepted((BurnTakenBack(clauses=("13.10",)),))


def flop_too_many(rules: Rules, table: State, report: Report) -> Decision:
    """9.9: more than three cards turned up on the flop."""
    hand = table.hand
    if not hand.board:
        return Refused("not_irregular", "record the flop first, then report the cards beyond three", ("9.9",))
    if len(hand.board) > FLOP or hand.phase == "showdown":
        return Refused("not_irregular", "the flop stands, since the next card has been dealt", ("9.9", "13.10"))
    if report.note == FACE_DOWN:
        return follows(rules, report, ("9.9",))
    right = rules.number("flop_cards")
    number = (report.count if report.count >= 0 else right + max(len(report.cards), 1)) - right
    if number < 1:
        return Refused("not_irregular", f"{right} cards are the right number", ("9.9",))
    if isinstance(surplus := opened(rules, hand, report, number, 0, ("9.9",)), Refused):
        return surplus
    if not acted_on_card(rules, hand):
        return follows(rules, report, ("9.9",), *_flop_back(table, surplus))
    return ask(rules, replace(report, cards=surplus.cards), clauses=("9.9", "13.10"))


def _flop_back(table: State, surplus: CardsOpened) -> list[Event]:
    hand = table.hand
    cards = (*hand.board, *surplus.cards)
    taken = back_to_deck(cards, int(not hand.unburned), flop_clauses(hand, "9.9"), cut=True)
    return [*flop_withdrawn(table, ("9.9",)), surplus, taken]


def rule_flop_too_many(rules: Rules, table: State, report: Report, option: str) -> Decision:
    surplus = CardsOpened(cards=report.cards, burn=(), clauses=("9.9", "13.10"))
    return Accepted(tuple(_flop_back(table, surplus)))


_EARLY = {"flop-early": (0, "9.10"), "turn-early": (FLOP, "9.12.1"), "river-early": (FLOP + 1, "9.11")}
"""How many cards are on the board when the next one, or the flop, comes too early, and the clause for it."""


def board_early(rules: Rules, table: State, report: Report) -> Decision:
    """9.10 to 9.12: the flop, the fourth or the fifth card turned up before the betting round is over (9.15.1: or before someone
    has discarded). The fourth is set aside, the others go back into the deck.
    """
    hand, (lying, clause) = table.hand, _EARLY[report.what]
    clauses = (clause, "9.15.1") if hand.phase == "discard" and lying <= FLOP else (clause,)
    if len(hand.board) != lying:
        return Refused("not_irregular", f"{len(hand.board)} community cards, not {lying}", clauses)
    if not hand.turn and not hand.owed and not discards_due(rules, hand):
        return Refused("not_irregular", "the betting round is over: the card is due", clauses)
    burn = int(report.note != WITHOUT_BURN and len(hand.board) not in hand.burned_for)
    early = opened(rules, hand, report, 1 if lying else FLOP, burn, clauses[:1])
    if isinstance(early, Refused):
        return early
    if lying == FLOP:
        return follows(rules, report, clauses, early, set_aside(early.cards, burn))
    back = back_to_deck(early.cards, burn, ("9.11",) if lying else flop_clauses(hand, "9.10"), cut=not lying)
    return follows(rules, report, clauses, early, back)


def set_aside(cards: tuple[Card, ...], burned: int) -> CardsTakenBack:
    """9.12.1: the card waits beside the deck; its burn serves for the fifth card too."""
    return CardsTakenBack(cards=cards, to="aside", burned=burned, burns_from=FLOP + 1, clauses=("9.12.1",))


def opened_together(rules: Rules, table: State, report: Report) -> Decision:
    """9.13 and 9.14: cards opened together with the fourth or the fifth, which is recorded first."""
    hand = table.hand
    if len(hand.board) <= FLOP:
        reason = "record the right card first, then report the others; on the flop report flop-too-many"
        return Refused("not_irregular", reason, ("9.13",))
    number, at_once = report.count, rules.number("cards_opened_at_once")
    if number < 0:
        number = len(report.cards) + 1 if report.cards else at_once
    if number < at_once:
        return Refused("not_irregular", "one card is the right number", ("9.13", "9.14"))
    clause = "9.13.1" if number == at_once else "9.14"
    if isinstance(others := opened(rules, hand, report, number - 1, 0, (clause,)), Refused):
        return others
    if number > at_once:
        return follows(rules, report, ("9.14",), others, back_to_deck(others.cards, 0, ("9.14",), cut=True))
    if len(hand.board) == WHOLE_BOARD:
        away = CardsTakenBack(cards=others.cards, to="muck", clauses=("9.13.3",))
    else:
        away = CardsTakenBack(cards=others.cards, to="burns", burned=1, clauses=("9.13.2",))
    return follows(rules, report, ("9.13", "9.13.1"), others, away)


# What several reports lead to.
flop_early = turn_early = river_early = board_early
two_cards_opened = many_cards_opened = opened_together

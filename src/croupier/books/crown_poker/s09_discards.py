"""9.15: discards that a pineapple player has missed."""

from croupier.books.crown_poker.s09_board import WHOLE_BOARD, acted_on_card, back_to_deck, flop_clauses, flop_withdrawn, set_aside
from croupier.books.crown_poker.s09_misdeals import last_hand_wrong
from croupier.kernel.cards import HIDDEN, CardError
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import ask, follows
from croupier.poker.deal import FLOP, waited_for
from croupier.poker.events import CardDiscarded, DiscardsAsked, DiscardUndone
from croupier.poker.hand import Hand
from croupier.poker.remedies import betting_undone, dead_hand
from croupier.poker.rules import Rules
from croupier.poker.state import State
from croupier.poker.time_to_act import no_discard

DISCARD_LATE = "missed_discard_made_late"
"""The other reading of 9.15.1: a missed discard is made as soon as it is noticed, and the board stays."""


def missed_discard(rules: Rules, table: State, report: Report) -> Decision:
    """9.15.1 and 9.15.2: a discard was recorded that the player did not make."""
    hand = table.hand
    player = hand.players[report.player]
    if not rules.discard:
        return Refused("not_irregular", "nobody discards in this game", ("9.15.1",))
    betting = hand.phase == "betting" and hand.turn
    if player.live and not betting and player.number == waited_for(rules, hand) and not player.discarded:
        return ask(rules, report, clauses=("9.15.1", "13.10"))
    if not player.live or not player.discards:
        return Refused("not_irregular", f"no discard of seat {player.number} is on record", ("9.15.1",))
    street = 1 if rules.discard == "before the flop" else 2
    card = player.discards[-1]
    undone = DiscardUndone(seat=player.number, card=card, place=hand.muck.index(card), clauses=("9.15.1",))
    if hand.street < street:
        return follows(rules, report, ("9.15.1",), undone)
    if len(hand.in_hand) == 1:
        return follows(rules, report, ("9.15.2", "9.1.1(g)"), undone, *last_hand_wrong(rules, table))
    if hand.street > street and nobody_bets(hand):
        if len(hand.board) < WHOLE_BOARD:
            asked = DiscardsAsked(clauses=("9.15.1",))
            return follows(rules, report, ("9.15.1",), undone, asked)
    elif hand.street == street and not acted_on_card(rules, hand):  # before substantial action on the card that came next
        if DISCARD_LATE in table.options.readings:
            return _late(rules, table, report, undone)
        return follows(rules, report, ("9.15.1",), undone, *_card_back(table, report.player))
    dead = dead_hand(rules, table, player, "a discard was not made in time", ("9.15.2",))
    return follows(rules, report, ("9.15.2",), undone, *dead)


def nobody_bets(hand: Hand) -> bool:
    """Whether all-ins have ended the betting, so that no later card can see substantial action."""
    return len(hand.able) < 2 and not hand.actors


def _card_back(table: State, seat: int) -> list[Event]:
    """The round before was not over, so the flop (9.10) or the fourth card (9.12) came too early."""
    hand = table.hand
    burned = int(not hand.unburned)
    if len(hand.board) == FLOP:
        back = back_to_deck(hand.board, burned, flop_clauses(hand, "9.10"), cut=True)
        return [*flop_withdrawn(table, ("9.15.1",), discards=seat), back]
    return [*betting_undone(table, ("9.15.1",), discards=seat), set_aside(hand.board[-1:], burned)]


def _late(rules: Rules, table: State, report: Report, undone: DiscardUndone) -> Decision:
    player = table.hand.players[report.player]
    held = (*player.cards, undone.card)
    card = report.cards[0] if len(report.cards) == 1 else None
    if card is not None and table.hand.known and HIDDEN in held:
        raise CardError(f"the hand of seat {player.number} is not known here")
    if card is None or not (card in held or HIDDEN in held):
        return Refused("report_incomplete", "say which card is discarded", ("9.15.1",))
    place = held.index(card if card in held else HIDDEN)
    made = CardDiscarded(seat=player.number, card=card, place=place, clauses=("9.15.1",))
    return follows(rules, report, ("9.15.1",), undone, made)


def rule_missed_discard(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """A player who does not discard, at a table without a time to act: the book is silent, so a manager decides (13.10)."""
    return no_discard(rules, table, report.player, "the discard was not made")

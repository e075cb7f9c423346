"""9.15: discards that a pineapple player has failed to make."""

from __future__ import annotations

from croupier.books.crown_poker.s09_board import (
    WHOLE_BOARD,
    acted_on_card,
    back_to_deck,
    flop_withdrawn,
    set_aside,
)
from croupier.books.crown_poker.s09_misdeals import last_hand_wrong
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Event
from croupier.poker.commands import Report
from croupier.poker.corrections import DiscardUndone
from croupier.poker.deal import FLOP
from croupier.poker.events import CardDiscarded, DiscardsAsked
from croupier.poker.irregularities import follows
from croupier.poker.remedies import betting_undone, dead_hand
from croupier.poker.rules import Rules
from croupier.poker.table import Seat, Table

DISCARD_LATE = "missed_discard_made_late"
"""The other reading of 9.15.1: a discard missed is made as soon as it is noticed, and the board stays."""


def missed_discard(rules: Rules, table: Table, report: Report) -> Decision:
    """9.15.1 and 9.15.2: a discard was recorded that the player has not made."""
    seat = table.seats[report.player]
    if not rules.discard:
        return Refused("not_irregular", "nobody discards in this game", ("9.15.1",))
    if not seat.live or not seat.discards:
        return Refused("not_irregular", f"no discard of seat {seat.number} is on record", ("9.15.1",))
    street = 1 if rules.discard == "before the flop" else 2
    undone = _undone(table, seat)
    if table.street < street:
        return follows(rules, report, ("9.15.1",), undone)
    if len(table.in_hand) == 1:
        return follows(rules, report, ("9.15.2", "9.1.1(g)"), undone, *last_hand_wrong(rules, table))
    if table.street > street and nobody_bets(table):
        if len(table.board) < WHOLE_BOARD:
            asked = DiscardsAsked(clauses=("9.15.1",))
            return follows(rules, report, ("9.15.1",), undone, asked)
    elif table.street == street and not acted_on_card(table):
        return _in_time(rules, table, report, undone)
    dead = dead_hand(rules, table, seat, "a discard was not made in time", ("9.15.2",))
    return follows(rules, report, ("9.15.2",), undone, *dead)


def nobody_bets(table: Table) -> bool:
    """Whether all betting is over by all-ins, so that there is no substantial action on any card to come."""
    return len(table.able) < 2 and not table.actors


def _in_time(rules: Rules, table: Table, report: Report, undone: DiscardUndone) -> Decision:
    """9.15.1: found before substantial action on the card that came next."""
    if DISCARD_LATE in table.options.readings:
        return _late(rules, table, report, undone)
    return follows(rules, report, ("9.15.1",), undone, *_card_back(table, table.seats[report.player]))


def _undone(table: Table, seat: Seat) -> DiscardUndone:
    card = seat.discards[-1]
    return DiscardUndone(seat=seat.number, card=card, place=table.muck.index(card), clauses=("9.15.1",))


def _card_back(table: Table, seat: Seat) -> list[Event]:
    """The round before was not over, so the flop (9.10) or the fourth card (9.12) came too early."""
    burned = int(len(table.burns) > len(table.board) - FLOP)
    if len(table.board) == FLOP:
        clauses = ("9.10", "9.16") if table.side_open or table.side_results else ("9.10",)
        back = back_to_deck(table, table.board, burned, clauses, cut=True)
        return [*flop_withdrawn(table, ("9.15.1",), discards=seat.number), back]
    return [*betting_undone(table, ("9.15.1",), discards=seat.number), set_aside(table.board[-1:], burned)]


def _late(rules: Rules, table: Table, report: Report, undone: DiscardUndone) -> Decision:
    seat = table.seats[report.player]
    held = (*seat.cards, undone.card)
    card = report.cards[0] if len(report.cards) == 1 else None
    if card is None or not (card in held or HIDDEN in held):
        return Refused("report_incomplete", "say which card is discarded", ("9.15.1",))
    place = held.index(card if card in held else HIDDEN)
    made = CardDiscarded(seat=seat.number, card=card, place=place, clauses=("9.15.1",))
    return follows(rules, report, ("9.15.1",), undone, made)

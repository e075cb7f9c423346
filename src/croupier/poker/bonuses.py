"""Bonus prizes: a hand at the showdown that the sign names, told by the dealer and verified by a supervisor."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.strength import category_of
from croupier.poker.commands import AwardBonus, NotifyBonus
from croupier.poker.rules import Bonus, Rules
from croupier.poker.table import FLOAT, Table, held_of
from croupier.poker.takings import BonusAwarded, BonusNotified


def won_by(rules: Rules, table: Table, number: int) -> Bonus | None:
    """The bonus that a hand on the table wins, by the signs."""
    seat = table.seats.get(number)
    if seat is None or not seat.shown or len(table.board) != 5:
        return None
    hand = category_of(rules.high(seat.cards, table.board)).label
    return next((bonus for bonus in table.options.bonuses if bonus.hand == hand), None)


def notify_bonus(rules: Rules, table: Table, command: NotifyBonus) -> Decision:
    """The dealer tells the supervisor that a player is due a bonus prize."""
    if not table.options.bonuses:
        return rules.refuse("no_bonuses_here")
    seat = table.seats.get(command.player)
    if seat is None:
        return rules.refuse("nobody_sits_there")
    if not seat.shown or not seat.live:
        return rules.refuse("folded_no_bonus")
    if command.player in table.prizes:
        return rules.refuse("bonus_notified_already")
    bonus = won_by(rules, table, command.player)
    if bonus is None:
        return rules.refuse("no_bonus_for_hand")
    return Accepted((BonusNotified(player=command.player, hand=bonus.hand, clauses=rules.cite("bonus_notified")),))


def award_bonus(rules: Rules, table: Table, command: AwardBonus) -> Decision:
    """The supervisor has verified the hand: cash in chips, goods and services noted for later."""
    if (refusal := rules.needs_rank(command.by, rules.supervisor)) is not None:
        return refusal
    hand = table.prizes.get(command.player)
    if hand is None:
        return rules.refuse("bonus_not_notified")
    bonus = next(bonus for bonus in table.options.bonuses if bonus.hand == hand)
    into = held_of(command.player) if table.phase != "between" else table.seats[command.player].stack
    awarded = BonusAwarded(
        player=command.player,
        hand=hand,
        cash=bonus.cash,
        goods=bonus.goods,
        by=command.by,
        clauses=rules.cite("bonus_verified", "bonus_cash" if bonus.cash else "bonus_goods"),
        postings={FLOAT: -bonus.cash, into: bonus.cash} if bonus.cash else {},
    )
    return Accepted((awarded,))

"""Bonus prizes: a hand that was shown and that the sign names, told by the dealer and verified by a supervisor."""

from __future__ import annotations

from croupier.kernel.accounts import FLOAT, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.strength import category_of
from croupier.poker.commands import AwardBonus, DeclineBonus, NotifyBonus
from croupier.poker.events import BonusAwarded, BonusDeclined, BonusNotified
from croupier.poker.rules import Bonus, Rules
from croupier.poker.showdown import best_hand
from croupier.poker.table import Table, held_of


def won_by(rules: Rules, table: Table, number: int) -> Bonus | None:
    """The bonus that a hand on the table wins, by the signs."""
    player, board = table.hand.players.get(number), table.hand.board
    if player is None or not player.shown:
        return None
    hand = category_of(best_hand(rules, player.cards, board)).label
    return next((bonus for bonus in table.options.bonuses if bonus.hand == hand), None)


def notify_bonus(rules: Rules, table: Table, command: NotifyBonus, said: Said) -> Decision:
    """The dealer tells the supervisor that a player is due a bonus prize."""
    if not table.options.bonuses:
        return rules.refuse("no_bonuses_here")
    player = table.hand.players.get(command.player)
    if player is None:
        return rules.refuse("nobody_sits_there")
    if not player.cards:
        return rules.refuse("no_bonus_for_hand", f"seat {command.player} has no cards in hand {table.hand.number}")
    if not player.live:
        return rules.refuse("folded_no_bonus")
    if not player.shown:
        return rules.refuse(
            "folded_no_bonus", f"seat {command.player} has not shown a hand in hand {table.hand.number}"
        )
    if command.player in table.prizes:
        return rules.refuse("bonus_notified_already")
    bonus = won_by(rules, table, command.player)
    if bonus is None:
        return rules.refuse("no_bonus_for_hand")
    clauses = rules.cite("bonus_notified")
    return Accepted((BonusNotified(player=command.player, hand=bonus.hand, person=said.person, clauses=clauses),))


def award_bonus(rules: Rules, table: Table, command: AwardBonus, said: Said) -> Decision:
    """The supervisor has verified the hand: cash in chips, goods and services noted for later."""
    if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("bonus_verified"))) is not None:
        return refusal
    prize = table.prizes.get(command.player)
    if prize is None:
        return rules.refuse("bonus_not_notified")
    if said.person == prize.told_by:
        return rules.refuse("two_people_for_bonus", f"{said.person} has told of the prize, and another verifies it")
    into = held_of(command.player) if table.hand.phase != "between" else stack_of(command.player)
    awarded = BonusAwarded(
        player=command.player,
        hand=prize.hand,
        cash=prize.cash,
        goods=prize.goods,
        by=said.role,
        clauses=rules.cite("bonus_verified", "bonus_cash" if prize.cash else "bonus_goods"),
        postings={FLOAT: -prize.cash, into: prize.cash} if prize.cash else {},
    )
    return Accepted((awarded,))


def decline_bonus(rules: Rules, table: Table, command: DeclineBonus, said: Said) -> Decision:
    """The supervisor has looked at the hand and does not find the prize won."""
    if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("bonus_declined"))) is not None:
        return refusal
    prize = table.prizes.get(command.player)
    if prize is None:
        return rules.refuse("bonus_not_notified")
    clauses = rules.cite("bonus_declined")
    return Accepted((BonusDeclined(player=command.player, hand=prize.hand, by=said.role, clauses=clauses),))

"""Bonus prizes: a shown hand that the sign names, reported by the dealer and verified by a supervisor."""

from croupier.kernel.accounts import FLOAT, purse_of, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.strength import category_of
from croupier.poker.commands import AwardBonus, DeclineBonus, NotifyBonus
from croupier.poker.events import BonusAwarded, BonusDeclined, BonusNotified
from croupier.poker.rules import Bonus, Rules
from croupier.poker.showdown import best_hand
from croupier.poker.state import Prize, State, held_of


def won_by(rules: Rules, table: State, number: int, person: str = "") -> Bonus | None:
    """The bonus that a hand on the table wins, by the signs."""
    (_, player), board = table.played(number, person), table.hand.board
    if player is None or not player.shown:
        return None
    hand = category_of(best_hand(rules, player.cards, board)).label
    return next((bonus for bonus in table.options.bonuses if bonus.hand == hand), None)


def notify_bonus(rules: Rules, table: State, command: NotifyBonus, said: Said) -> Decision:
    """The dealer reports to the supervisor that a player is due a bonus prize."""
    if not table.options.bonuses:
        return rules.refuse("no_bonuses_here")
    person, player = table.played(command.player, command.person)
    if player is None:
        return rules.refuse("nobody_sits_there")
    if not player.cards:
        return rules.refuse("no_bonus_for_hand", f"seat {command.player} has no cards in hand {table.hand.number}")
    if not player.live:
        return rules.refuse("folded_no_bonus")
    if not player.shown:
        return rules.refuse("folded_no_bonus", f"seat {command.player} has not shown a hand in hand {table.hand.number}")
    if person in table.prizes:
        return rules.refuse("bonus_notified_already")
    if (bonus := won_by(rules, table, command.player, command.person)) is None:
        return rules.refuse("no_bonus_for_hand")
    number, whose = player.number, "" if table.seat_of(person) else person
    return rules.accept(BonusNotified, command, player=number, hand=bonus.hand, person=said.person, whose=whose)


def _waiting(table: State, command: AwardBonus | DeclineBonus) -> tuple[str, Prize | None]:
    """The player waiting for a prize: the person named, the one at that place, or one who has left it."""
    prizes, person = table.prizes, command.person or table.person_at(command.player)
    if person not in prizes and not command.person:
        left = (who for who, prize in prizes.items() if prize.seat == command.player and not table.seat_of(who))
        person = next(left, person)
    return person, prizes.get(person)


def award_bonus(rules: Rules, table: State, command: AwardBonus, said: Said) -> Decision:
    """The supervisor has verified the hand: cash in chips, goods and services noted for later."""
    if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("bonus_verified"))) is not None:
        return refusal
    person, prize = _waiting(table, command)
    if prize is None:
        return rules.refuse("bonus_not_notified")
    if said.person == prize.told_by:
        return rules.refuse("two_people_for_bonus", f"{said.person} announced the prize, so someone else must verify it")
    seat = table.seat_of(person)
    into = purse_of(person) if not seat else held_of(seat) if table.hand.phase != "between" else stack_of(seat)
    won = {"player": seat or prize.seat, "hand": prize.hand, "cash": prize.cash, "goods": prize.goods}
    postings = {FLOAT: -prize.cash, into: prize.cash} if prize.cash else {}
    grounds, whose = ("bonus_verified", "bonus_cash" if prize.cash else "bonus_goods"), "" if seat else person
    return rules.accept(BonusAwarded, command, *grounds, by=said.role, whose=whose, postings=postings, **won)


def decline_bonus(rules: Rules, table: State, command: DeclineBonus, said: Said) -> Decision:
    """The supervisor has looked at the hand and finds that the prize is not won."""
    if (refusal := rules.needs_rank(said, rules.supervisor, rules.cite("bonus_declined"))) is not None:
        return refusal
    person, prize = _waiting(table, command)
    if prize is None:
        return rules.refuse("bonus_not_notified")
    seat = table.seat_of(person)
    declined = {"player": seat or prize.seat, "hand": prize.hand, "whose": "" if seat else person}
    return rules.accept(BonusDeclined, command, "bonus_declined", by=said.role, **declined)

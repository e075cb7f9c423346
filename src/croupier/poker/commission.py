"""Commission: a percentage of the pots or an amount per hand, collected as play progresses, up to the cap."""

from __future__ import annotations

from croupier.poker.events import CommissionCollected
from croupier.poker.rules import Rules
from croupier.poker.table import POT, SLIDE, Table


def due_now(table: Table, returned: int = 0, *, percentage: bool = True) -> int:
    """The commission on what is in the pots now, all told: rounded down to the smallest chip, at most the cap.

    `returned` is what is about to go back uncalled. Where only blinds were wagered there is none.
    """
    charge, chip = table.options.commission, table.options.chip
    if not table.hand.voluntary:
        return 0
    pot, dealt = table.pot - returned, len(table.hand.ring)
    rake = charge.per_hand[min(dealt, len(charge.per_hand)) - 1] if charge.per_hand and dealt else 0
    if percentage:
        rake += pot * charge.percent // 100 // chip * chip
    return min(rake, charge.cap, pot)


def collected_now(rules: Rules, table: Table, returned: int = 0) -> list[CommissionCollected]:
    """What is still to be collected at this moment, if anything."""
    charge = table.options.commission
    amount = due_now(table, returned) - table.hand.collected
    if amount <= 0:
        return []
    grounds = ["commission_percent"] if charge.percent else []
    grounds += ["commission_per_hand"] if charge.per_hand else []
    if table.hand.collected + amount == charge.cap:
        grounds.append("commission_capped")
    if returned and charge.percent:
        grounds.append("uncalled_not_in_pot")
    return [_moved(rules, amount, *grounds)]


def none_for_equal_hands(rules: Rules, table: Table) -> list[CommissionCollected]:
    """Equal hands whose players put in every chip pay no percentage: what was collected of it goes back into the pot."""
    amount = due_now(table, percentage=False) - table.hand.collected
    return [_moved(rules, amount, "equal_hands_no_commission")] if amount else []


def _moved(rules: Rules, amount: int, *grounds: str) -> CommissionCollected:
    return CommissionCollected(amount=amount, clauses=rules.cite(*grounds), postings={POT: -amount, SLIDE: amount})

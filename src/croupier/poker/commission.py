"""Commission: a percentage of the pots or an amount per hand, collected as play progresses, up to the cap."""

from __future__ import annotations

from croupier.kernel.events import Event
from croupier.poker.events import CommissionCollected
from croupier.poker.rules import Rules
from croupier.poker.table import POT, SLIDE, Table


def due_now(table: Table, returned: int = 0) -> int:
    """The commission on what is in the pots now, all told: rounded down to the smallest chip, at most the cap."""
    charge, chip = table.options.commission, table.options.chip
    if not table.voluntary:
        return 0
    pot = table.pot - returned
    dealt = len(table.ring)
    fixed = charge.per_hand[min(dealt, len(charge.per_hand)) - 1] if charge.per_hand and dealt else 0
    rake = pot * charge.percent // 100 // chip * chip + fixed
    return min(rake, charge.cap, pot)


def collected_now(rules: Rules, table: Table, returned: int = 0) -> list[Event]:
    """What is still to be collected at this moment, if anything."""
    charge = table.options.commission
    amount = due_now(table, returned) - table.collected
    if not charge.from_pots or amount <= 0:
        return []
    grounds = ["commission_percent"] if charge.percent else []
    grounds += ["commission_per_hand"] if charge.per_hand else []
    if table.collected + amount == charge.cap:
        grounds.append("commission_capped")
    if returned:
        grounds.append("uncalled_not_in_pot")
    return [moved(rules, amount, *grounds)]


def put_back(rules: Rules, table: Table, ground: str, pending: int = 0) -> list[Event]:
    """Commission that turns out not to be due goes back from the drop slide into the pot."""
    amount = table.collected + pending
    return [moved(rules, -amount, ground)] if amount else []


def moved(rules: Rules, amount: int, *grounds: str) -> CommissionCollected:
    return CommissionCollected(amount=amount, clauses=rules.cite(*grounds), postings={POT: -amount, SLIDE: amount})

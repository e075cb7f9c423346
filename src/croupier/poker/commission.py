"""Commission: a percentage of the pots or an amount per hand, collected as play progresses, up to the cap."""

from collections.abc import Sequence

from croupier.kernel.accounts import FLOAT, Account, stack_of
from croupier.poker.events import CommissionCollected, FeesCollected
from croupier.poker.pots import unmatched
from croupier.poker.rules import Rules
from croupier.poker.state import CHIP_BOX, POT, SLIDE, State

HOUR = 3600
"""An hour in seconds."""


def hour_over(rules: Rules, table: State) -> int:
    """Until when the hour is paid for at a table with an hourly fee; before the first collection it is not paid for at all."""
    return table.hour_began + rules.number("time_charge_period") * HOUR if table.hour_began >= 0 else -1


def hour_due(rules: Rules, table: State, at: int) -> bool:
    """Whether the fee for the next hour is payable now: in advance, so before another hand."""
    return bool(table.options.commission.hourly and table.seats) and at >= hour_over(rules, table)


def due_now(table: State, *, percentage: bool = True) -> int:
    """The commission on what is in the pots now, all told: rounded down to the smallest chip, at most the cap.

    What nobody has called is not part of the pot, whether it goes back or its owner has folded since. Where only blinds were
    wagered there is none.
    """
    charge, chip = table.options.commission, table.options.chip
    if not table.hand.voluntary:
        return 0
    pot, dealt = table.pot - unmatched(table.hand)[1], len(table.hand.ring)
    rake = charge.per_hand[min(dealt, len(charge.per_hand)) - 1] if charge.per_hand and dealt else 0
    if percentage:
        rake += charge.share(pot, chip)
    return min(rake, charge.cap, pot)


def collected_now(rules: Rules, table: State) -> list[CommissionCollected]:
    """What is still to be collected at this moment, if anything."""
    charge = table.options.commission
    amount = due_now(table) - table.hand.collected
    if amount <= 0:
        return []
    grounds = ["commission_percent"] if charge.percent else []
    grounds += ["commission_per_hand"] if charge.per_hand else []
    if table.hand.collected + amount == charge.cap:
        grounds.append("commission_capped")
    if charge.percent and unmatched(table.hand)[1]:
        grounds.append("uncalled_not_in_pot")
    return [_moved(rules, amount, *grounds)]


def none_for_equal_hands(rules: Rules, table: State) -> list[CommissionCollected]:
    """Equal hands whose players put in every chip pay no percentage: what was collected of it goes back into the pot."""
    amount = due_now(table, percentage=False) - table.hand.collected
    return [_moved(rules, amount, "equal_hands_no_commission")] if amount else []


def charged(rules: Rules, table: State, players: Sequence[int]) -> FeesCollected:
    """The charge for a hand from each of these players, dropped at once."""
    fee = table.options.commission.per_person
    postings = {stack_of(number): -fee for number in players} | {fees_go_to(table): fee * len(players)}
    return FeesCollected(
        players=tuple(players),
        amount=fee,
        clauses=rules.cite("fee_per_person", "fee_dropped"),
        postings=postings if players else {},
    )


def fees_go_to(table: State) -> Account:
    """Where charges are dropped: into the chip box, or into the float of a stand-alone table."""
    return FLOAT if table.options.standalone else CHIP_BOX


def _moved(rules: Rules, amount: int, *grounds: str) -> CommissionCollected:
    return CommissionCollected(amount=amount, clauses=rules.cite(*grounds), postings={POT: -amount, SLIDE: amount})

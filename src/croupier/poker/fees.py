"""Charges that do not come from the pots: for each person and hand, and by the hour."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.poker.blinds import present
from croupier.poker.commands import CollectFees, DropFees, VerifyFees
from croupier.poker.incidents import ButtonPlaced
from croupier.poker.rules import Rules
from croupier.poker.table import CHIP_BOX, FLOAT, TIME_CHARGES, Table
from croupier.poker.takings import FeesCollected, FeesDropped, FeesVerified


def collect_fees(rules: Rules, table: Table, command: CollectFees) -> Decision:
    """The charge for a hand before it begins, or for an hour in advance; who cannot pay is dealt out."""
    if table.phase != "between":
        return rules.refuse("fees_between_hands")
    charge = table.options.commission
    fee = charge.hourly if command.hourly else charge.per_person
    if not fee:
        return rules.refuse("no_such_fee")
    if command.hourly:
        asked = sorted(table.seats)
        into = TIME_CHARGES
        grounds = ("time_charge", "time_charge_on_slide")
    else:
        asked = [number for number in present(table) if number not in table.fees_paid]
        into = _home(table)
        grounds = ("fee_per_person", "fee_dropped")
    if not asked:
        return rules.refuse("fees_collected_already")
    paying = [number for number in asked if table.stack(number) >= fee]
    short = [number for number in asked if number not in paying and not table.seats[number].dealt_out]
    postings = {table.seats[number].stack: -fee for number in paying} | {into: fee * len(paying)}
    collected = FeesCollected(
        hourly=command.hourly,
        players=tuple(paying),
        amount=fee,
        clauses=rules.cite(*grounds),
        postings=postings if paying else {},
    )
    out: list[Event] = [
        ButtonPlaced(seat=number, button="dealt out", clauses=rules.cite("dealt_out_button", grounds[0]))
        for number in short
        if not table.seats[number].away
    ]
    return Accepted((collected, *out))


def verify_fees(rules: Rules, table: Table, command: VerifyFees) -> Decision:
    """Hourly charges are verified by a supervisor before the dealer drops them."""
    if (refusal := rules.needs_rank(command.by, rules.supervisor)) is not None:
        return refusal
    amount = table.money.get(TIME_CHARGES, 0)
    if not amount:
        return rules.refuse("nothing_to_verify")
    return Accepted((FeesVerified(amount=amount, by=command.by, clauses=rules.cite("time_charge_verified")),))


def drop_fees(rules: Rules, table: Table, command: DropFees) -> Decision:
    """The dealer drops what somebody else has verified."""
    amount = table.money.get(TIME_CHARGES, 0)
    if not amount or table.fees_verified != amount:
        return rules.refuse("fees_not_verified")
    if rules.rank_of(command.by) != rules.rank_of("dealer"):
        return rules.refuse("two_people_for_fees")
    dropped = FeesDropped(
        amount=amount,
        clauses=rules.cite("time_charge_dropped"),
        postings={TIME_CHARGES: -amount, _home(table): amount},
    )
    return Accepted((dropped,))


def _home(table: Table) -> str:
    return FLOAT if table.options.standalone else CHIP_BOX

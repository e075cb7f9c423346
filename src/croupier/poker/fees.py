"""Charges that do not come from the pots: for each person and hand, and by the hour."""

from __future__ import annotations

from croupier.kernel.accounts import FLOAT, Account, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.poker.blinds import present
from croupier.poker.commands import CollectFees, DropFees, VerifyFees
from croupier.poker.events import ButtonPlaced, FeesCollected, FeesDropped, FeesVerified
from croupier.poker.rules import Rules
from croupier.poker.table import CHIP_BOX, TIME_CHARGES, Table


def collect_fees(rules: Rules, table: Table, command: CollectFees, said: Said) -> Decision:
    """The charge for a hand before it begins, or for an hour in advance; who cannot pay is dealt out."""
    if table.hand.phase != "between":
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
        asked = [number for number in present(table) if table.person_at(number) not in table.fees_paid]
        into = _home(table)
        grounds = ("fee_per_person", "fee_dropped")
    if not asked:
        return rules.refuse("fees_collected_already")
    paying = [number for number in asked if table.stack(number) >= fee]
    short = [number for number in asked if number not in paying and not table.seats[number].dealt_out]
    postings = {stack_of(number): -fee for number in paying} | {into: fee * len(paying)}
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


def verify_fees(rules: Rules, table: Table, command: VerifyFees, said: Said) -> Decision:
    """Hourly charges are verified by a supervisor before the dealer drops them."""
    clauses = rules.cite("time_charge_verified")
    if (refusal := rules.needs_rank(said, rules.supervisor, clauses)) is not None:
        return refusal
    amount = table.money.get(TIME_CHARGES, 0)
    if not amount:
        return rules.refuse("nothing_to_verify")
    return Accepted((FeesVerified(amount=amount, by=said.role, person=said.person, clauses=clauses),))


def drop_fees(rules: Rules, table: Table, command: DropFees, said: Said) -> Decision:
    """The dealer drops what somebody else has verified."""
    amount = table.money.get(TIME_CHARGES, 0)
    verified, by = table.verified
    if not amount or verified != amount:
        return rules.refuse("fees_not_verified")
    if said.person == by:
        return rules.refuse("two_people_for_fees", f"{by} has verified the charges, and another drops them")
    dropped = FeesDropped(
        amount=amount,
        clauses=rules.cite("time_charge_dropped"),
        postings={TIME_CHARGES: -amount, _home(table): amount},
    )
    return Accepted((dropped,))


def _home(table: Table) -> Account:
    return FLOAT if table.options.standalone else CHIP_BOX

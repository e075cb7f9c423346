"""Charges that do not come from the pots: for each person and hand, and by the hour."""

from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision
from croupier.kernel.events import Event
from croupier.kernel.telling import moment
from croupier.poker.blinds import sure_of_cards
from croupier.poker.commands import CollectFees, DropFees, VerifyFees
from croupier.poker.commission import charged, fees_go_to, hour_over
from croupier.poker.events import ButtonPlaced, FeesCollected, FeesDropped, FeesVerified
from croupier.poker.rules import Rules
from croupier.poker.state import TIME_CHARGES, State


def collect_fees(rules: Rules, table: State, command: CollectFees, said: Said) -> Decision:
    """The charge for a hand before it begins, or for an hour in advance; a player who cannot pay is dealt out."""
    if command.hourly:
        return _collect_hourly(rules, table, command, said)
    if table.hand.phase != "between":
        return rules.refuse("fees_between_hands")
    if not (fee := table.options.commission.per_person):
        return rules.refuse("no_such_fee")
    asked = [number for number in sure_of_cards(rules, table) if table.person_at(number) not in table.fees_paid]
    if not asked:
        return rules.refuse("fees_collected_already")
    paying = [number for number in asked if table.stack(number) >= fee]
    short = [number for number in asked if number not in paying]
    return Accepted((charged(rules, table, paying), *_dealt_out(rules, table, short, "fee_per_person")))


def _collect_hourly(rules: Rules, table: State, command: CollectFees, said: Said) -> Decision:
    """From everyone who has a seat once the hour before is over; until then only from those who could not pay for this one.

    An excluded player takes no part in the game that is paid for.
    """
    if table.hand.phase != "between":
        return rules.refuse("hourly_between_hands")
    if not (fee := table.options.commission.hourly):
        return rules.refuse("no_hourly_charge")
    asked = [number for number, seat in sorted(table.seats.items()) if seat.person not in table.excluded]
    over = hour_over(rules, table)
    if anew := said.at >= over:
        began = said.at
    else:
        began, asked = table.hour_began, [number for number in asked if table.person_at(number) in table.hour_unpaid]
    paying = [number for number in asked if table.stack(number) >= fee]
    if not ((anew and table.seats) or paying):
        return rules.refuse("hour_paid", f"the hour is paid for until {moment(over)}")
    short = [number for number in asked if number not in paying]
    hour = {"players": tuple(paying), "amount": fee, "hour_began": began, "short": tuple(short)}
    postings = {stack_of(number): -fee for number in paying} | {TIME_CHARGES: fee * len(paying)} if paying else {}
    collected = rules.event(FeesCollected, command, "time_charge", "time_charge_on_slide", postings=postings, **hour)
    return Accepted((collected, *_dealt_out(rules, table, short, "time_charge")))


def _dealt_out(rules: Rules, table: State, short: list[int], ground: str) -> list[Event]:
    """A button in front of each player who cannot pay, unless they have one."""
    clauses = rules.cite("dealt_out_button", ground)
    return [
        ButtonPlaced(seat=number, button="dealt out", clauses=clauses)
        for number in short
        if not (table.seats[number].away or table.seats[number].dealt_out)
    ]


def verify_fees(rules: Rules, table: State, command: VerifyFees, said: Said) -> Decision:
    """Hourly charges are verified by a supervisor before the dealer drops them."""
    clauses = rules.cite("time_charge_verified")
    if (refusal := rules.needs_rank(said, rules.supervisor, clauses)) is not None:
        return refusal
    if not (amount := table.money.get(TIME_CHARGES, 0)):
        return rules.refuse("nothing_to_verify")
    return Accepted((FeesVerified(amount=amount, by=said.role, person=said.person, clauses=clauses),))


def drop_fees(rules: Rules, table: State, command: DropFees, said: Said) -> Decision:
    """The dealer drops what another person has verified."""
    amount = table.money.get(TIME_CHARGES, 0)
    verified, by = table.verified
    if not amount or verified != amount:
        return rules.refuse("fees_not_verified")
    if said.person == by:
        return rules.refuse("two_people_for_fees", f"{by} has verified the charges, so someone else must drop them")
    return rules.accept(FeesDropped, command, amount=amount, postings={TIME_CHARGES: -amount, fees_go_to(table): amount})

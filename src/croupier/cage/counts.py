"""Counting: floats, chip boxes and the cage itself, compared with the books; and tournament fees."""

import re

from croupier.cage import events
from croupier.cage.commands import CollectDrop, CollectFees, CountCage, CountDrop, CountFloat, ExplainResult, ExplainVariance
from croupier.cage.desk import no_sum
from croupier.cage.state import Cage, CageRules, Count, box_at, drop_of, fees_of, float_at, missing, stock
from croupier.kernel.accounts import CASH, CHIPS, Account
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision
from croupier.kernel.events import Command
from croupier.kernel.money import dollars, together
from croupier.kernel.roles import MOST

THE_CAGE = "the cage"


def collect_drop(rules: CageRules, cage: Cage, command: CollectDrop, said: Said) -> Decision:
    table = command.table
    if table in cage.boxes:
        return rules.refuse("drop_waits")
    amount = cage.in_box(table)
    if amount <= 0:
        return rules.refuse("no_drop", f"the chip box of {table} is empty")
    postings = {box_at(table): -amount, drop_of(table): amount}
    return rules.accept(events.DropCollected, command, amount=amount, by=said.person, postings=postings)


def count_drop(rules: CageRules, cage: Cage, command: CountDrop, said: Said) -> Decision:
    box = cage.boxes.get(command.table)
    if box is None:
        return rules.refuse("no_drop")
    if said.person == box.by:
        return rules.refuse("two_people", f"{said.person} has taken the box off, and another person counts it")
    count = Count(f"the box of {command.table}", box.amount, command.counted, said.person, said.at, note=command.note)
    moved = {drop_of(command.table): -box.amount, stock(CHIPS): command.counted}
    return _counted(rules, cage, count, command, events.DropCounted, moved, "two_people")


def count_float(rules: CageRules, cage: Cage, command: CountFloat, said: Said) -> Decision:
    """The books follow the count: the float becomes what was counted."""
    table, currency = command.table, command.currency
    if currency in ("tournament", CASH):
        return rules.refuse("float_counted", f"there is no {currency} of the house at a table")
    if table not in cage.noted:
        return rules.refuse("float_counted", f"there is no table {table!r}")
    expected = cage.in_float(table, currency)
    count = Count(f"the float of {table}", expected, command.counted, said.person, said.at, command.when, currency, command.note)
    return _counted(rules, cage, count, command, events.FloatCounted, {float_at(table, currency): count.variance})


def count_cage(rules: CageRules, cage: Cage, command: CountCage, said: Said) -> Decision:
    currency = command.currency
    if currency == "tournament":
        return rules.refuse("no_money_in_it")
    expected = cage.holds(stock(currency))
    count = Count(THE_CAGE, expected, command.counted, said.person, said.at, command.when, currency, command.note)
    return _counted(rules, cage, count, command, events.CageCounted, {stock(currency): count.variance})


def _counted(
    rules: CageRules,
    cage: Cage,
    count: Count,
    command: Command,
    kind: type[events.Counting],
    moved: dict[Account, int],
    ground: str = "",
) -> Decision:
    """A count, with what it moved and the amount over or short, which has a number of its own."""
    if not 0 <= count.counted <= 10_000 * MOST:
        return rules.refuse("amount_wrong", f"nobody counts {dollars(count.counted)}")
    grounds = (command.declared.ground, ground, "variance_found" if count.variance else "")
    number, postings = len(cage.variances) + 1, together({**moved, missing(count.currency): -count.variance})
    return rules.accept(kind, command, *grounds, count=count, variance=number if count.variance else 0, postings=postings)


def explain_variance(rules: CageRules, cage: Cage, command: ExplainVariance, said: Said) -> Decision:
    if command.number not in cage.variances:
        return rules.refuse("no_such_variance")
    if not command.note.strip():
        return rules.refuse("variance_explained", "say what it was")
    return rules.accept(events.VarianceExplained, command, note=command.note.strip())


def explain_result(rules: CageRules, cage: Cage, command: ExplainResult, said: Said) -> Decision:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", command.day, re.ASCII):
        return rules.refuse("variance_explained", f"a day is written like 2026-11-18, not {command.day!r}")
    if not command.note.strip():
        return rules.refuse("variance_explained", "say what you found")
    return rules.accept(events.ResultExplained, command, note=command.note.strip())


def collect_fees(rules: CageRules, cage: Cage, command: CollectFees, said: Said) -> Decision:
    if (refusal := no_sum(rules, command.amount)) is not None:
        return refusal
    held = cage.holds(fees_of(command.tournament))
    if command.amount > held:
        return rules.refuse("tournament_short", f"{dollars(held)} of fees is held for {command.tournament}")
    postings = {fees_of(command.tournament): -command.amount, stock(CHIPS): command.amount}
    return rules.accept(events.FeesCollected, command, postings=postings)

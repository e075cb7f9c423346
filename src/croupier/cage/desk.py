"""At the desk: chips for money and money for chips, promotional tokens, and chips that two people move."""

from typing import Any

from msgspec.structs import asdict

from croupier.cage import commands, events
from croupier.cage.state import Cage, CageRules, Transfer, float_at, hands, made, stock
from croupier.kernel.accounts import CASH, CHIPS, TOKENS, Account, Currency
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.money import dollars
from croupier.kernel.roles import CASHIER, MOST

_MOST_OF_ALL = 10_000 * MOST
"""The most that the cage ever holds: small enough that every sum fits 64 bits."""


def open_cage(rules: CageRules, cage: Cage, command: commands.OpenCage, said: Said) -> Decision:
    if cage.open:
        return rules.refuse("cage_opened", "the cage is open already")
    begun: dict[Currency, int] = {CHIPS: command.chips, TOKENS: command.tokens, CASH: command.cash}
    if not all(0 <= amount <= _MOST_OF_ALL for amount in begun.values()):
        return rules.refuse("amount_wrong")
    postings: dict[Account, int] = {}
    for currency, amount in begun.items():
        if amount:
            postings |= {stock(currency): amount, made(currency): -amount}
    return rules.accept(events.CageOpened, command, postings=postings)


def no_sum(rules: CageRules, amount: int) -> Refused | None:
    return None if 0 < amount <= MOST else rules.refuse("amount_wrong", f"{dollars(amount)} is no sum that is moved here")


_ACROSS: dict[type[Command], tuple[type[Any], Currency, bool]] = {
    commands.IssueChips: (events.ChipsIssued, CHIPS, True),
    commands.RedeemChips: (events.ChipsRedeemed, CHIPS, False),
    commands.IssueTokens: (events.TokensIssued, TOKENS, True),
    commands.TakeBackTokens: (events.TokensTakenBack, TOKENS, False),
}
"""What goes across the counter: the event, what it is and whether it leaves the cage. Money goes the opposite way to chips."""
Across = commands.IssueChips | commands.RedeemChips | commands.IssueTokens | commands.TakeBackTokens


def across_the_counter(rules: CageRules, cage: Cage, command: Across, said: Said) -> Decision:
    person, amount = command.person, command.amount
    event, currency, leaves = _ACROSS[type(command)]
    if said.person == person:
        return rules.refuse("serves_themselves")
    if not person or person != person.strip():
        return rules.refuse("not_in_hand", "say who it is")
    if (refusal := no_sum(rules, amount)) is not None:
        return refusal
    if not leaves and amount > (held := cage.patron(person).held(currency)):
        return rules.refuse("not_in_hand", f"{person} has {dollars(held)} in {currency}")
    if leaves and amount > cage.holds(stock(currency)):
        return rules.refuse("stock_short", f"the cage has {dollars(cage.holds(stock(currency)))} in {currency}")
    moved, paid = -amount if leaves else amount, currency == CHIPS
    if paid and leaves and cage.patron(person).held() + amount > MOST:
        return rules.refuse("amount_wrong", f"nobody has more than {dollars(MOST)} in hand")
    if paid and not leaves and amount > cage.holds(stock(CASH)):
        return rules.refuse("cash_short", f"the cage has {dollars(cage.holds(stock(CASH)))} in money")
    postings = {stock(currency): moved, hands(currency): -moved}
    postings |= {stock(CASH): -moved, hands(CASH): moved} if paid else {}
    return rules.accept(event, command, postings=postings, **({"at": said.at} if paid else {}))


# By two people


def request_transfer(rules: CageRules, cage: Cage, command: commands.RequestTransfer, said: Said) -> Decision:
    if (refusal := no_sum(rules, command.amount)) is not None:
        return refusal
    of_a_table = command.what in ("fill", "credit")
    if bool(command.table.strip()) != of_a_table:
        return rules.refuse("transfer_requested", "say which table, for a fill or a credit and for nothing else")
    if command.currency == "tournament":
        return rules.refuse("no_money_in_it")
    if of_a_table and command.currency == CASH:
        return rules.refuse("transfer_requested", "there is no money at a table")
    transfer = Transfer(**asdict(command), by=said.person, capacity=said.role)
    return rules.accept(events.TransferRequested, command, number=cage.requested + 1, transfer=transfer)


def confirm_transfer(rules: CageRules, cage: Cage, command: commands.ConfirmTransfer, said: Said) -> Decision:
    """A different person from the one who asked, one of the two a cashier: the chips are moved."""
    transfer = cage.transfers.get(command.number)
    if transfer is None:
        return rules.refuse("no_such_transfer")
    if said.person == transfer.by:
        return rules.refuse("two_people", f"{said.person} has asked for it, and another person confirms it")
    if CASHIER not in (said.capacity, transfer.capacity):
        return rules.refuse("transfer_made", "one of the two is a cashier")
    amount, currency = transfer.amount, transfer.currency
    there = cage.in_float(transfer.table, currency) if transfer.what == "credit" else cage.holds(stock(currency))
    if transfer.what == "credit" and amount > there:
        return rules.refuse("float_short", f"the float of {transfer.table} has {dollars(there)} in {currency}")
    if transfer.what in ("fill", "removal") and amount > there:
        return rules.refuse("stock_short", f"the cage has {dollars(there)} in {currency}")
    if transfer.what == "supply" and amount + there > _MOST_OF_ALL:
        return rules.refuse("amount_wrong", f"the cage holds {dollars(_MOST_OF_ALL)} at the most")
    outside = float_at(transfer.table, currency) if transfer.table else made(currency)
    into = amount if transfer.what in ("credit", "supply") else -amount
    moved = {"transfer": transfer, "by": said.person, "postings": {stock(currency): into, outside: -into}}
    return rules.accept(events.TransferMade, command, "transfer_made", "two_people", **moved)


def cancel_transfer(rules: CageRules, cage: Cage, command: commands.CancelTransfer, said: Said) -> Decision:
    if command.number not in cage.transfers:
        return rules.refuse("no_such_transfer")
    return rules.accept(events.TransferCancelled, command)

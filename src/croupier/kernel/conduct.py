"""What books have in common when someone breaks a rule: exclusion, winnings held back, and the inquiry into them."""

from typing import Any

from croupier.kernel.accounts import FLOAT, stack_of, withheld_of
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.incidents import PlayerExcluded, Report, WinningsReleased, WinningsWithheld
from croupier.kernel.rulebook import Rulebook
from croupier.kernel.rulings import Clauses, ask, called, whom


def exclude(table: Any, report: Report, clauses: Clauses) -> PlayerExcluded:
    """The people concerned take no further part, at any seat."""
    person = whom(table, report)
    return PlayerExcluded(person=person, player=table.seat_of(person), clauses=clauses)


def withhold(table: Any, report: Report, amount: int, clauses: Clauses) -> WinningsWithheld:
    """Hold this sum back from the chips of the player in a report."""
    person = whom(table, report)
    seat = table.seat_of(person)
    kept = {stack_of(seat): -amount, withheld_of(person): amount} if amount else {}
    return WinningsWithheld(person=person, player=seat, amount=amount, clauses=clauses, postings=kept)


def inquiry(rules: Rulebook, table: Any, report: Report) -> Decision:
    """The inquiry into held-back winnings is over, whether or not that person still sits here."""
    held = table.money.get(withheld_of(whom(table, report)), 0)
    return ask(rules, report, held=held) if held else _nothing_held(rules, report)


def rule_inquiry(rules: Rulebook, table: Any, report: Report, option: str) -> Decision:
    person, paid = whom(table, report), option == "pay"
    held = table.money.get(withheld_of(person), 0)
    if not held:  # nothing is held yet before the settlement that pays it
        return _nothing_held(rules, report)
    moved = {withheld_of(person): -held, table.paid_to(person) if paid else FLOAT: held}
    clauses = rules.irregularities[report.what].clauses
    return Accepted((WinningsReleased(person=person, amount=held, paid=paid, clauses=clauses, postings=moved),))


def _nothing_held(rules: Rulebook, report: Report) -> Refused:
    clauses = rules.irregularities[report.what].clauses
    return Refused("nothing_withheld", f"nothing is held back from {called(report)}", clauses)

"""Running a case about a promotion: its lines are played on the terms of a sample promotion.

The case's `table` changes those terms: `without` leaves some out, `prize` changes the one prize, `prizes` gives other ones,
`readings` are the house's; whatever else it has are terms. The promotion is drafted so, and the play goes on from there.
"""

import tomllib
from typing import Any

from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.errors import CroupierError
from croupier.kernel.events import Event
from croupier.kernel.lines import said_by
from croupier.promotions.commands import DraftPromotion
from croupier.promotions.events import RegulatorNotified, WinnerNotified
from croupier.promotions.lines import read_line
from croupier.promotions.state import owed
from croupier.promotions.telling import tell
from croupier.promotions.terms import findings, read_terms
from croupier.tables.promotion import PromotionStream, sample_text


class PromotionRun(CaseRun):
    """A case as it was played on a promotion."""

    setting = "the terms are set up"

    def __init__(self, case: Case, book: str) -> None:
        super().__init__(case)
        self.promotion = PromotionStream(book)
        setup = dict(case.table)
        readings = tuple(setup.pop("readings", ()))
        terms = read_terms(_changed(tomllib.loads(sample_text(book)), setup))
        self.note(self.promotion.do(DraftPromotion(terms=terms, readings=readings)))
        self.play_all()

    def play(self, line: str) -> None:
        who, said = said_by(line)
        self.note(self.promotion.do(read_line(said), **who))

    def tell(self, event: Event) -> str:
        return tell(event)


def _changed(terms: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    without = setup.pop("without", ())
    prize = setup.pop("prize", {})
    changed = {**terms, "prizes": [{**terms["prizes"][0], **prize}], **setup}
    for name in without:
        holder = changed["prizes"][0] if name in changed["prizes"][0] else changed
        if name not in holder:
            holder = changed["prizes"][0].get("particulars", {})
        if name not in holder:
            raise CroupierError(f"there is no term {name!r} to leave out")
        del holder[name]
    return changed


def _late(run: PromotionRun) -> list[str]:
    """What was done later than the book wants."""
    timed = (event for event in run.promotion.events if isinstance(event, RegulatorNotified | WinnerNotified))
    return [tell(event) for event in timed if event.late]


def _missing(run: PromotionRun) -> list[str]:
    found = findings(run.promotion.rules, run.promotion.state.terms)
    return [clause for finding in found for clause in finding.clauses]


def _owed(run: PromotionRun) -> list[str]:
    return [f"{debt.what} by {debt.by}" for debt in owed(run.promotion.rules, run.promotion.state)]


PromotionRun.checks = {
    "phase": lambda run: run.promotion.state.phase,
    "missing": _missing,
    "winners": lambda run: {str(prize): entry for prize, entry in run.promotion.state.winners.items()},
    "paid": lambda run: {str(prize): how for prize, how in run.promotion.state.payments.items()},
    "notified": lambda run: list(run.promotion.state.notified),
    "late": _late,
    "claims_kept": lambda run: run.promotion.state.claims_kept,
    "owed": _owed,
    "says": lambda run: "\n".join(map(tell, run.promotion.events)),
}

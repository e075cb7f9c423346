"""Running a case about a promotion (The Star, section 17): its lines are played on the terms of a sample promotion.

The case's `table` changes those terms: `without` leaves some out, `prize` changes the one prize, `prizes` gives other ones,
`readings` are the house's; whatever else it has are terms. The promotion is drafted so, and the play goes on from there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from importlib import resources
from typing import Any

from croupier.books import book_of
from croupier.books.star_caribbean_stud.s17_lines import read_line, tell
from croupier.books.star_caribbean_stud.s17_promotions import (
    DraftPromotion,
    Promotion,
    RegulatorNotified,
    WinnerNotified,
    decide,
    evolve,
    owed,
    rules_of,
)
from croupier.books.star_caribbean_stud.s17_terms import findings, read_terms
from croupier.cases.case import Case
from croupier.cases.run import CaseRun
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command, Event


def sample_text() -> str:
    """The terms of a promotion that may open, as a TOML file has them."""
    file = resources.files("croupier.books.star_caribbean_stud") / "sample_promotion.toml"
    return file.read_text(encoding="utf-8")


class PromotionRun(CaseRun):
    """A case as it was played on a promotion."""

    setting = "the terms are set up"

    def __init__(self, case: Case) -> None:
        super().__init__(case)
        self.events: list[Event] = []
        self.promotion = Promotion()
        self.rules = rules_of(book_of("star-caribbean-stud"))
        setup = dict(case.table)
        readings = tuple(setup.pop("readings", ()))
        terms = read_terms(_changed(tomllib.loads(sample_text()), setup))
        self.do(DraftPromotion(terms=terms, readings=readings))
        self.play_all()

    def play(self, line: str) -> None:
        self.do(read_line(line))

    def tell(self, event: Event) -> str:
        return tell(event)

    def do(self, command: Command) -> None:
        decision = decide(self.rules, self.promotion, command)
        self.note(decision)
        if not isinstance(decision, Refused):
            for event in decision.events:
                self.promotion = evolve(self.promotion, event)
            self.events += decision.events

    def late(self) -> list[str]:
        """What was done later than the book wants."""
        return [
            tell(event) for event in self.events if isinstance(event, RegulatorNotified | WinnerNotified) and event.late
        ]


def _changed(terms: dict[str, Any], setup: dict[str, Any]) -> dict[str, Any]:
    without = setup.pop("without", ())
    prize = setup.pop("prize", {})
    changed = {**terms, "prizes": [{**terms["prizes"][0], **prize}], **setup}
    for name in without:
        holder = changed["prizes"][0] if name in changed["prizes"][0] else changed
        if name not in holder:
            holder = changed["prizes"][0].get("particulars", {})
        if name not in holder:
            raise BookError(f"there is no term {name!r} to leave out")
        del holder[name]
    return changed


_CHECKS: dict[str, Callable[[PromotionRun], Any]] = {
    "cites": lambda run: None,
    "refused": lambda run: run.refused.ground if run.refused else None,
    "reason": lambda run: run.refused.reason if run.refused else None,
    "phase": lambda run: run.promotion.phase,
    "missing": lambda run: [finding.clause for finding in findings(run.rules.book, run.promotion.terms)],
    "winners": lambda run: {str(prize): entry for prize, entry in run.promotion.winners.items()},
    "paid": lambda run: {str(prize): how for prize, how in run.promotion.payments.items()},
    "notified": lambda run: list(run.promotion.notified),
    "late": lambda run: run.late(),
    "claims_kept": lambda run: len(run.promotion.claims),
    "owed": lambda run: [f"{debt.what} by {debt.by}" for debt in owed(run.rules, run.promotion)],
    "says": lambda run: "\n".join(map(tell, run.events)),
}

PromotionRun.checks = _CHECKS

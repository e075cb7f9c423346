"""Lantern Stud, the house rules of an imaginary casino: a sixth book with a procedure of its own."""

from __future__ import annotations

from croupier.books import Game
from croupier.books.book import Book
from croupier.books.caribbean import caribbean_rules
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import follows
from croupier.stud.events import RetractionOffered
from croupier.stud.irregularities import in_game, too_many_exposed, turned_back, void_round
from croupier.stud.rules import Rules
from croupier.stud.state import State


def exposed(rules: Rules, table: State, report: Report) -> Decision:
    """7.1 and 7.2: one exposed card leaves its player a choice, the second of a round ends the round."""
    if report.box not in in_game(table) or report.count < 1:
        return Refused("not_irregular", "say which box's cards could be seen, and how many", ("7.1",))
    if (refusal := too_many_exposed(table, report, ("7.1",))) is not None:
        return refusal
    total = table.exposed + report.count
    if total >= rules.number("exposed_cards_void"):
        return follows(rules, report, ("7.2",), void_round(table, f"{total} cards could be seen", ("7.2",)))
    choice = RetractionOffered(boxes=(report.box,), clauses=("7.1",))
    return follows(rules, report, ("7.1",), turned_back(report.box, total, ("7.1",)), choice)


def _lantern_stud(book: Book) -> Rules:
    return caribbean_rules(
        book,
        "lantern-stud",
        most_places=book.number("places"),
        shuffler_decks=book.number("decks"),
        deal_order="dealer first",
        irregularities=book.irregularities_by({"exposed": exposed}),
    )


GAMES = {"lantern-stud": Game(rules=_lantern_stud)}

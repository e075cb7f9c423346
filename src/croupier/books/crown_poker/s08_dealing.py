"""Section 8: what follows when a player has not protected the hand."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.rulings import Irregularity
from croupier.poker.commands import Report
from croupier.poker.irregularities import ask, follows
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Rules
from croupier.poker.table import Table

_DEAD = Option("dead hand", "the hand has no claim to the pot; its wagers stay there", ("8.14",))
_GIVEN_BACK = Option("hand given back", "the cards are known for certain and the hand plays on", ("13.10",))
_WHY = "the hand was not protected"


def unprotected_hand(rules: Rules, table: Table, report: Report) -> Decision:
    """8.14: the dealer took a hand in, or it came among other cards. It is dead.

    Where the report names its cards, because they can be told for certain, a manager decides (13.10).
    """
    seat = table.seats[report.player]
    if not seat.live:
        return Refused("not_in_hand", f"seat {report.player} has no hand in play", ("8.14",))
    if not report.cards:
        return follows(rules, report, ("8.14",), *dead_hand(rules, table, seat, _WHY, ("8.14",)))
    return ask(
        rules,
        report,
        question=f"the hand of seat {report.player} was not protected, but its cards are known: is it dead?",
        rank=rules.manager,
        options=(_DEAD, _GIVEN_BACK),
        clauses=("8.14", "13.10"),
    )


def rule_unprotected_hand(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == _GIVEN_BACK.name:
        return follows(rules, report, _GIVEN_BACK.clauses)
    return Accepted(tuple(dead_hand(rules, table, table.seats[report.player], _WHY, _DEAD.clauses)))


IRREGULARITIES: dict[str, Irregularity] = {
    "unprotected-hand": Irregularity(
        "a hand was taken in or came among other cards",
        unprotected_hand,
        rule_unprotected_hand,
        asks=("player",),
        phases=("betting", "discard", "showdown"),
    ),
}

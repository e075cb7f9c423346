"""Section 8: how players handle their cards while they decide."""

from croupier.books.caribbean import told
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import follows
from croupier.stud.events import DirectionGiven, HandPickedUp
from croupier.stud.rules import Rules
from croupier.stud.state import State


def picked_up_early(rules: Rules, table: State, report: Report) -> Decision:
    """5.4 and 8.1: cards are picked up after the deal; a player who has them already has handled them (14.1)."""
    if (refusal := _no_cards(table, report, ("5.4", "8.1"))) is not None:
        return refusal
    box = table.boxes[report.box]
    picked_up = HandPickedUp(box=report.box, seat=box.seat, cards=box.cards, clauses=("5.4", "8.1"))
    says = "the cards stay on the table until all are dealt"
    direction = DirectionGiven(seats=(box.seat,), says=says, clauses=("5.4", "8.1"))
    return follows(rules, report, ("5.4", "8.1"), picked_up, direction)


def cards_away(rules: Rules, table: State, report: Report) -> Decision:
    """8.2: cards stay over the layout."""
    if (refusal := _no_cards(table, report, ("8.2",))) is not None:
        return refusal
    seats, says = (table.boxes[report.box].seat,), "the cards are kept over the table"
    return follows(rules, report, ("8.2",), DirectionGiven(seats=seats, says=says, clauses=("8.2",)))


def player_exposed(rules: Rules, table: State, report: Report) -> Decision:
    """8.7: a player who shows cards informs the others; the deal is not affected."""
    if (refusal := _no_cards(table, report, ("8.7",))) is not None:
        return refusal
    advice = "until all have decided, players say nothing to each other but fold or bet"
    player = table.person_at(table.boxes[report.box].seat)
    return follows(rules, report, ("8.7",), told(table, player, "silence", advice, ("8.7",)))


def _no_cards(table: State, report: Report, clauses: tuple[str, ...]) -> Refused | None:
    box = table.boxes[report.box]
    if not box.seat or not box.cards:
        return Refused("nothing_wagered", "no player has cards there", clauses)
    return None

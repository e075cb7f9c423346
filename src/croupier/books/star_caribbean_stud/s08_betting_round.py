"""Section 8: how players behave with their cards while they decide."""

from __future__ import annotations

from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.rulings import Irregularity
from croupier.stud.commands import Report
from croupier.stud.events import HandPickedUp, PlayerTold
from croupier.stud.incidents import DirectionGiven
from croupier.stud.irregularities import follows
from croupier.stud.rules import Rules
from croupier.stud.table import DEALER, Table


def picked_up_early(rules: Rules, table: Table, report: Report) -> Decision:
    """5.4 and 8.1: cards are picked up after the deal; a player who has them already has handled them (14.1)."""
    if (refusal := _no_cards(table, report, ("5.4", "8.1"))) is not None:
        return refusal
    box = table.boxes[report.box]
    picked_up = HandPickedUp(box=report.box, seat=box.seat, cards=box.cards, clauses=("5.4", "8.1"))
    says = "the cards stay on the table until all are dealt"
    return follows(report, ("5.4", "8.1"), picked_up, _direction(box.seat, says, ("5.4", "8.1")))


def cards_away(rules: Rules, table: Table, report: Report) -> Decision:
    """8.2: cards stay over the layout."""
    if (refusal := _no_cards(table, report, ("8.2",))) is not None:
        return refusal
    says = "the cards are kept over the table"
    return follows(report, ("8.2",), _direction(table.boxes[report.box].seat, says, ("8.2",)))


def player_exposed(rules: Rules, table: Table, report: Report) -> Decision:
    """8.7: a player who shows cards tells the others something; the deal is not affected."""
    if (refusal := _no_cards(table, report, ("8.7",))) is not None:
        return refusal
    return follows(report, ("8.7",), _silence(table.boxes[report.box].seat))


def communication(rules: Rules, table: Table, report: Report) -> Decision:
    """8.7: until all have decided, players say nothing but fold or bet."""
    return follows(report, ("8.7",), _silence(report.player))


def _no_cards(table: Table, report: Report, clauses: tuple[str, ...]) -> Refused | None:
    if report.box == DEALER or not table.boxes[report.box].seat or not table.boxes[report.box].cards:
        return Refused("nothing_wagered", "no player has cards there", clauses)
    return None


def _silence(seat: int) -> PlayerTold:
    advice = "until all have decided, players say nothing to each other but fold or bet"
    return PlayerTold(seat=seat, about="silence", advice=advice, clauses=("8.7",))


def _direction(seat: int, says: str, clauses: tuple[str, ...]) -> DirectionGiven:
    return DirectionGiven(seats=(seat,), says=says, clauses=clauses)


IRREGULARITIES: dict[str, Irregularity] = {
    "picked-up-early": Irregularity(
        "a player picks up cards before the deal is over", picked_up_early, asks=("box",), phases=("dealing",)
    ),
    "cards-away": Irregularity(
        "a player holds cards away from the table", cards_away, asks=("box",), phases=("dealing", "deciding")
    ),
    "player-exposed": Irregularity(
        "a player shows cards", player_exposed, asks=("box",), phases=("dealing", "deciding")
    ),
    "communication": Irregularity(
        "players talk before all have decided", communication, asks=("player",), phases=("dealing", "deciding")
    ),
}

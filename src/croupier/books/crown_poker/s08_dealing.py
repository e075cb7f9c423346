"""Section 8: what follows if a player has not protected the hand."""

from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import ask, follows
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Rules
from croupier.poker.state import State


def unprotected_hand(rules: Rules, table: State, report: Report) -> Decision:
    """8.14: the dealer collected a hand, or it was mixed with other cards. It is dead.

    If the report names its cards because they can be identified for certain, a manager decides (13.10).
    """
    player = table.hand.players[report.player]
    if not player.live:
        return Refused("not_in_hand", f"seat {report.player} has no hand in play", ("8.14",))
    if not report.cards:
        dead = dead_hand(rules, table, player, "the hand was not protected", ("8.14",))
        return follows(rules, report, ("8.14",), *dead)
    return ask(rules, report, clauses=("8.14", "13.10"))

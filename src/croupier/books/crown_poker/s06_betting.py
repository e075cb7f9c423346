"""6.18: a player was passed over, and others have acted behind. The book does not say who acts then: a manager rules."""

from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.rulings import ask
from croupier.poker.events import Folded, PassedOver
from croupier.poker.rules import Rules
from croupier.poker.state import State

PLAYS = "hand plays"
DEAD = "hand dead"


def passed_over(rules: Rules, table: State, report: Report) -> Decision:
    """6.18, 13.10: the action goes back; once two or more players have acted behind, the player may lose the right to act."""
    if report.player != table.hand.turn:
        return Refused("not_passed_over", f"it is not the turn of seat {report.player}", ("6.18",))
    if not (behind := (set(report.players) or set(table.hand.held)) - {report.player}):
        return Refused("not_passed_over", "nobody has acted behind that player", ("6.18",))
    player = table.hand.players[report.player]
    late = len(behind) >= rules.number("substantial_action_players")
    but = () if late and player.put_in + player.dead else (PLAYS,) if late else (PLAYS, DEAD)
    return ask(rules, report, but=but, clauses=rules.cite("passed_over"), behind=behind)


def rule_passed_over(rules: Rules, table: State, report: Report, option: str) -> Decision:
    seat, clauses = report.player, rules.cite("passed_over")
    if option == PLAYS:
        return Accepted((PassedOver(seat=seat, clauses=clauses),))
    return Accepted((Folded(seat=seat, dead="the player was passed over", in_turn=False, clauses=clauses),))

"""Section 14: contraventions, games that are invalidated, disputes, and conduct around the table."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Option
from croupier.kernel.events import Event
from croupier.stud.commands import Report
from croupier.stud.events import PlayerTold
from croupier.stud.incidents import PlayerExcluded, WinningsWithheld
from croupier.stud.irregularities import Irregularity, ask, follows, notify, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.table import Table

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
CASINO_MANAGER = "TG Assistant Casino Manager"

_SANCTIONS = (
    Option("void wagers", "the player's wagers are void", ("14.2.1",)),
    Option("exclude", "the player takes no further part in the game", ("14.2.2",)),
    Option("withhold winnings", "winnings are kept back until an investigation is over", ("14.2.3",)),
    Option("detain", "the person is kept until a police officer comes", ("14.2.4",)),
    Option("no sanction", "nothing is done", ("14.2",)),
)


def contravention(rules: Rules, table: Table, report: Report) -> Decision:
    """14.2: a player has broken a rule."""
    question = f"seat {report.player} has broken a rule: what follows?"
    return ask(report, question=question, rank=CASINO_MANAGER, options=_SANCTIONS, clauses=("14.2",))


def device(rules: Rules, table: Table, report: Report) -> Decision:
    """14.1: nobody may use a device to record, project or analyse the game."""
    told = notify((CASINO_MANAGER,), f"seat {report.player} is suspected of using a device", ("14.1",))
    return ask(
        report,
        question=f"seat {report.player} is suspected of using a device: what follows?",
        rank=CASINO_MANAGER,
        options=_SANCTIONS,
        clauses=("14.1", "14.2"),
        first=(told,),
    )


def rule_sanction(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    """Carry one sanction out; another report brings a further one."""
    seat = report.player
    events: list[Event]
    if option == "void wagers":
        own = [n for n in table.wagered if table.boxes[n].seat == seat and table.boxes[n].choice in ("", "bet")]
        events = [void_hand(table, number, "a rule was broken", ("14.2.1",)) for number in own]
        events = events or [_told(seat, "no wager of the player lies on the table", ("14.2.1",))]
    elif option == "exclude":
        events = [PlayerExcluded(player=seat, clauses=("14.2.2",))]
    elif option == "withhold winnings":
        events = [WinningsWithheld(player=seat, amount=max(report.amount, 0), clauses=("14.2.3",))]
    elif option == "detain":
        events = [notify(("police",), f"the person at seat {seat} is detained", ("14.2.4",))]
    else:
        events = [_told(seat, "the rules are to be kept", ("14.2",))]
    return Accepted(tuple(events))


def disruption(rules: Rules, table: Table, report: Report) -> Decision:
    """14.3.1: the game is disrupted by something like a fire or a brawl."""
    return _invalidate(report, "the game is disrupted", "14.3.1")


def fraud(rules: Rules, table: Table, report: Report) -> Decision:
    """14.3.2: a fraud affects the outcome."""
    return _invalidate(report, "a fraud affects the outcome", "14.3.2")


def _invalidate(report: Report, why: str, clause: str) -> Decision:
    return ask(
        report,
        question=f"{why}: is the outcome invalidated?",
        rank=SUPERVISOR,
        options=(
            Option("invalidate", "the outcome is invalid and all wagers are refunded", (clause, "14.4")),
            Option("play on", "the game goes on", ("14.3",)),
        ),
        clauses=("14.3", clause),
    )


def rule_invalidation(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    clause = "14.3.1" if report.what == "disruption" else "14.3.2"
    if option == "invalidate":
        return Accepted((void_round(table, "the outcome is invalidated", (clause, "14.4")),))
    return Accepted((notify((SUPERVISOR,), "the game goes on", ("14.3", clause)),))


def dispute(rules: Rules, table: Table, report: Report) -> Decision:
    """14.9 to 14.11: the area manager decides, and a complainant who is not satisfied is told of the inspector."""
    return ask(
        report,
        question=f"seat {report.player} disputes: {report.note or 'no reason noted'}",
        rank=AREA_MANAGER,
        options=(
            Option("resolved", "the player is satisfied", ("14.10",)),
            Option(
                "decided",
                "the decision is final; the player is told of inspector and regulator",
                ("14.9", "14.10", "14.11"),
            ),
        ),
        clauses=("14.10",),
    )


def rule_dispute(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    events: list[Event] = [notify((AREA_MANAGER,), f"the dispute of seat {report.player} is decided", ("14.10",))]
    if option == "decided":
        events.append(_told(report.player, "an inspector is present and may be consulted", ("14.9",)))
        events.append(_told(report.player, "a complaint may be investigated by the VCGLR", ("14.11",)))
    return Accepted(tuple(events))


def influence(rules: Rules, table: Table, report: Report) -> Decision:
    """14.6: nobody influences another player's decisions unless that player asks."""
    advice = "nobody influences another player's decisions unless that player asks"
    return follows(report, ("14.6",), _told(report.player, advice, ("14.6",)))


def side_bet(rules: Rules, table: Table, report: Report) -> Decision:
    """14.12: players do not bet against each other."""
    return follows(report, ("14.12",), _told(report.player, "players do not bet against each other", ("14.12",)))


def _told(seat: int, advice: str, clauses: tuple[str, ...]) -> PlayerTold:
    return PlayerTold(seat=seat, about="conduct", advice=advice, clauses=clauses)


_ROUND = ("dealing", "deciding", "settling")

IRREGULARITIES: dict[str, Irregularity] = {
    "contravention": Irregularity("a player has broken a rule", contravention, rule_sanction, asks=("player",)),
    "device": Irregularity("a player is suspected of using a device", device, rule_sanction, asks=("player",)),
    "disruption": Irregularity("the game is disrupted", disruption, rule_invalidation, phases=_ROUND),
    "fraud": Irregularity("a fraud affects the outcome", fraud, rule_invalidation, phases=_ROUND),
    "dispute": Irregularity("a player disputes a decision", dispute, rule_dispute, asks=("player",)),
    "influence": Irregularity("somebody influences a player's decision", influence, asks=("player",)),
    "side-bet": Irregularity("players bet against each other", side_bet, asks=("player",)),
}

"""Section 14: contraventions, games that are invalidated, disputes, what no rule covers, and conduct around the table."""

from __future__ import annotations

from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Irregularity
from croupier.stud.commands import Report
from croupier.stud.events import HandFolded, PlayerTold
from croupier.stud.incidents import (
    DisputeDecided,
    PlayerExcluded,
    RoundStands,
    WagerRefused,
    WinningsReleased,
    WinningsWithheld,
)
from croupier.stud.irregularities import ask, follows, in_game, notify, void_hand, void_round
from croupier.stud.rules import Rules
from croupier.stud.seats import given_back, taken
from croupier.stud.table import FLOAT, Table, purse_of, stack_of, withheld_of

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
CASINO_MANAGER = "TG Assistant Casino Manager"

_VOID = Option("void wagers", "the player's wagers are void and go back", ("14.2.1",))
_EXCLUDE = Option("exclude", "the player takes no further part in the game", ("14.2.2",))
_DETAIN = Option("detain", "a person suspected of an offence is kept until a police officer comes", ("14.2.4",))
_NOTHING = Option("no sanction", "the player is told to keep the rules", ("14.2",))


def contravention(rules: Rules, table: Table, report: Report) -> Decision:
    """14.2: a player has broken a rule."""
    question = f"seat {report.player} has broken a rule: what follows?"
    options = (_VOID, _EXCLUDE, _DETAIN, _NOTHING)
    return ask(report, question=question, rank=CASINO_MANAGER, options=options, clauses=("14.2",))


def device(rules: Rules, table: Table, report: Report) -> Decision:
    """14.1: nobody may use a device to record, project or analyse the game. `amount` is what may have been won with it."""
    winnings = max(report.amount, 0)
    if winnings > table.stack(report.player):
        return Refused("wagers_in_chips", f"seat {report.player} has not {dollars(winnings)} in chips", ("14.2.3",))
    means = f"{dollars(winnings)} is held back until an investigation is over"
    withhold = (Option("withhold winnings", means, ("14.2.3",)),) if winnings else ()
    told = notify((CASINO_MANAGER,), f"seat {report.player} is suspected of using a device", ("14.1",))
    return ask(
        report,
        question=f"seat {report.player} is suspected of using a device: what follows?",
        rank=CASINO_MANAGER,
        options=(_VOID, _EXCLUDE, *withhold, _DETAIN, _NOTHING),
        clauses=("14.1", "14.2"),
        first=(told,),
    )


def rule_sanction(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    """Carry one sanction out; another report brings a further one."""
    seat = report.player
    if option == "void wagers":
        own = [number for number in in_game(table) if table.boxes[number].seat == seat]
        if not own:
            return Accepted((_told(seat, "no wager of the player lies on the table", ("14.2.1",)),))
        return Accepted(tuple(_void(table, number, "a rule was broken", ("14.2.1",)) for number in own))
    if option == "exclude":
        return Accepted((PlayerExcluded(player=seat, clauses=("14.2.2",)),))
    if option == "withhold winnings":
        kept = {stack_of(seat): -report.amount, withheld_of(seat): report.amount}
        return Accepted((WinningsWithheld(player=seat, amount=report.amount, clauses=("14.2.3",), postings=kept),))
    if option == "detain":
        return Accepted((notify(("police officer",), f"the person at seat {seat} is detained", ("14.2.4",)),))
    return Accepted((_told(seat, "the rules are to be kept", ("14.2",)),))


def _void(table: Table, number: int, why: str, clauses: tuple[str, ...]) -> Event:
    """Wagers without a result go back; before the deal there is no hand yet, and the box is free again."""
    if table.phase == "wagers":
        return WagerRefused(box=number, why=why, clauses=clauses, postings=given_back(table, number))
    return void_hand(table, number, why, clauses)


def investigation(rules: Rules, table: Table, report: Report) -> Decision:
    """14.2.3: the investigation of winnings that were held back is over."""
    held = table.money.get(withheld_of(report.player), 0)
    if not held:
        return Refused("nothing_withheld", f"nothing is held back from seat {report.player}", ("14.2.3",))
    return ask(
        report,
        question=f"the investigation is over: what becomes of {dollars(held)} held back from seat {report.player}?",
        rank=CASINO_MANAGER,
        options=(
            Option("pay", "the winnings are paid after all", ("14.2.3",)),
            Option("keep", "the winnings stay with the house", ("14.2.3",)),
        ),
        clauses=("14.2.3",),
    )


def rule_investigation(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    seat, paid = report.player, option == "pay"
    held = table.money[withheld_of(seat)]
    moved = {withheld_of(seat): -held, purse_of(seat) if paid else FLOAT: held}
    released = WinningsReleased(player=seat, amount=held, paid=paid, clauses=("14.2.3",), postings=moved)
    return Accepted((released,))


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
    return Accepted((RoundStands(why="the outcome is not invalidated", clauses=("14.3", clause)),))


def dispute(rules: Rules, table: Table, report: Report) -> Decision:
    """14.9 to 14.11: the area manager decides, and a complainant who is not satisfied is told of the inspector.

    `amount` is what the player is paid if the dispute is resolved.
    """
    amount = max(report.amount, 0)
    resolved = f"the player is satisfied with {dollars(amount)}" if amount else "the player is satisfied"
    final = "the decision is final, and the player is told of inspector and regulator"
    return ask(
        report,
        question=f"seat {report.player} disputes: {report.note or 'no reason noted'}",
        rank=AREA_MANAGER,
        options=(
            Option("resolved", resolved, ("14.10",)),
            Option("not resolved", final, ("14.9", "14.10", "14.11")),
        ),
        clauses=("14.10",),
    )


def rule_dispute(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    seat, amount = report.player, max(report.amount, 0) if option == "resolved" else 0
    paid = {stack_of(seat): amount, FLOAT: -amount} if amount else {}
    decided = DisputeDecided(player=seat, decision=option, amount=amount, clauses=("14.10",), postings=paid)
    if option == "resolved":
        return Accepted((decided,))
    inspector = _told(seat, "an inspector is present and may be consulted", ("14.9",))
    return Accepted((decided, inspector, _told(seat, "the VCGLR investigates complaints", ("14.11",))))


def not_covered(rules: Rules, table: Table, report: Report) -> Decision:
    """14.10: something goes wrong that no rule covers; the area manager decides."""
    options = [Option("play on", "the round is played on", ("14.10",))]
    if report.what in ("absent", "not-covered") and report.box in in_game(table):
        options.append(Option("void hand", f"the hand of box {report.box} is void", ("14.10",)))
    if report.what == "absent" and report.box in table.undecided:
        options.append(Option("fold", f"box {report.box} counts as folded", ("14.10", "5.7.2(a)")))
    options.append(Option("void round", "the round is void and all wagers go back", ("14.10",)))
    return ask(
        report,
        question=f"no rule covers this ({_says(report)}): what follows?",
        rank=AREA_MANAGER,
        options=options,
        clauses=("14.10",),
    )


def rule_not_covered(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    if option == "void round":
        return Accepted((void_round(table, _says(report), ("14.10",)),))
    if option == "void hand":
        return Accepted((void_hand(table, report.box, _says(report), ("14.10",)),))
    if option == "fold":
        lost = taken(table, report.box)
        folded = HandFolded(
            box=report.box,
            counted=len(table.boxes[report.box].cards),
            collected=lost.amount,
            tokens=lost.tokens,
            clauses=("14.10", "5.7.2(a)"),
            postings=lost.postings,
        )
        return Accepted((folded,))
    return Accepted((RoundStands(why=_says(report), clauses=("14.10",)),))


def _says(report: Report) -> str:
    return report.note or UNCOVERED[report.what]


def influence(rules: Rules, table: Table, report: Report) -> Decision:
    """14.6: nobody influences another player's decisions unless that player asks; the player named is told so."""
    advice = "nobody influences another player's decisions unless that player asks"
    return follows(report, ("14.6",), _told(report.player, advice, ("14.6",)))


def side_bet(rules: Rules, table: Table, report: Report) -> Decision:
    """14.12: players do not bet against each other."""
    return follows(report, ("14.12",), _told(report.player, "players do not bet against each other", ("14.12",)))


def staff_advice(rules: Rules, table: Table, report: Report) -> Decision:
    """14.5: an employee has told a player how to play, which is more than keeping to the rules requires."""
    told = notify((SUPERVISOR,), f"an employee advised seat {report.player} how to play", ("14.5",))
    return follows(report, ("14.5",), told)


def _told(seat: int, advice: str, clauses: tuple[str, ...]) -> Event:
    return PlayerTold(seat=seat, about="conduct", advice=advice, clauses=clauses)


_ROUND = ("dealing", "deciding", "settling")

UNCOVERED: dict[str, str] = {
    "not-covered": "something that the book does not name",
    "dealer-exposed": "the dealer shows cards of the dealer's hand too early",
    "fallen-cards": "cards fall from the table",
    "raked-in": "the dealer takes in the dealer's own hand",
    "absent": "a player is not there to decide",
}
"""What is left to the area manager, by its name in a report and in words."""

IRREGULARITIES: dict[str, Irregularity] = {
    "contravention": Irregularity("a player has broken a rule", contravention, rule_sanction, asks=("player",)),
    "device": Irregularity("a player is suspected of using a device", device, rule_sanction, asks=("player",)),
    "investigation-over": Irregularity(
        "an investigation of winnings is over", investigation, rule_investigation, asks=("player",)
    ),
    "disruption": Irregularity("the game is disrupted", disruption, rule_invalidation, phases=_ROUND),
    "fraud": Irregularity("a fraud affects the outcome", fraud, rule_invalidation, phases=_ROUND),
    "dispute": Irregularity("a player disputes a decision", dispute, rule_dispute, asks=("player",)),
    "influence": Irregularity("somebody influences a player's decision", influence, asks=("player",)),
    "side-bet": Irregularity("players bet against each other", side_bet, asks=("player",)),
    "staff-advice": Irregularity("an employee advises a player how to play", staff_advice, asks=("player",)),
}
IRREGULARITIES |= {
    what: Irregularity(says, not_covered, rule_not_covered, phases=_ROUND)
    for what, says in UNCOVERED.items()
    if what != "absent"
}
IRREGULARITIES["absent"] = Irregularity(
    UNCOVERED["absent"], not_covered, rule_not_covered, asks=("box",), phases=("deciding",)
)

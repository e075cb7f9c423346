"""Section 13: broken rules, prohibited devices, outcomes that are invalidated, conduct, disputes and complaints."""

from __future__ import annotations

import copy

from croupier.kernel.decisions import Accepted, Decision, Option, Refused
from croupier.kernel.events import Event
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Irregularity
from croupier.poker.commands import Report
from croupier.poker.conduct import FindingMade, PlayerExcluded, WinningsReleased, WinningsSeized, withheld_of
from croupier.poker.engine import evolve
from croupier.poker.irregularities import ask, follows
from croupier.poker.remedies import dead_hand, misdeal, side_wagers_reopened, void_hand
from croupier.poker.rules import Rules
from croupier.poker.table import FLOAT, Table, purse_of

SUPERVISOR = "TG Higher Duties Dealer"
AREA_MANAGER = "TG Area Manager"
CASINO_MANAGER = "TG Assistant Casino Manager"

_LEFT = Option(
    "void, left in the pot", "the wagers are void, the hand is dead and its chips stay in the pot", ("13.2.1",)
)
_BACK = Option("void, given back", "the wagers are void and go back to the player", ("13.2.1",))
_EXCLUDE = Option("exclude", "the player takes no further part in the game", ("13.2.2",))
_CONFISCATE = Option("confiscate", "the device is taken away", ("13.2.4",))
_DETAIN = Option("detain", "whoever has the device is kept until an authorised person takes charge", ("13.2.5",))
_NOTHING = Option("no sanction", "the player is told to keep the rules", ("13.2",))


def contravention(rules: Rules, table: Table, report: Report) -> Decision:
    """13.2: a player has broken a rule."""
    return _sanction(rules, report, f"seat {report.player} has broken a rule: what follows?", ("13.2",))


def communication(rules: Rules, table: Table, report: Report) -> Decision:
    """13.15: a player communicates with somebody to affect the outcome."""
    question = f"seat {report.player} has communicated to affect the outcome: what follows?"
    return _sanction(rules, report, question, ("13.15", "13.2"))


def _sanction(rules: Rules, report: Report, question: str, clauses: tuple[str, ...]) -> Decision:
    options = (_NOTHING, _LEFT, _BACK, _EXCLUDE)
    return ask(rules, report, question=question, rank=CASINO_MANAGER, options=options, clauses=clauses)


def device(rules: Rules, table: Table, report: Report) -> Decision:
    """13.1: nobody may use a device to record, project or analyse the game. `amount` is what may have been won with it."""
    winnings = max(report.amount, 0)
    if winnings > table.stack(report.player):
        return Refused("table_stakes", f"seat {report.player} has not {dollars(winnings)} in chips", ("13.2.3",))
    means = f"{dollars(winnings)} is seized until an inquiry is over"
    seize = (Option("seize winnings", means, ("13.2.3",)),) if winnings else ()
    return ask(
        rules,
        report,
        question=f"seat {report.player} has a prohibited device: what follows?",
        rank=CASINO_MANAGER,
        options=(_CONFISCATE, *seize, _DETAIN, _LEFT, _BACK, _EXCLUDE, _NOTHING),
        clauses=("13.1", "13.2"),
    )


def rule_sanction(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    """Carry one sanction out; another report brings a further one."""
    number = report.player
    seat = table.seats[number]
    if option in (_LEFT.name, _BACK.name):
        if not seat.live or table.phase == "between":
            return _found(number, "no wager of the player is in play", "13.2.1")
        if option == _LEFT.name:
            return Accepted(tuple(dead_hand(rules, table, seat, "a rule was broken", ("13.2.1",))))
        return Accepted(tuple(void_hand(rules, table, seat, "a rule was broken", ("13.2.1",))))
    if option == "exclude":
        return Accepted((PlayerExcluded(player=number, clauses=("13.2.2",)),))
    if option == "seize winnings":
        kept = {seat.stack: -report.amount, withheld_of(number): report.amount}
        return Accepted((WinningsSeized(player=number, amount=report.amount, clauses=("13.2.3",), postings=kept),))
    if option == "confiscate":
        return _found(number, f"the device of seat {number} is confiscated", "13.2.4")
    if option == "detain":
        return _found(number, f"the person at seat {number} is kept until an authorised person comes", "13.2.5")
    return _found(number, f"seat {number} is told to keep the rules", "13.2")


def _found(number: int, says: str, *clauses: str) -> Decision:
    return Accepted((FindingMade(player=number, says=says, clauses=clauses),))


def inquiry(rules: Rules, table: Table, report: Report) -> Decision:
    """13.2.3: the inquiry into winnings that were seized is over."""
    held = table.money.get(withheld_of(report.player), 0)
    if not held:
        return Refused("nothing_withheld", f"nothing is held back from seat {report.player}", ("13.2.3",))
    return ask(
        rules,
        report,
        question=f"the inquiry is over: what becomes of {dollars(held)} seized from seat {report.player}?",
        rank=CASINO_MANAGER,
        options=(
            Option("pay", "the winnings are paid after all", ("13.2.3",)),
            Option("keep", "the winnings stay with the house", ("13.2.3",)),
        ),
        clauses=("13.2.3",),
    )


def rule_inquiry(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    number, paid = report.player, option == "pay"
    held = table.money[withheld_of(number)]
    moved = {withheld_of(number): -held, purse_of(number) if paid else FLOAT: held}
    released = WinningsReleased(player=number, amount=held, paid=paid, clauses=("13.2.3",), postings=moved)
    return Accepted((released,))


def disruption(rules: Rules, table: Table, report: Report) -> Decision:
    """13.5.1: the game is disrupted, by fire, brawl, robbery or the like."""
    return _invalidate(rules, report, "the game is disrupted: does its outcome stand?", "13.5.1")


def fraud(rules: Rules, table: Table, report: Report) -> Decision:
    """13.5.2: a fraud affects the outcome."""
    return _invalidate(rules, report, "a fraud affects the outcome: does it stand?", "13.5.2")


def _invalidate(rules: Rules, report: Report, question: str, clause: str) -> Decision:
    return ask(
        rules,
        report,
        question=question,
        rank=SUPERVISOR,
        options=(
            Option("invalidate", "the outcome is invalid and every wager on it goes back", ("13.5", "13.6")),
            Option("stands", "the hand is played on", ("13.5",)),
        ),
        clauses=("13.5", clause),
    )


def rule_invalidate(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    """Every wager of the hand goes back, those on the flop too; the same button deals again."""
    if option == "stands":
        return _found(0, "the outcome stands", "13.5")
    clauses = ("13.5", "13.5.1" if report.what == "disruption" else "13.5.2", "13.6")
    after = copy.deepcopy(table)
    events: list[Event] = side_wagers_reopened(table, clauses)
    for event in events:
        evolve(after, event)
    return Accepted((*events, *misdeal(rules, after, "the outcome is invalid", clauses, all_back=True)))


def detrimental(rules: Rules, table: Table, report: Report) -> Decision:
    """13.4: conduct that harms the integrity of the game."""
    return ask(
        rules,
        report,
        question=f"does seat {report.player} act to the detriment of the game?",
        rank=AREA_MANAGER,
        options=(
            Option("found", "the conduct harms the integrity of the game; the regulator may review it", ("13.4",)),
            Option("not found", "nothing is found against the player", ("13.4",)),
        ),
        clauses=("13.4",),
    )


def rule_detrimental(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    harmful = option == "found"
    says = "acts to the detriment of the game, subject to the regulator's review" if harmful else "is cleared"
    return _found(report.player, f"seat {report.player} {says}", "13.4")


def shared_cards(rules: Rules, table: Table, report: Report) -> Decision:
    """13.14: cards or information about a hand were exchanged."""
    return ask(
        rules,
        report,
        question=f"seat {report.player} has exchanged cards or information: is the hand dead?",
        rank=SUPERVISOR,
        options=(
            Option("dead hand", "the hand has no claim to the pot; its wagers stay there", ("13.14",)),
            Option("warning", "the player is told, and the hand is played on", ("13.14",)),
        ),
        clauses=("13.14",),
    )


def rule_shared_cards(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    seat = table.seats[report.player]
    if option == "warning" or not seat.live:
        return _found(report.player, f"seat {report.player} is told to keep the hand to themselves", "13.14")
    return Accepted(tuple(dead_hand(rules, table, seat, "cards or information were exchanged", ("13.14",))))


def dispute(rules: Rules, table: Table, report: Report) -> Decision:
    """13.10: a dispute, under these rules or not covered by them; 13.9: the complainant hears of the inspector."""
    told = FindingMade(
        player=report.player,
        says="the complainant is told of the inspector and the right to consult one",
        clauses=("13.9",),
    )
    return ask(
        rules,
        report,
        question=f"a dispute: {report.note or 'what is decided?'}",
        rank=AREA_MANAGER,
        options=(
            Option("upheld", "the complainant is right", ("13.10",)),
            Option("rejected", "the complainant is not right", ("13.10",)),
        ),
        clauses=("13.10",),
        first=(told,),
    )


def rule_dispute(rules: Rules, table: Table, report: Report, option: str) -> Decision:
    says = f"the dispute is {option}; the regulator investigates complaints if asked"
    return _found(report.player, says, "13.10", "13.11")


def influence(rules: Rules, table: Table, report: Report) -> Decision:
    """13.8: somebody influences how another plays."""
    told = FindingMade(player=report.player, says="nobody may influence another player's decisions", clauses=("13.8",))
    return follows(rules, report, ("13.8",), told)


def side_bet(rules: Rules, table: Table, report: Report) -> Decision:
    """13.12: players bet against each other on the side."""
    told = FindingMade(says="bets between players are not permitted and are off", clauses=("13.12",))
    return follows(rules, report, ("13.12",), told)


def advice(rules: Rules, table: Table, report: Report) -> Decision:
    """13.7: a player asks the dealer how to play."""
    told = FindingMade(player=report.player, says="nobody of the house advises on how to play", clauses=("13.7",))
    return follows(rules, report, ("13.7",), told)


IN_HAND = ("blinds", "betting", "discard", "showdown")

IRREGULARITIES = {
    "contravention": Irregularity("a player has broken a rule", contravention, rule_sanction, asks=("player",)),
    "communication": Irregularity(
        "a player communicates to affect the outcome", communication, rule_sanction, asks=("player",)
    ),
    "device": Irregularity("a player has a prohibited device", device, rule_sanction, asks=("player",)),
    "inquiry-over": Irregularity("the inquiry into seized winnings is over", inquiry, rule_inquiry, asks=("player",)),
    "disruption": Irregularity("the game is disrupted", disruption, rule_invalidate, phases=IN_HAND),
    "fraud": Irregularity("a fraud affects the outcome", fraud, rule_invalidate, phases=IN_HAND),
    "detrimental-conduct": Irregularity(
        "a player acts to the detriment of the game", detrimental, rule_detrimental, asks=("player",)
    ),
    "shared-cards": Irregularity(
        "players exchange cards or information", shared_cards, rule_shared_cards, asks=("player",), phases=IN_HAND
    ),
    "dispute": Irregularity("somebody disputes what happened", dispute, rule_dispute, asks=("player",)),
    "influence": Irregularity("somebody influences another's play", influence, asks=("player",)),
    "side-bet": Irregularity("players bet against each other", side_bet, asks=("players",)),
    "advice-asked": Irregularity("a player asks how to play", advice, asks=("player",)),
}

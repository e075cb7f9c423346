"""Section 14: rules broken, games invalidated, disputes, situations no rule covers, and conduct around the table."""

from croupier.books.caribbean import decided_before, dispute_decided, told
from croupier.books.crown_caribbean_stud.people import CASINO_MANAGER, NOTHING_LIES
from croupier.kernel.actors import Said
from croupier.kernel.conduct import inquiry, rule_inquiry
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import ask, called, whom
from croupier.stud import events
from croupier.stud.betting import folded
from croupier.stud.holding import held_back, in_question, more_than_won, prizes_in_question
from croupier.stud.irregularities import in_game, notify, void_hand, void_round, wagers_back
from croupier.stud.jackpot_wagers import jackpot_returned
from croupier.stud.rules import Rules
from croupier.stud.seats import taken
from croupier.stud.state import State

FOLDED_STAYS_LOST = "folded-stays-lost"
"""The other reading of 14.2.1: an ante lost by folding is no longer a wager that could be void."""


def device(rules: Rules, table: State, report: Report) -> Decision:
    """14.1: nobody may use a device to record, project or analyse the game. `amount` is what may have been won with it.

    If the report gives a number of rounds (`count`), only what was won in those is in question (14.2.3). Without a sum it is
    all of that, and any pending prize. Only players lose wagers and have winnings held back (14.2); an onlooker may be
    excluded and detained too.
    """
    seat = table.seat_of(whom(table, report))
    if (refusal := more_than_won(table, report, ("14.2.3",))) is not None:
        return refusal
    winnings, prizes = in_question(table, report), prizes_in_question(table, report)
    sums = [dollars(winnings)] * (winnings > 0) + [f"the prize of box {box}" for box in prizes]
    but = () if seat and sums else ("withhold winnings",) if seat else ("void wagers", "withhold winnings")
    noted = notify((CASINO_MANAGER,), f"{called(report)} is suspected of using a device", ("14.1",))
    return ask(rules, report, but=but, first=(noted,), winnings=f"{' and '.join(sums)} {'is' if len(sums) == 1 else 'are'}")


def rule_sanction(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """14.2: a player has broken a rule. Carry out one sanction; another report brings a further one."""
    person = whom(table, report)
    seat = table.seat_of(person)
    if option == "void wagers":
        nothing = (told(table, person, "conduct", NOTHING_LIES, ("14.2.1",)),)
        return Accepted(_void_wagers(table, seat, "a rule was broken") or nothing)
    return Accepted((held_back(table, report, ("14.2.3",)),))


def _void_wagers(table: State, seat: int, why: str) -> tuple[Event, ...]:
    """What a player has wagered in this round: hands in play, folded ones, instant wins, jackpot wagers that are there.

    By the other reading, what a fold has lost stays lost.
    """
    decided = ("instant",) if FOLDED_STAYS_LOST in table.options.readings else ("instant", "fold")
    others = tuple(number for number in table.wagered if table.boxes[number].choice in decided)
    own = [number for number in (*in_game(table), *others) if table.boxes[number].seat == seat]
    lying = [box for box, owner in table.jackpots.items() if owner == seat and box not in own]
    return (
        *(wagers_back(table, number, why, ("14.2.1",)) for number in own),
        *(jackpot_returned(table, box, why, ("14.2.1",)) for box in lying),
    )


def dispute(rules: Rules, table: State, report: Report) -> Decision:
    """14.9 to 14.11: the area manager decides, and a dissatisfied complainant is referred to the inspector.

    `amount` is what the complainant receives if the dispute is resolved.
    """
    if decided_before(table, report) is not None:
        reason = f"what {called(report)} disputes was decided, and that is final"
        return Refused("dispute_settled", reason, ("14.10",))
    amount = max(report.amount, 0)
    if amount and table.options.tournament:
        return rules.refuse("tournament_chips", "what is owed in a tournament is the tournament's")
    return ask(rules, report, about=report.note or "no reason noted", owed=amount)


def rule_dispute(rules: Rules, table: State, report: Report, option: str, said: Said) -> Decision:
    person, by = whom(table, report), said.person
    decided = dispute_decided(table, report, option, ("14.10",), by=by, pays=option == "resolved")
    if option == "resolved":
        return Accepted((decided,))
    inspector = told(table, person, "conduct", "an inspector is present and may be consulted", ("14.9",))
    return Accepted((decided, inspector, told(table, person, "conduct", "the VCGLR investigates complaints", ("14.11",))))


def not_covered(rules: Rules, table: State, report: Report) -> Decision:
    """14.10: something goes wrong that no rule covers; the area manager decides."""
    has_hand = report.what in ("absent", "not-covered") and report.box in in_game(table)
    may_fold = report.what == "absent" and report.box in table.undecided
    but = (*(() if has_hand else ("void hand",)), *(() if may_fold else ("fold",)))
    return ask(rules, report, "not-covered", but=but, about=_says(rules, report))


def rule_not_covered(rules: Rules, table: State, report: Report, option: str) -> Decision:
    if option == "void round":
        return Accepted((void_round(table, _says(rules, report), ("14.10",)),))
    if option == "void hand":
        return Accepted((void_hand(table, report.box, _says(rules, report), ("14.10",)),))
    if option == "fold":
        return Accepted((folded(table, report.box, ("14.10", "5.7.2(a)"), taken(table, report.box)),))
    return Accepted((events.RoundStands(why=_says(rules, report), clauses=("14.10",)),))


def _says(rules: Rules, report: Report) -> str:
    return report.note or rules.irregularities[report.what].says


# What several reports lead to.
rule_contravention = rule_device = rule_sanction
dealer_exposed = fallen_cards = raked_in = absent = not_covered
rule_dealer_exposed = rule_fallen_cards = rule_raked_in = rule_absent = rule_not_covered
investigation_over, rule_investigation_over = inquiry, rule_inquiry

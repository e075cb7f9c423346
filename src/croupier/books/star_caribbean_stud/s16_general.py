"""Section 16: devices, invalidated games, conduct around the table, disputes and payments that are not owed."""

from collections.abc import Iterable

from croupier.books.caribbean import decided_before, dispute_decided, told
from croupier.kernel.accounts import FLOAT, stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import ask, called, follows, whom
from croupier.stud.events import WinningsWithheld
from croupier.stud.holding import more_than_won
from croupier.stud.irregularities import forfeit, void_round, wagers_back
from croupier.stud.jackpot_wagers import not_paid
from croupier.stud.rules import Rules
from croupier.stud.state import Decided, State

# devices

FOLDED_STAYS_LOST = "folded-stays-lost"
"""The other reading of 16.3.1: wagers on a folded or conceded hand are lost, and cannot be void."""


def device(rules: Rules, table: State, report: Report) -> Decision:
    """16.1 to 16.3: someone at or near the table uses a device that records or analyses the game."""
    return ask(rules, report, but=("on duty",) if table.seat_of(whom(table, report)) else ("void wagers",))


def rule_device(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """The player's wagers are void; another report brings a further measure."""
    return Accepted(tuple(_wagers_void(table, table.seat_of(whom(table, report)))))


def _wagers_void(table: State, seat: int) -> Iterable[Event]:
    """The player's whole stake in this round is returned; by the other reading what a fold has lost stays lost."""
    gone = ("void", "fold", "conceded") if FOLDED_STAYS_LOST in table.options.readings else ("void",)
    own = [number for number in table.wagered if table.boxes[number].seat == seat and table.boxes[number].choice not in gone]
    if not own:
        yield told(table, table.person_at(seat), "conduct", "this player has no wager on the table", ("16.3.1",))
    for number in own:
        yield wagers_back(table, number, "a device was used", ("16.3.1",))


# invalidated outcomes


def fraud(rules: Rules, table: State, report: Report) -> Decision:
    """16.4.2: someone's fraud affects the outcome; the wagers of a player who took part may be forfeited (16.5)."""
    if report.player and not table.person_at(report.player):
        return Refused("report_incomplete", f"nobody is in seat {report.player}", ("16.4.2",))
    return ask(rules, report, but=() if table.seat_of(whom(table, report)) else ("invalidate and forfeit",))


def rule_fraud(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """16.5: fraud has invalidated the outcome, and the player who took part forfeits."""
    clauses = ("16.4", "16.4.2", "16.5")
    seat = table.seat_of(whom(table, report))
    own = [number for number in table.wagered if table.boxes[number].seat == seat]
    due = {number: rules.bet_multiple * table.ante_in_play(number) for number in own}
    lost = [forfeit(table, number, "a fraud", clauses, of_bet=due[number]) for number in own]
    return Accepted((*lost, void_round(table, "the outcome is invalid", clauses, but=own)))


# disputes

_COMPLAINT = "a complaint may be made to an inspector under section 33 of the Gaming and Liquor Administration Act 2007"


def dispute(rules: Rules, table: State, report: Report) -> Decision:
    """16.12: a gaming supervisor decides first; `amount` is the sum the player claims. Two rounds are two matters."""
    if (decided := decided_before(table, report)) is not None:
        if decided.final:
            return _final(report)
        again = f"what {called(report)} disputes was decided: a review may be asked for"
        return Refused("dispute_settled", again, ("16.12",))
    return ask(rules, report, about=report.note or "no reason noted")


def rule_dispute(rules: Rules, table: State, report: Report, option: str, said: Said) -> Decision:
    """A decision for the player is paid and closed; a decision for the house may be reviewed."""
    right = option == "for the player"
    decided = dispute_decided(table, report, option, ("16.12",), by=said.person, pays=right, final=right)
    if right:
        return Accepted((decided,))
    advice = "a casino supervisor reviews it on request"
    return Accepted((decided, told(table, whom(table, report), "review", advice, ("16.12",))))


def review(rules: Rules, table: State, report: Report) -> Decision:
    """16.12 and 16.13: on request a person above the gaming supervisor decides again, and finally."""
    if not table.disputes.get(whom(table, report)):
        return Refused("nothing_to_review", f"no decision about {called(report)} has been made", ("16.12",))
    if (first := _to_review(table, report)) is None:
        return _final(report)
    return ask(rules, report, about=report.note or first.about or "no reason noted")


def _to_review(table: State, report: Report) -> Decided | None:
    """The decision under review: the one on the noted matter, or the last that is not final."""
    decisions = table.disputes[whom(table, report)]
    final = {decision.matter for decision in decisions if decision.final}
    unreviewed = [decision for decision in reversed(decisions) if decision.matter not in final]
    return next((decision for decision in unreviewed if decision.about == report.note), next(iter(unreviewed), None))


def rule_review(rules: Rules, table: State, report: Report, option: str, said: Said) -> Decision:
    if (first := _to_review(table, report)) is None:
        return _final(report)
    if said.person == first.by:
        return Refused("rank_needed", f"{said.person} decided first: somebody else reviews that", ("16.12",))
    right = option == "for the player"
    decided = dispute_decided(table, report, option, ("16.12", "16.13"), by=said.person, pays=right, reviews=first)
    return Accepted((decided,) if right else (decided, _told_of_complaint(table, report)))


def _final(report: Report) -> Refused:
    return Refused("dispute_settled", f"what {called(report)} disputes was decided, and that is final", ("16.13",))


def dissatisfied(rules: Rules, table: State, report: Report) -> Decision:
    """16.13: a person not satisfied with the operator's decision is informed of the right to complain."""
    return follows(rules, report, ("16.13",), _told_of_complaint(table, report))


def _told_of_complaint(table: State, report: Report) -> Event:
    advice = f"the operator's decision is final; {_COMPLAINT}"
    return told(table, whom(table, report), "complaint", advice, ("16.13",))


# payments that are not owed


def staff_player(rules: Rules, table: State, report: Report) -> Decision:
    """16.14: a person who wagered against the Employee Gambling Policy need not be paid; `amount` is what was won.

    That is no more than the winnings, in the last `count` rounds if the report says so. A pending prize is not paid.
    """
    if (refusal := more_than_won(table, report, ("16.14",))) is not None:
        return refusal
    sums = [f"{dollars(report.amount)} goes back to the house"] * (report.amount > 0)
    sums += [f"the prize of box {box} is not paid" for box in _own_prizes(table, report)]
    if not sums:
        return Refused("not_won", f"seat {report.player} has no winnings and no prize that could be kept", ("16.14",))
    return ask(rules, report, sums=sums)


def rule_staff_player(rules: Rules, table: State, report: Report, option: str) -> Decision:
    seat, person = report.player, table.person_at(report.player)
    back, why = {stack_of(seat): -report.amount, FLOAT: report.amount}, "a wager against the employee gambling policy"
    held = WinningsWithheld(person=person, player=seat, amount=report.amount, clauses=("16.14",), postings=back)
    first = held if report.amount else told(table, person, "conduct", "no prize is paid", ("16.14",))
    return Accepted((first, *not_paid(rules, table, _own_prizes(table, report), why, ("16.14",))))


def _own_prizes(table: State, report: Report) -> list[int]:
    return [number for number in table.prizes if table.boxes[number].seat == report.player]

"""Section 9, the general rules: conduct, discards picked up, wrong stakes, cards raked in, disputes.

What the book leaves open is up to the Gaming Management (9.14), whose ruling is final.
"""

from croupier.books.caribbean import not_accepted as not_accepted, told
from croupier.kernel.accounts import stack_of
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Clauses, ask, called, follows, whom
from croupier.kernel.telling import whose
from croupier.stud.events import AnteFound, BetFound, RoundStands
from croupier.stud.irregularities import cards_returned, collected_anew, forfeit, in_game, void_hand, void_round, wagers_back
from croupier.stud.rules import Rules
from croupier.stud.state import State, ante_of, bet_of


def not_irregular(why: str, *clauses: str) -> Refused:
    """The refusal of a report about something that is in order."""
    return Refused("not_irregular", why, clauses)


def leave_to_management(
    rules: Rules, table: State, report: Report, question: str, *clauses: str, round_too: bool = True
) -> Decision:
    """9.14: the Gaming Management says whether to play on, to return one box's stakes, or to declare the round null."""
    box = _box_concerned(table, report)
    on = round_too and table.phase != "wagers"
    but = (*(() if box else ("stakes back",)), *(() if on else ("round null",)))
    return ask(rules, report, "management", but=but, clauses=(*clauses, "9.14"), about=question, place=box)


def rule_play(rules: Rules, table: State, report: Report, option: str) -> Accepted:
    """Carry out the Gaming Management's ruling."""
    box = _box_concerned(table, report)
    why = "the Gaming Management has decided so"
    if option == "round null":
        return Accepted((void_round(table, why, ("9.14",)),))
    if option == "stakes back" and box:
        return Accepted((wagers_back(table, box, why, ("9.14",)),))
    return Accepted((RoundStands(why=why, clauses=("9.14",)),))


def _box_concerned(table: State, report: Report) -> int:
    """The box that a report is about, by its number or its player's seat, while its stakes are on the layout; otherwise 0.

    A dispute may also be about stakes that were folded in this round.
    """
    box = report.box if report.box > 0 else report.player
    folded = report.what == "dispute" and 0 < box < len(table.boxes) and table.boxes[box].choice == "fold"
    return box if folded or box in in_game(table) else 0


def picked_up_discard(rules: Rules, table: State, report: Report) -> Decision:
    """9.2: a player who has changed a card picks up a discard by accident: that hand is null and its stakes are returned."""
    number = report.box
    if number not in in_game(table):
        return not_irregular("only a player with a hand in the game loses it by taking up a discard", "9.2.1")
    if not table.boxes[number].given_up:
        question = f"box {number} has changed no card, but its player took up a discard: what follows?"
        return leave_to_management(rules, table, report, question, "9.2.1")
    null = void_hand(table, number, "a discarded card was taken up", ("9.2.1", "9.2.2"))
    return follows(rules, report, ("4.16", "9.2.1"), null)


def wrong_ante(rules: Rules, table: State, report: Report) -> Decision:
    """9.4 and 9.13.4: after the deal, the ante proves to be another sum, under the minimum or over the maximum.

    If the hand was folded, only the amount that is right by then is raked in; the price of a changed card follows the real ante.
    """
    number, amount = report.box, report.amount
    box = table.boxes[number]
    folded = box.choice == "fold"
    if number not in in_game(table) and not folded:
        return not_irregular(f"{whose(number)} has no ante in the game", "4.2")
    held = box.collected if folded else table.ante(number)
    player = table.person_at(box.seat)
    if wrong := _not_there(table, box.seat, held, amount):
        return Refused("report_incomplete", wrong, ("4.2",))
    least, most = table.limits_of(box.seat)
    clauses: Clauses = ("4.2",)
    then: list[Event] = []
    if amount < least and (box.picked_up or table.phase == "settling"):
        clauses = ("9.4.2",)
        then.append(RoundStands(why="an ante under the minimum is valid once the cards were seen", clauses=clauses))
    elif amount < least:
        clauses = ("9.4.1",)
        advice = f"the minimum is {dollars(least)}: the ante may be made up to it before you look at the cards"
        then.append(told(table, player, "make up", advice, clauses))
    elif amount > most:
        clauses = ("9.13.2", "9.13.4")
        advice = f"the maximum is {dollars(most)}: anything above it does not play and is returned"
        then.append(told(table, player, "maximum", advice, clauses))
    postings = {ante_of(number): amount - held, stack_of(box.seat): held - amount}
    ante_found = AnteFound(box=number, amount=amount, clauses=clauses, postings=postings)
    if folded:
        ante_found = collected_anew(AnteFound, rules, table, report, clauses, ante=min(amount, most))
    return follows(rules, report, clauses, ante_found, *then)


def wrong_bet(rules: Rules, table: State, report: Report) -> Decision:
    """9.5 and 9.6: the bet is not twice the ante. It stays unchanged; the settlement uses what may be wagered."""
    number, amount = report.box, report.amount
    if table.boxes[number].choice != "bet":
        return not_irregular(f"{whose(number)} has no bet", "4.11")
    seat, held = table.boxes[number].seat, table.bet(number)
    if wrong := _not_there(table, seat, held, amount):
        return Refused("report_incomplete", wrong, ("4.11",))
    postings = {bet_of(number): amount - held, stack_of(seat): held - amount}
    return follows(rules, report, ("4.11",), BetFound(box=number, amount=amount, clauses=("4.11",), postings=postings))


def _not_there(table: State, seat: int, held: int, amount: int) -> str:
    """Why a stake cannot be the reported amount, in words; empty if it can."""
    if amount == held:
        return f"{dollars(amount)} is what is on record"
    if not amount:
        return "say how much is there; nothing at all is not a stake"
    if amount - held > table.stack(seat):
        return f"seat {seat} has {dollars(table.stack(seat))} in chips besides, not {dollars(amount - held)}"
    return ""


def cards_taken(rules: Rules, table: State, report: Report) -> Decision:
    """9.12: cards raked in by mistake that are neither in the basket nor mixed with others yet go back to their box."""
    number = report.box
    box = table.boxes[number]
    if number in in_game(table):
        return follows(rules, report, ("9.12",), RoundStands(why="the cards were not in the basket yet", clauses=("9.12",)))
    if box.choice != "fold":
        return not_irregular(f"{whose(number)} had no cards to be taken", "9.12")
    if table.phase != "deciding" or table.discards[: len(box.cards)] != box.cards:
        return Refused("cards_gone", f"the cards of box {number} are mixed with others and do not come back", ("9.12",))
    return follows(rules, report, ("9.12",), cards_returned(table, number, "9.12"))


def cards_mixed(rules: Rules, table: State, report: Report) -> Decision:
    """9.12: cards in the basket or mixed with others cannot be looked up; the book does not say what happens to the stakes."""
    if report.box not in in_game(table):
        return Refused("cards_gone", "cards once in the basket or mixed with others do not come back", ("9.12",))
    return ask(rules, report)


def rule_cards_mixed(rules: Rules, table: State, report: Report, option: str) -> Decision:
    number, why, clauses = report.box, "the cards are lost among others", ("9.12", "9.14")
    twice = rules.bet_multiple * table.ante_in_play(number)
    return Accepted((forfeit(table, number, why, clauses, of_bet=twice),))


def third_party(rules: Rules, table: State, report: Report) -> Decision:
    """9.13.3: someone stakes on a box for a player who wants to avoid the maximum."""
    if report.box not in in_game(table):
        return not_irregular(f"{whose(report.box)} has no stakes", "9.13.3")
    question = f"is the stake on box {report.box} that of another player, to get round the limits?"
    return leave_to_management(rules, table, report, question, "9.13.3", round_too=False)


def dispute(rules: Rules, table: State, report: Report) -> Decision:
    """9.14: the Gaming Management settles it, without appeal."""
    if table.was_told(whom(table, report), _matter(table, report)):
        return Refused("dispute_settled", "the Gaming Management has settled that, and its decision is final", ("9.14",))
    about = f": {report.note}" if report.note else ""
    return leave_to_management(rules, table, report, f"a dispute with {called(report)}{about}")


def rule_dispute(rules: Rules, table: State, report: Report, option: str) -> Decision:
    decided = rule_play(rules, table, report, option)
    advice = "the decision of the Gaming Management is final"
    final = told(table, whom(table, report), _matter(table, report), advice, ("9.14",))
    return Accepted((final, *decided.events))


def _matter(table: State, report: Report) -> str:
    return f"dispute of round {table.round_at_issue}: {report.note}"


# What several reports lead to.
rule_picked_up_discard = rule_third_party = rule_play

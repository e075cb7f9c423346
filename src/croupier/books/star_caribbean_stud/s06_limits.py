"""Section 6: an ante outside the limits, unnoticed until the first card."""

from croupier.books.star_caribbean_stud.s14_irregularities import bet_looked_at, rule_wrong_bet
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import follows
from croupier.kernel.telling import whose
from croupier.stud.events import AnteFound, RoundStands
from croupier.stud.irregularities import collected_anew
from croupier.stud.rules import Rules
from croupier.stud.seats import laid
from croupier.stud.state import State, ante_of


def wrong_ante(rules: Rules, table: State, report: Report) -> Decision:
    """6.2 and 6.3: once cards are out, an ante below the minimum is valid, and one above the maximum plays up to it.

    The bet with it is then checked again (5.5). If the hand was given up, only the amount that is right by then is collected.
    Between rounds the report is about an earlier one, whose results stand.
    """
    number, amount = report.box, report.amount
    if table.phase == "wagers":
        why = f"{dollars(amount)} was the ante in an earlier round, whose wagers and results stay as they are"
        return follows(rules, report, ("6.3",), RoundStands(why=why, clauses=("6.3",)))
    box = table.boxes[number]
    given_up = box.choice in ("fold", "conceded")
    if not (given_up or table.ante(number)):
        return Refused("nothing_wagered", f"{whose(number)} has no ante in the game", ("5.2.1",))
    least, most = table.limits_of(box.seat)
    clauses = ("6.2",) if amount < least else ("6.3",) if amount > most else ("6.1",)
    ante = min(amount, most)
    due = rules.bet_multiple * ante
    collected = ante + min(box.bet_lay, due)
    more = collected - box.collected if given_up else amount - table.ante(number)
    if amount <= 0 or more > table.stack(box.seat):
        return Refused("wagers_in_chips", f"{dollars(amount)} cannot be the ante of box {number}", ("5.1",))
    if given_up:
        events: list[Event] = [collected_anew(AnteFound, rules, table, report, clauses, ante=ante, bet=box.bet_lay)]
        if box.bet_lay and box.bet_lay != due:
            clause = "14.12.1" if box.bet_lay < due else "14.12.2"
            why = f"ante and bet of box {number} are collected as far as they count, {dollars(collected)}"
            events.append(RoundStands(why=why, clauses=(clause,)))
        return follows(rules, report, clauses, *events)
    tokens, postings = laid(table, ante_of(number), box.seat, amount)
    ante_found = AnteFound(box=number, amount=amount, tokens=tokens, clauses=clauses, postings=postings)
    return bet_looked_at(rules, table, report, ante_found)


# What several reports lead to.
rule_wrong_ante = rule_wrong_bet

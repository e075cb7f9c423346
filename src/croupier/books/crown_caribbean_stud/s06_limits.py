"""Section 6: an ante outside the limits, unnoticed until the first card."""

from croupier.books.crown_caribbean_stud.s11_irregularities import bet_against_ante
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.incidents import Report
from croupier.kernel.money import dollars
from croupier.kernel.rulings import follows
from croupier.kernel.telling import whose
from croupier.stud.events import AnteFound
from croupier.stud.irregularities import collected_anew, in_game, reopen_bets, void_hand
from croupier.stud.rules import Rules
from croupier.stud.seats import laid
from croupier.stud.state import State, ante_of
from croupier.stud.wagers import outside_limits


def wrong_ante(rules: Rules, table: State, report: Report) -> Decision:
    """6.2: an ante below the minimum plays, and after a warning it is returned whatever the result. One above the maximum plays
    up to it. A multiple that is not permitted is paid to the next amount in chips. A bet that is not twice such an ante
    is returned while players decide, to be decided again (5.5); once the dealer's hand is up, 11.13 applies to it.
    """
    number, amount, box = report.box, report.amount, table.boxes[report.box]
    folded = box.choice == "fold"
    if number not in in_game(table) and not folded:
        return Refused("nothing_wagered", f"{whose(number)} has no ante in the game", ("5.4.1",))
    held = box.collected if folded else table.ante(number)
    due = rules.bet_multiple * min(amount, table.limits_of(box.seat)[1])
    reopened = (
        (reopen_bets(table, (number,), ("5.5",)),)
        if table.phase == "deciding" and box.choice == "bet" and table.bet(number) != due
        else ()
    )
    table = table.after(reopened)
    if amount == held:
        return Refused("not_irregular", f"{dollars(amount)} is what is on record", ("5.4.1",))
    if not amount or amount - held > table.stack(box.seat):
        return Refused("wagers_in_chips", f"{dollars(amount)} cannot be the ante of box {number}", ("5.1",))
    said = outside_limits(rules, table, box.seat, amount)
    again = isinstance(said, Refused)
    clauses = said.clauses if isinstance(said, Refused) else said[0].clauses if said else ("5.4.1",)
    if folded and not again:
        ante = min(amount, table.limits_of(box.seat)[1])
        ante_found = collected_anew(AnteFound, rules, table, report, clauses, ante=ante)
    else:
        spot = {} if folded else laid(table, ante_of(number), box.seat, amount)[1]
        ante_found = AnteFound(box=number, amount=amount, clauses=clauses, postings=spot)
    after = ante_found.apply(table).moved(ante_found.postings)
    if isinstance(said, Refused):
        why = "an ante below the minimum again, after a warning"
        return follows(rules, report, clauses, ante_found, void_hand(after, number, why, clauses))
    then = () if reopened else bet_against_ante(rules, after, number)
    return follows(rules, report, clauses, *reopened, ante_found, *said, *then)

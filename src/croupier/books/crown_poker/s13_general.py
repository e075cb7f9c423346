"""Section 13: broken rules, prohibited devices, invalidated outcomes, conduct, disputes and complaints."""

from croupier.kernel.accounts import FLOAT, Account, withheld_of
from croupier.kernel.conduct import exclude, inquiry, rule_inquiry
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report, WinningsWithheld
from croupier.kernel.money import dollars
from croupier.kernel.rulings import ask, called, whom
from croupier.poker.events import DisputeDecided, FindingMade, SeizureNoted
from croupier.poker.excluding import leaves_the_hand, off_the_flop
from croupier.poker.remedies import dead_hand, misdeal, side_wagers_reopened, void_hand
from croupier.poker.rules import Rules
from croupier.poker.seats import gone
from croupier.poker.state import Matter, State, kept_of

_LEFT = "void, left in the pot"
_BACK = "void, given back"


def contravention(rules: Rules, table: State, report: Report) -> Decision:
    """13.2, 13.15: a player has broken a rule, or communicates with someone to affect the outcome; one who has left since has no
    wager that could be void.
    """
    return ask(rules, report, but=_not_at_table(table, report))


def _not_at_table(table: State, report: Report) -> tuple[str, ...]:
    """The sanctions that concern wagers, for a person who is not at the table."""
    return () if table.seat_of(whom(table, report)) else (_LEFT, _BACK)


def device(rules: Rules, table: State, report: Report) -> Decision:
    """13.1: nobody may use a device to record, project or analyse the game. `amount` is what was won with it (13.2.3), in the
    last `count` hands, or since the person sat down.

    Only players lose wagers and winnings (13.2); anyone may lose the device, be detained, or be excluded.
    """
    won = _won(table, report)
    if report.amount > won:
        reason = f"{called(report)} has won {dollars(won)} in that time, not {dollars(report.amount)}"
        return Refused("not_won", reason, ("13.2.3",))
    winnings = _in_question(table, report)
    but = (*_not_at_table(table, report), *(() if winnings else ("seize winnings",)))
    return ask(rules, report, but=but, clauses=("13.1", "13.2"), winnings=winnings)


def rule_sanction(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """Carry out one sanction; another report brings a further one."""
    person = whom(table, report)
    seat = table.seat_of(person)
    if option in (_LEFT, _BACK):
        events = off_the_flop(table, seat, ("13.2.1",))
        after = table.after(events) if events else table
        player = after.hand.players[seat]
        posted = after.hand.phase == "blinds" and seat not in after.hand.out and player.put_in + player.dead > 0
        if posted or (player.live and after.hand.phase != "between"):
            events += gone(rules, after, seat)  # the next player owes a blind that is not posted yet
            after = table.after(events)
            player = after.hand.players[seat]
        if after.hand.phase != "between" and (posted or player.live):
            out = dead_hand if option == _LEFT else void_hand
            events += out(rules, after, player, "a rule was broken", ("13.2.1",))
        return Accepted(tuple(events)) if events else _finding(person, "no wager of the player is in play", "13.2.1")
    if option == "exclude":
        return Accepted((*leaves_the_hand(rules, table, seat, ("13.2.2",)), exclude(table, report, ("13.2.2",))))
    noted = SeizureNoted(person=person, amount=_in_question(table, report), clauses=("13.2.3",))
    return Accepted((_seized(table, report), noted))


def _lies_there(table: State, person: str) -> dict[Account, int]:
    """A person's chips that are in no wager, seated or picked up; those that have yet to join the stack come last."""
    if seat := table.seat_of(person):
        return table.chips_of(seat)
    kept = table.money.get(kept_of(person), 0)
    return {kept_of(person): kept} if kept else {}


def _won(table: State, report: Report) -> int:
    """What a person has won here and still has; tournament chips are not money."""
    if table.options.tournament:
        return 0
    person = whom(table, report)
    return min(table.winnings(person, max(report.count, 0)), sum(_lies_there(table, person).values()))


def _in_question(table: State, report: Report) -> int:
    """What may be seized: the sum in the report, or all that was won in that time."""
    return report.amount if report.amount >= 0 else _won(table, report)


def _seized(table: State, report: Report) -> Event:
    """Winnings of this hand that have yet to join the stack are seized first."""
    person, amount = whom(table, report), _in_question(table, report)
    left, postings = amount, {withheld_of(person): amount}
    for name, lies in reversed(_lies_there(table, person).items()):
        if taken := min(left, lies):
            postings[name] = -taken
            left -= taken
    seat = table.seat_of(person)
    return WinningsWithheld(person=person, player=seat, amount=amount, clauses=("13.2.3",), postings=postings)


def _finding(person: str, says: str, *clauses: str) -> Decision:
    return Accepted((FindingMade(person=person, says=says, clauses=clauses),))


def rule_invalidate(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """13.5: the game is disrupted by fire, brawl, robbery or the like, or fraud affects the outcome.

    Every wager of the hand is returned, those on the flop too; the same button deals again.
    """
    if option == "stands":
        return _finding("", "the outcome stands", "13.5")
    clauses = ("13.5", "13.5.1" if report.what == "disruption" else "13.5.2", "13.6")
    events = side_wagers_reopened(table, clauses)
    again = misdeal(rules, table.after(events), "the outcome is invalid", clauses, all_back=True)
    return Accepted((*events, *again))


def rule_shared_cards(rules: Rules, table: State, report: Report, option: str) -> Decision:
    """13.14: cards or information about a hand were exchanged."""
    player = table.hand.players[report.player]
    if option == "warning" or not player.live:
        told = f"seat {report.player} is warned to keep the hand to themselves"
        return _finding(whom(table, report), told, "13.14")
    return Accepted(tuple(dead_hand(rules, table, player, "cards or information were exchanged", ("13.14",))))


def dispute(rules: Rules, table: State, report: Report) -> Decision:
    """13.10: a dispute, under these rules or not covered by them; 13.9: the complainant is referred to the inspector.

    `amount` is what the complainant is handed if the dispute is upheld.
    """
    if _matter(table, report) in table.disputes.get(whom(table, report), ()):
        reason = f"what {called(report)} disputes was decided, and that is final"
        return Refused("dispute_settled", reason, ("13.10",))
    if report.amount > 0 and table.options.tournament:
        return rules.refuse("tournament_chips", "what is owed in a tournament is the tournament's")
    says = "the complainant is advised of the inspector and the right to consult one"
    advised = FindingMade(person=whom(table, report), says=says, clauses=("13.9",))
    about, owed = report.note or "what is decided?", max(report.amount, 0)
    return ask(rules, report, clauses=("13.10",), first=(advised,), about=about, owed=owed)


def rule_dispute(rules: Rules, table: State, report: Report, option: str) -> Decision:
    person, amount = whom(table, report), max(report.amount, 0) if option == "upheld" else 0
    decided = DisputeDecided(
        person=person,
        decision=option,
        about=report.note,
        amount=amount,
        clauses=("13.10",),
        postings={FLOAT: -amount, table.paid_to(person): amount} if amount else {},
    )
    says = "the regulator investigates complaints if asked"
    return Accepted((decided, FindingMade(person=person, says=says, clauses=("13.11",))))


def _matter(table: State, report: Report) -> Matter:
    """What a dispute is about: the current hand, or between hands the last one, and the note."""
    return Matter(table.hand.number, report.note)


# What several reports lead to.
communication = contravention
rule_contravention = rule_communication = rule_device = rule_sanction
rule_disruption = rule_fraud = rule_invalidate
inquiry_over, rule_inquiry_over = inquiry, rule_inquiry

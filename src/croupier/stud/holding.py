"""Winnings that are held back: those that a report puts in question, and what is held as it is paid.

A ruling may hold back winnings that are still to be paid, or winnings that are undone and paid
again because the round is settled again: a decision that pays them is completed here (`still_held`).
"""

from msgspec.structs import replace

from croupier.kernel.accounts import stack_of
from croupier.kernel.conduct import withhold
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Event
from croupier.kernel.incidents import Report, WinningsWithheld
from croupier.kernel.money import dollars
from croupier.kernel.rulings import Clauses, called, whom
from croupier.kernel.telling import counted
from croupier.stud.events import JackpotPaid, RoundEnded, SettlementUndone
from croupier.stud.state import State


def in_question(table: State, report: Report) -> int:
    """The winnings that a report is about: the sum it names, or all that the player won in that time and still has."""
    return report.amount if report.amount >= 0 else _won(table, report)


def prizes_in_question(table: State, report: Report) -> tuple[int, ...]:
    """The boxes with a pending prize for the player of a report, unless the report names a sum that was paid."""
    seat = table.seat_of(whom(table, report))
    return () if report.amount >= 0 else tuple(box for box in table.prizes if table.boxes[box].seat == seat)


def more_than_won(table: State, report: Report, clauses: Clauses) -> Refused | None:
    """A refusal to hold back more than a person has won here: in the last `count` rounds, if the report says how many."""
    amount, won = max(report.amount, 0), _won(table, report)
    if amount <= won:
        return None
    when = f" in {counted('round', report.count)}" if report.count > 0 else ""
    return Refused("not_won", f"{called(report)} has won {dollars(won)} here{when}, not {dollars(amount)}", clauses)


def _won(table: State, report: Report) -> int:
    """What a person has won here and still has; tournament chips are not money."""
    if table.options.tournament:
        return 0
    person = whom(table, report)
    return min(table.won(person, report.count), table.stack(table.seat_of(person)))


def held_back(table: State, report: Report, clauses: Clauses) -> WinningsWithheld:
    """Hold back what a report is about, and pending prizes when they are paid, on top of what was already to be held back."""
    held = withhold(table, report, in_question(table, report), clauses)
    prizes = prizes_in_question(table, report)
    if (already := table.holds.get(held.person)) is None:
        return replace(held, prizes=prizes)
    return replace(held, left=already.left, prizes=tuple(sorted({*already.prizes, *prizes})))


def still_held(table: State, decision: Decision) -> Decision:
    """The decision, holding back the right part of what it pays to people whose winnings are held."""
    if isinstance(decision, Refused):
        return decision
    events: list[Event] = []
    after, won, paid = table, _all_won(table), dict[int, int]()
    for event in decision.events:
        if isinstance(event, RoundEnded):
            events += _held(after, won, paid)
            paid = {}
        after = event.apply(after).moved(event.postings)
        events.append(event)
        if isinstance(event, SettlementUndone):
            won = _all_won(after)
        if isinstance(event, JackpotPaid):
            paid[event.box] = event.amount
    events += _held(after, won, paid)
    return replace(decision, events=tuple(events))


def _all_won(table: State) -> dict[str, int]:
    return {person: table.won(person) for person in table.holds}


def _held(table: State, before: dict[str, int], paid: dict[int, int]) -> list[Event]:
    """What is held back of what people have won since: held-back prizes in full, and the rest up to the sum still due."""
    events: list[Event] = []
    for person, hold in table.holds.items():
        seat = table.seat_of(person)
        prizes = {box: amount for box, amount in paid.items() if box in hold.prizes}
        whole = sum(prizes.values())
        besides = table.won(person) - before.get(person, table.won(person)) - whole
        part = min(max(0, besides), hold.left, table.stack(seat) - whole)
        if not (amount := whole + part):
            continue
        held = WinningsWithheld(
            person=person,
            player=seat,
            amount=amount,
            left=hold.left - part,
            prizes=tuple(box for box in hold.prizes if box not in prizes),
            clauses=hold.clauses,
            postings={stack_of(seat): -amount, hold.to: amount},
        )
        events.append(held)
    return events

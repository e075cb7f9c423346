"""What the procedures for irregularities have in common: a new deal, a void or a dead hand, betting that is undone."""

from __future__ import annotations

import copy

from croupier.kernel.events import Event
from croupier.poker.blinds import antes, present
from croupier.poker.commission import due_now
from croupier.poker.corrections import (
    BettingUndone,
    HandVoided,
    Misdealt,
    PotReturned,
    SideWagersReopened,
)
from croupier.poker.events import Folded
from croupier.poker.pots import pots
from croupier.poker.rules import Rules
from croupier.poker.table import FLOAT, POT, SLIDE, Seat, Table, held_of, side_of
from croupier.poker.takings import CommissionCollected

Clauses = tuple[str, ...]

SIDES_BACK = "misdeal_returns_side_wagers"
"""The other reading of a misdeal: wagers on the flop go back instead of counting for the new deal."""


def misdeal(rules: Rules, table: Table, why: str, clauses: Clauses, *, all_back: bool = False) -> list[Event]:
    """A new deal: wagers other than blinds and straddles go back, or all of them; commission goes back with them.

    A blind that had partly gone back because nobody could call it is put up again in full.
    """
    postings: dict[str, int] = {}
    total = 0
    for number, seat in table.seats.items():
        back = seat.put_in + seat.dead if all_back else seat.put_in - seat.forced
        if back:
            postings[seat.stack] = back
            total += back
        side = table.money.get(side_of(number), 0)
        if side and (all_back or SIDES_BACK in table.options.readings):
            postings |= {side_of(number): -side, seat.stack: postings.get(seat.stack, 0) + side}
    if table.collected:
        postings[SLIDE] = -table.collected
    if total - table.collected:
        postings[POT] = table.collected - total
    sides_back = all_back or SIDES_BACK in table.options.readings
    again = Misdealt(why=why, all_back=all_back, sides_back=sides_back, clauses=clauses, postings=postings)
    if not (all_back and table.options.ante):
        return [again]
    after = copy.deepcopy(table)
    again.apply(after)
    for account, amount in postings.items():
        after.money[account] = after.money.get(account, 0) + amount
    return [again, *antes(rules, after, present(after), after.positions)]


def less_commission(table: Table, amount: int, clauses: Clauses) -> list[Event]:
    """The commission on wagers that are about to leave the pot goes back into it."""
    over = table.collected - due_now(table, amount)
    if over <= 0:
        return []
    return [CommissionCollected(amount=-over, clauses=clauses, postings={SLIDE: -over, POT: over})]


def void_hand(rules: Rules, table: Table, seat: Seat, why: str, clauses: Clauses) -> list[Event]:
    """The hand is out, and all that its player put in goes back; with no other hand left all wagers do."""
    if table.in_hand == [seat]:
        return misdeal(rules, table, why, clauses, all_back=True)
    amount = seat.put_in + seat.dead
    postings = {POT: -amount, seat.stack: amount} if amount else {}
    void = HandVoided(seat=seat.number, amount=amount, why=why, clauses=clauses, postings=postings)
    return [*less_commission(table, amount, clauses), void]


def dead_hand(rules: Rules, table: Table, seat: Seat, why: str, clauses: Clauses) -> list[Event]:
    """The hand is out and its wagers stay; once all betting is over, a pot that only it contested goes back.

    With no other hand left nobody could win, and all wagers go back.
    """
    if table.in_hand == [seat]:
        return misdeal(rules, table, why, clauses, all_back=True)
    dead = Folded(seat=seat.number, dead=why, in_turn=False, clauses=clauses)
    if table.turn or table.phase not in ("betting", "showdown"):
        return [dead]
    others = [other.put_in for other in table.in_hand if other is not seat]
    lone = [pot for pot in pots(table) if pot.seats == (seat.number,)]
    if not others or not lone:
        return [dead]
    level = max(others)
    amounts = {n: over for n in table.ring if (over := table.seats[n].put_in - level) > 0}
    total = sum(amounts.values())
    postings = {table.seats[n].stack: amount for n, amount in amounts.items()} | {POT: -total}
    returned = PotReturned(amounts=amounts, clauses=clauses, postings=postings)
    return [*less_commission(table, total, clauses), returned, dead]


def betting_undone(table: Table, clauses: Clauses, *, discards: int = 0) -> list[Event]:
    """The round that has begun on a wrong card has not begun; `discards` is who has to discard before the next one does."""
    amounts = {n: table.seats[n].wagered for n in table.ring if table.seats[n].wagered}
    total = sum(amounts.values())
    postings = {table.seats[n].stack: amount for n, amount in amounts.items()}
    if total:
        postings[POT] = -total
    undone = BettingUndone(
        amounts=amounts,
        phase="discard" if discards else "betting",
        turn=discards,
        clauses=clauses,
        postings=postings,
    )
    return [undone]


def side_wagers_reopened(table: Table, clauses: Clauses) -> list[Event]:
    """Wagers that were settled on a flop which is withdrawn stand again."""
    postings: dict[str, int] = {}
    house = 0
    for number, (_, stake, pays) in table.side_results.items():
        postings[side_of(number)] = stake
        if pays:
            postings[held_of(number)] = -stake - pays
            house += pays
        else:
            house -= stake
    if not postings:
        return []
    if house:
        postings[FLOAT] = house
    return [SideWagersReopened(clauses=clauses, postings=postings)]

"""What a file says was paid at the end of a hand, compared with the book: equal, or equal apart from odd chips or the rake.

A file says it in `finishing_stacks`, or in `winnings`: what each player took from the pots, in some rooms with uncalled chips
added. If hands of the showdown are not known, the file is believed as far as that is possible.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec

from croupier.histories.phh_format import Differs, is_bounded
from croupier.kernel.cards import HIDDEN
from croupier.kernel.money import together
from croupier.kernel.strength import NO_LOW
from croupier.poker.events import PotPushed, UncalledReturned
from croupier.poker.pots import Pot, pots, pushed as from_pots
from croupier.poker.showdown import strengths

if TYPE_CHECKING:
    from croupier.histories.phh_replay import Replay

_MOST_RAKE = 10
"""In percent of what a player is pushed. Rooms also take a fixed drop, for which a big blind is allowed: anything
missing beyond both is not rake but a difference."""
_END = "the end of the hand"

Sums = dict[int, Decimal]
"""Amounts by seats, in the table's cents; a file may have parts of them."""


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """What happened to the pots, in the table's cents: what was in them, and what the room took.

    `odd_chip` is true if only chips that could not be divided differ. `on_its_word` is what the file says that seats
    were paid where the cards do not decide. A payment is `in_doubt` if it differs from the book's and may still be right,
    because players whose stacks the file does not give may have been all-in.
    """

    pot: int = 0
    rake: Decimal = Decimal(0)
    odd_chip: bool = False
    on_its_word: Sums = {}
    in_doubt: bool = False


def by_the_book(replay: Replay) -> Payment:
    """What the file says against what the book pushed."""
    pushed = dict.fromkeys(replay.table.seats, 0) | from_pots(replay.events)
    pot = sum(pushed.values())
    said = _said(replay, {seat: replay.table.stack(seat) - pushed[seat] for seat in pushed})
    for told in said:
        more = {seat: amount - pushed[seat] for seat, amount in told.items() if amount != pushed[seat]}
        if not more:
            return Payment(pot=pot)
        odd, missing = _undivided(replay), sum((-amount for amount in more.values()), Decimal(0))
        if not missing and all(abs(amount) <= odd.get(seat, 0) for seat, amount in more.items()):
            return Payment(pot=pot, odd_chip=True)
        if missing > 0 and all(_raked(replay, -more[seat], pushed[seat], odd.get(seat, 0)) for seat in more):
            return Payment(pot=pot, rake=missing)
    if said and replay.stakes_known:
        raise _otherwise(replay, pushed, said)
    return Payment(pot=pot, in_doubt=bool(said))


def _raked(replay: Replay, short: Decimal, pushed: int, odd: int = 0) -> bool:
    """Whether the sum missing from a player's winnings can be the room's rake, odd chips aside."""
    return -odd <= short <= pushed and (short - odd - replay.posts.big) * 100 <= _MOST_RAKE * pushed


def _otherwise(replay: Replay, pushed: dict[int, int], said: list[Sums]) -> Differs:
    """The first player whose payment differs, by the closest meaning that the file can have."""
    told = min(said, key=lambda told: sum(abs(amount - pushed[seat]) for seat, amount in told.items()))
    seat = next(seat for seat, amount in told.items() if amount != pushed[seat])
    player, ours = replay.history.name(seat), pushed[seat]
    if replay.history.finite_stacks:
        stack = replay.table.stack(seat)
        why = f"{player} finishes with {replay.plain(stack)}, the file says {replay.plain(stack - ours + told[seat])}"
        paid = _winnings(replay)
        if any(all(_raked(replay, pushed[seat] - told[seat], pushed[seat]) for seat in told) for told in paid):
            why += "; the winnings in the same file are as the book has them, rake aside"
        return Differs(_END, why)
    why = f"{player} is paid {replay.plain(ours)}, the file says {replay.plain(told[seat])}"
    if _gone_back(replay).get(seat) == said[0][seat]:
        why = f"{player} is paid {replay.plain(ours)}; the file says only what went back, {replay.plain(said[0][seat])}"
    return Differs(_END, why)


def as_the_file_says(replay: Replay) -> Payment:
    """The pots as the file says they were paid, though not every hand is known: the known hands must allow it."""
    pots_now = pots(replay.table.hand)
    whole, most = sum(pot.amount for pot in pots_now), _most(replay, pots_now)
    said = _said(replay, {seat: replay.table.stack(seat) for seat in replay.table.seats})
    wrong = ""
    for told in said:
        rake = whole - sum(told.values(), Decimal(0)) if len(told) == len(most) else Decimal(0)
        over = next((seat for seat, amount in told.items() if not 0 <= amount <= most[seat]), 0)
        if not over and (_raked(replay, rake, whole) or (rake >= 0 and not replay.stakes_known)):
            return Payment(pot=whole, rake=rake, on_its_word=told)
        if over and not wrong:
            player, paid = replay.history.name(over), replay.plain(told[over])
            wrong = f"the file pays {player} {paid}, and {replay.plain(most[over])} is the most by the known cards"
        wrong = wrong or f"the file pays {replay.plain(sum(told.values(), Decimal(0)))} of the pots of {replay.plain(whole)}"
    if wrong:
        raise Differs(_END, wrong)
    return Payment(pot=whole)


def _most(replay: Replay, pots: list[Pot]) -> dict[int, int]:
    """The most that each seat can win: every pot it contests in which no known hand beats its own."""
    hand, rules = replay.table.hand, replay.rules
    complete = len(hand.board) == 5
    known = strengths(rules, hand, [player for player in hand.in_hand if complete and HIDDEN not in player.cards])
    most = dict.fromkeys(replay.table.seats, 0)
    for pot in pots:
        rivals = [known[seat] for seat in pot.seats if seat in known]
        high, low = max((rival[0] for rival in rivals), default=0), max((rival[1] for rival in rivals), default=NO_LOW)
        for seat in pot.seats:
            if seat not in known or known[seat][0] == high or known[seat][1] == low != NO_LOW:
                most[seat] += pot.amount
    return most


def _said(replay: Replay, before: dict[int, int]) -> list[Sums]:
    """What the file says each seat was paid from the pots, in each way that it can be understood; empty if it does not say.

    `before` is what each had before the pots were pushed.
    """
    history = replay.history
    if history.finite_stacks:
        stacks = enumerate(history.amounts("finishing_stacks"), 1)
        bounded = {n: told for n, told in stacks if is_bounded(told) and replay.bounded(n)}
        return [{seat: replay.cents(told) - before[seat] for seat, told in bounded.items()}]
    return _winnings(replay)


def _winnings(replay: Replay) -> list[Sums]:
    """The winnings of the file: from the pots alone, or including what went back."""
    winnings = replay.history.amounts("winnings")
    if not any(winnings):
        return []
    told = {n: replay.cents(amount) for n, amount in enumerate(winnings, 1) if is_bounded(amount)}
    back = _gone_back(replay)
    with_it = {seat: amount - back.get(seat, 0) for seat, amount in told.items()}
    return [told, with_it] if back else [told]


def _gone_back(replay: Replay) -> dict[int, int]:
    """Uncalled chips, by the seat they went back to."""
    return together(*({event.seat: event.amount} for event in replay.events if isinstance(event, UncalledReturned)))


def _undivided(replay: Replay) -> dict[int, int]:
    """How far the division of odd chips can have moved each seat's winnings: less than a chip for each pot it shared.

    Money is divided to the cent here, and may have been divided by chips in the file.
    """
    money, chip = replay.in_money, max(replay.table.options.chip, replay.smallest)
    moved: dict[int, int] = {}
    halves: dict[int, int] = {}
    pushed = [event for event in replay.events if isinstance(event, PotPushed)]
    for event in pushed:
        halves[event.pot] = halves.get(event.pot, 0) + event.amount * (1 if event.half != "low" else -1)
    for event in pushed:
        shared = event.half or len(event.shares) > 1
        if event.odd or (event.half and halves[event.pot]) or (money and shared):
            for seat in event.shares:
                moved[seat] = moved.get(seat, 0) + chip
    return moved

"""What a page shows beside the table itself: the meter of its jackpot, the time to decide, what people are called."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from croupier.jackpots.prizes import GRAINS
from croupier.kernel.events import Command
from croupier.tables.casino import Casino
from croupier.training.coach import Advice
from croupier.training.score import Score


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that waits at the meter: how many have verified it, of how many."""

    box: int
    hand: str
    amount: int
    verified: int
    needs: int


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """What the jackpot display of a table shows, in cents."""

    value: int
    minor: int = 0
    pending: tuple[Pending, ...] = ()
    working: bool = True
    stopped: bool = False


def meter_of(casino: Casino, name: str) -> Meter | None:
    """What the display at a table of a casino shows, or nothing where no prize meter serves it."""
    state = casino.meters.state
    if (system := state.system_of(name)) is None:
        return None
    waiting = (prize for prize in state.prizes.values() if prize.table == name)
    return Meter(
        value=system.major.value // GRAINS,
        minor=system.minor.value // GRAINS,
        pending=tuple(
            Pending(box=each.box, hand=each.hand, amount=each.pays, verified=len(each.verified), needs=each.needs)
            for each in waiting
        ),
        working=system.working or system.manual,
        stopped=system.stopped,
    )


class Coaching(msgspec.Struct, frozen=True, kw_only=True):
    """What the trainer of a training table has for one person.

    `found` is what every choice is worth by box, `waits` that something is still being worked out; `warns` whether they want
    to be warned, `score` how they have decided so far, and `said` is the word on the last decision.
    """

    found: Mapping[int, Advice] = {}
    waits: bool = False
    warns: bool = True
    score: Score = msgspec.field(default_factory=Score)
    said: str = ""


class Extras(msgspec.Struct, frozen=True, kw_only=True):
    """What a page shows beside the table itself.

    `deadline` is when the house decides for whoever has not, `purse` what the person has that is not at the table, `names` what
    people are called, `coach` what the trainer of a training table has for the player, `ordered` what the person has chosen in
    advance, by the id of the order. On a `still` picture nothing can be pressed.
    """

    meter: Meter | None = None
    deadline: int = 0
    purse: int | None = None
    names: Mapping[str, str] = {}
    coach: Coaching | None = None
    ordered: Mapping[str, Command] = {}
    still: bool = False


NOTHING = Extras()

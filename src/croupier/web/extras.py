"""What a page shows beside the table itself: the meter of its jackpot, the time to decide, people's names."""

from collections.abc import Mapping

import msgspec

from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.systems import Prize
from croupier.kernel.events import Command
from croupier.tables.casino import Casino
from croupier.tournaments.state import Place
from croupier.training.coach import Advice
from croupier.training.score import Score


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """What the jackpot display of a table shows, in cents, and the pending prizes."""

    value: int
    minor: int = 0
    pending: tuple[Prize, ...] = ()
    working: bool = True
    stopped: bool = False


def meter_of(casino: Casino, name: str) -> Meter | None:
    """What the display at a table of a casino shows, or None if no prize meter serves it."""
    state = casino.meters.state
    if (system := state.system_of(name)) is None:
        return None
    return Meter(
        value=system.major.value // GRAINS,
        minor=system.minor.value // GRAINS,
        pending=tuple(prize for prize in state.prizes.values() if prize.table == name),
        working=system.working or system.manual,
        stopped=system.stopped,
    )


class Coaching(msgspec.Struct, frozen=True, kw_only=True):
    """The trainer's information for one person at a training table.

    `found` is the value of every choice by box, `waits` that a calculation is running; `warns` whether they want
    to be warned, `score` how they have decided so far, and `said` is the word on the last decision.
    """

    found: Mapping[int, Advice] = {}
    waits: bool = False
    warns: bool = True
    score: Score = msgspec.field(default_factory=Score)
    said: str = ""


class Extras(msgspec.Struct, frozen=True, kw_only=True):
    """What a page shows beside the table itself.

    `deadline` is when the house decides for a player who has not, `purse` what the person has away from the table, `names`
    people's display names, `coach` what the trainer has for the player, `ordered` what the person has chosen in
    advance, by the id of the order, `elsewhere` their seat in this tournament, `in_room` that at another table of the poker room:
    one person has one. On a `still` picture nothing can be pressed.
    """

    meter: Meter | None = None
    deadline: int = 0
    purse: int | None = None
    names: Mapping[str, str] = {}
    coach: Coaching | None = None
    ordered: Mapping[str, Command] = {}
    elsewhere: Place | None = None
    in_room: Place | None = None
    still: bool = False


NOTHING = Extras()

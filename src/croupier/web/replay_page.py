"""Rounds that are over, to be looked at again: a list of them, and each step of one as the viewer saw it."""

from collections.abc import Mapping

from croupier.floor.replays import RoundSeen, Step
from croupier.kernel.actors import Capacity
from croupier.tables.any_table import AnyTable
from croupier.web.pages import page
from croupier.web.table_page import page_of

StepShown = tuple[Step, str]
"""A step with the cloth as it then lay."""


def still(table: AnyTable, person: str, capacity: Capacity | None, names: Mapping[str, str]) -> str:
    """The cloth of a table as somebody sees it, with nothing to press."""
    return page_of(table).still(table, person, capacity=capacity, names=names)


def hands_list(table: AnyTable, rounds: list[RoundSeen], *, mine: bool, most: int) -> str:
    """The latest rounds, the newest first; only those that the viewer played in, where that is wanted."""
    wanted = [one for one in reversed(rounds) if not mine or one.net is not None]
    return page(
        "hands_list.html",
        stream=table.name,
        book=table.rules.book,
        poker=table.engine.kind == "poker table",
        rounds=wanted[:most],
        more=max(len(wanted) - most, 0),
        any_mine=any(one.net is not None for one in rounds),
        mine=mine,
    )


def hand_replay(table: AnyTable, found: RoundSeen, steps: list[StepShown], number: int) -> str:
    """One step of a round, with the way to all others."""
    at = min(max(number, 1), len(steps))
    return page(
        "hand_replay.html",
        stream=table.name,
        book=table.rules.book,
        poker=table.engine.kind == "poker table",
        round=found,
        steps=[step for step, _ in steps],
        at=at,
        shown=steps[at - 1],
    )

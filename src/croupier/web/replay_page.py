"""Rounds that are over, to be looked at again: a list of them, and each step of one as the viewer saw it."""

from collections.abc import Mapping
from typing import NamedTuple

from croupier.floor.replays import RoundSeen, Sentence, Step
from croupier.kernel.actors import Capacity
from croupier.tables.any_table import AnyTable
from croupier.web.pages import page
from croupier.web.pieces import joined
from croupier.web.regions import name_of
from croupier.web.spoken import spoken
from croupier.web.table_page import page_of

StepShown = tuple[Step, str]
"""A step with the cloth as it then lay."""


def still(table: AnyTable, person: str, capacity: Capacity | None, names: Mapping[str, str]) -> str:
    """The cloth of a table as somebody sees it, with nothing to press."""
    return page_of(table).still(table, person, capacity=capacity, names=names)


class RoundListed(NamedTuple):
    """A round in the list: how it came out, with the names of people, and who else played."""

    round: RoundSeen
    outcome: list[Sentence]
    players: str


def _listed(one: RoundSeen, person: str, names: Mapping[str, str]) -> RoundListed:
    called = {seat: name_of(names, each) for seat, each in one.people.items()}
    mine = next((seat for seat, each in one.people.items() if each == person), 0) if person else 0
    outcome = [(spoken(says, called, mine), clauses) for says, clauses in one.outcome]
    return RoundListed(one, outcome, joined(called[seat] for seat in sorted(called) if seat != mine))


def hands_list(
    table: AnyTable, rounds: list[RoundSeen], person: str, names: Mapping[str, str], *, mine: bool, most: int
) -> str:
    """The latest rounds, the newest first; only those that the viewer played in, where that is wanted."""
    wanted = [one for one in reversed(rounds) if not mine or one.net is not None]
    return page(
        "hands_list.html",
        stream=table.name,
        book=table.rules.book,
        poker=table.engine.kind == "poker table",
        rounds=[_listed(one, person, names) for one in wanted[:most]],
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

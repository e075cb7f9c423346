"""No byte of a page depends on hidden cards: two tables that differ only in those look the same to whoever may not see them."""

from __future__ import annotations

import re
from importlib import resources
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from croupier.kernel.actors import Viewer
from croupier.poker.commands import OpenHands
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable
from how_many import examples
from properties.play import PLAYABLE, Sitting
from properties.poker_play import PLAYABLE as POKER
from properties.test_hidden_cards import Worlds, cuts, everybody
from properties.test_poker_two_worlds import VIEWERS, Evening, a_guess, capacity_of, parts, swap_of, swapped
from web.tables import table_regions, table_says


def house_looks(table: HouseTable, worlds: Worlds) -> dict[str, str]:
    viewer, capacity = worlds.who
    person = viewer.person or "somebody of the house"
    regions = table_regions(table, person, capacity=capacity, now=table.at)
    return {**regions, "says": "\n".join(table_says(table, person, capacity=capacity, since=0))}


@pytest.mark.parametrize("game", PLAYABLE)
@examples(2, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_page_of_a_house_table_does_not_depend_on_hidden_cards(game: str, seed: int) -> None:
    chance = Random(seed)
    sitting = Sitting(game, chance)
    list(sitting.wander())
    compared = 0
    for steps in cuts(sitting.given, chance):
        for viewer in [each.viewer for each in everybody(sitting.table) if each.viewer.role != "inspector"]:
            worlds = Worlds(sitting, steps, viewer, chance)
            if worlds.alike:
                compared += 1
                assert house_looks(worlds.one, worlds) == house_looks(worlds.other, worlds), str(viewer)
    assert compared


def poker_looks(table: PokerTable, viewer: Viewer) -> dict[str, str]:
    capacity, person = capacity_of(table, viewer), viewer.person or "somebody of the house"
    regions = table_regions(table, person, capacity=capacity, now=table.at)
    return {**regions, "says": "\n".join(table_says(table, person, capacity=capacity, since=0))}


@pytest.mark.parametrize("game", POKER)
@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_page_of_a_poker_table_does_not_depend_on_hidden_cards(game: str, seed: int) -> None:
    chance = Random(seed)
    sitting = Evening(game, chance).play(60)
    opened = sitting.table.events[0]
    for viewer in [viewer for viewer in chance.sample(VIEWERS, 4) if viewer.role != "inspector"]:
        one, other = (PokerTable(game, opened.options) for _ in range(2))  # type: ignore[attr-defined]
        for part in parts(sitting, viewer, to_the_end=True):
            swap = swap_of(part, chance)
            for step in part.steps:
                theirs = step.command if a_guess(step) else swapped(step.command, swap)
                one.do(step.command, said=step.said)
                other.do(theirs, said=step.said)
                if isinstance(step.command, OpenHands) or chance.random() < 0.3:
                    assert poker_looks(one, viewer) == poker_looks(other, viewer), f"{viewer}: {step.command}"


def test_templates_read_what_a_person_has_seen_and_never_the_table_behind_it() -> None:
    """What they are given of a card table holds the table too: it has what is hidden."""
    for template in (resources.files("croupier.web") / "templates").iterdir():
        source = template.read_text(encoding="utf-8")
        behind = re.findall(r"\._[a-z]\w*|\bseen\.table\b", "".join(re.findall(r"(?s)\{[{%].*?[}%]\}", source)))
        assert not behind, f"{template.name}: {behind}"

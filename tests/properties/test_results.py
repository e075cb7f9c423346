"""What every page says that someone won is what their money changed by: random rounds and hands of all twelve games.

The money of a person is counted here from the accounts of the table itself, before the first wager of a round and after its
last event: chips, what lies on the layout for them, what is kept for them, and what they have away from the table.
"""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from croupier.floor.evening import rounds_played
from croupier.floor.replays import RoundsSeen
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.actors import Viewer
from croupier.poker import events as poker
from croupier.poker.state import State, held_of, kept_of, side_of
from croupier.stud import events as stud
from croupier.stud.state import ante_of, bet_of, exchange_of, jackpot_of
from croupier.tables.any_table import AnyTable
from croupier.tables.results import ENDS
from floor.past import past_of
from properties import play, poker_play
from web.tables import table_regions, table_says

BEGINS = (stud.AntePlaced, poker.HandBegun)
TOTAL = "You (win|lose|break even)"
"""How a page says what a round has brought; other sentences speak to the player too."""


def money_of(state: Any, person: str) -> int:
    """All that someone has, by the accounts of the table."""
    seat = state.seat_of(person)
    own = [purse_of(person), kept_of(person), stack_of(seat)] if seat else [purse_of(person), kept_of(person)]
    if isinstance(state, State):
        own += [held_of(seat), side_of(seat)] if seat else []
    elif seat:
        boxes = [number for number, box in enumerate(state.boxes) if box.seat == seat]
        own += [spot(number) for number in boxes for spot in (ante_of, bet_of, exchange_of)]
        own += [jackpot_of(box) for box, owner in state.jackpots.items() if owner == seat]
    return sum(state.money.get(name, 0) for name in own)


def changes(table: AnyTable) -> tuple[list[dict[str, int]], set[str]]:
    """By round that is over, what the money of everyone changed by from its first wager to its end, and who was here."""
    engine: Any = table.engine
    state, people, found, begun = engine.blank(), set[str](), list[dict[str, int]](), None
    for event in table.events:
        if isinstance(event, stud.SeatTaken | poker.SeatTaken):
            people.add(event.person)
        if isinstance(event, poker.HandBegun) or (isinstance(event, BEGINS) and begun is None):
            begun = {person: money_of(state, person) for person in people}
        state = engine.evolve(state, event)
        if isinstance(event, ENDS):
            before, begun = begun or {}, None
            found.append({person: money_of(state, person) - before.get(person, 0) for person in people})
    return found, people


def said_in(region: str) -> int | None:
    """What the result says in all, or nothing."""
    said = re.search(r'class="total [a-z ]+">([^<]*)<', region)
    if said is None:
        return None
    amount = re.search(r"[\d,]+(\.\d\d)?", html.unescape(said[1]))
    cents = round(float(amount[0].replace(",", "")) * 100) if amount else 0
    return -cents if "lose" in said[1] else cents


def rows_in(region: str) -> int:
    """What the rows of one's own wagers come to: what came back less what was put up."""
    total = 0
    for table in re.findall(r'<table class="wagers mine">.*?</table>', region, re.S):
        for row in re.findall(r'<tr><th scope="row">.*?</tr>', table, re.S):
            stake, back = re.findall(r'<td class="amount[^"]*">([^<]*)</td>', row)
            total += _cents(back) - _cents(stake)
    return total


def _cents(shown: str) -> int:
    figures = re.sub(r"[^\d.]", "", html.unescape(shown))
    return round(float(figures) * 100) if figures else 0


def check(table: AnyTable) -> int:
    """Hold every page against the accounts; how many rounds someone played there."""
    truth, people = changes(table)
    for person in people:
        seen = RoundsSeen(table, Viewer(person=person))
        seen.follow(table.entries)
        assert len(seen.found) == len(truth)
        for one, changed in zip(seen.found, truth, strict=True):
            assert (one.net or 0) == changed.get(person, 0), f"round {one.number} of {person}"
        evening = rounds_played([past_of(table)], person)
        assert sum(one.net for one in evening) == money_of(table.state, person), f"the evening of {person}"
        over = isinstance(next((e for e in reversed(table.events) if isinstance(e, (*BEGINS, *ENDS))), None), ENDS)
        if not over:
            continue
        region = table_regions(table, person, capacity=None, now=table.at)["result"]
        net = said_in(region)
        if net is not None:
            assert net == truth[-1].get(person, 0), f"the result of {person}: {region}"
            if "tokens" not in str(table.events):
                assert rows_in(region) == net, f"the rows of {person}: {region}"
        else:
            assert truth[-1].get(person, 0) == 0, f"the result of {person} says nothing: {region}"
        lines = table_says(table, person, capacity=None, since=0)
        if lines and re.match(TOTAL, lines[-1]):
            assert said_in(f'class="total x">{lines[-1]}<') == truth[-1].get(person, 0)
    return len(truth)


def at_the_house(game: str, chance: Random) -> None:
    sitting = play.Sitting(game, chance)
    for _ in range(3):
        for _step in sitting.wander():
            pass
        if not sitting.closed:
            for _step in sitting.finish():
                pass
    check(sitting.table)


def in_the_room(game: str, chance: Random) -> None:
    sitting = poker_play.Sitting(game, chance)
    for _ in range(2):
        for _step in sitting.wander(40):
            pass
        sitting.finish()
    check(sitting.table)


house_games = pytest.mark.parametrize("game", play.PLAYABLE)
poker_games = pytest.mark.parametrize("game", poker_play.PLAYABLE)


@house_games
@settings(max_examples=4)
@given(chance=play.CHANCE)
def test_what_is_said_of_a_round_is_what_it_brought(game: str, chance: Random) -> None:
    at_the_house(game, chance)


@poker_games
@settings(max_examples=2)
@given(chance=poker_play.CHANCE)
def test_what_is_said_of_a_hand_is_what_it_brought(game: str, chance: Random) -> None:
    in_the_room(game, chance)


@pytest.mark.slow
@house_games
@settings(max_examples=300)
@given(chance=play.CHANCE)
def test_what_is_said_of_many_rounds_is_what_they_brought(game: str, chance: Random) -> None:
    at_the_house(game, chance)


@pytest.mark.slow
@poker_games
@settings(max_examples=60)
@given(chance=poker_play.CHANCE)
def test_what_is_said_of_many_hands_is_what_they_brought(game: str, chance: Random) -> None:
    in_the_room(game, chance)

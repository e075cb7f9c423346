"""Every event has a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from croupier.books import rules_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import HIDDEN, Card
from croupier.kernel.decisions import Option
from croupier.kernel.events import Event, HousePractice
from croupier.kernel.telling import SHARED
from croupier.stud.commands import Fold, PlaceAnte, PlaceBet, Report, Reveal, Settle
from croupier.stud.events import HandPickedUp, TableOpened
from croupier.stud.rules import Options
from croupier.stud.telling import tell
from croupier.tables.house_table import ENGINE, house_table

RULES = rules_of("crown-caribbean-stud")
EVENTS = ENGINE.codec.events


def every_event() -> Iterator[type[Event]]:
    """Every event type of the stud engine, and of those that all tables share, that is defined anywhere.

    One that others are made from never happens itself.
    """
    waiting: list[type[Event]] = [Event]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if not kind.__subclasses__() and kind.__module__.startswith(("croupier.stud.", "croupier.kernel.incidents")):
            yield kind


def some(wanted: Any) -> Any:
    """Some value of a type."""
    plain = {int: 3, str: "something", bool: True, Card: Card.As, Options: Options(), Report: Report(what="something")}
    plain[Option] = Option("something", "something else", ("1.1",))
    if wanted in plain:
        return plain[wanted]
    kinds = get_args(wanted)
    if get_origin(wanted) is Literal:
        return kinds[0]
    if get_origin(wanted) is tuple:
        if kinds[-1] is Ellipsis:
            return (HIDDEN, Card.As, Card.Kd) if kinds[0] is Card else (some(kinds[0]),) * 2
        return tuple(some(kind) for kind in kinds)
    if get_origin(wanted) is dict:
        return {some(kinds[0]): some(kinds[1])}
    if get_origin(wanted) in (Union, UnionType):
        return some(next(kind for kind in kinds if kind is not NoneType))
    raise AssertionError(f"the test cannot make up a {wanted}")


def made_up(kind: type[Event], *, full: bool) -> Event:
    """An event of a kind with something in every field, or only in those that must be there."""
    fields = {
        field.name: some(field.type)
        for field in msgspec.structs.fields(kind)
        if field.name not in ("clauses", "postings") and (full or field.required)
    }
    return kind(clauses=() if issubclass(kind, HousePractice) else ("1.1",), **fields)


def test_every_event_has_a_sentence() -> None:
    assert set(every_event()) == set(EVENTS)
    assert set(EVENTS) <= {*tell.sentences, *SHARED}


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("kind", EVENTS)
def test_each_sentence_is_one(kind: type[Event], full: bool) -> None:
    said = tell(made_up(kind, full=full), RULES)
    assert not said[0].islower()
    assert said.endswith(".")
    assert "\n" not in said
    assert "??" not in said
    assert "None" not in said


def test_a_round_in_words() -> None:
    opened = house_table("crown-caribbean-stud", seats=2, seed=1)
    for seat in (1, 2):
        opened.do(PlaceAnte(seat=seat, amount=10_00))
    opened.deal()
    for command in (PlaceBet(seat=1, amount=20_00), Fold(seat=2), Reveal(), Settle()):
        opened.do(command)
    said = [tell(event, opened.rules) for event in opened.view(Viewer(seat=1))]
    assert said[0].startswith("The table opens for Caribbean Stud Poker at Crown Melbourne")
    for sentence in (
        "P2 sits down in seat 2 with $1,000.00.",
        "Seat 1 antes $10.00 on box 1.",
        "The dealer says: no more bets.",
        "Boxes 1, 2 and the dealer are dealt 5 cards each, face down.",
        "Box 1 bets $20.00.",
        "Box 2 folds and loses $10.00; 5 cards counted and put away.",
        "The bet of box 1, $20.00, wins 5 to 1: $100.00 is paid and the wager is returned.",
        "Round 1 is over.",
    ):
        assert sentence in said


def test_what_a_viewer_may_not_see_is_not_told() -> None:
    event = HandPickedUp(box=1, seat=1, cards=(Card.As, Card.Kd), clauses=("7.5.1",))
    assert tell(event, RULES) == "Seat 1 picks up the hand of box 1: A♠ K♦."
    assert tell(event.seen_by(Viewer(seat=2)), RULES) == "Seat 1 picks up the hand of box 1: 2 cards face down."


def test_a_maximum_payout_is_told() -> None:
    opened = TableOpened(game="g", edition="e", options=Options(maximum_payout=5000_00), clauses=("2.1",))
    assert "maximum payout $5,000.00" in tell(opened, RULES)

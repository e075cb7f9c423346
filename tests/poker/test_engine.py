"""By which rules a poker table is played from one entry to the next, and whom it knows."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import HIDDEN, parse_cards
from croupier.kernel.decisions import Refused
from croupier.poker.commands import Check
from croupier.poker.deciding import decide
from croupier.poker.engine import PokerEngine
from croupier.poker.events import HandCalledOff, HandEnded
from croupier.poker.rules import Rules
from croupier.poker.state import Seat, State
from poker.tables_made import betting

HOLDEM = poker_rules_of("crown-holdem")


class Asked:
    """Gives rules and notes for what it was asked."""

    def __init__(self) -> None:
        self.times: list[tuple[str, str]] = []

    def __call__(self, game: str, edition: str) -> Rules:
        self.times.append((game, edition))
        return replace(HOLDEM, game=game, edition=edition)


@pytest.mark.parametrize(
    ("game", "edition", "asked"),
    [
        ("", "", []),
        ("", "2027", []),
        (HOLDEM.game, HOLDEM.edition, []),
        (HOLDEM.game, "2027", [(HOLDEM.game, "2027")]),
        ("crown-omaha", HOLDEM.edition, [("crown-omaha", HOLDEM.edition)]),
    ],
)
def test_rules_are_asked_for_only_where_the_game_or_the_edition_has_changed(
    game: str, edition: str, asked: list[tuple[str, str]]
) -> None:
    rules_of = Asked()
    engine = PokerEngine(rules_of)
    now = engine.rules_now(HOLDEM, State(game=game, edition=edition))
    assert rules_of.times == asked
    assert (now.game, now.edition) == (asked[0] if asked else (HOLDEM.game, HOLDEM.edition))
    assert (now is HOLDEM) == (not asked)


def test_rules_of_a_game_are_those_that_were_given() -> None:
    rules_of = Asked()
    assert PokerEngine(rules_of).rules("crown-omaha", "2027").game == "crown-omaha"
    assert PokerEngine(rules_of).rules("crown-omaha").edition == ""
    assert rules_of.times == [("crown-omaha", "2027"), ("crown-omaha", "")]


def test_whom_the_engine_knows_and_what_it_conceals() -> None:
    engine, table = PokerEngine(Asked()), State()
    table.seat_down(Seat(3, "p3", stack_of(3)))
    table.hand.stub = parse_cards("As Kd")
    assert (engine.seat_of(table, "p3"), engine.person_at(table, 3), engine.at_rest(table)) == (3, "p3", True)
    copied = engine.copied(table)
    assert engine.concealed(copied) is copied
    assert copied.hand.stub == (HIDDEN, HIDDEN)
    assert table.hand.stub == parse_cards("As Kd")
    table.hand.phase = "blinds"
    assert not engine.at_rest(table)


def test_a_hand_is_seen_whole_once_it_has_ended() -> None:
    engine = PokerEngine(Asked())
    assert engine.all_seen(HandEnded(clauses=()))
    assert not engine.all_seen(HandCalledOff(clauses=()))


def test_an_act_of_nobody_is_refused() -> None:
    refused = decide(HOLDEM, betting(), Check(seat=0), Said("x", 0, 0))
    assert isinstance(refused, Refused)

"""Who is there, which blinds are due, what is paid to be dealt in, and who gets cards: each fact by itself."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Said
from croupier.kernel.decisions import Refused
from croupier.poker.blinds import could_play, due, post_blind, present, straddle, sure_of_cards, to_be_dealt
from croupier.poker.commands import PostBlind, Straddle
from croupier.poker.pots import unmatched
from croupier.poker.rules import Commission
from croupier.poker.state import POT, State
from poker.tables_made import answer, betting, done, table

HOLDEM = poker_rules_of("crown-holdem")


def begun(**options: Any) -> State:
    """Places 1, 3, 5 and 7: the button at 7, blinds due at 1 and 3."""
    made = table(shuffled=False, cut=False)
    made.options = replace(made.options, **options)
    for player in made.hand.players.values():
        player.posted, player.put_in, player.wagered = False, 0, 0
    return made


AWAY: dict[str, dict[str, Any]] = {"away": {"away": True}, "dealt out": {"dealt_out": True}}


def keep_out(made: State, seat: int, how: str) -> None:
    for name, value in AWAY.get(how, {}).items():
        setattr(made.seats[seat], name, value)
    if how == "no chips":
        made.money[stack_of(seat)] = 0
    if how == "out":
        made.hand.out = (seat,)
    if how == "excluded":
        made.excluded = (f"p{seat}",)
    if how == "hour unpaid":
        made.hour_unpaid = (f"p{seat}",)


EVERY_WAY = ["away", "dealt out", "no chips", "out", "excluded", "hour unpaid"]


@pytest.mark.parametrize("how", EVERY_WAY)
def test_who_is_not_there(how: str) -> None:
    made = begun()
    assert present(made) == [1, 3, 5, 7]
    keep_out(made, 3, how)
    assert present(made) == [1, 5, 7]
    assert due(made) == {1: 5_00}
    assert to_be_dealt(made) == [1, 5, 7]
    made.money[stack_of(3)] = 1
    assert (3 in present(made)) == (how == "no chips")


def test_which_blinds_are_due() -> None:
    made = begun()
    assert due(made) == {1: 5_00, 3: 10_00}
    made.hand.players[1].posted = True
    assert due(made) == {3: 10_00}
    made.seats[3].missed = (1,)
    assert due(made) == {3: 10_00}  # at the last blind nothing else is owed
    made.hand.players[1].posted, made.seats[1].missed = False, (2,)
    assert due(made) == {3: 10_00}
    made.positions = (7, 2, 3)
    assert due(made) == {3: 10_00}


@pytest.mark.parametrize(
    ("owes", "amount"),
    [
        ({"missed": (1,)}, 5_00),
        ({"missed": (2,)}, 10_00),
        ({"missed": (1, 2)}, 15_00),
        ({"new": True}, 10_00),
        ({"penalty": True}, 10_00),
        ({"penalty": True, "missed": (1,)}, 15_00),
        ({}, None),
    ],
)
def test_what_those_who_are_called_in_owe(owes: dict[str, Any], amount: int | None) -> None:
    made = begun()
    made.hand.called_in = (5,)
    for name, value in owes.items():
        setattr(made.seats[5], name, value)
    assert due(made).get(5) == amount
    for how in EVERY_WAY[:3]:
        gone = made.copied()
        keep_out(gone, 5, how)
        assert 5 not in due(gone)
    made.hand.players[5].posted = True
    assert 5 not in due(made)


def test_the_other_readings_of_what_is_owed() -> None:
    for readings, live, dead in (((), 10_00, 5_00), (("missed_blinds_cost_the_last",), 10_00, 0)):
        made = begun(readings=readings)
        made.hand.called_in, made.seats[5].missed = (5,), (1, 2)
        for number in (1, 3):
            made.hand.players[number].posted = True
        (posted,) = done(post_blind(HOLDEM, made, PostBlind(seat=5), Said("p5", 5, 0)))
        assert (posted.kind, posted.live, posted.dead, posted.level, posted.all_in) == ("post", live, dead, 10_00, False)
        assert posted.postings == {stack_of(5): -live - dead, POT: live + dead}
        assert posted.clauses == HOLDEM.cite("missed_blinds_posted", "debts_called_in")


@pytest.mark.parametrize(
    ("seat", "change", "ground"),
    [
        (1, {}, ""),
        (3, {}, "blinds_in_order"),
        (5, {}, "no_blind_due"),
        (2, {}, "nobody_sits_there"),
        (1, {"phase": "betting"}, "too_late_for_blinds"),
        (1, {"posted": True}, "blind_posted_already"),
        (1, {"how": "away"}, "not_present"),
        (1, {"how": "excluded"}, "excluded"),
    ],
)
def test_who_posts(seat: int, change: dict[str, Any], ground: str) -> None:
    made = begun()
    made.hand.phase = change.get("phase", "blinds")
    made.hand.players[1].posted = change.get("posted", False)
    keep_out(made, 1, change.get("how", ""))
    assert answer(post_blind(HOLDEM, made, PostBlind(seat=seat), Said("x", seat, 0)))[0] == ground


@pytest.mark.parametrize(
    ("stack", "live", "all_in"), [(500_00, 5_00, False), (5_01, 5_00, False), (5_00, 5_00, True), (3_00, 3_00, True)]
)
def test_a_blind_that_a_stack_covers_or_not(stack: int, live: int, all_in: bool) -> None:
    made = begun()
    made.money[stack_of(1)] = stack
    (posted,) = done(post_blind(HOLDEM, made, PostBlind(seat=1), Said("p1", 1, 0)))
    assert (posted.kind, posted.live, posted.dead, posted.level, posted.all_in) == ("blind", live, 0, 5_00, all_in)
    assert posted.clauses == HOLDEM.cite("first_blind", *(["all_in"] if stack < 5_00 else []))


@pytest.mark.parametrize(
    ("stack", "first", "ante", "blind"),
    [
        (500_00, False, 4_00, 10_00),
        (12_00, False, 4_00, 8_00),
        (12_00, True, 2_00, 10_00),
        (3_00, False, 3_00, 0),
        (3_00, True, 0, 3_00),
    ],
)
def test_an_ante_for_all_comes_before_or_after_the_last_blind(stack: int, first: bool, ante: int, blind: int) -> None:
    made = begun(ante=4_00, ante_by_last_blind=True, blind_before_ante=first, readings=("antes_are_played",))
    made.hand.players[1].posted = True
    made.money[stack_of(3)] = stack
    events = done(post_blind(HOLDEM, made, PostBlind(seat=3), Said("p3", 3, 0)))
    paid = {event.kind: (event.live, event.dead) for event in events}
    assert paid == ({"ante": (0, ante)} if ante else {}) | ({"blind": (blind, 0)} if blind else {})
    assert events[-1].level == 10_00
    assert events[-1].all_in == (stack <= 14_00)


def test_the_charge_for_a_hand_comes_before_a_blind() -> None:
    made = begun(commission=Commission(per_person=2_00))
    made.money[stack_of(1)] = 2_00
    refused = post_blind(HOLDEM, made, PostBlind(seat=1), Said("p1", 1, 0))
    assert answer(refused) == ("fees_not_collected", "the charge of $2.00 for the hand comes first")
    made.money[stack_of(1)] = 2_01
    paid, posted = done(post_blind(HOLDEM, made, PostBlind(seat=1), Said("p1", 1, 0)))
    assert (type(paid).__name__, posted.live, posted.all_in) == ("FeesCollected", 1, True)


@pytest.mark.parametrize(
    ("gone", "last", "out", "enough"), [(1, 3, (), True), (1, 3, (5, 7), False), (1, 3, (5,), True), (3, 5, (7, 1), False)]
)
def test_whether_two_could_play(gone: int, last: int, out: tuple[int, ...], enough: bool) -> None:
    made = begun()
    made.hand.out = out
    assert could_play(made, gone, last) == enough


def test_who_owes_plays_only_by_paying() -> None:
    made = begun()
    for number in (1, 5, 7):
        made.seats[number].missed = (1,)
    assert not could_play(made, 0, 3)
    assert could_play(made, 0, 5)
    made.hand.called_in = (7,)
    assert could_play(made, 0, 3)
    assert to_be_dealt(made) == [3]
    made.hand.players[5].posted = True
    assert to_be_dealt(made) == [3, 5]


def test_who_has_put_in_something_is_dealt_in_before_walking_off() -> None:
    made = begun()
    made.seats[5].away = made.seats[7].away = True
    made.hand.players[5].put_in = 1
    made.hand.players[7].all_in = True
    assert to_be_dealt(made) == [1, 3, 5, 7]
    made.hand.out = (5,)
    assert to_be_dealt(made) == [1, 3, 7]


def test_who_is_sure_of_cards() -> None:
    made = table(phase="between")
    made.positions = (5, 7, 1)
    assert sure_of_cards(HOLDEM, made) == [1, 3, 5, 7]
    made.seats[5].missed = (1,)
    assert sure_of_cards(HOLDEM, made) == [1, 3, 7]
    made.seats[3].missed = (1,)
    assert sure_of_cards(HOLDEM, made) == [1, 3, 7]  # the last blind falls to 3
    for number in (1, 3, 5):
        made.seats[number].away = True
    assert sure_of_cards(HOLDEM, made) == []


@pytest.mark.parametrize(
    ("options", "change", "seat", "ground"),
    [
        ({}, {}, 5, "no_straddles_here"),
        ({"straddle": True}, {}, 5, ""),
        ({"over_blinds": True}, {}, 5, ""),
        ({"straddle": True}, {}, 7, "not_left_of_blind"),
        ({"straddle": True}, {"phase": "betting"}, 5, "too_late_for_blinds"),
        ({"straddle": True}, {"posted": False}, 5, "blinds_in_order"),
        ({"straddle": True}, {"straddles": (5,)}, 7, "straddle_made_already"),
        ({"over_blinds": True}, {"straddles": (5,)}, 7, ""),
        ({"over_blinds": True}, {"straddles": (5, 7)}, 1, "straddle_head_to_head"),
        ({"straddle": True}, {"stack": 19_99}, 5, "straddle_not_covered"),
        ({"straddle": True}, {"stack": 20_00}, 5, ""),
    ],
)
def test_who_straddles(options: dict[str, Any], change: dict[str, Any], seat: int, ground: str) -> None:
    made = begun(**options)
    made.hand.phase, made.hand.bet = change.get("phase", "blinds"), 10_00
    made.hand.straddles = change.get("straddles", ())
    made.money[stack_of(seat)] = change.get("stack", 500_00)
    for number in (1, 3):
        made.hand.players[number].posted = change.get("posted", True)
    found = straddle(HOLDEM, made, Straddle(seat=seat), Said("x", seat, 0))
    assert answer(found)[0] == ground
    if not isinstance(found, Refused):
        (posted,) = done(found)
        assert (posted.kind, posted.live, posted.level) == ("straddle", 20_00, 20_00)
        assert posted.all_in == (change.get("stack") == 20_00)


@pytest.mark.parametrize(
    ("put_in", "holder", "more"),
    [
        ({1: 0}, None, 0),
        ({1: 5}, 1, 5),
        ({1: 10, 3: 10}, None, 0),
        ({1: 10, 3: 10, 5: 30}, 5, 20),
        ({1: 30, 3: 10, 5: 20}, 1, 10),
        ({1: 10, 3: 30, 5: 20}, 3, 10),
    ],
)
def test_what_nobody_has_matched(put_in: dict[int, int], holder: int | None, more: int) -> None:
    made = betting(*put_in)
    for number, amount in put_in.items():
        made.hand.players[number].put_in = amount
    found, over = unmatched(made.hand)
    assert (found and found.number, over) == (holder, more)

"""What happens around the hands, event by event: what each changes at the table, and what it leaves alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.kernel.accounts import stack_of
from croupier.kernel.events import Event
from croupier.poker import events
from croupier.poker.hand import Held
from croupier.poker.rules import Commission, Options
from croupier.poker.state import Notice, Result, Seat, State, Waiting


def seated(*numbers: int) -> State:
    table = State()
    for number in numbers:
        table.seat_down(Seat(number, f"p{number}", stack_of(number)))
    return table


def happens(table: State, *events: Event) -> State:
    for event in events:
        table.take(event)
    return table


def test_a_table_opens_for_a_game_by_an_edition() -> None:
    sign = Options(places=4)
    table = happens(State(), events.TableOpened(game="g", edition="e", options=sign, clauses=()))
    assert (table.options, table.game, table.edition) == (sign, "g", "e")


@pytest.mark.parametrize(
    ("said", "back", "missed", "penalty"),
    [(None, False, (), False), (None, True, (1,), True), ((), True, (), True), ((2,), False, (2,), False)],
)
def test_who_sits_down_owes_what_was_owed(
    said: tuple[int, ...] | None, back: bool, missed: tuple[int, ...], penalty: bool
) -> None:
    table = seated(1)
    table.waiting = (Waiting("p4"), Waiting("p5"))
    table.left = {"p4": Seat(2, "p4", stack_of(2), away=True, missed=(1,), penalty=True)} if back else {}
    happens(table, events.SeatTaken(seat=4, person="p4", missed=said, clauses=()))
    assert table.seats[4] == Seat(4, "p4", stack_of(4), new=True, returned=back, missed=missed, penalty=penalty)
    assert table.left == {}
    assert [waiting.person for waiting in table.waiting] == ["p5"]


def test_who_leaves_takes_the_winnings_along() -> None:
    table = seated(1, 2)
    table.results = {"p1": [Result(0, 5)], "p2": [Result(0, 7)]}
    happens(table, events.SeatLeft(seat=1, person="p1", clauses=()))
    assert (list(table.seats), table.reserved, table.results) == ([2], (1,), {"p2": [Result(0, 7)]})


@pytest.mark.parametrize(("penalty", "already", "owes"), [(False, False, False), (True, False, True), (False, True, True)])
def test_a_seat_is_changed_with_all_that_is_the_players(penalty: bool, already: bool, owes: bool) -> None:
    table = seated(1, 2)
    table.reserved, table.wanted, table.hand.ring = (4, 6), {8: (1, 2)}, [1, 2]
    table.seats[1].missed, table.seats[1].penalty = (2,), already
    table.hand.players[1].put_in = 5_00
    happens(table, events.SeatChanged(seat=1, to=6, penalty=penalty, missed=(1, 2), clauses=()))
    assert (table.seat_of("p1"), list(table.seats), list(table.hand.players)) == (6, [2, 6], [2, 6])
    assert table.seats[6] == Seat(6, "p1", stack_of(6), penalty=owes, missed=(1, 2))
    player = table.hand.players[6]
    assert (player.number, player.stack, player.put_in) == (6, stack_of(6), 5_00)
    assert (table.reserved, table.wanted, table.hand.ring) == ((4, 1), {8: (2,)}, [2])


@pytest.mark.parametrize(("seat", "winner", "wanted"), [(2, "p2", {8: (2,)}), (0, "p9", {}), (0, "", {8: (1, 2)})])
def test_whoever_draws_the_highest_card_has_the_place(seat: int, winner: str, wanted: dict[int, tuple[int, ...]]) -> None:
    table = seated(1, 2)
    happens(table, *(events.SeatWanted(seat=number, place=8, clauses=()) for number in (1, 2)))
    drawn = events.SeatDrawn(place=8, names=("p1", "p2"), cards=(), winner=winner, seat=seat, clauses=())
    assert happens(table, drawn).wanted == wanted


@pytest.mark.parametrize(
    ("button", "away", "dealt_out", "then"),
    [
        ("walking", False, False, (True, False)),
        ("absent", False, True, (True, True)),
        ("missed blind", True, True, (False, False)),
        ("none", True, False, (False, False)),
        ("dealt out", False, False, (False, True)),
        ("dealt out", True, False, (True, True)),
    ],
)
def test_buttons_before_a_player(button: events.around.Button, away: bool, dealt_out: bool, then: tuple[bool, bool]) -> None:
    table = seated(1)
    seat = table.seats[1]
    seat.away, seat.dealt_out = away, dealt_out
    happens(table, events.ButtonPlaced(seat=1, button=button, clauses=()))
    assert (seat.away, seat.dealt_out) == then


def test_a_blind_that_is_missed_again_is_owed_once() -> None:
    table = seated(1, 2)
    table.seats[1].missed = (2,)
    moved = events.BlindsMoved(positions=(5, 6, 7), missed={1: 2, 2: 1}, clauses=())
    happens(table, moved, replace(moved, missed={1: 1}))
    assert table.positions == (5, 6, 7)
    assert [seat.missed for seat in table.seats.values()] == [(2, 1), (1,)]


def test_who_is_picked_up_and_who_stands_where_on_the_list() -> None:
    table = seated(1, 2)
    happens(
        table,
        events.PickedUp(player=1, person="p1", at=30, clauses=()),
        events.ListJoined(person="p7", place=0, clauses=()),
        events.ListJoined(person="p8", place=1, clauses=()),
        events.ListJoined(person="p1", place=0, in_time=True, clauses=()),
        events.ListJoined(person="p9", place=2, clauses=()),
    )
    assert (table.picked_up, list(table.seats)) == ({"p1": 30}, [2])
    assert [waiting.person for waiting in table.waiting] == ["p1", "p7", "p9", "p8"]
    assert [waiting.in_time for waiting in table.waiting] == [True, False, False, False]
    happens(table, events.ListLeft(person="p7", clauses=()), *[events.ChipsBack(person="p1", clauses=())] * 2)
    assert [waiting.person for waiting in table.waiting] == ["p1", "p9", "p8"]
    assert table.picked_up == {}


def test_what_is_seized_is_no_longer_won() -> None:
    table = seated(1)
    table.won_or_lost("p1", 9_00)
    happens(table, events.SeizureNoted(person="p1", amount=4_00, clauses=()))
    assert table.winnings("p1") == 5_00


@pytest.mark.parametrize(
    ("phase", "turn", "seat", "then"),
    [
        ("betting", 1, 1, 2),
        ("betting", 2, 1, 2),
        ("betting", 3, 1, 3),
        ("betting", 3, 3, 1),
        ("betting", 0, 1, 0),
        ("discard", 1, 1, 1),
    ],
)
def test_whoever_is_passed_over_plays_as_if_all_in(phase: str, turn: int, seat: int, then: int) -> None:
    table = seated(1, 2, 3)
    hand = table.hand
    hand.ring, hand.phase, hand.turn, hand.bet = [1, 2, 3], phase, turn, 10_00  # type: ignore[assignment]
    for player in hand.players.values():
        player.live = True
    hand.held, hand.owed = dict.fromkeys((1, 2, 3), Held("call", 10_00, 10_00)), dict.fromkeys((1, 2, 3), 1_00)
    happens(table, events.PassedOver(seat=seat, excluded=seat == 1, clauses=()))
    player = hand.players[seat]
    assert (player.all_in, player.excluded, hand.turn) == (True, seat == 1, then)
    assert set(hand.held) == set(hand.owed) == {1, 2, 3} - {seat}


def test_a_notice_that_hangs_already_is_the_same_notice_at_another_time() -> None:
    table = seated(1)
    table.hand.number = 3
    dear, dearer = Options(blinds=(10_00, 20_00)), Options(blinds=(20_00, 40_00))
    said = events.ChangeAnnounced(options=dear, game="g", at=5, dearer=True, takes_effect=60, clauses=())
    happens(table, said, events.PlayerAgreed(seat=1, to="change", clauses=()))
    assert table.notices == {"change": Notice(dear, "g", 5, 3, dearer=True, takes_effect=60)}
    assert table.agreed == {"change": ("p1",)}
    table.hand.number = 4
    happens(table, replace(said, at=9, dearer=False, takes_effect=90))
    assert table.notices == {"change": Notice(dear, "g", 5, 3, dearer=True, takes_effect=90)}
    assert table.agreed == {"change": ("p1",)}
    for other in ({"game": "h"}, {"options": dearer}):
        happens(table, replace(said, at=9, **other), events.PlayerAgreed(seat=1, to="change", clauses=()))
        hanging = table.notices["change"]
        assert (hanging.at, hanging.hand, hanging.takes_effect) == (9, 4, 60)
        assert table.agreed == {"change": ("p1",)}


def test_closing_is_announced_once() -> None:
    table = seated(1)
    happens(
        table,
        events.ClosingAnnounced(at=5, clauses=()),
        events.PlayerAgreed(seat=1, to="closing", clauses=()),
        events.ClosingAnnounced(at=9, clauses=()),
    )
    assert table.notices == {"closing": Notice(table.options, "", 5, 0)}
    assert table.agreed == {"closing": ("p1",)}
    assert not table.closed
    assert happens(table, events.TableClosed(clauses=())).closed


@pytest.mark.parametrize(("blinds", "positions"), [((5_00, 10_00), (1, 2, 3)), ((10_00,), (3,)), ((1_00, 5_00, 10_00), (3,))])
@pytest.mark.parametrize("tournament", [False, True])
def test_a_change_of_blinds_leaves_the_place_of_the_last_one(
    blinds: tuple[int, ...], positions: tuple[int, ...], tournament: bool
) -> None:
    table = seated(1, 2, 3)
    table.game, table.positions = "g", (1, 2, 3)
    table.notices["change"], table.agreed["change"] = Notice(Options(), "h", 0, 0), ("p1",)
    sign = Options(blinds=blinds)
    if tournament:
        happens(table, events.LevelSet(options=sign, clauses=()))
        assert set(table.notices) == set(table.agreed) == {"change"}
    else:
        happens(table, events.TableChanged(options=sign, game="h", clauses=()))
        assert (table.notices, table.agreed) == ({}, {})
    assert (table.options, table.positions, table.game) == (sign, positions, "g" if tournament else "h")


def test_a_changed_table_keeps_its_game_unless_another_is_named() -> None:
    table = State(game="g", notices={"change": Notice(Options(), "", 0, 0)}, agreed={"change": ()})
    assert happens(table, events.TableChanged(options=Options(), game="", clauses=())).game == "g"


@pytest.mark.parametrize(("hourly", "unpaid"), [(0, ()), (5_00, ("p1",))])
def test_who_has_yet_to_pay_for_the_hour_when_the_commission_changes(hourly: int, unpaid: tuple[str, ...]) -> None:
    table = State(options=Options(places=4), hour_unpaid=("p1",))
    charge = Commission(hourly=hourly)
    happens(table, events.CommissionChanged(commission=charge, clauses=()))
    assert (table.options, table.hour_unpaid) == (Options(places=4, commission=charge), unpaid)

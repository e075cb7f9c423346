"""The table between its events: places, wishes, debts, results, the time bank, and what is copied."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.cards import parse_cards
from croupier.kernel.incidents import Question, Report, WinningsWithheld
from croupier.poker.hand import Hand, Player
from croupier.poker.rules import Options
from croupier.poker.state import HANDS_APART, POT, SLIDE, Notice, Prize, Result, Seat, State, Waiting, held_of


def seated(*numbers: int, options: Options | None = None) -> State:
    """A table with someone called after the number on each of these places."""
    table = State(options=options or Options())
    for number in numbers:
        table.seat_down(Seat(number, f"p{number}", stack_of(number)))
    return table


def after_results(nets: dict[int, int]) -> State:
    """A table at which someone has fared like this in these hands."""
    table = State()
    for number, net in nets.items():
        table.hand.number = number
        table.won_or_lost("p1", net)
    return table


def test_results_of_a_hand_are_one_and_nothing_is_no_result() -> None:
    table = after_results({7: 30_00})
    table.won_or_lost("p1", -5_00)
    table.won_or_lost("p2", 0)
    assert table.results == {"p1": [Result(7, 25_00)]}


def test_results_are_known_apart_until_there_are_twice_as_many() -> None:
    nets = dict.fromkeys(range(1, 2 * HANDS_APART), 1_00)
    table = after_results(nets)
    assert table.results["p1"] == [Result(number, 1_00) for number in nets]
    table.hand.number = 2 * HANDS_APART
    table.won_or_lost("p1", 1_00)
    assert table.results["p1"] == [
        Result(1, HANDS_APART * 1_00),
        *(Result(number, 1_00) for number in range(HANDS_APART + 1, 2 * HANDS_APART + 1)),
    ]


def test_losses_far_back_come_out_of_what_was_won_before_them() -> None:
    nets = dict.fromkeys(range(1, 2 * HANDS_APART + 1), 1_00)
    nets |= {2: -9_00, HANDS_APART: -2_00}
    table = after_results(nets)
    assert table.results["p1"][0] == Result(1, (HANDS_APART - 3 - 2) * 1_00)


@pytest.mark.parametrize(
    ("phase", "hands", "won"),
    [
        ("between", 0, 7_00),
        ("between", 1, 4_00),
        ("between", 2, 6_00),
        ("between", 3, 7_00),
        ("betting", 1, 6_00),
        ("betting", 2, 7_00),
    ],
)
def test_winnings_of_the_last_hands_that_are_over(phase: str, hands: int, won: int) -> None:
    table = after_results({1: 1_00, 2: 2_00, 3: 4_00})
    table.hand.phase = phase  # type: ignore[assignment]
    assert table.winnings("p1", hands) == won
    assert table.winnings("p2", hands) == 0


def test_winnings_that_were_taken_away_are_none() -> None:
    table = after_results({1: 1_00})
    table.takes_winnings_away("p1")
    table.takes_winnings_away("p2")
    assert table.results == {}


def test_a_place_is_reserved_once_it_was_left_and_taken_again_no_more() -> None:
    table = seated(2, 5)
    table.get_up(5)
    table.get_up(2)
    assert (table.reserved, table.seats, table.hand.players) == ((5, 2), {}, {})
    table.seat_down(Seat(5, "p9", stack_of(5)))
    assert table.reserved == (2,)
    assert table.hand.players == {5: Player(5, stack_of(5))}
    assert (table.person_at(5), table.person_at(2), table.seat_of("p9"), table.seat_of("p5")) == ("p9", "", 5, 0)


@pytest.mark.parametrize(
    ("missed", "penalty", "new", "owes", "in_debt"),
    [
        ((), False, False, False, False),
        ((1,), False, False, True, True),
        ((), True, False, True, True),
        ((), False, True, True, False),
        ((1,), False, True, True, True),
    ],
)
def test_who_owes_before_the_next_cards(missed: tuple[int, ...], penalty: bool, new: bool, owes: bool, in_debt: bool) -> None:
    table = seated(1)
    seat = table.seats[1]
    seat.missed, seat.penalty, seat.new = missed, penalty, new
    assert (seat.owes, seat.in_debt) == (owes, in_debt)
    for options in (Options(), Options(tournament="T"), Options(new_players="dealt in")):
        here = table.copied()
        here.options = options
        here.get_up(1)
        played = not options.tournament and (not new or options.new_players == "dealt in")
        assert here.left == ({"p1": seat} if in_debt or played else {})


def test_whoever_is_gone_wants_no_place_and_is_of_no_ring() -> None:
    table = seated(1, 2, 3)
    table.hand.ring = [2, 3]
    table.wanted = {7: (1, 3), 8: (3,), 9: (2,)}
    table.give_up_wishes(1)
    assert (table.wanted, table.hand.ring) == ({7: (3,), 8: (3,), 9: (2,)}, [2, 3])
    table.get_up(3)
    assert (table.wanted, table.hand.ring) == ({9: (2,)}, [2])


def test_whoever_is_excluded_waits_and_wants_no_more() -> None:
    table = seated(1, 2)
    table.wanted = {7: (1, 2)}
    table.waiting = (Waiting("p1"), Waiting("p4"), Waiting("p2"))
    assert table.excluding("p2") is table
    assert (table.excluded, table.wanted) == (("p2",), {7: (1,)})
    assert [waiting.person for waiting in table.waiting] == ["p1", "p4"]
    table.excluding("p2")
    table.excluding("p4")
    assert (table.excluded, table.wanted) == (("p2", "p4"), {7: (1,)})
    assert [waiting.person for waiting in table.waiting] == ["p1"]


@pytest.mark.parametrize(("place", "order"), [(0, [2, 5, 9]), (2, [5, 9, 2]), (4, [5, 9, 2]), (9, [2, 5, 9]), (10, [2, 5, 9])])
def test_clockwise_from_a_place(place: int, order: list[int]) -> None:
    assert seated(9, 2, 5).clockwise(place) == order


def test_what_is_a_players_and_what_is_in_the_pot() -> None:
    table = seated(1, 2)
    table.money = {stack_of(1): 5_00, held_of(1): 2_00, stack_of(2): 0, held_of(2): 3_00, POT: 10_00, SLIDE: 1_00}
    assert table.chips_of(1) == {stack_of(1): 5_00, held_of(1): 2_00}
    assert table.chips_of(2) == {held_of(2): 3_00}
    assert (table.chips_of(3), table.stack(1), table.stack(3), table.pot) == ({}, 5_00, 0, 11_00)
    assert State().pot == 0


def test_what_was_posted_in_vain_is_owed_again() -> None:
    table = seated(1, 2)
    table.seats[1].new = table.seats[2].new = False
    for number, posted in ((1, True), (2, False)):
        player = table.hand.players[number]
        player.posted, player.entered = posted, (True, True, (1, 2), 1)
    table.owes_again()
    first, second = table.seats[1], table.seats[2]
    assert (first.new, first.penalty, first.missed, first.passed) == (True, True, (1, 2), 1)
    assert (second.new, second.penalty, second.missed) == (False, False, ())
    assert not table.hand.players[1].posted
    first.new = False
    table.owes_again()
    assert not first.new


def test_a_new_hand_has_nothing_but_its_players() -> None:
    table = seated(3, 6)
    table.hand.players[3].cards = parse_cards("As Kd")
    hand = table.new_hand(8)
    assert hand is table.hand
    assert hand == Hand(number=8, players={3: Player(3, stack_of(3)), 6: Player(6, stack_of(6))})


BANK = Options(time_to_act=30, time_bank=20)


@pytest.mark.parametrize(
    ("options", "at", "before", "drawn"),
    [
        (BANK, 135, 0, 0),
        (BANK, 136, 0, 1),
        (BANK, 136, 4, 5),
        (BANK, 155, 0, 20),
        (BANK, 156, 0, 20),
        (BANK, 150, 10, 20),
        (Options(time_to_act=30), 150, 7, 7),
        (Options(time_to_act=30), 150, 0, 0),
    ],
)
def test_what_is_drawn_from_a_time_bank(options: Options, at: int, before: int, drawn: int) -> None:
    table = seated(1, options=options)
    table.seats[1].drawn = before
    table.hand.turn_since, table.hand.turn_extra = 100, 5
    table.pass_turn(1, at)
    assert table.seats[1].drawn == drawn
    assert (table.hand.turn_since, table.hand.turn_extra) == (at, 0)


def test_the_turn_of_somebody_who_is_gone_passes_all_the_same() -> None:
    table = seated(1, options=BANK)
    table.pass_turn(2, 90)
    assert (table.hand.turn_since, table.seats[1].drawn) == (90, 0)


QUESTION = Question(Report(what="misdeal"), "which?", (), "Supervisor", ())
HELD = WinningsWithheld(person="p1", amount=5_00, clauses=())


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.reported(5),
        lambda table: table.asked(QUESTION),
        lambda table: table.ruled(5),
        lambda table: table.did("shuffle", "", ()),
        lambda table: table.excluding("p1"),
        lambda table: table.adopting("2027"),
        lambda table: table.committed_to("abc"),
        lambda table: table.with_faces({}),
        lambda table: table.releasing("p1", paid=True),
        lambda table: table.withholding(HELD),
    ],
)
def test_what_all_tables_share_gives_back_the_table(change: Callable[[State], State]) -> None:
    table = seated(1)
    assert change(table) is table


@pytest.mark.parametrize(("at", "since"), [(-1, 40), (0, 0), (60, 60)])
def test_the_time_to_act_begins_anew_with_a_report_and_with_its_ruling(at: int, since: int) -> None:
    table = seated(1)
    table.hand.turn_since, table.hand.turn_extra = 40, 10
    table.asked(QUESTION).reported(at)
    assert (table.hand.turn_since, table.hand.turn_extra, table.question) == (since, 10, QUESTION)
    table.hand.turn_since = 40
    assert not table.at_rest
    table.ruled(at)
    assert (table.hand.turn_since, table.hand.turn_extra) == (since, 10 if at < 0 else 0)
    assert table.question is None
    assert table.at_rest


def test_duties_are_noted_once_and_new_cards_until_others_come() -> None:
    table = seated(1)
    table.did("inspect", "new cards", ())
    assert (table.done, table.new_deck) == (("inspect",), True)
    table.did("inspect", "", ())
    table.did("count", "", ())
    assert (table.done, table.new_deck) == (("inspect", "count"), True)
    table.did("spread", "cards checked", ())
    assert not table.new_deck


def test_where_money_is_paid_and_what_else_is_noted() -> None:
    table = seated(1)
    table.adopting("2027").committed_to("abc")
    assert (table.paid_to("p1"), table.edition, table.hand.committed) == (purse_of("p1"), "2027", "abc")
    assert (table.phase, table.at_rest) == ("between", True)
    table.hand.phase = "blinds"
    assert (table.phase, table.at_rest) == ("blinds", False)
    table.closed = True
    assert table.phase == "closed"


def test_a_copy_is_changed_alone() -> None:
    table = seated(1)
    table.won_or_lost("p1", 5)
    before = table.copied()
    after = table.copied()
    after.seats[1].away = True
    after.hand.players[1].live = True
    after.notices["change"] = Notice(Options(), "", 0, 0)
    after.agreed["p1"] = ("change",)
    after.picked_up["p1"] = 3
    after.left["p1"] = after.seats[1]
    after.came["p1"] = 2
    after.wanted[7] = (1,)
    after.prizes["p1"] = Prize("flush", "dealer")
    after.money[POT] = 5
    after.hand.number = 9
    after.won_or_lost("p1", 7)
    assert table == before
    assert table.results == {"p1": [Result(0, 5)]}

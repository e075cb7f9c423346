"""One hand by itself: whose turn it is, who leaves the play, who sees which card, what a misdeal leaves, how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Viewer
from croupier.kernel.cards import DECK, HIDDEN, parse_cards
from croupier.kernel.incidents import EVERYBODY
from croupier.poker import events
from croupier.poker.hand import Hand, Held, Player
from croupier.poker.state import Result
from poker.tables_made import betting, table

TWO_DOWN = (HIDDEN, HIDDEN)


def hand(players: dict[int, dict[str, Any]], **said: Any) -> Hand:
    """A hand with these players, all live, in the order of their numbers."""
    made = {n: Player(n, stack_of(n), live=True, dealt_in=True) for n in players}
    ring = [*players]
    for place, (number, facts) in enumerate(players.items()):
        made[number].left = ring[(place + 1) % len(ring)]
        for name, value in facts.items():
            setattr(made[number], name, value)
    return Hand(players=made, ring=ring, phase="betting", **said)


ALL_IN, CLOSED, GONE = {"all_in": True}, {"closed": True}, {"live": False}


@pytest.mark.parametrize(
    ("players", "bet", "after", "turn"),
    [
        ({1: {}, 2: {}, 3: {}}, 0, 0, 1),
        ({1: {}, 2: {}, 3: {}}, 0, 1, 2),
        ({1: {}, 2: {}, 3: {}}, 0, 3, 1),
        ({1: CLOSED, 2: CLOSED, 3: {}}, 0, 1, 3),
        ({1: CLOSED, 2: CLOSED, 3: CLOSED}, 0, 1, 0),
        ({1: CLOSED, 2: CLOSED | {"wagered": 10}, 3: CLOSED | {"wagered": 20}}, 20, 3, 1),
        ({1: CLOSED | {"wagered": 20}, 2: CLOSED | {"wagered": 10}, 3: CLOSED | {"wagered": 20}}, 20, 3, 2),
        ({1: {}, 2: GONE, 3: {}}, 0, 1, 3),
        ({1: {}, 2: ALL_IN, 3: {}}, 0, 1, 3),
        ({1: {"wagered": 20}, 2: ALL_IN | {"wagered": 20}, 3: GONE}, 20, 0, 0),
        ({1: {"wagered": 10}, 2: ALL_IN | {"wagered": 20}, 3: GONE}, 20, 0, 1),
        ({1: {"wagered": 10}, 2: ALL_IN | {"wagered": 10}, 3: GONE}, 20, 0, 0),
        ({1: {"wagered": 10}, 2: ALL_IN | {"wagered": 11}, 3: ALL_IN | {"wagered": 5}}, 20, 0, 1),
        ({1: GONE | {"wagered": 0}, 2: ALL_IN, 3: ALL_IN}, 0, 0, 0),
    ],
)
def test_whose_turn_is_next(players: dict[int, dict[str, Any]], bet: int, after: int, turn: int) -> None:
    assert hand(players, bet=bet).next_to_act(after) == turn


@pytest.mark.parametrize(
    ("players", "bet", "turn"),
    [
        ({1: {}, 2: {}, 3: {}}, 0, 2),
        ({1: {}, 2: CLOSED, 3: {}}, 0, 3),
        ({1: {"wagered": 20}, 2: CLOSED | {"wagered": 10}, 3: CLOSED | {"wagered": 20}}, 20, 2),
        ({1: {}, 2: GONE, 3: {}}, 0, 3),
        ({1: GONE, 2: {}, 3: ALL_IN}, 0, 0),
        ({1: {}, 2: ALL_IN, 3: {}}, 0, 3),
        ({1: ALL_IN | {"wagered": 20}, 2: {"wagered": 20}, 3: GONE}, 20, 0),
        ({1: ALL_IN | {"wagered": 20}, 2: {"wagered": 10}, 3: GONE}, 20, 2),
    ],
)
def test_an_act_passes_the_turn(players: dict[int, dict[str, Any]], bet: int, turn: int) -> None:
    made = hand(players, bet=bet, held={1: Held("check", 0, 0), 2: Held("check", 0, 0)}, owed={1: 5, 3: 5})
    player = made.players[1]
    made.act(player)
    assert (made.turn, made.actors, player.closed, player.acted) == (turn, [1], True, True)
    assert (set(made.held), set(made.owed)) == ({2}, {3})
    made.act(player)
    assert made.actors == [1]


def test_what_a_player_has_to_call_and_puts_in() -> None:
    made = hand({1: {"wagered": 4}, 2: {}}, bet=10)
    player = made.players[1]
    assert made.to_call(player) == 6
    made.put(player, 9)
    assert (player.wagered, player.put_in, made.to_call(player)) == (13, 9, 0)


@pytest.mark.parametrize(
    ("phase", "turn", "seat", "then", "out"),
    [
        ("blinds", 0, 2, ("blinds", 0), (2,)),
        ("betting", 2, 2, ("betting", 3), ()),
        ("betting", 3, 2, ("betting", 3), ()),
        ("betting", 1, 2, ("betting", 1), ()),
        ("discard", 2, 2, ("discard", 1), ()),
    ],
)
def test_a_hand_leaves_the_play_out_of_turn(
    phase: Any, turn: int, seat: int, then: tuple[str, int], out: tuple[int, ...]
) -> None:
    cards = {1: DECK[:2], 2: DECK[2:4], 3: DECK[4:6]}
    made = hand({n: {"cards": held} for n, held in cards.items()}, opened=True, muck=DECK[9:10], owed={2: 5, 3: 5})
    made.phase, made.turn, made.held = phase, turn, {2: Held("check", 0, 0)}
    made.drop_out(made.players[seat])
    assert (made.phase, made.turn, made.out) == (*then, out)
    assert (made.players[seat].live, made.opened, made.muck) == (False, False, (*DECK[9:10], *cards[seat]))
    assert (made.held, made.owed) == ({}, {3: 5} if made.turn else {})


def test_the_last_but_one_who_leaves_ends_the_discards() -> None:
    made = hand({1: {}, 2: {}}, turn=2)
    made.phase = "discard"
    made.drop_out(made.players[2])
    assert (made.phase, made.turn) == ("betting", 0)
    three = hand({1: {"discarded": True}, 2: {}, 3: {}}, turn=2)
    three.phase = "discard"
    three.drop_out(three.players[2])
    assert (three.phase, three.turn, three.next_to_discard()) == ("discard", 3, 3)


def test_who_is_in_and_who_can_bet() -> None:
    made = hand({1: ALL_IN, 2: {}, 3: GONE})
    assert [player.number for player in made.in_hand] == [1, 2]
    assert [player.number for player in made.able] == [2]
    assert Hand(source="seeded").known
    assert not Hand().known


@pytest.mark.parametrize(
    ("board", "street", "begun"), [(0, 0, True), (3, 0, False), (3, 1, True), (4, 1, False), (4, 2, True), (5, 3, True)]
)
def test_whether_betting_has_begun_on_the_board(board: int, street: int, begun: bool) -> None:
    assert Hand(board=DECK[:board], street=street).begun_on_board == begun


def test_a_wager_on_the_flop_that_is_settled_closes_the_last_one() -> None:
    made = hand({1: {"side": "red"}, 2: {"side": "black"}}, side_open=True)
    made.no_side(1)
    assert (made.players[1].side, made.side_open) == ("", True)
    made.no_side(2)
    assert not made.side_open


def lying() -> Hand:
    """Cards everywhere: in hands, discarded, on the board, burned, mucked, aside, exposed and seen."""
    players: dict[int, dict[str, Any]] = {
        1: {"cards": parse_cards("As ??"), "discards": parse_cards("2s")},
        2: {"cards": parse_cards("Ks Kd"), "shown": True, "discards": parse_cards("2d")},
    }
    return hand(
        players,
        board=parse_cards("3c 4c 5c"),
        burns=parse_cards("6c ??"),
        muck=parse_cards("7c 2s 2d"),
        aside=parse_cards("8c"),
        exposed=parse_cards("9c"),
        seen=parse_cards("Tc"),
        stub=parse_cards("Jc Qc"),
        strays={8: parse_cards("Qd Qh")},
        opened=True,
    )


def test_which_faces_are_on_record_and_who_sees_them() -> None:
    made = lying()
    assert made.known_cards() == set(parse_cards("As 2s Ks Kd 2d 3c 4c 5c 6c 7c 8c"))
    seen = dict.fromkeys(parse_cards("Ks Kd 3c 4c 5c 8c 9c Tc"), EVERYBODY)
    assert made.faces_in_play() == seen | dict.fromkeys(parse_cards("As 2s"), 1) | dict.fromkeys(parse_cards("2d"), 2)
    made.phase = "between"
    assert made.faces_in_play() == {}


def test_cards_that_are_really_others_are_so_wherever_they_lie() -> None:
    made, names = lying(), "As 2s Ks 3c 6c 7c 8c 9c Tc Jc Qd"
    other = dict(zip(parse_cards(names), parse_cards("Ah 2h Kh 3h 6h 7h 8h 9h Th Jh 3d"), strict=True))
    made.with_faces(other)
    assert made.players[1].cards == parse_cards("Ah ??")
    assert (made.players[1].discards, made.players[2].cards) == (parse_cards("2h"), parse_cards("Kh Kd"))
    assert (made.board, made.burns, made.muck) == (parse_cards("3h 4c 5c"), parse_cards("6h ??"), parse_cards("7h 2h 2d"))
    assert (made.aside, made.exposed, made.seen) == (parse_cards("8h"), parse_cards("9h"), parse_cards("Th"))
    assert (made.stub, made.strays, made.opened) == (parse_cards("Jh Qc"), {8: parse_cards("3d Qh")}, False)


def test_what_not_everybody_has_seen_is_concealed() -> None:
    made = lying()
    made.conceal()
    assert (made.stub, made.burns, made.muck) == (TWO_DOWN, TWO_DOWN, (HIDDEN,) * 3)
    assert (made.strays, made.board) == ({8: TWO_DOWN}, parse_cards("3c 4c 5c"))
    assert [player.cards for player in made.players.values()] == [TWO_DOWN, parse_cards("Ks Kd")]
    assert [player.discards for player in made.players.values()] == [(HIDDEN,), (HIDDEN,)]


def test_a_copy_of_a_hand_is_changed_alone() -> None:
    made = lying()
    before, after = made.copied(), made.copied()
    after.players[1].live = False
    for listed in (after.ring, after.actors, after.showing):
        listed.append(9)
    for held in (after.posted, after.owed, after.won):
        held[9] = 1
    after.held[9], after.strays[9] = Held("check", 0, 0), ()
    after.side_results[9], after.awarded[9] = ("red", 1, 1), ("flush", 1)
    assert made == before


@pytest.mark.parametrize("all_back", [False, True])
def test_what_a_misdeal_leaves(all_back: bool) -> None:
    made = hand(
        {
            1: {"posted": True, "put_in": 30, "forced": 5, "entered": (True, False, (), 0), "side": "red", "extra": 2},
            2: {"put_in": 30, "forced": 10, "dead": 5, "excluded": True},
            3: {"put_in": 30},
        },
        posted={1: 5, 2: 10},
        straddles=(3,),
        dead=5,
        number=6,
        called_in=(1,),
        turn_since=44,
        opening=(20, 15),
        bet=50,
        step=30,
    )
    anew = made.again(all_back=all_back, sides_back=False, least=10, stacks={stack_of(2): 100, stack_of(3): 100})
    assert (anew.number, anew.phase, anew.called_in, anew.turn_since, anew.side_open) == (6, "blinds", (1,), 44, True)
    players = anew.players
    assert (players[1].side, players[1].extra, players[2].side) == ("red", 2, "")
    if all_back:
        assert (anew.bet, anew.full, anew.step, anew.posted, anew.straddles, anew.dead) == (0, 0, 10, {}, (), 0)
        assert players[1] == Player(1, stack_of(1), side="red", extra=2)
        assert players[2] == Player(2, stack_of(2))
        return
    assert (anew.bet, anew.full, anew.step) == (20, 20, 15)
    assert (anew.posted, anew.straddles, anew.dead) == ({1: 5, 2: 10}, (3,), 5)
    assert [(p.wagered, p.put_in, p.forced, p.dead) for p in players.values()] == [(5, 5, 5, 0), (10, 10, 10, 5), (0,) * 4]
    assert (players[1].posted, players[1].entered) == (True, (True, False, (), 0))
    assert [(p.excluded, p.all_in) for p in players.values()] == [(False, True), (True, True), (False, False)]
    none = made.again(all_back=False, sides_back=True, least=10, stacks={})
    assert (none.players[1].side, none.side_open, none.players[3].all_in) == ("", False, False)
    made.phase = "blinds"
    early = made.again(all_back=False, sides_back=False, least=10, stacks={})
    assert (early.bet, early.step) == (50, 30)


# The end


def test_a_hand_ends_with_what_everybody_has_won_and_lost() -> None:
    made = betting(out=(7,), won={1: 35_00})
    made.hand.ring = [1, 3, 5]
    made.hand.number, made.hand.turn = 4, 3
    made.hand.players[5].dealt_in, made.hand.players[3].side, made.hand.players[3].dead = False, "red", 2_00
    for seat in made.seats.values():
        seat.dealt_out = True
    made.fees_paid = ("p1", "p7")
    made.take(events.HandEnded(clauses=()))
    assert (made.hand.phase, made.hand.turn, made.hand.out, made.hand.players[3].side) == ("between", 0, (), "")
    assert [seat.dealt_out for seat in made.seats.values()] == [True, True, False, True]
    assert made.results == {
        "p1": [Result(4, 25_00)],
        "p3": [Result(4, -12_00)],
        "p5": [Result(4, -10_00)],
        "p7": [Result(4, -10_00)],
    }
    assert [*made.fees_paid] == ["p7"]


def test_pots_that_are_pushed_add_up() -> None:
    made = table(won={1: 5})
    made.take(events.PotPushed(pot=0, amount=30, shares={1: 10, 3: 20}, clauses=()))
    assert made.hand.won == {1: 15, 3: 20}


@pytest.mark.parametrize(
    ("before", "live", "then"),
    [
        ((True, False), True, (True, False)),
        ((False, True), True, (True, False)),  # a hand that was passed in and is shown after all
        ((False, False), True, (False, False)),
        ((True, False), False, (False, False)),
        ((False, True), False, (False, True)),
    ],
)
def test_a_hand_that_is_shown(before: tuple[bool, bool], live: bool, then: tuple[bool, bool]) -> None:
    made = betting()
    player = made.hand.players[3]
    player.live, player.mucked = before
    made.take(events.HandShown(seat=3, cards=DECK[:2], hand="", live=live, clauses=()))
    assert ((player.live, player.mucked), player.shown, player.cards) == (then, True, DECK[:2])


def test_the_showdown_and_hands_seen_after_it() -> None:
    made = betting(turn=3)
    made.take(events.ShowdownBegun(order=(3, 1), clauses=()))
    assert (made.hand.phase, made.hand.turn, made.hand.showing) == ("showdown", 0, [3, 1])
    made.take(events.HandsOpened(clauses=()))
    made.take(events.HandMucked(seat=1, clauses=()))
    assert (made.hand.opened, made.hand.players[1].live, made.hand.players[1].mucked) == (True, False, True)
    shown = events.HandShownTo(seat=1, to=5, cards=DECK[:2], clauses=())
    made.take(shown)
    made.take(events.HandSeen(seat=1, cards=DECK[:2], clauses=()))
    player = made.hand.players[1]
    assert (player.shown_to, player.shown, player.cards, player.live) == ((5,), True, DECK[:2], False)
    faces = [shown.seen_by(Viewer(seat=seat)).cards for seat in (1, 5, 3)]
    assert faces == [DECK[:2], DECK[:2], TWO_DOWN]
    looked = events.HandInspected(player=1, cards=DECK[:2], by="x", role="supervisor", clauses=())
    assert [looked.seen_by(Viewer(role=role)).cards for role in ("supervisor", "dealer")] == [DECK[:2], TWO_DOWN]

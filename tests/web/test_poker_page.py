"""The page of a poker table: the oval, what now, what may be done, and why a hand won, for each person."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from croupier.books import book_of
from croupier.kernel.entries import encode
from croupier.poker.commands import PostBlind
from croupier.tables.poker_table import PokerTable
from croupier.tournaments.state import Place
from croupier.web.extras import Extras
from croupier.web.seen import REGIONS
from web.markup import Reader, check_strict, whole, without_amounts
from web.tables import poker, table_regions, table_says

HOLDEM, HI_LO = "crown-holdem", "crown-omaha-hi-lo"


def seen(table: PokerTable, seat: int = 1, now: int = 0) -> dict[str, str]:
    return table_regions(table, f"p{seat}", capacity=seat, now=now)


def part(table: PokerTable, name: str, seat: int = 1, now: int = 0) -> Reader:
    return Reader(seen(table, seat, now)[name])


def says(table: PokerTable, seat: int = 1) -> str:
    return part(table, "now", seat).one(css="says").words


_SIDE = {"minimum_buy_in": "50.00", "chips": {"1": "100.00", "2": "300.00", "3": "1000.00", "4": "1000.00"}}
_TWO_SIDE_POTS = """
hand 1: As Ad
hand 2: Kh Kc
hand 3: Js Jd
hand 4: 7c 6d
board: Qh 9d 4s 3h 8d
deal
raise 3 400.00
call 4
all in 1
all in 2
flop
bet 3 200.00
"""

STATES: dict[str, tuple[str, dict[str, Any]]] = {
    "between": ("", {"seats": 4}),
    "blinds": ("begin", {"seats": 4, "flop_chase": ["5.00", "100.00"], "straddle": True}),
    "before the flop": ("hand 1: As Kd\ndeal\ncall 3\nraise 4 40.00", {"seats": 4, "time_to_act": 30}),
    "flop": ("hand 1: As Kd\nboard: Ah 9d 4s 3h 8d\ndeal\naround\nflop", {"seats": 4}),
    "side pots": (_TWO_SIDE_POTS, {"seats": 4, **_SIDE}),
    "over": (f"{_TWO_SIDE_POTS}call 4\nplay out", {"seats": 4, **_SIDE}),
    "away": ("away 2\nsit out 1", {"seats": 4}),
}


@pytest.mark.parametrize("state", STATES)
def test_what_is_offered_is_what_the_table_allows(state: str) -> None:
    play, setting = STATES[state]
    table = poker(HOLDEM, play, **setting)
    for seat in (1, 2, 3, 4):
        page = whole(seen(table, seat))
        allowed = {without_amounts(json.loads(encode(offer.command))): offer for offer in table.legal(seat=seat)}
        assert {without_amounts(order) for order in page.orders} == set(allowed)
    onlooker = table_regions(table, "somebody", capacity=None, now=0)
    free = {place for place in range(1, table.state.options.places + 1) if place not in table.state.seats}
    assert {order["seat"] for order in whole(onlooker).orders} == free


@pytest.mark.parametrize("state", STATES)
def test_pages_are_well_formed_with_nothing_inline_and_every_clause_in_the_book(state: str) -> None:
    play, setting = STATES[state]
    regions = seen(poker(HOLDEM, play, **setting))
    assert tuple(regions) == REGIONS
    page = check_strict("".join(regions.values()))
    known = book_of(HOLDEM).catalogue.clause
    assert page.clauses
    assert all(book == "crown-poker" and number in known for book, number in page.clauses)
    keys = [each.get("data-hot") for each in page.elements if each.get("data-hot")]
    assert len(keys) == len(set(keys))
    assert not set(keys) & set("hdpswtl12345?")


def test_nobody_sees_another_player_s_cards() -> None:
    play, setting = STATES["flop"]
    table = poker(HOLDEM, play, **setting)
    board = {"Ah", "9d", "4s"}
    for seat in (1, 2, 3, 4):
        own = {str(card) for card in table.state.hand.players[seat].cards}
        assert whole(seen(table, seat)).faces == board | own
    assert whole(table_regions(table, "somebody", capacity=None, now=0)).faces == board
    assert whole(table_regions(table, "m1", capacity="TG Area Manager", now=0)).faces == board


def test_a_hand_that_was_folded_stays_its_player_s_secret() -> None:
    table = poker(HOLDEM, "hand 1: As Kd\nhand 3: Qc Qd\ndeal\nfold 3\ncall 1", seats=3)
    assert "Qc" in whole(seen(table, 3)).faces
    assert "Qc" not in whole(seen(table, 1)).faces
    assert part(table, "felt", 1).all("li", css="folded")


def test_whose_turn_it_is_and_how_long() -> None:
    table = poker(HOLDEM, "hand 1: As Kd\ndeal\ncall 3\nraise 4 40.00", seats=4, time_to_act=30)
    assert says(table, 1).startswith("Your turn $35 to call.")
    assert says(table, 2) == "p1 to act, $35 to call."
    now = part(table, "now", 1, now=8)
    assert now.one("time").words == "22 s"
    assert now.one("p", css="hand").words == "Your hand: ace and king."
    turn = part(table, "felt").all("li", css="turn")
    assert [each.get("data-place") for each in turn] == ["seat-1"]


def test_the_own_seat_is_at_the_bottom() -> None:
    table = poker(HOLDEM, seats=4)
    for seat in (1, 3):
        mine = part(table, "felt", seat).one("li", css="mine")
        assert "slot-0" in mine.classes
        assert mine.get("data-place") == f"seat-{seat}"


def test_a_bet_is_sized_by_presets_that_count_the_call() -> None:
    table = poker(HOLDEM, "hand 1: As Kd\ndeal\ncall 3\nraise 4 40.00", seats=4)
    acts = part(table, "acts")
    presets = {each.words.split(" $")[0]: int(each.get("data-set")) for each in acts.all("button", css="preset")}
    # in the pot 5 + 10 + 10 + 40, to call 35: the pot is then 100 and the raise goes to 40 + 100
    assert presets == {"Min": 70_00, "Half pot": 90_00, "Pot": 140_00, "All-in": 1_000_00}
    slider = acts.one("input", type="range")
    assert (slider.get("min"), slider.get("max"), slider.get("step")) == ("7000", "100000", "100")
    wager = acts.one("button", data_act="raise")
    assert wager.get("data-with") == acts.one("input", data_keep="wager").get("data-amount") == "to"
    assert wager.get("data-guard") == "100000"
    assert wager.get("data-guard-says") == "Tap again: all-in, $1,000"
    assert acts.one("button", data_act="all-in").get("data-confirm") == "Tap again: all-in, $1,000"


def test_presets_stay_within_the_limit() -> None:
    table = poker("crown-omaha", "deal", seats=3, betting="pot limit")
    wager = part(table, "acts", 3).one("input", type="range")
    offer = next(o for o in table.legal(seat=3) if type(o.command).__name__ == "Raise")
    assert int(wager.get("max")) == offer.most
    names = [each.words.split(" $")[0] for each in part(table, "acts", 3).all("button", css="preset")]
    assert "All-in" not in names
    assert "data-guard" not in part(table, "acts", 3).one("button", data_act="raise").attributes


def test_what_may_be_decided_before_one_s_turn_stays_in_the_browser() -> None:
    table = poker(HOLDEM, "deal\ncall 3\nraise 4 40.00", seats=4)
    waiting = part(table, "acts", 2)
    assert [each.get("value") for each in waiting.all("input", name="before")] == ["check-fold", "call:3000", "call-any"]
    assert not [order for order in waiting.orders if order["do"] in ("call", "check", "fold")]
    assert not part(table, "acts", 1).all("input", name="before")  # whose turn it is


def test_buttons_and_markers() -> None:
    table = poker(HOLDEM, "away 2\nsit out 1\nbegin", seats=4, straddle=True)
    felt = part(table, "felt", 4)
    assert felt.one(css="button").words == "D"
    places = {each: [above.get("data-place") for above in each.above] for each in felt.all(css="mark")}
    marks = {(next(filter(None, reversed(above))), each.words) for each, above in places.items()}
    assert ("seat-2", "away") in marks
    assert ("seat-1", "dealt out") in marks
    assert len(felt.all(css="blind")) == 2


def test_side_pots_are_named_with_who_is_in_them() -> None:
    table = poker(HOLDEM, _TWO_SIDE_POTS, seats=4, **_SIDE)
    pots = [each.words for each in part(table, "felt").all("li") if each.within(**{"class": "pots"})]
    assert pots == ["$400 Main pot p1, p2, p3 and p4", "$600 Side pot 1 p2, p3 and p4", "$200 Side pot 2 p3 and p4"]


def test_why_each_hand_won_pot_by_pot() -> None:
    table = poker(HOLDEM, f"{_TWO_SIDE_POTS}call 4\nplay out", seats=4, **_SIDE)
    result = part(table, "result", 2)
    assert result.one(css="total").words == "You win $300"
    told = [each.words for each in result.all("div", css="pot-result")]
    assert told[0].startswith("Main pot $400")
    assert "p1 gets $400." in told[0]
    assert "beats p2's pair of kings (Q-9-8)." in told[0]
    assert "Contested by p2, p3 and p4" in told[1]
    assert "p2 gets $600." in told[1]
    assert "p3 gets $600." in told[2]
    assert {each.get("data-face") for each in result.all("span", css="card")} == {"As", "Ad", "Kh", "Kc", "Js", "Jd"}


def test_a_split_low_and_an_odd_chip_are_explained() -> None:
    play = """
    hand 1: As 2d Kc Kd
    hand 2: Ad 2c Qc Jc
    hand 3: 9s 9h 7c 6c
    board: 9d 8h 3s 4d Kh
    deal
    around
    flop
    bet 1 25.00
    around
    play out
    """
    table = poker(HI_LO, play, seats=3, chip="5.00")
    told = [each.words for each in part(table, "result").all("div", css="pot-result")]
    assert told[0].startswith("Pot, high half $55")
    assert "p1 gets $55" in told[0]
    assert told[1].startswith("Pot, low half $50")
    assert "p1 gets $25" in told[1]
    assert "p2 gets $25" in told[1]
    assert "Equal hands split the pot." in told[1]
    odd = poker(
        HOLDEM, "hand 2: As Kd\nhand 3: Ah Kc\nboard: Qh 9d 4s 3h 8d\ndeal\ncall 3\nfold 1\ncheck 2\nplay out", chip="5.00"
    )
    assert "The odd chip goes to p2." in seen(odd, 2)["result"]


def test_the_last_one_left_wins_without_showing() -> None:
    table = poker(HOLDEM, "hand 2: As Kd\ndeal\nfold 3\nfold 1\nplay out", seats=3)
    result = part(table, "result", 1)
    assert "Nobody else was left." in result.one("div", css="pot-result").words
    assert not result.faces
    assert whole(seen(table, 1)).faces == {str(card) for card in table.state.hand.players[1].cards}


def test_a_pineapple_card_is_discarded_by_a_tap_that_asks_again() -> None:
    table = poker("crown-pineapple", "hand 1: As Ad 7c\ndeal", seats=3)
    while not (cards := part(table, "felt").all("button", data_act="discard")):
        hand = table.state.hand
        assert hand.turn, "nobody is asked to discard"
        call = hand.players[hand.turn].wagered < hand.bet
        table.do(
            next(o.command for o in table.legal(seat=hand.turn) if type(o.command).__name__ == ("Call" if call else "Check"))
        )
    assert [json.loads(each.get("data-do"))["card"] for each in cards] == ["As", "Ad", "7c"]
    assert cards[2].get("data-confirm") == "Tap again: discard 7♣"


def test_wagers_on_the_flop_are_offered_before_the_first_card() -> None:
    table = poker(HOLDEM, "begin", seats=3, flop_chase=["5.00", "100.00"])
    colours = {order["colour"] for order in part(table, "acts").orders if order["do"] == "place-side-wager"}
    assert colours == set(table.rules.flop_chase_odds)


def test_hands_are_named_with_the_board() -> None:
    table = poker(HOLDEM, "hand 1: As Ad\nboard: Ah 9d 9s 3h 8d\ndeal\naround\nflop", seats=3)
    assert part(table, "now").one("p", css="hand").words == "Your hand: full house, aces full of nines."
    low = poker(HI_LO, "hand 1: As 2d Kc Kd\nboard: 4d 8h 3s 9d Kh\ndeal\naround\nflop", seats=3)
    assert "8-4-3-2-A low" in part(low, "now").one("p", css="hand").words


def test_notices_count_hands() -> None:
    table = poker(HOLDEM, "by TG Area Manager: announce closing", seats=3)
    assert "closes in 3 hands" in part(table, "now").one(css="notice").words


def test_keys_read_out_what_is_there() -> None:
    table = poker(HOLDEM, "hand 1: As Kd\nboard: Ah 9d 4s 3h 8d\ndeal\naround\nflop", seats=3)
    read = {each.get("data-read"): each.words for each in part(table, "felt").all("p") if each.get("data-read")}
    assert read["2"] == "king of diamonds"
    assert read["d"] == "Board: ace of hearts, nine of diamonds, four of spades."
    assert read["p"] == "Pot $30."
    assert read["s"] == "You $990, p2 $990 and p3 $990"
    assert read["w"].startswith("You can: Check; Bet; All-in $990; Fold")


def test_what_is_read_out() -> None:
    table = poker(HOLDEM, "deal", seats=3)
    since = len(table.events)
    table.do(next(o.command for o in table.legal(seat=3) if type(o.command).__name__ == "Call"))
    assert table_says(table, "p1", capacity=1, since=since) == ["p3 calls $10."]
    assert table_says(table, "p3", capacity=3, since=since) == ["You call $10."]
    dealt = [line for line in table_says(table, "p1", capacity=1, since=0) if "dealt" in line]
    assert len(dealt) == 1
    assert re.fullmatch(r"You are dealt the \w+ of \w+ and the \w+ of \w+\.", dealt[0])


def test_names_are_only_ever_text() -> None:
    table = poker(HOLDEM, "deal", seats=3)
    nasty = Extras(names={"p2": "<script>alert('x')</script>", "p1": '"><b onclick="x">'})
    check_strict("".join(table_regions(table, "p1", capacity=1, now=0, extras=nasty).values()))


_ALL_IN = """hand 1: {one}
hand 2: {two}
board: {board}
deal
all in 1
call 2
play out"""
"""Two players and all their chips."""


@pytest.mark.parametrize(
    ("game", "one", "two", "board", "best"),
    [
        ("crown-holdem", "As Ad", "Kh Qh", "Ah Kd 9s 4c 3d", {"As", "Ad", "Ah", "Kd", "9s"}),
        ("crown-holdem", "7h 6c", "Kh Qh", "As Ks Qs Js Ts", {"As", "Ks", "Qs", "Js", "Ts"}),  # both play the board
        ("crown-omaha", "As Ad 7h 2c", "Kh Qh 8c 8d", "Ah Kd 9s 4c 3d", {"As", "Ad", "Ah", "Kd", "9s"}),
        ("crown-omaha", "Ks Qs 7h 7c", "5h 5c 3s 2d", "As Js Ts 9s 2s", {"Ks", "Qs", "As", "Js", "Ts"}),
    ],
)
def test_the_five_cards_that_win_are_marked(game: str, one: str, two: str, board: str, best: set[str]) -> None:
    table = poker(game, _ALL_IN.format(one=one, two=two, board=board), seats=2)
    felt = part(table, "felt")
    marked = {each.get("data-face") for each in felt.all(css="best")}
    assert marked == best
    named = [each.get("aria-label") for each in felt.all("svg") if "in the winning hand" in each.get("aria-label")]
    assert len(named) == 5
    assert not part(poker(game, "deal", seats=2), "felt").all(css="best")


def test_the_last_result_stands_until_the_next_showdown() -> None:
    over = poker(HOLDEM, f"{_TWO_SIDE_POTS}call 4\nplay out", seats=4, **_SIDE)
    assert "Hand 1" in part(over, "result", 3).one("h2").words
    before = [each.words for each in part(over, "result", 3).all(css="pot-result")]
    for step in ("begin", "deal"):
        play = f"{_TWO_SIDE_POTS}call 4\nplay out\n{step}"
        later = part(poker(HOLDEM, play, seats=4, **_SIDE), "result", 3)
        assert "Hand 1" in later.one("h2").words
        assert [each.words for each in later.all(css="pot-result")] == before


def test_the_notes_of_a_result_call_players_by_name() -> None:
    table = poker(HOLDEM, "hand 1: As Ad\ndeal\nraise 1 100.00\nfold 2\nplay out", seats=2)
    assert "Uncalled $90 returned to you." in " ".join(each.words for each in part(table, "result", 1).all("p"))
    assert "Uncalled $90 returned to p1." in " ".join(each.words for each in part(table, "result", 2).all("p"))


def test_a_hand_is_named_that_can_be_kept() -> None:
    play = "hand 1: 9s 8d 7h\nhand 2: Kh Kc 2d\nboard: 6s 5d Kd 2h 2s\ndeal\ncall 1\ncheck 2\nflop"
    before = poker("crown-crazy-pineapple", play, seats=2)
    assert len(before.state.hand.players[1].cards) == 3
    assert "straight" not in part(before, "now", 1).one(css="hand").words  # it would take all three
    assert "three of a kind" in part(before, "now", 2).one(css="hand").words.lower()


def _newcomer() -> PokerTable:
    return poker(HOLDEM, "hand 1: As Kd\ndeal\nfold 3\nsit 4 500.00", seats=3)


def test_a_newcomer_posts_with_one_button_at_any_moment_and_sees_that_it_is_chosen() -> None:
    table = _newcomer()
    page = table_regions(table, "p4", capacity=4, now=0)
    button = Reader(page["acts"]).one("form", data_ahead=encode(PostBlind(seat=4)).decode())
    assert button.words == "Post $10, deal me in"
    assert "post $10" in Reader(page["now"]).one(css="says").words
    chosen = table_regions(table, "p4", capacity=4, now=0, extras=Extras(ordered={"1": PostBlind(seat=4)}))
    assert not Reader(chosen["acts"]).all("form", data_ahead=encode(PostBlind(seat=4)).decode())
    cancel = next(each for each in Reader(chosen["acts"]).all("form") if each.get("data-post") == "/api/orders/cancel")
    assert "Post" in cancel.words
    assert "You will post" in Reader(chosen["now"]).one(css="says").words


def test_a_newcomer_who_has_to_wait_is_not_told_to_post() -> None:
    table = poker(HOLDEM, "hand 1: As Kd\ndeal\nfold 3\nsit 4 500.00", seats=3, new_players="wait")
    page = table_regions(table, "p4", capacity=4, now=0)
    assert "post" not in Reader(page["now"]).one(css="says").words
    assert "deal me in" not in page["acts"]


def test_hands_are_asked_for_by_name_and_never_one_s_own() -> None:
    table = poker(HOLDEM, "deal\nfold 3\naround\nflop\naround\nturn\naround\nriver\naround\nopen hands", seats=3)
    asked = [each.words for each in part(table, "acts", 1).all("button", data_act="ask-to-see")]
    assert asked == ["Ask to see the hand of p2"]


def test_who_sits_at_another_table_of_the_room_is_led_there_and_not_offered_a_seat() -> None:
    table = poker(HOLDEM, "", seats=3)
    here = table_regions(table, "p9", capacity=None, now=0, extras=Extras(in_room=Place(table="omaha-1", seat=4)))
    assert "Sit here" not in here["felt"]
    assert "take-seat" not in here["acts"]
    now = Reader(here["now"])
    assert "You play at omaha-1, seat 4" in here["now"]
    assert now.one("a", css="do").get("href") == "/tables/omaha-1"
    assert "Every seat is taken" not in here["now"]
    waits = poker(HOLDEM, "deal\ncall 3\ncall 1\nreport exposed-in-cut count 1", seats=3)
    elsewhere = Extras(in_room=Place(table="omaha-1", seat=4))
    ruling = table_regions(waits, "p9", capacity=waits.rules.ranks[-1], now=0, extras=elsewhere)
    assert Reader(ruling["acts"]).all("button", data_act="rule")  # who rules here may play elsewhere


@pytest.mark.parametrize(("betting", "offered"), [("no limit", ["all-in"]), ("pot limit", [])])
def test_all_in_is_offered_only_where_every_chip_may_be_wagered(betting: str, offered: list[str]) -> None:
    table = poker("crown-omaha", "deal", seats=3, betting=betting)
    acts = table_regions(table, "p3", capacity=3, now=0)["acts"]
    assert [each.get("data-act") for each in Reader(acts).all("button", data_act="all-in")] == offered
    assert "$1,000" not in acts or offered

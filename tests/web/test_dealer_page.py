"""The dealer's page: which cards of a live round are offered to be put right, and that none is which the dealer does not see."""

from __future__ import annotations

import pytest

from croupier.tables.house_table import HouseTable
from croupier.web.dealer_page import dealer_regions, examples, wrong_acts
from web.markup import Reader
from web.tables import house, poker

LIVE = "deal 1: As Ad 9c 7h 2s\ndeal dealer: ?? ?? ?? ?? ??\n"


MANAGER = "TG Assistant Casino Manager"


def offered(region: str) -> list[str]:
    return [each.split('"')[0] for each in region.split('data-was="')[1:]]


def test_the_cards_that_lie_open_in_a_live_round_are_offered_and_no_others() -> None:
    table = house("crown-caribbean-stud", LIVE + "turn up Qs", seats=1, ante="10.00", device="shuffler")
    region = dealer_regions(table, "d1", "Dealer", 0)["correction"]
    assert offered(region) == ["Qs"]
    assert "As" not in region
    assert Reader(region).one("form")


def test_what_went_wrong_is_found_by_what_dealers_call_it() -> None:
    region = Reader(dealer_regions(house("crown-caribbean-stud", seats=1), "d1", "Dealer", 0)["trouble"])
    words = {each.get("data-words").split("{")[0] for each in region.all("li", data_filter="trouble")}
    assert any("a hand with a wrong number of cards" in each and "six cards" in each for each in words)
    assert any("using a device" in each and "phone" in each for each in words)


def test_the_last_card_of_the_board_is_offered_first() -> None:
    play = "begin\npost 1\npost 2\nshuffle\ncut 20\ndeal 1: As Ad\naround\nflop Qh 9d 4s"
    region = dealer_regions(poker("crown-holdem", play, seats=2), "d1", "Dealer", 0)["correction"]
    assert offered(region) == ["4s", "9d", "Qh"]


def test_where_the_house_deals_and_between_rounds_there_is_nothing_to_put_right() -> None:
    dealt = house("crown-caribbean-stud", "hand 1: As Ad 9c 7h 2s\nhand dealer: Qc Kd 8h 5s 3d\ndeal", seats=1, ante="10.00")
    for table in (dealt, house("crown-caribbean-stud", seats=1)):
        assert "<form" not in dealer_regions(table, "d1", "Dealer", 0)["correction"]


@pytest.mark.parametrize(("device", "cards"), [("shoe", 1), ("shuffler", 5)])
def test_the_first_example_is_what_this_table_takes_next(device: str, cards: int) -> None:
    table = house("crown-caribbean-stud", seats=1, ante="10.00", device=device)
    line = examples(table)[0]
    assert len(line.split()) == 2 + cards
    dealt = house("crown-caribbean-stud", line, seats=1, ante="10.00", device=device)  # which is not refused
    assert dealt.number > table.number
    step = dealer_regions(dealt, "d1", "Dealer", 0)["step"]
    assert ("one card" if cards == 1 else "5 cards") in step


@pytest.mark.parametrize("game", ["crown-holdem", "crown-omaha"])
def test_the_examples_of_the_poker_room_are_those_of_its_game(game: str) -> None:
    deal, flop, *_ = examples(poker(game, seats=2))
    play = f"begin\npost 1\npost 2\nshuffle\ncut 20\n{deal}\naround\n{flop}"
    assert len(poker(game, play, seats=2).state.hand.board) == 3


FLUSH = """
deal 1: Kh Qh Jh Th 9h
deal dealer: Ac Kd 5c 4h 3s
turn up
bet or fold
bet 1
reveal
settle
"""


def jackpot_won(hand: str) -> HouseTable:
    play = FLUSH.replace("Kh Qh Jh Th 9h", hand)
    return house("crown-caribbean-stud", f"jackpot 1\n{play}", seats=1, ante="10.00", device="shuffler", jackpot="1.00")


def test_a_prize_that_the_table_knows_is_one_press_and_one_that_a_person_determines_has_a_field() -> None:
    fixed = dealer_regions(jackpot_won("Kh Qh 8h 6h 2h"), "m1", MANAGER, 0)["step"]
    assert "Pay" in fixed
    assert "data-amount" not in fixed
    stated = dealer_regions(jackpot_won("Kh Qh Jh Th 9h"), "m1", MANAGER, 0)["step"]
    assert 'data-amount="amount"' in stated
    assert stated.count("<form") == 2


def test_what_was_said_of_a_payout_stands_beside_it() -> None:
    play = LIVE.replace("?? ?? ?? ?? ??", "Ac Kd 5c 4h 3s") + "turn up\nbet or fold\nbet 1\nreveal\n"
    signs = {"seats": 1, "ante": "10.00", "device": "shuffler"}
    for said, words in (
        ("", ""),
        ("payout 1 40.00", "Not paid: you announced $40, but the correct amount is $30."),
        ("payout 1 30.00", "Correct."),
    ):
        region = dealer_regions(house("crown-caribbean-stud", play + said, **signs), "d1", "Dealer", 0)["payouts"]
        assert f'role="status">{words}' in region or words in region


def test_acts_that_can_be_put_right_are_offered_at_a_live_table_alone() -> None:
    play = LIVE.replace("?? ?? ?? ?? ??", "Ac Kd 5c 4h 3s") + "turn up\nbet or fold\nfold 1\n"
    table = house("crown-caribbean-stud", play, seats=1, ante="10.00", device="shuffler")
    assert [line for line, _ in wrong_acts(table)] == ["correct box 1 to bet", "correct box 1 to undecided"]
    dealt = "hand 1: As Ad 9c 7h 2s\nhand dealer: Qc Kd 8h 5s 3d\ndeal\nfold 1"
    assert wrong_acts(house("crown-caribbean-stud", dealt, seats=1, ante="10.00")) == []


def test_players_are_called_by_name_beside_the_table() -> None:
    table = house("crown-caribbean-stud", "ante 1 10.00", seats=1)
    page = dealer_regions(table, "d1", "Dealer", 0, {"p1": "Ana Silva (p1)"})
    assert "Ana Silva (p1) sits down" in Reader(page["log"]).one("section").words
    assert "Ana Silva" in page["trouble"]

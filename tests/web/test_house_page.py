"""The page of a house table: what lies there, what now, what may be done, the result, for each person."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import gmtime, strftime

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.books import book_of
from croupier.jackpots.systems import Prize
from croupier.kernel.decisions import Refused
from croupier.kernel.entries import encode
from croupier.kernel.languages import speaking
from croupier.stud.commands import TakeSeat
from croupier.stud.state import State
from croupier.tables.house_table import HouseTable
from croupier.web.extras import Extras, Meter
from croupier.web.seen import REGIONS
from web.markup import Reader, check_strict, whole, without_amounts
from web.tables import HANDS, house, table_regions, table_says

CROWN, STAR, VENICE, NZ = "crown-caribbean-stud", "star-caribbean-stud", "venezia-caribbean-poker", "nz-caribbean-stud"


def seen(table: HouseTable, seat: int = 1, now: int = 0, extras: Extras | None = None) -> dict[str, str]:
    return table_regions(table, f"p{seat}", capacity=seat, now=now, extras=extras or Extras())


def part(table: HouseTable, name: str, seat: int = 1, now: int = 0, extras: Extras | None = None) -> Reader:
    return Reader(seen(table, seat, now, extras)[name])


def says(table: HouseTable, seat: int = 1, now: int = 0) -> str:
    return part(table, "now", seat, now).one(css="says").words


STATES = {
    "antes": ("", {"seats": 3, "jackpot": "1.00"}),
    "ante lies": ("ante 1 25.00", {"seats": 3, "jackpot": "1.00", "extra_boxes": True}),
    "jackpot lies": ("ante 1 25.00\njackpot 1", {"seats": 3, "jackpot": "1.00"}),
    "deciding": (f"{HANDS}deal", {"seats": 3, "ante": "10.00"}),
    "decided": (f"{HANDS}deal\nbet 1", {"seats": 3, "ante": "10.00"}),
    "revealed": (f"{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal", {"seats": 3, "ante": "10.00"}),
    "settled": (f"{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal\nsettle", {"seats": 3, "ante": "10.00"}),
}


@pytest.mark.parametrize("game", [CROWN, "crown-wild-aruba", STAR, VENICE, NZ])
@pytest.mark.parametrize("state", STATES)
def test_what_is_offered_is_what_the_table_allows(game: str, state: str) -> None:
    play, setting = STATES[state]
    if game not in (CROWN, "crown-wild-aruba", NZ):
        setting = {name: value for name, value in setting.items() if name != "extra_boxes"}
    table = house(game, play, **setting)
    for seat in (1, 2, 3):
        page = whole(seen(table, seat))
        allowed = {without_amounts(json.loads(encode(offer.command))): offer for offer in table.legal(seat=seat)}
        orders = [order for order in page.orders if order["do"] != "perform"]  # a duty of players is no offer of the table
        assert {without_amounts(order) for order in orders} == set(allowed)
        for order in orders:
            offer = allowed[without_amounts(order)]
            if "amount" in order:
                least = json.loads(encode(offer.command))["amount"]
                assert least <= order["amount"] <= max(offer.most, least)


@pytest.mark.parametrize("state", STATES)
def test_nobody_sees_another_player_s_cards(state: str) -> None:
    play, setting = STATES[state]
    table = house(CROWN, play, **setting)
    shown = {str(card) for card in (table.state.upcard_face,) if card}
    if state in ("revealed", "settled"):
        shown |= {"Ac", "Kd", "5c", "4h", "3s"}
    if state == "settled":
        shown |= {"As", "Ad", "9c", "7h", "2s", "Kh", "Qh", "Jh", "Th", "9h"}
    dealt = state not in ("antes", "ante lies", "jackpot lies")
    own = {1: "As Ad 9c 7h 2s", 2: "Kh Qh Jh Th 9h", 3: "3c 4d 6s 8h Jc"}
    for seat in (1, 2, 3):
        mine = set(own[seat].split()) if dealt else set()
        assert whole(seen(table, seat)).faces == shown | mine
    onlooker = table_regions(table, "somebody", capacity=None, now=0)
    assert whole(onlooker).faces == shown


def test_the_parts_of_the_page_are_there_and_named() -> None:
    regions = seen(house(CROWN, seats=1))
    assert tuple(regions) == REGIONS
    for name, html in regions.items():
        first = Reader(html).elements[0]
        assert (first.tag, first.get("id")) == ("section", name)
        assert "data-region" in first.attributes


@pytest.mark.parametrize("state", STATES)
def test_pages_are_well_formed_with_nothing_inline_and_every_clause_in_the_book(state: str) -> None:
    play, setting = STATES[state]
    table = house(CROWN, play, **setting)
    page = check_strict("".join(seen(table, extras=Extras(meter=Meter(value=1), deadline=9)).values()))
    assert page.clauses
    known = book_of(CROWN).catalogue.clause
    assert all(book == CROWN and number in known for book, number in page.clauses)


def test_names_are_only_ever_text() -> None:
    table = house(CROWN, seats=2)
    nasty = Extras(names={"p2": "<script>alert('x')</script>", "p1": '"><b onclick="x">'})
    page = check_strict("".join(seen(table, extras=nasty).values()))
    assert "<script>alert('x')</script>" in "".join(each.text for each in page.all(css="who"))


# What now


def test_nobody_sits_there() -> None:
    table = house(CROWN, seats=0)
    regions = table_regions(table, "p9", capacity=None, now=0, extras=Extras(purse=25_00))
    assert Reader(regions["now"]).one(css="says").words == "Choose a free seat."
    assert [order["seat"] for order in Reader(regions["felt"]).orders] == [7, 6, 5, 4, 3, 2, 1]
    acts = Reader(regions["acts"])
    assert acts.one("input").get("value") == "25"  # no more than there is
    assert {button.get("form") for button in Reader(regions["felt"]).all("button", data_act="take-seat")} == {"sit"}


def test_a_full_table_is_looked_at() -> None:
    table = house(VENICE, seats=5, places=5)
    regions = table_regions(table, "p9", capacity=None, now=0)
    assert "Every seat is taken" in regions["now"]
    assert not whole(regions).orders


def test_who_is_waited_for() -> None:
    table = house(VENICE, f"{HANDS}deal", seats=3, ante="10.00")
    assert says(table, 1) == "Your turn Bet €20 or fold, or exchange one card first. 1.8 +2"
    assert says(table, 2) == "Waiting for p1 to decide."
    assert "data-turn" in part(table, "now", 1).elements[0].attributes
    assert "data-turn" not in part(table, "now", 2).elements[0].attributes


def test_where_all_decide_together_nobody_is_named() -> None:
    table = house(CROWN, f"{HANDS}deal\nbet 1", seats=3, ante="10.00")
    assert says(table, 1) == "2 boxes still to decide."


def test_the_time_to_decide_is_counted_down() -> None:
    table = house(CROWN, f"{HANDS}deal", seats=1, ante="10.00")
    now = part(table, "now", now=100, extras=Extras(deadline=125))
    assert now.one("time").get("data-until") == "125"
    assert now.one("time").words == "25 s"
    assert now.elements[0].get("data-deadline") == "125"


def test_a_ruling_that_is_awaited_says_who_rules_and_what_the_options_are() -> None:
    table = house(CROWN, f"{HANDS}deal\nreport miscount box 2 count 6", seats=3, ante="10.00")
    player = part(table, "now")
    assert "TG Area Manager or above must rule" in player.one(css="banner").words
    assert {each.words for each in player.all("b") if each.within(**{"class": "banner"})} >= {"52 cards", "discrepancy"}
    assert not Reader(seen(table)["acts"]).orders
    manager = table_regions(table, "m1", capacity="TG Area Manager", now=0)
    assert [order["option"] for order in Reader(manager["acts"]).orders] == ["52 cards", "discrepancy"]
    assert "Your ruling" in manager["now"]
    dealer = table_regions(table, "d1", capacity="Dealer", now=0)
    assert not whole(dealer).orders
    assert "Your ruling" not in dealer["now"]


def test_wagers_that_may_be_taken_back() -> None:
    play = f"{HANDS}deal\nreport miscount box 2 count 6\nby TG Area Manager: rule 52 cards"
    table = house(CROWN, play, seats=3, ante="10.00")
    assert {order["do"] for order in Reader(seen(table)["acts"]).orders} == {"retract", "play-on"}
    assert says(table, 2).startswith("Box 1 and Box 3 may take back the wagers")


def test_signs_are_counted_down() -> None:
    table = house(STAR, "by Gaming Supervisor: sign minimum 25.00", seats=2)
    due = table.state.signs[0].due
    notice = part(table, "now", now=due - 600)
    assert notice.one(css="notice").words.startswith("Minimum $25 from ")
    assert notice.one("time", css="countdown").get("data-until") == str(due)
    said = notice.one("time", data_local="clock")
    assert said.get("datetime") == strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(due))
    assert said.words == strftime("%H:%M UTC", gmtime(due))
    assert "time" not in [each.tag for each in part(table, "now", now=due).elements]


def test_closing_counts_hands() -> None:
    lines = "by TG Area Manager: sign closing\n"
    assert "closes in 3 hands" in part(house(CROWN, lines, seats=1), "now").one(css="notice").words
    played = f"{lines}ante 1 10.00\n{HANDS}deal\nfold 1\nreveal\nsettle"
    assert "closes in 2 hands" in part(house(CROWN, played, seats=1), "now").one(css="notice").words


def test_a_jackpot_prize_that_waits() -> None:
    play = f"jackpot 2\n{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal\nsettle"
    table = house(CROWN, play, seats=3, ante="20.00", jackpot="1.00")
    prize = Prize(
        table=table.name, round=1, box=2, hand="straight flush", pays=1_000_00, source="major", formula="", clauses=(),
        needs=2, verified=("m1",),
    )  # fmt: skip
    pending = Meter(value=18_432_17, pending=(prize,))
    regions = seen(table, extras=Extras(meter=pending))
    assert "A jackpot prize is pending" in regions["now"]
    assert "straight flush" in Reader(regions["now"]).one(css="prize").words
    shown = Reader(regions["jackpot"])
    assert shown.one(css="meter").words == "$18,432.17"
    assert "1 of 2 verifications done" in shown.one(css="prize").words
    assert whole(regions).faces >= {"Kh", "Qh", "Jh", "Th", "9h"}  # the hand stays face up


def test_a_table_without_a_jackpot_hides_it() -> None:
    assert "hidden" in part(house(CROWN, seats=1), "jackpot").elements[0].attributes


# What one may do


def test_the_stake_is_laid_with_chips_or_typed() -> None:
    acts = part(house(CROWN, seats=1, minimum="5.00", maximum="200.00"), "acts")
    assert [each.get("data-add") for each in acts.all("button") if each.get("data-add")] == ["100", "500", "2500", "10000"]
    assert acts.one("input", data_amount="amount").get("value") == "5"
    place = acts.one("button", data_act="place-ante")
    assert place.get("data-with") == "amount"
    assert json.loads(place.get("data-do")) == {"do": "place-ante", "seat": 1, "amount": 5_00}


def test_the_last_ante_is_proposed_again() -> None:
    table = house(CROWN, f"ante 1 35.00\n{HANDS}deal\nfold 1\nreveal\nsettle", seats=1)
    acts = part(table, "acts")
    assert acts.one("input", data_amount="amount").get("value") == "35"
    again = next(each for each in acts.all("button", data_act="place-ante") if not each.get("data-with"))
    assert json.loads(again.get("data-do"))["amount"] == 35_00
    assert again.get("data-hot") == "r"
    other = house(CROWN, f"ante 1 35.00\n{HANDS}deal\nfold 1\nreveal\nsettle\nleave 1\nsit 1 500.00", seats=1)
    assert len(part(other, "acts").all("button", data_act="place-ante")) == 1  # someone who sits down again


def test_chips_are_bought_at_the_table_from_the_purse_where_the_book_has_that() -> None:
    bought = part(house(CROWN, seats=1), "acts", extras=Extras(purse=300_00)).one("button", data_act="buy-chips")
    assert json.loads(bought.get("data-do")) == {"do": "buy-chips", "seat": 1, "amount": 1_00}
    assert not part(house(CROWN, seats=1), "acts", extras=Extras(purse=0)).all("button", data_act="buy-chips")
    assert not part(house(STAR, seats=1), "acts", extras=Extras(purse=300_00)).all("button", data_act="buy-chips")


def test_whoever_takes_a_seat_after_a_round_does_not_get_its_result() -> None:
    play = f"{HANDS}deal\nfold 1\nreveal\nsettle\nleave 1"
    table = house(CROWN, play, seats=1, ante="10.00")
    assert not isinstance(table.do(TakeSeat(seat=1, chips=100_00), person="another"), Refused)
    regions = table_regions(table, "another", capacity=1, now=0)
    assert "You lose" not in regions["result"]
    assert "p1" in Reader(regions["result"]).one("th", scope="rowgroup").words
    felt = Reader(regions["felt"])
    assert not felt.all("div", css="hand")
    assert felt.one("li", css="mine").get("data-place") == "seat-1"
    assert "another" in felt.one("li", css="mine").words
    assert not felt.faces & {"As", "Ad", "9c", "7h", "2s"}


def test_the_jackpot_is_closed_until_the_ante_lies() -> None:
    table = house(CROWN, seats=1, jackpot="1.00")
    assert "available once you have placed your ante" in seen(table)["acts"]
    table = house(CROWN, "ante 1 10.00", seats=1, jackpot="1.00")
    assert "available once you have placed your ante" not in seen(table)["acts"]
    assert {"do": "place-jackpot", "seat": 1, "amount": 1_00} in part(table, "acts").orders


def test_a_card_of_venice_is_changed_by_a_tap_that_asks_again() -> None:
    table = house(VENICE, "hand 1: Kh Qh Jh Th 2s\nhand dealer: Ac Kd 5c 4h 3s\ndeal", seats=1, ante="10.00")
    cards = part(table, "felt").all("button", data_act="change-card")
    assert [json.loads(each.get("data-do"))["card"] for each in cards] == ["Kh", "Qh", "Jh", "Th", "2s"]
    assert cards[4].get("data-confirm").startswith("Tap again: exchange the two of spades for €10. ")
    assert {each.get("form") for each in cards} == {"acts-form"}


def test_an_instant_winner_says_what_it_pays() -> None:
    table = house("crown-wild-aruba", "hand 1: As Ad Ac 2h 2s\ndeal", seats=1, ante="10.00")
    instant = part(table, "acts").one("button", data_act="take-instant-win")
    before = table.state.stack(1)
    table.do(table.legal(seat=1)[[o.command.__class__.__name__ for o in table.legal(seat=1)].index("TakeInstantWin")].command)
    won = table.state.stack(1) - before - 10_00
    assert instant.words.startswith(f"Instant Winner ${won // 100}")


def test_deuces_are_marked_where_they_are_wild() -> None:
    play = "hand 1: As Ad Ac 2h 2s\ndeal"
    wild = part(house("crown-wild-aruba", play, seats=1, ante="10.00"), "felt")
    assert [each.get("data-face") for each in wild.all("span", css="wild")] == ["2h", "2s"]
    assert not part(house(CROWN, play, seats=1, ante="10.00"), "felt").all(css="wild")


def test_the_own_hand_is_named_as_it_stands() -> None:
    felt = part(house(CROWN, f"{HANDS}deal", seats=3, ante="10.00"), "felt")
    assert "pair of aces (9-7-2)" in [each.words for each in felt.all("p", css="caption")]


def test_keys_read_out_what_is_there() -> None:
    felt = part(house(CROWN, f"{HANDS}deal", seats=3, ante="10.00"), "felt")
    read = {each.get("data-read"): each.words for each in felt.all("p") if each.get("data-read")}
    assert read["1"] == "ace of spades"
    assert read["h"].startswith("Your cards: ace of spades, ace of diamonds, nine of clubs, seven of hearts, two of spades.")
    assert read["d"] == "Dealer: ace of clubs, 4 face down."
    assert read["p"] == "Your ante $10, bet $0."
    assert read["s"] == "You $990, p2 $990 and p3 $990"
    assert read["w"] == "You can: Bet $20; Fold."


def test_every_key_does_one_thing() -> None:
    for play, setting in STATES.values():
        page = whole(seen(house(CROWN, play, **setting)))
        keys = [each.get("data-hot") for each in page.elements if each.get("data-hot")]
        assert len(keys) == len(set(keys))
        assert not set(keys) & set("hdpswtl12345?")  # those read out


# The result of it


def test_all_boxes_are_in_one_table_so_that_their_columns_line_up() -> None:
    play = f"{HANDS}deal\nfold 1\nfold 2\nreveal\nsettle"
    regions = table_regions(house(CROWN, play, seats=2, ante="10.00"), "", capacity=None, now=0)
    (wagers,) = Reader(regions["result"]).all("table", css="wagers")
    assert wagers.words.count("Box") == 2


def test_a_result_is_told_wager_by_wager() -> None:
    play = "hand 1: As Ad Ac 7h 7s\nhand dealer: 9d 9c 5c 4h 3s\ndeal\nbet 1\nreveal\nsettle"
    result = part(house(CROWN, play, seats=1, ante="25.00"), "result")
    assert result.one(css="total").words == "You win $375"
    rows = [each.words for each in result.all("tr")][2:]
    assert rows[0].startswith("Ante wins 1 to 1 $25 $50")
    assert rows[1].startswith("Bet wins 7 to 1 $50 $400")
    assert "Full house, aces full of sevens against the dealer's pair of nines" in result.one("th", scope="rowgroup").words


def test_venice_pays_less_after_a_changed_card_and_says_why() -> None:
    play = "hand 1: 9s 9h 9d Th 2s\nhand dealer: Ac Kd 5c 4h 3s\nstub: 9c\ndeal\nchange 1 2s\nbet 1\nreveal\nsettle"
    result = part(house(VENICE, play, seats=1, ante="10.00"), "result")
    assert "12 to 1 after an exchange; without one it would be 20 to 1." in result.one("tr", css="because").words


def test_a_dealer_who_does_not_qualify() -> None:
    play = "hand 1: As Ad 9c 7h 2s\nhand dealer: Qc Jd 5c 4h 3s\ndeal\nbet 1\nreveal\nsettle"
    result = part(house(STAR, play, seats=1, ante="10.00"), "result")
    assert "does not qualify" in " ".join(each.words for each in result.all("p"))
    assert result.one(css="total").words == "You win $10"


def test_the_settled_table_stays_until_the_next_ante() -> None:
    play = f"{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal\nsettle"
    table = house(CROWN, play, seats=3, ante="10.00")
    assert not table.state.dealer.cards
    felt = part(table, "felt")
    assert felt.one("p", css="round").words.startswith("Round 1, settled")
    assert felt.faces >= {"Ac", "Kd", "5c", "4h", "3s", "As", "Kh"}
    assert len(felt.all(css="net")) == 3
    table_says(table, "p1", capacity=1, since=0)
    after = house(CROWN, f"{play}\nante 2 10.00", seats=3, ante="10.00")
    felt = part(after, "felt")
    assert felt.one("p", css="round").words.startswith("Round 2 ")
    assert not felt.faces
    assert "You lose" in seen(after)["result"] or "You win" in seen(after)["result"]  # the result can still be read


def test_the_boxes_of_others_are_named_as_such_only_to_those_who_played() -> None:
    play = f"{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal\nsettle"
    table = house(CROWN, play, seats=3, ante="10.00")
    assert part(table, "result").one("summary").words == "The other boxes"
    looks_on = Reader(table_regions(table, "somebody", capacity=None, now=0)["result"])
    assert looks_on.one("summary").words == "All boxes"


def test_a_void_round_is_told() -> None:
    play = "deal 1: As Ad 9c 7h 2s\nreport miscount box 1 count 6\nby TG Higher Duties Dealer: rule misdeal"
    table = house(CROWN, play, seats=1, ante="10.00")
    assert "The round is void" in seen(table)["result"]


def test_the_picture_of_the_last_round_is_the_one_that_was_there() -> None:
    """The page folds the last round again from what was shown: it must come to what lay there before the table was cleared."""
    play = f"{HANDS}deal\nbet 1\nbet 2\nfold 3\nreveal\nsettle"
    table = house(CROWN, play, seats=3, ante="10.00")
    state = State()
    for event in table.view(table.viewer_of(table.entries[-1].said)):
        before, state = state, table.engine.evolve(state, event)
    lying = {str(card) for box in before.boxes for card in box.cards if str(card) != "??"}
    assert part(table, "felt").faces >= lying


def test_the_log_tells_the_latest_first_with_its_clauses() -> None:
    table = house(CROWN, f"{HANDS}deal\nbet 2", seats=3, ante="10.00")
    lines = [each.words for each in part(table, "log").all("li")]
    assert lines[0].startswith("Box 2 bets $20.00. 5.5")
    assert not any("K♥" in line for line in lines)


def test_what_is_read_out() -> None:
    table = house(CROWN, seats=2)
    since = len(table.events)
    table.do(table.legal(seat=2)[0].command)
    assert table_says(table, "p1", capacity=1, since=since) == ["p2 antes $10 on box 2."]
    names = {"p2": "Ana"}
    assert table_says(table, "p1", capacity=1, since=since, names=names) == ["Ana antes $10 on box 2."]
    assert table_says(table, "p2", capacity=2, since=since) == ["You ante $10 on box 2."]


@pytest.mark.parametrize("game", [CROWN, "venezia-caribbean-poker", "nz-caribbean-stud", "star-caribbean-stud"])
def test_a_round_is_said_to_the_player_in_words(game: str) -> None:
    table = house(game, f"{HANDS}deal\nbet 1\nfold 2\nreveal\nsettle", seats=2, ante="10.00")
    said = [line for line in table_says(table, "p1", capacity=1, since=0) if "down in seat" not in line]
    assert any(line.startswith("You are dealt the ") for line in said)
    assert any(line.startswith("Your ") for line in said)
    sign = table.rules.currency.sign
    assert said[-1].startswith((f"You win {sign}", f"You lose {sign}", "You break even"))
    for line in said:
        assert not re.search(r"[♠♥♦♣]|\bseat \d|face down: |\b[0-9a-f]{8}\b", line, re.IGNORECASE), line
        assert "picks up" not in line


def test_signs_hold_the_pay_table() -> None:
    signs = part(house(VENICE, seats=1), "signs")
    rows = {row.words for row in signs.all("tr")}
    assert "four of a kind 20 to 1 12 to 1" in rows
    assert "The house may not advise you how to play" in seen(house(VENICE, seats=1))["signs"]
    training = house(CROWN, seats=1, training=True)
    assert "nothing of value" in seen(training)["signs"]


def test_what_changing_a_card_costs_is_said_before_the_second_tap() -> None:
    play = "hand 1: As Ad 9c 7h 2s\ndeal"
    wagered = Reader(
        table_regions(house(VENICE, f"jackpot 1\n{play}", seats=1, ante="10.00", jackpot="1.00"), "p1", capacity=1, now=0)["felt"]
    )
    asked = {each.get("data-confirm") for each in wagered.all("button", data_act="change-card")}
    assert len(asked) == 5
    for question in asked:
        assert "for €10." in question
        assert "Your jackpot wager then cannot win" in question
        assert "four of a kind (12 to 1, not 20 to 1)" in question
    plain = Reader(table_regions(house(VENICE, play, seats=1, ante="10.00"), "p1", capacity=1, now=0)["felt"])
    assert not any("jackpot" in each.get("data-confirm") for each in plain.all("button", data_act="change-card"))


@pytest.mark.parametrize(
    ("cards", "offered"),
    [("9s 8s 7s 6s 5s", True), ("As Ks Qs Js Ts", True), ("9s 9h 9d 9c 5s", False), ("?? ?? ?? ?? ??", True)],
)
def test_a_great_hand_can_be_declared_once(cards: str, offered: bool) -> None:
    play = f"hand 1: {cards}\ndeal" if "?" not in cards else f"deal 1: {cards}\ndeal dealer: {cards}\nturn up Qc\nbet or fold"
    table = house(VENICE, play, seats=1, ante="10.00")
    declares = Reader(table_regions(table, "p1", capacity=1, now=0)["acts"]).all("button", data_act="perform")
    assert [each.words for each in declares] == ["Declare a straight flush or royal flush"] * offered
    if offered:
        table.do(table.engine.codec.read_command(declares[0].get("data-do").encode()), by=1)
        again = Reader(table_regions(table, "p1", capacity=1, now=0)["acts"])
        assert not again.all("button", data_act="perform")
    assert not Reader(table_regions(house(CROWN, f"{HANDS}deal", seats=2, ante="10.00"), "p2", capacity=2, now=0)["acts"]).all(
        "button", data_act="perform"
    )


def test_the_jackpot_says_one_thing_once_a_card_is_changed() -> None:
    play = "jackpot 1\nhand 1: As Ad 9c 7h 2s\ndeal\nchange 1 2s"
    table = house(VENICE, play, seats=1, ante="10.00", jackpot="1.00")
    said = Reader(table_regions(table, "p1", capacity=1, now=0)["jackpot"]).one(css="quiet").words
    assert "cannot win" in said
    assert "lies on" not in said


def test_a_hand_that_is_void_has_its_wagers_back_and_says_why() -> None:
    play = "hand 1: As Ad 9c 7h 2s\nhand dealer: Ac Kd 5c 4h 3s\ndeal\nreport miscount box 1 count 6"
    play += "\nby TG Area Manager: rule 52 cards"
    table = house(CROWN, play, seats=1, ante="10.00")
    assert "Your hand is void" in says(table)
    rows = part(table, "result").one("table", css="mine")
    assert "Ante returned $10 $10" in rows.words
    assert "a wrong number of cards" in rows.words


@pytest.mark.parametrize("play", ["", "ante 1 10.00", f"{HANDS}deal", f"{HANDS}deal\nbet 1"])
def test_an_italian_page_of_venice_has_no_english_words(play: str) -> None:
    table = house(VENICE, play, seats=3, **({} if play.startswith("ante") or not play else {"ante": "10.00"}))
    with speaking("it"):
        page = whole(seen(table))
    said = [each.words for each in page.elements if each.tag in ("section", "button")]
    said += [each.get(name) for each in page.elements for name in ("aria-label", "title", "data-confirm", "data-warning")]
    english = [words for words in said if re.search(r"\b(the|and|with|your|is|to decide|bets)\b", words)]
    assert not english


def test_the_stake_of_a_wager_with_a_range_is_chosen_as_that_of_an_ante_is() -> None:
    with books_forgotten():
        books.add_book(Path(__file__).resolve().parents[2] / "examples" / "three_card_poker")
        table = house("three-card-poker", "ante 1 25.00", seats=1)
        form = re.search(r'<form class="row decide wager".*?</form>', seen(table)["acts"], re.DOTALL)
    assert form
    assert 'data-amount="amount"' in form[0]
    assert "Your stake, $5–$100" in form[0]
    chips = [int(amount) for amount in re.findall(r'data-add="(\d+)"', form[0])]
    assert chips
    assert max(chips) <= 100_00
    assert "data-clear" in form[0]

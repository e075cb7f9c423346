"""Buttons stay where they are between states, the total comes first, and what is all-in has one number and one button."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from browser.driving import DESKTOP, PHONE, Visit, serious
from browser.houses import LIVE, act, deal_poker, stack, table
from browser.test_players import do, leave, sit_down
from croupier.floor.demo import Demo
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.stud.commands import PlaceAnte, TakeSeat
from croupier.stud.rules import Options as StudOptions
from croupier.tables.poker_table import PokerTable


def row(page: Page) -> float:
    """How far down the row is in which one decides."""
    boxes = [each.bounding_box() for each in page.locator("#acts .decide .do").all()]
    found = {round(box["y"]) for box in boxes if box}
    assert len(found) == 1
    return found.pop()


def box_of(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_buttons_stay_where_they_are_through_a_round_and_the_total_comes_first(visit: Visit, size: tuple[int, int]) -> None:
    page = visit.page("player-1", "/tables/crown-1", size, reduced_motion="reduce")
    sit_down(page, 1)
    rows = [row(page)]
    do(page, "place-ante")
    fold = page.locator('#acts button[data-act="fold"]')
    expect(fold).to_be_visible()
    rows.append(row(page))
    fold.click()
    total = page.locator("#now .total")
    expect(total).to_have_text("You lose $5")
    rows.append(row(page))
    assert max(rows) - min(rows) <= 1, rows
    where = box_of(total)
    assert where["y"] + where["height"] <= size[1]  # without scrolling
    assert where["y"] < box_of(page.locator("#acts"))["y"]
    assert not serious(page)
    do(page, "place-ante")
    expect(total).to_have_count(0)  # the next round has begun
    expect(fold).to_be_visible()
    assert row(page) == pytest.approx(rows[0], abs=1)
    fold.click()
    expect(total).to_be_visible()
    leave(visit, "crown-1", 1, "player-1")


def test_a_second_box_has_its_own_keys_and_says_which_it_is(visit: Visit) -> None:
    house, name = visit.house, "two-boxes"
    demo = Demo(house.server.floor, house.server.dealer)
    options = StudOptions(places=3, minimum=10_00, extra_boxes=True)
    house.run(demo.open_table(name, "crown-caribbean-stud", options, LIVE))
    act(house, name, TakeSeat(seat=1, chips=400_00), person="player-1", by=1)
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    act(house, name, PlaceAnte(seat=1, box=2, amount=10_00), person="player-1", by=1)
    stack(house, name, {1: "Ks Qd 9h 5c 2s", 2: "Ah Ad 9c 5d 2h", 0: "7s 6d 4h 3c Js"})
    page = visit.page("player-1", f"/tables/{name}")
    decide = page.locator("#acts .decide .do")
    expect(decide).to_have_count(4)
    assert sorted(each.inner_text().split("\n")[0] for each in decide.all()) == [
        "Bet $20, box 1", "Bet $20, box 2", "Fold, box 1", "Fold, box 2",
    ]  # fmt: skip
    expect(page.locator("#now")).to_contain_text("Box 1: bet $20 or fold")
    assert {each.get_attribute("data-hot") for each in decide.all()} == {"b", "v", "f", "c"}
    page.keyboard.press("v")
    expect(decide).to_have_count(2)
    assert table(house, name).state.boxes[2].choice == "bet"
    assert not table(house, name).state.boxes[1].choice
    page.keyboard.press("f")
    expect(page.locator("#now .total")).to_be_visible()
    house.run(house.server.dealer.set(name, LIVE))


def test_all_in_has_one_number_and_a_call_for_all_one_has_is_one_button(visit: Visit) -> None:
    house, name = visit.house, "poker-all-in"
    floor = house.server.floor
    house.run(floor.transact(lambda: floor.house.open_table(name, "crown-holdem", Options(places=6)) and None))
    house.run(house.server.dealer.set(name, LIVE))
    people = {1: "player-1", 2: "player-2"}
    for seat, chips in ((1, 1000_00), (2, 500_00)):
        act(house, name, poker.TakeSeat(seat=seat, chips=chips), person=people[seat], by=seat)
    deal_poker(house, name, {1: "As Ad", 2: "Kh Kc"}, "Qh 9d 4s 3h 8d")
    found = floor.house.tables[name]
    assert isinstance(found, PokerTable)
    if found.state.hand.turn == 2:
        act(house, name, poker.Call(seat=2), person="player-2", by=2)
    page = visit.page("player-1", f"/tables/{name}")
    raising = page.locator('#acts button[data-act="raise"]')
    page.locator(".presets .preset").last.click()
    assert "$1,000" in raising.inner_text()
    raising.click()
    expect(raising).to_contain_text("all-in, $1,000")
    assert raising.inner_text().count("$1,000") == 1
    raising.click()
    expect(raising).to_have_count(0)
    other = visit.page("player-2", f"/tables/{name}")
    calls = other.locator('#acts button[data-act="call"]')
    expect(calls).to_contain_text("Call all-in $4")  # whatever the blinds have left of the stack
    expect(other.locator('#acts button[data-act="all-in"]')).to_have_count(0)
    calls.click()
    expect(calls).to_have_count(0)
    assert all(player.all_in for player in found.state.hand.players.values() if player.number == 2)

"""What is special to a game, in a browser: the exchange, wild deuces with advice, pots divided, each explained."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import expect

from browser.driving import PHONE, Visit, serious
from browser.houses import LIVE, act, stack, table, two_side_pots, until
from croupier.floor.demo import Demo
from croupier.kernel.cards import HIDDEN, Card
from croupier.stud.commands import CallBetOrFold, CallNoMoreBets, DealCards, LeaveSeat, PlaceAnte, Shuffle, TakeSeat, TurnUp
from croupier.stud.rules import Options


def test_venice_changes_a_card_and_the_page_says_why_less_is_paid(visit: Visit) -> None:
    house = visit.house
    act(house, "venice-1", TakeSeat(seat=1, chips=200_00), person="player-1", by=1)
    act(house, "venice-1", PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    page = visit.page("player-1", "/tables/venice-1")
    stack(house, "venice-1", {1: "As Ad Ac 9h 2d", 0: "Kc Kd 9c 5c 3d"}, then="Ah")
    card = page.locator('button.card-act:has([data-face="2d"])')
    card.click()
    expect(page.locator("#asks")).to_contain_text("€10")
    assert not serious(page)
    card.click()
    expect(page.locator('#felt .hand.main [data-face="Ah"]')).to_be_visible()
    expect(page.locator("#felt .hand.main .caption")).to_contain_text("our of a kind")
    page.locator('#acts button[data-act="place-bet"]').click()
    result = page.locator("#result")
    expect(result).to_contain_text("wins 12 to 1")
    expect(result).to_contain_text("without one it would be 20 to 1")
    expect(page.locator("#signs")).to_contain_text("The house may not advise you")
    assert not serious(page)


def test_wild_deuces_are_marked_and_an_instant_win_is_weighed_against_playing_on(visit: Visit) -> None:
    house, name = visit.house, "aruba-training"
    act(house, name, TakeSeat(seat=1, chips=200_00), person="player-1", by=1)
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    page = visit.page("player-1", f"/tables/{name}")
    stack(house, name, {1: "9s 8s 7s 6s 2d", 0: "Kc Kd 9c 5c 3d"})
    expect(page.locator('#acts button[data-act="take-instant-win"]')).to_contain_text("$110")
    expect(page.locator("#felt .hand.main .wild-mark")).to_have_count(1)
    advice = page.locator("#now .advice")
    expect(advice).to_contain_text("instant win +11.00", timeout=240_000)  # where nothing is compiled yet it takes a while
    expect(advice).to_contain_text("Best: bet. Bet +")
    assert not serious(page)
    instant = page.locator('#acts button[data-act="take-instant-win"]')
    instant.click()  # playing on is worth more: the trainer says so, and lets them
    expect(page.locator("#asks")).to_contain_text(re.compile(r"instant win returns \+11.00 antes.*betting \+12"))
    expect(instant).to_contain_text("anyway")
    assert not serious(page)
    assert table(house, name).state.undecided == (1,)
    instant.click()
    expect(page.locator("#result")).to_contain_text("10 to 1")
    until(lambda: table(house, name).state.phase == "wagers", "the next round")
    score = page.locator("#coach .score")
    expect(score).to_contain_text("0%")
    expect(page.locator("#coach .said")).to_contain_text("betting was better")

    house.run(house.server.dealer.set(name, LIVE))
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    stack(house, name, {1: "9s 8s 7s 6s 2d", 0: "Kc Kd 9c 5c 3d"})
    fold = page.locator('#acts button[data-act="fold"]')
    expect(fold).to_have_attribute("data-warning", re.compile("Folding returns −1.00 antes"))
    page.locator('#acts button[data-act="place-bet"]').click()  # right, and so at once
    expect(score).to_contain_text("50%")
    expect(page.locator("#coach .said")).to_contain_text("Right: on average 1.")
    page.get_by_role("button", name="Turn warnings off").click()
    expect(page.get_by_role("button", name="Turn warnings on")).to_be_visible()
    page.reload()
    expect(score).to_contain_text("50%")
    expect(page.get_by_role("button", name="Turn warnings on")).to_be_visible()
    assert not serious(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Reset the score").click()
    expect(score).to_have_count(0)


def test_two_side_pots_a_split_low_and_an_odd_chip_are_told_pot_by_pot(visit: Visit) -> None:
    two_side_pots(visit.house)
    page = visit.page("player-1", "/tables/poker-1")
    pots = page.locator("#result .pot-result")
    expect(pots).to_have_count(5)
    told = [pot.inner_text() for pot in pots.all()]
    assert "Main pot, high half" in told[0]
    assert "$205" in told[0]
    assert "Second player gets $205" in told[0]
    assert "Main pot, low half" in told[1]
    assert "Player gets $100" in told[1]
    assert "Equal hands split the pot" in told[1]
    assert "The odd chip goes to Bot 81" in told[1]
    assert "Side pot 1, low half" in told[3]
    assert "Player gets $300" in told[3]
    assert "Second player gets $1,400" in told[4]
    assert pots.locator("button.clause").count() == 5
    assert not serious(page)


def test_a_card_is_changed_unseen_at_a_live_table_of_venice(visit: Visit) -> None:
    house, name = visit.house, "venice-live"
    demo = Demo(house.server.floor, house.server.dealer)
    house.run(demo.open_table(name, "venezia-caribbean-poker", Options(places=3, minimum=5_00), LIVE))
    act(house, name, TakeSeat(seat=1, chips=400_00), PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    dealt = [DealCards(box=box, cards=(HIDDEN,) * 5) for box in (1, 0)]
    act(house, name, Shuffle(), CallNoMoreBets(), *dealt, TurnUp(card=Card.Qc), CallBetOrFold())
    page = visit.page("player-1", f"/tables/{name}", PHONE, has_touch=True, is_mobile=True)
    change = page.locator('#acts button[data-act="change-card"]')
    expect(change).to_contain_text("Exchange a card €10")
    change.tap()
    expect(change).to_contain_text("Tap again")
    expect(page.locator("#asks")).to_contain_text("four of a kind (12 to 1, not 20 to 1)")
    assert not serious(page)
    change.tap()
    expect(change).to_have_count(0)
    assert table(house, name).state.exchange(1) == 10_00


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_big_win_is_celebrated_for_a_moment_and_not_with_reduced_motion(
    visit: Visit, motion: Literal["no-preference", "reduce"]
) -> None:
    house, name = visit.house, "crown-1"
    page = visit.page("player-1", f"/tables/{name}", PHONE, reduced_motion=motion)
    page.evaluate(
        """() => { window.skies = 0; new MutationObserver((changes) => {
          for (const { addedNodes } of changes) for (const one of addedNodes) if (one.className === "sky") window.skies++;
        }).observe(document.body, { childList: true }); }"""
    )
    house.run(house.server.dealer.set(name, LIVE))  # else the house shuffles a tenth of a second after the ante
    act(house, name, TakeSeat(seat=1, chips=200_00), PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    stack(house, name, {1: "As Ks Qs Js Ts", 0: "Ac Kd 9c 5c 3d"})
    page.locator('#acts button[data-act="place-bet"]').click()
    expect(page.locator("#now .total.big")).to_be_visible()
    expect(page.locator(".sky")).to_have_count(0)
    assert page.evaluate("window.skies") == (motion == "no-preference")
    page.reload()
    expect(page.locator("#now .total.big")).to_be_visible()
    expect(page.locator(".sky")).to_have_count(0)  # it was celebrated already
    house.run(house.server.dealer.set(name, LIVE))
    act(house, name, LeaveSeat(seat=1), person="player-1", by=1)

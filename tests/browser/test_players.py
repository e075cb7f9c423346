"""A player in a browser: a first hand, by mouse, by keys, on a phone; the exchange; two people at one table; the line cut."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.driving import PHONE, Visit, serious, sideways


def sit_down(page: Page, place: int, chips: str = "200") -> None:
    page.get_by_label("Chips to bring").fill(chips)
    page.locator(f'button[data-do*="take-seat"][data-do*=\'"seat":{place},\']').first.click()
    expect(page.locator("#acts")).to_contain_text("Ante")


def do(page: Page, tag: str) -> None:
    page.locator(f'#acts button[data-act="{tag}"]').first.click()


def test_from_the_lobby_to_a_settled_hand(visit: Visit) -> None:
    page = visit.page("player-1", "/")
    page.locator('a[href="/tables/crown-1"]').click()
    sit_down(page, 1)
    assert not serious(page)
    do(page, "place-ante")
    expect(page.locator('#acts button[data-act="place-bet"]')).to_be_visible()
    assert page.locator("#felt .card:not(.down)").count() == 6  # one's own hand and the dealer's card
    assert not serious(page)
    do(page, "place-bet")
    expect(page.locator("#result")).to_contain_text("Ante")
    expect(page.locator("#log")).to_contain_text("dealer")
    assert not serious(page)
    page.locator("#log button.clause").first.click()
    expect(page.locator("#popover")).to_be_visible()
    page.keyboard.press("Escape")
    do(page, "leave-seat")
    assert not visit.errors


def test_a_round_by_keyboard_alone(visit: Visit) -> None:
    page = visit.page("player-1", "/tables/crown-1")
    page.get_by_label("Chips to bring").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("200")
    page.locator('button[data-do*="take-seat"][data-do*=\'"seat":1,\']').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#acts")).to_contain_text("Ante")
    page.locator("body").press("a")
    expect(page.locator('#acts button[data-act="fold"]')).to_be_visible()
    page.locator("body").press("f")
    expect(page.locator("#result")).to_contain_text("loses")
    page.locator("body").press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    page.keyboard.press("Escape")
    do(page, "leave-seat")
    assert not visit.errors


def test_on_a_phone_nothing_goes_sideways(visit: Visit) -> None:
    for path in ("/", "/tables/crown-1", "/tables/venice-1", "/rules", "/tournaments", "/me", "/sign-in"):
        page = visit.page("player-2", path, PHONE)
        assert sideways(page) <= 0, path
        assert not serious(page), path
        page.context.close()
    visit.contexts.clear()
    page = visit.page("player-2", "/tables/crown-1", PHONE)
    sit_down(page, 2)
    do(page, "place-ante")
    expect(page.locator('#acts button[data-act="fold"]')).to_be_visible()
    assert sideways(page) <= 0
    do(page, "fold")
    expect(page.locator("#result")).to_contain_text("loses")
    do(page, "leave-seat")


def test_venice_changes_a_card(visit: Visit) -> None:
    page = visit.page("player-1", "/tables/venice-1")
    sit_down(page, 1)
    do(page, "place-ante")
    change = page.locator('[data-do*="change-card"]').first
    expect(change).to_be_visible()
    change.click()
    expect(page.locator("#log")).to_contain_text("chang")
    do(page, "place-bet")
    expect(page.locator("#result")).to_contain_text("Bet")
    do(page, "leave-seat")
    assert not visit.errors


def test_two_people_see_each_other_and_not_each_other_s_cards(visit: Visit) -> None:
    one, other = visit.page("player-1", "/tables/star-1"), visit.page("player-2", "/tables/star-1")
    sit_down(one, 1)
    sit_down(other, 2)
    expect(other.locator("#felt")).to_contain_text("Player")
    do(one, "place-ante")
    expect(other.locator("#log")).to_contain_text("Seat 1")
    do(other, "place-ante")
    for page in (one, other):
        expect(page.locator("#felt .card:not(.down)").first).to_be_visible()
        page.wait_for_function("document.querySelectorAll('#felt .card:not(.down)').length === 6")
    assert one.locator("#felt").inner_html() != other.locator("#felt").inner_html()
    for page in (one, other, one, other):
        fold = page.locator('#acts button[data-act="fold"]')
        if fold.count():
            fold.first.click()
            page.wait_for_timeout(400)
    expect(one.locator("#result")).to_contain_text("loses")
    for page in (one, other):
        do(page, "leave-seat")
    assert not visit.errors


def test_a_line_that_is_cut_comes_back_to_the_same_seat(visit: Visit) -> None:
    page = visit.page("player-1", "/tables/newzealand-1")
    sit_down(page, 1)
    do(page, "place-ante")
    expect(page.locator('#acts button[data-act="fold"]')).to_be_visible()
    cards = page.locator("#felt .card:not(.down)").evaluate_all("cards => cards.map(card => card.dataset.face)")
    page.context.set_offline(True)
    page.locator('#acts button[data-act="fold"]').first.click()
    page.wait_for_timeout(1_500)
    page.context.set_offline(False)
    expect(page.locator("#result")).to_contain_text("loses", timeout=30_000)
    page.reload()
    expect(page.locator("#acts")).to_contain_text("Ante")
    table = visit.house.server.floor.house.tables["newzealand-1"]
    assert len(cards) == 6
    assert sum(type(event).__name__ == "HandFolded" for event in table.events) == 1
    do(page, "leave-seat")

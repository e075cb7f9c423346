"""Someone is called to a seat of the poker room: every page of theirs says so at once, and takes them there in one tap."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.driving import PHONE, Visit, serious, sideways
from browser.houses import act, until
from croupier.books import book_of
from croupier.floor.house import ROOM
from croupier.kernel.actors import PLAYER
from croupier.room.commands import JoinList

RANK = book_of("crown-poker").title_page.ranks[-1]


def test_a_call_is_on_every_page_and_one_tap_sits_down(visit: Visit) -> None:
    house = visit.house
    act(house, ROOM, JoinList(person="player-1", game="holdem"), person="player-1", by=PLAYER)
    for person in ("trainee-1", "dealer-1"):
        act(house, ROOM, JoinList(person=person, game="holdem"), person=person, by=PLAYER)
    pages = [visit.page("player-2", path, PHONE) for path in ("/lab", "/rules", "/me", "/")]
    other = visit.page("player-1", "/rules")
    manager = visit.page("manager-1", "/room")
    manager.locator("summary", has_text="Open a table").click()
    manager.get_by_label("Name of the new table").fill("called-1")
    manager.locator('form[data-post="/api/room/tables"] button').click()
    expect(manager.locator("#map")).to_contain_text("called-1")  # the map needs no reload
    expect(manager.get_by_role("button", name="Skip")).to_be_hidden()
    manager.get_by_role("button", name="Call the next").click()
    for page in pages:
        notice = page.locator("#called")
        expect(notice).to_contain_text("You are called to a seat")
        expect(notice.locator(".countdown")).to_contain_text(":")
        assert sideways(page) <= 0
        assert not serious(page)
    assert other.locator("#called").inner_text() == ""
    pages[1].locator("#called").get_by_role("link", name="Take my seat").click()
    pages[1].wait_for_url("**/tables/called-1")
    room = house.server.floor.house.room
    assert room is not None
    until(lambda: room.state.seat_of("player-2")[0] == "called-1", "the seat taken")
    for page in (pages[0], pages[2]):
        expect(page.locator("#called")).to_have_text("")

    manager.get_by_role("button", name="Call the next").click()
    with other.expect_response(lambda reply: "/commands" in reply.url) as reply:  # who does not come says so
        other.locator("#called").get_by_role("button", name="I am not coming").click()
    assert reply.value.ok, reply.value.text()
    expect(other.locator("#called")).to_have_text("")
    assert room.state.lists["holdem"].entry("player-1") is None
    nobody_is_offered_what_they_may_not_do(visit)


def nobody_is_offered_what_they_may_not_do(visit: Visit) -> None:
    for person in ("", "inspector-1", "player-2"):
        page = visit.page(person, "/room")
        expect(page.locator("#lists")).to_contain_text("waiting")
        for staff in ("call-player", "pass-over", "withdraw-game"):
            assert not page.locator(f'form[data-command="{staff}"]').count()
        assert not page.locator("#main form[data-post]").count()
    assert not page.locator('form[data-command="join-list"]').count()  # they play that game
    expect(page.get_by_role("link", name="Go to my seat at called-1")).to_be_visible()
    page.goto(f"{visit.house.url}/")
    expect(page.get_by_role("region", name="Where you sit")).to_contain_text("called-1")

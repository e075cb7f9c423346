"""A player in a browser: a first hand by mouse, by keys, on a phone; two people at one table; the line cut in mid-hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from browser.driving import DESKTOP, PHONE, Line, Visit, covered, serious, sideways
from browser.houses import QUICK, act, table, until
from croupier.stud.commands import DisplaySign, Fold, LeaveSeat, PlaceAnte, TakeBackAnte, TakeSeat
from croupier.stud.events import HandFolded


def sit_down(page: Page, place: int, chips: str = "200") -> None:
    page.get_by_label("Chips to bring").fill(chips)
    page.locator(f"#acts button[data-do*='\"seat\":{place},']").click()
    expect(page.locator("#acts")).to_contain_text("Ante")


def do(page: Page, tag: str) -> None:
    page.locator(f'#acts button[data-act="{tag}"]').first.click()


def leave(visit: Visit, name: str, seat: int, person: str) -> None:
    until(lambda: table(visit.house, name).state.phase == "wagers", "the end of the round")
    act(visit.house, name, LeaveSeat(seat=seat), person=person, by=seat)


def faces(page: Page) -> list[str]:
    """The cards on the cloth whose faces this browser has."""
    found = page.locator("#felt .card[data-face]").evaluate_all("cards => cards.map(card => card.dataset.face)")
    return [face for face in found if face and face != "??"]


def test_from_the_lobby_to_a_settled_hand(visit: Visit) -> None:
    page = visit.page("player-1", "/")
    assert not serious(page)
    page.locator('[data-sit="crown-1"]').click()  # one tap
    expect(page.locator("#acts")).to_contain_text("Ante")
    assert table(visit.house, "crown-1").state.person_at(1) == "player-1"
    assert not serious(page)
    page.reload()
    do(page, "place-ante")
    expect(page.locator('#acts button[data-act="place-bet"]')).to_be_visible()
    assert len(faces(page)) == 6  # one's own hand and the dealer's card
    heard = page.locator("#say p").all_inner_texts()
    assert [one for one in heard if one.startswith("Your turn.")] == ["Your turn. Bet $10 or fold."]  # once, after the cards
    assert heard[-2].startswith("You are dealt")
    page.keyboard.press("t")
    expect(page.locator("#say p").last).to_have_text("No time limit right now.")
    assert not serious(page)
    do(page, "place-bet")
    expect(page.locator("#result")).to_contain_text("Bet")
    assert len(faces(page)) == 10
    assert not serious(page)
    page.locator("#result button.clause").first.click()
    expect(page.locator("#popover")).to_be_visible()
    expect(page.locator("#popover")).to_contain_text("Open the rule")
    assert not serious(page)
    page.keyboard.press("Escape")
    expect(page.locator("#popover")).to_be_hidden()
    page.locator("#acts details.more summary").click()
    going = page.locator('#acts button[data-act="leave-seat"]')
    going.click()
    expect(going).to_contain_text("Tap again")
    going.click()
    expect(page.get_by_label("Chips to bring")).to_be_visible()
    assert not table(visit.house, "crown-1").state.seats


def test_every_button_of_the_lobby_says_which_house_and_which_table_it_is(visit: Visit) -> None:
    page = visit.page("player-1", "/")
    named = [each.get_attribute("aria-label") or "" for each in page.locator("[data-sit]").all()]
    assert len(named) > 4
    assert len(set(named)) == len(named)
    label = page.locator('[data-sit="newzealand-1"]').get_attribute("aria-label") or ""
    assert "New Zealand" in label
    assert "newzealand-1" in label


@pytest.mark.parametrize("name", ["star-1", "poker-1"])
def test_a_table_leads_to_how_its_game_is_played_and_help_begins_there(visit: Visit, name: str) -> None:
    page = visit.page("", f"/tables/{name}", PHONE)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="How to play").click()
    how = opened.value
    how.wait_for_load_state()
    rules = visit.house.server.floor.house.tables[name].rules
    expect(how.locator("h1")).to_have_text(f"How to play {rules.title}")
    shown = how.locator("main img").evaluate_all("all => all.every((one) => one.complete && one.naturalWidth > 0)")
    assert shown
    assert not serious(how)
    assert sideways(how) <= 0
    page.goto(f"{visit.house.url}/help")
    expect(page.locator("h1")).to_have_text("How to play")


def test_a_guest_of_a_demo_has_cards_after_two_taps(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit.house.server, "config", replace(visit.house.server.config, demo=True))
    page = visit.page("", "/")
    page.locator('[data-sit="newzealand-1"]').click()
    do(page, "place-ante")
    expect(page.locator("#felt .hand.main .card[data-face]")).to_have_count(5)
    expect(page.locator("header .person")).to_have_text("Player")
    assert not serious(page)
    do(page, "fold")
    page.goto(visit.house.url)  # the lobby knows where one sits, also once it has been sent again
    back = page.locator('[data-sit="newzealand-1"]')
    expect(back).to_have_text("Your seat")
    act(
        visit.house,
        "star-1",
        DisplaySign(says="minimum", amount=25_00),
        person="manager-1",
        by=table(visit.house, "star-1").rules.ranks[-1],
    )
    expect(page.locator(".sign")).to_have_count(1)
    expect(back).to_have_text("Your seat")
    page.get_by_role("region", name="Where you sit").get_by_role("link").click()
    page.wait_for_url("**/tables/newzealand-1")
    seat = table(visit.house, "newzealand-1").state.seat_of("player-1")
    leave(visit, "newzealand-1", seat, "player-1")


def test_a_guest_of_a_demo_takes_the_place_and_the_chips_they_chose(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit.house.server, "config", replace(visit.house.server.config, demo=True))
    page = visit.page("", "/tables/newzealand-1")
    sit_down(page, 3, chips="75")
    state = table(visit.house, "newzealand-1").state
    assert (state.person_at(3), state.stack(3)) == ("player-1", 75_00)
    page.context.clear_cookies()
    page.goto(visit.house.url + "/tables/newzealand-1")
    page.get_by_label("Chips to bring").fill("1")
    page.locator("#acts button[data-do*='\"seat\":2,']").click()
    expect(page.locator("#refusal")).to_be_visible()  # why not is said on the page of the player that the guest has become
    expect(page.locator("header .person")).to_have_text("Player")
    leave(visit, "newzealand-1", 3, "player-1")


def test_a_guest_of_a_house_signs_in_and_then_has_the_seat_that_they_asked_for(visit: Visit) -> None:
    visit.house.run(visit.house.server.set_password("player-2", "a long password"))
    page = visit.page("", "/")
    page.locator('[data-sit="newzealand-1"]').click()
    expect(page.locator("#lost a")).to_be_visible()
    assert not serious(page)
    page.locator("#lost a").click()
    page.wait_for_url("**/sign-in?to=**")
    assert not serious(page)
    form = page.locator("#main form").first
    form.locator('input[name="person"]').fill("player-2")
    form.locator('input[name="password"]').fill("a long password")
    form.locator("button.primary").click()
    page.wait_for_url("**/tables/newzealand-1")
    expect(page.locator("#acts")).to_contain_text("Ante")  # what was wished for in the lobby is done
    seat = table(visit.house, "newzealand-1").state.seat_of("player-2")
    page.goto(visit.house.url + "/tables/star-1")
    expect(page.locator("#now")).to_contain_text("Choose a free seat.")  # and nothing more
    leave(visit, "newzealand-1", seat, "player-2")


def test_a_round_by_keyboard_alone_and_by_ear(visit: Visit) -> None:
    page = visit.page("player-1", "/tables/crown-1")
    press = page.keyboard.press
    for _ in range(60):  # to the first free place by the tabulator alone
        press("Tab")
        if page.evaluate("document.activeElement.dataset.act") == "take-seat":
            break
    press("Enter")
    expect(page.locator("#acts")).to_contain_text("Ante")
    seat = table(visit.house, "crown-1").state.seat_of("player-1")
    press("a")
    expect(page.locator('#acts button[data-act="fold"]')).to_be_visible()
    spoken = page.locator("[aria-live]:not(section)")
    press("h")
    expect(spoken.filter(has_text="Your cards:").first).to_be_attached()
    press("w")
    expect(spoken.filter(has_text="Your turn. Bet $10 or fold. You can:").first).to_be_attached()  # and no clause numbers
    press("f")
    expect(page.locator("#result")).to_contain_text("loses")
    press("l")
    expect(spoken.filter(has_text="You lose $5.").last).to_be_attached()
    press("?")
    expect(page.locator("dialog#keys")).to_be_visible()
    assert not serious(page)
    press("Escape")
    expect(page.locator("dialog#keys")).to_be_hidden()
    leave(visit, "crown-1", seat, "player-1")


def test_a_round_on_a_phone(visit: Visit) -> None:
    page = visit.page("player-2", "/tables/crown-1", PHONE, has_touch=True, is_mobile=True)
    sit_down(page, 2)
    assert sideways(page) <= 0
    do(page, "place-ante")
    fold = page.locator('#acts button[data-act="fold"]')
    expect(fold).to_be_visible()
    assert sideways(page) <= 0
    assert not serious(page)
    box = fold.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= PHONE[1]  # within a thumb's reach, without scrolling
    fold.tap()
    expect(page.locator("#result")).to_contain_text("loses")
    leave(visit, "crown-1", 2, "player-2")


def test_two_people_see_each_other_and_not_each_other_s_cards(visit: Visit) -> None:
    one, other = visit.page("player-1", "/tables/star-1"), visit.page("player-2", "/tables/star-1")
    sit_down(one, 1)
    sit_down(other, 2)
    expect(one.locator("#felt")).to_contain_text("Second player")
    expect(other.locator("#felt")).to_contain_text("Player")
    do(one, "place-ante")
    expect(other.locator("#log")).to_contain_text("Seat 1")
    do(other, "place-ante")
    for page in (one, other):
        expect(page.locator("#felt .hand.main .card[data-face]")).to_have_count(5)
    shared = set(faces(one)) & set(faces(other))
    assert len(shared) == 1  # the dealer's card
    state = table(visit.house, "star-1").state
    for page in (one, other):
        hidden = {str(card.value) for card in state.boxes[2 if page is one else 1].cards}
        assert not hidden & set(faces(page))
    for _ in range(2):
        turn = one if state.person_at(table(visit.house, "star-1").turn) == "player-1" else other
        expect(turn.locator('#acts button[data-act="fold"]')).to_be_visible()
        do(turn, "fold")
        expect(turn.locator('#acts button[data-act="fold"]')).to_have_count(0)
        state = table(visit.house, "star-1").state
    for page in (one, other):
        expect(page.locator("#result")).to_contain_text("loses")
    leave(visit, "star-1", 1, "player-1")
    leave(visit, "star-1", 2, "player-2")


@pytest.mark.parametrize("seconds", [3, pytest.param(30, marks=pytest.mark.slow)])
def test_a_line_that_is_cut_comes_back_to_the_same_seat_cards_and_clock(visit: Visit, seconds: int) -> None:
    house, name = visit.house, "crown-1"
    found = table(house, name)
    house.run(house.server.dealer.set(name, replace(QUICK, pace=replace(QUICK.pace, deciding=600.0))))
    act(house, name, TakeSeat(seat=2, chips=200_00), person="player-2", by=2)
    page = visit.page("player-1", f"/tables/{name}")
    sit_down(page, 1)
    act(house, name, PlaceAnte(seat=2, amount=10_00), person="player-2", by=2)
    do(page, "place-ante")
    fold = page.locator('#acts button[data-act="fold"]')
    expect(fold).to_be_visible()
    cards = faces(page)
    assert time_to_act(page) == house.server.dealer.deadline(found) > 0
    lost, refusal = page.locator("#lost"), page.locator("#refusal")

    cut(visit, page)  # nobody presses anything; the table goes on without this browser
    act(house, name, Fold(seat=2), person="player-2", by=2)
    clock = house.server.dealer.deadline(found)
    expect(lost).to_contain_text("Your seat, cards and clock are safe")
    assert not serious(page)
    page.wait_for_timeout(seconds * 1000)
    assert faces(page) == cards
    page.context.set_offline(False)
    expect(lost).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("Box 2 folds")
    assert faces(page) == cards
    assert time_to_act(page) == clock
    assert found.state.seat_of("player-1") == 1

    cut(visit, page)  # now something is pressed meanwhile
    number = found.number
    fold.click()
    fold.click()
    expect(refusal).to_contain_text("Fold: The table could not be reached. Your action is sent again, once")
    page.wait_for_timeout(seconds * 1000)
    assert found.state.undecided == (1,)
    page.context.set_offline(False)
    expect(page.locator("#result")).to_contain_text("loses")
    expect(refusal).to_be_hidden()
    later = [event for entry in found.entries if entry.number > number for event in entry.events]
    assert sum(isinstance(event, HandFolded) and event.box == 1 for event in later) == 1

    page.reload()
    expect(page.locator("#acts")).to_contain_text("Ante")
    page.route("**/commands", unanswered)  # it arrives, and the answer does not
    number = found.number
    do(page, "place-ante")
    expect(refusal).to_contain_text("could not be reached")
    assert found.number == number + 1
    page.unroute("**/commands")
    expect(refusal).to_be_hidden()
    assert found.state.ante(1) == 5_00
    mine = [entry for entry in found.entries if entry.number > number and entry.person == "player-1"]
    assert [type(entry.command) for entry in mine] == [PlaceAnte]
    act(house, name, TakeBackAnte(seat=1), LeaveSeat(seat=1), person="player-1", by=1)
    leave(visit, name, 2, "player-2")
    house.run(house.server.dealer.set(name, QUICK))


def test_a_silent_line_is_noticed_within_five_seconds_and_the_clock_stands(visit: Visit) -> None:
    house, name = visit.house, "star-1"
    found = table(house, name)
    house.run(house.server.dealer.set(name, replace(QUICK, pace=replace(QUICK.pace, deciding=600.0))))
    line = Line(house.url)
    page = visit.page("player-1", "/healthz")
    page.goto(f"{line.url}/tables/{name}")
    sit_down(page, 1)
    do(page, "place-ante")
    fold = page.locator('#acts button[data-act="fold"]')
    expect(fold).to_be_visible()
    lost, clock = page.locator("#lost"), page.locator("#now .timer .countdown").first
    page.wait_for_timeout(6_000)
    expect(lost).to_be_hidden()  # nothing has happened meanwhile, and the house still beats

    line.through.clear()  # nothing is closed: it is only silent
    fold.click()
    expect(fold).to_contain_text("Sending", timeout=2_000)
    expect(fold).to_have_attribute("aria-busy", "true")
    expect(lost).to_be_visible(timeout=5_000)
    stands = clock.text_content()
    page.wait_for_timeout(2_500)
    assert clock.text_content() == stands
    assert found.state.undecided == (1,)
    assert not serious(page)
    number = found.number

    line.through.set()
    expect(lost).to_be_hidden()
    expect(page.locator("#result")).to_contain_text("loses")
    later = [event for entry in found.entries if entry.number > number for event in entry.events]
    assert sum(isinstance(event, HandFolded) for event in later) == 1
    house.run(house.server.dealer.set(name, QUICK))
    leave(visit, name, 1, "player-1")
    line.close()


def test_what_a_console_sends_twice_for_want_of_an_answer_is_done_once(visit: Visit) -> None:
    house = visit.house
    page = visit.page("manager-1", "/floor")
    people = house.server.floor.house.people
    form = page.locator('form[data-command="exclude-person"]')
    form.locator("[name=person]").fill("cashier-1")
    form.locator("[name=reason]").fill("asked to")
    number = people.number
    page.route("**/commands", unanswered)
    form.locator("button").click()
    expect(page.locator("#refusal")).to_contain_text("Try again once the connection is back")
    assert people.number == number + 1
    page.unroute("**/commands")
    form.locator("button").click()
    expect(form.locator("[name=person]")).to_have_value("")  # it is told that it was done
    expect(page.locator("#refusal")).to_be_hidden()
    assert people.number == number + 1


def time_to_act(page: Page) -> int:
    return int(page.locator("#now").get_attribute("data-deadline") or 0)


def cut(visit: Visit, page: Page) -> None:
    """The network is gone: for this browser, and for every connection that the house has."""
    page.context.set_offline(True)
    visit.house.hang_up()


def unanswered(route: Route) -> None:
    route.fetch()
    route.abort()


def test_somebody_signed_out_is_told_what_to_do(visit: Visit) -> None:
    page = visit.page("player-2", "/tables/newzealand-1")
    page.get_by_label("Chips to bring").fill("100")
    seat = page.locator('#acts button[data-act="take-seat"]').first.element_handle()
    page.context.clear_cookies()
    seat.evaluate("(button) => button.click()")  # on a busy machine the page asks again by itself, and has no button then
    expect(page.locator("#lost")).to_contain_text("You are signed out")
    assert not serious(page)
    expect(page.locator("#lost a").last).to_have_attribute("href", "/sign-in?to=%2Ftables%2Fnewzealand-1")
    expect(page.locator("#lost").get_by_role("link", name="Lobby")).to_be_visible()


def test_a_session_that_ends_is_told_at_once(visit: Visit) -> None:
    page = visit.page("player-2", "/tables/newzealand-1")
    expect(page.get_by_label("Chips to bring")).to_be_visible()
    sessions = visit.house.server.sessions
    visit.house.run(sessions.end_all("player-2"))
    visit.house.loop.call_soon_threadsafe(visit.house.server.floor.followers.publish, {"newzealand-1"})
    expect(page.locator("#lost")).to_contain_text("You are signed out")
    page.reload()
    expect(page.locator("#lost")).to_be_hidden()  # it is the page of nobody now, and says so at the top
    expect(page.locator("header").get_by_role("link", name="Sign in")).to_be_visible()


def test_nothing_of_ones_own_stays_on_the_screen_after_signing_out(visit: Visit) -> None:
    house, name = visit.house, "star-1"
    house.run(house.server.dealer.set(name, replace(QUICK, pace=replace(QUICK.pace, deciding=600.0))))
    page = visit.page("player-2", f"/tables/{name}")
    sit_down(page, 2)
    do(page, "place-ante")
    expect(page.locator("#felt .hand.main .card[data-face]")).to_have_count(5)
    cards = table(house, name).state.boxes[2].cards
    evening = page.context.new_page()
    evening.goto(f"{house.url}/me")
    expect(evening.locator("#main")).to_contain_text("Sign out")
    third = page.context.new_page()
    third.goto(f"{house.url}/me")
    third.locator("[data-sign-out]").click()
    third.wait_for_url(f"{house.url}/")
    for one in (page, evening):
        expect(one.locator("#lost")).to_contain_text("signed out")
        said = one.locator("body").inner_text()
        assert "Second player" not in said
        assert one.locator("#main").inner_text() == ""
        assert not one.locator(", ".join(f'[data-face="{card.value}"]' for card in cards)).count()
        assert not serious(one)
    third.go_back()
    third.wait_for_load_state()
    assert "Second player" not in third.locator("body").inner_text()
    act(house, name, Fold(seat=2), person="player-2", by=2)
    house.run(house.server.dealer.set(name, QUICK))
    leave(visit, name, 2, "player-2")


PAGES = (
    ("player-1", "/"),
    ("player-1", "/tables/star-1"),
    ("player-1", "/tables/poker-1"),
    ("player-1", "/room"),
    ("player-1", "/me"),
    ("player-1", "/lab?game=crown-caribbean-stud"),
    ("trainee-1", "/drill"),
    ("dealer-1", "/dealer/crown-live"),
    ("manager-1", "/floor"),
    ("cashier-1", "/cage"),
    ("director-1", "/tournaments"),
    ("inspector-1", "/inspector"),
    ("", "/rules/crown-poker"),
)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_lies_over_what_one_would_tap(visit: Visit, size: tuple[int, int]) -> None:
    page = visit.page("", "/healthz", size)
    for person, path in PAGES:
        visit.look(page, person, path)
        page.wait_for_load_state()
        assert not covered(page), path
        page.mouse.wheel(0, 4000)
        page.wait_for_timeout(150)
        assert not covered(page), f"{path}, further down"


def test_the_top_of_a_page_leads_on_and_switches(visit: Visit) -> None:
    page = visit.page("player-1", "/")
    page.locator("nav").get_by_role("link", name="Rules").click()
    page.wait_for_url("**/rules")
    page.locator('[data-switch="theme"]').click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_what_is_pressed_before_the_scripts_are_here_is_done_once_they_are(visit: Visit) -> None:
    page = visit.page("player-2", "/me")
    waiting: list[Route] = []
    page.route("**/static/main.js", lambda route: waiting.append(route))
    page.goto(f"{visit.house.url}/me", wait_until="commit")
    form = page.locator('form[data-command="set-reminder"]')
    form.locator("input").fill("25")
    form.locator("button").click()
    form.locator("button").click()
    assert page.url.endswith("/me")
    people = visit.house.server.floor.house.people
    before = people.number
    assert people.state.people["player-2"].reminder != 25
    for route in waiting:
        route.continue_()
    until(lambda: people.state.people["player-2"].reminder == 25, "what was pressed")
    page.wait_for_load_state()
    assert people.number == before + 1


def test_signing_in_needs_no_script(visit: Visit) -> None:
    visit.house.run(visit.house.server.set_password("player-2", "a long password"))
    page = visit.page("", "/sign-in?to=/me")
    page.route("**/static/*.js", lambda route: route.abort())
    page.goto(f"{visit.house.url}/sign-in?to=/me")
    for password, at in (("wrong", "/sign-in"), ("a long password", "/me")):
        form = page.locator("#main form").first
        account = form.locator('input[name="person"]')
        if at == "/sign-in":
            account.fill("player-2")
        expect(account).to_have_value("player-2")  # it is kept, and only the password is asked again
        form.locator('input[name="password"]').fill(password)
        form.locator("button.primary").click()
        page.wait_for_url(f"**{at}")
        assert "password" not in page.url
    visit.errors.clear()

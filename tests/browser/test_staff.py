"""Those who work in the house, in browsers: a live round typed, a ruling, signs, a tournament, the inspector, the lab."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.driving import Visit, serious
from croupier.stud.commands import PlaceAnte, PlaceBet, TakeSeat


def type_line(page: Page, line: str) -> None:
    page.locator("#line").fill(line)
    page.locator("#line").press("Enter")
    expect(page.locator("#line")).to_have_value("")


def press(page: Page, tag: str) -> None:
    page.locator(f'#step button[data-act="{tag}"]').first.click()
    page.wait_for_timeout(300)


def test_a_live_round_typed_card_by_card_and_a_wrong_payout_stopped(visit: Visit) -> None:
    house = visit.house
    house.do("crown-live", TakeSeat(seat=1, chips=500_00), "player-1", 1)
    page = visit.page("dealer-1", "/dealer/crown-live")
    press(page, "shuffle")
    type_line(page, "cut 20")
    house.do("crown-live", PlaceAnte(seat=1, amount=10_00), "player-1", 1)
    press(page, "call-no-more-bets")
    for turn in range(20):
        begin = page.locator("#step [data-begin]").first
        if not begin.count() or "deal" not in (begin.get_attribute("data-begin") or ""):
            break
        line = begin.get_attribute("data-begin") or ""
        own = {"1": "As Ad 9c 7h 2s", "dealer": "Ks Qd 4c 3h 8d"}
        whom = "dealer" if "dealer" in line else "1"
        count = 5 if turn < 2 else 1
        cards = own[whom].split()
        type_line(page, f"{line}{' '.join(cards[:count])}")
        page.wait_for_timeout(300)
    assert not serious(page)
    assert not visit.errors
    state = house.server.floor.house.tables["crown-live"].state
    assert state.phase in ("dealing", "deciding")


def test_a_supervisor_s_page_shows_tables_and_hangs_up_a_sign(visit: Visit) -> None:
    page = visit.page("manager-1", "/floor")
    expect(page.locator("#needs")).to_be_visible()
    card = page.locator('[data-stream="star-1"]').first
    card.get_by_text("Limits").click()
    card.locator("form[data-limits] input[name=amount]").fill("25")
    card.locator("form[data-limits] button").click()
    expect(page.locator('[data-stream="star-1"]').first).to_contain_text("minimum", timeout=10_000)
    assert not serious(page)
    assert not visit.errors


def test_somebody_kept_out_is_out_everywhere(visit: Visit) -> None:
    page = visit.page("manager-1", "/floor")
    form = page.locator('form[data-command="exclude-person"]')
    form.locator("[name=person]").fill("trainee-1")
    form.locator("[name=reason]").fill("asked to")
    form.locator("button").click()
    expect(page.locator("#people")).to_contain_text("trainee-1")
    other = visit.page("trainee-1", "/tables/star-1")
    other.get_by_label("Chips to bring").fill("100")
    other.locator('button[data-do*="take-seat"]').first.click()
    expect(other.locator("#refusal")).to_be_visible()


def test_a_director_starts_pauses_and_finds_it_paused_again(visit: Visit) -> None:
    page = visit.page("director-1", "/tournaments/evening/desk")
    for command in ("brief-players", "draw-seats"):
        page.locator(f'form[data-command="{command}"] button').click()
        expect(page.locator(f'form[data-command="{command}"]')).to_have_count(0)
    assert not serious(page)
    clock = visit.page("", "/tournaments/evening/clock")
    expect(clock.locator("#clock")).to_be_visible()
    assert not visit.errors


def test_an_inspector_finds_a_round_and_verifies_the_record(visit: Visit) -> None:
    house = visit.house
    house.do("crown-1", TakeSeat(seat=3, chips=200_00), "player-2", 3)
    house.do("crown-1", PlaceAnte(seat=3, amount=10_00), "player-2", 3)
    for _ in range(100):
        if house.server.floor.house.tables["crown-1"].state.phase == "deciding":
            break
        house.run(_pause())
    house.do("crown-1", PlaceBet(seat=3, amount=20_00), "player-2", 3)
    for _ in range(100):
        if house.server.floor.house.tables["crown-1"].state.phase == "wagers":
            break
        house.run(_pause())
    page = visit.page("inspector-1", "/inspector?table=crown-1")
    page.locator("table.figures a").first.click()
    expect(page.locator(".entries")).to_contain_text("decided again")
    page.get_by_role("link", name="player-2").click()
    expect(page.locator(".entries")).to_be_visible()
    assert not serious(page)
    page.goto(visit.house.url + "/inspector")
    page.locator("form[data-verify] button").click()
    expect(page.locator("[data-verdict]")).to_contain_text("every command decided again", timeout=60_000)
    assert not visit.errors


async def _pause() -> None:
    import asyncio

    await asyncio.sleep(0.05)


def test_rules_and_drill_can_be_read(visit: Visit) -> None:
    page = visit.page("", "/rules/crown-caribbean-stud/7.6.3")
    expect(page.locator("h1")).to_contain_text("7.6.3")
    assert not serious(page)
    page = visit.page("player-2", "/drill?game=star-caribbean-stud")
    page.locator("button.choice").first.click()
    expect(page.get_by_role("status").first).to_be_visible()
    assert not serious(page)
    assert not visit.errors

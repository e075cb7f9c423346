"""Around a hand of poker in a browser: looked at again, talked about, timed, and chips that go to the winner."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.driving import PHONE, Visit, serious, sideways
from browser.houses import LIVE, act, deal_poker
from croupier.histories.phh_format import read
from croupier.poker import commands as poker
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable

OPTIONS = Options(places=6, time_to_act=30, time_bank=60)
PEOPLE = {1: "player-1", 2: "player-2"}
HANDS = {1: "As Ad", 2: "Kh Kc"}
BOARD = "Qh 9d 4s 3h 8d"

WATCH = """
window.flown = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const box = this.getBoundingClientRect();
  const [, x, y] = /translate\\(([-\\d.e]+)px,\\s*([-\\d.e]+)px\\)/.exec(frames.at(-1).transform ?? "") ?? [0, 0, 0];
  const at = [box.left + box.width / 2 + Number(x), box.top + box.height / 2 + Number(y)];
  const inside = (place) => {
    const rect = place.getBoundingClientRect();
    return at[0] >= rect.left - 2 && at[0] <= rect.right + 2 && at[1] >= rect.top - 2 && at[1] <= rect.bottom + 2;
  };
  const places = [...document.querySelectorAll("main [data-place]")].filter(inside).map((place) => place.dataset.place);
  window.flown.push({ what: this.className, places, lasts: (options.delay ?? 0) + options.duration });
  return animate.call(this, frames, options);
};
"""
"""Notes what is moved by scripts: where it ends, and how long that takes."""


def open_table(visit: Visit, name: str) -> PokerTable:
    """A table of two with nobody but the test to deal."""
    house = visit.house
    floor = house.server.floor
    house.run(floor.transact(lambda: floor.house.open_table(name, "crown-holdem", OPTIONS) and None))
    house.run(house.server.dealer.set(name, LIVE))
    for seat, person in PEOPLE.items():
        act(house, name, poker.TakeSeat(seat=seat, chips=1000_00), person=person, by=seat)
    found = floor.house.tables[name]
    assert isinstance(found, PokerTable)
    return found


def close(visit: Visit, name: str) -> None:
    for seat, person in PEOPLE.items():
        act(visit.house, name, poker.LeaveSeat(seat=seat), person=person, by=seat)


def raised_and_folded(visit: Visit, table: PokerTable) -> None:
    """One raises, the other gives up: only the pot is left to be pushed."""
    one = table.state.hand.turn
    act(visit.house, table.name, poker.Raise(seat=one, to=40_00), person=PEOPLE[one], by=one)
    other = table.state.hand.turn
    act(visit.house, table.name, poker.Fold(seat=other), person=PEOPLE[other], by=other)


def flights(page: Page) -> list[dict[str, Any]]:
    return list(page.evaluate("window.flown"))


def test_chips_go_to_the_winner_and_the_hand_is_looked_at_again(visit: Visit, tmp_path: Path) -> None:
    table = open_table(visit, "poker-2")
    page = visit.page("player-2", "/")
    page.add_init_script(WATCH)
    page.goto(f"{visit.house.url}/tables/poker-2")
    deal_poker(visit.house, "poker-2", HANDS, BOARD)
    expect(page.locator('#felt [data-place="seat-2"] .card[data-face="Kh"]')).to_be_visible()
    raised_and_folded(visit, table)
    (winner,) = [seat for seat, player in table.state.hand.players.items() if player.live]
    expect(page.locator("#felt .pots .chips, #felt .bet-spot .chips").first).to_be_visible()
    act(visit.house, "poker-2", poker.PushPots())
    expect(page.locator(f'#felt .winner[data-place="seat-{winner}"]')).to_be_visible()
    moved = [one for one in flights(page) if "chips" in one["what"]]
    assert any(f"seat-{winner}" in one["places"] for one in moved if "ghost" in one["what"])
    assert max(one["lasts"] for one in flights(page)) < 300

    page.locator("#result a[data-replay]").click()
    replay = page.locator("dialog#hands")
    expect(replay).to_contain_text("Hand 1")
    page.keyboard.press("End")
    expect(replay.locator(".step-says")).to_contain_text("The hand is over")
    faces = replay.locator(".felt .card[data-face]").evaluate_all("cards => cards.map((card) => card.dataset.face)")
    assert set(faces) - {""} == {"Kh", "Kc"}  # the other hand was never shown
    last = replay.locator(".of").inner_text()
    page.keyboard.press("ArrowLeft")
    expect(replay.locator(".of")).not_to_have_text(last)
    page.keyboard.press("ArrowRight")
    expect(replay.locator(".of")).to_have_text(last)
    page.keyboard.press("Home")
    expect(replay.locator(".of")).to_contain_text("Step 1 of")
    expect(replay.locator(".felt .card[data-face]")).to_have_count(0)
    assert not serious(page)
    replay.locator(".step-says .clause").first.click()
    expect(page.locator("#popover")).to_contain_text("Open the rule")
    page.keyboard.press("Escape")
    with page.expect_download() as saved:
        replay.get_by_role("link", name="Save as PHH").click()
    saved.value.save_as(tmp_path / "hand.phh")
    (hand,) = read((tmp_path / "hand.phh").read_text(encoding="utf-8"))
    assert sorted(line.split()[-1] for line in hand.actions if line.startswith("d dh")) == ["????", "KhKc"]
    replay.get_by_role("button", name="Back to the table").click()
    expect(replay).to_be_hidden()
    expect(page.locator("#result a[data-replay]")).to_be_focused()
    close(visit, "poker-2")


def test_nothing_moves_for_those_who_want_no_motion(visit: Visit) -> None:
    table = open_table(visit, "poker-3")
    page = visit.page("player-1", "/", PHONE, reduced_motion="reduce")
    page.add_init_script(WATCH)
    page.goto(f"{visit.house.url}/tables/poker-3")
    deal_poker(visit.house, "poker-3", HANDS, BOARD)
    raised_and_folded(visit, table)
    act(visit.house, "poker-3", poker.PushPots())
    expect(page.locator("#felt .winner")).to_be_visible()
    assert flights(page) == []
    page.locator("#log a[data-replay]").click()
    page.go_back()  # the window goes, the table stays
    expect(page.locator("dialog#hands")).to_be_hidden()
    assert page.url.endswith("/tables/poker-3")
    page.locator("#log a[data-replay]").click()
    expect(page.locator("dialog#hands .hand-list a")).to_have_count(1)
    row = page.locator("dialog#hands .hand-list li")
    expect(row).to_contain_text("Second player")  # people by their names, and what it came to for oneself
    expect(row).to_contain_text(re.compile(r"You (win|lose) \$\d"))
    assert not re.search(r"\bseat \d", row.inner_text(), re.IGNORECASE)
    assert sideways(page) <= 0
    assert not serious(page)
    close(visit, "poker-3")


def test_time_that_runs_low_says_so_and_the_bank_comes_after_it(visit: Visit) -> None:
    table = open_table(visit, "poker-4")
    deal_poker(visit.house, "poker-4", HANDS, BOARD)
    turn = table.state.hand.turn
    page = visit.page(PEOPLE[turn], "/")
    page.clock.install()
    page.goto(f"{visit.house.url}/tables/poker-4")
    now = page.locator("#now")
    expect(now.locator(".turn")).to_have_text("Your turn")
    expect(now.locator(".bank")).to_contain_text("1:00")
    page.clock.fast_forward(45_000)
    expect(now).to_have_class("region now yours banking")
    page.clock.fast_forward(38_000)
    expect(now.locator(".turn")).to_have_text("Decide now")
    expect(page.locator("#say")).to_contain_text("Decide now")
    assert not serious(page)
    other = visit.page(PEOPLE[3 - turn], "/tables/poker-4")
    bank = other.locator("#now .bank time")  # the same for all who look
    assert bank.get_attribute("data-until") == now.locator(".bank time").get_attribute("data-until")
    raised_and_folded(visit, table)
    act(visit.house, "poker-4", poker.PushPots())
    close(visit, "poker-4")


def test_talk_is_read_muted_and_silenced(visit: Visit) -> None:
    open_table(visit, "poker-5")
    one, other = (visit.page(person, "/tables/poker-5") for person in PEOPLE.values())
    one.get_by_label("Write a message").fill("good <i>evening</i>")
    one.keyboard.press("Enter")
    said = other.locator("#chat [data-person='player-1'] .words")
    expect(said).to_have_text("good <i>evening</i>")
    expect(one.get_by_label("Write a message")).to_have_value("")
    assert not serious(other)
    other.locator("#chat [data-person='player-1'] summary").click()
    other.locator("#chat [data-mute='player-1']").click()
    expect(said).to_be_hidden()
    other.reload()
    expect(other.locator("#chat [data-unmute='player-1']")).to_be_visible()
    expect(said).to_be_hidden()
    other.locator("#chat [data-unmute='player-1']").click()
    expect(said).to_be_visible()
    rules = visit.page("supervisor-1", "/tables/poker-5")
    rules.locator("#chat [data-person='player-1'] summary").click()
    rules.locator("#chat [data-silence='player-1']").click()
    expect(one.locator("#chat")).to_contain_text("muted you at this table")
    close(visit, "poker-5")


def test_a_key_of_one_s_own(visit: Visit) -> None:
    table = open_table(visit, "poker-6")
    deal_poker(visit.house, "poker-6", HANDS, BOARD)
    turn = table.state.hand.turn
    page = visit.page(PEOPLE[turn], "/tables/poker-6")
    page.keyboard.press("?")
    page.locator("#keys summary").click()
    page.locator("[data-key-of='fold'] [data-rebind]").click()
    page.keyboard.press("z")
    expect(page.locator("#acts [data-act='fold'] kbd")).to_have_text("z")
    assert not serious(page)
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.locator("#acts [data-act='fold'] kbd")).to_have_text("z")
    page.keyboard.press("f")  # it does nothing any more
    page.keyboard.press("z")
    expect(page.locator("#felt")).to_contain_text("folded")
    assert json.loads(page.evaluate("localStorage.getItem('keys')")) == {"fold": "z"}
    act(visit.house, "poker-6", poker.PushPots())
    close(visit, "poker-6")

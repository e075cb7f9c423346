"""The scripts of a page in a real browser, at a table of a small house: regions come in live, acts go out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driving import CHROMIUM, opened
from croupier.kernel.actors import HOUSE
from croupier.stud.commands import Fold, PlaceAnte, Reveal, Settle
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.poker_table import poker_table
from web.small_house import SmallHouse
from web.tables import house

Sit = Callable[[SmallHouse], Page]


pytestmark = pytest.mark.slow
"""A tap is to be repeated within four seconds: on a machine in use a browser may take longer. `tests/browser` is always run."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    with opened() as found:
        yield found


@pytest.fixture
def sit(browser: Browser) -> Iterator[Sit]:
    """Opens the page of a house; at the end nothing may have gone wrong in it."""
    wrong: list[str] = []
    opened: list[tuple[SmallHouse, Page]] = []

    def open_page(small: SmallHouse) -> Page:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
        page.goto(f"{small.address}/table")
        opened.append((small, page))
        return page

    yield open_page
    for small, page in opened:
        page.context.close()
        small.close()
    assert not wrong


def dealt_by_itself(table: HouseTable) -> SmallHouse:
    """A table that deals once the ante of seat 1 lies, and settles once the last one has decided."""

    def after() -> None:
        if table.state.phase == "wagers" and 1 in table.state.wagered:
            table.deal()
        if table.state.phase == "deciding" and not table.state.undecided:
            table.do(Reveal(), by=HOUSE)
            table.do(Settle(), by=HOUSE)

    return SmallHouse(table, 1, after)


def test_a_round_by_keyboard_alone_and_what_is_read_out(sit: Sit) -> None:
    small = dealt_by_itself(house_table("crown-caribbean-stud", seats=2, seed=7))
    page = sit(small)
    page.keyboard.press("a")
    expect(page.locator("#now")).to_contain_text("Bet $20 or fold")
    expect(page.locator("#say")).to_contain_text("You are dealt the ")
    assert page.title().startswith("● Your turn")
    page.keyboard.press("h")
    expect(page.locator("#say p").last).to_contain_text("Your cards: ")
    page.keyboard.press("2")
    expect(page.locator("#say p").last).to_contain_text(" of ")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    expect(page.locator("#keys")).to_contain_text("Bet $20")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_hidden()
    page.keyboard.press("b")
    expect(page.locator("#result .total")).to_be_visible()
    assert not page.title().startswith("●")
    assert [post["command"]["do"] for post in small.posts] == ["place-ante", "place-bet"]
    assert len({post["id"] for post in small.posts}) == 2
    assert [post["as"] for post in small.posts] == [1, 1]


def test_chips_make_the_stake(sit: Sit) -> None:
    small = dealt_by_itself(house_table("crown-caribbean-stud", seats=1, seed=7))
    page = sit(small)
    page.locator('[data-add="2500"]').click()
    page.locator('[data-add="500"]').click()
    page.locator('[data-add="500"]').click()
    expect(page.locator('[data-act="place-ante"] .amount')).to_have_text("$35")
    page.locator('[data-act="place-ante"]').click()
    expect(page.locator("#now")).to_contain_text("Bet $70 or fold")
    assert small.posts[0]["command"] == {"do": "place-ante", "seat": 1, "amount": 35_00}


def test_what_is_half_typed_stays_with_focus_and_caret(sit: Sit) -> None:
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    stake = page.locator("[data-keep=ante]")
    stake.fill("123")
    stake.evaluate("input => input.setSelectionRange(1, 2)")
    small.do(lambda: table.do(PlaceAnte(seat=2, amount=10_00)))
    expect(page.locator("#log li").first).to_contain_text("Seat 2 antes")
    again = page.locator("[data-keep=ante]")
    expect(again).to_be_focused()
    expect(again).to_have_value("123")
    assert again.evaluate("input => [input.selectionStart, input.selectionEnd]") == [1, 2]
    expect(page.locator('[data-act="place-ante"] .amount')).to_have_text("$123")


def test_a_refusal_says_why_with_its_clause(sit: Sit) -> None:
    small = SmallHouse(house_table("star-caribbean-stud", seats=1, seed=7), 1)
    page = sit(small)
    page.locator("[data-keep=ante]").fill("3")
    page.locator("[data-keep=ante]").press("Enter")
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Not accepted")
    refusal.locator(".clause").click()
    expect(page.locator("#popover")).to_contain_text("About ")
    page.keyboard.press("Escape")
    expect(page.locator("#popover")).to_be_hidden()
    page.locator("[data-keep=ante]").fill("ten")
    page.locator("[data-keep=ante]").press("Enter")
    expect(refusal).to_contain_text("Enter an amount")
    assert len(small.posts) == 1


def test_an_act_on_a_table_that_has_moved_on_goes_out_again_where_it_still_stands(sit: Sit) -> None:
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    expect(page.locator("#acts")).to_contain_text("Ante")
    small.silent = True
    small.do(lambda: table.do(PlaceAnte(seat=2, amount=10_00)))
    small.silent = False
    page.locator('[data-act="place-ante"]').click()
    page.wait_for_timeout(300)
    small.do(lambda: None)  # the news arrive
    expect(page.locator("#log li").first).to_contain_text("Seat 1 antes")
    assert [post["seen"] for post in small.posts] == [table.number - 2, table.number - 1]


def test_what_could_not_be_sent_goes_out_once_when_the_connection_is_back(sit: Sit) -> None:
    table = house_table("crown-caribbean-stud", seats=1, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    expect(page.locator("#acts")).to_contain_text("Ante")
    small.down = True
    small.hang_up()
    page.locator('[data-act="place-ante"]').click()
    expect(page.locator("#refusal")).to_contain_text("could not be reached")
    expect(page.locator("#lost")).to_be_visible()
    small.down = False
    expect(page.locator("#log li").first).to_contain_text("Seat 1 antes", timeout=15_000)
    expect(page.locator("#lost")).to_be_hidden()
    assert len({post["id"] for post in small.posts}) == 1
    assert table.state.ante(1) == 10_00


def test_a_card_is_changed_only_when_asked_twice(sit: Sit) -> None:
    table = house("venezia-caribbean-poker", "hand 1: Kh Qh Jh Th 2s\nstub: 9h\ndeal", seats=1, ante="10.00")
    small = SmallHouse(table, 1)
    page = sit(small)
    page.keyboard.press("x")
    card = page.locator('[data-act="change-card"]').nth(4)
    card.click()
    expect(page.locator("#asks")).to_contain_text("Tap again: exchange the two of spades for €10. ")
    assert not small.posts
    card.click()
    expect(page.locator("#felt")).to_contain_text("straight flush, king high")
    assert small.posts[0]["command"]["card"] == "2s"


def test_all_chips_are_wagered_only_when_asked_twice(sit: Sit) -> None:
    table = poker_table("crown-holdem", seats=3, seed=7)
    table.run()
    small = SmallHouse(table, table.turn)
    page = sit(small)
    page.locator(".preset", has_text="All-in").click()
    raising = page.locator('[data-act="raise"]')
    expect(raising.locator(".amount")).to_have_text("$1,000")
    raising.click()
    expect(raising).to_contain_text("Tap again: all-in")
    assert not small.posts
    page.locator(".preset", has_text="Half pot").click()
    raising.click()
    expect(page.locator("#log li").first).to_contain_text("raises to")
    assert small.posts[0]["command"] == {"do": "raise", "seat": small.seat, "to": 22_00}


@pytest.mark.parametrize("taken_back", [False, True])
def test_what_was_decided_before_the_turn_is_done_at_the_turn_unless_it_is_taken_back(sit: Sit, taken_back: bool) -> None:
    table = poker_table("crown-holdem", seats=3, seed=7)
    table.run()
    first = table.turn
    small = SmallHouse(table, 1 if first != 1 else 2, lambda: None)
    page = sit(small)
    folds, calls = (page.locator(f'input[name="before"][value="{what}"]') for what in ("check-fold", "call-any"))
    folds.check()
    calls.check()
    expect(folds).not_to_be_checked()
    if taken_back:
        calls.uncheck()
    while table.turn != small.seat:
        small.do(lambda: table.do(next(o.command for o in table.moves(table.turn) if "Call" in type(o.command).__name__)))
    if taken_back:
        expect(page.locator('#acts button[data-act="call"]')).to_be_visible()
        assert not small.posts
        return
    expect(page.locator("#log li").first).to_contain_text(f"Seat {small.seat} calls")
    assert len(small.posts) == 1


def test_nobody_waits_for_cards_to_travel(sit: Sit) -> None:
    """The page is right at once: the cards lie there while their pictures are still on the way."""
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    table.do(PlaceAnte(seat=2, amount=10_00))
    small = dealt_by_itself(table)
    page = sit(small)
    page.keyboard.press("a")
    expect(page.locator("#now")).to_contain_text("Bet $20")
    assert page.locator(".rail .card").count() == 5
    longest = page.evaluate("Math.max(0, ...document.getAnimations().map(one => one.effect.getComputedTiming().endTime))")
    assert longest <= 300
    small.do(lambda: table.do(Fold(seat=2)))
    expect(page.locator("#felt .box.faded")).to_have_count(1)


def test_the_deck_has_four_colours_at_a_switch_and_keeps_them(sit: Sit) -> None:
    table = house("crown-caribbean-stud", "hand 1: 2d 3d 4d 5d 7c\ndeal", seats=1, ante="10.00")
    small = SmallHouse(table, 1)
    page = sit(small)
    diamond = page.locator(".rail .suit-d").first
    red = diamond.evaluate("card => getComputedStyle(card).color")
    page.locator('[data-switch="four"]').click()
    blue = diamond.evaluate("card => getComputedStyle(card).color")
    assert red != blue
    page.reload()
    assert page.locator(".rail .suit-d").first.evaluate("card => getComputedStyle(card).color") == blue


def test_what_has_not_changed_stays_the_very_element_that_it_was(sit: Sit) -> None:
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    small.do(lambda: table.do(PlaceAnte(seat=2, amount=10_00)))
    expect(page.locator("#log li:not(.opens)").first).to_contain_text("Seat 2 antes")
    page.evaluate("document.querySelector('#log li:not(.opens)').seen = true")
    page.evaluate("document.querySelector('#felt svg.inscription').seen = true")
    small.do(lambda: table.do(PlaceAnte(seat=1, amount=10_00)))
    expect(page.locator("#log li:not(.opens)").first).to_contain_text("Seat 1 antes")
    assert page.evaluate("[...document.querySelectorAll('#log li:not(.opens)')].findIndex(line => line.seen)") == 1
    assert page.evaluate("document.querySelector('#felt svg.inscription').seen")


def test_what_comes_within_one_moment_is_shown_together_and_said_in_order(sit: Sit) -> None:
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    expect(page.locator("#acts")).to_contain_text("Ante")
    page.evaluate(
        """() => {
          window.shown = 0;
          document.addEventListener("croupier:updated", () => { window.shown++; });
          const until = performance.now() + 700;
          setTimeout(() => { while (performance.now() < until); }); // the page is busy while news arrive
        }"""
    )
    for seat in (2, 1):
        small.do(lambda seat=seat: table.do(PlaceAnte(seat=seat, amount=10_00)))  # type: ignore[misc]
    expect(page.locator("#log li:not(.opens)").first).to_contain_text("Seat 1 antes")
    assert page.evaluate("window.shown") == 1
    said = page.locator("#say").inner_text()
    assert said.index("p2 antes") < said.index("You ante")


def test_a_proposal_comes_back_where_nothing_is_half_typed(sit: Sit) -> None:
    """What is kept of a region is as if it had been put again: a stake that was placed is no longer typed."""
    table = house_table("crown-caribbean-stud", seats=2, seed=7)
    small = SmallHouse(table, 1)
    page = sit(small)
    stake = page.locator("[data-keep=ante]")
    stake.evaluate("input => { input.value = '77'; }")
    small.do(lambda: table.do(PlaceAnte(seat=2, amount=10_00)))
    expect(page.locator("#log li:not(.opens)").first).to_contain_text("Seat 2 antes")
    expect(stake).to_have_value(stake.evaluate("input => input.defaultValue"))


def test_whatever_a_region_was_it_comes_to_be_what_was_sent(sit: Sit) -> None:
    page = sit(SmallHouse(house_table("crown-caribbean-stud", seats=1, seed=7), 1))
    wrong = page.evaluate(
        """async () => {
          const { replace } = await import("/static/regions.js");
          let seed = 7;
          const chance = (most) => (seed = (seed * 48271) % 2147483647) % most;
          const piece = (deep) => {
            const kind = chance(9);
            if (kind < 2) return ["a", "b", " ", "\\n"][chance(4)];
            if (kind === 2) return `<input name="n" value="${chance(3)}"${chance(2) ? " checked type=checkbox" : ""}>`;
            if (kind === 3) return `<svg viewBox="0 0 9 9"><use href="#card-${["As", "Kd"][chance(2)]}"/></svg>`;
            const name = ["p", "span", "b", "li"][chance(4)];
            const key = chance(3) ? "" : ` data-key="k${chance(4)}"`;
            const look = chance(3) ? "" : ` class="c${chance(3)}"`;
            return `<${name}${key}${look}>${deep ? list(deep - 1) : chance(3)}</${name}>`;
          };
          const list = (deep) => Array.from({ length: chance(6) }, () => piece(deep)).join("");
          const place = document.createElement("div");
          document.body.append(place);
          const wrong = [];
          for (let time = 0; time < 400; time++) {
            const html = `<div id="made" title="${chance(3)}">${list(3)}</div>`;
            if (!place.firstElementChild) place.innerHTML = html;
            const was = place.innerHTML;
            replace(place.firstElementChild, html);
            const held = document.createElement("template");
            held.innerHTML = html;
            const same = place.firstElementChild.isEqualNode(held.content.firstElementChild);
            const anew = (one) => one.checked === one.defaultChecked && one.value === one.defaultValue;
            const reset = [...place.querySelectorAll("input")].every(anew);
            if (!same || !reset) wrong.push([was, html, place.innerHTML]);
          }
          return wrong.slice(0, 2);
        }"""
    )
    assert wrong == []

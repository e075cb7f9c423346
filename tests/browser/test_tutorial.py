"""The evening in the browser, as the tutorial tells it: each step is done here, and every word that it shows was on a page."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browser.driving import Visit
from browser.houses import table, until
from browser.test_staff import step, type_line
from croupier.kernel.cards import Card
from croupier.stud.commands import DealCards

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "in-the-browser.md"
BOX, DEALER = ("As", "Ad", "9c", "7h", "2s"), ("Ac", "Kd", "8c", "4h", "3s")


class Seen:
    """Everything that was to be read on the pages of the evening."""

    def __init__(self) -> None:
        self.text = ""

    def look(self, page: Page) -> None:
        labels = page.locator("[aria-label], [placeholder]").evaluate_all(
            "all => all.map(one => (one.ariaLabel || '') + ' ' + (one.placeholder || '')).join(' ')"
        )
        self.text += " ".join(f"{page.locator('body').inner_text()} {labels}".split()) + " "


def deal(visit: Visit, page: Page) -> None:
    """The deal as a live dealer types it, one card after the other, up to the player's decision."""
    found = table(visit.house, "crown-live")
    step(page, "shuffle")
    type_line(page, "cut 20")
    until(lambda: bool(found.state.wagered), "the ante")
    step(page, "call-no-more-bets")
    for mine, theirs in zip(BOX, DEALER, strict=True):
        type_line(page, f"deal 1: {mine}")
        type_line(page, f"deal dealer: {theirs}")
    assert not any(isinstance(offer.command, DealCards) for offer in found.legal(by="Dealer"))


def test_the_evening_of_the_tutorial(visit: Visit) -> None:
    seen, found = Seen(), table(visit.house, "crown-live")
    player = visit.page("player-1", "/")
    seen.look(player)
    player.locator('a.table-card[href="/tables/crown-live"]').click()
    player.wait_for_load_state()
    player.get_by_label("Chips to bring").fill("200")
    seen.look(player)
    player.get_by_role("button", name="Seat 1", exact=True).click()
    expect(player.locator("#acts")).to_contain_text("Ante")

    dealer = visit.page("dealer-1", "/tables/crown-live")
    seen.look(dealer)
    dealer.get_by_role("link", name="Dealer's page").click()
    dealer.wait_for_load_state()
    seen.look(dealer)
    player.locator('#acts button[data-act="place-ante"]').first.click()
    seen.look(player)
    deal(visit, dealer)
    dealer.locator("details.correction summary").click()
    correction = dealer.locator("form[data-correct]")
    for name, words in (("was", "9c"), ("now", "9d"), ("why", "misread")):
        correction.locator(f'input[name="{name}"]').fill(words)
    seen.look(dealer)
    correction.get_by_role("button", name="Correct it").click()
    until(lambda: Card("9d") in found.state.boxes[1].cards, "the card put right")
    step(dealer, "call-bet-or-fold")
    expect(player.locator('#acts button[data-act="place-bet"]')).to_be_visible()
    seen.look(player)
    player.locator('#acts button[data-act="place-bet"]').click()
    step(dealer, "reveal")
    pay = dealer.locator('form[data-payout="1"]')
    pay.locator("input").fill("40")
    pay.locator("button").click()
    expect(pay.locator(".verdict")).to_contain_text("Not paid: you announced $40, but the correct amount is $30")
    seen.look(dealer)
    pay.locator("input").fill("30")
    pay.locator("button").click()
    expect(pay.locator(".verdict")).to_contain_text("Correct.")
    seen.look(dealer)
    step(dealer, "settle")
    expect(player.locator("#result")).to_contain_text("You win $30")
    player.locator("#result button.clause").first.click()
    expect(player.locator("#popover")).to_contain_text("Open the rule")
    seen.look(player)
    player.keyboard.press("Escape")

    player.locator('#acts button[data-act="place-ante"]').first.click()
    deal(visit, dealer)
    step(dealer, "call-bet-or-fold")
    trouble = dealer.locator('details:has(form[data-report="miscount"])')
    trouble.locator("summary").click()
    trouble.get_by_label("Box", exact=True).fill("1")
    trouble.get_by_label("How many").fill("6")
    seen.look(dealer)
    trouble.get_by_role("button", name="Report it").click()
    expect(dealer.locator("#step")).to_contain_text("has been called. Play waits")
    seen.look(dealer)
    supervisor = visit.page("supervisor-1", "/floor")
    expect(supervisor.locator("main")).to_contain_text("crown-live")
    seen.look(supervisor)
    supervisor.locator('a[href="/dealer/crown-live"]').first.click()
    supervisor.wait_for_load_state()  # a button that is pressed before the scripts are there only loads the page again
    ruling = supervisor.locator('#step button[data-act="rule"][data-do*="52 cards"]')
    expect(ruling).to_be_visible()
    seen.look(supervisor)
    ruling.click()
    until(lambda: found.state.stack(1) == 230_00, "the wagers back")
    step(dealer, "reveal")
    step(dealer, "settle")
    until(lambda: found.state.phase == "wagers", "the end of the round")

    inspector = visit.page("inspector-1", "/inspector")
    inspector.get_by_label("Hand, or words").fill("one pair, aces")
    seen.look(inspector)
    inspector.get_by_role("button", name="Find", exact=True).click()
    seen.look(inspector)
    inspector.locator("table.figures a").first.click()
    expect(inspector.locator("header .pill.good")).to_contain_text("decided again: same result")
    seen.look(inspector)
    inspector.goto(f"{visit.house.url}/inspector")
    inspector.get_by_role("button", name="Verify everything").click()
    expect(inspector.locator("[data-verdict]")).to_contain_text("every command, decided again", timeout=120_000)
    seen.look(inspector)

    player.goto(f"{visit.house.url}/me")
    seen.look(player)
    shown = re.findall(r"\*\*(.+?)\*\*", TUTORIAL.read_text(encoding="utf-8"))
    assert len(shown) > 20
    assert [words for words in shown if words not in seen.text] == []

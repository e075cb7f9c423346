"""A book from outside in a browser: Three Card Poker with Pair Plus from the lobby to the audit, at a desk and on a phone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from added_books import books_forgotten
from browser.driving import DESKTOP, PHONE, Visit, serious, sideways
from browser.houses import LIVE, act, stack, table, until
from croupier import books
from croupier.floor.demo import Demo
from croupier.stud.commands import LeaveSeat
from croupier.stud.rules import Options
from server.running import Running, running

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NAME = "three-card-poker-1"
COVERS = """() => [...document.querySelectorAll(".lobby li.open")].flatMap((card) => {
  const button = card.querySelector("a.go").getBoundingClientRect();
  const range = document.createRange();
  return [...card.querySelectorAll(".limits, .free, .pace, .meter")].filter((line) => {
    range.selectNodeContents(line);
    const over = (box) => box.right > button.left && box.bottom > button.top && box.top < button.bottom;
    return [...range.getClientRects()].some(over);
  }).map((line) => `Sit down covers ${line.textContent}`);
})"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    async def furnish(demo: Demo) -> None:
        await demo.people()
        await demo.open_table(NAME, "three-card-poker", Options(places=3), LIVE)

    with books_forgotten():
        books.add_book(EXAMPLES / "three_card_poker")
        with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
            yield found


def button(page: Page, tag: str) -> None:
    page.locator(f'#acts button[data-act="{tag}"]').first.click()


@pytest.mark.parametrize(("size", "person"), [(DESKTOP, "player-1"), (PHONE, "player-2")], ids=("desk", "phone"))
def test_three_card_poker_from_the_lobby_to_the_audit(visit: Visit, size: tuple[int, int], person: str) -> None:
    house = visit.house
    house.run(house.server.dealer.set(NAME, LIVE))
    page = visit.page(person, "/", size)
    assert page.evaluate(COVERS) == []
    page.locator(f'a.go[data-sit="{NAME}"]').click()
    expect(page.locator("#felt")).to_contain_text("queen high")
    seat = 1
    button(page, "place-ante")
    offer = page.locator('#acts button[data-act="place-wager"]')
    expect(offer).to_contain_text("Pair Plus")
    page.locator('#acts .wager input[name="amount"]').fill("20")
    offer.click()
    expect(page.locator('#acts button[data-act="take-back-wager"]')).to_contain_text("Pair Plus")
    assert (serious(page), sideways(page)) == ([], 0)
    stack(house, NAME, {seat: "9s 9d 4c", 0: "Qc 7d 3h"})
    expect(page.locator("#felt .hand.main .caption")).to_contain_text("air of nines")
    button(page, "place-bet")
    result = page.locator("#result")
    for words in ("You win $40", "Pair Plus", "queen high"):  # 10 and 10 against a queen that plays, 20 with Pair Plus
        expect(result).to_contain_text(words)
    assert (serious(page), sideways(page)) == ([], 0)
    page.goto(house.url + str(result.get_by_role("link", name="Replay").get_attribute("href")))
    expect(page.locator("main")).to_contain_text("Pair Plus")
    until(lambda: table(house, NAME).state.phase == "wagers", "the next round")
    act(house, NAME, LeaveSeat(seat=seat), person=person, by=seat)
    line = ["--add-book", str(EXAMPLES / "three_card_poker"), "audit", "verify", "--database", house.server.config.database]
    done = subprocess.run([sys.executable, "-m", "croupier", *line], capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "every command, decided again, gave the same result" in done.stdout

"""A house from its first hour on: its cage is opened, chips are sold, moved, counted and redeemed, all in browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driving import PHONE, Visit, serious, sideways, visiting
from croupier.books import book_of
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import ADMIN, Demo
from croupier.floor.house import PEOPLE
from croupier.kernel.actors import HOUSE
from croupier.kernel.roles import ADMINISTRATOR
from croupier.people.commands import GrantRole, RegisterPerson
from croupier.stud.rules import Options
from server.running import Running, running

GAME = "crown-caribbean-stud"


async def unopened(demo: Demo) -> None:
    """People and a table, and a cage that nobody has opened."""
    await demo.do(PEOPLE, RegisterPerson(person=ADMIN, name="Administrator"), HOUSE, HOUSE)
    await demo.do(PEOPLE, GrantRole(person=ADMIN, book="*", capacity=ADMINISTRATOR), HOUSE, HOUSE)
    for person in ("cashier-1", "manager-1", "player-1"):
        await demo.register(person, person.partition("-")[0].capitalize())
    await demo.grant("cashier-1", "*", "cashier")
    await demo.grant("manager-1", GAME, book_of(GAME).title_page.ranks[-1])
    await demo.floor.transact(lambda: demo.floor.house.open_table("crown-1", GAME, Options(places=3)) and None)
    await demo.dealer.set("crown-1", TableSettings(live=True))


@pytest.fixture
def new_house(tmp_path: Path, browser: Browser) -> Iterator[Visit]:
    with running(tmp_path / "house.db", furnish=unopened) as house, visiting(house, browser) as visit:
        yield visit
        visit.close()


def typed(page: Page, form: str, **fields: str) -> None:
    """Fill in a form of the page, and send it by its last field."""
    found = page.locator(f'form[data-command="{form}"]').first
    for name, value in fields.items():
        found.locator(f'[name="{name}"]').fill(value)
    found.locator(f'[name="{list(fields)[-1]}"]').press("Enter")


def held(house: Running, person: str) -> int:
    return house.server.floor.house.cage.state.patron(person).held()


def test_a_new_house_opens_its_cage_and_sells_the_first_chips(new_house: Visit) -> None:
    visit, house = new_house, new_house.house
    cashier = visit.page("cashier-1", "/cage", PHONE)
    expect(cashier.locator("#cage-now .banner")).to_contain_text("not open")
    assert cashier.locator('form[data-command="open-cage"]').count() == 0
    floor = visit.page("manager-1", "/floor")
    expect(floor.locator("#needs")).to_contain_text("The cage is not open")

    boss = visit.page(ADMIN, "/cage")
    typed(boss, "open-cage", chips="100,000", cash="5000")
    expect(boss.locator("#cage-now")).to_contain_text("$100,000")
    expect(floor.locator("#needs")).not_to_contain_text("The cage is not open")

    expect(cashier.locator("#cage-now")).to_contain_text("$5,000")  # without a reload
    cashier.keyboard.press("b")
    expect(cashier.locator('form[data-command="issue-chips"] [name="person"]')).to_be_focused()
    cashier.keyboard.type("player-1")
    cashier.keyboard.press("Tab")
    cashier.keyboard.type("250")
    cashier.keyboard.press("Enter")
    expect(cashier.locator("#cage-hands")).to_contain_text("$250")
    expect(cashier.locator("#log li").first).to_contain_text("Player (player-1) buys chips for $250.00")
    expect(cashier.locator("#say")).to_contain_text("buys chips for $250.00")
    assert held(house, "player-1") == 250_00
    assert not serious(cashier)
    assert sideways(cashier) <= 0

    typed(cashier, "redeem-chips", person="player-1", amount="50.50")
    expect(cashier.locator("#cage-hands")).to_contain_text("$199.50")
    typed(cashier, "issue-chips", person="cashier-1", amount="10")
    expect(cashier.locator("#refusal")).to_be_visible()
    typed(cashier, "issue-chips", person="nobody-9", amount="10")
    expect(cashier.locator("#refusal")).to_be_visible()
    assert held(house, "cashier-1") == 0

    cashier.on("dialog", lambda dialog: dialog.accept())
    cashier.locator("#cage-hands button").click()
    expect(cashier.locator("#cage-hands")).to_contain_text("Nobody holds chips")
    assert held(house, "player-1") == 0


def test_a_fill_takes_two_people_and_a_count_that_differs_is_explained(new_house: Visit) -> None:
    visit = new_house
    boss = visit.page(ADMIN, "/cage")
    typed(boss, "open-cage", chips="100000", cash="5000")
    expect(boss.locator("#cage-now")).to_contain_text("$100,000")
    manager = visit.page("manager-1", "/cage")
    expect(manager.locator("#cage-desk")).to_contain_text("by a cashier")
    manager.locator("#cage details summary", has_text="Fill").click()
    form = manager.locator('form[data-command="request-transfer"]')
    form.locator('[name="table"]').select_option("crown-1")
    form.locator('[name="amount"]').fill("2000")
    form.locator("button").click()
    expect(manager.locator("#cage .need")).to_contain_text("fill crown-1 $2,000")

    cashier = visit.page("cashier-1", "/cage")
    cashier.locator('#cage form[data-command="confirm-transfer"] button').click()
    expect(cashier.locator("#cage .need")).to_have_count(0)
    expect(cashier.locator("#cage-now")).to_contain_text("$98,000")
    cashier.locator("#cage-counts summary", has_text="Count the cage").click()
    cashier.locator('form[data-command="count-cage"] [name="currency"]').select_option("cash")
    typed(cashier, "count-cage", counted="4999")
    expect(cashier.locator("#cage .need.grave")).to_contain_text("$1")
    typed(cashier, "explain-variance", note="a coin under the drawer")
    expect(cashier.locator("#cage")).to_contain_text("a coin under the drawer")
    expect(boss.locator("#cage")).to_contain_text("a coin under the drawer")
    for page in (boss, manager, cashier):
        assert not serious(page)


def test_the_cage_is_for_those_who_have_to_do_with_it(new_house: Visit) -> None:
    player = new_house.page("player-1", "/")
    assert player.locator('nav a[href="/cage"]').count() == 0
    player.goto(new_house.house.url + "/cage")
    expect(player.locator("main")).to_contain_text("This page is for cage staff")
    cashier = new_house.page("cashier-1", "/")
    cashier.locator('nav a[href="/cage"]').click()
    expect(cashier.locator("h1")).to_have_text("Cage")

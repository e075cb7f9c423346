"""A player in Venice who reads Italian: a whole round in a browser, on a desktop and a phone, with no English on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.driving import DESKTOP, PHONE, Visit, covered, serious, sideways, visiting
from browser.houses import LIVE, QUICK, act, table, until
from croupier.floor.demo import Demo
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.cards import parse_cards
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.house_terms import terms_for_play
from croupier.tables.stacking import stacked_deck
from languages import english_in
from server.running import Running, running

NAME, GAME = "venezia-1", "venezia-caribbean-poker"
NAMES = ("Player", "Casino di Venezia")
"""Names of people and of the house, which no language changes."""


async def furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table(NAME, GAME, Options(places=7, minimum=10_00, maximum=500_00, jackpot=5_00), LIVE)
    meters = demo.floor.house.casinos[GAME].meters
    opened = OpenSystem(system="main", terms=terms_for_play(GAME, 5_00), tables=(NAME,))
    await demo.do(meters.name, opened, "manager-1", meters.rules.ranks[-1])


@pytest.fixture(scope="module")
def venice(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("venice") / "house.db", furnish=furnish) as found:
        yield found


@pytest.fixture
def visit(venice: Running, browser: Browser) -> Iterator[Visit]:
    with visiting(venice, browser) as found:
        yield found
        found.close()


def italian(page: Page) -> None:
    """The page is in Italian, whole, and fits its window."""
    assert page.locator("html").get_attribute("lang") == "it"
    assert english_in(page.content(), NAMES) == set()
    assert sideways(page) == 0


def press(page: Page, act: str) -> None:
    page.locator(f'#acts button[data-act="{act}"]').first.click()


def stake(page: Page, amount: str) -> None:
    page.locator('#ante-form input[name="amount"]').fill(amount)
    press(page, "place-ante")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_round_in_italian(visit: Visit, size: tuple[int, int]) -> None:
    page = visit.page("player-1", "/", size, locale="it-IT", reduced_motion="reduce")
    for path in ("/", "/sign-in", "/me", f"/rules/{GAME}", f"/rules/{GAME}/4.2?fragment=1", f"/tables/{NAME}"):
        page.goto(visit.house.url + path)
        if "fragment" in path:
            assert english_in(page.content(), NAMES) == set()
        else:
            italian(page)
    page.locator("#sit button").first.click()  # buys in with what is proposed
    expect(page.locator("#now .says")).to_contain_text("Punta la tua ante")
    italian(page)
    stake(page, "5.000")
    expect(page.locator("#refusal")).to_contain_text("in fiches, non 5.000,00\xa0€")
    italian(page)
    stake(page, "12,50")
    expect(page.locator("#refusal")).to_contain_text("si punta a passi di 1,00\xa0€")
    stake(page, "20")
    expect(page.locator("#acts")).to_contain_text("Gioca per il jackpot 5\xa0€")
    press(page, "place-jackpot")
    expect(page.locator("#jackpot")).to_contain_text("Giochi per il jackpot")
    italian(page)
    found = table(visit.house, NAME)
    seat, before = found.state.seat_of("player-1"), found.state.round
    hands = {seat: parse_cards("Kh Kd 9c 5s 2h"), 0: parse_cards("Ac Kc 7d 4s 3s")}
    deck = stacked_deck(found, hands, then=parse_cards("Ks"))
    act(visit.house, NAME, stud.Shuffle(deck=deck, source="stacked"), stud.CallNoMoreBets(), stud.Deal(), stud.CallBetOrFold())
    expect(page.locator("#now .says")).to_contain_text("Punta 40\xa0€ o passa, oppure prima cambia una carta.")
    italian(page)
    change = page.locator("button.card-act").last
    change.click()
    expect(page.locator("#asks")).to_contain_text("non può più vincere")
    change.click()
    expect(page.locator("#felt .rail")).to_contain_text("tris di re (9-5)")
    press(page, "place-bet")
    expect(page.locator("#log")).to_contain_text("Il box 1 punta 40,00\xa0€.")
    italian(page)
    visit.house.run(visit.house.server.dealer.set(NAME, QUICK))
    until(lambda: table(visit.house, NAME).state.round > before, "the end of the round")
    visit.house.run(visit.house.server.dealer.set(NAME, LIVE))
    expect(page.locator("#result")).to_contain_text("Vinci 115\xa0€")
    expect(page.locator("#result")).to_contain_text("vince 3 a 1")
    expect(page.locator("#say")).to_contain_text("Cambi due di cuori con re di picche.")
    italian(page)
    assert covered(page) == []
    assert serious(page) == []
    page.goto(f"{visit.house.url}/tables/{NAME}/hands/{before}")
    italian(page)
    page.goto(f"{visit.house.url}/help/play/{GAME}.html")
    expect(page.locator("main h1")).to_have_text("Come si gioca a Caribbean Poker al Casinò di Venezia")
    page.goto(f"{visit.house.url}/tables/{NAME}")
    page.locator("summary", has_text="Altro").click()
    press(page, "leave-seat")
    press(page, "leave-seat")
    expect(page.locator("#now .says")).to_contain_text("Scegli un posto libero.")


def test_each_person_picks_a_language(visit: Visit) -> None:
    page = visit.page("", "/sign-in?to=/me", locale="en-GB")
    assert page.locator("html").get_attribute("lang") == "en"
    page.locator("header").get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    assert page.url.endswith("/sign-in?to=/me")  # the way back is kept
    expect(page.get_by_role("link", name="Accedi")).to_be_visible()
    page.reload()  # a stranger's browser keeps it
    expect(page.locator("html")).to_have_attribute("lang", "it")
    visit.look(page, "player-2", "/me")  # without cookies, and in an English browser
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("select#language").select_option("it")
    page.get_by_role("region", name="Language").get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("La mia serata")
    visit.look(page, "player-2", "/me")  # the house keeps it for a person
    expect(page.locator("html")).to_have_attribute("lang", "it")
    visit.look(page, "manager-1", "/floor")
    expect(page.locator("html")).to_have_attribute("lang", "en")

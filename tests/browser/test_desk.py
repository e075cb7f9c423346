"""The director's desk in a browser: a Caribbean Stud tournament, one dealt by hand, terms, sheets to print, and every button."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.driving import PHONE, Visit, serious, sideways
from browser.houses import LIVE, QUICK, act, until
from croupier.floor.demo import Demo
from croupier.stud.commands import Fold, PlaceAnte
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments.commands import Enter
from croupier.tournaments.engine import TournamentEngine
from croupier.tournaments.funds import chips_in_play
from croupier.tournaments.state import ENTRANT
from server.running import Running


def planned(visit: Visit, name: str, game: str, *, by_hand: bool, rebuys: int = 0, tables: int = 2) -> Page:
    """Plan a tournament on the page, and come to its desk."""
    page = visit.page("director-1", "/tournaments")
    page.on("dialog", lambda dialog: dialog.accept())
    form = page.locator('form[data-post="/api/tournaments"]').first
    form.get_by_label("Short name").fill(name)
    form.get_by_label("Title").fill(name.title())
    form.get_by_label("Game").select_option(game)
    form.get_by_label("Starts in (minutes)").fill("0")
    form.get_by_label("Tables", exact=True).fill(str(tables))
    form.get_by_label("Re-buys").fill(str(rebuys))
    if by_hand:
        form.get_by_label("People deal at the tables").check()
    form.get_by_role("button", name="Create draft").click()
    page.wait_for_url(f"**/tournaments/{name}/desk")
    return page


def keeper_of(house: Running, name: str) -> TournamentTables:
    return house.server.floor.house.tournaments[name]


def sent(page: Page, form: Locator) -> None:
    """Press the button of a form; nothing may be refused."""
    with page.expect_response(lambda reply: "/api/" in reply.url and reply.request.method == "POST") as reply:
        form.locator("button").click()
    assert reply.value.ok, reply.value.text()


def press(page: Page, command: str, **fields: str) -> None:
    """Open a form of the desk, fill it in and send it."""
    form = page.locator(f'form[data-command="{command}"]').first
    expect(form).to_be_attached()
    if not form.is_visible():
        page.locator("details", has=form).last.locator("summary").first.click()
    for field, value in fields.items():
        found = form.locator(f'[name="{field}"]')
        found.select_option(value) if found.evaluate("one => one.tagName") == "SELECT" else found.fill(value)
    sent(page, form)


def entered(visit: Visit, name: str, number: int) -> list[str]:
    house = visit.house
    demo = Demo(house.server.floor, house.server.dealer)
    people = [house.run(demo.bot(60 + each)) for each in range(number)]
    for person in people:
        act(house, name, Enter(person=person), person=person, by=ENTRANT)
    return people


def begin(page: Page) -> None:
    for step in ("brief-players", "draw-seats", "start-play"):
        press(page, step)
        expect(page.locator(f'form[data-command="{step}"]')).to_have_count(0)


def test_a_caribbean_stud_tournament_from_plan_to_prizes(visit: Visit) -> None:
    house, name = visit.house, "stud-night"
    page = planned(visit, name, "crown-caribbean-stud", by_hand=False, tables=1)
    press(page, "open-entries")
    expect(page.locator('form[data-command="open-entries"]')).to_have_count(0)
    people = entered(visit, name, 4)
    page.locator("summary", has_text="Appoint a deputy").click()
    deputy = page.locator('form[data-command="appoint-deputy"]')
    deputy.locator('[name="person"]').fill("driector-2")
    deputy.locator("button").click()
    expect(page.locator("#refusal")).to_contain_text("Nobody is registered as 'driector-2'")
    begin(page)
    keeper = keeper_of(house, name)
    (table,) = keeper.tables.values()
    for number, least in ((1, 10_00), (2, 20_00)):
        house.run(house.server.dealer.set(table.name, LIVE))
        press(page, "start-round")
        until(lambda number=number: keeper.state.round == number, "the round")  # type: ignore[misc]
        house.run(house.server.dealer.set(table.name, QUICK))
        for _ in range(5):
            for place, person in enumerate(keeper.state.playing):  # who wagers more loses more
                seat = keeper.state.entrants[person].place.seat
                act(house, table.name, PlaceAnte(seat=seat, amount=least + place * 10_00), person=person, by=seat)
            until(lambda: table.state.phase == "deciding", "bet or fold")
            for person in list(keeper.state.playing):
                seat = keeper.state.entrants[person].place.seat
                act(house, table.name, Fold(seat=seat), person=person, by=seat)
            until(lambda: table.state.phase == "wagers", "the end of the hand")
        press(page, "close-round")
        until(lambda: not keeper.state.round_open, "the round closed")
        expect(page.locator('form[data-command="close-round"]')).to_have_count(0)
    press(page, "close-entries")
    press(page, "finish")
    expect(page.locator("#clock")).to_contain_text("Finished")
    winner = people[0]
    assert keeper.state.awarded == {winner: 200_00}
    press(page, "pay-out")
    expect(page.locator("#prizes")).to_contain_text("paid")
    assert keeper.state.paid == {winner: 200_00}
    assert not keeper.wrong()
    assert house.server.floor.house.report().balanced
    assert not serious(page)


def test_a_tournament_dealt_by_hand(visit: Visit, tmp_path: Path) -> None:
    house, name = visit.house, "by-hand"
    page = planned(visit, name, "crown-holdem", by_hand=True, rebuys=1)
    press(page, "open-entries")
    expect(page.locator('form[data-command="open-entries"]')).to_have_count(0)
    people = entered(visit, name, 10)
    begin(page)
    keeper = keeper_of(house, name)
    assert not keeper.tables
    expect(page.locator("#tables article")).to_have_count(2)
    expect(page.locator("#clock")).to_contain_text("1,500")
    one, two = sorted(keeper.state.seats)
    first = page.locator("#tables article", has_text=f"Table {one}")
    out, other = list(keeper.state.seats[one].values())[:2]

    def report(**had: str) -> None:
        over = first.locator('form[data-command="report-hand"]')
        if not over.is_visible():
            first.get_by_text("Hand over, bust-outs").first.click()
        for person, stack in had.items():
            over.locator(f'[name="{person}"]').fill(stack)
        sent(page, over)

    report(**{out: "1500"})
    expect(first).to_contain_text("Count the chips here")
    expect(page.locator("#clock")).to_contain_text("1,666")  # 15,000 in play, nine players
    assert not serious(page)

    count = first.locator('form[data-command="count-chips"]')
    first.locator("summary", has_text="Count chips").click()
    count.locator(f'[name="{other}"]').fill("2500")
    count.locator("button").click()
    expect(page.locator("#refusal")).to_contain_text("500 are missing")
    count.locator(f'[name="{other}"]').fill("3000")
    sent(page, count)
    expect(first).not_to_contain_text("Count the chips here")
    assert not keeper.state.loose

    press(page, "buy-again", person=out)
    until(lambda: keeper.state.banks.get(out) == 1500_00, "the re-buy")
    press(page, "undo-purchase", person=out, why="the wrong player")
    until(lambda: keeper.state.entrants[out].status == "out", "the re-buy undone")

    undo = page.locator("#running .need", has_text=out)
    undo.locator("summary").click()
    undo.get_by_label("Reason").fill("the wrong name")
    sent(page, undo.locator("form"))
    until(lambda: out in keeper.state.playing, "back in")
    press(page, "redo-elimination", person=out)
    until(lambda: out not in keeper.state.playing, "out after all")

    press(page, "note-absent", person=other)
    expect(page.locator("#standing")).to_contain_text("absent")
    press(page, "note-back", person=other)
    press(page, "start-hand-for-hand")
    expect(first).to_contain_text("hand not finished")
    report()
    expect(first).to_contain_text("hand finished")
    press(page, "end-hand-for-hand") if page.locator('form[data-command="end-hand-for-hand"]').count() else None
    second = page.locator("#tables article", has_text=f"Table {two}")
    second.get_by_text("Hand over, bust-outs").first.click()
    sent(page, second.locator('form[data-command="report-hand"]'))
    expect(first).to_contain_text("hand not finished")
    press(page, "end-hand-for-hand")

    gone = list(keeper.state.seats[two].values())[:3]
    for person in gone:
        second.locator(f'form[data-command="report-hand"] [name="{person}"]').fill("1500")
        sent(page, second.locator('form[data-command="report-hand"]'))
        until(lambda person=person: person not in keeper.state.playing, "out")  # type: ignore[misc]
    page.locator("summary", has_text="Propose moves").click()
    asked = page.locator('form[data-command="propose-moves"]')
    for field in asked.locator("input").all():
        field.fill("3")
    sent(page, asked)
    expect(page.locator("#running")).to_contain_text("count them first")
    assert not page.get_by_role("button", name="Confirm the moves").count()
    second.locator("summary", has_text="Count chips").click()
    counted = second.locator('form[data-command="count-chips"]')
    left = list(keeper.state.seats[two].values())
    counted.locator(f'[name="{left[0]}"]').fill("6000")
    sent(page, counted)
    slips = visit.page("director-1", f"/tournaments/{name}/print/move-slips")
    assert slips.locator(".slip").count() == len(keeper.state.proposal.moves)
    slips.pdf(path=tmp_path / "slips.pdf")
    assert (tmp_path / "slips.pdf").read_bytes()[:4] == b"%PDF"
    press(page, "confirm-moves")
    until(lambda: len(keeper.state.seats) == 1, "one table")

    for level in range(1, 6):
        page.get_by_label("Players who agree").first.fill(str(len(keeper.state.playing)))
        with page.expect_response(lambda reply: "next-level" in reply.url):
            page.get_by_role("button", name="Next level").click()
        until(lambda level=level: keeper.state.clock.level == level + 1, "the next level")  # type: ignore[misc]
    press(page, "close-entries")
    prizes = keeper.state.prizes
    while len(keeper.state.playing) > 1:
        (here,) = keeper.state.seats
        last = list(keeper.state.seats[here].values())[-1]
        form = page.locator('#tables form[data-command="report-hand"]')
        if not form.is_visible():
            page.locator("#tables").get_by_text("Hand over, bust-outs").first.click()
        form.locator(f'[name="{last}"]').fill("100")
        sent(page, form)
        until(lambda last=last: last not in keeper.state.playing, "out")  # type: ignore[misc]
        if len(keeper.state.playing) < len(prizes):  # paid as they go out
            expect(page.locator("#entries")).to_contain_text("Prizes to pay")
            press(page, "pay-out")
            until(lambda last=last: last in keeper.state.paid, "paid")  # type: ignore[misc]
    press(page, "finish")
    expect(page.locator("#clock")).to_contain_text("Finished")
    press(page, "pay-out")
    until(lambda: sum(keeper.state.paid.values()) == 1000_00, "all prizes paid")
    sheet = visit.page("director-1", f"/tournaments/{name}/print/payouts")
    expect(sheet.locator("tbody tr")).to_have_count(len(prizes) + 1)
    assert sheet.locator("tbody b").all_inner_texts() == ["$1,000", "$1,000"]
    assert not keeper.wrong()
    assert chips_in_play(keeper.state) == 0
    assert house.server.floor.house.report().balanced
    assert {bust.person for bust in keeper.state.busts} < {*people}


def test_terms_are_imported_and_edited_with_the_gaps_marked(visit: Visit, tmp_path: Path) -> None:
    house = visit.house
    page = planned(visit, "termed", "crown-holdem", by_hand=False)
    page.get_by_role("link", name="Edit the terms").click()
    page.wait_for_url("**/terms/edit")
    expect(page.locator("#lacks")).to_contain_text("say all that the rules require")
    with page.expect_download() as given:
        page.get_by_role("link", name="Download as TOML").click()
    text = given.value.path().read_text(encoding="utf-8")
    assert 'game = "crown-holdem"' in text
    page.get_by_label("Where", exact=True).fill("")
    page.get_by_label("Most players", exact=True).fill("30")
    sent(page, page.locator("form.terms-form"))
    expect(page.locator("#lacks li")).to_have_count(1)
    expect(page.locator('[id="field-details.where"]')).to_have_class(re.compile("gap"))
    assert keeper_of(house, "termed").state.terms.details.most_players == 30
    assert not serious(page)
    visit.look(page, "director-1", "/tournaments/termed/desk")
    expect(page.locator("#steps")).to_contain_text("where the tournament takes place")
    file = tmp_path / "terms.toml"
    file.write_text(text.replace('where = "', 'where = "the terrace of ').replace("Termed", "Imported"), encoding="utf-8")
    page.goto(f"{house.url}/tournaments")
    page.locator("summary", has_text="Import terms").click()
    form = page.locator('form[data-post="/api/tournaments"]').last
    form.get_by_label("Short name").fill("imported")
    form.get_by_label("File").set_input_files(file)
    expect(form.locator("textarea")).to_have_value(re.compile("terrace"))
    form.get_by_role("button", name="Import").click()
    page.wait_for_url("**/imported/terms/edit")
    state = keeper_of(house, "imported").state
    assert (state.terms.details.where, state.terms.title) == ("the terrace of the poker room", "Imported")
    form = page.locator('form[data-post="/api/tournaments/imported/terms"]').first
    page.locator("summary", has_text="Import terms").click()
    form.locator("textarea").fill("game = ")
    form.get_by_role("button", name="Import").click()
    expect(page.locator("#refusal")).to_contain_text("no TOML file")


NO_BUTTON = {
    "take-chips": "the software does it when the hand is over in which somebody left",
    "next-level": "the page has a button of its own that takes the rest of the level off first",
    "draft-terms": "the page with the terms",
    "change-terms": "the page with the terms",
}
"""Commands without a form of their own on the desk or the player's page, and why."""


def test_every_command_of_a_tournament_has_a_button() -> None:
    templates = Path(__file__).parents[2] / "src/croupier/web/templates"
    said = "".join(file.read_text("utf-8") for file in templates.glob("*.html") if file.name.startswith(("desk_", "tournament_")))
    page = (templates.parent / "tournament_page.py").read_text("utf-8")
    kinds = {kind.declared.tag: kind.__name__ for kind in TournamentEngine.deciders}
    shown = {tag for tag, name in kinds.items() if f'"{tag}"' in said or f"({name}(person=person)" in page}
    assert kinds.keys() - shown == NO_BUTTON.keys()


@pytest.mark.parametrize("person", ["player-1", "", "inspector-1"])
def test_the_desk_is_for_those_in_charge(visit: Visit, person: str) -> None:
    page = visit.page(person, "/tournaments/evening/desk")
    assert not page.locator("form[data-command]").count()
    for path in ("/tournaments/evening/print/payouts", "/tournaments/evening/terms/edit"):
        visit.look(page, person, path)
        assert not page.locator("table, form.terms-form").count()


def test_on_a_phone_the_desk_and_the_terms_stay_in_their_place(visit: Visit) -> None:
    page = visit.page("director-1", "/healthz", PHONE)
    for path in (
        "/tournaments",
        "/tournaments/evening/desk",
        "/tournaments/evening/terms/edit",
        "/tournaments/evening/print/players",
    ):
        visit.look(page, "director-1", path)
        assert sideways(page) <= 0, path
        assert not serious(page)

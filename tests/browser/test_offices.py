"""Those who do not stand at a table, in browsers: the director, the inspector, the mathematician, the trainee, the reader."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.driving import PHONE, Visit, serious, sideways
from browser.houses import LIVE, QUICK, act, deal_poker, stack, table, until
from croupier.cli.main import main
from croupier.floor.demo import Demo
from croupier.poker.commands import AllIn
from croupier.proof.bundles import verify_bundle
from croupier.stud.commands import LeaveSeat, PlaceAnte, PlaceBet, TakeSeat
from croupier.tables.poker_table import PokerTable
from croupier.tournaments.commands import Enter
from croupier.tournaments.state import ENTRANT


def desk(page: Page, command: str) -> None:
    """Press the one button of a form of the desk, and wait until it is done."""
    form = page.locator(f'form[data-command="{command}"]')
    form.locator("button").click()
    until(lambda: not form.count() or page.locator("#refusal").is_visible(), command)
    assert not form.count(), page.locator("#refusal").inner_text()


def test_a_tournament_from_a_template_to_its_prizes(visit: Visit) -> None:
    house, name = visit.house, "friday"
    demo = Demo(house.server.floor, house.server.dealer)
    page = visit.page("director-1", "/tournaments")
    page.get_by_label("Short name").first.fill(name)
    page.get_by_label("Title").fill("Friday night")
    page.get_by_label("Game").select_option("crown-holdem")
    page.get_by_label("Starts in (minutes)").fill("0")
    page.get_by_role("button", name="Create draft").click()
    page.wait_for_url(f"**/tournaments/{name}/desk")
    desk(page, "open-entries")
    for number in range(40, 51):
        person = house.run(demo.bot(number))
        act(house, name, Enter(person=person), person=person, by=ENTRANT)
    keeper = house.server.floor.house.tournaments[name]
    desk(page, "brief-players")
    desk(page, "draw-seats")
    for each in keeper.tables:
        house.run(house.server.dealer.set(each, LIVE))
    page.locator('form[data-command="start-play"] button').click()
    expect(page.locator("#clock")).to_contain_text("Level 1")
    assert not serious(page)

    clock = visit.page("", f"/tournaments/{name}/clock")
    desk(page, "pause-clock")
    expect(clock.locator("#clock")).to_contain_text("paused")
    players = visit.page("", f"/tournaments/{name}")
    for shown in (page, clock, players):
        shown.reload()
        expect(shown.locator("#clock")).to_contain_text("paused")
    stood = [shown.locator("#clock .countdown").inner_text() for shown in (page, clock, players)]
    assert len(set(stood)) == 1
    page.wait_for_timeout(1500)  # on the desk, on the wall and on the players' page it stands
    assert [shown.locator("#clock .countdown").inner_text() for shown in (page, clock, players)] == stood
    players.close()
    assert not serious(clock)
    desk(page, "resume-clock")
    expect(clock.locator("#clock")).not_to_contain_text("paused")

    first, second = sorted(keeper.tables)
    moved = next(iter(keeper.state.seats[first].values()))
    theirs = visit.page(moved, f"/tables/{first}")
    page.locator("summary", has_text="Move a player").click()
    form = page.locator('form[data-command="move-player"]')
    form.locator('[name="person"]').select_option(moved)
    form.get_by_label("Table").select_option(second)
    form.get_by_label("Seat").fill("9")
    form.get_by_label("Reason").fill("a quieter seat")
    assert not serious(page)
    form.get_by_role("button", name="Move a player").click()
    until(lambda: keeper.state.entrants[moved].place == (second, 9), "the player moved")
    for said in ("#now", "#say"):  # who was moved sees and hears where to, and one tap goes there
        expect(theirs.locator(said)).to_contain_text(f"Your seat in this tournament is at {second}, seat 9.")
    assert not serious(theirs)
    theirs.get_by_role("link", name="Go to my seat").click()
    expect(theirs.locator("#now")).not_to_contain_text("Your seat in this tournament")
    theirs.close()
    found = keeper.tables[first]
    assert isinstance(found, PokerTable)
    seats = sorted(found.state.seats)
    hands = dict(zip(seats, ("As Ad", "7c 2d", "6c 3d", "8c 4d", "Tc 5d", "Qd 4h"), strict=False))
    deal_poker(house, first, hands, "Ah Ac 9d Js Kh")
    while turn := found.state.hand.turn:
        act(house, first, AllIn(seat=turn), person=found.state.person_at(turn), by=turn)
    house.run(house.server.dealer.set(first, QUICK))
    until(lambda: bool(keeper.state.busts), "somebody out")
    number = len(keeper.state.busts)
    out = page.locator("#running .need", has=page.locator('form[data-command="undo-elimination"]')).first
    out.get_by_text("Undo", exact=True).click()
    out.locator('[data-in="chips"]').first.fill("500")
    out.get_by_label("Reason").fill("the dealer misread the hand")
    out.get_by_role("button", name="Return to play").click()
    until(lambda: len(keeper.state.busts) == number - 1, "the elimination undone")
    page.get_by_role("button", name="Propose moves").click()
    declining = page.locator('form[data-command="decline-moves"]')
    declining.get_by_label("Reason").fill("one hand more")
    declining.get_by_role("button", name="Decline").click()
    page.get_by_role("button", name="Propose moves").click()
    expect(page.get_by_role("button", name="Confirm the moves")).to_be_visible()
    assert not serious(page)
    desk(page, "confirm-moves")
    until(lambda: len(keeper.state.seats) == 1, "one table left")

    page.on("dialog", lambda dialog: dialog.accept())
    later = page.get_by_role("button", name="Next level")
    while (level := keeper.state.clock.level) < 6:  # entries are open for four levels and the break
        if level == 2:  # a clock that stands goes on standing
            desk(page, "pause-clock")
        page.get_by_label("Players who agree").first.fill(str(len(keeper.state.playing)))
        with page.expect_response(lambda reply: "next-level" in reply.url):  # a form is emptied once it has its answer
            later.click()
        until(lambda level=level: keeper.state.clock.level == level + 1, "the next level")  # type: ignore[misc]
        expect(page.locator("#clock")).to_contain_text("paused" if level > 1 else "Level")
    desk(page, "resume-clock")
    desk(page, "close-entries")
    prizes = page.locator("#prizes tbody").first.locator("td.num")
    expect(prizes.last).to_be_visible()
    amounts = [float(text.replace("$", "").replace(",", "")) for text in prizes.all_inner_texts()]
    assert sum(amounts[:-1]) == amounts[-1] == 1100.0


def test_an_inspector_finds_a_round_replays_it_proves_it_and_verifies_the_record(visit: Visit, tmp_path: Path) -> None:
    house, name = visit.house, "crown-2"
    act(house, name, TakeSeat(seat=1, chips=300_00), person="player-2", by=1)
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-2", by=1)
    stack(house, name, {1: "As Ks Qs Js Ts", 0: "Ac Kd 8c 4h 3d"})
    until(lambda: table(house, name).state.phase == "deciding", "bet or fold")
    act(house, name, PlaceBet(seat=1, amount=20_00), person="player-2", by=1)
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")
    act(house, name, LeaveSeat(seat=1), person="player-2", by=1)

    page = visit.page("inspector-1", "/inspector")
    assert not serious(page)
    page.get_by_label("Hand, or words").fill("royal flush")
    page.get_by_role("button", name="Find", exact=True).click()
    page.locator("table.figures a").first.click()
    expect(page.locator("header .pill.good")).to_contain_text("decided again: same result")
    entry = page.locator(".entries li", has_text="bet or fold").first
    for viewer, knows in (("player-2", "Ks"), ("onlooker", "")):
        page.get_by_role("link", name=viewer).click()
        entry.get_by_role("link", name="table at that point").click()
        expect(page.locator(".felt")).to_be_visible()
        seen = page.locator(".felt .card[data-face]").evaluate_all("cards => cards.map(card => card.dataset.face)")
        assert ("Ks" in seen) is bool(knows)
    assert not serious(page)

    until(lambda: house.server.prover.log.checkpoint.size > 0, "a checkpoint")
    with page.expect_download() as given:
        entry.get_by_role("link", name="proof").click()
    proof = tmp_path / "proof.json"
    given.value.save_as(proof)
    key = house.server.prover.signer.verifier
    assert verify_bundle(proof.read_bytes(), key)

    page.goto(f"{house.url}/inspector")
    page.get_by_role("button", name="Verify everything").click()
    expect(page.locator("[data-verdict]")).to_contain_text("every command, decided again", timeout=120_000)
    assert not serious(page)


def test_a_byte_flipped_in_a_copy_of_the_store_is_named(visit: Visit, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, copy = Path(visit.house.server.config.database), tmp_path / "copy.db"
    with closing(sqlite3.connect(database)) as whole, closing(sqlite3.connect(copy)) as other:
        whole.backup(other)
        (key,) = other.execute("SELECT key FROM streams WHERE name = 'crown-2'").fetchone()
        where = (key, 3)
        (line,) = other.execute("SELECT line FROM entries WHERE stream = ? AND number = ?", where).fetchone()
        flipped = bytearray(line if isinstance(line, bytes) else line.encode())
        place = flipped.index(b"00", len(flipped) // 2)
        flipped[place] ^= 1
        told = bytes(flipped) if isinstance(line, bytes) else flipped.decode()
        other.execute("UPDATE entries SET line = ? WHERE stream = ? AND number = ?", (told, *where))
        other.commit()
    with ThreadPoolExecutor() as aside:  # this thread has a loop of the browser's running
        assert aside.submit(main, ["audit", "verify", "--database", str(copy), "--hashes-only"]).result() == 1
    said = capsys.readouterr().out
    assert "crown-2" in said, said
    assert "entry 3" in said, said


def test_a_pay_row_changed_in_the_lab(visit: Visit) -> None:
    page = visit.page("player-1", "/lab?game=crown-caribbean-stud")
    edge = page.locator("#answer .big").first
    expect(edge).to_have_text("5.1991%", timeout=240_000)  # where nothing is compiled yet it takes a while
    assert not serious(page)
    page.get_by_label("royal flush").fill("100")
    expect(edge).to_have_text("5.2243%")
    page.get_by_label("four of a kind").fill("many")  # what is wrong is said under the row
    expect(page.locator(".lab-form td [data-lab-wrong]")).to_contain_text("whole number")
    page.get_by_label("four of a kind").fill("20")
    expect(page.locator("[data-lab-wrong]")).to_be_hidden()
    page.get_by_label("Name of this variant").fill("royal 100")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**variant=royal*")
    page.goto(f"{visit.house.url}/lab?game=crown-caribbean-stud&beside=royal%20100")
    expect(page.locator("#answer-beside .big").first).to_have_text("5.2243%")
    expect(edge).to_have_text("5.1991%")
    assert not serious(page)
    plays = page.get_by_label("Dealer qualifies with")
    plays.select_option("fours")
    expect(edge).to_have_text("6.8866%")
    plays.select_option("")
    expect(edge).to_have_text("5.1991%")
    with page.expect_download() as given:
        page.get_by_role("link", name="Report").click()
    assert "5.199" in given.value.path().read_text(encoding="utf-8")


def test_rules_and_drill_can_be_read(visit: Visit) -> None:
    page = visit.page("", "/rules/crown-caribbean-stud/7.6.3")
    expect(page.locator("h1")).to_contain_text("7.6.3")
    assert not serious(page)
    page = visit.page("player-2", "/drill?game=star-caribbean-stud")
    page.locator("button.choice").first.click()
    expect(page.get_by_text("Next question")).to_be_visible()
    assert not serious(page)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_on_a_phone_nothing_goes_sideways(visit: Visit, every: int) -> None:
    page = visit.page("", "/healthz", PHONE)
    pages = (
        ("player-2", "/"),
        ("player-2", "/me"),
        ("", "/rules"),
        ("", "/rules/crown-caribbean-stud/7.6.3"),
        ("", "/tournaments/evening"),
        ("", "/sign-in"),
        ("director-1", "/tournaments/evening/desk"),
        ("inspector-1", "/inspector"),
        ("", "/lab"),
        ("", "/drill"),
    )
    for number, (person, path) in enumerate(pages, 1):
        visit.look(page, person, path)
        assert sideways(page) <= 0, path
        assert number % every or not serious(page), path


MELBOURNE = "Australia/Melbourne"


def in_melbourne(page: Page, universal: str) -> str:
    """A moment in universal time as the clocks of Melbourne have it."""
    shown = "new Date(at).toLocaleString('sv-SE', { timeZone: 'Australia/Melbourne' })"
    return str(page.evaluate(f"at => {shown}", universal))


def test_times_are_those_of_whoever_looks_and_say_utc_without_scripts(visit: Visit) -> None:
    house = visit.house
    act(house, "star-1", TakeSeat(seat=2, chips=100_00), person="player-2", by=2)
    house.run(house.server.dealer.set("star-1", QUICK))
    act(house, "star-1", PlaceAnte(seat=2, amount=10_00), person="player-2", by=2)
    until(lambda: table(house, "star-1").state.phase == "deciding", "bet or fold")
    act(house, "star-1", PlaceBet(seat=2, amount=20_00), person="player-2", by=2)
    until(lambda: table(house, "star-1").state.phase == "wagers", "the end of the round")

    page = visit.page("inspector-1", "/inspector?table=star-1", timezone_id=MELBOURNE)
    time = page.locator("tbody time").first
    universal = time.get_attribute("datetime") or ""
    expect(time).to_have_text(in_melbourne(page, universal))
    expect(time).to_have_attribute("title", universal.replace("T", " ").replace("Z", " UTC"))
    expect(page.locator("[data-zone]").first).to_have_text(MELBOURNE)
    day, _, clock = in_melbourne(page, universal).partition(" ")
    hour, minute, _ = clock.split(":")
    page.get_by_label("After").fill(f"{day}T{hour}:{minute}")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("tbody time").first).to_have_text(in_melbourne(page, universal))
    assert f"after={universal[:13]}" in page.url  # what is asked for is in universal time, anyone who asks
    expect(page.get_by_label("After")).to_have_value(f"{day}T{hour}:{minute}")

    plain = visit.page("player-2", "/me", java_script_enabled=False)
    expect(plain.locator("tbody time").first).to_contain_text("UTC")
    mine = visit.page("player-2", "/me", PHONE, timezone_id=MELBOURNE)
    expect(mine.locator("tbody time").first).not_to_contain_text("UTC")
    assert sideways(mine) <= 0
    act(house, "star-1", LeaveSeat(seat=2), person="player-2", by=2)

"""Those who work at the tables, in browsers: a live round typed, a ruling by another, signs, a jackpot, someone kept out."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.driving import PHONE, Visit, serious, sideways
from browser.houses import LIVE, act, stack, table, until
from croupier.floor.demo import Demo
from croupier.kernel.incidents import Report
from croupier.stud.commands import DealCards, DisplaySign, Fold, LeaveSeat, PlaceAnte, PlaceBet, PlaceJackpot, TakeSeat, TurnUp
from croupier.stud.rules import Options

HANDS = {"1": ["As", "Ad", "9c", "7h", "2s"], "dealer": ["Ac", "Kd", "8c", "4h", "3s"]}


def type_line(page: Page, line: str) -> None:
    field = page.locator("#line")
    field.fill(line)
    field.press("Enter")
    expect(field).to_have_value("")


def step(page: Page, tag: str) -> None:
    page.locator(f'#step button[data-act="{tag}"]').first.click()
    expect(page.locator(f'#step button[data-act="{tag}"][aria-busy]')).to_have_count(0)


def test_a_live_round_typed_card_by_card_and_a_wrong_payout_stopped(visit: Visit) -> None:
    house, name = visit.house, "crown-live"
    found = table(house, name)
    act(house, name, TakeSeat(seat=1, chips=500_00), person="player-1", by=1)
    page = visit.page("dealer-1", f"/dealer/{name}")
    assert not serious(page)
    step(page, "shuffle")
    type_line(page, "cut 20")
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    step(page, "call-no-more-bets")
    left = {whom: list(cards) for whom, cards in HANDS.items()}
    while offer := next((o.command for o in found.legal(by="Dealer") if isinstance(o.command, DealCards | TurnUp)), None):
        if isinstance(offer, DealCards):
            whom = str(offer.box or "dealer")
            line, cards = f"deal {whom}: ", [left[whom].pop(0) for _ in offer.cards]
        else:
            line, cards = "turn up ", HANDS["dealer"][-1:]
        page.locator(f'#step [data-begin="{line}"]').click()
        expect(page.locator("#line")).to_have_value(line)
        type_line(page, f"{line}{' '.join(cards)}")
    assert not any(left.values())
    if found.state.phase == "dealing":
        step(page, "call-bet-or-fold")
    until(lambda: found.state.phase == "deciding", "the decision")
    assert not serious(page)
    act(house, name, PlaceBet(seat=1, amount=20_00), person="player-1", by=1)
    expect(page.locator("#step [data-begin], #step button[data-act=reveal]").first).to_be_visible()
    if page.locator("#step button[data-act=reveal]").count():
        step(page, "reveal")
    else:
        type_line(page, f"reveal {' '.join(HANDS['dealer'])}")
    pay = page.locator('form[data-payout="1"]')
    expect(pay).to_be_visible()
    pay.locator("input").fill("40")
    pay.locator("button").click()
    expect(pay.locator(".verdict")).to_contain_text("Not paid: you announced $40, but the correct amount is $30")
    expect(page.locator("#payouts details")).to_have_attribute("open", "")
    expect(page.locator("#payouts details button.clause")).to_be_visible()
    assert not serious(page)
    pay.locator("input").fill("30")
    pay.locator("button").click()
    expect(pay.locator(".verdict")).to_contain_text("Correct.")
    step(page, "settle")
    until(lambda: found.state.phase == "wagers", "the settlement")
    assert found.state.stack(1) == 530_00


def test_a_card_that_was_typed_wrong_is_put_right_on_every_screen(visit: Visit) -> None:
    """One that lies face down, which stands first as the last one typed, and one that lies open, tapped; by keyboard as well."""
    house, name = visit.house, "crown-live"
    found = table(house, name)
    if not found.state.seats:
        act(house, name, TakeSeat(seat=1, chips=500_00), person="player-1", by=1)
    page = visit.page("dealer-1", f"/dealer/{name}")
    player = visit.page("player-1", f"/tables/{name}")
    step(page, "shuffle")
    type_line(page, "cut 20")
    act(house, name, PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    step(page, "call-no-more-bets")
    left = {"1": ["As", "Ad", "9c", "7h", "2c"], "dealer": ["Ac", "Jd", "8c", "4h", "3s"]}
    correction = page.locator("#correction details")
    while offer := next((o.command for o in found.legal(by="Dealer") if isinstance(o.command, DealCards | TurnUp)), None):
        whom = str(offer.box or "dealer") if isinstance(offer, DealCards) else ""
        cards = [left[whom].pop(0) for _ in offer.cards] if isinstance(offer, DealCards) else ["3s"]
        type_line(page, f"deal {whom}: {' '.join(cards)}" if whom else f"turn up {cards[0]}")
        if "2c" in cards:
            correction.locator("summary").click()
            expect(correction.get_by_label("Typed as")).to_have_value("2c")
            correction.get_by_label("Really is").fill("2s")
            correction.get_by_label("Reason").fill("a spade")
            assert not serious(page)
            correction.get_by_label("Reason").press("Enter")
            until(lambda: "2s" in {card.value for card in found.state.boxes[1].cards}, "the correction")
            expect(correction).not_to_have_attribute("open", "")
    step(page, "call-bet-or-fold")
    expect(player.locator('#felt .card[data-face="2s"]')).to_be_visible()
    up = found.state.upcard_face
    assert up is not None
    correction.locator("summary").click()
    correction.locator(f'[data-was="{up.value}"]').click()
    expect(correction.get_by_label("Really is")).to_be_focused()
    page.keyboard.type("3h")
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "why":
        page.keyboard.press("Tab")
    page.keyboard.type("a heart")
    page.keyboard.press("Enter")
    for screen in (page, player):
        expect(screen.locator("#log")).to_contain_text("is really 3♥: a heart")
    act(house, name, PlaceBet(seat=1, amount=20_00), person="player-1", by=1)
    until(lambda: not found.state.undecided, "the bet")
    step(page, "reveal")
    step(page, "settle")
    until(lambda: found.state.phase == "wagers", "the settlement")


def test_six_cards_are_reported_ruled_elsewhere_and_players_take_their_wagers_back(visit: Visit) -> None:
    house, name = visit.house, "crown-2"
    people = {1: "player-1", 2: "player-2"}
    for seat, person in people.items():
        act(house, name, TakeSeat(seat=seat, chips=300_00), person=person, by=seat)
        act(house, name, PlaceAnte(seat=seat, amount=10_00), person=person, by=seat)
    stack(house, name, {1: "As Ad 9c 7h 2s", 2: "Kh Qh Jh 5h 3h", 0: "Ac Kd 8c 4h 3s"})
    until(lambda: table(house, name).state.phase == "deciding", "bet or fold")
    dealer = visit.page("dealer-1", f"/dealer/{name}")
    manager = visit.page("supervisor-1", f"/dealer/{name}")
    one, two = (visit.page(person, f"/tables/{name}") for person in people.values())
    trouble = dealer.locator('details:has(form[data-report="miscount"])')
    trouble.locator("summary").click()
    trouble.get_by_label("Box", exact=True).fill("2")
    trouble.get_by_label("How many").fill("6")
    trouble.get_by_role("button", name="Report it").click()
    expect(dealer.locator("#step")).to_contain_text("has been called. Play waits")
    assert not serious(dealer)
    for page in (one, two):
        expect(page.locator("#now .banner")).to_contain_text("52 cards")
    assert not serious(one)
    manager.locator('#step button[data-act="rule"][data-do*="52 cards"]').click()
    expect(one.locator('#acts button[data-act="retract"]')).to_be_visible()
    expect(one.locator("#now")).to_contain_text("back")
    expect(two.locator("#now")).not_to_contain_text("52 cards")
    assert not serious(one)
    one.locator('#acts button[data-act="retract"]').click()
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")
    state = table(house, name).state
    assert state.stack(1) == state.stack(2) == 300_00
    for seat, person in people.items():
        act(house, name, LeaveSeat(seat=seat), person=person, by=seat)


def test_a_jackpot_is_verified_and_paid(visit: Visit) -> None:
    house, name = visit.house, "crown-2"
    screen = visit.page("", "/jackpot/crown-caribbean-stud/crown-2")
    assert not serious(screen)
    screen.evaluate("document.querySelector('.figure').textContent = '$1,250,003.40'")
    assert sideways(screen) <= 0
    house.run(house.server.dealer.set(name, LIVE))
    act(house, name, TakeSeat(seat=1, chips=300_00), person="player-1", by=1)
    act(house, name, PlaceAnte(seat=1, amount=10_00), PlaceJackpot(seat=1, amount=5_00), person="player-1", by=1)
    stack(house, name, {1: "Kh Qh Jh Th 9h", 0: "Ac Kd 8c 4h 3s"})
    until(lambda: table(house, name).state.phase == "deciding", "bet or fold")
    act(house, name, PlaceBet(seat=1, amount=20_00), person="player-1", by=1)
    until(lambda: table(house, name).state.phase == "prizes", "the prize")
    expect(screen.locator("body")).to_contain_text("PENDING")
    for person, said in (("supervisor-1", "Assistant Casino Manager or above"), ("manager-1", "")):
        page = visit.page(person, "/floor")
        prize = page.locator("#jackpots .need")
        expect(prize).to_contain_text("straight flush")
        expect(page.locator("#needs")).to_contain_text("straight flush")
        prize.locator("input[name=deck]").fill("52")
        prize.get_by_role("button", name="Verify").click()
        if said:
            expect(page.locator("#refusal")).to_contain_text(said)
        else:
            expect(prize).to_contain_text("1 of ")
            expect(prize.get_by_role("button", name="Verify")).to_have_count(0)  # nobody else is needed
    assert not serious(page)
    page.locator("#jackpots .need").get_by_role("button", name="Pay", exact=True).click()
    until(lambda: table(house, name).state.phase == "wagers", "the prize paid")
    expect(screen.locator("body")).not_to_contain_text("PENDING")


def test_a_minimum_is_raised_with_a_sign_and_a_closing_is_announced(visit: Visit) -> None:
    page, player = visit.page("supervisor-1", "/floor"), visit.page("player-2", "/tables/crown-1")
    card = page.locator('#tables [data-stream="crown-1"]')
    card.get_by_text("Limits", exact=True).click()
    card.locator("form[data-limits] input[name=amount]").fill("25")
    card.locator("form[data-limits] button").click()
    expect(card).to_contain_text("Minimum $25")
    expect(card.locator(".countdown").first).to_contain_text("19:")
    expect(player.locator("#now")).to_contain_text("$25")
    expect(player.locator("#now .countdown").first).to_contain_text("19:")
    assert not serious(page)
    card.get_by_text("Close the table", exact=True).click()
    card.get_by_role("button", name="Announce closing").click()
    expect(card).to_contain_text("Closing")
    expect(player.locator("#now")).to_contain_text("closes in 3 hands")
    assert any(isinstance(entry.command, DisplaySign) for entry in table(visit.house, "crown-1").entries)
    assert not serious(player)


def test_a_table_is_closed_by_its_list_and_its_players_get_up(visit: Visit) -> None:
    house = visit.house
    act(house, "newzealand-1", TakeSeat(seat=2, chips=100_00, person="player-2"), person="player-2", by=2)
    page = visit.page("manager-1", "/floor")
    card = page.locator('#tables [data-stream="newzealand-1"]')
    card.get_by_text("Close the table", exact=True).click()
    expect(card.locator(".checklist li.done")).to_have_count(1)  # no round in play
    expect(card).to_contain_text("Not counted yet")
    card.get_by_label("Counted").fill("0")
    card.get_by_role("button", name="Save the count").click()
    expect(card.locator(".checklist li.done")).to_have_count(2)
    assert not serious(page)
    page.once("dialog", lambda dialog: dialog.accept())
    card.get_by_role("button", name="Close", exact=True).click()
    expect(card).to_have_count(0)
    assert table(house, "newzealand-1").state.phase == "closed"
    assert not table(house, "newzealand-1").state.seats


def test_somebody_kept_out_is_out_everywhere(visit: Visit) -> None:
    other = visit.page("trainee-1", "/tables/star-1")
    page = visit.page("manager-1", "/floor")
    form = page.locator('form[data-command="exclude-person"]')
    form.locator("[name=person]").fill("trainee-1")
    form.locator("[name=reason]").fill("asked to")
    form.locator("button").click()
    expect(page.locator("#people")).to_contain_text("trainee-1")
    expect(other.locator("#lost")).to_contain_text("you are excluded from this house")  # at once, and why
    assert not serious(other)
    expect(other.locator("#main")).to_be_empty()
    other.goto(visit.house.url + "/tournaments/evening")
    expect(other.locator("#mine a")).to_have_text("Sign in")
    expect(other.locator('form[data-command="enter"]')).to_have_count(0)
    assert "trainee-1" not in visit.house.server.floor.house.tournaments["evening"].state.entrants
    assert not table(visit.house, "star-1").state.seats


def test_consoles_fit_a_phone(visit: Visit) -> None:
    page = visit.page("", "/healthz", PHONE)
    for person, path in (("dealer-1", "/dealer/crown-live"), ("supervisor-1", "/floor")):
        visit.look(page, person, path)
        assert sideways(page) <= 0, path
        assert not serious(page), path


def test_people_are_registered_given_roles_reset_excluded_and_let_in_again_on_one_page(visit: Visit) -> None:
    house = visit.house
    people = house.server.floor.house.people
    page = visit.page("admin-1", "/people")
    new = page.locator('form[data-command="register-person"]')
    new.locator("[name=person]").fill("walk-in-1")
    new.locator("[name=name]").fill("Zoë Walker")
    new.locator("button").click()
    row = page.locator('.person-row:has-text("walk-in-1")')
    expect(row).to_contain_text("Zoë Walker")
    page.get_by_label("Search").fill("zoe walk")
    expect(page.locator(".person-row:visible")).to_have_count(1)
    row.locator("summary").click()
    grant = row.locator('form[data-command="grant-role"]')
    grant.locator("[name=capacity]").fill("casheer")
    grant.locator("button").click()
    expect(page.locator("#refusal")).to_contain_text("casheer")  # the refusal says what is wrong
    grant.locator("[name=capacity]").fill("cashier")
    grant.locator("button").click()
    expect(row.locator('form[data-command="revoke-role"]')).to_contain_text("cashier")
    assert people.state.people["walk-in-1"].holds("cashier")
    row.get_by_role("button", name="Issue a reset code").click()
    code = row.locator("[data-code]")
    expect(code).to_have_text(re.compile(r"^[0-9a-f]{4}(-[0-9a-f]{4}){4}$"))
    row.get_by_role("button", name="Revoke").click()
    expect(row.locator('form[data-command="revoke-role"]')).to_have_count(0)
    assert not serious(page)

    page = visit.page("manager-1", "/people", PHONE)
    row = page.locator('.person-row:has-text("walk-in-1")')
    row.locator("summary").click()
    out = row.locator('form[data-command="exclude-person"]')
    out.locator("[name=reason]").fill("asked to")
    out.locator("[name=ends]").fill("30")
    out.locator("button").click()
    expect(row).to_contain_text("excluded: asked to")
    (exclusion,) = people.state.people["walk-in-1"].exclusions
    assert round((exclusion.ends - house.server.floor.clock.now()) / 86_400) == 30
    assert row.locator('form[data-command="grant-role"]').count() == 0  # that is an administrator's
    assert sideways(page) <= 0
    assert not serious(page)
    visit.look(page, "admin-1", "/people")  # anyone who excluded someone does not lift it too
    row.locator("summary").click()
    lift = row.locator('form[data-command="lift-exclusion"]')
    lift.locator("[name=reason]").fill("over")
    lift.locator("button").click()
    expect(row).not_to_contain_text("excluded:")


def test_a_cashier_registers_a_walk_in_and_is_offered_nothing_else(visit: Visit) -> None:
    people = visit.house.server.floor.house.people
    page = visit.page("cashier-1", "/people")
    new = page.locator('form[data-command="register-person"]')
    new.locator("[name=person]").fill("walk-in-2")
    new.locator("[name=name]").fill("Walker Two")
    new.locator("button").click()
    expect(page.locator('.person-row:has-text("walk-in-2")')).to_be_visible()
    assert "walk-in-2" in people.state.people
    assert page.locator(".person-row details, form[data-post='/api/people']").count() == 0
    assert page.locator("main form").first.get_attribute("data-command") == "register-person"  # their usual task
    visit.look(page, "player-1", "/people")
    expect(page.locator("main")).to_contain_text("for staff with a role")


def test_sixteen_tables_fit_one_screen_and_what_needs_a_person_comes_first(visit: Visit) -> None:
    house = visit.house
    demo = Demo(house.server.floor, house.server.dealer)
    found = house.server.floor.house.tables.values()
    known = [one for one in found if not one.state.options.tournament and one.state.phase != "closed"]
    for number in range(len(known), 16):
        options = Options(places=7, minimum=10_00)
        house.run(demo.open_table(f"more-{number}", "crown-caribbean-stud", options, LIVE))
    act(house, "more-15", TakeSeat(seat=1, chips=400_00), PlaceAnte(seat=1, amount=10_00), person="player-1", by=1)
    page = visit.page("manager-1", "/floor")
    cards = page.locator("#tables .floor-table")
    assert cards.count() >= 16
    first, last = cards.first.bounding_box(), cards.nth(15).bounding_box()
    assert first is not None
    assert last is not None
    assert last["y"] + last["height"] - first["y"] <= 900 - 52  # one screen below the head of the page
    assert cards.locator("a[href^='/dealer/']").count() >= 16
    other = visit.page("admin-1", "/floor")  # who has no rank at a table is not offered what takes one
    assert other.locator("#tables .floor-table").count() >= 16
    assert not other.locator("#tables a[href^='/dealer/'], #tables [data-command=close-table]").count()
    assert all("more-" in each or "-" in each for each in cards.locator("h3").all_inner_texts())  # each by its name
    page.get_by_label("Search").fill("more-15")
    expect(page.locator("#tables .floor-table:visible")).to_have_count(1)
    page.get_by_label("Search").fill("nothing like it")
    expect(page.locator("[data-filter-none=table]")).to_be_visible()
    page.get_by_label("Search").fill("")
    page.get_by_label("Show").select_option("poker-room")
    expect(page.locator("#tables .floor-table:visible")).to_have_count(1)
    page.get_by_label("Show").select_option("")
    stack(house, "more-15", {1: "As Ad 9c 7h 2s", 0: "Ac Kd 8c 4h 3s"})
    until(lambda: table(house, "more-15").state.phase == "deciding", "bet or fold")
    act(house, "more-15", Report(what="miscount", box=1, count=6), person="dealer-1", by="Dealer")
    expect(cards.first).to_contain_text("more-15")  # a ruling is awaited there
    page.get_by_label("Show").select_option("needs-a-person")
    expect(page.locator("#tables .floor-table:visible")).to_have_count(1)
    assert not serious(page)


def test_lists_of_cage_and_inspector_are_searched_and_verifying_comes_above_the_rows(visit: Visit) -> None:
    page = visit.page("cashier-1", "/cage")
    rows = page.locator("#cage-hands tbody tr")
    assert rows.count() > 2
    page.get_by_label("Search").fill("second")
    expect(page.locator("#cage-hands tbody tr:visible")).to_have_count(1)
    visit.look(page, "inspector-1", "/inspector")
    verify, found = page.locator("[data-verify] button").bounding_box(), page.locator("#rounds-title").bounding_box()
    assert verify is not None
    assert found is not None
    assert verify["y"] < found["y"]
    assert not serious(page)


def test_irregularities_are_searched_and_boxes_are_tapped(visit: Visit) -> None:
    house, name = visit.house, "star-1"
    for seat, person in ((1, "player-1"), (2, "player-2")):
        act(house, name, TakeSeat(seat=seat, chips=300_00), PlaceAnte(seat=seat, amount=10_00), person=person, by=seat)
    page = visit.page("dealer-1", f"/dealer/{name}", PHONE)
    rows = page.locator("#trouble li")
    whole = rows.count()
    assert whole > 5
    page.get_by_label("Only what can happen now").check()
    now = page.locator("#trouble li:visible").count()
    assert 0 < now < whole
    page.get_by_label("Only what can happen now").uncheck()
    page.locator("#trouble").get_by_label("Search").fill("card")
    assert 0 < page.locator("#trouble li:visible").count() < whole
    page.locator("#trouble").get_by_label("Search").fill("nothing like it")
    expect(page.locator("[data-filter-none=trouble]")).to_be_visible()
    page.locator("#trouble").get_by_label("Search").fill("")
    asks = page.locator("#trouble li:has([data-tap=box])").first
    asks.locator("summary").click()
    asks.locator('[data-tap=box][data-value="2"]').click()
    expect(asks.locator("input[name=box]")).to_have_value("2")
    expect(asks.locator("[data-says]")).to_contain_text("box 2")  # the line that the button sends
    assert sideways(page) <= 0
    assert not serious(page)
    until(lambda: table(house, name).state.phase == "deciding", "the cards")
    for seat, person in ((1, "player-1"), (2, "player-2")):
        act(house, name, Fold(seat=seat), person=person, by=seat)
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")


def test_a_jackpot_is_opened_on_the_floor_and_a_change_waits_for_its_sign(visit: Visit) -> None:
    page = visit.page("manager-1", "/floor")
    crown = page.locator('[aria-labelledby="jackpots-crown-caribbean-stud"]')
    crown.locator("summary").click()
    opened = crown.locator('form[data-command="open-system"]')
    opened.locator('[name="system"]').fill("second")
    opened.locator('[name="tables"]').select_option("crown-1")
    opened.locator('[name="terms.game"]').select_option("crown-caribbean-stud")
    opened.locator('[name="terms.cost"]').fill("2")
    opened.locator("button").click()
    expect(crown.locator(".meters")).to_contain_text("Tables: crown-1")
    link = crown.locator('form[data-command="link-table"]')
    link.locator('[name="system"]').select_option("second")
    link.locator('[name="table"]').select_option("crown-live")
    link.locator("button").click()
    expect(page.locator("#refusal")).to_contain_text("A sign must announce 20 minutes before")
    sign = crown.locator('form[data-command="show-notice"]')
    sign.locator('[name="of"]').select_option("link")
    sign.locator('[name="system"]').select_option("second")
    sign.locator('[name="table"]').select_option("crown-live")
    sign.locator("button").click()
    expect(crown.locator(".pill.warn")).to_contain_text("crown-live, second")
    assert not serious(page)
    assert not sideways(page)


def test_a_minimum_rises_for_newcomers_only_and_a_sign_counts_down_in_the_lobby(visit: Visit) -> None:
    page = visit.page("supervisor-1", "/floor")
    star = page.locator('article[data-stream="star-1"]')
    star.locator("summary", has_text="Limits").click()
    limits = star.locator('form[data-command="change-limits"]')
    for name, amount in (("minimum", "25"), ("maximum", "500")):
        limits.locator(f'[name="{name}"]').fill(amount)
    limits.locator('[name="keep"]').check()
    limits.locator("button.plain").click()
    expect(star.locator("p").first).to_contain_text("$25 to $500")
    training = page.locator('article[data-stream="aruba-training"]')
    training.locator("summary", has_text="Limits").click()
    training.locator('form[data-limits] [name="amount"]').fill("25")
    training.locator("form[data-limits] button").click()
    expect(training.locator(".pill.warn")).to_contain_text("Minimum $25 in")
    training.locator('form[data-command="change-limits"] [name="minimum"]').fill("25")
    training.locator('form[data-command="change-limits"] button.plain').click()
    expect(page.locator("#refusal")).to_contain_text("the one that is up has")
    page.goto(f"{visit.house.url}/")
    expect(page.locator(".sign").first).to_contain_text("Minimum $25 in")
    assert not serious(page)

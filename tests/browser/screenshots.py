"""Pictures of every page and state, at two widths, light and dark: `python -m browser.screenshots --to FOLDER`.

With `--docs` those of the documentation are taken again, into docs/pictures.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from msgspec.structs import replace
from playwright.sync_api import Page

from browser.driving import DESKTOP, PHONE, Visit, opened, serious, sideways, visiting
from browser.houses import LIVE, QUICK, act, deal_poker, furnish, stack, table, two_side_pots, until
from croupier.floor.demo import Demo
from croupier.kernel.incidents import Report, Rule
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.commands import DisplaySign, Fold, PlaceAnte, PlaceBet, PlaceJackpot, TakeSeat
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR, ENTRANT
from server.running import Running, running

PAGES = (
    ("lobby", "player-1", "/"),
    ("lobby-signed-out", "", "/"),
    ("sign-in", "", "/sign-in"),
    ("nobody-seated", "player-1", "/tables/star-1"),
    ("poker-pots-told", "player-1", "/tables/poker-1"),
    ("hands-played", "player-1", "/tables/poker-1/hands"),
    ("hand-replayed", "player-1", "/tables/poker-1/hands/1?step=17"),
    ("round-replayed", "player-1", "/tables/venice-1/hands/1?step=4"),
    ("dealer", "dealer-1", "/dealer/crown-live"),
    ("floor", "supervisor-1", "/floor"),
    ("floor-of-a-manager", "manager-1", "/floor"),
    ("cage", "cashier-1", "/cage"),
    ("cage-of-a-supervisor", "supervisor-1", "/cage"),
    ("room", "player-1", "/room"),
    ("tournaments", "director-1", "/tournaments"),
    ("tournament", "player-1", "/tournaments/evening"),
    ("tournament-clock", "", "/tournaments/evening/clock"),
    ("director-s-desk", "director-1", "/tournaments/evening/desk"),
    ("inspector", "inspector-1", "/inspector"),
    ("inspector-trace", "inspector-1", "/inspector/trace?book=crown-caribbean-stud&number=7.6.3"),
    ("drill", "trainee-1", "/drill?game=star-caribbean-stud"),
    ("drill-answered", "trainee-1", "/drill?game=&seed=7&about=star-caribbean-stud&what=miscount&answer=1"),
    ("people", "supervisor-1", "/people"),
    ("rules", "", "/rules"),
    ("rules-found", "", "/rules?q=odd+chip"),
    ("rules-near", "", "/rules?q=strnig+bet"),
    ("rules-of-a-book", "", "/rules/crown-poker"),
    ("a-clause-with-readings", "", "/rules/crown-poker/6.12"),
    ("a-clause", "", "/rules/crown-caribbean-stud/7.6.3"),
    ("my-evening", "player-1", "/me"),
    ("not-there", "player-1", "/tables/nowhere"),
    ("lab", "player-1", "/lab?game=crown-caribbean-stud"),
)
"""Pages that only have to be opened: the name of the picture, who looks, and where."""


DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
OF_DOCS = {
    "house-table-wide-light": "house-table.png",
    "house-table-phone-light": "house-table-on-a-phone.webp",
    "ruling-awaited-wide-light": "ruling-awaited.webp",
    "dealer-ruling-wide-light": "dealer.webp",
    "floor-wide-light": "floor.webp",
    "director-s-desk-wide-light": "director-s-desk.webp",
    "inspector-wide-light": "inspector.webp",
    "a-clause-wide-light": "a-clause-with-its-cases.webp",
    "lab-wide-light": "lab.webp",
    "jackpot-display-wide-light": "jackpot-display.webp",
    "poker-pots-told-wide-light": "poker-pots-told-one-by-one.webp",
    "instant-winner-wide-light": "wild-aruba-with-the-trainer.webp",
}
"""The pictures of the documentation: which one is taken, and the file it becomes."""

_AS_WEBP = """async source => {
    const image = new Image(); image.src = source; await image.decode();
    const canvas = document.createElement("canvas"); [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext("2d").drawImage(image, 0, 0); return canvas.toDataURL("image/webp", 0.85)
}"""


def _sat(house: Running, name: str, *people: str, ante: int = 10_00) -> None:
    house.run(house.server.dealer.set(name, LIVE))
    for seat, person in enumerate(people, 1):
        if table(house, name).state.seat_of(person) != seat:
            act(house, name, TakeSeat(seat=seat, chips=400_00), person=person, by=seat)
        act(house, name, PlaceAnte(seat=seat, amount=ante), person=person, by=seat)


def _dealt(house: Running, name: str, hands: dict[int, str]) -> None:
    stack(house, name, hands)
    until(lambda: table(house, name).state.phase == "deciding", "bet or fold")


class Shot(NamedTuple):
    """A picture: its name, who looks, and where; what is done in the house before, in the page once it is there, and in the house
    once it is taken.
    """

    name: str
    who: str
    path: str
    before: Callable[[], object] = lambda: None
    then: Callable[[Page], object] = lambda page: None
    after: Callable[[], object] = lambda: None


def _offline(house: Running, page: Page) -> None:
    page.context.set_offline(True)
    house.hang_up()
    page.locator("#lost").wait_for()


def _signed_out(page: Page) -> None:
    page.context.clear_cookies()
    page.locator('#acts button[data-act="take-seat"]').first.click()
    page.locator("#lost").wait_for()


def _refused(page: Page) -> None:
    page.get_by_label("Chips to bring").fill("99999")
    page.locator('#acts button[data-act="take-seat"]').first.click()
    page.locator("#refusal").wait_for()


def _warned(page: Page) -> None:
    page.locator("#now .advice", has_text="antes on average").wait_for(timeout=240_000)
    page.locator('#acts button[data-act="fold"]').click()


def _time_left(house: Running, name: str, seconds: float) -> None:
    """Set the pace of a table so that anyone who decides has so many seconds left."""
    dealer = house.server.dealer
    took = house.server.floor.clock.exact() - dealer._since(table(house, name))
    house.run(dealer.set(name, replace(QUICK, pace=replace(QUICK.pace, deciding=took + seconds))))


def _unavailable(house: Running, why: str) -> None:
    """The store cannot be written; nobody looks whether it is back while the picture is taken."""

    async def never() -> None:
        pass

    floor = house.server.floor
    floor.unavailable = why
    if why:
        floor.look_for_store = never  # type: ignore[method-assign]
    else:
        vars(floor).pop("look_for_store", None)


def states(house: Running) -> Iterator[Shot]:
    """Every page and state, one after the other."""
    for each in _states(house):
        yield each if isinstance(each, Shot) else Shot(*each)


def _states(house: Running) -> Iterator[Shot | tuple[str, str, str]]:
    name, who = "crown-2", "player-1"
    hands = {1: "As Ad 9c 7h 2s", 2: "Kh Qh Jh Th 9h", 0: "Ac Kd 8c 4h 3s"}
    _sat(house, name, who, "player-2")
    act(house, name, PlaceJackpot(seat=2, amount=5_00), person="player-2", by=2)
    yield "antes-lie", who, f"/tables/{name}"
    yield "jackpot-display", "", f"/jackpot/crown-caribbean-stud/{name}"
    _dealt(house, name, hands)
    yield "house-table", who, f"/tables/{name}"
    low, high = (lambda: _time_left(house, "crown-2", 9.0)), (lambda: _time_left(house, "crown-2", 600.0))
    yield Shot("timer-low", who, f"/tables/{name}", before=low, after=high)
    yield Shot("reconnecting", who, f"/tables/{name}", then=lambda page: _offline(house, page))
    yield "dealer-deciding", "dealer-1", f"/dealer/{name}"
    act(house, name, PlaceBet(seat=1, amount=20_00), person=who, by=1)
    yield "waiting-for-others", who, f"/tables/{name}"
    act(house, name, PlaceBet(seat=2, amount=20_00), person="player-2", by=2)
    until(lambda: table(house, name).state.phase == "prizes", "a prize")
    yield "prize-waits", "player-2", f"/tables/{name}"
    yield "floor-with-a-prize", "manager-1", "/floor"
    yield "jackpot-pending", "", f"/jackpot/crown-caribbean-stud/{name}"
    name = "crown-1"
    _sat(house, name, who, "player-2")
    house.run(house.server.dealer.set(name, QUICK))
    until(lambda: table(house, name).state.phase == "deciding", "bet or fold")
    act(house, name, Report(what="miscount", box=2, count=6), person="dealer-1", by="Dealer")
    yield "ruling-awaited", who, f"/tables/{name}"
    yield "dealer-ruling", "supervisor-1", f"/dealer/{name}"
    yield "floor-with-a-ruling", "supervisor-1", "/floor"
    act(house, name, Rule(option="52 cards"), person="supervisor-1", by="TG Area Manager")
    yield "wagers-may-be-taken-back", who, f"/tables/{name}"
    name = "venice-1"
    _sat(house, name, who)
    _dealt(house, name, {1: "As Ad Ac 9h 2d", 0: "Kc Kd 9c 5c 3d"})
    yield "exchange", who, f"/tables/{name}"
    act(house, name, Fold(seat=1), person=who, by=1)
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")
    yield "settled", who, f"/tables/{name}"
    name = "aruba-training"
    _sat(house, name, who)
    _dealt(house, name, {1: "9s 8s 7s 6s 2d", 0: "Kc Kd 9c 5c 3d"})
    yield "instant-winner", who, f"/tables/{name}"
    yield Shot("trainer-warns", who, f"/tables/{name}", then=_warned)
    act(house, name, Fold(seat=1), person=who, by=1)
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")
    yield "training-table-looked-at", "player-2", f"/tables/{name}"
    rank = table(house, name).rules.ranks[-1]
    act(house, name, DisplaySign(says="closing"), person="manager-1", by=rank)
    _sat(house, name, who)
    _dealt(house, name, {1: "As Ad 9c 7h 2s", 0: "Ac Kd 8c 4h 3s"})
    act(house, name, Fold(seat=1), person=who, by=1)
    until(lambda: table(house, name).state.phase == "wagers", "the end of the round")
    yield "closing-in-two-hands", who, f"/tables/{name}"
    name = "star-1"
    yield Shot("refused", who, f"/tables/{name}", then=_refused)
    yield Shot("signed-out", who, f"/tables/{name}", then=_signed_out)
    yield Shot("nothing-can-be-kept", who, f"/tables/{name}", lambda: _unavailable(house, "the disk is full"))
    _unavailable(house, "")
    rank = table(house, name).rules.ranks[-1]
    act(house, name, DisplaySign(says="minimum", amount=25_00), person="manager-1", by=rank)
    yield "limits-change", who, f"/tables/{name}"
    yield "poker-turn", _timed_turn(house, "poker-2"), "/tables/poker-2"
    two_side_pots(house)
    yield from PAGES
    yield Shot("inspector-round", "inspector-1", "/inspector/poker-1/1")
    yield Shot("drill-answered", "trainee-1", "/drill?game=crown-caribbean-stud", then=_answered)
    yield Shot("keys", who, "/tables/star-1", then=lambda page: page.keyboard.press("?"))
    yield Shot("clause", who, "/tables/poker-1", then=lambda page: page.locator("#result .clause").first.click())
    _tournament_begins(house)
    yield "tournament-playing", "player-1", "/tournaments/night"
    yield "clock-playing", "", "/tournaments/night/clock"
    yield "desk-playing", "director-1", "/tournaments/night/desk"
    _people_to_be(house)
    yield "lobby-of-a-demo", "", "/"
    yield "sign-in-of-a-demo", "", "/sign-in?to=/tables/star-1"


def _answered(page: Page) -> None:
    page.locator(".choice").first.click()
    page.locator(".choices .right").first.wait_for()


def _tournament_begins(house: Running) -> None:
    """A tournament that is planned for now is entered, drawn and started, and its tables wait for someone to deal."""
    floor, dealer, name = house.server.floor, house.server.dealer, "night"
    token = house.run(house.server.sessions.begin("director-1"))
    planned = {"name": name, "title": "The night's hold'em", "game": "crown-holdem", "starts": floor.clock.now()}
    asked = Request(  # noqa: S310  the house of this picture
        f"{house.url}/api/tournaments",
        data=json.dumps(planned | {"publish": True, "rebuys": 1}).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urlopen(asked) as answer:  # noqa: S310
        assert answer.status == 201
    keeper = floor.house.tournaments[name]
    operator = keeper.stream.rules.ranks[-1]
    director: dict[str, Any] = {"person": "director-1", "by": DIRECTOR}
    act(house, name, tournament.OpenEntries(), person="manager-1", by=operator)
    for number in range(60, 71):
        person = house.run(Demo(floor, dealer).bot(number))
        act(house, name, tournament.Enter(person=person), person=person, by=ENTRANT)
    act(house, name, tournament.BriefPlayers(), **director)
    act(house, name, tournament.DrawSeats(order=keeper.draw_order(), source=keeper.source))
    for table_name in keeper.tables:
        house.run(dealer.set(table_name, LIVE))
    act(house, name, tournament.StartPlay(), **director)


def _people_to_be(house: Running) -> None:
    house.server.config = replace(house.server.config, demo=True)


def _timed_turn(house: Running, name: str) -> str:
    """A hand at a table with a time to act and a time bank, and some talk at it; whose turn it is."""
    floor = house.server.floor
    options = PokerOptions(places=6, time_to_act=30, time_bank=60)
    house.run(floor.transact(lambda: floor.house.open_table(name, "crown-holdem", options) and None))
    house.run(house.server.dealer.set(name, LIVE))
    people = {1: "player-1", 2: "player-2", 4: house.run(Demo(floor, house.server.dealer).bot(90))}
    for seat, person in people.items():
        act(house, name, poker.TakeSeat(seat=seat, chips=1000_00), person=person, by=seat)
    found = floor.house.tables[name]
    house.run(house.server.chat.say(found, "player-2", words="Good evening, everybody"))
    deal_poker(house, name, {1: "As Ad", 2: "Kh Kc"}, "Qh 9d 4s 3h 8d")
    house.run(house.server.chat.say(found, "player-1", phrase="luck"))
    return found.state.person_at(found.turn)


@contextmanager
def _house() -> Iterator[Visit]:
    with tempfile.TemporaryDirectory(prefix="croupier-") as folder:
        path = Path(folder) / "house.db"
        with running(path, furnish=furnish) as house, opened() as browser, visiting(house, browser) as visit:
            yield visit


def photograph(to: Path, only: Callable[[str], bool]) -> int:
    """Write all pictures, say what is wrong with a page, and count the faults."""
    to.mkdir(parents=True, exist_ok=True)
    faults = 0
    with _house() as visit:
        for name, who, path, before, then, after in states(visit.house):
            if not only(name):
                continue
            for size, width in ((DESKTOP, "wide"), (PHONE, "phone")):
                for scheme in ("light", "dark"):
                    before()
                    page = visit.page(who, path, size, color_scheme=scheme, reduced_motion="reduce")
                    page.wait_for_timeout(400)
                    then(page)
                    if name == "lab":
                        page.locator("#answer .big").first.wait_for(timeout=240_000)
                    if name == "instant-winner":
                        page.locator("#now .advice", has_text="antes on average").wait_for(timeout=240_000)
                    page.screenshot(path=to / f"{name}-{width}-{scheme}.png", animations="disabled")
                    after()
                    once = (width, scheme) in (("wide", "light"), ("phone", "dark"))
                    found = [*(serious(page) if once else ()), *visit.errors]
                    if (over := sideways(page)) > 0:
                        found.append(f"{over} pixels too wide")
                    visit.errors.clear()
                    for fault in found:
                        print(f"{name} {width} {scheme}: {fault}")  # noqa: T201
                    faults += len(found)
                    page.context.close()
            visit.contexts.clear()
    return faults


def for_docs(taken: Path) -> None:
    """Put the pictures of the documentation in their place; those that are not PNG become WebP, which a browser can write."""
    with _house() as visit:
        page = visit.page("", "/rules", DESKTOP, bypass_csp=True)
        for name, file in OF_DOCS.items():
            picture = (taken / f"{name}.png").read_bytes()
            if file.endswith(".webp"):
                written = page.evaluate(_AS_WEBP, f"data:image/png;base64,{base64.b64encode(picture).decode()}")
                picture = base64.b64decode(written.split(",", 1)[1])
            (DOCS / file).write_bytes(picture)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, default=Path(".screenshots"))
    parser.add_argument("--docs", action="store_true", help="only those of the documentation, and put them there")
    parser.add_argument("--only", default="", help="names of pictures, by commas")
    asked = parser.parse_args()
    names = {name.rsplit("-", 2)[0] for name in OF_DOCS} if asked.docs else set(filter(None, asked.only.split(",")))
    faults = photograph(asked.to, lambda name: not names or name in names)
    if asked.docs:
        for_docs(asked.to)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

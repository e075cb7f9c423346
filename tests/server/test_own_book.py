"""Rulebooks from outside in a house: served from lobby to audit, also one of another shape with wagers of a pay table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from time import sleep
from urllib.request import Request, urlopen

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.errors import CroupierError
from croupier.kernel.legal import Legal
from croupier.server.workers import Worker
from croupier.stud import CallBetOrFold, CallNoMoreBets, Deal, PlaceWager
from croupier.stud.events import WagerSettled
from croupier.stud.rules import Options
from croupier.tables.any_game import audit
from croupier.tables.house_terms import terms_for_play
from croupier.web.acts import act
from croupier.web.lab_page import Variant, checked, worked_out
from server.running import Running, running

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TABLE, GAME = "lantern-1", "lantern-stud"
METERED, NEW_JERSEY = "jersey-1", "nj-caribbean-stud"
THREE, THREE_CARD = "three-1", "three-card-poker"


async def furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table(TABLE, GAME, Options(places=3), TableSettings())
    await demo.open_table(METERED, NEW_JERSEY, books.rules_of(NEW_JERSEY).usual_options(), TableSettings())
    operator = books.book_of(NEW_JERSEY).title_page.ranks[-1]
    opened = OpenSystem(system=METERED, terms=terms_for_play(NEW_JERSEY, 1_00), tables=(METERED,))
    meters = demo.floor.house.casinos[NEW_JERSEY].meters
    await demo.do(meters.name, opened, "manager-1", operator)
    await demo.open_table(THREE, THREE_CARD, Options(places=3), TableSettings())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with books_forgotten():
        books.add_books([EXAMPLES / "sixth_book", EXAMPLES / "new_jersey", EXAMPLES / "three_card_poker"])
        with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
            yield found


def test_it_is_played_and_audited_from_lobby_to_record(house: Running) -> None:
    player = house.client("player-1")
    table = player.stream(TABLE)
    table.do("take-seat", seat=1, chips=500_00)
    table.do("place-ante", seat=1, amount=10_00)
    stream = house.server.floor.house.streams[TABLE]
    assert stream.rules.title == "Lantern Stud at the Lantern House"
    assert audit(stream.dump())


def test_a_book_with_a_meter_is_played_with_its_prescribed_options(house: Running) -> None:
    table = house.client("player-2").stream(METERED)
    table.do("take-seat", seat=1, chips=500_00)
    table.do("place-ante", seat=1, amount=10_00)
    table.do("place-jackpot", seat=1, amount=1_00)
    stream = house.server.floor.house.streams[METERED]
    assert (stream.state.options.maximum_payout, stream.state.jackpot(1)) == (5_000_00, 1_00)
    assert audit(stream.dump())
    assert audit(house.server.floor.house.casinos[NEW_JERSEY].meters.dump())


def test_wagers_of_a_pay_table_are_placed_settled_and_audited(house: Running) -> None:
    player, stream = house.client("player-2"), house.server.floor.house.streams[THREE]
    table = player.stream(THREE)
    table.do("take-seat", seat=2, chips=500_00)
    table.do("place-ante", seat=2, amount=10_00)
    table.do("place-wager", seat=2, wager="pair-plus", amount=25_00)
    page = _page(house, f"/tables/{THREE}", "player-2")
    assert [word for word in ("Take back Pair Plus", 'data-name="Pair Plus"', "Ante bonus") if word not in page] == []
    for command in (CallNoMoreBets(), Deal(), CallBetOrFold()):
        if stream.state.phase in ("wagers", "dealing"):
            house.do(THREE, command, "house", "house")
    _wait(lambda: stream.state.phase == "deciding" and stream.state.undecided != ())
    table.do("place-bet", seat=2, amount=10_00)
    _wait(lambda: stream.state.phase == "wagers")
    settled = {event.wager for event in stream.events if isinstance(event, WagerSettled)}
    assert settled >= {"ante", "bet", "pair-plus"}
    assert "Pair Plus" in _page(house, f"/tables/{THREE}", "player-2")
    assert sum(stream.state.money.values()) == 0
    assert audit(stream.dump())


def _wait(until: Callable[[], bool]) -> None:
    for _ in range(200):
        if until():
            return
        sleep(0.05)
    raise AssertionError("it does not come to that")


def _page(house: Running, address: str, person: str = "player-1") -> str:
    asked = Request(house.url + address, headers={"Authorization": f"Bearer {house.client(person).token}"})  # noqa: S310
    with urlopen(asked) as answer:  # noqa: S310
        return str(answer.read().decode())


def test_the_lab_counts_it_exactly(house: Running) -> None:
    answer = worked_out(Variant(game=THREE_CARD))
    assert (answer.edge, answer.total, answer.deals) == ("3.3730%", "-13,733,780", 407_170_400)
    assert answer.wagers == (("Pair Plus", "2.3167%"),)
    assert answer.plain == "bet with queen high (Q-6-4) or better, fold with less"
    with pytest.raises(CroupierError, match="the hand of the book alone"):
        checked(Variant(game=THREE_CARD, qualifies="ace-king"))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (f"/tables/{METERED}", ("Caribbean Stud Poker, New Jersey", "$5,000", "10,000")),
        ("/rules/nj-caribbean-stud/16.12(c)", ("limited to $5,000",)),
        ("/cloths.css", (".cloth-new-jersey ",)),
        ("/", ("Lantern House", f"/tables/{TABLE}", f"/tables/{THREE}")),
        (f"/tables/{THREE}", ("Three Card Poker", "Pair Plus", "40 to 1")),
        ("/rules/three-card-poker/6.6", ("Pair Plus",)),
        (f"/lab?game={THREE_CARD}", ("three-card-poker",)),
        (f"/tables/{TABLE}", ("Lantern Stud",)),
        ("/rules", ("Lantern Stud, House Rules",)),
        ("/rules/lantern-stud/6.2", ("ace and king",)),
        ("/lab", ("lantern-stud",)),
        ("/drill", ("lantern-stud",)),
        ("/cloths.css", (".cloth-lantern-stud ",)),
        ("/healthz", ("as recorded",)),
    ],
)
def test_every_page_knows_it(house: Running, address: str, words: tuple[str, ...]) -> None:
    page = _page(house, address)
    assert [word for word in words if word not in page] == []


@pytest.mark.parametrize("address", ["/", "/rules", "/lab", "/drill", *(f"/tables/{name}" for name in (TABLE, METERED, THREE))])
def test_every_link_on_its_pages_leads_somewhere(house: Running, address: str) -> None:
    links = set(re.findall(r'href="(/[^"#]*)', _page(house, address)))
    assert len(links) > 5
    for link in sorted(links):
        assert _page(house, unescape(link)), link


def test_a_wager_has_its_title_on_the_button(house: Running) -> None:
    command, rules = PlaceWager(seat=1, wager="dealers-hand", amount=5_00), books.rules_of(THREE_CARD)
    assert act(Legal(command, ()), wager="Dealer's hand").label == "Wager on Dealer's hand $5"
    assert rules.wagers["pair-plus"].title == "Pair Plus"


def test_the_processes_that_count_know_it_too(house: Running) -> None:
    worker = Worker()
    try:
        assert house.run(worker.ask(books.book_of, GAME)).id == GAME
    finally:
        worker.close()

"""A rulebook of one's own in a house: served from lobby to audit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.jackpots.commands import OpenSystem
from croupier.server.workers import Worker
from croupier.stud.rules import Options
from croupier.tables.any_game import audit
from croupier.tables.house_terms import terms_for_play
from server.running import Running, running

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDER = EXAMPLES / "sixth_book"
TABLE, GAME = "lantern-1", "lantern-stud"
METERED, NEW_JERSEY = "jersey-1", "nj-caribbean-stud"


async def furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table(TABLE, GAME, Options(places=3), TableSettings())
    await demo.open_table(METERED, NEW_JERSEY, books.rules_of(NEW_JERSEY).usual_options(), TableSettings())
    operator = books.book_of(NEW_JERSEY).title_page.ranks[-1]
    opened = OpenSystem(system=METERED, terms=terms_for_play(NEW_JERSEY, 1_00), tables=(METERED,))
    meters = demo.floor.house.casinos[NEW_JERSEY].meters
    await demo.do(meters.name, opened, "manager-1", operator)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with books_forgotten():
        books.add_books([FOLDER, EXAMPLES / "new_jersey"])
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


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (f"/tables/{METERED}", ("Caribbean Stud Poker, New Jersey", "$5,000", "10,000")),
        ("/rules/nj-caribbean-stud/16.12(c)", ("limited to $5,000",)),
        ("/cloths.css", (".cloth-new-jersey ",)),
        ("/", ("Lantern House", f"/tables/{TABLE}")),
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
    from urllib.request import Request, urlopen

    client = house.client("player-1")
    asked = Request(house.url + address, headers={"Authorization": f"Bearer {client.token}"})  # noqa: S310
    page = urlopen(asked).read().decode()  # noqa: S310
    assert [word for word in words if word not in page] == []


def test_the_processes_that_count_know_it_too(house: Running) -> None:
    worker = Worker()
    try:
        assert house.run(worker.ask(books.book_of, GAME)).id == GAME
    finally:
        worker.close()

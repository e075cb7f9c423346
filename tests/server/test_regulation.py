"""What regulators ask of such a system, where nothing else shows it: see docs/conformance.toml."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import numpy as np
import pytest

from croupier.client import Refusal
from croupier.floor.clock import Clock
from croupier.floor.dealing import Pace, TableSettings
from croupier.floor.demo import Demo
from croupier.floor.stores.interface import Store
from croupier.jackpots.commands import OpenSystem, ReportEquipment
from croupier.kernel.cards import DECK
from croupier.kernel.decisions import Accepted
from croupier.odds.shuffle_quality import FEWEST, Battery
from croupier.server import server as server_module
from croupier.server.config import Config, ConfigError, read_config
from croupier.server.screens import jackpot_regions
from croupier.server.software import software_digest
from croupier.stud import commands
from croupier.stud.rules import Options
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.house_terms import terms_for_play
from server.running import Running, running

GAME = "crown-caribbean-stud"
FAST = TableSettings(pace=Pace(antes=0.0, closing=0.0, deciding=0.0, between=0.0, step=0.0, wagering=0.0, asking=0.0))


async def furnish(demo: Demo) -> None:
    await demo.people()
    for name in ("crown-1", "crown-2", "crown-3"):
        await demo.open_table(name, GAME, Options(places=3), FAST)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        yield found


def soon(so: Callable[[], bool]) -> bool:
    """Whether something comes about while one waits."""
    for _ in range(600):
        if so():
            return True
        time.sleep(0.05)
    return False


# Random numbers


def in_memory(house: Running, *names: str) -> list[HouseTable]:
    house.run(house.server.floor.memory.hold(*names))
    tables = [house.server.floor.house.tables[name] for name in names]
    assert all(isinstance(table, HouseTable) for table in tables)
    return tables  # type: ignore[return-value]


def test_cards_come_from_the_operating_system(house: Running) -> None:
    opened = in_memory(house, *house.server.floor.house.at_a_glance())
    assert len(opened) >= 3
    for table in (house_table(GAME, seed=None), *opened):
        assert isinstance(table._random, SystemRandom)


def test_the_shuffle_passes_at_99_percent() -> None:
    """By a seed, so that it is the same every time; the operating system's source is drawn from in the same way."""
    table, place = HouseTable(GAME, seed=7), {card: number for number, card in enumerate(DECK)}
    battery = Battery()
    decks = [[place[card] for card in table.shuffled_deck()] for _ in range(FEWEST)]
    battery.add(np.array(decks, dtype=np.uint8))
    assert all(finding.corrected > 0.01 for finding in battery.report().findings)


def test_no_two_tables_share_their_cards(house: Running) -> None:
    one, other = in_memory(house, "crown-1", "crown-2")
    assert one.shuffled_deck() != other.shuffled_deck()
    assert HouseTable(GAME)._random is HouseTable(GAME)._random  # it has no state that could be shared
    with pytest.raises(NotImplementedError):
        one._random.getstate()


def test_an_operator_chooses_no_seed(tmp_path: Path, house: Running) -> None:
    file = tmp_path / "house.toml"
    for text in ("seed = 1", "[house]\nseed = 1", "[http]\nseed = 1", "[record]\nseed = 1"):
        file.write_text(text)
        with pytest.raises(ConfigError, match="seed"):
            read_config(str(file))
    body = {"name": "crown-9", "game": GAME, "options": {"seed": 1}}
    with pytest.raises(Refusal):
        house.client("manager-1").ask("POST", "/api/tables", body)
    assert "crown-9" not in house.server.floor.house.streams


def test_cards_do_not_depend_on_the_stake() -> None:
    """The same seed, another stake and another decision: the same cards, round after round."""
    assert _decks(10_00, bets=True) == _decks(100_00, bets=False)


def _decks(ante: int, *, bets: bool) -> list[Any]:
    table, decks = house_table(GAME, options=Options(places=1), seed=3), []
    for _ in range(3):
        deck = table.shuffled_deck()
        decks.append(deck)
        decision = commands.PlaceBet(seat=1, amount=2 * ante) if bets else commands.Fold(seat=1)
        before = (commands.PlaceAnte(seat=1, amount=ante), commands.Shuffle(deck=deck, source="stacked"))
        after = (commands.CallNoMoreBets(), commands.Deal(), commands.CallBetOrFold(), decision)
        for step in (*before, *after, commands.Reveal(), commands.Settle()):
            assert isinstance(table.do(step), Accepted), step
    return decks


class Broken(Random):
    """A source that gives nothing any more."""

    def getrandbits(self, k: int) -> int:
        raise OSError("no entropy")

    random = randbytes = getrandbits  # type: ignore[assignment]


def test_a_source_that_fails_closes_its_table_and_no_other(house: Running) -> None:
    floor = house.server.floor
    in_memory(house, "crown-3")[0]._random = Broken()
    house.client("player-1").stream("crown-3").do("take-seat", seat=1, chips=100_00)
    house.client("player-1").stream("crown-3").do("place-ante", seat=1, amount=10_00)
    assert soon(lambda: "crown-3" in floor.aside)
    with pytest.raises(Refusal) as refusal:
        house.client("player-1").stream("crown-3").do("place-ante", seat=1, amount=10_00)
    assert (refusal.value.status, refusal.value.ground) == (503, "table_set_aside")
    house.client("player-2").stream("crown-2").do("take-seat", seat=1, chips=100_00)
    house.client("player-2").stream("crown-2").do("leave-seat", seat=1)


# Play


def test_every_game_of_a_table_is_called_up_again(house: Running) -> None:
    table = house.client("player-2").stream("crown-1")
    table.do("take-seat", seat=1, chips=1000_00)
    ended = list[int]()

    def rounds() -> int:
        entries = table.history()
        ended[:] = [one["number"] for one in entries if any(each["event"] == "round-ended" for each in one["events"])]
        return len(ended)

    for number in range(11):
        table.do("place-ante", seat=1, amount=10_00)
        assert soon(lambda: table.state()["phase"] == "deciding")
        table.do("fold", seat=1)
        assert soon(lambda number=number: rounds() > number)  # type: ignore[misc]
    client = house.client("inspector-1")
    for last in ended:
        then = client.ask("GET", f"/api/streams/crown-1/replay?number={last}")
        assert then["number"] == last
    from urllib.request import Request, urlopen

    for number in (1, 11):
        request = Request(  # noqa: S310
            f"{house.url}/inspector/crown-1/{number}", headers={"authorization": f"Bearer {client.token}"}
        )
        with urlopen(request) as page:  # noqa: S310
            assert f'href="/rules/{GAME}' in page.read().decode()


def test_a_display_has_amount_and_fault() -> None:
    casino = Casino(GAME)
    casino.add("A", house_table(GAME, options=Options(places=1)))
    rank = casino.meters.rules.ranks[-1]
    casino.manage(OpenSystem(system="main", terms=terms_for_play(GAME, 1_00), tables=("A",)), by=rank, person="m1")
    assert "fault" not in jackpot_regions(casino, "main")["meter"]
    casino.manage(ReportEquipment(system="main", working=False))
    shown = jackpot_regions(casino, "main")["meter"]
    assert 'class="fault"' in shown
    assert 'class="figure"' in shown
    style = (Path(server_module.__file__).parents[1] / "web/static/screens.css").read_text(encoding="utf-8")
    for each in ("figure", "fault"):
        assert re.search(rf"\.faulty \.{each} {{ animation: \w+ 6s", style)


# System


def test_wrong_software_stops_all_play_until_it_is_right(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    client = house.client("player-2")
    with monkeypatch.context() as changed:
        changed.setattr(server_module, "software_digest", lambda: "0" * 64)
        assert client.ask("GET", "/api/software")["right"] is False
        with pytest.raises(Refusal) as refusal:
            client.stream("crown-2").do("take-seat", seat=2, chips=100_00)
        assert (refusal.value.status, refusal.value.ground) == (503, "play_halted")
        assert house.server.dealer.next_step("crown-1") is None
        with pytest.raises(Refusal) as refusal:
            client.ask("GET", "/healthz")
        assert refusal.value.status == 503
    assert client.ask("GET", "/api/software")["right"] is True
    client.stream("crown-2").do("take-seat", seat=2, chips=100_00)
    client.stream("crown-2").do("leave-seat", seat=2)


def test_the_software_is_looked_at_daily(house: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[int]()

    async def authenticate() -> Any:
        looked.append(1)

    monkeypatch.setattr(house.server, "authenticate", authenticate)
    monkeypatch.setattr(server_module, "DAY", 1)
    assert soon(lambda: len(looked) >= 1)


def test_the_digest_is_long_enough() -> None:
    assert len(bytes.fromhex(software_digest())) * 8 >= 128


class Moved(Clock):
    """A clock that someone sets."""

    by = 0.0

    def wall(self) -> float:
        return 1_000_000.0 + self.by

    def steady(self) -> float:
        return 5.0


def test_a_step_of_the_clock_is_noticed_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    clock = Moved()
    assert (clock.check(), clock.now()) == (0.0, 1_000_000)
    clock.by = -3600.0
    with caplog.at_level(logging.WARNING, "croupier.clock"):
        assert clock.check() == -3600.0
    assert "moved by -3600.0 seconds" in caplog.text
    assert clock.steps == [(1_000_000, -3600.0)]
    assert clock.now() == 1_000_000


def test_the_record_is_kept_for_ten_years_and_nothing_deletes_it() -> None:
    assert Config().record.keep_years == 10
    removing = [name for name in dir(Store) if re.search("delete|remove|truncate|forget|prune", name)]
    assert removing == ["delete"]
    assert "small value" in (Store.delete.__doc__ or "")


def test_versions_and_games_are_on_record(house: Running) -> None:
    versions = house.client("inspector-1").ask("GET", "/api/software")["versions"]
    assert versions[-1]["digest"] == software_digest()
    opened = house.client("inspector-1").stream("crown-2").history()[0]
    assert opened["at"] > 0
    assert opened["events"][0]["event"] == "table-opened"

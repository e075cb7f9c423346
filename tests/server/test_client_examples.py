"""The clients of docs/how-to/write-a-client.md against a running house, and the configuration of docs/how-to/serve.md."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier.cli.main import COMMANDS, main
from croupier.client import Client, Refusal
from croupier.floor.dealing import TableSettings
from croupier.floor.demo import Demo
from croupier.server.config import Config, read_config
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from server.running import Running, running
from server.test_api import FAST

DOCS = Path(__file__).parents[2] / "docs/how-to"
BOT, SHOE, REFUSED = re.findall(r"^```py\n(.*?)^```", (DOCS / "write-a-client.md").read_text(), re.M | re.S)
SERVE = (DOCS / "serve.md").read_text(encoding="utf-8")


async def furnish(demo: Demo) -> None:
    await demo.people()
    await demo.open_table("crown-1", "crown-caribbean-stud", Options(places=2), FAST)
    live = Options(places=2, device="shoe")
    await demo.open_table("crown-live", "crown-caribbean-stud", live, TableSettings(live=True))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("house") / "house.db", furnish=furnish) as found:
        found.server.config = replace(found.server.config, demo=True)
        yield found


def at(house: Running, code: str) -> str:
    """The code of the page, for a demo at another address than the usual one."""
    return re.sub(r'Client\.demo\("([\w-]+)"\)', rf'Client.demo("\1", "{house.url}")', code)


def test_the_bot_plays_three_rounds(house: Running) -> None:
    assert len(BOT.splitlines()) <= 24
    exec(at(house, BOT), {})  # noqa: S102
    table = house.server.floor.house.tables["crown-1"]
    rounds = [event for event in table.events if type(event).__name__ == "RoundEnded"]
    assert len(rounds) == 3
    assert not table.state.seats
    assert not house.server.floor.house.report().differences


def test_the_shoe_reads_its_cards_and_is_refused_in_words(house: Running) -> None:
    player = house.client("player-2").stream("crown-live")
    player.do("take-seat", seat=1, chips=500_00)
    player.do("place-ante", seat=1, amount=10_00)
    dealer = house.client("dealer-1").stream("crown-live")
    dealer.do("shuffle", as_="Dealer")
    dealer.do("cut", place=20, as_="Dealer")
    dealer.do("call-no-more-bets", as_="Dealer")
    cards = iter(["Ah", "2c", "Kd", "3s", "9h", "4c", "8d", "5s", "7h", "Jc", "Qd", "6s"])
    scope: dict[str, Any] = {"read_card": lambda: next(cards)}
    exec(at(house, SHOE), scope)  # noqa: S102
    assert len(_hand(house)) == 5
    assert set(_hand(house)) <= {"Ah", "2c", "Kd", "3s", "9h", "4c", "8d", "5s", "7h", "Jc"}
    assert list(cards) == ["Qd", "6s"]
    exec(REFUSED, scope)  # noqa: S102
    status, ground, reason, clauses = scope["told"]
    assert status in (403, 422)
    assert ground
    assert reason
    assert clauses


def test_a_demo_signs_in_by_name_and_says_who_is_not_there(house: Running) -> None:
    assert Client.demo("inspector-1", house.url).me()["person"] == "inspector-1"
    with pytest.raises(Refusal) as refused:
        Client.demo("nobody", house.url)
    assert (refused.value.status, refused.value.ground) == (404, "no_such_person")
    with pytest.raises(Refusal) as missing:
        Client(house.url).ask("GET", "/api/no-such-address")
    assert (missing.value.status, missing.value.ground) == (404, "no_such_page")
    house.server.config = replace(house.server.config, demo=False)
    with pytest.raises(Refusal) as closed:
        Client.demo("player-1", house.url)
    assert closed.value.status == 404


def _hand(house: Running) -> list[str]:
    table = house.server.floor.house.tables["crown-live"]
    assert isinstance(table, HouseTable)
    return [str(card) for card in table.state.boxes[1].cards]


def test_every_key_of_the_configuration_is_shown_with_its_default(tmp_path: Path) -> None:
    text, *_ = re.findall(r"^```toml\n(.*?)^```", SERVE, re.M | re.S)
    file = tmp_path / "house.toml"
    file.write_text(text)
    assert read_config(str(file)) == Config()
    shown = tomllib.loads(text)
    every = msgspec.to_builtins(Config())
    assert {key: set(value) if isinstance(value, dict) else None for key, value in shown.items()} == {
        key: set(value) if isinstance(value, dict) else None for key, value in every.items()
    }


@pytest.mark.parametrize(
    "line",
    [
        line
        for block in re.findall(r"^```sh\n(.*?)^```", SERVE, re.M | re.S)
        for line in block.splitlines()
        if not line.startswith("psql ")
    ],
)
def test_every_command_and_option_that_is_shown_exists(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, command, *rest = shlex.split(line)
    assert program == "croupier"
    assert command in COMMANDS
    words = [command, *rest[:1]] if command in ("user", "table", "audit", "cage") else [command]
    assert main([*words, "--help"]) == 0
    help_text = capsys.readouterr().out
    for option in (word for word in rest if word.startswith("--")):
        assert option in help_text, option

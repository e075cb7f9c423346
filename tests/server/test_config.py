"""A configuration that cannot be is refused in one line that says where, before anything is opened or made."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.proof import signer_from
from croupier.kernel.errors import ProofError
from croupier.server.config import ConfigError, read_config
from server.calling import Called


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("seats = 1", "seats"),
        ("[http]\ncolour = 1", "colour"),
        ("database = 5", "database"),
        ('database = ""', "database"),
        ('database = " house.db"', "database"),
        ('database = "mysql://house"', "mysql is not known"),
        ("demo = 1", "demo"),
        ('demo = true\n[http]\nhost = "0.0.0.0"', "a demo only listens on this machine"),
        ("[http]\nport = 70000", "http.port"),
        ("[http]\nport = -1", "http.port"),
        ('[http]\nport = "8000"', "http.port"),
        ('[http]\nnames = "one"', "http.names"),
        ("[http]\nrequests_a_second = 0", "http.requests_a_second"),
        ("[http]\nrequests_a_second = nan", "http.requests_a_second"),
        ("[http]\nrequests_a_second = inf", "http.requests_a_second"),
        ("[http]\nlive_streams = 0", "http.live_streams"),
        ("[http]\nsession_hours = 99999999999", "http.session_hours"),
        ('[house]\nname = ""', "house.name"),
        ('[house]\ncurrency = "EURO"', "house.currency"),
        ('[house]\norigin = "a house"', "house.origin"),
        ('[house]\norigin = "a+house"', "house.origin"),
        ("[record]\nkeep_years = 0", "record.keep_years"),
        ('[record]\nother_half = "second"', "record.other_half"),
        ("[http", "house.toml: "),
        ("\udcff", "cannot be read"),
    ],
)
def test_what_can_not_be_is_said_in_one_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError) as refused:
        read_config(str(file))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere.toml"):
        with pytest.raises(ConfigError, match="cannot be read"):
            read_config(str(path))


def test_a_key_is_made_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="cannot sign"):
        signer_from(str(tmp_path / "key"), "a house")
    assert list(tmp_path.iterdir()) == []
    made = signer_from(str(tmp_path / "key"), "house")
    assert signer_from(str(tmp_path / "key"), "house").secret == made.secret
    assert [(file.name, file.stat().st_mode & 0o777) for file in tmp_path.iterdir()] == [("key", 0o600)]


def test_a_house_does_not_sign_under_another_name_than_it_says(tmp_path: Path) -> None:
    signer_from(str(tmp_path / "key"), "another/house")
    with pytest.raises(ProofError, match=r"signs for another/house, and house\.origin is croupier\.local/house"):
        asyncio.run(Called(tmp_path / "key").open())

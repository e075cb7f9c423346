"""The configuration of a server: one TOML file, checked completely before anything starts."""

import re
import tomllib
from pathlib import Path
from typing import Annotated
from zoneinfo import available_timezones

import msgspec

from croupier.floor.day_figures import Calendar
from croupier.kernel.errors import CroupierError
from croupier.kernel.money import MoneyError, currency


class ConfigError(CroupierError):
    """An invalid setting; the message says what, and where."""


class House(Calendar, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The name of the house, the currency code of its cage, the name under which its checkpoints are signed, whether
    dealers act only at tables they are assigned to, and when its days and shifts begin. `cash_limit` is in whole units
    of money: the compliance officer must know who buys or redeems that much in a day.
    """

    name: str = "Croupier"
    currency: str = "USD"
    origin: str = "croupier.local/house"
    assigned_dealers: bool = True
    cash_limit: Annotated[int, msgspec.Meta(ge=1)] = 10_000


class Http(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the server listens, under which names it is reached, and its limits; `guest_streams` is how many live streams
    one address may have open without signing in. `address` is what people type to get here: passkeys belong to it.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    behind_proxy: bool = False
    requests_a_second: float = 20.0
    live_streams: int = 5000
    guest_streams: int = 50
    session_hours: int = 12
    address: str = ""

    @property
    def public(self) -> str:
        """The address that people use. If none is given it is known only on this machine, without a proxy in between."""
        near = self.host in ("127.0.0.1", "::1", "localhost") and self.port and not self.behind_proxy
        return self.address or (f"http://localhost:{self.port}" if near else "")


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long the record is kept, in years; the folder or address for entries older than so many days; and
    the file with the key that signs checkpoints.

    Without a name, the key is beside the database's file, readable by its owner alone, or in the working directory. If two
    people hold its halves (`croupier key split`), `key` is the file of the one and `other_half` that of the other.
    """

    keep_years: int = 10
    archive: str = ""
    archive_after_days: int = 30
    key: str = ""
    other_half: str = ""


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole configuration. `database` is a file or an address that begins with `postgresql://`; `books` are folders of the
    house's own rulebooks, relative to the folder of this file. With `publish_demo` others can reach a demo, where anyone may
    act as anyone.
    """

    database: str = "house.db"
    demo: bool = False
    publish_demo: bool = False
    books: tuple[str, ...] = ()
    house: House = House()
    http: Http = Http()
    record: Record = Record()


_MOST = {"requests_a_second": 1_000_000, "live_streams": 1_000_000, "guest_streams": 1_000_000, "session_hours": 24 * 366}
"""The largest allowed values."""


def read_config(path: str) -> Config:
    """The configuration in a file; `ConfigError` says in one line what is wrong."""
    try:
        raw = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        config = msgspec.convert(raw, Config)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from None
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from None
    books = tuple(str(Path(path).parent / folder) for folder in config.books)
    return checked(msgspec.structs.replace(config, books=books))


def checked(config: Config) -> Config:
    """The same configuration, if it is valid."""
    http = config.http
    if not 0 <= http.port <= 65535:
        raise ConfigError(f"http.port: {http.port} is not a port; ports are 1 to 65535")
    if config.demo and not config.publish_demo and http.host not in ("127.0.0.1", "::1", "localhost"):
        said = "a demo only listens on this machine, unless you publish it: use 127.0.0.1 or --publish-demo"
        raise ConfigError(f"http.host: {said}, not {http.host}")
    for name, most in _MOST.items():
        if not 0 < getattr(http, name) <= most:
            raise ConfigError(f"http.{name}: {getattr(http, name)} must be above zero and at most {most:,}")
    if http.address:
        _check_address(http)
    if (zone := config.house.zone) != "UTC" and zone not in available_timezones():
        raise ConfigError(f"house.zone: {zone!r} is no time zone: write one such as Australia/Melbourne or UTC")
    if config.record.other_half and not config.record.key:
        raise ConfigError("record.other_half: record.key names the file of the first half")
    if not 1 <= config.record.keep_years <= 1000:
        raise ConfigError("record.keep_years: a record is kept for 1 to 1,000 years")
    if not 1 <= config.record.archive_after_days <= 36_500:
        raise ConfigError("record.archive_after_days: entries are archived after 1 to 36,500 days")
    try:
        currency(config.house.currency)
    except MoneyError as error:
        raise ConfigError(f"house.currency: {error}") from None
    if re.search(r"[\s+]", config.house.origin):
        raise ConfigError("house.origin: the name that checkpoints are signed under has no spaces and no plus")
    if "://" in config.database and not config.database.startswith(("postgresql://", "postgres://")):
        raise ConfigError(f"database: {config.database.partition(':')[0]} is not known; a file, or postgresql://...")
    if any(not part or part != part.strip() for part in (config.house.name, config.house.origin, config.database)):
        raise ConfigError("house.name, house.origin and database must be given, without spaces around them")
    return config


def _check_address(http: Http) -> None:
    name = re.fullmatch(r"https://([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::[0-9]+)?|http://(localhost)(?::[0-9]+)?", http.address)
    if name is None or re.fullmatch(r"[0-9.]+", name[1] or ""):
        said = "write it as https://house.example: in small letters, with a name and not a number, and nothing behind it"
        raise ConfigError(f"http.address: {said}")
    if name[1] and name[1] not in (http.host, *http.names):
        raise ConfigError(f"http.address: http.names must have {name[1]}, or its pages are not answered")

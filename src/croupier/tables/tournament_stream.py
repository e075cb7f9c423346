"""A tournament as a stream, and terms to begin with. Its tables are kept with it in `tables.tournament`."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec

from croupier.books import book_of, folder_of, rules_of_tournaments
from croupier.kernel.errors import UnknownGame
from croupier.kernel.money import plain
from croupier.kernel.streams import Stream
from croupier.tournaments.engine import TournamentEngine
from croupier.tournaments.state import Tournament, TournamentRules
from croupier.tournaments.terms import SUMS, Terms

TOURNAMENTS = TournamentEngine(rules_of_tournaments)


class TournamentStream(Stream[TournamentRules, Tournament]):
    """One tournament with its whole record."""

    engine = TOURNAMENTS


def sample_text(game: str) -> str:
    """Terms for a tournament in a game that may open, as a TOML file has them."""
    book = book_of(game)
    file = folder_of(game) / "sample_tournament.toml"
    if game not in book.title_page.games or not file.is_file():
        raise UnknownGame(f"{game} has no tournaments here")
    first = next(iter(book.title_page.games))
    return file.read_text(encoding="utf-8").replace(f'game = "{first}"', f'game = "{game}"', 1)


def sample_terms(game: str) -> dict[str, Any]:
    return deepcopy(_parsed(sample_text(game)))


_parsed = cache(tomllib.loads)


def as_data(terms: Terms) -> dict[str, Any]:
    """The terms as TOML data, from which `read_terms` makes the same terms again."""
    data: dict[str, Any] = msgspec.to_builtins(terms)
    parts = {part: _data(part, "", value) for part, value in data.items()}
    if starts := terms.details.starts:
        parts["details"] |= {"when": datetime.fromtimestamp(starts, UTC)}
        del parts["details"]["starts"]
    if terms.choices.preset:
        parts["choices"].pop("practice", None)
    return parts


def _data(part: str, name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _data(part, key, item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_data(part, name, item) for item in value]
    return plain(value).removesuffix(".00") if (part, name) in SUMS else value


def write_terms(terms: Terms) -> str:
    """The terms as a TOML file.

    >>> from croupier.tournaments.terms import Details
    >>> print(write_terms(Terms(game="crown-holdem", details=Details(buy_in=5000, starts=36000))))
    game = "crown-holdem"
    <BLANKLINE>
    [details]
    buy_in = "50"
    when = 1970-01-01T10:00:00+00:00
    <BLANKLINE>
    """
    return "\n".join(_toml("", as_data(terms)))


def _toml(at: str, table: dict[str, Any]) -> Iterator[str]:
    below = {name: one for name, one in table.items() if isinstance(one[0] if one and isinstance(one, list) else one, dict)}
    yield from (f"{name} = {_toml_value(one)}" for name, one in table.items() if name not in below)
    yield ""
    for name, one in below.items():
        for row in one if isinstance(one, list) else [one]:
            yield f"[[{at}{name}]]" if isinstance(one, list) else f"[{at}{name}]"
            yield from _toml(f"{at}{name}.", row)


def _toml_value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return value.isoformat() if isinstance(value, datetime) else msgspec.json.encode(value).decode()

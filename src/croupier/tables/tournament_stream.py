"""A tournament as a stream, and terms to begin with. Its tables are kept with it in `tables.tournament`."""

import tomllib
from copy import deepcopy
from functools import cache
from typing import Any

from croupier.books import book_of, folder_of, rules_of_tournaments
from croupier.kernel.errors import UnknownGame
from croupier.kernel.streams import Stream
from croupier.tournaments.engine import TournamentEngine
from croupier.tournaments.state import Tournament, TournamentRules

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

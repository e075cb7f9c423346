"""Tables of every kind by the name of the game: one to sit at, or one from its history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, overload

import msgspec

from croupier.books import GAMES, game_of
from croupier.kernel.clauses import BookError
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.house_table import table as house_table
from croupier.tables.poker_table import PokerTable, poker_table

HouseGame = Literal[
    "crown-caribbean-stud",
    "crown-wild-aruba",
    "star-caribbean-stud",
    "venezia-caribbean-poker",
    "nz-caribbean-stud",
]
PokerGame = Literal[
    "crown-holdem",
    "crown-pineapple",
    "crown-crazy-pineapple",
    "crown-crazy-pineapple-hi-lo",
    "crown-holdem-hi-lo",
    "crown-omaha",
    "crown-omaha-hi-lo",
]


@overload
def table(
    game: HouseGame,
    *,
    seats: int | None = None,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | None = None,
) -> HouseTable: ...


@overload
def table(
    game: PokerGame,
    *,
    seats: int | None = None,
    seed: int | None = None,
    chips: int = 1000_00,
    options: PokerOptions | None = None,
) -> PokerTable: ...


@overload
def table(
    game: str, *, seats: int | None = None, seed: int | None = None, chips: int = 1000_00, options: None = None
) -> HouseTable | PokerTable: ...


def table(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | PokerOptions | None = None,
) -> HouseTable | PokerTable:
    """An open table of any game with players in the first `seats` places, each with chips.

    One player sits at a table of the house and six in the poker room where `seats` is not said.

    >>> table("crown-caribbean-stud", seed=7).legal(seat=1)[0]
    PlaceAnte(seat=1, amount=1000..50000)  5.1, 5.2, 5.4, 5.4.1
    >>> len(table("crown-omaha").state.seats)
    6
    """
    if game_of(game).poker is not None:
        if options is not None and not isinstance(options, PokerOptions):
            raise BookError(f"{game} is played in the poker room: its options are croupier.poker.rules.Options")
        return poker_table(game, seats=6 if seats is None else seats, seed=seed, chips=chips, options=options)
    if options is not None and not isinstance(options, Options):
        raise BookError(f"{game} is played against the house: its options are croupier.stud.rules.Options")
    return house_table(game, seats=1 if seats is None else seats, seed=seed, chips=chips, options=options)


class _FirstLine(msgspec.Struct):
    game: str = ""


def load(lines: Iterable[str]) -> HouseTable | PokerTable:
    """The table that a dump was written from, of whatever kind; `BookError` where it does not replay."""
    history = list(lines)
    try:
        first = msgspec.json.decode(history[0] if history else "", type=_FirstLine)
    except (msgspec.MsgspecError, ValueError):
        first = _FirstLine()  # the table says what is wrong with the line
    in_poker_room = first.game in GAMES and game_of(first.game).poker is not None
    return PokerTable.load(history) if in_poker_room else HouseTable.load(history)

"""A card table of either kind: a house table or a poker table."""

from typing import Unpack

from croupier.books import game_of
from croupier.kernel.errors import TableError
from croupier.kernel.streams import Kept
from croupier.poker.rules import Options as PokerOptions
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable, house_table
from croupier.tables.poker_table import PokerTable, poker_table

AnyTable = HouseTable | PokerTable


def table(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    chips: int = 1000_00,
    options: Options | PokerOptions | None = None,
    **kept: Unpack[Kept],
) -> AnyTable:
    """An open table of any game, with players in the first `seats` places, each with chips.

    By default one player sits at a house table and six at a poker table. Use `house_table` or `poker_table` for all options.

    >>> table("crown-caribbean-stud", seed=7).legal(seat=1)[0]
    PlaceAnte(seat=1, amount=1000..50000)  5.1, 5.2, 5.4, 5.4.1
    >>> len(table("crown-omaha").state.seats)
    6
    """
    if game_of(game).poker is not None:
        if options is not None and not isinstance(options, PokerOptions):
            raise TableError(f"{game} is played in the poker room: its options are croupier.poker.Options")
        return poker_table(game, seats=6 if seats is None else seats, seed=seed, chips=chips, options=options, **kept)
    if options is not None and not isinstance(options, Options):
        raise TableError(f"{game} is played against the house: its options are croupier.stud.Options")
    return house_table(game, seats=1 if seats is None else seats, seed=seed, chips=chips, options=options, **kept)

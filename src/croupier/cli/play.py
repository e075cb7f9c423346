"""`croupier play`: rounds in the terminal, with the clause behind everything that may be done and every cent that is paid."""

from __future__ import annotations

import sys
from typing import Annotated, get_args

import typer

from croupier.cli.terminal.output import Complaint, document


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to play.")] = "crown-caribbean-stud",
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="N", help="Players; you are seat 1. In the poker room 6.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Deal the same cards each time.")] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="DEVICE", help="Deal from a shoe or a shuffler.")
    ] = "shuffler",
    ante: Annotated[str, typer.Option("--ante", metavar="SUM", help="The usual ante; the minimum if not given.")] = "",
    minimum: Annotated[str, typer.Option("--minimum", metavar="SUM", help="The least ante.")] = "10",
    maximum: Annotated[str, typer.Option("--maximum", metavar="SUM", help="The greatest ante.")] = "500",
    maximum_payout: Annotated[
        str, typer.Option("--maximum-payout", metavar="SUM", help="The most that a bet pays; 0 is no limit.")
    ] = "0",
    chips: Annotated[str, typer.Option("--chips", metavar="SUM", help="What each player sits down with.")] = "1000",
    jackpot: Annotated[
        str, typer.Option("--jackpot", metavar="SUM", help="Take jackpot wagers of this sum, on a meter of its own.")
    ] = "0",
    coach: Annotated[
        bool, typer.Option("--coach", help="A training table: be warned of mistakes and their cost.")
    ] = False,
    betting: Annotated[
        str, typer.Option("--betting", metavar="LIMIT", help="Poker room: no limit, pot limit, fixed limit, ...")
    ] = "no limit",
    blinds: Annotated[
        str, typer.Option("--blinds", metavar="SUMS", help="Poker room: the blinds, such as 5,10.")
    ] = "5,10",
    rake: Annotated[int, typer.Option("--rake", metavar="PERCENT", help="Poker room: commission from the pots.")] = 0,
    flop_chase: Annotated[
        bool, typer.Option("--flop-chase", help="Poker room: take wagers on the colour of the flop.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Poker room: watch the house's players for --hands hands.")
    ] = False,
    hands: Annotated[int, typer.Option("--hands", metavar="N", help="Poker room: leave after so many hands.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Play silently; then one JSON document.")] = False,
) -> None:
    """Play rounds in the terminal, as seat 1.

    The house plays the other seats. Without any input, as from </dev/null, it plays one round for you as well.
    """
    from croupier.books import game_of

    if game_of(game).poker is not None:
        if coach:
            raise Complaint(f"there is no coach for {game}: leave out --coach, or play a game against the house")
        _in_the_poker_room(
            game, 6 if seats is None else seats, seed, chips, betting, blinds, rake, flop_chase, watch, hands, as_json
        )
        return
    seats = 1 if seats is None else seats
    from croupier.cli.playing.coach import Coach
    from croupier.cli.playing.house import Session
    from croupier.cli.terminal.asking import Keyboard
    from croupier.kernel.money import cents
    from croupier.stud.rules import Options
    from croupier.tables.house_table import HouseTable, table
    from croupier.tables.house_terms import terms_for_play
    from croupier.tables.linked_table import table_with_meter

    if seats < 1:
        raise Complaint(f"{seats} players cannot play; say --seats 1 or more")
    if device not in ("shoe", "shuffler"):
        raise Complaint(f"there is no device {device!r}; say --device shoe or --device shuffler")
    options = Options(
        places=seats,
        minimum=cents(minimum),
        maximum=cents(maximum),
        maximum_payout=cents(maximum_payout),
        device="shoe" if device == "shoe" else "shuffler",
        training=coach,
    )
    opened: HouseTable
    if cost := cents(jackpot):
        terms = terms_for_play(game, cost)
        opened = table_with_meter(game, terms, seats=seats, chips=cents(chips), options=options, seed=seed)
    else:
        opened = table(game, seats=seats, seed=seed, chips=cents(chips), options=options)
    usual = cents(ante) if ante else options.minimum
    adviser = Coach(opened) if coach else None
    session = Session(opened, usual, Keyboard(quiet=as_json), quiet=as_json, coach=adviser)
    if as_json and sys.stdin is not None and sys.stdin.isatty():
        session.play_by_itself()  # a person who asks for JSON would stare at a silent prompt
    else:
        session.play()
    if as_json:
        document(session.as_data())


def _in_the_poker_room(
    game: str,
    seats: int,
    seed: int | None,
    chips: str,
    betting: str,
    blinds: str,
    rake: int,
    flop_chase: bool,
    watch: bool,
    hands: int,
    as_json: bool,
) -> None:
    """Hands against the house's own players, until the person leaves."""
    import secrets

    import msgspec

    from croupier.cli.playing.poker import PokerSession
    from croupier.cli.terminal.asking import Keyboard
    from croupier.kernel.money import cents
    from croupier.poker.rules import Betting, Commission, Options
    from croupier.tables.poker_table import poker_table

    if seats < 2:
        raise Complaint(f"{seats} players cannot play poker; say --seats 2 or more")
    if hands < 0:
        raise Complaint(f"{hands} hands cannot be played; say --hands 1 or more")
    if betting not in get_args(Betting):
        raise Complaint(f"there is no betting {betting!r}; say --betting {', '.join(map(repr, get_args(Betting)))}")
    sums = tuple(cents(part) for part in blinds.split(","))
    signs = {
        "places": max(seats, 2),
        "betting": betting,
        "blinds": sums,
        "bets": (sums[-1], sums[-1], 2 * sums[-1], 2 * sums[-1]) if betting in ("fixed limit", "spread limit") else (),
        "most": 4 * sums[-1] if betting == "spread limit" else 0,
        "minimum_buy_in": min(cents(chips), 20 * sums[-1]) or 1,
        "commission": Commission(percent=rake, cap=sums[-1]) if rake else Commission(),
        "flop_chase": (5_00, 100_00) if flop_chase else (0, 0),
    }
    try:
        options = msgspec.convert(msgspec.to_builtins(signs), Options)
    except msgspec.ValidationError as error:
        raise Complaint(f"such a table cannot be: {error}") from None
    opened = poker_table(game, seats=seats, seed=seed, chips=cents(chips), options=options)
    quiet = as_json
    chosen = secrets.randbelow(2**31) if seed is None else seed
    session = PokerSession(opened, Keyboard(quiet=quiet), seed=chosen, quiet=quiet, watch=watch)
    session.play(hands=hands or (10 if watch else 0))
    if as_json:
        document(session.as_data())

"""`croupier play`: rounds in the terminal, with the clause behind everything that may be done and every cent that is paid."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from croupier.cli.output import Complaint, document


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to play.")] = "crown-caribbean-stud",
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Players; you are seat 1.")] = 1,
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
    as_json: Annotated[bool, typer.Option("--json", help="Play silently; then one JSON document.")] = False,
) -> None:
    """Play rounds in the terminal, as seat 1.

    The house plays the other seats. Without any input, as from </dev/null, it plays one round for you as well.
    """
    from croupier.cli.asking import Keyboard
    from croupier.cli.session import Session
    from croupier.floor.house_terms import terms_for_play
    from croupier.floor.linked_table import table_with_meter
    from croupier.floor.table import Table, table
    from croupier.kernel.money import cents
    from croupier.stud.rules import Options

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
    )
    opened: Table
    if cost := cents(jackpot):
        terms = terms_for_play(game, cost)
        opened = table_with_meter(game, terms, seats=seats, chips=cents(chips), options=options, seed=seed)
    else:
        opened = table(game, seats=seats, seed=seed, chips=cents(chips), options=options)
    usual = cents(ante) if ante else options.minimum
    session = Session(opened, usual, Keyboard(quiet=as_json), quiet=as_json)
    if as_json and sys.stdin is not None and sys.stdin.isatty():
        session.play_by_itself()  # a person who asks for JSON would stare at a silent prompt
    else:
        session.play()
    if as_json:
        document(session.as_data())

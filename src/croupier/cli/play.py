"""`croupier play`: rounds in the terminal, with the clause behind every choice and every cent that is paid."""

import secrets
import sys
import time
from typing import Annotated, Any, get_args

import msgspec
from typer import Argument, Context, Option

from croupier.books import USUAL_GAME, game_of, poker_rules_of, rules_of
from croupier.cli.playing.coaching import Coach
from croupier.cli.playing.visit import Visit
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import MaximumPayout
from croupier.cli.terminal.output import Complaint, Keyboard, document, recorder
from croupier.kernel.money import cents
from croupier.poker.rules import Betting, Commission, Options as RoomOptions
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.any_table import AnyTable
from croupier.tables.house_table import house_table
from croupier.tables.house_terms import terms_for_play
from croupier.tables.linked_table import table_with_meter
from croupier.tables.poker_table import poker_table

_HOUSE_ONLY = ("device", "ante", "minimum", "maximum", "maximum_payout", "jackpot")
_ROOM_ONLY = ("betting", "blinds", "rake", "flop_chase", "watch", "hands")


def play(
    context: Context,
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The game to play.")] = USUAL_GAME,
    seats: Annotated[int | None, Option(metavar="N", help="Players; you are seat 1. In the poker room 6.")] = None,
    seed: Annotated[int | None, Option(metavar="S", help="Deal the same cards each time.")] = None,
    device: Annotated[str, Option(metavar="DEVICE", help="Deal from a shoe or a shuffler.")] = "shuffler",
    ante: Annotated[str, Option(metavar="SUM", help="The usual ante; the minimum if not given.")] = "",
    minimum: Annotated[str, Option(metavar="SUM", help="The minimum ante.")] = "10",
    maximum: Annotated[str, Option(metavar="SUM", help="The maximum ante.")] = "500",
    maximum_payout: MaximumPayout = "0",
    chips: Annotated[str, Option(metavar="SUM", help="What each player sits down with.")] = "1000",
    jackpot: Annotated[str, Option(metavar="SUM", help="Take jackpot wagers of this sum, on a meter of its own.")] = "0",
    coach: Annotated[bool, Option("--coach", help="A training table: be warned of mistakes and their cost.")] = False,
    betting: Annotated[str, Option(metavar="LIMIT", help="Poker room: no limit, pot limit, fixed limit, ...")] = "no limit",
    blinds: Annotated[str, Option(metavar="SUMS", help="Poker room: the blinds, such as 5,10.")] = "5,10",
    rake: Annotated[int, Option(metavar="PERCENT", help="Poker room: commission from the pots.")] = 0,
    flop_chase: Annotated[bool, Option("--flop-chase", help="Poker room: take wagers on the colour of the flop.")] = False,
    watch: Annotated[bool, Option("--watch", help="Poker room: watch the house's players for --hands hands.")] = False,
    hands: Annotated[int, Option(metavar="N", help="Poker room: leave after so many hands.")] = 0,
    record: Annotated[str, Option(metavar="FILE", help="Write every command with its events, for replay and --audit.")] = "",
    as_json: Annotated[bool, Option("--json", help="Play silently; then one JSON document.")] = False,
) -> None:
    """Play rounds in the terminal, as seat 1.

    The house plays the other seats. Without any input, as from </dev/null, it plays one round for you as well.
    """
    poker = game_of(game).poker is not None
    least, most = (2, poker_rules_of(game).most_players) if poker else (1, rules_of(game).most_places)
    seats = (6 if poker else 1) if seats is None else seats
    where = ("against the house", "in the poker room")[:: 1 if poker else -1]
    typed.refuse_given(context, _HOUSE_ONLY if poker else _ROOM_ONLY, f"only {where[0]}, and {game} is played {where[1]}")
    if not least <= seats <= most:
        raise Complaint(f"{seats} players cannot play {game}; say --seats {least} to {most}")
    if hands < 0:
        raise Complaint(f"{hands} hands cannot be played; say --hands 1 or more")
    # with a seed, time stands still, so that the same play gives the same record
    clock = (lambda: int(time.time())) if seed is None else None
    opening: Any = {"seats": seats, "chips": cents(chips), "seed": seed, "clock": clock, "follower": recorder(record)}
    table: AnyTable
    if poker:
        table = poker_table(game, options=_room_signs(seats, chips, betting, blinds, rake, flop_chase), **opening)
    else:
        options = _house_signs(context, game, seats, device, ante, minimum, maximum, maximum_payout, coach)
        if cost := cents(jackpot):
            table = table_with_meter(game, terms_for_play(game, cost), options=options, **opening)
        else:
            table = house_table(game, options=options, **opening)
    visit = Visit(
        table,
        Keyboard(quiet=as_json),
        usual=cents(ante) if ante else cents(minimum),
        seed=secrets.randbelow(2**31) if seed is None else seed,
        quiet=as_json,
        watch=watch,
        coach=Coach(table) if coach else None,
    )
    silent = as_json and not watch and sys.stdin is not None and sys.stdin.isatty()
    visit.play(hands or (10 if watch else 0), alone=silent)  # a person who asks for JSON would stare at a silent prompt
    if as_json:
        document({"seed": seed, **visit.as_data()})


def _house_signs(
    context: Context, game: str, seats: int, device: str, ante: str, minimum: str, maximum: str, maximum_payout: str, coach: bool
) -> HouseOptions:
    """What the sign of a house table says, or a complaint if such a table is impossible; by default the book's."""
    if device not in ("shoe", "shuffler"):
        raise Complaint(f"there is no device {device!r}; say --device shoe or --device shuffler")
    rules = rules_of(game)
    usual = rules.usual_options(seats)
    said = {name for name in ("device", "minimum", "maximum") if str(context.get_parameter_source(name)).endswith("COMMANDLINE")}
    options = HouseOptions(
        places=usual.places if "places" in rules.prescribed else seats,
        minimum=cents(minimum) if "minimum" in said else usual.minimum,
        maximum=cents(maximum) if "maximum" in said else usual.maximum,
        maximum_payout=cents(maximum_payout) or usual.maximum_payout,
        device=usual.device if "device" not in said else "shoe" if device == "shoe" else "shuffler",
        training=coach,
    )
    if ante and not options.minimum <= cents(ante) <= options.maximum:
        takes = " to ".join(map(rules.currency.of, (options.minimum, options.maximum)))
        raise Complaint(f"--ante {ante}: the table takes {takes}; --minimum and --maximum say otherwise")
    return options


def _room_signs(seats: int, chips: str, betting: str, blinds: str, rake: int, flop_chase: bool) -> RoomOptions:
    """What the signs of a poker room table say, or a complaint if such a table is impossible."""
    if not 0 <= rake <= 100:
        raise Complaint(f"--rake {rake}: a commission is 0 to 100 percent of the pots")
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
        return msgspec.convert(msgspec.to_builtins(signs), RoomOptions)
    except msgspec.ValidationError as error:
        raise Complaint(f"this table is not possible: {error}") from None

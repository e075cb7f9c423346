"""`croupier play`: rounds in the terminal, with the clause behind everything that may be done and every cent that is paid."""

from __future__ import annotations

import secrets
import sys
import time
from typing import TYPE_CHECKING, Annotated, Any, get_args

import msgspec
from typer import Argument, Context, Option

from croupier.books import USUAL_GAME, game_of, poker_rules_of, rules_of
from croupier.cli.terminal import names
from croupier.cli.terminal.options import MaximumPayout
from croupier.cli.terminal.output import Complaint, Keyboard, document, recorder
from croupier.kernel.money import cents, dollars

if TYPE_CHECKING:
    from croupier.poker.rules import Options as RoomOptions


_HOUSE_ONLY = ("device", "ante", "minimum", "maximum", "maximum_payout", "jackpot")
_ROOM_ONLY = ("betting", "blinds", "rake", "flop_chase", "watch", "hands")


def play(
    context: Context,
    game: Annotated[str, Argument(metavar="GAME", callback=names.game, help="The game to play.")] = USUAL_GAME,
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

    def opening() -> dict[str, Any]:
        """What any table is opened with. With a seed time stands still, so that the same play gives the same record."""
        clock = (lambda: int(time.time())) if seed is None else None
        return {"seats": seats, "chips": cents(chips), "seed": seed, "clock": clock, "follower": recorder(record)}

    if game_of(game).poker is not None:
        from croupier.cli.playing.coaching import PokerCoach
        from croupier.cli.playing.poker import PokerSession
        from croupier.tables.poker_table import poker_table

        seats = 6 if seats is None else seats
        names.refuse_given(context, _HOUSE_ONLY, f"only against the house, and {game} is played in the poker room")
        most = poker_rules_of(game).most_players
        if not 2 <= seats <= most:
            raise Complaint(f"{seats} players cannot play {game}; say --seats 2 to {most}")
        if hands < 0:
            raise Complaint(f"{hands} hands cannot be played; say --hands 1 or more")
        if not 0 <= rake <= 100:
            raise Complaint(f"--rake {rake}: a commission is 0 to 100 percent of the pots")
        room = poker_table(game, options=_signs(seats, chips, betting, blinds, rake, flop_chase), **opening())
        chosen = secrets.randbelow(2**31) if seed is None else seed
        adviser = PokerCoach(room) if coach else None
        visit = PokerSession(room, Keyboard(quiet=as_json), seed=chosen, quiet=as_json, watch=watch, coach=adviser)
        visit.play(hands=hands or (10 if watch else 0))
        if as_json:
            document({"seed": seed, **visit.as_data()})
        return
    from croupier.cli.playing.coaching import HouseCoach
    from croupier.cli.playing.house import Session
    from croupier.stud.rules import Options
    from croupier.tables.house_table import HouseTable, house_table
    from croupier.tables.house_terms import terms_for_play
    from croupier.tables.linked_table import table_with_meter

    names.refuse_given(context, _ROOM_ONLY, f"only in the poker room, and {game} is played against the house")
    seats = 1 if seats is None else seats
    most = rules_of(game).most_places
    if not 1 <= seats <= most:
        raise Complaint(f"{seats} players cannot play {game}; say --seats 1 to {most}")
    if device not in ("shoe", "shuffler"):
        raise Complaint(f"there is no device {device!r}; say --device shoe or --device shuffler")
    options = Options(
        places=seats,
        minimum=cents(minimum),
        maximum=cents(maximum),
        maximum_payout=cents(maximum_payout) or rules_of(game).usual_options().maximum_payout,
        device="shoe" if device == "shoe" else "shuffler",
        training=coach,
    )
    usual = cents(ante) if ante else options.minimum
    if ante and not options.minimum <= usual <= options.maximum:
        takes = f"{dollars(options.minimum)} to {dollars(options.maximum)}"
        raise Complaint(f"--ante {ante}: the table takes {takes}; --minimum and --maximum say otherwise")
    table: HouseTable
    if cost := cents(jackpot):
        table = table_with_meter(game, terms_for_play(game, cost), options=options, **opening())
    else:
        table = house_table(game, options=options, **opening())
    house_coach = HouseCoach(table) if coach else None
    session = Session(table, usual, Keyboard(quiet=as_json), quiet=as_json, coach=house_coach)
    if as_json and sys.stdin is not None and sys.stdin.isatty():
        session.play_by_itself()  # a person who asks for JSON would stare at a silent prompt
    else:
        session.play()
    if as_json:
        document({"seed": seed, **session.as_data()})


def _signs(seats: int, chips: str, betting: str, blinds: str, rake: int, flop_chase: bool) -> RoomOptions:
    """What the signs of a table in the poker room say, or a complaint where such a table cannot be."""
    from croupier.poker.rules import Betting, Commission, Options

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
        return msgspec.convert(msgspec.to_builtins(signs), Options)
    except msgspec.ValidationError as error:
        raise Complaint(f"this table is not possible: {error}") from None

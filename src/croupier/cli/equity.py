"""`croupier equity`: what hands and ranges are worth in a pot that goes to a showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from croupier.books import BOOKS, GAMES, USUAL_POKER_GAME, poker_games, poker_rules_of
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import ExactJson
from croupier.cli.terminal.output import Complaint, answer, facts, missing_extra
from croupier.cli.terminal.progress_line import announce, progress
from croupier.drawing.figures import exact
from croupier.kernel.cards import rank_name

if TYPE_CHECKING:
    from croupier.odds.equities import Equity, Half, Standing

DEFAULT = USUAL_POKER_GAME
COMPILES = "the first time this compiles what it needs, about ten seconds"
DISCARDS = (
    "hands are face up. In the order given, each player discards the card that leaves the largest share, "
    "knowing the board so far and no card to come."
)


def equity(
    hands: Annotated[
        list[str],
        Argument(
            metavar="[GAME] HAND HAND ...",
            help=f"A flop game (default {DEFAULT}), then hands or ranges, such as AhKh, 'AKs, 77+, KK:0.5', AAxx or random.",
        ),
    ],
    board: Annotated[str, Option(metavar="CARDS", help="The cards on the board: 3, 4 or 5.")] = "",
    dead: Annotated[str, Option(metavar="CARDS", help="Cards known to be out of play: exposed, folded or burned.")] = "",
    exact: Annotated[bool, Option("--exact", help="Count every deal, however long it takes, and show the counts.")] = False,
    samples: Annotated[int, Option(metavar="N", help="Deal this many at random instead.")] = 0,
    seed: Annotated[int | None, Option(metavar="N", help="Repeat a sample: the same seed gives the same deals.")] = None,
    frequencies: Annotated[
        bool, Option("--frequencies", help="Instead, how often each hand comes in the game, over all deals.")
    ] = False,
    as_json: ExactJson = False,
) -> None:
    """Show the pot equity of hands or ranges in a flop game."""
    game, hands = _game(hands)
    if seed is not None and seed < 0:
        raise Complaint(f"the seed is a whole number from 0 up, not {seed}")
    if frequencies:
        if hands or board or dead or exact or samples:
            raise Complaint("--frequencies is about all deals of a game: name the game and nothing else")
        _frequencies(game, as_json)
        return
    announce(f"valuing hands; {COMPILES}")
    with missing_extra("odds"):
        from croupier.odds.equities import equity as worth
    result = worth(
        game,
        hands,
        board=board,
        dead=dead,
        exact=exact,
        samples=samples,
        seed=seed,
        progress=progress("dealing" if samples else "counting", waits=True),  # the hands are listed first
    )
    hi_lo = result.game.endswith("hi-lo")
    no_low = poker_rules_of(result.game).cite("no_low_hand") if hi_lo else ()
    shown: dict[str, Any] = {"found": result, "counts": exact, "hi_lo": hi_lo, "no_low": no_low, "discards": DISCARDS}
    answer(_as_data(result, hi_lo), "equity.txt", as_json=as_json, **shown)


def _game(words: list[str]) -> tuple[str, list[str]]:
    """The game, if the first word is one, and the hands."""
    if words[0] in BOOKS or any(words[0] and name.startswith(words[0].lower()[:4]) for name in GAMES):
        return typed.game(words[0]), words[1:]
    return DEFAULT, words


def _as_data(equity: Equity, hi_lo: bool) -> dict[str, Any]:
    data = facts(equity, "game", board=[*map(str, equity.board)], dead=[*map(str, equity.dead)])
    data |= facts(equity, "exact deals:s")
    data |= {} if equity.exact else facts(equity, "samples seed")
    data |= facts(equity, "no_low:s") if hi_lo else {}
    if equity.discards:
        data["discards"] = DISCARDS
    data["players"] = [
        facts(player, "hand", **_half(player))
        | ({} if equity.exact else {"standard_error": player.error})
        | (
            facts(player, "quarter:s", high=_half(player.high), low=_half(player.low))
            if hi_lo
            else {"lose": str(equity.deals - player.win - player.tie)}
        )
        for player in equity.players
    ]
    return data


def _half(half: Half | Standing) -> dict[str, Any]:
    return {"share": exact(half.share, "of_pot"), **facts(half, "win:s tie:s")}


def _frequencies(game: str, as_json: bool) -> None:
    announce(f"counting all deals; {COMPILES}")
    with missing_extra("odds"):
        from croupier.odds import frequencies
        from croupier.odds.equities import flop_game
    played = flop_game(game)
    if played.hole == 3:
        fixed = [name for name in poker_games() if flop_game(name).hole != 3]
        raise Complaint(f"{game} has no fixed frequencies: discards decide; there are those of {', '.join(fixed)}")
    count = frequencies.omaha if played.hole == 4 else frequencies.seven_cards
    counted = count(progress("counting"))
    high = dict(reversed(counted.high.items()))
    low = {f"{rank_name(rank)} high": n for rank, n in counted.low.items()} | {"no low": counted.no_low} if played.hi_lo else {}
    data: dict[str, Any] = {"game": game, "deals": str(counted.deals)}
    data["high"] = {category.label: str(n) for category, n in high.items()}
    data |= {"low": {name: str(n) for name, n in low.items()}} if low else {}
    answer(data, "frequencies.txt", as_json=as_json, game=game, found=counted, high=high, low=low)

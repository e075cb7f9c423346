"""`croupier rule`: "what now?" when something goes wrong at a table, answered by the book with its clauses."""

import sys
from typing import Annotated

from msgspec.structs import replace
from typer import Argument, Context, Option

from croupier.books import game_of, poker_rules_of, rules_of
from croupier.cli.telling.rulings_told import choose, ruled, say_answer
from croupier.cli.telling.situations import HouseSituation, PokerSituation, Situation, flag
from croupier.cli.terminal import typed
from croupier.cli.terminal.options import DealtFrom, Json
from croupier.cli.terminal.output import Complaint, answer
from croupier.training.consequences import AnyRules, what_follows
from croupier.training.scenes import facts_of, moments_of

_HOUSE_ONLY = ("box", "boxes", "held", "device", "ante", "bets", "folds", "changes", "second_box", "again")
_WHEN = (
    "wagers, dealing, dealt, deciding or settling; in the poker room between, blinds, first, discard, flop, turn, "
    "river or showdown."
)
_POKER_ONLY = ("players", "acted", "live", "flop_chase")


def rule(
    context: Context,
    game: Annotated[str, Argument(metavar="GAME", callback=typed.game, help="The game, such as crown-caribbean-stud.")],
    what: Annotated[str, Option(metavar="NAME", help="What happened; --list shows the names.")] = "",
    box: Annotated[str, Option(metavar="N", help="Which box it is about, or 'dealer'.")] = "",
    boxes: Annotated[str, Option(metavar="N,N", help="Which boxes, if several.")] = "",
    player: Annotated[int | None, Option(metavar="N", help="The seat of the player it is about.")] = None,
    person: Annotated[str, Option(metavar="NAME", help="A person by name, who need not be at the table.")] = "",
    players: Annotated[str, Option(metavar="N,N", help="Poker room: which seats, if several.")] = "",
    count: Annotated[int | None, Option(metavar="N", help="How many cards.")] = None,
    amount: Annotated[str, Option(metavar="SUM", help="The amount found.")] = "",
    cards: Annotated[str, Option(metavar="CARDS", help="Which cards, as claimed.")] = "",
    held: Annotated[str, Option(metavar="CARDS", help="Which cards the box really holds; default: as claimed.")] = "",
    note: Annotated[str, Option(metavar="TEXT", help="Anything to add.")] = "",
    when: Annotated[str, Option(metavar="MOMENT", help=_WHEN)] = "",
    acted: Annotated[int, Option(metavar="N", help="Poker room: how many acted in that round.")] = 0,
    live: Annotated[bool, Option("--live", help="Poker room: a dealer deals, not the house software.")] = False,
    flop_chase: Annotated[bool, Option("--flop-chase", help="Poker room: seat 1 has wagered on the colour of the flop.")] = False,
    device: DealtFrom = "",
    seats: Annotated[int | None, Option(metavar="N", help="Players at the table; 3, in the poker room 6.")] = None,
    ante: Annotated[str, Option(metavar="SUM", help="Each player's ante; 10 if not given.")] = "",
    bets: Annotated[str, Option(metavar="N,N", help="Boxes that have already bet.")] = "",
    folds: Annotated[str, Option(metavar="N,N", help="Boxes that have folded.")] = "",
    changes: Annotated[str, Option(metavar="N,N", help="Boxes that have exchanged a card.")] = "",
    second_box: Annotated[str, Option(metavar="N,N", help="Further boxes of one player: of --player, otherwise of seat 1.")] = "",
    again: Annotated[bool, Option("--again", help="The same happened in the round before.")] = False,
    option: Annotated[str, Option(metavar="RULING", help="The ruling to give.")] = "",
    rank: Annotated[str, Option(metavar="RANK", help="Who gives it; default: the lowest rank that may.")] = "",
    listing: Annotated[bool, Option("--list", help="List what can be reported.")] = False,
    as_json: Json = False,
) -> None:
    """Show the ruling when something goes wrong.

    Who is notified, what is done, and, if the book leaves it to a person, who may rule and how. A sample round is
    played up to that moment. Without --what, on a terminal, you choose step by step.
    """
    facts = {"box": box, "boxes": boxes, "players": players, "cards": cards, "amount": amount, "note": note}
    facts |= {"player": "" if player is None else str(player), "count": "" if count is None else str(count)}
    facts["person"] = person

    asked: Situation
    if game_of(game).poker is not None:
        typed.refuse_given(context, _HOUSE_ONLY, f"only against the house, and {game} is played in the poker room")
        sitting = 6 if seats is None else seats
        asked = PokerSituation(rules=poker_rules_of(game), when=when, seats=sitting, acted=acted, live=live, side=flop_chase)
    else:
        typed.refuse_given(context, _POKER_ONLY, f"only in the poker room, and {game} is played against the house")
        asked = HouseSituation(
            rules=rules_of(game),
            when=when,
            seats=3 if seats is None else seats,
            device=device,
            ante=ante,
            held=held,
            again=again,
            bets=bets,
            folds=folds,
            changes=changes,
            second=second_box,
        )
    if listing:
        _list_known(asked.rules, as_json)
    else:
        _answer(asked, what, facts, option, rank, as_json)


def _list_known(rules: AnyRules, as_json: bool) -> None:
    """The irregularities of the book, each with the facts needed."""
    known = sorted((name, irregularity.says) for name, irregularity in rules.irregularities.items())
    told = {name: {"asks": facts_of(rules, name), "when": [*moments_of(rules, name)]} for name, _ in known}
    items = [{"what": name, "says": says, **told[name]} for name, says in known]
    answer({"game": rules.game, "irregularities": items}, "irregularities.txt", as_json=as_json, items=items, flag=flag)


def _answer(asked: Situation, what: str, facts: dict[str, str], option: str, rank: str, as_json: bool) -> None:
    """What follows, once it is known what happened: from the flags, or on a terminal step by step."""
    rules = asked.rules
    if not what:
        if as_json or sys.stdin is None or not sys.stdin.isatty():
            raise Complaint(f"say --what happened; 'croupier rule {rules.game} --list' lists what can be reported")
        what, when, more = choose(rules)
        asked, facts = replace(asked, when=when), facts | more
    what = typed.chosen(what, sorted(rules.irregularities), f"irregularity of {rules.game}")
    scene = asked.scene(reported := asked.report(what, facts))
    table, report = scene.played(reported)
    outcome = what_follows(rules, table.state, report)
    say_answer(scene, table, report, outcome, ruled(rules, outcome, option, rank), as_json=as_json)

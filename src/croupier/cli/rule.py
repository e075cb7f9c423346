"""`croupier rule`: "what now?" for something that went wrong at a table, answered by the book with its clauses."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.terminal.output import Complaint, column, document, paint, say

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.cli.telling.rulings import Told
    from croupier.stud.commands import Report
    from croupier.stud.rules import Rules
    from croupier.training.consequences import AnyRules
    from croupier.training.situations import Scene

_HOUSE_ONLY = "--box, --boxes, --held, --device, --ante, --bets, --folds, --changes and --again"
_WHEN = (
    "wagers, dealing, dealt, deciding or settling; in the poker room between, blinds, first, discard, flop, turn, "
    "river or showdown."
)
_POKER_ONLY = "--players, --acted, --live and --flop-chase"


def rule(
    game: Annotated[str, typer.Argument(metavar="BOOK", help="The game, such as crown-caribbean-stud.")],
    what: Annotated[str, typer.Option("--what", metavar="NAME", help="What happened; --list shows the names.")] = "",
    box: Annotated[str, typer.Option("--box", metavar="N", help="Which box it is about, or 'dealer'.")] = "",
    boxes: Annotated[str, typer.Option("--boxes", metavar="N,N", help="Which boxes, where it is several.")] = "",
    player: Annotated[
        int | None, typer.Option("--player", metavar="N", help="The seat of the player it is about.")
    ] = None,
    players: Annotated[str, typer.Option("--players", metavar="N,N", help="Poker room: which seats, if several.")] = "",
    count: Annotated[int | None, typer.Option("--count", metavar="N", help="How many cards.")] = None,
    amount: Annotated[str, typer.Option("--amount", metavar="SUM", help="How much lies there.")] = "",
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help="Which cards, as somebody says.")] = "",
    held: Annotated[
        str, typer.Option("--held", metavar="CARDS", help="Which cards the box really holds; as said if not given.")
    ] = "",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="Anything to add.")] = "",
    when: Annotated[str, typer.Option("--when", metavar="MOMENT", help=_WHEN)] = "",
    acted: Annotated[int, typer.Option("--acted", metavar="N", help="Poker room: how many acted in that round.")] = 0,
    live: Annotated[bool, typer.Option("--live", help="Poker room: a dealer deals, not the house software.")] = False,
    flop_chase: Annotated[
        bool, typer.Option("--flop-chase", help="Poker room: seat 1 has wagered on the colour of the flop.")
    ] = False,
    device: Annotated[str, typer.Option("--device", metavar="DEVICE", help="Dealt from a shoe or a shuffler.")] = "",
    seats: Annotated[
        int | None, typer.Option("--seats", metavar="N", help="Players at the table; 3, in the poker room 6.")
    ] = None,
    ante: Annotated[str, typer.Option("--ante", metavar="SUM", help="Each player's ante; 10 if not given.")] = "",
    bets: Annotated[str, typer.Option("--bets", metavar="N,N", help="Boxes that have bet already.")] = "",
    folds: Annotated[str, typer.Option("--folds", metavar="N,N", help="Boxes that have folded.")] = "",
    changes: Annotated[str, typer.Option("--changes", metavar="N,N", help="Boxes that have changed a card.")] = "",
    again: Annotated[bool, typer.Option("--again", help="The same happened in the round before.")] = False,
    option: Annotated[str, typer.Option("--option", metavar="RULING", help="The ruling that somebody gives.")] = "",
    rank: Annotated[str, typer.Option("--rank", metavar="RANK", help="Who gives it; the lowest who may.")] = "",
    listing: Annotated[bool, typer.Option("--list", help="List what the book knows.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say what follows when something goes wrong.

    Who is told, what is done, and where the book leaves it to somebody, who may rule what. A sample round is played
    up to that moment. Without --what, on a terminal, it is chosen step by step.
    """
    from croupier.books import game_of
    from croupier.kernel.money import cents

    facts = {"box": box, "boxes": boxes, "players": players, "cards": cards, "amount": amount, "note": note}
    facts |= {"player": "" if player is None else str(player), "count": "" if count is None else str(count)}
    ruling = (option, rank)
    if game_of(game).poker is not None:
        from croupier.cli.telling.poker_rule import PokerScene, poker_rule

        if any((box, boxes, held, device, ante, bets, folds, changes, again)):
            raise Complaint(f"{_HOUSE_ONLY} are not for the poker room")
        table = PokerScene(when=when, acted=acted, seats=6 if seats is None else seats, live=live, side=flop_chase)
        poker_rule(game, what, facts, table, ruling, listing, as_json)
        return
    from croupier.books import rules_of

    if any((players, acted, live, flop_chase)):
        raise Complaint(f"{_POKER_ONLY} are for the poker room only")
    rules = rules_of(game)
    if listing:
        from croupier.training.situations import moments_of

        list_known(
            rules,
            lambda name: rules.irregularities[name].asks,
            lambda name: moments_of(rules.irregularities[name]),
            as_json,
        )
        return
    if not what:
        what, when, asked = _step_by_step(rules, as_json)
        facts |= asked
    report = _report(rules, what, facts)
    sum_of_ante = cents(ante or "10")
    of_players = 3 if seats is None else seats
    scene = _scene(rules, report, when, device, of_players, sum_of_ante, held, again, (bets, folds, changes))
    _answer(rules, scene, report, ruling, as_json)


def _step_by_step(rules: Rules, as_json: bool) -> tuple[str, str, dict[str, str]]:
    must_be_asked(rules.game, as_json)
    from croupier.cli.telling.stepwise import choose
    from croupier.training.situations import MOMENTS, moments_of

    known = rules.irregularities
    return choose(
        rules.title,
        {name: each.says for name, each in known.items()},
        lambda name: known[name].asks,
        lambda name: {moment: MOMENTS[moment] for moment in moments_of(known[name])},
    )


def must_be_asked(game: str, as_json: bool) -> None:
    """Complain where nobody is there who could be asked step by step."""
    if as_json or sys.stdin is None or not sys.stdin.isatty():
        raise Complaint(f"say --what happened; 'croupier rule {game} --list' shows what the book knows")


def list_known(
    rules: AnyRules, asks: Callable[[str], Sequence[str]], moments: Callable[[str], Sequence[str]], as_json: bool
) -> None:
    """What the book knows, each with the facts that must be said."""
    known = sorted((name, each.says) for name, each in rules.irregularities.items())
    if as_json:
        items = [
            {"what": name, "says": says, "asks": list(asks(name)), "when": list(moments(name))} for name, says in known
        ]
        document({"game": rules.game, "irregularities": items})
        return
    widest = max((len(name) for name, _ in known), default=0)
    for name, says in known:
        needs = f"; say {', '.join(f'--{fact}' for fact in asks(name))}" if asks(name) else ""
        say(f"{paint(name.ljust(widest), 'bold')}  {column(says + needs, widest + 2)}")


def _answer(rules: Rules, scene: Scene, report: Report, ruling: tuple[str, str], as_json: bool) -> None:
    from croupier.cli.telling.rulings import answer_data, ruled, show_answer
    from croupier.training.consequences import what_follows
    from croupier.training.situations import set_up

    outcome = what_follows(rules, set_up(scene).state, report)
    further = ruled(rules, outcome, *ruling)
    if as_json:
        document(answer_data(rules, _told(rules, scene, report), outcome, further))
    else:
        show_answer(rules, _told(rules, scene, report), outcome, further)


def _told(rules: Rules, scene: Scene, report: Report) -> Told:
    from croupier.cli.telling.rulings import Told
    from croupier.stud.lines import write_line
    from croupier.training.scenes import describe, happened
    from croupier.training.situations import set_up

    return Told(
        what=report.what,
        report=write_line(report),
        moment=scene.moment,
        table={"device": scene.device, "seats": scene.seats},
        situation=describe(set_up(scene), scene),
        happened=happened(rules, report, scene.hands.get(report.box, ())),
    )


def _report(rules: Rules, what: str, facts: dict[str, str]) -> Report:
    """The report that the flags say, by the grammar of the dealer's keyboard."""
    from msgspec.structs import replace

    from croupier.stud.commands import Report
    from croupier.stud.lines import read_line
    from croupier.stud.table import Table
    from croupier.training.situations import irregularity_of

    irregularity = irregularity_of(rules, what)
    check_facts(f"{what} ({irregularity.says})", irregularity.asks, facts)
    if facts["box"] and not re.fullmatch(r"\d+|dealer", facts["box"]):
        raise Complaint(f"--box {facts['box']}: say the number of a box, or 'dealer'")
    numbers("--boxes", facts["boxes"])
    said = " ".join(f"{name} {value}" for name, value in facts.items() if value and name != "note")
    report = read_line(f"report {what} {said}".rstrip(), Table())
    if not isinstance(report, Report):
        raise Complaint(f"{what!r} cannot be reported")
    return replace(report, note=facts["note"])


def check_facts(what: str, asks: Sequence[str], facts: dict[str, str]) -> None:
    """Say in the words of the flags what is missing."""
    if missing := [f"--{name}" for name in asks if not facts.get(name)]:
        raise Complaint(f"{what}: say {' and '.join(missing)}")


def numbers(flag: str, text: str, of: str = "boxes") -> tuple[int, ...]:
    """Several places in one flag."""
    if text and not re.fullmatch(r"\d+(,\d+)*", text):
        raise Complaint(f"{flag} {text}: say the numbers of {of}, such as 2,3")
    return tuple(int(number) for number in text.split(",")) if text else ()


def _scene(
    rules: Rules,
    report: Report,
    when: str,
    device: str,
    seats: int,
    ante: int,
    held: str,
    again: bool,
    decisions: tuple[str, str, str],
) -> Scene:
    """A round up to the moment that was said, with players at every box that the report is about."""
    from croupier.kernel.cards import parse_cards
    from croupier.training.situations import Scene, irregularity_of, moments_of

    possible = moments_of(irregularity_of(rules, report.what))
    usual = "deciding" if "deciding" in possible else possible[0]
    moment = next((known for known in possible if known == (when or usual)), None)
    if moment is None:
        raise Complaint(f"{report.what} cannot be at the moment {when!r}; say --when {', '.join(possible)}")
    known = list(rules.upcard_place)
    if device and device not in known:
        raise Complaint(f"{rules.title} is not dealt from a {device!r}; say --device {' or --device '.join(known)}")
    if not ante:
        raise Complaint("an ante of nothing is no ante; say --ante 10 or the like")
    bets, folds, changes = (
        numbers(flag, text) for flag, text in zip(("--bets", "--folds", "--changes"), decisions, strict=True)
    )
    cards = parse_cards(held) if held else report.cards
    return Scene(
        game=rules.game,
        moment=moment,
        device=next((each for each in known if each == device), "shuffler" if "shuffler" in known else known[0]),
        seats=seats,
        ante=ante,
        extra=tuple(box for box in report.boxes if box > seats) if rules.has("more boxes") else (),
        extra_of=report.player or 1,
        bets=bets,
        folds=folds,
        changes=changes,
        hands={report.box: cards} if cards and report.box >= 0 else {},
        about=report.box,
        before=report if again else None,
    )

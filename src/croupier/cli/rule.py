"""`croupier rule`: "what now?" for something that went wrong at a table, answered by the book with its clauses."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.output import Complaint, column, document, paint, say

if TYPE_CHECKING:
    from croupier.floor.situations import Outcome, Scene
    from croupier.stud.commands import Report
    from croupier.stud.irregularities import Irregularity
    from croupier.stud.rules import Rules

_BAD_REPORT = ("report_incomplete", "no_such_irregularity", "not_at_this_time", "rank_needed", "no_such_ruling")


def rule(
    game: Annotated[str, typer.Argument(metavar="BOOK", help="The game, such as crown-caribbean-stud.")],
    what: Annotated[str, typer.Option("--what", metavar="NAME", help="What happened; --list shows the names.")] = "",
    box: Annotated[str, typer.Option("--box", metavar="N", help="Which box it is about, or 'dealer'.")] = "",
    boxes: Annotated[str, typer.Option("--boxes", metavar="N,N", help="Which boxes, where it is several.")] = "",
    player: Annotated[
        int | None, typer.Option("--player", metavar="N", help="The seat of the player it is about.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", metavar="N", help="How many cards.")] = None,
    amount: Annotated[str, typer.Option("--amount", metavar="SUM", help="How much lies there.")] = "",
    cards: Annotated[str, typer.Option("--cards", metavar="CARDS", help="Which cards, as somebody says.")] = "",
    held: Annotated[
        str, typer.Option("--held", metavar="CARDS", help="Which cards the box really holds; as said if not given.")
    ] = "",
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="Anything to add.")] = "",
    when: Annotated[
        str, typer.Option("--when", metavar="MOMENT", help="wagers, dealing, dealt, deciding or settling.")
    ] = "",
    device: Annotated[str, typer.Option("--device", metavar="DEVICE", help="Dealt from a shoe or a shuffler.")] = "",
    seats: Annotated[int, typer.Option("--seats", metavar="N", help="Players at the table.")] = 3,
    ante: Annotated[str, typer.Option("--ante", metavar="SUM", help="Each player's ante.")] = "10",
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
    from croupier.books import rules_of
    from croupier.cli.ruling import answer_data, show_answer
    from croupier.kernel.money import cents

    rules = rules_of(game)
    if listing:
        _list(rules, as_json)
        return
    facts = {"box": box, "boxes": boxes, "cards": cards, "amount": amount, "note": note}
    facts |= {"player": "" if player is None else str(player), "count": "" if count is None else str(count)}
    if not what:
        if as_json or sys.stdin is None or not sys.stdin.isatty():
            raise Complaint(f"say --what happened; 'croupier rule {game} --list' shows what the book knows")
        from croupier.cli.stepwise import choose

        what, when, asked = choose(rules)
        facts |= asked
    report = _report(rules, what, facts)
    scene = _scene(rules, report, when, device, seats, cents(ante), held, again, (bets, folds, changes))
    outcome, ruling = _outcome(rules, scene, report, option, rank)
    if as_json:
        document(answer_data(rules, scene, report, outcome, ruling))
    else:
        show_answer(rules, scene, report, outcome, ruling)


def _list(rules: Rules, as_json: bool) -> None:
    from croupier.floor.situations import moments_of

    known = sorted(rules.irregularities.items())
    if as_json:
        items = [
            {"what": name, "says": each.says, "asks": list(each.asks), "when": list(moments_of(each))}
            for name, each in known
        ]
        document({"game": rules.game, "irregularities": items})
        return
    widest = max((len(name) for name, _ in known), default=0)
    for name, each in known:
        needs = f"; say {', '.join(f'--{fact}' for fact in each.asks)}" if each.asks else ""
        say(f"{paint(name.ljust(widest), 'bold')}  {column(each.says + needs, widest + 2)}")


def _report(rules: Rules, what: str, facts: dict[str, str]) -> Report:
    """The report that the flags say, by the grammar of the dealer's keyboard."""
    from msgspec.structs import replace

    from croupier.floor.situations import irregularity_of
    from croupier.stud.commands import Report
    from croupier.stud.lines import read_line
    from croupier.stud.table import Table

    irregularity = irregularity_of(rules, what)
    _check(what, irregularity, facts)
    said = " ".join(f"{name} {value}" for name, value in facts.items() if value and name != "note")
    report = read_line(f"report {what} {said}".rstrip(), Table())
    if not isinstance(report, Report):
        raise Complaint(f"{what!r} cannot be reported")
    return replace(report, note=facts["note"])


def _check(what: str, irregularity: Irregularity, facts: dict[str, str]) -> None:
    """Say in the words of the flags what is missing or cannot be."""
    if missing := [f"--{name}" for name in irregularity.asks if not facts.get(name)]:
        raise Complaint(f"{what} ({irregularity.says}): say {' and '.join(missing)}")
    if facts["box"] and not re.fullmatch(r"\d+|dealer", facts["box"]):
        raise Complaint(f"--box {facts['box']}: say the number of a box, or 'dealer'")
    _numbers("--boxes", facts["boxes"])


def _numbers(flag: str, text: str) -> tuple[int, ...]:
    if text and not re.fullmatch(r"\d+(,\d+)*", text):
        raise Complaint(f"{flag} {text}: say the numbers of boxes, such as 2,3")
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
    from croupier.floor.situations import Scene, irregularity_of, moments_of
    from croupier.kernel.cards import parse_cards

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
        _numbers(flag, text) for flag, text in zip(("--bets", "--folds", "--changes"), decisions, strict=True)
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


def _outcome(rules: Rules, scene: Scene, report: Report, option: str, rank: str) -> tuple[Outcome, Outcome | None]:
    """What follows, and what follows from the ruling if one was given."""
    from croupier.floor.situations import rule_on, set_up, what_follows

    outcome = _taken(what_follows(rules, set_up(scene).state, report))
    if not option:
        return outcome, None
    if not outcome.rulings:
        raise Complaint(f"nothing is left to a ruling here, so --option {option!r} has no place")
    return outcome, _taken(rule_on(rules, outcome.after, option, rank or outcome.rank))


def _taken(outcome: Outcome) -> Outcome:
    """The outcome, unless the report or the ruling was not one that could be taken at all."""
    if (refused := outcome.refused) is not None and refused.ground in _BAD_REPORT:
        cited = f" ({', '.join(refused.clauses)})" if refused.clauses else ""
        raise Complaint(f"{refused.reason}{cited}")
    return outcome

"""`croupier rule` in the poker room: what follows when something goes wrong in a hand, with the clauses behind it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from croupier.books import poker_rules_of
from croupier.cli.rule import check_facts, list_known, must_be_asked, numbers
from croupier.cli.telling.rulings import Told, answer_data, ruled, show_answer
from croupier.cli.telling.stepwise import choose
from croupier.cli.terminal.output import Complaint, document
from croupier.poker.commands import Report
from croupier.poker.lines import read_line, write_line
from croupier.poker.rules import Rules
from croupier.training.consequences import what_follows
from croupier.training.poker_rehearsal import set_up, usual_moment
from croupier.training.poker_scenes import describe, happened
from croupier.training.poker_situations import (
    MOMENTS,
    Scene,
    facts_of,
    irregularity_of,
    moments_of,
)


class PokerScene(NamedTuple):
    """What the flags say of the hand; an empty `when` is the usual moment."""

    when: str
    acted: int
    seats: int
    live: bool
    side: bool


def poker_rule(
    game: str,
    what: str,
    facts: dict[str, str],
    asked: PokerScene,
    ruling: tuple[str, str],
    listing: bool,
    as_json: bool,
) -> None:
    """Answer as `croupier rule` does. `ruling` is the ruling that somebody gives and who gives it, if any."""
    rules = poker_rules_of(game)
    if listing:
        list_known(rules, lambda name: facts_of(rules, name), lambda name: list(_moments(rules, name)), as_json)
        return
    if not what:
        must_be_asked(game, as_json)
        says = {name: each.says for name, each in rules.irregularities.items()}
        what, when, more = choose(
            rules.title, says, lambda name: facts_of(rules, name), lambda name: _moments(rules, name)
        )
        facts, asked = facts | more, asked._replace(when=when)
    report = _report(rules, what, facts)
    scene = _scene(rules, report, asked)
    table, report = set_up(scene, report)
    outcome = what_follows(rules, table.state, report)
    further = ruled(rules, outcome, *ruling)
    told = Told(
        what=what,
        report=write_line(report),
        moment=scene.moment,
        table={
            "acted": scene.acted,
            "seats": scene.seats,
            "deal": "live" if scene.live else "house",
            "flop_chase": scene.side,
        },
        situation=describe(table, scene),
        happened=happened(rules, report),
    )
    if as_json:
        document(answer_data(rules, told, outcome, further))
    else:
        show_answer(rules, told, outcome, further)


def _moments(rules: Rules, what: str) -> dict[str, str]:
    return {moment: MOMENTS[moment] for moment in moments_of(rules, irregularity_of(rules, what))}


def _report(rules: Rules, what: str, facts: dict[str, str]) -> Report:
    """The report that the flags say, by the grammar of the dealer's keyboard."""
    irregularity = irregularity_of(rules, what)
    check_facts(f"{what} ({irregularity.says})", facts_of(rules, what), facts)
    numbers("--players", facts["players"], "seats")
    names = ("player", "players", "count", "cards", "amount")
    said = " ".join(f"{name} {facts[name]}" for name in names if facts[name])
    report = read_line(f"report {what} {said}".rstrip())
    if not isinstance(report, Report):
        raise Complaint(f"{what!r} cannot be reported")
    return replace(report, note=facts["note"])


def _scene(rules: Rules, report: Report, asked: PokerScene) -> Scene:
    if asked.acted < 0:
        raise Complaint(f"--acted {asked.acted}: say how many players have acted, 0 or more")
    scene = Scene(
        game=rules.game, moment="first", acted=asked.acted, seats=asked.seats, live=asked.live, side=asked.side
    )
    if not asked.when:
        return replace(scene, moment=usual_moment(rules, report, scene))
    possible = moments_of(rules, irregularity_of(rules, report.what))
    for moment in possible:
        if moment == asked.when:
            return replace(scene, moment=moment)
    raise Complaint(f"{report.what} cannot be at the moment {asked.when!r}; say --when {', '.join(possible)}")

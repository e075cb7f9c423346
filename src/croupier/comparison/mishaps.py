"""Mishaps that can be put to every book in the same way, to see how each handles them."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from croupier.kernel.data import data_of
from croupier.kernel.errors import TableError
from croupier.kernel.telling import capital
from croupier.stud.commands import Report
from croupier.stud.rules import Rules
from croupier.stud.state import State
from croupier.training.consequences import Outcome, what_follows
from croupier.training.house_scenes import Scene, set_up
from croupier.training.outcomes import in_words, those_who_rule
from croupier.training.scenes import moments_of

_SAID = data_of("croupier.comparison", "mishaps.toml")


class Mishap(msgspec.Struct, frozen=True, kw_only=True):
    """Something that goes wrong in a round of three players; `with_boxes` gives seat 1 two more, `changed` a new card."""

    says: str
    report: Report
    moment: str
    with_boxes: bool = False
    changed: bool = False

    @property
    def label(self) -> str:
        return f"{self.says}, {_SAID['moments'][self.moment]}"


def _mishaps() -> Iterator[Mishap]:
    for mishap in _SAID["mishap"]:
        report = msgspec.convert({"do": "report", **mishap["report"]}, Report)
        more = {name: mishap[name] for name in ("with_boxes", "changed") if name in mishap}
        yield from (Mishap(says=mishap["says"], report=report, moment=moment, **more) for moment in mishap["moments"])


MISHAPS = tuple(_mishaps())


def others(every: Sequence[Rules]) -> Iterator[Mishap]:
    """Every other mishap that any of the books knows, once each, by that book's name for it."""
    done = {mishap.report.what for mishap in MISHAPS}
    for rules in every:
        for what, irregularity in rules.irregularities.items():
            if what in done:
                continue
            done.add(what)
            possible = list(moments_of(rules, what))
            report = Report(what=what, box=2, boxes=(2, 3), player=2, count=1, amount=5_00)
            says = capital(irregularity.says)
            yield Mishap(says=says, report=report, moment="deciding" if "deciding" in possible else possible[0])


def answer(rules: Rules, mishap: Mishap) -> tuple[str, tuple[str, ...]]:
    """How a book handles a mishap, with its clauses; nothing if it has no rule on it."""
    if mishap.report.what not in rules.irregularities:
        return "", ()
    scene = Scene(
        game=rules.game,
        moment=mishap.moment,
        device="shuffler" if "shuffler" in rules.upcard_place else "shoe",
        about=mishap.report.box,
        bets=(1,) if mishap.moment == "deciding" and not mishap.with_boxes and not mishap.changed else (),
        changes=(1,) if mishap.changed else (),
        extra=(4, 5) if mishap.with_boxes else (),
    )
    try:
        table = set_up(scene)
    except TableError:  # such a round is impossible: no further boxes, no changed cards
        return "", ()
    report = mishap.report
    if "cards" in rules.irregularities[report.what].asks:
        report = replace(report, cards=table.state.boxes[report.box].cards)
    outcome = what_follows(rules, table.state, report)
    return ("", ()) if outcome.refused is not None else _said(rules, outcome)


def _said(rules: Rules, outcome: Outcome[State]) -> tuple[str, tuple[str, ...]]:
    if not outcome.rulings:
        return in_words(outcome, rules), outcome.cited
    who = those_who_rule(outcome, rules)
    parts = [f"{capital(who)} rules."]
    clauses = list(outcome.cited)
    for ruling in outcome.rulings:
        parts.append(f"'{ruling.name}': {in_words(ruling.leads_to, rules)}")
        clauses += [*ruling.clauses, *ruling.leads_to.cited]
    return " ".join(parts), tuple(dict.fromkeys(clauses))

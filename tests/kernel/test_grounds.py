"""Every ground of a refusal is declared, being an error code too; and a refusal that a rule causes names its clause."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import croupier
from croupier.cage import state as cage
from croupier.jackpots import systems as jackpots
from croupier.kernel.grounds import GENERAL
from croupier.people import state as people
from croupier.poker import rules as poker
from croupier.promotions import state as promotions
from croupier.room import state as room
from croupier.stud import grounds as stud
from croupier.tournaments import state as tournaments

SOURCE = Path(croupier.__file__).parent

NOTHING_TO_DO_WITH_RULES = {
    "command_not_understood",
    "stale_command",
    "repeated_command",
    "refused_before",
    "cannot_be_foreseen",
    "play_halted",
    "table_set_aside",
    "not_in_this_book",
    "no_such_irregularity",
    "no_such_duty",
    "nothing_to_rule",
    "faces_on_record",
    "deck_not_committed",
    "reason_missing",
    "card_not_named",
    "card_not_recorded",
    "act_not_recorded",
    "act_needs_rank",
    "nothing_to_correct",
    "nothing_changes",
    "nothing_to_pay",
    "nothing_open",
    "nobody_acts",
    "payout_wrong",
    "word_not_known",
}


def declared() -> set[str]:
    engines = (stud, poker, jackpots, promotions, room, tournaments, people, cage)
    return set(GENERAL).union(*(engine.GROUNDS.sentences for engine in engines))


def refusals() -> Iterator[tuple[str, ast.Call, str]]:
    """Each place that refuses: where, the call, and the ground if it stands there in letters."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            ground = node.args[0]
            if name in ("Refused", "refuse") and isinstance(ground, ast.Constant) and isinstance(ground.value, str):
                yield f"{file.relative_to(SOURCE)}:{node.lineno}", node, ground.value


def test_every_ground_is_declared() -> None:
    known = declared()
    assert not [f"{where} {ground}" for where, _, ground in refusals() if ground not in known]


def test_every_refusal_that_a_rule_causes_names_its_clause() -> None:
    bare = [
        f"{where} {ground}"
        for where, call, ground in refusals()
        if isinstance(call.func, ast.Name) and len(call.args) < 3 and not any(k.arg == "clauses" for k in call.keywords)
        if ground not in NOTHING_TO_DO_WITH_RULES
    ]
    assert not bare

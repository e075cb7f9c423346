"""The best play of each game, calculated once for all tests that a process runs."""

from __future__ import annotations

from functools import cache
from typing import Any

from croupier.books import rules_of
from croupier.odds import solver
from croupier.odds.solution import Solution
from croupier.stud.rules import Rules

_solve = solver.solve


@cache
def best(game: str) -> Solution:
    return _solve(rules_of(game))


def solve_once(rules: Rules, **options: Any) -> Solution:
    """What `solve` answers; from memory where nothing but the game is asked for."""
    asked = {name: value for name, value in options.items() if value}
    return _solve(rules, **asked) if asked else best(rules.game)

"""Decisions as cells: every class of hands against every up card, and what betting gains there over folding."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.odds.solver import COMPLETIONS, Solution
from croupier.odds.thumb_language import step_of

Array = np.ndarray[Any, np.dtype[Any]]


def gains(solution: Solution) -> Array:
    """What betting gains over folding, by class and up card, for all hands of the class; nil where an instant win is taken.

    In parts of an ante, as the solution's `terms` have them.
    """
    found: Array = solution.bet_value - np.int64(solution.terms.fold * COMPLETIONS)
    found *= solution.table.weight[:, None]
    found[solution.instant > 0] = 0
    return found


def ranks_of(cards: Array) -> Array:
    """The ranks of each class of hands, from the highest down."""
    found: Array = cards[:, ::-1].astype(np.int64) // 4 + 2
    return found


def up_cards(cards: Array) -> Array:
    """The 47 up cards that each class of hands can meet, in the order of the solver's columns."""
    free = np.ones((len(cards), 52), bool)
    np.put_along_axis(free, cards.astype(np.int64), False, axis=1)
    found: Array = np.nonzero(free)[1].reshape(len(cards), 47)
    return found


def steps_of(solution: Solution, *, wild: bool) -> Array:
    """The step of each class of hands."""
    table = solution.table
    ranks = ranks_of(table.cards)
    code = code_of(ranks) << 4 | table.category
    _, first, back = np.unique(code, return_index=True, return_inverse=True)
    of_code = [step_of(int(table.category[row]), ranks[row].tolist(), wild=wild) for row in first]
    found: Array = np.array(of_code, np.int64)[back]
    return found


def code_of(ranks: Array) -> Array:
    """The ranks of each hand in one number, which sorts as they do."""
    found: Array = ranks @ np.array([1 << 16, 1 << 12, 1 << 8, 1 << 4, 1])
    return found

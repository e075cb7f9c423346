"""Public functions, given what they cannot use: a `CroupierError` with words, or a plain `TypeError` for a missing argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import croupier
from croupier import CroupierError, odds, phh

WRONG: tuple[Any, ...] = (None, -1, 0, 3.5, float("nan"), [], ["abc"], [None], {}, {"x": 1}, object(), True)
ASKED: dict[str, Callable[[Any], Any]] = {
    "icm of stacks": lambda wrong: odds.icm(wrong, (70, 30)),
    "icm of prizes": lambda wrong: odds.icm((50, 30, 20), wrong),
    "icm of text": lambda wrong: odds.icm("abc", str(wrong)),  # type: ignore[arg-type]
    "cards": croupier.parse_cards,
    "an equity with a board": lambda wrong: odds.equity("crown-holdem", ["AdAc", "KhKs"], board=wrong),
    "a hand history": phh.read,
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__ + str(wrong)[:4])
def test_what_cannot_be_used_is_said_in_words(name: str, wrong: Any) -> None:
    with pytest.raises(CroupierError, match=r"\w+ \w+"):
        ASKED[name](wrong)


@pytest.mark.parametrize("wrong", ["abc", 2.5, -1, None])
def test_a_number_of_samples_is_a_whole_number(wrong: Any) -> None:
    with pytest.raises(CroupierError, match=r"cannot draw|whole numbers"):
        odds.icm((50, 30, 20), (70, 30), samples=wrong)

"""What could be said at every moment of an evening, and the result: who may, when, on which ground, with which money.

`kept/` has an answer a line, and what gets it; of each moment only what has changed since the one before. With
`UPDATE_GOLDEN=1 pytest tests/moments` it is rewritten; read the difference before you keep it. What the answers must be by
the book is said by the cases: here nothing changes unseen.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

from moments.evenings import EVENINGS, REPORTS, moments, tried
from moments.meter_evenings import METER_EVENINGS, meter_moments, meters_tried

KEPT = Path(__file__).with_name("kept")
Answers = Iterator[tuple[str, str]]


def parts(name: str) -> list[tuple[int, str, str]]:
    """The moments of an evening, what is tried at each, and the line that led to it."""
    if name in METER_EVENINGS:
        return [(number, "lines", moment.line) for number, moment in enumerate(meter_moments(name))]
    return [
        (number, part, moment.line)
        for number, moment in enumerate(moments(name))
        for part in ("lines", "offers", *(REPORTS if moment.reports else ()))
    ]


def answers(name: str, number: int, part: str) -> dict[str, str]:
    if name in METER_EVENINGS:
        return dict(meters_tried(meter_moments(name)[number]))
    return dict(tried(moments(name)[number], part))


@cache
def kept(name: str) -> tuple[dict[str, str], ...]:
    """What was kept of an evening: at each moment the answer to everything that was tried so far."""
    if os.environ.get("UPDATE_GOLDEN"):
        KEPT.mkdir(exist_ok=True)
        (KEPT / f"{name}.txt").write_text("".join(f"{line}\n" for line in to_keep(name)), encoding="utf-8")
    found: list[dict[str, str]] = []
    for line in (KEPT / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            found.append(dict(found[-1]) if found else {})
        else:
            asked, _, answer = line.partition(" -> ")
            found[-1] |= dict.fromkeys(asked.split(" | "), answer)
    return tuple(found)


def to_keep(name: str) -> Iterator[str]:
    known: dict[str, str] = {}
    for _, together in groupby(parts(name), key=lambda part: part[0]):
        here: dict[str, str] = {}
        for number, part, line in together:
            if not here:
                yield f"# {line}"
            here |= answers(name, number, part)
        news = sorted((answer, asked) for asked, answer in here.items() if known.get(asked) != answer)
        for answer, pairs in groupby(news, key=lambda pair: pair[0]):
            yield f"{' | '.join(asked for _, asked in pairs)} -> {answer}"
        known |= here


PARTS = [(name, number, part) for name in (*EVENINGS, *METER_EVENINGS) for number, part, _ in parts(name)]


def each(kind: str) -> pytest.MarkDecorator:
    chosen = [part for part in PARTS if part[2].startswith(kind)]
    return pytest.mark.parametrize(("name", "number", "part"), chosen, ids=["-".join(map(str, each)) for each in chosen])


@each("lines")
def test_what_is_said(name: str, number: int, part: str) -> None:
    as_it_was_kept(name, number, part)


@each("offers")
def test_what_is_open(name: str, number: int, part: str) -> None:
    as_it_was_kept(name, number, part)


@each("reports")
def test_what_is_reported(name: str, number: int, part: str) -> None:
    as_it_was_kept(name, number, part)


def as_it_was_kept(name: str, number: int, part: str) -> None:
    found, wanted = answers(name, number, part), kept(name)[number]
    assert found == {asked: wanted.get(asked) for asked in found}

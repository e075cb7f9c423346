"""Plain lines of TOML, read as `tomllib` reads them or not at all."""

from __future__ import annotations

import tomllib
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from croupier.histories.toml_lines import plain_fields

PARTS = (
    "0",
    "-1",
    "12.50",
    "01",
    "1.",
    "inf",
    "nan",
    "'a'",
    "'it''s'",
    '"x"',
    "[",
    "]",
    ", ",
    ",",
    "08:51:18",
    "08:51:61",
    "true",
)
VALUES = st.lists(st.sampled_from(PARTS), max_size=5).map("".join)
LISTS = st.lists(st.sampled_from(PARTS), max_size=4).map(lambda parts: f"[{', '.join(parts)}]")
NAMES = st.sampled_from(["a", "_b", "c-d", "é", "a.b", "'q'", ""])
LINES = st.tuples(NAMES, st.sampled_from([" = ", "=", "  =  "]), VALUES | LISTS, st.sampled_from(["", " # why", "\t"]))


@given(st.lists(LINES.map("".join), max_size=3))
def test_a_line_is_read_as_toml_reads_it_or_not_at_all(lines: list[str]) -> None:
    fields = plain_fields(lines)
    if fields is None:
        return
    whole = tomllib.loads("\n".join(lines), parse_float=Decimal)
    assert repr(fields) == repr(whole)


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("a = 'NT'", "NT"),
        ("a = ''", ""),
        ("a = [0, -0.50, inf]", [0, Decimal("-0.50"), Decimal("Infinity")]),
        ("a = ['p1 f', 'd db 2c7d9h']", ["p1 f", "d db 2c7d9h"]),
        ("a = []", []),
        ("a = false", False),
        ("a = 'x' # why", "x"),
        ('a = "x"', "x"),
        ("a = 1_000", 1000),
        ("a = ['x', 1]", ["x", 1]),
        ("a = " + "9" * 41, int("9" * 41)),
    ],
)
def test_plain_lines(line: str, value: object) -> None:
    assert plain_fields([line, "\n"]) == {"a": value}


@pytest.mark.parametrize(
    "line",
    ["a = ['it''s']", "a = [", "a = " + "[" * 5000, "a = null", "a = 01", "a = '''", "a b = 1", "[x]", "a = " + "9" * 5000],
)
def test_what_is_not_plain_is_left_alone(line: str) -> None:
    assert plain_fields([line]) is None


def test_a_name_that_comes_twice_is_left_alone() -> None:
    assert plain_fields(["a = 1", "a = 2"]) is None

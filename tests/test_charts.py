"""The charts of growth: what is drawn is what was kept of the measurement, and figures lie where they belong."""

from __future__ import annotations

import doctest
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).parents[1] / "benchmarks" / "charts.py"


def _load() -> ModuleType:
    """The module of the benchmarks, which are no package that is installed."""
    spec = spec_from_file_location("benchmark_charts", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


charts = _load()
KEPT = dict(charts.kept())


def test_what_the_issue_asks_for_is_kept() -> None:
    assert {"tournaments", "record"} <= KEPT.keys()


@pytest.mark.parametrize("name", KEPT)
def test_a_picture_is_drawn_from_the_figures_that_are_kept(name: str) -> None:
    drawn = charts.picture_of(name).read_text(encoding="utf-8")
    assert drawn == charts.draw(KEPT[name]), "run `python -m benchmarks.charts`"
    assert KEPT[name].measured in drawn
    assert "style>" not in drawn
    assert "<script" not in drawn


def test_growth_in_proportion_lies_on_the_dashed_line() -> None:
    panel = charts.Panel("MB", (charts.Line("memory", ((10, 3.0), (1000, 300.0))),), in_proportion=True)
    drawn = charts.draw(charts.Chart("Growth", "tables", "here, today", (panel,)))
    dashed, line = re.findall(r'points="([^"]+)" fill="none" stroke="#(?:5b6270|0b5fae)"', drawn)
    assert dashed == line
    assert "memory: 300 at 1,000 tables" in drawn


def test_a_figure_of_nothing_has_no_place_on_such_an_axis() -> None:
    panel = charts.Panel("MB", (charts.Line("memory", ((1, 0.0), (10, 1.0))),))
    with pytest.raises(ValueError, match="greater than nothing"):
        charts.draw(charts.Chart("Growth", "tables", "here, today", (panel,)))


def test_the_examples_of_the_module() -> None:
    result = doctest.testmod(charts)
    assert result.attempted
    assert not result.failed

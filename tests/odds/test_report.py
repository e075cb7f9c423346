"""The page of a report: one file that needs nothing else, with the same figures as the solver."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

import solutions
from croupier.books import jackpot_of, rules_of
from croupier.drawing import plots
from croupier.drawing.document import Document, Grid, Section, as_html, rendered
from croupier.drawing.reports import part
from croupier.odds.charts import chart
from croupier.odds.round_value import curve, fair_meter, round_value
from croupier.odds.rules_of_thumb import rules_of_thumb
from croupier.odds.simulation import Plan, play_of, simulate
from croupier.odds.solution import Solution
from croupier.tables.house_terms import terms_for_play

GAME = "crown-caribbean-stud"
_VOID = {"meta"}


class _Reader(HTMLParser):
    """Checks that tags close in order, and collects what is looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.classes: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        given = dict(attrs)
        self.classes += [f"{tag}.{name}" for name in given.get("class", "").split()]
        self.addresses += [given[name] for name in ("href", "src", "srcset", "data", "action") if name in given]
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "td":
            self.cells[-1] += data


def read(text: str) -> _Reader:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def best() -> Solution:
    return solutions.best(GAME)


def section_html(section: Section) -> str:
    return rendered("document.html", part="section", shown=section)


def html(name: str, *figures: Any) -> str:
    return "".join(map(section_html, part(name, *figures)))


def whole(*found: tuple[Section, ...]) -> str:
    facts = (("Digest", rules_of(GAME).digest), ("Date", "2026-01-02"))
    sections = tuple(section for sections in found for section in sections)
    return as_html(Document(title="A title & more", lead="A lead", facts=facts, sections=sections, footer="The end"))


def test_a_page_needs_nothing_else() -> None:
    text = whole(part("outcomes", best()), part("pay_table", best()))
    reader = read(text)
    assert reader.addresses == []
    assert not re.search(r"url\(|@import|<script|<link", text)
    assert "<title>A title &amp; more</title>" in text
    assert rules_of(GAME).digest in text


def test_the_figures_are_the_solvers() -> None:
    cells = read(whole(*(part(name, best()) for name in ("result", "outcomes", "decisions")))).cells
    assert f"{best().deals:,}" in cells
    assert f"{best().total:,}" in cells
    for outcome in best().outcomes:
        place = cells.index(outcome.outcome)
        assert int(cells[place + 2].replace(",", "")) == outcome.deals
    for play, deals in best().decisions.items():
        assert int(cells[cells.index(play, cells.index("dealer wins")) + 1].replace(",", "")) == deals


def test_a_bar_for_every_outcome_and_a_square_for_every_cell() -> None:
    assert read(html("outcomes", best())).classes.count("rect.bar") == len(best().outcomes)
    short, full = chart(best(), wild=False), chart(best(), wild=False, detail="full")
    classes = read(html("strategy", short, full)).classes
    assert classes.count("rect.cell") == 13 * (len(short.rows) + len(full.rows))


def test_rules_of_thumb_stand_in_words_with_their_cost() -> None:
    rules = rules_of_thumb(rules_of(GAME), best())
    text = html("thumb", rules)
    read(text)
    assert text.count("<li>") == len(rules.lines)
    assert f"{rules.cost:,}" in text


def test_the_meter_part_marks_where_it_is_fair() -> None:
    jackpot = jackpot_of(terms_for_play(GAME, 1_00))
    fair = fair_meter(best(), jackpot, ante=10_00)
    values = curve(best(), jackpot, ante=10_00, most=2 * fair, steps=20)
    now = round_value(best(), jackpot, ante=10_00, meter=100_000_00)
    text = html("meter", values, now, 159_810_01, fair)
    reader = read(text)
    assert reader.classes.count("polyline.curve") == 2
    assert f"{float(now.jackpot_return):.6%}" in reader.cells
    assert "$100,000.00" in reader.cells


def test_a_simulation_is_drawn() -> None:
    result = simulate(rules_of(GAME), play_of(best()), Plan(rounds=20_000, session=100, bankroll=20, seed=4), threads=1)
    text = whole(part("simulation", result))
    reader = read(text)
    assert f"{result.rounds:,}" in reader.cells
    assert reader.classes.count("rect.bar") == len(result.sessions)
    assert reader.classes.count("polygon.area") == len(result.fan.quantiles) - 1
    assert str(result.seed) in reader.cells


def test_words_of_others_are_escaped() -> None:
    reader = read(section_html(Section("<u>", (Grid(("<b>",), (("<i>x</i>",),)),))))
    assert reader.cells == ["<i>x</i>"]


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.7, 12), (0, 337_602.01), (0.53, 1.85)])
def test_ticks_are_round_numbers_inside(low: float, high: float) -> None:
    found = plots.ticks(low, high, 4)
    assert 3 <= len(found) <= 7
    assert all(low - 1e-9 <= tick <= high + 1e-9 for tick in found)


def test_bars_are_as_long_as_what_they_stand_for() -> None:
    drawn = plots.bars(
        "Some", [plots.Bar("much", "80%", 0.8), plots.Bar("half of it", "40%", 0.4), plots.Bar("rare", "1e-7", 1e-7)]
    )
    widths = [float(width) for width in re.findall(r'class="bar even"[^>]* width="([\d.]+)"', drawn)]
    assert widths == [plots.WIDTH, plots.WIDTH / 2, 0.0]
    assert "1e-7" in drawn


def test_no_mark_is_wider_than_its_square() -> None:
    cells = [plots.HeatCell(text, 0.5, "") for text in ("B", "100C", "55")]
    drawn = plots.heat_map("Some", ["2", "3", "4"] * 4 + ["A"], [("a very long name of a row " * 3, cells * 4 + cells[:1])])
    side = (plots.WIDTH / 2) / 13
    squeezed = re.findall(r'class="mark" textLength="([\d.]+)"[^>]*>([^<]+)<', drawn)
    assert {text for _, text in squeezed} == {"100C"}
    assert all(float(width) < side for width, _ in squeezed)


def test_the_pay_table_has_the_odds_after_a_change() -> None:
    venice = html("pay_table", solutions.best("venezia-caribbean-poker"))
    assert "after a change" in venice
    assert re.search(r"royal flush.*?100 to 1.*?60 to 1", venice)
    assert "after a change" not in html("pay_table", best())


def test_rows_of_outcomes_have_names_of_their_own() -> None:
    for game in ("venezia-caribbean-poker", "crown-wild-aruba"):  # the one that was solved just now comes first
        named = [outcome.outcome for outcome in solutions.best(game).outcomes]
        assert len(set(named)) == len(named), game

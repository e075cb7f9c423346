"""`croupier strategy` without a hand, `--report`, `croupier jackpot round` and `croupier play --coach`."""

from __future__ import annotations

from pathlib import Path

import pytest

import solutions
from cli.program import Run

GAME = "crown-caribbean-stud"


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.solver.solve", solutions.solve_once)


def test_a_chart_by_up_card(run: Run) -> None:
    out = run("strategy", GAME).out
    assert "bet with a pair or better, fold with less than ace and king" in out
    assert next(line for line in out.splitlines() if line.startswith("A-K-4")).split()[1:5] == ["B", "B", "B", "."]


def test_a_chart_as_json(run: Run) -> None:
    found = run("strategy", GAME, "--json").json
    assert found["always_bet"] == "a pair"
    assert all(len(row["cells"]) == 13 for row in found["rows"])


def test_rules_of_thumb_with_a_page(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "strategy.html"
    found = run("strategy", GAME, "--pay-table", "us", "--rules", "--within", "0.001", "--json", "--report", str(file)).json
    assert found["cost"] == {"numerator": "18342488208", "denominator": "19933230517200"}
    assert found["lines"] == 1
    assert "18,342,488,208" in file.read_text(encoding="utf-8")


@pytest.mark.slow  # the search itself is tested for this game, and the command for another
def test_rules_of_thumb_where_a_card_may_be_changed(run: Run) -> None:
    found = run("strategy", "venezia-caribbean-poker", "--rules", "--within", "0.01", "--json").json
    assert found["cost"]["denominator"] == str(19_933_230_517_200 * 42)
    assert found["loss"] <= 0.01
    assert found["rules"][0].startswith("With no pair and four cards to")
    assert any(rule.startswith("Otherwise bet with") for rule in found["rules"])


def test_a_page_has_the_figures_of_the_document(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odds.html"
    found = run("odds", GAME, "--json", "--report", str(file)).json
    text = file.read_text(encoding="utf-8")
    for outcome in found["outcomes"]:
        assert f"{int(outcome['deals']):,}" in text
    assert f"{int(found['expected_value']['numerator']):,}" in text


def test_a_round_with_the_jackpot_wager(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "round.html"
    found = run("jackpot", "round", "--meter", "100000", "--json", "--report", str(file)).json
    (value,) = found["rounds"]
    assert value["jackpot_return"]["numerator"] == "8935"
    assert float(found["break_even_meter"]) < float(found["fair_meter"])
    assert f"${float(found['fair_meter']):,.2f}" in file.read_text(encoding="utf-8")
    assert "the whole round at" in run("jackpot", "round").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("strategy", GAME, "As Kd Jh 8c 3s"), "say the dealer's card as well"),
        (("strategy", GAME, "--rules", "--within", "much"), "is not a part of an ante"),
        (("strategy", GAME, "--rules", "--within", "0"), "between 0 and 1"),
        (("jackpot", "round", "--ante", "0"), "above zero"),
        (("jackpot", "round", "--report", "/nowhere/at/all.html"), "cannot be written"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    assert run(*arguments).complains(says)


def test_the_coach_warns_before_a_mistake_is_final(run: Run) -> None:
    out = run("play", "--coach", "--seed", "3", said="10\n\nf\n10\n\nf\nf\nq\n").out
    assert out.count("Coach: folding costs 0.49 antes ($4.87): bet.") == 1
    assert "Coach: right, by 0.09 antes." in out
    assert (
        "The coach saw 2 decisions, 1 right at once (50%); 0 of 1 warning heeded; "
        "1 mistake made, which cost $4.87 on average, $243.50 per 100 hands."
    ) in out


def test_without_the_coach_nobody_is_warned(run: Run) -> None:
    assert "Coach" not in run("play", "--seed", "3", said="10\n\nf\n10\n\nf\nq\n").out

"""`croupier odds` and `croupier strategy`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import Run

US = ("--pay", "royal flush=100")


def test_odds_as_json_are_exact(run: Run) -> None:
    done = run("odds", "crown-caribbean-stud", *US, "--json")
    found = json.loads(done.out)
    assert found["deals"] == "19933230517200"
    assert found["expected_value"] == {"numerator": "-1041372912372", "denominator": "19933230517200"}
    assert round(found["house_edge"], 6) == 0.052243
    assert {"outcome": "dealer wins", "units": -3, "deals": "2726592727512"} in found["outcomes"]


def test_odds_as_a_table(run: Run) -> None:
    out = run("odds", "crown-caribbean-stud", *US).out
    assert "house edge 5.2243% of the ante" in out
    assert "2,343,248,003,808" in out


def test_a_strategy_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "timid.py"
    file.write_text("def bets(hand, up):\n    return False\n", encoding="utf-8")
    found = json.loads(run("odds", "crown-caribbean-stud", "--strategy", str(file), "--json").out)
    assert found["house_edge"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("odds", "crown-caribbean-stud", "--pay", "royal=3"), "is no row of the pay table"),
        (("odds", "crown-caribbean-stud", "--pay", "flush=-3"), "is no row of the pay table"),
        (("odds", "crown-caribbean-stud", "--strategy", "brave"), "there is no strategy 'brave'"),
        (("odds", "crown-caribbean-stud", "--strategy", "nowhere.py"), "No such file"),
        (("odds", "crown-holdem"), "cannot be played here yet"),
        (("odds", "venezia-caribbean-poker"), "change a card"),
        (("strategy", "crown-caribbean-stud", "As Ad", "2c"), "a hand has 5 cards"),
        (("strategy", "crown-caribbean-stud", "As Kd Jh 8c 3s", "As"), "As is there twice"),
    ],
)
def test_what_cannot_be_computed_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert done.err.count("\n") == 1


def test_the_best_play_with_both_values(run: Run) -> None:
    done = run("strategy", "crown-caribbean-stud", "As Kd Jh 8c 3s", "8d", "--json")
    found = json.loads(done.out)
    assert found["play"] == "bet"
    assert round(found["values"]["bet"]["antes"], 6) == -0.86177
    assert found["values"]["fold"]["antes"] == -1.0
    assert "bet" in run("strategy", "crown-caribbean-stud", "As Kd Jh 8c 3s", "8d").out

"""`croupier icm`: what a deal would pay, in text and in JSON, and one line for what is none."""

from __future__ import annotations

from decimal import Decimal

from cli.program import Run


def test_what_each_way_of_settling_pays(run: Run) -> None:
    done = run("icm", "5000", "3000", "2000", "--prizes", "500,300,200")
    assert done.status == 0
    assert [line.split() for line in done.out.splitlines()[1:]] == [
        ["player", "chips", "ICM", "chip-chop", "even"],
        ["1", "5,000", "$383.93", "$400.00", "$333.34"],
        ["2", "3,000", "$327.50", "$320.00", "$333.33"],
        ["3", "2,000", "$288.57", "$280.00", "$333.33"],
    ]
    assert run("icm", "5000,3000,2000", "--prizes", "500 300 200").out == done.out


def test_json_and_the_unit(run: Run) -> None:
    data = run("icm", "5000", "3000", "2000", "--prizes", "500,300,200", "--unit", "5", "--json").json
    assert data["exact"] is True
    assert data["rounding"] == {"unit": "5.00", "rule": "largest-remainder"}
    assert [player["icm"] for player in data["players"]] == ["385.00", "325.00", "290.00"]


def test_eleven_players_are_sampled_with_the_error_stated(run: Run) -> None:
    words = ("icm", *map(str, range(100, 1_200, 100)), "--prizes", "100,50.01", "--samples", "2000", "--seed", "5")
    told, data = run(*words), run(*words, "--json").json
    assert "sampled, 2,000 finishing orders, seed 5" in told.out
    assert "± std error" in told.out
    assert (data["exact"], data["samples"], data["seed"]) == (False, 2000, 5)
    assert sum(Decimal(player["icm"]) for player in data["players"]) == Decimal("150.01")
    assert all(0 < player["standard_error"] < 2 for player in data["players"])


def test_bad_figures_are_one_line(run: Run) -> None:
    assert run("icm", "5000", "x", "--prizes", "5").complains("'x'")
    assert run("icm", "5000", "0", "--prizes", "5").complains("chips")
    assert run("icm", "5000", "--prizes", "5,3").complains("2 prizes")
    assert run("icm", "5000", "10", "--prizes", "3,5").complains("first place down")
    assert run("icm", "5000", "10", "--prizes", "3.001").complains("cents")
    assert run("icm", "5000", "10").complains("--prizes")
    assert run("icm", "5", "6", "--prizes", "5", "--unit", "0").complains("unit")
    assert run("icm", "5", "6", "--prizes", "5", "--samples", "-1").complains("draw")
    assert run("icm", "5", "6", "--prizes", "5", "--samples", "99999999").complains("too many")
    assert run("icm", "5", "6", "--prizes", "5", "--seed", "-1").complains("seed")
    assert run("icm", ",", "--prizes", "5").complains("chips")

"""`croupier simulate` and `croupier shuffle`."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import solutions
from cli.program import Run
from croupier.cli.terminal import progress_line
from croupier.cli.terminal.progress_line import _said

CROWN = ("simulate", "crown-caribbean-stud", "--seed", "3")


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.solver.solve", solutions.solve_once)


def test_a_simulation_as_json(run: Run) -> None:
    found = run(*CROWN, "--rounds", "300000", "--bankroll", "100", "--json").json
    assert (found["game"], found["strategy"], found["seed"]) == ("crown-caribbean-stud", "optimal", 3)
    assert found["rounds"] == sum(count["rounds"] for count in found["counts"]) == 300_000
    assert abs(found["mean"] - found["exact_mean"]) <= 4 * found["standard_error"]
    assert found["exact_mean"] == pytest.approx(-0.05199081952510185)
    assert found["goodness"] > 0.001
    fan = found["fan"]
    assert fan["rounds"][0] == 0
    assert fan["rounds"][-1] == found["session"] == 1_000
    assert {len(line) for line in fan["quantiles"].values()} == {len(fan["rounds"])}
    assert len(found["ruin"]["exact"]) == len(found["ruin"]["rounds"])
    assert [period["period"] for period in found["periods"]] == ["day", "month", "year"]
    assert found["periods"][2]["hold"] == pytest.approx(0.0254, rel=0.01)


def test_the_same_seed_says_the_same_and_another_does_not(run: Run) -> None:
    one = run(*CROWN, "--rounds", "100000", "--threads", "1")
    assert one.status == 0
    assert one.out == run(*CROWN, "--rounds", "100000", "--threads", "2").out
    assert one.out != run(*CROWN[:2], "--seed", "4", "--rounds", "100000").out


def test_without_a_seed_one_is_drawn_and_told(run: Run) -> None:
    seeds = {run("simulate", "--rounds", "1000", "--json").json["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_a_simulation_in_words_and_pictures(run: Run) -> None:
    done = run(*CROWN, "--rounds", "200000", "--bankroll", "60", "--jackpot", "20000", "--seats", "2")
    out = " ".join(done.out.split())
    for words in (
        "200,000 rounds, 2 players at one table, seed 3",
        "standard errors away",
        "correlation of +0.1",
        "royal flush $20,000.00",
        "what a player has won in antes",
        "▓▓█▓▓",
        "how sessions end after 1,000 rounds",
        "risk of ruin with 60 antes: the chance that fewer than 3 are left",
        "what the table wins with 2 players, $10.00 antes, 50 rounds an hour, 16 hours on 365 days",
        "hold is the win as a part of all that is wagered",
    ):
        assert words in out
    assert "\033" not in out


def test_a_table_is_worked_as_one_says(run: Run) -> None:
    times = ("--rounds-an-hour", "60", "--hours-a-day", "10", "--days-a-year", "300")
    found = run(*CROWN, "--rounds", "1000", "--ante", "25", *times, "--json").json
    assert [period["rounds"] for period in found["periods"]] == [600, 15_000, 180_000]
    assert found["ante"] == 2_500


def test_a_fixed_strategy_and_a_changed_pay_table(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "timid.py"
    file.write_text("def bets(hand, up):\n    return False\n", encoding="utf-8")
    found = run(*CROWN, "--rounds", "5000", "--strategy", str(file), "--json").json
    assert found["strategy"] == str(file)
    assert (found["mean"], found["standard_deviation"]) == (-1, 0)
    assert found["decisions"] == {"fold": 1}
    paid = run(*CROWN, "--rounds", "200000", "--pay", "one pair=5", "--json").json
    assert 11 in {count["units"] for count in paid["counts"]}
    assert paid["mean"] > 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--rounds", "0"), "1 to 1,000,000,000,000 rounds"),
        (("--rounds", "10000000000000"), "1 to 1,000,000,000,000 rounds"),
        (("--seats", "10"), "1 to 9 seats, not 10"),
        (("--seed", "-1"), "a seed is a whole number"),
        (("--session", "0"), "must be above zero"),
        (("--bankroll", "-5"), "zero or more"),
        (("--ante", "much"), "'much' is not an amount of money"),
        (("--jackpot", "lots"), "'lots' is not an amount of money"),
        (("--threads", "-1"), "0 for every core"),
        (("--strategy", "brave"), "there is no strategy 'brave'"),
        (("--hours-a-day", "0"), "a table must be open"),
        (("--scheduler", "nowhere"), "no Dask scheduler answers at 'nowhere'"),
    ],
)
def test_what_cannot_be_simulated_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    if "--scheduler" in arguments:
        pytest.importorskip("distributed", reason="Dask is not installed: the extra 'dask'")
    assert run(*CROWN, *arguments).complains(says)


def test_a_game_without_rules_is_one_line(run: Run) -> None:
    assert run("simulate", "crown-roulette").complains("no game 'crown-roulette'")


@pytest.fixture
def scheduler() -> Iterator[str]:
    distributed: Any = pytest.importorskip("distributed", reason="Dask is not installed: the extra 'dask'")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address


def test_a_scheduler_changes_nothing(run: Run, scheduler: str) -> None:
    there = run(*CROWN, "--rounds", "600000", "--bankroll", "80", "--scheduler", scheduler)
    assert there.status == 0
    assert there.out == run(*CROWN, "--rounds", "600000", "--bankroll", "80").out


def test_the_house_shuffle_passes(run: Run) -> None:
    done = run("shuffle", "--decks", "20000", "--seed", "4")
    assert done.status == 0
    assert "house shuffle, 20,000 decks, seed 4" in done.out
    assert "card by position" in done.out
    assert "passed" in done.out
    assert "Holm's method" in done.out


def test_a_bad_shuffle_is_a_finding(run: Run) -> None:
    done = run("shuffle", "--shuffle", "riffle3", "--decks", "20000", "--seed", "4", "--json")
    assert done.status == 1
    assert done.json["passed"] is False
    assert done.json["correction"] == "Holm"
    failed = {test["test"] for test in done.json["tests"] if test["failed"]}
    assert "rising sequences" in failed
    assert "FAILED" in run("shuffle", "--shuffle", "naive", "--decks", "20000", "--seed", "4").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--decks", "100"), "the tests need 20,000 to 100,000,000 decks, not 100"),
        (("--shuffle", "best"), "there is no shuffle 'best'; there are house, fair"),
        (("--seed", "-2"), "--seed"),
    ],
)
def test_what_cannot_be_tested_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    assert run("shuffle", *arguments).complains(says)


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.2, "0 s"), (59.4, "59 s"), (61, "1 min 01 s"), (3_599, "59 min 59 s"), (7_260, "2 h 01 min")]
)
def test_time_left_in_words(seconds: float, said: str) -> None:
    assert _said(seconds) == said


def test_progress_is_for_terminals_only(run: Run) -> None:
    assert progress_line.progress("working") is None
    assert run(*CROWN, "--rounds", "1000").err == ""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bar is drawn, says how long it will take, not too often, and is wiped when all is done."""
    clock = iter((0.0, 10.0, 10.1, 40.0, 45.0))
    monkeypatch.setattr(progress_line, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    tell = progress_line.progress("working")
    assert tell is not None
    for done in (25, 26, 80, 100):
        tell(done, 100)
    first, second, last = terminal.getvalue().split("\r\033[K")[1:]
    assert first == f"working {'█' * 7}{'░' * 23}  25%, 30 s left"
    assert second.endswith("80%, 10 s left")
    assert last == ""


def test_a_scheduler_without_workers_is_one_line(run: Run) -> None:
    distributed: Any = pytest.importorskip("distributed", reason="Dask is not installed: the extra 'dask'")
    with distributed.LocalCluster(n_workers=0, processes=False, protocol="tcp", dashboard_address=None) as cluster:
        done = run(*CROWN, "--rounds", "1000", "--scheduler", cluster.scheduler_address)
    assert done.complains("has no workers")

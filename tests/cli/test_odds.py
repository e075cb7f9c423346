"""`croupier odds` and `croupier strategy`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solutions
from cli.program import Run

US = ("--pay", "royal flush=100")


@pytest.fixture(autouse=True)
def _solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.solver.solve", solutions.solve_once)


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
        (("odds", "crown-caribbean-stud", "--pay", "royal=3"), "is not a row of the pay table"),
        (("odds", "crown-caribbean-stud", "--pay", "flush=-3"), "is not a row of the pay table"),
        (("odds", "crown-caribbean-stud", "--strategy", "brave"), "there is no strategy 'brave'"),
        (("odds", "crown-caribbean-stud", "--strategy", "nowhere.py"), "No such file"),
        (("odds", "crown-holdem"), "not against the house"),
        (("odds", "crown-caribbean-stud", "--pay", "changed flush=3"), "no card can be exchanged in this game"),
        (("odds", "venezia-caribbean-poker", "--pay", "changed royal=3"), "write changed HAND=ODDS"),
        (("odds", "venezia-caribbean-poker", "--reading", "kind"), "there is no reading 'kind'"),
        (("odds", "crown-caribbean-stud", "--pay-table", "moon"), "there is no pay table 'moon'; there are us"),
        (("odds", "crown-wild-aruba", "--pay-table", "us"), "does not have every hand of this game"),
        (("odds", "crown-caribbean-stud", "--maximum-payout", "50000"), "say --maximum-payout 50000 --ante 100"),
        (("odds", "crown-caribbean-stud", "--maximum-payout", "0", "--ante", "5"), "above zero"),
        (("odds", "crown-caribbean-stud", "--seen", "2"), "--seen is how many more"),
        (("odds", "crown-caribbean-stud", "--others", "7"), "1 to 6"),
        (("odds", "crown-caribbean-stud", "--others", "1", "--samples", "1"), "2 or more"),
        (("odds", "crown-caribbean-stud", "--others", "1", "--strategy", "pairs"), "leave --strategy out"),
        (("strategy", "crown-caribbean-stud", "As Ad", "2c"), "five cards and then the dealer's"),
        (("strategy", "crown-caribbean-stud", "As Kd Jh 8c 3s", "As"), "As appears twice"),
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


def test_a_pay_table_by_its_name(run: Run) -> None:
    assert "house edge 5.2243% of the ante" in run("odds", "nz-caribbean-stud", "--pay-table", "us").out
    above = run("odds", "nz-caribbean-stud", "--pay-table", "us", "--pay", "royal flush=250").out
    assert "house edge 5.1991% of the ante" in above


@pytest.mark.slow  # a strategy from a file that changes cards goes the same way, without the best play
def test_a_game_with_an_exchange(run: Run) -> None:
    done = run("odds", "venezia-caribbean-poker", "--json")
    assert done.json["deals"] == str(19_933_230_517_200 * 42)
    assert done.json["expected_value"]["numerator"] == "-9842776902012"
    assert {"outcome": "fold after a change", "units": -2, "deals": "37189180607040"} in done.json["outcomes"]
    assert set(done.json["decisions"]) == {"bet", "fold", "change and bet", "change and fold"}


@pytest.mark.slow
def test_which_card_to_change(run: Run) -> None:
    found = run("strategy", "venezia-caribbean-poker", "Jh Th 9h 8c 2d", "Ah", "--json").json
    assert found["play"] == "change 2d"
    assert len(found["values"]) == 7
    assert found["values"]["change 2d"]["antes"] == max(value["antes"] for value in found["values"].values())


def test_a_maximum_payout_and_what_it_cuts(run: Run) -> None:
    arguments = ("odds", "crown-caribbean-stud", "--maximum-payout", "50000", "--ante", "150")
    out = run(*arguments).out
    assert "bet with a royal flush: +333.3333 antes, not +500" in out
    assert "the best play stays the same" in out
    found = run(*arguments, "--json").json["maximum_payout"]
    assert found["cuts"] == [{"wager": "bet", "hand": "royal flush", "full": 500.0, "paid": 1000 / 3}]
    assert found["other_play"] == "0"
    assert "no hand is paid less" in run(*arguments[:-1], "100").out


def test_what_more_cards_seen_are_worth(run: Run) -> None:
    arguments = ("odds", "crown-caribbean-stud", "--others", "6", "--samples", "300", "--seed", "5")
    found = run(*arguments, "--seen", "1", "--json").json["information"]
    assert found["second_card"]["gain"] == {"numerator": "76548088303", "denominator": "1661102543100"}
    others = found["others"]
    assert (others["hands"], others["samples"], others["exact"]) == (6, 300, False)
    assert others["gain"] > 0 < others["standard_error"]
    said = f"worth {others['gain']:.3%} of the ante, standard error {others['standard_error']:.3%}, from 300 samples"
    assert said in run(*arguments).out


def test_a_strategy_file_may_change_cards(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "changer.py"
    file.write_text("def bets(hand, up):\n    return True\n\n\nexchange = 'the lowest'\n", encoding="utf-8")
    assert run("odds", "venezia-caribbean-poker", "--strategy", str(file)).complains("must say which card to change")
    file.write_text("def bets(hand, up):\n    return True\n\n\ndef exchange(hand, up):\n    return up\n", encoding="utf-8")
    assert run("odds", "venezia-caribbean-poker", "--strategy", str(file)).complains("exchange(", "a card of hand, or None")

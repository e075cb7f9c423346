"""`croupier equity`."""

from __future__ import annotations

import pytest

from cli.program import Run


def test_the_default_game_is_holdem_and_the_table_says_that_it_is_exact(run: Run) -> None:
    done = run("equity", "AdAc", "KhKs")
    assert done.status == 0
    assert done.out.splitlines()[0] == "crown-holdem: exact, 1,712,304 deals"
    assert done.out.splitlines()[2].split() == ["AdAc", "81.0646%", "0.3818%", "81.2555%"]
    assert done.err == ""


def test_exact_integers_are_strings_in_the_document(run: Run) -> None:
    found = run("equity", "crown-holdem", "AA", "KK", "--json").json
    assert (found["exact"], found["deals"]) == (True, "61642944")
    aces, kings = found["players"]
    assert (aces["win"], aces["tie"], aces["lose"]) == ("50371344", "285228", "10986372")
    assert kings["win"] == "10986372"
    share = aces["share"]
    assert int(share["numerator"]) / int(share["denominator"]) == share["of_pot"]
    assert "standard_error" not in aces


def test_hi_lo_shows_both_halves(run: Run) -> None:
    words = ("equity", "crown-omaha-hi-lo", "As2s3hKh", "KdKcQdJd")
    found = run(*words, "--json").json
    first, second = found["players"]
    assert first["low"]["share"]["of_pot"] > 0.25
    assert second["low"]["win"] == "0"
    halves = first["high"]["share"]["of_pot"] + first["low"]["share"]["of_pot"]
    assert halves == pytest.approx(first["share"]["of_pot"])
    out = run(*words).out
    assert "high half  low half" in out
    assert "no low in 41.9282% of deals" in out


def test_a_sample_says_so_and_can_be_repeated(run: Run) -> None:
    words = ("equity", "crown-holdem", "AKs, 77+", "random", "--samples", "2000", "--seed", "4")
    out = run(*words).out
    assert "sampled, 2,000 deals, seed 4" in out
    assert "± std error" in out
    assert run(*words).out == out
    found = run(*words, "--json").json
    assert (found["exact"], found["samples"], found["seed"]) == (False, 2000, 4)
    assert 0 < found["players"][0]["standard_error"] < 0.02


def test_board_dead_cards_and_discards_are_told(run: Run) -> None:
    out = run("equity", "crown-crazy-pineapple", "AhKhQd", "9s8s8d", "--board", "8h 7s 2s", "--dead", "2c").out
    assert "board 8♥ 7♠ 2♠, without 2♣: exact" in out
    assert "Discards: hands are face up" in out
    assert "Discards" not in run("equity", "crown-pineapple", "AhKh", "9s8s", "--board", "8h 7s 2s").out


def test_frequencies_of_a_game(run: Run) -> None:
    found = run("equity", "crown-holdem-hi-lo", "--frequencies", "--json").json
    assert (found["deals"], found["high"]["royal flush"]) == ("133784560", "4324")
    assert sum(map(int, found["low"].values())) == 133_784_560
    out = run("equity", "crown-holdem", "--frequencies").out
    assert "23,294,460" in out
    assert "best low" not in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("AKs, AZs", "KK"), "'Z' in 'AZs'"),
        (("AA",), "name as many hands"),
        (("AA", "KK", "--board", "2c 2x 3c"), "is not a card"),
        (("AA", "KK", "--samples", "-3"), "samples are from 2"),
        (("AA", "KK", "--samples", "9", "--seed", "-3"), "the seed is a whole number"),
        (("AA", "KK", "--samples", "many"), "should be a valid integer"),
        (("crown-nothing", "AA", "KK"), "no game 'crown-nothing'"),
        (("crown-poker", "AA", "KK"), "'crown-poker' is a book"),
        (("nz-caribbean-stud", "AA", "KK"), "is played against the house, not in the poker room"),
        (("crown-pineapple", "--frequencies"), "discards decide"),
        (("crown-holdem", "AA", "KK", "--frequencies"), "name the game and nothing else"),
        ((), "missing argument"),
    ],
)
def test_what_cannot_be_answered_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    assert run("equity", *arguments).complains(says), run("equity", *arguments)


def test_win_tie_and_equity_are_always_shown_and_counts_on_demand(run: Run) -> None:
    board = ["--board", "2h", "7h", "Qc"]
    short, counted = run("equity", "AhKh", "QsQd", *board).out, run("equity", "AhKh", "QsQd", *board, "--exact").out
    assert short.splitlines()[1].split() == ["hand", "win", "tie", "equity"]
    assert short.splitlines()[2].split() == ["AhKh", "25.5556%", "0.0000%", "25.5556%"]
    assert counted.splitlines()[2].split()[-2:] == ["253", "0"]
    sampled = run("equity", "AhKh", "QsQd", "--samples", "500", "--seed", "1").out
    assert sampled.splitlines()[1].split()[:4] == ["hand", "win", "tie", "equity"]

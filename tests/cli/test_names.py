"""Names nearly right, options that have no place, and values out of range: one line that says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run
from croupier.books import rules_of
from croupier.cli.terminal.output import Complaint
from croupier.cli.terminal.typed import _cards_together, chosen


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["pley"], ["no command 'pley'", "did you mean play"]),
        (["cl"], ["'cl' could be clause or clauses"]),
        (["jackpot", "qoute"], ["did you mean quote?"]),
        (["play", "crown-holdm"], ["did you mean crown-holdem"]),
        (["play", "crown-poker"], ["'crown-poker' is a book", "crown-omaha"]),
        (["drill", "poker"], ["no game 'poker'", "did you mean venezia-caribbean-poker?"]),
        (["clause", "crown-c", "1.1"], ["'crown-c' could be", "crown-crazy-pineapple"]),
        (["rule", "crown-caribbean-stud", "--what", "miscuont"], ["did you mean miscount?"]),
    ],
)
def test_a_name_that_is_nearly_right_is_guessed(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run(*arguments).complains(*words)


def test_a_beginning_that_only_one_has_is_enough(run: Run) -> None:
    assert run("ha", "As Ad 9c 7h 2s", "--book", "star").out == run("hand", "As Ad 9c 7h 2s", "--book", "star-caribbean-stud").out
    assert run("clauses", "nz", "--json").json["books"].keys() == {"nz-caribbean-stud"}
    assert chosen("clause", ["clauses", "clause"], "command") == "clause"  # a whole name is never taken for a beginning
    with pytest.raises(Complaint, match="there are b, c"):
        chosen("xyz", ["b", "c"], "thing")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "--blinds", "1,2"], ["--blinds", "only in the poker room"]),
        (["play", "crown-holdem", "--ante", "10", "--device", "shoe"], ["--ante", "--device", "only against the house"]),
        (["play", "crown-holdem", "--rake", "500"], ["0 to 100 percent"]),
        (["play", "crown-holdem", "--seats", "30"], ["11"]),
        (["play", "--seats", "99"], ["1 to 9"]),
        (["rule", "crown-holdem", "--what", "exposed-card", "--box", "2"], ["--box", "only against the house"]),
        (["rule", "nz", "--what", "miscount", "--box", "2", "--count", "6", "--live"], ["--live", "only in the poker room"]),
        (["rule", "nz", "--what", "miscount", "--box", "2", "--count", "53"], ["0 to 52 cards"]),
        (["rule", "nz", "--what", "deck-count", "--count", "105"], ["0 to 104 cards"]),
        (["rule", "nz", "--what", "communication", "--player", "4"], ["seats 1 to 3"]),
        (["rule", "crown-holdem", "--what", "advice-asked", "--player", "7"], ["seats 1 to 6"]),
        (["rule", "nz", "--what", "miscount", "--box", "9", "--count", "6"], ["1 to 7"]),
        (["drill", "--rounds", "0"], ["1 to 1,000"]),
        (["odds", "--seed", "3"], ["--seed", "--others"]),
        (["simulate", "--jackpot-cost", "2"], ["--jackpot-cost", "--jackpot METER"]),
        (["strategy", "nz", "As", "Kd", "Jh", "8c", "3s", "9h", "--rules"], ["--rules", "name no hand"]),
        (["strategy", "nz", "As", "Kd", "Jh", "8c", "3s"], ["the dealer's card"]),
        (["settle", "nz", "--ante", "10", "--bet", "20", "--action", "fold", "--player", "As Ad 9c 7h 2s", "--dealer",
          "Ks Kd 9h 7c 3d"], ["no bet with --action fold"]),
        (["strategy", "nz", "As", "Kd"], ["five cards", "not 2 in all"]),
        (["jackpot", "break-even", "star", "--option", "2"], ["--option", "only crown-caribbean-stud"]),
        (["jackpot", "quote", "--meter", "9", "--hands", "flush", "--minor-meter", "3"], ["--minor-meter", "nz-"]),
        (["jackpot", "round", "--notice", "flush=50"], ["--notice", "only venezia"]),
        (["odds", "--report", "x.pdf"], ["x.pdf", ".html"]),
    ],
)  # fmt: skip
def test_what_has_no_place_is_refused_and_not_swallowed(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run(*arguments).complains(*words)


def test_cards_need_no_quotes(run: Run) -> None:
    quoted = run("settle", "star", "--ante", "10", "--player", "As Ad 9c 7h 2s", "--dealer", "Ks Kd 9h 7c 3d")
    cards = ["--player", "As", "Ad", "9c", "7h", "2s", "--dealer", "Ks", "Kd", "9h", "7c", "3d"]
    loose = run("settle", "star", "--ante", "10", *cards)
    assert (quoted.status, quoted.out) == (0, loose.out)
    assert "ace high" in run("hand", "As", "Kd", "--board", "2c", "3c", "4c", "--book", "crown-holdem").out
    assert "three of a kind" in run("hand", *["As", "Ad", "Ac", "9h", "2s"]).out


@pytest.mark.parametrize(
    ("words", "together"),
    [
        ("--board 2h 7h Qc QsQd AhKh", ["--board", "2h 7h Qc", "QsQd", "AhKh"]),
        ("--board 2h7hQc QsQd", ["--board", "2h7hQc", "QsQd"]),
        ("--player As Kd --json", ["--player", "As Kd", "--json"]),
        ("As Kd --ante 10", ["As", "Kd", "--ante", "10"]),
        ("--player", ["--player"]),
    ],
)
def test_only_single_cards_behind_a_flag_are_taken_together(words: str, together: list[str]) -> None:
    assert _cards_together(words.split(), {"--board", "--player"}) == together
    assert _cards_together(["--board", "2h 7h Qc", "Qs"], {"--board"}) == ["--board", "2h 7h Qc", "Qs"]


def test_a_group_without_a_command_shows_its_help(run: Run) -> None:
    for group in ("jackpot", "phh", "room"):
        done = run(group)
        assert done.status == 0
        assert f"Usage: croupier {group}" in done.out


def test_the_number_of_a_section_shows_the_section(run: Run) -> None:
    shown = run("clause", "crown-caribbean-stud", "11")
    assert shown.status == 0
    assert "11 Irregularities" in shown.out
    assert "11.5.2" in shown.out
    assert "12.1 " not in shown.out
    assert "11.5.2" in run("clause", "crown-caribbean-stud", "11", "--json").json["clauses"]
    assert run("clause", "crown-caribbean-stud", "99").complains("no clause '99'")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def bets(hand, up):\n    return hand[7]\n", ["bets(", "IndexError"]),
        ("def bets(hand, up):\n    return 'yes'\n", ["answers 'yes'", "True or False"]),
        ("import sys\nsys.exit(3)\n", ["SystemExit: 3"]),
        ("raise RuntimeError\n", ["RuntimeError"]),
        ("bets = 3\n", ["must define bets(hand, up)"]),
    ],
)
def test_a_strategy_that_fails_is_one_line(tmp_path: Path, text: str, words: list[str]) -> None:
    from croupier.cli.odds import _strategy
    from croupier.kernel.cards import parse_cards

    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(Complaint) as complaint:
        _strategy(str(file))[0](parse_cards("As Ad 9c 7h 2s"), parse_cards("Ks")[0])
    assert all(word in str(complaint.value) for word in words)


def test_the_help_says_what_a_strategy_is_given(run: Run) -> None:
    said = " ".join(run("odds", "--help").out.split())
    assert "tuple of five cards" in said
    assert "def bets(hand, up): return" in said


def test_a_second_box_can_be_set_up(run: Run) -> None:
    asked = ["rule", "nz", "--what", "miscount", "--box", "5", "--count", "6"]
    assert "Seat 1 has further antes on box 5" in run(*asked, "--second-box", "5").out
    assert "Seat 2 has further antes on box 5" in run(*asked, "--second-box", "5", "--player", "2").out
    assert run(*asked, "--second-box", "2").complains("free is 4 to 7")
    assert run("rule", "star", "--what", "miscount", "--box", "2", "--count", "6", "--second-box", "5").complains("nobody")


@pytest.mark.parametrize(
    ("game", "bet", "clause", "net"),
    [
        ("star-caribbean-stud", "30", "14.12.2", "30.00"),
        ("star-caribbean-stud", "15", "14.12.1", "25.00"),
        ("crown-caribbean-stud", "30", "11.13.1", "30.00"),
        ("crown-caribbean-stud", "15", "11.13.2", "25.00"),
        ("venezia-caribbean-poker", "30", "9.6.1", "30.00"),
        ("venezia-caribbean-poker", "15", "9.5", "25.00"),
    ],
)
def test_a_bet_found_wrong_is_settled_as_the_book_rules(run: Run, game: str, bet: str, clause: str, net: str) -> None:
    hands = ["--player", "As Ad 9c 7h 2s", "--dealer", "Ks Kd 9h 7c 3d"]
    settled = run("settle", game, "--ante", "10", "--bet", bet, *hands, "--json").json
    assert settled["net"] == net
    assert clause in settled["clauses"]
    assert settled["found"][0]["sentence"] == f"The bet of box 1 is found to be {rules_of(game).currency.of(int(bet) * 100)}."

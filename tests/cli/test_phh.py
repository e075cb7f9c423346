"""`croupier phh`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run
from croupier.poker.commands import Fold
from croupier.tables.poker_table import poker_table

HANDS = Path(__file__).parents[1] / "fixtures" / "hands"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    text = (HANDS / "pluribus-33-63.phh").read_text(encoding="utf-8")
    (tmp_path / "amount.phh").write_text(text.replace("p2 cbr 475", "p2 cbr 200"), encoding="utf-8")
    (tmp_path / "torn.phh").write_text("variant = 'NT", encoding="utf-8")
    (tmp_path / "bytes.phh").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "good.phh").write_text(text, encoding="utf-8")
    return tmp_path


def test_real_hands_are_equal(run: Run) -> None:
    done = run("phh", "check", str(HANDS), "--json")
    assert (done.status, done.err) == (0, "")
    assert done.json == {"hands": 6, "equal": 5, "odd_chip": 1, "different": []}


def test_patterns_and_single_files(run: Run) -> None:
    assert run("phh", "check", str(HANDS / "wsop-*.phh"), "--json").json["hands"] == 4
    two = [str(HANDS / "pluribus-33-63.phh")] * 2
    assert run("phh", "check", *two, "--json").json["hands"] == 1
    assert "6 hands: 5 equal, 1 equal but for an odd chip" in run("phh", "check", str(HANDS)).out


def test_differences_are_found_and_nothing_is_a_traceback(run: Run, broken: Path) -> None:
    done = run("phh", "check", str(broken), str(broken / "missing.phh"), "--json")
    assert done.status == 1
    assert (done.json["hands"], done.json["equal"], done.json["odd_chip"]) == (5, 1, 0)
    found = {Path(row["file"]).name: (row["at"], row["why"]) for row in done.json["different"]}
    assert found["amount.phh"][0] == "flop, action 16: p2 cbr 200"
    assert "least is $300.00" in found["amount.phh"][1]
    assert {name: at for name, (at, _) in found.items() if name != "amount.phh"} == {
        "torn.phh": "the file",
        "bytes.phh": "the file",
        "missing.phh": "the file",
    }
    assert "amount.phh: flop, action 16" in run("phh", "check", str(broken)).out


def test_nothing_to_check_is_a_complaint(run: Run, tmp_path: Path) -> None:
    assert run("phh", "check", str(tmp_path)).complains("no .phh files")
    assert run("phh", "check", str(tmp_path / "*.phh")).complains("no file is like")


def test_a_hand_is_told_step_by_step(run: Run) -> None:
    done = run("phh", "show", str(HANDS / "wsop-NT-00-02-07.phh"))
    assert done.status == 0
    assert "p4 cbr 170000\n  Seat 4 raises to $170,000.00.  (" in done.out
    assert done.out.endswith("p5 (Brian Rast) has 4545000\n")
    told = run("phh", "show", str(HANDS / "wsop-NT-00-02-07.phh"), "--json").json
    assert told["stacks"]["p5 (Brian Rast)"] == "4545000"
    assert told["steps"][2]["action"] == "p4 cbr 170000"
    assert told["steps"][2]["events"][0]["clauses"]
    assert told["different"] is None


def test_telling_stops_where_the_book_differs(run: Run, broken: Path) -> None:
    done = run("phh", "show", str(broken / "amount.phh"))
    assert (done.status, done.err) == (1, "")
    assert "Here the file and the book differ, flop, action 16" in done.out
    assert run("phh", "show", str(broken / "torn.phh")).complains("no hand history")
    assert run("phh", "show", str(broken / "good.phh"), "--hand", "2").complains("no hand 2")


@pytest.fixture
def dump(tmp_path: Path) -> str:
    table = poker_table("crown-holdem", seats=3, seed=4)
    for _ in range(2):
        table.run()
        for _ in range(2):
            table.do(Fold(seat=table.state.hand.turn))
        table.run()
    file = tmp_path / "table.jsonl"
    file.write_text(table.dump(), encoding="utf-8")
    return str(file)


def test_hands_of_a_table_are_written_and_check(run: Run, dump: str, tmp_path: Path) -> None:
    file = tmp_path / "hands.phhs"
    file.write_text(run("phh", "export", dump).out, encoding="utf-8")
    assert run("phh", "check", str(file), "--json").json == {"hands": 2, "equal": 2, "odd_chip": 0, "different": []}
    one = run("phh", "export", dump, "--hand", "2", "--as", "seat 1").out
    assert one.startswith("variant = 'NT'")
    assert one.count("d dh") == 3
    assert one.count("????") == 2


def test_text_for_trackers(run: Run, dump: str) -> None:
    done = run("phh", "export", dump, "--text", "--as", "seat 2")
    assert done.out.count("PokerStars Hand #") == 2
    assert done.out.count("Dealt to Player2 [") == 2
    assert run("phh", "export", dump, "--text", "--hand", "1").out.count("Dealt to") == 0


def test_bad_dumps_are_complaints(run: Run, dump: str, tmp_path: Path) -> None:
    assert run("phh", "export", str(tmp_path / "missing")).complains("cannot be read")
    assert run("phh", "export", "-", said="no events").complains("standard input cannot be replayed")
    assert run("phh", "export", dump, "--hand", "9").complains("has no hand 9")
    assert run("phh", "export", dump, "--as", "the cat").complains("nobody at the table")

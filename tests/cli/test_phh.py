"""`croupier phh`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Done, Run
from croupier.cli import phh as command
from croupier.poker.commands import Fold, Report
from croupier.tables.house_table import house_table
from croupier.tables.poker_table import poker_table

HANDS = Path(__file__).parents[1] / "fixtures" / "hands"
ROOMS = Path(__file__).parents[1] / "fixtures" / "rooms" / "rooms.phhs"


def outcomes(done: Done) -> dict[str, int]:
    """How many hands came out how, without those that are none."""
    counts = {name: value for name, value in done.json.items() if isinstance(value, int)}
    listed = {name: len(done.json[name]) for name in ("different", "unread", "not_played")}
    return {name: n for name, n in (counts | listed | {"raked": done.json["raked"]["hands"]}).items() if n}


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
    assert outcomes(done) == {"hands": 6, "equal": 5, "odd_chip": 1}
    (odd,) = done.json["odd_chip_hands"]
    assert (Path(odd["file"]).name, odd["hand"], odd["clauses"]) == ("pluribus-32-23.phh", 1, ["8.5.1"])


def test_patterns_and_single_files(run: Run) -> None:
    assert run("phh", "check", str(HANDS / "wsop-*.phh"), "--json").json["hands"] == 4
    two = [str(HANDS / "pluribus-33-63.phh")] * 2
    assert run("phh", "check", *two, "--json").json["hands"] == 1
    told = run("phh", "check", str(HANDS)).out
    assert "pluribus-32-23.phh: equal but for an odd chip (8.5.1)\n" in told
    assert "6 hands: 5 equal, 1 equal but for an odd chip" in told


def test_differences_are_found(run: Run, broken: Path) -> None:
    done = run("phh", "check", str(broken / "amount.phh"), str(broken / "good.phh"), "--json")
    assert done.status == 1
    assert outcomes(done) == {"hands": 2, "equal": 1, "different": 1}
    (row,) = done.json["different"]
    assert (Path(row["file"]).name, row["at"]) == ("amount.phh", "flop, action 16: p2 cbr 200")
    assert "minimum is $300.00" in row["why"]
    assert row["clauses"]
    assert "amount.phh: flop, action 16" in run("phh", "check", str(broken)).out


@pytest.mark.parametrize(
    ("name", "why"), [("torn.phh", "not a hand history"), ("bytes.phh", "it is not text"), ("missing.phh", "cannot be read")]
)
def test_what_is_no_hand_history_is_a_complaint(run: Run, broken: Path, name: str, why: str) -> None:
    assert run("phh", "check", str(broken / name)).complains(name, why)
    assert run("phh", "check", str(broken / name), "--json").complains(name, why)


def test_hands_beside_what_is_no_hand_history_are_checked(run: Run, broken: Path) -> None:
    done = run("phh", "check", str(broken), "--json")
    assert done.status == 2
    assert outcomes(done) == {"hands": 2, "equal": 1, "different": 1, "unread": 2}
    assert [Path(row["file"]).name for row in done.json["unread"]] == ["bytes.phh", "torn.phh"]
    assert done.err.count("\n") == 1
    assert "bytes.phh" in done.err
    assert "(and 1 more)" in done.err


def test_hands_of_online_rooms(run: Run) -> None:
    done = run("phh", "check", str(ROOMS), "--json")
    assert (done.status, done.err) == (0, "")
    assert outcomes(done) == {"hands": 6, "equal": 2, "raked": 2, "unknown": 1, "not_played": 1}
    assert done.json["raked"] == {"hands": 2, "sum": 1.65}
    assert done.json["not_played"] == {"F7S": 1}
    assert done.json["readings"] == {"post_anywhere": 2}
    assert "each" not in done.json
    each = run("phh", "check", str(ROOMS), "--each", "--json").json["each"]
    assert [(row["outcome"], row["at"]) for row in each] == [
        ("raked", "hand 2"),
        ("raked", "hand 4"),
        ("unknown", "hand 5"),
        ("not played", "hand 6, the file"),
    ]
    told = run("phh", "check", str(ROOMS), "--each").out
    assert "rooms.phhs: hand 2: the room took 0.55 of the pots of 11\n" in told
    assert "2 equal but for the room's rake (1.65 in all), 1 whose payment the known cards do not decide" in told


def test_a_hand_of_a_room_is_told_with_its_end(run: Run) -> None:
    assert "The hand is raked: the room took 0.55 of the pots of 11." in run("phh", "show", str(ROOMS), "--hand", "2").out
    done = run("phh", "show", str(ROOMS), "--hand", "5", "--json")
    assert (done.status, done.json["outcome"], done.json["readings"]) == (0, "unknown", [])
    assert done.json["stacks"]["p2 (second)"] == "208.90"
    assert run("phh", "show", str(ROOMS), "--hand", "6").complains("F7S")
    assert run("phh", "show", str(ROOMS), "--hand", "7").complains("has 6 hands; there is no hand 7")


def test_a_terminal_is_told_how_far_it_has_come(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[tuple[int, int]] = []
    monkeypatch.setattr(command, "progress", lambda label: lambda done, whole: looks.append((done, whole)))
    assert run("phh", "check", str(ROOMS), str(HANDS)).status == 0
    assert looks.count((1, 1)) == 2  # for the odd chip, and at the end
    looks = [look for look in looks if look != (1, 1)] + looks[-1:]
    *during, last = looks
    assert len(during) == 12
    assert during == sorted(during)
    assert all(done < whole for done, whole in during)
    assert last == (1, 1)


def test_nothing_to_check_is_a_complaint(run: Run, tmp_path: Path) -> None:
    assert run("phh", "check", str(tmp_path)).complains("no .phh files")
    assert run("phh", "check", str(tmp_path / "*.phh")).complains("no file matches")


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
    assert run("phh", "show", str(broken / "torn.phh")).complains("not a hand history")
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
    assert outcomes(run("phh", "check", str(file), "--json")) == {"hands": 2, "equal": 2}
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
    assert run("phh", "export", dump, "--as", "the cat").complains("not at the table")


def test_a_record_of_another_kind_is_called_so(run: Run, dump: str) -> None:
    house = house_table("star-caribbean-stud", seats=1).dump()
    assert run("phh", "export", "-", said=house).complains("another kind", "house table, not poker table")
    assert run("jackpot", "report", dump).complains("another kind", "poker table, not meters")


def test_only_a_line_feed_ends_an_entry(run: Run, tmp_path: Path) -> None:
    table = poker_table("crown-holdem", seats=2, seed=4)
    table.run()
    table.do(Report(what="dispute", player=1, note="one line\u2028and\u0085another"))
    file = tmp_path / "noted.jsonl"
    file.write_text(table.dump(), encoding="utf-8")
    assert "one line" in table.dump()
    assert run("phh", "export", str(file)).out.startswith("variant")

"""`croupier room`: a script played, the example, and one line for what is no script."""

from __future__ import annotations

from pathlib import Path

from cli.program import Run


def test_the_example_plays_without_a_refusal(run: Run, tmp_path: Path) -> None:
    script = run("room", "example", "--script")
    file = tmp_path / "evening.txt"
    file.write_text(script.out, encoding="utf-8")
    played = run("room", "play", str(file))
    assert (script.status, played.status) == (0, 0)
    assert played.out == run("room", "example").out
    assert "Refused" not in played.out
    assert "P3 is number 1 on the list for 5-10, back in time after being picked up.  (8.12)" in played.out
    assert "A: 5-10, 4 of 4\n  [1] p1        [2] p2\n      $490.00" in played.out


def test_json_has_the_play_and_the_room(run: Run) -> None:
    data = run("room", "example", "--json").json
    assert data["audited"] is True
    assert data["room"]["tables"]["A"]["seats"] == {"1": "p1", "2": "p2", "3": "p3", "4": "p5"}
    assert data["room"]["tables"]["A"]["stacks"]["4"] == "190.00"
    assert data["play"][1]["outcome"][0]["clauses"] == ["8.1.2"]


def test_a_refusal_is_told_with_its_clause_and_is_a_finding(run: Run) -> None:
    done = run("room", "play", "-", said="offer 5-10: crown-holdem\nopen table A for 5-10  # too soon\n")
    assert done.status == 1
    assert "Refused: a table opens once 2 people are ready to play; 0 are.  (8.3)" in done.out


def test_what_is_no_script_is_one_line(run: Run, tmp_path: Path) -> None:
    assert run("room", "play", str(tmp_path / "none")).complains("cannot be read")
    bad = run("room", "play", "-", said="offer 5-10: crown-holdem\n\nsing\n")
    assert bad.status == 2
    assert "line 3: 'sing' is not understood" in bad.err


def test_a_record_of_a_room_is_replayed(run: Run, tmp_path: Path) -> None:
    from croupier.tables.poker_room import PokerRoom

    room = PokerRoom()
    room.say("offer 5-10: crown-holdem for 1")
    room.say("list p1 for 5-10")
    file = tmp_path / "room.jsonl"
    file.write_text(room.stream.dump(), encoding="utf-8")
    assert "P1 is number 1 on the list for 5-10." in run("replay", str(file)).out
    assert run("replay", str(file), "--audit").status == 0
    assert run("replay", str(file), "--step", said="\n\n\n").status == 0


def test_a_room_that_is_kept_goes_on_another_day(run: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "room")
    lines = run("room", "example", "--script").out.splitlines(keepends=True)
    first = run("room", "play", "-", "--keep", folder, said="".join(lines[:12]))
    assert first.status == 0
    record = tmp_path / "room" / "A.jsonl"
    record.write_bytes(record.read_bytes() + b'{"stream":"A","numb')  # the power went in the middle of a line
    second = run("room", "play", "-", "--keep", folder, "--json", said="".join(lines[12:]))
    assert second.status == 0
    assert second.json["room"] == run("room", "example", "--json").json["room"]
    assert second.json["audited"] is True
    assert run("replay", str(tmp_path / "room" / "crown-poker.jsonl"), "--audit").status == 0


def test_a_folder_that_keeps_no_room(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert run("room", "play", "-", "--keep", str(tmp_path / "file")).complains("cannot be used")
    (tmp_path / "A.jsonl").write_text("{}\n", encoding="utf-8")
    assert run("room", "play", "-", "--keep", str(tmp_path)).complains("none of a room")
    (tmp_path / "crown-poker.jsonl").write_text("{}\n", encoding="utf-8")
    assert run("room", "play", "-", "--keep", str(tmp_path)).complains("no room that can be continued")

"""A house from nothing: the commands of the how-to, run as they stand there, and what may go wrong with them."""

from __future__ import annotations

import os
import pty
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest

from added_books import books_forgotten
from cli.program import Done, Run
from server.running import PASSWORD, running

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "start-a-house.md"


def block(kind: str, number: int = 0) -> str:
    found: list[str] = re.findall(rf"```{kind}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return found[number]


def test_four_commands_make_a_house_with_a_player_who_has_chips(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("people.csv").write_text(block("csv"), "utf-8")
    commands = [shlex.split(line)[1:] for line in block("sh").splitlines()]
    assert len(commands) <= 4
    *before, serve = commands
    done: list[Done] = [run(*command, said=f"{PASSWORD}\n") for command in before]
    assert [one.status for one in done] == [0, 0, 0], done
    assert done[2].out.startswith("P1 buys chips for $500.00"), done[2]
    assert f"croupier {shlex.join(serve)}" in done[0].out
    made = tomllib.loads(Path(serve[-1]).read_text("utf-8"))
    assert made["house"]["name"] == "The Grand"
    link = next(line for line in done[0].out.splitlines() if line.strip().startswith("s1:")).partition("#")[2]
    with running(Path(made["database"])) as served:
        listed = served.client().ask("GET", "/api/house")
        assert [(one["game"], one["live"]) for one in listed["tables"]] == [("crown-caribbean-stud", True)]
        body = {"invitation": link.partition(".")[0], "person": "s1", "password": PASSWORD}
        assert served.client().ask("POST", "/api/invitations/use", body)["person"] == "s1"
        assert served.client("p1").ask("GET", "/api/me")["in_hand"] == {"chips": 500_00}


def test_it_asks_at_a_terminal_and_enter_takes_what_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "grand"
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier", "init", str(folder)]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as started:
        os.close(theirs)
        os.write(ours, b"The Grand\nEUR\n\ncrown-holdem\n5000\n\nboss\n\n")
        shown = b""
        with suppress(OSError):  # the other side has gone
            while part := os.read(ours, 4096):
                shown += part
                if part.endswith(b"Password of boss: "):  # what is typed ahead of it is thrown away
                    os.write(ours, f"{PASSWORD}\n".encode())
    os.close(ours)
    assert started.returncode == 0, shown
    assert b"House name [Croupier]:" in shown
    assert b"accounts boss." in b" ".join(shown.split())
    assert PASSWORD.encode() not in shown
    assert tomllib.loads((folder / "house.toml").read_text("utf-8"))["house"]["currency"] == "EUR"
    assert tomllib.loads((folder / "house.toml").read_text("utf-8"))["house"]["name"] == "The Grand"


@pytest.mark.parametrize(
    ("options", "said", "words"),
    [
        (("--live", "no-such-game"), PASSWORD, ("no-such-game",)),
        (("--chips", "many"), PASSWORD, ("many", "amount")),
        (("--name", " "), PASSWORD, ("house.name",)),
        (("--currency", "EURO"), PASSWORD, ("house.currency", "EUR")),
        (("--administrator", "A B"), PASSWORD, ("account name",)),
        ((), "short", ("password",)),
        ((), "", ("standard input",)),
        (("--people", "nowhere.csv"), PASSWORD, ("nowhere.csv",)),
        (("--people", "bad.csv"), PASSWORD, ("line 2",)),
    ],
)
def test_a_house_is_made_whole_or_not_at_all(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], said: str, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.csv").write_text("account,name,roles\np1,Ana,*:emperor\n", "utf-8")
    assert run("init", "grand", "--yes", *options, said=said).complains(*words)
    assert not Path("grand").exists() or not any(Path("grand").iterdir())
    assert run("init", "grand", "--yes", said=PASSWORD).status == 0
    assert run("init", "grand", "--yes", said=PASSWORD).complains("not empty")


def test_a_house_by_a_book_of_its_own(run: Run, tmp_path: Path) -> None:
    book = Path(__file__).parents[2] / "examples" / "three_card_poker"
    folder = tmp_path / "grand"
    game = "three-card-poker"
    with books_forgotten():
        made = run("init", str(folder), "--yes", "--book", str(book), "--table", game, said=PASSWORD)
    assert made.status == 0, made
    assert f"{game}-1" in made.out
    assert tomllib.loads((folder / "house.toml").read_text("utf-8"))["books"] == [str(book)]


def test_a_house_names_the_books_that_were_added_for_the_command(run: Run, tmp_path: Path) -> None:
    book, folder = Path(__file__).parents[2] / "examples" / "three_card_poker", tmp_path / "grand"
    with books_forgotten():
        assert (
            run("--add-book", str(book), "init", str(folder), "--yes", "--table", "three-card-poker", said=PASSWORD).status == 0
        )
    assert tomllib.loads((folder / "house.toml").read_text("utf-8"))["books"] == [str(book)]


@pytest.mark.parametrize(
    ("stream", "line", "words"),
    [("cage", "give p1 the moon", ("not understood",)), ("nowhere", "x", ("nowhere",)), ("cage", "issue nobody 5", ("nobody",))],
)
def test_a_line_that_cannot_be_is_refused(run: Run, tmp_path: Path, stream: str, line: str, words: tuple[str, ...]) -> None:
    assert run("init", str(tmp_path / "grand"), "--yes", said=PASSWORD).status == 0
    where = ("--database", str(tmp_path / "grand" / "house.db"))
    assert run("do", stream, line, *where).complains(*words)

"""What holds for every command: help, versions, usage errors, streams, colour."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from cli.program import Run, Shell
from croupier.cli.main import COMMANDS

HEAVY = ("msgspec", "pydantic", "rich", "croupier.books", "croupier.tables", "croupier.kernel", "croupier.stud")


def test_help_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.status == 0
    assert all(f"  {command} " in done.out for command in COMMANDS)
    assert max(map(len, done.out.splitlines())) <= 80


def test_without_arguments_comes_help(run: Run) -> None:
    assert run().out == run("--help").out
    assert run().status == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_within_80_columns(run: Run, command: str) -> None:
    done = run(command, "--help")
    assert done.status == 0
    assert max(map(len, done.out.splitlines())) <= 80


GROUPS = ("audit", "book", "cage", "jackpot", "key", "phh", "room", "table", "tournament", "user")
DOING = ("backup", "do", "init", "restore", "serve", "upgrade")
"""What does something, and has no answer but that it is done."""


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in (*GROUPS, *DOING)])
def test_each_command_can_answer_in_json(run: Run, command: str) -> None:
    assert "--json" in run(command, "--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_list_of_commands_says_what_their_own_help_says(run: Run, command: str) -> None:
    own = " ".join(run(command, "--help").out.split())
    assert COMMANDS[command].rstrip(".") in own


def test_version(run: Run) -> None:
    assert run("--version").out == f"croupier {croupier.__version__}\n"


def test_help_imports_nothing_heavy() -> None:
    code = f"""
import sys
from croupier.cli.main import main
assert main(["--help"]) == 0
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["spin"], ["no command 'spin'", "there are play"]),
        (["hand"], ["missing argument 'CARDS'", "croupier hand --help"]),
        (["clause", "crown-caribbean-stud"], ["missing argument 'NUMBER'"]),
        (["--colour"], ["--colour"]),
        (["play", "--seats", "some"], ["--seats"]),
        (["hand", "As Kd", "Qx"], ["Qx"]),
    ],
)
def test_bad_usage_is_one_line(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run(*arguments).complains(*words)


def test_a_fault_of_ours_is_not_taken_for_bad_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("croupier.books.game_of", broken)
    with pytest.raises(ValueError, match="a bug"):
        run("hand", "As Kd Qh Jc Td")


def test_interrupted_elsewhere_than_at_the_table(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("croupier.books.game_of", interrupted)
    done = run("hand", "As Kd Qh Jc Td")
    assert (done.status, done.err) == (130, "")


def test_a_reader_that_has_seen_enough_ends_it_quietly() -> None:
    script = f"{sys.executable} -m croupier clauses crown-poker | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)  # noqa: S607
    assert done.stdout.splitlines() == ["crown-poker: 331 clauses", "0"]
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_output_that_cannot_be_written_is_one_line() -> None:
    script = f"{sys.executable} -m croupier compare > /dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 2
    assert done.stderr.startswith("croupier: the output cannot be written")
    assert done.stderr.count("\n") == 1


def test_closed_streams_do_no_harm() -> None:
    script = f"{sys.executable} -m croupier play --seed 1 <&- >&- 2>&-"
    done = subprocess.run(["bash", "-c", script], check=False)  # noqa: S607
    assert done.returncode == 0


def test_an_output_without_suits_gets_letters(shell: Shell) -> None:
    done = shell("hand", "As Kd Qh Jc Td", PYTHONIOENCODING="ascii")
    assert done.status == 0
    assert "As Kd Qh Jc Td" in done.out


def on_terminal(*arguments: str, **environment: str) -> str:
    """What the program writes to a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "24", **environment}
    surroundings = {name: value for name, value in surroundings.items() if value}
    command = [sys.executable, "-m", "croupier", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=theirs, env=surroundings)
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 4096):
            written += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    return written.decode().replace("\r\n", "\n")


RED_KING = "\033[31m K♦\033[0m"


def test_a_terminal_gets_cards_in_boxes_and_red_suits() -> None:
    written = on_terminal("hand", "As Kd Qh Jc Td", NO_COLOR="")
    assert "┌───┐" in written
    assert f"│{RED_KING}│" in written


def test_no_colour_where_it_is_not_wanted() -> None:
    for unwanted in ({"NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
        written = on_terminal("hand", "As Kd Qh Jc Td", **unwanted)
        assert "│ K♦│" in written
        assert "\033" not in written


def test_a_pipe_gets_no_decoration(shell: Shell) -> None:
    done = shell("hand", "As Kd Qh Jc Td", NO_COLOR="")
    assert "\033" not in done.out
    assert "┌" not in done.out
    assert "A♠ K♦ Q♥ J♣ 10♦" in done.out


def test_lines_are_folded_on_a_terminal_and_not_in_a_pipe(run: Run) -> None:
    folded = on_terminal("clauses", "nz-caribbean-stud", "--section", "12", NO_COLOR="1")
    assert max(map(len, folded.splitlines())) <= 80
    whole = run("clauses", "nz-caribbean-stud", "--section", "12").out
    assert max(map(len, whole.splitlines())) > 80
    assert folded.split() == whole.split()


def test_json_is_never_folded_or_coloured() -> None:
    import json

    written = on_terminal("clause", "crown-caribbean-stud", "3.6.1(b)", "--json", NO_COLOR="")
    assert json.loads(written)["number"] == "3.6.1(b)"

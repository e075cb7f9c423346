"""Text on record that would take over a terminal: no command prints it as it is, and no log."""

from __future__ import annotations

import json
import logging
import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from cli.program import Run
from croupier.floor.stores import Line, store_of
from croupier.kernel.streams import Stream
from croupier.people.commands import ExcludePerson, GrantRole, RegisterPerson
from croupier.server.logs import JsonLines
from croupier.stud.commands import PlaceAnte, TakeSeat
from croupier.stud.rules import Options
from croupier.tables.house_table import HouseTable
from croupier.tables.people_stream import PeopleStream
from proof.house import accepted, run as wait_for

TAKES_OVER = "x\x1b]0;owned\x07\x1b[2J\x1b[32m\x9b5m\x7f\x08\u202ey\u2066z"
CLI = Path(__file__).parents[2] / "src" / "croupier" / "cli"


def controls(text: str) -> set[str]:
    """What of a text is no plain character."""
    return {each for each in text if unicodedata.category(each) in ("Cc", "Cf", "Zl", "Zp") and each != "\n"}


@pytest.fixture
def register(tmp_path: Path) -> str:
    """A register in which the reason of an exclusion takes over the terminal, and begins a line of its own."""
    people = PeopleStream(name=TAKES_OVER)
    for name in ("guest", "guard", "chief"):
        accepted(people.do(RegisterPerson(person=name, name=name.title()), by="house"))
    accepted(people.do(GrantRole(person="chief", book="*", capacity="administrator"), by="house"))
    security = GrantRole(person="guard", book="*", capacity="security")
    accepted(people.do(security, by="administrator", person="chief"))
    exclusion = ExcludePerson(person="guest", reason=f"{TAKES_OVER}\nEntry 99: all is well")
    accepted(people.do(exclusion, by="security", person="guard"))
    file = tmp_path / "people.jsonl"
    file.write_text(people.dump(), "utf-8")
    return str(file)


@pytest.fixture
def house(tmp_path: Path) -> str:
    """A store with a table at which someone of such a name plays."""
    path = str(tmp_path / "house.db")
    lines = list[Line]()

    def keep(entry: object, line: bytes) -> None:
        told = json.loads(line)
        lines.append(Line(told["stream"], "house table", told["number"], told["at"], told["person"], "", told["hash"], line))

    table: Stream = HouseTable(  # type: ignore[type-arg]
        "crown-caribbean-stud", Options(places=3), seed=1, name="t1", follower=keep
    )
    accepted(table.do(TakeSeat(seat=1, chips=1000_00, person=TAKES_OVER), by=1, person=TAKES_OVER))
    accepted(table.do(PlaceAnte(seat=1, amount=10_00)))

    async def fill() -> None:
        store = store_of(path)
        await store.start()
        await store.append(lines)
        await store.append([lines[0]._replace(stream=TAKES_OVER)])  # an entry of another stream in its place
        await store.stop()

    wait_for(fill())
    return path


def test_no_command_prints_what_takes_over_a_terminal(run: Run, register: str, house: str, tmp_path: Path) -> None:
    forged = tmp_path / "forged.jsonl"
    forged.write_text(Path(register).read_text("utf-8").replace('"Guest"', '"Other"'), "utf-8")
    told = run("replay", register, "--as", "supervisor")
    assert "owned" in told.out
    assert "\nEntry 99" not in told.out
    for done in (
        told,
        run("replay", register, "--as", "supervisor", "--json"),
        run("replay", register, "--audit"),
        run("replay", str(forged), "--audit"),
        run("replay", str(forged)),
        run("replay", register, "--as", TAKES_OVER),
        run("audit", "round", "t1", "1", "--database", house),
        run("audit", "round", "t1", "1", "--database", house, "--json"),
        run("audit", "round", "t2", "1", "--database", house),
        run("audit", "verify", "--database", house),
        run("audit", "verify", "--database", house, "--json"),
        run("audit", "check", register),
        run("cage", "report", "--database", house),
        run("phh", "check", register),
        run("room", register),
    ):
        assert done.out or done.err
        assert not controls(done.out + done.err), done


def test_a_terminal_gets_our_colours_and_nobody_elses(register: str) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier", "replay", register, "--as", "supervisor"]
    environment = {**os.environ, "NO_COLOR": "", "TERM": "xterm"}
    started = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    started.wait()
    text = shown.decode().replace("\r\n", "\n")
    assert "\033[1m" in text
    assert not controls(re.sub(r"\033\[(?:0|1|2|31)m", "", text))


def test_commands_print_in_one_place() -> None:
    """What is written elsewhere is a line of our own words while something is being computed."""
    printing = re.compile(r"sys\.(?:stdout|stderr)\.write|\bprint\(|\becho\(")
    found = {str(file.relative_to(CLI)) for file in CLI.rglob("*.py") if printing.search(file.read_text("utf-8"))}
    assert found == {"terminal/progress_line.py"}


def test_a_log_holds_nothing_that_takes_over_a_terminal() -> None:
    record = logging.LogRecord("croupier", logging.INFO, "", 0, "%s is open", (f"{TAKES_OVER}\nforged",), None)
    assert not controls(JsonLines().format(record))
    assert "\n" not in JsonLines().format(record)

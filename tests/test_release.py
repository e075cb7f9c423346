"""One version in one place, complete metadata, and what a shell and the environment may say."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import croupier
from croupier.cli.main import main
from croupier.kernel import streams

HOME = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
PHH = HOME / "tests" / "fixtures" / "hands" / "pluribus-32-23.phh"


def test_the_version_is_said_once() -> None:
    assert croupier.__version__ == streams.CODE
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/croupier/version.py"
    assigned = [
        file
        for file in (HOME / "src").rglob("*.py")
        if re.search(rf'^\w+ = "{re.escape(croupier.__version__)}"$', file.read_text(encoding="utf-8"), re.M)
    ]
    assert [file.name for file in assigned] == ["version.py"]


def test_the_changelog_has_this_version() -> None:
    text = (HOME / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## \[?([^\]\s]+)\]?", text, re.M)
    assert headings[0] == "Unreleased" or headings[0] == croupier.__version__
    assert croupier.__version__ in headings
    kinds = set(re.findall(r"^### (.+)$", text, re.M))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_every_dependency_has_a_lower_bound_that_is_tested() -> None:
    pinned = dict(line.lower().split("==") for line in (HOME / "constraints.txt").read_text().splitlines() if "==" in line)
    project = PROJECT["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for requirement in wanted:
        if requirement.startswith("croupier["):
            continue
        found = re.fullmatch(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)(,<[\d.]+)?(?:; .*)?", requirement)
        assert found, requirement
        least, tested = (tuple(map(int, text.split("."))) for text in (found[2], pinned[found[1].lower()]))
        assert least <= tested, requirement


def test_the_metadata_is_complete() -> None:
    project = PROJECT["project"]
    assert {"description", "readme", "requires-python", "license", "keywords", "classifiers"} <= set(project)
    supported = {one.rsplit(" ", 1)[1] for one in project["classifiers"] if re.search(r"Python :: 3\.\d+$", one)}
    workflow = (HOME / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert supported == set(re.findall(r'"(3\.\d+)"', workflow))


@pytest.mark.parametrize(("typed", "offered"), [("croupier pl", "play"), ("croupier phh ch", "check")])
def test_a_shell_is_told_how_a_line_may_go_on(typed: str, offered: str) -> None:
    words = typed.split()
    asked = {
        "_CROUPIER_COMPLETE": "complete_bash",
        "COMP_WORDS": typed,
        "COMP_CWORD": str(len(words) - 1),
        "PYTHONPATH": str(HOME / "src"),
    }
    done = subprocess.run([sys.executable, "-m", "croupier"], env=asked, capture_output=True, text=True, check=False)
    assert offered in done.stdout.split()


def test_hand_histories_are_checked_from_standard_input() -> None:
    command = [sys.executable, "-m", "croupier", "phh", "check", "-"]
    with PHH.open("rb") as hand:
        done = subprocess.run(
            command, stdin=hand, env={"PYTHONPATH": str(HOME / "src")}, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    assert "1 hand" in done.stdout


def test_the_server_is_configured_by_the_environment(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("CROUPIER_PORT", "many")
    assert main(["serve"]) == 2
    assert "CROUPIER_PORT" in capsys.readouterr().err


def test_no_key_of_a_house_is_in_the_repository() -> None:
    """A house that is started in a checkout makes a key of its own: nobody else may have it."""
    git = shutil.which("git")
    if git is None or not (HOME / ".git").exists():
        pytest.skip("this is no checkout")

    def said(*words: str) -> list[str]:
        return subprocess.run([git, *words], cwd=HOME, capture_output=True, text=True, check=False).stdout.split()

    made = ["croupier.key", "croupier.key.half", "house.db.key", "house.db.console"]
    assert said("ls-files", "*.key", "*.key.*", "*.console") == []
    assert said("check-ignore", *made) == made

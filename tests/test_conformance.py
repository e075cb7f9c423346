"""The list of what regulators ask is whole, and what it names as shown is there."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.main import main

HOME = Path(__file__).parents[1]
ITEMS: list[dict[str, Any]] = tomllib.loads((HOME / "docs/conformance.toml").read_text(encoding="utf-8"))["item"]
COMMANDS = sorted({command for item in ITEMS for command in item.get("commands", ())})


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((HOME / file).read_text(encoding="utf-8"))
    return frozenset(one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef))


def test_there_are_56_items_each_with_its_state() -> None:
    assert [item["number"] for item in ITEMS] == list(range(1, 57))
    for item in ITEMS:
        shown = bool(item.get("tests") or item.get("commands"))
        assert {"met": shown and "why" not in item}.get(item["status"], bool(item.get("why")) and not shown), item
        assert item["status"] in ("met", "not applicable", "open")
        assert set(item) <= {"number", "part", "asks", "standard", "status", "why", "tests", "commands"}


def test_items_name_their_standard_and_paragraph() -> None:
    named = {item["number"]: item["standard"] for item in ITEMS if "standard" in item}
    assert len(named) == 28
    assert all(re.search(r"\d[a-z]?\.\d", standard) for standard in named.values())
    assert (named[1], named[24]) == ("NZ Gazette 2004/79, 1.27.3", "NJAC 13:69O-1.5")


@pytest.mark.parametrize("name", sorted({test for item in ITEMS for test in item.get("tests", ())}))
def test_a_test_that_is_named_is_there(name: str) -> None:
    file, _, test = name.partition("::")
    assert test.startswith("test_")
    assert test in functions_of(file)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_is_named_ends_well(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = shlex.split(command.replace("(", r"\(").replace(")", r"\)"))
    assert program == "croupier"
    assert main(arguments) == 0
    assert capsys.readouterr().out


def test_it_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conformance"]) == 0
    told = capsys.readouterr().out
    assert all(item["asks"] in told and item.get("standard", "") in told for item in ITEMS)
    assert told.rstrip().endswith("This is not a certificate.")
    assert main(["conformance", "--json"]) == 0
    assert f'"open": {sum(item["status"] == "open" for item in ITEMS)}' in capsys.readouterr().out

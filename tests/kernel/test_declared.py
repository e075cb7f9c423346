"""Every command is declared completely where it is defined: its lines, who may give it, on what ground, and a decider."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import croupier
from croupier.cage import commands as cage, lines as cage_lines
from croupier.cage.engine import CageEngine
from croupier.jackpots import commands as jackpots
from croupier.jackpots.engine import MeterEngine
from croupier.jackpots.lines import grammar_of, read_line, write_line
from croupier.kernel.actors import PLAYER
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.engine import Engine, deciders_in
from croupier.kernel.events import Command, PlayersCommand
from croupier.kernel.grammar import Grammar
from croupier.kernel.incidents import Report
from croupier.people import commands as people, lines as people_lines
from croupier.people.engine import PeopleEngine
from croupier.poker import commands as poker, lines as poker_lines
from croupier.poker.engine import PokerEngine
from croupier.promotions import commands as promotions, lines as promotion_lines
from croupier.promotions.engine import PromotionEngine
from croupier.room import commands as room, lines as room_lines
from croupier.room.engine import RoomEngine
from croupier.stud import commands as stud, lines as stud_lines
from croupier.stud.engine import StudEngine
from croupier.tournaments import commands as tournaments, lines as tournament_lines
from croupier.tournaments.engine import TournamentEngine

PACKAGES: list[tuple[type[Engine[Any, Any]], ModuleType, Grammar]] = [
    (CageEngine, cage, cage_lines.GRAMMAR),
    (PeopleEngine, people, people_lines.GRAMMAR),
    (MeterEngine, jackpots, grammar_of("")),
    (PromotionEngine, promotions, promotion_lines.GRAMMAR),
    (RoomEngine, room, room_lines.GRAMMAR),
    (TournamentEngine, tournaments, tournament_lines.GRAMMAR),
    (StudEngine, stud, stud_lines.GRAMMAR),
    (PokerEngine, poker, poker_lines.GRAMMAR),
]
TABLES = (StudEngine, PokerEngine)
"""At a table most is the dealer's by their office, and names no ground of its own."""


@pytest.mark.parametrize(("engine", "commands", "grammar"), PACKAGES)
def test_every_command_has_lines_an_authority_and_a_decider(
    engine: type[Engine[Any, Any]], commands: ModuleType, grammar: Grammar
) -> None:
    said = {kind for _, kind in grammar.templates}
    for kind in engine.codec.commands:
        declared = kind.declared
        assert kind in engine.deciders, kind
        assert kind in said or kind is Report, kind
        assert declared.by, kind
        assert declared.ground or engine in TABLES, kind
        assert declared.amount in ("", *kind.__struct_fields__), kind


class Give(Command, line=("give {name} all{=whole}", "give {name}[ {amount:$}]"), by=("cashier",)):
    name: str
    whole: bool = False
    amount: int = 0


def test_what_a_command_declares_is_its_own() -> None:
    class More(Give):
        note: str = ""

    assert Give.declared.amount == "amount"
    assert Give.declared.by == ("cashier",)
    assert More.declared.lines == More.declared.by == ()


def test_two_deciders_of_one_command_are_found() -> None:
    def one(rules: Any, state: Any, command: Give, said: Any) -> Decision:
        raise NotImplementedError

    def other(rules: Any, state: Any, command: Give, said: Any) -> Decision:
        raise NotImplementedError

    def _helper(rules: Any, state: Any, command: Give, said: Any) -> Decision:
        raise NotImplementedError

    def refused(rules: Any, state: Any, command: Give, said: Any) -> Refused | None:
        raise NotImplementedError

    module: Any = ModuleType("deciders")
    module.one, module.helper, module.refused = one, _helper, refused
    assert deciders_in(module) == {Give: one}
    module.other = other
    with pytest.raises(TypeError, match="two deciders"):
        deciders_in(module)


@pytest.mark.parametrize(
    "line",
    [
        "open main: option 1 seed 10000.00 cost 1.00 game crown-caribbean-stud tables A, B",
        "terms main: seed 10000.00 cost 2.50 game crown-caribbean-stud; side: cost 1.00 game crown-caribbean-stud",
        "notice link C main",
        "notice move C side due 1200",
        "notice close main at A due 1200",
        "notice close main",
        "notice terms main",
        "close main: side 123.45, high 0.000001",
        "equipment main works",
        "equipment main fails",
        "equipment main fails to record amounts",
        "equipment main fails to give readings",
        "equipment main fails, by hand",
        "register A 13: 1, 3 again 1",
        "cancel A but 3; a retraction",
        "outcome A 12 dealt 100 to 120: 1 royal flush, 3 flush",
        "verify A/12/1 deck 52",
        "refuse A/12/1; a ruling",
        "contribute main 500.00 minor",
        "divide main 500.00: seed 1.00 cost 1.00 approval X1 game star-caribbean-stud pays flush=50.00",
        "adopt edition 2",
    ],
)
def test_a_line_of_a_meter_is_written_as_it_is_read(line: str) -> None:
    assert write_line(read_line(line, "")) == line


@pytest.mark.parametrize("engine", TABLES)
def test_what_names_a_seat_is_its_players(engine: type[Engine[Any, Any]]) -> None:
    """The tables let a player give what names their own seat: the declaration must say the same."""
    for kind in engine.codec.commands:
        assert issubclass(kind, PlayersCommand) == (PLAYER in kind.declared.by), kind
        assert issubclass(kind, PlayersCommand) == ("seat" in kind.__struct_fields__), kind


GUESSES = re.compile(r"""(?:get|has)attr\((?:\w+\.)*command, ["']|type\((?:\w+\.)*command\)\.__name__""")


def test_nobody_guesses_what_a_command_has() -> None:
    """What a command has is asked of its class or its declaration; a stream alone is handed things that are no command."""
    source = Path(croupier.__file__).parent
    found = {str(file.relative_to(source)): GUESSES.findall(file.read_text(encoding="utf-8")) for file in source.rglob("*.py")}
    assert {name: guesses for name, guesses in found.items() if guesses} == {"kernel/streams.py": ["type(command).__name__"]}

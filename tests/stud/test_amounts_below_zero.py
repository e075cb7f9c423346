"""No command takes an amount below zero, and no wager is recorded that the chips of the table cannot make: every command with a
sum, from everyone, at every stage of a round, in every book.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

from croupier.books import rules_of
from croupier.kernel.actors import DEALER, Said
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.stud import commands
from croupier.tables.house_table import HouseTable
from properties.casino_play import LINKED
from web.tables import house

SUMS = ("amount", "chips", "tokens", "money", "minimum", "maximum", "cost")
FACTS: dict[str, Any] = {"seat": 1, "box": 1, "player": 1, "why": "miscounted", "note": "a reason", "says": "minimum"}
STAGES = ("before the wagers", "wagers", "no more bets", "deciding", "settling")
HANDS = "deal 1: As Ad 9c 7h 2s\ndeal 2: Kh Qh Jh Th 9h\n"
DEALERS = "deal dealer: Ac Kd 5c 4h 3s\n"
WAGERS = (commands.PlaceAnte, commands.PlaceBet, commands.PlaceBlindBet, commands.ChangeCard, commands.CorrectAnte)


def at(game: str, stage: str) -> HouseTable:
    """A live table of the game with two players, at some stage of the round."""
    dealt = DEALERS + HANDS if rules_of(game).deal_order == "dealer first" else HANDS + DEALERS
    deciding = f"{dealt}turn up\nbet or fold"
    played = {
        "before the wagers": "take back 1\ntake back 2",
        "wagers": "",
        "no more bets": "shuffle\nno more bets",
        "deciding": deciding,
        "settling": f"{deciding}\nbet 1\nbet 2\nreveal",
    }
    return house(game, played[stage], seats=2, ante="10.00", device="shuffler", jackpot="1.00")


def kinds() -> list[type[Command]]:
    known = [kind for kind in vars(commands).values() if isinstance(kind, type) and issubclass(kind, Command)]
    return [kind for kind in known if set(SUMS) & set(kind.__struct_fields__)]


def given(kind: type[Command], amounts: tuple[int, ...]) -> Iterator[Command]:
    """A command of this kind with some of these amounts, one of them at least."""
    fields = kind.__struct_fields__
    named = [name for name in SUMS if name in fields]
    facts = {name: value for name, value in FACTS.items() if name in fields}
    facts |= {"card": parse_cards("As")[0]} if "card" in fields else {}
    facts |= {"seat": 3} if kind is commands.TakeSeat else {}
    facts |= {"what": "wrong-ante"} if "what" in fields else {}
    facts |= {"wager": "pair-plus"} if "wager" in fields else {}
    for sums in product((*amounts, 20_00), repeat=len(named)):
        if set(sums) & set(amounts):
            yield msgspec.convert(facts | dict(zip(named, sums, strict=True)), kind)


def accepted(table: HouseTable, amounts: tuple[int, ...]) -> Iterator[Command]:
    for kind in kinds():
        for command in given(kind, amounts):
            for person, capacity in (("p1", 1), ("somebody", DEALER), ("somebody", table.rules.ranks[-1])):
                if not isinstance(table.decided(command, Said(person, capacity, table.at)), Refused):
                    yield command


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", LINKED)
def test_no_amount_is_below_zero(game: str, stage: str) -> None:
    assert list(accepted(at(game, stage), (-5_00, -1))) == []


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("game", LINKED)
def test_no_wager_is_recorded_that_chips_cannot_make(game: str, stage: str) -> None:
    taken = accepted(at(game, stage), (1, 10_01))
    assert [command for command in taken if isinstance(command, WAGERS)] == []

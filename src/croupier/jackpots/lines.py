"""Commands for prize meters as short lines of text, for cases and a supervisor's keyboard.

    open main: option 1 seed 10000 cost 1 tables A, B      notice link C main       link C main     unlink C
    terms main: option 2 seed 10000 cost 1                 notice close main        move C side     close main: side 123.45
    register A 12: 1, 3                        cancel A but 3; a retraction         equipment main fails, by hand
    register A 13: 1, 3 again 1                (box 1 was in a game that was cancelled)
    outcome A 12: 1 royal flush, 3 flush                   pay A/12/1               contribute main 500.00
    verify A/12/1 deck 52                                  stop main                resume main
    withdraw A 12; a deck of 51                            carry A 13               refuse A/12/1; a ruling

Terms are `option`, `seed`, `cost`, `increment`, `minor` (its increment), `approval`, `game`, `people`, `reading` and
`pays flush=50.00`.
Sums may have six decimals where a meter is exact to them. `by p7 as TG Area Manager:` and `at 1200:` in front say who and when.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from croupier.jackpots import commands
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.systems import Terms
from croupier.kernel.events import Command
from croupier.kernel.lines import LineError
from croupier.kernel.money import MoneyError, cents


def read_line(text: str, game: str) -> Command:
    """The command that a line says, without who and when; terms that name no game are for this one.

    >>> read_line("register A 12: 1, 3", "crown-caribbean-stud")
    RegisterWagers(table='A', round=12, boxes=(1, 3), again=())
    """
    readers = _FACTS | {"terms": partial(read_terms, game), "changes": partial(_changes, game)}
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, text):
            facts = {name: value for name, value in match.groupdict().items() if value is not None}
            try:
                return make(**{name: readers.get(name, str)(value) for name, value in facts.items()})
            except MoneyError as error:
                raise LineError(f"{text!r}: {error}") from None
    raise LineError(f"{text!r} is not understood; lines are such as 'register A 12: 1, 3', 'pay A/12/1'")


def exact(text: str) -> int:
    """Dollars with up to six decimals, in grains.

    >>> exact("123.450001")
    123450001
    """
    match = re.fullmatch(r"(\d+)(?:\.(\d{1,6}))?", text.strip())
    if match is None:
        raise LineError(f"{text!r} is not an exact sum: write it like 123.45 or 123.450001")
    return int(match.group(1)) * 100 * GRAINS + int((match.group(2) or "0").ljust(6, "0"))


def told_exactly(amount: int) -> str:
    """Grains as dollars: two decimals, or as many as there are.

    >>> told_exactly(123_450_001), told_exactly(10_000_000_000)
    ('123.450001', '10000.00')
    """
    whole, rest = divmod(amount, 100 * GRAINS)
    return f"{whole}.{rest:06d}".rstrip("0").ljust(len(str(whole)) + 3, "0")


_TERMS = ("option", "seed", "cost", "increment", "minor", "approval", "game", "pays", "people", "reading")


def read_terms(game: str, text: str) -> Terms:
    """The terms that a text such as `option 1 seed 10000 cost 1` says."""
    words = re.split(rf"(?<![\w-])({'|'.join(_TERMS)}) ", text)
    if words[0].strip():
        raise LineError(f"{words[0].strip()!r} is not a term; terms are {', '.join(_TERMS)}")
    facts = {name: value.strip() for name, value in zip(words[1::2], words[2::2], strict=True)}
    pays = (part.split("=") for part in _list(facts.get("pays", "")))
    return Terms(
        game=facts.get("game", game),
        cost=cents(facts.get("cost", "0")),
        seed=cents(facts.get("seed", "0")),
        option=int(facts.get("option", "0")),
        increment=facts.get("increment", ""),
        minor_increment=facts.get("minor", ""),
        approval=facts.get("approval", ""),
        people=int(facts.get("people", "0")),
        readings=_list(facts.get("reading", "")),
        notice={hand.strip(): cents(amount) for hand, amount in pays},
    )


def _changes(game: str, text: str) -> dict[str, Terms]:
    parts = (part.partition(":") for part in text.split(";"))
    return {system.strip(): read_terms(game, terms.strip()) for system, _, terms in parts}


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _shares(text: str) -> dict[str, int]:
    parts = (part.rsplit(" ", 1) for part in _list(text))
    return {name.strip(): exact(amount) for name, amount in parts}


def _hands(text: str) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in _list(text):
        box, _, hand = part.partition(" ")
        if not box.isdecimal() or not hand:
            raise LineError(f"{part!r} is not a box and its hand, such as '3 flush'")
        found[int(box)] = hand.strip()
    return found


_FACTS: dict[str, Callable[[str], Any]] = {
    "tables": _list,
    **dict.fromkeys(("boxes", "rest", "again"), lambda text: tuple(map(int, _list(text)))),
    "hands": _hands,
    "shares": _shares,
    "amount": cents,
    "minor": cents,
    **dict.fromkeys(("round", "dealt", "completed", "deck", "due"), int),
}
"""How the facts of a line are read, where they are not plain words."""

_SYSTEM, _TABLE, _DUE = r"(?P<system>[\w-]+)", r"(?P<table>[\w-]+)", r"(?: due (?P<due>\d+))?"
_ROUND, _MONEY = r"(?P<round>\d+)", r"[\d.,]+"
_LINES: list[tuple[str, Callable[..., Command]]] = [
    (rf"open {_SYSTEM}: (?P<terms>.+?)(?:\btables (?P<tables>.+))?", commands.OpenSystem),
    (r"terms (?P<changes>.+)", lambda changes: commands.ChangeTerms(terms=changes)),
    (rf"notice (?P<of>link|unlink|move) {_TABLE} {_SYSTEM}{_DUE}", commands.ShowNotice),
    (rf"notice (?P<of>close|terms) {_SYSTEM}{_DUE}", commands.ShowNotice),
    (rf"notice (?P<of>close) {_SYSTEM} at {_TABLE}{_DUE}", commands.ShowNotice),
    (rf"link {_TABLE} {_SYSTEM}", commands.LinkTable),
    (rf"unlink {_TABLE}", commands.UnlinkTable),
    (rf"move {_TABLE} {_SYSTEM}", commands.MoveTable),
    (rf"close {_SYSTEM}(?:: (?P<shares>.+))?", commands.CloseSystem),
    (rf"equipment {_SYSTEM} works", partial(commands.ReportEquipment, working=True)),
    (rf"equipment {_SYSTEM} fails", partial(commands.ReportEquipment, working=False)),
    (
        rf"equipment {_SYSTEM} fails to record (?P<lacks>amounts|times)",
        partial(commands.ReportEquipment, working=False),
    ),
    (rf"equipment {_SYSTEM} fails to give (?P<lacks>readings)", partial(commands.ReportEquipment, working=False)),
    (rf"equipment {_SYSTEM} fails, by hand", partial(commands.ReportEquipment, working=False, manual=True)),
    (rf"register {_TABLE} {_ROUND}: (?P<boxes>[\d, ]*)(?: again (?P<again>[\d, ]+))?", commands.RegisterWagers),
    (rf"cancel {_TABLE}(?: but (?P<rest>[\d, ]+))?(?:; (?P<why>.*))?", commands.CancelGame),
    (
        rf"outcome {_TABLE} {_ROUND}(?: dealt (?P<dealt>\d+)(?: to (?P<completed>\d+))?)?(?:: (?P<hands>.+))?",
        commands.RecordOutcome,
    ),
    (rf"carry {_TABLE} {_ROUND}", commands.CarryWagers),
    (rf"withdraw {_TABLE} {_ROUND}(?:; (?P<why>.*))?", commands.WithdrawOutcome),
    (r"verify (?P<prize>\S+)(?: deck (?P<deck>\d+))?", commands.VerifyPrize),
    (r"pay (?P<prize>\S+)", commands.PayPrize),
    (r"refuse (?P<prize>\S+?)(?:; (?P<why>.*))?", commands.RefusePrize),
    (rf"contribute {_SYSTEM} (?P<amount>{_MONEY})", commands.Contribute),
    (rf"contribute {_SYSTEM} (?P<amount>{_MONEY}) minor", partial(commands.Contribute, minor=True)),
    (rf"divide {_SYSTEM} (?P<minor>{_MONEY}): (?P<terms>.+)", commands.DividePool),
    (rf"combine {_SYSTEM}: (?P<terms>.+)", commands.CombinePools),
    (r"adopt edition (?P<edition>.+)", commands.AdoptEdition),
    (rf"stop {_SYSTEM}", commands.StopTables),
    (rf"resume {_SYSTEM}", commands.ResumeTables),
]

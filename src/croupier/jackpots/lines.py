"""Commands for prize meters as short lines of text, for cases and a supervisor's keyboard.

    open main: option 1 seed 10000 cost 1 tables A, B      notice link C main       link C main     unlink C
    terms main: option 2 seed 10000 cost 1                 notice close main        move C side     close main: side 123.45
    register A 12: 1, 3                                    cancel A; a retraction   equipment main fails, by hand
    outcome A 12: 1 royal flush, 3 flush                   pay A/12/1               contribute main 500.00
    verify A/12/1 by TG Assistant Casino Manager person x deck 52

Terms are `option`, `seed`, `cost`, `increment`, `minor` (its increment), `approval`, `game`, `pays flush=50.00`. Sums may have
six decimals where a meter is exact to them. `at 1200:` and `by RANK:` say when and who; `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from croupier.jackpots import commands
from croupier.jackpots.prizes import GRAINS
from croupier.jackpots.systems import Terms
from croupier.kernel.events import Command
from croupier.kernel.lines import LineError, said_by
from croupier.kernel.money import MoneyError, cents


def read_line(text: str, game: str) -> Command:
    """The command that a line says; terms that name no game are for this one.

    >>> read_line("register A 12: 1, 3", "crown-caribbean-stud")
    RegisterWagers(by='dealer', at=0, table='A', round=12, boxes=(1, 3))
    """
    who, said = said_by(text)
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, said):
            try:
                command = make(game, **match.groupdict())
            except MoneyError as error:
                raise LineError(f"{said!r}: {error}") from None
            return replace(command, **who) if who else command
    raise LineError(f"{said!r} is not understood; lines are such as 'register A 12: 1, 3', 'pay A/12/1'")


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


_TERMS = ("option", "seed", "cost", "increment", "minor", "approval", "game", "pays", "tables")


def _facts(text: str) -> dict[str, str]:
    words = re.split(rf"\b({'|'.join(_TERMS)}) ", text)
    if words[0].strip():
        raise LineError(f"{words[0].strip()!r} is not a term; terms are {', '.join(_TERMS)}")
    return {name: value.strip() for name, value in zip(words[1::2], words[2::2], strict=True)}


def _terms(game: str, facts: dict[str, str]) -> Terms:
    pays = (part.split("=") for part in facts.get("pays", "").split(",") if part.strip())
    return Terms(
        game=facts.get("game", game),
        cost=cents(facts.get("cost", "0")),
        seed=cents(facts.get("seed", "0")),
        option=int(facts.get("option", "0")),
        increment=facts.get("increment", ""),
        minor_increment=facts.get("minor", ""),
        approval=facts.get("approval", ""),
        notice={hand.strip(): cents(amount) for hand, amount in pays},
    )


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _open(game: str, system: str, rest: str) -> Command:
    facts = _facts(rest)
    return commands.OpenSystem(system=system, terms=_terms(game, facts), tables=_list(facts.get("tables", "")))


def _change(game: str, rest: str) -> Command:
    terms: dict[str, Terms] = {}
    for part in rest.split(";"):
        system, _, facts = part.partition(":")
        terms[system.strip()] = _terms(game, _facts(facts.strip()))
    return commands.ChangeTerms(terms=terms)


def _notice(_: str, of: str, table: str | None, system: str | None, due: str | None) -> Command:
    return commands.ShowNotice(of=of, table=table or "", system=system or "", due=int(due or 0))


def _shares(text: str | None) -> dict[str, int]:
    parts = (part.rsplit(" ", 1) for part in _list(text or ""))
    return {name.strip(): exact(amount) for name, amount in parts}


def _hands(text: str | None) -> dict[int, str]:
    found: dict[int, str] = {}
    for part in _list(text or ""):
        box, _, hand = part.partition(" ")
        if not box.isdecimal() or not hand:
            raise LineError(f"{part!r} is not a box and its hand, such as '3 flush'")
        found[int(box)] = hand.strip()
    return found


_NAME = r"[\w-]+"
_LINES: list[tuple[str, Callable[..., Command]]] = [
    (rf"open (?P<system>{_NAME}): (?P<rest>.+)", _open),
    (r"terms (?P<rest>.+)", _change),
    (
        rf"notice (?P<of>link|unlink|move) (?P<table>{_NAME}) (?P<system>{_NAME})(?: due (?P<due>\d+))?",
        _notice,
    ),
    (
        rf"notice (?P<of>close|terms) (?P<system>{_NAME})(?: due (?P<due>\d+))?",
        lambda game, of, system, due: _notice(game, of, None, system, due),
    ),
    (
        rf"link (?P<table>{_NAME}) (?P<system>{_NAME})",
        lambda _, table, system: commands.LinkTable(table=table, system=system),
    ),
    (rf"unlink (?P<table>{_NAME})", lambda _, table: commands.UnlinkTable(table=table)),
    (
        rf"move (?P<table>{_NAME}) (?P<system>{_NAME})",
        lambda _, table, system: commands.MoveTable(table=table, system=system),
    ),
    (
        rf"close (?P<system>{_NAME})(?:: (?P<shares>.+))?",
        lambda _, system, shares: commands.CloseSystem(system=system, shares=_shares(shares)),
    ),
    (
        rf"equipment (?P<system>{_NAME}) (?P<state>works|fails)(?P<manual>, by hand)?",
        lambda _, system, state, manual: commands.ReportEquipment(
            system=system, working=state == "works", manual=bool(manual)
        ),
    ),
    (
        rf"register (?P<table>{_NAME}) (?P<number>\d+): (?P<boxes>[\d, ]*)",
        lambda _, table, number, boxes: commands.RegisterWagers(
            table=table, round=int(number), boxes=tuple(map(int, _list(boxes)))
        ),
    ),
    (
        rf"cancel (?P<table>{_NAME})(?:; (?P<why>.*))?",
        lambda _, table, why: commands.CancelGame(table=table, why=why or ""),
    ),
    (
        rf"outcome (?P<table>{_NAME}) (?P<number>\d+)(?: dealt (?P<dealt>\d+)(?: to (?P<done>\d+))?)?(?:: (?P<hands>.+))?",
        lambda _, table, number, dealt, done, hands: commands.RecordOutcome(
            table=table, round=int(number), dealt=int(dealt or 0), completed=int(done or 0), hands=_hands(hands)
        ),
    ),
    (
        r"verify (?P<prize>\S+)(?: by (?P<by>.+?))? person (?P<person>\S+)(?: deck (?P<deck>\d+))?",
        lambda _, prize, by, person, deck: commands.VerifyPrize(
            prize=prize, by=by or "dealer", person=person, deck=int(deck or 52)
        ),
    ),
    (r"pay (?P<prize>\S+)", lambda _, prize: commands.PayPrize(prize=prize)),
    (
        rf"contribute (?P<system>{_NAME}) (?P<amount>[\d.,]+)(?P<minor> minor)?",
        lambda _, system, amount, minor: commands.Contribute(system=system, amount=cents(amount), minor=bool(minor)),
    ),
    (
        rf"divide (?P<system>{_NAME}) (?P<minor>[\d.,]+): (?P<rest>.+)",
        lambda game, system, minor, rest: commands.DividePool(
            system=system, minor=cents(minor), terms=_terms(game, _facts(rest))
        ),
    ),
    (
        rf"combine (?P<system>{_NAME}): (?P<rest>.+)",
        lambda game, system, rest: commands.CombinePools(system=system, terms=_terms(game, _facts(rest))),
    ),
    (rf"stop (?P<system>{_NAME})", lambda _, system: commands.StopTables(system=system)),
    (rf"resume (?P<system>{_NAME})", lambda _, system: commands.ResumeTables(system=system)),
]

"""Commands of a promotion as short lines of text, for cases.

    open                          notify 1 by mail                cash instead 1
    draw entry 17                 notify 1 by email in vain       pay 1 cash 4000 cheque 4000 transfer 4000
    draw entry 17 and entry 4     decide dispute: no prize        postpone: why
    draw entry 17 under badge 4   decide dispute: paid; agreed    validated
    refuse claim 1: reason        cancel: why                     tell regulator
    refuse claim 1: reason; name; address                         decide dispute about a late entry: it counts

`by Gaming Manager:` and `at 3600:` in front say who and when; a line without is the operator's, or the winner's who chooses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from croupier.kernel.events import Command
from croupier.kernel.lines import LineError
from croupier.kernel.money import cents
from croupier.promotions import commands


def read_line(text: str) -> Command:
    """The command that a line says, without who and when.

    >>> read_line("notify 1 by mail").method
    'mail'
    """
    for pattern, make in _LINES:
        if match := re.fullmatch(pattern, text):
            facts = {name: value for name, value in match.groupdict().items() if value is not None}
            return make(**{name: _FACTS.get(name, str.strip)(value) for name, value in facts.items()})
    raise LineError(f"{text!r} is not understood; lines are such as 'open', 'draw entry 17', 'notify 1 by mail'")


_FACTS: dict[str, Callable[[str], Any]] = {
    "prize": int,
    "entries": lambda text: tuple(entry.strip() for entry in text.split(" and ")),
    "cash": cents,
    "cheque": cents,
    "transfer": cents,
}
"""How the facts of a line are read, where they are not plain words."""

_PRIZE, _SUM = r"(?P<prize>\d+)", r"\$?[\d.,]+"
_PARTS = rf"(?: cash (?P<cash>{_SUM}))?(?: cheque (?P<cheque>{_SUM}))?(?: transfer (?P<transfer>{_SUM}))?"
_ABOUT = r"(?: about (?P<about>[^:;]+))?"
_LINES: list[tuple[str, Callable[..., Command]]] = [
    (r"open", commands.OpenPromotion),
    (r"draw (?P<entries>.+?)(?: under (?P<scrutineer>.+))?", commands.HoldDraw),
    (rf"cash instead {_PRIZE}", commands.ChooseCashAlternative),
    (rf"pay {_PRIZE}{_PARTS}", commands.ChoosePayment),
    (rf"notify {_PRIZE} by (?P<method>.+) in vain", partial(commands.NotifyWinner, reached=False)),
    (rf"notify {_PRIZE} by (?P<method>.+)", commands.NotifyWinner),
    (rf"refuse claim {_PRIZE}:(?P<reason>[^;]*)(?:;(?P<name>[^;]*);(?P<address>.*))?", commands.RefuseClaim),
    (rf"decide dispute{_ABOUT}: (?P<decision>[^;]+); agreed", partial(commands.DecideDispute, satisfied=True)),
    (rf"decide dispute{_ABOUT}: (?P<decision>[^;]+)", commands.DecideDispute),
    (r"postpone: (?P<why>.+)", commands.Postpone),
    (r"validated", commands.ValidateIntegrity),
    (r"cancel: (?P<why>.+)", commands.CancelDraw),
    (r"tell regulator", commands.NotifyRegulator),
]

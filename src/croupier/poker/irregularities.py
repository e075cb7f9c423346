"""Irregularities: somebody reports what happened, the book says what follows, and what it leaves open waits for a ruling."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from croupier.kernel.decisions import Decision
from croupier.poker.commands import Report
from croupier.poker.rules import Rules
from croupier.poker.table import Table

Procedure = Callable[[Rules, Table, Report], Decision]
Ruling = Callable[[Rules, Table, Report, str], Decision]


class Irregularity(msgspec.Struct, frozen=True):
    """One thing that can go wrong: how people call it, what to say with it, what follows, and how a ruling is carried out.

    `asks` names the fields of the report that matter: `player`, `players`, `count`, `cards`, `amount`.
    """

    says: str
    follow: Procedure
    rule: Ruling | None = None
    asks: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()

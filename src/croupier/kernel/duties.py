"""Duties: what people at the table do, announce, check or show that moves no wager, but that the book wants done or allows.

They are data of the book (`duties.toml`): who may do it, when, and under which clauses. Doing one leaves a record.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Effect = Literal["", "reshuffle", "new cards", "cards checked", "cards counted", "all stop"]


class Duty(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One duty. `by` is the least rank that may do it (`player` for anybody who sits here, empty for the dealer), `also`
    are officials outside the ranks who may do it too.

    A duty of the `opening` is done before the first shuffle, and again after the cards were replaced, in the order of
    the file. `phases` limits when it may be done, `device` to tables that deal with it, and `players` to times when
    somebody sits there. The effect `reshuffle` calls for a shuffle before the next deal, `new cards` for the opening
    duties as well; `cards counted` is done before a table closes, and `all stop` stops the other tables of a prize meter. A
    player does it with one of the `hands` only.
    """

    clauses: tuple[str, ...]
    says: str
    by: str = ""
    also: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    opening: bool = False
    device: Literal["", "shoe", "shuffler"] = ""
    players: bool = False
    hands: tuple[str, ...] = ()
    effect: Effect = ""

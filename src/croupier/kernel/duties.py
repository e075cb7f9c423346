"""Duties: what people at the table do, announce, check or show that moves no wager but that the book requires or allows.

They are data of the book (`duties.toml`): who may do it, when, and under which clauses. Each one done is recorded.
"""

from typing import Literal

import msgspec

from croupier.kernel.data import data_of

Effect = Literal["", "reshuffle", "new cards", "cards checked", "cards counted", "all stop"]


class Duty(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One duty. `by` is the lowest rank that may do it (`player` for anyone who sits here, empty for the dealer), `also`
    are officials outside the ranks who may do it too.

    A duty of the `opening` is done before the first shuffle, and again after the cards were replaced, in the order of
    the file. `phases` limits when it may be done, `device` to tables that deal with it, and `players` to times when
    someone sits there. The effect `reshuffle` calls for a shuffle before the next deal, `new cards` for the opening
    duties as well; `cards counted` is done before a table closes, and `all stop` stops the other tables of a prize meter. A
    player does it with one of the `hands` only. `automatic` says who handles it when the software deals: the software,
    a page that shows it, a player, someone of the house, or nobody, because it concerns `physical` cards and chips.
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
    automatic: Literal["", "software", "page", "player", "person", "physical"] = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who handles a command when the software deals: who gives it (`by`), at which `step`, and how much
    `time` there is for it; see the `automatic.toml` of an engine.
    """

    says: str
    grounds: tuple[str, ...]
    by: Literal["software", "player", "person", "tournament"]
    step: str
    time: str = ""
    feature: str = ""


def parts_of(package: str) -> dict[str, Part]:
    """Every command of an engine by its tag, with who handles it when the software deals."""
    return msgspec.convert(data_of(package, "automatic.toml"), dict[str, Part])

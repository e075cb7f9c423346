"""Everything that somebody can ask of the prize meters. `at` is a time in seconds, `by` a rank of the book."""

from __future__ import annotations

from croupier.jackpots.systems import Terms
from croupier.kernel.events import Command


class MeterCommand(Command, frozen=True, kw_only=True):
    """What the dealer enters, or somebody above."""

    by: str = "dealer"


class OpenSystem(MeterCommand, frozen=True, kw_only=True):
    system: str
    terms: Terms
    tables: tuple[str, ...]


class ShowNotice(MeterCommand, frozen=True, kw_only=True):
    """Hang up a sign now: `link`, `unlink` or `move` of a table, `close` of a system, `terms` of a system."""

    of: str
    system: str = ""
    table: str = ""
    due: int = 0


class LinkTable(MeterCommand, frozen=True, kw_only=True):
    system: str
    table: str


class UnlinkTable(MeterCommand, frozen=True, kw_only=True):
    table: str


class MoveTable(MeterCommand, frozen=True, kw_only=True):
    table: str
    system: str


class ChangeTerms(MeterCommand, frozen=True, kw_only=True):
    """New terms for every system named, at once, so that they stay alike."""

    terms: dict[str, Terms]


class CloseSystem(MeterCommand, frozen=True, kw_only=True):
    """Close a system; `shares` says which other meters get how many grains of what it holds above its seed."""

    system: str
    shares: dict[str, int] = {}


class ReportEquipment(MeterCommand, frozen=True, kw_only=True):
    """The equipment works or does not; `manual` says that manual arrangements stand in."""

    system: str
    working: bool
    manual: bool = False


class RegisterWagers(MeterCommand, frozen=True, kw_only=True):
    """The jackpot wagers of a round at a table, one for each of these boxes."""

    table: str
    round: int
    boxes: tuple[int, ...]


class CancelGame(MeterCommand, frozen=True, kw_only=True):
    """Take a table's registered wagers off the meter again; those that stay in play are registered anew."""

    table: str
    why: str


class RecordOutcome(MeterCommand, frozen=True, kw_only=True):
    """The hands of a round that win something, by box; none where nobody won.

    `dealt` is when the first of them got its first card, `completed` when it had all of them, where a shuffler deals whole
    hands and that is what counts.
    """

    table: str
    round: int
    hands: dict[int, str] = {}
    dealt: int = 0
    completed: int = 0


class VerifyPrize(MeterCommand, frozen=True, kw_only=True):
    """Somebody confirms a prize; `person` tells two people of one rank apart, `deck` is the count of the cards."""

    prize: str
    person: str
    deck: int = 52


class PayPrize(MeterCommand, frozen=True, kw_only=True):
    prize: str


class Contribute(MeterCommand, frozen=True, kw_only=True):
    """The operator adds `amount` cents to the pool, or to the minor one."""

    system: str
    amount: int
    minor: bool = False


class DividePool(MeterCommand, frozen=True, kw_only=True):
    """Split the pool in two: `minor` cents of it start the minor one; the new terms name the approval."""

    system: str
    terms: Terms
    minor: int


class CombinePools(MeterCommand, frozen=True, kw_only=True):
    system: str
    terms: Terms


class StopTables(MeterCommand, frozen=True, kw_only=True):
    """All tables stop while a great hand is looked at."""

    system: str


class ResumeTables(MeterCommand, frozen=True, kw_only=True):
    system: str

"""Everything that somebody can ask of the prize meters."""

from typing import Literal

from croupier.jackpots.systems import Terms
from croupier.kernel.events import Command
from croupier.kernel.incidents import AdoptEdition as AdoptEdition


class TableCommand(Command, frozen=True, kw_only=True):
    """What is wanted for a table that a prize meter is linked to."""

    table: str


class MeterCommand(Command, frozen=True, kw_only=True):
    """What is wanted of a prize meter."""

    system: str


class OpenSystem(MeterCommand, frozen=True, kw_only=True):
    terms: Terms
    tables: tuple[str, ...] = ()


class ShowNotice(Command, frozen=True, kw_only=True):
    """Hang up a sign now, about a table or a system, for a change that is due at some time or as soon as it may be."""

    of: Literal["link", "unlink", "move", "close", "terms"]
    system: str = ""
    table: str = ""
    due: int = 0


class LinkTable(MeterCommand, frozen=True, kw_only=True):
    table: str


class UnlinkTable(Command, frozen=True, kw_only=True):
    table: str


class MoveTable(TableCommand, frozen=True, kw_only=True):
    system: str


class ChangeTerms(Command, frozen=True, kw_only=True):
    """New terms for every system named, at once, so that they stay alike."""

    terms: dict[str, Terms]


class CloseSystem(MeterCommand, frozen=True, kw_only=True):
    """Close a system; `shares` says which other meters get how many grains of what it holds above its seed."""

    shares: dict[str, int] = {}


class ReportEquipment(MeterCommand, frozen=True, kw_only=True):
    """The equipment works or does not; `manual` says that manual arrangements stand in, `lacks` what it fails to do."""

    working: bool
    manual: bool = False
    lacks: Literal["", "amounts", "times", "readings"] = ""


class RegisterWagers(TableCommand, frozen=True, kw_only=True):
    """The jackpot wagers of a round at a table, one for each of these boxes.

    Those of the boxes in `again` have been in a game before, which was cancelled, and have lain there since.
    """

    round: int
    boxes: tuple[int, ...]
    again: tuple[int, ...] = ()


class CancelGame(TableCommand, frozen=True, kw_only=True):
    """Take a table's registered wagers off the meter again; those of the boxes in `rest` stay in play, registered anew."""

    why: str = ""
    rest: tuple[int, ...] = ()


class RecordOutcome(TableCommand, frozen=True, kw_only=True):
    """The hands of a round that win something, by box; none where nobody won.

    `dealt` is when the first of them got its first card, `completed` when it had all of them, where a shuffler deals whole
    hands and that is what counts.
    """

    round: int
    hands: dict[int, str] = {}
    dealt: int = 0
    completed: int = 0


class CarryWagers(TableCommand, frozen=True, kw_only=True):
    """The wagers in play at a table count for this round, because the one before came to nothing."""

    round: int


class WithdrawOutcome(TableCommand, frozen=True, kw_only=True):
    """Take back the outcome of a round whose prizes are not all paid: its wagers are in play again."""

    round: int
    why: str = ""


class VerifyPrize(Command, frozen=True, kw_only=True):
    """Whoever says this confirms a prize; `deck` is the count of the cards, nil where nobody has counted them."""

    prize: str
    deck: int = 0


class PayPrize(Command, frozen=True, kw_only=True):
    prize: str


class RefusePrize(Command, frozen=True, kw_only=True):
    """A prize is not paid, by a ruling at the table: what it took from the meter goes back there."""

    prize: str
    why: str = ""


class Contribute(MeterCommand, frozen=True, kw_only=True):
    """The operator adds `amount` cents to the pool, or to the minor one."""

    amount: int
    minor: bool = False


class DividePool(MeterCommand, frozen=True, kw_only=True):
    """Split the pool in two: `minor` cents of it start the minor one; the new terms name the approval."""

    terms: Terms
    minor: int


class CombinePools(MeterCommand, frozen=True, kw_only=True):
    terms: Terms


class StopTables(MeterCommand, frozen=True, kw_only=True):
    """All tables stop while a great hand is looked at."""


class ResumeTables(Command, frozen=True, kw_only=True):
    system: str

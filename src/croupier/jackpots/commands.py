"""Every command to the prize meters."""

from typing import Literal

from croupier.jackpots.systems import Terms
from croupier.kernel.actors import DEALER
from croupier.kernel.events import Command
from croupier.kernel.incidents import AdoptEdition as AdoptEdition

OPERATOR = "operator"
"""The person who may open, change and close systems by the book; the dealer if it names nobody."""


class TableCommand(Command):
    """A command about a table that is linked to a prize meter."""

    table: str


class MeterCommand(Command):
    """A command about a prize meter."""

    system: str


class PrizeCommand(Command):
    """A command about a prize that was won."""

    prize: str


class OpenSystem(MeterCommand, line="open {system}: {terms}[ tables {tables}]", by=OPERATOR, ground="system_opened"):
    terms: Terms
    tables: tuple[str, ...] = ()


class ShowNotice(
    Command,
    line=(
        "notice {of=close} {system}[ at {table}][ due {due}]",
        "notice {of=terms} {system}[ due {due}]",
        "notice {of} {table} {system}[ due {due}]",
    ),
    by=OPERATOR,
    ground="system_opened",
):
    """Put up a sign now, about a table or a system, for a change that is due at some time or as soon as possible."""

    of: Literal["link", "unlink", "move", "close", "terms"]
    system: str = ""
    table: str = ""
    due: int = 0


class LinkTable(MeterCommand, line="link {table} {system}", by=OPERATOR, ground="system_opened"):
    table: str


class UnlinkTable(TableCommand, line="unlink {table}", by=OPERATOR, ground="system_opened"):
    pass


class MoveTable(TableCommand, line="move {table} {system}", by=OPERATOR, ground="system_opened"):
    system: str


class ChangeTerms(Command, line="terms {terms:changes}", by=OPERATOR, ground="system_opened"):
    """New terms for every named system together, so that they stay equal."""

    terms: dict[str, Terms]


class CloseSystem(MeterCommand, line="close {system}[: {shares}]", by=OPERATOR, ground="system_opened"):
    """Close a system; `shares` gives other meters so many grains of what it holds above its seed."""

    shares: dict[str, int] = {}


class ReportEquipment(
    MeterCommand,
    line=("equipment {system} works{=working}", "equipment {system} fails{!working}[ {lacks}][, by hand{=manual}]"),
    by=DEALER,
    ground="equipment_working",
):
    """The equipment works or does not; `manual` says that manual arrangements replace it, `lacks` what it fails to do."""

    working: bool
    manual: bool = False
    lacks: Literal["", "amounts", "times", "readings"] = ""


class RegisterWagers(
    TableCommand, line="register {table} {round}: {boxes}[ again {again:boxes}]", by=DEALER, ground="wagers_registered"
):
    """The jackpot wagers of a round at a table, one for each of these boxes.

    Those of the boxes in `again` were in a cancelled game before, and have stayed since.
    """

    round: int
    boxes: tuple[int, ...]
    again: tuple[int, ...] = ()


class CancelGame(TableCommand, line="cancel {table}[ but {rest:boxes}][; {why}]", by=DEALER, ground="game_cancelled"):
    """Take a table's registered wagers off the meter again; those of the boxes in `rest` stay in play, registered again."""

    why: str = ""
    rest: tuple[int, ...] = ()


class RecordOutcome(
    TableCommand, line="outcome {table} {round}[ dealt {dealt}][ to {completed}][: {hands}]", by=DEALER, ground="outcome_recorded"
):
    """The hands of a round that win something, by box; empty if nobody won.

    `dealt` is when the first of them got its first card; `completed` when it had all of them, if a shuffler deals whole
    hands and that is what counts.
    """

    round: int
    hands: dict[int, str] = {}
    dealt: int = 0
    completed: int = 0


class CarryWagers(TableCommand, line="carry {table} {round}", by=DEALER, ground="wagers_carried", feature="wagers kept"):
    """The wagers in play at a table count for this round, because the one before was void."""

    round: int


class WithdrawOutcome(TableCommand, line="withdraw {table} {round}[; {why}]", by=DEALER, ground="outcome_recorded"):
    """Take back the outcome of a round whose prizes are not all paid: its wagers are in play again."""

    round: int
    why: str = ""


class VerifyPrize(PrizeCommand, line="verify {prize}[ deck {deck}]", by=DEALER, ground="prize_paid"):
    """The sender confirms a prize; `deck` is the count of the cards, zero if nobody has counted them."""

    deck: int = 0


class PayPrize(PrizeCommand, line="pay {prize}", by=DEALER, ground="prize_paid"):
    pass


class RefusePrize(PrizeCommand, line="refuse {prize}[; {why}]", by=DEALER, ground="prize_paid"):
    """A prize is not paid, by a ruling at the table: what it took from the meter goes back there."""

    why: str = ""


class Contribute(
    MeterCommand,
    line="contribute {system} {amount:$}[ minor{=minor}]",
    by=OPERATOR,
    ground="contribution",
    feature="contributions",
):
    """The operator adds `amount` cents to the pool, or to the minor one."""

    amount: int
    minor: bool = False


class DividePool(
    MeterCommand,
    line="divide {system} {minor:$}: {terms}",
    by=OPERATOR,
    ground="pool_divided",
    feature="sub-pools",
    amount="minor",
):
    """Split the pool in two: `minor` cents of it start the minor one; the new terms name the approval."""

    terms: Terms
    minor: int


class CombinePools(MeterCommand, line="combine {system}: {terms}", by=OPERATOR, ground="pools_combined", feature="sub-pools"):
    terms: Terms


class StopTables(MeterCommand, line="stop {system}", by=DEALER, ground="tables_stopped", feature="all stop"):
    """All tables stop while a large prize is checked."""


class ResumeTables(MeterCommand, line="resume {system}", by=DEALER, ground="tables_stopped", feature="all stop"):
    pass

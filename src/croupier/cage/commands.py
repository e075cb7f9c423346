"""Every command at the cage. Sums are in cents; only the software notes what people bring to tables."""

from croupier.cage.state import Counted, What
from croupier.kernel.accounts import CHIPS, Currency
from croupier.kernel.actors import HOUSE
from croupier.kernel.events import Command, PersonsCommand
from croupier.kernel.grammar import NOTE
from croupier.kernel.roles import ADMINISTRATOR, CASHIER, SECURITY, SUPERVISOR

DESK = (CASHIER, HOUSE)
MOVERS = (CASHIER, SUPERVISOR, SECURITY)


class OpenCage(
    Command, line="open cage with {chips:$}[ tokens {tokens:$}][ money {cash:$}]", by=(ADMINISTRATOR, HOUSE), ground="cage_opened"
):
    """Begin with a stock of chips and promotional tokens, and with money."""

    chips: int
    cash: int = 0
    tokens: int = 0


class IssueChips(PersonsCommand, line="issue {person} {amount:$}", by=DESK, ground="chips_issued"):
    """Give a person chips for money."""

    amount: int


class RedeemChips(PersonsCommand, line="redeem {person} {amount:$}", by=DESK, ground="chips_redeemed"):
    """Give a person money for chips."""

    amount: int


class IssueTokens(PersonsCommand, line="issue {person} tokens {amount:$}", by=DESK, ground="tokens_issued"):
    amount: int


class TakeBackTokens(PersonsCommand, line="take back {person} tokens {amount:$}", by=DESK, ground="tokens_taken_back"):
    amount: int


# By two people


class RequestTransfer(
    Command,
    line=(
        "{what=fill} {table} {amount:$}[ {currency}]",
        "{what=credit} {table} {amount:$}[ {currency}]",
        "{what=supply} {amount:$}[ {currency}]",
        "{what=removal} {amount:$}[ {currency}]",
    ),
    by=(CASHIER, SUPERVISOR),
    ground="transfer_requested",
):
    """Ask for chips to be moved: a `fill` of a table's float, a `credit` from it, a `supply` to the cage, a `removal` from it."""

    what: What
    amount: int
    table: str = ""
    currency: Currency = CHIPS


class ConfirmTransfer(Command, line="confirm {number}", by=MOVERS, ground="transfer_made"):
    number: int


class CancelTransfer(Command, line="cancel {number}", by=(CASHIER, SUPERVISOR), ground="transfer_cancelled"):
    number: int


class CollectDrop(Command, line="collect drop of {table}", by=MOVERS, ground="drop_collected"):
    """Take the chip box off a table, unopened."""

    table: str


class CountDrop(
    Command, line="count drop of {table} {counted:$}[; {note}]", by=(CASHIER, SUPERVISOR), ground="drop_counted", amount="counted"
):
    table: str
    counted: int
    note: str = ""


# Counts


class CountFloat(
    Command,
    line="count float of {table}[ {when}] {counted:$}[ {currency}][; {note}]",
    by=(CASHIER, SUPERVISOR),
    ground="float_counted",
    amount="counted",
):
    """What the house has at a table by count: when it opens, when it closes, or in between."""

    table: str
    counted: int
    when: Counted = "between"
    currency: Currency = CHIPS
    note: str = ""


class CountCage(
    Command,
    line="count cage[ {when}] {counted:$}[ {currency}][; {note}]",
    by=(CASHIER, ADMINISTRATOR),
    ground="cage_counted",
    amount="counted",
):
    counted: int
    when: Counted = "between"
    currency: Currency = CHIPS
    note: str = ""


class ExplainVariance(
    Command, line="explain {number}: {note}", by=(CASHIER, SUPERVISOR, ADMINISTRATOR), ground="variance_explained"
):
    number: int
    note: str


class ExplainResult(
    Command, line="explain result of {table} on {day}: {note}", by=(SUPERVISOR, ADMINISTRATOR), ground="variance_explained"
):
    """Explain why a table's result of a gaming day, such as 2026-11-18, is far from what was expected."""

    table: str
    day: str
    note: str


class CollectFees(Command, line="fees of {tournament} {amount:$}", by=(CASHIER), ground="fees_collected"):
    """Take tournament fees into the stock."""

    tournament: str
    amount: int


# What the software notes, in the unit of work in which it happens elsewhere


class MoveToTable(PersonsCommand, line=NOTE, by=(HOUSE,), ground="moved_to_table"):
    """A person takes chips to a table. `sits`: they sit down there with them."""

    table: str
    amount: int
    currency: Currency = CHIPS
    sits: bool = False


class MoveFromTable(PersonsCommand, line=NOTE, by=(HOUSE,), ground="moved_from_table"):
    """A person brings chips back. `leaves`: they give up their seat with them; `kept`: and the table keeps their chips."""

    table: str
    amount: int
    currency: Currency = CHIPS
    leaves: bool = False
    kept: bool = False


class NoteTable(Command, line=NOTE, by=(HOUSE,), ground="table_noted"):
    """What the house has won at a table by the table's own ledger: into its float, in tokens, and into the chip box."""

    table: str
    float: int
    box: int
    tokens: int = 0


class FillFloat(Command, line=NOTE, by=(HOUSE,), ground="float_filled"):
    """Give a table that the software deals what its float lacks for a payment."""

    table: str
    amount: int


class NoteTournament(Command, line=NOTE, by=(HOUSE,), ground="tournament_noted"):
    """Money of a tournament moves: what each person gains, its fees and its pool gain, and what comes from the stock (below zero:
    the house adds it).
    """

    tournament: str
    people: dict[str, int]
    fees: int = 0
    pool: int = 0
    added: int = 0

"""Everything that somebody can ask of the cage. Sums are in cents; what people bring to tables is noted by the software alone."""

from __future__ import annotations

from croupier.cage.state import Counted, What
from croupier.kernel.accounts import CHIPS, Currency
from croupier.kernel.events import Command, PersonsCommand


class OpenCage(Command, frozen=True, kw_only=True):
    """Begin with a stock of chips and promotional tokens, and with money."""

    chips: int
    cash: int = 0
    tokens: int = 0


class IssueChips(PersonsCommand, frozen=True, kw_only=True):
    """Give somebody chips for money."""

    amount: int


class RedeemChips(PersonsCommand, frozen=True, kw_only=True):
    """Give somebody money for chips."""

    amount: int


class IssueTokens(PersonsCommand, frozen=True, kw_only=True):
    amount: int


class TakeBackTokens(PersonsCommand, frozen=True, kw_only=True):
    amount: int


# By two people


class RequestTransfer(Command, frozen=True, kw_only=True):
    """Ask for chips to be moved: a `fill` of a table's float, a `credit` from it, a `supply` to the cage, a `removal` from it."""

    what: What
    amount: int
    table: str = ""
    currency: Currency = CHIPS


class ConfirmTransfer(Command, frozen=True, kw_only=True):
    number: int


class CancelTransfer(Command, frozen=True, kw_only=True):
    number: int


class CollectDrop(Command, frozen=True, kw_only=True):
    """Take the chip box off a table, unopened."""

    table: str


class CountDrop(Command, frozen=True, kw_only=True):
    table: str
    counted: int
    note: str = ""


# Counts


class CountFloat(Command, frozen=True, kw_only=True):
    """What the house has at a table by count: when it opens, when it closes, or in between."""

    table: str
    counted: int
    when: Counted = "between"
    currency: Currency = CHIPS
    note: str = ""


class CountCage(Command, frozen=True, kw_only=True):
    counted: int
    when: Counted = "between"
    currency: Currency = CHIPS
    note: str = ""


class ExplainVariance(Command, frozen=True, kw_only=True):
    number: int
    note: str


class CollectFees(Command, frozen=True, kw_only=True):
    """Take fees of a tournament into the stock."""

    tournament: str
    amount: int


# What the software notes, in the unit of work in which it happens elsewhere


class MoveToTable(PersonsCommand, frozen=True, kw_only=True):
    """Somebody takes chips to a table. `sits`: they sit down there with that."""

    table: str
    amount: int
    currency: Currency = CHIPS
    sits: bool = False


class MoveFromTable(PersonsCommand, frozen=True, kw_only=True):
    """Somebody brings chips back. `leaves`: they give up their seat with that; `kept`: and their chips are kept at the table."""

    table: str
    amount: int
    currency: Currency = CHIPS
    leaves: bool = False
    kept: bool = False


class NoteTable(Command, frozen=True, kw_only=True):
    """What the house has won at a table by the table's own ledger: into its float, of tokens, and into the chip box."""

    table: str
    float: int
    box: int
    tokens: int = 0


class FillFloat(Command, frozen=True, kw_only=True):
    """Give a table that the software deals what its float lacks for a payment."""

    table: str
    amount: int


class NoteTournament(Command, frozen=True, kw_only=True):
    """Money of a tournament moves: what each person gains, its fees and its pool gain, and what comes from the stock (below nil:
    the house adds it).
    """

    tournament: str
    people: dict[str, int]
    fees: int = 0
    pool: int = 0
    added: int = 0

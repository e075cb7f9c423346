"""The state of a casino's prize meters, folded from its events, and the rules that a book gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar

import msgspec
from msgspec.structs import force_setattr, replace

from croupier.jackpots.grounds import GROUNDS
from croupier.jackpots.prizes import Jackpot, Pools
from croupier.kernel.rulebook import Rulebook


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house fixes for a system, sums in cents: the rest is the book's.

    `option` is Crown's 1 or 2; `increment` and `minor_increment` are percentages such as `34.06` where the book leaves
    them to an approval, whose reference is `approval`; `notice` is a payment table where the book leaves that to the house.
    `people` is how many verify a great prize in a house that wants more of them than the book asks for;
    `readings` names the other readings of the book that it has chosen.
    """

    game: str
    cost: int
    seed: int
    option: int = 0
    increment: str = ""
    minor_increment: str = ""
    approval: str = ""
    notice: dict[str, int] = {}
    people: int = 0
    readings: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return hash((self.game, self.cost, self.seed, self.option, self.increment, self.people))


class MeterRules(Rulebook, frozen=True, kw_only=True):
    """What a book says about prize meters. `others` are the rules of games of the book whose clauses differ.

    The `operator` is the rank that opens, changes and closes systems, the dealer where the book names nobody; a `reader` may
    read a meter as it stood at some time. An `inspector` is an official who lets play go on after the equipment has failed.
    One of the `verify_hands` takes so many `verifiers`, and the last of them is of the `verify_rank`; somebody of the
    `refuse_rank`, where the book names one, rules that a prize is not paid. `pays_first` says which box
    of a round is paid next, by the hands that wait, and 0 where the book has no order. A meter that `keeps_seed` never shows
    less than its seed. The option where nobody ever said one is `option_unsaid`; signs hang for `notice_minutes` before a
    change, and for `closing_minutes` before a system closes.
    """

    sentences: ClassVar[Mapping[str, str]] = GROUNDS.sentences

    features: frozenset[str]
    jackpot: Callable[[Terms], Jackpot]
    others: Mapping[str, MeterRules] = {}
    operator: str = ""
    reader: str = ""
    notice_minutes: int = 0
    closing_minutes: int = 0
    option_unsaid: int = 0
    keeps_seed: bool = False
    verify_rank: str = ""
    refuse_rank: str = ""
    verifiers: int = 2
    verify_hands: frozenset[str] = frozenset()
    inspector: str = ""
    pays_first: Callable[[Mapping[int, str]], int] = lambda hands: 0
    surplus_to: Callable[[Terms, Terms], bool] = lambda closing, other: closing.game == other.game

    def __post_init__(self) -> None:
        self.check_grounds(GROUNDS.needed(self.features))
        self.check_ranks(filter(None, (self.operator, self.reader, self.verify_rank, self.refuse_rank, self.inspector)))
        # The same few terms are asked for with every wager.
        force_setattr(self, "jackpot", lru_cache(maxsize=64)(self.jackpot))

    def of(self, game: str) -> MeterRules:
        """The rules for one of the book's games."""
        return self.others.get(game, self)

    def has(self, feature: str) -> bool:
        return feature in self.features

    def known(self, *grounds: str) -> tuple[str, ...]:
        """The clauses of those of these grounds that the book has any for."""
        return self.cite(*(ground for ground in grounds if ground in self.grounds))


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """One prize that was won and not yet paid: by which box, how much, out of what.

    `needs` is how many people must verify it, `verified` are those who have, `by_rank` whether one had the rank that it takes,
    `counted` whether one had the deck counted.
    """

    table: str
    round: int
    box: int
    hand: str
    pays: int
    source: str
    formula: str
    clauses: tuple[str, ...]
    needs: int = 0
    verified: tuple[str, ...] = ()
    by_rank: bool = False
    counted: bool = False


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was recorded: when it was dealt and when it was recorded, in seconds; in grains what the meter showed
    then, what left the meters, and what the house added. `boxes` are all that had a wager, and `own_spent` says whether those
    were spent before. `stop` counts the time that the tables were stopped, if they were; `spent` are other tables whose
    wagers in play went with a meter that started again, `returned` what such wagers had put on it that were given back since,
    `paid_beside` the hands of the same stop that were paid at others.
    """

    table: str
    round: int
    dealt: int
    hands: dict[int, str]
    at: int = 0
    meter: int = 0
    deducted: int = 0
    minor_deducted: int = 0
    added: int = 0
    minor_added: int = 0
    stop: int = 0
    spent: tuple[str, ...] = ()
    paid_beside: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()
    own_spent: bool = False
    returned: int = 0


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    """Where a meter's value came from, in grains: always seeds + increments - prizes + transfers + added."""

    seeded: int = 0
    increments: int = 0
    prizes: int = 0
    transfers: int = 0
    added: int = 0

    @property
    def value(self) -> int:
        return self.seeded + self.increments - self.prizes + self.transfers + self.added


class System(msgspec.Struct, frozen=True, kw_only=True):
    """One prize meter system. `games` are the wagers registered at each table and not yet settled: round and boxes.

    What the wagers of the tables in `spent` put on the meter is there no more: it was won, or fell to a reset.
    """

    name: str
    terms: Terms
    tables: tuple[str, ...] = ()
    major: Ledger = Ledger()
    minor: Ledger = Ledger()
    wagers: int = 0
    games: dict[str, tuple[int, tuple[int, ...]]] = {}
    outcomes: tuple[Outcome, ...] = ()
    spent: frozenset[str] = frozenset()
    working: bool = True
    manual: bool = False
    stopped: bool = False
    stops: int = 0
    closed: bool = False

    @property
    def pools(self) -> Pools:
        return Pools(self.major.value, self.minor.value)

    @property
    def in_play(self) -> bool:
        """Whether wagers are in play, or a round of them has prizes that wait, and may yet be taken back."""
        return bool(self.games or self.outcomes)

    @property
    def taking_wagers(self) -> bool:
        return not self.closed and not self.stopped and (self.working or self.manual)


class Notice(msgspec.Struct, frozen=True):
    """A sign at the tables: what it announces, and since when it hangs there (seconds)."""

    shown: int
    due: int


class MeterState(msgspec.Struct, frozen=True, kw_only=True):
    """All prize meter systems of one book in one casino. `linked` says to which of them a table belongs, `plays` which game
    is dealt at a table that belongs to one, or has.

    Only what a decision can need is kept: prizes and their rounds until they are paid, signs until what they announce is done,
    closed systems because their names are not used again.
    """

    systems: dict[str, System] = {}
    linked: dict[str, str] = {}
    plays: dict[str, str] = {}
    notices: dict[str, Notice] = {}
    prizes: dict[str, Prize] = {}
    edition: str = ""

    @property
    def at_rest(self) -> bool:
        """Whether no wagers are in play and no prizes are to be paid."""
        return not self.prizes and not any(system.games for system in self.systems.values())

    def adopting(self, edition: str) -> MeterState:
        return replace(self, edition=edition)

    def system_of(self, table: str) -> System | None:
        """The open system that a table belongs to."""
        return self.systems[self.linked[table]] if table in self.linked else None

    def prizes_of(self, table: str, number: int) -> list[Prize]:
        """The unpaid prizes of a round."""
        return [prize for prize in self.prizes.values() if (prize.table, prize.round) == (table, number)]


def sign(of: str, system: str, table: str = "") -> str:
    """What a sign announces: `link C main`, `close main`."""
    return " ".join(part for part in (of, table, system) if part)

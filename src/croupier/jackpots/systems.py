"""The state of a casino's prize meters, folded from its events, and the rules that a book gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from croupier.jackpots.grounds import FEATURES, GROUNDS
from croupier.jackpots.prizes import Jackpot, Meters
from croupier.kernel.clauses import BookError
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Event


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house fixes for a system, sums in cents: the rest is the book's.

    `option` is Crown's 1 or 2; `increment` and `minor_increment` are percentages such as `34.06` where the book leaves
    them to an approval, whose reference is `approval`; `notice` is a payment table where the book leaves that to the house.
    """

    game: str
    cost: int
    seed: int
    option: int = 0
    increment: str = ""
    minor_increment: str = ""
    approval: str = ""
    notice: dict[str, int] = {}


class MeterRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a book says about prize meters. `games` has the clauses of games that differ from those in `grounds`.

    An `inspector` stands outside the ranks, and lets play go on after the equipment has failed. A meter that `keeps_seed` never
    shows less than its seed.
    """

    book: str
    digest: str
    ranks: tuple[str, ...]
    grounds: Mapping[str, tuple[str, ...]]
    games: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    features: frozenset[str]
    jackpot: Callable[[Terms], Jackpot]
    notice_minutes: int = 0
    keeps_seed: bool = False
    verify_rank: str = ""
    verify_hands: frozenset[str] = frozenset()
    inspector: str = ""

    def __post_init__(self) -> None:
        needed = set(GROUNDS).union(*(FEATURES[feature] for feature in self.features))
        for cites in (self.grounds, *self.games.values()):
            if unmapped := sorted(needed - set(cites)):
                raise BookError(f"{self.book}: no clause is given for {', '.join(unmapped)}")

    def cite(self, *grounds: str, game: str = "") -> tuple[str, ...]:
        """The clauses that these grounds stand on, each once, in one of the book's games."""
        cites = self.games.get(game, self.grounds)
        return tuple(dict.fromkeys(clause for ground in grounds for clause in cites[ground]))

    def refuse(self, ground: str, reason: str) -> Refused:
        return Refused(ground=ground, reason=reason, clauses=self.cite(ground))

    def has(self, feature: str) -> bool:
        return feature in self.features

    def rank_of(self, by: str) -> int:
        wanted = self.ranks[0].casefold() if by == "dealer" else by.casefold()
        return next((n for n, rank in enumerate(self.ranks) if rank.casefold() == wanted), -1)


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """One prize that was won and not yet paid: by which box, how much, out of what.

    `needs` is how many people must verify it, `verified` are those who have.
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


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was recorded: when it was dealt and when it was recorded, in seconds; in grains what the meter showed
    then, what left the meters, and what the house added. `stop` counts the time that the tables were stopped, if they were;
    `spent` are other tables whose wagers in play went with a meter that started again.
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
    def meters(self) -> Meters:
        return Meters(self.major.value, self.minor.value)

    @property
    def taking_wagers(self) -> bool:
        return not self.closed and not self.stopped and (self.working or self.manual)


class Notice(msgspec.Struct, frozen=True):
    """A sign at the tables: what it announces, and since when it hangs there (seconds)."""

    shown: int
    due: int


class Casino(msgspec.Struct, frozen=True, kw_only=True):
    """All prize meter systems of one book in one casino."""

    systems: dict[str, System] = {}
    notices: dict[str, Notice] = {}
    prizes: dict[str, Prize] = {}
    version: int = 0

    def system_of(self, table: str) -> System | None:
        """The open system that a table belongs to."""
        return next((s for s in self.systems.values() if table in s.tables and not s.closed), None)

    def with_system(self, system: System) -> dict[str, System]:
        return {**self.systems, system.name: system}


def evolve(casino: Casino, event: Event) -> Casino:
    after: Casino = event.apply(casino)
    return replace(after, version=casino.version + 1)


def fold(history: Iterable[Event]) -> Casino:
    casino = Casino()
    for event in history:
        casino = evolve(casino, event)
    return casino

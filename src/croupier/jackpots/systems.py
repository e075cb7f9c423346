"""The state of a casino's prize meters, folded from its events, and the rules that a book gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr, replace

from croupier.jackpots.prizes import Jackpot, Pools
from croupier.kernel.changing import Changing
from croupier.kernel.grounds import grounds_of
from croupier.kernel.rulebook import Rulebook

GROUNDS = grounds_of("croupier.jackpots")


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the house fixes for a system, sums in cents: the book decides the rest.

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
    One of the `verify_hands` takes so many `verifiers`, and the last of them is of the `verify_rank`; someone of the
    `refuse_rank`, where the book names one, rules that a prize is not paid. `pays_first` says which box
    of a round is paid next, by the hands that wait, and 0 where the book has no order. A meter that `keeps_seed` never shows
    less than its seed. The option where nobody ever said one is `option_unsaid`; signs hang for `notice_minutes` before a
    change, and for `closing_minutes` before a system closes.
    """

    declared = GROUNDS

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

    def known(self, *grounds: str) -> tuple[str, ...]:
        """The clauses of those of these grounds that the book covers."""
        return self.cite(*(ground for ground in grounds if ground in self.grounds))


class Prize(msgspec.Struct, frozen=True, kw_only=True):
    """One prize that was won and not yet paid: by which box, how much, from what.

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
    wagers in play went with a meter that started again. Older records have `paid_beside` and `returned`.
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


class Moment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One change to a meter: wagers registered or, with no `boxes`, cancelled; an outcome; or a sum from the house.

    Of the boxes registered `again` the wagers had been in a game before. An outcome whose place is `open` was withdrawn, one
    that is to be `reckoned` is off the meter for the moment: it goes back to this place. `paid` are its boxes that are paid.
    The `number` says when it was recorded, whatever its place in the order of settlement.
    """

    table: str = ""
    boxes: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    increment: int = 0
    minor_increment: int = 0
    added: int = 0
    minor_added: int = 0
    outcome: Outcome | None = None
    place: Literal["", "open", "reckoned"] = ""
    paid: tuple[int, ...] = ()
    number: int = 0

    @property
    def major(self) -> int:
        """By how much the meter rose, in grains."""
        if (o := self.outcome) is None:
            return self.increment + self.added
        return 0 if self.place else o.added - o.deducted

    @property
    def minor(self) -> int:
        if (o := self.outcome) is None:
            return self.minor_increment + self.minor_added
        return 0 if self.place else o.minor_added - o.minor_deducted

    @property
    def waits(self) -> bool:
        """Whether it is an outcome with prizes to be paid."""
        return self.outcome is not None and not self.place and not set(self.outcome.hands) <= set(self.paid)

    def of(self, table: str, number: int) -> bool:
        return self.outcome is not None and (self.outcome.table, self.outcome.round) == (table, number)

    def together(self, other: Moment) -> bool:
        """Whether both won in one stop, and so together."""
        one, two = self.outcome, other.outcome
        return one is not None and two is not None and one.stop == two.stop > 0 and bool(one.hands and two.hands)


Boxes = dict[str, frozenset[int]]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """The meter between two changes: what it holds, and the wagers in play at each table.

    Of the wagers in `gone` and `minor_gone` nothing is left on the meter: it was won, or lost in a reset.
    """

    pools: Pools = Pools(0)
    playing: Boxes = {}
    gone: Boxes = {}
    minor_gone: Boxes = {}

    def after(self, moment: Moment) -> Standing:
        pools = Pools(self.pools.major + moment.major, self.pools.minor + moment.minor)
        playing, gone, minor_gone = {**self.playing}, {**self.gone}, {**self.minor_gone}
        table, outcome = moment.table, moment.outcome
        if outcome is None and moment.boxes:
            playing[table] = frozenset(moment.boxes)
            for lost in (gone, minor_gone):
                lost[table] = lost.get(table, frozenset()) & frozenset(moment.again)
        elif not moment.place:
            playing.pop(table, None)
        if outcome is not None and not moment.place:
            emptied = tuple(playing) if outcome.minor_deducted and not pools.minor else ()
            for lost, tables in ((gone, outcome.spent), (minor_gone, emptied)):
                for other in tables:
                    lost[other] = lost.get(other, frozenset()) | playing.get(other, frozenset())
        return Standing(pools=pools, playing=playing, gone=gone, minor_gone=minor_gone)


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

    The `log` is all that has moved the meter since the oldest thing that can still be undone, in its order, and `before` is
    whose wagers were in play then: whatever is undone is left out of it, and what came later is settled as of its own moment.
    """

    name: str
    terms: Terms
    tables: tuple[str, ...] = ()
    major: Ledger = Ledger()
    minor: Ledger = Ledger()
    wagers: int = 0
    games: dict[str, tuple[int, tuple[int, ...]]] = {}
    log: tuple[Moment, ...] = ()
    before: Standing = Standing()
    working: bool = True
    manual: bool = False
    stopped: bool = False
    stops: int = 0
    closed: bool = False

    @property
    def pools(self) -> Pools:
        return Pools(self.major.value, self.minor.value)

    def standing(self, place: int | None = None) -> Standing:
        """The meter before the change at that place of the log, or now."""
        start = Pools(
            self.major.value - sum(moment.major for moment in self.log),
            self.minor.value - sum(moment.minor for moment in self.log),
        )
        system = replace(self.before, pools=start)
        for moment in self.log[:place]:
            system = system.after(moment)
        return system

    def settled(self, table: str, number: int) -> tuple[int, Moment, Outcome] | None:
        """The outcome of a settled round, and its place in the log."""
        for place, moment in enumerate(self.log):
            if moment.outcome is not None and not moment.place and moment.of(table, number):
                return place, moment, moment.outcome
        return None

    def put(self, place: int, moment: Moment) -> tuple[Moment, ...]:
        """The log with another moment at that place."""
        return (*self.log[:place], moment, *self.log[place + 1 :])

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The rounds whose prizes are not all paid, in the order of settlement."""
        return tuple(moment.outcome for moment in self.log if moment.outcome is not None and moment.waits)

    @property
    def in_play(self) -> bool:
        """Whether wagers are in play, or a round of them has pending prizes and may yet be taken back."""
        return bool(self.games or self.outcomes)

    def playing(self, table: str, round_: int, boxes: tuple[int, ...]) -> System:
        """With these wagers in play at a table, and a log without what came before the oldest thing that can still be undone."""
        return replace(self, games={**self.games, table: (round_, boxes)})._trimmed()

    def _trimmed(self) -> System:
        undoable = (n for n, m in enumerate(self.log) if m.waits or m.place == "reckoned" or self.in_play_again(m))
        if not (first := start_of(self.log, next(undoable, len(self.log)))):
            return self
        moved = [n for n, m in enumerate(self.log) if any(m.number > later.number for later in self.log[n + 1 :])]
        ahead = {self.log[n].table for n in moved if n >= first and self.log[n].outcome}
        first = next((n for n in moved if n < first and self.log[n].table in ahead), first)
        return replace(self, before=self.standing(first), log=self.log[first:])

    def in_play_again(self, moment: Moment) -> bool:
        """Whether this is the place of a withdrawn outcome whose round is still in play."""
        return moment.place == "open" and moment.of(moment.table, self.games.get(moment.table, (0,))[0])

    @property
    def taking_wagers(self) -> bool:
        return not self.closed and not self.stopped and (self.working or self.manual)


def start_of(log: Sequence[Moment], place: int) -> int:
    """Where the first of all rounds was recorded that win together with one from this place on."""
    later = [moment for moment in log[place:] if moment.outcome is not None and moment.outcome.stop]
    first = next((n for n, moment in enumerate(log[:place]) if any(map(moment.together, later))), place)
    return place if first == place else start_of(log, first)


def next_number(log: Sequence[Moment]) -> int:
    """The number of what is recorded next."""
    return 1 + max((moment.number for moment in log), default=0)


def with_outcome(log: Sequence[Moment], recorded: Moment, place: int = 0) -> tuple[tuple[Moment, ...], int, int]:
    """The log with an outcome, where it begins to be another, and the place of the outcome in it.

    That is the place which it has there already, or the one that is said (from 1 on), or before those that are to be calculated
    again after it, or the end. What became of its own wagers since goes before it, and before those that win together with it;
    so do their wagers, where it is put before them.
    """
    outcome, table = recorded.outcome, recorded.table
    own = [n for n, m in enumerate(log) if m.place and outcome is not None and m.of(table, outcome.round)]
    number = recorded.number or (log[own[0]].number if own else next_number(log))
    ahead = [n for n, m in enumerate(log) if m.place == "reckoned" and not m.together(recorded)]
    at = next(iter([*own, *([place - 1] if place else []), *ahead]), len(log))
    whole = [*log[:at], replace(recorded, number=number), *log[at + bool(own) :]]
    group = {m.table: n for n, m in enumerate(whole) if m.place != "open" and m.together(recorded)}
    first, until = min([at, *group.values()]), {**group, table: len(whole)}
    mine = [n for n in range(first, len(whole)) if whole[n].outcome is None and n < until.get(whole[n].table, 0)]
    order = [*mine, *(n for n in range(first, len(whole)) if n not in mine)]
    return (*whole[:first], *(whole[n] for n in order)), first, first + order.index(at)


class Notice(msgspec.Struct, frozen=True):
    """A sign at the tables: what it announces, and since when it is up (seconds)."""

    shown: int
    due: int


class MeterState(Changing, kw_only=True):
    """All prize meter systems of one book in one casino. `linked` says to which of them a table belongs, `plays` which game
    is dealt at a table that belongs to one, or has.

    Only what a decision can need is kept: prizes and their rounds until they are paid, signs until what they announce is done,
    closed systems because their names are not used again.
    """

    systems: dict[str, System] = msgspec.field(default_factory=dict)
    linked: dict[str, str] = msgspec.field(default_factory=dict)
    plays: dict[str, str] = msgspec.field(default_factory=dict)
    notices: dict[str, Notice] = msgspec.field(default_factory=dict)
    prizes: dict[str, Prize] = msgspec.field(default_factory=dict)
    edition: str = ""

    @property
    def at_rest(self) -> bool:
        """Whether no wagers are in play and no prizes are to be paid."""
        return not self.prizes and not any(system.games for system in self.systems.values())

    def adopting(self, edition: str) -> MeterState:
        self.edition = edition
        return self

    def change(self, name: str, **changes: Any) -> None:
        self.systems[name] = replace(self.systems[name], **changes)

    def system_of(self, table: str) -> System | None:
        """The open system that a table belongs to."""
        return self.systems[self.linked[table]] if table in self.linked else None

    def won_by(self, prize: Prize) -> tuple[System, int, Moment, Outcome]:
        """The system that a prize is won from, and its outcome with its place in the log."""
        settlements = ((system, system.settled(prize.table, prize.round)) for system in self.systems.values())
        return next((system, *at) for system, at in settlements if at is not None)

    def prizes_of(self, table: str, number: int) -> list[Prize]:
        """The unpaid prizes of a round."""
        return [prize for prize in self.prizes.values() if (prize.table, prize.round) == (table, number)]


def sign(of: str, system: str, table: str = "") -> str:
    """What a sign announces: `link C main`, `close main`."""
    return " ".join(part for part in (of, table, system) if part)

"""Everything that can happen on the prize meters. All of it is public: meters hang on the wall."""

from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from croupier.jackpots import systems
from croupier.jackpots.systems import Ledger, MeterState, Moment, Notice, Outcome, Terms, sign
from croupier.kernel.events import Public
from croupier.kernel.incidents import EditionAdopted as EditionAdopted

V = TypeVar("V")


def _added(ledger: Ledger, **amounts: int) -> Ledger:
    return replace(ledger, **{name: getattr(ledger, name) + amount for name, amount in amounts.items()})


def _without(kept: dict[str, V], *names: str) -> dict[str, V]:
    left = kept.copy()
    for name in names:
        left.pop(name, None)
    return left


def _move(state: MeterState, name: str, moment: Moment, **changes: Any) -> None:
    """Change a system whose meters moved without an outcome; the change goes to the end of its log."""
    system = state.systems[name]
    major = _added(system.major, increments=moment.increment, added=moment.added)
    minor = _added(system.minor, increments=moment.minor_increment, added=moment.minor_added)
    moment = replace(moment, number=systems.next_number(system.log))
    state.change(name, log=(*system.log, moment), major=major, minor=minor, **changes)


class OfMeter(Public, frozen=True, kw_only=True):
    """An event about a prize meter."""

    system: str


class SystemOpened(OfMeter, frozen=True, kw_only=True):
    terms: Terms
    tables: tuple[str, ...]
    seed: int

    def alter(self, state: MeterState) -> None:
        opened = systems.System(name=self.system, terms=self.terms, tables=self.tables, major=Ledger(seeded=self.seed))
        state.systems[self.system] = opened
        state.linked |= dict.fromkeys(self.tables, self.system)
        state.plays |= dict.fromkeys(self.tables, self.terms.game)


class NoticeShown(Public, frozen=True, kw_only=True):
    """A sign that says what changes from `due` on; the closing of a system is shown at each of these `tables`.

    A sign already up may name another time, and keeps the time it went up.
    """

    about: str
    at: int
    due: int
    tables: tuple[str, ...] = ()

    def alter(self, state: MeterState) -> None:
        of, _, system = self.about.partition(" ")
        signs = [sign(of, system, table) for table in self.tables] or [self.about]
        hanging = state.notices
        state.notices |= {about: Notice(hanging[about].shown if about in hanging else self.at, self.due) for about in signs}


def _signs_left(state: MeterState, table: str) -> dict[str, Notice]:
    """The signs that remain once a table has joined or left a system: those about that table go."""
    return {about: notice for about, notice in state.notices.items() if about.split()[1:-1] != [table]}


class TableLinked(OfMeter, frozen=True, kw_only=True):
    table: str

    def alter(self, state: MeterState) -> None:
        system = state.systems[self.system]
        state.linked[self.table], state.plays[self.table] = self.system, system.terms.game
        state.notices = _signs_left(state, self.table)
        state.change(self.system, tables=(*system.tables, self.table))


class TableUnlinked(OfMeter, frozen=True, kw_only=True):
    table: str

    def alter(self, state: MeterState) -> None:
        state.linked.pop(self.table, None)
        state.notices = _signs_left(state, self.table)
        state.change(self.system, tables=tuple(table for table in state.systems[self.system].tables if table != self.table))


class TermsChanged(OfMeter, frozen=True, kw_only=True):
    """New terms; a meter below its new seed is raised to it."""

    terms: Terms
    added: int = 0

    def alter(self, state: MeterState) -> None:
        state.notices.pop(sign("terms", self.system), None)
        state.change(self.system, terms=self.terms, major=_added(state.systems[self.system].major, added=self.added))


class SystemClosed(OfMeter, frozen=True, kw_only=True):
    """`shares` went to other meters; the rest, the seed, goes back to the house."""

    shares: dict[str, int]
    withdrawn: int

    def alter(self, state: MeterState) -> None:
        for name, amount in self.shares.items():
            state.change(name, major=_added(state.systems[name].major, transfers=amount))
        closed, out = state.systems[self.system], sum(self.shares.values())
        state.notices = {about: notice for about, notice in state.notices.items() if about.split()[-1] != self.system}
        state.linked = _without(state.linked, *closed.tables)
        major = _added(closed.major, transfers=-out, added=-self.withdrawn)
        state.change(self.system, major=major, closed=True, tables=())


class EquipmentReported(OfMeter, frozen=True, kw_only=True):
    working: bool
    manual: bool
    lacks: str = ""

    def alter(self, state: MeterState) -> None:
        state.change(self.system, working=self.working, manual=self.manual)


class WagersRegistered(OfMeter, frozen=True, kw_only=True):
    """`increment` and `minor_increment` grains go onto the meters. The wagers of the boxes in `again` were in a cancelled game
    before: the part of them that was won since is not put on the meter a second time.
    """

    table: str
    round: int
    boxes: tuple[int, ...]
    wagers: int
    increment: int
    minor_increment: int = 0
    again: tuple[int, ...] = ()

    def alter(self, state: MeterState) -> None:
        system = state.systems[self.system].playing(self.table, self.round, self.boxes)
        more, minor_more = self.increment, self.minor_increment
        put = Moment(table=self.table, boxes=self.boxes, again=self.again, increment=more, minor_increment=minor_more)
        state.systems[self.system] = system
        _move(state, self.system, put, wagers=system.wagers + self.wagers)


class GameCancelled(OfMeter, frozen=True, kw_only=True):
    """A round's wagers come off the meter exactly as they went on, unless they are spent; the house adds what is then missing.

    `spent` is what they had put on a meter that has restarted since: it comes off if the outcome that won it is taken back.
    """

    table: str
    why: str
    wagers: int
    increment: int
    minor_increment: int = 0
    added: int = 0
    minor_added: int = 0
    spent: int = 0

    def alter(self, state: MeterState) -> None:
        system = state.systems[self.system]
        added = Moment(table=self.table, added=self.added, minor_added=self.minor_added)
        off = replace(added, increment=-self.increment, minor_increment=-self.minor_increment)
        left = _without(system.games, self.table)
        _move(state, self.system, off, wagers=system.wagers - self.wagers, games=left)


class WagersCarried(OfMeter, frozen=True, kw_only=True):
    """The wagers in play at a table count for another round than they were registered in."""

    table: str
    round: int

    def alter(self, state: MeterState) -> None:
        system = state.systems[self.system]
        _, boxes = system.games[self.table]
        state.change(self.system, games={**system.games, self.table: (self.round, boxes)})


class OutcomeRecorded(OfMeter, frozen=True, kw_only=True):
    """A round is settled on the meter: its prizes are fixed and have left it, no matter who must still verify them.

    `place` is its place in the order of settlement, from 1 on, if not the usual one.
    """

    outcome: Outcome
    prizes: dict[str, systems.Prize] = {}
    place: int = 0

    def alter(self, state: MeterState) -> None:
        system, outcome = state.systems[self.system], self.outcome
        log, _, _ = systems.with_outcome(system.log, Moment(table=outcome.table, outcome=outcome), self.place)
        state.prizes |= self.prizes
        state.change(
            self.system,
            games=_without(system.games, outcome.table),
            log=log,
            major=_added(system.major, prizes=outcome.deducted, added=outcome.added),
            minor=_added(system.minor, prizes=outcome.minor_deducted, added=outcome.minor_added),
        )


def _take_off(state: MeterState, name: str, table: str, round_: int, *, place: Literal["open", "reckoned"]) -> None:
    """Take an outcome off the meter, with its prizes; its place in the order of settlement is kept."""
    system = state.systems[name]
    (settled,) = (known for known in (system.settled(table, round_),) if known is not None)
    at, was, taken = settled
    state.prizes = {n: p for n, p in state.prizes.items() if (p.table, p.round) != (table, round_)}
    state.change(
        name,
        log=system.put(at, Moment(table=table, outcome=taken, place=place, number=was.number)),
        major=_added(system.major, prizes=-taken.deducted, added=-taken.added),
        minor=_added(system.minor, prizes=-taken.minor_deducted, added=-taken.minor_added),
    )


class OutcomeReopened(OfMeter, frozen=True, kw_only=True):
    """An unpaid outcome is taken off the meter, because one before it changes or disappears."""

    table: str
    round: int

    def alter(self, state: MeterState) -> None:
        _take_off(state, self.system, self.table, self.round, place="reckoned")


class OutcomeWithdrawn(OfMeter, frozen=True, kw_only=True):
    """An outcome is taken back for good: its prizes lapse, and its wagers are in play again.

    `paid_boxes` had been paid already and give it back. (In older records, `returned` and `added` here have what follows for
    wagers returned since and for what the house adds; today that is a `MeterCorrected`.)
    """

    table: str
    round: int
    why: str
    boxes: tuple[int, ...]
    paid_boxes: tuple[int, ...] = ()
    added: int = 0
    minor_added: int = 0
    returned: int = 0

    def alter(self, state: MeterState) -> None:
        _take_off(state, self.system, self.table, self.round, place="open")
        system = state.systems[self.system]
        state.change(
            self.system,
            games={**system.games, self.table: (self.round, self.boxes)},
            major=_added(system.major, increments=-self.returned, added=self.added),
            minor=_added(system.minor, added=self.minor_added),
        )


class MeterCorrected(OfMeter, frozen=True, kw_only=True):
    """What a correction changes of things that stand, by their place in the log: wagers given back since that are on the meter
    after all, or are not, and what the house adds for rounds that are verified. The sums say by how much the meters change.
    What moves to another place has its number; what stays has the number of what was there.
    """

    moments: dict[int, Moment]
    increment: int = 0
    minor_increment: int = 0
    added: int = 0
    minor_added: int = 0

    def alter(self, state: MeterState) -> None:
        system = state.systems[self.system]
        state.change(
            self.system,
            log=tuple(
                replace(new, number=new.number or was.number) if (new := self.moments.get(place)) is not None else was
                for place, was in enumerate(system.log)
            ),
            major=_added(system.major, increments=self.increment, added=self.added),
            minor=_added(system.minor, increments=self.minor_increment, added=self.minor_added),
        )


class PrizeVerified(Public, frozen=True, kw_only=True):
    prize: str
    person: str
    by: str
    deck: int
    of_rank: bool = True

    def alter(self, state: MeterState) -> None:
        prize = state.prizes[self.prize]
        state.prizes[self.prize] = replace(
            prize,
            verified=tuple(dict.fromkeys((*prize.verified, self.person))),
            by_rank=prize.by_rank or self.of_rank,
            counted=prize.counted or self.deck > 0,
        )


class PrizePaid(Public, frozen=True, kw_only=True):
    """The player has the money: from now on the round stands, with everything that won together with it."""

    prize: str
    system: str
    pays: int

    def alter(self, state: MeterState) -> None:
        paid = state.prizes.pop(self.prize)
        system, at, moment, _ = state.won_by(paid)
        state.change(self.system, log=system.put(at, replace(moment, paid=(*moment.paid, paid.box))))


class PrizeRefused(Public, frozen=True, kw_only=True):
    """A prize is not paid: `back` and `minor_back` grains are on the meters again, and what the house had added to restart a
    meter is taken off. What the tables in `unspent` had put on it is there again, too.

    Older records have what was `returned` since here.
    """

    prize: str
    system: str
    why: str
    back: int = 0
    minor_back: int = 0
    added: int = 0
    minor_added: int = 0
    unspent: tuple[str, ...] = ()
    returned: int = 0

    def alter(self, state: MeterState) -> None:
        won = state.prizes.pop(self.prize)
        system, at, moment, outcome = state.won_by(won)
        state.change(
            self.system,
            log=system.put(at, replace(moment, outcome=self.less(outcome, won.box))),
            major=_added(system.major, increments=-self.returned, prizes=-self.back, added=-self.added),
            minor=_added(system.minor, prizes=-self.minor_back, added=-self.minor_added),
        )

    def less(self, outcome: Outcome, box: int) -> Outcome:
        """The outcome without this hand and what its prize took."""
        return replace(
            outcome,
            hands={other: hand for other, hand in outcome.hands.items() if other != box},
            deducted=outcome.deducted - self.back,
            minor_deducted=outcome.minor_deducted - self.minor_back,
            added=outcome.added - self.added,
            minor_added=outcome.minor_added - self.minor_added,
            spent=tuple(table for table in outcome.spent if table not in self.unspent),
        )


class Contributed(OfMeter, frozen=True, kw_only=True):
    amount: int
    minor: bool

    def alter(self, state: MeterState) -> None:
        major, minor = (0, self.amount) if self.minor else (self.amount, 0)
        _move(state, self.system, Moment(added=major, minor_added=minor))


class PoolDivided(OfMeter, frozen=True, kw_only=True):
    terms: Terms
    minor: int

    def alter(self, state: MeterState) -> None:
        _transfer(state, self.system, self.terms, self.minor)


class PoolsCombined(OfMeter, frozen=True, kw_only=True):
    terms: Terms
    minor: int

    def alter(self, state: MeterState) -> None:
        _transfer(state, self.system, self.terms, -self.minor)


def _transfer(state: MeterState, name: str, terms: Terms, to_minor: int) -> None:
    system = state.systems[name]
    major, minor = _added(system.major, transfers=-to_minor), _added(system.minor, transfers=to_minor)
    state.change(name, terms=terms, major=major, minor=minor)


class TablesStopped(OfMeter, frozen=True, kw_only=True):
    def alter(self, state: MeterState) -> None:
        state.change(self.system, stopped=True, stops=state.systems[self.system].stops + 1)


class TablesResumed(OfMeter, frozen=True, kw_only=True):
    def alter(self, state: MeterState) -> None:
        state.change(self.system, stopped=False)

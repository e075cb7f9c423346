"""Everything that can become so on the prize meters. All of it is public: meters hang on the wall."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec.structs import replace

from croupier.jackpots.systems import Ledger, MeterState, Notice, Outcome, Prize, System, Terms, sign
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


def _changed(state: MeterState, name: str, **changes: Any) -> MeterState:
    return replace(state, systems={**state.systems, name: replace(state.systems[name], **changes)})


class SystemOpened(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    tables: tuple[str, ...]
    seed: int

    def apply(self, state: MeterState) -> MeterState:
        opened = System(name=self.system, terms=self.terms, tables=self.tables, major=Ledger(seeded=self.seed))
        linked = state.linked | dict.fromkeys(self.tables, self.system)
        plays = state.plays | dict.fromkeys(self.tables, self.terms.game)
        return replace(state, systems={**state.systems, self.system: opened}, linked=linked, plays=plays)


class NoticeShown(Public, frozen=True, kw_only=True):
    """A sign that says what changes from `due` on; the closing of a system hangs at each of these `tables`.

    One that hangs there already may name another time, and has hung all the while.
    """

    about: str
    at: int
    due: int
    tables: tuple[str, ...] = ()

    def apply(self, state: MeterState) -> MeterState:
        of, _, system = self.about.partition(" ")
        signs = [sign(of, system, table) for table in self.tables] or [self.about]
        hanging = state.notices
        shown = {about: Notice(hanging[about].shown if about in hanging else self.at, self.due) for about in signs}
        return replace(state, notices=hanging | shown)


def _signs_left(state: MeterState, table: str) -> dict[str, Notice]:
    """The signs that still hang once a table has joined or left a system: none that was about that table."""
    return {about: notice for about, notice in state.notices.items() if about.split()[1:-1] != [table]}


class TableLinked(Public, frozen=True, kw_only=True):
    system: str
    table: str

    def apply(self, state: MeterState) -> MeterState:
        linked, plays = {**state.linked, self.table: self.system}, {**state.plays}
        plays[self.table] = state.systems[self.system].terms.game
        state = replace(state, linked=linked, plays=plays, notices=_signs_left(state, self.table))
        return _changed(state, self.system, tables=(*state.systems[self.system].tables, self.table))


class TableUnlinked(Public, frozen=True, kw_only=True):
    system: str
    table: str

    def apply(self, state: MeterState) -> MeterState:
        notices = _signs_left(state, self.table)
        left = tuple(table for table in state.systems[self.system].tables if table != self.table)
        state = replace(state, linked=_without(state.linked, self.table), notices=notices)
        return _changed(state, self.system, tables=left)


class TermsChanged(Public, frozen=True, kw_only=True):
    """New terms; a meter below its new seed is raised to it."""

    system: str
    terms: Terms
    added: int = 0

    def apply(self, state: MeterState) -> MeterState:
        state = replace(state, notices=_without(state.notices, sign("terms", self.system)))
        major = _added(state.systems[self.system].major, added=self.added)
        return _changed(state, self.system, terms=self.terms, major=major)


class SystemClosed(Public, frozen=True, kw_only=True):
    """`shares` went to other meters; what was left, the seed, goes back to the house."""

    system: str
    shares: dict[str, int]
    withdrawn: int

    def apply(self, state: MeterState) -> MeterState:
        for name, amount in self.shares.items():
            state = _changed(state, name, major=_added(state.systems[name].major, transfers=amount))
        closed, out = state.systems[self.system], sum(self.shares.values())
        notices = {about: notice for about, notice in state.notices.items() if about.split()[-1] != self.system}
        state = replace(state, linked=_without(state.linked, *closed.tables), notices=notices)
        major = _added(closed.major, transfers=-out, added=-self.withdrawn)
        return _changed(state, self.system, major=major, closed=True, tables=())


class EquipmentReported(Public, frozen=True, kw_only=True):
    system: str
    working: bool
    manual: bool
    lacks: str = ""

    def apply(self, state: MeterState) -> MeterState:
        return _changed(state, self.system, working=self.working, manual=self.manual)


class WagersRegistered(Public, frozen=True, kw_only=True):
    """`increment` and `minor_increment` grains go onto the meters. What had been spent at that table were earlier wagers."""

    system: str
    table: str
    round: int
    boxes: tuple[int, ...]
    wagers: int
    increment: int
    minor_increment: int = 0

    def apply(self, state: MeterState) -> MeterState:
        system = state.systems[self.system]
        return _changed(
            state,
            self.system,
            major=_added(system.major, increments=self.increment),
            minor=_added(system.minor, increments=self.minor_increment),
            wagers=system.wagers + self.wagers,
            games={**system.games, self.table: (self.round, self.boxes)},
            spent=system.spent - {self.table},
            outcomes=_new_game(system.outcomes, self.table),
        )


def _new_game(outcomes: tuple[Outcome, ...], table: str) -> tuple[Outcome, ...]:
    """The outcomes once a game at a table is over, of which they say that its wagers were won with them."""
    return tuple(
        replace(outcome, spent=tuple(other for other in outcome.spent if other != table))
        if table in outcome.spent
        else outcome
        for outcome in outcomes
    )


class GameCancelled(Public, frozen=True, kw_only=True):
    """A round's wagers come off the meter exactly as they went on, unless they are spent; what is then missing is added.

    `spent` is what they had put on a meter that started again since: it comes off should the outcome be taken back that won it.
    """

    system: str
    table: str
    why: str
    wagers: int
    increment: int
    minor_increment: int = 0
    added: int = 0
    minor_added: int = 0
    spent: int = 0

    def apply(self, state: MeterState) -> MeterState:
        system = state.systems[self.system]
        won_by = next((outcome for outcome in system.outcomes if self.spent and self.table in outcome.spent), None)
        outcomes = tuple(
            replace(outcome, returned=outcome.returned + self.spent) if outcome is won_by else outcome
            for outcome in system.outcomes
        )
        return _changed(
            state,
            self.system,
            major=_added(system.major, increments=-self.increment, added=self.added),
            minor=_added(system.minor, increments=-self.minor_increment, added=self.minor_added),
            wagers=system.wagers - self.wagers,
            games=_without(system.games, self.table),
            spent=system.spent - {self.table},
            outcomes=_new_game(outcomes, self.table),
        )


class WagersCarried(Public, frozen=True, kw_only=True):
    """The wagers in play at a table count for another round than they were registered in."""

    system: str
    table: str
    round: int

    def apply(self, state: MeterState) -> MeterState:
        system = state.systems[self.system]
        _, boxes = system.games[self.table]
        return _changed(state, self.system, games={**system.games, self.table: (self.round, boxes)})


class OutcomeRecorded(Public, frozen=True, kw_only=True):
    """A round is settled on the meter: its prizes are fixed and have left it, whoever must still verify them."""

    system: str
    outcome: Outcome
    prizes: dict[str, Prize] = {}

    def apply(self, state: MeterState) -> MeterState:
        system, outcome = state.systems[self.system], self.outcome
        games = _without(system.games, outcome.table)
        if not self.prizes:
            return _changed(state, self.system, games=games, spent=system.spent - {outcome.table})
        return _changed(
            replace(state, prizes={**state.prizes, **self.prizes}),
            self.system,
            games=games,
            outcomes=(*system.outcomes, outcome),
            spent=(system.spent | set(outcome.spent)) - {outcome.table},
            major=_added(system.major, prizes=outcome.deducted, added=outcome.added),
            minor=_added(system.minor, prizes=outcome.minor_deducted, added=outcome.minor_added),
        )


class OutcomeReopened(Public, frozen=True, kw_only=True):
    """An outcome that has not been paid is taken back, because one that was dealt earlier comes before it."""

    system: str
    table: str
    round: int

    def apply(self, state: MeterState) -> MeterState:
        system = state.systems[self.system]
        (taken,) = (o for o in system.outcomes if (o.table, o.round) == (self.table, self.round))
        left = {n: p for n, p in state.prizes.items() if (p.table, p.round) != (self.table, self.round)}
        others = tuple(outcome for outcome in system.outcomes if outcome is not taken)
        still = {table for outcome in others for table in outcome.spent}
        return _changed(
            replace(state, prizes=left),
            self.system,
            outcomes=others,
            spent=system.spent - (set(taken.spent) - still),
            major=_added(system.major, prizes=-taken.deducted, added=-taken.added),
            minor=_added(system.minor, prizes=-taken.minor_deducted, added=-taken.minor_added),
        )


class OutcomeWithdrawn(Public, frozen=True, kw_only=True):
    """An outcome is taken back for good: its prizes fall, and its wagers are in play again.

    `paid_boxes` had been paid already and give it back, `added` is what the house puts in where the meter would be too low.
    `returned` comes off the meter: wagers had put it there that were given back since.
    """

    system: str
    table: str
    round: int
    why: str
    boxes: tuple[int, ...]
    paid_boxes: tuple[int, ...] = ()
    added: int = 0
    minor_added: int = 0
    returned: int = 0

    def apply(self, state: MeterState) -> MeterState:
        system = state.systems[self.system]
        (taken,) = (o for o in system.outcomes if (o.table, o.round) == (self.table, self.round))
        reopened = OutcomeReopened(system=self.system, table=self.table, round=self.round, clauses=self.clauses)
        state = reopened.apply(state)
        system = state.systems[self.system]
        return _changed(
            state,
            self.system,
            games={**system.games, self.table: (self.round, self.boxes)},
            spent=system.spent | ({self.table} if taken.own_spent else set()),
            major=_added(system.major, increments=-self.returned, added=self.added),
            minor=_added(system.minor, added=self.minor_added),
        )


class PrizeVerified(Public, frozen=True, kw_only=True):
    prize: str
    person: str
    by: str
    deck: int
    of_rank: bool = True

    def apply(self, state: MeterState) -> MeterState:
        prize = state.prizes[self.prize]
        verified = replace(
            prize,
            verified=tuple(dict.fromkeys((*prize.verified, self.person))),
            by_rank=prize.by_rank or self.of_rank,
            counted=prize.counted or self.deck > 0,
        )
        return replace(state, prizes={**state.prizes, self.prize: verified})


class PrizePaid(Public, frozen=True, kw_only=True):
    """The money is with the player; once a round's last prize is paid, nothing can come before it any more.

    Rounds that won in the same stop know of it: what they share with this one is what it is.
    """

    prize: str
    system: str
    pays: int

    def apply(self, state: MeterState) -> MeterState:
        paid, outcomes = state.prizes[self.prize], state.systems[self.system].outcomes
        stop = next(o.stop for o in outcomes if (o.table, o.round) == (paid.table, paid.round))
        if stop:
            told = tuple(
                replace(o, paid_beside=(*o.paid_beside, paid.hand)) if o.stop == stop and o.table != paid.table else o
                for o in outcomes
            )
            state = _changed(state, self.system, outcomes=told)
        return _done_with(state, self.system, self.prize)


class PrizeRefused(Public, frozen=True, kw_only=True):
    """A prize is not paid: `back` and `minor_back` grains are on the meters again, and what the house had added to start a
    meter again is taken off. What the tables in `unspent` had put on it is there again, too, but for what was `returned` since.
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

    def apply(self, state: MeterState) -> MeterState:
        won = state.prizes[self.prize]
        system = state.systems[self.system]
        outcomes = tuple(
            self.less(o, won.box) if (o.table, o.round) == (won.table, won.round) else o for o in system.outcomes
        )
        still = {table for outcome in outcomes for table in outcome.spent}
        state = _changed(
            state,
            self.system,
            outcomes=outcomes,
            spent=system.spent - (set(self.unspent) - still),
            major=_added(system.major, increments=-self.returned, prizes=-self.back, added=-self.added),
            minor=_added(system.minor, prizes=-self.minor_back, added=-self.minor_added),
        )
        return _done_with(state, self.system, self.prize)

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


def _done_with(state: MeterState, name: str, key: str) -> MeterState:
    """Without a prize, and after the last one of a round without its outcome."""
    done = state.prizes[key]
    after = replace(state, prizes=_without(state.prizes, key))
    if after.prizes_of(done.table, done.round):
        return after
    outcomes = state.systems[name].outcomes
    kept = tuple(outcome for outcome in outcomes if (outcome.table, outcome.round) != (done.table, done.round))
    return _changed(after, name, outcomes=kept)


class Contributed(Public, frozen=True, kw_only=True):
    system: str
    amount: int
    minor: bool

    def apply(self, state: MeterState) -> MeterState:
        pool = "minor" if self.minor else "major"
        ledger: Ledger = getattr(state.systems[self.system], pool)
        return _changed(state, self.system, **{pool: _added(ledger, added=self.amount)})


class PoolDivided(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    minor: int

    def apply(self, state: MeterState) -> MeterState:
        return _moved(state, self.system, self.terms, self.minor)


class PoolsCombined(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    minor: int

    def apply(self, state: MeterState) -> MeterState:
        return _moved(state, self.system, self.terms, -self.minor)


def _moved(state: MeterState, name: str, terms: Terms, to_minor: int) -> MeterState:
    system = state.systems[name]
    major, minor = _added(system.major, transfers=-to_minor), _added(system.minor, transfers=to_minor)
    return _changed(state, name, terms=terms, major=major, minor=minor)


class TablesStopped(Public, frozen=True, kw_only=True):
    system: str

    def apply(self, state: MeterState) -> MeterState:
        return _changed(state, self.system, stopped=True, stops=state.systems[self.system].stops + 1)


class TablesResumed(Public, frozen=True, kw_only=True):
    system: str

    def apply(self, state: MeterState) -> MeterState:
        return _changed(state, self.system, stopped=False)

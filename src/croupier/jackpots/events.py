"""Everything that can become so on the prize meters. All of it is public: meters hang on the wall."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.jackpots.systems import Casino, Ledger, Notice, Outcome, Prize, System, Terms
from croupier.kernel.events import Public

Game = tuple[int, tuple[int, ...]]
"""A round at a table, and its boxes with a jackpot wager."""


def _added(ledger: Ledger, **amounts: int) -> Ledger:
    return replace(ledger, **{name: getattr(ledger, name) + amount for name, amount in amounts.items()})


def _without(games: dict[str, Game], table: str) -> dict[str, Game]:
    left = games.copy()
    left.pop(table, None)
    return left


def _changed(casino: Casino, system: System) -> Casino:
    return replace(casino, systems=casino.with_system(system))


class SystemOpened(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    tables: tuple[str, ...]
    seed: int
    digest: str

    def apply(self, casino: Casino) -> Casino:
        opened = System(name=self.system, terms=self.terms, tables=self.tables, major=Ledger(seeded=self.seed))
        return _changed(casino, opened)


class NoticeShown(Public, frozen=True, kw_only=True):
    about: str
    at: int
    due: int

    def apply(self, casino: Casino) -> Casino:
        return replace(casino, notices={**casino.notices, self.about: Notice(self.at, self.due)})


class TableLinked(Public, frozen=True, kw_only=True):
    system: str
    table: str

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(casino, replace(system, tables=(*system.tables, self.table)))


class TableUnlinked(Public, frozen=True, kw_only=True):
    system: str
    table: str

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(casino, replace(system, tables=tuple(t for t in system.tables if t != self.table)))


class TermsChanged(Public, frozen=True, kw_only=True):
    """New terms; a meter below its new seed is raised to it."""

    system: str
    terms: Terms
    added: int = 0

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(casino, replace(system, terms=self.terms, major=_added(system.major, added=self.added)))


class SystemClosed(Public, frozen=True, kw_only=True):
    """`shares` went to other meters; what was left, the seed, goes back to the house."""

    system: str
    shares: dict[str, int]
    withdrawn: int

    def apply(self, casino: Casino) -> Casino:
        systems = dict(casino.systems)
        for name, amount in self.shares.items():
            systems[name] = replace(systems[name], major=_added(systems[name].major, transfers=amount))
        closed = systems[self.system]
        out = sum(self.shares.values())
        major = _added(closed.major, transfers=-out, added=-self.withdrawn)
        systems[self.system] = replace(closed, major=major, closed=True, tables=())
        return replace(casino, systems=systems)


class EquipmentReported(Public, frozen=True, kw_only=True):
    system: str
    working: bool
    manual: bool

    def apply(self, casino: Casino) -> Casino:
        return _changed(casino, replace(casino.systems[self.system], working=self.working, manual=self.manual))


class WagersRegistered(Public, frozen=True, kw_only=True):
    """`increment` and `minor_increment` grains go onto the meters."""

    system: str
    table: str
    round: int
    boxes: tuple[int, ...]
    wagers: int
    increment: int
    minor_increment: int = 0

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(
            casino,
            replace(
                system,
                major=_added(system.major, increments=self.increment),
                minor=_added(system.minor, increments=self.minor_increment),
                wagers=system.wagers + self.wagers,
                games={**system.games, self.table: (self.round, self.boxes)},
                spent=system.spent - {self.table},
            ),
        )


class GameCancelled(Public, frozen=True, kw_only=True):
    """A round's wagers come off the meter exactly as they went on, unless they are spent; what is then missing is added."""

    system: str
    table: str
    why: str
    wagers: int
    increment: int
    minor_increment: int = 0
    added: int = 0
    minor_added: int = 0

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(
            casino,
            replace(
                system,
                major=_added(system.major, increments=-self.increment, added=self.added),
                minor=_added(system.minor, increments=-self.minor_increment, added=self.minor_added),
                wagers=system.wagers - self.wagers,
                games=_without(system.games, self.table),
                spent=system.spent - {self.table},
            ),
        )


class OutcomeRecorded(Public, frozen=True, kw_only=True):
    """A round is settled on the meter: its prizes are fixed and have left it, whoever must still verify them."""

    system: str
    outcome: Outcome
    prizes: dict[str, Prize] = {}

    def apply(self, casino: Casino) -> Casino:
        system, outcome = casino.systems[self.system], self.outcome
        kept = (*system.outcomes, outcome) if self.prizes else system.outcomes
        after = replace(
            system,
            games=_without(system.games, outcome.table),
            outcomes=kept,
            spent=(system.spent | set(outcome.spent)) - {outcome.table},
            major=_added(system.major, prizes=outcome.deducted, added=outcome.added),
            minor=_added(system.minor, prizes=outcome.minor_deducted, added=outcome.minor_added),
        )
        return replace(_changed(casino, after), prizes={**casino.prizes, **self.prizes})


class OutcomeReopened(Public, frozen=True, kw_only=True):
    """An outcome that has not been paid is taken back, because one that was dealt earlier comes before it."""

    system: str
    table: str
    round: int

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        taken = next(o for o in system.outcomes if (o.table, o.round) == (self.table, self.round))
        after = replace(
            system,
            outcomes=tuple(o for o in system.outcomes if o is not taken),
            spent=system.spent - set(taken.spent),
            major=_added(system.major, prizes=-taken.deducted, added=-taken.added),
            minor=_added(system.minor, prizes=-taken.minor_deducted, added=-taken.minor_added),
        )
        left = {n: p for n, p in casino.prizes.items() if (p.table, p.round) != (self.table, self.round)}
        return replace(_changed(casino, after), prizes=left)


class PrizeVerified(Public, frozen=True, kw_only=True):
    prize: str
    person: str
    by: str
    deck: int

    def apply(self, casino: Casino) -> Casino:
        prize = casino.prizes[self.prize]
        verified = replace(prize, verified=(*prize.verified, self.person))
        return replace(casino, prizes={**casino.prizes, self.prize: verified})


class PrizePaid(Public, frozen=True, kw_only=True):
    """The money is with the player; once a round's last prize is paid, nothing can come before it any more."""

    prize: str
    system: str
    pays: int

    def apply(self, casino: Casino) -> Casino:
        paid = casino.prizes[self.prize]
        left = {name: prize for name, prize in casino.prizes.items() if name != self.prize}
        system = casino.systems[self.system]
        if all((prize.table, prize.round) != (paid.table, paid.round) for prize in left.values()):
            kept = tuple(o for o in system.outcomes if (o.table, o.round) != (paid.table, paid.round))
            system = replace(system, outcomes=kept)
        return replace(_changed(casino, system), prizes=left)


class Contributed(Public, frozen=True, kw_only=True):
    system: str
    amount: int
    minor: bool

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        if self.minor:
            return _changed(casino, replace(system, minor=_added(system.minor, added=self.amount)))
        return _changed(casino, replace(system, major=_added(system.major, added=self.amount)))


class PoolDivided(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    minor: int

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        major, minor = _added(system.major, transfers=-self.minor), _added(system.minor, transfers=self.minor)
        return _changed(casino, replace(system, terms=self.terms, major=major, minor=minor))


class PoolsCombined(Public, frozen=True, kw_only=True):
    system: str
    terms: Terms
    minor: int

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        major, minor = _added(system.major, transfers=self.minor), _added(system.minor, transfers=-self.minor)
        return _changed(casino, replace(system, terms=self.terms, major=major, minor=minor))


class TablesStopped(Public, frozen=True, kw_only=True):
    system: str

    def apply(self, casino: Casino) -> Casino:
        system = casino.systems[self.system]
        return _changed(casino, replace(system, stopped=True, stops=system.stops + 1))


class TablesResumed(Public, frozen=True, kw_only=True):
    system: str

    def apply(self, casino: Casino) -> Casino:
        return _changed(casino, replace(casino.systems[self.system], stopped=False))

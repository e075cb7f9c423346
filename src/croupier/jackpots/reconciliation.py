"""What a history of prize meters adds up to, counted from its events alone: the check on the meters, and their report."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.jackpots import events
from croupier.jackpots.prizes import grains
from croupier.jackpots.systems import MeterState
from croupier.kernel.events import Event


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A prize that was won: on which meter, what it showed then (grains), and what the prize is (cents)."""

    prize: str
    hand: str
    pays: int
    source: str
    meter: int
    at: int
    paid: bool = False


class Tally(msgspec.Struct, kw_only=True):
    """One pool of one system, all in grains; `adjustments` are in words."""

    seed: int = 0
    contributions: int = 0
    prizes: int = 0
    transfers: int = 0
    added: int = 0
    wagers: int = 0
    adjustments: list[str] = []
    hits: dict[str, Hit] = {}

    @property
    def value(self) -> int:
        """What the meter must show."""
        return self.seed + self.contributions - self.prizes + self.transfers + self.added


class Reckoning:
    """The tally of every system (`name`) and of its minor pool (`name, minor`), from only the events taken so far."""

    def __init__(self) -> None:
        self.books: dict[str, Tally] = {}
        self.outcomes: dict[tuple[str, int], events.OutcomeRecorded] = {}
        self._paid = 0

    def take(self, event: Event) -> None:
        match event:
            case events.SystemOpened():
                self.books[event.system] = Tally(seed=event.seed, adjustments=[], hits={})
                self.books[_minor(event.system)] = Tally(adjustments=[], hits={})
            case events.WagersRegistered():
                self.books[event.system].wagers += grains(event.wagers)
                self._move(event.system, contributions=(event.increment, event.minor_increment))
            case events.GameCancelled():
                self.books[event.system].wagers -= grains(event.wagers)
                off = (-event.increment, -event.minor_increment)
                self._move(event.system, contributions=off, added=(event.added, event.minor_added))
            case events.OutcomeRecorded():
                outcome = event.outcome
                self.outcomes[outcome.table, outcome.round] = event
                self._pay(event, 1)
            case events.OutcomeReopened():
                self._pay(self.outcomes.pop((event.table, event.round)), -1)
            case events.OutcomeWithdrawn():
                self._pay(self.outcomes.pop((event.table, event.round)), -1)
                added = (event.added, event.minor_added)
                self._move(event.system, contributions=(-event.returned, 0), added=added)
            case events.MeterCorrected():
                more = (event.increment, event.minor_increment)
                self._move(event.system, contributions=more, added=(event.added, event.minor_added))
                for o in (moment.outcome for moment in event.moments.values()):
                    if o is not None and (known := self.outcomes.get((o.table, o.round))) is not None:
                        self.outcomes[o.table, o.round] = msgspec.structs.replace(known, outcome=o)
            case events.PrizeRefused():
                back, added = (-event.back, -event.minor_back), (-event.added, -event.minor_added)
                self._move(event.system, prizes=back, added=added, contributions=(-event.returned, 0))
                self.books[event.system].hits.pop(event.prize)
                where, recorded = next((key, o) for key, o in self.outcomes.items() if event.prize in o.prizes)
                box = recorded.prizes[event.prize].box
                self.outcomes[where] = msgspec.structs.replace(recorded, outcome=event.less(recorded.outcome, box))
            case events.PrizePaid():
                tally = self.books[event.system]
                tally.hits[event.prize] = msgspec.structs.replace(tally.hits[event.prize], paid=True)
            case events.TermsChanged():
                self.books[event.system].added += event.added
                self.books[event.system].adjustments.append("new terms")
            case events.Contributed():
                self.books[_minor(event.system) if event.minor else event.system].added += event.amount
            case events.PoolDivided():
                self._move(event.system, transfers=(-event.minor, event.minor))
                self.books[event.system].adjustments.append("pool divided")
            case events.PoolsCombined():
                self._move(event.system, transfers=(event.minor, -event.minor))
                self.books[event.system].adjustments.append("pools combined")
            case events.SystemClosed():
                closing = self.books[event.system]
                closing.transfers -= sum(event.shares.values())
                closing.added -= event.withdrawn
                closing.adjustments.append("closed")
                for name, amount in event.shares.items():
                    self.books[name].transfers += amount

    def _move(self, system: str, **amounts: tuple[int, int]) -> None:
        """Add so much for the two pools of a system, the major one first."""
        for what, pair in amounts.items():
            for tally, amount in zip((self.books[system], self.books[_minor(system)]), pair, strict=True):
                setattr(tally, what, getattr(tally, what) + amount)

    def _pay(self, event: events.OutcomeRecorded, sign: int) -> None:
        outcome, hits = event.outcome, self.books[event.system].hits
        prizes = (sign * outcome.deducted, sign * outcome.minor_deducted)
        self._move(event.system, prizes=prizes, added=(sign * outcome.added, sign * outcome.minor_added))
        for name, prize in event.prizes.items():
            if sign < 0:
                hits.pop(name, None)
                continue
            hand, pays, source = prize.hand, prize.pays, prize.source
            hits[name] = Hit(prize=name, hand=hand, pays=pays, source=source, meter=outcome.meter, at=outcome.at)

    @property
    def paid(self) -> int:
        """The prizes that were paid by now, in cents."""
        return self._paid + sum(hit.pays for tally in self.books.values() for hit in tally.hits.values() if hit.paid)

    def forget(self, state: MeterState) -> None:
        """Keep only rounds and prizes that can still be taken back, as the meters themselves do."""
        known = {(outcome.table, outcome.round) for system in state.systems.values() for outcome in system.outcomes}
        self.outcomes = {where: event for where, event in self.outcomes.items() if where in known}
        open_yet = {name for event in self.outcomes.values() for name in event.prizes}
        for tally in self.books.values():
            done = [name for name, hit in tally.hits.items() if hit.paid and name not in open_yet]
            self._paid += sum(tally.hits.pop(name).pays for name in done)


def reckon(history: Iterable[Event]) -> dict[str, Tally]:
    """The tally of every system and of its minor pool, of a whole history."""
    reckoning = Reckoning()
    for event in history:
        reckoning.take(event)
    return reckoning.books


def _minor(system: str) -> str:
    return f"{system}, minor"


def differences(history: Iterable[Event], state: MeterState) -> list[str]:
    """Where the meters do not show what their history adds up to, in words; empty if all is right."""
    return unlike(reckon(history), state)


def unlike(books: Mapping[str, Tally], state: MeterState) -> list[str]:
    """The same from a calculation that was already made."""
    wrong = []
    for name, system in state.systems.items():
        for pool, ledger in ((name, system.major), (_minor(name), system.minor)):
            if books[pool].value != ledger.value:
                wrong.append(f"{pool} shows {ledger.value} grains, its history adds up to {books[pool].value}")
            if ledger.value < 0:
                wrong.append(f"{pool} is below zero: {ledger.value} grains")
        if books[name].wagers != grains(system.wagers):
            wrong.append(f"{name} has taken {system.wagers} cents, its history adds up to {books[name].wagers} grains")
    return wrong

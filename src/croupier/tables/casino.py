"""A casino: tables whose jackpot wagers feed shared prize meters.

A command to a table takes effect at the table and on its meter together, or not at all: wagers are registered when betting
closes, outcomes are recorded at settlement, and a prize is paid as the meter says, once those who must have verified it. The
order in which outcomes are recorded is the order of settlement between tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import RLock

import msgspec

from croupier.jackpots import commands as meter_commands
from croupier.jackpots import events as meter_events
from croupier.jackpots.engine import decide as decide_meters
from croupier.jackpots.engine import evolve as evolve_meters
from croupier.jackpots.reconciliation import differences
from croupier.jackpots.systems import Casino as MeterState
from croupier.jackpots.systems import Prize, System
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.money import dollars
from croupier.stud.commands import CallNoMoreBets, PayJackpot, PlaceJackpot, SetJackpot
from croupier.stud.events import CardsDealt, NoMoreBetsCalled
from croupier.stud.jackpot_events import JackpotCancelled, JackpotHandKept, JackpotLost, JackpotPaid, JackpotRegistered
from croupier.stud.table import METER
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters

Ahead = tuple[MeterState, list[Event]]


class Display(msgspec.Struct, frozen=True):
    """What hangs at every table of a system: what its meter holds, in grains, and the prizes that wait for somebody."""

    meter: int
    minor: int
    pending: tuple[str, ...]


class Casino:
    """The tables and prize meters of one casino under one book."""

    def __init__(self, book: str) -> None:
        self.meters = Meters(book)
        self.tables: dict[str, HouseTable] = {}
        self._dealt: dict[str, dict[int, tuple[int, int]]] = {}  # for each box: when its first and last card came
        self._turn = RLock()

    def add(self, name: str, table: HouseTable) -> None:
        """Put a table on the floor; it takes jackpot wagers once it is linked to a prize meter."""
        if name in self.tables:
            raise ValueError(f"there is a table {name!r} already")
        self.tables[name] = table

    def do(self, name: str, command: Command) -> Decision:
        """Give a command to a table, with all that follows for its prize meter."""
        with self._turn:
            table = self.tables[name]
            if (refusal := self._not_by_the_meter(name, table, command)) is not None:
                return refusal
            decision = table.foresee(command)
            if isinstance(decision, Refused):
                return decision
            ahead = self._ahead(self._asks(name, decision.events, command))
            if isinstance(ahead, Refused):
                return ahead
            table.take(decision.events)
            self._take(ahead)
            self._note_deal(name, decision.events, command.at)
            return decision

    def manage(self, command: Command) -> Decision:
        """Give a command to the prize meters; tables that it concerns offer jackpot wagers as the meter then says."""
        with self._turn:
            ahead = self._ahead([command])
            if isinstance(ahead, Refused):
                return ahead
            offers: list[tuple[str, tuple[Event, ...]]] = []
            for name, change in self._changes(*ahead):
                offer = self.tables[name].foresee(change)
                if isinstance(offer, Refused):
                    return offer
                offers.append((name, offer.events))
            for name, events in offers:
                self.tables[name].take(events)
            self._take(ahead)
            return Accepted(tuple(ahead[1]))

    def pay(self, name: str, box: int, *, by: str = "dealer", at: int = 0) -> Decision:
        """Pay a prize at a table, as much as the meter says."""
        prize = self._prize(name, box)
        amount = self.meters.state.prizes[prize].pays if prize else 0
        return self.do(name, PayJackpot(box=box, amount=amount, by=by, at=at))

    def display(self, name: str) -> Display | None:
        """What the display at a table shows, or nothing where no prize meter serves it."""
        system = self.meters.state.system_of(name)
        if system is None:
            return None
        waiting = (key for key, prize in self.meters.state.prizes.items() if self._served(prize, system))
        return Display(system.major.value, system.minor.value, tuple(waiting))

    def wrong(self) -> list[str]:
        """What does not add up, in words: meters against their history, and tables against the meters; empty if all is well."""
        found = differences(self.meters.events, self.meters.state)
        for name, table in self.tables.items():
            taken, paid = _at_table(table.events)
            if table.state.money.get(METER, 0) != taken - paid:
                found.append(f"table {name}: wagers less prizes are {taken - paid} cents, its account says otherwise")
            system = self.meters.state.system_of(name)
            on_meter = set(system.games[name][1]) if system is not None and name in system.games else set()
            if set(table.state.registered) != on_meter:
                found.append(f"table {name}: the jackpot game on the meter is not the one at the table")
        return found

    def _served(self, prize: Prize, system: System) -> bool:
        return prize.table in system.tables

    def _not_by_the_meter(self, name: str, table: HouseTable, command: Command) -> Refused | None:
        """A refusal where the meter takes no wagers, or has not released the prize that somebody wants to pay."""
        rules = self.meters.rules
        if isinstance(command, SetJackpot):
            return Refused("not_at_this_table", "what jackpot wagers cost is set with the prize meter")
        if isinstance(command, PlaceJackpot) or (isinstance(command, CallNoMoreBets) and table.state.jackpots):
            system = self.meters.state.system_of(name)
            if system is None:
                return rules.refuse("system_opened", f"table {name} belongs to no prize meter")
            if not system.taking_wagers:
                return rules.refuse("equipment_working", "the prize meter takes no wagers now")
        if isinstance(command, PayJackpot) and (key := self._prize(name, command.box)):
            prize = self.meters.state.prizes[key]
            if command.amount != prize.pays:
                return rules.refuse(
                    "prize_paid", f"the prize of box {command.box} is {dollars(prize.pays)} by the meter"
                )
        return None

    def _asks(self, name: str, events: Iterable[Event], command: Command) -> Iterator[Command]:
        """What the meter must be told of these events at a table."""
        at, by = command.at, self.meters.rules.ranks[0]
        hands: dict[int, str] = {}
        settled = False
        table = self.tables[name].state
        for event in events:
            match event:
                case JackpotRegistered():
                    boxes = event.boxes
                    yield meter_commands.RegisterWagers(table=name, round=table.round, boxes=boxes, at=at, by=by)
                case JackpotCancelled():
                    yield meter_commands.CancelGame(table=name, why=event.why, at=at, by=by)
                case JackpotLost():
                    settled = True
                case JackpotHandKept():
                    settled = True
                    hands[event.box] = event.hand
                case JackpotPaid():
                    yield meter_commands.PayPrize(prize=self._prize(name, event.box), at=at, by=by)
        if settled:
            system = self.meters.state.system_of(name)
            number = system.games[name][0] if system is not None and name in system.games else table.round
            times = [self._dealt.get(name, {}).get(box, (0, 0)) for box in hands]
            dealt = min((first for first, _ in times), default=0)
            completed = min((last for _, last in times), default=0) if table.options.device == "shuffler" else 0
            yield meter_commands.RecordOutcome(
                table=name, round=number, hands=hands, dealt=dealt, completed=completed, at=at, by=by
            )

    def _note_deal(self, name: str, events: Iterable[Event], at: int) -> None:
        """Keep when each box got its cards: between tables that may decide whose prize comes first."""
        for event in events:
            if isinstance(event, NoMoreBetsCalled):
                self._dealt[name] = {}
            elif isinstance(event, CardsDealt):
                times = self._dealt.setdefault(name, {})
                times[event.box] = (times.get(event.box, (at, at))[0], at)

    def _prize(self, name: str, box: int) -> str:
        """The unpaid prize of a box, by its name on the meter, or nothing."""
        prizes = self.meters.state.prizes.items()
        return next((key for key, prize in prizes if (prize.table, prize.box) == (name, box)), "")

    def _ahead(self, asks: Iterable[Command]) -> Ahead | Refused:
        """The meters after these commands, which have not taken effect yet; or the first refusal."""
        state, events = self.meters.state, list[Event]()
        for command in asks:
            decision = decide_meters(self.meters.rules, state, command)
            if isinstance(decision, Refused):
                return decision
            for event in decision.events:
                state = evolve_meters(state, event)
            events.extend(decision.events)
        return state, events

    def _take(self, ahead: Ahead) -> None:
        self.meters.state, events = ahead
        self.meters.events.extend(events)

    def _changes(self, state: MeterState, events: list[Event]) -> Iterator[tuple[str, Command]]:
        """What tables must offer after these events on the meters."""
        concerned: dict[str, None] = {}
        for event in events:
            match event:
                case meter_events.SystemOpened():
                    concerned |= dict.fromkeys(event.tables)
                case meter_events.TableLinked() | meter_events.TableUnlinked():
                    concerned[event.table] = None
                case meter_events.TermsChanged() | meter_events.PoolDivided() | meter_events.PoolsCombined():
                    concerned |= dict.fromkeys(state.systems[event.system].tables)
                case meter_events.SystemClosed():
                    concerned |= dict.fromkeys(self.meters.state.systems[event.system].tables)
        for name in concerned:
            if name not in self.tables:
                continue
            system, options = state.system_of(name), self.tables[name].state.options
            cost, option = (system.terms.cost, system.terms.option) if system is not None else (0, 0)
            if (options.jackpot, options.jackpot_option) != (cost, option):
                yield name, SetJackpot(cost=cost, option=option)


def _at_table(events: Iterable[Event]) -> tuple[int, int]:
    """Jackpot wagers taken and prizes paid at a table, in cents, from its history."""
    taken = sum(e.postings.get(METER, 0) for e in events if isinstance(e, JackpotLost | JackpotHandKept))
    paid = sum(e.amount for e in events if isinstance(e, JackpotPaid))
    return taken, paid

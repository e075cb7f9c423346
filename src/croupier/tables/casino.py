"""A casino: tables whose jackpot wagers feed shared prize meters.

A command to a table takes effect at the table and on its meter together, or not at all. Wagers are registered when betting
closes, outcomes are recorded at settlement, and a prize is paid as the meter says, once it is verified. The order in which
outcomes are recorded is the order of settlement between tables. Tables and meters are linked here, so nothing bypasses this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from croupier.jackpots import commands as meter_commands, events as meter_events
from croupier.jackpots.groups import halted
from croupier.jackpots.reconciliation import differences
from croupier.jackpots.systems import MeterState
from croupier.kernel.actors import HOUSE, Capacity, Said
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command, Event
from croupier.kernel.incidents import DutyDone
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask, Links, Step, TablesLink, Work, software
from croupier.kernel.money import dollars
from croupier.kernel.streams import AnyStream
from croupier.stud import commands, events
from croupier.stud.state import METER, State
from croupier.tables.house_table import HouseTable
from croupier.tables.meters import Meters

_FROM_THE_TABLE = (
    meter_commands.RegisterWagers,
    meter_commands.CancelGame,
    meter_commands.CarryWagers,
    meter_commands.RecordOutcome,
    meter_commands.WithdrawOutcome,
)

_PLAY = (
    commands.CallNoMoreBets,
    commands.Deal,
    commands.DealCards,
    commands.TurnUp,
    commands.CallBetOrFold,
    commands.PlaceBet,
    commands.Fold,
    commands.Concede,
    commands.Reveal,
    commands.Settle,
)
"""Commands that move a round on."""


class Display(msgspec.Struct, frozen=True):
    """What every table of a system displays: the value of its meter, in grains, and the pending prizes."""

    meter: int
    minor: int
    pending: tuple[str, ...]


class Casino(TablesLink[HouseTable]):
    """The tables and prize meters of one casino under one book."""

    def __init__(self, book: str, *, meters: Meters | None = None, links: Links | None = None) -> None:
        self.meters = meters or Meters(book)
        super().__init__(self.meters, links)

    @classmethod
    def load(cls, meters: Iterable[str | bytes], tables: Mapping[str, Iterable[str | bytes]]) -> Casino:
        """The casino of these records: one for its meters, and one for each table by name."""
        loaded = Meters.load(meters)
        casino = cls(loaded.pins.game, meters=loaded)
        for name, lines in tables.items():
            casino.add(name, HouseTable.load(lines))
        return casino

    def add(self, name: str, table: HouseTable) -> None:
        """Add a table. It takes jackpot wagers once it is linked to a prize meter."""
        self.keep(name, table)

    def do(self, name: str, command: Command, *, by: Capacity | None = None, person: str = "", at: int | None = None) -> Decision:
        """Give a command to a table, with everything that follows for its prize meter."""
        return self.tables[name].do(command, by=by, person=person, at=at)

    def manage(self, command: Command, *, by: Capacity | None = None, person: str = "", at: int | None = None) -> Decision:
        """Give a command to the prize meters. The tables concerned then offer jackpot wagers as the meter says."""
        return self.meters.do(command, by=by, person=person, at=at)

    def pay(self, name: str, box: int, *, by: Capacity | None = None, person: str = "", at: int | None = None) -> Decision:
        """Pay a prize at a table, in the amount that the meter says."""
        prize = self._prize(name, box)
        amount = self.meters.state.prizes[prize].pays if prize else 0
        return self.do(name, commands.PayJackpot(box=box, amount=amount), by=by, person=person, at=at)

    def display(self, name: str) -> Display | None:
        """What the display at a table shows, or nothing if the table has no prize meter."""
        if (system := self.meters.state.system_of(name)) is None:
            return None
        waiting = (key for key, prize in self.meters.state.prizes.items() if prize.table in system.tables)
        return Display(system.major.value, system.minor.value, tuple(waiting))

    def wrong(self) -> list[str]:
        """What does not add up, in words: meters against their history, and tables against the meters. Empty if all is well."""
        wrong_now = differences(self.meters.events, self.meters.state)
        for name, table in self.tables.items():
            taken, paid = _at_table(table.events)
            if table.state.money.get(METER, 0) != taken - paid:
                wrong_now.append(f"table {name}: wagers less prizes are {taken - paid} cents, its account says otherwise")
            system = self.meters.state.system_of(name)
            on_meter = set(system.games[name][1]) if system is not None and name in system.games else set()
            if set(table.state.registered) != on_meter:
                wrong_now.append(f"table {name}: the jackpot game on the meter is not the one at the table")
        return wrong_now

    # What tables and meters mean for each other

    def fill(self, ask: Ask) -> Command:
        """The amount of a prize, if the command leaves it open."""
        command = ask.command
        if isinstance(command, commands.PayJackpot) and not command.amount and (key := self._prize_at(ask)):
            return replace(command, amount=self.meters.state.prizes[key].pays)
        return command

    def refuses(self, ask: Ask) -> Refused | None:
        command = ask.command
        if ask.stream is not self.meters:
            return self._not_by_the_meter(self._names[ask.stream], ask.stream.state, command)
        if (where := self._played_at(command)) in self.tables:
            reason = f"what happens to jackpot wagers at table {where} is decided at the table"
            return Refused("not_at_this_table", reason, self.meters.rules.cite("outcome_recorded"))
        another = self._another_game(command)
        return another if another is not None else self._own_prize(command, ask.said)

    def follows(self, work: Work, steps: Sequence[Step]) -> Iterator[Ask | Refused]:
        for step in steps:
            if step.stream is self.meters:
                for name, change in self._changes(work.state(self.meters), step.events):
                    table = self.tables[name]
                    yield Ask(table, change, software(step.said, table))
            elif step.stream in self._names:
                for ask in self._asks(self._names[step.stream], step.events):
                    yield Ask(self.meters, ask, software(step.said, self.meters))

    def offers(self, stream: AnyStream, offer: Legal, said: Said) -> Legal | None:
        """A table's offer as its meter allows it: a prize is paid in the amount that the meter says, once it has released it."""
        ask = Ask(stream, offer.command, said)
        if isinstance(offer.command, commands.PayJackpot) and (key := self._prize_at(ask)):
            meters = self.meters
            paid = meters.engine.decide(meters.rules, meters.state, meter_commands.PayPrize(prize=key), Said(HOUSE, HOUSE, 0))
            exact = replace(offer.command, amount=meters.state.prizes[key].pays)
            return None if isinstance(paid, Refused) else replace(offer, command=exact, most=0)
        return super().offers(stream, offer, said)

    def _another_game(self, command: Command) -> Refused | None:
        """A refusal if a table would join the meter of another game, which has other hands and prizes."""
        match command:
            case meter_commands.OpenSystem():
                tables, game = command.tables, command.terms.game
            case meter_commands.LinkTable() | meter_commands.MoveTable() if command.system in self.meters.state.systems:
                tables, game = (command.table,), self.meters.state.systems[command.system].terms.game
            case _:
                return None
        for name in tables:
            if name in self.tables and (own := self.tables[name].rules.game) != game:
                return self.meters.rules.refuse("tables_alike", f"at table {name} the game is {own}, not {game}")
        return None

    def _own_prize(self, command: Command, said: Said) -> Refused | None:
        """A refusal of someone who verifies a prize at the table where they play."""
        prize = self.meters.state.prizes.get(command.prize) if isinstance(command, meter_commands.VerifyPrize) else None
        table = self.tables.get(prize.table) if prize is not None else None
        return self.meters.rules.plays_here(said, table.state) if table is not None else None

    def _played_at(self, command: Command) -> str:
        """The table of a command to the meters, if only the table may send it."""
        if isinstance(command, meter_commands.PayPrize | meter_commands.RefusePrize):
            prize = self.meters.state.prizes.get(command.prize)
            return prize.table if prize is not None else ""
        return command.table if isinstance(command, _FROM_THE_TABLE) else ""

    def _not_by_the_meter(self, name: str, table: State, command: Command) -> Refused | None:
        """A refusal if the meter takes no wagers, or has not released the prize to be paid."""
        rules = self.meters.rules
        if isinstance(command, commands.SetJackpot):
            clauses = rules.cite("system_opened")
            return Refused("not_at_this_table", "what jackpot wagers cost is set with the prize meter", clauses)
        system = self.meters.state.system_of(name)
        if system is not None and isinstance(command, _PLAY) and (refusal := halted(rules, system)) is not None:
            return refusal
        if system is not None and system.stopped and isinstance(command, commands.PlaceJackpot | commands.CallNoMoreBets):
            return rules.refuse("tables_stopped", "no game begins while the tables are stopped")
        new = set(table.jackpots) - set(table.registered)  # others were taken before, and stay valid
        if isinstance(command, commands.PlaceJackpot) or (isinstance(command, commands.CallNoMoreBets) and new):
            if system is None:
                return rules.refuse("system_opened", f"table {name} belongs to no prize meter")
            if not system.taking_wagers:
                return rules.refuse("equipment_working", "the prize meter takes no wagers now")
        if isinstance(command, commands.PayJackpot) and (key := self._prize(name, command.box)):
            prize = self.meters.state.prizes[key]
            if command.amount != prize.pays:
                reason = f"the prize of box {command.box} is {dollars(prize.pays)} by the meter"
                return rules.refuse("prize_paid", reason)
        return None

    def _asks(self, name: str, made: Iterable[Event]) -> Iterator[Command]:
        """What these events at a table mean for the meter."""
        hands: dict[int, str] = {}
        settled = False
        table = self.tables[name].state
        playing, known = set(table.registered), set(table.cancelled)
        left = list(made)
        while left:
            match event := left.pop(0):
                case events.JackpotPlaced():
                    known.discard(event.box)
                case events.JackpotRegistered():
                    playing, lay = set(event.boxes), tuple(box for box in event.boxes if box in known)
                    yield meter_commands.RegisterWagers(table=name, round=table.round, boxes=event.boxes, again=lay)
                case events.JackpotCancelled():
                    known |= playing
                    again = next((later for later in left if isinstance(later, events.JackpotRegistered)), None)
                    if again is not None and set(again.boxes) < playing:
                        left.remove(again)
                        playing = set(again.boxes)
                        yield meter_commands.CancelGame(table=name, why=event.why, rest=again.boxes)
                    else:
                        playing = set()
                        yield meter_commands.CancelGame(table=name, why=event.why)
                case events.JackpotLost():
                    settled = True
                case events.JackpotHandKept():
                    settled = True
                    hands[event.box] = event.hand
                case DutyDone(effect="all stop") if (system := self.meters.state.system_of(name)) and not system.stopped:
                    yield meter_commands.StopTables(system=system.name)
                case events.JackpotsKept() if playing:
                    yield meter_commands.CarryWagers(table=name, round=table.round + 1)
                case events.SettlementUndone() if event.boxes:
                    playing = set(event.boxes)
                    why = "the settlement at the table is undone"
                    yield meter_commands.WithdrawOutcome(table=name, round=table.round, why=why)
                case events.JackpotNotPaid():
                    yield meter_commands.RefusePrize(prize=self._prize(name, event.box), why=event.why)
                case events.JackpotPaid():
                    yield meter_commands.PayPrize(prize=self._prize(name, event.box))
        if settled:
            times = [table.dealt.get(box, (0, 0)) for box in hands]
            dealt = min((first for first, _ in times), default=0)
            completed = min((last for _, last in times), default=0) if table.options.device == "shuffler" else 0
            yield meter_commands.RecordOutcome(table=name, round=table.round, hands=hands, dealt=dealt, completed=completed)

    def _prize_at(self, ask: Ask) -> str:
        """The unpaid prize behind a payment at a table, or nothing."""
        box = ask.command.box if isinstance(ask.command, commands.PayJackpot) else 0
        return self._prize(self._names.get(ask.stream, ""), box)

    def _prize(self, name: str, box: int) -> str:
        """The unpaid prize of a box, by its name on the meter, or nothing."""
        prizes = self.meters.state.prizes.items()
        return next((key for key, prize in prizes if (prize.table, prize.box) == (name, box)), "")

    def _changes(self, state: MeterState, made: Iterable[Event]) -> Iterator[tuple[str, Command]]:
        """What tables must offer after these events on the meters."""
        concerned: dict[str, None] = {}
        for event in made:
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
            system, table = state.system_of(name), self.tables[name].state
            options = table.options
            cost, option = (system.terms.cost, system.terms.option) if system is not None else (0, 0)
            if (
                table.metered != (cost > 0)
                or options.jackpot != cost
                or options.jackpot_option != (option or options.jackpot_option)
            ):
                yield name, commands.SetJackpot(cost=cost, option=option)


def _at_table(made: Iterable[Event]) -> tuple[int, int]:
    """Jackpot wagers taken and prizes paid at a table, in cents, from its history."""
    moved = {events.JackpotLost: 0, events.JackpotHandKept: 0, events.JackpotPaid: 0, events.SettlementUndone: 0}
    for event in made:
        if type(event) in moved:
            moved[type(event)] += event.postings.get(METER, 0)
    undone = moved[events.SettlementUndone]
    return moved[events.JackpotLost] + moved[events.JackpotHandKept] + undone, -moved[events.JackpotPaid]

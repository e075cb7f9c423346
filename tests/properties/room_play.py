"""A poker room in which people do anything at all: join, leave, are called, sit down, ask, move, and tables open and close."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from croupier.kernel.accounts import Account
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.poker import commands as at_table
from croupier.room.state import Room
from croupier.tables.poker_room import PokerRoom
from croupier.tables.poker_table import whose

GAMES = {"5-10": 'crown-holdem {"places": 3, "commission": {"hourly": 500}}', "omaha": 'crown-omaha {"places": 3}'}
PEOPLE = [f"p{number}" for number in range(1, 10)]
Journal = list[tuple[str, bytes]]


class Unit(NamedTuple):
    """How a room was left by something that was done: how long the journal then was, its state, and everyone's chips."""

    size: int
    line: str
    state: Room
    money: dict[str, dict[Account, int]]


def money(room: PokerRoom) -> dict[str, dict[Account, int]]:
    """Where the money of each table lies."""
    return {name: {a: sum_ for a, sum_ in table.state.money.items() if sum_} for name, table in room.tables.items()}


class Evening:
    """A room and everything that it wrote down, in that order: each stream's entries in the order in which they were made."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.journal: Journal = []
        self.room = PokerRoom(seed=seed, follower=self._write)
        self.time, self.opened, self.done = 0, 0, 0
        self.units: list[Unit] = []
        for game, signs in GAMES.items():
            self.say(f"offer {game}: {signs} for 1")

    def _write(self, entry: Any, line: bytes) -> None:
        self.journal.append((entry.stream, line))

    def say(self, line: str) -> Decision:
        decision = self.room.say(f"at {self.time}: {line}")
        self._done(line, decision)
        return decision

    def _done(self, line: str, decision: Decision) -> None:
        if not isinstance(decision, Refused):
            self.done += 1
            self.units.append(Unit(len(self.journal), line, self.room.state.copied(), money(self.room)))

    def step(self) -> None:
        """Something happens, or is refused."""
        chance, room = self.chance, self.room
        self.time += chance.choice((0, 0, 1, 30, 200, 700))
        person, game = chance.choice(PEOPLE), chance.choice(list(GAMES))
        tables = [*room.state.tables] or ["A"]
        table, place = chance.choice(tables), chance.randint(1, 3)
        act = chance.randrange(21)
        if act == 0 and len(room.state.tables) < 4:
            self.opened += 1
            self.say(f"open table T{self.opened} for {game}")
        elif act in (1, 2, 3):
            self.say(f"list {person} for {game}{chance.choice(('', '', ', interested'))}")
        elif act in (4, 5, 6, 7) and table in room.tables:
            waiting = room.state.lists[room.state.tables[table].game].waiting
            named = waiting[0].person if waiting and chance.random() < 0.9 else person
            place = chance.choice(room.state.tables[table].vacant(self.time) or [place])
            rank = chance.choice(("", "", "by TG Higher Duties Dealer: "))
            self.say(f"{rank}seat {named} at {table} place {place} with 200.00")
        elif act == 8:
            self.say(f"call for {game}{chance.choice(('', f' to {table} place {place}'))}")
        elif act == 9:
            self.say(chance.choice((f"pass over {person} for {game}", f"unlist {person} for {game}")))
        elif act == 10:
            self.say(chance.choice((f"{person} is going for {game}", f"{person} wants {table} place {place} for {game}")))
        elif act == 11:
            self.say(chance.choice((f"{person} asks for {table}", f"{person} asks for any table", f"{person} stays")))
        elif act in (12, 13):
            due = room.stream.legal(by="TG Area Manager")
            if due and chance.random() < 0.7:
                command = chance.choice(due).command
                self._done("what is due", room.do(command, by="TG Area Manager", at=self.time))
            else:
                self.say(f"move {person} to {table} place {place}")
        elif act == 14:
            self.say(chance.choice((f"must move {table} to {chance.choice(tables)}", f"must move {table} to nothing")))
        elif act == 15:
            self.say(
                chance.choice((f"reserve {table} place {place} for {person}, 100 seconds", f"release {table} place {place}"))
            )
        elif act == 16:
            self.say("call collection")
        elif table in room.tables:
            self._at_table(table, place, act)

    def _at_table(self, name: str, place: int, act: int) -> None:
        """Players leave, go away and come back, are picked up, move within the table; it closes, or a hand is played."""
        chance, table = self.chance, self.room.tables[name]
        if table.state.seats and chance.random() < 0.9:
            place = chance.choice(sorted(table.state.seats))
        person = table.state.person_at(place)
        if act == 17:
            line = chance.choice((f"leave {place}", f"away {place}", f"back {place}", f"move {place} to {chance.randint(1, 3)}"))
            self.say(f"by {person or 'p1'} as seat {place}: table {name}: {line}")
        elif act == 18:
            self.say(f"by {person or 'p1'} as seat {place}: table {name}: away {place}")
            self.say(f"by TG Area Manager: table {name}: pick up {place}")
            self.time += chance.choice((1199, 1200, 1201))
            self.say(f"list {person or 'p1'} for {self.room.state.tables[name].game}")
        elif chance.random() < 0.2:
            self._close(name)
        else:
            self._hand(name)

    def _close(self, name: str) -> None:
        self.say(f"by TG Area Manager: table {name}: announce closing")
        for place, seat in sorted(self.room.tables[name].state.seats.items()):
            self.say(f"by {seat.person} as seat {place}: table {name}: agree {place} to closing")
        others = [other for other in self.room.state.tables if other != name]
        if others and self.chance.random() < 0.6:
            self.say(f"merge {name} into {self.chance.choice(others)}")
        else:
            self.say(f"by TG Area Manager: table {name}: close")

    def close_all(self) -> None:
        """Every table comes to the end of its hand and closes; chips that were kept for someone are handed out."""
        for name, table in self.room.tables.items():
            for _ in range(8):
                if table.state.phase in ("between", "closed"):
                    break
                self._hand(name)
            if not table.state.closed:
                self.say(f"by TG Area Manager: table {name}: announce closing")
                for place, seat in sorted(table.state.seats.items()):
                    self.say(f"by {seat.person} as seat {place}: table {name}: agree {place} to closing")
                closed = self.say(f"by TG Area Manager: table {name}: close")
                assert not isinstance(closed, Refused), closed
        for one in self.room.state.picked_up:
            out = self.say(f"unlist {one.person} for {one.game}")
            assert not isinstance(out, Refused), out

    def _hand(self, name: str) -> None:
        """A hand in which everyone folds to the last, the charge paid before it."""
        table = self.room.tables[name]
        if self.room.state.tables[name].owes:
            self.say(f"table {name}: hourly fees")
        for _ in range(40):
            act: Command | None = at_table.Fold(seat=table.turn) if table.turn else table.next_step()
            if act is None or isinstance(done := table.do(act, by=whose(act), at=self.time), Refused):
                return
            self._done("a hand", done)
            if table.state.phase == "between":
                return

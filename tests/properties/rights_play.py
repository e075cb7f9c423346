"""Two tables of one game and a must-move game, where people come and go, and a plain account of what is so of each of them.

The account goes by names alone. It reads what was decided, entry by entry, and says where someone has got rid of something by
getting up, by changing seats or by being moved: a fee for the hour, a blind that was missed, an exclusion, a dispute that was
decided; or has lost something: chips, agreement to a notice, winnings that are held back.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from croupier.kernel import incidents
from croupier.kernel.accounts import purse_of, stack_of
from croupier.kernel.events import Command, Event
from croupier.poker import commands as at_table, events as happened
from croupier.poker.rules import Commission, Options
from croupier.poker.state import kept_of
from croupier.room import commands, events
from croupier.room.state import Settings
from croupier.tables.poker_room import PokerRoom
from croupier.tables.poker_table import PokerTable, whose

SIGNS = Options(places=4, blinds=(5_00, 10_00), minimum_buy_in=20_00, commission=Commission(hourly=25_00))
"""Who buys in for the least cannot pay for an hour."""
GAME, TABLES = "5-10", ("A", "B", "C")
PEOPLE = [f"p{number}" for number in range(1, 16)]
MANAGER = "TG Area Manager"
NOTES = ("the pot", "the deal")


class Account:
    """What is so of each person, by the entries of the room and its tables."""

    def __init__(self) -> None:
        self.sits: dict[str, tuple[str, int]] = {}
        self.barred: set[str] = set()
        self.barred_before: dict[str, set[str]] = {}
        self.owes_hour: set[tuple[str, str]] = set()
        self.left_this_hour: set[tuple[str, str]] = set()
        self.hour: dict[str, int] = {}
        self.missed: dict[tuple[str, str], set[int]] = {}
        self.paid: dict[tuple[str, str], set[int]] = {}
        self.agreed: dict[tuple[str, str], set[str]] = {}
        self.announced: dict[tuple[str, str], tuple[int, Options | None]] = {}
        self.hands: Counter[str] = Counter()
        self.withheld: Counter[tuple[str, str]] = Counter()
        self.kept: dict[tuple[str, str], int] = {}
        self.moving: dict[str, tuple[str, int]] = {}
        self.took: dict[str, int] = {}
        self.disputed: set[tuple[str, int, str, str]] = set()
        self.seen: Counter[str] = Counter()

    def at(self, table: str, seat: int) -> str:
        return next((person for person, where in self.sits.items() if where == (table, seat)), "")

    def players(self, table: str) -> set[str]:
        return {person for person, (name, _) in self.sits.items() if name == table}

    def take(self, entry: Any, line: bytes) -> None:
        for event in entry.events:
            self.event(entry.stream, entry.command, event)

    def event(self, table: str, command: Command, event: Event) -> None:
        self.seen[type(event).__name__] += 1
        match event:
            case events.PlayerMoved():
                debts = self.missed.get((event.table, event.person))
                assert not debts, f"{event.person} is moved away from the blinds {debts}"
                assert (event.table, event.person) not in self.owes_hour, f"{event.person} is moved away from a fee"
                self.moving[event.person] = (event.to, -1)
            case happened.SeatLeft() | happened.PickedUp():
                self.get_up(table, event)
            case happened.SeatTaken():
                self.sit_down(table, command, event)
            case happened.ChipsBack():
                kept = self.kept.pop((table, event.person), 0)
                assert kept == max(event.postings.values(), default=0), "kept chips come back whole"
            case happened.SeatChanged():
                person = self.at(table, event.seat)
                self.sits[person] = (table, event.to)
                self.missed.setdefault((table, person), set()).update(event.missed)
            case incidents.PlayerExcluded():
                if isinstance(command, incidents.Rule):
                    self.barred.add(event.person)
                assert event.person in self.barred, "excluded without a ruling"
            case incidents.WinningsWithheld():
                self.withheld[table, event.person] += event.amount
                if (table, event.person) in self.kept:  # of someone who was picked up it comes out of the kept chips
                    self.kept[table, event.person] += event.postings.get(kept_of(event.person), 0)
            case incidents.WinningsReleased():
                assert self.withheld.pop((table, event.person)) == event.amount, "other winnings than were held back"
            case happened.DisputeDecided():
                matter = (table, self.hands[table], event.about, event.person)
                assert matter not in self.disputed, f"{matter} was decided before"
                self.disputed.add(matter)
            case happened.FindingMade():
                if isinstance(command, incidents.Report):
                    about = command.person or self.at(table, command.player)
                    assert event.person == about, f"{event.person} is told what is for {about}"
            case _:
                self.of_a_hand(table, event)
                self.of_a_notice(table, event)

    def get_up(self, table: str, event: happened.SeatLeft | happened.PickedUp) -> None:
        assert self.sits.pop(event.person)[0] == table
        chips = max(event.postings.values(), default=0)
        self.left_this_hour.add((table, event.person))
        if isinstance(event, happened.PickedUp):
            self.kept[table, event.person] = chips
        elif event.person in self.moving:
            self.moving[event.person] = (self.moving[event.person][0], chips)

    def sit_down(self, table: str, command: Command, event: happened.SeatTaken) -> None:
        person = event.person
        assert person not in self.barred, f"{person} is excluded and sits down at {table}"
        assert person not in self.sits, f"{person} sits down twice"
        self.sits[person] = (table, event.seat)
        bought = event.postings.get(stack_of(event.seat), 0)
        assert event.postings.get(purse_of(person), 0) == -bought
        self.left_this_hour.discard((table, person))
        self.missed.setdefault((table, person), set()).update(event.missed or ())
        if person in self.moving:
            assert self.moving.pop(person) == (table, bought), "a player is moved with other chips"
        elif not getattr(command, "from_game", False) and not self.kept.get((table, person)):
            assert bought >= SIGNS.minimum_buy_in, f"{person} comes in with {bought}"

    def of_a_hand(self, table: str, event: Event) -> None:
        match event:
            case happened.HandBegun():
                self.hands[table] += 1
                self.barred_before[table] = set(self.barred)
                self.paid = {key: blinds for key, blinds in self.paid.items() if key[0] != table}
                missed = {self.at(table, seat): blind for seat, blind in event.missed.items()} | event.missed_gone
                for person, blind in missed.items():
                    self.missed.setdefault((table, person), set()).add(blind)
            case happened.BlindsMoved():
                for seat, blind in event.missed.items():
                    self.missed.setdefault((table, self.at(table, seat)), set()).add(blind)
            case happened.HandCalledOff():
                self.hands[table] -= 1
                self.missed |= {key: blinds for key, blinds in self.paid.items() if key[0] == table}
            case happened.BlindPosted(kind="blind" | "post"):
                key = (table, self.at(table, event.seat))
                self.paid.setdefault(key, self.missed.pop(key, set()))
            case happened.HandsDealt():
                for seat in event.hands:
                    person = self.at(table, seat)
                    assert person not in self.barred_before[table], f"{person} is excluded and gets cards"
                    assert (table, person) not in self.owes_hour, f"{person} has not paid the hour and gets cards"
                    assert not self.missed.get((table, person)), f"{person} owes blinds and gets cards"
            case happened.FeesCollected(hourly=True):
                if self.hour.get(table) != event.hour_began:
                    here = {key for key in self.left_this_hour if key[0] == table}
                    self.owes_hour = {key for key in self.owes_hour if key[0] != table}
                    if table in self.hour:
                        self.owes_hour |= here
                    self.left_this_hour -= here
                    self.hour[table] = event.hour_began
                self.owes_hour |= {(table, self.at(table, seat)) for seat in event.short}
                self.owes_hour -= {(table, self.at(table, seat)) for seat in event.players}

    def of_a_notice(self, table: str, event: Event) -> None:
        match event:
            case happened.ChangeAnnounced() | happened.ClosingAnnounced():
                about = "closing" if isinstance(event, happened.ClosingAnnounced) else "change"
                signs = getattr(event, "options", None)
                if self.announced.get((table, about), (0, SIGNS))[1] != signs:
                    self.announced[table, about], self.agreed[table, about] = (self.hands[table], signs), set()
            case happened.PlayerAgreed():
                person, agreed = self.at(table, event.seat), self.agreed[table, event.to]
                assert person not in agreed, f"{person} agrees twice"
                agreed.add(person)
            case happened.TableChanged():
                notice, _ = self.announced.pop((table, "change"))
                roll, agreed = self.players(table) - self.barred, self.agreed.pop((table, "change"))
                assert self.hands[table] - notice >= 3 or 2 * len(roll & agreed) > len(roll), "changed without notice"

    def check(self, room: PokerRoom) -> None:
        """The room has the same of everyone."""
        assert set(room.state.excluded) == self.barred
        for game in room.state.lists.values():
            assert not self.barred & {entry.person for entry in game.waiting}, "who is excluded waits"
        assert not self.barred & {change.person for change in room.state.changes}
        assert room.wrong() == []
        for name, table in room.tables.items():
            state = table.state
            reserved = {kept.person for kept in room.state.tables[name].reserved.values()}
            assert not self.barred & reserved, "a seat is kept for somebody who is excluded"
            for number, seat in state.seats.items():
                assert self.sits[seat.person] == (name, number)
            standing = [*state.left.values(), *state.seats.values()]
            owed = {person: blinds for (where, person), blinds in self.missed.items() if where == name and blinds}
            assert {seat.person: set(seat.missed) for seat in standing if seat.missed} == owed, f"{name}: blinds owed"
            for about, agreed in state.agreed.items():
                assert set(agreed) == self.agreed[name, about], f"{name}: who has agreed to the {about}"
            unpaid = {person for where, person in self.owes_hour if where == name}
            assert set(state.hour_unpaid) == unpaid, f"{name}: the hour is unpaid by {unpaid}"


class Room:
    """A room in which anything happens."""

    def __init__(self, seed: int) -> None:
        self.chance, self.account = random.Random(seed), Account()
        self.room = PokerRoom(settings=Settings(), seed=seed, follower=self.account.take)
        self.time = 0
        self.room.offer(GAME, "crown-holdem", SIGNS, needed=1)
        self.room.do(commands.JoinList(person="p1", game=GAME))
        for name in TABLES:
            self.room.open(name, GAME, SIGNS)
        for number, person in enumerate(PEOPLE[:9]):
            sits = at_table.TakeSeat(seat=number // 3 + 1, chips=200_00)
            self.do(self.room.tables[TABLES[number % 3]], sits, by=sits.seat, person=person)
        self.room.do(commands.SetMustMove(table="C", into="A"))

    def step(self) -> None:
        chance = self.chance
        self.time += chance.choice((0, 0, 0, 10, 100, 700))
        table = self.room.tables[chance.choice(TABLES)]
        if table.state.question is not None:
            self.rule(table)
        if len(table.state.seats) < 3 and chance.random() < 0.5:
            self.fill(table)
        act = chance.choice((self.hand, self.hand, self.hand, self.seats, self.seats, self.moves, self.conduct, self.notice))
        act(table)

    def do(self, table: PokerTable, command: Command, **who: Any) -> None:
        table.do(command, at=max(self.time, table.at), **who)

    def in_room(self, command: Command, **who: Any) -> None:
        self.room.do(command, at=max(self.time, self.room.stream.at), **who)

    def fill(self, table: PokerTable) -> None:
        """Someone comes to a place that is vacant: who must move, who waits, or anyone."""
        place = next(place for place in range(1, SIGNS.places + 1) if place not in table.state.seats)
        first, longest = self.room.state.lists[GAME].next, self.room.state.feeders(table.name)
        if longest:
            self.in_room(commands.MovePlayer(person=longest["C"], table=table.name, place=place))
        person, chips = first.person if first else self.chance.choice(PEOPLE), self.chance.choice((20_00, 200_00))
        self.in_room(commands.SeatPlayer(person=person, table=table.name, place=place, chips=chips), by=MANAGER)

    def someone(self, table: PokerTable) -> tuple[int, str]:
        seat = self.chance.choice(sorted(table.state.seats) or [1])
        return seat, table.state.person_at(seat) or "p1"

    def hand(self, table: PokerTable) -> None:
        """A hand goes on, or is played to its end; who owes something may pay it."""
        state = table.state
        if self.chance.random() < 0.2 or self.time >= state.hour_began + 3600:
            self.do(table, at_table.CollectFees(hourly=True))
        for _ in range(self.chance.choice((5, 60, 60))):
            if state.question is not None:
                self.rule(table)
            if state.hand.phase == "blinds" and self.chance.random() < 0.2:
                seat, person = self.someone(table)
                self.do(table, at_table.PostBlind(seat=seat), by=seat, person=person)
            step: Command | None = table.next_step()
            if table.turn:
                step = self.chance.choice((at_table.Fold, at_table.Call, at_table.Check))(seat=table.turn)
            if step is None:
                return
            before = table.number
            self.do(table, step, by=whose(step))
            if state.hand.phase == "between" or (table.number == before and not table.turn):
                return

    def seats(self, table: PokerTable) -> None:
        """People sit down, get up, go away, come back, change seats and buy chips."""
        chance = self.chance
        seat, person = self.someone(table)
        own: dict[str, Any] = {"by": seat, "person": person}
        free = [place for place in range(1, SIGNS.places + 1) if place not in table.state.seats] or [1]
        place, anybody = chance.choice(free), chance.choice(PEOPLE)
        act = chance.randrange(16)
        if act < 4:
            sits = at_table.TakeSeat(seat=place, chips=chance.choice((19_00, 20_00, 20_00, 200_00)))
            self.do(table, sits, by=place, person=anybody)
        elif act == 4:
            self.in_room(commands.JoinList(person=anybody, game=GAME))
        elif act in (5, 11, 12, 13):
            first = self.room.state.lists[GAME].next
            person, chips = first.person if first else anybody, chance.choice((0, 19_00, 20_00, 200_00))
            self.in_room(commands.SeatPlayer(person=person, table=table.name, place=place, chips=chips), by=MANAGER)
        elif act == 6:
            self.do(table, at_table.LeaveSeat(seat=seat), **own)
        elif act == 7:
            self.do(table, at_table.StepAway(seat=seat), **own)
        elif act in (8, 9):
            for number, taken in sorted(table.state.seats.items()):
                self.do(table, at_table.ComeBack(seat=number), by=number, person=taken.person)
        elif act == 10:
            self.do(table, at_table.ChangeSeat(seat=seat, to=place), **own)
        else:
            for number, taken in sorted(table.state.seats.items()):
                if table.state.stack(number) < SIGNS.minimum_buy_in:
                    self.do(table, at_table.AddChips(seat=number, chips=100_00), by=number, person=taken.person)

    def moves(self, table: PokerTable) -> None:
        """The room moves people, picks up who is away, and keeps seats for others."""
        chance = self.chance
        seat, person = self.someone(table)
        act, place = chance.randrange(8), chance.randint(1, SIGNS.places)
        if act < 4:
            self.in_room(commands.MovePlayer(person=person, table=chance.choice(TABLES), place=place))
        elif act == 4:
            self.do(table, at_table.StepAway(seat=seat), by=seat, person=person)
            self.do(table, at_table.PickUp(player=seat), by=MANAGER)
            if chance.random() < 0.7:
                self.in_room(commands.JoinList(person=person, game=GAME))
        elif act == 5:
            self.in_room(commands.AskChange(person=chance.choice(PEOPLE), table=chance.choice(("", *TABLES))))
        elif act == 6:
            keep = commands.ReserveSeat(person=chance.choice(PEOPLE), table=table.name, place=place, seconds=200)
            self.in_room(keep)
        elif waiting := self.room.state.lists[GAME].waiting:
            self.in_room(commands.LeaveList(person=waiting[0].person, game=GAME))

    def conduct(self, table: PokerTable) -> None:
        """Someone is told something, accused of something, or disputes something, at the table or gone from it."""
        chance = self.chance
        seat, _ = self.someone(table)
        what = chance.choice(("influence", "side-bet", "advice-asked", "dispute", "dispute", "device", "inquiry-over"))
        what = "contravention" if chance.random() < 0.1 else what
        note = chance.choice(NOTES) if what == "dispute" else ""
        if chance.random() < 0.5:
            report = at_table.Report(what=what, player=seat, note=note)
        else:
            report = at_table.Report(what=what, person=chance.choice(PEOPLE), note=note)
        self.do(table, report)
        if chance.random() < 0.8:
            self.rule(table)

    def rule(self, table: PokerTable) -> None:
        question = table.state.question
        if question is not None:
            names = [option.name for option in question.options if not option.name.startswith("void")]
            if "seize winnings" in names:
                names = ["seize winnings"]
            elif "exclude" in names:
                names = ["exclude"] if self.chance.random() < 0.1 else ["no sanction"]
            self.do(table, at_table.Rule(option=self.chance.choice(names)), by=question.rank)

    def notice(self, table: PokerTable) -> None:
        """A change is announced, agreed to and made."""
        seat, person = self.someone(table)
        act = self.chance.randrange(8)
        if act == 0:
            self.do(table, at_table.AnnounceClosing(), by=MANAGER)
        elif act == 1:
            chips = self.chance.choice((100_00, 200_00))
            self.do(table, at_table.AnnounceChange(options={"maximum_buy_in": chips}), by=MANAGER)
        elif act == 2:
            self.do(table, at_table.ChangeTable(), by=MANAGER)
        elif act == 3:
            self.in_room(commands.CallCollection())
        else:
            to = self.chance.choice(sorted(table.state.notices) or ["change"])
            self.do(table, at_table.Agree(seat=seat, to=to), by=seat, person=person)

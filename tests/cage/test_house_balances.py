"""Whatever happens at tables of every kind, at the cage and in the register: the house balances to the cent at every step.

Tables are played as the tests of the engines play them, with slips, mishaps and rulings; each command goes by way of the cage.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import note, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from msgspec.structs import replace

from croupier.books import BOOKS, book_of
from croupier.cage import commands as c
from croupier.cage.state import stock
from croupier.floor.books import cage_text
from croupier.jackpots.commands import OpenSystem
from croupier.kernel.actors import HOUSE, Said, Viewer
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.links import Work
from croupier.kernel.roles import DAY
from croupier.kernel.streams import Stream
from croupier.people import commands as p
from croupier.people.register import excluded
from croupier.poker import commands as at_table
from croupier.poker.rules import Commission
from croupier.stud import commands as stud
from croupier.stud.rules import Options
from croupier.tables.any_game import audit, load
from croupier.tables.any_table import AnyTable
from croupier.tables.balance import cage_report, differences, for_cash, table_line
from croupier.tables.cage_desk import CageStream
from croupier.tables.casino import Casino
from croupier.tables.house_table import HouseTable
from croupier.tables.house_terms import terms_for_play
from croupier.tables.player_limits import may_buy
from croupier.tables.purses import follow, movements
from people.registered import STAFF, done, registered
from properties import play, poker_play
from tables.test_casino import HANDS, stacked, verify

CHANCE = st.randoms(use_true_random=False)
GAMES = (*play.PLAYABLE, "star-caribbean-stud")
METERED = "crown-caribbean-stud"
LIMIT = 2_000_00
CAREFUL = "careful"
"""Someone who has a limit on losses from the beginning."""


class Floor:
    """The people, the cage and the tables of a house, with whatever is done at a table noted at the cage."""

    def __init__(self) -> None:
        self.people = registered(*(f"p{number}" for number in range(1, 13)), "x1", "x2", CAREFUL)
        for limit in ("loss day", "loss week"):
            done(self.people.do(p.SetLimit(limit=limit, amount=LIMIT), by="player", person=CAREFUL))
        self.tables: dict[str, AnyTable] = {}
        self.cage = CageStream(tables=self.tables, people=self.people)
        done(self.cage.do(c.OpenCage(chips=10**15, cash=10**9, tokens=10**13), by=HOUSE))

    def give(self, table: AnyTable, command: Command, said: Said) -> Decision:
        """A command at a table; who lacks chips, or is not registered, gets them."""
        self.tables.setdefault(table.name, table)
        checked = table.understood(command, said)
        decision = checked if isinstance(checked, Refused) else table.decided(checked, said)
        if isinstance(checked, Refused) or isinstance(decision, Refused):
            return table.do(command, said=said)
        work = Work()
        refusal = follow(work, self.cage, self.people, table, decision.events, said.at)
        if refusal is not None and self._helped(table, decision.events, said.at):
            work = Work()
            refusal = follow(work, self.cage, self.people, table, decision.events, said.at)
        if refusal is not None:
            return refusal
        answer = table.do(command, said=said)
        if not isinstance(answer, Refused):
            assert answer.events == decision.events
            for step in work.steps:
                if getattr(step.command, "sits", False):
                    person = step.command.person  # type: ignore[attr-defined]
                    assert excluded(self.people.rules, self.people.state, person, said.at) is None
            work.commit()
        return answer

    def _helped(self, table: AnyTable, events: Any, at: int) -> bool:
        """Register who is not, and give anyone who lacks chips as many as they may buy."""
        for move in movements(table, events):
            if not isinstance(move, c.MoveToTable):
                continue
            person = move.person
            if person not in self.people.state.people:
                self.people.do(p.RegisterPerson(person=person, name=person), by=HOUSE)
            if (short := move.amount - self.cage.state.patron(person).held(move.currency)) > 0:
                kind = c.IssueTokens if move.currency == "tokens" else c.IssueChips
                self.cage.do(kind(person=person, amount=short), by=HOUSE)
        return True

    @property
    def at(self) -> int:
        return max(stream.at for stream in self.streams)

    @property
    def streams(self) -> list[Stream[Any, Any]]:
        return [self.people, self.cage, *self.tables.values()]


class StudSitting(play.Sitting):
    """Random play at a table of the house, by way of the cage."""

    def __init__(self, floor: Floor, game: str, chance: Random) -> None:
        self.floor = floor
        super().__init__(game, chance)

    def do(self, what: play.Try | Command) -> play.Step:
        tried = what if isinstance(what, play.Try) else play.Try(what)
        said = tried.said(self.table)
        note(f"{said} at {said.at}: {tried.command!r}")
        return play.Step(self.state, tried.command, self.floor.give(self.table, tried.command, said), said)


class PokerSitting(poker_play.Sitting):
    """Random play at a table of the poker room, by way of the cage."""

    def __init__(self, floor: Floor, game: str, chance: Random) -> None:
        self.floor = floor
        charged = Commission(percent=5, cap=15_00)
        dear = {"time_to_act": 30, "extra_time": 30, "extra_time_fee": 5_00, "extra_times": 3, "commission": charged}
        options = poker_play.sign(game, chance)
        super().__init__(game, chance, replace(options, **dear) if chance.random() < 0.6 else options)

    def do(self, what: poker_play.Try | Command) -> Decision:
        tried = what if isinstance(what, poker_play.Try) else poker_play.Try(what)
        said = self.table.who(tried.command, by=tried.by, person=tried.person, at=tried.at)
        note(f"{said} at {said.at}: {tried.command!r}")
        return self.floor.give(self.table, tried.command, said)


class TheHouse(RuleBasedStateMachine):
    """A table of some house game, one of the poker room, one with a linked jackpot, and everyone around them."""

    @initialize(chance=CHANCE)
    def opens(self, chance: Random) -> None:
        self.floor = Floor()
        self.stud = StudSitting(self.floor, chance.choice(GAMES), chance)
        self.poker = PokerSitting(self.floor, chance.choice(poker_play.PLAYABLE), chance)
        self.casino = Casino(METERED)
        table = HouseTable(METERED, Options(places=3), name="linked")
        self.floor.tables["linked"] = table
        self.casino.add("linked", table)
        opening = OpenSystem(system="main", terms=terms_for_play(METERED, 1_00), tables=("linked",))
        done(self.casino.manage(opening, by=self.casino.meters.rules.ranks[-1]))

    def desk(self, command: Command, person: str = "cashier 1") -> Decision:
        by = "cashier" if person.startswith("cashier") else STAFF[person][1]
        decision = self.floor.cage.do(command, by=by, person=person, at=self.floor.at)
        note(f"{person}: {command!r} -> {type(decision).__name__}")
        return decision

    # At the tables

    @rule(chance=CHANCE)
    def at_the_house_table(self, chance: Random) -> None:
        self.stud.chance = chance
        for _ in self.stud.wander(most=4):
            self.balances()

    @rule(chance=CHANCE)
    def in_the_poker_room(self, chance: Random) -> None:
        self.poker.chance = chance
        for number, _ in enumerate(self.poker.wander(steps=40)):
            if number % 10 == 0:
                self.balances()
        if chance.random() < 0.5:
            self.poker.finish()

    @rule(chance=CHANCE)
    def somebody_is_picked_up(self, chance: Random) -> None:
        """A person who is away too long loses the seat; the chips are kept, and fetched, or played with again."""
        state = self.poker.state
        self.poker.finish()
        if not state.seats or state.closed:
            return
        place = chance.choice(sorted(state.seats))
        person = state.person_at(place)
        self.poker.do(at_table.StepAway(seat=place))
        self.poker.do(poker_play.Try(at_table.PickUp(player=place), by="TG Area Manager"))
        if chance.random() < 0.5:
            self.poker.do(at_table.LeaveList(person=person))
        elif chance.random() < 0.5:
            self.poker.do(at_table.JoinList(person=person))
            chips = chance.choice((0, 100_00))
            self.poker.do(poker_play.Try(at_table.CallFromList(place=place, chips=chips), by="TG Area Manager"))

    @rule(chance=CHANCE)
    def somebody_brings_more(self, chance: Random) -> None:
        """More chips, promotional tokens or more time, where the table has them."""
        for seat in self.stud.state.seats:
            amount = chance.choice((5_00, 100_00))
            self.stud.do(chance.choice((stud.BuyChips(seat=seat, amount=amount), stud.TakeTokens(seat=seat, amount=amount))))
        for seat in sorted(self.poker.state.seats):
            self.poker.do(chance.choice((at_table.AddChips(seat=seat, chips=50_00), at_table.BuyTime(seat=seat))))

    @rule(chance=CHANCE)
    def at_the_linked_table(self, chance: Random) -> None:
        table = self.casino.tables["linked"]
        for _ in range(12):
            if table.state.prizes and table.state.question is None and chance.random() < 0.7:
                self._pays(table, chance)
                continue
            if chance.random() < 0.1:
                tried = play.mishap(table, chance)
            else:
                betting = play.offers(table) if table.state.phase == "wagers" else []
                jackpots = [offer for offer in betting if isinstance(offer.command, stud.PlaceJackpot)]
                ways = jackpots if jackpots and chance.random() < 0.7 else play.onward(table, chance)
                tried = play.sits_down(1, 500_00, chance)
                if ways:
                    tried = play.taken(table.state, chance.choice(ways), chance)
            if isinstance(tried.command, stud.Shuffle):
                tried = play.Try(stud.Shuffle(deck=stacked(*chance.sample(HANDS, len(HANDS))), source="stacked"))
            self.floor.give(table, tried.command, tried.said(table))

    def _pays(self, table: HouseTable, chance: Random) -> None:
        prizes = self.casino.meters.state.prizes
        for key in [key for key, prize in prizes.items() if prize.table == "linked"]:
            prize = self.casino.meters.state.prizes[key]
            if prize.needs > len(prize.verified):
                verify(self.casino, key)
        payable = [offer.command for offer in table.legal() if isinstance(offer.command, stud.PayJackpot)]
        pay = chance.choice(payable)
        done(self.floor.give(table, pay, table.who(pay)))

    @rule(seat=st.integers(1, 3), person=st.sampled_from(["x1", "x2", CAREFUL]), chips=st.integers(1, 30))
    def somebody_sits_down(self, seat: int, person: str, chips: int) -> None:
        table = self.casino.tables["linked"]
        sit = stud.TakeSeat(seat=seat, chips=chips * 100_00, person=person)
        self.floor.give(table, sit, table.who(sit, by=seat, person=person))

    @rule(name=st.sampled_from(["stud", "poker"]), person=st.sampled_from(["x1", "x2", CAREFUL]))
    def somebody_moves_on(self, name: str, person: str) -> None:
        """A person who sits anywhere leaves if they can, and sits down elsewhere."""
        for table in list(self.floor.tables.values()):
            if seat := table.state.seat_of(person):
                leave = stud.LeaveSeat(seat=seat) if isinstance(table, HouseTable) else at_table.LeaveSeat(seat=seat)
                self.floor.give(table, leave, table.who(leave, by=seat, person=person))
        sitting: Any = self.stud if name == "stud" else self.poker
        free = [seat for seat in range(1, sitting.state.options.places + 1) if seat not in sitting.state.seats]
        if free:
            kind = stud.TakeSeat if name == "stud" else at_table.TakeSeat
            sit: Command = kind(seat=free[0], chips=300_00, person=person)
            self.floor.give(sitting.table, sit, sitting.table.who(sit, by=free[0], person=person))

    # At the cage

    @rule(person=st.sampled_from(["p1", "x1", CAREFUL, "nobody"]), amount=st.integers(-1, 10**6), what=st.integers(0, 3))
    def across_the_counter(self, person: str, amount: int, what: int) -> None:
        kind = (c.IssueChips, c.RedeemChips, c.IssueTokens, c.TakeBackTokens)[what]
        self.desk(kind(person=person, amount=amount))

    @rule(
        what=st.sampled_from(["fill", "credit", "supply", "removal"]),
        table=st.integers(0, 2),
        amount=st.integers(1, 10**6),
        currency=st.sampled_from(["chips", "chips", "tokens", "cash"]),
        confirms=st.sampled_from(["cashier 2", "cashier 1", "security 1"]),
    )
    def chips_are_moved(self, what: Any, table: int, amount: int, currency: Any, confirms: str) -> None:
        name = sorted(self.floor.tables)[table] if what in ("fill", "credit") else ""
        asked = self.desk(c.RequestTransfer(what=what, amount=amount, table=name, currency=currency))
        if not isinstance(asked, Refused):
            confirmed = self.desk(c.ConfirmTransfer(number=self.floor.cage.state.requested), confirms)
            assert isinstance(confirmed, Refused) or confirms != "cashier 1"

    @rule(table=st.integers(0, 2), off=st.integers(-5, 5), tokens=st.booleans())
    def a_float_is_counted(self, table: int, off: int, tokens: bool) -> None:
        name, currency = sorted(self.floor.tables)[table], "tokens" if tokens else "chips"
        line = table_line(self.floor.cage.state, self.floor.tables[name], currency)  # type: ignore[arg-type]
        count = c.CountFloat(table=name, counted=line.float + off, currency=currency)  # type: ignore[arg-type]
        decision = self.desk(count)
        assert isinstance(decision, Refused) == (line.float + off < 0)
        if not isinstance(decision, Refused):
            assert decision.events[0].count.variance == off  # type: ignore[attr-defined]

    @rule(off=st.integers(-5, 5), currency=st.sampled_from(["chips", "tokens", "cash"]))
    def the_cage_is_counted(self, off: int, currency: Any) -> None:
        self.desk(c.CountCage(counted=self.floor.cage.state.holds(stock(currency)) + off, currency=currency))

    @rule(off=st.integers(-5, 5), counts=st.booleans())
    def a_box_is_taken_off(self, off: int, counts: bool) -> None:
        name = self.poker.table.name
        before = table_line(self.floor.cage.state, self.poker.table, "chips").box
        collected = self.desk(c.CollectDrop(table=name), "security 1")
        assert before >= 0
        waits = self.floor.cage.state.boxes.get(name)
        if not isinstance(collected, Refused):
            assert waits is not None
            assert waits.amount == before
        if waits is not None and counts:
            self.desk(c.CountDrop(table=name, counted=max(0, waits.amount + off)))

    # In the register

    @rule(person=st.sampled_from(["x1", "x2"]), lasts=st.sampled_from([0, 1, 1000]))
    def somebody_is_kept_out(self, person: str, lasts: int) -> None:
        at = self.floor.at
        command = p.ExcludePerson(person=person, reason="a quarrel", ends=at + lasts if lasts else 0)
        self.floor.people.do(command, by="security", person="security 1", at=at)
        refusal = may_buy(self.floor.people, self.floor.cage.state, person, 1, at)
        assert refusal is not None
        assert isinstance(self.desk(c.IssueChips(person=person, amount=1)), Refused)

    @rule(person=st.sampled_from(["x1", "x2"]))
    def and_let_in_again(self, person: str) -> None:
        for each in self.floor.people.state.people[person].exclusions:
            lift = p.LiftExclusion(person=person, number=each.number, reason="it was somebody else")
            self.floor.people.do(lift, by="administrator", person="admin 1")

    # What always holds

    @invariant()
    def balances(self) -> None:
        if not hasattr(self, "casino"):
            return
        floor = self.floor
        cash = list(floor.tables.values())
        assert differences(floor.cage.state, cash, [self.casino.meters]) == []
        assert all(table_line(floor.cage.state, table, each).other == 0 for table in cash for each in ("chips", "tokens"))
        one = floor.cage.state.patron(CAREFUL)
        played = one.in_days(7, floor.cage.at)
        if floor.cage.at < 7 * DAY:
            assert one.at_stake - played.result <= LIMIT
            if not one.tables:
                assert played.bought - played.redeemed - one.held() == -played.result <= LIMIT

    def teardown(self) -> None:
        if not hasattr(self, "casino"):
            return
        floor = self.floor
        assert self.casino.wrong() == []
        report = cage_report(floor.cage, floor.tables.values(), [self.casino.meters])
        assert cage_text(report).endswith("All of it balances, to the cent.")
        assert {name: sum(lies.values()) for name, lies in report.places.items()} == report.made
        for stream in (floor.people, floor.cage):
            lines = stream.dump().splitlines()
            assert audit(lines), str(audit(lines))
            again: Any = load(lines)
            assert (again.state, again.head) == (stream.state, stream.head)
            opened = type(stream).reopen(stream.engine, stream.snapshot())  # type: ignore[arg-type]
            assert (opened.state, opened.head, opened.number) == (stream.state, stream.head, stream.number)
            for person in ("p1", "x1", CAREFUL):
                viewer = Viewer(person=person)
                seen: Any = stream.picture(viewer)
                assert seen == stream.engine.as_seen(stream.engine.copied(stream.state), viewer)  # type: ignore[arg-type]
        assert len(for_cash(floor.tables.values())) == len(floor.tables)


def test_the_house_balances_whatever_happens() -> None:
    assert {book_of(game).id for game in (*GAMES, *poker_play.PLAYABLE)} == set(BOOKS)
    run_state_machine_as_test(TheHouse, settings=settings(max_examples=20, stateful_step_count=20))

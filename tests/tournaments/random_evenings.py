"""Random tournaments of both books, and what their money must come to by a ledger of the tests' own."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from croupier.cases.tournament_cases import changed
from croupier.kernel.decisions import Accepted, Refused
from croupier.kernel.events import Command, Event
from croupier.tables.tournament_stream import TournamentStream, sample_terms
from croupier.tournaments import commands as c, events as e
from croupier.tournaments.funds import differences
from croupier.tournaments.state import Tournament
from croupier.tournaments.terms import Terms, read_terms

PEOPLE = tuple(f"p{number}" for number in range(1, 10))
POKER, STUD = "crown-holdem", "crown-caribbean-stud"
HELD = ("prize-pool", "fees", "withheld")


def random_terms(draw: Random, game: str) -> Terms:
    """Terms that differ in all that moves money: odd cents, parts of buy-ins for the house, guarantees, ways back in."""
    buy_in, fee, again = draw.randint(2000, 9999), draw.randint(0, 999), draw.randint(500, 3000)
    rebuys = draw.random() < 0.6
    sums = {"entry_fee": fee, "buy_in": buy_in, "rebuy": again if rebuys else 0, "add_on": again if rebuys else 0}
    details: dict[str, Any] = {name: f"{amount / 100:.2f}" for name, amount in sums.items()}
    details |= {"least_players": 2, "most_players": draw.randint(4, 8)}
    back = {"method": "at the desk", "until": 2, "times": 2} if rebuys else "none"
    form: dict[str, Any] = {"seats": draw.randint(2, 4), "tables": draw.randint(2, 3), "buy_back": back}
    if rebuys:
        form |= {"rebuys": 2, "rebuy_until": 2, "rebuy_chips": "500", "add_on_after": 1, "add_on_chips": "500"}
    if game == STUD:
        last = {"hands": 2, "minimum": "20", "maximum": "300", "compulsory": True}
        form["rounds"] = [{**last, "advance": 2, "advance_by": "table", "new_bank": draw.random() < 0.5}, last]
    if game == STUD and draw.random() < 0.4:
        form |= {"chips_at_end": "cash at the end of the round", "cash_per_hundred": "0.07"}
    parts = draw.choice((0.0, 0.5, 1.0))
    prizes: dict[str, Any] = {
        "per_entry": f"{int(buy_in * draw.choice((0.5, 0.9, 1.0))) / 100:.2f}",
        "per_rebuy": f"{int(again * parts) / 100:.2f}" if rebuys else "0",
        "per_add_on": f"{int(again * parts) / 100:.2f}" if rebuys else "0",
        "added": draw.choice(("0", "0", "11.11")),
        "guarantee": draw.choice(("0", "0", "200.01")),
        "unit": draw.choice(("0.01", "1", "5")),
        "rounding": draw.choice(("rest-to-first", "largest-remainder")),
        "shares": [{"entries": 2, "shares": [70, 30]}, {"entries": 5, "shares": [50, 30, 20]}],
    }
    entry = {"charity_or_media": draw.random() < 0.4, "staff_without_prize": True}
    conduct = {
        "substitute_when": draw.choice(("none", "illness")),
        "retired_chips": draw.choice(("removed", "left in play")),
        "disqualified_chips": draw.choice(("removed", "left in play")),
    }
    choices: dict[str, Any] = {
        "ties": draw.choice(("shared", "stacks across tables")),
        "deals": draw.choice(("none", "agreed by all")),
    }
    if game == POKER:
        choices |= {"late_entry": draw.choice((0, 2)), "re_entry": 2 if rebuys else 0}
    else:
        choices |= {"advance_ties": draw.choice(("drawn", "all advance"))}
    if game == POKER:
        choices["preset"] = "tda-2024"
    made = {"details": details, "entry": entry, "format": form, "prizes": prizes, "conduct": conduct}
    return read_terms(changed(sample_terms(game), {**made, "choices": choices}))


class Paid:
    """A payment: whose, and how much of it was for the prizes when it was made."""

    def __init__(self, amount: int, pooled: int) -> None:
        self.amount, self.pooled = amount, pooled

    def back(self, amount: int) -> int:
        """Give back as much of an amount as there is, and say how much is left of it."""
        given = min(amount, self.amount)
        self.amount, self.pooled = self.amount - given, max(self.pooled - given, 0)
        return amount - given


class Evening:
    """A random tournament without its tables. `done` are the commands that were accepted, `refused` those that were not."""

    def __init__(self, game: str, seed: int) -> None:
        self.draw, self.stream = Random(seed), TournamentStream(game)
        self.at, self.hand = 1000, 0
        self.purses = dict[str, int]()
        self.payments = dict[str, list[list[Paid]]]()
        self.done: list[Command] = []
        self.refused: list[Refused] = []
        for command in (
            c.DraftTerms(terms=random_terms(self.draw, game)),
            c.MakeTermsAvailable(),
            c.AdviseInspectorate(),
            c.AppointDirector(person="d"),
            c.Attend(),
            c.DesignateTables(tables=("1", "2", "3")),
        ):
            assert self.give(command), self.refused

    @property
    def state(self) -> Tournament:
        return self.stream.state

    def give(self, command: Command, **who: Any) -> bool:
        """Give a command, and hold the result against the ledger."""
        before = self.state.terms.prizes
        decision = self.stream.do(command, at=self.at, **who)
        if not isinstance(decision, Accepted):
            assert isinstance(decision, Refused)
            self.refused.append(decision)
            return False
        self.done.append(command)
        for event in decision.events:
            self._note(event, before)
        self.check()
        return True

    def _note(self, event: Event, prizes: Any) -> None:
        match event:
            case e.EntryTaken():
                self._moved(event.person, -event.fee - event.buy_in)
                held = self.payments.setdefault(event.person, [])
                if not event.again:
                    held.append([])
                held[-1].append(Paid(event.fee + event.buy_in, prizes.per_entry))
            case e.ChipsBought():
                self._moved(event.person, -event.cost)
                part = prizes.per_add_on if event.what == "add-on" else prizes.per_rebuy
                self.payments[event.person][-1].append(Paid(event.cost, part))
            case e.EntryWithdrawn() if event.person in self.payments:
                if self.at <= self.state.starts - 60 * (self.state.terms.entry.withdraw_free_minutes or 0):
                    assert event.back == sum(paid.amount for paid in self.payments[event.person][-1]), "in time"
                self._back(event.person, event.back)
            case e.Refunded():
                self._back(event.person, event.amount)
            case e.SubstituteNamed():
                self.payments.setdefault(event.substitute, []).append(self.payments[event.person].pop())
            case e.TournamentCancelled():
                for person, entries in self.payments.items():
                    self._moved(person, sum(paid.amount for entry in entries for paid in entry))
                self.payments.clear()
            case e.RoundClosed():
                for person, amount in event.cashed.items():
                    self._moved(person, amount)
            case e.PrizePaidOut():
                self._moved(event.person, event.amount)
            case e.PrizesFixed():
                given = self.state.terms.prizes
                pooled = sum(paid.pooled for held in self.payments.values() for entry in held for paid in entry)
                assert sum(event.prizes) == max(pooled + given.added, given.guarantee)
            case _ if type(event).__name__ == "WithheldAllotted":
                self._moved(event.person, event.amount)  # type: ignore[attr-defined]

    def _moved(self, person: str, amount: int) -> None:
        self.purses[person] = self.purses.get(person, 0) + amount

    def _back(self, person: str, amount: int) -> None:
        """Money goes back out of one entry: what was for the prizes first, whichever payment that was in."""
        self._moved(person, amount)
        entry = self.payments[person][-1]
        pooled = sum(paid.pooled for paid in entry)
        left = amount
        for paid in entry:
            left = paid.back(left)
        assert not left
        wanted, now = max(pooled - amount, 0), sum(paid.pooled for paid in entry)
        for paid in entry:  # the parts are of one pool: what one payment has less, another has more
            change = min(now - wanted, paid.pooled) if now > wanted else -min(wanted - now, paid.amount - paid.pooled)
            paid.pooled, now = paid.pooled - change, now - change

    def check(self) -> None:
        """Nothing is below nothing, everyone has to the cent what they should, and the tournament's own proof agrees."""
        money = self.state.money
        for name in HELD:
            assert money.get(name, 0) >= 0, (name, money.get(name), self.done[-1])  # type: ignore[call-overload]
        purses = {name.removeprefix("purse:"): sum_ for name, sum_ in money.items() if name.startswith("purse:")}
        known = {person: amount for person, amount in self.purses.items() if person and amount}
        assert {person: amount for person, amount in purses.items() if amount} == known, self.done[-1]
        held = sum(money.get(name, 0) for name in HELD)  # type: ignore[call-overload]
        assert held + sum(purses.values()) == -money.get("added-by-the-house", 0), self.done[-1]  # type: ignore[call-overload]
        assert differences(self.state) == [], self.done[-1]

    # What people may do

    def step(self) -> None:
        draw, state = self.draw, self.state
        self.at += draw.randint(0, 2000) if state.phase == "entries" else draw.randint(0, 300)
        if state.phase == "draft":
            self.give(c.OpenEntries())
            return
        who = draw.choice(PEOPLE)
        kinds = self._before(who) if state.phase == "entries" else self._playing(who)
        draw.choice(kinds)()

    def _before(self, who: str) -> list[Callable[[], object]]:
        give, draw, state = self.give, self.draw, self.state
        staff: Any = draw.choice(("", "", "employee", "contractor")) if state.terms.entry.charity_or_media else ""
        enter = [lambda: staff and give(c.ApproveStaff(person=who)), lambda: give(c.Enter(person=who, staff=staff))]
        everybody = tuple(draw.sample(state.playing, len(state.playing)))
        other = random_terms(draw, state.terms.game)
        return [
            *enter * 6,
            lambda: give(c.Withdraw(person=who)),
            lambda: give(c.Refund(person=who, amount=draw.randint(1, 9000), why="withdrawal in time")),
            lambda: give(c.NameSubstitute(person=who, substitute=draw.choice(PEOPLE))),
            lambda: give(c.ChangeTerms(terms=other, why="a change")),
            lambda: give(c.CloseEntries()) if draw.random() < 0.2 else None,
            lambda: give(c.DrawSeats(order=everybody)),
            self._seat,
            *[self._start] * (1 if len(everybody) < 4 else 3),
        ]

    def _seat(self) -> None:
        """Seat someone who has no seat at the shortest table that has one."""
        waits = [person for person in self.state.playing if self.state.entrants[person].place is None]
        tables = sorted(self.state.tables, key=lambda table: len(self.state.seats.get(table, {})) or 99)
        for table in tables if waits else ():
            free = set(range(1, self.state.terms.format.seats + 1)) - set(self.state.seats.get(table, {}))
            if free and self.give(c.SeatLate(person=self.draw.choice(waits), table=table, seat=min(free))):
                return

    def _start(self) -> None:
        state = self.state
        if not state.available:
            self.give(c.MakeTermsAvailable())
        if state.owed:
            self.give(c.TellRegulator())
        self.give(c.DrawSeats(order=tuple(self.draw.sample(state.playing, len(state.playing)))))
        self._seat()
        self.give(c.BriefPlayers())
        self.at = max(self.at, state.starts)
        self.give(c.StartPlay())

    def _playing(self, who: str) -> list[Callable[[], object]]:
        give, draw, state = self.give, self.draw, self.state
        stack = draw.randint(1, 1000) * 100
        seated = state.entrants[who].place is not None if who in state.entrants else False
        rounds = [
            lambda: give(c.StartRound(order=tuple(draw.sample(state.playing, len(state.playing))))),
            lambda: give(c.CloseRound(draws=tuple(draw.sample(PEOPLE, len(PEOPLE))))),
        ]
        return [
            *[self._hand] * 6,
            *(rounds * 2 if state.terms.in_rounds else [self._level]),
            lambda: give(c.Enter(person=who)),
            *[lambda: give(c.BuyAgain(person=who, stack=min(stack, 500_00) if seated else 0))] * 3,
            lambda: give(c.BuyAddOn(person=who)),
            lambda: give(c.EnterAgain(person=who, stack=stack if seated else 0)),
            lambda: give(c.Refund(person=who, amount=draw.randint(1, 9000), why="withdrawal in time, of somebody ill")),
            lambda: give(c.NameSubstitute(person=who, substitute=draw.choice(PEOPLE))),
            self._seat,
            lambda: give(c.Retire(person=who, stack=stack if seated else 0)) if draw.random() < 0.3 else None,
            lambda: give(c.Disqualify(person=who, why="cheating", stack=stack if seated else 0)),
            lambda: give(c.CloseEntries()) if draw.random() < 0.3 else None,
            self._deal,
            lambda: give(c.Finish()),
        ]

    def _level(self) -> None:
        self.at += max(self.state.clock.left_at(self.at), 0)
        self.give(c.NextLevel())

    def _hand(self) -> None:
        """A hand at a table in which someone may go out, or all but one; in rounds banks change too."""
        state = self.state
        if not state.seats:
            return
        table = self.draw.choice(list(state.seats))
        there = list(state.seats[table].values())
        most = len(there) - (not state.terms.in_rounds)
        out = self.draw.sample(there, min(self.draw.choice((0, 0, 1, 1, 2)), most))
        banks = {p: self.draw.randint(1, 20) * 100_00 for p in there if p not in out} if state.terms.in_rounds else {}
        self.hand += 1
        stacks = {person: self.draw.choice((100_00, 200_00)) for person in out}
        self.give(c.ReportHand(table=table, hand=self.hand, out=stacks, banks=banks))

    def _deal(self) -> None:
        stacks = {person: self.draw.randint(1, 50) * 100_00 for person in self.state.playing}
        if self.give(c.ProposeDeal(how=self.draw.choice(("icm", "chip chop", "even")), stacks=stacks)):
            for person in self.state.playing:
                self.give(c.AgreeToDeal(person=person))

    # The end

    def end(self) -> None:
        """Bring it to an end: cancelled, or played out and paid. There is no state from which neither goes."""
        if self.state.phase in ("draft", "entries") or (self.state.phase == "playing" and self.draw.random() < 0.3):
            assert self.give(c.CancelTournament(why="nobody comes")), self.refused[-1]
        if self.state.phase == "playing":
            self._play_out()
        if self.state.phase == "over":
            for person in list(self.state.awarded):
                if self.state.awarded[person] and person not in self.state.paid:
                    assert self.give(c.PayOut(person=person)), self.refused[-1]
            self._allot()
        held = {name: self.state.money.get(name, 0) for name in HELD if name != "fees"}  # type: ignore[call-overload]
        assert held == {"prize-pool": 0, "withheld": 0}
        if self.state.phase == "cancelled":
            assert self.state.money.get("fees", 0) == 0  # type: ignore[call-overload]

    def _allot(self) -> None:
        left = self.state.money.get("withheld", 0)  # type: ignore[call-overload]
        if left:
            assert self.give(c.AllotWithheld(amount=left, why="nobody may win it")), self.refused[-1]

    def _play_out(self) -> None:
        for _ in range(400):
            if self.give(c.Finish()):
                return
            for waits in [p for p in self.state.playing if self.state.entrants[p].place is None][:1]:
                if self.state.seats or not self.state.terms.in_rounds:
                    self._seat()
                    if waits in self.state.playing and self.state.entrants[waits].place is None:
                        self.give(c.Retire(person=waits))
            if self.state.terms.in_rounds:
                everybody = tuple(self.draw.sample(self.state.playing, len(self.state.playing)))
                self.give(c.StartRound(order=everybody))
                self.give(c.CloseRound(draws=PEOPLE))
            self._level_if()
            self._hand()
            self.give(c.CloseEntries())
            if len(self.state.seats) > 1 and not self.state.terms.in_rounds:
                self._merge()
        raise AssertionError(f"it does not end: {self.refused[-6:]}")

    def _level_if(self) -> None:
        if not self.state.terms.in_rounds:
            self._level()

    def _merge(self) -> None:
        """A person who sits alone at a table goes out by retiring, as there are no moves here."""
        for there in list(self.state.seats.values()):
            if len(there) == 1 and len(self.state.playing) > 1:
                self.give(c.Retire(person=next(iter(there.values())), stack=100_00))

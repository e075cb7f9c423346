"""Tournaments with their tables: from wherever they stand they come to an end, and nobody is left at a table or out of pocket."""

from __future__ import annotations

from heapq import heapify
from random import Random
from typing import Any

import pytest

from cage.test_tournaments import Followed
from croupier.cage import commands as cage
from croupier.kernel.accounts import CHIPS
from croupier.kernel.actors import HOUSE
from croupier.kernel.decisions import Accepted, Decision, Refused
from croupier.players.field import DIRECTOR, Field
from croupier.poker import commands as poker
from croupier.stud import commands as stud
from croupier.tables.house_table import HouseTable
from croupier.tables.poker_table import PokerTable, whose
from croupier.tables.tournament_tables import TournamentTables
from croupier.tournaments import commands as c
from croupier.tournaments.state import ENTRANT
from tournaments.fields import REBUYS, small, terms

HOLDEM, STUD = "crown-holdem", "crown-caribbean-stud"


def reason(decision: Decision) -> str:
    assert isinstance(decision, Refused)
    return decision.reason


def accepted(decision: Decision) -> None:
    assert isinstance(decision, Accepted), decision


def cancelled(tournament: TournamentTables) -> None:
    """Cancel it: everyone is up, and has again what they came with but for what their chips were cashed for."""
    accepted(tournament.do(c.CancelTournament(why="a flood"), at=tournament.stream.at))
    assert tournament.wrong() == []
    assert [name for name, table in tournament.tables.items() if table.state.seats] == []
    money = {name: amount for name, amount in tournament.state.money.items() if amount and "@" not in name}
    cashed = {f"purse:{person}": amount for person, amount in tournament.state.cashed.items()}
    assert {name: amount for name, amount in money.items() if name.startswith("purse")} == cashed


def stopped(game: str, seed: int, steps: int) -> Field:
    """A tournament after so many hands, in which people also leave and are absent."""
    draw, field = Random(seed), small(game, seed, players=7)
    field.open()
    for _ in range(steps):
        if field.over():
            break
        field.step()
        if field.tournament.state.playing and draw.random() < 0.1:
            person = draw.choice(field.tournament.state.playing)
            command = draw.choice((c.Retire(person=person), c.NoteAbsent(person=person)))
            field.tournament.do(command, at=field.tournament.stream.at)
    return field


@pytest.mark.parametrize(("game", "seeds"), [(HOLDEM, range(3)), (STUD, range(3))])
def test_a_tournament_can_be_cancelled_after_any_hand(game: str, seeds: range) -> None:
    for seed in seeds:
        cancelled(stopped(game, seed, Random(seed).randint(0, 12)).tournament)


@pytest.mark.slow
@pytest.mark.parametrize("game", [HOLDEM, STUD])
def test_a_tournament_can_be_ended_after_any_hand(game: str) -> None:
    for seed in range(3, 120):
        field = stopped(game, seed, Random(seed).randint(0, 60))
        if seed % 2 and field.tournament.state.phase == "playing":
            cancelled(field.tournament)
            continue
        while not field.over():
            field.step()
        assert field.finish().wrong == []
        assert field.tournament.state.money.get("prize-pool", 0) == 0


def drawn_at_the_desk(**parts: Any) -> Field:
    """A Caribbean Stud tournament of five whose seats were drawn before play, like those of a poker tournament."""
    field = Field(terms(STUD, **parts), 5, seed=3)
    people = tuple(f"p{number}" for number in range(1, 6))
    for command in (
        c.DraftTerms(terms=field.terms),
        c.MakeTermsAvailable(),
        c.AdviseInspectorate(),
        c.AppointDirector(person=DIRECTOR),
        c.Attend(),
        c.DesignateTables(tables=("001", "002")),
        c.OpenEntries(),
        *(c.Enter(person=person) for person in people[:4]),
        c.DrawSeats(order=people[:4]),
        c.Enter(person=people[4]),
        c.BriefPlayers(),
        c.StartPlay(),
    ):
        field.do(command)
    return field


def test_seats_drawn_at_the_desk_are_those_of_the_first_round() -> None:
    field = drawn_at_the_desk(format={"seats": 3})
    tournament = field.tournament
    accepted(tournament.draw_seats(at=tournament.stream.at))
    assert {name: len(there) for name, there in tournament.state.seats.items()} == {"001": 3, "002": 2}
    assert tournament.wrong() == []
    field._coming, field._queue = [], [(tournament.stream.at, name) for name in tournament.state.seats]
    heapify(field._queue)
    while not field.over():
        field.step()
    result = field.finish()
    assert result.wrong == []
    assert sum(result.awarded.values()) == result.pool == 5 * 50_00


def test_before_its_first_round_such_a_tournament_can_be_cancelled() -> None:
    cancelled(drawn_at_the_desk().tournament)


def test_an_ante_for_a_hand_that_is_not_played_goes_back() -> None:
    field = small(STUD, 1, players=4)
    field.open()
    tournament = field.tournament
    name = next(iter(tournament.state.seats))
    table = tournament.tables[name]
    accepted(table.do(stud.PlaceAnte(seat=1, amount=50_00)))
    cancelled(tournament)
    assert isinstance(table, HouseTable)
    assert not table.state.wagered


def test_a_hand_is_played_to_its_end_before_the_tournament_is_cancelled() -> None:
    field = small(HOLDEM, 1, players=6)
    field.open()
    tournament = field.tournament
    table = tournament.tables[next(iter(tournament.state.seats))]
    for step in (poker.BeginHand(), poker.Shuffle()):
        table.do(step, by=HOUSE, at=tournament.stream.at)
    assert "a hand is being played" in reason(tournament.do(c.CancelTournament(why="a flood")))
    while table.state.phase != "between" or not table.engine.at_rest(table.state):
        table.run()  # type: ignore[union-attr]
        if table.turn:
            accepted(table.do(poker.Fold(seat=table.turn)))
    cancelled(tournament)


def test_who_waits_for_a_place_is_not_charged_and_nobody_hears_of_them() -> None:
    field = Field(terms(HOLDEM, details={"most_players": 4}), 4, seed=1)
    for command in (
        c.DraftTerms(terms=field.terms),
        c.MakeTermsAvailable(),
        c.AdviseInspectorate(),
        c.AppointDirector(person=DIRECTOR),
        c.OpenEntries(),
        *(c.Enter(person=f"p{number}") for number in range(1, 7)),
    ):
        field.do(command)
    state = field.tournament.state
    decision = field.tournament.do(c.Withdraw(person="p2"), by=ENTRANT, person="p2")
    assert isinstance(decision, Accepted)
    assert [event for event in decision.events if getattr(event, "person", "p2") != "p2"] == []
    assert "purse:p5" not in state.money
    assert state.invited == ["p5"]
    accepted(field.tournament.do(c.Enter(person="p5"), by=ENTRANT, person="p5"))
    assert state.money["purse:p5"] == -110_00


# Tables in the middle of whatever happens there


class Walk(Followed):
    """A tournament with its tables and the cage, in which people are absent and come back, leave, are penalised or disqualified,
    the clock is paused, the Director goes out, and hands are left in the middle.
    """

    def __init__(self, game: str, seed: int, players: int = 6) -> None:
        draw = Random(seed)
        chips = {"retired_chips": draw.choice(("removed", "left in play"))}
        chips["disqualified_chips"] = draw.choice(("removed", "left in play"))
        if game != STUD:
            absence = draw.choice(("blinded off", "dealt out"))
            choices = {
                "missed_blinds": "posted for them" if absence == "blinded off" else "owed",
                "dead_hand": draw.choice(("at once", "in turn")),
            }
            parts: dict[str, Any] = {**REBUYS, "conduct": {**chips, "absence": absence}}
            parts["choices"] = {"preset": "tda-2024", **choices}
        else:
            parts = {"conduct": chips}
        super().__init__(game, players, seed, **parts)
        self.draw = draw
        self.field.open()
        self.check()

    def check(self) -> None:
        self.catch_up()
        assert self.refused == []
        assert self.wrong == []

    def ask(self, command: Any) -> bool:
        at = max(self.field._now, self.tournament.stream.at)
        return isinstance(self.tournament.do(command, at=at), Accepted)

    def step(self) -> None:
        """A hand, and perhaps something beside it, or a hand that stops in the middle and goes on."""
        draw, state = self.draw, self.tournament.state
        if self.field.over():
            return
        if draw.random() < 0.3:
            self.into_a_hand()
            self.beside()
            self.out_of_the_hands()
        else:
            self.go_on()
            self.field.step()
            self.beside()
        assert state.phase == "playing"

    def beside(self) -> None:
        if not self.tournament.state.playing:
            return
        person = self.draw.choice(self.tournament.state.playing)
        kinds = (
            c.NoteAbsent(person=person),
            c.NoteAbsent(person=person),
            c.NoteBack(person=person),
            c.Retire(person=person),
            c.Disqualify(person=person, why="collusion"),
            c.Penalise(person=person, penalty="missed hands", why="abuse"),
            c.PauseClock(why="a fire drill"),
            c.StepOut(),
        )
        self.ask(self.draw.choice(kinds))
        self.check()

    def go_on(self) -> None:
        """The Director is there, and the clock runs."""
        self.ask(c.Attend())
        self.ask(c.ResumeClock())

    def nobody_alone(self) -> None:
        """Where absent players are dealt out, no hand is dealt to one who is there: an absent one comes back, or retires."""
        state = self.tournament.state
        for there in list(state.seats.values()):
            absent = [one for one in there.values() if state.entrants[one].absent and state.entrants[one].playing]
            if absent and len(there) - len(absent) < 2:
                assert self.ask(self.draw.choice((c.NoteBack, c.Retire))(person=absent[0]))

    def into_a_hand(self) -> None:
        """Some steps of a hand at one of the tables, where one may begin."""
        name = self.draw.choice(list(self.tournament.state.seats) or [""])
        table: Any = self.tournament.tables.get(name)
        for _ in range(self.draw.randint(1, 8)):
            if isinstance(table, PokerTable):
                self.poker_step(table)
            elif table is not None and table.state.phase == "wagers" and not table.state.wagered:
                for seat in table.state.seats:
                    table.do(stud.PlaceAnte(seat=seat, amount=table.state.options.minimum), at=self.tournament.stream.at)
                if self.draw.random() < 0.7:
                    table.deal()
        self.catch_up()

    def poker_step(self, table: PokerTable) -> None:
        at = max(self.field._now, self.tournament.stream.at, table.at)
        if (step := table.next_step()) is not None:
            table.do(step, by=whose(step), at=at)
        elif self.tournament.fold_for_absent(table.name, at=at) is None and table.turn:
            table.do(self.field._act(table, table.turn), at=at)

    def out_of_the_hands(self) -> None:
        """Every hand that was begun comes to its end, anyone who is there or not."""
        for table in self.tournament.tables.values():
            for _ in range(200):
                if isinstance(table, PokerTable):
                    if table.state.hand.phase == "between":
                        break
                    self.poker_step(table)
                elif table.state.phase == "deciding" and table.state.undecided:
                    if self.tournament.fold_for_absent(table.name) is None:
                        accepted(table.do(stud.Fold(seat=table.turn)))
                elif table.state.phase in ("deciding", "settling"):
                    step = stud.Settle() if table.state.phase == "settling" else stud.Reveal()
                    accepted(table.do(step, by=HOUSE))
                else:
                    break
            else:
                raise AssertionError(f"a hand at {table.name} does not end: {table.state}")
        self.check()

    def closes(self, how: str) -> None:
        """The tournament ends, and everyone goes home with what is theirs: nothing is left at a table or in a pool."""
        self.out_of_the_hands()
        if self.tournament.state.phase == "playing" and how == "cancelled":
            cancelled(self.tournament)
        elif how == "everybody retires":
            for person in list(self.tournament.state.playing)[1:]:
                assert self.ask(c.Retire(person=person))
                self.check()
        self.go_on()
        if self.tournament.state.phase == "playing":
            for _ in range(3000):
                if self.field.over():
                    break
                self.field.step()
                self.go_on()
                self.nobody_alone()
            assert self.field.finish().wrong == []
        self.check()
        assert [name for name, table in self.tournament.tables.items() if table.state.seats] == []
        for person, patron in list(self.cage.state.patrons.items()):
            if held := patron.held(CHIPS):
                accepted(self.cage.do(cage.RedeemChips(person=person, amount=held), by=HOUSE))
        assert [person for person, patron in self.cage.state.patrons.items() if patron.hand or patron.tables] == []
        self.check()


ENDS = ("cancelled", "everybody retires", "played")


def walked(game: str, seed: int) -> None:
    walk = Walk(game, seed)
    for _ in range(Random(seed).randint(0, 15)):
        walk.step()
    walk.closes(ENDS[seed % len(ENDS)])


@pytest.mark.parametrize(("game", "seeds"), [(HOLDEM, range(1, 2)), ("crown-pineapple", range(1)), (STUD, range(2))])
def test_everybody_gets_out_of_a_tournament_with_its_tables_and_the_cage(game: str, seeds: range) -> None:
    for seed in seeds:
        walked(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", [HOLDEM, "crown-pineapple", "crown-omaha-hi-lo", STUD])
def test_everybody_gets_out_of_many_such_tournaments(game: str) -> None:
    for seed in range(3, 60):
        walked(game, seed)


class Forgetful(Field):
    """Bots of whom the first never discards: their time is called."""

    forgot = 0

    def _act(self, table: PokerTable, seat: int) -> Any:
        act = super()._act(table, seat)
        if isinstance(act, poker.Discard) and table.state.person_at(seat) == "p1":
            self._now = max(self._now, table.at) + table.state.options.time_to_act + 1
            self.forgot += 1
            return poker.CallTime()
        return act


@pytest.mark.parametrize("game", ["crown-pineapple", "crown-crazy-pineapple"])
def test_who_never_discards_does_not_stop_a_tournament(game: str) -> None:
    field = Forgetful(terms(game, format={"time_to_act": 30}), 4, seed=2)
    result = field.play()
    assert result.wrong == []
    assert sum(result.awarded.values()) == result.pool
    assert field.forgot


@pytest.mark.parametrize("dead_hand", ["at once", "in turn"])
def test_who_is_absent_at_the_discards_does_not_stop_a_tournament(dead_hand: str) -> None:
    field = Field(terms("crown-pineapple", {"dead_hand": dead_hand}), 4, seed=2)
    field.open()
    field.do(c.NoteAbsent(person="p1"))
    while not field.over():
        field.step()
    assert field.finish().wrong == []


def test_who_retires_while_dealt_out_pays_blinds_from_the_chips_that_stay() -> None:
    conduct = {"absence": "dealt out", "retired_chips": "left in play"}
    field = Field(terms(HOLDEM, {"missed_blinds": "owed"}, conduct=conduct), 4, seed=2)
    field.open()
    for command in (c.NoteAbsent(person="p1"), c.NoteAbsent(person="p2"), c.Retire(person="p1"), c.Retire(person="p2")):
        field.do(command)
    tables: Any = field.tournament.tables.values()
    assert [seat for table in tables for seat in table.state.seats.values() if seat.away] == []
    for _ in range(400):
        if field.over():
            break
        field.step()
    assert field.finish().wrong == []

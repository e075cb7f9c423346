"""Evenings at a table where people come, leave, walk off, sit out, move and come back, before and after the blinds are due."""

from __future__ import annotations

from random import Random

import pytest

from croupier.kernel.actors import ONLOOKER
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.blinds import due, present
from croupier.poker.commands import BeginHand, Deal, Fold, PostBlind
from croupier.poker.events import BlindPosted, HandBegun, HandCalledOff
from croupier.poker.positions import between
from croupier.poker.rules import Options
from croupier.poker.signs import ANTES
from croupier.poker.state import Seat, State
from croupier.tables.poker_table import PokerTable, whose

TABLES = {
    "two blinds": Options(places=7),
    "nobody need wait": Options(places=7, new_players="dealt in"),
    "new players wait": Options(places=6, new_players="wait"),
    "one blind": Options(places=5, blinds=(10_00,)),
    "three blinds": Options(places=7, blinds=(2_00, 5_00, 10_00)),
    "antes": Options(places=6, ante=1_00, readings=(ANTES,)),
    "an ante for all": Options(places=6, ante=10_00, ante_by_last_blind=True, readings=(ANTES,)),
    "straddles": Options(places=6, straddle=True),
    "button posts first": Options(places=5, readings=("heads_up_button_small_blind",)),
}


class Evening:
    """A table where people come, go and come back, and what is checked of each hand as it begins."""

    def __init__(self, options: Options, seed: int) -> None:
        self.table = PokerTable(("crown-holdem", "crown-pineapple")[seed % 2], options, seed=seed)
        self.random = Random(seed)
        self.moved: set[str] = set()  # or come in without waiting: since they last paid the last blind
        self.gone: list[str] = []
        self.born = 0
        self.last_payer = self.payer_before = ""
        self.came: dict[str, int] = {}
        self.came_before: dict[str, int] = {}
        self.hands = 0

    @property
    def state(self) -> State:
        return self.table.state

    def phase(self) -> str:
        return self.state.phase

    def person(self, seat: int) -> str:
        return self.state.person_at(seat)

    def do(self, command: Command, person: str = "") -> bool:
        before = len(self.table.events)
        decision = self.table.do(command, by=whose(command), person=person)
        assert sum(self.state.money.values()) == 0
        if isinstance(decision, Refused):
            return False
        for event in self.table.events[before:]:
            if isinstance(event, HandCalledOff):
                self.last_payer = self.payer_before
                self.came = self.came_before
            if isinstance(event, HandBegun):
                self.payer_before = self.last_payer
                self.came_before, self.came = self.came, {}
                self.moved |= {self.person(seat) for seat in event.welcome}
            if isinstance(event, BlindPosted) and event.kind == "blind" and event.seat == self.state.positions[-1]:
                self.last_payer = self.person(event.seat)
                self.moved.discard(self.last_payer)
            if isinstance(event, BlindPosted) and event.kind == "blind":
                self.came[self.person(event.seat)] = self.state.positions.index(event.seat, 1)
        return True

    def someone(self) -> None:
        """Someone does something with seats, if it is allowed. Whatever is offered to do can be asked for at any moment."""
        place = self.random.randint(1, self.state.options.places)
        offers = [*self.table.legal(), *self.table.legal(seat=place)]
        assert offers or len(present(self.state)) < 2
        if place not in self.state.seats:
            back = bool(self.gone) and self.random.random() < 0.5
            self.born += 1
            who = self.gone.pop() if back else f"guest {self.born}"
            assert self.do(commands.TakeSeat(seat=place, chips=self.random.choice((200_00, 1000_00))), who)
            self.moved |= {who} if back else set()
            return
        to = self.random.randint(1, self.state.options.places)
        wish = self.random.choice(
            (
                commands.StepAway(seat=place),
                commands.ComeBack(seat=place),
                commands.ComeBack(seat=place),
                commands.SitOut(seat=place),
                commands.PostBlind(seat=place),
                commands.Straddle(seat=place),
                commands.ChangeSeat(seat=place, to=to),
                commands.LeaveSeat(seat=place),
            )
        )
        owed, person = self.owed(self.state.seats[place]), self.person(place)
        if self.do(wish):
            if isinstance(wish, commands.LeaveSeat):
                self.gone.append(person)
                left = self.state.left.get(person)
                assert set(owed[0]) <= set(left.missed) if left is not None else not (owed[0] or owed[1])
            elif isinstance(wish, commands.ChangeSeat):
                self.moved.add(person)

    def owed(self, seat: Seat) -> tuple[tuple[int, ...], bool]:
        return seat.missed, seat.penalty

    def play(self) -> None:
        """One hand if it can begin: the blinds, the deal, and all but one fold."""
        for _ in range(self.random.randint(0, 3)):
            self.someone()
        if len(present(self.state)) < 2:
            return
        old, payer = self.state.positions, self.last_payer
        had = [person for person, blind in self.came.items() if blind > 1]
        could = {self.person(number) for number in present(self.state)}
        newcomers = [number for number in present(self.state) if self.state.newcomer(number)]
        assert self.do(BeginHand())
        if len(could) > 2 or self.state.positions[-1] not in newcomers:  # of two, a newcomer has the last blind
            self.nobody_is_passed_over(old, had)
        if could - {payer}:
            assert self.person(self.state.positions[-1]) != payer or payer in self.moved
        for _ in range(self.random.randint(0, 2)):
            self.someone()
        while self.phase() == "blinds":
            step = self.table.next_step()
            assert step is not None
            if isinstance(step, Deal):
                assert self.do(step)
                self.only_those_who_paid_have_cards()
            else:
                assert self.do(step), step
        if self.phase() == "between":  # called off
            return
        self.hands += 1
        while self.state.hand.turn:
            assert self.do(Fold(seat=self.state.hand.turn))
        while self.phase() != "between":
            step = self.table.next_step()
            assert step is not None
            assert self.do(step)
        assert self.state.pot == 0

    def nobody_is_passed_over(self, old: tuple[int, ...], had: list[str]) -> None:
        """A player whom a blind has passed, or found away, owes it."""
        state = self.state
        new = state.positions
        if len(old) != len(state.options.blinds) + 1 or len(set(old)) < len(old):
            return  # the hand before had too few players for all the blinds and a button
        instead = len(present(state)) == 2 and state.newcomer(new[-1])  # of two, a newcomer has it rather than the button
        for seat in () if instead else between(state, old[-1], new[-1]):
            assert state.seats[seat].owes or self.person(seat) in self.moved, (old, new, seat)
        for person in had:  # the next smaller blind is theirs, wherever they sit now
            if (seat := state.seat_of(person)) and seat not in new[1:]:
                assert state.seats[seat].owes, (old, new, seat)

    def only_those_who_paid_have_cards(self) -> None:
        state = self.state
        assert len(state.hand.ring) > 1
        assert all(not state.seats[number].owes for number in state.hand.ring)
        # at a blind's place everyone with cards has posted, unless the ante took the last chip
        for number in state.hand.ring:
            if number in state.positions[1:]:
                assert state.hand.players[number].posted or state.hand.players[number].all_in


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_the_blinds_are_fair_and_the_table_goes_on(name: str, seed: int) -> None:
    evening = Evening(TABLES[name], seed)
    for _ in range(60):
        evening.play()
    assert evening.hands > 10
    assert evening.table.audit().deviation is None
    assert any(isinstance(event, HandBegun) and event.missed for event in evening.table.events)
    assert PokerTable.load(evening.table.dump().splitlines()).state == evening.state
    onlooker = evening.table.picture(ONLOOKER)
    assert (onlooker.money, onlooker.positions) == (evening.state.money, evening.state.positions)


@pytest.mark.parametrize("players", range(3, 8))
def test_in_a_full_round_everybody_pays_every_blind_once(players: int) -> None:
    table = PokerTable("crown-holdem", Options(places=players, blinds=(2_00, 5_00, 10_00)))
    for seat in range(1, players + 1):
        table.do(commands.TakeSeat(seat=seat, chips=1000_00))
    paid: dict[int, list[int]] = {seat: [] for seat in range(1, players + 1)}
    for _ in range(players):
        table.do(BeginHand())
        while waiting := due(table.state):
            seat, amount = next(iter(waiting.items()))
            paid[seat].append(amount)
            table.do(PostBlind(seat=seat))
        table.run()
        while table.state.hand.turn:
            table.do(Fold(seat=table.state.hand.turn))
        table.run()
    assert all(sorted(amounts) == [2_00, 5_00, 10_00] for amounts in paid.values()), paid

"""Every way in which one player can sit at a table: all moves, absences, departures and returns, followed to the end.

The others sit still. The states of the table between hands are the points of a graph, what the player can do and the hands that
are played are its steps. A circle in it on which the player gets cards and pays less than the book asks is a way to avoid
blinds for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.books import poker_rules_of
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import HOUSE, Said
from croupier.kernel.decisions import Accepted
from croupier.kernel.events import Command
from croupier.poker import commands
from croupier.poker.blinds import due, to_be_dealt
from croupier.poker.deciding import decide
from croupier.poker.events import HandEnded
from croupier.poker.rules import Options
from croupier.poker.state import Seat, State

RULES = poker_rules_of("crown-holdem")
MOVER = "the one who moves"
FREE = RULES.live_seats_free
"""So many players may be passed by a change of seats, which puts the blinds off by as many hands."""


class Step(NamedTuple):
    """One thing that was done, or a hand: whereto, what the mover paid, and how many had cards where the mover had some."""

    does: str
    to: Any
    paid: int = 0
    dealt: int = 0
    penalty: bool = False


class Search:
    """All that can come of it, from a table with these places taken and the mover at the first of them."""

    def __init__(self, places: int, others: tuple[int, ...], *, leaves: bool = True, **sign: Any) -> None:
        self.leaves = leaves
        self.sign = Options(places=places, blinds=sign.pop("blinds", (10_00, 10_00)), **sign)
        self.tables: dict[Any, State] = {}
        table = State(options=self.sign, game="crown-holdem")
        free = next(place for place in range(1, places + 1) if place not in others)
        for number, person in [(free, MOVER), *((other, f"p{other}") for other in others)]:
            table.seat_down(Seat(number, person, stack_of(number)))
            table.money[stack_of(number)] = 10_000_00
        self.start = self.known(table)
        self.steps: dict[Any, list[Step]] = {}

    def known(self, table: State) -> Any:
        """The state of a table between hands, whatever its number of hands and its money; seen from the button, as a table
        has no place that is not like the others.
        """
        turned = table.positions[0] if table.positions else 0

        def at(place: int) -> int:
            return (place - turned) % self.sign.places

        seats = tuple(
            (at(number), seat.person == MOVER, self.standing(seat) if seat.person == MOVER else ())
            for number, seat in sorted(table.seats.items(), key=lambda one: at(one[0]))
        )
        left = tuple((at(seat.number), self.standing(seat)) for seat in table.left.values())
        came = tuple(sorted((person == MOVER, blind) for person, blind in table.came.items()))
        key = (seats, tuple(map(at, table.positions)), left, came)
        self.tables.setdefault(key, table)
        return key

    @staticmethod
    def standing(seat: Seat) -> tuple[Any, ...]:
        return seat.away, seat.new, seat.returned, seat.penalty, tuple(sorted(seat.missed)), seat.passed

    def run(self, most: int = 100_000) -> None:
        waiting = [self.start]
        while waiting:
            key = waiting.pop()
            if key in self.steps:
                continue
            self.steps[key] = list(self.possible(self.tables[key]))
            waiting += [step.to for step in self.steps[key]]
            assert len(self.steps) < most, "more states than there can be"

    def possible(self, table: State) -> Iterator[Step]:
        seat = table.seat_of(MOVER)
        free = [place for place in range(1, self.sign.places + 1) if place not in table.seats]
        if seat:
            acts: list[Command] = [commands.ChangeSeat(seat=seat, to=place) for place in free]
            acts += [commands.StepAway(seat=seat), commands.ComeBack(seat=seat)]
            acts += [commands.LeaveSeat(seat=seat)] * self.leaves
        else:
            acts = [commands.TakeSeat(seat=place, chips=10_000_00) for place in free]
        for act in acts:
            if (after := done(table, act, act.seat)) is not None:  # type: ignore[attr-defined]
                yield Step(str(act), self.known(after))
        for meets in ("posts", "is away", "leaves")[: 2 + self.leaves]:
            yield from self.hand(table, meets)

    def hand(self, table: State, meets: str) -> Iterator[Step]:
        """A hand in which the mover posts a blind that is due, or walks off before it."""
        after = done(table, commands.BeginHand(), HOUSE)
        if after is None:
            return
        met = False
        while waiting := due(after):
            seat = next(iter(waiting))
            mine = after.person_at(seat) == MOVER
            act: Command = commands.PostBlind(seat=seat)
            if mine and meets != "posts":
                act = commands.StepAway(seat=seat) if meets == "is away" else commands.LeaveSeat(seat=seat)
            met = met or mine
            following = done(after, act, seat)
            assert following is not None, f"{act} was refused"
            after = following
            if after.hand.phase == "between":  # called off
                yield Step(f"a hand is called off: {meets}", self.known(after))
                return
        if meets != "posts" and not met:
            return
        yield from self.dealt(after, meets)
        if not met and (seat := after.seat_of(MOVER)) and (entered := done(after, commands.PostBlind(seat=seat), seat)):
            yield from self.dealt(entered, "posts to be dealt in")

    def dealt(self, table: State, meets: str) -> Iterator[Step]:
        after = table.copied()
        ring = to_be_dealt(after)
        if len(ring) < 2:
            return
        seat = after.seat_of(MOVER)
        player = after.hand.players.get(seat)
        paid = player.put_in + player.dead if player is not None else 0
        after.hand.ring = ring
        for number in ring:
            after.hand.players[number].dealt_in = True
            after.seats[number].dealt_out = False
        after.take(HandEnded(clauses=()))
        for number in after.seats:
            after.money[stack_of(number)] = 10_000_00
        penalty = player is not None and player.posted and player.entered[1]
        yield Step(f"hand {after.positions}: {meets}", self.known(after), paid, len(ring) if seat in ring else 0, penalty)

    def worth(self, step: Step) -> Fraction:
        """What the mover has paid above what the book asks of someone who has all the delay that it allows."""
        paid = max(step.paid, sum(self.sign.blinds)) if step.penalty else step.paid  # the book's own price of a move too far
        asked = Fraction(sum(self.sign.blinds), step.dealt + FREE) if step.dealt else Fraction(0)
        return paid - asked

    def circle(self) -> list[str]:
        """A way round on which less is paid than is asked, as what is done on it; empty where there is none."""
        best: dict[Any, Fraction] = dict.fromkeys(self.steps, Fraction(0))
        came: dict[Any, tuple[Any, Step]] = {}
        edges = [(key, step, self.worth(step)) for key, steps in self.steps.items() for step in steps]
        for turn in range(10_000):
            better = False
            for key, step, worth in edges:
                if best[key] + worth < best[step.to]:
                    best[step.to], came[step.to], better = best[key] + worth, (key, step), True
            if not better:
                return []
            if turn % 8 == 7 and (found := _round(came)):
                return found
        raise AssertionError("neither a circle nor an end")


def _round(came: dict[Any, tuple[Any, Step]]) -> list[str]:
    seen: dict[Any, int] = {}
    for number, start in enumerate(came):
        key, way = start, []
        while key in came and key not in seen:
            seen[key] = number
            way.append(key)
            key = came[key][0]
        if key in came and seen.get(key) == number:
            back = [came[one] for one in way[way.index(key) :]]
            return [f"{step.does} (paid {step.paid}, {step.dealt} dealt in)" for _, step in reversed(back)]
    return []


def done(table: State, command: Command, who: Any) -> State | None:
    """The table after a command that is accepted."""
    person = MOVER if isinstance(command, commands.TakeSeat) else table.person_at(who) if isinstance(who, int) else "house"
    decision = decide(RULES, table, command, Said(person, who, 0))
    return table.after(decision.events) if isinstance(decision, Accepted) else None

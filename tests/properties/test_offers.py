"""An offer is a promise: what `legal` offers in a house is accepted as offered, at the lowest, the highest and a middle amount.

The house has linked house tables with a prize meter, a poker room with its lists, a tournament, a cage and a register. Chips run
short, meters fail, people are excluded and the tournament's clock stops: what is offered must follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.books import book_of
from croupier.cage import commands as cage
from croupier.floor.house import CAGE, PEOPLE, ROOM, House
from croupier.jackpots import commands as meters
from croupier.kernel.actors import HOUSE, Capacity
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.kernel.links import Ask
from croupier.kernel.roles import ADMINISTRATOR
from croupier.people import commands as people
from croupier.poker import commands as poker
from croupier.poker.rules import Options as PokerOptions
from croupier.poker.telling import limits
from croupier.room import commands as room
from croupier.stud import commands as stud
from croupier.stud.rules import Options as HouseOptions
from croupier.tables.any_table import AnyTable
from croupier.tables.house_terms import terms_for_play
from croupier.tables.purses import Money
from croupier.tournaments import commands as tournament
from croupier.tournaments.state import DIRECTOR, ENTRANT
from simulation.houses import cup_terms

GAME, POKER = "crown-caribbean-stud", "crown-holdem"
PLAYERS = tuple(f"p{number}" for number in range(1, 10))
MANAGER = "manager"


class Evening:
    """A house with every kind of stream, played at random by what it offers."""

    def __init__(self, seed: int) -> None:
        self.chance, self.now = Random(seed), 1_800_000_000
        self.house = House(lambda: self.now, lambda entry, line: None, seed=seed)
        self.house.link_all(Money(self.house))
        self.house.establish()
        self.give(PEOPLE, people.RegisterPerson(person="admin", name="admin"), HOUSE, HOUSE)
        self.give(PEOPLE, people.GrantRole(person="admin", book="*", capacity=ADMINISTRATOR), HOUSE, HOUSE)
        self.give(CAGE, cage.OpenCage(chips=10**9, cash=10**9), HOUSE, HOUSE)
        for number, person in enumerate((*PLAYERS, MANAGER)):
            self.give(PEOPLE, people.RegisterPerson(person=person, name=person), "admin", ADMINISTRATOR)
            self.give(CAGE, cage.IssueChips(person=person, amount=(number + 1) * 7_000_00 // 10), HOUSE, HOUSE)
        self.ranks = {book: book_of(book).title_page.ranks[-1] for book in (GAME, "crown-poker")}
        for book, rank in self.ranks.items():
            self.give(PEOPLE, people.GrantRole(person=MANAGER, book=book, capacity=rank), "admin", ADMINISTRATOR)
        self.give(PEOPLE, people.GrantRole(person=MANAGER, book="crown-poker", capacity=DIRECTOR), "admin", ADMINISTRATOR)
        self.furnish()

    def furnish(self) -> None:
        for name in ("one", "two"):
            self.house.open_table(name, GAME, HouseOptions(places=4, minimum=10_00, maximum=500_00))
        opening = meters.OpenSystem(system="linked", terms=terms_for_play(GAME, 5_00), tables=("one", "two"))
        self.give(f"meters-{GAME}", opening, MANAGER, self.ranks[GAME])
        self.house.open_room()
        options, rank = PokerOptions(places=4), self.ranks["crown-poker"]
        self.give(ROOM, room.OfferGame(game="5-10", played=POKER, limit=limits(options), needed=2), MANAGER, rank)
        for person in PLAYERS[:5]:
            self.give(ROOM, room.JoinList(person=person, game="5-10"), person, "player")
        assert not isinstance(self.house.open_room_table("r1", "5-10", person=MANAGER, by=rank), Refused)
        keeper = self.house.open_tournament("cup", POKER)
        terms, director = cup_terms(self.now + 1), MANAGER
        steps: tuple[tuple[Command, str, Capacity], ...] = (
            (tournament.DraftTerms(terms=terms), director, rank),
            (tournament.MakeTermsAvailable(), director, rank),
            (tournament.AdviseInspectorate(), director, rank),
            (tournament.AppointDirector(person=director), director, rank),
            (tournament.Attend(), director, DIRECTOR),
            (tournament.DesignateTables(tables=("cup-1", "cup-2")), director, rank),
            (tournament.OpenEntries(), director, rank),
            *((tournament.Enter(person=person), person, ENTRANT) for person in PLAYERS[3:8]),
        )
        for command, person, by in steps:
            self.give("cup", command, person, by)
        self.now += 1
        for command, by in (
            (tournament.BriefPlayers(), DIRECTOR),
            (tournament.DrawSeats(order=()), HOUSE),
            (tournament.StartPlay(), DIRECTOR),
        ):
            self.give("cup", command, MANAGER if by == DIRECTOR else HOUSE, by)
        assert keeper.state.phase == "playing"
        list(self.house.adopt_new_tables())

    def give(self, name: str, command: Command, person: str, by: Capacity) -> None:
        decision = self.house.streams[name].do(command, person=person, by=by, at=self.now)
        assert not isinstance(decision, Refused), f"{name}: {command}: {decision}"

    def offers(self) -> Iterator[tuple[Any, Legal, str, Capacity]]:
        """Every offer of every stream, to whom, and in which capacity."""
        for name, stream in self.house.streams.items():
            if isinstance(stream, AnyTable):
                for seat in range(1, stream.state.options.places + 1):
                    person = stream.state.person_at(seat) or self.chance.choice(PLAYERS)
                    yield from ((stream, offer, person, seat) for offer in stream.legal(seat=seat, person=person))
                yield from ((stream, offer, HOUSE, HOUSE) for offer in stream.legal(by=HOUSE))
            elif name == "cup":
                yield from ((stream, offer, MANAGER, DIRECTOR) for offer in stream.legal(by=DIRECTOR, person=MANAGER))
            else:
                rank = self.ranks[GAME if name.startswith("meters") else "crown-poker"]
                yield from ((stream, offer, MANAGER, rank) for offer in stream.legal(by=rank, person=MANAGER))

    def commands(self, stream: Any, offer: Legal) -> Iterator[Command]:
        """The offer at its lowest, highest and a middle amount, with the cards that the software deals."""
        command = offer.command
        match command:
            case stud.Shuffle() | poker.Shuffle():
                if not stream.state.options.committed_decks:  # else it is laid down first
                    yield type(command)(deck=stream.shuffled_deck(), source=stream.source)
                return
            case _ if str(HIDDEN) in repr(command):
                return
        sized = next((name for name in ("amount", "to", "chips") if name in command.__struct_fields__), "")
        yield command
        if offer.most and sized and isinstance(least := getattr(command, sized), int) and offer.most > least:
            middle = least + (offer.most - least) // 2 // offer.step * offer.step
            for amount in {middle, least + (offer.most - least) // offer.step * offer.step}:
                yield replace(command, **{sized: amount})

    def step(self) -> list[str]:
        """Check what is offered now, then do one of it, or let something happen; what was refused though it was offered."""
        self.now += self.chance.choice((0, 1, 1, 5, 30))
        broken, open_now = [], []
        for stream, offer, person, by in self.offers():
            if isinstance(by, str) and stream.rules.rank_of(offer.by) > stream.rules.rank_of(by):
                person, by = MANAGER, stream.rules.ranks[-1]  # it says whose it is
            for command in self.commands(stream, offer):
                ask = Ask(stream, command, stream.who(command, by=by, person=person, at=max(self.now, stream.at)))
                decision = self.house.would(ask)
                if isinstance(decision, Refused) and not decision.looked:
                    broken.append(f"{stream.name}: {command} offered to {person} as {by}, refused: {decision}")
                else:
                    open_now.append(ask)
        if open_now:
            stream, command, said, *_ = self.chance.choice(open_now)
            stream.do(command, said=said)
        list(self.house.adopt_new_tables())
        self.happens()
        return broken

    def happens(self) -> None:
        """Now and then the meter fails, someone is excluded or spends their chips, or the clock stops."""
        kind = self.chance.randrange(60)
        person = self.chance.choice(PLAYERS)
        cup = self.house.tournaments["cup"]
        match kind:
            case 0 | 1:
                self.try_to(f"meters-{GAME}", meters.ReportEquipment(system="linked", working=kind == 1), self.ranks[GAME])
            case 2:
                held = self.house.cage.state.patron(person).held()
                if held > 1:
                    self.house.cage.do(cage.RedeemChips(person=person, amount=held // 2), by=HOUSE, at=self.now)
            case 3:
                stops = cup.state.clock.since is not None
                self.try_to("cup", tournament.PauseClock() if stops else tournament.ResumeClock(), DIRECTOR)
            case 4 if self.chance.random() < 0.2:
                excluding = people.ExcludePerson(person=person, reason="asked", ends=self.now + 100)
                self.house.people.do(excluding, by="security", person="admin", at=self.now)

    def try_to(self, name: str, command: Command, by: Capacity) -> None:
        self.house.streams[name].do(command, person=MANAGER, by=by, at=max(self.now, self.house.streams[name].at))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_offered_is_accepted(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(60):
        assert evening.step() == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_what_is_offered_is_accepted_for_whole_evenings(seed: int) -> None:
    evening = Evening(seed)
    for _ in range(400):
        assert evening.step() == []

"""Random play at a table of the poker room: what is offered, what someone might try anyway, and what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from hypothesis import note, strategies as st
from msgspec.structs import fields, replace

from croupier.books import GAMES, game_of, poker_rules_of
from croupier.kernel.actors import DEALER, Capacity, Said
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.poker import commands
from croupier.poker.blinds import to_be_dealt
from croupier.poker.deal import to_shuffle
from croupier.poker.rules import NO_COMMISSION, Betting, Bonus, Commission, Options
from croupier.poker.signs import ANTES
from croupier.poker.state import State
from croupier.tables.poker_table import ENGINE, PokerTable

COMMANDS = ENGINE.codec.commands
PLAYABLE = [game for game in GAMES if game_of(game).poker is not None]
CHANCE = st.randoms(use_true_random=False)
LONGEST = 400
"""More steps than any hand needs."""

ONWARD = (
    commands.Rule,
    commands.Discard,
    commands.MakeUp,
    commands.Check,
    commands.Call,
    commands.Fold,
    commands.PostBlind,
    commands.CallOff,
    commands.Shuffle,
    commands.Cut,
    commands.Deal,
    commands.ShuffleStub,
    commands.SettleSideWagers,
    commands.DealBoard,
    commands.OpenHands,
    commands.ShowHand,
    commands.MuckHand,
    commands.PushPots,
)
"""What brings a hand on, in the order in which it is tried."""


def sign(game: str, chance: Random) -> Options:
    """A table of some kind."""
    betting: Betting = chance.choice(("no limit", "no limit", "pot limit", "half pot limit", "fixed limit", "spread limit"))
    limited = betting in ("fixed limit", "spread limit")
    charge = chance.choice(
        (
            NO_COMMISSION,
            Commission(percent=5, cap=15_00),
            Commission(percent=7.5, per_hand=(0, 1_00, 2_00), cap=20_00),
            Commission(per_person=1_00),
            Commission(hourly=6_00, most_hourly=8_00),
        )
    )
    ante = chance.choice((0, 0, 0, 1_00))
    return Options(
        places=chance.randint(2, poker_rules_of(game).most_players),
        betting=betting,
        blinds=chance.choice(((5_00, 10_00), (10_00,), (2_00, 5_00, 10_00))),
        bets=(10_00, 10_00, 20_00, 20_00) if limited else (),
        most=40_00 if betting == "spread limit" else 0,
        minimum_buy_in=5_00,
        straddle=chance.random() < 0.3,
        over_blinds=chance.random() < 0.2,
        ante=ante,
        ante_by_last_blind=chance.random() < 0.3,
        button=chance.random() < 0.9,
        time_to_act=chance.choice((0, 0, 30)),
        new_players=chance.choice(("wait or post", "wait", "post", "dealt in")),
        standalone=chance.random() < 0.2,
        commission=charge,
        flop_chase=(5_00, 50_00) if chance.random() < 0.3 else (0, 0),
        bonuses=(Bonus(hand="one pair", cash=10_00),) if chance.random() < 0.2 else (),
        readings=(ANTES,) if ante else (),
    )


def sized(command: Command) -> tuple[str, int]:
    """The field of a command that an offer gives with its least value, up to `Legal.most`."""
    for name in ("amount", "to", "chips", "place"):
        if isinstance(value := getattr(command, name, None), int):
            return name, value
    return "", 0


class Try(NamedTuple):
    """Something that someone might do: the obvious person, or the person named, now or later."""

    command: Command
    by: Capacity | None = None
    person: str = ""
    at: int | None = None


class Given(NamedTuple):
    """What someone did, and the result."""

    command: Command
    said: Said
    decision: Decision

    @property
    def refused(self) -> bool:
        return isinstance(self.decision, Refused)


class Sitting:
    """A table with some players, and every command that was given there with the result."""

    def __init__(self, game: str, chance: Random, options: Options | None = None) -> None:
        self.chance = chance
        self.table = PokerTable(game, options or sign(game, chance), seed=chance.randrange(2**32))
        self.given: list[Given] = []
        self.live_deal = chance.random() < 0.25
        note(f"{game}: {self.state.options}")
        for seat in range(1, chance.randint(2, self.state.options.places) + 1):
            self.do(commands.TakeSeat(seat=seat, chips=chance.choice((1_000_00, 200_00, 35_00, 8_00))))

    @property
    def state(self) -> State:
        return self.table.state

    def do(self, what: Try | Command) -> Decision:
        tried = what if isinstance(what, Try) else Try(what)
        said = self.table.who(tried.command, by=tried.by, person=tried.person, at=tried.at)
        before = self.state.copied() if self.chance.random() < 0.2 else None
        decision = self.table.do(tried.command, said=said)
        note(f"{said} at {said.at}: {tried.command} -> {type(decision).__name__}")
        if before is not None and isinstance(decision, Refused):
            assert before == self.state, "a refusal changed the table"
        self.given.append(Given(tried.command, said, decision))
        return decision

    def offers(self) -> list[Legal]:
        """Everything that anyone may do now."""
        found = list(self.table.legal())
        for seat in range(1, self.state.options.places + 1):
            found += self.table.legal(seat=seat)
        return found

    def filled(self, offer: Legal) -> Try:
        """An offer taken up, with some amount of its range and faces for cards that are turned up."""
        command = offer.command
        name, value = sized(command)
        if name and offer.most > value:
            steps = (min(offer.most, value + 2_000_00) - value) // offer.step
            command = replace(command, **{name: value + offer.step * self.chance.randint(0, steps)})
        return self.with_faces(command, offer)

    def with_faces(self, command: Command, offer: Legal) -> Try:
        """The command with the cards that anyone who takes it up has before them."""
        if isinstance(command, commands.Shuffle) and not self.live_deal:
            command = replace(command, deck=tuple(self.chance.sample(DECK, 52)), source="stacked")
        elif isinstance(command, commands.Deal) and self.live_deal:
            command = replace(command, hands=self.some_faces())
        elif isinstance(command, commands.ShuffleStub) and offer.faces:
            left = to_shuffle(self.state.hand)
            command = replace(command, deck=tuple(self.chance.sample(left, len(left))), source="stacked")
        elif offer.faces:
            known = self.state.hand.known_cards()
            unseen = iter([card for card in self.chance.sample(DECK, 52) if card not in known])
            lies = self.lying(command)
            command = replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in lies))
        # the dealer turns up another player's hand, and enters its faces
        turned_up = isinstance(command, commands.AskToSee) and offer.faces and command.whose != command.seat
        return Try(command, by=DEALER if turned_up else offer.by, at=max(offer.at, self.table.at) if offer.at else None)

    def lying(self, command: Command) -> tuple[Card, ...]:
        """The cards that a command speaks of, as far as they are on record."""
        cards: tuple[Card, ...] = command.cards  # type: ignore[attr-defined]
        names = {commands.ShowHand: "seat", commands.AskToSee: "whose", commands.InspectHand: "player"}
        if (name := names.get(type(command))) is None:
            return cards
        _, player = self.state.played(getattr(command, name), getattr(command, "person", ""))
        return player.cards if player is not None else cards

    def some_faces(self) -> dict[int, tuple[Card, ...]]:
        """Hands of which a dealer has seen some cards."""
        unseen = iter(self.chance.sample(DECK, 52))
        count = self.table.rules.hole_cards
        seats = [seat for seat in to_be_dealt(self.state) if self.chance.random() < 0.3]
        return {seat: tuple(next(unseen) if self.chance.random() < 0.6 else HIDDEN for _ in range(count)) for seat in seats}

    def wander(self, steps: int = 60) -> Iterator[None]:
        """Random steps: mostly what is offered, sometimes what someone might try, a report, a card put right, or
        another player for a seat.
        """
        for _ in range(steps):
            lot = self.chance.random()
            if lot < 0.12:
                self.do(self.anything())
            elif lot < 0.2:
                self.do(self.report())
            elif lot < 0.23:
                self.change_hands()
            elif lot < 0.28:
                self.do(self.out_of_turn())
            elif lot < 0.31 and (lying := sorted(self.state.hand.faces_in_play(), key=str)):
                was, now = self.chance.choice(lying), self.chance.choice((*DECK, *lying))
                self.do(Try(commands.CorrectCard(was=was, now=now, why="the dealer misread it")))
            elif offers := self.offers():
                onward = [offer for offer in offers if isinstance(offer.command, (*ONWARD, commands.Raise, commands.Bet))]
                self.do(self.filled(self.chance.choice(onward if onward and lot < 0.85 else offers)))
            yield

    def change_hands(self) -> None:
        """A player leaves if that can be, and someone sits down there, who may have sat elsewhere before."""
        seat = self.chance.randint(1, self.state.options.places)
        self.do(commands.LeaveSeat(seat=seat))
        who = self.chance.choice(("p1", "p2", "guest 7", "guest 8"))
        self.do(Try(commands.TakeSeat(seat=seat, chips=100_00), person=who))

    def out_of_turn(self) -> Try:
        """Someone acts, whose turn it may not be."""
        seat = self.chance.choice(sorted(self.state.seats) or [1])
        amount = self.chance.choice((10_00, 20_00, 40_00, 200_00))
        acts = (
            commands.Check(seat=seat),
            commands.Call(seat=seat),
            commands.Bet(seat=seat, amount=amount),
            commands.Raise(seat=seat, to=amount),
            commands.AllIn(seat=seat),
            commands.PutChips(seat=seat, chips=(25_00,)),
            commands.Fold(seat=seat),
        )
        return Try(self.chance.choice(acts))

    def anything(self) -> Try:
        """A command with fields of the right types, sensible or not, from anyone."""
        kind = self.chance.choice([kind for kind in COMMANDS if kind not in (commands.Report, commands.OpenTable)])
        values: dict[str, Any] = {}
        for field in fields(kind):
            if field.name in ("seat", "player", "whose", "place"):
                values[field.name] = self.chance.randint(0, self.state.options.places + 1)
            elif field.type is int:
                values[field.name] = self.chance.choice((0, 1, 5_00, 10_00, 20_00, 35_00, 1_000_00, -5_00))
            elif field.name in ("card", "now"):
                values[field.name] = self.chance.choice(DECK)
            elif field.name == "was":
                values["was"] = self.chance.choice((*DECK[:1], *sorted(self.state.hand.faces_in_play(), key=str)))
            elif field.name == "why":
                values["why"] = self.chance.choice(("the dealer misread it", "so it lies; and not otherwise"))
            elif field.name == "options":
                values["options"] = {"betting": "pot limit", "minimum_buy_in": self.chance.choice((5_00, 9_00))}
            elif field.name == "commission":
                values["commission"] = Commission(percent=self.chance.randint(0, 12), cap=10_00)
            elif field.name in ("colour", "duty", "option", "person", "said", "edition", "root"):
                values[field.name] = self.chance.choice(("red", "black", "count the cards", "misdeal", "raise", "call"))
            elif field.name == "chips":
                values["chips"] = (25_00,)
            elif field.required and field.name == "to":
                values["to"] = "change"
            elif field.name == "cards":
                values["cards"] = tuple(self.chance.sample(DECK, self.chance.choice((0, 0, 1, 2, 3))))
            elif field.required and field.name in ("names", "players"):
                values[field.name] = {"names": ("one", "two"), "players": (1, 2)}[field.name]
        by = self.chance.choice((None, None, None, "dealer", 1, "TG Area Manager", "Chip Runner", "a stranger"))
        later = self.table.at + self.chance.choice((0, 10, 2_000))
        return Try(kind(**values), by=by, person=self.chance.choice(("", "", "p2")), at=later)

    def report(self) -> Try:
        """Something that went wrong, with some facts."""
        places, hand = self.state.options.places, self.state.hand
        what = self.chance.choice(sorted(self.table.rules.irregularities))
        known = hand.known_cards()
        unseen = [card for card in self.chance.sample(DECK, 52) if card not in known]
        player = self.chance.randint(1, places)
        held = hand.players[player].cards[:1] if player in hand.players else ()
        report = commands.Report(
            what=what,
            player=player,
            players=tuple(self.chance.sample(range(1, places + 1), 2)),
            person=self.chance.choice(("", "", "", "an onlooker")),
            count=self.chance.randint(0, 5),
            cards=tuple(self.chance.choice(((), tuple(unseen[:1]), tuple(unseen[:2]), hand.stub[:1], held))),
            amount=self.chance.choice((-1, 10_00)),
        )
        return Try(report, at=self.table.at + self.chance.choice((0, 5)))

    def finish(self) -> None:
        """Bring the hand to its end by nothing but what is offered."""
        for _ in range(LONGEST):
            if self.state.phase in ("between", "closed"):
                return
            offers = self.offers()
            onward = (offer for kind in ONWARD for offer in offers if isinstance(offer.command, kind))
            offer = next(onward, None)
            assert offer is not None, f"nobody can go on in {self.state.phase}"
            assert not isinstance(decision := self.do(self.filled(offer)), Refused), f"{offer}: {decision}"
        raise AssertionError("the hand does not end")

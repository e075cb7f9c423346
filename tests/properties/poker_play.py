"""Random play at a table of the poker room: what is offered, what somebody might try anyway, and what goes wrong."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import note
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from croupier.books import GAMES, game_of, poker_rules_of
from croupier.kernel.cards import DECK, HIDDEN, Card
from croupier.kernel.decisions import Decision, Refused
from croupier.kernel.events import Command
from croupier.kernel.legal import Legal
from croupier.poker import commands
from croupier.poker.record import COMMANDS
from croupier.poker.rules import NIL, Betting, Bonus, Commission, Options
from croupier.poker.table import Table
from croupier.tables.poker_table import PokerTable

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
    betting: Betting = chance.choice(
        ("no limit", "no limit", "pot limit", "half pot limit", "fixed limit", "spread limit")
    )
    limited = betting in ("fixed limit", "spread limit")
    charge = chance.choice(
        (
            NIL,
            Commission(percent=5, cap=15_00),
            Commission(percent=10, per_hand=(0, 1_00, 2_00), cap=20_00),
            Commission(per_person=1_00),
        )
    )
    return Options(
        places=chance.randint(2, poker_rules_of(game).most_players),
        betting=betting,
        blinds=chance.choice(((5_00, 10_00), (10_00,), (2_00, 5_00, 10_00))),
        bets=(10_00, 10_00, 20_00, 20_00) if limited else (),
        most=40_00 if betting == "spread limit" else 0,
        minimum_buy_in=5_00,
        straddle=chance.random() < 0.3,
        over_blinds=chance.random() < 0.2,
        ante=chance.choice((0, 0, 0, 1_00)),
        ante_by_last_blind=chance.random() < 0.3,
        button=chance.random() < 0.9,
        time_to_act=chance.choice((0, 0, 30)),
        new_players=chance.choice(("wait or post", "wait", "post", "dealt in")),
        standalone=chance.random() < 0.2,
        commission=charge,
        flop_chase=(5_00, 50_00) if chance.random() < 0.3 else (0, 0),
        bonuses=(Bonus(hand="one pair", cash=10_00),) if chance.random() < 0.2 else (),
    )


def sized(command: Command) -> tuple[str, int]:
    """The field of a command that an offer gives with its least value, up to `Legal.most`."""
    for name in ("amount", "to", "chips", "place"):
        if isinstance(value := getattr(command, name, None), int):
            return name, value
    return "", 0


class Sitting:
    """A table with some players, and every command that was given there with what came of it."""

    def __init__(self, game: str, chance: Random) -> None:
        self.chance = chance
        self.table = PokerTable(game, sign(game, chance), seed=chance.randrange(2**32))
        self.given: list[tuple[Command, Decision]] = []
        self.live_deal = chance.random() < 0.25
        note(f"{game}: {self.state.options}")
        for seat in range(1, chance.randint(2, self.state.options.places) + 1):
            self.do(commands.TakeSeat(seat=seat, chips=chance.choice((1_000_00, 200_00, 35_00, 8_00))))

    @property
    def state(self) -> Table:
        return self.table.state

    def do(self, command: Command) -> Decision:
        before = copy.deepcopy(self.state) if self.chance.random() < 0.2 else None
        decision = self.table.do(command)
        note(f"{command} -> {type(decision).__name__}")
        if before is not None and isinstance(decision, Refused):
            assert before == self.state, "a refusal changed the table"
        self.given.append((command, decision))
        return decision

    def offers(self) -> list[Legal]:
        """Everything that anybody may do now."""
        found = list(self.table.legal())
        for seat in range(1, self.state.options.places + 1):
            found += self.table.legal(seat=seat)
        return found

    def filled(self, offer: Legal) -> Command:
        """An offer taken up, with some amount of its range and faces for cards that are turned up."""
        command = offer.command
        name, value = sized(command)
        if name and offer.most > value:
            steps = (min(offer.most, value + 2_000_00) - value) // offer.step
            command = replace(command, **{name: value + offer.step * self.chance.randint(0, steps)})
        return self.with_faces(command, faces=offer.faces)

    def with_faces(self, command: Command, *, faces: bool) -> Command:
        if isinstance(command, commands.Shuffle):
            return command if self.live_deal else replace(command, deck=tuple(self.chance.sample(DECK, 52)))
        if isinstance(command, commands.ShuffleStub) and HIDDEN not in self.state.stub:
            left = self.state.stub if self.state.reshuffle else (*self.state.stub, *self.state.aside)
            return replace(command, deck=tuple(self.chance.sample(left, len(left))))
        if faces:
            known = self.state.known_cards()
            unseen = iter([card for card in self.chance.sample(DECK, 52) if card not in known])
            cards: tuple[Card, ...] = command.cards  # type: ignore[attr-defined]
            return replace(command, cards=tuple(next(unseen) if card is HIDDEN else card for card in cards))
        return command

    def wander(self, steps: int = 60) -> Iterator[None]:
        """Random steps: mostly what is offered, sometimes what somebody might try, sometimes a report."""
        for _ in range(steps):
            lot = self.chance.random()
            if lot < 0.12:
                self.do(self.anything())
            elif lot < 0.2:
                self.do(self.report())
            elif offers := self.offers():
                onward = [
                    offer for offer in offers if isinstance(offer.command, (*ONWARD, commands.Raise, commands.Bet))
                ]
                self.do(self.filled(self.chance.choice(onward if onward and lot < 0.85 else offers)))
            yield

    def anything(self) -> Command:
        """A command with fields of the right types, sensible or not."""
        kind = self.chance.choice([kind for kind in COMMANDS if kind not in (commands.Report, commands.OpenTable)])
        values: dict[str, Any] = {}
        for field in fields(kind):
            if field.name == "by":
                values["by"] = self.chance.choice(("dealer", "", "seat 1", "TG Area Manager", "a stranger"))
            elif field.name in ("seat", "player", "whose", "place"):
                values[field.name] = self.chance.randint(0, self.state.options.places + 1)
            elif field.name == "at":
                values["at"] = self.chance.choice((0, 10, 2_000))
            elif field.type is int:
                values[field.name] = self.chance.choice((0, 1, 5_00, 10_00, 20_00, 35_00, 1_000_00, -5_00))
            elif field.name == "card":
                values["card"] = self.chance.choice(DECK)
            elif field.name == "options":
                values["options"] = replace(self.state.options, betting="pot limit", bets=(), most=0)
            elif field.name == "commission":
                values["commission"] = Commission(percent=self.chance.randint(0, 12), cap=10_00)
            elif field.name in ("colour", "duty", "option", "name", "said"):
                values[field.name] = self.chance.choice(("red", "black", "count the cards", "misdeal", "raise", "call"))
            elif field.name == "chips":
                values["chips"] = (25_00,)
            elif field.required and field.name == "to":
                values["to"] = "change"
            elif field.required and field.name in ("names", "cards", "players"):
                values[field.name] = {"names": ("one", "two"), "players": (1, 2)}.get(field.name, ())
        return kind(**values)

    def report(self) -> Command:
        """Something that went wrong, with some facts."""
        places = self.state.options.places
        what = self.chance.choice(sorted(self.table.rules.irregularities))
        known = self.state.known_cards()
        unseen = [card for card in self.chance.sample(DECK, 52) if card not in known]
        cards = tuple(self.chance.choice(((), tuple(unseen[:1]), tuple(unseen[:2]), self.state.stub[:1])))
        return commands.Report(
            what=what,
            player=self.chance.randint(1, places),
            players=tuple(self.chance.sample(range(1, places + 1), 2)),
            count=self.chance.randint(0, 5),
            cards=cards,
            amount=self.chance.choice((-1, 10_00)),
        )

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

"""What holds at every table of the poker room, whatever anybody does there.

The checks share their walks, because a walk costs more than they do.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from croupier.books import book_of
from croupier.kernel.cards import DECK, HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Viewer
from croupier.poker import commands
from croupier.poker.events import HandBegun
from croupier.poker.incidents import IrregularityReported
from croupier.poker.lines import read_line, write_line
from croupier.poker.telling import tell
from croupier.tables.poker_table import PokerTable, poker_table
from properties.poker_play import CHANCE, PLAYABLE, Sitting, sized

every_game = pytest.mark.parametrize("game", PLAYABLE)

ACTS: tuple[type[Any], ...] = (
    commands.Check,
    commands.Call,
    commands.Bet,
    commands.Raise,
    commands.Fold,
    commands.AllIn,
)
VIEWERS = (ONLOOKER, INSPECTOR, Viewer(role="dealer"), Viewer(seat=1), Viewer(seat=2))


@every_game
@settings(max_examples=20)
@given(chance=CHANCE)
def test_at_every_step(game: str, chance: Random) -> None:
    """Chips are conserved, no card is twice, nobody sees too much, and `legal` and the engine agree."""
    sitting = Sitting(game, chance)
    for _ in sitting.wander(50):
        check_chips(sitting)
        check_cards(sitting)
        check_view(sitting, chance.choice(VIEWERS))
        if chance.random() < 0.3:
            check_offers(sitting, chance)
            check_acts(sitting, chance)


def check_chips(sitting: Sitting) -> None:
    money = sitting.state.money
    assert sum(money.values()) == 0
    below = {account: amount for account, amount in money.items() if amount < 0}
    assert all(account.startswith("purse") or account == "float" for account in below), below
    if sitting.state.phase == "between":
        assert money.get("pot", 0) == money.get("slide", 0) == 0


def check_cards(sitting: Sitting) -> None:
    state = sitting.state
    held = [card for seat in state.seats.values() if seat.live for card in seat.cards]
    lying = [*state.stub, *state.board, *state.burns, *state.aside, *held]
    known = [card for card in lying if card is not HIDDEN]
    assert len(known) == len(set(known)), "a card is in two places"


def check_view(sitting: Sitting, viewer: Viewer) -> None:
    """A picture folded from a view holds the board, hands that were turned up and the viewer's own cards, and no other."""
    state = sitting.state
    if state.phase in ("between", "closed"):  # who moves seats takes the memory of the last hand along
        return
    picture = sitting.table.picture(viewer)
    begun = max(n for n, event in enumerate(sitting.table.events) if isinstance(event, HandBegun))
    if any(isinstance(event, IrregularityReported) for event in sitting.table.events[begun:]):
        return  # a card may have been dropped or exposed, for all to see
    for number, seat in state.seats.items():
        seen = picture.seats[number]
        if number != viewer.seat and not seat.shown:
            assert set(seen.cards) <= {HIDDEN}, f"{viewer} sees the hand of seat {number}"
            assert set(seen.discards) <= {HIDDEN}
    assert set(picture.stub) <= {HIDDEN, *state.board, *state.burns, *state.muck}, f"{viewer} sees the deck"


def check_offers(sitting: Sitting, chance: Random) -> None:
    """Everything that is offered is accepted, with the least amount and with the most."""
    offers = sitting.offers()
    for offer in chance.sample(offers, min(6, len(offers))):
        command = sitting.with_faces(offer.command, faces=offer.faces)
        assert not isinstance(answer := sitting.table.foresee(command), Refused), f"{offer}: {answer}"
        name, value = sized(command)
        if name and offer.most > value:
            top = msgspec.structs.replace(command, **{name: offer.most})
            assert not isinstance(answer := sitting.table.foresee(top), Refused), f"{offer}: {answer}"


def check_acts(sitting: Sitting, chance: Random) -> None:
    """What is accepted in turn is offered, with its amount in the range."""
    turn = sitting.state.turn
    if sitting.state.phase != "betting" or not turn or sitting.state.question is not None:
        return
    kinds = {type(offer.command): offer for offer in sitting.table.legal(seat=turn)}
    amount = chance.choice((5_00, 10_00, 20_00, 37_00, 40_00, 100_00))
    for kind in ACTS:
        size = {"amount": amount} if kind is commands.Bet else {"to": amount} if kind is commands.Raise else {}
        if isinstance(sitting.table.foresee(kind(seat=turn, **size)), Refused):
            continue
        assert kind in kinds, f"{kind.__name__} is accepted and not offered"
        if size:
            offer = kinds[kind]
            assert sized(offer.command)[1] <= amount <= offer.most


@every_game
@settings(max_examples=20)
@given(chance=CHANCE)
def test_afterwards(game: str, chance: Random) -> None:
    """The history reads back the same, every event is cited and told, every command is a line, and the hand can end."""
    sitting = Sitting(game, chance)
    list(sitting.wander(50))
    again = PokerTable.load(sitting.table.dump().splitlines())
    assert again.state == sitting.state
    assert again.rules.game == sitting.table.rules.game
    known = set(book_of(game).catalogue.clause)
    for event in sitting.table.events:
        assert set(event.clauses) <= known, event
        assert tell(event, sitting.table.rules).endswith(".")
    for command, decision in sitting.given:
        if isinstance(decision, Refused):
            assert set(decision.clauses) <= known
        else:
            assert read_line(write_line(command)) == command
    sitting.finish()


@every_game
@settings(max_examples=15)
@given(chance=CHANCE)
def test_hands_that_differ_in_hidden_cards_look_the_same(game: str, chance: Random) -> None:
    """Two hands with the same decisions, up to the showdown, whose decks differ in what a viewer was not shown."""
    table = poker_table(game, seats=4, seed=1)
    while table.state.phase in ("between", "blinds"):
        table.do(table.next_step() or commands.BeginHand())
    for _ in range(chance.randint(0, 25)):
        if (step := table.next_step()) is not None:
            if isinstance(step, commands.OpenHands | commands.PushPots):
                break
            table.do(step)
            continue
        acting = [seat for seat in table.state.seats if table.legal(seat=seat)]
        kinds = (commands.Check, commands.Call, commands.Fold, commands.Raise, commands.Bet, commands.Discard)
        offers = [
            offer.command for seat in acting for offer in table.legal(seat=seat) if isinstance(offer.command, kinds)
        ]
        table.do(chance.choice(offers))
    viewer = chance.choice(VIEWERS)
    other = _with_other_cards(table, viewer, chance)
    for mine, theirs in zip(table.view(viewer), other.view(viewer), strict=True):
        assert msgspec.json.encode(mine) == msgspec.json.encode(theirs), str(viewer)
    assert msgspec.json.encode(table.picture(viewer)) == msgspec.json.encode(other.picture(viewer))
    if viewer.seat:
        assert repr(table.legal(seat=viewer.seat)) == repr(other.legal(seat=viewer.seat))


def _with_other_cards(table: PokerTable, viewer: Viewer, chance: Random) -> PokerTable:
    """The same history with another card for each that the viewer was not shown."""
    text = "".join(msgspec.json.encode(event).decode() for event in table.view(viewer))
    seen = [card for card in DECK if f'"{card}"' in text]
    unseen = [card for card in DECK if card not in seen]
    others = dict(zip(map(str, unseen), map(str, chance.sample(unseen, len(unseen))), strict=True))
    swapped = [
        re.sub(r'"([2-9TJQKA][cdhs])"', lambda found: f'"{others.get(found[1], found[1])}"', line)
        for line in table.dump().splitlines()
    ]
    return PokerTable.load(swapped)

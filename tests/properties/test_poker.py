"""What holds at every table of the poker room, whatever anyone does there.

The checks share their walks, because a walk costs more than they do.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given

from croupier.books import book_of
from croupier.kernel.accounts import kind_of
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.grounds import GENERAL
from croupier.kernel.incidents import IrregularityReported
from croupier.poker import commands
from croupier.poker.events import HandBegun
from croupier.poker.lines import read_line, write_line
from croupier.poker.rules import GROUNDS
from croupier.poker.state import POT, SLIDE
from croupier.poker.telling import tell
from croupier.tables.poker_table import ENGINE, PokerTable
from how_many import examples
from properties.poker_play import CHANCE, PLAYABLE, Sitting, Try, sized

every_game = pytest.mark.parametrize("game", PLAYABLE)

ACTS: tuple[type[Any], ...] = (commands.Check, commands.Call, commands.Bet, commands.Raise, commands.Fold, commands.AllIn)
VIEWERS = (ONLOOKER, INSPECTOR, Viewer(role="dealer"), Viewer(seat=1), Viewer(seat=2))


@every_game
@examples(20)
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
            check_foresight(sitting)


def check_chips(sitting: Sitting) -> None:
    money = sitting.state.money
    assert sum(money.values()) == 0
    below = {account for account, amount in money.items() if amount < 0}
    assert all(kind_of(account) in ("purse", "float") for account in below), below
    if sitting.state.phase == "between":
        assert money.get(POT, 0) == money.get(SLIDE, 0) == 0


def check_cards(sitting: Sitting) -> None:
    hand = sitting.state.hand
    held = [card for player in hand.players.values() if player.live or player.mucked for card in player.cards]
    lying = [*hand.stub, *hand.board, *hand.burns, *hand.aside, *held]
    known = [card for card in lying if card is not HIDDEN]
    assert len(known) == len(set(known)), "a card is in two places"
    assert set(hand.players) == set(sitting.state.seats)
    assert len({seat.person for seat in sitting.state.seats.values()}) == len(sitting.state.seats)


def check_view(sitting: Sitting, viewer: Viewer) -> None:
    """A picture folded from a view holds the board, hands that were turned up and the viewer's own cards, and no other."""
    hand = sitting.state.hand
    if sitting.state.phase in ("between", "closed"):  # who moves seats takes the memory of the last hand along
        return
    picture = sitting.table.picture(viewer).hand
    begun = max(n for n, event in enumerate(sitting.table.events) if isinstance(event, HandBegun))
    if any(isinstance(event, IrregularityReported) for event in sitting.table.events[begun:]):
        return  # a card may have been dropped or exposed, for all to see
    for number, player in hand.players.items():
        seen = picture.players[number]
        if number != viewer.seat and not player.shown:
            assert set(seen.cards) <= {HIDDEN}, f"{viewer} sees the hand of seat {number}"
            assert set(seen.discards) <= {HIDDEN}
    assert set(picture.stub) <= {HIDDEN, *hand.board, *hand.burns, *hand.muck}, f"{viewer} sees the deck"


def accepted(sitting: Sitting, tried: Try) -> bool:
    """Whether something would be accepted now, by the person named."""
    said = sitting.table.who(tried.command, by=tried.by, person=tried.person, at=tried.at)
    return not isinstance(sitting.table.decided(tried.command, said), Refused)


def check_offers(sitting: Sitting, chance: Random) -> None:
    """Everything that is offered is accepted, with the least amount and with the most."""
    offers = sitting.offers()
    for offer in chance.sample(offers, min(6, len(offers))):
        tried = sitting.with_faces(offer.command, offer)
        assert accepted(sitting, tried), offer
        name, value = sized(tried.command)
        if name and offer.most > value:
            assert accepted(sitting, tried._replace(command=msgspec.structs.replace(tried.command, **{name: offer.most})))


def check_foresight(sitting: Sitting) -> None:
    """Whatever anyone asks about what would be gets an answer, and changes nothing."""
    number, before = sitting.table.number, sitting.state.copied()
    chance, sitting.chance = sitting.chance, Random(number)
    asked = (sitting.anything(), sitting.report())
    sitting.chance = chance
    for tried in asked:
        sitting.table.foresee(tried.command, by=tried.by, person=tried.person, at=tried.at)
    assert (sitting.table.number, sitting.state) == (number, before)


def check_acts(sitting: Sitting, chance: Random) -> None:
    """What is accepted in turn is offered, with its amount in the range."""
    turn = sitting.state.hand.turn
    if sitting.state.phase != "betting" or not turn or sitting.state.question is not None:
        return
    kinds = {type(offer.command): offer for offer in sitting.table.legal(seat=turn)}
    amount = chance.choice((5_00, 10_00, 20_00, 37_00, 40_00, 100_00))
    for kind in ACTS:
        size = {"amount": amount} if kind is commands.Bet else {"to": amount} if kind is commands.Raise else {}
        if not accepted(sitting, Try(kind(seat=turn, **size))):
            continue
        assert kind in kinds, f"{kind.__name__} is accepted and not offered"
        if size:
            offer = kinds[kind]
            assert sized(offer.command)[1] <= amount <= offer.most


NO_CLAUSE = {*GROUNDS.borrowed, *GENERAL}
"""Grounds that may have nothing to do with the rules."""


@every_game
@examples(20)
@given(chance=CHANCE)
def test_afterwards(game: str, chance: Random) -> None:
    """A record loads, audits and opens from a snapshot, every event cites clauses and is told, every command is a line, and
    the hand can end.
    """
    sitting = Sitting(game, chance)
    list(sitting.wander(50))
    table = sitting.table
    again = PokerTable.load(table.dump().splitlines())
    assert again.state == sitting.state
    assert again.rules.game == table.rules.game
    assert table.audit().deviation is None
    known = set(book_of(game).catalogue.clause)
    for event in table.events:
        assert set(event.clauses) <= known, event
        assert tell(event, table.rules).endswith(".")
    for command, _, decision in sitting.given:
        if isinstance(decision, Refused):
            assert set(decision.clauses) <= known
            assert decision.ground in {*GROUNDS.sentences, *NO_CLAUSE}, decision
            assert decision.clauses or decision.ground in NO_CLAUSE, decision
        else:
            assert read_line(write_line(command)) == command
    sitting.finish()
    if table.state.at_rest:
        assert PokerTable.reopen(ENGINE, table.snapshot()).state == table.state

"""What holds at every table of the poker room, whatever anybody does there."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from croupier.books import book_of
from croupier.floor.poker_table import PokerTable
from croupier.kernel.cards import HIDDEN
from croupier.kernel.decisions import Refused
from croupier.kernel.events import INSPECTOR, ONLOOKER, Viewer
from croupier.poker import commands
from croupier.poker.lines import read_line, write_line
from croupier.poker.telling import tell
from properties.poker_play import CHANCE, PLAYABLE, Sitting, sized

every_game = pytest.mark.parametrize("game", PLAYABLE)
few = settings(max_examples=12)


@every_game
@few
@given(chance=CHANCE)
def test_chips_are_conserved_and_never_below_nil(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        money = sitting.state.money
        assert sum(money.values()) == 0
        below = {account: amount for account, amount in money.items() if amount < 0}
        assert all(account.startswith("purse") or account == "float" for account in below), below
        if sitting.state.phase == "between":
            assert money.get("pot", 0) == money.get("slide", 0) == 0


@every_game
@few
@given(chance=CHANCE)
def test_a_hand_can_always_be_finished(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        pass
    sitting.finish()


@every_game
@few
@given(chance=CHANCE)
def test_everything_that_is_offered_is_accepted(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander(30):
        offers = sitting.offers()
        for offer in chance.sample(offers, min(5, len(offers))):
            command = sitting.with_faces(offer.command, faces=offer.faces)
            assert not isinstance(answer := sitting.table.foresee(command), Refused), f"{offer}: {answer}"
            name, value = sized(command)
            if name and offer.most > value:
                top = msgspec.structs.replace(command, **{name: offer.most})
                assert not isinstance(answer := sitting.table.foresee(top), Refused), f"{offer}: {answer}"


ACTS = (commands.Check, commands.Call, commands.Bet, commands.Raise, commands.Fold, commands.AllIn)


@every_game
@few
@given(chance=CHANCE)
def test_what_is_accepted_in_turn_is_offered(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander(40):
        turn = sitting.state.turn
        if sitting.state.phase != "betting" or not turn or sitting.state.question is not None:
            continue
        kinds = {type(offer.command): offer for offer in sitting.table.legal(seat=turn)}
        amount = chance.choice((5_00, 10_00, 20_00, 37_00, 40_00, 100_00))
        for kind in ACTS:
            sized = {commands.Bet: {"amount": amount}, commands.Raise: {"to": amount}}.get(kind, {})
            if isinstance(sitting.table.foresee(kind(seat=turn, **sized)), Refused):
                continue
            assert kind in kinds, f"{kind.__name__} is accepted and not offered"
            if sized:
                offer = kinds[kind]
                least = getattr(offer.command, next(iter(sized)))
                assert least <= amount <= offer.most


@every_game
@few
@given(chance=CHANCE)
def test_a_history_read_again_gives_the_same_table(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for number, _ in enumerate(sitting.wander()):
        if number % 20 == 19:
            again = PokerTable.load(sitting.table.dump().splitlines())
            assert again.state == sitting.state
            assert again.rules.game == sitting.table.rules.game


@every_game
@few
@given(chance=CHANCE)
def test_every_event_cites_clauses_of_the_book_and_is_told(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander())
    known = set(book_of(game).catalogue.clause)
    for event in sitting.table.events:
        assert set(event.clauses) <= known, event
        assert tell(event, sitting.table.rules).endswith(".")
    for _, decision in sitting.given:
        if isinstance(decision, Refused):
            assert set(decision.clauses) <= known


@every_game
@few
@given(chance=CHANCE)
def test_every_command_can_be_written_as_a_line_and_read_back(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    list(sitting.wander(30))
    for command, decision in sitting.given:
        if not isinstance(decision, Refused):
            assert read_line(write_line(command)) == command


@every_game
@few
@given(chance=CHANCE)
def test_no_card_is_in_two_places(game: str, chance: Random) -> None:
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        state = sitting.state
        held = [card for seat in state.seats.values() if seat.live for card in seat.cards]
        lying = [*state.stub, *state.board, *state.burns, *state.aside, *held]
        known = [card for card in lying if card is not HIDDEN]
        assert len(known) == len(set(known))


@every_game
@few
@given(chance=CHANCE)
def test_a_viewer_sees_no_card_that_was_not_shown_to_them(game: str, chance: Random) -> None:
    """A picture folded from a view holds the board, hands that were turned up and the viewer's own cards, and no other."""
    sitting = Sitting(game, chance)
    for _ in sitting.wander():
        viewer = chance.choice((ONLOOKER, INSPECTOR, Viewer(role="dealer"), Viewer(seat=1), Viewer(seat=2)))
        if sitting.state.phase == "between":  # who moves seats takes the memory of the last hand along
            continue
        picture, state = sitting.table.picture(viewer), sitting.state
        for number, seat in state.seats.items():
            seen = picture.seats[number]
            if number != viewer.seat and not seat.shown and not state.exposed:
                assert set(seen.cards) <= {HIDDEN}, f"{viewer} sees the hand of seat {number}"
                assert set(seen.discards) <= {HIDDEN}
        if not state.exposed and not state.aside and not state.boxed:
            assert set(picture.stub) <= {HIDDEN, *state.board, *state.burns, *state.muck}

"""Random hands played here and in PokerKit: the same turns, amounts and chips, but for what the book has otherwise.

`docs/differences-from-pokerkit.md` lists each difference with its clause; nothing else may differ.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.kernel.cards import parse_cards
from croupier.poker import commands as ask
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable
from differential.peer import Pair, compared, peer_game, posted_by_peer

PAGE = Path(__file__).parents[2] / "docs" / "differences-from-pokerkit.md"
IN_PLAY = {"6.9", "6.16.1", "6.16.2(a)", "6.16.2(b)", "6.16.3", "8.5.1", "8.20.4"}
"""The clauses by which hands may differ that are set up alike."""


def listed() -> set[str]:
    return set(re.findall(r"^## (\S+):", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_page_lists_what_differs_and_nothing_else() -> None:
    assert listed() == IN_PLAY | {"6.4", "8.9.2", "8.18.2"}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_random_hands(seed: int) -> None:
    assert set(compared(96, seed)) <= IN_PLAY


def test_two_players_with_the_blinds_as_the_book_has_them() -> None:
    assert set(compared(24, 99, button_first=False, players=2)) <= IN_PLAY


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1021))
def test_many_random_hands(seed: int) -> None:
    found = compared(1000, seed, button_first=seed % 2 == 0)
    assert set(found) <= IN_PLAY
    assert found.keys() >= {"6.9", "6.16.1", "6.16.2(a)", "6.16.2(b)", "6.16.3", "8.5.1"}


def test_a_last_blind_short_of_chips_is_called_in_full_here() -> None:
    """6.4: PokerKit lets others call what was posted."""
    table = PokerTable("crown-holdem", Options(places=3, blinds=(5, 10), chip=1, minimum_buy_in=1))
    for seat, chips in ((1, 100), (2, 4), (3, 100)):
        table.do(ask.TakeSeat(seat=seat, chips=chips))
    table.run()
    assert table.state.hand.turn == 3
    assert table.state.hand.to_call(table.state.hand.players[3]) == 10
    theirs = posted_by_peer("crown-holdem", "no limit", (5, 10), (100, 4, 100))
    assert (theirs.actor_index, theirs.checking_or_calling_amount) == (2, 5)


def test_folding_with_nothing_to_call_is_allowed_here() -> None:
    """8.18.2: PokerKit refuses it in its tournament mode."""
    table = PokerTable("crown-holdem", Options(places=2, blinds=(5, 10), chip=1, minimum_buy_in=1))
    for seat in (1, 2):
        table.do(ask.TakeSeat(seat=seat, chips=100))
    table.run()
    table.do(ask.Call(seat=table.state.hand.turn))
    assert any(isinstance(offer.command, ask.Fold) for offer in table.legal(seat=table.state.hand.turn))
    theirs = posted_by_peer("crown-holdem", "no limit", (5, 10), (100, 100))
    theirs.check_or_call()
    assert not theirs.can_fold()


def test_a_low_counts_only_in_the_pots_that_its_holder_contests() -> None:
    """8.20.4: the player with the fewest chips alone has a low, and takes no part of the side pots."""
    hands = {1: "Ad 8d", 2: "3d 9h", 3: "8h 8c", 4: "Kh Qd"}
    stacks = {1: 20, 2: 60, 3: 100, 4: 100}
    board = parse_cards("3c 9c Ts 5d 2h")
    table = PokerTable("crown-holdem-hi-lo", Options(places=4, blinds=(5, 10), chip=1, minimum_buy_in=1))
    for seat, chips in stacks.items():
        table.do(ask.TakeSeat(seat=seat, chips=chips))
    for command in (ask.BeginHand(), ask.PostBlind(seat=1), ask.PostBlind(seat=2), ask.Shuffle(), ask.Cut(place=20)):
        table.do(command)
    table.do(ask.Deal(hands={seat: parse_cards(cards) for seat, cards in hands.items()}))
    for seat in (3, 4, 1, 2):
        table.do(ask.AllIn(seat=seat))
    theirs = posted_by_peer("crown-holdem-hi-lo", "no limit", (5, 10), list(stacks.values()), list(hands.values()))
    theirs.complete_bet_or_raise_to(100)
    for _ in range(3):
        theirs.check_or_call()
    for cards in (board[:3], board[3:4], board[4:]):
        table.do(ask.DealBoard(cards=cards))
        theirs.burn_card("??")
        theirs.deal_board("".join(map(str, cards)))
    table.do(ask.OpenHands())
    table.do(ask.PushPots())
    assert [table.state.stack(seat) for seat in hands] == [40, 160, 80, 0]
    assert theirs.stacks == [40, 130, 110, 0]  # it halves the first side pot too, and divides half between two without a low


def test_the_comparison_notices_a_wrong_amount() -> None:
    """A bet that only one of the two takes must not pass unseen."""
    from random import Random

    pair = Pair("crown-holdem", "no limit", Random(5))
    pair.ours.state.hand.step += 1
    with pytest.raises(AssertionError, match="nothing in the book"):
        pair.play()


def test_games_are_made_of_the_peers_own_parts() -> None:
    assert peer_game("crown-omaha-hi-lo", "fixed limit").max_completion_betting_or_raising_count == 4

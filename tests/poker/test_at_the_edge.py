"""Small rules of a poker table that a sample of mutants had found nobody to notice."""

from __future__ import annotations

import pytest

from croupier.books import poker_rules_of
from croupier.books.crown_poker.s09_misdeals import wrong_count
from croupier.kernel.accounts import stack_of
from croupier.kernel.actors import Said
from croupier.kernel.cards import parse_cards
from croupier.kernel.decisions import AwaitingRuling, Refused
from croupier.kernel.incidents import CorrectCard, Report
from croupier.poker.commands import CallFromList, PickUp
from croupier.poker.corrections import correct_card
from croupier.poker.events import HandShown, Misdealt, PotReturned
from croupier.poker.hand import Hand, Player
from croupier.poker.remedies import dead_hand
from croupier.poker.rules import Options
from croupier.poker.seat_wishes import call_from_list, pick_up
from croupier.poker.state import POT, Waiting
from poker.tables_made import LIVE, betting, done, table

RULES = poker_rules_of("crown-holdem")
MANAGER = Said("m1", RULES.manager, 0)


def test_who_has_cards_is_not_picked_up_though_nothing_is_wagered() -> None:
    made = betting()
    made.seats[5].away = True
    made.hand.players[5].put_in = made.hand.players[5].wagered = 0
    refused = pick_up(RULES, made, PickUp(player=5), MANAGER)
    assert isinstance(refused, Refused)
    assert refused.ground == "leaves_after_hand"
    made.hand.players[5].dealt_in = False
    assert done(pick_up(RULES, made, PickUp(player=5), MANAGER))


@pytest.mark.parametrize(("chips", "ground"), [(500_00, ""), (600_00, "above_buy_in")])
def test_from_the_list_nobody_buys_in_for_more_than_the_sign_says(chips: int, ground: str) -> None:
    made = table(phase="between")
    made.options = Options(places=8, minimum_buy_in=200_00, maximum_buy_in=500_00)
    made.waiting = (Waiting("p9"),)
    answer = call_from_list(RULES, made, CallFromList(place=2, chips=chips), MANAGER)
    assert (answer.ground if isinstance(answer, Refused) else "") == ground


def test_a_hand_that_lies_open_is_read_again_when_a_card_of_its_own_is_another() -> None:
    """The board stays: only this hand is read, and the others are not."""
    board = parse_cards("2c 7d 9h Js Kc")
    made = betting(phase="showdown", board=board, source="live")
    for number, cards in ((1, "Ah Ad"), (3, "Qh Qd"), (5, "?? ??"), (7, "?? ??")):
        player = made.hand.players[number]
        player.cards, player.shown = parse_cards(cards), "?" not in cards
    made.hand.showing, made.hand.stub = [1, 3, 5, 7], ()
    misread = CorrectCard(was=parse_cards("Ad")[0], now=parse_cards("Kd")[0], why="misread")
    found = done(correct_card(RULES, made, misread, MANAGER))
    read = [event for event in found if isinstance(event, HandShown)]
    assert [(event.seat, event.hand) for event in read] == [(1, "one pair, kings, kickers ace, jack and nine")]


@pytest.mark.parametrize("board", ["", "2c 7d 9h"])
def test_a_wrong_number_of_cards_before_anybody_acts_is_put_right_only_while_no_board_lies_there(board: str) -> None:
    made = betting(board=parse_cards(board), source="live")
    for player in made.hand.players.values():
        player.acted, player.cards = False, LIVE[:2]
    made.hand.stub = LIVE[:40]
    decision = wrong_count(RULES, made, Report(what="wrong-count", player=5, count=3))
    if not board:
        assert isinstance(decision, AwaitingRuling)
        assert decision.clauses == ("9.1.1(e)",)
        return
    (misdealt,) = (event for event in done(decision) if isinstance(event, Misdealt))
    assert "9.1.1(e)" in misdealt.clauses
    assert done(decision)[0].clauses == ("9.1.1(e)",)


@pytest.mark.parametrize("forced", [0, 1, 5_00])
def test_after_a_misdeal_an_excluded_player_plays_for_what_is_posted_and_for_nothing_else(forced: int) -> None:
    hand = Hand(phase="blinds", players={1: Player(1, stack_of(1), forced=forced, excluded=True)})
    again = hand.again(all_back=False, sides_back=False, least=10_00, stacks={stack_of(1): 100_00})
    assert (again.players[1].excluded, again.players[1].all_in) == (forced > 0, forced > 0)


@pytest.mark.parametrize("over", [1, 5_00])
def test_what_nobody_else_can_win_goes_back_when_the_only_hand_for_it_is_dead(over: int) -> None:
    made = betting(board=parse_cards("2c 7d 9h Js Kc"))
    made.hand.players[1].put_in += over
    made.money[POT] += over
    found = dead_hand(RULES, made, made.hand.players[1], "a wrong number of cards", ("9.1.1(f)",))
    (returned,) = (event for event in found if isinstance(event, PotReturned))
    assert (returned.amounts, returned.postings) == ({1: over}, {stack_of(1): over, POT: -over})

"""Hands in the Open Hand History format: what players put in and win adds up, and no unseen card is in it."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from croupier.books.crown_poker import GAMES
from croupier.histories.hand_log import HandLog, hands_of
from croupier.histories.open_hand_history import open_hand, written
from croupier.kernel.actors import INSPECTOR, ONLOOKER, Viewer
from croupier.poker.events import UncalledReturned
from croupier.poker.rules import Options
from croupier.tables.poker_table import PokerTable, poker_table
from tables.test_phh import evening, stacked

ABOUT: dict[str, Any] = {"site": "The Card Room", "table": "Table 4", "at": datetime(2026, 3, 1, 20, 15, tzinfo=UTC)}


def hands(table: PokerTable, viewer: Viewer = INSPECTOR) -> list[tuple[HandLog, dict[str, Any]]]:
    logs = [log for log in hands_of(table, viewer) if log.ended]
    text = written(open_hand(table.rules, log, **ABOUT) for log in logs)
    return list(zip(logs, [json.loads(line)["ohh"] for line in text.split("\n\n")], strict=True))


def actions(hand: dict[str, Any]) -> list[dict[str, Any]]:
    return [action for street in hand["rounds"] for action in street["actions"]]


@pytest.mark.parametrize("game", list(GAMES))
def test_what_players_put_in_and_win_comes_to_their_stacks(game: str) -> None:
    for seed in range(4):
        for log, hand in hands(evening(game, seed)):
            stacks = {player["id"]: round(player["starting_stack"] * 100) for player in hand["players"]}
            for action in actions(hand):
                stacks[action["player_id"]] -= round(action.get("amount", 0) * 100)
            for event in log.events:
                if isinstance(event, UncalledReturned):
                    stacks[event.seat] += event.amount
            staked = sum(log.stacks[seat] for seat in stacks) - sum(stacks.values())
            assert staked == sum(round(pot["amount"] * 100) for pot in hand["pots"])
            for pot in hand["pots"]:
                won = {win["player_id"]: round(win["win_amount"] * 100) for win in pot["player_wins"]}
                assert round(pot["amount"] * 100) == sum(won.values()) + round(pot["rake"] * 100)
                for seat, sum_won in won.items():
                    stacks[seat] += sum_won
            assert stacks == log.finishing
            assert [action["action_number"] for action in actions(hand)] == [*range(1, len(actions(hand)) + 1)]
            assert "Bet" not in [action["action"] for action in hand["rounds"][0]["actions"]]


def test_a_hand_says_where_when_and_what_was_played() -> None:
    ((_, hand),) = hands(stacked(), Viewer(seat=1))
    assert (hand["site_name"], hand["table_name"], hand["start_date_utc"]) == ("The Card Room", "Table 4", "2026-03-01T20:15:00Z")
    assert (hand["game_type"], hand["bet_limit"]["bet_type"], hand["currency"]) == ("Holdem", "NL", "AUD")
    assert (hand["small_blind_amount"], hand["big_blind_amount"], hand["dealer_seat"]) == (5, 10, 3)
    assert [street["street"] for street in hand["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    assert [action["action"] for action in actions(hand)][:2] == ["Post SB", "Post BB"]
    raised = next(action for action in actions(hand) if action["action"] == "Raise")
    assert raised["amount"] == 25  # to 30, with 5 of the small blind before
    assert hand["pots"] == [{"number": 0, "amount": 160, "rake": 8, "player_wins": [{"player_id": 1, "win_amount": 152}]}]


def test_only_cards_that_the_reader_saw_are_in_it() -> None:
    for viewer, seen in (
        (Viewer(seat=2), {"Kc", "Qc"}),
        (ONLOOKER, set[str]()),
        (INSPECTOR, {"As", "Ad", "Kc", "Qc", "7h", "2s"}),
    ):
        ((_, hand),) = hands(stacked(), viewer)
        dealt = [action for action in actions(hand) if action["action"] == "Dealt Cards"]
        assert {card for action in dealt for card in action.get("cards", ())} == seen
        assert hand.get("hero_player_id", 0) == viewer.seat


@pytest.mark.parametrize(("blinds", "small", "big"), [((10_00,), 0, 10), ((5_00, 10_00), 5, 10), ((5_00, 5_00, 10_00), 5, 10)])
def test_blinds(blinds: tuple[int, ...], small: int, big: int) -> None:
    table = poker_table("crown-holdem", seats=4, seed=2, options=Options(blinds=blinds))
    table.play_hand()
    ((_, hand),) = hands(table)
    posts = [action["action"] for action in actions(hand) if action["action"].startswith("Post")]
    assert posts == ["Post Extra Blind", "Post SB", "Post BB"][3 - len(blinds) :]
    assert (hand["small_blind_amount"], hand["big_blind_amount"]) == (small, big)

"""The PettingZoo environment: PettingZoo's own tests, and what its agents may see and do."""

from __future__ import annotations

import doctest
import random
import sys
from typing import Any

import pytest

from croupier.kernel.cards import DECK
from croupier.kernel.errors import TableError, UnknownGame
from croupier.poker.rules import Options

pytest.importorskip("pettingzoo", reason="the extra 'pettingzoo' is not installed")

from pettingzoo.test import api_test, seed_test

from croupier.books import poker_games
from pettingzoo_environment import ACTIONS, PokerEnvironment

PLACE = {card: place for place, card in enumerate(DECK)}


def played(env: PokerEnvironment, seed: int) -> dict[str, float]:
    """A whole run with random legal actions: what each agent was rewarded with."""
    choose = random.Random(seed)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        rewards[agent] += reward
        legal = [n for n, allowed in enumerate(observation["action_mask"]) if allowed]
        env.step(None if over else choose.choice(legal))
    return rewards


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.parametrize("game", poker_games())
def test_it_is_an_environment_by_pettingzoos_own_tests(game: str) -> None:
    api_test(PokerEnvironment(game, seats=4, hands=2), num_cycles=100)


def test_the_same_seed_plays_the_same() -> None:
    seed_test(lambda: PokerEnvironment("crown-crazy-pineapple", seats=3, hands=2), num_cycles=40)


@pytest.mark.parametrize("game", poker_games())
def test_rewards_are_the_chips_that_were_won_in_blinds(game: str) -> None:
    env = PokerEnvironment(game, seats=4, chips=500_00, hands=3)
    for seed in range(5):
        rewards = played(env, seed)
        state = env.table.state
        assert rewards == {f"seat_{seat}": pytest.approx((state.stack(seat) - 500_00) / 10_00) for seat in state.seats}
        assert sum(rewards.values()) == pytest.approx(0)
        assert state.hand.number <= 3


def cards_at(observation: Any, slot: int) -> list[int]:
    """The places of the cards in one of the slots of an observation."""
    return [place for place in range(52) if observation["observation"][slot * 52 + place]]


@pytest.mark.parametrize("game", ["crown-holdem", "crown-crazy-pineapple", "crown-omaha-hi-lo"])
def test_an_agent_sees_its_own_cards_and_the_board_and_no_others(game: str) -> None:
    env = PokerEnvironment(game, seats=4)
    choose = random.Random(3)
    env.reset(seed=3)
    boards = set()
    while not env.terminations[env.agent_selection]:
        state = env.table.state
        boards.add(len(state.hand.board))
        for agent in env.agents:
            seen = env.observe(agent)
            own = state.hand.players[int(agent.removeprefix("seat_"))].cards
            slots = env.table.rules.hole_cards
            assert [cards_at(seen, slot) for slot in range(slots)] == [
                [PLACE[own[slot]]] if slot < len(own) else [] for slot in range(slots)
            ]
            assert cards_at(seen, slots) == sorted(PLACE[card] for card in state.hand.board)
            assert agent == env.agent_selection or not seen["action_mask"].any()
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(choose.choice([n for n in (1, 1, 2, 6, 7, 8) if mask[n]]))
    assert boards >= {0, 3}


def test_the_mask_offers_discards_only_when_they_are_due() -> None:
    env = PokerEnvironment("crown-pineapple", seats=3)
    env.reset(seed=1)
    discarded = 0
    while not env.terminations[env.agent_selection]:
        mask = list(env.observe(env.agent_selection)["action_mask"])
        if any(mask[6:]):
            assert mask == [0] * 6 + [1, 1, 1]
            discarded += 1
            env.step(7)
        else:
            env.step(1)
    assert discarded == 3


def test_sizes_are_within_the_limits_of_the_table() -> None:
    fixed = Options(places=3, betting="fixed limit", bets=(10_00, 10_00, 20_00, 20_00), blinds=(5_00, 10_00))
    env = PokerEnvironment("crown-holdem", seats=3, options=fixed)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert [ACTIONS[n] for n, allowed in enumerate(mask) if allowed][2] == "least bet or raise"
    assert not mask[3]
    assert not mask[4]
    env.step(2)
    assert env.table.state.hand.bet == 20_00


def test_an_action_that_is_not_legal_is_refused() -> None:
    env = PokerEnvironment("crown-holdem", seats=3)
    env.reset(seed=1)
    before = len(env.table.events)
    with pytest.raises(ValueError, match=r"seat_3 cannot do 6; the legal actions are 0 \(fold\)"):
        env.step(6)
    assert len(env.table.events) == before


def test_it_tells_what_everybody_may_see() -> None:
    env = PokerEnvironment("crown-holdem", seats=3, render_mode="ansi")
    env.reset(seed=1)
    told = env.render()
    assert told is not None
    assert "Seats 1, 2, 3 are dealt 2 cards each." in told
    assert PokerEnvironment("crown-holdem").render() is None


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(TableError, match="0 hands cannot be played"):
        PokerEnvironment("crown-holdem", hands=0)
    with pytest.raises(TableError, match="no render mode 'human'"):
        PokerEnvironment("crown-holdem", render_mode="human")
    with pytest.raises(UnknownGame, match="not in the poker room"):
        PokerEnvironment("crown-caribbean-stud")


def test_without_pettingzoo_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "pettingzoo_environment")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'croupier\[pettingzoo\]'"):
        import pettingzoo_environment  # noqa: F401


def test_its_example_runs() -> None:
    result = doctest.testmod(sys.modules["pettingzoo_environment"])
    assert result.attempted
    assert not result.failed

"""The coach in the terminal: hints, warnings, praise and a score; at the house's tables by exact values, in the room by price."""

from __future__ import annotations

import pytest

from cli.program import Run
from croupier.books import poker_rules_of
from croupier.kernel.cards import parse_cards
from croupier.players.bots import Bot, worth
from croupier.poker import commands
from croupier.poker.rules import Options
from croupier.tables.poker_table import poker_table
from croupier.training.poker_coach import Price, mistake, price
from croupier.training.score import Score


def test_a_decision_warned_of_twice_is_one_warning() -> None:
    score = Score()
    score.decide()
    score.warn()
    score.warn()
    score.decide()
    score.warn()
    score.decide(cost=1_50)
    score.hands = 3
    assert (score.decisions, score.right, score.warnings, score.heeded, score.mistakes) == (3, 1, 2, 1, 1)
    assert str(score) == (
        "The coach saw 3 decisions, 1 right at once (33%); 1 of 2 warnings heeded; "
        "1 mistake made, which cost $1.50 on average, $50.00 per 100 hands."
    )
    assert str(Score()) == "The coach saw no decision."


def test_the_coach_at_a_table_of_the_house(run: Run) -> None:
    # seed 4: king high against a seven, which must be folded
    out = run("play", "--seed", "4", "--coach", said="10\nh\n\nh\nb\nf\n10\n\nb\nb\nq\n").out
    assert "Coach: there is nothing to decide now." in out
    assert "Coach: fold: fold -1.00, bet " in out
    assert "Enter it again to do it anyway." in out
    assert "Coach: right, by " in out
    assert "right at once" in out
    assert "per 100 hands" in out or "no mistake was made" in out


def heads_up(seed: int = 3) -> object:
    signs = Options(places=2, blinds=(5_00, 10_00), minimum_buy_in=200_00)
    return poker_table("crown-holdem", options=signs, seats=2, chips=1000_00, seed=seed)


def of(pot: int, call: int, equity: float, error: float = 0.001) -> Price:
    return Price(pot=pot, call=call, equity=equity, error=error, others=1)


@pytest.mark.parametrize(
    ("command", "found", "says"),
    [
        (commands.Fold(seat=1), of(30_00, 10_00, 0.3), "folding costs $2.00"),
        (commands.Call(seat=1), of(30_00, 10_00, 0.3), ""),
        (commands.Call(seat=1), of(30_00, 10_00, 0.2), "calling costs $2.00"),
        (commands.Raise(seat=1, to=40_00), of(30_00, 10_00, 0.2), "raising costs $2.00"),
        (commands.Fold(seat=1), of(30_00, 10_00, 0.2), ""),
        (commands.Fold(seat=1), of(30_00, 10_00, 0.26, error=0.01), ""),  # too close to tell
        (commands.Fold(seat=1), of(30_00, 0, 0.1), "folding where a check is free costs $3.00"),
        (commands.Check(seat=1), of(30_00, 0, 0.1), ""),
        (commands.Bet(seat=1, amount=10_00), of(30_00, 0, 0.1), ""),
    ],
)
def test_a_call_is_right_by_its_price(command: object, found: Price, says: str) -> None:
    said = mistake(heads_up(), command, found)  # type: ignore[arg-type]
    assert str(said or "").startswith(says) if says else said is None


def test_the_price_is_of_the_hand_that_the_seat_sees() -> None:
    table = heads_up()
    table.run()  # type: ignore[attr-defined]
    seat = table.turn  # type: ignore[attr-defined]
    found = price(table, seat)  # type: ignore[arg-type]
    assert found is not None
    assert (found.pot, found.call, found.others) == (15_00, 5_00, 1)
    assert 0.2 < found.equity < 0.9
    assert price(table, 3 - seat) is None  # type: ignore[arg-type]


def test_the_coach_in_the_poker_room(run: Run) -> None:
    out = run("play", "crown-holdem", "--seed", "3", "--seats", "2", "--coach", "--hands", "2", said="\nh\nf\nf\n\nf\nf\n").out
    assert "of the pot against 1 hand at random" in out
    assert "The coach saw" in out


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("crown-omaha-hi-lo", "As 2s 3d Kd", "Qs Qd Jh Jc"),
        ("crown-omaha-hi-lo", "Ah Ad 2h 3d", "As Ks Kd Qd"),
        ("crown-omaha", "Qs Qd Jh Jc", "Qs Qd 7h 3c"),
        ("crown-holdem", "Ah Ad", "Kh Kd"),
    ],
)
def test_bots_know_which_hands_are_good(game: str, better: str, worse: str) -> None:
    rules = poker_rules_of(game)
    assert worth(rules, parse_cards(better), ()) > worth(rules, parse_cards(worse), ())


@pytest.mark.parametrize("game", ["crown-holdem", "crown-omaha-hi-lo"])
def test_bots_bet_sensible_sizes(game: str) -> None:
    """Before the flop no more than a few times the blind; nobody is all-in there with less than the best of hands."""
    signs = Options(places=6, blinds=(5_00, 10_00), minimum_buy_in=1000_00)
    table = poker_table(game, options=signs, seats=6, chips=1000_00, seed=5)
    bots = {seat: Bot(table, seat, 5) for seat in table.state.seats}
    opened = raised = 0
    for _ in range(80):
        for seat in bots:
            if table.state.stack(seat) < 10_00:
                table.do(commands.AddChips(seat=seat, chips=1000_00))
        while table.run() is not None and table.state.phase != "between":
            hand, turn = table.state.hand, table.turn
            command = bots[turn].decide()
            if isinstance(command, commands.Raise) and not hand.board:
                raised += 1
                if hand.bet == 10_00:
                    opened += 1
                    assert 20_00 <= command.to <= 35_00
                cards = table.state.hand.players[turn].cards
                chips = table.state.stack(turn) + hand.players[turn].wagered
                assert command.to <= chips / 3 or worth(table.rules, cards, ()) >= 0.93
            if isinstance(command, commands.Bet):
                assert command.amount <= max(table.state.pot, 10_00)
            table.do(command, by=turn)
    assert opened
    assert raised

"""What someone tries first, without reading: it works, or says in words what would."""

from __future__ import annotations

import pytest

import croupier
from croupier import TableError, odds
from croupier.client import Client


@pytest.mark.parametrize("game", croupier.games())
def test_a_hand_is_played_without_saying_how(game: str) -> None:
    table = croupier.table(game, seats=2, seed=7)
    if isinstance(table, croupier.HouseTable):
        table.do(croupier.stud.PlaceAnte(seat=1, amount=10_00))
    table.play_hand()
    assert not table.in_play
    assert table.ended(table.events)


@pytest.mark.parametrize("seat", [-1, 0, 12])
def test_a_seat_that_is_not_there_is_not_drawn(seat: int) -> None:
    table = croupier.poker_table("crown-holdem", seats=3, seed=7)
    with pytest.raises(TableError, match=rf"seats are numbered 1 to 10; there is no {seat}"):
        table.picture_for(seat)


def test_a_simulation_takes_a_seed_and_refuses_no_rounds() -> None:
    first, again, other = (odds.simulate("crown-caribbean-stud", rounds=2_000, seed=seed, threads=1).mean for seed in (1, 1, 2))
    assert first == again != other
    with pytest.raises(TableError, match="rounds"):
        odds.simulate("crown-caribbean-stud", rounds=0)


def test_a_house_that_does_not_answer_is_named() -> None:
    with pytest.raises(ConnectionError, match=r"no house answers at http://127\.0\.0\.1:9: .*croupier serve --demo"):
        Client.demo("player-1", "http://127.0.0.1:9")

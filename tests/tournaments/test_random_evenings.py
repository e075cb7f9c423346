"""Money over random tournaments of both books: no account is ever below nothing, and everyone gets out what is theirs."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.tables.any_game import audit
from tournaments.random_evenings import POKER, STUD, Evening

SAMPLE, MANY = 8, 500


def played(game: str, seed: int) -> Evening:
    evening = Evening(game, seed)
    for _ in range(evening.draw.randint(0, 90)):
        if evening.state.phase in ("over", "cancelled"):
            break
        evening.step()
    evening.end()
    return evening


@pytest.mark.parametrize("game", [POKER, STUD])
def test_money_over_random_tournaments(game: str) -> None:
    for seed in range(SAMPLE):
        played(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", [POKER, STUD])
def test_money_over_many_random_tournaments(game: str) -> None:
    happened: Counter[str] = Counter()
    for seed in range(SAMPLE, MANY):
        evening = played(game, seed)
        happened.update({type(command).__name__ for command in evening.done})
        if seed % 50 == 0:
            assert audit(evening.stream.dump().splitlines())
    wanted = "ChangeTerms Withdraw Refund NameSubstitute BuyAgain BuyAddOn Disqualify Retire CancelTournament Finish PayOut"
    assert not set(wanted.split()) - set(happened)
    assert happened["AllotWithheld"]

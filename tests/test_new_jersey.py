"""The worked example with irregularities, prescribed options and a prize meter: complete, played, linked, audited, exact."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from added_books import books_forgotten
from croupier import books
from croupier.cli.book import _lacks
from croupier.kernel.decisions import Accepted
from croupier.odds.solver import solve
from croupier.stud import PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.commands import PlaceJackpot
from croupier.tables.house_terms import terms_for_play
from croupier.tables.linked_table import table_with_meter

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "new_jersey"
GAME = "nj-caribbean-stud"


@pytest.fixture(autouse=True)
def new_jersey() -> Iterator[None]:
    with books_forgotten():
        books.add_book(FOLDER)
        yield


def test_it_lacks_nothing() -> None:
    assert list(_lacks(FOLDER)) == []


def test_its_house_edge_is_that_of_the_usual_pay_table() -> None:
    assert f"{solve(GAME).house_edge:.4%}" == "5.2243%"


def test_a_round_at_a_table_with_a_meter_is_recorded_and_audited() -> None:
    rules = books.rules_of(GAME)
    options = rules.usual_options(2)
    assert (options.places, options.maximum_payout, options.jackpot) == (7, 5_000_00, 1_00)
    terms = terms_for_play(GAME, 1_00)
    assert (terms.seed, terms.increment) == (10_000_00, "70")
    table = table_with_meter(GAME, terms, seats=2, chips=500_00, options=options, seed=11)
    steps = (
        PlaceAnte(seat=1, amount=10_00),
        PlaceJackpot(seat=1, amount=1_00),
        None,
        PlaceBet(seat=1, amount=20_00),
        Reveal(),
        Settle(),
    )
    for step in steps:
        assert isinstance(table.deal() if step is None else table.do(step), Accepted), step
    assert table.meter > 10_000_00 * 10_000
    for stream in (table, table.casino.meters):
        assert "gave the same result" in str(croupier.audit(stream.dump()))

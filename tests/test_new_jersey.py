"""The worked example with irregularities, prescribed options and a prize meter: complete, played, linked, audited, exact."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import croupier
from added_books import books_forgotten
from croupier import books
from croupier.cli.book import _lacks
from croupier.kernel.decisions import Accepted
from croupier.kernel.lines import LineError
from croupier.odds.solver import solve
from croupier.stud import PlaceAnte, PlaceBet, Reveal, Settle
from croupier.stud.commands import PlaceJackpot
from croupier.stud.lines import GRAMMAR
from croupier.tables.house_terms import terms_for_play, usual_cost
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


def test_features_in_play_toml_are_added_to_the_jackpot(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    for file, old, new in (
        ("book.toml", "nj-caribbean-stud", "torch-stud"),
        ("clauses.toml", '["rank_needed"]', '["rank_needed", "player_excluded"]'),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    (folder / "play.toml").write_text('[game.torch-stud]\nfeatures = ["exclusion"]\n', encoding="utf-8")
    books.add_book(folder)
    assert books.rules_of("torch-stud").features == {"exclusion", "jackpot"}


def test_a_jackpot_wager_costs_what_the_book_prescribes(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    for file in ("book.toml", "params.toml"):
        text = (folder / file).read_text(encoding="utf-8").replace("nj-caribbean-stud", "torch-stud")
        (folder / file).write_text(text.replace('"1"', '"25"') if file == "params.toml" else text, encoding="utf-8")
    books.add_book(folder)
    assert (usual_cost("torch-stud"), usual_cost(GAME), usual_cost("star-caribbean-stud")) == (25_00, 1_00, 1_00)


def test_a_line_that_is_not_understood_is_answered_with_those_that_begin_like_it() -> None:
    with pytest.raises(LineError, match=r"'pay 1' is not understood; write 'pay jackpot \{box\} \{amount:\$\}'$"):
        GRAMMAR.read("pay 1")
    with pytest.raises(LineError, match="'sing' is not understood; write lines such as 'ante"):
        GRAMMAR.read("sing")
    with pytest.raises(LineError, match=r"box '1; seen': that is not understood; a remark comes last, as `note ...`"):
        GRAMMAR.read("report exposed box 1; seen")

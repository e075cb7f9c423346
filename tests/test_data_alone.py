"""A book of data alone: usual procedures, neighbours of grounds, one form of pay rows, and what is wrong with any of it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.kernel.errors import BookError
from croupier.kernel.money import MoneyError, Odds
from croupier.kernel.pay_tables import Pay

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
BONUS = """
[wager.bonus]
title = "bonus"
clause = "6.5"
minimum = "2"
maximum = "2"

[wager.bonus.rows]
"straight" = {{ amount = "50" }}
"three of a kind" = {row}
"straight flush" = "3 to 2"
"""


def changed(of: str, to: Path, file: str, old: str, new: str) -> Path:
    folder = Path(shutil.copytree(EXAMPLES / of, to / "torch"))
    text = (folder / file).read_text(encoding="utf-8") if (folder / file).is_file() else ""
    assert old in text
    (folder / file).write_text(text.replace(old, new) if old else text + new, encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["new_jersey", "three_card_poker"])
def test_the_examples_have_no_code_and_new_jersey_is_small(name: str) -> None:
    files = list((EXAMPLES / name).glob("*.*"))
    assert [file for file in files if file.suffix == ".py"] == []
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files if file.suffix == ".toml") < 300


def test_a_ground_without_a_clause_takes_those_of_its_neighbour() -> None:
    with books_forgotten():
        found = books.book_of(books.add_book(EXAMPLES / "new_jersey").id)
        rules = books.rules_of(found.id)
    named = found.catalogue.cites(found.id)
    assert "cards_cut_already" not in named
    assert rules.cite("cards_cut_already") == named["cards_cut"] == ("16.4(b)",)
    assert rules.cite("hand_straight") == rules.cite("hand_high_card") == ("16.5(a)",)


def test_a_wager_with_one_stake_pays_sums_by_the_rows_that_prizes_have(tmp_path: Path) -> None:
    with books_forgotten():
        books.add_book(changed("three_card_poker", tmp_path, "params.toml", "", BONUS.format(row="{ multiple = 30 }")))
        wager = books.rules_of("three-card-poker").wagers["bonus"]
    assert {str(kind): odds for kind, odds in wager.odds.items()} == {
        "straight": Odds(25),
        "three of a kind": Odds(30),
        "straight flush": Odds(3, 2),
    }


@pytest.mark.parametrize(
    ("of", "file", "old", "new", "says"),
    [
        ("three_card_poker", "params.toml", "", BONUS.format(row='{ percent = "10" }'), "bonus pays a three of a kind no odds"),
        ("three_card_poker", "params.toml", '"flush" = 4', '"flush" = { amount = "4" }', "a sum needs a stake that is always"),
        (
            "three_card_poker",
            "params.toml",
            '"flush" = 4',
            '"flush" = { sum = "4" }',
            "pair-plus pays a flush: 'sum' is not supported",
        ),
        (
            "three_card_poker",
            "play.toml",
            "[game.three-",
            "[game.four-",
            "play.toml:1: four-card-poker is not a game of the book",
        ),
        (
            "three_card_poker",
            "play.toml",
            "calls =",
            "shuffler_decks = 'two'\ncalls =",
            "play.toml:2: shuffler_decks cannot be 'two'",
        ),
        (
            "three_card_poker",
            "play.toml",
            "calls =",
            "qualifies = 'ten'\ncalls =",
            "play.toml:2: qualifies cannot be 'ten': Expected `Callable`",
        ),
        (
            "three_card_poker",
            "play.toml",
            "calls =",
            "deal_order = 'dealer'\ncalls =",
            "play.toml:2: deal_order cannot be 'dealer'",
        ),
        ("three_card_poker", "params.toml", "exposed_cards_void", "exposed_cards", "exposed_cards_void is missing"),
        ("three_card_poker", "irregularities.toml", '"seen, round', '"sen, round', "did you mean seen, round void"),
        (
            "new_jersey",
            "params.toml",
            '{ hand = "flush", amount',
            '{ hand = "flush", amunt',
            "pays a flush: 'amunt' is not supported",
        ),
        ("new_jersey", "params.toml", 'amount = "50",', 'amount = "50", envy = "5",', "'envy' is not supported: write amount ="),
        ("new_jersey", "params.toml", 'hand = "flush"', 'hand = "three reds"', "'three reds', which is not a hand"),
        (
            "new_jersey",
            "book.toml",
            'increment = "70"',
            "",
            "in book.toml, for quotes and practice, [jackpot_for_play] with an increment",
        ),
        (
            "three_card_poker",
            "params.toml",
            '"flush" = 4',
            '"flush in spades" = 4',
            "only the prizes of a meter may be for one suit",
        ),
        (
            "three_card_poker",
            "params.toml",
            '"flush" = 4',
            '"one colour" = 4',
            "none is for its colour, for losing with it, or for",
        ),
        (
            "new_jersey",
            "irregularities.toml",
            'usual = "absent"\n',
            "",
            "absent is there without the procedure: name a `usual` one",
        ),
        ("new_jersey", "clauses.toml", '"prize_paid"', '"prize_verified"', "no clause is given for prize_paid (a jackpot"),
        (
            "new_jersey",
            "irregularities.toml",
            'usual = "absent"',
            'usual = "absent"\nranks = ["Nobody"]',
            "'Nobody' is not a rank of nj-caribbean-stud",
        ),
        ("three_card_poker", "play.toml", "calls =", 'features = ["conceed"]\ncalls =', "no feature 'conceed' to use"),
        ("three_card_poker", "play.toml", "calls =", 'readings = ["mine"]\ncalls =', "the reading 'mine', which nobody reads"),
        ("three_card_poker", "book.toml", 'id = "three-card-poker"', 'id = "crown-poker"', "game 'crown-poker' already"),
        ("sixth_book", "__init__.py", "", "\nGAMES = 3\n", "GAMES is not a dictionary of games"),
        ("new_jersey", "irregularities.toml", '["dealing"', '["blinds", "dealing"', "has the phase 'blinds', which no game"),
        ("new_jersey", "clauses.toml", '["rank_needed"]', '["rank_needed", "rank_needed"]', "the ground 'rank_needed' twice"),
        ("new_jersey", "clauses.toml", '"The game is played with one deck of 52 cards."', '" "', "16.2(a) has an empty line"),
    ],
)
def test_what_is_wrong_is_named(of: str, file: str, old: str, new: str, says: str, tmp_path: Path) -> None:
    with books_forgotten(), pytest.raises(BookError, match=re.escape(says)) as found:
        books.add_book(changed(of, tmp_path, file, old, new))
    assert re.search(r"\.(toml|py):\d+: ", str(found.value))


@pytest.mark.parametrize(
    "written",
    [
        {"amount": "x"},
        {"multiple": "1.5"},
        {"percent": "1/0"},
        {"percent": "101"},
        {"amount": "-5"},
        {"for": 5},
        True,
        "5 for 1",
        {"amount": []},
    ],
)
def test_a_row_that_cannot_be_read(written: object) -> None:
    with pytest.raises(MoneyError):
        Pay.read(written)

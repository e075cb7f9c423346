"""Books from outside have a poker room, tournaments, promotions and wild-card jackpots as the five have: each from its own book.

The books are copies of three of ours under other names, with other ranks and other numbers.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.drawing.cloths import cloth_of, style_sheet
from croupier.histories.phh_format import variant_of
from croupier.kernel.decisions import Accepted
from croupier.kernel.errors import BookError
from croupier.odds.equities import equity
from croupier.poker.lines import read_line, write_line
from croupier.poker.rules import Options
from croupier.promotions.commands import DraftPromotion
from croupier.promotions.terms import read_terms
from croupier.tables.house_terms import terms_for_play
from croupier.tables.poker_room import PokerRoom
from croupier.tables.promotion import PromotionStream, sample_text
from croupier.tables.tournament_stream import sample_terms
from croupier.tournaments.terms import read_terms as read_tournament

HERE = Path(books.__file__).parent
RANKS = {"TG Area Manager": "Floor Manager", "TG Higher Duties Dealer": "Shift Lead", "Chip Runner": "Runner"}


def copied(folder: str, name: str, renamed: dict[str, str], to: Path) -> Path:
    """A book of ours as someone else's: another folder, other names for book, games and ranks."""
    copy = Path(shutil.copytree(HERE / folder, to / name, ignore=shutil.ignore_patterns("__pycache__")))
    names = {folder: name, **renamed}
    found = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    for file in (*copy.glob("*.py"), *copy.glob("*.toml")):
        text = file.read_text(encoding="utf-8")
        file.write_text(found.sub(lambda match: names[match[0]], text), encoding="utf-8")
    return copy


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    to = tmp_path_factory.mktemp("outside")
    with books_forgotten():
        for folder, name, renamed in (
            ("crown_poker", "lantern_poker", {"crown-": "lantern-", **RANKS}),
            ("crown_caribbean_stud", "lantern_wild", {"crown-": "wild-", **RANKS}),
            ("star_caribbean_stud", "lantern_star", {"star-caribbean-stud": "harbour-stud", 'name = "star"': 'name = "harbour"'}),
        ):
            books.add_book(copied(folder, name, renamed, to))
        yield


@pytest.mark.usefixtures("outside")
def test_a_room_has_the_ranks_of_its_book() -> None:
    room = PokerRoom("lantern-poker")
    assert isinstance(room.offer("5-10", "lantern-omaha", Options(places=3), needed=1), Accepted)
    assert [entry.said.capacity for entry in room.stream.entries] == ["Floor Manager", "Shift Lead"]
    assert isinstance(room.say("list p7 for 5-10"), Accepted)
    assert isinstance(room.say("open table A for 5-10"), Accepted)
    assert room.tables["A"].rules.book == "lantern-poker"
    assert PokerRoom.load(room.stream.dump(), {"A": room.tables["A"].dump()}).stream.rules.book == "lantern-poker"


@pytest.mark.usefixtures("outside")
def test_lines_equities_and_histories_know_its_games() -> None:
    said = "announce lantern-omaha {}"
    assert write_line(read_line(said)) == said
    assert equity("lantern-holdem", ["AdAc", "KhKs"]).players[0].win == 1_388_072
    assert variant_of("lantern-crazy-pineapple-hi-lo", "pot limit") == "PC/8"


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize("game", ["lantern-holdem", "wild-caribbean-stud"])
def test_tournaments_are_played_by_its_book(game: str) -> None:
    rules, terms = books.rules_of_tournaments(game), read_tournament(sample_terms(game))
    level = (*terms.format.levels, *terms.format.rounds)[0]
    assert rules.operator == "Floor Manager"
    assert rules.table_options(terms, level, 0, "cup").tournament == "cup"


@pytest.mark.usefixtures("outside")
def test_a_promotion_is_held_under_its_book() -> None:
    promotion = PromotionStream("harbour-stud")
    drafted = promotion.do(DraftPromotion(terms=read_terms(tomllib.loads(sample_text("harbour-stud"))), readings=()))
    assert isinstance(drafted, Accepted)
    assert promotion.pins.book == "harbour-stud"


@pytest.mark.usefixtures("outside")
def test_a_wild_jackpot_is_counted_with_wild_cards() -> None:
    wild = books.jackpot_of(terms_for_play("wild-wild-aruba", 1_00)).counts()
    assert (wild["five of a kind"], wild["four of a kind"], wild["royal flush"]) == (652, 14_172, 4)
    assert books.jackpot_of(terms_for_play("wild-caribbean-stud", 1_00)).counts()["four of a kind"] == 624
    assert sum(books.jackpot_counts("wild-caribbean-stud").values()) == 2_598_960


@pytest.mark.parametrize(
    ("folder", "file", "old", "new", "says"),
    [
        ("nz_caribbean_stud", "clauses.toml", '"contribution"', '"right_cost"', "no clause is given for contribution"),
        (
            "nz_caribbean_stud",
            "params.toml",
            'hand = "flush"',
            'hand = "flash"',
            "prize for 'flash', which is not a hand; did you",
        ),
        ("crown_poker", "params.toml", "[flop_cards]", "[flap_cards]", "params.toml:1: flop_cards is missing: the engine asks"),
    ],
)
def test_meters_prizes_and_numbers_are_checked_at_load(
    tmp_path: Path, folder: str, file: str, old: str, new: str, says: str
) -> None:
    copy = copied(folder, "torch", {"nz-": "torch-", "crown-": "torch-"}, tmp_path)
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    with books_forgotten(), pytest.raises(BookError, match=re.escape(says)):
        books.add_book(copy)


@pytest.mark.usefixtures("outside")
def test_its_cloth_and_conduct_come_from_its_title_page() -> None:
    assert books.book_of("harbour-stud").title_page.conduct == ("16.7", "14.13.3")
    assert cloth_of("harbour-stud").house == "The Star"
    assert ".cloth-harbour " in style_sheet()

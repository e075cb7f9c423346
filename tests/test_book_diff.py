"""`croupier book diff`: clauses, numbers, cases, exact odds and plays of two editions or two books, before and after."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from added_books import books_forgotten
from croupier import books
from croupier.cli.main import main
from croupier.comparison.changes import Changes, changes, side_of
from croupier.drawing.document import as_html, as_text, from_template
from croupier.odds.solver import solve

FOLDER = Path(__file__).resolve().parents[1] / "examples" / "sixth_book"
HIGH, TIGHT = ('"high card" = 1', '"high card" = 2'), ('"straight" = 5', '"straight" = 4')


def edition(folder: Path, name: str, *changed: tuple[str, str], file: str = "params.toml") -> Path:
    """An edition of the example book that differs in these words."""
    own = folder / name
    own.mkdir(exist_ok=True)
    text = (FOLDER / file).read_text(encoding="utf-8")
    for old, new in changed:
        assert old in text
        text = text.replace(old, new, 1)
    (own / file).write_text(text, encoding="utf-8")
    return own


@pytest.fixture
def lantern() -> Iterator[str]:
    with books_forgotten():
        books.add_book(FOLDER)
        yield "lantern-stud"


def compared(before: str, after: str) -> Changes:
    first = side_of(before)
    return changes(first, side_of(after, first))


def test_an_edition_that_pays_high_cards_better(lantern: str, tmp_path: Path) -> None:
    found = compared(lantern, str(edition(tmp_path, "second", HIGH, TIGHT)))
    assert [(one.what, one.before, one.after) for one in found.numbers] == [
        ("bet_odds high card", "1", "2"),
        ("bet_odds straight", "5", "4"),
    ]
    assert [each for each in (found.clauses, found.others, found.not_compared) if each] == []
    assert [(one.clause, one.by) for one in found.cases] == [("6.3", "after")]
    assert found.cases[0].differs == ("pays bet 1 is 80.00, not 100.00", "net 1 is 90.00, not 110.00")
    assert found.played == 10
    (odds,) = found.odds
    was, now = solve(books.rules_of(lantern)), solve(books.rules_of(lantern, "second"))
    figures = {one.what: (one.before, one.after) for one in odds.figures}
    assert figures["house edge, of the ante"] == (f"{was.house_edge:.6%}", f"{now.house_edge:.6%}")
    assert {(one.hands, one.before, one.after) for one in odds.plays} == {("high card", "fold", "bet")}
    assert sum(one.deals for one in odds.plays) == now.decisions["bet"] - was.decisions["bet"]
    assert all(one.worth_before < -1 < one.worth_after for one in odds.plays)
    # someone who goes on as before loses exactly what the bets that are not made would gain
    ends, terms = now.tally(was.bets), now.terms
    paid = sum(number * terms.wins[hand] for hand, number in ends.wins.items())
    paid += ends.unqualified * terms.unqualified + ends.lose * terms.lose + (now.deals - ends.bets) * terms.fold
    assert odds.old_play == pytest.approx(-paid / (terms.parts * now.deals), abs=1e-12)


def test_words_ranks_and_duties(lantern: str, tmp_path: Path) -> None:
    words = ('line = "Whoever folds loses the ante."', 'line = "A player who folds loses the ante."')
    edition(tmp_path, "third", words, ('[clause."7.2"]', '[clause."7.3"]'), file="clauses.toml")
    edition(tmp_path, "third", ('clause = ["7.1", "7.2"]', 'clause = ["7.1", "7.3"]'))
    folder = edition(tmp_path, "third", ('["7.1", "7.2"]', '["7.1", "7.3"]'), ('"box", ', ""), file="irregularities.toml")
    found = compared(lantern, str(folder))
    assert found.clauses is not None
    assert [(one.what, bool(one.before), bool(one.after)) for one in found.clauses] == [
        ("5.3", True, True),
        ("7.2", True, False),
        ("7.3", False, True),
    ]
    assert found.others is not None
    assert [one.what for one in found.others] == ["irregularity exposed clauses", "irregularity exposed asks"]
    assert "The odds and the best play are the same." in as_text(from_template("changes.md", found=found))


def test_a_folder_that_is_not_added_and_one_with_the_name_of_a_book(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(FOLDER, tmp_path / "torch"))
    text = (copy / "params.toml").read_text(encoding="utf-8")
    (copy / "params.toml").write_text(text.replace(*HIGH), encoding="utf-8")
    with books_forgotten():
        found = compared(str(FOLDER), str(copy))
        assert found.after == "lantern-stud, first edition (in torch)"
        assert [one.what for one in found.numbers] == ["bet_odds high card"]


def test_two_books(lantern: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert main(["book", "diff", lantern, "crown-poker", "--report", str(page), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["clauses"] is None
    assert found["odds"] == []
    said = " ".join(found["not_compared"])
    assert "lantern-stud and crown-poker are different books" in said
    assert "lantern-stud: crown-poker has no game of that name" in said
    assert "crown-holdem: it is played in the poker room" in said
    assert "http" not in page.read_text(encoding="utf-8").replace("http-equiv", "")


def test_a_wager_that_only_one_has_is_a_number_and_a_clause_of_an_option_is_not(lantern: str) -> None:
    examples = FOLDER.parent
    first = side_of(lantern)
    found = [one.what for one in changes(first, side_of(str(examples / "three_card_poker"), first), with_odds=False).numbers]
    assert "wager pair-plus rows flush" in found
    found = [one.what for one in changes(first, side_of(str(examples / "new_jersey"), first), with_odds=False).numbers]
    assert "options places maximum" in found
    assert not [what for what in found if what.endswith(" clause")]


def test_without_the_extra_it_says_so(lantern: str, tmp_path: Path) -> None:
    first = side_of(lantern)
    found = changes(first, side_of(str(edition(tmp_path, "fourth", HIGH)), first), with_odds=False)
    assert found.odds == ()
    assert found.not_compared == ("odds: the extra is not installed: pip install 'croupier[odds]'",)
    assert "high card: 1 → 2" in as_html(from_template("changes.md", found=found))


@pytest.mark.parametrize(
    ("sides", "says"),
    [
        (("lantern-stud", "no such edition"), "has no edition 'no such edition'"),
        (("no-such-book", "lantern-stud"), "there is no book or game 'no-such-book'"),
        (("lantern-stud@2027-13-01", "lantern-stud"), "'2027-13-01' is not a date"),
        (("EMPTY", "lantern-stud"), "has no book.toml: name the book first"),
        (("lantern-stud", "EMPTY"), "has no file of a book"),
    ],
)
def test_what_there_is_not(
    lantern: str, sides: tuple[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", "diff", *(str(tmp_path) if one == "EMPTY" else one for one in sides)]) == 2
    assert says in capsys.readouterr().err


def test_a_side_wager_that_alone_was_changed_or_added_shows_its_exact_edge(tmp_path: Path) -> None:
    three = FOLDER.parent / "three_card_poker"
    params = (three / "params.toml").read_text(encoding="utf-8")
    bonus = '\n[wager.top]\ntitle = "Top Pair"\nclause = "6.6"\nfold = "stays"\n[wager.top.rows]\n"straight flush" = 100\n'
    own = tmp_path / "lower"
    own.mkdir()
    (own / "params.toml").write_text(params.replace('"flush" = 4', '"flush" = 3') + bonus, encoding="utf-8")
    with books_forgotten():
        books.add_book(three)
        found = compared("three-card-poker", str(own))
    figures = {one.what: (one.before, one.after) for one in found.odds[0].figures}
    assert figures == {
        "house edge of Pair Plus, of the wager": ("2.316742%, exactly 128/5525", "7.276018%, exactly 402/5525"),
        "house edge of Top Pair, of the wager": ("", "78.063348%, exactly 4313/5525"),
    }
    assert "The odds and the best play are the same" not in as_text(from_template("changes.md", found=found))

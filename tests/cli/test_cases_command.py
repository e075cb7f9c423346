"""`croupier cases`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run, by
from croupier.books import BOOKS, GAMES, book_of
from croupier.cases.case import Case, cases_of

WRONG = Case(
    clause="5.5",
    name="A bet of three antes is taken",
    table={"seats": 1, "ante": "10.00"},
    play="deal\nbet 1 30.00",
    expect={"phase": "settling"},
)
BARE = '[[case]]\nclause = "5.1"\nname = "Bare"\nplay = ""\nexpect = {}\n'
OWN = """
book = "crown-poker"
[[case]]
clause = "8.17.3(a)"
name = "The last player wins nothing"
table = { seats = 2 }
play = '''
deal
fold 1
play out
'''
expect = { won = { 2 = "0.00" } }
"""
DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, EXAMPLE = DOCS / "your-own-cases.md", DOCS / "examples" / "own-cases.toml"
IMPOSSIBLE = Case(clause="5.5", name="Nonsense", play="sing a song", expect={})


class Held:
    """The run of a case that holds."""

    steps = ()

    def failures(self) -> list[str]:
        return []


@pytest.fixture(params=["named", pytest.param("played", marks=pytest.mark.slow)])
def thousands(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_cases.py` plays every case; that the command plays all of them as well is left to the long checks."""
    if request.param == "named":
        monkeypatch.setattr("croupier.cli.cases.run_case", lambda case, game: Held())


def test_every_case_of_a_book(run: Run) -> None:
    done = run("cases", "nz-caribbean-stud", "--json")
    found = done.json
    cases = cases_of("nz_caribbean_stud")
    assert (done.status, found["failed"]) == (0, 0)
    assert [case["name"] for case in found["cases"]] == [case.name for _, case in cases]
    assert found["ok"] + found["failed"] == len(cases) > 0
    first = found["cases"][0]
    assert list(first) == ["game", "file", "clause", "shows", "name", "edge", "ok", "failures"]


@pytest.mark.usefixtures("thousands")
def test_all_books_at_once(run: Run) -> None:
    total = sum(len(cases_of(folder)) for folder in BOOKS.values())
    done = run("cases")
    assert done.status == 0
    assert done.out.splitlines()[-1] == f"{total} cases: {total} ok, 0 failed"


def test_a_case_as_a_story(run: Run) -> None:
    done = run("cases", "crown-caribbean-stud", "5.5")
    assert done.status == 0
    for line in (
        "A bet of twice the ante keeps the hand in the game",
        "  > the table is set up",
        f"    P1 sits down in seat 1 with $1,000.00.  {by('seat_taken')}",
        f"    Box 1 bets $20.00.  {by('bet_placed')}",
        f"    Refused: a bet is exactly twice the ante, here $20.00.  {by('bet_not_twice_ante')}",
        "  ok",
    ):
        assert line in done.out.splitlines()


@pytest.mark.parametrize(
    ("book", "number", "says"),
    [
        ("crown-caribbean-stud", "9.4.1", "The meter main opens at $10,000.00"),
        ("star-caribbean-stud", "17.2", "  > the terms are set up"),
    ],
)
def test_cases_about_meters_and_promotions_are_told_too(run: Run, book: str, number: str, says: str) -> None:
    done = run("cases", book, number)
    assert done.status == 0
    assert says in done.out
    assert "failed" not in done.out


def test_a_clause_without_a_case(run: Run) -> None:
    book = book_of("crown-poker")
    number = next(number for number, clause in book.catalogue.clause.items() if clause.kind == "heading")
    done = run("cases", "crown-poker", number)
    assert (done.status, done.out) == (0, f"No case shows crown-poker {number} yet.\n")


@pytest.mark.usefixtures("thousands")
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_cases_of_its_book_but_for_those_of_other_games(run: Run, game: str) -> None:
    book = book_of(game)
    cases = [case.name for _, case in cases_of(book.folder) if game == book.id or case.game == game or not case.game]
    assert [case["name"] for case in run("cases", game, "--json").json["cases"]] == cases
    assert cases


def test_the_example_of_the_documentation_runs_and_stands_in_the_page(run: Run) -> None:
    done = run("cases", str(EXAMPLE), "--json")
    assert (done.status, done.json["ok"], done.json["failed"]) == (0, 2, 0)
    assert [case["game"] for case in done.json["cases"]] == ["crown-caribbean-stud", "crown-wild-aruba"]
    assert f"```toml\n{EXAMPLE.read_text(encoding='utf-8')}```\n" in PAGE.read_text(encoding="utf-8")


def test_several_files_of_ones_own_and_one_clause_of_them(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(OWN, encoding="utf-8")
    listed = run("cases", str(EXAMPLE), str(other))
    assert listed.status == 1
    assert f"crown-poker {other}\n  failed  8.17.3(a)  The last player wins nothing" in listed.out
    assert "won 2 is 10.00, not 0.00" in listed.out
    assert listed.out.endswith("3 cases: 2 ok, 1 failed\n")
    told = run("cases", str(EXAMPLE), str(other), "5.5")
    assert told.status == 0
    assert "  > bet 1 30.00" in told.out
    assert "The last player" not in told.out
    assert run("cases", str(other), "9.9").out == f"No case shows {other} 9.9 yet.\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["has no case", "[[case]]"]),
        ("[[case]", ["mine.toml:1: "]),
        ("[[case]]\nclause = 5", ["mine.toml:1: ", "`clause`"]),
        (BARE, ["mine.toml: 'Bare' does not say by which book", 'book = "crown-caribbean-stud"']),
        (f'book = "bridge"\n{BARE}', ["mine.toml: 'Bare': there is no book or game 'bridge'", "crown-poker"]),
        (f'book = "crown-poker"\n{BARE}'.replace("5.1", "5.99"), ["'Bare': crown-poker has no clause '5.99'"]),
        (f'book = "crown-poker"\nwho = "me"\n{BARE}', ["mine.toml:1: ", "who"]),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_one_line(run: Run, tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert run("cases", str(tmp_path / "mine.toml")).complains(*words)


def test_files_that_are_not_there_or_no_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"\xff\xfe")
    assert run("cases", str(tmp_path / "mine.toml")).complains("mine.toml cannot be read: it is not text")
    assert run("cases", str(tmp_path / "none.toml")).complains("none.toml cannot be read: No such file")
    assert run("cases", str(EXAMPLE), "notes.txt").complains("'notes.txt' is not a file of cases", ".toml")
    assert run("cases", "crown-poker", "nonsense").complains("'nonsense' is neither a clause nor a file")


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ('table = { seats = "x" }\nplay = "deal"', "where the table is set up or its outcome compared: not written as"),
        ("table = { chips = 5 }\nplay = 'deal'", '5 is not a sum of money: write it in quotes, such as "10.00"'),
        ("table = { minimum = 5 }\nplay = 'deal'", "5 is not a sum of money"),
        ("play = 'hand x'", "it cannot be played: 'hand x' is not understood"),
        ("play = 'sing'", "it cannot be played: 'sing' is not understood"),
    ],
)
def test_a_case_not_written_as_cases_are_fails_and_says_where(run: Run, tmp_path: Path, case: str, says: str) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(f'book = "crown-poker"\n[[case]]\nclause = "5.1"\nname = "Odd"\nexpect = {{}}\n{case}')
    done = run("cases", str(mine))
    assert (done.status, done.err) == (1, "")
    assert says in done.out


@pytest.mark.parametrize(("sum_", "status"), [("90", 0), ("90.00", 0), ("9", 1), ("-90", 1)])
def test_a_sum_is_expected_with_cents_or_without(run: Run, tmp_path: Path, sum_: str, status: int) -> None:
    mine = tmp_path / "mine.toml"
    play = "ante 1 10\nhand 1: 9s 8d 7c 6h 5s\nhand dealer: Ac Kd 8h 5c 3d\ndeal\nbet 1\nsettle"
    head = 'book = "nz-caribbean-stud"\n[[case]]\nclause = "5.3(b)"\nname = "Sums"\ntable = { seats = 1 }\n'
    mine.write_text(f'{head}play = """\n{play}\n"""\nexpect = {{ net = {{ 1 = "{sum_}" }} }}\n')
    done = run("cases", str(mine))
    assert done.status == status, done.out
    assert ("net 1 is 90.00, not" in done.out) == bool(status)


def test_a_case_that_fails(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.cli.cases.cases_of", lambda folder: (("s05.toml", WRONG), ("s05.toml", IMPOSSIBLE)))
    listed = run("cases", "crown-caribbean-stud")
    assert listed.status == 1
    assert "failed  5.5  A bet of three antes is taken" in listed.out
    assert "refused: a bet is exactly twice the ante, here $20.00" in listed.out
    assert "it cannot be played: 'sing a song' is not understood" in listed.out
    assert listed.out.endswith("2 cases: 0 ok, 2 failed\n")
    told = run("cases", "crown-caribbean-stud", "5.5")
    assert told.status == 1
    assert "  failed" in told.out.splitlines()
    found = run("cases", "crown-caribbean-stud", "--json")
    assert (found.status, found.json["failed"], found.json["cases"][0]["ok"]) == (1, 2, False)


@pytest.mark.parametrize(
    ("arguments", "words"), [(["bridge"], ["'bridge'"]), (["crown-caribbean-stud", "99"], ["no clause '99'"])]
)
def test_unknown_books_and_clauses(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run("cases", *arguments).complains(*words)

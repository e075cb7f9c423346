"""`croupier clauses` and `croupier clause`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.program import Run
from croupier.books import BOOKS, book_of
from croupier.cases.case import cases_of

KINDS = ["procedure", "parameter", "discretion", "record", "definition", "physical", "heading"]


def test_counts_of_the_five_books(run: Run) -> None:
    books = run("clauses", "--json").json["books"]
    assert list(books) == list(BOOKS)
    for name, counts in books.items():
        book = book_of(name)
        assert list(counts) == ["clauses", "executable", "cited", "pending", "kinds", "thresholds_owed"]
        assert counts["clauses"] == len(book.catalogue.clause) == sum(counts["kinds"].values())
        assert list(counts["kinds"]) == KINDS
        assert counts["executable"] == sum(counts["kinds"][kind] for kind in KINDS[:4])
        assert counts["pending"] == len(book.pending)
        shown = {number for _, case in cases_of(book.folder) for number in case.shows}
        assert counts["cited"] == sum(book.clause(number).executable for number in shown)


def test_the_table_has_the_same_counts(run: Run) -> None:
    counts = run("clauses", "--json").json["books"]
    lines = run("clauses").out.splitlines()
    for name in BOOKS:
        row = next(line.split() for line in lines if line.startswith(name))
        assert row[1:] == [str(counts[name][total]) for total in ("clauses", "executable", "cited", "pending")]
    everything = next(line.split() for line in lines if line.startswith("all"))
    assert everything[1] == str(sum(count["clauses"] for count in counts.values()))


def test_one_book_or_the_book_of_a_game(run: Run) -> None:
    assert list(run("clauses", "crown-poker", "--json").json["books"]) == ["crown-poker"]
    assert run("clauses", "crown-omaha", "--json").out == run("clauses", "crown-poker", "--json").out


def test_pending_clauses_are_listed(run: Run) -> None:
    found = run("clauses", "crown-caribbean-stud", "--pending", "--json").json["books"]["crown-caribbean-stud"]
    pending = book_of("crown-caribbean-stud").pending
    assert sorted(found["pending_clauses"]) == sorted(pending)
    listed = run("clauses", "crown-caribbean-stud", "--pending").out
    assert listed.startswith(f"crown-caribbean-stud: {len(pending)} pending clause")
    assert sum(line.startswith("! ") for line in listed.splitlines()) == len(pending)


def test_the_list_of_a_section(run: Run) -> None:
    lines = run("clauses", "crown-caribbean-stud", "--section", "5").out.splitlines()
    assert "5 Placement of wagers" in lines
    rows = [line for line in lines if line[2:].startswith("5.")]
    numbers = [number for number in book_of("crown-caribbean-stud").catalogue.clause if number.startswith("5.")]
    assert [row[2:].split()[0] for row in rows] == numbers
    assert any(row.startswith("+ 5.5 ") for row in rows)
    assert any(row.startswith("  5.7 ") and " head " in row for row in rows)


def test_a_kind_alone(run: Run) -> None:
    counts = run("clauses", "star-caribbean-stud", "--kind", "discretion", "--json").json["books"]
    assert counts["star-caribbean-stud"]["kinds"]["discretion"] == counts["star-caribbean-stud"]["clauses"] > 0
    text = run("clauses", "star-caribbean-stud", "--kind", "discretion").out
    assert " discr " in text
    assert " proc " not in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["clauses", "bridge"], ["'bridge'", "crown-poker"]),
        (["clauses", "--kind", "rumour"], ["no kind 'rumour'", "discretion"]),
        (["clauses", "crown-poker", "--section", "99"], ["no section '99'", "13"]),
        (["clauses", "--section", "99"], ["no section '99'"]),
        (["clause", "bridge", "1"], ["'bridge'"]),
        (["clause", "crown-caribbean-stud", "5.5.5"], ["no clause '5.5.5'", "5.5"]),
        (["clause", "crown-caribbean-stud", "99"], ["no clause '99'", "1 to 14"]),
    ],
)
def test_unknown_books_numbers_and_kinds(run: Run, arguments: list[str], words: list[str]) -> None:
    assert run(*arguments).complains(*words)


def test_a_clause_with_all_that_hangs_on_it(run: Run) -> None:
    found = run("clause", "crown-caribbean-stud", "5.5", "--json").json
    clause = book_of("crown-caribbean-stud").clause("5.5")
    assert (found["book"], found["number"], found["section"]) == ("crown-caribbean-stud", "5.5", "Placement of wagers")
    assert (found["line"], found["kind"], found["pending"]) == (clause.line, "procedure", False)
    assert list(found["grounds"]) == list(clause.grounds)
    assert "bet_multiple" in [parameter["name"] for parameter in found["parameters"]]
    assert {case["edge"] for case in found["cases"]} >= {"below", "at", "above"}


def test_the_places_of_a_clause_are_really_there(run: Run) -> None:
    found = run("clause", "crown-caribbean-stud", "5.5", "--json").json
    root = Path(__file__).parents[2]

    def line_at(place: str) -> str:
        path, _, number = place.partition(":")
        file = next(path for path in (Path(path), root / path, root / "src" / path) if path.is_file())
        return file.read_text(encoding="utf-8").splitlines()[int(number) - 1]

    assert line_at(found["place"]) == '[clause."5.5"]'
    assert line_at(found["parameters"][0]["place"]) == f"[{found['parameters'][0]['name']}]"
    assert found["code"]
    for place in found["code"]:
        where, _, ground = place.partition(" ")
        assert f'"{ground.strip("()")}"' in line_at(where)


def test_a_number_quoted_in_the_book_s_own_code_is_found(run: Run) -> None:
    code = run("clause", "crown-caribbean-stud", "11.5.2", "--json").json["code"]
    assert any("s11_irregularities.py" in place for place in code)


def test_a_ground_put_together_from_parts_is_found(run: Run) -> None:
    code = run("clause", "crown-caribbean-stud", "7.3.1", "--json").json["code"]
    assert any("stud/deal.py" in place for place in code)


def test_a_duty_is_a_place_too(run: Run) -> None:
    code = run("clause", "crown-caribbean-stud", "3.3", "--json").json["code"]
    assert any("duties.toml" in place for place in code)


def test_a_clause_in_words(run: Run) -> None:
    text = run("clause", "crown-wild-aruba", "5.5").out
    assert text.startswith("crown-caribbean-stud 5.5  Placement of wagers\n")
    for item in ("kind      procedure", "ground    bet_placed", "bet_multiple = 2", "case      s05_wagers.toml"):
        assert item in text
    assert "pending" not in text


def test_terms_and_reasons(run: Run) -> None:
    terms = run("clause", "crown-caribbean-stud", "1.1").out
    assert "term      Ante: " in terms
    physical = run("clause", "crown-caribbean-stud", "2.2.1(a)").out
    assert "kind      physical" in physical
    assert "why       " in physical


def test_pay_tables_are_spelt_out(run: Run) -> None:
    text = run("clause", "crown-caribbean-stud", "8.1").out
    assert "straight flush 50, royal flush 250 to 1" in text


def test_a_clause_of_the_poker_room_leads_to_its_own_engine(run: Run) -> None:
    found = run("clause", "crown-holdem", "6.9", "--json").json
    assert found["book"] == "crown-poker"
    assert found["grounds"]["raises_used_up"] == "there are at most three raises in a round"
    assert any("croupier/poker/betting.py:" in place for place in found["code"])
    assert not any("croupier/stud/" in place for place in found["code"])
    assert any("croupier/stud/" in place for place in run("clause", "nz-caribbean-stud", "5.4", "--json").json["code"])

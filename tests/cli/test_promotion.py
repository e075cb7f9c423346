"""`croupier promotion`: terms that may open, terms that may not, and files that are none."""

from __future__ import annotations

from pathlib import Path

from cli.program import Run


def test_the_sample_may_open(run: Run, tmp_path: Path) -> None:
    sample = run("promotion", "--sample")
    file = tmp_path / "terms.toml"
    file.write_text(sample.out, encoding="utf-8")
    done = run("promotion", str(file))
    assert (done.status, sample.status) == (0, 0)
    assert done.out.startswith("The terms are complete")


def test_what_is_missing_or_not_allowed_is_listed_with_its_clause(run: Run, tmp_path: Path) -> None:
    text = run("promotion", "--sample").out
    file = tmp_path / "terms.toml"
    file.write_text(text.replace("eligibility", "# eligibility") + 'contains = ["tobacco"]\n', encoding="utf-8")
    told = run("promotion", str(file))
    assert told.status == 1
    assert "missing: who is eligible  (17.7.3)" in told.out
    data = run("promotion", str(file), "--json")
    assert data.status == 1
    assert data.json["may_open"] is False
    assert [(one["clauses"], one["prohibited"]) for one in data.json["findings"]] == [(["17.5.1"], True), (["17.7.3"], False)]


def test_files_that_are_no_terms(run: Run, tmp_path: Path) -> None:
    no_toml, strange = tmp_path / "a.toml", tmp_path / "b.toml"
    no_toml.write_text("prizes = [", encoding="utf-8")
    strange.write_text("colour = 'red'", encoding="utf-8")
    assert run("promotion").complains("--sample")
    assert run("promotion", str(tmp_path / "none.toml")).complains("cannot be read")
    assert run("promotion", str(tmp_path)).complains("cannot be read")
    assert run("promotion", str(no_toml)).complains("is not TOML")
    assert run("promotion", str(strange)).complains("colour")

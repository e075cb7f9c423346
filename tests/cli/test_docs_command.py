"""`croupier docs`: the pages listed, built, and the reference rewritten."""

from __future__ import annotations

from pathlib import Path

from cli.program import Run


def test_the_pages_are_listed(run: Run) -> None:
    assert "tutorial/evening" in run("docs").out
    assert run("docs", "--json").json["Reference"]["reference/lines"] == "Lines"


def test_the_pages_are_built(run: Run, tmp_path: Path) -> None:
    done = run("docs", "--to", str(tmp_path / "site"))
    assert done.status == 0
    assert (tmp_path / "site" / "index.html").is_file()
    assert "index.html" in done.out


def test_where_nothing_can_be_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert run("docs", "--to", str(file / "site")).complains("cannot be written")

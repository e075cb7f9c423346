"""Records from before our own words were made plainer: books and digests have changed their words since, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.kernel import auditing
from croupier.tables.any_game import audit, load
from record.forging import forged

RECORDS = sorted((Path(__file__).parents[1] / "fixtures" / "records").glob("worded-*.jsonl"))


def lines_of(record: Path) -> list[str]:
    return record.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_an_older_record_is_read_without_a_warning_and_audited(record: Path) -> None:
    lines = lines_of(record)
    assert load(lines).warnings == []
    assert audit(lines)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_only_words_that_are_listed_are_read_for_one_another(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(record)
    monkeypatch.setattr(auditing, "_rewordings", list)
    deviation = audit(lines).deviation
    assert deviation is not None
    assert deviation.says == "what was recorded is not what the rules give"


def test_a_digest_that_no_book_ever_had_is_not_taken_for_one_of_them() -> None:
    lines = forged(lines_of(RECORDS[0]), 0, lambda entry: entry["pins"].update(digest="0" * 64))
    assert load(lines).warnings
    assert not audit(lines)

"""What is calculated once for all tests: by value, in files, and never shared in what a test writes into it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
import pytest

import worked_out
from croupier.books import book_of
from croupier.odds.counting import Array


class Asked(msgspec.Struct, frozen=True):
    name: str
    table: Array


def test_the_work_is_done_once_for_each_value(tmp_path: Path) -> None:
    done = []

    def work(asked: Asked, times: int) -> tuple[Array, Array]:
        done.append((asked.name, times))
        return asked.table * times, asked.table[:0]

    one, other = (worked_out.kept(work, tmp_path) for _ in range(2))  # as in two processes
    table = np.arange(5)
    for found in (one, other, one):
        doubled, empty = found(Asked("a", table), 2)
        assert doubled.tolist() == [0, 2, 4, 6, 8]
        assert empty.tolist() == []
        doubled[0] = 9  # in this test alone
    assert done == [("a", 2)]
    other(Asked("a", table + 1), 2)
    one(Asked("b", table), 2)
    assert done == [("a", 2), ("a", 2), ("b", 2)]


def test_what_a_name_stands_for_counts_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, done = {"a": 1}, []

    def work(name: str) -> int:
        done.append(name)
        return numbers[name]

    monkeypatch.setitem(worked_out._BESIDE, "work", numbers.__getitem__)
    assert worked_out.kept(work, tmp_path)("a") == worked_out.kept(work, tmp_path)("a") == 1
    numbers["a"] = 2
    assert worked_out.kept(work, tmp_path)("a") == 2
    assert done == ["a", "a"]


def test_a_book_stands_for_its_folder_and_what_is_in_it(tmp_path: Path) -> None:
    folder, digest = worked_out._book("crown-wild-aruba")
    assert Path(folder).name == "crown_caribbean_stud"
    assert digest == book_of("crown-caribbean-stud").digest != book_of("crown-poker").digest


def test_what_a_process_remembers_it_can_still_forget(tmp_path: Path) -> None:
    done = []

    @lru_cache(maxsize=2)
    def work(number: int) -> Array:
        done.append(number)
        return np.full(3, number)

    found = worked_out.kept(work, tmp_path)
    first = found(1)
    assert found(1) is first
    found.cache_clear()  # type: ignore[attr-defined]
    assert found(1) is not first
    assert found(1).tolist() == [1, 1, 1]
    assert done == [1]


def test_two_who_work_out_the_same_do_not_harm_each_other(tmp_path: Path) -> None:
    for _ in range(2):
        worked_out.keep(np.arange(3), tmp_path / "same")
    assert worked_out.read(tmp_path / "same").tolist() == [0, 1, 2]
    assert [file.name for file in tmp_path.iterdir()] == ["same"]

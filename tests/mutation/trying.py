"""Trying mutants, each in a process of its own that is forked from one which has everything imported.

Pytest collects the quick tests once; then, instead of running them, the mutants are tried. First every case and every test is run
as it stands, to see which functions it calls, how long it takes, and that it passes. A mutant is then tried only with the
cases and tests that call its function, up to the first that fails: what has killed others of its module before, then tests of
little else, then the cases, those of its section before others, then other tests. What calls and what kills what is kept in
`build/`; remove that after large changes.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import _lru_cache_wrapper, lru_cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from croupier.books import BOOKS, book_of
from croupier.cases.case import Case, cases_of
from croupier.cases.house_cases import run_case
from money.keeping import kept
from money.pictures import picture
from mutation import changed_books
from mutation.changed_code import Mutant, changed_codes

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "croupier"
QUICK_TESTS = (
    "kernel",
    "poker",
    "room",
    "jackpots",
    "books",
    "golden",
    "money",
    "moments",
    "stud",
    "tournaments",
    "tables",
    "record",
    "editions",
    "cage",
    "test_bad_books.py",
    "test_sixth_book.py",
)
"""The folders and files of tests. The lists in `money/` are held against each case as it is played."""
QUICK = 1.0
"""Tests that take longer, in seconds of the processor while they are watched, are not tried on mutants."""
ENOUGH = 8.0
"""So many seconds of tests are tried on a mutant, those first that call little else."""
UNIT = 30
"""A test that calls so few functions is about them, and is tried before any case."""
MOST_FIRST = 20
"""So many cases and tests are tried first that have killed the most other mutants of the module."""
CASE_LIMIT = 3.0
"""A case takes some milliseconds: one that takes so many seconds has run into an endless loop."""

Trial = Callable[[], bool]
"""Runs one case or one test, and says whether it fails."""


class Verdict(NamedTuple):
    """What became of a mutant: what killed it, or nothing; and how many cases and tests there were to kill it."""

    mutant: Mutant
    killed_by: str
    tried: int


class Killer(NamedTuple):
    """A case or a test. `calls` are the functions it calls, `seconds` what it takes; `glance` is a case without its picture."""

    name: str
    trial: Trial
    section: str
    seconds: float
    calls: frozenset[str]
    glance: Trial | None = None


def function_key(code: CodeType) -> str:
    """A function as it is found again after lines have moved."""
    return f"{Path(code.co_filename).relative_to(PACKAGE)} {code.co_qualname}"


def _inside(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _inside(constant)


class Bench:
    """Everything that can kill a mutant, and the functions of this process by their code."""

    def __init__(self, items: list[pytest.Item], progress: Callable[[str], None]) -> None:
        for folder in BOOKS.values():
            for file in sorted((PACKAGE / "books" / folder).glob("*.py")):
                import_module(f"croupier.books.{folder}.{file.stem}".removesuffix(".__init__"))
        found = [(f"case {book}: {case.name}", book, file, case) for book in BOOKS for file, case in cases_of(BOOKS[book])]
        trials = {
            name: (_case_trial(case, book, file), f"{BOOKS[book]}/s{case.clause.split('.')[0].zfill(2)}", repr(case))
            for name, book, file, case in found
        }
        glances = {name: _case_trial(case, book) for name, book, _, case in found}
        items = [item for item in items if item.path.name != "test_citations.py"]  # the cases are held against its lists
        trials |= {f"test {item.nodeid}": (_test_trial(item), "", item.path.read_text()) for item in items}
        known = _Known(progress)
        gc.freeze()  # children leave all this alone, so that it need not be copied for them
        self.killers = [
            Killer(name, trial, section, known.seconds[name], known.calls[name], glances.get(name))
            for name, (trial, section, text) in trials.items()
            if known.learn(name, trial, text) <= (CASE_LIMIT if section else QUICK)
        ]
        known.keep()
        self._kills = _Kills()
        self.functions: dict[CodeType, list[FunctionType]] = {}
        gc.unfreeze()
        everything = gc.get_objects()
        self._caches = [each for each in everything if isinstance(each, _lru_cache_wrapper)]
        self._caches = [each for each in self._caches if str(each.__module__).startswith("croupier.") and each is not cases_of]
        for each in everything:
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(PACKAGE)):
                self.functions.setdefault(each.__code__, []).append(each)
        del everything
        gc.freeze()

    def against(self, mutant: Mutant) -> list[Killer]:
        """What calls the function of a mutant, the most likely first: what has killed it or others of its module before."""
        found = self._against_data(mutant) if mutant.path.endswith(".toml") else self._against_code(mutant)
        return sorted(found, key=self._kills.places(mutant))

    def killed(self, mutant: Mutant, killer: str) -> None:
        self._kills.note(mutant, killer)

    def keep(self) -> None:
        self._kills.keep()

    def _against_code(self, mutant: Mutant) -> list[Killer]:
        wanted = {function_key(inner) for code, _ in _codes_of(mutant) for inner in _inside(code)}
        near = mutant.path.removeprefix("books/")[: mutant.path.removeprefix("books/").find("_", 20)]
        found = [killer for killer in self.killers if killer.calls & wanted]
        cases = [killer for killer in found if killer.section]
        tests = _fitting(found)
        first = [test for test in tests if len(test.calls) <= UNIT]
        others = [test for test in tests if len(test.calls) > UNIT]
        return [*first, *sorted(cases, key=lambda killer: not near.startswith(killer.section)), *others]

    def _against_data(self, mutant: Mutant) -> list[Killer]:
        folder = mutant.path.split("/")[1]
        book = next(name for name in BOOKS if BOOKS[name] == folder)
        change = data_mutants(mutant.path)[mutant.number]
        places = {f"case {book}: {case.name}": n for n, case in enumerate(changed_books.likely(change.book, change.clauses))}
        cases = [killer for killer in self.killers if killer.name in places]
        made_here = f"books/{folder}/"
        tests = [killer for killer in self.killers if any(call.startswith(made_here) for call in killer.calls)]
        return sorted(cases, key=lambda killer: places[killer.name]) + _fitting(tests)

    def apply(self, mutant: Mutant) -> None:
        """Make the change in this process, and forget what was calculated before it."""
        if mutant.path.endswith(".toml"):
            self._in_force = changed_books.in_force(data_mutants(mutant.path)[mutant.number].book)
            self._in_force.__enter__()  # until this process ends
            return
        for outer in _codes_of(mutant):
            for old, new in _with_inner(*outer):
                for function in self.functions.get(old, ()):
                    function.__code__ = new
        for cached in self._caches:
            if cached.__module__ != "croupier.kernel.strength" or mutant.path.startswith("kernel/"):  # slow to fill
                cached.cache_clear()


def _with_inner(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """A function and those inside of it, which live on where it was called before the change."""
    yield old, new
    inside = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new)]
    for before, after in zip(*inside, strict=False):
        if (before.co_name, before.co_freevars) == (after.co_name, after.co_freevars):
            yield from _with_inner(before, after)


@lru_cache(maxsize=4)
def _codes_of(mutant: Mutant) -> list[tuple[CodeType, CodeType]]:
    return changed_codes(_source(mutant.path), mutant.number, str(PACKAGE / mutant.path))


def _fitting(killers: list[Killer]) -> list[Killer]:
    """The tests among these that call the fewest other functions, as many as there is time for."""
    found, seconds = [], 0.0
    tests = (each for each in killers if not each.section)
    for killer in sorted(tests, key=lambda each: (len(each.calls) // 10, each.seconds)):
        seconds += killer.seconds
        if seconds <= ENOUGH:
            found.append(killer)
    return found


class _Known:
    """What each case and test calls and takes; kept in `build/` and learned again where its text has changed."""

    def __init__(self, progress: Callable[[str], None]) -> None:
        self._progress = progress
        self._file = ROOT / "build" / "calls.json"
        self._texts: dict[str, str] = {}
        self.calls: dict[str, frozenset[str]] = {}
        self.seconds: dict[str, float] = {}
        self._slow: set[str] = set()
        self._learned = 0
        if self._file.is_file():
            kept = json.loads(self._file.read_text(encoding="utf-8"))
            functions = kept["functions"]
            for name, text, seconds, calls in kept["rows"]:
                self._texts[name], self.seconds[name] = text, seconds
                self.calls[name] = frozenset([functions[place] for place in calls])

    def learn(self, name: str, trial: Trial, text: str) -> float:
        """The seconds that it takes, or very many where it fails as things stand or takes too long."""
        digest = sha256(text.encode()).hexdigest()[:16]
        family = name.split("[")[0]  # where one of a family of tests is too slow, the others are not tried either
        if self._texts.get(name) != digest and family in self._slow:
            self._texts[name], self.seconds[name], self.calls[name] = digest, 1e9, frozenset()
        if self._texts.get(name) != digest:
            self._learned += 1
            self._progress(f"learning what is called: {self._learned} {name[:60]}")
            self._texts[name] = digest
            self.seconds[name], self.calls[name] = (_seen if name.startswith("case ") else _watched)(trial)
            if self.seconds[name] > QUICK and name.startswith("test "):
                self._slow.add(family)
        return self.seconds[name]

    def keep(self) -> None:
        if self._learned:
            self._file.parent.mkdir(exist_ok=True)
            places = {name: place for place, name in enumerate(sorted(frozenset().union(*self.calls.values())))}
            rows = [
                [name, self._texts[name], self.seconds[name], sorted(places[function] for function in calls)]
                for name, calls in self.calls.items()
            ]
            self._file.write_text(json.dumps({"functions": [*places], "rows": rows}), encoding="utf-8")


class _Kills:
    """What has killed which mutant; kept in `build/`. It only says what is tried first."""

    def __init__(self) -> None:
        self._file = ROOT / "build" / "kills.json"
        self._by_mutant: dict[str, str] = json.loads(self._file.read_text()) if self._file.is_file() else {}
        self._by_module: dict[str, Counter[str]] = {}
        for name, killer in self._by_mutant.items():
            self._count(name.split(" ")[0], killer)

    def _count(self, path: str, killer: str) -> None:
        self._by_module.setdefault(path, Counter())[killer] += 1

    def note(self, mutant: Mutant, killer: str) -> None:
        self._by_mutant[mutant.name] = killer
        self._count(mutant.path, killer)
        if len(self._by_mutant) % 50 == 0:
            self.keep()

    def places(self, mutant: Mutant) -> Callable[[Killer], int]:
        """Where each case or test stands: the one that killed this very change, then the best of the module, then all others."""
        best = [self._by_mutant.get(mutant.name, "")]
        best += [killer for killer, _ in self._by_module.get(mutant.path, Counter()).most_common(MOST_FIRST)]
        places = {killer: place for place, killer in reversed([*enumerate(best)])}
        return lambda killer: places.get(killer.name, len(best))

    def keep(self) -> None:
        self._file.parent.mkdir(exist_ok=True)
        self._file.write_text(json.dumps(self._by_mutant), encoding="utf-8")


def _seen(trial: Trial) -> tuple[float, frozenset[str]]:
    """What a trial takes and which functions it calls; very long where it fails."""
    changed_books.forget_rules()  # what makes the rules is called by all that goes by them
    called: set[CodeType] = set()
    start = time.process_time()
    sys.settrace(lambda frame, event, argument: called.add(frame.f_code))
    try:
        failed = trial()
    finally:
        sys.settrace(None)
    ours = frozenset(function_key(code) for code in called if code.co_filename.startswith(str(PACKAGE)))
    return (1e9 if failed else round(time.process_time() - start, 3)), ours


def _watched(trial: Trial) -> tuple[float, frozenset[str]]:
    """The same, in a child that does not live long: a test may take its time, or leave something behind."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        os.close(reading)
        _be_silent()
        signal.setitimer(signal.ITIMER_PROF, 2 * QUICK)
        try:
            seconds, calls = _seen(trial)
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                json.dump([seconds, sorted(calls)], answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    took, called = json.loads(said) if said else (1e9, [])
    return took, frozenset(called)


def _be_silent() -> None:
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)


def _case_trial(case: Case, book: str, file: str = "") -> Trial:
    """A case fails where it does not hold, or looks otherwise than the picture that was kept of it in a file (`tests/money`)."""

    def trial() -> bool:
        try:
            run = run_case(case, case.game or book)
            return bool(run.failures()) or (bool(file) and picture(run) not in kept("pictures", book, file))
        except Exception:
            return True

    return trial


def _test_trial(item: pytest.Item) -> Trial:
    def trial() -> bool:
        before = item.session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return item.session.testsfailed > before

    return trial


def _source(path: str) -> str:
    return (PACKAGE / path).read_text(encoding="utf-8")


_DATA: dict[str, list[changed_books.Change]] = {}


def data_mutants(path: str) -> list[changed_books.Change]:
    """The changes of a data file of a book: its numbers, or its citations."""
    if path not in _DATA:
        book = book_of(next(name for name in BOOKS if BOOKS[name] == path.split("/")[1]))
        if path.endswith("params.toml"):
            found = [way for name in book.params for ways in changed_books.changes_of(book, name) for way in ways]
        else:
            found = list(changed_books.citations_left_out(book))
        _DATA[path] = found
    return _DATA[path]


def try_all(bench: Bench, mutants: list[Mutant], jobs: int, told: Callable[[Verdict], None]) -> None:
    """Try the mutants, so many at a time."""
    waiting = iter(mutants)
    running: dict[int, tuple[Mutant, int, int]] = {}
    heard: dict[int, bytes] = {}
    while True:
        while len(running) < jobs and (mutant := next(waiting, None)) is not None:
            killers = bench.against(mutant)
            reading, writing = os.pipe()
            if (child := os.fork()) == 0:
                os.close(reading)
                _try_one(bench, mutant, killers, writing)
            os.close(writing)
            running[reading], heard[reading] = (mutant, child, len(killers)), b""
        if not running:
            bench.keep()
            return
        for reading in select.select(list(running), [], [])[0]:
            if more := os.read(reading, 1 << 16):  # as it comes: a child whose answers are not read stands still
                heard[reading] += more
                continue
            os.close(reading)
            mutant, child, tried = running.pop(reading)
            said = heard.pop(reading).decode()
            _, status = os.waitpid(child, 0)
            trying, _, verdict = said.rpartition("\n")
            if verdict != "survived":  # the child says what it tries before it tries it
                ended = " (without an end)" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF else ""
                killer = verdict or trying.rpartition("\n")[2]
                bench.killed(mutant, killer)
                verdict = killer + ended
            told(Verdict(mutant, "" if verdict == "survived" else verdict, tried))


def _try_one(bench: Bench, mutant: Mutant, killers: list[Killer], answer: int) -> None:
    """In the child: make the change and run what calls it, up to the first failure; cases are glanced at before they are
    looked at, which takes much longer.
    """
    _be_silent()
    first, rest = killers[:MOST_FIRST], killers[MOST_FIRST:]
    trials = [(killer.name, killer.trial) for killer in first]
    trials += [(killer.name, killer.glance) for killer in rest if killer.glance is not None]
    trials += [(killer.name, killer.trial) for killer in rest]
    try:
        bench.apply(mutant)
        for name, trial in trials:
            os.write(answer, f"{name}\n".encode())
            signal.setitimer(signal.ITIMER_PROF, CASE_LIMIT)
            if trial():
                os.write(answer, name.encode())
                os._exit(1)
        signal.setitimer(signal.ITIMER_PROF, 0)
        os.write(answer, b"survived")
        os._exit(0)
    except BaseException as error:
        os.write(answer, f"{type(error).__name__}".encode())
        os._exit(2)


class Plugin:
    """Stands in for pytest's loop over the tests."""

    def __init__(self, work: Callable[[list[pytest.Item]], int]) -> None:
        self._work = work
        self.status = 0

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.status = self._work(session.items)
        return True


def collect_and(work: Callable[[list[pytest.Item]], int]) -> int:
    """Collect the quick tests and do this work with them."""
    plugin = Plugin(work)
    tests = [str(ROOT / "tests" / name) for name in QUICK_TESTS if (ROOT / "tests" / name).exists()]
    quiet = ["-s", "-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:xdist", "-p", "no:worked_out", "-o", "addopts="]
    options = ["--import-mode=importlib", "-m", "not slow", f"--rootdir={ROOT}"]
    status = pytest.main([*quiet, *options, *tests], plugins=[plugin])
    return plugin.status or int(status not in (0, 1))

"""Settings for every test.

Property tests give the same examples each time, three times as many with `HYPOTHESIS_PROFILE=full`, as in `make test-slow`. When
one fails, `HYPOTHESIS_PROFILE=small` takes its time to make the example as small as can be; `HYPOTHESIS_PROFILE=explore` looks
for new examples, and for many more.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from hypothesis import HealthCheck, Phase, settings

from how_many import PROFILE, some_of

# The tests run side by side already: more threads in numpy's products only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Each thread of a server would have a heap of its own, of which glibc gives nothing back: they come to 200 MB in a long run.
with suppress(AttributeError, OSError, TypeError):
    ctypes.CDLL(None).mallopt(-8, 1)  # glibc's M_ARENA_MAX

settings.register_profile(
    "small",
    derandomize=True,
    max_examples=some_of(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("stable", settings.get_profile("small"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("full", settings.get_profile("stable"))  # `some_of` is all of them there
settings.register_profile("explore", settings.get_profile("small"), derandomize=False, max_examples=1000)
settings.load_profile(PROFILE)

pytest_plugins = ["costs", "tried_again", "worked_out"]

_MUCH = 400 * 2**20
"""A process may hold this much memory before it forgets what it calculated for the odds."""
_GROWN = 100 * 2**20
"""And this much more than was left when it last forgot: what cannot be given up is not looked for after every test."""
_HELD = Path("/proc/self/statm")
_OF_ODDS = ("croupier.odds", "croupier.training.coach", "odds.", "tests.odds", "solutions")
"""The modules whose caches hold solutions and the tables behind them."""
_left = 0


@pytest.fixture(autouse=True, scope="session")
def _light_passwords() -> Iterator[None]:
    """A hash costs a tenth of a second where it should; most tests are not about that."""
    light = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("croupier.floor.passwords.PasswordHasher", light)
        yield


@pytest.fixture(scope="module")
def _from_nothing() -> None:
    """For a file whose tests need most of the memory that a process may take: nothing is left there from others."""
    forget()


@pytest.hookimpl(hookwrapper=True)
def pytest_collection() -> Iterator[None]:
    """Modules and tests stay until the end: the search for what nobody needs any more passes them over."""
    gc.disable()
    yield
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Tables of all hands take some hundred megabytes and are soon had again (`worked_out.py`): they are given up early."""
    if held() >= max(_MUCH, _left + _GROWN):
        forget()


def forget() -> None:
    """Give up what was calculated for the odds, and what tests have left behind."""
    global _left
    for name, module in list(sys.modules.items()):
        if name.startswith(_OF_ODDS):
            for found in list(vars(module).values()):
                own = str(getattr(found, "__module__", "")).startswith(_OF_ODDS)
                if own and hasattr(found, "cache_clear"):  # not books and rules, which everything else holds too
                    found.cache_clear()
    gc.collect()  # houses and servers of tests that are over
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)  # what was freed is given back
    _left = held()


def held() -> int:
    """The memory that this process holds, where the system says so."""
    return int(_HELD.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if _HELD.exists() else 0

"""Settings for every test.

Property tests give the same examples each time. When one fails, `HYPOTHESIS_PROFILE=small` takes its time to make the
example as small as can be; `HYPOTHESIS_PROFILE=explore` looks for new examples, and for many more.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# The tests run side by side already: more threads in numpy's products only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

settings.register_profile(
    "small",
    derandomize=True,
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("stable", settings.get_profile("small"), phases=[Phase.explicit, Phase.generate])
settings.register_profile("explore", settings.get_profile("small"), derandomize=False, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "stable"))

_SHARE_A_HOUSE = ("browser", "server")
"""Folders in which the tests of a file share one running server: they go to one worker, so that it is started once."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(here).parts[0] if item.path.is_relative_to(here) else ""
        if folder in _SHARE_A_HOUSE:
            item.add_marker(pytest.mark.xdist_group(str(item.path)))

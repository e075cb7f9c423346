"""Settings for every test.

Property tests give the same examples each time. When one fails, `HYPOTHESIS_PROFILE=small` takes its time to make the
example as small as can be; `HYPOTHESIS_PROFILE=explore` looks for new examples, and for many more.
"""

from __future__ import annotations

import os

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

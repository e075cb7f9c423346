"""How many threads the kernels get: one for each processor that this process may use."""

from __future__ import annotations

import os

THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

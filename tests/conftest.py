"""Hypothesis profiles: the suite always sees the same examples, a soak always new ones.

``TRULL_SOAK=1`` (what ``make soak`` sets) chooses the soak. A test that states its own
``max_examples`` keeps that number in both.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("default", derandomize=True, print_blob=True, deadline=None)
settings.register_profile(
    "soak", max_examples=10_000, derandomize=False, print_blob=True, deadline=None
)
settings.load_profile("soak" if os.environ.get("TRULL_SOAK") == "1" else "default")


def pytest_xdist_auto_num_workers() -> int:
    """Two for each core: tests in a browser wait more than they work.

    A dozen at most: each holds the compiled loops and perhaps a browser in memory.
    """
    return min((os.cpu_count() or 1) * 2, 12)

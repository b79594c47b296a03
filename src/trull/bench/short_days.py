"""A table server whose days are short: ``python -m trull.bench.short_days PORT URL FACTOR KEEP``.

Retention, the round of tidying and the time until an idle room leaves memory are divided by FACTOR.
"""

from __future__ import annotations

import sys

from trull.table import server, settings
from trull.table.service import hall, host
from trull.table.settings import NO_LIMITS, Keep, Settings


def serve(port: int, address: str, factor: float, keep: int) -> None:
    """Serve until a signal."""
    settings.DAY = max(int(settings.DAY / factor), 1)
    hall.SWEEP /= factor
    host.ROUND /= factor
    server.serve(
        Settings(
            port=port,
            database=address,
            grace=0.0,
            idle=Settings().idle / factor,
            limits=NO_LIMITS,
            keep=Keep(finished=keep, unfinished=keep),
        )
    )


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))

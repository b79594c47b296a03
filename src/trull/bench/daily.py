"""Daily deals: what drawing a day costs, and one number for all packs and all acts.

Two machines whose numbers are equal have drawn the same deals and met the same bots in them.
"""

from __future__ import annotations

import json
import time
from datetime import timedelta
from hashlib import sha256

from trull import notation
from trull.bench.progress import counted
from trull.bots.search.warm import warm
from trull.errors import TrullError
from trull.learn import daily
from trull.learn.daily import Drawn
from trull.table.steps import whole


def run(game: str, days: int, first: str, as_json: bool) -> int:
    """Draw some days, and play each once by its own bots."""
    if game not in daily.played():
        raise TrullError(f"{game}: expected one of {', '.join(daily.played())}")
    warm(game)
    day, seconds, told = daily.read_day(first), list[float](), sha256()
    for number in counted(max(days, 1), quiet=as_json):
        began = time.process_time()
        drawn = whole(daily.drawing(day + timedelta(days=number), game))
        seconds.append(time.process_time() - began)
        told.update(_told(drawn).encode())
    figures = _figures(sorted(seconds), told.hexdigest())
    print(json.dumps(figures) if as_json else _text(game, figures))
    return 0


def _told(drawn: Drawn) -> str:
    """The pack of a day, every act of its bots and every result, as a text."""
    game = whole(daily.by_bots(drawn.deal))
    return f"{drawn.rivals}\n{notation.format_record(daily.recorded(drawn.deal, game))}"


def _figures(seconds: list[float], digest: str) -> dict[str, object]:
    return {
        "days": len(seconds),
        "median_s": round(seconds[len(seconds) // 2], 2),
        "most_s": round(seconds[-1], 2),
        "sha256": digest,
    }


def _text(game: str, figures: dict[str, object]) -> str:
    return "\n".join(
        [
            f"{game:<16} {figures['days']} days",
            f"CPU time of a day  median {figures['median_s']} s, most {figures['most_s']} s",
            f"packs and acts   {figures['sha256']}",
        ]
    )

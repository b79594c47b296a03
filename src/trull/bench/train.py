"""Self-play with learning: whole deals a second with the network that is shipped.

The time of a round is told in three shares: the machine that deals and plays, the networks that
choose and value, the learner. On a GPU where there is one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from trull.errors import TrullError
from trull.train.house import books


def run(
    game: str,
    seconds: float,
    tables: int,
    steps: int,
    parts: int,
    width: int,
    blocks: int,
    as_json: bool,
) -> int:
    """Measure and print."""
    try:
        import torch

        from trull.train.learner import Learner, Lesson
        from trull.train.selfplay import SelfPlay, Setting
        from trull.train.tables import DEVICE
    except ModuleNotFoundError as missing:
        raise TrullError(f"{missing.name} is missing: pip install 'trull[train]'") from None
    play = SelfPlay(
        books(game, 20), Setting(tables=tables, steps=steps, width=width, blocks=blocks), 1
    )
    learner = Learner(play.actor, play.critic, play.cards, Lesson(parts=parts))

    def timed(work: Callable[[], object]) -> float:
        since = time.perf_counter()
        work()
        if DEVICE == "cuda":
            torch.cuda.synchronize()
        return time.perf_counter() - since

    def machine() -> None:
        for _ in range(steps):
            play.tables.step(play.tables.lawful().float().argmax(1))

    learner.learn(play.play(), 1e-4)  # compiles whatever is compiled
    before, rounds, played, learnt = play.deals, 0, 0.0, 0.0
    while played + learnt < seconds:
        played += timed(play.play)
        learnt += timed(lambda: learner.learn(play.experience, 1e-4))
        rounds += 1
    whole, alone = played + learnt, min(rounds * timed(machine), played)
    figures: dict[str, float | str] = {
        "game": game,
        "device": torch.cuda.get_device_name() if DEVICE == "cuda" else "cpu",
        "weights": sum(weight.numel() for weight in play.actor.parameters()),
        "rounds": rounds,
        "deals_per_s": round((play.deals - before) / whole, 1),
        "decisions_per_s": round(rounds * tables * steps / whole, 1),
        "share_machine": round(alone / whole, 3),
        "share_network": round((played - alone) / whole, 3),
        "share_learner": round(learnt / whole, 3),
    }
    table = "\n".join(f"{name.replace('_', ' '):<20}{told:>24}" for name, told in figures.items())
    print(json.dumps(figures) if as_json else table)
    return 0

"""What ``trull train`` asks for and does."""

from __future__ import annotations

import argparse
from pathlib import Path

from trull.errors import TrullError

DESCRIPTION = (
    "Teach the learnt player by self-play, for some minutes; go on from what the folder holds. "
    "On a GPU where there is one (extra 'train'), else slowly. See docs/training.md."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of a training."""
    parser.add_argument("game", help="one that has a machine")
    parser.add_argument("--minutes", type=float, default=9.0, help="how long (%(default)g)")
    parser.add_argument("--rounds", type=int, default=0, help="so many rounds, whatever they take")
    parser.add_argument(
        "--folder", type=Path, metavar="DIR", help="what is kept (training/ and the game's name)"
    )
    parser.add_argument("--houses", type=int, default=20, help="house rules a book (%(default)s)")
    parser.add_argument("--tables", type=int, default=65_536, help="at once (%(default)s)")
    parser.add_argument("--steps", type=int, default=24, help="decisions a lesson (%(default)s)")
    parser.add_argument("--parts", type=int, default=24, help="lessons a round (%(default)s)")
    parser.add_argument("--width", type=int, default=640, help="of a new network (%(default)s)")
    parser.add_argument("--blocks", type=int, default=2, help="of a new network (%(default)s)")
    parser.add_argument("--rate", default="1e-3:1e-3", help="of learning: first:last (%(default)s)")
    parser.add_argument("--entropy", type=float, default=0.003, help="its weight (%(default)g)")
    parser.add_argument("--every", type=float, default=30.0, help="seconds a report (%(default)g)")
    parser.add_argument("--evaluate", type=int, help="deals a report (8192 on a GPU, else 256)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and weights (%(default)s)")
    parser.add_argument(
        "--ship", type=Path, metavar="FILE", help="write what the bot plays from, and end"
    )


def run(args: argparse.Namespace) -> int:
    """Train, or ship what was learnt."""
    folder: Path = args.folder or Path("training") / args.game
    if args.ship:
        from trull.train.weights import ship

        if not (folder / "state.json").exists():
            raise TrullError(f"{folder}: nothing was learnt there")
        ship(folder, args.ship)
    else:
        _train(args, folder)
    return 0


def _train(args: argparse.Namespace, folder: Path) -> None:
    from trull.machine import game
    from trull.train.house import books

    game.of(args.game)  # whether there is a machine for it
    try:
        from trull.train.learner import Lesson
        from trull.train.run import EVALUATED, Plan, Training
        from trull.train.selfplay import Setting
    except ModuleNotFoundError as missing:
        raise TrullError(f"{missing.name} is missing: pip install 'trull[train]'") from None
    first, last = _rates(args.rate)
    plan = Plan(
        game=args.game,
        rules=books(args.game, args.houses),
        minutes=args.minutes,
        rounds=args.rounds,
        folder=folder,
        first_rate=first,
        last_rate=last,
        every=args.every,
        evaluated=args.evaluate or EVALUATED,
        seed=args.seed,
    )
    setting = Setting(tables=args.tables, steps=args.steps, width=args.width, blocks=args.blocks)
    Training(plan, setting, Lesson(parts=args.parts, entropy=args.entropy)).run()


def _rates(text: str) -> tuple[float, float]:
    first, _, last = text.partition(":")
    try:
        return float(first), float(last or first)
    except ValueError:
        raise TrullError(f"--rate {text}: expected a number, or two as in 1e-3:1e-4") from None

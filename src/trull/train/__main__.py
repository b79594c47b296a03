"""``python -m trull.train koenigrufen --minutes 9 --folder training/koenigrufen``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def main() -> int:
    """Train for some minutes; go on from what the folder holds."""
    parser = argparse.ArgumentParser("trull train", description=__doc__)
    parser.add_argument("game", help="koenigrufen, lhombre or perlaggen")
    parser.add_argument("--minutes", type=float, default=9.0, help="how long (%(default)g)")
    parser.add_argument("--folder", type=Path, default=Path("training"), help="what is kept")
    parser.add_argument("--houses", type=int, default=20, help="house rules a book (%(default)s)")
    parser.add_argument("--tables", type=int, default=65_536, help="at once (%(default)s)")
    parser.add_argument("--steps", type=int, default=24, help="decisions a lesson (%(default)s)")
    parser.add_argument("--rate", default="1e-3:1e-3", help="of learning: first:last (%(default)s)")
    parser.add_argument("--entropy", type=float, default=0.003, help="its weight (%(default)g)")
    parser.add_argument("--every", type=float, default=30.0, help="seconds a report (%(default)g)")
    parser.add_argument("--seed", type=int, default=1, help="of deals and weights (%(default)s)")
    parser.add_argument("--ship", type=Path, metavar="FILE", help="write FILE for `learnt`; end")
    args = parser.parse_args()
    if args.ship:
        from trull.train.weights import ship

        ship(args.folder, args.ship)
        return 0
    from trull.train.house import books
    from trull.train.learner import Lesson
    from trull.train.run import Plan, Training
    from trull.train.selfplay import Setting

    first, _, last = args.rate.partition(":")
    plan = Plan(
        game=args.game,
        rules=books(args.game, args.houses),
        minutes=args.minutes,
        folder=args.folder,
        first_rate=float(first),
        last_rate=float(last or first),
        every=args.every,
        seed=args.seed,
    )
    setting = Setting(tables=args.tables, steps=args.steps)
    Training(plan, setting, Lesson(entropy=args.entropy)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main())

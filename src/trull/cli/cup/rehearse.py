"""``trull cup rehearse``: the simulated evening, for a dry run and for the tests."""

from __future__ import annotations

import argparse
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli.cup.file import CupFile, read
from trull.cli.cup.telling import CupTeller
from trull.cli.screen import Screen, language
from trull.cup import log as logs
from trull.cup import plan
from trull.cup.draw import CannotSeatError, sizes
from trull.cup.entries import Entry
from trull.cup.rehearsal import Evening
from trull.cup.verify import verified
from trull.errors import CupError

if TYPE_CHECKING:
    from trull.cli.cup import Menu

FEE, PRIZES = 1500, (12000, 8000, 5000, 3000)
"""What a rehearsal pays in and out where the plan says nothing."""

MOST = 1000
"""People of an evening; no hall is larger."""


def add(menu: Menu) -> None:
    """Add the command."""
    parser = menu.command(
        "rehearse", run, "play tomorrow's evening tonight, with all its troubles", file=False
    )
    parser.add_argument("--players", type=int, default=120, help="how many come (120)")
    parser.add_argument("--rounds", type=int, default=0, help="how many rounds (as the plan says)")
    parser.add_argument("--plan", default="default", help="a plan, or FILE.toml")
    parser.add_argument("--seed", type=int, default=1, help="another evening (1)")
    parser.add_argument("--smooth", action="store_true", help="without any trouble")
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the cup; goes on where it ended"
    )
    parser.add_argument("--each", action="store_true", help="print every entry once it is durable")


def run(args: argparse.Namespace) -> int:
    """Play, verify, tell."""
    lang = language(args.lang)
    told = _plan(args)
    if args.players > MOST:
        raise CupError("--players", f"expected a number up to {MOST}")
    try:
        sizes(args.players, told.least, told.most)
    except CannotSeatError:
        raise CupError("--players", f"{args.players} people cannot be seated") from None
    with tempfile.TemporaryDirectory() as folder:
        path = args.out or Path(folder) / "rehearsal.cup"
        keeper = _Keeper(path, lang, args.each)
        evening = Evening(args.players, told, args.seed, not args.smooth, keeper.keep)
        cup = evening.play()
        keeper.file.close()
        findings = list(verified(read(path)))
    teller = CupTeller(Screen(), lang, cup)
    teller.ranking()
    teller.money()
    bad = sum(not one.holds for one in findings)
    about = {"entries": cup.number, "refused": len(evening.refused), "checks": len(findings)}
    teller.line("rehearsed", **about, bad=bad, hash=cup.hash)
    return 1 if bad else 0


def _plan(args: argparse.Namespace) -> plan.Plan:
    told = plan.load(args.plan)
    if args.rounds:
        told = plan.changed(told, "rounds", args.rounds)
    return replace(told, fee_cents=told.fee_cents or FEE, prizes=told.prizes or PRIZES)


class _Keeper:
    """Writes the entries of an evening to its file, and goes on where an earlier run ended."""

    def __init__(self, path: Path, lang: str, each: bool) -> None:
        self.file, self.each = CupFile(path, lang, create=not path.exists()), each
        self._there = list(self.file.log.entries)

    def keep(self, entry: Entry) -> None:
        """What is there already must be the same; the rest is appended, then acknowledged."""
        if entry.number <= len(self._there):
            if logs.line(self._there[entry.number - 1]) != logs.line(entry):
                raise CupError(str(self.file.path), "is the file of another evening")
            return
        self.file.keep(entry)
        if self.each:
            print(entry.number, logs.hashed(entry), flush=True)

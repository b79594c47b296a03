"""What ``trull arena`` does and tells: apart from its options, for it brings the bots with it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from pathlib import Path

from trull import bots
from trull.arena import league as leagues
from trull.arena.deal import DealResult, Plan, players_of
from trull.arena.runner import run
from trull.arena.tally import Share, Tally
from trull.cli.options import wished
from trull.cli.rules import loaded
from trull.cli.screen import Screen, grid, language, progress
from trull.cli.words import Words
from trull.errors import TrullError
from trull.written import HIGHEST, is_count

BOUNDS = {"deals": (1, HIGHEST), "seed": (0, 10**15), "first": (0, 10**15), "jobs": (0, 1024)}
"""The least and the most of each option that is a number."""


def fight(args: argparse.Namespace) -> int:
    """Play all deals, then tell."""
    check_numbers(args, (args.a, args.b))
    rules = loaded(args.rules, wished(args.sets))
    plan = Plan(
        a=args.a,
        b=args.b,
        rules=rules,
        players=players_of(rules, args.players),
        seed=args.seed,
        seating=args.seating,
        records=args.records is not None,
    )
    if args.records is not None:
        _folder(args.records, range(args.first, args.first + args.deals))
    words = Words(language(args.lang), rules.name)
    tally = _played(plan, args, words)
    _tell_failures(plan, tally, words)
    if not args.json:
        _tell(plan, tally, words)
    else:
        print(json.dumps({**_head(plan, args.first), **tally.summary()}))
    return 0


def league(args: argparse.Namespace) -> int:
    """Play a league, and write its board as JSON and as a page."""
    found = leagues.read(Path(args.b))
    check_numbers(args, (), ("jobs",))
    words, matches = Words(language(args.lang), found.rules[0]), leagues.pairings(found)
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrullError(f"--out {args.out}: {error.strerror}") from None
    with progress() as bar:
        task = bar.add_task(found.name, total=sum(match.part.deals for match in matches))
        board = leagues.play(found, args.jobs, lambda deals: bar.advance(task, deals), ray=args.ray)
    (args.out / "board.json").write_text(board.told(), encoding="utf-8")
    (args.out / "board.md").write_text(leagues.page(board), encoding="utf-8")
    if args.json:
        print(json.dumps(json.loads(board.told())))
    else:
        _tell_board(board, args.out, words)
    return 0


def _tell_board(board: leagues.Board, out: Path, words: Words) -> None:
    screen = Screen()
    for table in board.tables:
        told = {"rules": table.rules, "deals": table.deals, "part": words.cli(f"part.{table.part}")}
        seating = words.cli(f"seating.{table.seating}")
        rows = grid(words.cli("league_table", seating=seating, **told))
        for head in ("league_bot", "league_field", "league_replaced"):
            rows.add_column(words.cli(head))
        for bot, edge in table.ranking.items():
            sure = "" if edge.ci95 is None else f" ({edge.ci95[0]:+.2f} … {edge.ci95[1]:+.2f})"
            rows.add_row(bot, f"{edge.mean:+.2f}{sure}", str(table.failures[bot]))
        screen.show(rows)
    screen.line(words.cli("league_written", file=str(out / "board.json"), sum=board.checksum[:16]))


def _head(plan: Plan, first: int) -> dict[str, object]:
    """What was played: enough to play it again."""
    return {
        "a": plan.a,
        "b": plan.b,
        "rules": plan.rules.name,
        "version": plan.rules.version,
        "set": dict(plan.rules.changes),
        "players": plan.players,
        "seed": plan.seed,
        "first": first,
        "seating": plan.seating,
    }


def check_numbers(
    args: argparse.Namespace, names: Iterable[str], options: Iterable[str] = BOUNDS
) -> None:
    """TrullError for a bot that does not exist or a number out of its bounds."""
    for name in names:
        bots.invited(name, 0)  # an unknown one is told at once, not by a worker
    for option in options:
        least, most = BOUNDS[option]
        if not least <= getattr(args, option) <= most:
            raise TrullError(f"--{option} {getattr(args, option)}: expected {least} to {most}")


def _folder(path: Path, deals: range) -> None:
    """The folder is there, and holds none of these deals: of another match they may be others."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrullError(f"--records {path}: {error.strerror}") from None
    for kept in sorted(path.glob("*-*.trn")):
        number = kept.name.partition("-")[0]
        if is_count(number) and int(number) in deals:
            raise TrullError(f"--records {path}: {kept.name} is there already; name another folder")


def _played(plan: Plan, args: argparse.Namespace, words: Words) -> Tally:
    def keep(result: DealResult) -> None:
        if args.records is None:
            return
        for game in result.games:
            path = args.records / f"{result.number:06}-{game.pattern}.trn"
            path.write_text(game.record, encoding="utf-8")

    with progress() as bar:
        task = bar.add_task(words.cli("arena_bar", a=plan.a, b=plan.b), total=args.deals)
        return run(
            plan,
            args.deals,
            first=args.first,
            jobs=args.jobs,
            ray=args.ray,
            progress=lambda deals: bar.advance(task, deals),
            keep=keep,
        )


def _tell_failures(plan: Plan, tally: Tally, words: Words) -> None:
    """A bot that broke was helped by the book: what was measured is then not quite that bot."""
    for bot, name in (("A", plan.a), ("B", plan.b)):
        broken = tally.failures[bot]
        if broken:
            told = words.cli("arena_failed", bot=name, acts=len(broken), why=broken[0])
            print(f"trull: {told}", file=sys.stderr)


def _tell(plan: Plan, tally: Tally, words: Words) -> None:
    screen = Screen()
    low, high = tally.interval
    screen.rule(words.cli("arena_head", a=plan.a, b=plan.b, rules=plan.rules.title_line))
    told = {"deals": len(tally.edges), "games": tally.games, "seed": plan.seed}
    screen.line(words.cli("arena_deals", seating=words.cli(f"seating.{plan.seating}"), **told))
    edge = {"mean": f"{tally.mean:+.3f}", "low": f"{low:+.3f}", "high": f"{high:+.3f}"}
    screen.line(words.cli("arena_mean", a=plan.a, b=plan.b, **edge), style="bold")
    verdict = "arena_a" if low > 0 else "arena_b" if high < 0 else "arena_open"
    screen.line(words.cli(verdict, a=plan.a, b=plan.b))
    _tell_mix(screen, plan, tally, words)
    _tell_time(screen, plan, tally, words)


def _tell_mix(screen: Screen, plan: Plan, tally: Tally, words: Words) -> None:
    table = grid(words.cli("arena_mix"))
    table.add_column(words.cli("arena_contract"))
    for name in (plan.a, plan.b):
        table.add_column(name, justify="right")
        table.add_column(words.cli("arena_won"), justify="right")
    shares = {bot: {share.contract: share for share in tally.mix(bot)} for bot in "AB"}
    order = sorted(
        {*shares["A"], *shares["B"]},
        key=lambda c: -sum(shares[bot][c].games for bot in "AB" if c in shares[bot]),
    )
    for contract in order:
        cells = []
        for bot in "AB":
            cells += _cells(shares[bot].get(contract))
        table.add_row(words.word(contract), *cells)
    if order:
        screen.show(table)


def _cells(share: Share | None) -> list[str]:
    """Games and the part that was won; a dash where nobody wins."""
    if share is None:
        return ["", ""]
    won = "-" if share.won is None else f"{share.won / share.games:.0%}"
    return [str(share.games), won]


def _tell_time(screen: Screen, plan: Plan, tally: Tally, words: Words) -> None:
    for bot, name in (("A", plan.a), ("B", plan.b)):
        took = tally.thinking(bot)
        told = {key: f"{1000 * getattr(took, key):.3g}" for key in ("mean", "median", "p99")}
        screen.line(words.cli("arena_time", bot=name, acts=took.acts, **told), style="dim")

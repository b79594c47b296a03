"""``trull puzzles``: solve some in the terminal; mine, rate and check them."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from trull import ruleset
from trull.cli import store
from trull.cli.options import add_language
from trull.cli.progress import Notebook, now
from trull.cli.puzzletable import PuzzleTable, VeiledTable
from trull.cli.questions import Asker, known
from trull.cli.replay import checked
from trull.cli.screen import Screen, language
from trull.cli.screen import progress as bar_of
from trull.cli.words import Words
from trull.errors import TrullError
from trull.learn import progress, quiz
from trull.learn.progress import Progress
from trull.learn.puzzles import asked, check, choose, closed, mine, rule, safe, stock
from trull.learn.puzzles.frames import framed
from trull.learn.puzzles.record import Puzzle, in_file, write
from trull.learn.puzzles.veiled import veiled

NEAR = 100
"""A puzzle asked for by its rating is so near to it, where there is one."""
RULES = 24
"""Questions of a kind that are kept of a book."""
NUMBER = 300
"""Puzzles of a game that are kept."""
EXAMPLES = """examples:
  trull puzzles solve                                  one of Königrufen, drawn
  trull puzzles solve --rules perlaggen --rating 1800  one of about that rating
  trull puzzles solve --theme bird.T1 -n 5             five about the Pagat
  trull puzzles solve 0123456789                       this one
  trull puzzles solve --kind closed                    your own cards alone: what brings most?
  trull puzzles solve --kind safe                      the same: what does it however cards lie?
  trull puzzles solve --kind rule -n 5                 five about the rules: what may be played?
  trull puzzles from game.trn                          those of a deal you have played
  trull puzzles from game.trn --out own.jsonl          keep them; solve --in own.jsonl
  trull puzzles check                                  is every puzzle right? (minutes)
  trull puzzles mine lhombre --deals 500 --out mined.jsonl   --kind closed or safe: own cards alone
  trull puzzles rate mined.jsonl --keep 300 --out puzzles

'trull puzzles ACT --help' says more.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its acts."""
    parser = commands.add_parser(
        "puzzles",
        help="puzzles: one right card, all hands open; or what the book says",
        description="Puzzles out of bots' games, each with its proof.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    acts = parser.add_subparsers(metavar="ACT", required=True)
    _add_solve(acts)
    _add_from(acts)
    _add_check(acts)
    _add_mine(acts)
    _add_rate(acts)


# Solving


def _add_solve(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = acts.add_parser(
        "solve",
        help="solve some here in the terminal",
        description="All hands are shown; find the one card that forces what is asked. Or you see "
        "your own alone and say what brings most on average ('--kind closed'), or what does it "
        "however the others lie ('--kind safe'), or what the book says ('--kind rule').",
    )
    parser.add_argument("id", nargs="?", default="", help="a puzzle by its name")
    parser.add_argument(
        "--rules", default="koenigrufen", metavar="RS", help="a game or rule set (koenigrufen)"
    )
    parser.add_argument(
        "--kind",
        choices=(stock.OPEN, closed.KIND, safe.KIND, rule.KIND),
        default=stock.OPEN,
        help="all hands open (open), one's own alone, or about the rules",
    )
    parser.add_argument("--theme", metavar="T", help="of this theme")
    parser.add_argument("--rating", type=int, metavar="R", help="about as hard as this")
    parser.add_argument("--in", type=Path, dest="file", metavar="FILE", help="out of this file")
    parser.add_argument("-n", "--number", type=int, default=1, metavar="N", help="how many (1)")
    parser.add_argument("--seed", type=int, metavar="N", help="draw the same again")
    add_language(parser)
    parser.set_defaults(run=_solve)


def _solve(args: argparse.Namespace) -> int:
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    rng = Random(seed)
    _ask(_drawn(args, rng), language(args.lang), rng)
    return 0


def _ask(some: Sequence[Puzzle], lang: str, rng: Random) -> None:
    """Ask one after the other; at the end how many were solved."""
    solved, notebook = 0, Notebook(Screen(), lang)
    for one in some:
        clean = _solved(one, lang, rng)
        solved += clean
        notebook.change(partial(_noted, one, clean))
    if len(some) > 1:
        Screen().line(Words(lang).cli("puzzles_score", n=solved, of=len(some)), style="bold")


def _solved(one: Puzzle, lang: str, rng: Random) -> bool:
    """Whether it was found at once."""
    if one.kind == stock.OPEN:
        return PuzzleTable(Screen(), lang, framed(one), rng).solved()
    if one.kind == safe.KIND:
        return VeiledTable(Screen(), lang, veiled(one), rng).solved()
    asker = Asker(Screen(), lang, one.rules)
    head = "puzzle" if one.rating else "puzzle_rule"
    asker.screen.rule(asker.words.cli(head, id=one.id, rules=one.rules, rating=one.rating))
    task = asked.posed(one).task
    given = asker.ask(task)
    asker.screen.lines(asker.verdict(task.asked, task.answer, given))
    return set(given) == set(task.answer.right)


def _noted(one: Puzzle, clean: bool, kept: Progress) -> Progress:
    """The progress after a puzzle; where its first try was wrong, its themes are asked again."""
    if one.id in kept.puzzles:
        return kept
    found = progress.tried(kept, one.id, clean, now())
    for idea in () if clean else _ideas(one):
        found = progress.missed(found, idea, one.rules, now())
    return found


def _ideas(one: Puzzle) -> list[str]:
    """By which it is asked again: its kind of question, or its themes."""
    game = one.rules.partition("/")[0]
    if one.kind == rule.KIND:
        return [f"{game}.{one.aim.kind}"]
    return [progress.theme_idea(game, theme) for theme in one.themes]


def _drawn(args: argparse.Namespace, rng: Random) -> Sequence[Puzzle]:
    """The puzzle that was named, or some that fit."""
    named = stock.find(args.id)
    stored = stock.of_kind(named.kind if named else args.kind)
    if args.file:
        (file,) = _there([args.file])
        stored = {one.id: one for one in in_file(file)}
    if args.id:
        if args.id not in stored:
            raise TrullError(f"no puzzle is called {args.id!r}")
        return [stored[args.id]]
    mine.books_of(args.rules)  # or it says that there is no such game
    fit = [one for one in stored.values() if args.file or _is_of(one, args.rules)]
    if args.theme:
        known(args.theme, sorted({name for one in fit for name in one.themes}), "theme")
        fit = [one for one in fit if args.theme in one.themes]
    if not fit:
        raise TrullError(f"there are no puzzles of {args.rules}")
    if args.rating is not None:
        nearest = min(abs(one.rating - args.rating) for one in fit)
        fit = [one for one in fit if abs(one.rating - args.rating) <= max(nearest, NEAR)]
    return rng.sample(fit, min(max(args.number, 1), len(fit)))


def _is_of(one: Puzzle, rules: str) -> bool:
    return rules in (one.rules, one.rules.partition("/")[0])


# From one's own games


def _add_from(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = acts.add_parser(
        "from",
        help="those of a deal you have played",
        description="Look for puzzles in a record, and ask them, or keep them.",
    )
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record (.trn)")
    parser.add_argument("--deal", type=int, metavar="K", help="the K-th deal alone")
    parser.add_argument("--seat", type=int, metavar="N", help="what this seat was asked alone")
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep them here, ask nothing")
    add_language(parser)
    parser.set_defaults(run=_from)


def _from(args: argparse.Namespace) -> int:
    from trull.learn.puzzles import own  # only here: it brings the search with it

    lang = language(args.lang)
    records = dict(enumerate(store.records_of(args.file), 1))
    if args.deal is not None:
        if args.deal not in records:
            raise TrullError(f"{args.file}: there is no deal {args.deal}")
        records = {args.deal: records[args.deal]}
    found: list[Puzzle] = []
    with bar_of() as bar:
        for number, record in bar.track(records.items(), description=""):
            checked(args.file, number, record, lang)
            found += own.of_record(record)
    mine_alone = [one for one in found if args.seat in (None, one.seat)]
    if args.out:
        write(args.out, mine_alone)
    if args.out or not mine_alone:
        Screen().line(Words(lang).cli("puzzles_found", n=len(mine_alone)))
    else:
        _ask(mine_alone, lang, Random(0))
    return 0


# Making them


def _add_check(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = acts.add_parser(
        "check",
        help="work every puzzle out anew",
        description="Solve every puzzle again: record, aim, right cards, line, themes.",
        epilog="Exit status: 0 all are right, 1 some are not; each line names file, line, reason.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="all, if none is named")
    add_language(parser)
    parser.set_defaults(run=_check)


def _check(args: argparse.Namespace) -> int:
    files = _there(args.files) or stock.paths()
    if not files:
        raise TrullError("there are no puzzles to check")
    lines = sum(len(path.read_bytes().splitlines()) for path in files)
    wrong = 0
    with bar_of(streaming=True) as bar:
        task = bar.add_task("", total=lines)
        for problem in check.check(files, lambda done: bar.update(task, completed=done)):
            wrong += 1
            print(problem, flush=True)
    words = Words(language(args.lang))
    Screen().line(words.cli("puzzles_checked", n=lines - wrong, of=lines))
    return 1 if wrong else 0


def _there(files: Sequence[Path]) -> Sequence[Path]:
    for path in files:
        if not path.is_file():
            raise TrullError(f"{path}: there is no such file")
    return files


def _add_mine(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = acts.add_parser(
        "mine",
        help="find new ones in bots' games",
        description="Let bots play, and keep what is a puzzle. Broken off, it goes on later. Those "
        "about the rules are quickly found; '--kind rule' keeps some of each kind of question.",
    )
    mine.options(parser, (*mine.KINDS, rule.KIND))
    parser.add_argument(
        "--keep", type=int, default=RULES, metavar="N", help="of each question about the rules (24)"
    )
    parser.set_defaults(run=_mine)


def _mine(args: argparse.Namespace) -> int:
    if args.kind == rule.KIND:
        return _mine_rules(args)
    plan = mine.planned(args)
    if args.kind == safe.KIND:
        plan = _mineable(plan)
    print(mine.mined(plan, mine.told) if plan.books else 0)
    return 0


def _mineable(plan: mine.Plan) -> mine.Plan:
    """The plan without books of games whose bots know nothing of layouts; these are named."""
    able = [book for book in plan.books if safe.possible(book.partition("/")[0])]
    for book in (book for book in plan.books if book not in able):
        sys.stderr.write(f"{book}: no safe puzzles: its bots know no layouts, or have no solver\n")
    return replace(plan, books=tuple(able))


def _mine_rules(args: argparse.Namespace) -> int:
    """Those about the rules of a game's books, each book to one file."""
    found: list[Puzzle] = []
    for name in mine.planned(args).books:
        book = ruleset.load(name)
        kinds = [kind for kind in rule.ASKED if kind in quiz.types_of(book)]
        for kind in kinds:
            found += rule.mined(book, kind, args.keep, args.deals, args.seed)
    write(args.out, found)
    print(len(found))
    return 0


def _add_rate(acts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = acts.add_parser(
        "rate",
        help="give mined ones themes and ratings, and keep the best mixture",
        description="Rate the mined puzzles of a game by the bots' tries, name their themes, and "
        "keep some: no form twice, few of one deal, all themes, easy ones and hard ones.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="MINED", help="of one game")
    parser.add_argument(
        "--keep", type=int, default=NUMBER, metavar="N", help="how many (%(default)s)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="for the files")
    parser.set_defaults(run=_rate)


def _rate(args: argparse.Namespace) -> int:
    puzzles = [one for path in _there(args.files) for one in in_file(path)]
    games = {one.rules.partition("/")[0] for one in puzzles}
    if len(games) != 1:
        raise TrullError(f"rate: expected puzzles of one game, found {len(games)}")
    with bar_of() as bar:
        task = bar.add_task("", total=len(puzzles))
        told = choose.told(puzzles, lambda done: bar.update(task, completed=done))
    kept = choose.chosen(told, args.keep)
    for path in stock.kept(args.out, kept):
        print(path)
    _count("rules", kept, lambda one: [one.rules])
    _count("theme", kept, lambda one: one.themes)
    _count("rating", kept, lambda one: [str(choose.band(one.rating))])
    return 0


def _count(what: str, puzzles: Sequence[Puzzle], names: Callable[[Puzzle], Sequence[str]]) -> None:
    found = Counter(name for one in puzzles for name in names(one))
    told = ", ".join(f"{name} {n}" for name, n in sorted(found.items()))
    sys.stdout.write(f"{what}: {told}\n")

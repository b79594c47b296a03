"""``trull play``: a table in the terminal against bots."""

from __future__ import annotations

import argparse
import random
import secrets
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from trull import laws, match, notation
from trull.cli import store
from trull.cli.options import add_changes, add_language, wished
from trull.cli.rules import loaded
from trull.cli.screen import Leave, Screen, language
from trull.cli.store import Saved, Seating, Store
from trull.cli.table import Deal, Table
from trull.cli.telling import Teller
from trull.cli.words import Words
from trull.errors import NotationError, TrullError
from trull.match import Match
from trull.ruleset import RuleSet
from trull.state import Seat
from trull.written import is_count, is_line, legible

DEFAULT = "koenigrufen/tirol"
USUAL: Mapping[str, object] = {"bot": "heuristic", "deals": 0, "clumsy": 0}
"""What holds where nobody asks for anything else."""
BOT_NAMES = ("Resi", "Toni", "Burgi", "Sepp", "Vroni", "Poldi")
EXAMPLES = """examples:
  trull play                                  Königrufen, Tyrolean rules
  trull play koenigrufen/finale --lang en     tournament rules, in English
  trull play perlaggen/1890 --players 2       Perlaggen for two
  trull play house.toml --set klopfen=false   your own rules, one switch changed
  trull play --free --clumsy 5                wrong cards can fall; claim them: renonce Resi 3
  trull play --resume                         go on where you stopped

At the prompt: the number of a choice, cards (hk, t21, xxi), words (weiter, dreier), ? for help.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "play",
        help="play against bots in the terminal",
        description="A table in the terminal. Every act is saved; the next start goes on.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rules", nargs="?", metavar="RS", help=f"rule set or file ({DEFAULT})")
    parser.add_argument(
        "--name", type=legible, default="", metavar="NAME", help="your name (Gast or Guest)"
    )
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your place, from 0 (0)")
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many sit at the table (as the rules have it)"
    )
    parser.add_argument(
        "--bot",
        default=USUAL["bot"],
        metavar="NAME",
        help="who the others are: random, heuristic, flat, search:strong, learnt … or your own,"
        " FILE.py:NAME (%(default)s)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="the same cards again (others each time)"
    )
    add_language(parser)
    add_changes(parser)
    parser.add_argument(
        "--free", action="store_true", help="a free table: unlawful acts can happen and be claimed"
    )
    parser.add_argument(
        "--clumsy",
        type=int,
        default=USUAL["clumsy"],
        metavar="P",
        help="bots err in P of 100 acts; needs --free (0)",
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=USUAL["deals"],
        metavar="N",
        help="stop after N deals, 0 = never (0)",
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="keep the record there (a new file in ~/.local/share/trull)",
    )
    parser.add_argument("--resume", action="store_true", help="go on without being asked")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sit down, play, and say where the record is."""
    screen, lang = Screen(), language(args.lang)
    _check(args)
    try:
        table = _resumed(screen, lang, args) or _opened(screen, lang, args)
    except Leave as leave:
        return 130 if leave.interrupted else 0
    words, path = table.words, table.store.path
    try:
        table.run()
    except (Leave, KeyboardInterrupt) as leave:
        interrupted = isinstance(leave, KeyboardInterrupt) or leave.interrupted
        screen.line()
        code = "saved_apart" if args.record else "saved"  # only in our own folder it is found again
        screen.line(words.cli(code, file=shlex.quote(str(path)) if args.record else path))
        return 130 if interrupted else 0
    screen.line(words.cli("kept", file=path))
    return 0


def wishes(args: argparse.Namespace) -> Mapping[str, object]:
    """The options of ``--set``, and the free table."""
    return {**wished(args.sets), **({"table": "free"} if args.free else {})}


# A new sitting


def _opened(screen: Screen, lang: str, args: argparse.Namespace) -> Table:
    rules = loaded(args.rules or DEFAULT, wishes(args))
    words = Words(lang, rules.name)
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    players = _players(args, rules)
    path = args.record or store.fresh_path(rules, datetime.now(UTC))
    screen.rule(rules.title.get(lang, rules.name))
    screen.line(f"{rules.title_line} · {rules.source}", style="dim")
    if words.find("cli", f"intro.{rules.game}"):
        screen.line(words.cli(f"intro.{rules.game}"))
    company = _company(words, args.bot)
    if company:
        screen.line(words.cli("company", bot=args.bot, text=company), style="dim")
    names = _names(args.name or words.cli("guest"), players, args.seat)
    seating = Seating(
        players=players,
        dealer=0,
        seat=args.seat,
        seed=seed,
        bot=args.bot,
        deals=args.deals,
        clumsy=args.clumsy,
    )
    return _drawn(screen, words, rules, seating, names, Store(path))


def _company(words: Words, bot: str) -> str:
    """How a bot of the house plays, in a line; nothing of a guest."""
    kind, *more = bot.split(":")
    if kind == "search":
        level = next((word for word in more if word in ("quick", "strong")), "normal")
        kind = f"{kind}:{level}"
    return words.find("web", f"botline.{kind}") or ""


def _players(args: argparse.Namespace, rules: RuleSet) -> int:
    """How many sit there, the person among them."""
    players: int = laws.of(rules.game).seats(rules)[0] if args.players is None else args.players
    Match(rules, players)  # says at once if so many cannot play
    if not 0 <= args.seat < players:
        raise TrullError(f"--seat {args.seat}: expected 0 to {players - 1}")
    return players


def _check(args: argparse.Namespace) -> None:
    """What was asked for can be had, also where an old game goes on."""
    from trull import bots  # only who plays needs them

    _players(args, loaded(args.rules or DEFAULT, wishes(args)))
    if not is_line(args.name) or any(sign in args.name for sign in ',;"'):
        raise TrullError(f"--name {args.name}: expected one line without commas and quotes")
    if not 0 <= args.clumsy <= 100:
        raise TrullError(f"--clumsy {args.clumsy}: expected 0 to 100, out of a hundred acts")
    if args.clumsy and not args.free:
        raise TrullError("--clumsy needs --free: at a guarded table nobody can err")
    if args.record and not args.record.parent.is_dir():
        raise TrullError(f"--record {args.record}: there is no folder {args.record.parent}")
    if args.record and args.record.exists() and not args.record.is_file():
        raise TrullError(f"--record {args.record}: that is not a file")
    for option in ("deals", "seed"):  # they are kept in the record, and must be read there again
        wanted = getattr(args, option)
        if wanted is not None and not is_count(str(wanted)):
            raise TrullError(f"--{option} {wanted}: expected 0 or more, of at most 15 digits")
    try:
        bots.invited(args.bot, 0)  # who does not exist, or knows no such strength, is told at once
    except TrullError as error:
        raise TrullError(f"--bot {args.bot}: {error}") from None


def _names(mine: str, players: int, seat: int) -> tuple[str, ...]:
    others = (name for name in BOT_NAMES if name.casefold() != mine.casefold())
    return tuple(mine if p == seat else next(others) for p in range(players))


def _drawn(
    screen: Screen,
    words: Words,
    rules: RuleSet,
    seating: Seating,
    names: tuple[str, ...],
    kept: Store,
) -> Table:
    """Cards are drawn for the first deal, and for partners where the rules want it."""
    pack = laws.of(rules.game).pack
    chance = random.Random(f"{seating.seed}/draw")
    teller = Teller(words, names, Seat(seating.seat))
    found, rounds = match.drawing(
        rules, seating.players, lambda size, some: chance.sample(range(size), some)
    )
    for drawn in rounds:
        told = (f"{teller.who(p)} {words.card(pack.code(card))}" for p, card in drawn.items())
        screen.line(words.cli("draw", cards=" · ".join(told)))
    assert found.dealer is not None, "they drew until somebody deals"
    places = found.seating or tuple(range(seating.players))
    dealer, seat = places.index(found.dealer), places.index(seating.seat)
    seating = replace(seating, dealer=dealer, seat=seat)
    return _table(screen, words, rules, seating, tuple(names[p] for p in places), kept)


def _table(
    screen: Screen,
    words: Words,
    rules: RuleSet,
    seating: Seating,
    names: tuple[str, ...],
    kept: Store,
) -> Table:
    from trull import bots  # only who plays needs them

    sitting = Match(rules, seating.players, seating.dealer)
    seeds = [seating.seed * 16 + seat for seat in range(seating.players)]
    seats = [bots.invited(seating.bot, seed, seating.clumsy / 100) for seed in seeds]
    return Table(screen, words, sitting, seating, names, seats, kept)


# An old one


def _resumed(screen: Screen, lang: str, args: argparse.Namespace) -> Table | None:
    """The table as it was left, if there is one and the person wants it."""
    found = _found(screen, args)
    if found is None:
        if args.resume:
            raise TrullError(f"nothing to resume in {args.record or store.folder()}")
        return None
    words = Words(lang, found.rules.name)
    try:
        table = _restored(screen, words, found)
    except TrullError as error:
        if args.record or args.resume:
            raise
        screen.line(str(error), style="yellow")
        return None
    agreed = ", ".join(_agreed(args, found.seating))
    if agreed:
        screen.line(words.cli("as_agreed", options=agreed), style="yellow")
    if args.resume or _wanted(screen, words, found):
        about = {"n": len(found.records), "rules": found.rules.title_line}
        screen.line(words.cli("going_on", **about))
        return table
    if args.record:
        raise TrullError(f"{args.record}: there is a game in it; name another file")
    return None


def _agreed(args: argparse.Namespace, seating: Seating) -> Iterator[str]:
    """What is now asked for otherwise than it was when the sitting began, as it was then."""
    for option in ("bot", "players", "seed", "deals", "clumsy"):
        then, now = getattr(seating, option), getattr(args, option)
        if now not in (then, USUAL.get(option)):
            yield f"--{option} {then}"


def _wanted(screen: Screen, words: Words, found: Saved) -> bool:
    about = {"n": len(found.records), "rules": found.rules.title_line}
    return not words.means(screen.ask(words.cli("go_on", **about)), "no_words")


def _found(screen: Screen, args: argparse.Namespace) -> Saved | None:
    rules = loaded(args.rules or DEFAULT, wishes(args))
    if args.record is None:
        found, problem = store.newest(rules)
        if problem:
            screen.line(problem, style="yellow")
        return found
    if not args.record.exists():
        return None
    found = store.saved(args.record)
    if (args.rules or args.sets or args.free) and found.rules != rules:
        raise TrullError(f"{args.record}: was played by {found.rules.title_line}")
    if found.ended:
        raise TrullError(f"{args.record}: that sitting is over; name another file")
    return found


def _restored(screen: Screen, words: Words, found: Saved) -> Table:
    with store.reading(found.path):
        return _replayed(screen, words, found)


def _replayed(screen: Screen, words: Words, found: Saved) -> Table:
    """Every deal of the file is played again; the last may be unfinished."""
    seating, first = found.seating, found.records[0]
    tag = first.tags.get("Names", first.tags.get("Players", ""))
    names = _saved_names(words, seating, tag)
    table = _table(screen, words, found.rules, seating, names, Store(found.path, found.text))
    for number, record in enumerate(found.records, 1):
        for word in record.tags.get("Said", "").split():
            table.match.remark(word)
        setup, players = table.match.deal(record.setup.pack)
        if setup != record.setup:
            raise NotationError(f"deal {number} does not follow from the deals before it")
        deal = Deal(notation.replayed(record), players, record.tags.get("Said", ""))
        if deal.game.over:
            table.match.add(deal.game, players)
            table.store.keep(table.record(deal))
        elif number < len(found.records):
            raise NotationError(f"deal {number} is not finished, but another follows")
        else:
            table.waiting = deal
    return table


def _saved_names(words: Words, seating: Seating, tag: str) -> tuple[str, ...]:
    """The names by player."""
    names = tuple(name.strip() for name in tag.split(","))
    if len(names) != seating.players:
        return _names(words.cli("guest"), seating.players, seating.seat)
    return names

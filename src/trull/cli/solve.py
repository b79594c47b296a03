"""``trull solve``: what every lawful card is worth at a moment of a record, with open hands."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from trull.cli import store
from trull.cli.options import add_language
from trull.cli.replay import Replay, checked
from trull.cli.screen import Screen, language
from trull.cli.words import Words
from trull.errors import TrullError
from trull.game import Game
from trull.laws.court import deal_of
from trull.notation import Record

if TYPE_CHECKING:
    from trull.bots.fast import Core, Goal, Packed

MOST_NODES = 10**18
"""So many positions nobody waits for; a larger number the compiled solver could not read."""
EXAMPLES = """examples:
  trull solve game.trn --at 30              each lawful card after thirty acts
  trull solve evening.trn --deal 3 --at 41  in the third deal of a record
  trull solve game.trn --at 30 --json

The acts are numbered as in 'trull replay'. Every line of play is looked at, with all hands open:
what comes out can be forced against any defence. A question that would take too long is left open
('?'); --nodes says how long it may take.
"""


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "solve",
        help="what every lawful card is worth, with open hands",
        description="Solve a position of a record exactly.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path, metavar="RECORD", help="a record (.trn)")
    parser.add_argument("--at", type=int, required=True, metavar="N", help="after so many acts")
    parser.add_argument("--deal", type=int, default=1, metavar="K", help="the K-th deal (1)")
    parser.add_argument(
        "--nodes",
        type=int,
        default=100_000_000,
        metavar="N",
        help="look at so many positions at most for a question (%(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Solve one position and print it."""
    from trull.bots import fast  # only here: the command line starts faster without numpy

    lang = language(args.lang)
    record = _deal(args.file, args.deal)
    checked(args.file, args.deal, record, lang)
    game = _position(record, args.at)
    if game.phase != "play":
        raise TrullError(
            f"{args.file}: after act {args.at} no card is due (phase {game.phase}); "
            "only the tricks can be solved"
        )
    core = fast.core(game.setup.rules.game)
    spot, world = core.opened(deal_of(game.state))
    packed = core.pack(spot, [world])
    if not 0 < args.nodes <= MOST_NODES:
        raise TrullError(f"--nodes {args.nodes}: expected 1 to {MOST_NODES}")
    goals = core.goals(packed)
    if not goals:
        raise TrullError(
            f"{args.file}: after act {args.at} a card lies before its turn, or somebody is bound; "
            "only what all still may do can be solved"
        )
    found = [(goal, _values(core, packed, goal, args.nodes)) for goal in goals]
    if args.json:
        print(json.dumps(_told(packed, spot.turn, args.at, found)))
    else:
        _show(
            Replay(Screen(), Words(lang, game.setup.rules.name), record), packed, spot.turn, found
        )
    return 0


def _deal(path: Path, number: int) -> Record:
    records = store.records_of(path)
    if not 1 <= number <= len(records):
        raise TrullError(f"{path}: there is no deal {number}; the record holds {len(records)}")
    return records[number - 1]


def _position(record: Record, at: int) -> Game:
    """The game after so many acts."""
    if not 0 <= at <= len(record.acts):
        raise TrullError(f"there is no act {at}; the deal has {len(record.acts)}")
    game = Game(record.setup)
    for act in record.acts[:at]:
        game.apply(act.seat, act.action)
    return game


def _values(core: Core, packed: Packed, goal: Goal, nodes: int) -> list[int]:
    found: list[int] = core.values(packed, goal, limit=nodes)[0].tolist()
    return found


# Telling


def _told(
    packed: Packed, turn: int, at: int, found: list[tuple[Goal, list[int]]]
) -> dict[str, object]:
    goals = [
        {
            "kind": goal.kind,
            "side": _seats(goal.side),
            "counted": _seats(goal.counted),
            "needed": goal.bar,
            "card": goal.card if goal.card >= 0 else None,
            "values": {
                play: None if value < 0 else value
                for play, value in zip(packed.plays, values, strict=True)
            },
        }
        for goal, values in found
    ]
    return {"at": at, "turn": turn, "goals": goals}


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


def _show(replay: Replay, packed: Packed, turn: int, found: list[tuple[Goal, list[int]]]) -> None:
    screen, words, teller = replay.screen, replay.words, replay.teller
    screen.line(words.cli("solve_head", who=teller.who(turn)), style="bold")
    for goal, values in found:
        card = words.card(_code(words, goal.card)) if goal.card >= 0 else ""
        who = teller.people(_seats(goal.counted))
        bar = _amount(goal, goal.bar)
        screen.line()
        screen.line(words.cli(f"solve_{_kind(goal)}", who=who, bar=bar, card=card, n=goal.need))
        for value, plays in _grouped(goal, packed, values, turn):
            names = words.cards(plays)
            screen.line(f"{_answer(words, goal, value):>8}  {names}", indent=2)


def _code(words: Words, card: int) -> str:
    assert words.pack is not None, "a game has a pack"
    return words.pack.codes[card]


def _kind(goal: Goal) -> str:
    """Points may be shunned, or the game be won already."""
    if goal.kind == "points" and goal.side != goal.counted:
        return "shun"
    return "won" if goal.kind == "points" and goal.bar <= 0 else goal.kind


def _grouped(
    goal: Goal, packed: Packed, values: list[int], turn: int
) -> list[tuple[int, list[str]]]:
    """The plays of each value, the best for the seat on turn first."""
    groups: dict[int, list[str]] = {}
    for play, value in zip(packed.plays, values, strict=True):
        groups.setdefault(value, []).append(play)
    wants = bool(goal.side >> turn & 1)
    return sorted(groups.items(), key=lambda group: group[0], reverse=wants)


def _answer(words: Words, goal: Goal, value: int) -> str:
    if value < 0:
        return "?"
    if goal.kind in ("exactly", "bird", "king"):
        return words.cli("solve_made" if value else "solve_failed")
    mark = " ✓" if goal.bar > 0 and value >= goal.bar else ""
    return _amount(goal, value) + mark


def _amount(goal: Goal, value: int) -> str:
    """Thirds of a point as points."""
    if goal.kind != "points":
        return str(value)
    points, thirds = divmod(value, 3)
    return f"{points} {thirds}/3" if thirds else str(points)

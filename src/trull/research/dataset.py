"""Deals of bots as data: a table of rows (Parquet or JSON lines) and the same deals as records.

    DIR/README.md       the data card
    DIR/data/           train-00000.parquet …, valid-…, test-…
    DIR/records/        train-00000.trn …: the same deals, in the same order, as records
    DIR/SHA256SUMS      a checksum for each of these files

A deal's number decides its split: of each hundred 0-89 train, 90-94 valid, 95-99 test. The same
plan gives the same files.
"""

from __future__ import annotations

import importlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from trull import __version__, laws, notation, ruleset
from trull.arena.deal import DealResult, Match, Plan
from trull.arena.runner import played
from trull.arena.workers import hired, workers_for
from trull.cards import Card
from trull.errors import TrullError
from trull.game import Game
from trull.machine.steps import Steps
from trull.settlement import Amount
from trull.state import Act, Action, Seat, Setup

Row = dict[str, object]
SHARD = 1_000
"""Deals that are played before they are written."""
FORMATS = ("parquet", "jsonl")
SPLITS = {"train": range(90), "valid": range(90, 95), "test": range(95, 100)}
COLUMNS = {
    "deal_id": ("string", "seed and number of the deal, and the pattern of the seats"),
    "rules": ("string", "rule set"),
    "version": ("int16", "its version"),
    "set": ("string", "options set otherwise, as JSON"),
    "seats": ("int8", "how many sit in the deal"),
    "forehand": ("int8", "the seat that begins"),
    "dealer": ("int8", "the seat that deals; -1: it sits out"),
    "context": ("string", "what the sitting handed on, as JSON"),
    "pack": (
        "list<int8>",
        "the pack as shuffled, top card first, cards by their place in the pack",
    ),
    "seat": ("list<int8>", "who did each act"),
    "verb": ("list<string>", "its verb"),
    "words": ("list<string>", "its words"),
    "token_seat": ("list<int8>", "who said each token"),
    "tokens": ("list<int16>", "the tokens of trull.research.steps, silence too; none: no path"),
    "points": ("list<double>", "points of each seat by the settlement"),
    "money": ("list<double>", "money of each seat"),
    "contract": ("string", "what was undertaken"),
    "declarers": ("list<int8>", "by whom"),
    "bots": ("list<string>", "who sat on each seat"),
    "seed": ("int64", "the seed of the deals"),
    "number": ("int64", "the number of the deal"),
    "trull_version": ("string", "what played it"),
    "trn_sha256": ("string", "the checksum of the same deal's record"),
}
"""Every column, its type and what it means."""


@dataclass(frozen=True, kw_only=True)
class Made:
    """What was written: deals, games, and the acts that the book had to do."""

    rows: dict[str, int]  # by split
    failures: int


def make(
    plan: Plan,
    deals: int,
    out: Path,
    *,
    form: str = "parquet",
    jobs: int = 0,
    ray: bool = False,
    progress: Callable[[int], None] = lambda _deals: None,
) -> Made:
    """Play the deals and write them; the folder must be new or empty."""
    if form == "parquet":
        _arrow()
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise TrullError(f"{out}: there is something already; name another folder")
    counts, failures, jobs = dict.fromkeys(SPLITS, 0), 0, workers_for(jobs, deals)
    with hired(jobs, ray) as workers:
        for folder in ("data", "records"):
            (out / folder).mkdir(parents=True)
        for shard, first in enumerate(range(0, deals, SHARD)):
            span = range(first, min(first + SHARD, deals))
            results = list[DealResult]()
            played(workers, plan, span, jobs=jobs, progress=progress, keep=results.append)
            failures += sum(len(told) for result in results for told in result.failures.values())
            for split, games in _split(results).items():
                counts[split] += len(games)
                _write_shard(plan, games, out, f"{split}-{shard:05}", form)
    (out / "README.md").write_text(card(plan, counts, failures, form), encoding="utf-8")
    _write_sums(out)
    return Made(rows=counts, failures=failures)


def _split(results: Iterable[DealResult]) -> dict[str, list[tuple[int, Match]]]:
    """The games of each split that has any, with their deals' numbers."""
    found = defaultdict[str, list[tuple[int, Match]]](list)
    for result in results:
        found[split_of(result.number)] += [(result.number, game) for game in result.games]
    return found


def split_of(number: int) -> str:
    """The split of a deal.

    >>> split_of(89), split_of(190), split_of(99)
    ('train', 'valid', 'test')
    """
    return next(split for split, places in SPLITS.items() if number % 100 in places)


def _write_shard(
    plan: Plan, games: Sequence[tuple[int, Match]], out: Path, name: str, form: str
) -> None:
    rows = [row_of(plan, number, game) for number, game in games]
    records = "\n".join(game.record for _, game in games)
    (out / "records" / f"{name}.trn").write_text(records, encoding="utf-8")
    if form == "jsonl":
        lines = "".join(f"{json.dumps(row)}\n" for row in rows)
        (out / "data" / f"{name}.jsonl").write_text(lines, encoding="utf-8")
        return
    arrow = _arrow()
    table = arrow.Table.from_pylist(rows, schema=_schema(arrow))
    parquet = importlib.import_module("pyarrow.parquet")
    parquet.write_table(table, out / "data" / f"{name}.parquet", compression="zstd")


def row_of(plan: Plan, number: int, played: Match) -> Row:
    """The row of one game."""
    record = notation.parse(played.record)
    setup = record.setup
    walked = tokens_of(setup, record.acts)
    return {
        "deal_id": f"{plan.seed}-{number}-{played.pattern}",
        "rules": setup.rules.name,
        "version": setup.rules.version,
        "set": json.dumps(dict(setup.rules.changes)),
        "seats": setup.seats,
        "forehand": setup.forehand,
        "dealer": -1 if setup.dealer is None else setup.dealer,
        "context": json.dumps(dict(setup.context)),
        "pack": [int(card) for card in setup.pack],
        "seat": [act.seat for act in record.acts],
        "verb": [act.action.verb for act in record.acts],
        "words": [" ".join(act.action.args) for act in record.acts],
        "token_seat": [seat for seat, _ in walked],
        "tokens": [token for _, token in walked],
        "points": _floats(record.points),
        "money": _floats(record.money),
        "contract": "+".join(dict.fromkeys(outcome.contract for outcome in played.played)),
        "declarers": sorted({outcome.seat for outcome in played.played}),
        "bots": [plan.a if letter == "A" else plan.b for letter in played.pattern],
        "seed": plan.seed,
        "number": number,
        "trull_version": __version__,
        "trn_sha256": sha256(played.record.encode()).hexdigest(),
    }


def _floats(amounts: Iterable[Amount] | None) -> list[float]:
    return [float(amount) for amount in amounts or ()]


def tokens_of(setup: Setup, acts: Iterable[Act]) -> list[tuple[Seat, int]]:
    """The tokens by which a deal is walked, silence too; none where an act has no path."""
    steps, walked = Steps(Game(setup)), list[tuple[Seat, int]]()
    try:
        for seat, act in acts:
            while steps.seat is not None and steps.seat != seat:
                walked += _walk(steps, None)
            walked += _walk(steps, act)
    except TrullError:  # somebody signed twice, or did what only his partner's cards allow
        return []
    return walked


def _walk(steps: Steps, act: Action | None) -> list[tuple[Seat, int]]:
    seat, path = steps.seat, steps.path(act)
    assert seat is not None, "somebody is asked"
    for token in path:
        steps.apply(token)
    return [(seat, token) for token in path]


# Checking


def check(out: Path, progress: Callable[[int], None] = lambda _rows: None) -> int:
    """How many rows there are, each replayed to its points; TrullError names what is wrong."""
    _check_sums(out)
    rows = 0
    for file in sorted((out / "data").iterdir()):
        records = notation.parse_all(
            (out / "records" / f"{file.stem}.trn").read_text(encoding="utf-8")
        )
        found = list(_rows(file))
        if len(found) != len(records):
            raise TrullError(f"{file}: {len(found)} rows, but {len(records)} records")
        for number, (row, record) in enumerate(zip(found, records, strict=True), 1):
            _check_row(row, record, f"{file}: row {number}")
            progress(1)
        rows += len(found)
    return rows


def _check_row(row: Mapping[str, object], record: notation.Record, place: str) -> None:
    game = game_of(row)
    result, again = game.settlement(), notation.format_record(record)
    if sha256(again.encode()).hexdigest() != row["trn_sha256"] or game.log != record.acts:
        raise TrullError(f"{place}: its record is of another deal")
    if result is None or _floats(result.points) != row["points"]:
        raise TrullError(f"{place}: the acts do not lead to its points")
    steps = Steps(Game(game.setup))
    for token in _ints(row["tokens"]):
        steps.apply(token)
    if row["tokens"] and _floats(steps.rewards()) != row["points"]:
        raise TrullError(f"{place}: the tokens do not lead to its points")


def game_of(row: Mapping[str, object]) -> Game:
    """The game of a row, played again."""
    changes = json.loads(str(row["set"]))
    rules = ruleset.changed(str(row["rules"]), int(str(row["version"])), changes)
    seats, forehand, dealer = (int(str(row[name])) for name in ("seats", "forehand", "dealer"))
    game = Game(
        Setup(
            rules=rules,
            seats=seats,
            forehand=Seat(forehand),
            dealer=None if dealer < 0 else Seat(dealer),
            pack=tuple(map(Card, _ints(row["pack"]))),
            context=json.loads(str(row["context"])),
        )
    )
    said = zip(_ints(row["seat"]), _texts(row["verb"]), _texts(row["words"]), strict=True)
    for seat, verb, words in said:
        game.apply(Seat(seat), Action(verb, tuple(words.split())))
    return game


def _ints(value: object) -> list[int]:
    assert isinstance(value, list), "a list of numbers"
    return [int(number) for number in value]


def _texts(value: object) -> list[str]:
    assert isinstance(value, list), "a list of words"
    return [str(word) for word in value]


def _rows(file: Path) -> Iterator[Row]:
    if file.suffix == ".jsonl":
        for line in file.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
        return
    _arrow()
    table = importlib.import_module("pyarrow.parquet").read_table(file)
    yield from table.to_pylist()


# Checksums, schema, card


def _files(out: Path) -> list[Path]:
    found = [path for path in out.rglob("*") if path.is_file() and path.name != "SHA256SUMS"]
    return sorted(found)


def _write_sums(out: Path) -> None:
    lines = [f"{_sum(path)}  {path.relative_to(out).as_posix()}\n" for path in _files(out)]
    (out / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _check_sums(out: Path) -> None:
    try:
        text = (out / "SHA256SUMS").read_text(encoding="utf-8")
    except OSError as error:
        raise TrullError(f"{out / 'SHA256SUMS'}: {error.strerror}") from None
    told = {line[66:]: line[:64] for line in text.splitlines()}
    there = {path.relative_to(out).as_posix(): _sum(path) for path in _files(out)}
    for name in sorted({*told, *there}):
        if told.get(name) != there.get(name):
            raise TrullError(f"{out / name}: it is not the file that SHA256SUMS was written for")


def _sum(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _arrow() -> ModuleType:
    try:
        return importlib.import_module("pyarrow")
    except ImportError:
        told = "Parquet needs pyarrow: pip install 'trull[research]', or take --format jsonl"
        raise TrullError(told) from None


def _schema(arrow: ModuleType) -> object:
    kinds = {"string": arrow.string(), "double": arrow.float64()}
    kinds |= {name: getattr(arrow, name)() for name in ("int8", "int16", "int64")}

    def kind(name: str) -> object:
        return arrow.list_(kinds[name[5:-1]]) if name.startswith("list<") else kinds[name]

    return arrow.schema([(name, kind(told)) for name, (told, _) in COLUMNS.items()])


def card(plan: Plan, counts: Mapping[str, int], failures: int, form: str) -> str:
    """The data card: what this is, how it was made, and what each column means."""
    seated = plan.a if plan.a == plan.b else f"{plan.a} and {plan.b} in turn"
    columns = "\n".join(f"| `{name}` | {kind} | {told} |" for name, (kind, told) in COLUMNS.items())
    files = "\n".join(
        f"  - split: {split}\n    path: data/{split}-*.{form}" for split in SPLITS if counts[split]
    )
    told = ", ".join(f"{number} {split}" for split, number in counts.items())
    pack = " ".join(laws.of(plan.rules.game).pack.codes)
    return f"""---
license: cc0-1.0
pretty_name: Trull, {plan.rules.title_line}
tags: [card-games, imperfect-information, self-play]
configs:
- config_name: default
  data_files:
{files}
---

# {plan.rules.title_line}

Deals of {seated}, played and settled by Trull {__version__} from seed {plan.seed}: {told} games.
In {failures} acts a bot failed and the book acted. No deal of a person is among them.

Made by `trull dataset make`; `trull dataset check DIR` compares the checksums and replays each row
to its points. `records/` holds the same deals as records that a player can read.

| column | type | meaning |
|---|---|---|
{columns}

Cards by their place in the pack: {pack}.
"""

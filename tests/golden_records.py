"""Golden records: deals with the settlement they were given, kept for ever.

``golden/<game>/<book>@<version>/*.trn`` holds deals of a published version, each followed by its
settlement in comments; a sitting holds its rows too:

    ; = game T-0.9 5 declarer kontra*2 | 1>0 5, 2>0 5, 3>0 5
    ; row +15 -5 -5 -5

``golden/pinned.toml`` holds the fingerprint of each version's data. Two commands write here:

    python tests/golden_records.py pin koenigrufen/tirol   pin the newest version: deals and data
    python tests/golden_records.py settle                  write the settlements anew: an erratum

Deals are drawn by seeds and kept where they show something new: an item, a clause, a factor, a bid,
a breach, a verdict, or an option without which the same acts would have come to something else.
"""

from __future__ import annotations

import argparse
import itertools
import random
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from trull import bots, laws, notation, ruleset
from trull.bots.random_bot import any_act
from trull.errors import DealError, TrullError
from trull.game import Game, arranged
from trull.laws.court import Trial
from trull.match import Match
from trull.notation import Record
from trull.ruleset import RuleSet
from trull.settlement import Line, Payment, shown
from trull.state import Action, Row, Seat, View

FOLDER = Path(__file__).parent / "golden"
PINNED = FOLDER / "pinned.toml"
DEALS = 600
LONGEST = 600
"""Acts after which a clumsy deal that found no end is left out."""
ACCOUNT = ("; = ", "; written ", "; notes ", "; row ")
"""How the lines of an account begin."""
Feature = tuple[object, ...]


def folder(name: str, version: int) -> Path:
    """Where the deals of a version lie."""
    return FOLDER / f"{name}@{version}"


def pinned() -> dict[str, str]:
    """The fingerprint of every published version, by ``game/book@version``."""
    return tomllib.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}


# What a deal came to, in lines


def account(game: Game) -> Iterator[str]:
    """The settlement line by line, everything in it."""
    result = game.settlement()
    assert result is not None, "a golden deal is over"
    yield from (f"; = {told(line)}" for line in result.lines)
    if result.written is not None:
        yield f"; written {' '.join(map(shown, result.written))}"
    if result.notes:
        yield f"; notes {' '.join(result.notes)}"


def told(line: Line) -> str:
    """A line of a settlement: what, by which clause, for how much, why, and who pays whom."""
    factors = [
        f"{f.name}*{f.times}" + (f"/{f.money}" if f.money is not None else "") + f":{f.clause}"
        for f in line.factors
    ]
    cards = [f"{seat}:{card}" for seat, card in line.cards]
    about = [line.item, line.clause, shown(line.value), line.winner, line.note, *factors, *cards]
    parts = [" ".join(word for word in about if word), paid(line.points)]
    return " | ".join(parts if line.money == line.points else [*parts, paid(line.money)])


def paid(payments: Iterable[Payment]) -> str:
    """Who pays whom how much."""
    return ", ".join(f"{p.payer}>{p.payee} {p.amount}" for p in payments)


def row_told(row: Row) -> str:
    """A row of the sheet."""
    ledgers = [row.points, row.money, row.written or (), row.pot]
    return "; row " + " | ".join(" ".join(map(shown, amounts)) for amounts in ledgers)


# A file


def text_of(records: Sequence[Record], sitting: bool) -> str:
    """The text of a file of golden deals, settled as the laws are today."""
    parts, match = [], None
    for record in records:
        game = replay(record)
        lines = [
            notation.format_record(notation.of_game(game, record.tags)).rstrip(),
            *account(game),
        ]
        if sitting:
            match = match or Match(record.setup.rules, int(record.tags["Sitting"]), 0)
            setup, players = match.deal(record.setup.pack)
            assert setup == record.setup, "the sitting leads to another deal"
            lines.append(row_told(match.add(game, players)))
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def replay(record: Record) -> Game:
    """The game of a record, whatever result it carries."""
    game = Game(record.setup)
    for act in record.acts:
        game.apply(act.seat, act.action)
    return game


def kept(path: Path) -> Iterator[tuple[Record, list[str]]]:
    """The deals of a file, each with the account that stands behind it."""
    text = path.read_text(encoding="utf-8")
    accounts = [
        [line for line in part.splitlines() if line.startswith(ACCOUNT)]
        for part in text.split("[Trull ")[1:]
    ]
    yield from zip(notation.parse_all(text), accounts, strict=True)


def rewritten(path: Path) -> str:
    """A file of golden deals as it would be written today."""
    records = notation.parse_all(path.read_text(encoding="utf-8"))
    return text_of(records, sitting=path.stem == "sitting")


# Drawing deals


class Table:
    """Players who mostly know what they do: by the book, sometimes by chance, sometimes wrong."""

    def __init__(self, seed: str, seats: int) -> None:
        self.rng = random.Random(seed)
        self.chance = self.rng.choice((0.0, 0.1, 0.3, 1.0))
        clumsy = self.rng.choice((0.0, 0.03, 0.1))
        seeds = [self.rng.randrange(2**32) for _ in range(seats)]
        self.bots = [bots.make("heuristic", seed, clumsy) for seed in seeds]

    def play(self, game: Game) -> bool:
        """Play a deal; whether it found an end."""
        for _ in range(LONGEST):
            if game.over:
                return True
            idle = self.rng.random() < (0.25 if game.setup.rules.free else 0.05)
            seats = range(game.setup.seats) if idle else sorted(game.duty)
            seat = Seat(self.rng.choice(seats))
            act = self.act(game.view_for(seat))
            if act is not None and not game.faults(seat, act):
                game.apply(seat, act)
        return False

    def act(self, view: View) -> Action | None:
        """What somebody does."""
        if self.rng.random() < self.chance:
            court = [p for p in view.prompts if p.verb in ("claim", "demand", "mend", "throw_in")]
            if court and self.rng.random() < 0.9:
                return None  # else everybody claims all the time
            return any_act(view, view.prompts, self.rng)
        return self.bots[view.seat or 0].act(view)


def drawn(name: str, seed: int, free: bool) -> Iterator[Game]:
    """The deals of a short sitting, or one in which somebody has a very good hand."""
    rng = random.Random(f"{name} {seed} {free}")
    rules = some_rules(ruleset.load(name), rng, free)
    if rng.random() < 0.4:
        game = lucky(rules, rng)
        if Table(f"{name} {seed}", game.setup.seats).play(game):
            yield game
        return
    seats = rng.choice(laws.of(rules.game).seats(rules))
    match, pack = Match(rules, seats, rng.randrange(seats)), laws.of(rules.game).pack
    for number in range(3):
        if match.sitting.over:
            return
        setup, players = match.deal(pack.shuffled(rng))
        game = Game(setup)
        if not Table(f"{name} {seed} {number}", setup.seats).play(game):
            return
        match.add(game, players)
        yield game


def lucky(rules: RuleSet, rng: random.Random) -> Game:
    """A deal in which somebody has the highest cards of the pack, and perhaps the Pagat."""
    codes, seats = laws.of(rules.game).pack.codes, laws.of(rules.game).seats(rules)[0]
    most = len(codes) // seats - 1
    best = [*codes[-rng.randint(most // 3, most - 1) :], rng.choice(codes[:-most])]
    hands = [""] * seats
    hands[rng.randrange(min(seats, 4))] = " ".join(best[-min(most, 12) :])
    try:
        return arranged(rules, hands)
    except DealError:
        return arranged(rules, [])


def some_rules(rules: RuleSet, rng: random.Random, free: bool) -> RuleSet:
    """A table with a few options set otherwise."""
    table = {"table": "free"} if free else {}
    often = rng.choice((0.05, 0.1, 0.3))
    others = {
        key: rng.choice(option.values or (True, False))
        for key, option in rules.options.items()
        if (option.values or isinstance(option.value, bool)) and key != "table"
        if rng.random() < often
    }
    return rules.with_options({**others, **table})


# What a deal shows


def features(game: Game, known: set[Feature]) -> Iterator[Feature]:
    """What can be seen in a deal; ``known`` saves the dear questions."""
    result = game.settlement()
    assert result is not None
    for line in result.lines:
        yield "line", line.item, line.clause, line.winner, line.note, len(line.points)
        yield from (("factor", line.item, f.name, f.times) for f in line.factors)
        yield "ledgers", line.item, line.money == line.points
    yield from (("note", note) for note in result.notes)
    yield from (("context", key) for key in game.setup.context if not key.startswith("score"))
    codes = laws.of(game.setup.rules.game).pack.codes
    for _, (verb, args) in () if game.setup.rules.free else game.log:
        word = args[0] if args and not args[0].partition("=")[0].isdigit() else ""
        yield "said", verb, "" if word.partition("=")[0].rstrip("~") in codes else word
    yield from judged(game)
    for key, value in game.setup.rules.changes.items():
        if ("matters", key, value) not in known and matters(game, key):
            yield "matters", key, value


def judged(game: Game) -> Iterator[Feature]:
    """What happened before the court."""
    if isinstance(game.state, Trial):
        yield from (("breach", breach.kind) for breach in game.state.breaches)
        yield from (("case", c.kind, c.verdict, c.decided_by) for c in game.state.cases)


def matters(game: Game, key: str) -> bool:
    """Whether the same acts would have come to something else without one change of the rules."""
    rules = game.setup.rules
    others = {k: v for k, v in rules.changes.items() if k != key}
    plain = ruleset.changed(rules.name, rules.version, others, rules.house)
    try:
        other = replay(Record(setup=replace(game.setup, rules=plain), acts=game.log))
    except TrullError:
        return True
    return other.settlement() != game.settlement()


def chosen(name: str, free: bool) -> list[Record]:
    """Deals that together show everything the drawn ones show, the most telling first."""
    known, pool = set[Feature](), list[tuple[Game, set[Feature]]]()
    deals = itertools.chain.from_iterable(drawn(name, seed, free) for seed in itertools.count())
    for game in itertools.islice(deals, DEALS):
        found = set(features(game, known))
        if found - known:
            pool.append((game, found))
            known |= found
    return [notation.of_game(game) for game in cover(pool)]


def cover(pool: list[tuple[Game, set[Feature]]]) -> Iterator[Game]:
    """Few of the games that show all that all show."""
    left = set[Feature]().union(*(found for _, found in pool))
    while left:
        game, found = max(pool, key=lambda one: len(one[1] & left))
        left -= found
        yield game


def evening(name: str) -> list[Record]:
    """A sitting by the plain rules, as they come."""
    rules = ruleset.load(name)
    seats = laws.of(rules.game).seats(rules)[-1]
    match, rng, records = Match(rules, seats, 0), random.Random(name), list[Record]()
    while len(records) < 16 and not match.sitting.over:
        setup, players = match.deal(laws.of(rules.game).pack.shuffled(rng))
        game = Game(setup)
        assert Table(f"{name} evening {len(records)}", setup.seats).play(game)
        match.add(game, players)
        records.append(notation.of_game(game, {"Sitting": str(seats)}))
    return records


# The commands


def pin(name: str) -> None:
    """Draw and keep the deals of the newest version, and its fingerprint."""
    rules = ruleset.load(name)
    place = folder(name, rules.version)
    place.mkdir(parents=True, exist_ok=True)
    kinds = {"guarded": chosen(name, free=False), "free": chosen(name, free=True)}
    for kind, records in {**kinds, "sitting": evening(name)}.items():
        text = text_of(records, sitting=kind == "sitting")
        (place / f"{kind}.trn").write_text(text, encoding="utf-8")
    pins = {**pinned(), f"{name}@{rules.version}": ruleset.fingerprint(rules)}
    lines = [f'"{key}" = "{value}"' for key, value in sorted(pins.items())]
    head = "# Fingerprints of published versions; never edited: a change is a new version."
    PINNED.write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def settle() -> None:
    """Write the settlements of all golden deals anew; git shows what the erratum changes."""
    for path in sorted(FOLDER.rglob("*.trn")):
        path.write_text(rewritten(path), encoding="utf-8")


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("pin", "settle"))
    parser.add_argument("rules", nargs="*", help="rule sets to pin")
    args = parser.parse_args()
    if args.command == "settle":
        settle()
    for name in args.rules:
        pin(name)


if __name__ == "__main__":
    main()

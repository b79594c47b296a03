"""A league: every bot against every other on the same duplicate deals.

A file names it::

    name = "Autumn"
    bots = ["search", "heuristic", "cmd:./my_bot"]
    rules = ["some/book", "another/book"]
    deals = 5000
    seed = 1
    seatings = ["alternate", "one"]

    [sealed]  # further deals that nobody knows before the season is over
    deals = 5000
    commitment = "SHA-256 of the seed's text, in hexadecimal"
    seed = "the text itself"  # added when the seed is opened

The same file gives the same results bit for bit; only the times differ. What one deal brings a bot
more than another is one observation. First comes the cross-table with its 95 % intervals; second a
ranking by the mean against the field, its interval by resampling deals.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from trull import __version__, bots, ruleset
from trull.arena.deal import Plan, players_of
from trull.arena.runner import played
from trull.arena.seating import SEATINGS
from trull.arena.tally import Tally
from trull.arena.workers import hired, workers_for
from trull.errors import TrullError
from trull.written import HIGHEST, UTF8

RESAMPLES = 1_000
NOTHING_SURE = (float("-inf"), float("inf"))
KEYS = {"name", "bots", "rules", "deals", "seed", "seatings", "players", "sealed"}


class Part(NamedTuple):
    """Deals of a league: public ones, or those of a seed that was sealed."""

    name: str
    deals: int
    seed: int


@dataclass(frozen=True, kw_only=True)
class League:
    """Who plays whom by which rules on which deals."""

    name: str
    bots: tuple[str, ...]
    rules: tuple[str, ...]
    seatings: tuple[str, ...]
    parts: tuple[Part, ...]
    players: int | None = None
    commitment: str = ""


class Pairing(NamedTuple):
    """One match of a league."""

    rules: str
    seating: str
    part: Part
    a: str
    b: str


Progress = Callable[[int], None]
Duels = Mapping[tuple[str, str], Tally]


def read(path: Path) -> League:
    """The league of a file; TrullError says where it is wrong."""
    try:
        found = tomllib.loads(path.read_text(encoding=UTF8))
    except (OSError, ValueError) as error:
        raise TrullError(f"{path}: {error}") from None
    strange = sorted(set(found) - KEYS)
    if strange:
        raise TrullError(f"{path}: {strange[0]}: expected {', '.join(sorted(KEYS))}")
    sealed = _table(found, "sealed", path)
    league = League(
        name=str(found.get("name", path.stem)),
        bots=_words(found, "bots", path),
        rules=_words(found, "rules", path),
        seatings=_words(found, "seatings", path, ("alternate", "one")),
        parts=(
            Part("public", _count(found, "deals", path), _count(found, "seed", path, 0)),
            *_opened(sealed, path),
        ),
        players=_count(found, "players", path) if "players" in found else None,
        commitment=str(sealed.get("commitment", "")),
    )
    _check(league, path)
    return league


def _opened(sealed: Mapping[str, object], path: Path) -> Iterator[Part]:
    """The sealed deals, once their seed is told and is the one that was promised."""
    if "seed" not in sealed:
        return
    text = str(sealed["seed"])
    if sha256(text.encode()).hexdigest() != sealed.get("commitment"):
        raise TrullError(f"{path}: sealed.seed: it is not the one the commitment was made for")
    number = int(sha256(f"trull league {text}".encode()).hexdigest()[:12], 16)
    yield Part("sealed", _count(sealed, "deals", path), number)


def _table(found: Mapping[str, object], key: str, path: Path) -> Mapping[str, object]:
    value = found.get(key, {})
    if not isinstance(value, dict):
        raise TrullError(f"{path}: {key}: expected a table")
    return value


def _words(
    found: Mapping[str, object], key: str, path: Path, usual: tuple[str, ...] = ()
) -> tuple[str, ...]:
    value = found.get(key, [*usual])
    if not isinstance(value, list) or not value or not all(isinstance(w, str) for w in value):
        raise TrullError(f"{path}: {key}: expected a list of words")
    if len(set(value)) < len(value):
        raise TrullError(f"{path}: {key}: one is named twice")
    return tuple(value)


def _count(found: Mapping[str, object], key: str, path: Path, usual: int | None = None) -> int:
    value = found.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= HIGHEST:
        raise TrullError(f"{path}: {key}: expected a number up to {HIGHEST}, found {value!r}")
    return value


def _check(league: League, path: Path) -> None:
    if len(league.bots) < 2:
        raise TrullError(f"{path}: bots: expected two at least")
    for bot in league.bots:
        bots.invited(bot, 0)
    for name in league.rules:
        players_of(ruleset.load(name), league.players)
    for seating in league.seatings:
        if seating not in SEATINGS:
            raise TrullError(f"{path}: seatings: {seating!r} is none of {', '.join(SEATINGS)}")
    if not all(part.deals for part in league.parts):
        raise TrullError(f"{path}: deals: expected one at least")


# Playing


def pairings(league: League) -> list[Pairing]:
    """Every match; alone among strangers, A against B is not B against A."""
    return [
        Pairing(rules, seating, part, a, b)
        for rules in league.rules
        for seating in league.seatings
        for part in league.parts
        for a, b in (permutations if seating == "one" else combinations)(league.bots, 2)
    ]


def play(
    league: League,
    jobs: int = 0,
    progress: Progress = lambda _deals: None,
    *,
    ray: bool = False,
) -> Board:
    """Play all matches."""
    duels: dict[tuple[str, str, Part], dict[tuple[str, str], Tally]] = {}
    jobs = workers_for(jobs, max(part.deals for part in league.parts))
    with hired(jobs, ray) as workers:
        for pairing in pairings(league):
            deals = range(pairing.part.deals)
            tally = played(workers, _plan(league, pairing), deals, jobs=jobs, progress=progress)
            table = duels.setdefault((pairing.rules, pairing.seating, pairing.part), {})
            table[pairing.a, pairing.b] = tally
    return Board(
        name=league.name,
        trull=__version__,
        bots=league.bots,
        commitment=league.commitment,
        tables=tuple(_sheet(league, *key, table) for key, table in duels.items()),
    )


def _plan(league: League, pairing: Pairing) -> Plan:
    rules = ruleset.load(pairing.rules)
    return Plan(
        a=pairing.a,
        b=pairing.b,
        rules=rules,
        players=players_of(rules, league.players),
        seed=pairing.part.seed,
        seating=pairing.seating,
    )


# The board


@dataclass(frozen=True)
class Edge:
    """Points a seat brings more per deal, and their 95 % interval; of one deal there is none."""

    mean: float
    ci95: tuple[float, float] | None


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The results by one rule set in one seating on one part of the deals."""

    rules: str
    version: int
    fingerprint: str
    seating: str
    part: str
    seed: int
    deals: int
    players: int
    cross: dict[str, dict[str, Edge]]  # of the row against the column
    ranking: dict[str, Edge]  # against the field, the best first
    failures: dict[str, int]
    seconds_per_act: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class Board:
    """All results of a league."""

    name: str
    trull: str
    bots: tuple[str, ...]
    commitment: str
    tables: tuple[Sheet, ...]

    @property
    def checksum(self) -> str:
        """The SHA-256 of the results; what the clock measured is no part of them."""
        results = [{**asdict(table), "seconds_per_act": None} for table in self.tables]
        return sha256(json.dumps(results).encode()).hexdigest()

    def told(self) -> str:
        """The board as JSON."""
        return json.dumps({**asdict(self), "sha256": self.checksum}, indent=1) + "\n"


def _sheet(league: League, rules: str, seating: str, part: Part, table: Duels) -> Sheet:
    loaded = ruleset.load(rules)
    return Sheet(
        rules=rules,
        version=loaded.version,
        fingerprint=ruleset.fingerprint(loaded),
        seating=seating,
        part=part.name,
        seed=part.seed,
        deals=part.deals,
        players=players_of(loaded, league.players),
        cross={a: _row(league, a, table) for a in league.bots},
        ranking=_ranking(league, table, Random(f"league {part.seed}")),
        failures={
            bot: sum(len(d.failures[side]) for d, side in _sides(bot, table)) for bot in league.bots
        },
        seconds_per_act={bot: _per_act(bot, table) for bot in league.bots},
    )


def _row(league: League, a: str, table: Duels) -> dict[str, Edge]:
    found = {}
    for b in league.bots:
        if (a, b) in table:
            found[b] = _edge(table[a, b].mean, table[a, b].interval)
        elif (b, a) in table:
            low, high = table[b, a].interval
            found[b] = _edge(-table[b, a].mean, (-high, -low))
    return found


def _edge(mean: float, interval: tuple[float, float]) -> Edge:
    low, high = interval
    sure = abs(low) != float("inf")
    return Edge(_round(mean), (_round(low), _round(high)) if sure else None)


def _round(number: float) -> float:
    return round(number, 4) + 0.0  # no -0.0


def _edges(a: str, b: str, table: Duels) -> dict[int, float]:
    """What each deal brought to A more than to B."""
    if (a, b) in table:
        return table[a, b].edges
    return {number: -edge for number, edge in table[b, a].edges.items()}


def _ranking(league: League, table: Duels, rng: Random) -> dict[str, Edge]:
    """The bots by their mean against the field; its interval by drawing deals again."""
    found = {}
    for bot in league.bots:
        field = [_edges(bot, other, table) for other in league.bots if other != bot]
        deals = [fmean(edges[number] for edges in field) for number in sorted(field[0])]
        means = sorted(fmean(rng.choices(deals, k=len(deals))) for _ in range(RESAMPLES))
        interval = (means[RESAMPLES // 40], means[-1 - RESAMPLES // 40])
        found[bot] = _edge(fmean(deals), interval if len(deals) > 1 else NOTHING_SURE)
    return dict(sorted(found.items(), key=lambda row: -row[1].mean))


def _sides(bot: str, table: Duels) -> Iterator[tuple[Tally, str]]:
    """The matches of a bot, and whether it was A or B in them."""
    for pair, duel in table.items():
        for side, name in zip("AB", pair, strict=True):
            if name == bot:
                yield duel, side


def _per_act(bot: str, table: Duels) -> float:
    acts = sum(duel.thinking(side).acts for duel, side in _sides(bot, table))
    seconds = sum(duel.seconds[side] for duel, side in _sides(bot, table))
    return round(seconds / max(acts, 1), 7)


# The page


def page(board: Board) -> str:
    """The board for people."""
    lines = [f"# {board.name}", "", f"Trull {board.trull}; results `{board.checksum}`."]
    if board.commitment:
        lines.append(f"Sealed deals by the commitment `{board.commitment}`.")
    for table in board.tables:
        lines += ["", *_page_of(table)]
    return "\n".join(lines) + "\n"


def _page_of(table: Sheet) -> Iterator[str]:
    names = list(table.ranking)
    yield f"## {table.rules} v{table.version}, {table.seating}, {table.part}"
    yield ""
    yield f"{table.deals} deals, seed {table.seed}: points a seat of the row brings more per deal."
    yield ""
    yield f"| | {' | '.join(names)} | field | replaced acts | ms an act |"
    yield "|---" * (len(names) + 4) + "|"
    for bot in names:
        cells = [_cell(table.cross[bot].get(other)) for other in names]
        cells += [_cell(table.ranking[bot]), str(table.failures[bot])]
        yield f"| {bot} | {' | '.join(cells)} | {1000 * table.seconds_per_act[bot]:.3g} |"


def _cell(edge: Edge | None) -> str:
    if edge is None:
        return ""
    sure = "" if edge.ci95 is None else f" ({edge.ci95[0]:+.2f} … {edge.ci95[1]:+.2f})"
    return f"{edge.mean:+.2f}{sure}"

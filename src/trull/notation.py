"""The record notation (TRN): a text a player can read, both ways.

    [Trull "1"]
    [Rules "…"]
    [Forehand "1"]
    [Pack "HK …"]

    ; play
    1 play H4 | 2 play HK | 3 play H1 | 0 play T7

    [Points "-1 +3 -1 -1"]

Tags, then acts, then the result. A ``;`` opens a comment. ``docs/notation.md`` has the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from trull import laws, ruleset
from trull.cards import Card, Pack
from trull.errors import IllegalAction, NotationError, TrullError
from trull.game import Game
from trull.ruleset import RuleSet, Value
from trull.settlement import Amount, shown, whole
from trull.state import ARBITER, Act, Action, Seat, Setup
from trull.written import amount, is_count, is_line

FORMAT = "1"
BOM = "\ufeff"
ACTS = 1000
"""How many acts of one deal a server looks at; at a table there are never so many."""
BEGINNING = f'expected a record, beginning with [Trull "{FORMAT}"]'
_NAME = re.compile(r"\w+")
_TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*(?:;.*)?$')
_KNOWN = ("Trull", "Rules", "House", "Set", "Seats", "Forehand", "Dealer", "Context", "Pack")
_RESULT = ("Points", "Money")
_ARBITER = "*"


@dataclass(frozen=True, kw_only=True)
class Record:
    """A deal as it is kept: the set-up, the acts, free tags and the result."""

    setup: Setup
    acts: tuple[Act, ...]
    tags: Mapping[str, str] = field(default_factory=dict)  # Players, Date, Event …
    points: tuple[Amount, ...] | None = None
    money: tuple[Amount, ...] | None = None


def of_game(game: Game, tags: Mapping[str, str] | None = None) -> Record:
    """The record of a game, with its result if it is over."""
    result = game.settlement()
    return Record(
        setup=game.setup,
        acts=tuple(game.log),
        tags=dict(tags or {}),
        points=result.points if result else None,
        money=result.money if result else None,
    )


def replayed(record: Record) -> Game:
    """The game of a record, its result checked; NotationError names the act that cannot be."""
    game = Game(record.setup)
    for number, act in enumerate(record.acts, 1):
        try:
            game.apply(act.seat, act.action)
        except IllegalAction as error:
            problem = f"act {number} ({who(act.seat)} {act.action}): {error}"
            raise NotationError(problem, code="act") from error
    check_result(record, game)
    return game


def bounded(record: Record) -> None:
    """NotationError if a deal has more acts than any: every view of it tells all of them."""
    if len(record.acts) > ACTS:
        found = len(record.acts)
        raise NotationError(f"expected at most {ACTS} acts in a deal, found {found}")


def check_result(record: Record, game: Game) -> None:
    """NotationError where a record's result is not what its acts give."""
    result = game.settlement()
    for name, claimed, found in (
        ("Points", record.points, result.points if result else None),
        ("Money", record.money, result.money if result else None),
    ):
        if claimed is not None and claimed != found:
            told = "none, the deal is not over" if found is None else _amounts(found)
            problem = f"{name} say {_amounts(claimed)}; the acts give {told}"
            raise NotationError(problem, code="points")


# Writing


def format_record(record: Record) -> str:
    """The text of a record."""
    return "\n".join([*_head(record), "", *_acts(record), "", *_foot(record)]).rstrip() + "\n"


def _head(record: Record) -> Iterator[str]:
    setup = record.setup
    rules = setup.rules
    yield _tag("Trull", FORMAT)
    yield _tag("Rules", f"{rules.name} {rules.version}")
    if rules.house:
        yield _tag("House", rules.house)
    if rules.changes:
        yield _tag("Set", " ".join(f"{k}={_word(v)}" for k, v in sorted(rules.changes.items())))
    for key, value in record.tags.items():
        if key in _KNOWN + _RESULT:
            raise NotationError(f"[{key}] is the record's own and no free tag")
        yield _tag(key, value)
    yield _tag("Seats", str(setup.seats))
    yield _tag("Forehand", str(setup.forehand))
    yield _tag("Dealer", "-" if setup.dealer is None else str(setup.dealer))
    if setup.context:
        yield _tag("Context", " ".join(f"{k}={v}" for k, v in sorted(setup.context.items())))
    pack = laws.of(rules.game).pack
    codes = [pack.code(card) for card in setup.pack]
    for start in range(0, len(codes), 18):
        yield _tag("Pack", " ".join(codes[start : start + 18]))


def _acts(record: Record) -> Iterator[str]:
    """Acts in lines: a new line for each phase, and for each round of the seats within one."""
    game = Game(record.setup)
    phase, line = "", list[str]()
    for act in record.acts:
        if game.phase != phase or len(line) == record.setup.seats:
            if line:
                yield " | ".join(line)
            line = []
        if game.phase != phase:
            phase = game.phase
            yield f"; {phase}"
        line.append(f"{who(act.seat)} {act.action}")
        game.apply(act.seat, act.action)
    if line:
        yield " | ".join(line)


def who(seat: Seat) -> str:
    """A seat as acts name it; the arbiter has none."""
    return _ARBITER if seat == ARBITER else str(seat)


def _foot(record: Record) -> Iterator[str]:
    if record.points is not None:
        yield _tag("Points", _amounts(record.points))
    if record.money is not None:
        yield _tag("Money", _amounts(record.money))


def _tag(name: str, value: str) -> str:
    """A tag in a line of its own; what would not read back as the same tag is not written."""
    if not _NAME.fullmatch(name) or not is_line(value):
        raise NotationError(f"[{name}]: a tag is one word and its value one line; found {value!r}")
    quoted = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{quoted}"]'


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _amounts(amounts: Iterable[Amount]) -> str:
    return " ".join(shown(amount) for amount in amounts)


# Reading


def parse(text: str) -> Record:
    """The record of a text; NotationError says line and column of what cannot be read."""
    records = parse_all(text)
    if len(records) != 1:
        raise NotationError(f"expected one record, found {len(records)}", 1, 1)
    return records[0]


def parse_all(text: str) -> tuple[Record, ...]:
    """All records of a text; each begins with its ``[Trull …]`` tag."""
    chunks: list[list[tuple[int, str]]] = []
    text = text.removeprefix(BOM)  # some editors put it before whatever they save
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith(";"):
            continue
        if line.lstrip().startswith("[Trull "):
            chunks.append([])
        if not chunks:
            raise NotationError(BEGINNING, number, 1, code="none")
        chunks[-1].append((number, line))
    if not chunks:
        raise NotationError(BEGINNING, 1, 1, code="none")
    return tuple(_record(chunk) for chunk in chunks)


class _Tags:
    """The tags of one record with the lines they stand on."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        self.last = 1

    def add(self, name: str, value: str, line: int) -> None:
        if name in self.values and name != "Pack":
            raise NotationError(f"a second [{name}]", line, 1)
        before = self.values.get(name)
        self.values[name] = value if before is None else f"{before} {value}"
        self.lines.setdefault(name, line)

    def need(self, name: str) -> str:
        if name not in self.values:
            raise NotationError(f"[{name} …] is missing", self.last, 1)
        return self.values[name]

    def number(self, name: str) -> int:
        value = self.need(name)
        if not is_count(value):
            raise self.error(name, f"expected a number, found {value[:40]!r}")
        return int(value)

    def error(self, name: str, problem: str, code: str = "broken") -> NotationError:
        return NotationError(f"[{name}]: {problem}", self.lines.get(name, self.last), 1, code)


def _record(chunk: list[tuple[int, str]]) -> Record:
    tags, lines = _Tags(), list[tuple[int, str]]()
    for number, line in chunk:
        tags.last = number
        if line.lstrip().startswith("["):
            name, value = _read_tag(line, number)
            tags.add(name, value, number)
        else:
            lines.append((number, line))
    if tags.need("Trull") != FORMAT:
        raise tags.error("Trull", f"this is format {FORMAT}; found {tags.values['Trull']!r}")
    setup = _read_setup(tags)
    free = {k: v for k, v in tags.values.items() if k not in _KNOWN + _RESULT}
    return Record(
        setup=setup,
        acts=tuple(act for n, line in lines for act in _read_acts(line, n, setup.seats)),
        tags=free,
        points=_read_amounts(tags, "Points", setup.seats),
        money=_read_amounts(tags, "Money", setup.seats),
    )


def _read_tag(line: str, number: int) -> tuple[str, str]:
    found = _TAG.match(line.strip())
    if not found:
        column = len(line) - len(line.lstrip()) + 1
        raise NotationError('expected a tag such as [Dealer "0"]', number, column)
    return found[1], re.sub(r"\\(.)", r"\1", found[2])


def _read_acts(line: str, number: int, seats: int) -> Iterator[Act]:
    column = 1
    for part in line.split(";")[0].split("|"):
        words = part.split()
        at = column + len(part) - len(part.lstrip())
        if len(words) < 2 or not (is_count(words[0]) or words[0] == _ARBITER):
            raise NotationError(f"expected 'seat verb …', found {part.strip()[:40]!r}", number, at)
        seat = ARBITER if words[0] == _ARBITER else Seat(int(words[0]))
        if seat >= seats:
            raise NotationError(f"there are only seats 0 to {seats - 1}", number, at, "seats")
        yield Act(seat, Action(words[1], tuple(words[2:])))
        column += len(part) + 1


def _read_setup(tags: _Tags) -> Setup:
    rules = _read_rules(tags)
    seats, forehand = tags.number("Seats"), tags.number("Forehand")
    dealer = None if tags.need("Dealer") == "-" else Seat(tags.number("Dealer"))
    if not seats:
        raise tags.error("Seats", "expected one seat at least", "seats")
    for name, seat in (("Forehand", forehand), ("Dealer", dealer)):
        if seat is not None and seat >= seats:
            raise tags.error(name, f"there are only seats 0 to {seats - 1}", "seats")
    return Setup(
        rules=rules,
        seats=seats,
        forehand=Seat(forehand),
        dealer=dealer,
        pack=_read_pack(tags, laws.of(rules.game).pack),
        context={k: _whole(tags, "Context", v) for k, v in _pairs(tags, "Context").items()},
    )


def _read_rules(tags: _Tags) -> RuleSet:
    words = tags.need("Rules").split()
    if len(words) != 2 or not is_count(words[1]):
        raise tags.error("Rules", "expected a rule set and its version")
    changes = _pairs(tags, "Set")
    try:
        return ruleset.changed(words[0], int(words[1]), changes, tags.values.get("House", ""))
    except TrullError as error:
        raise tags.error("Rules", str(error), "rules") from None


def _read_pack(tags: _Tags, pack: Pack) -> tuple[Card, ...]:
    try:
        cards = pack.read(tags.need("Pack"))
    except NotationError as error:
        raise tags.error("Pack", error.problem) from None
    if len(set(cards)) != len(cards):
        raise tags.error("Pack", "a card stands there twice", "twice")
    return cards


def _pairs(tags: _Tags, name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in tags.values.get(name, "").split():
        key, equals, value = word.partition("=")
        if not equals:
            raise tags.error(name, f"expected key=value, found {word!r}")
        if key in found:
            raise tags.error(name, f"{key} stands there twice")
        found[key] = value
    return found


def _whole(tags: _Tags, name: str, text: str) -> int:
    if not is_count(text.removeprefix("-")):
        raise tags.error(name, f"expected a whole number, found {text[:40]!r}")
    return int(text)


def _read_amounts(tags: _Tags, name: str, seats: int) -> tuple[Amount, ...] | None:
    if name not in tags.values:
        return None
    try:
        amounts = tuple(whole(amount(word)) for word in tags.values[name].split())
    except ValueError:
        raise tags.error(name, "expected amounts such as +3 -1 -1 -1") from None
    if len(amounts) != seats:
        raise tags.error(name, f"expected {seats} amounts, found {len(amounts)}")
    return amounts

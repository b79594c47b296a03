"""A cup's plan: everything in which cups differ, as data (``cups/*.toml``).

A plan says only what is different from ``default``; a file of the organiser's own may say
``base = "tirol"``. Whatever cannot be so is a CupError with file and key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib import resources
from pathlib import Path
from typing import Literal, cast, get_args

from trull import laws, ruleset
from trull.cup import season
from trull.cup.season import Scheme
from trull.errors import CupError, TrullError
from trull.ruleset import RuleSet
from trull.written import UTF8, unreadable

NUMBERS = "numbers"
"""Instead of a rule set: the cup's book is not here, only sums and shape are checked."""

Seating = Literal["all_at_once", "each_round", "by_standings", "last_round_by_standings"]
Tie = Literal["best_round", "next_best_rounds", "table_wins", "rank_points", "lot"]
Boards = Literal["", "matchpoints", "cross", "difference"]
KontraTo = Literal["players", "charity"]
Public = Literal["off", "initials", "full"]
Section = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a cup is played, ranked and paid."""

    name: str = "default"
    title: Mapping[str, str] = field(default_factory=dict)
    rules: str = NUMBERS
    options: Mapping[str, object] = field(default_factory=dict)
    rounds: int = 3
    least: int = 4  # people at a table
    most: int = 5
    playing: int = 4  # of these play at the same time
    deals: int = 16
    deals_large: int = 20
    minutes: int = 70
    seating: Seating = "all_at_once"
    best_rounds: int = 0  # so many of the best rounds count; 0: all
    ties: tuple[Tie, ...] = ("best_round", "next_best_rounds", "lot")
    boards: Boards = ""  # every table plays the same, compared by this method
    scale: tuple[int, ...] = ()  # of ``cross``: where its steps lie
    online: bool = False  # every table is a room of the house that serves the cup
    turn_s: int = 60  # seconds for an act in such a room, 0: no clock
    rank_points: tuple[int, ...] = ()  # for the places at a table, the first first
    zero_sum: bool = True  # plus and minus are written
    strike: str = ""  # the clause by which an unclear row is struck
    kontra: bool = False  # counts in the points that rank
    kontra_to: KontraTo = "players"
    cents_per_point: int = 10
    fee_cents: int = 0
    prizes: tuple[int, ...] = ()  # cents for the first, the second …
    objections_min: int = 15
    public: Public = "initials"  # how strangers see the people of the cup

    def deals_at(self, people: int) -> int:
        """Deals a table of that size plays in a round."""
        return self.deals_large if people > self.least else self.deals

    def book(self) -> RuleSet | None:
        """The rule set of the cup; None where only numbers are written."""
        return None if self.rules == NUMBERS else ruleset.load(self.rules, dict(self.options))


DEFAULT = Plan()
KEYS = frozenset(one.name for one in fields(Plan))
NESTED = {
    "deals": {"four": "deals", "five": "deals_large"},
    "sizes": {"least": "least", "most": "most", "playing": "playing"},
    "counts": {
        "kontra": "kontra",
        "kontra_to": "kontra_to",
        "cents_per_point": "cents_per_point",
        "best_rounds": "best_rounds",
        "zero_sum": "zero_sum",
    },
    "money": {"fee_cents": "fee_cents", "prizes": "prizes"},
}
"""Tables of a plan file, and the fields their keys are."""
SPANS = {
    "rounds": (1, 20),
    "least": (2, 10),
    "most": (2, 10),
    "playing": (2, 10),
    "deals": (1, 200),
    "deals_large": (1, 200),
    "minutes": (1, 1440),
    "turn_s": (0, 3600),
    "best_rounds": (0, 20),
    "cents_per_point": (0, 100_000),
    "fee_cents": (0, 10_000_000),
    "objections_min": (0, 10_000),
}
CHOICES: Mapping[str, tuple[str, ...]] = {
    "seating": get_args(Seating),
    "ties": get_args(Tie),
    "boards": get_args(Boards),
    "kontra_to": get_args(KontraTo),
    "public": get_args(Public),
}


def published() -> tuple[str, ...]:
    """The plans that come with Trull."""
    folder = resources.files(__package__) / "cups"
    return tuple(sorted(path.name[:-5] for path in folder.iterdir() if path.name.endswith(".toml")))


def load(name: str) -> Plan:
    """A published plan by its name, or one from a file.

    >>> load("tirol").rounds, load("tirol").kontra_to
    (3, 'charity')
    """
    text, place = _text_of(name)
    return parsed(text, place, Path(name).stem if name.endswith(".toml") else name)


def _text_of(name: str) -> tuple[str, str]:
    """The text of a plan, and what its file is called."""
    if name.endswith(".toml"):
        try:
            return Path(name).read_text(encoding=UTF8), name
        except (OSError, UnicodeDecodeError) as error:
            raise CupError(name, unreadable(error)) from None
    if name not in published():
        raise CupError(name, f"no such plan; there are {', '.join(published())}, or FILE.toml")
    path = resources.files(__package__) / "cups" / f"{name}.toml"
    return path.read_text(encoding="utf-8"), f"{name}.toml"


def _toml(text: str, place: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CupError(place, str(error)) from None


def season_of(name: str) -> Scheme:
    """How a plan adds evenings up to a season.

    >>> season_of("tirol").points, season_of("tirol").best
    ('tirol', 6)
    """
    told = _toml(*_text_of(name)).get("season", {})
    return season.scheme(cast(Section, _typed(told, Mapping, "a table", name)), f"{name}: season")


def parsed(text: str, place: str, name: str) -> Plan:
    """The plan a text says."""
    told = _toml(text, place)
    told.pop("season", None)  # read by ``season_of``
    base = told.pop("base", "default" if name != "default" else "")
    below = load(str(base)) if base else DEFAULT
    return made({**_told(below), **_flat(told, place), "name": name}, place)


def _told(plan: Plan) -> dict[str, object]:
    return {one.name: getattr(plan, one.name) for one in fields(plan)}


def _flat(told: Mapping[str, object], place: str) -> dict[str, object]:
    """The fields a file tells, whether in tables or not."""
    found: dict[str, object] = {}
    for key, value in told.items():
        inner = NESTED.get(key)
        if inner is None or not isinstance(value, Mapping):
            if key not in KEYS:
                raise CupError(f"{place}: {key}", "a plan has no such key")
            found[key] = value
            continue
        for part, one in value.items():
            if part not in inner:
                raise CupError(f"{place}: {key}.{part}", f"expected one of {', '.join(inner)}")
            found[inner[part]] = one
    return found


def made(told: Mapping[str, object], place: str) -> Plan:
    """A plan of these fields, once each is what it may be."""
    checked = {key: _checked(key, value, f"{place}: {key}") for key, value in told.items()}
    plan = Plan(**checked)  # type: ignore[arg-type]  # each was checked by its own field
    if not plan.playing <= plan.least <= plan.most:
        raise CupError(f"{place}: sizes", "expected playing ≤ least ≤ most")
    if plan.boards:
        _can_be_compared(plan, place)
    if plan.rules != NUMBERS:
        _agrees_with_its_book(plan, place)
    if plan.online:
        _can_be_played_in_rooms(plan, place)
    return plan


def _can_be_compared(plan: Plan, place: str) -> None:
    """Boards need seats that stay seats: tables of four, drawn for all rounds at once."""
    if not plan.playing == plan.least == plan.most == 4:
        raise CupError(f"{place}: sizes", "boards are played at tables of four")
    if plan.seating != "all_at_once":
        raise CupError(f"{place}: seating", "with boards all rounds are drawn at once")
    if plan.rules == NUMBERS or not plan.zero_sum:
        raise CupError(
            f"{place}: rules", "boards are dealt by a rule book that writes plus and minus"
        )
    if {"table_wins", "rank_points"} & set(plan.ties):
        raise CupError(f"{place}: ties", "with boards nobody is compared with his own table")


def _can_be_played_in_rooms(plan: Plan, place: str) -> None:
    """Rooms need a book to play by that seats tables of every size; they shuffle for themselves."""
    if plan.boards:
        raise CupError(f"{place}: online", "a room deals its own cards; boards need tables")
    book = plan.book()
    if book is None:
        raise CupError(f"{place}: rules", "rooms are played by a rule book")
    seats = laws.of(book.game).seats(book)
    if not {*range(plan.least, plan.most + 1)} <= {*seats}:
        told = ", ".join(map(str, sorted(seats)))
        raise CupError(f"{place}: sizes", f"this book is played by {told}")


def _agrees_with_its_book(plan: Plan, place: str) -> None:
    try:
        book = plan.book()
    except TrullError as error:
        raise CupError(f"{place}: rules", str(error)) from None
    assert book is not None
    if "cents_per_point" in book.options and not plan.cents_per_point:
        cited = book.options["cents_per_point"].clause
        raise CupError(f"{place}: cents_per_point", f"this book is played for money ({cited})")


def _checked(key: str, value: object, place: str) -> object:
    default = getattr(DEFAULT, key, None)
    if key not in KEYS:
        raise CupError(place, "a plan has no such key")
    if isinstance(default, bool):
        return _typed(value, bool, "true or false", place)
    if isinstance(default, int):
        return _number(value, SPANS[key], place)
    if isinstance(default, tuple):
        return _list(key, value, place)
    if isinstance(default, Mapping):
        return dict(cast(Section, _typed(value, Mapping, "a table", place)))
    word = _typed(value, str, "a word", place)
    if key in CHOICES and word not in CHOICES[key]:
        raise CupError(place, f"expected one of {', '.join(CHOICES[key])}; found {word!r}")
    return word


def _typed(value: object, kind: type, wanted: str, place: str) -> object:
    if not isinstance(value, kind):
        raise CupError(place, f"expected {wanted}, found {str(value)[:40]!r}")
    return value


def _number(value: object, span: tuple[int, int], place: str) -> int:
    if type(value) is not int or not span[0] <= value <= span[1]:
        raise CupError(place, f"expected a number from {span[0]} to {span[1]}")
    return value


def _list(key: str, value: object, place: str) -> tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise CupError(place, "expected a list")
    if key in CHOICES:
        wrong = [one for one in value if one not in CHOICES[key]]
        if wrong:
            raise CupError(place, f"expected some of {', '.join(CHOICES[key])}; found {wrong[0]!r}")
        return tuple(value)
    return tuple(_number(one, (0, 10**9), place) for one in value)


def changed(plan: Plan, path: str, value: object) -> Plan:
    """The plan with one field set otherwise; ``path`` is its name."""
    if path not in KEYS - {"name", "title"}:
        raise CupError(path[:40], "a plan has no such key")
    return made({**_told(plan), path: value}, plan.name)


def as_data(plan: Plan) -> dict[str, object]:
    """All a plan says, as plain values; ``made`` reads it back."""
    told = asdict(plan)
    return {key: list(v) if isinstance(v, tuple) else v for key, v in told.items()}

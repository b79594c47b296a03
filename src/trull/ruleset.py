"""Rule sets: what a committee may change, as data with the clause beside each number.

A rule set is a TOML file. A published one stands alone or on a ``base``; a house rule names its
base and states only its difference. Sections are tables of named rows (``contract.rufer``,
``bonus.pagat``, ``option.klopfen`` …); what a row means is decided in ``laws/``. The section
``cite`` says under which clause this rule set regulates what the code does.

    name = "haus/stammtisch"
    base = "koenigrufen/tirol"

    [option]
    klopfen = false               # an option may be set by its bare value

    [contract.rufer]
    value = 2

A rule set in force is a published one plus *changes*: a flat map from dotted key to value. That
is what a record carries, so an old game always finds the numbers it was played by.

The newest version of a published rule set is ``<game>/<book>.toml``; older ones stay beside it as
``<book>@<version>.toml``. A base is named with its version (``"perlaggen/1890 1"``), so nobody's
rules change because somebody else's did; ``docs/versions.md`` has the whole.
"""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
import tomllib
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from trull import games
from trull.errors import RuleSetError
from trull.written import HIGHEST, UTF8, is_count, is_line, legible, unreadable

Value = bool | int | str
Row = Mapping[str, Any]
Section = Mapping[str, Row]

HEAD = ("name", "base", "game", "version", "title", "source")


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of a rule set: its value, what else it may be, and the clause it serves."""

    name: str
    value: Value
    clause: str
    values: tuple[Value, ...] = ()  # empty: any value of the same type
    least: int | None = None
    most: int | None = None

    def check(self, value: object, place: str) -> Value:
        """``value`` if this option may have it."""
        if isinstance(value, str) and not isinstance(self.value, str):
            value = _unquoted(value, self.value)
        if not isinstance(value, bool | int | str) or type(value) is not type(self.value):
            raise RuleSetError(place, f"expected {_kind(self.value)}, found {value!r}")
        if isinstance(value, str) and any(c.isspace() for c in value):  # a record could not keep it
            raise RuleSetError(place, f"expected one word, found {value!r}")
        if self.values and value not in self.values:
            expected = ", ".join(_shown(v) for v in self.values)
            raise RuleSetError(place, f"expected one of {expected}; found {_shown(value)}")
        if isinstance(value, int) and abs(value) > HIGHEST:
            raise RuleSetError(place, f"no rule counts beyond {HIGHEST}")
        if self.least is not None and isinstance(value, int) and value < self.least:
            raise RuleSetError(place, f"expected at least {self.least}; found {value}")
        if self.most is not None and isinstance(value, int) and value > self.most:
            raise RuleSetError(place, f"expected at most {self.most}; found {value}")
        return value


@dataclass(frozen=True)
class RuleSet:
    """A rule set in force: a published one and what was changed."""

    name: str
    game: str
    version: int
    title: Mapping[str, str]
    source: str
    sections: Mapping[str, Section]
    options: Mapping[str, Option]
    changes: Mapping[str, Value] = field(default_factory=dict)
    house: str = ""

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.version, self.house, frozenset(self.changes.items())))

    def __hash__(self) -> int:
        return self._hash

    def __getitem__(self, option: str) -> Value:
        """The value of an option."""
        return self.options[option].value

    def section(self, name: str) -> Section:
        """The rows of a section, empty if the rule set has none."""
        return self.sections.get(name, {})

    def with_options(self, options: Mapping[str, object]) -> RuleSet:
        """The same rules with some options or presets (``skoty = true``) set otherwise."""
        changes = dict(self.changes)
        for key, value in options.items():
            changes |= _change(self, key, value)
        return _in_force(self.name, self.version, self.house, changes)

    @property
    def free(self) -> bool:
        """Whether unlawful acts can be done at this table, for a referee to rule on."""
        return "table" in self.options and self["table"] == "free"

    @property
    def cites(self) -> Mapping[str, str]:
        """For each topic of the laws the clause by which this rule set regulates it."""
        return {topic: str(clause) for topic, clause in self.section("cite").items()}

    @property
    def title_line(self) -> str:
        """Name, version and changes in one line."""
        changed = [f"{key}={_shown(value)}" for key, value in self.changes.items()]
        return " ".join([self.house or self.name, f"v{self.version}", *changed])


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two rule sets differ; a side is None where it has no such row or key."""

    section: str
    row: str
    key: str
    left: Any
    right: Any


def published() -> tuple[str, ...]:
    """The names of all rule sets: those of the house, and those of installed games."""
    found = []
    for game in games.names():
        found += [
            f"{game}/{file.name.removesuffix('.toml')}"
            for file in games.folder(game, "rulesets").iterdir()
            if file.name.endswith(".toml") and "@" not in file.name
        ]
    return tuple(sorted(found))


def versions(name: str) -> tuple[int, ...]:
    """Every version of a published rule set, the newest last.

    >>> 1 in versions("koenigrufen/tirol")
    True
    """
    newest = _published(name, None).version
    game, _, book = name.partition("/")
    files = [file.name for file in games.folder(game, "rulesets").iterdir()]
    older = [file[len(book) + 1 : -5] for file in files if file.startswith(f"{book}@")]
    return tuple(sorted({int(number) for number in older} | {newest}))


def fingerprint(rules: RuleSet) -> str:
    """A hash of everything a rule set says, its titles and the name of its source left out."""
    told = json.dumps([rules.game, rules.sections], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()


def load(
    name: str | Path, options: Mapping[str, object] | None = None, version: int | None = None
) -> RuleSet:
    """The rule set of that name, or the house rule in that file, with ``options`` set.

    >>> load("koenigrufen/tirol")["klopfen"]
    True
    >>> load("koenigrufen/tirol", {"skoty": True})["radl"]
    False
    """
    rules = _house(Path(name)) if _is_path(name) else _published(str(name), version)
    return rules.with_options(options) if options else rules


def changed(name: str, version: int, changes: Mapping[str, object], house: str = "") -> RuleSet:
    """A published rule set with a record's changes."""
    rules = _published(name, version)
    checked: dict[str, Value] = {}
    for key, value in changes.items():
        checked |= _change(rules, key, value)
    return _in_force(name, version, house, checked)


def diff(left: RuleSet, right: RuleSet) -> tuple[Difference, ...]:
    """Where two rule sets differ, section by section, row by row."""
    return tuple(_differences(left, right))


def _differences(left: RuleSet, right: RuleSet) -> Iterator[Difference]:
    for section in dict.fromkeys([*left.sections, *right.sections]):
        if section == "cite":
            continue  # the same law under another number is no difference
        ours, theirs = left.section(section), right.section(section)
        for row in dict.fromkeys([*ours, *theirs]):
            if not (isinstance(ours.get(row), Mapping) and isinstance(theirs.get(row), Mapping)):
                if ours.get(row) != theirs.get(row):
                    yield Difference(section, row, "", ours.get(row), theirs.get(row))
                continue
            for key in dict.fromkeys([*ours[row], *theirs[row]]):
                a, b = ours[row].get(key), theirs[row].get(key)
                if a != b and key not in ("clause", "values"):
                    yield Difference(section, row, key, a, b)


# Reading


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or str(name).endswith(".toml")


def _published(name: str, version: int | None) -> RuleSet:
    """One object for each, however it is asked for: what is worked out is kept by rule set."""
    return _cached(name, int(_tables(name, version)["version"]), "", ())


@lru_cache(maxsize=256)
def _cached(name: str, version: int, house: str, changes: tuple[tuple[str, Value], ...]) -> RuleSet:
    plain = _tables(name, version)
    return _ruleset(_applied(plain, dict(changes)), plain, dict(changes), house, name)


def _in_force(name: str, version: int, house: str, changes: Mapping[str, Value]) -> RuleSet:
    plain = _published(name, version)
    differing = {k: v for k, v in changes.items() if _value_at(plain, k) != v}
    return _cached(name, version, house, tuple(sorted(differing.items())))


def _house(path: Path) -> RuleSet:
    """A house rule file: its base, and every value in which it departs from it."""
    tables = _parse(_text(path), str(path))
    rules = _published(*_base(tables, str(path)))
    changes: dict[str, Value] = {}
    for section, rows in tables.items():
        if section in HEAD:
            continue
        for key, value in _flat({section: rows}):
            changes |= _change(rules, key, value, str(path))
    house = str(tables.get("name", legible(path.stem)))
    if not is_line(house):
        raise RuleSetError(f"{path}: name", f"expected one line, found {house!r}")
    return _in_force(rules.name, rules.version, house, changes)


def _base(tables: Mapping[str, Any], place: str) -> tuple[str, int | None]:
    """The rule set a file stands on, and its version; None where a house takes the newest."""
    words = str(tables.get("base", "")).split()
    if len(words) == 1:
        return words[0], None
    if len(words) == 2 and is_count(words[1]):
        return words[0], int(words[1])
    expected = 'expected a published rule set and its version, such as "koenigrufen/tirol 1"'
    raise RuleSetError(f"{place}: base", expected)


def _flat(rows: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in rows.items():
        dotted = f"{above}.{key}" if above else key
        if isinstance(value, Mapping):
            yield from _flat(value, dotted)
        else:
            yield dotted, value


def _change(rules: RuleSet, key: str, value: object, file: str = "") -> dict[str, Value]:
    """One wish, as the changes it amounts to: an option, a preset, or a number of a row."""
    place = f"{file or rules.name}: {key}"
    option = key.removeprefix("option.").removesuffix(".value")
    if option in rules.options:
        return {f"option.{option}": rules.options[option].check(value, place)}
    preset = key.removeprefix("preset.")
    if preset in rules.section("preset"):
        if value not in (True, False, "true", "false"):
            raise RuleSetError(place, f"expected true or false, found {value!r}")
        return _preset(rules, preset, place) if value in (True, "true") else {}
    section, _, rest = key.partition(".")
    name, _, entry = rest.partition(".")
    row = None if section in ("option", "preset") else rules.section(section).get(name)
    if not isinstance(row, Mapping) or entry not in row:
        raise RuleSetError(place, f"{rules.name} has no such option, preset or row")
    names = entry == "card" or entry.endswith("option")  # of what the laws look for
    if names or not isinstance(row[entry], bool | int | str):
        raise RuleSetError(place, "only a number, a word or a switch can be changed")
    return {key: Option(key, row[entry], "").check(value, place)}


def _preset(rules: RuleSet, name: str, place: str) -> dict[str, Value]:
    changes: dict[str, Value] = {}
    for key, value in rules.section("preset")[name].items():
        if key != "clause":
            changes |= _change(rules, key, value, place)
    return changes


def _value_at(rules: RuleSet, key: str) -> object:
    section, row, *rest = key.split(".")
    return rules.section(section)[row]["value" if section == "option" else rest[0]]


def _applied(tables: Mapping[str, Any], changes: Mapping[str, Value]) -> dict[str, Any]:
    """The tables with the changes in them; ``value_option`` names where a row's value stands."""
    new = {k: copy.deepcopy(t) for k, t in tables.items()}
    for key, value in changes.items():
        section, row, *rest = key.split(".")
        new[section][row]["value" if section == "option" else rest[0]] = value
    for table in new.values():
        for row in table.values() if isinstance(table, dict) else ():
            if isinstance(row, dict) and "value_option" in row:
                row["value"] = new["option"][row["value_option"]]["value"]
    return new


@lru_cache(maxsize=64)
def _tables(name: str, version: int | None) -> Mapping[str, Any]:
    """The tables of a published file with those of its base filled in."""
    text, place = _published_text(name, version)
    tables = _parse(text, place)
    if "base" in tables:
        base, pinned = _base(tables, place)
        if pinned is None:
            raise RuleSetError(f"{place}: base", "a published rule set names its base's version")
        tables = _merged(_tables(base, pinned), tables)
    return tables


def _published_text(name: str, version: int | None) -> tuple[str, str]:
    if name not in published():
        raise RuleSetError(name, f"no such rule set; there are {', '.join(published())}")
    game, _, book = name.partition("/")
    folder = games.folder(game, "rulesets")
    text = (folder / f"{book}.toml").read_text(encoding="utf-8")
    if version is None or _parse(text, name).get("version") == version:
        return text, f"{name}.toml"
    old = folder / f"{book}@{version}.toml"
    if not old.is_file():
        raise RuleSetError(name, f"version {version} is not known here")
    return old.read_text(encoding="utf-8"), f"{name}@{version}.toml"


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """``own`` over ``base``; a row of ``own`` adds to the row of the same name below it."""
    merged = dict(base)
    for key, value in own.items():
        below = merged.get(key)
        if isinstance(value, Mapping) and isinstance(below, Mapping):
            merged[key] = _merged(below, value)
        else:
            merged[key] = value
    return merged


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding=UTF8)
    except (OSError, UnicodeDecodeError) as error:
        raise RuleSetError(str(path), unreadable(error)) from None


def _parse(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(place, f"not valid TOML: {error}") from None


def _ruleset(
    tables: Mapping[str, Any],
    plain: Mapping[str, Any],
    changes: Mapping[str, Value],
    house: str,
    name: str,
) -> RuleSet:
    for key in ("game", "version", "title", "source"):
        if key not in plain:
            raise RuleSetError(f"{name}.toml: {key}", "is missing")
    sections = {k: v for k, v in tables.items() if k not in HEAD}
    options = {
        option: _option(option, row, f"{name}.toml: option.{option}")
        for option, row in sections.get("option", {}).items()
    }
    return RuleSet(
        name=name,
        game=plain["game"],
        version=plain["version"],
        title=plain["title"],
        source=plain["source"],
        sections=sections,
        options=options,
        changes=changes,
        house=house,
    )


def _option(name: str, row: Row, place: str) -> Option:
    option = record(Option, {"name": name, **row}, place)
    option.check(option.value, place)
    return option


# Rows into records


class Span(NamedTuple):
    """The least and the most a number of a rule set can mean, both included."""

    least: int
    most: int

    def check(self, value: float, place: str) -> None:
        """RuleSetError where no game could be played by that number."""
        if not self.least <= value <= self.most:
            expected = f"expected {self.least} to {self.most}, found {value}"
            raise RuleSetError(place, expected)


Worth = Annotated[int, Span(-9_999, 9_999)]
"""A price in points or cents; more nobody has at stake in one deal."""

R = TypeVar("R")


def record(kind: type[R], row: Mapping[str, Any], place: str) -> R:
    """A dataclass made from a row; unknown, missing or mistyped keys are named."""
    fields, hints = _described(kind)  # type: ignore[arg-type]
    for key in row:
        if key not in fields:
            raise RuleSetError(f"{place}.{key}", f"unknown key; expected {', '.join(fields)}")
    given = {}
    for name, described in fields.items():
        if name in row:
            given[name] = _typed(row[name], hints[name], f"{place}.{name}")
        elif described.default is dataclasses.MISSING:
            raise RuleSetError(f"{place}.{name}", "is missing")
    return kind(**given)


@cache
def _described(kind: type) -> tuple[dict[str, dataclasses.Field[Any]], dict[str, Any]]:
    """The fields a row may fill, and their types: asked once, for they cost more than the rows."""
    fields = {f.name: f for f in dataclasses.fields(kind) if f.init}
    return fields, typing.get_type_hints(kind, include_extras=True)


def _typed(value: Any, hint: Any, place: str) -> Any:
    origin = typing.get_origin(hint)
    if origin is Annotated:
        kind, span = typing.get_args(hint)
        span.check(_typed(value, kind, place), place)
        return value
    if origin is Literal:
        if value not in typing.get_args(hint):
            words = ", ".join(map(repr, typing.get_args(hint)))
            raise RuleSetError(place, f"expected one of {words}; found {value!r}")
        return value
    if origin is tuple:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise RuleSetError(place, f"expected a list, found {value!r}")
        inner = typing.get_args(hint)[0]
        return tuple(_typed(item, inner, place) for item in value)
    allowed = typing.get_args(hint) if origin in (typing.Union, types.UnionType) else (hint,)
    for kind in allowed:
        if kind is float and type(value) in (int, float):
            return value
        if type(value) is kind:
            return value
    expected = " or ".join(getattr(kind, "__name__", str(kind)) for kind in allowed)
    raise RuleSetError(place, f"expected {expected}, found {value!r}")


def _unquoted(text: str, like: Value) -> object:
    if isinstance(like, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    return int(text) if is_count(text.removeprefix("-")) else text


def _kind(value: Value) -> str:
    return {bool: "true or false", int: "a whole number", str: "a word"}[type(value)]


def _shown(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

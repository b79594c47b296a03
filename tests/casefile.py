"""Clause cases: small TOML files in the words of the game, and what all games' cases share.

Every case names its clause(s), its rule set and its law in a sentence; ``against = true`` marks the
case in which the law forbids, or does not apply. What else stands there decides the kind, and each
game has kinds of its own: ``casefile_<game>.py`` tells and checks them.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

from trull import laws
from trull.game import Game
from trull.laws.court import Trial
from trull.learn.positions import words
from trull.learn.reader import rules_of
from trull.learn.school import Case as Case
from trull.ruleset import RuleSet
from trull.settlement import Line, Settlement, whole
from trull.state import Seat, action

FOLDER = Path(__file__).parent / "cases"
Kinds = Mapping[str, Callable[[Case, RuleSet], None]]


def all_cases() -> Iterator[tuple[str, Case]]:
    """Every case of every file, with a name for the test report."""
    for path in sorted(FOLDER.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("case", []):
            yield f"{path.stem}: {case['name']}", case


def clauses_of(case: Case) -> tuple[str, ...]:
    """The clauses a case is about."""
    named = case["clause"]
    return (named,) if isinstance(named, str) else tuple(cast(list[str], named))


def check(case: Case) -> None:
    """Assert what the case claims."""
    rules = rules_of(case)
    kinds: Kinds = importlib.import_module(f"casefile_{rules.game}").KINDS
    for kind, checker in kinds.items():
        if kind in case:
            checker(case, rules)
            return
    raise AssertionError(f"no known kind of case: {sorted(case)}")


def without_dash(value: object) -> object:
    """TOML has no word for nothing; ``-`` is ours."""
    if value == "-":
        return None
    if isinstance(value, dict):
        return {key: without_dash(item) for key, item in value.items()}
    return [without_dash(item) for item in value] if isinstance(value, list) else value


def plain(value: object) -> object:
    """Tuples as lists and None as ``-``, as TOML writes them."""
    if value is None:
        return "-"
    if isinstance(value, frozenset):
        return sorted(value)
    return [plain(item) for item in value] if isinstance(value, tuple) else value


# A game as a script tells it


def check_moment(case: Case, game: Game) -> None:
    """What may be done and what not, the phase, whose duty it is, and what each sees."""
    for text in words(case, "lawful"):
        assert _faults(game, text) == set(), text
    for text in words(case, "unlawful"):
        cited = _faults(game, text)
        assert cited, f"{text} was not refused"
        if case.get("cites", True):
            assert cited & set(clauses_of(case)), f"{text}: cites {cited}"
    if "phase" in case:
        assert game.phase == case["phase"]
    if "duty" in case:
        assert sorted(game.duty) == case["duty"]
    for seat, fields in cast(Mapping[str, Mapping[str, object]], case.get("view", {})).items():
        view = game.view_for(None if seat == "spectator" else Seat(int(seat)))
        for name, expected in fields.items():
            found = view.seen[-1].args if name == "last_words" else getattr(view, name)
            assert plain(found) == expected, f"seat {seat}: {name}"


def _faults(game: Game, text: str) -> set[str]:
    seat, _, said = text.partition(" ")
    return {fault.clause for fault in game.faults(Seat(int(seat)), action(said))}


def check_result(
    case: Case,
    result: Settlement | None,
    told: Callable[[Line], str] = lambda line: f"{line.item} {line.clause}",
) -> None:
    """What everybody has in the end, each line of it, and what it means for the sitting."""
    assert result is not None, "the deal is not over"
    for key in ("points", "money", "written"):
        if key in case:
            expected = [whole(Fraction(x)) for x in cast(Sequence[int | str], case[key])]
            assert list(getattr(result, key)) == expected, key
    if "items" in case:
        assert [told(line) for line in result.lines] == case["items"]
    if "notes" in case:
        assert list(result.notes) == case["notes"]


def check_breaches(case: Case, game: Game) -> None:
    """What nobody need have seen: ``seat kind trick`` of each breach."""
    if "breaches" in case:
        assert isinstance(game.state, Trial), "only a free table has a court"
        assert [f"{b.seat} {b.kind} {b.trick}" for b in game.state.breaches] == case["breaches"]


def check_table(case: Case, rules: RuleSet) -> None:
    """So many may sit down, or not."""
    assert (case["sit"] in laws.of(rules.game).seats(rules)) is case["may_sit"]

"""Evenings of sixteen deals for the score pad: what is told, what it pays, and how it is tapped."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from trull import laws, locale, ruleset
from trull.laws import told
from trull.laws.told import Field
from trull.ruleset import RuleSet
from trull.state import Sitting
from web.visiting import Visitor

Facts = Mapping[str, object]

RUFER: Facts = {"contract": "rufer", "declarer": 0, "partner": 2, "result": {"outcome": "won"}}
PAGAT = {"item": "pagat", "side": "declarer", "kontra": 1}
SAID = {**RUFER, "announcements": [PAGAT]}
TIROL: tuple[Facts, ...] = (
    RUFER,
    {**RUFER, "declarer": 1, "partner": 3, "kontra": 1},
    {**SAID, "result": {"declarer_thirds": 140, "made": {"pagat": "declarer"}}},
    {"contract": "trischaken", "result": {"thirds": [60, 45, 105, 0], "virgins": [3]}},
    {"contract": "dreier", "declarer": 2, "result": {"outcome": "lost"}, "kontra": 2},
    {**RUFER, "declarer": 3, "partner": None, "result": {"declarer_thirds": 96}},
    {"contract": "bettler", "declarer": 1, "kontra": {"0": 1}, "result": {"outcome": "won"}},
    {"contract": "solorufer", "declarer": 0, "partner": 1, "result": {"outcome": "won"}},
    {**RUFER, "result": {"outcome": "won", "made": {"trull": "defenders"}}},
    {**RUFER, "schleifen": True, "partner": None, "result": {}},
    {**SAID, "result": {"outcome": "lost", "made": {"trull": "declarer"}}},
    {**RUFER, "renonce": {"seats": [1]}, "result": {}},
    {"contract": "trischaken", "result": {"thirds": [100, 50, 30, 30], "virgins": []}},
    {"contract": "dreier", "declarer": 3, "result": {"outcome": "won"}},
    {**RUFER, "declarer": 2, "partner": 0, "result": {"declarer_thirds": 108}},
    {"contract": "piccolo", "declarer": 2, "result": {"outcome": "lost"}},
)
LHOMBRE: tuple[Facts, ...] = tuple(
    {"bid": bid, "ombre": n % 3, "points": points}
    | ({"volte": "won"} if points == 78 else {})
    | ({"offenders": [1, 1]} if n == 4 else {})
    for n, (bid, points) in enumerate(
        [
            (bid, points)
            for points in (45, 30, 52, 38)
            for bid in ("un", "deux", "sans_prendre", "un")
        ]
    )
)
PERLAGGEN: tuple[Facts, ...] = tuple(
    {
        "entries": [
            {"item": "G", "party": n % 2, "points": 1 + n % 3},
            {"item": "H", "party": (n // 2) % 2, "points": 1},
            *([{"item": "overbid", "party": 1}] if n in (3, 9) else []),
        ]
    }
    for n in range(16)
)
EVENINGS = {
    "koenigrufen/tirol": TIROL,
    "lhombre/compagnie": LHOMBRE,
    "perlaggen/1890": PERLAGGEN,
}


def opened(rules: RuleSet) -> Sitting:
    """A sitting that begins as the pad's does, with the dealer last in order."""
    game = laws.of(rules.game)
    players = min(game.seats(rules))
    return game.open_sitting(rules, players, min(3, players - 1))


def known(rules: RuleSet, deals: tuple[Facts, ...]) -> Iterator[dict[str, object]]:
    """Each deal with what who keeps the sheet knows besides: a Radl, the slate."""
    way, sitting = told.of(rules.game), opened(rules)
    for deal in deals:
        given = {**deal, **way.dealt(sitting)}
        assert not way.faults(rules, given), (deal, way.faults(rules, given))
        yield given
        sitting, _ = way.closed(sitting, deal)


def settled(name: str, deals: tuple[Facts, ...], folder: Path) -> list[list[int | str]]:
    """What ``trull settle`` says of each deal, as it is written on a sheet."""
    path = folder / "evening.json"
    cases = [{"ruleset": name, **one} for one in known(ruleset.load(name), deals)]
    path.write_text(json.dumps(cases), encoding="utf-8")
    command = [sys.executable, "-m", "trull", "settle", str(path), "--json"]
    found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return [one["written"] or one["points"] for one in found]


# At the page


class Tapping:
    """Enters told deals on the pad, field by field as the form asks for them."""

    def __init__(self, anna: Visitor, name: str) -> None:
        self._anna, self._main = anna, anna.page.locator("main")
        self._rules, self._words = ruleset.load(name), locale.catalogue(anna.lang)
        self._tree = told.of(self._rules.game).tree(self._rules)

    def enter(self, facts: Facts) -> None:
        """Tell a deal and write its row."""
        asked = [field for field in told.standing(self._tree, facts) if field.asked != "never"]
        for field in asked:
            if field.kind == "said":
                self._tell_items(field, facts)  # with them what was made in silence
            elif told.at(facts, field.key) is not None and field.kind != "sides":
                self._tell(field, facts)
        self._anna.button("pad.write").click()

    def _label(self, field: Field) -> str:
        labels = self._words["field"]
        return str(labels.get(f"{field.key}.{field.kind}") or labels[field.key])

    def _button(self, name: str, nth: int = 0) -> None:
        self._main.get_by_role("button", name=name, exact=True).nth(nth).click()

    def _tell(self, field: Field, facts: Facts) -> None:
        value = told.at(facts, field.key)
        if field.asked == "seldom":
            self._button(f"{self._label(field)} …")
        if field.kind == "entries":
            self._tell_entries(cast("list[Facts]", value))
        elif field.kind in ("points", "number", "each_points"):
            self._type(field, value)
        else:
            self._tap(field, value)

    def _type(self, field: Field, value: object) -> None:
        """Numbers; card points are told in thirds."""
        several = field.kind == "each_points"
        boxes = self._main.locator(".four input")
        if not several:
            boxes = self._main.get_by_label(self._label(field), exact=True)
        numbers = cast("list[int]", value if several else [value])
        for nth, n in enumerate(numbers):
            boxes.nth(nth).fill(f"{n / (1 if field.kind == 'number' else 3):.2f}")

    def _tap(self, field: Field, value: object) -> None:
        label = self._label(field)
        match field.kind, value:
            case "choice", str(word):
                self._choose(label, field.choices.index(word))
            case "seat", int(seat):
                self._choose(label, seat)
            case "seats" | "tally", list(seats):
                for seat in seats:
                    self._choose(label, seat)
            case "flag", _:
                self._button(label)
            case "level", int(level):
                for _ in range(level):
                    self._main.get_by_role("button", name=re.compile(f"^{label}: ")).click()
            case "levels", dict(levels):
                for seat in levels:
                    self._main.locator(".row.wrap .tag").nth(int(seat)).click()
            case _:
                raise AssertionError(f"nobody taps {field.kind} here")

    def _choose(self, label: str, nth: int) -> None:
        group = self._main.get_by_role("group", name=label, exact=True)
        group.wait_for()
        more = re.compile(r"^(alle|all) \d+")
        if group.get_by_role("button", name=more).count():
            group.get_by_role("button", name=more).click()
        group.get_by_role("button").nth(nth).click()

    def _tell_items(self, field: Field, facts: Facts) -> None:
        """What was made in silence, and what was announced; each with its side."""
        said = {
            str(one["item"]): one for one in cast("list[Facts]", facts.get("announcements", ()))
        }
        made = cast("dict[str, str]", told.at(facts, "result.made") or {})
        for item in dict.fromkeys((*made, *said)):
            name = self._words["word"][item]
            one = said.get(item)
            side = str(one["side"]) if one else made[item]
            taps = (1 if item in made else 2) if one else 1
            for _ in range(taps):
                self._button(f"{name}: {self._anna.says('pad.announced' if one else 'pad.silent')}")
            if side != field.values[0]:
                self._main.locator(".bo", has_text=name).locator(".side").click()
            for _ in range(cast("int", one.get("kontra", 0)) if one else 0):
                self._button(f"{name}: Kontra")

    def _tell_entries(self, entries: list[Facts]) -> None:
        """Figures with their points, and strokes."""
        figures = [one for one in entries if "points" in one]
        for one in figures:
            self._choose(str(self._words["word"][str(one["item"])]), cast("int", one["party"]))
        for nth, one in enumerate(figures):
            self._main.locator(".points input").nth(nth).fill(str(one["points"]))
        for one in entries:
            if "points" not in one:
                self._main.locator("details:not([open]) summary").click()
                self._choose(self._words["item"][str(one["item"])], cast("int", one["party"]))

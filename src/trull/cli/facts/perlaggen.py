"""Facts of a hand of Perlaggen, read or asked: who writes which figure, and how much.

    {"ruleset": "perlaggen/1890", "players": 4,
     "entries": [{"item": "G", "party": 0, "points": 2}, {"item": "overbid", "party": 1}]}

``item`` is G, H, S or the name of a penalty; parties are 0 and 1.
"""

from __future__ import annotations

from trull.cli.facts import Given, Reader, ask_number, ask_until
from trull.cli.screen import Screen
from trull.cli.words import Words
from trull.laws.perlaggen import score
from trull.laws.perlaggen.book import FIGURES
from trull.laws.perlaggen.table import Entry
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.written import is_count

MOST = 30


def settle(given: Given, rules: RuleSet) -> Settlement:
    """The settlement by the laws that real games use."""
    reader = Reader(given)
    seats = reader.number("players", 2, 6, 4)
    if seats % 2 or "entries" not in given:
        raise reader.error("players" if seats % 2 else "entries", "2, 4 or 6; a list")
    entries = tuple(_entry(entry, rules) for entry in reader.each("entries"))
    return score.settle(score.Facts(seats=seats, entries=entries))


def _entry(given: Reader, rules: RuleSet) -> Entry:
    penalties = rules.section("penalty")
    item = given.word("item", (*FIGURES, *penalties))
    party = given.number("party", 0, 1)
    if item in penalties:
        return Entry(item, party, -int(penalties[item]["points"]), str(penalties[item]["clause"]))
    points = given.number("points", 1, MOST)
    return Entry(item, party, points, _clause(points, rules))


def _clause(points: int, rules: RuleSet) -> str:
    """One point is written for a figure that was not held, more for one that was."""
    row = rules.section("value")["unbid"] if points == 1 else rules.section("ladder")["steps"]
    return str(row["clause"])


def ask(screen: Screen, words: Words, rules: RuleSet) -> dict[str, object]:  # noqa: ARG001
    """Each figure: who writes it, and what it was worth."""
    say, entries = words.cli, list[dict[str, object]]()
    screen.line(say("pl.ask_seats"), style="dim")
    for figure in FIGURES:
        name = words.word(figure)
        party = ask_number(screen, words, say("pl.ask_figure", figure=name), 0, 2, 0)
        if party:
            points = ask_until(
                screen, say("pl.ask_how", figure=name), lambda text: _worth(text, words)
            )
            entries.append({"item": figure, "party": party - 1, "points": points})
    return {"players": 2, "entries": entries}


def _worth(text: str, words: Words) -> int:
    if text.casefold() in ("", "u", "g"):
        return 1
    if not is_count(text) or not 1 <= int(text) <= MOST:
        raise ValueError(words.cli("number_between", least=1, most=MOST))
    return int(text)

"""A hand of Perlaggen as it is told: who writes which figure, and how much.

    {"players": 4,
     "entries": [{"item": "G", "party": 0, "points": 2}, {"item": "overbid", "party": 1}]}

``item`` is G, H, S or the name of a penalty; parties are 0 and 1. A figure may be written by
nobody, or be ``out``: it ends the game, whatever is missing. Entries stand in the order they are
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from trull.laws.perlaggen import score, writing
from trull.laws.perlaggen import sitting as sittings
from trull.laws.perlaggen.book import FIGURES, SPIEL, Book, Price
from trull.laws.perlaggen.flow import slate_of
from trull.laws.perlaggen.table import NOBODY, Entry, Slate
from trull.laws.told import (
    Field,
    Form,
    Given,
    Manner,
    When,
    at,
    hand_row,
    misspelt,
    number,
    rows,
    seat,
    text,
    wrong,
)
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Fault, Row, Sitting

MOST = 30
"""More points no figure brings."""
PLAYERS = (2, 4, 6)


@lru_cache(maxsize=64)
def tree(rules: RuleSet) -> Form:
    """Every field there can be."""
    items, fig = (*FIGURES, *_penalties(rules)), When("item", FIGURES)
    held = When("out", (None,))
    unbid = Book.of(rules).unbid
    fields = (
        Field(key="item", kind="choice", choices=items, required=True),
        Field(key="party", kind="seat", most=1, when=(fig,)),
        Field(key="party", kind="seat", most=1, when=(_not_fig(rules),), required=True),
        Field(
            key="points",
            kind="number",
            least=1,
            most=MOST,
            default=unbid.points,
            when=(fig, held),
            required=True,
        ),
        Field(key="out", kind="flag", when=(fig,), asked="seldom", strict=True),
    )
    return (
        Field(key="players", kind="number", least=2, most=6, default=4, asked="never"),
        Field(key="entries", kind="entries", choices=items, required=True, fields=fields),
    )


def _penalties(rules: RuleSet) -> Mapping[str, Price]:
    book = Book.of(rules)
    return {"overbid": book.overbid, "false_figure": book.false_figure}


def _not_fig(rules: RuleSet) -> When:
    return When("item", tuple(_penalties(rules)))


def faults(rules: RuleSet, given: Given) -> tuple[Fault, ...]:
    """What cannot be read; a figure that is written twice, or when the game is over already."""
    found = misspelt(tree(rules), given)
    if not found and number(given, "players", 4) not in PLAYERS:
        about = {"choices": "2, 4, 6", "found": number(given, "players")}
        return (wrong("players", "told_choice", "", **about),)
    return found or tuple(_contradictions(rules, given))


def _contradictions(rules: RuleSet, given: Given) -> Iterator[Fault]:
    told = [text(one, "item") for one in rows(given, "entries")]
    for n, item in enumerate(told):
        if item in FIGURES and item in told[:n]:
            yield wrong(f"entries[{n}]", "told_figure_twice", "P90-9", item=item)
    if len(slate(rules, given).entries) < len(told):
        yield wrong("entries", "told_game_over", "P90-5")


def settle(rules: RuleSet, given: Given) -> Settlement:
    """The settlement by the laws that real games use."""
    found = slate(rules, given)
    seats = number(given, "players", 4)
    return score.settle(score.Facts(seats=seats, entries=found.entries, winner=found.winner))


def slate(rules: RuleSet, given: Given) -> Slate:
    """The slate after what is told; who is out ends the game, and nothing more is written."""
    book, penalties = Book.of(rules), _penalties(rules)
    memo = at(given, "sitting")
    found = slate_of(memo if isinstance(memo, Mapping) else {})
    for one in rows(given, "entries"):
        item, party = text(one, "item"), seat(one, "party")
        if item in penalties:
            price = penalties[item]
            found = writing.strike(found, item, party or 0, price.points, price.clause)
        elif found.winner == NOBODY:
            found = writing.line(book, found, _entry(rules, one))
    return found


def _entry(rules: RuleSet, one: Given) -> Entry:
    """One point is written for a figure that was not held, more for one that was."""
    points, party = number(one, "points"), seat(one, "party")
    row = rules.section("value")["unbid"] if points == 1 else rules.section("ladder")["steps"]
    whose = NOBODY if party is None else party
    return Entry(text(one, "item"), whose, points, str(row["clause"]), bool(at(one, "out")))


# The sitting


def dealt(sitting: Sitting) -> dict[str, object]:
    """How many play, and how the slate stands."""
    return {"players": sitting.players, "sitting": dict(sitting.memo)}


def manner(sitting: Sitting) -> Manner:
    """Each party writes its own points; the slate may be set by hand."""
    most = Book.of(sitting.rules).options.target - 1
    return Manner(balanced=False, counters={"score0": most, "score1": most})


def closed(sitting: Sitting, given: Given) -> tuple[Sitting, Row]:
    """The sitting after a told hand."""
    given = {**given, **dealt(sitting)}
    told = rows(given, "entries")
    spiel = next((seat(one, "party") for one in told if one["item"] == FIGURES[SPIEL]), None)
    result, after = settle(sitting.rules, given), slate(sitting.rules, given)
    whose = NOBODY if spiel is None else spiel
    return sittings.closed_told(sitting, result, after, whose, range(sitting.players))


def by_hand(sitting: Sitting, numbers: Sequence[int]) -> tuple[Sitting, Row]:
    """The sitting after a row written by hand: so many points more for each party."""
    row = hand_row(sitting, range(sitting.players), numbers, plus_only=True)
    after = slate_of(sitting.memo)
    for party in (0, 1):
        entry = Entry("by_hand", party, numbers[party], "P90-5")
        after = writing.line(Book.of(sitting.rules), after, entry)
    return sittings.entered(sitting, row, after, NOBODY)

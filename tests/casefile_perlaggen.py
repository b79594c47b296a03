"""Clause cases of Perlaggen: what each kind holds and how it is checked.

    fn         fn, in, options?                            → out (``-`` stands for nothing)
    flow       flow (acts, ``0 bid G``), layout?, trump, hands (by seat), rows?, tricks?, lead?,
               start? (BLIND), scores?, target?, options?  → phase?, to_act?, status?, stake?,
               winner?, written?, after? (the scores), lawful?, unlawful? (acts after those)
    acts       acts, hands or pack, turned?, forehand?, seats?, looked?, context?, options?
               → lawful?, unlawful?, cites?, phase?, duty?, items?, points?, notes?, view? (by seat
               or ``spectator``: field = value), slate? (the scores handed on); at a free table
               also breaches? (``1 revoke 2``: seat, kind, trick), cases? (``0 1 revoke 2 upheld
               record``: claimant, accused, kind, trick, verdict, by what; ``*`` is the arbiter),
               offered? (acts among what the hand can do)
    hands_of   hands_of (of each hand: ``spiel 0``, ``spiel 1 out 0``, ``void``), dealer, players?
               → dealers
    sit        so many players                             → may_sit

Seats run clockwise, the parties are 0 (seats 0, 2) and 1 (seats 1, 3). A layout is a table of the
case file with the cards several cases share. In ``acts`` the dealer sits before the forehand; the
pack is stacked and cut so that the hands named are dealt, other cards fill up in the order of the
pack. At a free table everybody accepts the count before the result is read. A written figure is
``G 0 2``: Gleich, party 0, two points; ``OUT`` is the "Spiel aus".
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from casefile import check_breaches, check_moment, check_result, check_table, without_dash
from trull import laws
from trull.conformance import perlaggen as conformance
from trull.game import Game
from trull.laws import court
from trull.laws.perlaggen import LAWS
from trull.laws.perlaggen.book import Book
from trull.laws.perlaggen.table import Bids, Fig, Slate, State
from trull.learn.positions import position, words
from trull.learn.school import Case, all_cards
from trull.ruleset import RuleSet
from trull.state import ARBITER, Seat, Setup, action, allows
from trull.state import Case as Heard

FILE = Path(__file__).parent / "cases" / "perlaggen.toml"


@cache
def layouts() -> Mapping[str, Case]:
    """The cards that several cases share."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))["layout"]
    return cast(Mapping[str, Case], found)


def _check_fn(case: Case, rules: RuleSet) -> None:
    asked = {
        "id": case["name"],
        "fn": case["fn"],
        "in": without_dash(case["in"]),
        "out": without_dash(case["out"]),
        "options": case.get("options", {}),
        "rule_set": rules.name,
    }
    assert conformance.check(asked, {}) == []


# Scripts through one hand


def _check_flow(case: Case, rules: RuleSet) -> None:
    case = {**layouts()[cast(str, case["layout"])], **case} if "layout" in case else case
    done = [_scripted(line) for line in words(case, "flow")]
    found = _flow(case, rules, done)
    assert found["illegal"] is None, f"act {found['illegal']} was refused"
    _check_state(case, found)
    for text in words(case, "lawful"):
        assert _flow(case, rules, [*done, _scripted(text)])["illegal"] is None, text
    for text in words(case, "unlawful"):
        tried = _flow(case, rules, [*done, _scripted(text)])
        assert tried["illegal"] == len(done), f"{text} was not refused"


def _flow(case: Case, rules: RuleSet, actions: Sequence[object]) -> Mapping[str, object]:
    """The state after the acts, as the laws leave it."""
    given: dict[str, object] = {
        "trump": case["trump"],
        "hands": [hand.split() for hand in words(case, "hands")],
        "actions": actions,
    }
    if "rows" in case:
        given["rows"] = [row.split() for row in words(case, "rows")]
    given |= {key: case[key] for key in ("tricks", "lead", "scores", "target") if key in case}
    if "start" in case:
        given["phase"] = case["start"]
    return cast(Mapping[str, object], conformance.ANSWERS["flow"](rules, given))


def _scripted(text: str) -> list[object]:
    """``1 raise G=3`` as a script has it."""
    seat, name, *words = text.split()
    if name in ("raise", "name_holder", "accept_degree"):
        words = words[0].split("=")
    return [int(seat), name, *words]


def _check_state(case: Case, found: Mapping[str, object]) -> None:
    if "phase" in case:
        assert found["phase"] == case["phase"]
    if "to_act" in case:
        to_act = cast(Sequence[object] | None, found["to_act"])
        assert " ".join(map(str, to_act or ["-"])) == case["to_act"]
    for key in ("status", "stake", "winner"):
        values = cast(Mapping[str, object], found[key])
        for figure, expected in cast(Mapping[str, object], case.get(key, {})).items():
            assert values[figure] == without_dash(expected), f"{key} of {figure}"
    if "written" in case:
        assert _slate(cast(Sequence[Sequence[object]], found["written"])) == case["written"]
    if "after" in case:
        assert found["scores"] == case["after"]


def _slate(written: Sequence[Sequence[object]]) -> list[str]:
    """The lines of a slate in words; what nobody has is no line."""
    return [" ".join(map(str, line)) for line in written if line[1] is not None]


# Scripts at a table


def _check_script(case: Case, rules: RuleSet) -> None:
    game = position(case, rules)
    check_moment(case, game)
    if {"breaches", "cases", "offered"} & set(case):
        _check_court(case, game)
    if {"points", "items", "notes", "slate"} & set(case):
        accept(game)
        _check_result(case, game)


def accept(game: Game) -> None:
    """At a free table everybody has to say that the count is right."""
    while game.phase == "count":
        game.apply(min(game.duty), "accept")


def _check_court(case: Case, game: Game) -> None:
    trial = game.state
    assert isinstance(trial, court.Trial), "only a free table has a court"
    check_breaches(case, game)
    if "cases" in case:
        assert [_told(heard) for heard in trial.cases] == case["cases"]
    for text in words(case, "offered"):
        seat, _, said = text.partition(" ")
        offers = game.view_for(Seat(int(seat))).possible
        assert any(allows(prompt, action(said)) for prompt in offers), text


def _told(heard: Heard) -> str:
    who = "*" if heard.claimant == ARBITER else str(heard.claimant)
    said = [who, heard.accused, heard.kind, heard.trick, heard.verdict, heard.decided_by]
    return " ".join(str(word) for word in said if word != "")


def _check_result(case: Case, game: Game) -> None:
    check_result(case, game.settlement(), lambda line: f"{line.item} {line.clause} {line.value}")
    if "slate" in case:
        sitting = LAWS.open_sitting(game.setup.rules, game.setup.seats, 0)
        players = range(game.setup.seats)
        after, _row = laws.under(game.setup.rules).close_deal(sitting, game.state, players)
        assert [after.memo["score0"], after.memo["score1"]] == case["slate"]


# The table


def _check_dealers(case: Case, rules: RuleSet) -> None:
    players = cast(int, case.get("players", 4))
    now = LAWS.open_sitting(rules, players, cast(int, case["dealer"]))
    dealers = [now.dealer]
    for told in words(case, "hands_of"):
        setup, seated = LAWS.deal(now, all_cards("perlaggen"))
        now, _row = LAWS.close_deal(now, _finished(setup, told), seated)
        dealers.append(now.dealer)
    assert dealers == case["dealers"]


def _finished(setup: Setup, told: str) -> State:
    """A hand that is over, as far as the next dealer depends on it."""
    words = told.split()
    state = State(setup=setup, book=Book.of(setup.rules), phase="over")
    if words == ["void"]:
        return state._replace(void="misdeal")
    known = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    figs = (Fig(), Fig(), Fig(status="done", winner=known["spiel"]))
    return state._replace(bids=Bids(figs=figs), slate=Slate(winner=known.get("out", -1)))


KINDS = {
    "fn": _check_fn,
    "flow": _check_flow,
    "hands_of": _check_dealers,
    "sit": check_table,
    "acts": _check_script,
}

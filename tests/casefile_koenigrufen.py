"""Clause cases of Königrufen: what each kind holds and how it is checked.

legal      rules, contract, hand, trick, announced?, trick_no?, options?  → legal
winner     rules, contract, trick, options?                               → winner (0 = lead)
settle     rules, facts (contract, declarer …), options?              → points, money? …
script     rules, hands (by seat), talon?, forehand?, acts                → lawful?, unlawful?,
           phase?, duty?, points?, money?, written?, options?, context?
           (``tricks``: the cards played after the acts, a line a trick in order of play)
           → also notes? (what the deal means for the sitting), and of the Pagatkassa, with
           ``pot_before`` in it: cents (of each player) and pot (what is left)
           (``five``: the dealer sits out)
           → at a free table also breaches (``seat kind trick`` of each that nobody sees) and
           ruled (``accused kind verdict`` of each case); ``*`` is the arbiter
pack       rules, pack (as shuffled), cut or knock, options?              → dealt, talon
           (``misdealt``: this pack cannot be played and is dealt again)
sitting    rules, players, deals (points rows or notes)                   → doubled (per deal),
           dealers?, seated?
table      rules, sit (so many players)                                   → may_sit
draw       rules, drawn                                                   → dealer / again
stands     rules, pack                                                    → stands
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

import pytest

from casefile import check_breaches, check_moment, check_result, check_table
from trull import laws, match
from trull.cards import TAROCK54, Card
from trull.conformance import koenigrufen as conformance
from trull.errors import DealError
from trull.game import Game
from trull.kernels.koenigrufen import crown_after, winning_card
from trull.laws.court import Trial
from trull.laws.koenigrufen import sitting as kr_sitting
from trull.laws.koenigrufen.book import MASKS, book_of
from trull.laws.koenigrufen.table import State
from trull.learn.positions import do, position, words
from trull.learn.school import Case
from trull.ruleset import RuleSet
from trull.state import Row, Seat, Setup

TAROCK54_CARDS = tuple(Card(n) for n in range(TAROCK54.size))


def _text(case: Case, key: str) -> str:
    return cast(str, case.get(key, ""))


def _check_legal(case: Case, rules: RuleSet) -> None:
    given = {key: _text(case, key).split() for key in ("hand", "trick", "announced")}
    told = {"ruleset": rules.name, "contract": case["contract"], **given}
    asked = {
        "input": {**told, "trick_no": case.get("trick_no"), "options": case.get("options")},
        "legal": _text(case, "legal").split(),
    }
    assert conformance.check(asked, {"kind": "legal"}) == []


def _check_winner(case: Case, rules: RuleSet) -> None:
    book = book_of(rules)
    trick_rules = book.rules_of(book.contracts[_text(case, "contract")])
    cards = TAROCK54.read(_text(case, "trick"))
    trick, led, crown = 0, -1, 0
    for card in cards:
        crown = crown_after(MASKS, trick_rules, trick, led, crown, card)
        led = card if led < 0 else led
        trick |= 1 << card
    best = winning_card(MASKS, trick_rules, trick, led, crown)
    assert cards.index(Card(best)) == case["winner"]


def _check_settle(case: Case, _rules: RuleSet) -> None:
    facts = dict(cast(Mapping[str, object], case["facts"]))
    facts["ruleset"] = _text(case, "rules").partition("/")[2]
    facts["options"] = case.get("options", {})
    check_result(case, conformance.settled(facts))


def _check_script(case: Case, rules: RuleSet) -> None:
    game = position(case, rules)
    check_moment(case, game)
    _check_trial(case, game)
    _check_pot(case, rules, game)
    if {"points", "money", "written", "items", "notes"} & set(case):
        check_result(case, game.settlement())


def _check_trial(case: Case, game: Game) -> None:
    """What nobody sees, and what was claimed and decided."""
    check_breaches(case, game)
    trial = game.state
    if not isinstance(trial, Trial):
        return
    if "breaches" in case:
        rows = trial.rules.section("ruling")
        assert all(b.clause == rows[b.kind]["clause"] for b in trial.breaches)
    if "ruled" in case:
        found = [f"{c.accused} {c.kind} {c.verdict or 'open'}" for c in trial.cases]
        assert found == case["ruled"]


def _check_pot(case: Case, rules: RuleSet, game: Game) -> None:
    """What each player took from the Pagatkassa or paid into it, and what is left there."""
    if "cents" not in case:
        return
    dealer = (cast(int, case.get("forehand", 0)) - 1) % 4
    sitting = laws.of(rules.game).open_sitting(rules, 4, dealer)
    sitting = replace(sitting, memo={**sitting.memo, "pot": cast(int, case["pot_before"])})
    after, row = laws.under(rules).close_deal(sitting, game.state, range(4))
    assert list(row.pot) == case["cents"]
    assert after.memo["pot"] == case["pot"]


def _check_sitting(case: Case, rules: RuleSet) -> None:
    """Each deal is a row of points with notes; ``doubled`` says which deals counted double."""
    players = cast(int, case["players"])
    now = laws.of(rules.game).open_sitting(rules, players, cast(int, case.get("dealer", 0)))
    doubled, dealers, seated = [], [], []
    for deal in cast(Sequence[Mapping[str, object]], case["deals"]):
        for word in cast(Sequence[str], deal.get("said", [])):
            now = laws.of(rules.game).remark(now, word)
        doubled.append(kr_sitting.doubled(now))
        dealers.append(now.dealer)
        seated.append(list(laws.of(rules.game).deal(now, TAROCK54_CARDS)[1]))
        points = tuple(cast(Sequence[int], deal.get("points", [1, -1, 1, -1])))
        row = Row(
            deal=len(now.rows) + 1,
            players=tuple(range(4)),
            points=points,
            money=points,
            notes=tuple(cast(Sequence[str], deal.get("notes", []))),
        )
        now = kr_sitting.after_row(now, row, cast(int, deal.get("skues", -1)))
    doubled.append(kr_sitting.doubled(now))
    assert doubled == case["doubled"]
    if "dealers" in case:
        assert [*dealers, now.dealer] == case["dealers"]
    if "seated" in case:
        assert seated == case["seated"]


def _check_row(case: Case, _rules: RuleSet) -> None:
    given = {"sheet_row": case["row"], "clarified": case.get("clarified", False)}
    asked = {"input": given, "points": case["points"]}
    assert conformance.check(asked, {"kind": "settlement"}) == []


def _check_stands(case: Case, rules: RuleSet) -> None:
    """Whether a pack can be dealt: ``all`` its cards, or one of them ``twice``."""
    cards = [Card(card) for card in range(TAROCK54.size)]
    if _text(case, "pack").endswith("twice"):
        cards[0] = TAROCK54.card(_text(case, "pack").split()[0])
    setup = Setup(rules=rules, seats=4, forehand=Seat(1), dealer=Seat(0), pack=tuple(cards))
    try:
        Game(setup)
    except DealError:
        assert case["stands"] is False
    else:
        assert case["stands"] is True


def _check_draw(case: Case, rules: RuleSet) -> None:
    drawn = {i: TAROCK54.card(code) for i, code in enumerate(_text(case, "drawn").split())}
    found = match.draw(rules, drawn, len(drawn))
    assert found.dealer == case.get("dealer")
    assert list(found.again) == case.get("again", [])


def _check_pack(case: Case, rules: RuleSet) -> None:
    """Cut or knocked, the shuffled pack gives these hands and this talon; seat 0 is Vorhand."""
    pack = TAROCK54.read(_text(case, "pack"))
    setup = Setup(rules=rules, seats=4, forehand=Seat(0), dealer=Seat(3), pack=pack)
    if case.get("misdealt"):
        with pytest.raises(DealError):
            Game(setup)
        return
    game = Game(setup)
    do(game, f"cut {case['cut']}" if "cut" in case else f"knock|{case['knock']}")
    for seat, expected in enumerate(words(case, "dealt")):
        assert set(game.view_for(Seat(seat)).hand) == set(expected.split()), seat
    talon = cast(State, game.state).deal.talon
    assert [TAROCK54.code(card) for card in talon] == _text(case, "talon").split()


KINDS = {
    "legal": _check_legal,
    "winner": _check_winner,
    "facts": _check_settle,
    "row": _check_row,
    "stands": _check_stands,
    "drawn": _check_draw,
    "deals": _check_sitting,
    "acts": _check_script,
    "pack": _check_pack,
    "sit": check_table,
}

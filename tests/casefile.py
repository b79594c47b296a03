"""Clause cases: small TOML files in the words of the game, and how each kind is checked.

Every case names its clause(s) and its law in a sentence; ``against = true`` marks the case in
which the law forbids, or does not apply. What else stands there decides the kind:

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

Those are Königrufen's kinds; another game's are in ``casefile_<game>.py``.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

from trull import laws, match, ruleset
from trull.cards import TAROCK54, Card
from trull.conformance import koenigrufen as facts_reader
from trull.errors import DealError
from trull.game import Game
from trull.kernels import crown_after, winning_card
from trull.laws.court import Trial
from trull.laws.koenigrufen import sitting as kr_sitting
from trull.laws.koenigrufen.book import MASKS, book_of
from trull.laws.koenigrufen.deal import arranged, cutter
from trull.laws.koenigrufen.play import legal_at
from trull.laws.koenigrufen.table import State
from trull.ruleset import RuleSet
from trull.settlement import Settlement, whole
from trull.state import ARBITER, Row, Seat, Setup, action

FOLDER = Path(__file__).parent / "cases"
Case = Mapping[str, object]
TAROCK54_CARDS = tuple(Card(n) for n in range(TAROCK54.size))


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
    rules = ruleset.load(cast(str, case["rules"]), cast(Mapping[str, object], case.get("options")))
    if rules.game != "koenigrufen":
        importlib.import_module(f"casefile_{rules.game}").check(case, rules)
        return
    for kind, checker in _KINDS.items():
        if kind in case:
            checker(case, rules)
            return
    raise AssertionError(f"no known kind of case: {sorted(case)}")


def _text(case: Case, key: str) -> str:
    return cast(str, case.get(key, ""))


def _check_legal(case: Case, rules: RuleSet) -> None:
    book, pack = book_of(rules), TAROCK54
    lawful = legal_at(
        book,
        book.contracts[_text(case, "contract")],
        int(pack.mask(_text(case, "hand").split())),
        pack.read(_text(case, "trick")),
        int(pack.mask(_text(case, "announced").split())),
        cast(int, case.get("trick_no", 1)),
    )
    assert set(pack.named(lawful)) == set(_text(case, "legal").split())


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
    _check_result(case, facts_reader.settled(facts))


def _check_result(case: Case, result: Settlement) -> None:
    for key, found in (
        ("points", result.points),
        ("money", result.money),
        ("written", result.written),
    ):
        if key in case:
            expected = tuple(whole(Fraction(x)) for x in cast(Sequence[int | str], case[key]))
            assert found == expected, key
    if "notes" in case:
        assert list(result.notes) == case["notes"]
    if "items" in case:
        assert [f"{ln.item} {ln.clause}" for ln in result.lines] == case["items"]


def position(case: Case, rules: RuleSet) -> Game:
    """The game of a script: these hands dealt, then its acts done."""
    setup = arranged(
        rules,
        cast(Sequence[str], case["hands"]),
        _text(case, "talon"),
        cast(int, case.get("forehand", 0)),
        cast(Mapping[str, int], case.get("context", {})),
    )
    if case.get("five"):
        setup = replace(setup, dealer=None)
    game = Game(setup)
    if not case.get("from_cut"):
        game.apply(cutter(book_of(rules), setup), "cut 27")
    for act in cast(Sequence[str], case["acts"]):
        _do(game, act)
    for card in " ".join(cast(Sequence[str], case.get("tricks", []))).split():
        _do(game, f"play {card}")
    return game


def _do(game: Game, text: str) -> None:
    """One act, or several in one line parted by ``|``; a bare word is the duty seat's."""
    for part in text.split("|"):
        seat, _, words = part.strip().partition(" ")
        if seat == "*":
            game.apply(ARBITER, words)
        elif not seat.isdigit():
            (on_turn,) = game.duty
            game.apply(on_turn, part.strip())
        else:
            game.apply(Seat(int(seat)), words)


def _check_script(case: Case, rules: RuleSet) -> None:
    game = position(case, rules)
    for text in cast(Sequence[str], case.get("lawful", [])):
        seat, _, words = text.partition(" ")
        assert game.faults(Seat(int(seat)), action(words)) == (), text
    for text in cast(Sequence[str], case.get("unlawful", [])):
        seat, _, words = text.partition(" ")
        faults = game.faults(Seat(int(seat)), action(words))
        assert faults, f"{text} was not refused"
        cited = {fault.clause for fault in faults}
        if case.get("cites", True):
            assert cited & set(clauses_of(case)), f"{text}: cites {cited}"
    if "phase" in case:
        assert game.phase == case["phase"]
    if "duty" in case:
        assert sorted(game.duty) == case["duty"]
    _check_trial(case, game)
    _check_pot(case, rules, game)
    if {"points", "money", "written", "items", "notes"} & set(case):
        result = game.settlement()
        assert result is not None, "the deal is not over"
        _check_result(case, result)
    for seat, fields in cast(Mapping[str, Mapping[str, object]], case.get("view", {})).items():
        view = game.view_for(None if seat == "spectator" else Seat(int(seat)))
        for name, expected in fields.items():
            assert _plain(getattr(view, name)) == expected, f"seat {seat}: {name}"


def _check_trial(case: Case, game: Game) -> None:
    """What nobody sees, and what was claimed and decided."""
    trial = game.state
    if not isinstance(trial, Trial):
        return
    if "breaches" in case:
        assert [f"{b.seat} {b.kind} {b.trick}" for b in trial.breaches] == case["breaches"]
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


def _plain(value: object) -> object:
    """Tuples as lists and None as "-", as TOML writes them."""
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted(value)
    return value


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


def _check_table(case: Case, rules: RuleSet) -> None:
    assert (case["sit"] in laws.of(rules.game).seats(rules)) is case["may_sit"]


def _check_row(case: Case, _rules: RuleSet) -> None:
    points = tuple(cast(Sequence[int], case["row"]))
    row = Row(deal=1, players=(0, 1, 2, 3), points=points, money=points)
    kept = row if match.balances(row) or case.get("clarified") else match.struck(row)
    assert list(kept.points) == case["points"]
    assert replace(kept, struck=False).deal == 1


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
    _do(game, f"cut {case['cut']}" if "cut" in case else f"knock|{case['knock']}")
    for seat, expected in enumerate(cast(Sequence[str], case["dealt"])):
        assert set(game.view_for(Seat(seat)).hand) == set(expected.split()), seat
    talon = cast(State, game.state).deal.talon
    assert [TAROCK54.code(card) for card in talon] == _text(case, "talon").split()


_KINDS = {
    "legal": _check_legal,
    "winner": _check_winner,
    "facts": _check_settle,
    "row": _check_row,
    "stands": _check_stands,
    "drawn": _check_draw,
    "deals": _check_sitting,
    "acts": _check_script,
    "pack": _check_pack,
    "sit": _check_table,
}

__all__ = ["all_cases", "check", "clauses_of", "position"]

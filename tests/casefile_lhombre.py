"""Clause cases of Tarock à l'Hombre: what each kind holds and how it is checked.

    fn         fn, args, options?                          → expect (``-`` stands for nothing)
    script     hands (by seat), forehand?, acts, tricks?   → lawful?, unlawful?, cites?, phase?,
               duty?, points?, items?, notes?, view? (by seat or ``spectator``: field = value);
               at a free table (``table = "free"``) ``lawful`` is whatever can be done, and
               charged? (``seat kind trick``, known or not), cases? (``accused kind
               verdict``); the dealer deals by himself unless he misdeals, and before the money
               is counted everybody accepts
    facts      facts (bid, points?, volte?, offenders?, pagat? = who played it to the last trick
               and who took that), options?                → points (of O, X and Y), items?, notes?
    irregular  irregular (kind, trick, card?, by_ombre?), options?         → duty
    breaches   breaches (kind, actor?, raised?), dealer, options?          → offenders
    deals      deals (the notes of each deal), dealer                      → dealers
    pack       pack (as shuffled), cut                                     → dealt
    sit        so many players                                             → may_sit

Seats of a script are the table's. In the other kinds O is the Ombre, X and Y are his opponents in
order of play. A script cuts the pack so that the hands named are dealt; cards nobody names fill
the hands up in the order of the pack. ``tricks``: cards in order of play, a line a trick.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from casefile import check_moment, check_result, check_table, without_dash
from trull import laws
from trull.cards import Card
from trull.conformance import lhombre as conformance
from trull.game import Game
from trull.kernels import lhombre as kernels
from trull.laws.court import Trial
from trull.laws.lhombre import duties, penalties, score, sitting
from trull.laws.lhombre.book import PACK, SEATS, Book
from trull.learn.positions import do, position, words
from trull.learn.school import Case
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import Seat, Setup

NAMES = "OXY"


def _check_fn(case: Case, rules: RuleSet) -> None:
    args = cast(dict[str, object], without_dash(case.get("args", {})))
    asked = {
        "id": case["name"],
        "fn": case["fn"],
        "args": {**args, "options": case.get("options", {})},
        "expect": without_dash(case["expect"]),
    }
    assert conformance.check(asked, {"rule_set": rules.name}) == []


# Scripts


def _check_script(case: Case, rules: RuleSet) -> None:
    game = position(case, rules)
    check_moment(case, game)
    _check_court(case, game)
    if {"points", "items", "notes"} & set(case):
        _accept(game)
        check_result(case, game.settlement())


def _check_court(case: Case, game: Game) -> None:
    if "charged" in case:
        trial = cast(Trial, game.state)
        found = [f"{b.seat} {b.kind} {b.trick}" for b in trial.breaches]
        assert found == case["charged"]
    if "cases" in case:
        trial = cast(Trial, game.state)
        told = [f"{c.accused} {c.kind} {c.verdict}".rstrip() for c in trial.cases]
        assert told == case["cases"]


def _accept(game: Game) -> None:
    """A free table: the count begins, and nobody objects."""
    while game.duty:
        seat = min(game.duty)
        assert game.phase == "count", "the deal goes on"
        verbs = {prompt.verb for prompt in game.prompts(seat)}
        game.apply(seat, "count" if "count" in verbs else "accept")


# Money, duties, faults


def _check_facts(case: Case, rules: RuleSet) -> None:
    told = cast(Mapping[str, object], case["facts"])
    facts = score.Facts(
        ombre=Seat(0),
        bid=cast(str, told["bid"]),
        points=cast(int | None, told.get("points")),
        volte=cast(str | None, told.get("volte")),
        offenders=tuple(_seats(told, "offenders")),
        pagat=score.PagatLast(*_seats(told, "pagat")) if "pagat" in told else None,
    )
    check_result(case, score.settle(Book.of(rules), facts))


def _seats(told: Mapping[str, object], key: str) -> list[Seat]:
    return [Seat(NAMES.index(name)) for name in cast(Sequence[str], told.get(key, []))]


def _check_irregular(case: Case, rules: RuleSet) -> None:
    told = cast(Mapping[str, object], case["irregular"])
    lying = PACK.read(cast(str, told["trick"]))
    card = PACK.card(cast(str, told["card"])) if "card" in told else None
    by_ombre = bool(told.get("by_ombre", False))
    found = duties.duty_after(Book.of(rules), cast(str, told["kind"]), lying, card, by_ombre)
    expected = case["duty"]
    assert found == (kernels.FREE if expected == "-" else duties.NAMES[cast(str, expected)])


def _check_breaches(case: Case, rules: RuleSet) -> None:
    breaches = [
        penalties.Breach(
            kind=cast(str, told["kind"]),
            actor=Seat(NAMES.index(cast(str, told["actor"]))) if "actor" in told else None,
            raised=bool(told.get("raised", False)),
        )
        for told in cast(Sequence[Mapping[str, object]], case["breaches"])
    ]
    dealer = Seat(NAMES.index(cast(str, case["dealer"])))
    found = penalties.offenders(Book.of(rules), breaches, dealer, Seat(0))
    assert [NAMES[seat] for seat in found] == case["offenders"]


# The table


def _check_deals(case: Case, rules: RuleSet) -> None:
    now = laws.of(rules.game).open_sitting(rules, SEATS, cast(int, case["dealer"]))
    dealers = [now.dealer]
    for notes in cast(Sequence[Sequence[str]], case["deals"]):
        setup, players = laws.of(rules.game).deal(now, [Card(n) for n in range(PACK.size)])
        assert setup.forehand == (now.dealer + 1) % SEATS
        now, row = sitting.close_deal(now, Settlement(SEATS, (), notes=tuple(notes)), players)
        assert row.notes == tuple(notes)
        dealers.append(now.dealer)
    assert dealers == case["dealers"]


def _check_pack(case: Case, rules: RuleSet) -> None:
    """Cut, the shuffled pack gives these hands, seat 0 being the Vorhand."""
    pack = PACK.read(" ".join(words(case, "pack")))
    setup = Setup(rules=rules, seats=SEATS, forehand=Seat(0), dealer=Seat(2), pack=pack)
    game = Game(setup)
    do(game, f"cut {case['cut']}")
    for seat, expected in enumerate(words(case, "dealt")):
        assert set(game.view_for(Seat(seat)).hand) == set(expected.split()), seat


KINDS = {
    "fn": _check_fn,
    "facts": _check_facts,
    "irregular": _check_irregular,
    "breaches": _check_breaches,
    "deals": _check_deals,
    "pack": _check_pack,
    "sit": check_table,
    "acts": _check_script,
}

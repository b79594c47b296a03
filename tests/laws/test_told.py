"""Deals that are told: what a finished game tells of itself settles as the game did."""

from __future__ import annotations

import random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive import told as naive
from random_games import acts, played, random_rules
from samples import soaked
from trull import laws, ruleset
from trull.cards import TAROCK54
from trull.game import Game
from trull.laws import told
from trull.laws.koenigrufen.book import book_of
from trull.laws.koenigrufen.facts import Facts as KoenigrufenFacts
from trull.laws.koenigrufen.facts import facts_of as koenigrufen_facts
from trull.laws.koenigrufen.table import State as KoenigrufenState
from trull.laws.lhombre import score as lhombre
from trull.laws.lhombre.book import Book as LhombreBook
from trull.laws.lhombre.table import State as LhombreState
from trull.laws.perlaggen import score as perlaggen
from trull.laws.perlaggen.table import NOBODY
from trull.laws.perlaggen.table import State as PerlaggenState
from trull.match import Match
from trull.settlement import Settlement

Facts = dict[str, object]


def facts_in(game: Game) -> Facts | None:
    """What somebody who watched a finished deal would tell; None where there is nothing to tell."""
    match game.state:
        case KoenigrufenState() as s:
            return None if s.bargain is None else _koenigrufen(s, koenigrufen_facts(s))
        case LhombreState() as s:
            return _lhombre(lhombre.facts_of(s, LhombreBook.of(s.setup.rules)))
        case PerlaggenState() as s:
            return None if s.void else _perlaggen(s)
    raise AssertionError(f"nobody tells {game.setup.rules.game} here")


def _koenigrufen(s: KoenigrufenState, f: KoenigrufenFacts) -> Facts:
    found: Facts = {"contract": f.contract, "declarer": f.declarer, "vorhand": s.setup.forehand}
    found |= {"partner": f.partner, "radl": f.doubled, "bird": f.bird}
    skues = 1 << TAROCK54.card("T22")
    found["skues"] = next((n for n, hand in enumerate(s.deal.hands) if hand & skues), None)
    if f.slid or f.bare:
        return found | {"schleifen": f.slid, "bare": f.bare}
    kontra: object = f.kontra
    if f.players:
        kontra, *others = ({str(s): n for s, n in p.kontra.items()} for p in f.players)
        seats = [{"seat": p.seat, "contract": p.contract} for p in f.players[1:]]
        found["co_declarers"] = [a | {"kontra": b} for a, b in zip(seats, others, strict=True)]
    said = [{"item": a.item, "side": a.side, "kontra": a.kontra} for a in f.said]
    result = {"declarer_thirds": f.declarer_thirds, "tricks": f.tricks, "thirds": f.thirds}
    found |= {"kontra": kontra, "announcements": said, "king_in_talon": f.king_in_talon}
    pagat = [a.seat for a in s.speech.items if a.item == "pagat"] if s.speech else []
    found |= {"pagat_by": pagat[0]} if pagat else {}
    return found | {"result": result | {"made": dict(f.made)}}


def _lhombre(f: lhombre.Facts) -> Facts:
    found: Facts = {"bid": f.bid, "ombre": f.ombre, "volte": f.volte, "offenders": f.offenders}
    found |= {} if f.points is None else {"points": f.points}
    if f.pagat is not None:
        found |= {"pagat_by": f.pagat.seat, "pagat_taken_by": f.pagat.taker}
    return found | {"honours": [_honour(seat, honour.word) for seat, honour in f.honours]}


def _honour(seat: int, word: str) -> Facts:
    kind, _, count = word.partition("=")
    return {"seat": seat, "kind": kind, "count": int(count) if count.isdigit() else None}


def _perlaggen(s: PerlaggenState) -> Facts:
    entries = [
        {
            "item": e.item,
            "party": None if e.party == NOBODY else e.party,
            "points": None if e.out else e.points,
            "out": e.out,
        }
        for e in perlaggen.facts_of(s).entries
    ]
    for entry in entries:
        if entry["item"] not in ("G", "H", "S"):
            del entry["points"]
    return {"players": s.setup.seats, "entries": entries}


def paid(result: Settlement) -> object:
    """What a settlement pays, line by line; not which of two clauses a line rests on."""
    lines = [
        (x.item.partition("=")[0], x.value, x.winner, x.factors, x.points) for x in result.lines
    ]
    return lines, result.points, result.money, result.written, result.notes


@pytest.mark.parametrize("name", ruleset.published())
@given(seed=st.integers(0, 2**32), changed=st.sampled_from((0.0, 0.25)))
@settings(max_examples=60, deadline=None)
def test_what_is_told_of_a_game_settles_as_the_game_did(
    name: str, seed: int, changed: float
) -> None:
    game = played(name, seed, changed)
    facts, rules = facts_in(game), game.setup.rules
    if facts is None:
        return
    way = told.of(rules.game)
    assert way.faults(rules, facts) == ()
    assert paid(way.settle(rules, facts)) == paid(cast(Settlement, game.settlement()))


@pytest.mark.parametrize("name", ruleset.published())
@given(seed=st.integers(0, 2**32), changed=st.sampled_from((0.0, 0.25)))
@settings(max_examples=12, deadline=None)
def test_a_sitting_of_told_deals_goes_on_as_the_real_one_does(
    name: str, seed: int, changed: float
) -> None:
    """Who deals, what counts double, the pot, the slate: deal by deal."""
    rng = random.Random(seed)
    rules = random_rules(name, rng, changed)
    players = rng.choice(laws.of(rules.game).seats(rules))
    match = Match(rules, players, rng.randrange(players))
    sitting, way = match.sitting, told.of(rules.game)
    for _ in range(8):
        remarks = way.manner(sitting).remarks
        if remarks and rng.random() < 0.2:
            sitting = laws.of(rules.game).remark(sitting, remarks[0])
            match.remark(remarks[0])
        if match.sitting.over:
            break
        setup, around = match.deal(laws.of(rules.game).pack.shuffled(rng))
        game = Game(setup)
        for _ in acts(game, rng):
            pass
        facts = facts_in(game)
        before, row = match.sitting, match.add(game, around)
        if facts is None:
            sitting = match.sitting
            continue
        assert way.faults(rules, {**facts, **way.dealt(before)}) == ()
        sitting, written = way.closed(sitting, facts)
        assert written == row
        assert sitting == match.sitting


# Written twice: which facts cannot be

SIDES = st.sampled_from(("declarer", "defenders"))
SEAT = st.integers(0, 3)
ITEMS = ("pagat", "uhu", "koenig_ultimo", "trull", "sack1", "sack2", "valat")
SAID = st.fixed_dictionaries(
    {"item": st.sampled_from(ITEMS), "side": SIDES}, optional={"missed": st.booleans()}
)
LEVELS = st.dictionaries(SEAT.map(str), st.integers(0, 3), max_size=2)
NEGATIVE = st.sampled_from(sorted(naive.WANTED_TRICKS))
FELLOW = st.fixed_dictionaries(
    {"seat": SEAT, "contract": NEGATIVE},
    optional={"outcome": st.sampled_from(("won", "lost")), "kontra": LEVELS},
)
TRICKS = st.one_of(
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
    st.permutations((12, 0, 0, 0)).map(list),
    st.permutations((7, 5, 0, 0)).map(list),
)
THIRDS = st.one_of(st.integers(0, 210), st.integers(100, 110), st.sampled_from((136, 137, 167)))
FOUR = st.one_of(
    st.lists(st.integers(0, 105), min_size=4, max_size=4),
    st.permutations((60, 45, 105, 0)).map(list),
    st.permutations((60, 45, 97, 0)).map(list),
    st.permutations((61, 45, 96, -1)).map(lambda four: [abs(n) for n in four]),
)
RESULT = st.fixed_dictionaries(
    {},
    optional={
        "declarer_thirds": THIRDS,
        "outcome": st.sampled_from(("won", "lost", "even")),
        "tricks": TRICKS,
        "thirds": FOUR,
        "virgins": st.lists(SEAT, unique=True, max_size=2),
        "made": st.dictionaries(
            st.sampled_from((*ITEMS, "pagat_held", "king_captured")), SIDES, max_size=2
        ),
    },
)


def koenigrufen_told(contract: str) -> st.SearchStrategy[Facts]:
    """Facts of a game that are spelt rightly, many of them nonsense."""
    kontra = LEVELS if contract in naive.WANTED_TRICKS else st.integers(0, 3)
    positive = contract != "trischaken" and contract not in naive.WANTED_TRICKS
    optional: dict[str, st.SearchStrategy[object]] = {
        "schleifen": st.booleans(),
        "partner": SEAT,
        "kontra": kontra,
        "renonce": st.just({"seats": [1]}),
        "bird": st.sampled_from(("pagat", "uhu")),
    }
    if positive:
        optional["announcements"] = st.lists(SAID, max_size=2)
    if contract in naive.WANTED_TRICKS:
        optional["co_declarers"] = st.lists(FELLOW, max_size=2)
    needed = {"contract": st.just(contract), "declarer": SEAT, "result": RESULT}
    return st.fixed_dictionaries(needed, optional=optional)


TIROL = ruleset.load("koenigrufen/tirol")
CONTRACTS = st.sampled_from(sorted(book_of(TIROL).contracts))


@given(facts=CONTRACTS.flatmap(koenigrufen_told))
@settings(max_examples=soaked(900, 20_000), deadline=None)
def test_koenigrufen_refuses_what_cannot_be_and_nothing_else(facts: Facts) -> None:
    assert bool(told.of("koenigrufen").faults(TIROL, facts)) == naive.koenigrufen(facts)


BIDS = ("trois", "deux", "un", "sans_prendre")


@given(
    facts=st.fixed_dictionaries(
        {},
        optional={
            "bid": st.sampled_from(BIDS),
            "ombre": st.integers(0, 2),
            "points": st.integers(0, 78),
            "volte": st.sampled_from(("won", "lost")),
        },
    )
)
@settings(max_examples=400, deadline=None)
def test_lhombre_refuses_what_cannot_be_and_nothing_else(facts: Facts) -> None:
    rules = ruleset.load("lhombre/compagnie", {"volte": True})
    assert bool(told.of("lhombre").faults(rules, facts)) == naive.lhombre(facts)


FIGURE = st.one_of(
    st.fixed_dictionaries(
        {"item": st.sampled_from("GHS"), "points": st.integers(1, 30)},
        optional={"party": st.integers(0, 1)},
    ),
    st.fixed_dictionaries(
        {"item": st.sampled_from("GHS"), "party": st.integers(0, 1), "out": st.just(True)}
    ),
    st.fixed_dictionaries(
        {"item": st.sampled_from(("overbid", "false_figure")), "party": st.integers(0, 1)}
    ),
)


@given(
    facts=st.fixed_dictionaries({"entries": st.lists(FIGURE, max_size=4)}),
    name=st.sampled_from(("perlaggen/1890", "perlaggen/1924")),
)
@settings(max_examples=400, deadline=None)
def test_perlaggen_refuses_what_cannot_be_and_nothing_else(facts: Facts, name: str) -> None:
    rules = ruleset.load(name)
    found = bool(told.of("perlaggen").faults(rules, facts))
    assert found == naive.perlaggen(facts, int(rules["target"]))

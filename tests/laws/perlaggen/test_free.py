"""Perlaggen at a free table: what the laws charge and what the naive judge finds are the same.

The naive side (``tests/naive/perlaggen_free.py``) hears the pack and the acts; the deal, what was
unlawful, what counted for nothing, and the slate it works out itself.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from casefile import Case, all_cases, clauses_of
from clumsy_perlaggen import acts, inner, setup_of, trial
from naive import perlaggen_free as free
from naive import perlaggen_values as values
from random_games import played, random_words
from samples import soaked
from trull import notation, referee, ruleset
from trull.game import Game, replay
from trull.laws.perlaggen import LAWS
from trull.laws.perlaggen.book import PACK
from trull.laws.perlaggen.table import NOBODY
from trull.laws.perlaggen.view import PerlaggenView
from trull.learn.positions import position
from trull.ruleset import RuleSet
from trull.state import Breach, Seat
from twin_deals import twin

GAMES = soaked(400, 5_000)
"""Clumsy hands."""
LAWFUL = soaked(80, 10_000)
"""Hands in which nobody errs."""
TWINS = soaked(150, 2_000)
"""Clumsy hands of which twins are looked for."""
TABLES = 24
"""Free tables with different agreements."""
CUTS = ("cut", "scatter", "keep", "put_together")
COURT = ("vote", "decide", "demand", "accept")


@cache
def _rules(number: int) -> RuleSet:
    """A free table of 1890 or 1924 with some penalties agreed."""
    rng = random.Random(f"agreed {number}")
    name = ("perlaggen/1890", "perlaggen/1924")[number % 2]
    kinds = ruleset.load(name).section("agreed")
    agreed = {f"agreed.{kind}.points": rng.randrange(4) for kind in kinds if rng.random() < 0.5}
    return ruleset.load(name, {"table": "free", "players": rng.choice((4, 6)), **agreed})


class Judged(NamedTuple):
    """A hand as the laws left it, and the naive judge beside it; None if it was not played."""

    game: Game
    judge: free.FreeHand | None
    cut_low: tuple[free.Breach, ...]


def _judge(game: Game) -> free.FreeHand | None:
    """The naive table after the deal, if there was one."""
    lifts = [int(a.action.args[0]) for a in game.log if a.action.verb == "cut"]
    if inner(game).void not in ("", "refused"):
        return None
    cut = values.cut([PACK.codes[card] for card in game.setup.pack], lifts)
    assert cut["pack"] is not None
    assert game.setup.dealer is not None
    dealt = values.deal(cut["pack"], game.setup.seats, game.setup.dealer, cut["kept"])
    assert dealt["trump"] is not None
    scores = [game.setup.context.get(f"score{party}", 0) for party in (0, 1)]
    prices = game.setup.rules.section("agreed")
    agreed = {kind: int(str(row["points"])) for kind, row in prices.items()}
    return free.FreeHand(dealt["trump"], dealt["hands"], game.setup.forehand, scores, agreed=agreed)


def _judged(seed: str, chance: float, claims: float) -> Judged:
    rng = random.Random(seed)
    game = Game(setup_of(_rules(rng.randrange(TABLES)), rng))
    for _ in acts(game, rng, chance, claims):
        pass
    least, cuts = game.setup.rules["min_cut"], [a for a in game.log if a.action.verb == "cut"]
    low = [(int(a.seat), "cut_low", 0) for a in cuts if int(a.action.args[0]) < int(str(least))]
    judge = _judge(game)
    if judge is not None:
        judge.breaches += low
        for seat, act in game.log:
            if act.verb not in (*CUTS, *COURT):
                judge.act(seat, str(act))
    return Judged(game, judge, tuple(low))


@cache
def _all_judged() -> tuple[Judged, ...]:
    return tuple(_judged(f"clumsy {n}", 0.2, 0.04) for n in range(GAMES))


HUNDREDS = pytest.mark.slow  # of clumsy hands, each played and judged twice


@pytest.fixture(scope="module")
def judged() -> tuple[Judged, ...]:
    """Every clumsy hand, played once."""
    return _all_judged()


def _found(breaches: tuple[Breach, ...]) -> list[free.Breach]:
    return [(int(b.seat), b.kind, b.trick) for b in breaches]


@HUNDREDS
def test_the_same_breaches(judged: tuple[Judged, ...]) -> None:
    for game, judge, low in judged:
        found = _found(trial(game).breaches)
        assert found == (list(low) if judge is None else judge.breaches), game.log


@HUNDREDS
def test_claims_are_decided_alike(judged: tuple[Judged, ...]) -> None:
    """A claim the record decides holds exactly if the judge has found it too."""
    for game, judge, _low in judged:
        decided = [case.verdict for case in trial(game).cases]
        if judge is not None:
            assert decided == judge.verdicts, game.log


@HUNDREDS
def test_the_same_slate(judged: tuple[Judged, ...]) -> None:
    for game, judge, _low in judged:
        if judge is None:
            continue
        slate = inner(game).slate
        assert list(slate.stands) == judge.slate_stands, game.log
        winner = None if slate.winner == NOBODY else slate.winner
        assert winner == judge.slate.winner, game.log


@HUNDREDS
def test_sums_are_zero_and_every_line_names_its_clause(judged: tuple[Judged, ...]) -> None:
    for game, _judge, _low in judged:
        result = game.settlement()
        assert result is not None
        assert sum(result.points) == 0
        assert all(line.clause for line in result.lines)


@HUNDREDS
def test_replay_reproduces_every_ruling(judged: tuple[Judged, ...]) -> None:
    for game, _judge, _low in judged:
        assert replay(game.setup, game.log) == game
        record = notation.parse(notation.format_record(notation.of_game(game)))
        again = notation.replayed(record)
        assert trial(again).cases == trial(game).cases
        assert again.settlement() == game.settlement()


@HUNDREDS
def test_clumsy_hands_come_to_everything(judged: tuple[Judged, ...]) -> None:
    """No breach is agreed upon because it never happened."""
    happened = Counter[str]()
    for game, _judge, _low in judged:
        tried = trial(game)
        happened.update(breach.kind for breach in tried.breaches)
        happened.update(f"{c.verdict} {c.decided_by}" for c in tried.cases)
        happened.update(act.action.verb for act in game.log)
    recorded = {
        k
        for k, r in ruleset.load("perlaggen/1890").section("ruling").items()
        if r["how"] == "record"
    } - {"not_overtrumped"}
    missing = sorted(kind for kind in recorded if not happened[kind])
    assert not missing
    assert happened["upheld record"] > 20
    assert happened["dismissed record"] > 20
    assert all(happened[verb] for verb in ("mend", "baptise", "write", "state_degree"))


def test_what_is_voted_on_survives_replay() -> None:
    by = Counter[str]()
    for n in range(GAMES // 8):
        rng = random.Random(f"voted {n}")
        game = Game(setup_of(_rules(rng.randrange(TABLES)), rng))
        for _ in acts(game, rng, 0.1, 0.1, judged=True):
            pass
        by.update(f"{case.verdict} {case.decided_by}" for case in trial(game).cases)
        assert replay(game.setup, game.log) == game
        result = game.settlement()
        assert result is not None
        assert sum(result.points) == 0
    assert all(by[word] for word in ("upheld vote", "upheld confession", "dismissed vote"))


def test_nobody_is_charged_in_a_lawful_hand() -> None:
    for n in range(LAWFUL):
        rng = random.Random(f"lawful {n}")
        game = Game(setup_of(_rules(rng.randrange(TABLES)), rng))
        for _ in acts(game, rng, 0.0):
            pass
        assert trial(game).breaches == (), game.log


def test_whatever_is_offered_can_be_done() -> None:
    """And whatever is lawful is among it."""
    for n in range(GAMES // 8):
        rng = random.Random(f"offers {n}")
        game = Game(setup_of(_rules(rng.randrange(TABLES)), rng))
        for _seat, _act in acts(game, rng, 0.2):
            seat = Seat(rng.randrange(game.setup.seats))
            offers = LAWS.offers(inner(game), seat)
            for prompt in offers:
                tried = random_words(prompt, rng)
                assert not game.faults(seat, tried), (tried, game.log)
            verbs = {prompt.verb for prompt in offers}
            assert {p.verb for p in LAWS.prompts(inner(game), seat)} <= verbs


# Secrecy


@pytest.mark.slow  # twins are dealt until one fits
def test_a_hidden_breach_looks_like_a_lawful_act() -> None:
    """Two deals that a seat cannot tell apart, though in one of them somebody broke a rule.

    A figure bid or held falsely comes out when it is decided, by the rules: no such pairs.
    """
    hidden = Counter[str]()
    for n in range(TWINS):
        rng = random.Random(f"twins {n}")
        game = _stopped(rng)
        viewer = rng.choice([None, *(Seat(seat) for seat in range(game.setup.seats))])
        for _ in range(4):
            other = twin(game, viewer, rng)
            if other is None or _law(other, viewer) != _law(game, viewer):
                continue
            assert other.view_for(viewer) == game.view_for(viewer), game.log
            hidden.update({b.kind for b in {*trial(game).breaches} ^ {*trial(other).breaches}})
    assert hidden["revoke"] >= 3, hidden
    assert hidden["baptised_revoke"] >= 1, hidden


@pytest.mark.parametrize("viewer", [1, 3, None])
def test_a_false_word_sounds_like_a_true_one(viewer: int | None) -> None:
    """Three aces are said, in one deal to three kings, in the other to three aces."""
    liar, honest = (
        position(
            {
                "hands": [first, "HA LA E7 E8 H9", second, "LO LU S8 H7 S9"],
                "turned": "S10",
                "looked": True,
                "acts": ["0 bid G | 1 hold G | 0 state_degree G=3A | 1 play E8"],
                "forehand": 1,
            },
            ruleset.load("perlaggen/1890", {"table": "free"}),
        )
        for first, second in (
            ("LK EK W H8 L9", "E9 E10 EA L8 H10"),
            ("SA EA W H8 L9", "E9 E10 LK L8 H10"),
        )
    )
    assert _found(trial(liar).breaches) == [(0, "gleich_not_proved", 1)]
    assert _found(trial(honest).breaches) == []
    seat = None if viewer is None else Seat(viewer)
    assert liar.view_for(seat) == honest.view_for(seat)


def _stopped(rng: random.Random) -> Game:
    """A clumsy hand, left in the middle."""
    game = Game(setup_of(_rules(rng.randrange(TABLES)), rng))
    stop = rng.randrange(6, 36)
    for number, _act in enumerate(acts(game, rng, 0.25)):
        if number == stop:
            break
    return game


def _law(game: Game, viewer: Seat | None) -> object:
    """What the rules brought to light by themselves."""
    view = game.view_for(viewer)
    assert isinstance(view, PerlaggenView)
    return view.written, view.figures, view.phase


# The rule text


def test_every_clause_for_a_free_table_has_a_case_for_and_a_case_against() -> None:
    text = (Path(__file__).parents[3] / "rules" / "perlaggen.md").read_text(encoding="utf-8")
    classes = re.findall(r"^- \*\*(P\d+-\w+)\*\* \(([^)]*)\)", text, re.MULTILINE)
    wanted = {name for name, told in classes if {"C", "J"} & {*told.split(", ")}}
    cases = [case for name, case in all_cases() if "perlaggen" in name and _is_free(case)]
    for against in (False, True):
        shown = {
            c for case in cases if bool(case.get("against")) is against for c in clauses_of(case)
        }
        known = {
            c
            for _name, case in all_cases()
            if bool(case.get("against")) is against
            for c in clauses_of(case)
        }
        assert wanted <= known, sorted(wanted - known)
        if not against:
            assert wanted <= shown, sorted(wanted - shown)


def _is_free(case: Case) -> bool:
    options = case.get("options", {})
    assert isinstance(options, dict)
    return options.get("table") == "free"


# Records


FOLDER = Path(__file__).parents[2] / "transcripts"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("perlaggen-*.trn")), ids=lambda path: path.stem)
def test_the_referee_reads_every_record(path: Path) -> None:
    """Also one of a guarded table, where nobody said that the deal was done: it has no breach."""
    for record in notation.parse_all(path.read_text(encoding="utf-8")):
        found = referee.judge(record)
        assert found.settled is not None
        assert found.settled.points == record.points
        if not record.setup.rules.free:
            assert found.breaches == ()


@pytest.mark.parametrize("name", ["perlaggen/1890", "perlaggen/1924"])
def test_no_hand_of_a_guarded_table_has_a_breach(name: str) -> None:
    for seed in range(LAWFUL // 4):
        game = played(name, seed)
        found = referee.judge(notation.of_game(game))
        assert found.breaches == (), game.log
        result = game.settlement()
        assert result == found.settled == found.resettled, game.log

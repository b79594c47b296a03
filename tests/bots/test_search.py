"""Thinking bots: lawful everywhere, the same for the same seed, and never at a loss."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from random_games import random_rules, random_setup
from trull import bots, locale, ruleset
from trull.bots import belief, explain, fast
from trull.bots import game as game_bots
from trull.bots.search.bot import ThinkingBot, Thought
from trull.bots.search.candidates import candidates
from trull.bots.search.level import LEVELS, read_level
from trull.bots.search.ranking import Ranked, ranked
from trull.errors import TrullError
from trull.game import Game
from trull.laws.koenigrufen.book import PACK, book_of
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.state import Action, Seat, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Goal, Words

RULE_SETS = ruleset.published()
UNHURRIED = "search:quick:60s"
"""Never out of time, so that a busy machine changes nothing."""


def by_the_book(game: Game, seed: int, acts: int) -> Game:
    """The game some acts later."""
    players = [bots.make("heuristic", seed * 8 + s) for s in range(game.setup.seats)]
    for _ in range(acts):
        if not game.duty:
            break
        seat = min(game.duty)
        act = players[seat].act(game.view_for(seat))
        assert act is not None
        game.apply(seat, act)
    return game


def thoughtful_views(name: str, seed: int, most: int) -> list[View]:
    """Some moments of a deal in which somebody has a choice."""
    rng = random.Random(f"thinking {name} {seed}")
    rules = random_rules(name, rng) if seed % 2 else ruleset.load(name)
    game, found = Game(random_setup(rules, rng)), []
    for number in range(most):
        by_the_book(game, seed + number, rng.randrange(1, 9))
        if not game.duty:
            break
        found.append(game.view_for(min(game.duty)))
    return found


# Lawful


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_whole_deals_are_played_lawfully(name: str) -> None:
    """Every act of a whole deal is thought about, which takes time."""
    for kind, seed in (("flat:quick", 1), ("search:quick", 2)):
        rng = random.Random(f"{name} {kind}")
        game = Game(random_setup(random_rules(name, rng), rng))
        players = [bots.make(kind, seed * 8 + s) for s in range(game.setup.seats)]
        while game.duty:
            seat = min(game.duty)
            act = players[seat].act(game.view_for(seat))
            assert act is not None, "who has duty acts"
            game.apply(seat, act)  # raises if it is not lawful
        assert game.settlement() is not None


@pytest.mark.parametrize("name", RULE_SETS)
def test_candidates_are_lawful_and_the_book_is_among_them(name: str) -> None:
    rng = random.Random(3)
    for seed in range(8):
        for number in range(2, 30, 5):
            game = by_the_book(Game(random_setup(ruleset.load(name), rng)), seed, number)
            if game.over:
                continue
            seat = min(game.duty)
            view = game.view_for(seat)
            book = bots.make("heuristic", seed).act(view)
            found = candidates(view, book, 6, rng)
            assert found[0] == book
            assert len(set(found)) == len(found) <= 6
            for act in found:
                faults = game.faults(seat, act)
                assert not faults or any(p.open for p in view.prompts), (act, faults)


# The same for the same seed


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_same_seed_gives_the_same_thought_and_no_failure(name: str) -> None:
    for view in thoughtful_views(name, 4, 4):
        first, second = (ThinkingBot("search", 9, ["quick", "60s"]).think(view) for _ in range(2))
        assert first == second
        assert first.failure == ""


# Never at a loss


def broken(view: View, *_rest: object) -> list[Ranked]:
    """A way of thinking that fails."""
    raise AssertionError(f"nothing can be believed of {view.phase}")


def test_a_bot_that_fails_plays_by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    real = game_bots.of
    monkeypatch.setattr(game_bots, "of", lambda name: replace(real(name), thinker=lambda: broken))
    (view, *_) = thoughtful_views("koenigrufen/tirol", 5, 3)
    assert "nothing can be believed" in ThinkingBot("search", 1).think(view).failure
    for name in RULE_SETS:
        for view in thoughtful_views(name, 5, 3):
            assert bots.make("search", 1).act(view) == bots.make("heuristic", 1).act(view)


def by_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """No game has a thinker of its own."""
    real = game_bots.of
    monkeypatch.setattr(game_bots, "of", lambda name: replace(real(name), thinker=None))


def test_a_bot_out_of_time_plays_by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the laws alone an act can take long."""
    ticks = iter(range(0, 1_000_000, 100))
    monkeypatch.setattr("trull.bots.search.bot.time.perf_counter", lambda: next(ticks))
    by_law(monkeypatch)
    game = by_the_book(
        Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(5))), 5, 2
    )
    view = game.view_for(min(game.duty))
    assert view.phase == "auction"
    thought = ThinkingBot("search", 1).think(view)
    assert thought.ranking == ()
    assert thought.choice == thought.book


@pytest.mark.parametrize("words", [("quick", "60s"), ("quick", "60s", "cards")])
def test_without_a_thinker_a_card_is_tried_by_the_laws(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_law(monkeypatch)
    game = Game(random_setup(ruleset.load("koenigrufen/finale"), random.Random(8)))
    while game.phase != "play" or len(game.prompts(min(game.duty))[0].choices) < 2:
        by_the_book(game, 1, 1)
    thought = ThinkingBot("search:quick", 1, words).think(game.view_for(min(game.duty)))
    assert len(thought.ranking) > 1
    assert thought.failure == ""


# Levels and styles


@pytest.mark.parametrize("word", ["quickest", "0.01s", "61s", "xs", "", "5"])
def test_a_word_that_is_no_level_is_an_error_that_names_the_known_ones(word: str) -> None:
    with pytest.raises(TrullError, match=r"quick, normal, strong.*0\.05s to 60s"):
        bots.make(f"search:{word}", 1)


def test_a_stronger_level_thinks_more() -> None:
    quick, normal, strong = (LEVELS[name] for name in ("quick", "normal", "strong"))
    for number in ("worlds", "talk_worlds", "options", "horizon", "nodes"):
        assert getattr(quick, number) <= getattr(normal, number) <= getattr(strong, number)
    assert quick.worlds < normal.worlds < strong.worlds


def test_who_thinks_about_cards_alone_bids_by_the_book() -> None:
    for view in thoughtful_views("koenigrufen/tirol", 8, 3):
        if view.phase != "play":
            thought = ThinkingBot("", 1, ["quick", "cards", "60s"]).think(view)
            assert thought.ranking == ()
            assert thought.failure == ""


def test_the_cautious_take_the_sure_and_the_bold_the_dear() -> None:
    sure, dear, book = Action("sure"), Action("dear"), Action("other")
    rows = [[1.0, 9.0, -90.0], [1.0, -6.8, -90.0], [1.0, 1.4, -90.0], [1.0, 0.6, -90.0]]

    def choice(style: str) -> Action:
        return ranked([sure, dear, book], rows, read_level([style]).fear, book)[0].action

    assert choice("cautious") == sure
    assert choice("bold") == dear


def test_the_book_gives_way_only_to_what_is_surely_better() -> None:
    book, other = Action("book"), Action("other")
    by_chance = [[0.0, 9.0], [0.0, -8.0], [0.0, 1.0]]
    surely = [[0.0, 2.0], [0.0, 2.5], [0.0, 3.0]]
    assert ranked([book, other], by_chance, 0.0, book)[0].action == book
    assert ranked([book, other], surely, 0.0, book)[0].action == other


# Why


@pytest.mark.parametrize("lang", locale.LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_hints_rank_what_the_bot_would_do_and_say_why(name: str, lang: str) -> None:
    counted = 0
    for view in thoughtful_views(name, 6, 4):
        found = explain.explain(view, seed=2, level=UNHURRIED)
        assert 1 <= len(found) <= 3
        assert found[0].action == bots.make(UNHURRIED, 2).act(view)
        for hint in found:
            sentence = hint.sentence(lang)
            assert sentence.endswith(".")
            assert "{" not in sentence
            assert sentence != hint.code
        counted += found[0].mean is not None
    assert counted


def test_a_forced_act_names_its_clause() -> None:
    game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(1)))
    while game.phase != "play" or len(game.prompts(min(game.duty))[0].choices) > 1:
        by_the_book(game, 1, 1)
    (hint,) = explain.explain(game.view_for(min(game.duty)))
    assert hint.code == "only"
    assert game.prompts(min(game.duty))[0].clause in hint.sentence("de")


def test_who_has_nothing_to_do_gets_no_hint() -> None:
    game = by_the_book(
        Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(1))), 1, 3
    )
    idle = next(Seat(s) for s in range(4) if s not in game.duty)
    assert explain.explain(game.view_for(idle)) == ()
    assert explain.explain(game.view_for(None)) == ()


def test_no_hint_calls_best_what_another_beats_and_no_figure_is_negative() -> None:
    game = Game(random_setup(ruleset.load("koenigrufen/tirol"), random.Random(1)))
    view = game.view_for(min(game.duty))
    acts = [Action("bid", (name,)) for name in ("dreier", "rufer", "solorufer")]

    def codes(*means: float, spreads: tuple[float, ...] = (2.0, 2.0, 2.0)) -> list[str]:
        found = [Ranked(*one, 60) for one in zip(acts, means, spreads, strict=True)]
        told = explain.hints(view, Thought(acts[0], ranking=tuple(found)))
        figures = [float(dict(hint.about).get(key, 0)) for hint in told for key in ("gain", "loss")]
        assert min(figures) >= 0
        assert not any("{" in hint.sentence(lang) for hint in told for lang in ("de", "en"))
        return [hint.code for hint in told]

    assert codes(4.0, 1.0, 0.0) == ["clear", "less", "less"]
    assert codes(-2.1, -3.0, 0.1) == ["proved", "less", "unsure"]
    assert codes(-2.1, 0.1, -3.0, spreads=(1.0, 9.0, 2.0)) == ["safer", "unsure", "risky"]


# Exact endgames


def endgame(name: str, seed: int, cards: int) -> View:
    """The view of somebody with a choice and so many cards at most."""
    for more in range(40):
        game = Game(random_setup(ruleset.load(name), random.Random(seed + more)))
        while game.duty:
            view = game.view_for(min(game.duty))
            wide = view.phase == "play" and len(view.prompts[0].choices) > 1
            if wide and len(view.hand) <= cards:
                return view
            by_the_book(game, seed, 1)
    raise AssertionError("no deal came so far")


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie"])
def test_near_the_end_the_solver_changes_what_a_card_is_worth(name: str) -> None:
    view = endgame(name, 5, 3)
    flat, search = (
        ThinkingBot("", 3, ["quick", "60s"], exact=exact).think(view) for exact in (False, True)
    )
    assert flat.failure == search.failure == ""
    assert {r.action for r in flat.ranking} == {r.action for r in search.ranking}
    assert flat.ranking != search.ranking


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "koenigrufen/finale"])
def test_games_and_birds_that_a_card_forces_count_as_they_are_paid(name: str) -> None:
    """Worlds asked in groups, beside each asked alone and paid by the rule set's own table."""
    from trull.bots.koenigrufen import search as koenigrufen
    from trull.bots.koenigrufen.fast import packing
    from trull.bots.koenigrufen.fast.spot import spot_of

    core, level, forced = fast.core("koenigrufen"), read_level(["normal", "60s"]), 0
    for seed in range(0, 400, 20):
        view = endgame(name, seed, 5)
        assert isinstance(view, KoenigrufenView)
        assert view.seat is not None
        if not book_of(view.rules).contracts[view.contract].positive:
            continue
        guesses = belief.guesses(belief.of(view), random.Random(seed), 8)
        packed = packing.pack(spot_of(view), [guess.world for guess in guesses])
        together = np.zeros((len(packed.worlds), len(packed.plays)))
        koenigrufen._solve(packed, int(view.seat), level, together)
        for row, world in enumerate(packed.worlds):
            alone = core.pack(packed.spot, [world])
            game, *others = core.goals(alone)
            won = 2 * core.wins(alone, game, max(game.bar, 0))[0] - 1
            value = book_of(view.rules).contracts[view.contract].value * 2 ** len(view.kontra)
            wanted = value * won if game.side >> view.seat & 1 else -value * won
            for bird in (goal for goal in others if goal.kind == "bird"):
                made = core.wins(alone, bird, 1)[0]
                wanted = wanted + paid_for(view, bird, made)
                forced += int(made.sum())
            payers = 3 if game.side == 1 << view.seat else 1
            assert (wanted * payers).tolist() == together[row].tolist()
    assert forced > 20


def paid_for(view: KoenigrufenView, bird: Goal, made: Words) -> Words:
    """What each opponent pays the seat for a bird, card by card."""
    book, contract = book_of(view.rules), book_of(view.rules).contracts[view.contract]
    (bonus,) = (one for one in book.birds if PACK.card(one.card) == bird.card)
    assert view.seat is not None
    worth = contract.scale if bird.side >> view.seat & 1 else -contract.scale
    said = [kontra for item, _seat, kontra in view.announced if item == bonus.name]
    found: Words = worth * bonus.silent * made
    if said:
        found = worth * bonus.announced * 2 ** len(said[0]) * (2 * made - 1)
    return found if bonus.name in contract.bonuses else np.zeros_like(made)


# Policy playouts


def test_policy_playouts_are_the_same_compiled_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    from trull.bots.koenigrufen.fast import packing, playout_policy
    from trull.bots.koenigrufen.fast.spot import spot_of

    rng = random.Random(1)
    for name in ("koenigrufen/tirol", "koenigrufen/finale"):
        view = endgame(name, 7, 5)
        worlds = [guess.world for guess in belief.guesses(belief.of(view), rng, 3)]
        packed = packing.pack(spot_of(view), worlds)
        quickly = playout_policy.playouts(packed, 4, 11)
        with monkeypatch.context() as slowly:
            slowly.setattr("trull.machine.compiled.uncompiled", lambda: True)
            plainly = playout_policy.playouts(packed, 4, 11)
        assert quickly.tolist() == plainly.tolist()
        assert abs(quickly.sum(axis=2)).max() < 1e-9, "what some get the others pay"

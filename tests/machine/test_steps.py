"""Tokens: every lawful act has exactly one path, no path dies, and every token has its number."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy

import pytest

from random_games import random_action, random_rules, random_setup
from samples import soaked
from trull import ruleset
from trull.errors import TrullError
from trull.game import Game
from trull.machine.steps import Steps
from trull.machine.tokens import SILENT
from trull.machine.wording import wording
from trull.state import Action, Prompt, allows, expand

RULE_SETS = ruleset.published()
DEALS = soaked(20, 2_000)
FEW = 300
"""Prompts of more acts are tried by chance: nobody lays six cards away in 18,564 ways."""


def begun(name: str, seed: int, **options: object) -> tuple[Steps, random.Random]:
    """A deal before its first act, at a table with some options changed."""
    rng = random.Random(f"{name} {seed}")
    rules = random_rules(name, rng).with_options(options)
    return Steps(Game(random_setup(rules, rng))), rng


def plain(act: Action, prompts: tuple[Prompt, ...]) -> str:
    """An act in words, those of a set in alphabetical order."""
    ordered = any(prompt.ordered and allows(prompt, act) for prompt in prompts)
    return " ".join((act.verb, *(act.args if ordered else sorted(act.args))))


def lawful(steps: Steps) -> set[str]:
    """What the prompts of the seat that is asked allow."""
    acts = (act for prompt in steps.prompts for act in expand(prompt))
    return {plain(act, steps.prompts) for act in acts}


def reached(steps: Steps) -> Iterator[Action]:
    """What is done at the end of every path of tokens from here."""
    for token in steps.tokens():
        one, before = copy(steps), len(steps.game.log)
        one.apply(token)
        if len(one.game.log) > before:
            yield one.game.log[-1].action
        elif steps.vocabulary.tokens[token] != SILENT:
            assert one.so_far == (*steps.so_far, token)
            yield from reached(one)


def is_small(steps: Steps) -> bool:
    return sum(1 for prompt in steps.prompts for _ in expand(prompt)) <= FEW


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_lawful_act_is_reached_by_exactly_one_path(name: str) -> None:
    for seed in range(DEALS):
        steps, rng = begun(name, seed)
        while not steps.done:
            if not steps.so_far and rng.random() < 0.1 and is_small(steps):
                paths = Counter(plain(act, steps.prompts) for act in reached(steps))
                assert set(paths) == lawful(steps)
                assert set(paths.values()) == {1}
            steps.apply(rng.choice(steps.tokens()))
        assert (steps.tokens(), steps.seat) == ((), None)
        assert sum(steps.rewards()) == 0


@pytest.mark.parametrize("name", RULE_SETS)
def test_any_lawful_act_is_walked_by_its_path(name: str) -> None:
    for seed in range(DEALS):
        steps, rng = begun(name, seed)
        while not steps.done:
            act = random_action(steps.prompts, rng)
            seat, prompts = steps.seat, steps.prompts
            for token in steps.path(act):
                assert token in steps.tokens()
                assert steps.seat == seat
                steps.apply(token)
            done = steps.game.log[-1]
            assert (done.seat, plain(done.action, prompts)) == (seat, plain(act, prompts))


def test_honours_are_declared_one_by_one() -> None:
    """A word and its number are two tokens, and only some of all may be declared."""
    declared = set()
    for seed in range(soaked(40, 500)):
        steps, rng = begun("lhombre/compagnie", seed, honneurs=True)
        while not steps.done and steps.game.phase in ("cut", "skar", "auction", "exchange"):
            wish = [steps.vocabulary.index[w] for w in ("bid sans_prendre", "pass")]
            found = [token for token in wish if token in steps.tokens()]
            steps.apply(found[0] if found else rng.choice(steps.tokens()))
        while steps.game.phase == "honours":
            if not steps.so_far:
                paths = Counter(plain(act, steps.prompts) for act in reached(steps))
                assert set(paths) == lawful(steps)
                assert set(paths.values()) == {1}
            steps.apply(max(steps.tokens()))
            declared |= {word for _, act in steps.game.log[-1:] for word in act.args}
    assert {word.partition("=")[0] for word in declared} >= {"tarocks", "halbe_kavallerie"}


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_view_alone_offers_the_same_tokens(name: str) -> None:
    """So a bot that thinks in tokens needs no more than any other; only signs are not counted."""
    for seed in range(soaked(3, 200)):
        steps, rng = begun(name, seed)
        while not steps.done:
            assert steps.seat is not None
            view = steps.game.view_for(steps.seat)
            asked = wording(view)
            if steps.prompts == view.prompts and len(view.duty) == 1:
                for token in steps.so_far:
                    asked = asked.after(token)
                assert asked.tokens() == steps.tokens()
            steps.apply(rng.choice(steps.tokens()))


def test_an_open_prompt_names_nothing_unlawful() -> None:
    """So tokens need no law to ask; what it does not name could tell what other hands hold."""
    for seed in range(soaked(10, 500)):
        steps, rng = begun("perlaggen/1890", seed)
        while not steps.done:
            assert steps.seat is not None
            for prompt in steps.prompts:
                for act in expand(prompt) if prompt.open else ():
                    assert steps.game.faults(steps.seat, act) == ()
            steps.apply(rng.choice(steps.tokens()))


def test_before_the_end_nobody_has_anything() -> None:
    steps, _ = begun("koenigrufen/tirol", 1)
    assert steps.rewards() == (0, 0, 0, 0)


def test_a_token_out_of_place_is_one_clear_error_and_changes_nothing() -> None:
    steps, _ = begun("koenigrufen/finale", 1)
    before = steps.tokens()
    with pytest.raises(TrullError, match="'play HK' is not lawful here"):
        steps.apply(steps.vocabulary.number("play HK"))
    for strange in (-1, 10**6):
        with pytest.raises(TrullError, match=f"token {strange} is not lawful here"):
            steps.apply(strange)
    with pytest.raises(TrullError, match="'play HK' is not offered to seat"):
        steps.path(Action("play", ("HK",)))
    with pytest.raises(TrullError, match=f"seat {steps.seat} must act"):
        steps.path(None)
    assert steps.tokens() == before


def test_a_free_table_is_not_walked() -> None:
    rules = ruleset.load("koenigrufen/finale", {"table": "free"})
    with pytest.raises(TrullError, match="guarded"):
        Steps(Game(random_setup(rules, random.Random(1))))


def test_who_is_on_duty_may_sign_once_and_then_must_act() -> None:
    """Signs change nothing: even who signs whenever he can comes to the end."""
    said = 0
    for seed in range(soaked(5, 200)):
        steps, rng = begun("perlaggen/1890", seed)
        names, signed = steps.vocabulary.tokens, set[int]()
        while not steps.done:
            seat, due = steps.seat, steps.seat in steps.game.duty
            signs = [token for token in steps.tokens() if names[token].startswith("sign ")]
            if due and seat in signed:
                assert signs == []
            before = len(steps.game.log)
            steps.apply(rng.choice(signs or steps.tokens()))
            if due and len(steps.game.log) > before:
                assert seat is not None
                signed = signed | {seat} if signs else set()
                said += bool(signs)
            assert len(steps.game.log) < 2_000
    assert said


def test_partners_may_leave_it_to_each_other_but_the_last_must_act() -> None:
    left = 0
    for seed in range(soaked(10, 200)):
        steps, rng = begun("perlaggen/1924", seed)
        while not steps.done:
            silent = SILENT in [steps.vocabulary.tokens[token] for token in steps.tokens()]
            if silent and steps.seat in steps.game.duty:
                first, before = steps.seat, len(steps.game.log)
                for token in steps.path(None):
                    steps.apply(token)
                assert steps.seat is not None
                assert (first < steps.seat, len(steps.game.log)) == (True, before)
                left += 1
            else:
                steps.apply(rng.choice(steps.tokens()))
    assert left

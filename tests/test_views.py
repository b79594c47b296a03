"""Secrecy: permute what a seat cannot see, and its view stays equal. Spectators too.

Two deals that differ only in cards a seat has not seen, and in which the same acts were lawful,
must look the same to that seat, byte for byte.
"""

from __future__ import annotations

import random
from dataclasses import fields

import pytest

from random_games import acts, random_rules, random_setup
from samples import soaked
from trull import laws, ruleset
from trull.game import Game
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.lhombre.view import LhombreView
from trull.learn.positions import position
from trull.state import Seat, View
from twin_deals import stopped_somewhere, twin

RULE_SETS = ruleset.published()
SAID = ("koenigrufen",)
"""Games whose laws say at once what an act has changed."""
DEALS = soaked(150, 700)
"""Random deals per rule set; with six rule sets over 4,000 in a soak."""


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_a_view_does_not_depend_on_what_the_seat_cannot_see(name: str) -> None:
    compared = 0
    for seed in range(DEALS):
        rng = random.Random(f"{name} {seed}")
        game = stopped_somewhere(name, rng)
        seat = rng.choice([None, *range(game.setup.seats)])
        viewer = None if seat is None else Seat(seat)
        for _ in range(12):
            other = twin(game, viewer, rng)
            if other is not None:
                seen, told = other.view_for(viewer), game.view_for(viewer)
                assert seen == told
                assert laws.summary_of(seen) == laws.summary_of(told)
                compared += 1
                break
    assert compared >= DEALS // 2, "too few deals had a lawful twin for the test to mean anything"


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_is_common_is_the_same_for_every_seat_and_for_a_spectator(name: str) -> None:
    rng = random.Random(name)
    for _ in range(8):
        game = Game(random_setup(random_rules(name, rng), rng))
        for _act in acts(game, rng):
            spectators = game.view_for(None)
            for seat in range(game.setup.seats):
                view = game.view_for(Seat(seat))
                for field in type(view).COMMON:
                    assert getattr(view, field) == getattr(spectators, field), field


@pytest.mark.parametrize("name", RULE_SETS)
def test_what_an_act_is_said_to_have_changed_makes_every_view_the_next(name: str) -> None:
    rng, said = random.Random(name), 0
    for _ in range(12):
        game = Game(random_setup(random_rules(name, rng), rng))
        law = laws.under(game.setup.rules)
        everybody = (None, *map(Seat, range(game.setup.seats)))
        for seat, act in acts(game, rng):
            s = game.state
            after = law.step(s, seat, act)
            effect = law.effect(s, after)
            assert law.effect(after, s) is None
            if effect is None:
                continue
            said += 1
            if effect.silent:
                views = law.view(s, None), law.view(after, None)
                assert laws.summary_of(views[0]) == laws.summary_of(views[1])
            for who in everybody:
                view, own = law.view(s, who), {} if who is None else effect.own.get(who, {})
                assert effect.kind is type(view)
                changed = {**effect.common, **own, "seen": (*view.seen, effect.seen)}
                assert {**_fields(view), **changed} == _fields(law.view(after, who))
    assert said or not name.startswith(SAID)


def _fields(view: View) -> dict[str, object]:
    return {field.name: getattr(view, field.name) for field in fields(view)}


@pytest.mark.parametrize("book", ["tirol", "finale", "ulmann"])
def test_what_was_counted_is_told_in_the_end_and_never_before(book: str) -> None:
    rng, told = random.Random(book), 0
    for _ in range(60):
        game = Game(random_setup(random_rules(f"koenigrufen/{book}", rng), rng))
        for _ in acts(game, rng):
            if game.duty:
                assert getattr(game.view_for(None), "counted", ()) == ()
        view = game.view_for(None)
        assert isinstance(view, KoenigrufenView)
        if view.counted and view.contract != "trischaken":
            told += 1
            assert len(set(view.counted)) <= 2
            assert sum(set(view.counted)) in (210, 105)  # all cards, or twice the same half
    assert told


def test_whether_a_degree_may_be_asked_for_tells_nothing_of_the_partner() -> None:
    """P90-25, P90-29: three kings by the Weli, which the party's Hanger may need; in one deal the
    partner has a Hanger of his own."""
    able, unable = (
        position(
            {
                "hands": [partner, "HA LA E7 E8 H9", "LK EK W S8 L9", "LO LU S9 H7 E10"],
                "turned": "S10",
                "looked": True,
                "acts": ["1 bid G H | 0 hold_all"],
            },
            ruleset.load("perlaggen/1890"),
        )
        for partner in ("HU HO L8 SA E9", "HU L10 L8 SA E9")
    )
    assert able.view_for(Seat(2)) == unable.view_for(Seat(2))
    for game in (able, unable):
        assert any(prompt.verb == "ask_degree" for prompt in game.prompts(Seat(2)))


@pytest.mark.parametrize("name", [n for n in RULE_SETS if not n.startswith("perlaggen")])
def test_who_would_take_the_trick_takes_it_unless_the_last_card_beats_his(name: str) -> None:
    """What the table marks as leading; Perlaggen's cards stay before their owners, unmarked."""
    rng, closed = random.Random(name), 0
    for _ in range(12):
        game = Game(random_setup(random_rules(name, rng), rng))
        leading, taken = None, game.view_for(None).taken
        for seat, _act in acts(game, rng):
            view = game.view_for(None)
            if view.taken != taken and leading is not None:
                taker = next(s for s, n in enumerate(view.taken) if n > taken[s])
                assert taker in leading
                closed += 1
            taken, leading = view.taken, _leading(view, seat)
    assert closed > 50, "too few tricks for the test to mean anything"


def _leading(view: View, last: Seat) -> set[Seat] | None:
    """Who may have the trick after the card that is played now, if it is the trick's last."""
    if view.phase != "play" or len(view.trick) != view.seats - 1:
        return None
    assert isinstance(view, KoenigrufenView | LhombreView)
    assert view.winning is not None
    return {view.winning, last}

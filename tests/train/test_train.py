"""Self-play in small: what was expected beforehand adds up, a training goes on where it stopped."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest

from random_games import random_setup
from trull import bots
from trull.bots import learnt
from trull.game import Game
from trull.machine import game as machines
from trull.ruleset import RuleSet
from trull.train import curve
from trull.train.house import books
from trull.train.weights import scales, ship

torch = pytest.importorskip("torch", reason="the extra train is not installed")


GAMES = ["koenigrufen", "lhombre", "perlaggen"]


@pytest.mark.parametrize("game", GAMES)
def test_who_comes_back_is_on_the_same_curve_and_plays(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trull.train.learner import Lesson
    from trull.train.run import Plan, Training
    from trull.train.selfplay import Setting

    plan = Plan(game=game, rules=books(game, 1), folder=tmp_path)
    setting, lesson = Setting(tables=48, steps=4, width=32, blocks=1), Lesson(parts=2)
    first = Training(plan, setting, lesson)
    first.round()
    first.play.remember()
    first.keep()
    went_on = first.round()
    again = Training(plan, Setting(tables=48, steps=4), lesson)
    assert again.round() == went_on
    for one, other in zip(first.learner.weights, again.learner.weights, strict=True):
        assert torch.equal(one, other)
    for one, other in zip(first.learner.steady, again.learner.steady, strict=True):
        assert torch.equal(one, other)
    ship(tmp_path, tmp_path / "learnt.npz")
    about = json.loads(str(np.load(tmp_path / "learnt.npz")["about"]))
    assert (about["version"], about["game"]) == (learnt.VERSION, game)
    plays_by(tmp_path / "learnt.npz", plan.rules[0], monkeypatch)


def plays_by(file: Path, rules: RuleSet | str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot plays a whole deal from this file; drawn words hang on the seed alone."""
    assert isinstance(rules, RuleSet)
    monkeypatch.setattr(learnt, "_file", lambda _game: file)
    learnt.network.cache_clear()
    learnt.substitution.cache_clear()
    try:
        assert learnt.substitution(rules) == ("", "")
        told = [played(rules) for _ in range(2)]
        assert told[0] == told[1]
    finally:
        learnt.network.cache_clear()
        learnt.substitution.cache_clear()


def played(rules: RuleSet) -> list[str]:
    game = Game(random_setup(rules, random.Random(1)))
    table = [bots.make("learnt", seat) for seat in range(game.setup.seats)]
    while game.duty:
        seats = sorted(game.duty)
        acts = ((seat, table[seat].act(game.view_for(seat))) for seat in seats)
        seat, act = next((seat, act) for seat, act in acts if act is not None)
        game.apply(seat, act)
    assert not any(getattr(bot, "failure", "") for bot in table)
    return [str(act) for act in game.log]


def test_gains_of_a_chain_are_what_came_less_what_was_expected() -> None:
    from trull.train import experience

    found = experience.Experience.empty(3, 2, machines.of("koenigrufen"))
    found.value[:] = torch.rand(found.value.shape)
    found.reward[1] = torch.rand(2, 4)
    found.over[1] = True
    found.seat[:] = torch.tensor([[0, 1], [2, 3], [1, 0]])
    own, returns = found.advantages()
    kept = experience.KEPT
    for table in range(2):
        last = found.reward[1, table] - found.value[1, table]
        before = found.value[1, table] - found.value[0, table] + kept * last
        assert torch.allclose(own[1, table], last[found.seat[1, table]])
        assert torch.allclose(own[0, table], before[found.seat[0, table]])
        assert torch.allclose(returns[1, table], found.reward[1, table])


def test_cards_can_take_more_than_a_word_of_a_mask() -> None:
    from trull.train.experience import plays_cards

    words = torch.zeros((1, 3, 4), dtype=torch.int64)
    words[0, 0, 0], words[0, 1, 1], words[0, 1, 2] = 1 << 53, 1 << 13, 1 << 14
    assert plays_cards(words, 54).tolist() == [[True, False, False, False]]
    assert plays_cards(words, 78).tolist() == [[True, True, False, False]]


def test_values_turn_from_the_reader_to_the_seats_and_back() -> None:
    from trull.train.experience import by_reader, by_seat

    seat = torch.tensor([2])
    for relative, wanted in (([10.0, 11, 12, 13], [12.0, 13, 10, 11]), ([1.0, 2, 3], [2.0, 3, 1])):
        seats = by_seat(torch.tensor([relative]), seat)
        assert seats.tolist() == [wanted]
        assert by_reader(seats, seat).tolist() == [relative]


@pytest.mark.parametrize("game", GAMES)
def test_inputs_that_are_no_bits_are_brought_near_to_one(game: str) -> None:
    fields, known = machines.of(game).fields, machines.of(game).learning.scales
    found = scales(known, fields)
    assert len(found) == fields.size
    assert known.keys() <= {field.name for field in fields.fields}


def test_a_curve_is_a_picture_even_of_nothing() -> None:
    assert curve.drawn([]).startswith("<svg")
    points = [{"seconds": 1.0, "over_last": -1.0}, {"seconds": 2.0, "over_last": 3.0}]
    assert "3.0" in curve.drawn(points)


def test_what_is_hardly_ever_tried_is_learnt_where_it_is_good_and_is_left_at_never() -> None:
    from trull.train.learner import by_itself

    liked = torch.tensor([[4.0, -4.0, -9.0], [4.0, -4.0, -9.0]], requires_grad=True)
    lawful = torch.tensor([[True, True, True], [True, False, True]])
    chances = liked.masked_fill(~lawful, -1e9).log_softmax(1)
    tried, gain = torch.tensor([1, 2]), torch.tensor([2.0, -2.0])
    now = chances.gather(1, tried[:, None])[:, 0]
    by_itself(chances, lawful, now, gain).sum().backward()
    good, never = liked.grad.tolist()
    assert good == pytest.approx([-2 / 3, 2 * 2 / 3, -2 / 3])  # as far as if it were likely
    assert never == [0, 0, 0]  # less likely it need not be


def test_a_rare_word_is_learnt_by_who_never_says_it() -> None:
    """One act of three brings something, and the policy has all but ruled it out."""
    from trull.train.learner import by_itself

    torch.manual_seed(5)
    liked = torch.tensor([[6.0, 0.0, -4.0]] * 64, requires_grad=True)
    lawful, brings = torch.ones((64, 3), dtype=torch.bool), torch.tensor([0.0, -1.0, 1.0])
    optimiser = torch.optim.SGD([liked], lr=0.5)
    for _ in range(400):
        chances = liked.log_softmax(1)
        tried = (0.3 * liked).softmax(1).multinomial(1)
        now = chances.gather(1, tried)[:, 0]
        worth = by_itself(chances, lawful, now, brings[tried[:, 0]])
        optimiser.zero_grad()
        (-worth.sum()).backward()
        optimiser.step()
    assert (liked.argmax(1) == 2).float().mean() > 0.9

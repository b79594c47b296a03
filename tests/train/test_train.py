"""Self-play in small: what was expected beforehand adds up, a training goes on where it stopped."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from trull.bots import learnt
from trull.machine import game as machines
from trull.train import curve
from trull.train.house import books
from trull.train.weights import SCALES, scales, ship

torch = pytest.importorskip("torch", reason="the extra train is not installed")


def test_a_short_training_is_kept_and_goes_on(tmp_path: Path) -> None:
    from trull.train.learner import Lesson
    from trull.train.run import Plan, Training
    from trull.train.selfplay import Setting

    plan = Plan(
        game="koenigrufen", rules=books("koenigrufen", 1), minutes=1e-6, folder=tmp_path, every=0
    )
    setting = Setting(tables=96, steps=4, width=32, blocks=1)
    first = Training(plan, setting, Lesson(parts=2))
    first.learner.learn(first.play.play(), 1e-3)
    first.state["lessons"] += 2
    first.keep()
    again = Training(plan, setting, Lesson(parts=2))
    for one, other in zip(first.learner.weights, again.learner.weights, strict=True):
        assert torch.equal(one, other)
    moments, kept = first.learner.optimiser.state, again.learner.optimiser.state
    for one, other in zip(first.learner.weights, again.learner.weights, strict=True):
        near = torch.allclose(moments[one]["exp_avg"], kept[other]["exp_avg"], rtol=0.01, atol=1e-6)
        assert near
    ship(tmp_path, tmp_path / "learnt.npz")
    about = json.loads(str(np.load(tmp_path / "learnt.npz")["about"]))
    assert (about["version"], about["game"]) == (learnt.VERSION, "koenigrufen")


def test_gains_of_a_chain_are_what_came_less_what_was_expected() -> None:
    from trull.train import experience

    found = experience.Experience.empty(3, 2, 1, 1, 1)
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


def test_values_turn_from_the_reader_to_the_seats_and_back() -> None:
    from trull.train.experience import by_reader, by_seat

    relative, seat = torch.tensor([[10.0, 11.0, 12.0, 13.0]]), torch.tensor([2])
    seats = by_seat(relative, seat)
    assert seats.tolist() == [[12.0, 13.0, 10.0, 11.0]]
    assert torch.equal(by_reader(seats, seat), relative)


def test_inputs_that_are_no_bits_are_brought_near_to_one() -> None:
    fields = machines.of("koenigrufen").fields
    found = scales(fields)
    assert len(found) == fields.size
    assert set(SCALES) <= {field.name for field in fields.fields}


def test_a_curve_is_a_picture_even_of_nothing() -> None:
    assert curve.drawn([]).startswith("<svg")
    points = [{"seconds": 1.0, "over_last": -1.0}, {"seconds": 2.0, "over_last": 3.0}]
    assert "3.0" in curve.drawn(points)

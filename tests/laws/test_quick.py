"""What is here for speed alone answers as if it were not there."""

from __future__ import annotations

import random
from functools import partial

import pytest

from random_games import played
from samples import soaked
from trull.laws import verbs
from trull.laws.koenigrufen import LAWS, PHASES
from trull.laws.koenigrufen.table import State
from trull.laws.quick import Latest, Onlookers
from trull.laws.verbs import Verbs
from trull.state import Log, Seen, acts_in

DEALS = soaked(60, 3_000)


def test_each_state_gets_its_own_answer_and_the_last_two_are_not_worked_out_again() -> None:
    """Equal states are not the same: it is the object that is known."""
    asked: list[list[int]] = []

    def answer(state: list[int]) -> int:
        asked.append(state)
        return sum(state)

    before, now, other = [1], [1, 1], [3]
    latest = Latest(answer)
    assert [latest(state) for state in (before, now, before, now)] == [1, 2, 1, 2]
    assert asked == [before, now]
    assert latest(other) == 3
    assert latest(list(now)) == 2
    assert latest(before) == 1
    assert len(asked) == 5


@pytest.mark.parametrize("name", ["koenigrufen/finale", "koenigrufen/tirol", "koenigrufen/ulmann"])
def test_remembered_prompts_are_those_that_are_worked_out(name: str) -> None:
    """Word by word, also where other deals, seats and hands have asked before."""
    said, asked = _words(), 0
    for seed in range(DEALS):
        game = played(name, seed, changed=0.25 if seed % 2 else 0.0)
        state = LAWS.begin(game.setup)
        for seat, act in game.log:
            if state.phase in said:
                asked += 1
                plainly = verbs.prompts(said[state.phase], state, seat)
                assert LAWS.prompts(state, seat) == plainly, (seed, state.phase)
            state = LAWS.step(state, seat, act)
    assert asked > 5 * DEALS


def test_onlookers_see_every_act_in_whatever_order_they_are_asked() -> None:
    """Some acts are never asked for, some twice, some after others were forgotten."""
    rng, onlookers = random.Random(1), Onlookers()
    log: Log = ()
    logs = [log]
    for seat, act in played("koenigrufen/finale", 1).log:
        log = (log, seat, act)
        logs.append(log)
    for at in [*range(0, len(logs), 3), *rng.choices(range(len(logs)), k=200)]:
        wanted = tuple([Seen(seat, *act) for seat, act in acts_in(logs[at])])
        assert onlookers.seen(logs[at]) == wanted


def _words() -> dict[str, Verbs[State]]:
    """The verbs of each phase of words."""
    prompts = {name: phase.prompts for name, phase in PHASES.items()}
    return {name: found.args[0] for name, found in prompts.items() if isinstance(found, partial)}

"""The solver says what trying every line of play through the laws says."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

import random_games
from trull import laws
from trull.bench import solver as twins
from trull.bots.fast import Goal
from trull.bots.koenigrufen.fast import board, solver
from trull.bots.koenigrufen.fast.core import CORE
from trull.game import Game
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.book import MASKS, PACK
from trull.laws.koenigrufen.table import State, Trick, bargain_of
from trull.machine import compiled
from trull.state import Action, Seat

BOOKS = ("koenigrufen/tirol", "koenigrufen/finale", "koenigrufen/ulmann")
LAWS = laws.of("koenigrufen")


def endgames(book: str, seed: int, how_many: int, cards: int) -> Iterator[State]:
    """Positions of random deals with about so many cards left to play."""
    rng, found = random.Random(f"{book} {seed}"), 0
    while found < how_many:
        rules = random_games.random_rules(book, rng)
        if "early_end" in rules.options:  # trying everything goes on to the last trick
            rules = rules.with_options({"early_end": False})
        game = Game(random_games.random_setup(rules, rng))
        stop, fallen = 48 - cards + rng.randrange(4), 0
        for _ in random_games.acts(game, rng):
            if game.phase == "play":
                assert isinstance(game.state, State)
                if fallen == stop:
                    found += 1
                    yield game.state
                fallen += 1


# The same question by trying everything, through the laws themselves


def after(s: State, code: str) -> State:
    assert s.turn is not None
    state = LAWS.step(s, s.turn, Action("play", (code,)))
    assert isinstance(state, State)
    return state


def tried(s: State, goal: Goal, before: int) -> int:
    if s.turn is None:
        return counted(s, goal, before)
    values = [tried(after(s, code), goal, before) for code in PACK.named(s.legal)]
    return max(values) if goal.side >> s.turn & 1 else min(values)


def counted(s: State, goal: Goal, before: int) -> int:
    """What the tricks since then brought the seats that count."""
    taken = [
        (number, trick)
        for number, trick in enumerate(s.tricks)
        if number >= before and goal.counted >> trick.winner & 1
    ]
    if goal.kind == "points":
        return sum(thirds(MASKS, trick.pile) + talon(s, number) for number, trick in taken)
    if goal.kind == "tricks":
        return len(taken)
    if goal.kind == "exactly":
        return int(len(taken) == goal.need)
    return int(any(number == goal.trick - 1 and shows(trick, goal) for number, trick in taken))


def talon(s: State, number: int) -> int:
    b = bargain_of(s)
    if b.contract.kind != "trischaken":
        return 0
    six = [thirds(MASKS, 1 << card) for card in s.deal.talon]
    if b.talon_use == "first_six":
        return six[number] if number < len(six) else 0
    return sum(six) if number == 11 else 0


def shows(trick: Trick, goal: Goal) -> bool:
    """The bird takes the trick itself; the king only has to lie in it."""
    best = trick.cards[(trick.winner - trick.leader) % 4]
    return best == goal.card if goal.kind == "bird" else bool(trick.pile >> goal.card & 1)


# The tests


@pytest.mark.parametrize("book", BOOKS)
def test_the_value_of_every_card_is_that_of_trying_everything(book: str) -> None:
    seen = set()
    for state in endgames(book, 1, 100, 8):
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        for goal in CORE.goals(packed):
            wanted = [tried(after(state, code), goal, len(state.tricks)) for code in packed.plays]
            assert CORE.values(packed, goal)[0].tolist() == wanted, (goal, packed.plays)
            best = max(wanted) if goal.side >> spot.turn & 1 else min(wanted)
            assert CORE.solve(packed, goal).tolist() == [best]
            for bar in {1, max(wanted), max(wanted) // 2 + 1} - {0}:
                reached = [int(value >= bar) for value in wanted]
                assert CORE.wins(packed, goal, bar)[0].tolist() == reached
            seen.add((spot.contract.kind, goal.kind))
    assert ("tarock", "points") in seen
    if book != "koenigrufen/ulmann":  # the treatise knows no other games
        assert {("farben", "points"), ("negative", "exactly"), ("trischaken", "points")} <= seen


@pytest.mark.parametrize("book", BOOKS)
def test_bounds_and_spared_cards_change_no_value(
    book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a partner may be forced to take over is the trap: five tricks are enough for it."""
    write = board.write

    def without_bounds(block: npt.NDArray[np.int64], *rest: object) -> None:
        write(block, *rest)  # type: ignore[arg-type]
        block[board.BOUNDS] = 0

    for state in endgames(book, 7, 120, 20):
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        for goal in CORE.goals(packed):
            if goal.kind in ("points", "tricks"):
                quick = CORE.values(packed, goal).tolist()
                with monkeypatch.context() as patched:
                    patched.setattr(board, "write", without_bounds)
                    assert CORE.values(packed, goal).tolist() == quick


def test_more_than_one_world_at_a_time_and_threads_change_nothing() -> None:
    state = next(endgames("koenigrufen/tirol", 2, 1, 16))
    spot, world = CORE.opened(state)
    one, many = CORE.pack(spot, [world]), CORE.pack(spot, [world] * 3)
    goal = CORE.goals(one)[0]
    values = CORE.values(one, goal)[0].tolist()
    assert CORE.values(many, goal, threads=2).tolist() == [values] * 3


def test_worlds_in_which_other_cards_are_announced_are_asked_one_after_the_other() -> None:
    """More worlds than a block has room for, bound in turns: each gets its own answer."""
    state = next(endgames("koenigrufen/tirol", 2, 1, 16))
    spot, world = CORE.opened(state)
    packed = CORE.pack(spot, [world] * (2 * board.WORLDS + 3))
    worlds = solver.waiting(packed, CORE.goals(packed)[0])
    worlds[40:50, board.BOUND] = 1 << 32
    assert [len(run) for run in solver._runs(worlds)] == [32, 8, 10, 17]
    assert [bool(run[0, board.BOUND]) for run in solver._runs(worlds)] == [
        False,
        False,
        True,
        False,
    ]


def test_a_search_that_may_look_at_no_position_says_that_it_does_not_know() -> None:
    """What the bounds tell at once it still says, and then it is the value."""
    unknown = 0
    for state in endgames("koenigrufen/tirol", 5, 5, 24):
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        goal = CORE.goals(packed)[0]
        if goal.kind == "points":
            told = CORE.values(packed, goal, limit=1)[0].tolist()
            values = CORE.values(packed, goal)[0].tolist()
            assert [v for v in told if v >= 0] == [
                v for t, v in zip(told, values, strict=True) if t >= 0
            ]
            unknown += told.count(-1)
    assert unknown


def test_compiled_and_plain_search_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for state in endgames("koenigrufen/finale", 4, 4, 12):
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        for goal in CORE.goals(packed):
            quick = CORE.values(packed, goal).tolist()
            with monkeypatch.context() as patched:
                patched.setattr(compiled, "uncompiled", lambda: True)
                assert CORE.values(packed, goal).tolist() == quick


def test_the_seat_on_turn_is_the_first_that_trischaken_asks_for() -> None:
    for state in endgames("koenigrufen/tirol", 6, 60, 8):
        if bargain_of(state).contract.kind == "trischaken":
            spot, world = CORE.opened(state)
            first = CORE.goals(CORE.pack(spot, [world]))[0]
            assert first.counted == 1 << Seat(spot.turn)
            assert first.side == 15 ^ first.counted
            return
    pytest.fail("no Trischaken among sixty deals")


# The twin in C++ that ``trull bench search`` measures the solver with


@pytest.fixture(scope="module")
def twin() -> Iterator[twins.Solve]:
    if twins.compiler() is None:
        pytest.skip("no C++ compiler on this machine, so the solver has no twin here")
    with twins.twin() as solve:
        assert solve is not None, "the twin can be compiled"
        yield solve


@pytest.mark.parametrize("book", BOOKS)
def test_the_twin_answers_alike_at_as_many_positions(book: str, twin: twins.Solve) -> None:
    """That is part of the comparison itself: it stops where the two differ."""
    asked, kinds = [], set()
    for state in endgames(book, 8, 30, 16):
        spot, world = CORE.opened(state)
        packed = CORE.pack(spot, [world])
        cards = tuple(int(PACK.index[code]) for code in packed.plays)
        for goal in CORE.goals(packed):
            asked.append(twins.question(packed, goal, solver.EXACT, cards))
            asked.append(twins.question(packed, goal, 1))
            kinds.add(goal.kind)
    (compared,) = twins.raced(asked, twin, 14)
    assert compared.nodes > 10 * len(asked)
    assert kinds >= ({"points"} if book == "koenigrufen/ulmann" else {"points", "exactly"})


def test_a_twin_that_answers_otherwise_is_noticed(twin: twins.Solve) -> None:
    state = next(endgames("koenigrufen/tirol", 2, 1, 16))
    spot, world = CORE.opened(state)
    packed = CORE.pack(spot, [world])

    def hasty(block: npt.NDArray[np.int64], bar: int, worlds: int) -> None:
        twin(block, bar, worlds)
        block[board.WAITING + board.TOOK] -= 1

    asked = twins.question(packed, CORE.goals(packed)[0], solver.EXACT)
    with pytest.raises(AssertionError, match="answer alike"):
        twins.raced([asked], hasty, 14)


def test_without_a_compiler_the_twin_is_left_out_and_a_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(twins, "compiler", lambda: None)
    with twins.twin() as solve:
        assert solve is None
    assert "no C++ compiler here" in capsys.readouterr().err
    assert twins.figures("eight_tricks", []) == {
        "eight_tricks_nodes_per_s": None,
        "eight_tricks_cpp_nodes_per_s": None,
        "eight_tricks_to_cpp_ratio": None,
    }

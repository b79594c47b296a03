"""The machine on a GPU: the same code objects compiled by numba-cuda, one thread a table.

Only ``lowest``, ``highest`` and ``count`` have twins here; wide sets it learns as numba does.
Tables lie in columns, so that neighbouring threads read and write neighbouring words. This module
is imported only where there is a GPU (or numba's simulator of one).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import NamedTuple

import numpy as np
from numba import config, cuda, int64

from trull.kernels import tarock
from trull.machine import game, loops, wide
from trull.machine.compiled import calls
from trull.machine.words import LOW, high_word, low_word, place

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for it, numpy 2.5 has dropped it
    np.row_stack = np.vstack

BLOCK = 128
"""Threads that are started together."""


@cuda.jit(device=True)
def _lowest(mask):
    return int64(63) - cuda.clz(mask & -mask)


@cuda.jit(device=True)
def _highest(mask):
    return int64(63) - cuda.clz(mask)


@cuda.jit(device=True)
def _count(mask):
    return int64(cuda.popc(mask))


@cuda.jit(device=True)
def _wide_lowest(mask):
    low = low_word(mask)
    return place(_lowest(low) if low else LOW + _lowest(high_word(mask)))


@cuda.jit(device=True)
def _wide_highest(mask):
    high = high_word(mask)
    return place(LOW + _highest(high) if high else _highest(low_word(mask)))


@cuda.jit(device=True)
def _wide_count(mask):
    return _count(low_word(mask)) + _count(high_word(mask))


_MADE: dict[object, object] = {}


def _teach() -> None:
    """The three twins, for sets of one word and of two; what is known by overloads stays itself."""
    from numba.cuda.cudaimpl import lower_constant
    from numba.cuda.extending import (
        core_models,
        intrinsic,
        lower_cast,
        overload,
        register_model,
        typeof_impl,
    )

    compiler = wide.Compiler(
        overload=overload,
        intrinsic=intrinsic,
        register_model=register_model,
        primitive=core_models.PrimitiveModel,
        typeof_impl=typeof_impl,
        lower_constant=lower_constant,
        lower_cast=lower_cast,
    )
    known = wide.teach(compiler)
    for plain, narrow, broad in (
        (tarock.lowest, _lowest, _wide_lowest),
        (tarock.highest, _highest, _wide_highest),
        (tarock.count, _count, _wide_count),
    ):
        known[plain] = wide.pick(narrow, broad)
    for plain, chosen in known.items():
        overload(plain)(chosen)
        _MADE[plain] = plain


if config.ENABLE_CUDASIM:  # nothing is typed there
    _MADE |= {tarock.lowest: _lowest, tarock.highest: _highest, tarock.count: _count}
else:
    _teach()


def on_device(plain: FunctionType) -> object:
    """A function for the GPU: its own code, and what it calls in its form for the GPU."""
    if plain not in _MADE:
        names = dict(plain.__globals__)
        for name, called in calls(plain.__code__, plain.__globals__):
            names[name] = on_device(called)
        made = FunctionType(plain.__code__, names, plain.__name__)
        _MADE[plain] = cuda.jit(device=True)(made)
    return _MADE[plain]


class Kernels(NamedTuple):
    """The loops of a game on the GPU, one thread a table."""

    roll_out: Callable[..., None]
    begin: Callable[..., None]
    step: Callable[..., None]


@cache
def kernels(name: str) -> Kernels:
    """The kernels of a game; each is compiled when it is first run."""
    names = game.of(name).names

    def device(one: Callable[..., object]) -> FunctionType:
        return on_device(loops.bound(one, names))

    roll_one, step_one, look = map(device, (loops.roll_one, loops.step_one, loops.look))
    start = on_device(names["start"])
    duty = names["DUTY"]

    @cuda.jit
    def roll_out(states, rules, books, masks, out, sums, seed, many, how):
        at = cuda.grid(1)
        if at < sums.shape[0]:
            s, r, mask = states[:, at], rules[books[at]], masks[:, at]
            sums[at] = roll_one(s, r, mask, out[:, at], seed + at * many, many, how)

    @cuda.jit
    def begin(states, rules, books, seeds, masks, out, secrets, seats, how):
        at = cuda.grid(1)
        if at < seats.shape[0]:
            s, r = states[:, at], rules[books[at]]
            start(s, r, seeds[at])
            look(s, r, masks[:, at], out[:, at], secrets[:, at], how)
            seats[at] = s[duty]

    @cuda.jit
    def step(
        states, rules, books, seeds, masks, out, secrets, seats, tokens, points, done,
        stride, forced, how,
    ):  # fmt: skip
        at = cuda.grid(1)
        if at < seats.shape[0]:
            s, r, mask = states[:, at], rules[books[at]], masks[:, at]
            seed = step_one(
                s, r, mask, out[:, at], secrets[:, at], points[:, at],
                tokens[at], seeds[at], stride, forced, how,
            )  # fmt: skip
            done[at] = seed != seeds[at]
            seats[at] = s[duty]
            seeds[at] = seed

    return Kernels(roll_out, begin, step)


def launched(kernel: Callable[..., None], n: int) -> Callable[..., None]:
    """A kernel for so many tables."""
    return kernel[(n + BLOCK - 1) // BLOCK, BLOCK]

"""The solver of Königrufen beside its twin in C++, which is compiled on the spot.

Both are asked the same questions, in blocks that are written alike; they must give the same
answers and look at the same number of positions, or there is nothing to compare.
"""

from __future__ import annotations

import ctypes
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from trull.bots.fast.world import Goal
from trull.bots.koenigrufen.fast import board, solver
from trull.kernels.koenigrufen import TAROCK54_MASKS as PACK

if TYPE_CHECKING:
    from trull.bots.fast.world import Words
    from trull.bots.koenigrufen.fast.packing import Packed

Solve = Callable[["Words", int, int], None]
SOURCE = Path(__file__).with_name("solver.cpp")
COMPILERS = ("g++", "c++", "clang++")
FLAGS = ("-std=c++20", "-O3", "-march=native", "-shared", "-fPIC")


class Question(NamedTuple):
    """What is asked about some worlds, with a bar or for the exact value."""

    asked: Words
    worlds: Words
    bar: int


class Compared(NamedTuple):
    """What one repeat of the same questions took."""

    nodes: int
    ours: float  # CPU seconds
    twins: float


# The twin


def compiler() -> str | None:
    """A C++ compiler of this machine, if it has one."""
    return next((found for name in COMPILERS if (found := shutil.which(name))), None)


@contextmanager
def twin() -> Iterator[Solve | None]:
    """The twin, compiled in a folder that goes away; where that cannot be, a line says so."""
    command = compiler()
    if command is None:
        print("no C++ compiler here: the solver's twin is left out", file=sys.stderr)
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "board.h").write_text(header())
        made = Path(folder) / "solver.so"
        line = [command, *FLAGS, f"-I{folder}", "-o", str(made), str(SOURCE)]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            print(f"{command} cannot compile the solver's twin: left out", file=sys.stderr)
        yield None if done.returncode else _loaded(made)


def _loaded(library: Path) -> Solve:
    function = ctypes.CDLL(str(library)).solve_koenigrufen
    function.argtypes, function.restype = (ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64), None

    def solve(block: Words, bar: int, worlds: int) -> None:
        function(block.ctypes.data, bar, worlds)

    return solve


def header() -> str:
    """The numbers of ``board`` and the masks of the pack as constants of C++."""
    numbers = {name: n for name, n in vars(board).items() if name.isupper() and type(n) is int}
    honours = dict(zip(("FIVES", "QUEENS", "CAVALLS", "JACKS"), PACK.ranks, strict=True))
    masks = {"TAROCKS": PACK.tarocks, "PAGAT": PACK.pagat, "MOND": PACK.mond, "SKUES": PACK.skues}
    return "".join(
        [f"constexpr std::int64_t {name} = {number};\n" for name, number in numbers.items()]
        + [
            f"constexpr std::uint64_t {name} = {mask};\n"
            for name, mask in (masks | honours).items()
        ]
    )


# The comparison


def question(packed: Packed, goal: Goal, bar: int, cards: tuple[int, ...] = (-1,)) -> Question:
    """A question about worlds in which the same cards are announced; of these cards, or of none."""
    worlds = solver.waiting(packed, goal)
    bound = int(worlds[0, board.BOUND])
    return Question(solver.question(packed.spot, goal, bound, list(cards)), worlds, bar)


def raced(
    questions: Sequence[Question], theirs: Solve, bits: int, repeats: int = 1
) -> list[Compared]:
    """Ask both everything, so many times, with tables of this size."""
    one, other = board.memory(bits), board.memory(bits)
    found = []
    for repeat in range(repeats):
        found.append(_compared(questions, theirs, (one, other), repeat))
        one, other = other, one  # a block may lie better in the memory than the other does
    return found


def _compared(
    questions: Sequence[Question], theirs: Solve, blocks: tuple[Words, Words], repeat: int
) -> Compared:
    solves: tuple[Solve, Solve] = solver.SOLVE.ready(), theirs
    nodes, took = 0, [0.0, 0.0]
    for number, question in enumerate(questions):
        for block in blocks:
            solver.ask(block, question.asked, question.worlds)
        for who in (0, 1) if (number + repeat) % 2 else (1, 0):
            took[who] += _timed(solves[who], blocks[who], question)
        found, same = (solver.told(block, len(question.worlds)) for block in blocks)
        assert found.tolist() == same.tolist(), "the twins answer alike, at as many positions"
        nodes += int(found[:, board.TOOK].sum())
    return Compared(nodes, *took)


def _timed(solve: Solve, block: Words, question: Question) -> float:
    before = time.process_time()
    solve(block, question.bar, len(question.worlds))
    return time.process_time() - before


def figures(name: str, repeats: Sequence[Compared]) -> dict[str, float | None]:
    """Positions per CPU second of both, and the ratio: medians of the repeats, if there are any."""
    found = {
        f"{name}_nodes_per_s": [one.nodes / one.ours for one in repeats],
        f"{name}_cpp_nodes_per_s": [one.nodes / one.twins for one in repeats],
        f"{name}_to_cpp_ratio": [one.twins / one.ours for one in repeats],
    }
    return {name: statistics.median(rates) if rates else None for name, rates in found.items()}

"""The GPU's kernels in numba's simulator: the same deals as plain Python, thread by thread.

The simulator counts leading zeros in 32 bits and has no words of more than 64, so the three twins
and wide sets are plain Python here; that they are right, and that everything compiles, is shown on
a GPU by ``trull bench research --device cuda``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

SIMULATED = """
import json, sys, warnings
import numpy as np
warnings.simplefilter("ignore")
from trull import ruleset
from trull.kernels import tarock
from trull.machine import cuda, game, loops, words

def whole(mask):
    return int(mask) if mask >= 0 else int(mask) & (1 << 64) - 1

cuda._MADE[tarock.lowest] = lambda mask: tarock.lowest(whole(mask))
cuda._MADE[tarock.highest] = lambda mask: tarock.highest(whole(mask))
cuda._MADE[tarock.count] = lambda mask: tarock.count(whole(mask))

def offer(mask, token):  # the highest bit of a word is its sign there
    mask[token >> 6] |= np.uint64(1 << (token & 63)).astype(np.int64)

def offer_set(mask, first, chosen):
    for place in range(64):
        if whole(chosen) >> place & 1:
            offer(mask, first + place)

cuda._MADE[words.offer], cuda._MADE[words.offer_set] = offer, offer_set
cuda._MADE[words.wide] = lambda low, high: words.wide(int(low), int(high))
cuda._MADE[words.place] = int
for half in (words.low_word, words.high_word):
    cuda._MADE[half] = lambda cards, half=half: np.int64(half(cards))
rules = ruleset.load(sys.argv[1])
machine, n = game.of(rules.game), 2
row = machine.numbers(rules)
columns = lambda many, kind=np.int64: np.zeros((many, n), kind)
rows = lambda many: [[0] * many for _ in range(n)]
sizes = machine.words, machine.mask, machine.fields.size
states, masks, out = columns(sizes[0]), columns(sizes[1]), columns(sizes[2], np.int8)
books, sums, found = np.zeros(n, np.int64), np.zeros(n, np.int64), [0] * n
kernel = cuda.kernels(rules.game).roll_out[1, n]
kernel(states, np.array([row]), books, masks, out, sums, 8, 1, loops.LOOKING)
plain = loops.bound(loops.roll_out, machine.names)
plain(rows(sizes[0]), [list(row)], [0] * n, rows(sizes[1]), rows(sizes[2]), found, 8, 1, 1, 0, n)
print(json.dumps([sums.tolist(), found]))
"""


@pytest.mark.parametrize("name", ["koenigrufen/tirol", "lhombre/compagnie", "perlaggen/1890"])
def test_the_kernels_play_as_plain_python_does(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, name],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    simulated, plain = json.loads(done.stdout)
    assert simulated == plain
    assert all(plain)

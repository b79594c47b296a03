"""The GPU's kernels in numba's simulator: the same deals as plain Python, thread by thread.

The simulator counts leading zeros in 32 bits, so the three twins are plain Python here; that they
are right, and that everything compiles, ``trull bench research --device cuda`` shows on a GPU.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

SIMULATED = """
import json, warnings
import numpy as np
warnings.simplefilter("ignore")
from trull import ruleset
from trull.kernels import tarock
from trull.machine import cuda, game, loops

def whole(mask):
    return int(mask) & (1 << 64) - 1

cuda._MADE[tarock.lowest] = lambda mask: tarock.lowest(whole(mask))
cuda._MADE[tarock.highest] = lambda mask: tarock.highest(whole(mask))
cuda._MADE[tarock.count] = lambda mask: tarock.count(whole(mask))
machine, n = game.of("koenigrufen"), 2
row = machine.numbers(ruleset.load("koenigrufen/tirol"))
columns = lambda many, kind=np.int64: np.zeros((many, n), kind)
rows = lambda many: [[0] * many for _ in range(n)]
sizes = machine.words, machine.mask, machine.fields.size
states, masks, out = columns(sizes[0]), columns(sizes[1]), columns(sizes[2], np.int8)
books, sums, found = np.zeros(n, np.int64), np.zeros(n, np.int64), [0] * n
kernel = cuda.kernels("koenigrufen").roll_out[1, n]
kernel(states, np.array([row]), books, masks, out, sums, 7, 1, loops.LOOKING)
plain = loops.bound(loops.roll_out, machine.names)
plain(rows(sizes[0]), [list(row)], [0] * n, rows(sizes[1]), rows(sizes[2]), found, 7, 1, 1, 0, n)
print(json.dumps([sums.tolist(), found]))
"""


def test_the_kernels_play_as_plain_python_does() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    simulated, plain = json.loads(done.stdout)
    assert simulated == plain
    assert all(plain)

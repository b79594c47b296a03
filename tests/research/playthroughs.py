"""Whole deals as OpenSpiel writes them down, for ``tests/golden/playthroughs``.

``python tests/research/playthroughs.py`` writes them again; look at the difference first.
Left out are the dealing of cards one by one and the tensors, which have tests of their own.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "golden" / "playthroughs"
TABLES = {
    "koenigrufen-finale": "trull_koenigrufen(rules=finale)",
    "koenigrufen-tirol": "trull_koenigrufen(rules=tirol)",
    "koenigrufen-ulmann": "trull_koenigrufen(rules=ulmann)",
    "lhombre-compagnie": "trull_lhombre(rules=compagnie)",
    "perlaggen-1890": "trull_perlaggen(rules=perlaggen/1890,players=2)",
    "perlaggen-1924": "trull_perlaggen(rules=perlaggen/1924)",
}
TENSOR = re.compile(r"^(Observation|InformationStateTensor)|^ *[◯◉]|^ +\[|^ +-?\d")


def played(table: str) -> str:
    """A random deal of a table in OpenSpiel's own words."""
    from open_spiel.python.algorithms import generate_playthrough

    import trull.research.openspiel  # noqa: F401 - registers the games

    text = generate_playthrough.playthrough(table, None, seed=27)
    head, *states = text.split("\n# State ")
    kept = [head, *(state for state in states if "IsChanceNode() = True" not in state)]
    lines = "\n# State ".join(kept).splitlines()
    short = [line.rstrip() for line in lines if not TENSOR.match(line)]
    return "\n".join(line for line in short if not line.startswith("History() =")) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, table in TABLES.items():
        (FOLDER / f"{name}.txt").write_text(played(table), encoding="utf-8")

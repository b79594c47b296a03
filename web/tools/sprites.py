"""Writes the sprites of the client: each pack in each look a player can choose.

Run by the build of the client as ``python sprites.py OUT``. The indices of the German pack are
the same in both languages, and its suits have their own four colours.
"""

from __future__ import annotations

import sys
from pathlib import Path

from trull.cards import GERMAN33, TAROCK54, TAROCK78
from trull.deck import sheet


def main(out: Path) -> None:
    """Write all sprites; a file that is right already is left alone."""
    for large in (False, True):
        size = "-large" if large else ""
        write(out / f"german33{size}.svg", sheet(GERMAN33, large_index=large))
        for pack in (TAROCK54, TAROCK78):
            for colours in ("four", "two"):
                for index in ("de", "en"):
                    name = f"{pack.name}-{colours}-{index}{size}.svg"
                    text = sheet(pack, colours=colours, index=index, large_index=large)
                    write(out / name, text)


def write(path: Path, text: str) -> None:
    """Write a file only where it changes, so that nothing is built twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

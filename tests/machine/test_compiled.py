"""Plain functions become compiled ones, and both give the same answers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from trull.bots import fast
from trull.errors import TrullError
from trull.kernels import tarock
from trull.machine import compiled
from trull.machine.words import Block, Field, address, chance, load, mixed, nth, store

LAST, FIRST = Field(65), Field(66)


def draw(block: Block, how_many: int) -> None:
    """Numbers from the generator, the mixer and the drawing of cards."""
    b = address(block)
    state = load(b, 0)
    for number in range(how_many):
        state = chance(state)
        store(b, 1 + number, mixed(state, number, -state, how_many))
        store(b, 33 + number, nth(0b1011011101, number % 7))
        LAST[b] = number
        FIRST[b, number, 1] = LAST[b] + FIRST[b, number]
        FIRST[b, number] += load(b, FIRST + number)


def test_words_mean_the_same_in_plain_and_in_compiled_code() -> None:
    block = np.zeros(100, np.int64)
    block[0] = 12345
    words: Block = block.tolist()
    compiled.Compiled(draw)(block, 32)
    draw(words, 32)
    assert block.tolist() == words
    assert [tarock.lowest(1 << card) for card in words[33:40]] == words[33:40]


def test_nothing_is_compiled_or_even_imported_before_a_search_asks() -> None:
    code = (
        "import sys, trull.bots, trull.cli; "
        "from trull.bots import fast; fast.core('koenigrufen'); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_uncompiled_the_same_answers_come_slower() -> None:
    record = Path(__file__).parents[1] / "transcripts" / "finale-besserrufer-pagat-kontra.trn"
    code = f"from trull.cli import main; main(['solve', {str(record)!r}, '--at', '60', '--json'])"

    def solved(**environment: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    assert solved(TRULL_PLAIN="1") == solved()


def test_the_cache_folder_is_named_by_what_it_was_made_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    folder = compiled.cache_folder()
    assert folder.parent == tmp_path / "trull"
    other = tmp_path / "other.py"
    other.write_text("changed = True\n")
    real = compiled._sources(compiled.SEARCH)
    monkeypatch.setattr(compiled, "_sources", lambda _family: [*real, other])
    compiled._fingerprint.cache_clear()
    assert compiled.cache_folder() != folder
    monkeypatch.undo()
    compiled._fingerprint.cache_clear()


def test_a_game_without_a_core_is_a_clear_message() -> None:
    with pytest.raises(TrullError, match="no fast core for a game called 'skat'"):
        fast.core("skat")

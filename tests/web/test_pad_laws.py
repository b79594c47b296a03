"""The laws the page carries settle the score pad as the server does. Needs no browser."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from trull import ruleset
from trull.table import wire
from trull.table.service import pads
from web.pad_deals import EVENINGS
from web.visiting import ROOT

ASKED = """
import json, sys
sys.path[:] = [sys.argv[1], *sys.path]
import browser
for line in sys.stdin:
    print(browser.settled(line))
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The laws as the page gets them, unpacked."""
    folder = tmp_path_factory.mktemp("laws")
    pack = [sys.executable, str(ROOT / "web/tools/laws.py"), str(folder / "laws.zip")]
    subprocess.run(pack, check=True, env={"PYTHONPATH": str(ROOT / "src")})
    with zipfile.ZipFile(folder / "laws.zip") as archive:
        archive.extractall(folder / "laws")
    return folder / "laws"


def answered(packed: Path, asked: list[dict[str, object]]) -> list[object]:
    """What a Python without any of our libraries answers."""
    text = "".join(f"{json.dumps(one)}\n" for one in asked)
    command = [sys.executable, "-I", "-S", "-c", ASKED, str(packed)]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def at_server(asked: dict[str, object]) -> object:
    """What the server answers."""
    pad = wire.read_pad(json.dumps(asked).encode())
    return json.loads(wire.encode(pads.settled(pad)))


def test_the_packed_laws_answer_as_the_server_does(packed: Path) -> None:
    asked: list[dict[str, object]] = [{"rules": name} for name in ruleset.published()]
    for name, deals in EVENINGS.items():
        rows = [{"facts": facts} for facts in deals]
        asked.append({"rules": name, "rows": rows, "dealer": 1, "facts": deals[0]})
        asked.append({"rules": name, "rows": rows[:2], "facts": {}})  # with faults
        asked.append({"rules": name, "rows": [{"numbers": [1, -1]}, {"set": {"dealer": 1}}]})
    assert answered(packed, asked) == [at_server(one) for one in asked]


def test_the_packed_laws_refuse_what_the_server_refuses(packed: Path) -> None:
    strange: list[dict[str, object]] = [{"rules": "schnapsen/wien"}, {"rules": "perlaggen/1890"}]
    no, bad = answered(packed, [strange[0], strange[1] | {"players": 7}])
    assert isinstance(no, dict)
    assert isinstance(bad, dict)
    assert (no["error"], bad["error"]) == ("bad_record", "bad_record")

"""Work on a Ray of two machines, one of which is killed: nothing is lost, every byte the same.

Ray takes its time to start and is impatient with others' load, so only the soak starts it; the
suite has a stand-in for it (``test_workers.py``).
"""

from __future__ import annotations

import importlib
import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from samples import SOAK
from trull import ruleset
from trull.arena import league
from trull.arena.deal import Plan, players_of
from trull.cli import main
from trull.research import dataset

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SOAK, reason="starts two Rays and kills one; make soak does it"),
]

RECORD = Path(__file__).parent / "transcripts" / "perlaggen-spiel-aus.trn"
DEALS = 60
TRACKED = """
import sys
import time
from pathlib import Path
from trull import bots

class Tracked:
    '''The book; on Ray it leaves its machine's name, and waits until both machines are at work.'''

    name = "tracked"

    def __init__(self, seed):
        self.book = bots.invited("heuristic", seed)
        ray = sys.modules.get("ray")
        if ray is not None and ray.is_initialized():
            names = Path(__file__).parent / "names"
            (names / ray.get_runtime_context().get_node_id()).touch()
            for _ in range(1200):
                if len(list(names.iterdir())) > 1:
                    return
                time.sleep(0.05)

    def act(self, view):
        return self.book.act(view)
"""


class Node(Protocol):
    """A machine of a Ray cluster, which here is a process."""

    node_id: str


class Cluster(Protocol):
    """What the tests ask of Ray's own ``Cluster``, which has no types."""

    def add_node(self, *, num_cpus: int) -> Node: ...

    def remove_node(self, node: Node, allow_graceful: bool) -> bool: ...


PATIENT = {
    "gcs_server_port_wait_time_s": "300",
    "memory_monitor_refresh_ms": "0",
    "worker_register_timeout_seconds": "300",
}
"""Beside a whole soak a Ray must neither kill workers for others' memory nor give up slow ones."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A Ray cluster of two machines on this one; the second is the tests' to add and to kill."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip("Ray is not installed: pip install 'trull[scale]'")
    ray = importlib.import_module("ray")
    local = importlib.import_module("ray.cluster_utils").Cluster
    with pytest.MonkeyPatch.context() as patch:
        for name, value in PATIENT.items():
            patch.setenv(f"RAY_{name}", value)
        cluster = local(initialize_head=True, head_node_args={"num_cpus": 1})
        ray.init(address=cluster.address, log_to_driver=False)
        yield cluster
        ray.shutdown()
        cluster.shutdown()


def plan(bot: str = "heuristic") -> Plan:
    rules = ruleset.load("koenigrufen/finale")
    players = players_of(rules)
    return Plan(a=bot, b=bot, rules=rules, players=players, seed=5, seating="once", records=True)


def test_a_machine_that_dies_loses_no_deal_of_a_data_set(tmp_path: Path, cluster: Cluster) -> None:
    """Starts two Rays and kills one: some ten seconds."""
    file, names = tmp_path / "tracked.py", tmp_path / "names"
    file.write_text(TRACKED)
    names.mkdir()
    plays = plan(f"{file}:Tracked")
    second = cluster.add_node(num_cpus=1)
    done: list[int] = []
    killed_after: list[int] = []

    def kill_the_second_once_it_works(deals: int) -> None:
        done.append(deals)
        if not killed_after and (names / second.node_id).exists():
            cluster.remove_node(second, allow_graceful=False)
            killed_after.append(sum(done))

    alone, spread = tmp_path / "alone", tmp_path / "spread"
    form = "parquet" if importlib.util.find_spec("pyarrow") else "jsonl"
    made = dataset.make(
        plays, DEALS, spread, form=form, ray=True, progress=kill_the_second_once_it_works
    )
    assert dataset.make(plays, DEALS, alone, form=form, jobs=1) == made
    assert killed_after[0] < sum(done) == DEALS
    assert made.failures == 0
    sums = [(folder / "SHA256SUMS").read_bytes() for folder in (alone, spread)]
    assert sums[0] == sums[1]


@pytest.mark.usefixtures("cluster")
def test_a_league_on_ray_gives_the_very_same_board(tmp_path: Path) -> None:
    """Works on a Ray that takes seconds to start."""
    file = tmp_path / "league.toml"
    file.write_text("bots = ['heuristic', 'random']\nrules = ['perlaggen/1890']\ndeals = 8\n")
    found = league.read(file)
    assert league.play(found, ray=True).checksum == league.play(found, jobs=1).checksum


def test_post_mortems_are_told_alike_on_ray(
    tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """Works on a Ray that takes seconds to start."""
    cluster.add_node(num_cpus=1)
    files = [str(shutil.copy(RECORD, tmp_path / f"{name}.trn")) for name in ("second", "first")]
    told = []
    for way in (["--jobs", "1"], ["--jobs", "2"], ["--ray"]):
        assert main(["postmortem", *files, "--json", *way]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] == told[2]
    assert [line.partition(",")[0] for line in told[0].splitlines()] == [
        f'{{"file": "{file}"' for file in files
    ]


def test_a_bot_that_kills_its_process_is_told_on_ray(
    tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """Works on a Ray that takes seconds to start; and Ray tries six times."""
    cluster.add_node(num_cpus=1)
    file = tmp_path / "deadly.py"
    file.write_text("import os\nclass Deadly:\n    name = 'x'\n    def __init__(self, seed): ...\n")
    with file.open("a") as more:
        more.write("    def act(self, view): os.kill(os.getpid(), 9)\n")
    assert main(["arena", f"{file}:Deadly", "heuristic", "--deals", "1", "--ray"]) == 2
    assert "lost the same work" in capsys.readouterr().err

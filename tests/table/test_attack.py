"""The attacks as floods: what the bench measures, small."""

from __future__ import annotations

import pytest

from samples import alike
from trull.bench import attack
from trull.bench.process import own_database


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["crowd", *alike("records", "tutor", "school", "daily")])
def test_a_flood_of_lawful_messages_refuses_no_act_of_who_sits(kind: str) -> None:
    """Slow: a real server, and a process of attackers."""
    with own_database("") as database:
        found = attack._attacked(database, kind, seconds=2.0)
    assert found["refused"] == 0
    assert (found["waits"] or 0) > attack.TABLES


@pytest.mark.slow
def test_rooms_come_and_go_and_the_bench_counts_what_stays() -> None:
    """Slow: a real server; so few rooms say nothing about memory."""
    with own_database("") as database:
        found = attack._memory(database, 25)
    assert found["rooms"] == 25
    assert found["kib_per_room"] is not None

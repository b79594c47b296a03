"""What ``trull bench backup`` and ``cluster`` find in logs and in what people were told."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from samples import SOAK
from trull.bench.backup import SLACK, astray, torn
from trull.bench.cluster import Plan, played
from trull.bench.cluster.checker import fell, second_writers
from trull.bench.cluster.players import Answer, Player, Telling, Visit
from trull.bench.stock import stocked


def test_a_copy_is_a_beginning_of_each_log_and_of_one_moment() -> None:
    log = stocked("lhombre/compagnie", random.Random(1), 4).log
    whole = {"a": log, "b": log}
    assert not any(astray(whole, {"a": log[:3], "b": log}))
    assert any(astray(whole, {"a": log[1:]}))
    assert any(astray(whole, {"c": log}))
    early, late = (tuple(replace(one, at=at) for one in log) for at in (0, 2 * SLACK))
    assert torn({"a": early, "b": late}, {"a": early, "b": late[:2]}) == 0
    assert torn({"a": early, "b": late}, {"a": early[:-1], "b": late}) == 1


def visit(server: str, at: float, n: int, *answers: tuple[float, int]) -> Visit:
    told = [Answer(f"{number}", when, when, number) for when, number in answers]
    return Visit(server, at, [Telling(at, n, b"x"), Telling(at + 0.1, n, b"x")], told)


def people(*visits: Visit) -> list[Player]:
    return [cast("Player", SimpleNamespace(past=[one])) for one in visits]


def test_who_acknowledges_more_than_the_next_owner_knew_is_a_second_writer() -> None:
    old = visit("a", 0.0, 5, (50.0, 6))
    assert [*second_writers(people(old, visit("b", 40.0, 5)))]
    assert not [*second_writers(people(old, visit("b", 40.0, 6)))]  # it had read the entry
    assert not [*second_writers(people(old, visit("b", 60.0, 5)))]  # it came later
    assert not [*second_writers(people(old, visit("a", 40.0, 5)))]  # the same server
    stale = visit("b", -1.0, 5)
    assert not [*second_writers(people(stale, old, visit("b", 2.0, 5)))]  # it does not know yet


def test_a_number_that_falls_on_one_socket_is_seen() -> None:
    tellings = [Telling(0.0, n, b"") for n in (3, 4, 4, 2)]
    assert fell(Visit("a", 0.0, tellings)) == 1


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="eight failures of real servers take minutes")
@pytest.mark.parametrize("proxy", ["", "haproxy"])
def test_nothing_is_lost_whatever_strikes(proxy: str) -> None:
    plan = Plan(tables=12, nemeses=8, acts=4000, proxy=proxy, rng=random.Random())
    outcome = played(plan)
    assert not outcome.found.wrong, outcome.found
    assert outcome.found.acks >= 2000

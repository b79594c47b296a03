"""What is shared by a short link: a record, and an evening several phones write on."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from players import TEST, Player, run, serving, visitors
from trull.table.settings import NO_LIMITS, Rate

RECORD = Path(__file__).parents[2] / "transcripts/tirol-rufer-kaiserstich.trn"
ROW = {"id": "a1", "numbers": [1, -1, 0, 0]}
EVENING = {
    "rules": "koenigrufen/tirol",
    "options": {},
    "names": ["Resi", "Franz", "Mitzi", "Poldi"],
    "players": 4,
    "dealer": 3,
    "cents": None,
    "rows": [ROW],
}


async def put(anna: Player, path: str, body: object) -> tuple[int, dict[str, object]]:
    """Write an evening again."""
    async with anna.session.put(anna.base + path, json=body) as answer:
        return answer.status, await answer.json()


def test_a_record_is_shared_by_a_name_made_of_it(database: str) -> None:
    text = RECORD.read_text("utf-8")

    async def go() -> None:
        async with AsyncExitStack() as stack:
            async with serving(database) as base:
                (anna,) = await visitors(stack, base, "Anna")
                path, names = f"{base}/api/shared", []
                for _ in range(2):
                    async with anna.session.post(path, data=text.encode()) as answer:
                        assert answer.status == 201
                        names.append((await answer.json())["id"])
                assert names[0] == names[1]
                async with anna.session.post(path, data=b"no record") as answer:
                    assert (answer.status, (await answer.json())["error"]) == (400, "bad_record")
            async with serving(database) as base:  # kept over a restart
                (berta,) = await visitors(stack, base, "Berta")
                status, body, headers = await berta.get(f"/api/shared/{names[0]}")
                assert (status, body.decode()) == (200, text)
                assert headers["Content-Type"].startswith("text/plain")
                assert (await berta.get(f"/api/shared/{'a' * 16}"))[0] == 404

    run(go)


def test_who_has_not_seen_the_last_writing_of_an_evening_does_not_overwrite_it(
    database: str,
) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, berta = await visitors(stack, base, "Anna", "Berta")
            status, made = await anna.post("/api/evenings", EVENING)
            assert (status, made["n"]) == (201, 1)
            path = f"/api/evenings/{made['id']}"
            seen = json.loads((await berta.get(path))[1])
            assert (seen["n"], seen["evening"]) == (1, EVENING)
            assert (await berta.get(f"{path}?n=1"))[0] == 204
            more = {**EVENING, "rows": [ROW, {**ROW, "id": "b1"}]}
            assert await put(berta, f"{path}?n=1", more) == (200, {"id": made["id"], "n": 2})
            status, refused = await put(anna, f"{path}?n=1", EVENING)
            assert (status, refused["error"]) == (409, "overtaken")
            assert json.loads((await anna.get(f"{path}?n=1"))[1])["evening"] == more
            told = json.loads((await anna.get(f"{path}/invitation"))[1])
            assert told["link"].endswith(f"/pad#e={made['id']}")

    run(go)


def test_an_evening_that_is_none_is_refused(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            for wrong in ({}, {**EVENING, "rows": [{"numbers": [1]}]}, {**EVENING, "x": 1}):
                assert (await anna.post("/api/evenings", wrong))[0] == 400
            assert (await put(anna, f"/api/evenings/{'a' * 16}?n=1", EVENING))[0] == 404

    run(go)


async def shared(anna: Player, record: str) -> tuple[int, dict[str, object]]:
    """Share a record."""
    async with anna.session.post(f"{anna.base}/api/shared", data=record.encode()) as answer:
        return answer.status, await answer.json()


def test_nobody_writes_an_evening_over_a_record_that_was_shared(database: str) -> None:
    """Both have names of one kind; who has the link to a replay may read it, and no more."""
    text = RECORD.read_text("utf-8")

    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            anna, mallory = await visitors(stack, base, "Anna", "Mallory")
            name = (await shared(anna, text))[1]["id"]
            path = f"/api/evenings/{name}"
            assert (await put(mallory, f"{path}?n=1", EVENING))[0] == 404
            assert (await mallory.get(path))[0] == 404
            assert (await anna.get(f"/api/shared/{name}"))[1].decode() == text
            _, made = await anna.post("/api/evenings", EVENING)
            assert (await mallory.get(f"/api/shared/{made['id']}"))[0] == 404

    run(go)


def test_who_shares_without_an_end_fills_neither_disk_nor_store(database: str) -> None:
    """What an address has kept counts by its length, its writings by their number."""
    few = replace(
        NO_LIMITS,
        shared_bytes=Rate(burst=100, each_second=0.001),
        writings=Rate(burst=2, each_second=0.001),
    )

    async def go() -> None:
        async with (
            serving(database, replace(TEST, limits=few, behind_proxy=True)) as base,
            Player(base, "Mallory") as mallory,
        ):
            status, made = await mallory.post("/api/evenings", EVENING)
            assert status == 201
            status, told = await mallory.post("/api/evenings", EVENING)
            assert (status, told["error"]) == (429, "too_fast")
            elsewhere = {"X-Forwarded-For": "198.51.100.7"}
            assert (await mallory.post("/api/evenings", EVENING, headers=elsewhere))[0] == 201
            path = f"/api/evenings/{made['id']}"
            found = [(await put(mallory, f"{path}?n={n}", EVENING))[0] for n in (1, 2, 3)]
            assert found == [200, 200, 429]

    run(go)


def test_many_records_in_one_are_refused_and_the_refusal_says_why(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, Player(base, "Anna") as anna:
            status, told = await shared(anna, 2 * RECORD.read_text("utf-8"))
            assert (status, told["error"]) == (400, "bad_record")
            assert told["about"] == {"problem": "expected one deal", "why": "none"}

    run(go)

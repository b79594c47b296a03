"""What is shared by a short link: a record, and an evening several phones write on."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path

from players import Player, run, serving, visitors

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

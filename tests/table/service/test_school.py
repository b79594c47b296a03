"""The school as the page asks for it: finished lessons, questions before their answers."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack

from players import run, serving, visitors
from trull.table.service import school
from trull.table.steps import whole


def test_lessons_and_questions_are_served_and_nonsense_is_not(database: str) -> None:
    async def go() -> None:
        async with serving(database) as base, AsyncExitStack() as stack:
            (anna,) = await visitors(stack, base, "Anna")
            index = json.loads((await anna.get("/api/lessons"))[1])
            assert [one["id"] for one in index][:4] == ["K1", "K2", "K3", "K4"]
            lesson = json.loads((await anna.get("/api/lessons/K3?lang=en"))[1])
            assert (lesson["title"], lesson["language"]) == ("Counting", "en")
            types = json.loads((await anna.get("/api/quiz"))[1])
            assert "count" in types["lhombre/compagnie"]
            assert "count" not in types["perlaggen/1890"]
            for path in ("/learn", "/learn/K1", "/quiz"):
                assert (await anna.get(path))[0] == 200
            for path in (
                "/api/lessons/K99",
                "/api/lessons/K1?lang=fr",
                "/api/lessons/K1?rules=lhombre/compagnie",
                "/api/quiz/legal?rules=koenigrufen/tirol",
                "/api/quiz/legal?rules=koenigrufen/tirol&seed=-1",
                f"/api/quiz/legal?rules=koenigrufen/tirol&seed={school.SEEDS}",
                "/api/quiz/legal?rules=../tirol&seed=1",
                "/api/quiz/count?rules=perlaggen/1890&seed=1",
                "/api/quiz/nothing?rules=koenigrufen/tirol&seed=1",
            ):
                assert (await anna.get(path))[0] == 404, path

    run(go)


def test_a_question_and_its_answer_belong_together_and_come_apart() -> None:
    asked = json.loads(whole(school.asking("legal", "koenigrufen/tirol", 12)))
    answer = json.loads(whole(school.answering("legal", "koenigrufen/tirol", 12)))
    assert "right" not in asked
    assert set(answer["right"]) <= set(asked["choices"])
    assert set(answer["why"]) == set(asked["choices"]) - set(answer["right"])

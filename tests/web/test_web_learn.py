"""The school on the page: lessons and questions by keys alone, both languages, small screens."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import pytest

from samples import alike, at_length
from trull import locale
from web.visiting import WORKS, Visitor, expect

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, ViewportSize

    from players import Told

Visit = Callable[..., Visitor]
SMALL: ViewportSize = {"width": 360, "height": 740}
KEY = "trull.learn"


def says(anna: Visitor, code: str, **about: object) -> str:
    """A sentence of the school in this visitor's language."""
    return str(locale.catalogue(anna.lang)["learn"][code]).format(**about)


def built(anna: Visitor, lesson: str) -> Told:
    answer = anna.page.request.get(f"{anna.base}/api/lessons/{lesson}?lang={anna.lang}")
    assert answer.ok, answer.status
    return cast("Told", answer.json())


# Keys alone


def tab_to(anna: Visitor, there: str, limit: int = 60) -> None:
    """Press Tab until the element that is meant has the focus."""
    for _ in range(limit):
        if anna.page.evaluate(f"document.activeElement?.matches({json.dumps(there)})"):
            return
        anna.page.keyboard.press("Tab")
    raise AssertionError(f"{there} cannot be reached")


def pressed(anna: Visitor, there: str, key: str = "Enter") -> None:
    tab_to(anna, there)
    anna.page.keyboard.press(key)


def answer_by_keys(anna: Visitor, right: list[int], many: bool) -> None:
    """Choose the right answers by their places; the focus is on the way to what comes next."""
    group = anna.page.get_by_role("group", name=says(anna, "answers"))
    group.wait_for()
    for at in right:
        pressed(anna, f"[role=group] > button:nth-child({at + 1})", "Space")
    if many:
        pressed(anna, ".ask > .btn.primary")
    expect(anna.page.locator(".ruling.right")).to_be_visible()


def go_through(anna: Visitor, lesson: str, looked: Callable[[str], None]) -> None:
    """A whole lesson, every answer right, by keys alone."""
    told = built(anna, lesson)
    anna.go(f"/learn/{lesson}")
    for number, step in enumerate(told["steps"], 1):
        heading = says(anna, "step_of", n=number, of=len(told["steps"]))
        expect(anna.page.get_by_role("heading", name=heading)).to_be_visible()
        if step["kind"] == "read":
            looked(step["id"])
            pressed(anna, "section .btn.primary")
        elif step["deal"]:
            play_along(anna, step["deal"], looked)
        else:
            for _ in range(step["times"]):
                answer_task(anna, step, looked)
    expect(anna.page.get_by_role("heading", name=says(anna, "done"))).to_be_visible()


def answer_task(anna: Visitor, step: Told, looked: Callable[[str], None]) -> None:
    """The question that is shown; a drawn one is found again by its choices."""
    labels = anna.page.locator("[role=group] > button").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    sentences = anna.page.locator(".words").inner_text()
    tasks = [step["task"]] if step["task"] else step["stock"]
    task = (
        tasks[0] if len(tasks) == 1 else next(t for t in tasks if fits(anna, t, labels, sentences))
    )
    right = [task["asked"]["choices"].index(one) for one in task["answer"]["right"]]
    looked(f"{step['id']} asked")
    answer_by_keys(anna, right, task["asked"]["many"])
    looked(f"{step['id']} answered")
    expect(anna.page.locator(".ask > .btn.primary")).to_be_focused()
    anna.page.keyboard.press("Enter")


def fits(anna: Visitor, task: Told, labels: list[str], sentences: str) -> bool:
    """Whether a drawn question is the one on the page."""
    codes = anna.page.locator(".ask use").evaluate_all(
        "all => all.map((one) => one.getAttribute('href').split('-').at(-1))"
    )
    shown = task["asked"]["shown"]
    cards = [card for _, card in shown["trick"]] if task["asked"]["type"] != "winner" else []
    own = (
        [card for _, card in shown["trick"]] if task["asked"]["type"] == "winner" else shown["hand"]
    )
    return bool(labels and sentences) and codes == [*cards, *shown["pile"], *own]


def play_along(anna: Visitor, deal: Told, looked: Callable[[str], None]) -> None:
    for move in deal["moves"]:
        if not move["right"]:
            continue
        heading = says(anna, "trick_no", n=move["number"])
        expect(anna.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        at = move["hand"].index(move["card"])
        if move["number"] == 1:
            wrong = next(at for at, card in enumerate(move["hand"]) if card not in move["right"])
            pressed(anna, f"[role=group] > button:nth-child({wrong + 1})")
            expect(anna.page.locator(".refused")).to_be_visible()
            looked("deal refused")
            anna.press("Shift+Tab", wrong + 1)
        pressed(anna, f"[role=group] > button:nth-child({at + 1})")
    looked("deal over")
    pressed(anna, ".along .btn.primary")


LESSONS = (("K4", "de", True), ("K1", "de", True), ("K2", "en", False), ("K3", "de", False))


@pytest.mark.slow  # whole lessons, key by key
@pytest.mark.parametrize(("lesson", "lang", "phone"), alike(*LESSONS))
def test_a_lesson_is_learnt_by_keys_alone(
    lesson: str, lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    met: list[str] = []

    def looked(place: str) -> None:
        if place not in met:
            met.append(place)
            assert anna.overflow() <= 0, place
            if len(met) % 6 == 1 or " " not in place or place.startswith("deal"):
                anna.shot(f"learn-{lesson}-{place.replace(' ', '-')}")

    go_through(anna, lesson, looked)
    looked("done")
    kept = json.loads(cast("str", anna.page.evaluate(f"localStorage.getItem('{KEY}')")))
    assert kept["lessons"][lesson]["done"] is True
    slips = 1 if lesson == "K4" else 0
    assert kept["lessons"][lesson]["right"] == kept["lessons"][lesson]["asked"] - slips
    if lesson == "K4":  # the same cards, at a table of one's own
        anna.page.get_by_role("button", name=says(anna, "play_alone")).press("Enter")
        anna.until(lambda: "/t/" in anna.page.url, "no table is opened")
        anna.page.locator("#hand [data-card]").first.wait_for()
        assert len(anna.hand) == 12


def small(anna: Visitor) -> Visitor:
    """On a phone, the smallest one."""
    if anna.touch:
        anna.page.set_viewport_size(SMALL)
    return anna


# The pages


def found(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()
    anna.shot(f"{name}-{'phone' if anna.touch else 'desktop'}-{anna.lang}")
    assert anna.overflow() <= 0, name
    return [f"{name}: {one}" for one in anna.violations()]


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_axe_has_nothing_against_the_school(lang: str, phone: bool, visit: Visit) -> None:
    anna = small(visit(lang=lang, phone=phone))
    problems: list[str] = []
    anna.go("/")
    anna.page.get_by_role("link", name=says(anna, "school")).click()
    k2 = anna.page.locator('a[href="/learn/K2"]')
    k2.wait_for()
    problems += found(anna, "learn")
    k2.click()
    anna.page.get_by_role("button", name=says(anna, "go_on"), exact=True).click()
    anna.page.get_by_role("group", name=says(anna, "answers")).wait_for()
    problems += found(anna, "lesson-asked")
    anna.page.locator("[role=group] > button").first.click()
    anna.page.locator(".ruling").wait_for()
    problems += found(anna, "lesson-answered")
    assert problems == [], "\n".join(problems)


@pytest.mark.parametrize(("lang", "phone"), alike(("de", False), ("en", True)))
def test_questions_are_drawn_and_answered_by_keys(lang: str, phone: bool, visit: Visit) -> None:
    """Every type is shown and answered; nothing of the answer is sent before it is asked for."""
    anna = small(visit(lang=lang, phone=phone))
    sent: list[str] = []
    anna.page.on("response", lambda answer: sent.append(answer.url))
    anna.go("/quiz")
    types = anna.page.get_by_role("radiogroup", name=says(anna, "quiz_type"))
    beyond = types.evaluate("el => el.scrollWidth - el.clientWidth")
    assert beyond == 0, "no type lies where no finger reaches it"
    problems: list[str] = []
    for kind in ("legal", "winner", "count", "pay", "clause", "memory", "book", "claim"):
        anna.page.get_by_role("radio", name=says(anna, f"type.{kind}"), exact=True).click()
        expect(anna.page.get_by_role("group", name=says(anna, "answers"))).to_be_visible()
        before = [url for url in sent if "/answer" in url]
        pressed(anna, "[role=group] > button:first-child", "Space")
        if kind in ("legal", "book"):
            pressed(anna, ".ask > .btn.primary")
        expect(anna.page.locator(".ruling")).to_be_visible()
        assert len([url for url in sent if "/answer" in url]) == len(before) + 1
        if kind in ("legal", "pay", "memory", "book", "claim"):
            problems += found(anna, f"quiz-{kind}")
    assert problems == []
    kept = json.loads(cast("str", anna.page.evaluate(f"localStorage.getItem('{KEY}')")))
    assert sum(one["asked"] for one in kept["quiz"].values()) == 8


@at_length
@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_clause_has_its_page_with_cases_to_be_tried(lang: str, phone: bool, visit: Visit) -> None:
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/rules/koenigrufen/tirol/T-1.10")
    case = anna.page.locator("details", has_text="Void in the suit led")
    case.locator("summary").press("Enter")
    tries = case.get_by_role("group").get_by_role("button")
    tries.last.press("Enter")
    expect(case.locator(".minus")).to_contain_text("T-1.10")
    tries.first.press("Enter")
    expect(case.locator(".plus")).to_have_text(says(anna, "lawful"))
    expect(anna.page.locator(".same")).to_have_text(says(anna, "parallel.same"))
    expect(anna.page.get_by_role("link", name="F-10.1", exact=True)).to_be_visible()
    assert found(anna, "clause") == []
    anna.page.get_by_role("link", name="K2").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text(built(anna, "K2")["title"])


def test_a_damaged_progress_is_set_aside_with_a_message_and_nothing_else_is_lost(
    visit: Visit,
) -> None:
    anna = visit()
    anna.go("/")
    anna.page.evaluate(f"localStorage.setItem('{KEY}', '{{broken')")
    anna.go("/learn")
    expect(anna.page.get_by_role("status").filter(has_text=says(anna, "damaged"))).to_be_visible()
    assert anna.page.evaluate(f"localStorage.getItem('{KEY}.damaged')") == "{broken"
    assert json.loads(cast("str", anna.page.evaluate("localStorage.getItem('trull.choices')")))[
        "name"
    ]


def test_progress_is_taken_along_as_a_file(visit: Visit) -> None:
    anna = visit()
    anna.go("/learn")
    done = {"step": 0, "done": True, "right": 3, "asked": 4, "at": 5}
    told = json.dumps({"version": 1, "lessons": {"K1": done}, "quiz": {}})
    file: FilePayload = {
        "name": "stand.json",
        "mimeType": "application/json",
        "buffer": told.encode(),
    }
    anna.page.locator("input[type=file]").set_input_files(file)
    expect(anna.page.get_by_text(says(anna, "imported"))).to_be_visible()
    expect(anna.page.get_by_role("link", name=says(anna, "again"))).to_be_visible()
    with anna.page.expect_download() as saved:
        anna.page.get_by_role("link", name=says(anna, "export"), exact=True).click()
    assert json.loads(saved.value.path().read_text())["lessons"]["K1"] == done
    bad: FilePayload = {**file, "buffer": b"[]"}
    anna.page.locator("input[type=file]").set_input_files(bad)
    expect(anna.page.get_by_text(says(anna, "import_bad"))).to_be_visible()
    expect(anna.page.get_by_role("link", name=says(anna, "again"))).to_be_visible()


def test_a_lesson_opens_without_a_network(visit: Visit) -> None:
    anna = visit(worker=True)
    anna.go("/")
    anna.page.wait_for_function(WORKS)
    anna.go("/learn")  # fetches every lesson in the background
    kept = "caches.match('/api/lessons/K4?lang=de').then((found) => found !== undefined)"
    anna.until(lambda: anna.page.evaluate(kept), "the lessons are not kept")
    anna.page.context.set_offline(True)
    anna.page.goto(anna.base + "/learn/K4")
    heading = says(anna, "step_of", n=1, of=6)
    expect(anna.page.get_by_role("heading", name=heading)).to_be_visible()
    anna.page.context.set_offline(False)
    anna.problems.clear()  # what could not be fetched was told to the console


@pytest.mark.parametrize(("lang", "phone"), alike(("de", True), ("en", False)))
def test_a_word_is_looked_up_by_what_others_call_it(lang: str, phone: bool, visit: Visit) -> None:
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/glossary")
    terms = anna.page.locator("dl dt")
    expect(terms.nth(100)).to_be_attached()
    assert found(anna, "glossary") == []
    tab_to(anna, "input[type=search]")
    anna.page.keyboard.type("gstiess")
    expect(terms).to_have_text(["Sküs"])
    assert found(anna, "glossary-found") == []


@at_length
@pytest.mark.parametrize(("lang", "phone"), alike(("de", False), ("en", True)))
def test_a_lesson_and_a_quiz_are_printed_with_the_key_on_a_page_of_its_own(
    lang: str, phone: bool, visit: Visit
) -> None:
    anna = small(visit(lang=lang, phone=phone))
    anna.go("/learn/K2")
    anna.page.get_by_role("link", name=says(anna, "print"), exact=True).click()
    k2 = built(anna, "K2")
    tasks = sum(step["times"] if step["stock"] else 1 for step in k2["steps"] if step["before"])
    tasks -= sum(step["kind"] == "read" for step in k2["steps"])
    expect(anna.page.locator(".task")).to_have_count(tasks)
    expect(anna.page.locator(".key li")).to_have_count(tasks)
    assert found(anna, "print-lesson") == []
    assert pages(anna) >= 2
    anna.go("/quiz")
    anna.page.get_by_role("radio", name=says(anna, "type.winner"), exact=True).click()
    anna.page.get_by_role("link", name=says(anna, "print_quiz")).click()
    expect(anna.page.locator(".task")).to_have_count(10)
    expect(anna.page.locator(".key li")).to_have_count(10)
    assert found(anna, "print-quiz") == []
    assert pages(anna) >= 2
    told = anna.page.locator(".paper").inner_text()
    anna.page.reload()
    expect(anna.page.locator(".paper")).to_have_text(" ".join(told.split()), use_inner_text=True)


def pages(anna: Visitor) -> int:
    """How many sheets of A4 come out; the key begins one of them."""
    anna.page.emulate_media(media="print")
    begins = anna.page.locator(".key").evaluate("(key) => getComputedStyle(key).breakBefore")
    hidden = anna.page.locator(".bar2").is_hidden()
    anna.page.emulate_media(media="screen")
    assert (begins, hidden) == ("page", True)
    return anna.page.pdf(format="A4", prefer_css_page_size=True).count(b"/Type /Page\n")

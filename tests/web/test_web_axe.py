"""Axe has nothing against any page, and a screen reader is told of every act."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import cast

import pytest

from samples import alike, at_length
from trull import notation
from web.visiting import ROOT, Step, Visitor

Visit = Callable[..., Visitor]
EARS = """(() => {
  window.heard = [];
  const listen = () => {
    const told = document.querySelector("[role=status][aria-live=polite].hidden-text")?.innerText;
    if (told && told !== window.heard.at(-1)) window.heard.push(told);
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(listen).observe(document, all);
})()"""
"""Keeps what a screen reader is given to say of the table."""

SILENT = """() => {
  const named = (el) => (el.getAttribute("aria-label") || el.innerText || "").trim();
  const acts = document.querySelectorAll(".felt :is([data-act], [aria-pressed], [role=option])");
  const long = (el) => el.innerText.length > 15;
  const told = (el) => [...el.querySelectorAll("p, .small")].some(long);
  const sheets = [...document.querySelectorAll(".felt .sheet")];
  const unnamed = [...acts].filter((el) => !named(el));
  const unexplained = sheets.filter((el) => !named(el) || !told(el));
  return [...unnamed, ...unexplained].map((el) => el.outerHTML.slice(0, 200));
}"""


def home(anna: Visitor) -> None:
    anna.go("/")
    anna.choose_more()
    anna.page.get_by_role("combobox", name=anna.says("rule_set")).wait_for()


def table(anna: Visitor, rules: str) -> Iterator[str]:
    """From the lobby to a settlement, stopping at every kind of page for the first time."""
    anna.open_table(rules, practice=False)
    anna.page.get_by_role("region", name=anna.says("rule_card")).wait_for()
    yield "lobby"
    anna.button("fill_with_bots").click()
    anna.deal()
    met: set[str] = set()
    for _ in range(6):
        while (step := anna.play(lambda step: is_new(step, met)))["kind"] != "done":
            met.add(step["board"])
            yield step["board"]
        if "play" in met:
            break
        anna.play_on()  # it was bid away
    assert "play" in met
    yield "settlement"


def is_new(step: Step, met: set[str]) -> bool:
    return step["kind"] == "tap" and step["board"] not in met


def pad(anna: Visitor) -> None:
    anna.go("/pad")
    anna.page.get_by_role("group", name=anna.says("game")).wait_for()


def mine(anna: Visitor) -> None:
    anna.go("/mine")


def replay(anna: Visitor) -> None:
    anna.go("/replay")
    record = ROOT / "tests/transcripts/tirol-rufer-kaiserstich.trn"
    anna.page.locator("input[type=file]").set_input_files(record)
    anna.button("step_on").click(click_count=2)


def rules(anna: Visitor) -> None:
    anna.go("/rules/koenigrufen/tirol")
    anna.page.locator("main table").first.wait_for()


def found(anna: Visitor, name: str) -> list[str]:
    """What axe has against the page, which is kept as a picture."""
    anna.settle_down()  # what fades in has its colours then
    anna.shot(f"{name}-{'phone' if anna.touch else 'desktop'}")
    return [f"{name}: {one}" for one in anna.violations()]


SIZES = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])


@SIZES
def test_axe_has_nothing_against_the_pages_without_a_table(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    problems: list[str] = []
    for come in (home, pad, mine, replay):
        come(anna)
        problems += found(anna, come.__name__)
    assert problems == []


@SIZES
def test_axe_has_nothing_against_the_rules(phone: bool, visit: Visit) -> None:
    anna = visit(phone=phone)
    rules(anna)
    assert found(anna, "rules") == []


def silent(anna: Visitor) -> list[str]:
    """What can be done without a name, and what is asked without a word about it."""
    return cast("list[str]", anna.page.evaluate(SILENT))


def untold(anna: Visitor) -> list[str]:
    """Whoever did more in the deals at this table than a screen reader has told of him."""
    room = anna.page.url.removeprefix(f"{anna.base}/t/").partition("#")[0]
    kept = anna.page.request.get(f"{anna.base}/api/rooms/{room}/records").text()
    done = Counter(
        deal.tags["Players"].split("; ")[act.seat]
        for deal in notation.parse_all(kept)
        for act in deal.acts
    )
    trick = re.escape(anna.says("trick_taken"))
    for about in ("n", "who", "card"):
        trick = trick.replace(re.escape(f"{{{about}}}"), "[^:]+?")
    told = "start"
    while told != (told := str(anna.page.evaluate("window.heard.join(' ')"))):
        anna.page.wait_for_timeout(1000)  # several sentences wait for one another
    acts = re.sub(trick, "", told)
    return [f"{name} {n}" for name, n in done.items() if len(re.findall(rf"\b{name}\b", acts)) < n]


WHOLE_DEALS = (("koenigrufen/tirol", False, 0), ("perlaggen/1890", True, 0))
MORE_DEALS = (
    ("koenigrufen/tirol", True, 1),
    ("lhombre/compagnie", False, 1),
    ("lhombre/compagnie", True, 1),
    ("perlaggen/1890", False, 1),
)


@at_length
@pytest.mark.slow  # a whole deal, with axe at every board
@pytest.mark.parametrize(("rules", "phone", "bid"), alike(*WHOLE_DEALS, *MORE_DEALS))
def test_every_act_of_a_deal_explains_itself(
    rules: str, phone: bool, bid: int, visit: Visit
) -> None:
    """Axe has nothing against any board; each act has a name and a word about it, and is told."""
    anna = visit(phone=phone, bid=bid)
    anna.page.add_init_script(EARS)
    problems: list[str] = []
    for name in table(anna, rules):
        problems += found(anna, f"{rules.partition('/')[0]}-{name}")
        problems += [f"{name}: {one}" for one in silent(anna)]
    assert problems == []
    assert untold(anna) == []

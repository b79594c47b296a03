"""What is said in court, in the terminal: claims typed, cases told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from trull.cli.telling import Teller
from trull.cli.typed import Unclear
from trull.cli.words import plain
from trull.laws.court import UPHELD
from trull.state import ARBITER, Action, Case, View

SELDOM = frozenset({"claim", "demand"})
"""What can be said at any time, so that nobody is asked for it."""


def offered(view: View) -> View:
    """The view with what the person is offered: at a free table all that a hand can do.

    What is lawful comes first, so that the numbers at the hand mean the cards to be played.
    """
    if not view.possible:
        return view
    lawful = {prompt.verb for prompt in view.prompts}
    offers = sorted(view.possible, key=lambda prompt: prompt.verb not in lawful)
    return replace(view, prompts=tuple(p for p in offers if p.verb not in SELDOM))


def typed(text: str, view: View, teller: Teller) -> Action | None:
    """A claim or a demand as it is typed; ``Unclear`` if it says too little, None if it is neither.

    ``renonce Resi 5`` claims that Resi broke a rule in trick 5; without a number the last trick.
    ``demand Resi 6`` wants six points that were lost through her breach.
    """
    verb, *about = [plain(word) for word in text.split()] or [""]
    say, seats = teller.words.cli, {plain(name): n for n, name in enumerate(teller.names)}
    claims, demands = (say(f"court.{kind}_words").split() for kind in ("claim", "demand"))
    if not view.possible or verb not in claims + demands:
        return None
    number = ""
    if "".join(about) not in seats and about and about[-1].isdecimal():
        number = about.pop()
    seat = seats.get("".join(about))
    if verb in claims:
        if seat is None:
            raise Unclear(say("court.claim_form"))
        return Action(
            "claim", (str(seat), "any", number or str(sum(view.taken) + bool(view.trick)))
        )
    if seat is None or not number:
        raise Unclear(say("court.demand_form"))
    return Action("demand", (str(seat), number))


def can_demand(view: View) -> bool:
    """Whether the person may want something back that was lost through a breach."""
    if any(case.accused == view.seat and case.verdict == UPHELD for case in view.cases):
        return False
    return any(prompt.verb == "demand" for prompt in view.possible)


def news(before: View | None, now: View, teller: Teller) -> Iterator[str]:
    """What was claimed and decided since ``before``."""
    known = before.cases if before else ()
    for number, case in enumerate(now.cases, 1):
        was = known[number - 1] if number <= len(known) else None
        if was is None:
            yield told(teller, number, case)
        elif was.verdict != case.verdict:
            yield told(teller, number, case)


def told(teller: Teller, number: int, case: Case) -> str:
    """A case as it stands in the court's book."""
    if case.decided_by == "record":
        claimed = case.claimant != ARBITER
        code = f"record_{case.verdict}" if claimed else "open_upheld"
    elif case.decided_by == "count":
        code = "count_upheld"
    else:
        opening = "gain_opened" if case.points else "opened"
        outcome = f"{case.verdict}.{case.decided_by}" if case.verdict else "votes"
        return " ".join(_sentence(teller, number, case, code) for code in (opening, outcome))
    return _sentence(teller, number, case, code)


def _sentence(teller: Teller, number: int, case: Case, code: str) -> str:
    words = teller.words
    clause = f"({case.clause})" if case.clause else ""
    sentence = words.say(
        "court",
        code,
        n=number,
        claimant=who(teller, case.claimant),
        accused=who(teller, case.accused),
        kind=words.say("breach", case.kind),
        where=where(teller, case.trick),
        points=case.points,
        clause=clause,
    )
    return " ".join(sentence.split())


def who(teller: Teller, seat: int) -> str:
    """A player by name, oneself too ("you" would have to be bent), or the arbiter."""
    return teller.words.say("court", "arbiter") if seat == ARBITER else teller.names[seat]


def where(teller: Teller, trick: int) -> str:
    """The trick, or that none was played yet."""
    code = "in_trick" if trick else "before_play"
    return teller.words.say("court", code, trick=trick)

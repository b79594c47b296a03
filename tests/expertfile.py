"""Expert positions: what a good player does in a given place, and what he never does.

``tests/experts/*.toml`` holds twenty for each game. A position is built like a clause case (hands,
talon, acts, tricks); then

    seat     who is to act
    clause   the advice it comes from, where a rule book gives it; ``why`` says it in our words
    legal    everything that may be done there, a line for each verb: ``play HK H3 T5``
    best     what an expert does
    good     what he may well do
    never    what he never does
    book     ``best`` or ``good``: the heuristic is known to do so, whatever its seed

An act is named by its verb and some of its words: ``discard HQ`` is every discard with the Dame of
Herz in it, ``play W`` every use of the Weli. Where ``legal`` would be too long it is left out.

``python tests/expertfile.py`` tells what each bot does in each position.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from trull import bots, ruleset
from trull.game import Game
from trull.learn import positions as builder
from trull.learn.experts import among, matches
from trull.ruleset import RuleSet
from trull.state import Action, Prompt, Seat, View

FOLDER = Path(__file__).parent / "experts"
GAMES = ("koenigrufen", "lhombre", "perlaggen")
KINDS = ("heuristic", "flat:quick:60s", "search:quick:60s", "flat:60s", "search:60s")
"""Given so much time that a busy machine changes nothing."""
WISHES = ("best", "good", "never")


@dataclass(frozen=True, kw_only=True)
class Position:
    """One place of a game, and what is thought of the acts there."""

    game: str
    name: str
    why: str
    clause: str
    case: Mapping[str, object]
    seat: Seat
    legal: Sequence[str]
    best: Sequence[str]
    good: Sequence[str]
    never: Sequence[str]
    book: str

    @property
    def rules(self) -> RuleSet:
        """The rule set it is played by."""
        options = cast(Mapping[str, object], self.case.get("options", {}))
        return ruleset.load(str(self.case["rules"])).with_options(options)

    def built(self) -> Game:
        """The game, as the laws lead there."""
        return builder.position(self.case, self.rules)

    def verdict(self, act: Action | None) -> str:
        """What is thought of an act: ``best``, ``good``, ``never``, or nothing."""
        for wish in WISHES:
            if any(matches(text, act) for text in cast(Sequence[str], getattr(self, wish))):
                return wish
        return ""


def positions(game: str) -> Iterator[Position]:
    """The positions of a game, in the order of its file."""
    text = (FOLDER / f"{game}.toml").read_text(encoding="utf-8")
    for case in tomllib.loads(text)["position"]:
        yield Position(
            game=game,
            name=case["name"],
            why=case["why"],
            clause=case.get("clause", ""),
            case={"acts": [], **case},
            seat=Seat(case["seat"]),
            legal=case.get("legal", ()),
            best=case["best"],
            good=case.get("good", ()),
            never=case["never"],
            book=case.get("book", ""),
        )


def offered(prompts: Sequence[Prompt], text: str) -> bool:
    """Whether some lawful act matches."""
    verb, *words = text.split()
    return any(
        prompt.verb == verb
        and len(words) <= prompt.most
        and all(among(word, (*prompt.must, *prompt.choices)) for word in words)
        for prompt in prompts
    )


def told(prompts: Sequence[Prompt]) -> dict[str, set[str]]:
    """What may be done, by verb; signs to a partner are always allowed and not told."""
    found: dict[str, set[str]] = {}
    for prompt in prompts:
        if prompt.verb != "sign":
            found.setdefault(prompt.verb, set()).update(prompt.must, prompt.choices)
    return found


def choice(kind: str, seed: int, view: View) -> Action | None:
    """What a bot of that kind does."""
    return bots.make(kind, seed).act(view)


# What the bots do, as a table


def main(seeds: int = 8) -> None:
    """Tell every bot's acts in every position, then how often they are good ones."""
    total: dict[tuple[str, str], Counter[str]] = {}
    for game in GAMES:
        for position in positions(game):
            view = position.built().view_for(position.seat)
            for kind in KINDS:
                acts = Counter(str(choice(kind, seed, view)) for seed in range(seeds))
                marks = [position.verdict(choice(kind, seed, view)) for seed in range(seeds)]
                total.setdefault((game, kind), Counter()).update(marks)
                _say(f"{game} | {position.name} | {kind} | {dict(Counter(marks))} | {dict(acts)}")
    for (game, kind), marks_of in total.items():
        shares = ", ".join(f"{mark or 'other'} {n}" for mark, n in sorted(marks_of.items()))
        _say(f"{game} {kind}: {shares}")


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

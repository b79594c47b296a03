"""Why: the acts a thinking bot would consider, with what they bring and a reason in a sentence.

The ranking is the very one the bot plays by. A reason is a code with parameters; the sentence is
in the catalogues (section ``hint``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from trull import locale
from trull.bots import game as bots
from trull.bots.heuristic import HeuristicBot
from trull.bots.search.bot import ThinkingBot, Thought
from trull.bots.search.ranking import SHOWN, Ranked
from trull.laws.summary import Saying, number, saying
from trull.state import Action, View, expand

SURELY = 2.0
"""Standard errors between two acts that are not equal by chance."""
SEEN = 0.05
"""Less is not seen in a figure with one decimal."""
RISKY = 1.3
"""How much wider the spread of an act must be to be called risky."""


class Hint(NamedTuple):
    """An act, its expected settlement and its spread where they were counted, and the reason."""

    action: Action
    mean: float | None
    spread: float | None
    code: str
    about: tuple[tuple[str, str], ...] = ()
    grounds: tuple[Saying, ...] = ()  # what speaks for it before anything is counted

    def sentence(self, language: str) -> str:
        """The reason in words."""
        return locale.say(language, "hint", self.code, **dict(self.about))


def explain(view: View, seed: int = 0, level: str = "search") -> tuple[Hint, ...]:
    """The two or three best acts for this view, best first; nothing for one who cannot act.

    ``level`` is a bot's name with its words, such as ``search:strong``.
    """
    if not view.prompts or view.seat is None:
        return ()
    kind, *words = level.split(":")
    thought = ThinkingBot(level, seed, words, exact=kind != "flat").think(view)
    return agreed(view, hints(view, thought))


def agreed(view: View, found: tuple[Hint, ...]) -> tuple[Hint, ...]:
    """The hints, the first with the learnt player's word where it would do the same.

    Where it would not it is silent: what was counted stands.
    """
    if not found or found[0].mean is None:
        return found
    from trull.bots import learnt  # only here: most hints come from a table that is warm

    if learnt.substitution(view.rules)[0]:
        return found
    act, share = learnt.choice(view)
    first, *others = found
    if act is None or not _same(act, first.action):
        return found
    word = saying("ground_learnt")
    if share is not None:
        word = saying("ground_learnt_share", share=number(round(100 * share)))
    return first._replace(grounds=(*first.grounds, word)), *others


def _same(one: Action, other: Action) -> bool:
    """Whether two acts are one, in whatever order their words were said."""
    return one.verb == other.verb and sorted(one.args) == sorted(other.args)


def by_book(view: View, seed: int = 0) -> tuple[Hint, ...]:
    """The book's advice, where there is no time to count."""
    if not view.prompts or view.seat is None:
        return ()
    return hints(view, Thought(HeuristicBot(seed).act(view)))


def hints(view: View, thought: Thought) -> tuple[Hint, ...]:
    """The hints of what a bot thought, each with what speaks for its act."""
    grounds = bots.of(view.rules.game).grounds
    found = _figured(view, thought)
    if grounds is None:
        return found
    return tuple(hint._replace(grounds=grounds(view, hint.action)) for hint in found)


def _figured(view: View, thought: Thought) -> tuple[Hint, ...]:
    if thought.ranking:
        best, *others = thought.ranking[:SHOWN]
        return (_best(best, others), *(_other(best, other) for other in others))
    if thought.book is None:
        return ()
    return (_by_book(view, thought.book),)


def _by_book(view: View, act: Action) -> Hint:
    """One thing only can be done, and the clause says so; or the book was asked."""
    first, *others = view.prompts
    if not others and not first.open and len(list(islice(expand(first), 2))) == 1:
        return Hint(act, None, None, "only", (("clause", first.clause),))
    return Hint(act, None, None, "book")


def _best(best: Ranked, others: Sequence[Ranked]) -> Hint:
    if not others:
        return _hint(best, "expected")
    rival = max(others, key=lambda other: other.mean)  # not always the second: experience weighs
    lead = best.mean - rival.mean
    if abs(lead) < SEEN:
        return _hint(best, "equal")
    noise = (best.error**2 + rival.error**2) ** 0.5
    if lead <= 0:
        return _hint(best, "safer" if best.spread < rival.spread else "proved", gain=f"{-lead:.1f}")
    return _hint(best, "clear" if lead > SURELY * noise else "close", gain=f"{lead:.1f}")


def _other(best: Ranked, other: Ranked) -> Hint:
    if abs(best.mean - other.mean) < SEEN:
        return _hint(other, "same")
    if other.mean > best.mean:
        return _hint(other, "unsure", gain=f"{other.mean - best.mean:.1f}")
    loss = f"{best.mean - other.mean:.1f}"
    risky = best.spread > 0 and other.spread > RISKY * best.spread
    return _hint(other, "risky" if risky else "less", loss=loss)


def _hint(ranked: Ranked, code: str, **about: str) -> Hint:
    told = {"mean": f"{ranked.mean:+.1f}", "spread": f"{ranked.spread:.1f}", **about}
    told["tries"] = str(ranked.tries)
    return Hint(ranked.action, ranked.mean, ranked.spread, code, tuple(told.items()))

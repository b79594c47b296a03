"""The laws of the games: one folder a game, one contract for all.

Laws are pure: no input or output, no clock, no randomness. ``game``, ``match``, ``referee`` and
``notation`` run the laws they are given and never ask which game it is.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol, TypeVar, cast

from trull import games
from trull.cards import Card, Pack
from trull.errors import IllegalAction, RuleSetError
from trull.laws.summary import Reason, Standing, Summary, nothing, plain
from trull.ruleset import RuleSet
from trull.settlement import Settlement
from trull.state import (
    Action,
    Breach,
    Draw,
    Effect,
    Fault,
    Haste,
    Logged,
    Prompt,
    Row,
    Seat,
    Setup,
    Sitting,
    Verdict,
    View,
    word,
)

if TYPE_CHECKING:
    from trull.laws.told import Told

S = TypeVar("S", bound=Logged)
How = Literal["record", "judged", "case", "open", "demand"]


class Ruling(NamedTuple):
    """How a kind of breach is ruled on, and by which clause.

    ``record``: the record decides, once somebody claims it; ``judged``: the record shows whether it
    was done, and judgement decides whether it counts; ``case``: no record shows it, so judgement
    decides all; ``open``: everybody saw it, so it is ruled on at once; ``demand``: no breach, but
    what may be asked for beside one.
    """

    how: How
    clause: str


class Laws(Protocol[S]):
    """What a game must answer. ``S`` is its own state, opaque to everybody else."""

    name: str
    pack: Pack
    asides: frozenset[str]  # verbs of what is said beside the game: nothing in it changes
    binding: frozenset[str]  # verbs of words that can never be taken back
    lasting: frozenset[str]  # verbs of words that stay right, whatever others do meanwhile

    def seats(self, rules: RuleSet, /) -> tuple[int, ...]:
        """How many may sit there, who sits out included; RuleSetError for rules that cannot be."""

    # One deal

    def begin(self, setup: Setup, /) -> S:
        """The state before the first act; DealError if the set-up cannot be."""

    def phase(self, s: S, /) -> str:
        """The name of the phase."""

    def duty(self, s: S, /) -> frozenset[Seat]:
        """Who must act now; empty when the deal is over."""

    def prompts(self, s: S, seat: Seat, /) -> tuple[Prompt, ...]:
        """What this seat may lawfully do, compactly; a seat without duty may have some too."""

    def plays(self, s: S, seat: Seat, /) -> tuple[Action, ...]:
        """Its lawful cards, each as the act of playing it: the ``play`` prompt, ready to do."""

    def faults(self, s: S, seat: Seat, act: Action, /) -> tuple[Fault, ...]:
        """The clauses the act would break; () = lawful."""

    def possible(self, s: S, seat: Seat, act: Action, /) -> bool:
        """Whether a hand could do it at a real table, lawful or not."""

    def step(self, s: S, seat: Seat, act: Action, /) -> S:
        """The state after an act that is possible."""

    def enact(self, s: S, seat: Seat, act: Action, /) -> S:
        """The state after a lawful act; IllegalAction with the clauses an unlawful one breaks."""

    def view(self, s: S, seat: Seat | None, /) -> View:
        """What a seat may know; None is a spectator."""

    def haste(self, s: S, /) -> Haste | None:
        """Whose time it is, where the rules say something about it."""

    def effect(self, s: S, after: S, /) -> Effect | None:
        """What an act has changed in the views, where that is soon said; None: compare them."""

    def settle(self, s: S, /) -> Settlement | None:
        """The settlement once the deal is over."""

    def reprice(self, s: S, rules: RuleSet, /) -> Settlement:
        """The same finished deal under another rule set; RuleSetError if it cannot be."""

    # A sitting of several deals

    def draw(self, rules: RuleSet, drawn: Mapping[int, Card], players: int, /) -> Draw:
        """What the cards drawn by the players decide."""

    def open_sitting(self, rules: RuleSet, players: int, dealer: int, /) -> Sitting:
        """The sitting before its first deal."""

    def deal(self, sitting: Sitting, pack: Sequence[Card], /) -> tuple[Setup, tuple[int, ...]]:
        """The next deal's set-up, and the player on each of its seats."""

    def remark(self, sitting: Sitting, word: str, /) -> Sitting:
        """The sitting after a word said between two deals, such as announcing the last round."""

    def close_deal(self, sitting: Sitting, s: S, players: Sequence[int], /) -> tuple[Sitting, Row]:
        """The sitting after a finished deal, and the row it writes."""


class Telling(Protocol):
    """What a game's laws may say besides; for a game that does not, it is said plainly."""

    silent: frozenset[str]  # verbs that leave the summary alone while the phase lasts

    def summary(self, view: View, /) -> Summary:
        """What is to be said of a deal, from a view alone."""

    def standing(self, sitting: Sitting, /) -> Standing:
        """What is to be said between two deals."""

    def reasons(self, s: Logged, /) -> tuple[Reason, ...]:
        """Why a finished deal is settled as it is."""


class RefereedLaws(Laws[S], Protocol[S]):
    """What a game's laws answer besides: of told deals, and before a court at a free table."""

    told: Told  # a game may leave it out: then none of its deals can be told

    def offers(self, s: S, seat: Seat, /) -> tuple[Prompt, ...]:
        """What a hand can do at a real table, lawful or not; nothing in it gives a hint."""

    def charges(self, s: S, seat: Seat, act: Action, /) -> tuple[Breach, ...]:
        """What the act would be charged with; () if nothing follows from it."""

    def rulings(self, rules: RuleSet, /) -> Mapping[str, Ruling]:
        """Every kind of breach that can be claimed, and how it is ruled on."""

    def ruled(self, s: S, verdict: Verdict, /) -> S:
        """The state after a breach was established; it may end the deal."""

    def forgives(self, s: S, seat: Seat, /) -> bool:
        """Whether the seat may take its last card back, claimed or not, as if nothing had been."""

    def righted(self, s: S, seat: Seat, act: Action, /) -> frozenset[tuple[Seat, str, int]]:
        """Seat, kind and trick of what is wrong no more once this card lies in another's place."""

    def discovers(self, s: S, /) -> bool:
        """Whether the count brings every breach to light that nobody claimed."""


def plays_in(prompts: Iterable[Prompt]) -> tuple[Action, ...]:
    """The cards that prompts allow to be played: for a game that has no shorter way to them."""
    return tuple([word("play", c) for p in prompts if p.verb == "play" for c in p.choices])


def lawfully(laws: Laws[S], s: S, seat: Seat, act: Action) -> S:
    """The state after an act without faults: how a game enacts what it has no shorter way for."""
    faults = laws.faults(s, seat, act)
    if faults:
        raise IllegalAction(faults)
    return laws.step(s, seat, act)


@cache
def of(game: str) -> RefereedLaws[Logged]:
    """The laws of a game by its name."""
    laws = games.given(game, "laws", "LAWS")
    if laws is None:
        raise RuleSetError(game, "no laws for a game of this name")
    return cast(RefereedLaws[Logged], laws)


def silent(game: str) -> frozenset[str]:
    """Verbs after which the same is to be said of a deal, while its phase lasts."""
    found: frozenset[str] = getattr(of(game), "silent", frozenset())
    return found


def worths(game: str) -> Mapping[str, int]:
    """What each card counts as players say it, where a game counts its cards."""
    found: Mapping[str, int] = getattr(of(game), "worths", {})
    return found


def summary_of(view: View) -> Summary:
    """What is to be said of a deal; plainly, where the game has no words of its own."""
    tell: Callable[[View], Summary] = getattr(of(view.rules.game), "summary", plain)
    return tell(view)


def standing_of(sitting: Sitting) -> Standing:
    """What is to be said between two deals; nothing, where the game has nothing to say."""
    tell: Callable[[Sitting], Standing] = getattr(of(sitting.rules.game), "standing", nothing)
    return tell(sitting)


def reasons_of(laws: Laws[Logged], s: Logged) -> tuple[Reason, ...]:
    """Why a finished deal is settled as it is; nothing, where the game does not say."""
    tell: Callable[[Logged], tuple[Reason, ...]] = getattr(laws, "reasons", lambda _: ())
    return tell(s)


def pending_of(laws: Laws[Logged], s: Logged) -> Settlement | None:
    """What a deal pays if everybody accepts its count; nothing where nobody is asked."""
    tell: Callable[[Logged], Settlement | None] = getattr(laws, "pending", lambda _: None)
    return tell(s)


@lru_cache(maxsize=256)  # a server meets more house rules in its time than it should remember
def under(rules: RuleSet) -> Laws[Logged]:
    """The laws of a rule set's game as its table applies them: guarded, or free with a court."""
    laws = of(rules.game)
    if not rules.free:
        return laws
    court: Laws[Logged] = importlib.import_module("trull.laws.court").Free(laws)
    return court

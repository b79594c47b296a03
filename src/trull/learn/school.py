"""What a game gives to the school: ``SCHOOL`` in ``learn/<game>``, found by the game's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from trull import game as engine
from trull import games, laws
from trull.bots.random_bot import QUIET, answerable
from trull.cards import Card
from trull.errors import DealError, TrullError
from trull.game import Game
from trull.laws.summary import Saying
from trull.laws.told import Given
from trull.ruleset import RuleSet
from trull.state import Action, Fault, Logged, Prompt, Seat, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Goal

Case = Mapping[str, object]
"""A position in the words of the clause cases; so are lessons and expert positions written."""


class Pile(NamedTuple):
    """Cards to be counted, and those of them that are easily forgotten, by name."""

    cards: tuple[str, ...]
    forgotten: Mapping[str, tuple[str, ...]]


class Figured(NamedTuple):
    """The best figure of a hand, and others with the code of what is wrong with them."""

    best: str
    others: Mapping[str, str]


class Slated(NamedTuple):
    """A slate as ``6:4``, others with the code of what is wrong, and what stood there before."""

    right: str
    others: Mapping[str, str]
    before: tuple[Saying, ...]


class Excuse(NamedTuple):
    """A card that only excuses itself: when it fell, what its side took, what became of it."""

    number: int  # of the trick
    trick: tuple[tuple[int, str], ...]
    pile: tuple[str, ...]
    outcome: str  # ``lost``, ``kept``, or the card its side gives for it
    others: Mapping[str, str]  # other outcomes, each with the code of what is wrong with it


class School:
    """The plain school: enough to ask about the cards of any game."""

    size = 0
    """Cards of a hand at its first trick, where all hands are alike."""

    openings: tuple[str, ...] = ()
    """Acts that lead a deal to its first trick, the most wanted first; after them quiet words."""

    def dealt(self, case: Case, rules: RuleSet) -> Game:
        """The deal a case tells, before its first act."""
        hands, talon = case.get("hands", ()), case.get("talon", "")
        if not isinstance(hands, Sequence) or not isinstance(talon, str):
            raise DealError("hands are a list of cards by seat, the talon is a line of cards")
        return engine.arranged(rules, [str(hand) for hand in hands], talon)

    def opening(self, game: Game, seat: Seat, kept: frozenset[str], rng: Random) -> Action | None:
        """The next act on the way to the first trick, which leaves ``kept`` in the hand."""
        prompts = [prompt for prompt in game.prompts(seat) if answerable(prompt)]
        for wanted in self.openings:
            verb, *words = wanted.split()
            for prompt in prompts:
                if prompt.verb == verb and set(words) <= set(prompt.choices):
                    return Action(verb, tuple(words)) if words else _any(prompt, kept, rng)
        calm = [prompt for prompt in prompts if prompt.verb in QUIET] or prompts
        return _any(calm[0], kept, rng) if calm else None

    def facts(self, rules: RuleSet) -> Mapping[str, int]:
        """Numbers of the rules by name, for the prose of lessons."""
        law = laws.of(rules.game)
        suits = {f"suit.{suit}": mask.bit_count() for suit, mask in law.pack.suits.items()}
        worths = {f"worth.{code}": worth for code, worth in laws.worths(rules.game).items()}
        return {"pack": law.pack.size, "suits": len(law.pack.suits), **suits, **worths}

    def groups(self, rules: RuleSet) -> Mapping[str, frozenset[str]]:
        """Cards that belong together, by name: suits, and cards of the same worth."""
        pack, worths = laws.of(rules.game).pack, laws.worths(rules.game)
        found = {f"suit.{suit}": frozenset(pack.named(mask)) for suit, mask in pack.suits.items()}
        for worth in set(worths.values()):
            found[f"worth.{worth}"] = frozenset(c for c in worths if worths[c] == worth)
        return found

    def playing(self, view: View) -> str:
        """The game that is played, by the name it is settled under; empty: not known before."""
        del view
        return ""

    # Puzzles

    marked: frozenset[str] = frozenset()
    """Cards that are like no other, whatever they are worth and wherever they stand."""

    def solved(self, game: Game) -> bool:
        """Whether the exact solver's answer is the whole truth about the cards to come."""
        del game
        return True

    def turned(self, game: Game, goals: Sequence[Goal], side: int) -> Goal | None:
        """A question about tricks put for a side that is not on turn; None where it is decided."""
        del game, goals, side
        return None

    excused: frozenset[str] = frozenset()
    """Cards that follow no suit and take no trick."""

    aims: Mapping[str, str] = MappingProxyType({})
    """What some aims of puzzles are called here; others are called by their kind."""

    def trumps(self, game: Game) -> str:
        """The suit that takes all others in this deal; empty: there is none."""
        del game
        return ""

    def motifs(self, game: Game, keep: Sequence[str]) -> tuple[str, ...]:
        """What the right cards are about in the words of this game alone."""
        del game, keep
        return ()

    def made(self, game: Game) -> bool:
        """Whether who plays the game has reached what he must, in a deal played to its end."""
        raise TrullError(f"{game.setup.rules.game} is not won by points")

    # Counting, in a game that counts

    counts = False
    """Whether piles of cards are counted here."""

    pays = False
    """Whether what a deal came to tells by itself what it pays."""

    aside: frozenset[str] = frozenset()
    """Verbs of the deal itself, which tell nobody what may be said."""

    talks: frozenset[str] = frozenset()
    """Phases of which one may be asked what may be said."""

    binding: tuple[str, ...] = ()
    """Acts at a free table that can bind the player on turn; ``play``: any card out of turn."""

    bound: frozenset[str] = frozenset()
    """Codes of sayings that tell what somebody is bound to."""

    excuses = False
    """Whether a card may be played as an excuse, so that one asks what becomes of it."""

    compares = False
    """Whether the books of the game talk differently: one may be asked which allows what."""

    claims = False
    """Whether the cards that fell can prove that somebody has not followed suit."""

    words_count = False
    """Whether what was said can prove a breach, and not the cards alone."""

    speaks_in_signs = False
    """Whether partners make signs to each other."""

    remembered: tuple[str, ...] = ()
    """Suits of which one should know how many cards are out."""

    unclear: frozenset[str] = frozenset()
    """Codes of faults in how a card is played, not in which."""

    basic: frozenset[str] = frozenset()
    """Codes of sayings that no card can be judged without; beginners are shown them too."""

    baptises = False
    """Whether a card may be played as another."""

    figures: tuple[str, ...] = ()
    """The kinds of figures a hand can make."""

    def untold(self, view: View, why: Fault) -> bool:
        """Whether a card is barred by something that a question does not show."""
        del view
        return why.code in self.unclear

    def figure(self, view: View, kind: str) -> Figured:
        """The best figure of a kind in the asked seat's hand, and some that are not."""
        raise TrullError(f"{view.rules.game} has no figures: {kind}")

    def signs(self, view: View) -> Mapping[str, bool]:
        """The signs that are plainly true or untrue of the asked seat's hand."""
        raise TrullError(f"there are no signs in {view.rules.game}")

    def slate(self, game: Game) -> Slated:
        """The points of both parties on the slate, and what is easily taken for them."""
        raise TrullError(f"{game.setup.rules.game} has no slate")

    def asks(self, verb: str) -> bool:
        """Whether a word of the talk is one to be asked about; some name hidden cards."""
        del verb
        return True

    def excuse(self, game: Game) -> Excuse | None:
        """What became of the excuse of a finished deal; None where it was none."""
        del game
        return None

    def price(self, rules: RuleSet, words: Sequence[str]) -> int:
        """What one player pays for a deal that is told in a few words."""
        raise TrullError(f"{rules.game} tells no prices: {' '.join(words)}")

    def played_out(self, state: Logged, seat: Seat, seed: int) -> float | None:
        """What the cards of this state bring a seat, played out in compiled loops; None: no way."""
        del state, seat, seed
        return None

    def told(self, rules: RuleSet, given: Given) -> tuple[Saying, ...]:
        """What is said of a told deal before its price: what was played, how it came out."""
        del rules, given
        return ()

    def worth(self, rules: RuleSet, cards: Sequence[str]) -> str:
        """What a pile counts, as players say it."""
        raise TrullError(f"{rules.game} counts no cards: {' '.join(cards)}")

    def exactly(self, thirds: int) -> str:
        """An exact worth in thirds of a point, as players say it."""
        raise TrullError(f"nothing is counted in thirds here: {thirds}")

    def near(self, rules: RuleSet, worth: str) -> Sequence[str]:
        """What somebody says who has miscounted, the likeliest first."""
        raise TrullError(f"{rules.game} counts no cards: {worth}")

    def pile(self, game: Game) -> Pile | None:
        """What is counted at the end of a deal; None where nothing is."""
        del game
        return None


def _any(prompt: Prompt, kept: frozenset[str], rng: Random) -> Action | None:
    free = [word for word in prompt.choices if word not in kept]
    size = max(prompt.least - len(prompt.must), 0)
    if size > len(free) or not kept.isdisjoint(prompt.must):
        return None
    return Action(prompt.verb, prompt.must + tuple(rng.sample(free, size)))


@cache
def school_of(game: str) -> School:
    """The school of a game; the plain one for a game without."""
    found = games.given(game, "learn", "SCHOOL")
    if found is not None and not isinstance(found, School):
        raise TrullError(f"the SCHOOL of {game!r} is no School")
    return found or School()


def all_cards(game: str) -> tuple[Card, ...]:
    """The pack of a game in its own order."""
    return tuple(map(Card, range(laws.of(game).pack.size)))

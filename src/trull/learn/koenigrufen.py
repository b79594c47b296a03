"""Königrufen in the school: its deals, its count, its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

from trull.cards import Card, mask_of
from trull.errors import DealError
from trull.game import Game
from trull.kernels.tarock import thirds
from trull.laws.koenigrufen.announce import HIGHEST_KONTRA
from trull.laws.koenigrufen.book import (
    BIRD_ITEMS,
    BIRDS,
    FIVES,
    MASKS,
    PACK,
    SUITS,
    TRULL,
    WHOLE_PACK,
    Book,
    Contract,
    book_of,
)
from trull.laws.koenigrufen.deal import cutter
from trull.laws.koenigrufen.facts import DECLARER, DEFENDERS, Facts, declarer_pile
from trull.laws.koenigrufen.play import TRICKS
from trull.laws.koenigrufen.reasons import counted
from trull.laws.koenigrufen.table import State, bargain_of
from trull.laws.koenigrufen.told import told
from trull.laws.koenigrufen.view import KoenigrufenView
from trull.laws.summary import Saying, number, saying, seats, words
from trull.laws.summary import thirds as of_thirds
from trull.laws.told import Given
from trull.learn.school import Case, Pile, School
from trull.ruleset import RuleSet
from trull.state import Fault, Logged, Seat, Setup, View

SEATS, TALON, LOT = 4, 6, 3
CUT = PACK.size // 2
TAROCK = "T"
PLAYOUTS = 10
"""Playouts of each guess, where advice is measured."""


def pack_for(hands: Sequence[int], talon: Sequence[Card], forehand: Seat) -> tuple[Card, ...]:
    """A pack that, cut in the middle, deals these hands with the talon in the middle."""
    halves = [[c for c in range(PACK.size) if hand >> c & 1] for hand in hands]
    order = [(forehand + k) % SEATS for k in range(SEATS)]
    first = [c for seat in order for c in halves[seat][:6]]
    second = [c for seat in order for c in halves[seat][6:]]
    pack = tuple(Card(c) for c in [*first, *talon, *second])
    return pack[CUT:] + pack[:CUT]


def arranged(
    rules: RuleSet,
    hands: Sequence[str],
    talon: str = "",
    forehand: int = 0,
    context: Mapping[str, int] | None = None,
) -> Setup:
    """A set-up that, cut in the middle, deals the named cards; the rest is filled up."""
    upper = list(PACK.read(talon))
    sets = [int(PACK.mask(hand.split())) for hand in hands] + [0] * (SEATS - len(hands))
    given = sum(hand.bit_count() for hand in sets) + len(upper)
    known = mask_of(upper)
    for hand in sets:
        known |= hand
    if known.bit_count() != given:
        raise DealError("a card is named twice")
    if len(sets) > SEATS or len(upper) > TALON or any(s.bit_count() > TRICKS for s in sets):
        raise DealError(f"{SEATS} hands of {TRICKS} cards are dealt, and {TALON} to the talon")
    left = [Card(card) for card in range(PACK.size) if not known >> card & 1]
    upper += [left.pop() for _ in range(TALON - len(upper))]
    for seat in range(SEATS):
        sets[seat] |= mask_of([left.pop() for _ in range(TRICKS - sets[seat].bit_count())])
    return Setup(
        rules=rules,
        seats=SEATS,
        forehand=Seat(forehand),
        dealer=Seat((forehand - 1) % SEATS),
        pack=pack_for(sets, upper, Seat(forehand)),
        context=context or {},
    )


class Koenigrufen(School):
    """The school of Königrufen."""

    size = TRICKS
    openings = ("bid rufer", "vorhand", "call", "take 1", "discard", "lie")
    counts = pays = True
    aside = frozenset({"cut", "done"})
    talks = frozenset({"auction", "forehand_choice"})
    compares = True
    claims = True
    marked = frozenset(PACK.named(BIRDS | TRULL))
    remembered = ("T", *SUITS)
    aims = MappingProxyType({"tricks": "valat"})

    def trumps(self, game: Game) -> str:
        """Tarock, where it trumps."""
        return TAROCK if _contract(game).kind == "tarock" else ""

    def motifs(self, game: Game, keep: Sequence[str]) -> tuple[str, ...]:
        """A Farbenspiel."""
        del keep
        return ("colours",) if _contract(game).kind == "farben" else ()

    def made(self, game: Game) -> bool:
        """Who plays it has his thirds."""
        state = cast(State, game.state)
        needed = book_of(game.setup.rules).options.win_thirds
        return thirds(MASKS, declarer_pile(state)) >= needed

    def untold(self, view: View, why: Fault) -> bool:
        """A Pagat bought in sight is bound by a partner's word, and what was bought is not shown.

        Who announced it must keep it, that is told; so must whoever holds the called king.
        """
        assert isinstance(view, KoenigrufenView), "a view of this game"
        if why.code != "keep_announced":
            return super().untold(view, why)
        said = {item: seat for item, seat, _ in view.announced}
        birds = zip(BIRD_ITEMS, PACK.named(BIRDS), strict=True)
        return any(
            bird in view.hand and said.get(item, view.seat) != view.seat for item, bird in birds
        )

    def playing(self, view: View) -> str:
        """The contract."""
        assert isinstance(view, KoenigrufenView), "a view of this game"
        return view.contract

    def dealt(self, case: Case, rules: RuleSet) -> Game:
        """The named cards, cut unless it is ``from_cut``; ``five``: the dealer sits out."""
        setup = arranged(
            rules,
            cast(Sequence[str], case.get("hands", ())),
            str(case.get("talon", "")),
            cast(int, case.get("forehand", 0)),
            cast(Mapping[str, int], case.get("context", {})),
        )
        if case.get("five"):
            setup = replace(setup, dealer=None)
        game = Game(setup)
        if not case.get("from_cut"):
            game.apply(cutter(book_of(rules), setup), f"cut {CUT}")
        return game

    def played_out(self, state: Logged, seat: Seat, seed: int) -> float:
        """Playouts by the habits of ``search``, as its own thinking makes them."""
        # numpy and compiled code are loaded only where something is measured
        from trull.bots.koenigrufen.fast import habits, packing, playout_policy, spot

        assert isinstance(state, State), "a state of this game"
        found, world = spot.opened(state)
        packed = packing.pack(found, [world])
        return float(playout_policy.deals(packed, PLAYOUTS, seed, habits.SEARCH)[0, seat])

    def facts(self, rules: RuleSet) -> Mapping[str, int]:
        """What a beginner is told in numbers."""
        book = book_of(rules)
        return {
            **super().facts(rules),
            "suits": len(SUITS),
            "tarocks": MASKS.tarocks.bit_count(),
            "seats": SEATS,
            "hand": TRICKS,
            "tricks": TRICKS,
            "talon": TALON,
            "half": TALON // 2,
            "lot": LOT,
            "less": LOT - 1,
            "trull": TRULL.bit_count(),
            "kings": MASKS.kings.bit_count(),
            "birds": BIRDS.bit_count(),
            "honours": FIVES.bit_count(),
            "points": WHOLE_PACK // 3,
            "win": counted(book.options.win_thirds),
            "win_thirds": book.options.win_thirds,
            "even": WHOLE_PACK // 6,
            "short_thirds": book.options.win_thirds - 1,
            "packet": TRICKS // 2,
            "halves": TALON // (TALON // 2),
            "others": SEATS - 1,
            "most": book.options.most_players,
            "slide": book.options.slide_price,
            "cents": book.options.cents_per_point,
            **{f"kontra.{level}": 1 << level for level in range(1, HIGHEST_KONTRA + 1)},
            **{f"charge.{name}": charge.value for name, charge in book.charges.items()},
            **{f"value.{name}": contract.value for name, contract in book.contracts.items()},
            **{f"aim.{n}": c.tricks for n, c in book.contracts.items() if c.kind == "negative"},
            **{f"lost.{name}": contract.loss() for name, contract in book.contracts.items()},
            **{f"valat.{n}": c.valat[0] for n, c in book.contracts.items() if c.valat},
            **{f"valats.{n}": c.valat[1] for n, c in book.contracts.items() if c.valat},
            **dict(_bonuses(book)),
            **_slides(book),
        }

    def groups(self, rules: RuleSet) -> Mapping[str, frozenset[str]]:
        """Also the Trull, the birds, the kings."""
        own = {"trull": TRULL, "birds": BIRDS, "kings": MASKS.kings, "honours": FIVES}
        named = {name: frozenset(PACK.named(mask)) for name, mask in own.items()}
        return {**super().groups(rules), **named}

    def told(self, rules: RuleSet, given: Given) -> tuple[Saying, ...]:
        """Who played what and with whom; what was counted or taken."""
        book = book_of(rules)
        facts = told(book, given)
        kind = book.contracts[facts.contract].kind
        counts = {"trischaken": _each, "negative": _alone}.get(kind, _sides)
        whole = facts.offence is None and not facts.slid and not facts.bare
        line = tuple(counts(book, facts)) if whole else ()
        return saying("game", game=words(facts.contract)), *line

    def worth(self, rules: RuleSet, cards: Sequence[str]) -> str:
        """Points and Blatt of a pile.

        >>> from trull.ruleset import load
        >>> Koenigrufen().worth(load("koenigrufen/tirol"), "HK HQ H4 T5".split())
        '8/1'
        """
        del rules
        return written(thirds(MASKS, int(PACK.mask(cards))))

    def exactly(self, thirds: int) -> str:
        """Points and Blatt."""
        return written(thirds)

    def near(self, rules: RuleSet, worth: str) -> Sequence[str]:
        """A Blatt more or less, the two points of a lot not taken off, or taken off twice."""
        del rules
        points, _, odd = worth.partition("/")
        exact = 3 * int(points) + int(odd or 0)
        away = (6, -6, 1, -1, 3, -3)
        return [written(exact + step) for step in away if exact + step >= 0]

    def pile(self, game: Game) -> Pile | None:
        """The declarer's pile: tricks of his side, discard, a called king's half of the Talon."""
        state = cast(State, game.state)
        if not game.over or state.outcome != "played" or not bargain_of(state).contract.positive:
            return None
        mine = declarer_pile(state)
        laid = bargain_of(state).discard
        fallen = mask_of([card for trick in state.tricks for card in trick.cards])
        parts = {"discard": laid, "talon": mine & ~laid & ~fallen}
        return Pile(
            PACK.named(mine), {name: PACK.named(mask) for name, mask in parts.items() if mask}
        )


def _contract(game: Game) -> Contract:
    return bargain_of(cast(State, game.state)).contract


def _bonuses(book: Book) -> Iterator[tuple[str, int]]:
    """What each bonus counts in each game, silent and announced."""
    for game, contract in book.contracts.items():
        for name in contract.bonuses:
            yield f"silent.{game}.{name}", contract.scale * book.bonuses[name].silent
            yield f"announced.{game}.{name}", contract.scale * book.bonuses[name].announced


def _each(book: Book, facts: Facts) -> Iterator[Saying]:
    del book
    for seat, worth in enumerate(facts.thirds):
        yield saying("count_of", who=seats(seat), points=of_thirds(worth))


def _alone(book: Book, facts: Facts) -> Iterator[Saying]:
    for player in facts.players:
        wanted = number(book.contracts[player.contract].tricks)
        taken = number(facts.tricks[player.seat])
        yield saying("took", who=seats(player.seat), n=taken, wanted=wanted)


def _sides(book: Book, facts: Facts) -> Iterator[Saying]:
    ours, theirs = facts.seats_of(DECLARER), facts.seats_of(DEFENDERS)
    yield saying("sides", ours=seats(*ours), theirs=seats(*theirs))
    mine, rest = counted(facts.declarer_thirds), counted(WHOLE_PACK - facts.declarer_thirds)
    yield saying("count", ours=number(mine), theirs=number(rest))
    del book


def _slides(book: Book) -> Mapping[str, int]:
    """What giving up costs each time, by the bird that would have been announced."""
    price, bet = book.options.slide_price, book.contracts.get("besserrufer")
    if price or bet is None:
        return {}
    return {f"slide.{bird.name}": bet.value + bird.announced for bird in book.birds}


def written(exact: int) -> str:
    """An exact worth in thirds as points and Blatt.

    >>> written(107), written(105)
    ('35/2', '35')
    """
    return f"{exact // 3}/{exact % 3}" if exact % 3 else str(exact // 3)


SCHOOL = Koenigrufen()

"""Perlaggen in the school: its deals, its Perlaggen and figures; no points are counted there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from trull.cards import Card, mask_of
from trull.game import Game
from trull.kernels.perlaggen import ACE, RANK_OF, RANKS, SUIT_OF, SUITS
from trull.laws.court import deal_of
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import FIGURES, HANGER, PACK, SPIEL, Book
from trull.laws.perlaggen.figures import Faces, Figure
from trull.laws.perlaggen.signs import palette
from trull.laws.perlaggen.summary import slate_told
from trull.laws.perlaggen.table import (
    State,
    cutter_of,
    dealer_of,
    decided,
    joint_need,
    tricks_of,
)
from trull.laws.perlaggen.view import PerlaggenView
from trull.laws.summary import number, saying
from trull.learn.school import Case, Figured, School, Slated, all_cards
from trull.ruleset import RuleSet
from trull.state import Seat, Setup, View

if TYPE_CHECKING:
    from trull.bots.fast.world import Goal

SEATS, CUT, HAND, FIRST = 4, 3, 5, 3
BAPTISED = "="
"""Between a Perlagg and what it is played as."""
TRUMP = "T"
"""The trump suit in the name of a sign."""
LEAST, NONE = 2, "none"
"""The fewest cards of a figure, and the word for having none."""


class Perlaggen(School):
    """The school of Perlaggen; what was offered and raised decides what a deal pays."""

    size = HAND
    unclear = frozenset({"baptism_missing", "unbaptised"})
    basic = frozenset({"trump"})
    baptises = True
    figures = FIGURES[:SPIEL]
    aside = frozenset({"cut", "deal", "look", "accept", "sign"})
    talks = frozenset({"play"})
    words_count = True
    speaks_in_signs = True
    aims = MappingProxyType({"tricks": "spiel"})

    def trumps(self, game: Game) -> str:
        """The trump suit."""
        view = game.view_for(None)
        assert isinstance(view, PerlaggenView), "a view of this game"
        return view.trump

    def motifs(self, game: Game, keep: Sequence[str]) -> tuple[str, ...]:
        """A Perlagg that is baptised, or one that is kept back."""
        (seat,) = game.duty
        baptised = [BAPTISED in act.args[0] for act in game.plays(seat)]
        if all(BAPTISED in play for play in keep):
            return ("baptism",)
        return ("kept",) if any(baptised) and not any(BAPTISED in play for play in keep) else ()

    def solved(self, game: Game) -> bool:
        """The Spiel is still played for, and no figure binds anybody's cards."""
        state = deal_of(game.state)
        assert isinstance(state, State), "a state of this game"
        bound = any(player.bound for player in state.players)
        joint = any(joint_need(state, party) for party in (0, 1))
        return not (bound or joint or decided(state.bids.figs[SPIEL]))

    def turned(self, game: Game, goals: Sequence[Goal], side: int) -> Goal | None:
        """The Spiel of the other party: what it still needs of the tricks to come."""
        state = deal_of(game.state)
        assert isinstance(state, State), "a state of this game"
        party = 0 if side & 1 else 1
        needed = state.book.majority - tricks_of(state, party)
        return next((one._replace(side=side, counted=side, bar=needed) for one in goals), None)

    def dealt(self, case: Case, rules: RuleSet) -> Game:
        """A stacked pack, cut and dealt; or the case's own ``pack``, before the cut."""
        seats = cast(int, case.get("seats", SEATS))
        forehand = Seat(cast(int, case.get("forehand", 0)))
        setup = Setup(
            rules=rules,
            seats=seats,
            forehand=forehand,
            dealer=Seat((forehand - 1) % seats),
            pack=_pack(case, rules, seats, forehand),
            context=cast(Mapping[str, int], case.get("context", {})),
        )
        game = Game(setup)
        if "pack" not in case:
            game.apply(cutter_of(setup), f"cut {CUT}")
        if "pack" not in case and Book.of(rules).free:
            game.apply(dealer_of(setup), "deal")
        while case.get("looked") and game.phase == "blind":
            game.act("look")
        return game

    def facts(self, rules: RuleSet) -> Mapping[str, int]:
        """What a beginner is told in numbers."""
        book = Book.of(rules)
        wild = {f"perlaggen.{suit}": len(book.perlaggen[at]) for at, suit in enumerate(SUITS)}
        return {
            **super().facts(rules),
            **wild,
            "hand": book.options.hand_size,
            "tricks": book.options.hand_size,
            "majority": book.majority,
            "even": book.majority - 1,
            "standing": book.standing.bit_count(),
            "moving": len(book.marks) - book.standing.bit_count(),
            "kinds": len(FIGURES),
            "least": LEAST,
            "unbid": book.unbid.points,
            "target": book.options.target,
            "bid": book.ladder[0],
            "raise": book.ladder[1],
            "top": book.ladder[-1],
            "let_good": book.let_good.points,
            "struck": abs(book.overbid.points),
            "false": abs(book.false_figure.points),
            "lifted": book.options.min_cut,
            "first_packet": FIRST,
            "second_packet": HAND - FIRST,
            "stock": PACK.size - SEATS * HAND - 1,
            "signs": len(palette(book)),
        }

    def groups(self, rules: RuleSet) -> Mapping[str, frozenset[str]]:
        """Also the standing Perlaggen, those under each trump, and the cards that signs mean."""
        book = Book.of(rules)
        wild = {"perlaggen": book.perlaggen}
        for name in rules.section("perlaggen"):
            wild[name] = Book.of(rules.with_options({"perlagg_set": name})).perlaggen
        named = {
            f"{name}.{suit}": frozenset(map(PACK.code, found[at]))
            for name, found in wild.items()
            for at, suit in enumerate(SUITS)
        }
        meant = {
            f"sign.{mark}.{suit}": frozenset({mark.replace(TRUMP, suit, 1)})
            for mark in book.marks
            for suit in SUITS
        }
        standing = frozenset(PACK.named(book.standing))
        return {**super().groups(rules), **named, **meant, "standing": standing}

    def asks(self, verb: str) -> bool:
        """About answers alone: what may be bid is nearly always everything."""
        return verb in ("hold", "let_good", "raise")

    def signs(self, view: View) -> Mapping[str, bool]:
        """A Perlagg that is held or not, and how many there are; the rest is for taste to judge."""
        assert isinstance(view, PerlaggenView), "a view of this game"
        book, held = Book.of(view.rules), [card for card in view.hand if card in view.perlaggen]
        marks = {mark: mark.replace(TRUMP, view.trump, 1) for mark in book.marks}
        twice = {card for card in marks.values() if [*marks.values()].count(card) > 1}
        cards = {f"sign {mark}": card in held for mark, card in marks.items() if card not in twice}
        counts = {f"sign count:{n}": n == len(held) for n in range(book.options.hand_size + 1)}
        return {**cards, **counts}

    def slate(self, game: Game) -> Slated:
        """What the parties have, and what they would have if something of it were forgotten."""
        view = game.view_for(None)
        assert isinstance(view, PerlaggenView), "a view of this game"
        context, now = game.setup.context, view.scores
        before = context.get("score0", 0), context.get("score1", 0)
        gains = [(e.party, e.points) for e in view.written if e.party >= 0]
        wrong = [_without(now, party, points) for party, points in gains]
        wrong += [_moved(now, party, points) for party, points in gains]
        wrong += [(before[0] + now[1] - before[1], before[1] + now[0] - before[0])]
        wrong += [(now[0] + 1, now[1]), (now[0], now[1] + 1), before, (now[0] + 1, now[1] + 1)]
        others = dict.fromkeys((row for row in wrong if row != now), "slate_wrong")
        return Slated(
            right=_row(now),
            others={_row(one): code for one, code in others.items()},
            before=(slate_told(view.seats, before), saying("target", n=number(view.target))),
        )

    def figure(self, view: View, kind: str) -> Figured:
        """The best figure of a whole hand, as number and rank, and its neighbours.

        >>> from trull.learn.positions import position
        >>> from trull.ruleset import load
        >>> case = {"hands": ["HA LA W E7 S9"], "deal": {"turned": "L9"}, "looked": True}
        >>> view = position(case, load("perlaggen/1890")).view_for(Seat(0))
        >>> Perlaggen().figure(view, "G").best
        '4 A'
        """
        assert isinstance(view, PerlaggenView), "a view of this game"
        fixed = [card for card in view.hand if card not in view.perlaggen]
        faces = Faces(tuple(sorted(map(PACK.card, fixed))), len(view.hand) - len(fixed))
        book, trump = Book.of(view.rules), SUITS.index(view.trump)
        best, plain = (
            _degree(figures.best(book, one, trump, FIGURES.index(kind)))
            for one in (faces, Faces(faces.fixed, 0))
        )
        made = _made(faces, kind, book.six)
        second = max((one for one in made if one != best), default=None)
        others = dict.fromkeys(filter(None, (plain, second, *_near(best))))
        codes = {
            _told(one): "figure_small" if one in made else "figure_unmade"
            for one in others
            if one != best
        }
        return Figured(_told(best), codes if best is None else {**codes, NONE: "figure_small"})


def _row(slate: tuple[int, int]) -> str:
    return f"{slate[0]}:{slate[1]}"


def _without(slate: tuple[int, int], party: int, points: int) -> tuple[int, int]:
    """The slate if this were not written."""
    return (slate[0] - points, slate[1]) if party == 0 else (slate[0], slate[1] - points)


def _moved(slate: tuple[int, int], party: int, points: int) -> tuple[int, int]:
    """The slate if this were the other party's."""
    shift = -points if party == 0 else points
    return slate[0] + shift, slate[1] - shift


def _made(faces: Faces, kind: str, six: bool) -> set[tuple[int, int]]:
    """Every figure of a kind that can be made: how many cards, and the place of the rank."""
    if kind == FIGURES[HANGER]:
        return {
            (run.n, run.rank)
            for suit in range(len(SUITS))
            for run, ranks in figures.runs(suit, HAND, six)
            if (ranks & ~_held(faces, suit)).bit_count() <= faces.free
        }
    held = [RANK_OF[face] for face in faces.fixed]
    return {
        (n, rank)
        for rank in range(1, len(RANKS))
        for n in range(LEAST, held.count(rank) + faces.free + 1)
    }


def _held(faces: Faces, suit: int) -> int:
    """The ranks of a suit among the fixed cards, as a set."""
    return mask_of([RANK_OF[face] for face in faces.fixed if SUIT_OF[face] == suit])


def _degree(figure: Figure | None) -> tuple[int, int] | None:
    return None if figure is None else (figure.n, figure.rank)


def _near(best: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """Figures that are easily taken for the best one."""
    if best is None:
        yield from ((LEAST, rank) for rank in (ACE, ACE - 1, ACE - 2))
        return
    n, rank = best
    near = [(n, rank - 1), (n + 1, rank), (n, rank + 1), (n - 1, rank), (n, rank - 2)]
    yield from ((m, place) for m, place in near if LEAST <= m <= HAND and 1 <= place <= ACE)


def _told(figure: tuple[int, int] | None) -> str:
    return NONE if figure is None else f"{figure[0]} {RANKS[figure[1]]}"


def _pack(case: Case, rules: RuleSet, seats: int, forehand: Seat) -> tuple[Card, ...]:
    """The pack as shuffled: as the case has it, or stacked for its hands and the cut."""
    everything = all_cards(rules.game)
    if "pack" in case:
        told = case["pack"]
        named = PACK.read(told if isinstance(told, str) else " ".join(cast(Sequence[str], told)))
        return (*named, *(card for card in everything if card not in named))
    hands = [list(PACK.read(hand)) for hand in cast(Sequence[str], case.get("hands", ()))]
    hands += [[] for _ in range(seats - len(hands))]
    turned = list(PACK.read(cast(str, case.get("turned", ""))))
    named = tuple(card for pile in (*hands, turned) for card in pile)
    rest = PACK.read(cast(str, case.get("rest", "")))
    left = [card for card in (*rest, *everything) if card not in named]
    left = list(dict.fromkeys(left))
    for pile, size in [*((hand, HAND) for hand in hands), (turned, 1)]:
        while len(pile) < size:
            pile.append(left.pop(0))
    left.sort(key=lambda card: not Book.of(rules).standing >> card & 1)  # the last one is seen
    order = [Seat((forehand + step) % seats) for step in range(seats)]
    parts = (slice(0, FIRST), slice(FIRST, HAND))
    dealt = [card for part in parts for p in order for card in hands[p][part]]
    pack = [*dealt, *turned, *left]
    return tuple(pack[-CUT:] + pack[:-CUT])


SCHOOL = Perlaggen()

"""Tarock à l'Hombre in the school: its deals and its count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from trull.cards import Card, cards
from trull.errors import DealError, TrullError
from trull.game import Game
from trull.kernels import lhombre as kernels
from trull.laws.court import Trial
from trull.laws.lhombre import score, summary, told
from trull.laws.lhombre.book import MASKS, PACK, SEATS, SKAR_SIZE, SKIES, TRICKS, WORTHS, Book
from trull.laws.lhombre.count import Outcome, cheapest, outcome_of, settled_piles
from trull.laws.lhombre.deal import PACKET, ROUNDS, cutter
from trull.laws.lhombre.play import VOLTE_CARDS
from trull.laws.lhombre.skar import counts_for_ombre
from trull.laws.lhombre.table import State, side_of
from trull.laws.summary import Saying
from trull.laws.told import Given
from trull.learn.school import Case, Excuse, Pile, School
from trull.ruleset import RuleSet
from trull.state import Seat, Setup

CUT, LOT = PACK.size // 2, 3
TAROCK = "T"
THIRDS = ("", "⅓", "⅔")
ECHOES = frozenset(
    "skar_announced how_high hand_over give_back answer_in_skar answer_own_card answer_refused "
    "answer_no_slot".split()
)
"""What an act brings with it by itself, and its sentence or the question tells."""
MATADORE = MASKS.pagat | MASKS.mond | MASKS.skues


def lhombre_pack(hands: Sequence[int], forehand: Seat, cut: int = CUT) -> tuple[Card, ...]:
    """A pack that, cut so, deals these hands of 25, 25 and (the dealer) 28 cards."""
    order = [tuple(cards(hands[(forehand + place) % SEATS])) for place in range(SEATS)]
    dealt_out = [
        card
        for number in range(ROUNDS)
        for held in order
        for card in held[number * PACKET : (number + 1) * PACKET]
    ]
    pack = (*dealt_out, *order[-1][ROUNDS * PACKET :])
    return pack[-cut:] + pack[:-cut]


class Lhombre(School):
    """The school of Tarock à l'Hombre."""

    claims = True
    marked = frozenset({"SKI", "T21", "T1"})
    remembered = ("T", "H", "D", "S", "C")
    size = TRICKS
    openings = ("lay_skar", "bid un", "waive", "no_honours")
    counts = pays = excuses = True
    talks = frozenset({"auction"})
    aside = frozenset({"cut", "deal", *ECHOES})
    binding = ("say_mine", "hint_overtrump", "play")
    bound = frozenset({"bound"})

    excused = frozenset({PACK.code(SKIES)})

    def trumps(self, game: Game) -> str:
        """Tarock, always."""
        del game
        return TAROCK

    def motifs(self, game: Game, keep: Sequence[str]) -> tuple[str, ...]:
        """The Skies played in time."""
        del game
        return ("skies",) if tuple(keep) == (PACK.code(SKIES),) else ()

    def made(self, game: Game) -> bool:
        """The Ombre has his forty."""
        pile = self.pile(game)
        assert pile is not None, "a deal played to its end"
        target = cast(State, game.state).book.options.target
        return kernels.points(MASKS, int(PACK.mask(pile.cards))) >= target

    def dealt(self, case: Case, rules: RuleSet) -> Game:
        """The named cards, cut and dealt, unless the first act is a misdeal."""
        forehand = Seat(cast(int, case.get("forehand", 0)))
        dealer = Seat((forehand + SEATS - 1) % SEATS)
        pack = lhombre_pack(_hands(case, dealer), forehand)
        game = Game(Setup(rules=rules, seats=SEATS, forehand=forehand, dealer=dealer, pack=pack))
        game.apply(cutter(game.setup), f"cut {CUT}")
        begun = " ".join(cast(Sequence[str], case.get("acts", ()))[:1])
        if game.phase == "deal" and f"{dealer} misdeal" not in begun:
            game.apply(dealer, "deal")
        return game

    def facts(self, rules: RuleSet) -> Mapping[str, int]:
        """What a beginner is told in numbers."""
        tarocks = MASKS.tarocks.bit_count()
        points = kernels.points(MASKS, int(PACK.full))
        target = cast(int, rules["target"])
        return {
            **super().facts(rules),
            "suits": MASKS.kings.bit_count(),
            "seats": SEATS,
            "tricks": TRICKS,
            "opponents": SEATS - 1,
            "tarocks": tarocks,
            "matadore": MATADORE.bit_count(),
            "packet": PACKET,
            "rounds": ROUNDS,
            "skar": PACK.size - SEATS * TRICKS,
            "dealers": PACK.size - (SEATS - 1) * TRICKS,
            "lot": LOT,
            "less": LOT - 1,
            "points": points,
            "win": target,
            "short": target - 1,
            "deadline": cast(int, rules["skies_deadline"]),
            "asks": SKAR_SIZE,
            "eight": VOLTE_CARDS,
            **_prices(Book.of(rules)),
        }

    def groups(self, rules: RuleSet) -> Mapping[str, frozenset[str]]:
        """Also the Matadore, the kings, all cards that count most."""
        own = {"matadore": MATADORE, "kings": MASKS.kings, "honours": MATADORE | MASKS.kings}
        named = {name: frozenset(PACK.named(mask)) for name, mask in own.items()}
        return {**super().groups(rules), **named}

    def worth(self, rules: RuleSet, cards: Sequence[str]) -> str:
        """The whole points of a pile."""
        del rules
        return str(kernels.points(MASKS, int(PACK.mask(cards))))

    def exactly(self, thirds: int) -> str:
        """Points and thirds of one.

        >>> [Lhombre().exactly(thirds) for thirds in (6, 5, 1)]
        ['2', '1⅔', '⅓']
        """
        whole, odd = divmod(thirds, 3)
        return f"{whole or ''}{THIRDS[odd]}" if odd else str(whole)

    def near(self, rules: RuleSet, worth: str) -> Sequence[str]:
        """A point more or less, or the two points of a lot not taken off."""
        del rules
        return [str(int(worth) + step) for step in (2, -2, 1, -1, 3) if int(worth) + step >= 0]

    def told(self, rules: RuleSet, given: Given) -> tuple[Saying, ...]:
        """Who played what, the points, and who is at fault."""
        return summary.told(told.told(Book.of(rules), given))

    def price(self, rules: RuleSet, words: Sequence[str]) -> int:
        """What one opponent pays or gets: a bid, the points, and whether a Volte was made or lost.

        >>> from trull.ruleset import load
        >>> Lhombre().price(load("lhombre/compagnie"), "un 51".split())
        63
        """
        try:
            bid, points, *volte = words
            given = {"bid": bid, "ombre": 0, "points": int(points), **_volte(volte)}
        except ValueError:
            raise TrullError(f"a price is a bid and points, not {' '.join(words)}") from None
        if faults := told.faults(rules, given):
            raise TrullError(f"a price: {', '.join(one.code for one in faults)}")
        return abs(score.game_value(Book.of(rules), told.told(Book.of(rules), given)))

    def asks(self, verb: str) -> bool:
        """Not about what is laid away in silence: it names hidden cards."""
        return verb != "lay_silent"

    def excuse(self, game: Game) -> Excuse | None:
        """What became of the Skies, and how somebody could be wrong about it."""
        found = game.state
        state = cast(State, found.state if isinstance(found, Trial) else found)
        outcome, skies = outcome_of(state, state.book), state.play.skies
        if not game.over or outcome is None or skies is None or state.ombre is None:
            return None
        won = 0
        for seat in side_of(state.ombre, skies.seat):
            won |= state.play.piles[seat] & ~MASKS.skues
        fallen = state.play.done[skies.trick_no - 1]
        lying = [(int(fallen.leader) + at) % SEATS for at in range(SEATS)]
        word = PACK.code(outcome.gives) if outcome.gives is not None else _word(outcome)
        return Excuse(
            number=skies.trick_no,
            trick=tuple(zip(lying, map(PACK.code, fallen.cards), strict=True)),
            pile=PACK.named(won),
            outcome=word,
            others=_other_outcomes(word, won, late=bool(won)),
        )

    def pile(self, game: Game) -> Pile | None:
        """The Ombre's pile once the Skies is settled, and the Skar if it is his."""
        state = cast(State, game.state)
        if not game.over or state.ombre is None or len(state.play.done) < state.play.total:
            return None
        mine = settled_piles(state, state.book)[state.ombre] | state.hands[state.ombre]
        skar = counts_for_ombre(state.book, state.skar_by == state.ombre)
        laid = state.skar if skar else 0
        forgotten = {"skar": PACK.named(laid)} if laid else {}
        return Pile(PACK.named(mine | laid), forgotten)


def _prices(book: Book) -> dict[str, int]:
    """The prices of the bids and of the honours, and how many cards a bid asks for."""
    found: dict[str, int] = {}
    for one in book.contracts:
        found[f"slots.{one.name}"] = one.cards
        rows = {"consolation": one.consolation, "rate": one.rate, "volte": one.volte}
        found |= {f"{name}.{one.name}": int(row.value) for name, row in rows.items() if row}
    for name, honour in book.honours:
        found[f"honour.{name}"] = int(honour.value)
        found |= {f"further.{name}": int(honour.further)} if honour.further else {}
        found |= {f"least.{name}": honour.least} if honour.least else {}
    return found


def _volte(words: Sequence[str]) -> dict[str, str]:
    return {"volte": " ".join(words)} if words else {}


def _word(outcome: Outcome) -> str:
    return "kept" if outcome.kept else "lost"


def _other_outcomes(right: str, won: int, *, late: bool) -> dict[str, str]:
    """The wrong ways, each with its reason; a dearer card is a wrong one too."""
    if right == "lost":
        code = "skies_late" if late else "skies_no_trick"
        return dict.fromkeys(("kept", *_few(won)), code)
    if right == "kept":
        return dict.fromkeys(("lost", *_few(won)), "skies_friend")
    dearer = [card for card in PACK.named(won) if WORTHS[card] > WORTHS[right]]
    found = {"lost": "skies_redeemed", "kept": "skies_paid"}
    return {**found, **dict.fromkeys(dearer[:1], "skies_dear")}


def _few(won: int) -> list[str]:
    """The cheapest card of some, if there are any."""
    return [PACK.code(cheapest(won))] if won else []


def _hands(case: Case, dealer: Seat) -> list[int]:
    """The named cards of each seat, filled up in the order of the pack."""
    hands = [int(PACK.mask(text.split())) for text in cast(Sequence[str], case.get("hands", ()))]
    hands += [0] * (SEATS - len(hands))
    named = hands[0] | hands[1] | hands[2]
    if named.bit_count() != sum(hand.bit_count() for hand in hands):
        raise DealError("a card is named twice")
    left = [card for card in range(PACK.size) if not named >> card & 1]
    extra = PACK.size - SEATS * TRICKS
    for seat in range(SEATS):
        while hands[seat].bit_count() < TRICKS + (extra if seat == dealer else 0):
            hands[seat] |= 1 << left.pop(0)
    return hands


SCHOOL = Lhombre()

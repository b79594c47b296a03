"""What a seat of Perlaggen may believe of the cards it does not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from random import Random

from trull.bots.belief.dealing import Dealing
from trull.bots.belief.guess import Guess, bits, curve, replayed
from trull.bots.fast.world import World
from trull.bots.perlaggen.heuristic import BID, HOLD, figure_chance
from trull.cards import Card
from trull.kernels.perlaggen import ACE, DRITZIG, RANKS, SUIT_OF, SUITS
from trull.laws.perlaggen import figures
from trull.laws.perlaggen.book import FIGURES, GLEICH, HANGER, PACK, Book
from trull.laws.perlaggen.figures import Faces, Figure
from trull.laws.perlaggen.signs import HIDDEN
from trull.laws.perlaggen.table import State
from trull.laws.perlaggen.view import PerlaggenView
from trull.state import Act, Action, Setup, View

DOUBT = 0.15
ANY_SIGN = "ask:hold?"
MOST = 7
"""No hand has more cards, so no figure has."""
SPEAKING = ("bid", "hold", "raise")
"""Words that bind who says them."""
OPEN = ("offered", "held")
"""A figure in these is not decided, and whoever spoke for it is bound."""


class PerlaggenBelief:
    """The belief of one view."""

    def __init__(self, view: View) -> None:
        """Read off the view who may hold what."""
        assert isinstance(view, PerlaggenView), "a view of another game"
        assert view.seat is not None, "a spectator believes nothing"
        self.view, self.me = view, int(view.seat)
        self.book = Book.of(view.rules)
        self.trump = SUITS.index(view.trump) if view.trump else -1
        self.dealer = (int(view.forehand) - 1) % view.seats
        self.rows = tuple(_cards(row) for row in view.rows)
        self.open = tuple(
            _cards(view.hand) if q == self.me and view.hand else _cards(view.lying_open[q])
            for q in range(view.seats)
        )

    # What is known

    @cached_property
    def lacks(self) -> tuple[int, ...]:
        """Who neither follows nor trumps has no card of the suit led that obliges him."""
        found = [0] * self.view.seats
        plays = [(int(s), w[0]) for s, v, w in self.view.seen if v == "play"]
        for number, (seat, token) in enumerate(plays):
            led = SUIT_OF[_face(plays[number - number % self.view.seats][1])]
            if found[seat] >> _card(token) & 1:
                found[seat] = 0  # he has revoked, and what he did not play shows nothing
            if SUIT_OF[_face(token)] not in (led, self.trump):
                found[seat] |= self._obliging(led)
        return tuple(found)

    def _obliging(self, suit: int) -> int:
        wild = 0 if self.book.options.perlagg_obliges else self._wild
        return sum(1 << c for c in range(PACK.size) if SUIT_OF[c] == suit) & ~wild

    @cached_property
    def _wild(self) -> int:
        return sum(1 << card for card in self.book.perlaggen[self.trump])

    @cached_property
    def dealing(self) -> Dealing:
        """The cards nobody has shown, and where they may lie: the hands, then the stock."""
        gone = _cards(self.view.turned)
        for cards in (*self.rows, *self.open):
            gone |= cards
        room = [n - o.bit_count() for n, o in zip(self.view.counts, self.open, strict=True)]
        stock = 1 << self.view.seats
        places = {
            card: stock
            | sum(1 << q for q in range(self.view.seats) if not self.lacks[q] >> card & 1)
            for card in bits(self.book.cards & ~gone)
        }
        return Dealing([*room, self.view.stock], places)

    @property
    def dealings(self) -> Sequence[Dealing]:
        """The one dealing, once the trump is known and if the cards can lie so."""
        return (self.dealing,) if self.trump >= 0 and self.dealing.ways else ()

    complete = True
    """Nobody is dealt anything from the stock any more, so its order does not matter."""

    # Guessing

    def draw(self, rng: Random) -> Guess | None:
        """Hands in which everybody can make what he bid, and the stock below them."""
        if self.trump < 0 or not self.dealing.ways:
            return None
        guess = self.placed(self.dealing.draw(rng), rng)
        return guess if guess is None or self._stated(guess) else None

    def _stated(self, guess: Guess) -> bool:
        """Whether the parties would have stated the degrees they did (P90-25): the law is asked."""
        if not self.view.degrees:
            return True
        state = replayed(self, guess) if self.could_state(guess.world.hands) else None
        if state is None:
            return False
        assert isinstance(state, State), "a state of another game"
        told = tuple((FIGURES[said.figure], *said.told) for said in state.bids.degrees)
        return told == self.view.degrees

    def placed(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with such a way; what lies open is added by itself."""
        return self.arranged(places, rng)

    def arranged(self, places: Sequence[int], rng: Random) -> Guess | None:
        """The guess with these cards, and those that lie open, in the hands and the stock."""
        hands = tuple(places[q] | self.open[q] for q in range(self.view.seats))
        if not self._can_all(hands):
            return None
        stock = self._stock(bits(places[-1]), rng)
        if stock is None:
            return None
        dealt = tuple(held | row for held, row in zip(hands, self.rows, strict=True))
        return Guess(World(hands), dealt, tuple(stock))

    def _stock(self, cards: list[Card], rng: Random) -> list[Card] | None:
        """The stock in some order; the card seen at the cut was no standing Perlagg."""
        rng.shuffle(cards)
        if self.book.options.cut_claim != "auto" or not cards:
            return cards
        plain = [card for card in cards if not self.book.standing >> card & 1]
        if not plain:
            return None
        last = rng.choice(plain)
        return [*(card for card in cards if card != last), last]

    def could_state(self, hands: Sequence[int]) -> bool:
        """Whether the parties could have stated, with these hands, the degrees they did."""
        return all(
            self._agrees(hands, kind, party, degree, played)
            for kind, told, played in self._degrees
            for party, degree in enumerate(told)
        )

    @cached_property
    def _degrees(self) -> list[tuple[int, tuple[str, str], tuple[int, ...]]]:
        """A figure, what each party stated at last, and how many cards each seat had played then.

        At a free table a player says what he likes, and that shows nothing.
        """
        way = self.book.options.tie_declaration
        word = "accept_degree" if way == "mutual" else "ask_degree"
        played, asked = [0] * self.view.seats, {}
        if way == "author_1926":  # there the question puts itself, before the first card
            asked = {figure: tuple(played) for figure in FIGURES}
        for seat, verb, words in self.view.seen:
            played[seat] += verb == "play"
            if verb == "state_degree":
                return []
            if verb == word and not words[0].endswith("=no"):
                asked[words[0][0]] = tuple(played)
        last = {figure: (first, second) for figure, first, second in self.view.degrees}
        return [
            (FIGURES.index(figure), told, asked[figure])
            for figure, told in last.items()
            if figure in asked
        ]

    def _agrees(
        self, hands: Sequence[int], kind: int, party: int, degree: str, played: tuple[int, ...]
    ) -> bool:
        """Whether the party's best figure was of that degree; who keeps another states less."""
        found = [
            figures.best(self.book, self._faces(hands, q, played[q]), self.trump, kind)
            for q in range(party, self.view.seats, 2)
        ]
        best = max((one.n, one.rank) for one in (*found, Figure(kind, 0, 0)) if one is not None)
        least, most = _degree(degree)
        other = self.view.figures[GLEICH + HANGER - kind].status
        return least <= best and (best <= most or other != "unbid")

    @cached_property
    def _undertaken(self) -> list[tuple[int, int, int]]:
        """Who bid, held or raised which Gleich and Hanger, and how many cards he had played.

        Who speaks must be able to make it with all he is bound to (P90-7); nobody is bound any
        more to what was let good, nor perhaps to what degrees were stated of.
        """
        found, played = [], [0] * self.view.seats
        bound = [0] * self.view.seats
        for seat, verb, words in self.view.seen:
            played[seat] += verb == "play"
            kinds = _kinds(word[:1] for word in words)
            if verb in SPEAKING and kinds:
                bound[seat] |= kinds
                need = kinds if self.view.degrees else bound[seat]
                found.append((int(seat), need, played[seat]))
            elif verb == "let_good":
                bound = [held & ~kinds for held in bound]
        return found

    @cached_property
    def _bound(self) -> tuple[int, ...]:
        """For each seat what it is bound to still, and will not destroy if it need not."""
        found = [0] * self.view.seats
        for seat, need, _played in self._undertaken:
            found[seat] |= need & _kinds(f.figure for f in self.view.figures if f.status in OPEN)
        return tuple(found)

    def _can_all(self, hands: tuple[int, ...]) -> bool:
        """Whether everybody could make what he spoke for, and still can."""
        if not self.book.options.guard_bound:
            return True
        spoken = [*self._undertaken, *((q, need, -1) for q, need in enumerate(self._bound))]
        return all(self._can(hands, *one) for one in spoken if one[0] != self.me)

    def _can(self, hands: Sequence[int], seat: int, need: int, played: int) -> bool:
        """Whether a seat can have figures, or could when it had played so many cards."""
        return not need or figures.can_have(self.book, self._faces(hands, seat, played), need)

    def _faces(self, hands: Sequence[int], seat: int, played: int = -1) -> Faces:
        """A hand as figures see it: what lies in the row is what it was baptised."""
        row = self.view.rows[seat]
        lying, later = (row, ()) if played < 0 else (row[:played], row[played:])
        held = hands[seat] | _cards(later)
        fixed = [*(_face(token) for token in lying), *bits(held & ~self._wild)]
        return Faces(tuple(sorted(fixed)), (held & self._wild).bit_count())

    def likelihood(self, guess: Guess) -> float:
        """Who bid or held had something; who let it be good had little."""
        found = 1.0
        for seat, verb, words in self.view.seen:
            if seat == self.me or verb not in ("bid", "hold", "let_good"):
                continue
            for word in words:
                kind = FIGURES.index(word) if word in FIGURES else HANGER + 1
                if kind <= HANGER:
                    found *= self._explained(guess, int(seat), verb, kind)
        return found

    def _explained(self, guess: Guess, seat: int, verb: str, kind: int) -> float:
        faces = self._faces(guess.world.hands, seat)
        likely = figure_chance(self.view, self.book, faces, kind)
        if verb == "let_good":
            return DOUBT + (1 - DOUBT) * (1 - curve(likely, HOLD + 0.1))
        return DOUBT + (1 - DOUBT) * curve(likely, (BID if verb == "bid" else HOLD) - 0.1)

    # The deal again from its beginning

    def acts(self, guess: Guess) -> tuple[Act, ...]:  # noqa: ARG002  everything is done openly
        """The acts; for a sign that was not legible stands any, for signs bind nobody."""
        return tuple(
            Act(seat, Action(verb, (ANY_SIGN,) if words == (HIDDEN,) else words))
            for seat, verb, words in self.view.seen
        )

    def setup(self, guess: Guess) -> Setup:
        """A pack that is dealt so after the same cuts."""
        pack = _uncut(self._dealt_pack(guess), self._cuts(), [PACK.card(c) for c in self.view.kept])
        unused = [Card(c) for c in range(PACK.size) if not self.book.cards >> c & 1]
        view = self.view
        return Setup(
            rules=view.rules,
            seats=view.seats,
            forehand=view.forehand,
            dealer=view.dealer,
            pack=(*pack, *unused),
            context=view.context,
        )

    def _cuts(self) -> list[tuple[int, bool]]:
        """The numbers that were lifted, and whether a Perlagg was kept each time."""
        lifted = [int(words[0]) for _s, verb, words in self.view.seen if verb == "cut"]
        again = len(self.view.kept) - len(self._kept_before)
        return [(n, at < again) for at, n in enumerate(lifted)]

    @property
    def _kept_before(self) -> list[Card]:
        return bits(int(self.view.context.get("kept", 0)))

    def _dealt_pack(self, guess: Guess) -> list[Card]:
        """The pack as the dealer took it up: deal places instead of cards, then fill them in."""
        kept = [PACK.card(code) for code in self.view.kept]
        turned = [PACK.card(code) for code in self.view.turned]
        size = self.book.cards.bit_count() - len(kept)
        order = tuple(100 + place for place in range(size))
        hands = _places(self.book, order, self.view.seats, self.dealer, tuple(kept))
        pack: list[Card] = [Card(-1)] * size
        for seat, places in enumerate(hands):
            mine = [card for card in self._in_order(guess, seat) if card not in kept]
            for place, card in zip(places, mine, strict=True):
                pack[place] = card
        at = sum(len(places) for places in hands)
        pack[at:] = [*turned, *guess.rest]
        return pack

    def _in_order(self, guess: Guess, seat: int) -> list[Card]:
        """A hand as it was dealt: what is seen of it lies in the order in which it is seen."""
        own = self.view.hand if seat == self.me else ()
        seen = [_card(token) for token in own or self.view.lying_open[seat]]
        return [*seen, *(card for card in bits(guess.dealt[seat]) if card not in seen)]


def _places(
    book: Book, order: tuple[int, ...], seats: int, dealer: int, kept: tuple[int, ...]
) -> list[list[int]]:
    """For each seat the places of the pack it is dealt."""
    size, at = book.options.hand_size, 0
    hands: list[list[int]] = [[] for _ in range(seats)]
    room = [size] * seats
    room[(dealer - 1) % seats] -= len(kept)
    first, second = (int(word) for word in book.options.deal_packets.split("+"))
    for packet in (first, second, size - first - second):
        for turn in range(seats):
            seat = (dealer + 1 + turn) % seats
            taken = min(packet, room[seat])
            hands[seat] += range(at, at + taken)
            room[seat] -= taken
            at += taken
    assert at <= len(order), "the pack is too small"
    return hands


def _uncut(pack: list[Card], cuts: list[tuple[int, bool]], kept: list[Card]) -> list[Card]:
    """The pack before it was cut: what was kept goes back, what was lifted on top again."""
    back = kept[len(kept) - sum(again for _n, again in cuts) :]
    for lifted, again in reversed(cuts):
        if again:
            pack = [*pack[: lifted - 1], back.pop(), *pack[lifted - 1 :]]
        else:
            pack = [*pack[len(pack) - lifted :], *pack[: len(pack) - lifted]]
    return pack


def _degree(word: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The least and the best figure a stated degree may mean, as number and rank.

    >>> _degree("4"), _degree("3A")
    (((4, 0), (4, 8)), ((3, 8), (3, 8)))
    """
    if word in ("simple", "3+"):
        return ((0, 0), (DRITZIG - 1, ACE)) if word == "simple" else ((DRITZIG, 0), (MOST, ACE))
    number, rank = int(word[0]), word[1:].removesuffix("T")
    if not rank:
        return (number, 0), (number, ACE)
    return (number, RANKS.index(rank)), (number, RANKS.index(rank))


def _kinds(words: Iterable[str]) -> int:
    """The Gleich and Hanger among some words, as a set."""
    return sum({1 << FIGURES.index(w) for w in words if w in FIGURES[: HANGER + 1]})


def _cards(tokens: Iterable[str]) -> int:
    return sum({1 << _card(token) for token in tokens})


def _card(token: str) -> Card:
    return PACK.card(token.partition("=")[0].rstrip("~"))


def _face(token: str) -> int:
    card, equals, face = token.partition("=")
    return PACK.card(face if equals else card.rstrip("~"))
